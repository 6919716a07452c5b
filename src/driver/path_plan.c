/* How fast a car can go where along a line: speed that the bend, the bank and the crest allow by what the car can do at
 * that speed (car_limits.h); then a pass backwards for braking and a pass forwards for accelerating, each with what the
 * tyres have left (the usual quasi-steady lap: D. L. Brayshaw, M. F. Harrison: A quasi steady state approach to race
 * car lap simulation, Proc. IMechE D 219 (2005) 383). The road's own axes are used. v is the speed along the line, k
 * the bend seen from above and s the slope. b is the bank (left side up), c the bend of the slope itself, positive in a
 * dip:
 *
 *     sideways   (v cos s)^2 k cos b + g cos s sin b          the tyres' side force over the mass
 *     normal     g cos s cos b - (v cos s)^2 k sin b + v^2 c  the load without air, over the mass
 *     along      g sin s                                      against the way
 *
 * On a banked circle that is v^2 = g R (mu + tan b) / (1 - mu tan b), over a crest v^2 <= g R. */
#include <math.h>

#include "../base/error.h"
#include "../base/float_mode.h"
#include "../vehicle/model.h"
#include "corner_table.h"
#include "path_plan.h"
#include "path_rider.h"

#include <kamm/rider.h>

static const double gravity_mps2 = 9.80665;

/* No plan goes slower. */
static double least_speed_mps(const kamm_plan *plan) { return 0.5 * sqrt(plan->length_scale); }

double kamm_plan_engine_mps2(const kamm_plan *plan, double speed_mps)
{
    return plan->info.max_acceleration_mps2 /
           fmax(1, speed_mps / fmax(plan->info.switch_speed_mps, 1e-3));
}

/* A sample of the line, with the cosines of its slope and bank, and the sines of bank and slope. */
struct place_on_line {
    const struct line_sample *sample;
    double level, c, b, uphill;
};

static struct place_on_line place_at(const kamm_plan *plan, int i)
{
    const struct line_sample *s = &plan->line->samples[i];
    return (struct place_on_line){s, cos(s->slope_rad), cos(s->bank_rad), sin(s->bank_rad),
                                  sin(s->slope_rad)};
}

static struct car_demand demand_at(const kamm_plan *plan, const struct place_on_line *at,
                                   double speed_mps)
{
    double level = at->level, c = at->c, b = at->b;
    double bend_mps2 = speed_mps * speed_mps * level * level * at->sample->curvature_per_m;
    return (struct car_demand){.speed_mps = speed_mps,
                               .lateral_mps2 =
                                   (bend_mps2 * c + gravity_mps2 * level * b) * plan->swings,
                               .normal_mps2 = gravity_mps2 * level * c - bend_mps2 * b +
                                              speed_mps * speed_mps * at->sample->rising_per_m,
                               .uphill_mps2 = gravity_mps2 * at->uphill};
}

static int holds(const kamm_plan *plan, struct corner_table *table, const struct place_on_line *at,
                 double speed_mps)
{
    struct car_demand demand = demand_at(plan, at, speed_mps);
    return kamm_holds_corner(table, &demand);
}

/* The length of the line's piece from sample i, along the slope. */
static double piece_m(const kamm_plan *plan, int i)
{
    return plan->line->step_m / cos(plan->line->samples[i].slope_rad);
}

/* The first speed, from the lowest that holds there upwards, that does not: a car on a steep bank may need some, and one with much
 * downforce may again hold a speed that it can't come to. */
static double bend_speed_mps(const kamm_plan *plan, struct corner_table *table, int i)
{
    enum { STEPS = 48, HALVINGS = 24 };
    const struct place_on_line at = place_at(plan, i);
    double least_mps = least_speed_mps(plan);
    double top_mps = plan->info.top_speed_mps, low = least_mps, high = top_mps;
    int step = 0;
    while (step <= STEPS && !holds(plan, table, &at, fmax(least_mps, top_mps * step / STEPS)))
        ++step;
    if (step > STEPS) return least_mps;
    while (step <= STEPS && holds(plan, table, &at, fmax(least_mps, top_mps * step / STEPS)))
        ++step;
    if (step > STEPS) return top_mps;
    low = fmax(least_mps, top_mps * (step - 1) / STEPS), high = top_mps * step / STEPS;
    for (int k = 0; k < HALVINGS; ++k) {
        double middle = 0.5 * (low + high);
        *(holds(plan, table, &at, middle) ? &low : &high) = middle;
    }
    return low;
}

/* Straight, level and even. */
static int is_plain(const struct line_sample *s, double top_mps)
{
    double square = top_mps * top_mps;
    return square * fabs(s->curvature_per_m) < 0.05 && square * fabs(s->rising_per_m) < 0.05 &&
           fabs(s->bank_rad) < 0.005;
}

static void limit_by_bends(kamm_plan *plan)
{
    struct corner_table table = kamm_corner_table(&plan->limits);
    double top_mps = plan->info.top_speed_mps;
    for (int i = 0; i < plan->line->count; ++i)
        plan->speed_mps[i] =
            is_plain(&plan->line->samples[i], top_mps) ? top_mps : bend_speed_mps(plan, &table, i);
}

static void limit_by_lean(kamm_plan *plan)
{
    for (int i = 0; i < plan->line->count; ++i)
        plan->speed_mps[i] = kamm_lean_speed_mps(plan, i, plan->speed_mps[i]);
}

/* Slows sample i down to what brakes before the next one, and the next one to what is gained up to it. */
static void limit_by_brakes(kamm_plan *plan, int i, int next)
{
    double v = plan->speed_mps[next], was = plan->speed_mps[i], twice_m = 2 * piece_m(plan, i);
    const struct place_on_line at = place_at(plan, i);
    struct car_demand demand = demand_at(plan, &at, v);
    double slowing = -kamm_can_brake(&plan->limits, &demand);
    plan->speed_mps[i] = fmin(was, sqrt(fmax(v * v + twice_m * slowing, 0)));
}

static void limit_by_drive(kamm_plan *plan, int i, int next)
{
    double v = plan->speed_mps[i], was = plan->speed_mps[next], twice_m = 2 * piece_m(plan, i);
    const struct place_on_line at = place_at(plan, i);
    struct car_demand demand = demand_at(plan, &at, v);
    if (kamm_accelerates_by(&plan->limits, &demand, (was * was - v * v) / twice_m)) return;
    double gained = kamm_can_accelerate(&plan->limits, &demand);
    double least = 0.01 * plan->length_scale;
    plan->speed_mps[next] = fmin(was, sqrt(fmax(v * v + twice_m * gained, least)));
}

static int slowest(const kamm_plan *plan)
{
    int at = 0;
    for (int i = 1; i < plan->line->count; ++i)
        if (plan->speed_mps[i] < plan->speed_mps[at]) at = i;
    return at;
}

/* Round a closed line from its slowest bend, which neither pass can slow; twice, should a slope be too steep to pull. */
static void make_possible(kamm_plan *plan)
{
    int n = plan->line->count, closed = plan->line->closed, rounds = closed ? n : n - 1;
    double *v = plan->speed_mps;
    int from = closed ? slowest(plan) : 0;
    if (!closed) v[n - 1] = 0;
    for (int k = rounds; k > 0; --k) {
        int i = (from + k - 1) % n, next = (from + k) % n;
        if (v[i] > v[next]) limit_by_brakes(plan, i, next);
    }
    for (int k = 0; k < rounds + closed * n / 4; ++k) {
        limit_by_drive(plan, (from + k) % n, (from + k + 1) % n);
    }
}

/* By the tyres' crown and the wheels' spin the frame leans more than the turn's atan(v^2 k / g). */
static void find_lean(kamm_plan *plan, const kamm_model *model)
{
    const double tangent = 0.3;
    double speed = 15 * sqrt(plan->length_scale);
    double lean = kamm_lean_in_turn_rad(model, speed, -tangent * gravity_mps2 / (speed * speed));
    plan->max_lean_rad = model->def->front_assembly.max_lean_rad;
    plan->leans_more = lean / atan(tangent);
    plan->swings = 1 / KAMM_STEADY_SHARE;
}

kamm_plan *kamm_create_plan(const kamm_line *line, const kamm_model *model, double grip,
                            kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, line, NULL);
    KAMM_REQUIRE_ALIVE_WITH(error, model, NULL);
    if (!(grip >= 0.01 && grip <= 3)) {
        kamm_fail(error, KAMM_ERROR_RANGE, "grip", "grip: %g; it may be 0.01 to 3", grip);
        return NULL;
    }
    kamm_plan *plan = kamm_allocate(sizeof *plan);
    if (plan) plan->speed_mps = kamm_allocate_array((size_t)line->count, sizeof *plan->speed_mps);
    if (!plan || !plan->speed_mps) {
        kamm_destroy_plan(plan);
        kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
        return NULL;
    }
    plan->line = line;
    use(&((kamm_line *)line)->users);
    plan->info = kamm_describe(model);
    kamm_find_car_limits(model, grip, &plan->limits);
    plan->length_scale = model->statics.length_scale;
    plan->grip = grip;
    plan->swings = 1;
    if (kamm_has_rider(model)) find_lean(plan, model);
    plan->drag_per_m = plan->limits.drag_n_per_m2ps2 / plan->info.mass_kg;
    limit_by_bends(plan);
    if (kamm_has_rider(model)) limit_by_lean(plan);
    make_possible(plan);
    return plan;
}

void kamm_destroy_plan(kamm_plan *plan)
{
    if (!plan) return;
    KAMM_REQUIRE_ALIVE(plan, );
    kamm_note_destroyed(plan);
    if (plan->line) kamm_let_go_of_line((kamm_line *)plan->line);
    kamm_release(plan->speed_mps);
    kamm_release(plan);
}

double kamm_planned_speed_mps(const kamm_plan *plan, double station_m)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(plan, 0);
    int first, second;
    double share = kamm_line_place(plan->line, station_m, &first, &second);
    return plan->speed_mps[first] + share * (plan->speed_mps[second] - plan->speed_mps[first]);
}

double kamm_planned_time_s(const kamm_plan *plan)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(plan, 0);
    int n = plan->line->count, pieces = plan->line->closed ? n : n - 1;
    double time_s = 0;
    for (int i = 0; i < pieces; ++i)
        time_s +=
            2 * piece_m(plan, i) / fmax(plan->speed_mps[i] + plan->speed_mps[(i + 1) % n], 1e-3);
    return time_s;
}
