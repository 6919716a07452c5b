/* Anti-lock brakes and brake-force distribution by pressure cycles on the full model (part/abs_cycles.h). Cars without them do not get here. */
#ifndef KAMM_RUNGS_FULL_BRAKE_CYCLES_H
#define KAMM_RUNGS_FULL_BRAKE_CYCLES_H

#include "brakes.h"

/* Returns the addition of rotation and sideslip to a wheel's speed over the car's. The unit knows
 * it by sensors of yaw rate and steering. */
LANE_INLINE real added_by_turning(const struct seen_wheel *seen, real forward_mps)
{
    return seen->wheel.ground_mps - forward_mps;
}

/* Acceleration along the body, which turns. */
LANE_INLINE real gained_mps2(const struct state_lanes *s, const struct body_motion *body)
{
    real felt_mps2 = s->car.last_acceleration_x_mps2 - body->gravity.x;
    return felt_mps2 + body->angular_velocity.z * body->velocity.y;
}

/* A wheel's speed less what a turn adds to it. */
LANE_INLINE real straight_mps(const struct seen_wheel *seen, const struct body_motion *body)
{
    return seen->wheel.rolling_mps - added_by_turning(seen, body->velocity.x);
}

/* The car's speed as the unit knows it: by its wheels, of which the fastest counts. */
static inline void follow_reference(const struct full_constants *c, const struct layout *l,
                                    struct state_lanes *s, const struct seen_wheel *seen,
                                    const struct body_motion *body)
{
    real fastest = splat(0.0f);
    for (int w = 0; w < l->wheels; ++w)
        if (l->hub[w] == w) fastest = max_real(fastest, straight_mps(&seen[w], body));
    s->car.abs_reference_mps = cycles_reference(
        &c->chassis.powertrain.cycles, s->car.abs_reference_mps, fastest, -gained_mps2(s, body));
}

/* Data for the distribution: the fastest front wheel, and whether the anti-lock brakes leave all
 * front wheels alone. */
struct cycles_front {
    real fastest_mps;
    mask works;
};

static inline struct cycles_front front_wheels(const struct full_constants *c,
                                               const struct layout *l, const struct state_lanes *s,
                                               const struct seen_wheel *seen,
                                               const struct body_motion *body)
{
    struct cycles_front front = {splat(0.0f),
                                 (lanes(c->chassis.powertrain.cycles.distributes) > 0.5f) &
                                     (s->car.brake_state > 0.01f)};
    for (int a = 0; a < l->front_axles; ++a)
        for (int w = left_hub(l, a); w <= right_hub(l, a); ++w) {
            front.fastest_mps = max_real(front.fastest_mps, straight_mps(&seen[w], body));
            front.works = front.works & mask_not(s->wheels[w].abs_phase > 0.5f);
        }
    return front;
}

static inline struct cycles_wheel cycles_of(const struct wheel_lanes *w)
{
    return (struct cycles_wheel){w->abs_pressure, w->abs_phase, w->abs_rolling_mps,
                                 w->abs_acceleration_mps2, splat(0.0f)};
}

/* Moves the valves of an axle's hubs, and adds to the released share of the demands. Both wheels go by each other where the driver alone
 * brakes them; what other aids brake with on top, `share`, is for one of them. `ahead`: NULL where no car's brakes are distributed. */
static inline void cycle_axle(const struct full_constants *c, const struct layout *l, int a,
                              struct state_lanes *s, const struct seen_wheel *seen,
                              const struct body_motion *body, const struct cycles_front *ahead,
                              const real *share, const real *demand, real *let_go)
{
    const struct cycles_constants *v = &c->chassis.powertrain.cycles;
    int left = left_hub(l, a), right = right_hub(l, a), front = is_front(l, a);
    struct cycles_wheel before[2] = {cycles_of(&s->wheels[left]), cycles_of(&s->wheels[right])};
    mask by_driver = mask_not((share[left] > 0.0f) | (share[right] > 0.0f));
    mask apart = splat(0.0f) > 0.0f;
    for (int w = left; w <= right; ++w) {
        real reference = s->car.abs_reference_mps + added_by_turning(&seen[w], body->velocity.x);
        struct cycles_wheel own = before[w - left], other = before[w == left ? right - left : 0];
        mask delayed = front && left != right ? by_driver & cycles_regulates(&other) : apart;
        struct cycles_rear rear;
        if (ahead) {
            own.pause_s = s->wheels[w].abs_pause_s;
            rear = (struct cycles_rear){
                .behind = 1.0f - straight_mps(&seen[w], body) /
                                     max_real(ahead->fastest_mps, lanes(v->root)),
                .car_mps2 = gained_mps2(s, body),
                .works = ahead->works & by_driver,
            };
        }
        cycles_step(v, &own, seen[w].wheel.rolling_mps, reference, demand[w], delayed, by_driver,
                    ahead ? &rear : NULL);
        s->wheels[w].abs_pressure = own.pressure;
        s->wheels[w].abs_phase = own.phase;
        s->wheels[w].abs_rolling_mps = own.rolling_mps;
        s->wheels[w].abs_acceleration_mps2 = own.acceleration_mps2;
        if (ahead) s->wheels[w].abs_pause_s = own.pause_s;
    }
    real low = min_real(s->wheels[left].abs_pressure, s->wheels[right].abs_pressure);
    mask together = by_driver & (lanes(c->chassis.powertrain.anti_lock[a].select_low) > 0.5f);
    for (int w = left; w <= right; ++w) {
        real pressure = pick(together, low, s->wheels[w].abs_pressure);
        let_go[w] = max_real(let_go[w], cycles_let_go(v, pressure, demand[w]));
    }
}

/* Torque of the pedal, of stability control and of a control unit, less what is released, and of the hand brake.
 * `released`: the released torque, where any is asked for. */
static inline void brake_capacities(const struct full_constants *c, const struct layout *l,
                                    struct state_lanes *s, const struct seen_wheel *seen,
                                    struct stability_demand stability, struct fitted fitted,
                                    real hand_brake, const struct body_motion *body,
                                    real *capacity_nm, real *released)
{
    real front_slip = front_brake_slip(l, seen), let_go[WHEEL_ROOM], share[WHEEL_ROOM];
    real demand[WHEEL_ROOM];
    struct cycles_front front;
    if (fitted.abs_cycles) follow_reference(c, l, s, seen, body);
    if (fitted.ebd_cycles) front = front_wheels(c, l, s, seen, body);
    for (int a = 0; a < l->axles; ++a) {
        const struct brake_constants *brake = &c->chassis.powertrain.brake[a];
        int left = left_hub(l, a), right = right_hub(l, a);
        for (int w = left; w <= right; ++w)
            share[w] = stability_brake_at(stability, !is_front(l, a), l->side[w]);
        for (int w = left; w <= right && fitted.demands; ++w)
            share[w] = with_added(share[w], s->wheels[w].brake_demand);
        modulate_axle(c, l, a, s, seen, front_slip, share, let_go);
        for (int w = left; w <= right; ++w) demand[w] = s->car.brake_state + share[w];
        const struct cycles_front *ahead = fitted.ebd_cycles && !is_front(l, a) ? &front : NULL;
        if (fitted.abs_cycles) cycle_axle(c, l, a, s, seen, body, ahead, share, demand, let_go);
        for (int w = left; w <= right && fitted.demands; ++w)
            let_go[w] = max_real(let_go[w], s->wheels[w].release_demand);
        for (int w = left; w <= right; ++w) {
            capacity_nm[w] = brake_capacity_nm(brake, demand[w], let_go[w], hand_brake);
            real asked = demand[w] + brake->hand_brake_released * hand_brake;
            released[w] = keep(asked > 0.01f, let_go[w]);
        }
    }
}

#endif
