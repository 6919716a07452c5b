/* Quasi-static wheel loads, and what they do to the springs. Thesis, chapters 7 and 8; equations
 * (7-1) to (7-6).
 *
 * a is the acceleration that the car's own sensors would feel in the road frame, that is, less
 * gravity; h the height of the centre of gravity, L the wheelbase, T a track and M the mass. N is
 * the weight square to the road, which the text has on even roads only:
 *
 *     weight         N = M (a_z + g square to the road), a_z = v^2/R in a dip of radius R
 *     axles          W_front = c/L N - h/L M a_x,  W_rear = b/L N + h/L M a_x       (7-1) (7-2) (7-5)
 *     left to right  dW = W_axle / N  M a_y h / T                                    (7-3)
 *                    + N h sin(roll) / T / 2 on each axle                            (7-4)
 *     roll           max_roll  dW / weight, or derived                           (chapter 8, 6)
 *     camber         max_camber  |dW_axles| / weight                             (7.2.3)
 *     travel         (W_axle - W_axle at rest) / (2 k), roll on top                  (7-6)
 *
 * On a slope of angle theta a sensor at rest feels g sin(theta) uphill, so that (7-2) with that a
 * is (7-5): h sin(theta)/L weight, and adding the terrain's angles again would count it twice. The
 * tests hold this against the text's own formulas.
 *
 * Slips of the pen put right. Chapter 8: step 3 gives the front axle load under acceleration,
 * against 7.1; "W_front,rear" is W_front,right (steps 5, 9); the roll angle of step 6 has the sign
 * of a_z twice, so it leans to one side in turns to both; step 7 takes the camber's magnitude,
 * which loses the sign of 7.2.3; step 14's max() of signed differences takes the gentler slope
 * uphill and the steeper one downhill; step 15 takes angle X for direction Z too, and the car's
 * length and width for wheelbase and track. It also takes the whole weight where the slope leaves
 * cos(theta) of it; step 16 gives both wheels of an axle the same share of the slope sideways.
 *
 * Departures: with max_roll_rad at 0 the axles do not share the transfer across as they share the weight. They
 * share it as full's springs, bars, roll centres, tyres and unsprung masses do in a steady turn
 * (full/cornering.h; Milliken & Milliken, Race Car Vehicle Dynamics, ch. 18): dW = s_axle (M a_y h + m h_roll N
 * sin(roll) / M) / T; s_axle is its share of the moment, m the sprung mass and h_roll its height above the roll
 * axis. With a largest roll as the def gives it (7-3) and (7-4) hold, which take the whole height of the centre
 * of gravity as lever of the lean. The acceleration reaches the loads with a time constant, load_lag_s: without
 * it load, force and acceleration would be an algebraic loop. A load is never negative: what a lifted wheel
 * cannot give up its axle's other keeps, and where an axle has lifted the other carries all. Lift and drag of the
 * air are on the axles (moments about the contact points), as the text has none. A lateral offset of the centre
 * of gravity, and the payload, count. k is that of spring and tyre in series; roll, where max_roll_rad is 0, is
 * that of the same turn. */
#ifndef KAMM_RUNGS_DOUBLE_TRACK_LOADS_H
#define KAMM_RUNGS_DOUBLE_TRACK_LOADS_H

#include "stance.h"

/* Forces that press and roll the car, besides its acceleration. */
struct pressure {
    real weight_n;         /* square to the road */
    real air_n[AXLE_ROOM]; /* of the air on the axles */
    real roll_nm;          /* of the air about the contact points, to the right */
};

/* Weight, air and what pushes from outside on the car, along the axes of a rotation. */
struct surroundings {
    struct pressure pressure;
    vec3 gravity, air; /* air: force, with that from outside */
    real air_yaw_nm;
};

/* Pitching moment and lift of the air. */
static inline void share_air(const struct double_track_constants *c, const struct layout *l,
                             real pitch_nm, real lift_n, real air_n[AXLE_ROOM])
{
    for (int a = 0; a < l->axles; ++a) {
        const struct double_track_axle_constants *axle = &c->axles[a];
        air_n[a] = pitch_nm * axle->pitch_per_m - axle->static_share * lift_n;
    }
    if (l->axles != 2) return;
    air_n[0] = pitch_nm * c->planar.inverse_wheelbase - c->axles[0].static_share * lift_n;
    air_n[1] = -lift_n - air_n[0];
}

/* Square to the road, which bears no less than nothing. `gravity_z`: along its normal. */
LANE_INLINE real pressing_n(const struct double_track_constants *c, real gravity_z, real load_z)
{
    return max_real((load_z - gravity_z) * c->planar.mass_kg, splat(0.0f));
}

static inline struct surroundings surroundings_of(const struct group *g, matrix3 axes)
{
    const struct double_track_constants *c = g->constants;
    vec3 v = velocity_of(&g->state.car), moment = vec3_zero();
    struct surroundings s = {.air = vec3_zero()};
    s.gravity = matrix3_apply_transposed(axes, gravity_of(g));
    vec3 relative = matrix3_apply_transposed(axes, vec3_sub(v, wind_of(g)));
    const struct aero_heights at_rest = {splat(0.0f), splat(0.0f)};
    vec3 turning = {splat(0.0f), splat(0.0f), g->state.car.yaw_rate_radps};
    add_aero(&c->aero, splat(g->job->air_density_kgpm3), relative, turning, at_rest, &s.air,
             &moment);
    add_outer(g, axes, &s.air, &moment);
    s.air_yaw_nm = moment.z;

    /* Balance of moments about the contact points, the side of drag that the loads have to bear. */
    real height = lanes(c->height_m);
    real pitch = height * s.air.x + moment.y;
    s.pressure.weight_n = pressing_n(c, s.gravity.z, g->state.car.load_z_mps2);
    s.pressure.roll_nm = moment.x - height * s.air.y;
    share_air(c, layout_of(g), pitch, s.air.z, s.pressure.air_n);
    return s;
}

struct axle_loads {
    real base[AXLE_ROOM]; /* without the air; adds to the weight */
    real load[AXLE_ROOM];
};

/* More than two axles share weight and moment as a stiff body on their springs does (statics.h).
 * The others keep what a lifted one cannot give up. */
static inline void share_base(const struct double_track_constants *c, const struct layout *l,
                              const struct pressure *p, real load_x, real base[AXLE_ROOM])
{
    real zero = splat(0.0f), sum = zero;
    for (int a = 0; a < l->axles; ++a) {
        const struct double_track_axle_constants *axle = &c->axles[a];
        real moved = axle->transfer_x_kg * load_x;
        base[a] = max_real(axle->static_share * p->weight_n - moved, zero);
        sum = sum + base[a];
    }
    real scale = p->weight_n / max_real(sum, splat(1e-6f));
    for (int a = 0; a < l->axles; ++a) base[a] = base[a] * scale;
}

static inline struct axle_loads axle_loads_of(const struct double_track_constants *c,
                                              const struct layout *l, const struct pressure *p,
                                              real load_x)
{
    struct axle_loads loads = {{splat(0.0f)}, {splat(0.0f)}};
    real zero = splat(0.0f);
    if (l->axles == 2) {
        real front = c->axles[0].static_share * p->weight_n - c->transfer_x_kg * load_x;
        loads.base[0] = clamp(front, zero, p->weight_n);
        loads.base[1] = p->weight_n - loads.base[0];
    } else {
        share_base(c, l, p, load_x, loads.base);
    }
    for (int a = 0; a < l->axles; ++a) loads.load[a] = max_real(loads.base[a] + p->air_n[a], zero);
    return loads;
}

/* Roll to the right (chapter 8, step 6). */
LANE_INLINE real lean_roll(const struct double_track_constants *c, real load_y)
{
    real max = lanes(c->max_lean_rad);
    return clamp(load_y * c->roll_per_mps2, -max, max);
}

LANE_INLINE real lean_of_axle(const struct double_track_constants *c, int a, real load)
{
    const struct double_track_axle_constants *axle = &c->axles[a];
    real travel = (load - axle->static_load_n) * axle->compliance_m_per_n;
    return clamp(travel, lanes(-axle->rebound_m), lanes(axle->bump_m));
}

static inline struct lean lean_of(const struct double_track_constants *c, const struct layout *l,
                                  const struct axle_loads *loads, real load_y)
{
    struct lean lean;
    for (int a = 0; a < l->axles; ++a) lean.travel_m[a] = lean_of_axle(c, a, loads->load[a]);
    lean.roll_rad = lean_roll(c, load_y);
    return lean;
}

/* The weight on axles with two sides: a single wheel in the middle takes no moment across. */
LANE_INLINE real weight_on_pairs(const struct layout *l, const struct pressure *p,
                                 const struct axle_loads *loads)
{
    if (l->pairs == l->axles) return p->weight_n;
    real sum = splat(0.0f);
    for (int a = 0; a < l->axles; ++a)
        if (l->count[a] > 1) sum = sum + loads->base[a];
    return sum;
}

/* Load that moves from an axle's left to its right. */
LANE_INLINE real moved_across(const struct double_track_constants *c,
                              const struct double_track_axle_constants *axle,
                              const struct pressure *p, real paired_n, real base, real load_y,
                              real sine_of_roll)
{
    real per_weight = 1.0f / max_real(paired_n, splat(1.0f));
    real share = pick(lanes(c->by_weight) > 0.5f, base * per_weight, lanes(axle->roll_share));
    real moment = share * (c->transfer_y_kgm * load_y + p->roll_nm);
    return moment * axle->inverse_track + p->weight_n * sine_of_roll * axle->lean_m_per_m;
}

/* Wheels of a flying car have no load. */
static inline void wheel_loads(const struct double_track_constants *c, const struct layout *l,
                               const struct pressure *p, const struct axle_loads *loads,
                               real load_y, mask flies, real load_n[WHEEL_ROOM])
{
    real sine, cosine;
    sine_cosine_of_acute(lean_roll(c, load_y), &sine, &cosine);
    real paired_n = weight_on_pairs(l, p, loads);
    for (int a = 0; a < l->axles; ++a) {
        const struct double_track_axle_constants *axle = &c->axles[a];
        real *own = load_n + l->first[a];
        if (l->count[a] == 1) {
            own[0] = pick(flies, splat(0.0f), loads->load[a]);
            continue;
        }
        real left = loads->load[a] * axle->left_share;
        real right = loads->load[a] * axle->right_share;
        real moved = moved_across(c, axle, p, paired_n, loads->base[a], load_y, sine);
        num each = axle->hub_share;
        moved = clamp(moved, -right, left);
        for (int i = 0; i < l->count[a]; ++i)
            own[i] = pick(flies, splat(0.0f), each * (i % 2 ? right + moved : left - moved));
    }
}

#endif
