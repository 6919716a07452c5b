/* Ground that gives way below a wheel: standing water (part/tyre/aquaplaning.h) and soft soil (part/tyre/soft_soil.h). And what a corner
 * of the car is. */
#ifndef KAMM_RUNGS_FULL_SOFT_GROUND_H
#define KAMM_RUNGS_FULL_SOFT_GROUND_H

#include "../../part/tyre/contact_patch.h"
#include "../../part/tyre/soft_soil.h"
#include "body.h"
#include "tyre_kinks.h"

/* The ground below the wheel, as the corner needs it. */
struct corner_ground {
    vec3 normal;   /* body axes */
    vec3 velocity; /* below the hub at rest, body axes */
    vec3 turning;  /* of ground that turns with all wheels, body axes */
    real height_m; /* of the body frame's origin above the plane */
    real rise_m;   /* of that, in half of the substep */
    real friction, rolling_resistance, sliding_loss, water_m;
    real radius_loss_m, brake_loss; /* of the wheel, by damage */
    real softness, rut_m; /* friction modulus of the soil, 0: none; how deep the wheel is in it */
    struct soil soil;     /* where any wheel is_soft; last */
};

/* The travel of the wheel on the other side of the axle. */
struct opposite_wheel {
    real travel_m, travel_rate_mps;
};

struct substep {
    real dt, inverse_dt;
    real raised; /* 1 while the lift axles are up */
};

struct corner {
    vec3 hub,
        axis;    /* the hub's middle, which is the wheel's but of twins; spin axis, pointing left */
    real path_x; /* forward per travel, of the wheel's centre and all of the upright */
    real hub_path_y;                       /* sideways per tilting travel, of the wheel's centre */
    vec3 tilt_path;                        /* of the contact per tilting travel */
    vec3 upright_turn;                     /* by camber and toe, per tilting travel */
    real caster_slope;                     /* turn of the upright per travel, leaning back */
    real steer_rad;                        /* with toe */
    real steer_per_rack, steer_rate_radps; /* about the steering axis */
    vec3 kingpin, pivot;                   /* up the steering axis; a point of it */
    vec3 contact;               /* below the lowest point of the tyre's section, on the plane */
    vec3 forward, left, normal; /* axes of the contact patch */
    vec3 push; /* the ground's force per load, but for the tread's: the normal, unless at a wall */
    real camber_rad;
    real friction;    /* of the ground */
    real brake_share; /* of the brake's torque, that damage has left */
    real deflection_m, load_n, effective_radius_m;
    real rut_m;                     /* how deep the wheel has sunk into soft soil */
    real unmet_m;                   /* by which the ground is higher than what the wheel has met */
    real loaded_radius_m;           /* from the axis to the contact */
    real crown_drop_m;              /* by which a leaning wheel rolls on a smaller circle */
    real forward_speed, left_speed; /* of the contact patch over the ground */
    real turn_radps;                /* of the wheel about the normal */
    real fx, fy, mx, mz, rolling_resistance_nm;
    /* By how much the load falls per acceleration of the wheel along the normal, N per m/s2. */
    real load_slope;
    /* For a tyre that crosses a kink of its force (tyre_kinks.h): its additional stiffness, else 0.
     * Also the speed at which it is pressed in at the substep's start, and the wheel's acceleration
     * along the normal for the present load. */
    real kink_stiffer, begin_mps, expected_mps2;
    real
        aside_mps; /* and what the body gains along the normal by the middle but for the travel's direction */
    real fx_slope_nspm; /* of fx, per slip speed of the patch: N.s/m */
    real max_fx_n;
    real deflection_slope_s;   /* of the patch's deflection (state), per slip speed */
    struct carcass_bend along; /* of the carcass, lengthwise */
};

/* State of a tyre in this substep: its warmth and wear (with the water's share), and the strength
 * of the soil. */
struct footing {
    struct tyre_condition now;
    struct water_effect water; /* where any lane is wet */
    struct soil_bearing bearing;
    struct soil_hold hold; /* these two where any lane is soft */
    real rise;
};

/* Standing water takes its share of the patch. */
LANE_INLINE int is_wet(const struct corner_ground *ground) { return any(ground->water_m > 0.0f); }

static inline void meet_water(const struct axle_constants *axle, const struct corner *k,
                              const struct wheel_lanes *wheel, const struct corner_ground *ground,
                              struct footing *on)
{
    struct tyre_condition *now = &on->now;
    struct water_effect *water = &on->water;
    if (!is_wet(ground)) return;
    int lives = tyre_lives(&axle->tyre_life);
    struct wet_tyre wet = {
        .depth_m = ground->water_m,
        .load_n = k->load_n,
        .deflection_m = wheel->deflection_m,
        .forward_mps = k->forward_speed,
        .left_mps = k->left_speed,
        .worn_m = lives ? wheel->worn_m : splat(0.0f),
        .gas_warmth_k = lives ? wheel->gas_warmth_k : splat(0.0f),
    };
    run_through_water(&axle->aquaplaning, &wet, water);
    now->grip = now->grip * water->touch;
    now->stiffness_x = now->stiffness_x * water->touch;
    now->stiffness_y = now->stiffness_y * water->touch;
}

/* Subtracts the drag of water from the patch's force. It acts on the body, not on the wheel's spin. */
LANE_INLINE void drag_through_water(struct corner *k, const struct water_effect *water)
{
    k->fx = k->fx - water->drag_x_n;
    k->fy = k->fy - water->drag_y_n;
    k->max_fx_n = k->max_fx_n + absolute(water->drag_x_n);
    k->rolling_resistance_nm = k->rolling_resistance_nm + water->turning_nm +
                               absolute(water->drag_x_n) * k->effective_radius_m;
}

/* Soft below, or no longer soft. */
LANE_INLINE int is_soft(const struct corner_ground *ground)
{
    return any((ground->softness > 0.0f) | (ground->rut_m > 0.0f));
}

/* Hard ground ahead of a rut: the wheel rolls out of it over the length of what is sunk in. */
LANE_INLINE void bear_hard(const struct soft_soil_constants *c, mask soft, real rut_m,
                           struct soil_bearing *b)
{
    real length = square_root(c->diameter_m * rut_m) + 0.05f;
    b->sinkage_m = keep(soft, b->sinkage_m);
    b->slope_m_per_n = keep(soft, b->slope_m_per_n);
    b->length_m = pick(soft, b->length_m, length);
}

/* The plane below the wheel lies lower by its rut, which the load presses down and the wheel's travel leaves behind. */
static inline void sink_wheel(const struct axle_constants *axle, struct corner *k,
                              const struct wheel_lanes *wheel, const struct body_motion *body,
                              const struct corner_ground *ground, real dt, struct footing *on)
{
    k->rut_m = splat(0.0f);
    if (!is_soft(ground)) return;
    const struct tyre_vertical_constants *tyre = &axle->tyre_vertical;
    mask soft = ground->softness > 0.0f;
    real rut = ground->rut_m;
    real deflection = clamp(k->deflection_m - rut, splat(0.0f), lanes(axle->rest_radius_m));
    vec3 v = vec3_sub(velocity_at(body, k->hub), ground->velocity);
    struct soil_motion m = {
        .hub_mps = vec3_dot(v, k->forward),
        .load_n = tyre_spring_force(tyre, deflection, wheel->spin_radps),
        .tyre_n_per_m = tyre->stiffness[0] + 2.0f * tyre->stiffness[1] * deflection,
    };
    real radius = tyre_effective_radius(tyre, m.load_n, wheel->spin_radps) - k->crown_drop_m;
    m.rim_mps = radius * wheel->spin_radps;
    soil_bears(&axle->soft_soil, &ground->soil, m.load_n, &on->bearing);
    bear_hard(&axle->soft_soil, soft, rut, &on->bearing);
    on->rise = sink(&axle->soft_soil, &on->bearing, &ground->soil, &m, dt, &rut);
    rut = keep(pick(soft, rut, rut - 1e-4f) > 0.0f, rut);
    k->rut_m = rut;
    k->deflection_m = k->deflection_m - rut;
    k->loaded_radius_m = k->loaded_radius_m + rut;
    k->contact =
        vec3_pick(rut > 0.0f, vec3_sub(k->contact, vec3_scale(k->normal, rut)), k->contact);
}

/* Computes the strength of the soil at the resulting load. */
static inline void hold_by_soil(const struct axle_constants *axle, const struct corner *k,
                                const struct wheel_lanes *wheel, const struct corner_ground *ground,
                                struct footing *on)
{
    if (!is_soft(ground)) return;
    struct soil_motion m = {.rim_mps = k->effective_radius_m * wheel->spin_radps,
                            .hub_mps = k->forward_speed,
                            .load_n = k->load_n};
    soil_holds(&axle->soft_soil, &ground->soil, &on->bearing, &m, k->left_speed, on->rise, k->rut_m,
               &on->hold);
}

LANE_INLINE real in_series(real a, real b) { return a * b / (a + b); }

/* The patch is held by soil: its grip, and its stiffness in series with the tyre's. Slip is not bounded by the tyre's law. */
#define MOST_SLIP 20.0f
LANE_INLINE void stand_on_soil(const struct corner_ground *ground, const struct soil_hold *hold,
                               struct contact_motion *motion)
{
    mask soft = ground->softness > 0.0f;
    motion->grip_x = pick(soft, hold->grip_x, motion->grip_x);
    motion->grip_y = pick(soft, hold->strength_y, motion->grip_y);
    motion->stiffness_x =
        pick(soft, in_series(motion->stiffness_x, hold->stiffness_x), motion->stiffness_x);
    motion->stiffness_y =
        pick(soft, in_series(motion->stiffness_y, hold->stiffness_y), motion->stiffness_y);
    motion->max_slip_x = pick(soft, splat(MOST_SLIP), motion->max_slip_x);
    motion->max_slip_y = pick(soft, splat(MOST_SLIP), motion->max_slip_y);
}

/* The soil's force instead of the tyre law's. Slip of a driven wheel is over its own speed, as the soil is sheared. */
LANE_INLINE void pull_on_soil(const struct corner_ground *ground, const struct soil_hold *hold,
                              const struct contact_motion *m, const struct contact_patch *patch,
                              struct corner *k, struct tyre_force *f)
{
    mask soft = ground->softness > 0.0f;
    mask driven = m->slip_speed_x * k->forward_speed > 0.0f;
    real over = pick(driven, 1.0f / (1.0f + absolute(patch->felt_x)), splat(1.0f)), x, y;
    shear_soil(hold->strength_x, hold->strength_y, m->stiffness_x, m->stiffness_y,
               patch->felt_x * over, patch->felt_y * over, &x, &y);
    x = copy_sign(max_real(absolute(x) - hold->holds_back_n, splat(0.0f)), x);
    f->fx = pick(soft, x + hold->drag_n, f->fx);
    f->fy = pick(soft, y, f->fy);
    k->fx_slope_nspm = k->fx_slope_nspm + keep(soft, hold->drag_slope_nspm);
    k->max_fx_n = k->max_fx_n + keep(soft, absolute(hold->drag_n));
}

/* Returns the resistance to rolling, on soil and out of a rut. */
LANE_INLINE real soil_resistance(const struct corner_ground *ground, const struct footing *on,
                                 real load_n, real hard_n)
{
    real resistance =
        pick(ground->softness > 0.0f, on->hold.resistance_n, hard_n + load_n * on->rise);
    return keep(load_n > 0.0f, resistance);
}

#endif
