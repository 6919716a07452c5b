/* What a car can do within its limits: how hard it brakes and accelerates in a bend, and whether it holds it. */
#include "car_state.h"

#include <math.h>

/* What a car gives that gains `along_mps2` by its tyres. */
struct effort {
    struct car_state state;
    double force_n; /* of drive or brakes */
    struct car_forces can;
};

/* How far a car is within its limits: 0 or more. Beyond those of `above` it needs less acceleration, beyond those of `below` more. */
struct margins {
    double drive, above, below;
    double coasts_mps2; /* the acceleration without drive and brakes, about */
};

/* What is asked of a car, at the tables' values for its speed; and what has been found on the way to an answer. */
struct question {
    const struct car_limits *limits;
    const struct car_demand *demand;
    struct of_speed at;
    double steady_mps2; /* of the tyres, while the speed stays */
    double arm_m;       /* no moment is greater than that of the outer wheels alone */
    int settled;
    double along_mps2[2], outwards_nm[2]; /* the last moments, the newest first */
    double slope;                         /* by which what a moment comes to exceeds it */
};

static struct question ask(const struct car_limits *c, const struct car_demand *demand)
{
    struct question q = {
        .limits = c, .demand = demand, .at = kamm_limits_at(c, demand->speed_mps), .slope = -1};
    q.steady_mps2 = kamm_limit_drag_n(c, demand->speed_mps) / c->mass_kg + demand->uphill_mps2;
    for (int a = 0; a < c->axles; ++a) q.arm_m = greater(q.arm_m, c->axle[a].half_track_m);
    return q;
}

/* -- a state ---------------------------------------------------------------------------------------------------------------------- */

static void give(const struct question *q, double along_mps2, double outwards_nm,
                 struct effort *out)
{
    const struct car_limits *c = q->limits;
    out->state.outwards_nm = outwards_nm;
    kamm_find_car_state(c, &q->at, q->demand, along_mps2, &out->state);
    out->force_n =
        c->mass_kg * along_mps2 + q->at.rolling_share * out->state.load_n + out->state.bends_n;
    kamm_find_forces(c, &q->at, q->demand->speed_mps, out->force_n, &out->state, &out->can);
}

/* Returns the moment by those of the last accelerations: the same drive or brakes turn the car. */
static double expected_nm(const struct question *q, double along_mps2)
{
    const double *x = q->along_mps2, *y = q->outwards_nm;
    double most_nm = q->limits->mass_kg * fabs(along_mps2) * q->arm_m;
    if (!q->settled || x[0] * along_mps2 <= 0) return 0;
    double slope = q->settled > 1 && x[0] != x[1] && x[0] * x[1] > 0 ? (y[0] - y[1]) / (x[0] - x[1])
                                                                     : y[0] / x[0];
    double nm = y[0] + slope * (along_mps2 - x[0]);
    return y[0] * nm < 0 ? 0 : lesser(greater(nm, -most_nm), most_nm);
}

static void keep(struct question *q, double along_mps2, double outwards_nm)
{
    q->along_mps2[1] = q->along_mps2[0], q->outwards_nm[1] = q->outwards_nm[0];
    q->along_mps2[0] = along_mps2, q->outwards_nm[0] = outwards_nm;
    ++q->settled;
}

/* Side forces go by the turning moment of drive or brakes, and that goes by them: secants within a bracket, from `tried_nm`. */
static void settle_from(struct question *q, double along_mps2, double tried_nm, struct effort *out)
{
    enum { TRIES = 12 };
    double tried = tried_nm;
    give(q, along_mps2, tried, out);
    double most = fabs(out->force_n) * q->arm_m, low = -most, high = most;
    double more = out->can.outwards_nm - tried;
    for (int i = 0; i < TRIES && fabs(more) > 1e-3 * most; ++i) {
        *(more > 0 ? &low : &high) = tried;
        double next = tried - more / q->slope, last = more;
        if (!(next >= low && next <= high) || i % 4 == 3) next = interpolated(low, high, 0.5);
        double step = next - tried;
        give(q, along_mps2, next, out);
        tried = next, more = out->can.outwards_nm - tried;
        if (step != 0) q->slope = lesser((more - last) / step, -0.3);
    }
    keep(q, along_mps2, tried - more / q->slope);
}

/* Whether an axle that acceleration loads does not hold the bend. */
static int slides_behind(const struct car_limits *c, const struct car_state *state)
{
    for (int a = 0; a < c->axles; ++a)
        if (c->axle[a].per_nm < 0 && state->axle[a].used > 1) return 1;
    return 0;
}

/* From what earlier accelerations came to. Where an axle behind slides, its wheels give less of the moment, and there may be another
 * state, with more of it, in which it holds: that is sought from the greatest one. */
static void settle(struct question *q, double along_mps2, struct effort *out)
{
    settle_from(q, along_mps2, expected_nm(q, along_mps2), out);
    if (!slides_behind(q->limits, &out->state) || out->can.outwards_nm == 0) return;
    q->slope = -1;
    settle_from(q, along_mps2, greater(-out->force_n, 0) * q->arm_m, out);
}

/* An axle that acceleration unloads has its limit above, another one below. */
static struct margins margins_at(struct question *q, double along_mps2)
{
    const struct car_limits *c = q->limits;
    struct effort now;
    settle(q, along_mps2, &now);
    double weight_n = c->mass_kg * q->demand->normal_mps2;
    struct margins m = {.coasts_mps2 = along_mps2 - now.force_n / c->mass_kg,
                        .drive = lesser((now.can.drives_n - now.force_n) / weight_n, 1),
                        .above = 1,
                        .below = lesser((now.can.brakes_n + now.force_n) / weight_n, 1)};
    for (int a = 0; a < c->axles; ++a) {
        double *side = c->axle[a].per_nm >= 0 ? &m.above : &m.below;
        *side = lesser(*side, 1 - lesser(now.state.axle[a].used, 2));
    }
    m.above = lesser(m.above, m.drive);
    return m;
}

/* -- what is possible ------------------------------------------------------------------------------------------------------------- */

/* No car does more. */
static double most_mps2(const struct question *q) { return q->at.thrust_n / q->limits->mass_kg; }

static double least_mps2(const struct question *q)
{
    double grip_n = 0;
    for (int a = 0; a < q->limits->axles; ++a) grip_n += q->limits->axle[a].brake_n;
    return -grip_n / q->limits->mass_kg - q->demand->normal_mps2;
}

/* Finds an acceleration within all limits; 0: there is none. That of a steady speed if possible, then one without drive. */
static int find_possible(struct question *q, double *along_mps2, struct margins *m)
{
    enum { HALVINGS = 14 };
    double low = least_mps2(q), high = most_mps2(q), tried = q->steady_mps2;
    for (int i = 0; i < HALVINGS; ++i) {
        *m = margins_at(q, tried);
        *along_mps2 = tried;
        if (m->above >= 0 && m->below >= 0) return 1;
        if (m->above < 0 && m->below < 0) return 0;
        *(m->above < 0 ? &high : &low) = tried;
        int coasts = !i && m->above < 0 && m->coasts_mps2 < tried;
        tried = coasts ? m->coasts_mps2 : interpolated(low, high, 0.5);
    }
    return 0;
}

enum bound { DRIVE, ABOVE, BELOW };

static double margin_of(const struct margins *m, enum bound bound)
{
    return bound == DRIVE ? m->drive : bound == ABOVE ? m->above : m->below;
}

/* Returns the last acceleration from one that holds, with `margin`, towards one that may not: secants within a bracket. A force's margin
 * falls by about what the acceleration rises. Leaves the margins there. */
static double last_that_holds(struct question *q, double holds, double fails, enum bound bound,
                              struct margins *at)
{
    enum { TRIES = 32 };
    const double near = 1e-8;
    double last = holds, margin = margin_of(at, bound), wide = INFINITY;
    double slope = (fails > holds ? -1 : 1) / q->demand->normal_mps2;
    for (int i = 0; i < TRIES && fabs(margin) > near && fabs(fails - holds) > near; ++i) {
        double tried = last - margin / slope, before = margin, was = last;
        int is_slow = i % 3 == 2 && fabs(fails - holds) > 0.5 * wide;
        if (i % 3 == 2) wide = fabs(fails - holds);
        if (!i && fabs(tried - holds) >= fabs(fails - holds))
            tried = fails;
        else if (is_slow || !((tried - holds) * (tried - fails) < 0))
            tried = 0.5 * (holds + fails);
        *at = margins_at(q, tried);
        margin = margin_of(at, bound), last = tried;
        if (margin >= 0 && tried == fails) return fails;
        *(margin >= 0 ? &holds : &fails) = tried;
        if (margin != before) slope = (margin - before) / (last - was);
    }
    return last;
}

/* From what is possible. All that the drive can do, if the axles hold the bend with it: a differential of limited slip turns the car
 * inwards, the more the harder it drives, so that they may hold it less well with less. */
static double most_drive_mps2(struct question *q, double possible_mps2, const struct margins *m)
{
    const double near = 1e-7;
    struct margins at = *m;
    double most = last_that_holds(q, possible_mps2, most_mps2(q), DRIVE, &at);
    if (at.above >= -near) return most;
    at = *m;
    return last_that_holds(q, possible_mps2, most, ABOVE, &at);
}

/* The same for brakes. Beyond a gap in which the axles behind don't hold the bend there may be more, as brakes turn the car outwards; that
 * begins where the car coasts. */
static double most_brakes_mps2(struct question *q, double possible_mps2, struct margins *m)
{
    struct margins coasts;
    double at_mps2 = m->coasts_mps2;
    if (at_mps2 >= possible_mps2) return last_that_holds(q, possible_mps2, least_mps2(q), BELOW, m);
    coasts = margins_at(q, at_mps2);
    if (coasts.below < 0) return last_that_holds(q, possible_mps2, at_mps2, BELOW, m);
    return last_that_holds(q, at_mps2, least_mps2(q), BELOW, &coasts);
}

/* -- answers ---------------------------------------------------------------------------------------------------------------------- */

/* Whether there is a load, and an outfit keeps its wheels on the ground. */
static int stands(const struct question *q)
{
    const struct car_limits *c = q->limits;
    double lifts_mps2 = c->lifts_aside[q->demand->lateral_mps2 < 0] * q->demand->normal_mps2;
    return q->demand->normal_mps2 * c->mass_kg + q->at.first_n + q->at.last_n > 0 &&
           fabs(q->demand->lateral_mps2) <= lifts_mps2;
}

int kamm_holds_rolling(const struct car_limits *c, const struct car_demand *demand)
{
    struct question q = ask(c, demand);
    struct car_state state = {.outwards_nm = 0};
    if (!stands(&q)) return 0;
    kamm_find_car_state(c, &q.at, demand, q.steady_mps2, &state);
    return state.corners;
}

/* Whether the axles that acceleration unloads hold the bend. */
static int holds_ahead(const struct car_limits *c, const struct car_state *state)
{
    for (int a = 0; a < c->axles; ++a)
        if (c->axle[a].per_nm >= 0 && !(state->axle[a].used <= 1)) return 0;
    return 1;
}

/* Whether all axles hold the bend by more than the drive's moment could take from them. */
static int holds_easily(const struct question *q, const struct effort *rolls)
{
    const struct car_limits *c = q->limits;
    double moved_n = 2 * fabs(rolls->force_n) * q->arm_m / greater(c->wheelbase_m, 1e-3);
    for (int a = 0; a < c->axles; ++a) {
        const struct axle_state *s = &rolls->state.axle[a];
        if (!(s->used * s->grip_y_n + moved_n <= s->grip_y_n)) return 0;
    }
    return rolls->can.drives_n >= rolls->force_n + moved_n &&
           rolls->can.brakes_n + rolls->force_n >= moved_n;
}

/* With a steady speed and no moment of the drive: less acceleration would help the first axle on, but how much depends on what a
 * differential does as the car rolls. */
int kamm_can_corner(const struct car_limits *c, const struct car_demand *demand)
{
    struct question q = ask(c, demand);
    struct margins m;
    struct effort rolls;
    double along;
    if (!stands(&q)) return 0;
    give(&q, q.steady_mps2, 0, &rolls);
    if (!holds_ahead(c, &rolls.state)) return 0;
    return holds_easily(&q, &rolls) || find_possible(&q, &along, &m);
}

double kamm_can_accelerate(const struct car_limits *c, const struct car_demand *demand)
{
    struct question q = ask(c, demand);
    struct margins m;
    double pulls;
    if (find_possible(&q, &pulls, &m)) pulls = most_drive_mps2(&q, pulls, &m);
    double gained = fmin(pulls, c->wheelie * demand->normal_mps2) - q.steady_mps2;
    return gained > 0 ? gained * c->mass_kg / (c->mass_kg + q.at.spinning_kg) : gained;
}

double kamm_can_brake(const struct car_limits *c, const struct car_demand *demand)
{
    struct question q = ask(c, demand);
    struct margins m;
    double slows;
    if (find_possible(&q, &slows, &m)) slows = most_brakes_mps2(&q, slows, &m);
    return fmax(slows, -c->stoppie * demand->normal_mps2) - q.steady_mps2;
}

/* Limits of bends are interpolated. */
static const double nearly = 1e-3;

int kamm_accelerates_by(const struct car_limits *c, const struct car_demand *demand,
                        double gained_mps2)
{
    struct question q = ask(c, demand);
    double rigid = gained_mps2 > 0 ? 1 + q.at.spinning_kg / c->mass_kg : 1;
    double pulls = gained_mps2 * rigid + q.steady_mps2;
    return pulls <= c->wheelie * demand->normal_mps2 && margins_at(&q, pulls).above >= -nearly;
}
