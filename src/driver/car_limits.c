#include "car_state.h"

#include <math.h>

/* -- what is read off the tables -- */

static int place_in(double value, double step, int count, double *share)
{
    double at = lesser(greater(value / step, 0), count - 1);
    int low = (int)at; /* which is rounded down, as it is not negative */
    if (low > count - 2) low = count - 2;
    *share = at - low;
    return low;
}

/* Where the load of a side's tyres is in the tables, and by how much they are exceeded. */
struct load_place {
    int low;
    double share, times;
};

static struct load_place place_of_load(const struct axle_limits *axle, double side_n)
{
    double share, load_n = side_n / axle->tyres, most_n = axle->load_step_n * (LIMIT_LOADS - 1);
    int low = place_in(load_n, axle->load_step_n, LIMIT_LOADS, &share);
    return (struct load_place){low, share, greater(load_n / most_n, 1)};
}

/* Returns the grip or stiffness of a side's tyres under its load; beyond the table it is
 * proportional. */
static double of_load(const struct axle_limits *axle, const double table[LIMIT_LOADS],
                      struct load_place at)
{
    return interpolated(table[at.low], table[at.low + 1], at.share) * axle->tyres * at.times;
}

/* Downforce goes by the speed's square between two of the table's. */
struct of_speed kamm_limits_at(const struct car_limits *c, double speed_mps)
{
    double share;
    int low = place_in(speed_mps, c->speed_step_mps, LIMIT_SPEEDS, &share);
    double a = c->speed_step_mps * low, b = a + c->speed_step_mps;
    double v = greater(speed_mps, 0), squares = (v * v - a * a) / (b * b - a * a);
    return (struct of_speed){
        interpolated(c->at[low].thrust_n, c->at[low + 1].thrust_n, share),
        interpolated(c->at[low].spinning_kg, c->at[low + 1].spinning_kg, share),
        interpolated(c->at[low].rolling_share, c->at[low + 1].rolling_share, share),
        interpolated(c->at[low].first_n, c->at[low + 1].first_n, squares),
        interpolated(c->at[low].last_n, c->at[low + 1].last_n, squares)};
}

double kamm_limit_thrust_n(const struct car_limits *c, double speed_mps)
{
    return kamm_limits_at(c, speed_mps).thrust_n;
}

double kamm_limit_drag_n(const struct car_limits *c, double speed_mps)
{
    return c->drag_n_per_m2ps2 * speed_mps * speed_mps;
}

/* -- loads -- */

static double slip_share(const struct axle_limits *axle, double used)
{
    double share;
    int low = place_in(used, 1.0 / (LIMIT_USES - 1), LIMIT_USES, &share);
    return interpolated(axle->slip_share[low], axle->slip_share[low + 1], share);
}

/* By the rung's stiffness in roll; what an axle whose inner side has lifted can't take, the others do. */
static void share_sides(const struct car_limits *c, double lateral_mps2, struct car_state *out)
{
    enum { PASSES = 3 };
    double across_n[KAMM_MAX_AXLES], as_mps2 = fabs(lateral_mps2), all_nm = 0;
    for (int a = 0; a < c->axles; ++a)
        all_nm += c->axle[a].across_n_per_mps2 * as_mps2 * c->axle[a].half_track_m;
    for (int pass = 0, lifts = 1; pass < PASSES && lifts; ++pass) {
        double left_nm = all_nm, takes_nm = 0;
        lifts = 0;
        for (int a = 0; a < c->axles; ++a) {
            const struct axle_limits *axle = &c->axle[a];
            double half = out->axle[a].load_n / axle->sides, per_mps2 = axle->across_n_per_mps2;
            across_n[a] = lesser(per_mps2 * as_mps2, half);
            left_nm -= across_n[a] * axle->half_track_m;
            lifts |= per_mps2 * as_mps2 > half;
            if (per_mps2 * as_mps2 < half) takes_nm += per_mps2 * axle->half_track_m;
        }
        if (takes_nm > 0) as_mps2 += greater(left_nm, 0) / takes_nm;
    }
    for (int a = 0; a < c->axles; ++a) {
        struct axle_state *s = &out->axle[a];
        double half = s->load_n / c->axle[a].sides;
        s->side_n[0] = c->axle[a].sides == 1 ? s->load_n : half + across_n[a];
        s->side_n[1] = c->axle[a].sides == 1 ? 0 : half - across_n[a];
    }
}

static void use(const struct axle_limits *axle, double side_n, struct axle_state *s)
{
    side_n = fabs(side_n);
    s->used = s->grip_y_n > 0 ? side_n / s->grip_y_n : side_n > 0 ? INFINITY : 0;
    s->slip_rad =
        s->grip_y_n > 0 ? slip_share(axle, s->used) * s->grip_y_n / s->stiffness_n_per_rad : 0;
    s->bends_n = side_n * s->slip_rad;
}

/* Returns the inward force of the air, from the sideslip of the last axle's slip and the bend. */
static double air_across_n(const struct car_limits *c, const struct car_demand *demand,
                           const struct axle_state *last)
{
    double square = greater(demand->speed_mps * demand->speed_mps, c->length);
    double sideslip_rad = last->slip_rad - c->to_rear_m * fabs(demand->lateral_mps2) / square;
    return c->across_n_per_rad_m2ps2 * square * sideslip_rad;
}

/* Side forces by the shares of the mass; but the steered wheels pull back by the sine of their angle, the outer one more than the
 * inner one. That holds the car back from turning, so that the first axle has to give more and the last one less. */
static void find_sides(const struct car_limits *c, const struct car_demand *demand,
                       struct car_state *out)
{
    enum { STEERING_ROUNDS = 3 };
    const double most_rad = 0.6;
    double lateral_n = c->mass_kg * fabs(demand->lateral_mps2), v = demand->speed_mps;
    double rolls_rad = c->wheelbase_m * fabs(demand->lateral_mps2) / greater(v * v, c->length);
    struct axle_state *first = &out->axle[0], *last = &out->axle[c->axles - 1];
    double outwards_n = c->axles > 1 ? out->outwards_nm / c->wheelbase_m : 0;
    double front_n = c->axle[0].share * lateral_n, moved_n = outwards_n, steer_rad = 0, air_n = 0;
    double rear_n = c->axle[c->axles - 1].share * lateral_n, air_first = c->across_first;
    for (int round = 0; round < STEERING_ROUNDS; ++round) {
        use(&c->axle[0], (front_n + moved_n - air_first * air_n) / cos(steer_rad), first);
        use(&c->axle[c->axles - 1], rear_n - moved_n - (1 - air_first) * air_n, last);
        if (!(first->used < INFINITY) || !(last->used < INFINITY) || c->axles < 2) break;
        if (round + 1 == STEERING_ROUNDS) break;
        air_n = air_across_n(c, demand, last);
        steer_rad = lesser(greater(rolls_rad + first->slip_rad - last->slip_rad, 0), most_rad);
        if (c->axle[0].sides < 2) continue;
        double uneven_n = first->used * (first->of_side_n[0] - first->of_side_n[1]);
        moved_n = outwards_n + uneven_n * sin(steer_rad) * c->axle[0].half_track_m / c->wheelbase_m;
    }
    for (int a = 1; a < c->axles - 1; ++a)
        use(&c->axle[a], c->axle[a].share * lateral_n, &out->axle[a]);
    for (int a = 0; a < c->axles; ++a) {
        out->corners &= out->axle[a].used <= 1;
        out->bends_n += out->axle[a].bends_n;
    }
}

/* `along_mps2`: what the tyres give along the way, over the mass. */
void kamm_find_car_state(const struct car_limits *c, const struct of_speed *at,
                         const struct car_demand *demand, double along_mps2, struct car_state *out)
{
    double drag_n = kamm_limit_drag_n(c, demand->speed_mps);
    double lifts_nm =
        c->mass_kg * along_mps2 * c->height_m + drag_n * (c->drag_height_m - c->height_m);
    out->load_n = out->bends_n = 0;
    out->corners = 1;
    for (int a = 0; a < c->axles; ++a) {
        const struct axle_limits *axle = &c->axle[a];
        struct axle_state *s = &out->axle[a];
        double load_n = axle->share * c->mass_kg * demand->normal_mps2 +
                        axle->share_first * at->first_n + axle->share_last * at->last_n -
                        axle->per_nm * lifts_nm;
        s->load_n = greater(load_n, 0);
        out->load_n += s->load_n;
    }
    share_sides(c, demand->lateral_mps2, out);
    for (int a = 0; a < c->axles; ++a) {
        const struct axle_limits *axle = &c->axle[a];
        struct axle_state *s = &out->axle[a];
        s->grip_y_n = s->stiffness_n_per_rad = 0;
        for (int i = 0; i < axle->sides; ++i) {
            struct load_place place = place_of_load(axle, s->side_n[i]);
            s->stiffness_n_per_rad += of_load(axle, axle->stiffness_n_per_rad, place);
            s->of_side_n[i] = of_load(axle, axle->grip_y_n, place);
            s->grip_y_n += s->of_side_n[i];
            s->grip_x_n[i] = of_load(axle, axle->grip_x_n, place);
        }
    }
    find_sides(c, demand, out);
}

/* Returns the grip that the side force leaves along a side of an axle. */
static double left_n(const struct axle_state *s, int side)
{
    return s->used < 1 ? s->grip_x_n[side] * sqrt(1 - s->used * s->used) : 0;
}

/* Returns the force that is left in one direction of a side that has `grip` in both and gives
 * `given` in the other. */
static double beside_n(double grip_given_n, double grip_left_n, double given_n)
{
    double used = grip_given_n > 0 ? lesser(given_n / grip_given_n, 1) : 1;
    return grip_left_n * sqrt(1 - used * used);
}

/* Along at both sides when the inner one gives `inner_n`: the outer one as much as its differential and the bend let it. */
static double drive_at(const struct axle_limits *axle, double by_friction_n, double inner_n,
                       struct axle_state *s)
{
    double side_n = s->used * s->grip_y_n - beside_n(s->grip_x_n[1], s->of_side_n[1], inner_n);
    double holds_n = beside_n(s->of_side_n[0], s->grip_x_n[0], greater(side_n, 0));
    s->drive_n[0] = lesser(holds_n, (2 * inner_n + by_friction_n) * axle->bias - inner_n);
    s->drive_n[1] = inner_n;
    return s->drive_n[0] + s->drive_n[1];
}

/* Returns by how much the outer side is beyond its friction ellipse. The inner one gives all that it has at an angle to the wheel's plane,
 * the outer one what the differential and the bend ask for. `half_tan`: tangent of half the angle, from across (0) to along (1). */
static double outer_excess(const struct axle_limits *axle, double by_friction_n, double half_tan,
                           const struct axle_state *s)
{
    double square = half_tan * half_tan, inner_n = s->grip_x_n[1] * 2 * half_tan / (1 + square);
    double side_n = s->used * s->grip_y_n - s->of_side_n[1] * (1 - square) / (1 + square);
    double across = greater(side_n, 0) / s->of_side_n[0];
    double along = ((2 * inner_n + by_friction_n) * axle->bias - inner_n) / s->grip_x_n[0];
    return across * across + along * along - 1;
}

/* Returns the half tangent at which both sides together give most along: the forces of both are then normal to their ellipses at one
 * angle. Newton, from where both use the same share. */
static double best_half_tan(const struct axle_state *s)
{
    enum { ROUNDS = 2 };
    const double least = 1e-3;
    double used = greater(s->used, least), tangent = sqrt(1 / (used * used) - 1);
    double flatter = s->of_side_n[0] * s->grip_x_n[1] / (s->grip_x_n[0] * s->of_side_n[1]);
    for (int round = 0; round < ROUNDS; ++round) {
        double square = tangent * tangent, other = square + flatter * flatter;
        double inner_n = s->of_side_n[1] / sqrt(1 + square);
        double outer_n = s->of_side_n[0] * flatter / sqrt(other);
        double falls = tangent * (inner_n / (1 + square) + outer_n / other);
        if (!(falls > 0)) break;
        tangent = greater(tangent + (inner_n + outer_n - used * s->grip_y_n) / falls, 0);
    }
    return tangent / (1 + sqrt(1 + tangent * tangent));
}

/* Returns the half tangent up to which the differential lets the outer side give less than it has (regula falsi, with the Illinois
 * rule). */
static double bound_half_tan(const struct axle_limits *axle, double by_friction_n,
                             const struct axle_state *s)
{
    enum { TRIES = 8 };
    double low = best_half_tan(s), high = 1;
    double under = outer_excess(axle, by_friction_n, low, s), over;
    if (under >= 0 || (over = outer_excess(axle, by_friction_n, high, s)) <= 0)
        return under >= 0 ? low : high;
    for (int i = 0, same = 0; i < TRIES; ++i) {
        double tried = low - (high - low) * under / (over - under);
        double excess = outer_excess(axle, by_friction_n, tried, s);
        if (fabs(excess) < 1e-7) return tried;
        if (excess < 0) {
            if (same < 0) over *= 0.5;
            low = tried, under = excess, same = -1;
        } else {
            if (same > 0) under *= 0.5;
            high = tried, over = excess, same = 1;
        }
    }
    return low;
}

/* Both wheels of an axle slip sideways alike, but along as their differential lets them: the inner one, which has little load, may
 * give all that it has along while the outer one holds the bend. */
static double axle_traction_n(const struct axle_limits *axle, double speed_mps,
                              struct axle_state *s)
{
    const double spins = 0.1; /* slip at which a wheel is kept from spinning up */
    double by_friction_n =
        axle->preload_n + axle->viscous_n_per_mps * spins * greater(speed_mps, 0);
    if (axle->sides < 2 || s->used >= 1 || isinf(axle->bias)) {
        s->drive_n[0] = left_n(s, 0), s->drive_n[1] = axle->sides < 2 ? 0 : left_n(s, 1);
        return s->drive_n[0] + s->drive_n[1];
    }
    if (!(s->grip_x_n[1] > 0) || !(s->of_side_n[1] > 0)) return drive_at(axle, by_friction_n, 0, s);
    double t = bound_half_tan(axle, by_friction_n, s);
    return drive_at(axle, by_friction_n, s->grip_x_n[1] * 2 * t / (1 + t * t), s);
}

/* Returns the force of the drive. If no drive is known, all wheels are driven. */
static double traction_n(const struct car_limits *c, struct car_state *state, double speed_mps)
{
    double sum = 0, least = INFINITY;
    for (int a = 0; a < c->axles; ++a) {
        const struct axle_limits *axle = &c->axle[a];
        if (!(axle->drive_share > 0) && c->has_driven) continue;
        double own = axle_traction_n(axle, speed_mps, &state->axle[a]);
        sum += own;
        if (axle->drive_share > 0) least = lesser(own / axle->drive_share, least);
    }
    return c->drives_by_sum ? sum : lesser(sum, least);
}

/* Returns the inward yaw moment of the drive. Wheels that a differential holds together slip alike, so that each gives the same share of
 * what it has; those of an open one have the same. */
static double driven_inwards_nm(const struct car_limits *c, const struct car_state *state,
                                double force_n)
{
    double inwards_nm = 0, all_n = 0;
    for (int a = 0; a < c->axles && c->drives_by_sum; ++a)
        if (c->axle[a].drive_share > 0)
            all_n += state->axle[a].drive_n[0] + state->axle[a].drive_n[1];
    for (int a = 0; a < c->axles; ++a) {
        const struct axle_limits *axle = &c->axle[a];
        if (!(axle->drive_share > 0) || axle->sides < 2) continue;
        double outer_n = state->axle[a].drive_n[0], inner_n = state->axle[a].drive_n[1];
        double both_n = outer_n + inner_n, share = all_n > 0 ? both_n / all_n : axle->drive_share;
        double used = both_n > 0 ? lesser(force_n * share / both_n, 1) : 0;
        inwards_nm += used * (outer_n - inner_n) * axle->half_track_m;
    }
    return inwards_nm;
}

/* Returns the force of the brakes at most, and its moment that turns the car outwards. */
static double braking_n(const struct car_limits *c, const struct car_state *state,
                        double *outwards_nm)
{
    double pedal = 1, sum = 0, most_n = c->max_braking_mps2 * c->mass_kg;
    *outwards_nm = 0;
    for (int a = 0; a < c->axles && !c->has_abs; ++a)
        for (int i = 0; i < c->axle[a].sides; ++i) {
            double full_n = c->axle[a].brake_n / c->axle[a].sides;
            if (full_n > 0) pedal = lesser(pedal, left_n(&state->axle[a], i) / full_n);
        }
    for (int a = 0; a < c->axles; ++a) {
        const struct axle_limits *axle = &c->axle[a];
        double full_n = axle->brake_n / axle->sides, of_side[2] = {0, 0};
        for (int i = 0; i < axle->sides; ++i) {
            of_side[i] = lesser(left_n(&state->axle[a], i), pedal * full_n);
            sum += of_side[i];
        }
        if (axle->sides > 1) *outwards_nm += (of_side[0] - of_side[1]) * axle->half_track_m;
    }
    return lesser(sum, most_n);
}

void kamm_find_forces(const struct car_limits *c, const struct of_speed *at, double speed_mps,
                      double force_n, struct car_state *state, struct car_forces *out)
{
    double brakes_nm;
    out->brakes_n = braking_n(c, state, &brakes_nm);
    out->drives_n = INFINITY, out->outwards_nm = 0;
    if (force_n > 0) {
        out->drives_n = lesser(at->thrust_n, traction_n(c, state, speed_mps));
        out->outwards_nm = -driven_inwards_nm(c, state, lesser(force_n, out->drives_n));
    } else if (out->brakes_n > 0)
        out->outwards_nm = brakes_nm * lesser(-force_n / out->brakes_n, 1);
}
