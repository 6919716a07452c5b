/* Demands of pedal and aids on brakes and engine: from the wheels' slips to the available torques. */
#ifndef KAMM_RUNGS_FULL_BRAKES_H
#define KAMM_RUNGS_FULL_BRAKES_H

#include "ride.h"

/* Parts that only some cars have: whether a car of the batch has them. */
struct fitted {
    int demands, vectoring, active_bar, active_steering, abs_cycles, ebd_cycles, motors, transfer,
        hill_hold;
};

#define RETARDER_PER_ERROR 3.0f /* abs_error: it goes from two thirds of the aimed slip on */

LANE_INLINE struct aids_wheel aids_wheel_of(const struct full_constants *c, const struct corner *k,
                                            real spin)
{
    return (struct aids_wheel){k->forward_speed, spin * k->effective_radius_m, k->friction,
                               c->chassis.powertrain.cycles.root};
}

/* A hub as the aids measure it. */
struct seen_wheel {
    struct aids_wheel wheel;
    real brake_slip, abs_error;
    real drive_slip; /* in the direction of the gear */
};

static inline void see_wheels(const struct full_constants *c, const struct layout *l,
                              const struct state_lanes *s, const struct corner *corners,
                              struct seen_wheel *seen)
{
    for (int w = 0; w < l->wheels; ++w) {
        struct aids_wheel wheel = aids_wheel_of(c, &corners[w], s->wheels[w].spin_radps);
        seen[w].wheel = wheel;
        seen[w].brake_slip = brake_slip(&wheel);
        seen[w].abs_error = abs_error(&c->chassis.powertrain.anti_lock[l->axle[w]], &wheel);
        seen[w].drive_slip = traction_slip(&wheel, s->car.gearbox.gear_engaged);
    }
}

/* The largest slip of the driven axles, for traction control. */
static inline real drive_slip(const struct full_constants *c, const struct layout *l,
                              const struct seen_wheel *seen, real speed_mps)
{
    real max = splat(0.0f);
    for (int a = 0; a < l->axles; ++a) {
        const struct axle_constants *axle = &c->chassis.axles[a];
        real slip =
            traction_axle_slip(&c->chassis.powertrain.traction, seen[left_hub(l, a)].drive_slip,
                               seen[right_hub(l, a)].drive_slip, speed_mps);
        mask driven = lanes(axle->drive_share) > 0.0f;
        max = max_real(max, pick(driven, slip, splat(0.0f)));
    }
    return max;
}

/* The share of a retarder that the anti-lock brakes keep from the driven wheels: all of it from their slip on. */
static inline real retarder_let_go(const struct full_constants *c, const struct layout *l,
                                   const struct seen_wheel *seen)
{
    const struct powertrain_constants *v = &c->chassis.powertrain;
    real most = splat(0.0f);
    if (!has_endurance(&v->endurance)) return most;
    for (int a = 0; a < l->axles; ++a) {
        real enabled =
            keep(lanes(c->chassis.axles[a].drive_share) > 0.0f, lanes(v->anti_lock[a].enabled));
        real error = max_real(seen[left_hub(l, a)].abs_error, seen[right_hub(l, a)].abs_error);
        most = max_real(most, clamp(RETARDER_PER_ERROR * error + 1.0f, splat(0.0f), enabled));
    }
    return most;
}

/* How the car turns, and is steered. Left and right of an axle are added first. */
static inline struct stability_motion stability_motion_of(const struct layout *l,
                                                          const struct state_lanes *s,
                                                          const struct body_motion *body,
                                                          const struct corner *k)
{
    real friction = splat(0.0f), front = friction, rear = friction;
    for (int a = 0; a < l->axles; ++a) {
        const struct corner *own = &k[l->first[a]];
        friction = friction + WHEEL_SUM(l->count[a], own, friction);
        real *end_n = is_front(l, a) ? &front : &rear;
        *end_n = *end_n + WHEEL_SUM(l->count[a], own, fy);
    }
    return (struct stability_motion){
        .forward_mps = body->velocity.x,
        .left_mps = body->velocity.y,
        .yaw_radps = yaw_over_ground(body),
        .steering_rad = s->car.steering_rad,
        .front_n = front,
        .rear_n = rear,
        .grip_mps2 = friction * (1.0f / (float)l->wheels) * absolute(body->gravity.z),
    };
}

/* Returns the demand of stability control at a wheel's brake. In the middle a wheel has no arm:
 * braking it reduces its side force. That turns the car as braking the wheel on either side would. */
static inline real stability_brake_at(struct stability_demand demand, int rear, float side)
{
    if (side != 0) return stability_brake(demand, rear, side < 0);
    return stability_brake(demand, rear, 0) + stability_brake(demand, rear, 1);
}

/* The brake of traction control at a hub of a driven axle. */
static inline struct traction_brake traction_brake_at(const struct full_constants *c,
                                                      const struct layout *l, int a, int w,
                                                      const struct corner *corner,
                                                      const struct seen_wheel *seen, real gear)
{
    const struct traction_constants *traction = &c->chassis.powertrain.traction;
    struct traction_brake none = {splat(0.0f), splat(0.0f), splat(1.0f)};
    num driven = c->chassis.axles[a].driven;
    if (hub_count(l, a) == 1 || !any_num(driven * traction->brakes > 0.0f)) return none;
    int other = left_hub(l, a) + right_hub(l, a) - w;
    struct traction_brake brake = traction_brake_of(
        traction, &seen[w].wheel, seen[other].drive_slip, 1.0f / corner->effective_radius_m, gear);
    brake.per_radps = keep(lanes(driven) > 0.0f, brake.per_radps) * corner->brake_share;
    return brake;
}

/* The least of the wheels on front axles: in a turn the inner one slips more, which is no reason for the rear ones to. */
static inline real front_brake_slip(const struct layout *l, const struct seen_wheel *seen)
{
    real least = seen[0].brake_slip;
    for (int a = 0; a < l->front_axles; ++a)
        for (int w = left_hub(l, a); w <= right_hub(l, a); ++w)
            least = min_real(least, seen[w].brake_slip);
    return least;
}

/* Moves the modulators of an axle's hubs. Distribution goes by each wheel itself, for an inner wheel that is about to
 * lift says nothing of the other one; what stability control brakes with is to turn the car, and is not distributed. */
static inline void move_modulators(const struct full_constants *c, const struct layout *l, int a,
                                   struct state_lanes *s, const struct seen_wheel *seen,
                                   real front_slip, mask by_pedal, const real *error)
{
    const struct abs_constants *anti_lock = &c->chassis.powertrain.anti_lock[a];
    for (int w = left_hub(l, a); w <= right_hub(l, a); ++w) {
        real uneven = distribution_error(anti_lock, seen[w].brake_slip, front_slip);
        real wanted = max_real(error[w], pick(by_pedal, uneven, splat(-1.0f)));
        real *release = &s->wheels[w].abs_release;
        *release = abs_step(anti_lock, *release, wanted, lanes(c->chassis.dt));
    }
}

/* The shares that an axle's modulators let go. */
static inline void modulate_axle(const struct full_constants *c, const struct layout *l, int a,
                                 struct state_lanes *s, const struct seen_wheel *seen,
                                 real front_slip, const real *stability_share, real *let_go)
{
    const struct abs_constants *anti_lock = &c->chassis.powertrain.anti_lock[a];
    int left = left_hub(l, a), right = right_hub(l, a);
    mask by_pedal = (s->car.brake_state > 0.01f) & mask_not(stability_share[left] > 0.0f) &
                    mask_not(stability_share[right] > 0.0f);
    mask together = lanes(anti_lock->select_low) > 0.5f;
    real worst = max_real(seen[left].abs_error, seen[right].abs_error);
    real error[WHEEL_ROOM];
    mask cycles = lanes(c->chassis.powertrain.cycles.anti_lock) > 0.5f;
    for (int w = left; w <= right; ++w)
        error[w] = pick(cycles, splat(-1.0f), pick(together, worst, seen[w].abs_error));
    move_modulators(c, l, a, s, seen, front_slip, by_pedal, error);

    real low = max_real(s->wheels[left].abs_release, s->wheels[right].abs_release);
    mask as_one = together & (worst > SELECT_LOW_ERROR) & mask_not(cycles);
    for (int w = left; w <= right; ++w) {
        real *release = &s->wheels[w].abs_release;
        *release = pick(as_one, low, *release);
        let_go[w] = abs_let_go(anti_lock, *release, error[w], seen[w].wheel.ground_mps);
    }
}

#endif
