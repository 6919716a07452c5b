/* How fast a car can go where along a line: speed that the bend allows, then a pass backwards for braking and a
 * pass forwards for accelerating, each with what the friction ellipse leaves (the usual quasi-steady lap: D. L.
 * Brayshaw, M. F. Harrison: A quasi steady state approach to race car lap simulation, Proc. IMechE D 219
 * (2005) 383). Without slopes, banks and downforce; what these change the driver's grip share has to
 * cover. */
#include <math.h>

#include "../base/error.h"
#include "../base/float_mode.h"
#include "../vehicle/model.h"
#include "path_plan.h"

static const double gravity_mps2 = 9.80665, air_kgpm3 = 1.225;

/* Of the axle that has less. */
static double lateral_grip(const kamm_model_info *info)
{
    double min = INFINITY;
    double sum[KAMM_MAX_AXLES] = {0};
    int count[KAMM_MAX_AXLES] = {0};
    for (int wheel = 0; wheel < info->wheel_count; ++wheel) {
        sum[info->wheel_axle[wheel]] += info->peak_friction_y[wheel];
        ++count[info->wheel_axle[wheel]];
    }
    for (int axle = 0; axle < info->axle_count; ++axle) min = fmin(min, sum[axle] / count[axle]);
    return min;
}

static double brake_grip(const kamm_model_info *info)
{
    double min = INFINITY;
    for (int wheel = 0; wheel < info->wheel_count; ++wheel)
        min = fmin(min, info->peak_friction_x[wheel]);
    return min;
}

/* What is left along the car while the bend takes its share. */
static double left_over(const kamm_plan *plan, int i, double speed_mps)
{
    double share =
        speed_mps * speed_mps * fabs(plan->line->samples[i].curvature_per_m) / plan->lateral_mps2;
    return share < 1 ? sqrt(1 - share * share) : 0;
}

double kamm_plan_engine_mps2(const kamm_plan *plan, double speed_mps)
{
    return plan->info.max_acceleration_mps2 /
           fmax(1, speed_mps / fmax(plan->info.switch_speed_mps, 0.1));
}

static double drag_mps2(const kamm_plan *plan, double speed_mps)
{
    return plan->drag_per_m * speed_mps * speed_mps;
}

/* From sample i to the next one in driving direction, or to the one before. */
static double after_braking(const kamm_plan *plan, int i, double next_mps)
{
    double slowing = plan->braking_mps2 * left_over(plan, i, next_mps) + drag_mps2(plan, next_mps);
    return sqrt(next_mps * next_mps + 2 * plan->line->step_m * slowing);
}

static double after_accelerating(const kamm_plan *plan, int i, double speed_mps)
{
    double pull = fmin(kamm_plan_engine_mps2(plan, speed_mps), plan->braking_mps2) *
                  left_over(plan, i, speed_mps);
    pull -= drag_mps2(plan, speed_mps);
    return sqrt(fmax(speed_mps * speed_mps + 2 * plan->line->step_m * pull, 0.01));
}

static void limit_by_bends(kamm_plan *plan)
{
    for (int i = 0; i < plan->line->count; ++i) {
        double bend = fabs(plan->line->samples[i].curvature_per_m);
        plan->speed_mps[i] =
            fmin(plan->info.top_speed_mps, sqrt(plan->lateral_mps2 / fmax(bend, 1e-6)));
    }
}

/* Twice round a closed line, so that its end knows of its beginning. */
static void make_possible(kamm_plan *plan)
{
    int n = plan->line->count, closed = plan->line->closed, rounds = closed ? 2 * n : n - 1;
    double *v = plan->speed_mps;
    if (!closed) v[n - 1] = 0;
    for (int k = rounds; k > 0; --k) {
        int i = (k - 1) % n, next = k % n;
        v[i] = fmin(v[i], after_braking(plan, i, v[next]));
    }
    for (int k = 0; k < rounds; ++k) {
        int i = k % n, next = (k + 1) % n;
        v[next] = fmin(v[next], after_accelerating(plan, i, v[i]));
    }
}

kamm_plan *kamm_create_plan(const kamm_line *line, const kamm_model *model, double grip,
                            kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(line, NULL);
    KAMM_REQUIRE_ALIVE(model, NULL);
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
    plan->info = kamm_describe(model);
    plan->lateral_mps2 = grip * lateral_grip(&plan->info) * gravity_mps2;
    plan->braking_mps2 =
        fmin(plan->info.max_braking_mps2, grip * brake_grip(&plan->info) * gravity_mps2);
    const kamm_aero_def *aero = &model->def->aero;
    plan->drag_per_m =
        aero->drag_coefficient * aero->frontal_area_m2 * air_kgpm3 / (2 * plan->info.mass_kg);
    limit_by_bends(plan);
    make_possible(plan);
    return plan;
}

void kamm_destroy_plan(kamm_plan *plan)
{
    if (!plan) return;
    KAMM_REQUIRE_ALIVE(plan, );
    kamm_note_destroyed(plan);
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
            2 * plan->line->step_m / fmax(plan->speed_mps[i] + plan->speed_mps[(i + 1) % n], 1e-3);
    return time_s;
}
