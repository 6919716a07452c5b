/* Forces of an axle as the single track has it: both wheels in the middle plane, see
 * single_track_kernel.c for source and departures. */
#ifndef KAMM_RUNGS_SINGLE_TRACK_AXLE_FORCES_H
#define KAMM_RUNGS_SINGLE_TRACK_AXLE_FORCES_H

#include "../planar/planar_solve.h"
#include "single_track_constants.h"

/* These are the values of an ordinary car. Those of others are proportional to the root of the
 * length (src/vehicle/scale.h). */
#define TRACK_MIN_ROLLING_SPEED_MPS 0.01f /* below, slip angles are those at this speed */
#define TRACK_MIN_BRAKED_SPEED_MPS \
    1e-3f /* below, dry friction is a damper, until the car is held */

struct track_axle {
    struct planar_axis along, across;
    real sine, cosine, steer_rad;
    real rolling_mps, sliding_mps; /* of the ground under the axle's middle, in the wheels' axes */
    real
        camber_mps; /* of a two-wheeler: sliding speed at which lean takes the side force off, which is taken off the former */
    real rest_n, load_n;  /* at rest on this slope, and as the acceleration has it */
    real grip_n;          /* the grip sideways, of the former … */
    real side_per_along;  /* … over that along the wheels, of the latter */
    real drive_n;         /* positive forwards */
    real turning_kg;      /* of wheels and engine, as mass at the road, while they turn with it */
    real dry_n;           /* dry friction of brakes and rolling resistance */
    real friction_n;      /* of that, what the grip lets through, against the rolling */
    real side_limit_n;    /* what they leave of the grip sideways */
    real side_resistance; /* side force per sliding speed */
    real rolling_resistance; /* friction per rolling speed */
};

/* Axle loads at rest on this slope, and as the acceleration shifts them, which is felt less gravity: (7-1),
 * (7-2), (7-5). */
static inline void track_loads(const struct single_track_constants *c, const struct layout *l,
                               const struct planar *p, real load_x,
                               struct track_axle axles[AXLE_ROOM])
{
    real zero = splat(0.0f), weight = c->planar.mass_kg * p->pressing_mps2, sum = zero;
    for (int a = 0; a < l->axles; ++a) {
        const struct track_axle_constants *own = &c->axles[a];
        axles[a].rest_n = weight * own->load_share;
    }
    if (l->axles == 2) {
        axles[0].load_n = clamp(axles[0].rest_n - c->load_shift_kg * load_x, zero, weight);
        axles[1].load_n = weight - axles[0].load_n;
        return;
    }
    /* The other axles carry what a lifted one cannot give up. */
    for (int a = 0; a < l->axles; ++a) {
        const struct track_axle_constants *own = &c->axles[a];
        real moved = own->load_shift_kg * load_x;
        axles[a].load_n = max_real(axles[a].rest_n - moved, zero);
        sum = sum + axles[a].load_n;
    }
    real scale = weight / max_real(sum, splat(1e-6f));
    for (int a = 0; a < l->axles; ++a) axles[a].load_n = axles[a].load_n * scale;
}

/* The mean of what is below an axle's wheels. */
LANE_INLINE real track_mean(const struct layout *l, int a, const real *of_wheel)
{
    return (1.0f / (float)l->count[a]) * wheel_sum(l->count[a], of_wheel + l->first[a], 1);
}

/* Where the axle points and moves, and its grip. `steer`: of the middle between its wheels. */
static inline void track_axle_of(const struct single_track_constants *c, const struct layout *l,
                                 int a, const struct planar *p, struct steer_angle steer,
                                 struct track_axle *k)
{
    const struct track_axle_constants *own = &c->axles[a];
    real x = lanes(own->x_m), zero = splat(0.0f);
    real ground = track_mean(l, a, p->friction);
    k->sine = steer.sine, k->cosine = steer.cosine, k->steer_rad = steer.angle_rad;
    k->along = planar_axis_at(steer.cosine, steer.sine, x, zero);
    k->across = planar_axis_at(-steer.sine, steer.cosine, x, zero);
    k->rolling_mps = speed_along(k->along, p);
    k->sliding_mps = speed_along(k->across, p);
    k->grip_n = own->friction * ground * k->rest_n;
    k->side_per_along = own->side_per_along * k->rest_n / max_real(k->load_n, 0.01f * k->rest_n);
}

/* Dry friction from brakes and from rolling; the latter per load by tyre and ground. */
static inline real track_friction(const struct single_track_constants *c, const struct layout *l,
                                  int a, const struct planar *p, const struct track_axle *k,
                                  real brake_nm)
{
    real ground = track_mean(l, a, p->rolling_resistance);
    const struct track_axle_constants *own = &c->axles[a];
    num tyre = own->rolling;
    num hubs = own->hubs;
    return hubs * brake_nm * c->planar.inverse_rolling_radius[a] + (tyre + ground) * k->load_n;
}

/* (5-1) as a secant: side force over sliding speed, without limit. The slip angle is that of the wheel's
 * own velocity, so it is the same forwards and backwards. */
static inline void track_slip(const struct single_track_constants *c, int a, struct track_axle *k)
{
    const struct track_axle_constants *own = &c->axles[a];
    real stiffness = own->stiffness_per_rad * k->rest_n;
    real sliding = absolute(k->sliding_mps);
    real along =
        max_real(absolute(k->rolling_mps), lanes(TRACK_MIN_ROLLING_SPEED_MPS * c->planar.root));
    real angle = arc_tangent_of_ratio(sliding, along);
    real small = 1.0f / along; /* d(angle)/d(sliding) at 0 */
    real angle_per_sliding =
        pick(sliding > 1e-4f * along, angle / max_real(sliding, splat(1e-9f)), small);
    k->side_resistance = stiffness * angle_per_sliding;
}

/* The friction circle (5-3), an ellipse where the tyre grips better lengthwise. Sideways the wheels keep
 * what they ask for, but no more than sliding_share of the grip; drive and brakes get the rest at
 * most, and what they leave of it is the limit of the side force. `reach` of the drive reaches the road, the
 * rest spins wheels and engine up. Where the road can't take it the grip alone moves the car: drive and brakes
 * then change the wheels' speed by themselves. */
static inline void track_share_grip(const struct single_track_constants *c, struct track_axle *k,
                                    real reach)
{
    mask linear = lanes(c->linear) > 0.5f;
    real road_n = k->drive_n * reach;
    real forwards = pick(k->rolling_mps < 0.0f, -road_n, road_n);
    real asked = absolute(forwards - k->dry_n) * k->side_per_along, zero = splat(0.0f);
    real sliding_n = c->sliding_share * k->grip_n;
    real side = min_real(k->side_resistance * absolute(k->sliding_mps), sliding_n);
    real max = square_root(square(k->grip_n) - square(pick(linear, zero, side)));
    mask within = asked <= max;
    real kept = pick(within, splat(1.0f), max / max_real(asked, splat(1e-6f)));
    k->drive_n = pick(within, k->drive_n, road_n * kept);
    k->turning_kg = keep(within, k->turning_kg);
    k->friction_n = k->dry_n * kept;
    real left = max_real(square(k->grip_n) - square(asked), zero);
    k->side_limit_n = pick(linear, splat(1e9f), pick(within, square_root(left), sliding_n));
}

/* Computes the resistance of the wheels within the grip. */
static inline void track_resist(const struct single_track_constants *c, struct track_axle *k)
{
    real per_sliding = 1.0f / max_real(absolute(k->sliding_mps), splat(1e-9f));
    real rolling =
        max_real(absolute(k->rolling_mps), lanes(TRACK_MIN_BRAKED_SPEED_MPS * c->planar.root));
    k->side_resistance = min_real(k->side_resistance, k->side_limit_n * per_sliding);
    k->rolling_resistance = k->friction_n / rolling;
}

/* Returns the share of the axle in the step. Its axes turn with the car, by which it slides less. */
static inline struct planar_system track_element(const struct single_track_constants *c,
                                                 const struct track_axle *k, real yaw_rate)
{
    real dt = lanes(c->planar.dt), zero = splat(0.0f),
         turning = k->turning_kg * c->planar.inverse_dt;
    real sliding = k->sliding_mps - yaw_rate * k->rolling_mps * dt;
    struct planar_system side = planar_element(k->across, sliding, k->side_resistance, zero, dt);
    struct planar_system roll =
        planar_element(k->along, k->rolling_mps, k->rolling_resistance, k->drive_n, dt);
    struct planar_system spin = planar_element(k->along, zero, turning, zero, dt);
    return planar_sum(planar_sum(side, roll), spin);
}

/* Forces in the wheels' axes over the substep, once its change is known. */
struct track_force {
    real along_n, side_n;
};

static inline struct track_force track_force_of(const struct single_track_constants *c,
                                                const struct track_axle *k, const struct planar *p,
                                                struct planar_change change)
{
    real rolled =
        (change.forward * k->along.u + change.left * k->along.v) + change.yaw_rate * k->along.r;
    real slid =
        (change.forward * k->across.u + change.left * k->across.v) + change.yaw_rate * k->across.r;
    real sliding = k->sliding_mps - p->turn_rate * k->rolling_mps * c->planar.dt + slid;
    real spun_n = k->turning_kg * rolled * c->planar.inverse_dt;
    return (struct track_force){k->drive_n - k->rolling_resistance * (k->rolling_mps + rolled) -
                                    spun_n,
                                -k->side_resistance * sliding};
}

/* Whether dry friction can bring the car to a stop in this substep and hold it, against `force` (of the
 * rest, body axes) and `moment_nm` about the centre of gravity. Brakes of both axles are worked equally
 * hard; what they and the wheels' side forces then need must lie within the grip. */
/* Two axles share the force by the balance of forces and moments. More axles have the forces with
 * the least sum of squares over load, which is by load share and arm. */
static inline void track_share_across(const struct single_track_constants *c,
                                      const struct layout *l,
                                      const struct track_axle axles[AXLE_ROOM], real force_n,
                                      real moment_nm, real across[AXLE_ROOM])
{
    if (l->axles == 2) {
        real rear = axles[1].across.r / axles[1].cosine * force_n;
        across[0] = (moment_nm - rear) * c->planar.inverse_wheelbase;
        across[1] = force_n - across[0];
        return;
    }
    for (int a = 0; a < l->axles; ++a) {
        const struct track_axle_constants *own = &c->axles[a];
        num x = own->x_m;
        across[a] = own->load_share * (force_n + moment_nm * x * c->inverse_arms_m2);
    }
}

static inline mask track_can_hold(const struct single_track_constants *c, const struct layout *l,
                                  const struct track_axle axles[AXLE_ROOM], const struct planar *p,
                                  real forward_n, real left_n, real moment_nm)
{
    real zero = splat(0.0f);
    num mass_rate = c->planar.mass_kg * c->planar.inverse_dt;
    num turn_rate = c->planar.yaw_inertia_kgm2 * c->planar.inverse_dt;
    real x = -forward_n - mass_rate * p->forward, y = -left_n - mass_rate * p->left;
    real n = -moment_nm - turn_rate * p->yaw_rate;
    real across[AXLE_ROOM], asked = x, held = zero;
    track_share_across(c, l, axles, y, n, across);
    real available[AXLE_ROOM];
    for (int a = 0; a < l->axles; ++a) {
        const struct track_axle *k = &axles[a];
        available[a] = min_real(k->dry_n, k->grip_n / k->side_per_along);
        asked += across[a] * k->sine / k->cosine;
        held += available[a] / k->cosine;
    }
    mask holds = absolute(asked) <= held;
    real worked = asked / max_real(held, splat(1e-6f));
    for (int a = 0; a < l->axles; ++a) {
        real brake = available[a] * worked;
        real side = (across[a] - brake * axles[a].sine) / axles[a].cosine;
        holds = holds &
                (square(brake * axles[a].side_per_along) + square(side) <= square(axles[a].grip_n));
    }
    return holds & (held > 0.0f);
}

#endif
