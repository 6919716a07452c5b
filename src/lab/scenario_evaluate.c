/* The value of an expression of a scenario file: during a run of a car as it is now, otherwise of names and traces. */
#include <math.h>

#include "lab/scenario.h"

static double signal_of(const struct scenario_view *view, int index)
{
    const kamm_bench *bench = view->bench;
    const struct scenario_case *now = view->now;
    double rate_mps, load_n = 0;
    switch (index) {
    case SIGNAL_TIME: return bench->time_s;
    case SIGNAL_PHASE_TIME: return bench->time_s - now->phase_began_s;
    case SIGNAL_OUTSIDE:
        return now->drive.radius_m > 0
                   ? kamm_circle_outside_m(bench, view->car, &now->drive, &rate_mps)
                   : NAN;
    case SIGNAL_WANTED: return now->drive.wanted_mps;
    case SIGNAL_TURNED: return now->turned_rad;
    case SIGNAL_TRAVELLED: return now->travelled_m;
    case SIGNAL_LIFT:
        return fmax(kamm_bench_side_lift_m(bench, view->car, 0),
                    kamm_bench_side_lift_m(bench, view->car, 1));
    case SIGNAL_ROLLING_MASS: return kamm_bench_rolling_mass_kg(bench, view->car);
    default: break;
    }
    for (int wheel = 0; wheel < bench->info.wheel_count; ++wheel)
        if (bench->info.wheel_side[wheel] == (index == SIGNAL_LOAD_LEFT ? 1 : -1))
            load_n += kamm_bench_wheel(bench, view->car, wheel, KAMM_WHEEL_load_n);
    return load_n;
}

static double input_of(const struct scenario_view *view, int index)
{
    const float *values = (const float *)(const void *)(kamm_inputs(view->bench->cars) + view->car);
    return (double)values[index];
}

static double wheel_of(const struct scenario_view *view, const struct scenario_node *node)
{
    if (node->other >= view->bench->info.wheel_count) return NAN;
    return kamm_bench_wheel(view->bench, view->car, node->other, (kamm_wheel_channel)node->index);
}

static double phase_of(const struct scenario_view *view, const struct scenario_node *node)
{
    switch (node->index) {
    case CALL_BEGIN: return view->now->began_s[node->other];
    case CALL_END: return view->now->ended_s[node->other];
    default: return view->now->phase == node->other;
    }
}

/* -- Calls -- */
static double argument(const struct scenario_view *view, const struct scenario_node *node, int i)
{
    return kamm_scenario_evaluate(view, view->scenario->links[node->first + i]);
}

/* Linear between points, constant beyond them. */
static double look_up(const struct scenario_view *view, const struct scenario_node *node)
{
    double x = argument(view, node, 0), x0 = argument(view, node, 1), y0 = argument(view, node, 2);
    if (!(x > x0)) return isnan(x) ? x : y0;
    for (int i = 3; i < node->count; i += 2) {
        double x1 = argument(view, node, i), y1 = argument(view, node, i + 1);
        if (x <= x1) return x1 > x0 ? y0 + (y1 - y0) * (x - x0) / (x1 - x0) : y1;
        x0 = x1, y0 = y1;
    }
    return y0;
}

/* A sine whose frequency rises evenly from the one to the other within that time. */
static double sweep(double time_s, double from_hz, double to_hz, double all_s)
{
    double turns = from_hz * time_s + (to_hz - from_hz) / (2 * all_s) * time_s * time_s;
    return sin(2 * KAMM_PI * turns);
}

static double extreme(const struct scenario_view *view, const struct scenario_node *node,
                      double side)
{
    double found = argument(view, node, 0);
    for (int i = 1; i < node->count; ++i) {
        double next = argument(view, node, i);
        if (side * next > side * found || isnan(next)) found = next;
    }
    return found;
}

static double gear_for(const struct scenario_view *view, double speed_mps, int pulls)
{
    if (!isfinite(speed_mps)) return KAMM_GEAR_DRIVE;
    return pulls ? kamm_bench_pulling_gear_at(view->bench, speed_mps)
                 : kamm_bench_gear_at(view->bench, speed_mps);
}

static double call(const struct scenario_view *view, const struct scenario_node *node)
{
    double x = argument(view, node, 0);
    switch ((enum scenario_call)node->index) {
    case CALL_ABS: return fabs(x);
    case CALL_SQRT: return sqrt(x);
    case CALL_SIN: return sin(x);
    case CALL_COS: return cos(x);
    case CALL_TAN: return tan(x);
    case CALL_ASIN: return asin(x);
    case CALL_ATAN: return atan(x);
    case CALL_ATAN2: return atan2(x, argument(view, node, 1));
    case CALL_EXP: return exp(x);
    case CALL_LOG: return log(x);
    case CALL_SIGN: return x > 0 ? 1 : x < 0 ? -1 : x;
    case CALL_FLOOR: return floor(x);
    case CALL_MIN: return extreme(view, node, -1);
    case CALL_MAX: return extreme(view, node, 1);
    case CALL_CLAMP: return fmin(fmax(x, argument(view, node, 1)), argument(view, node, 2));
    case CALL_IF: return argument(view, node, x != 0 && !isnan(x) ? 1 : 2);
    case CALL_TABLE: return look_up(view, node);
    case CALL_SWEEP:
        return sweep(x, argument(view, node, 1), argument(view, node, 2), argument(view, node, 3));
    case CALL_GEAR_AT: return gear_for(view, x, 0);
    case CALL_PULLING_GEAR_AT: return gear_for(view, x, 1);
    case CALLS: break;
    }
    return NAN;
}

/* -- Reductions -- */
static int32_t column_of(const struct scenario_view *view, const struct scenario_node *node, int i)
{
    return 1 + view->car * view->trace->series + view->scenario->links[node->first + i];
}

/* Series come first; what may follow them is a condition, or for a passing a time. */
static double reduce(const struct scenario_view *view, const struct scenario_node *node)
{
    enum scenario_reduction reduction = (enum scenario_reduction)node->index;
    int has_two = reduction >= REDUCE_SLOPE;
    int is_passing = reduction == REDUCE_WHEN_ABOVE || reduction == REDUCE_WHEN_BELOW;
    int has_value = is_passing || reduction == REDUCE_AT || reduction > REDUCE_SLOPE;
    struct scenario_reduced of = {.trace = view->trace,
                                  .reduction = reduction,
                                  .rows = view->now->rows,
                                  .y = column_of(view, node, 0),
                                  .condition = -1,
                                  .from_s = -INFINITY};
    if (has_two) of.x = column_of(view, node, 1);
    if (has_value) of.value = argument(view, node, 1 + has_two);
    if (node->other && is_passing) of.from_s = argument(view, node, node->count - 1);
    if (node->other && !is_passing) of.condition = column_of(view, node, node->count - 1);
    return kamm_scenario_reduce(&of);
}

/* -- Operations -- */
static double operate(const struct scenario_view *view, const struct scenario_node *node)
{
    double a = argument(view, node, 0);
    if (node->operation == NODE_AND && a == 0) return 0;
    if (node->operation == NODE_OR && a != 0) return 1;
    double b = argument(view, node, 1);
    switch (node->operation) {
    case NODE_ADD: return a + b;
    case NODE_SUBTRACT: return a - b;
    case NODE_MULTIPLY: return a * b;
    case NODE_DIVIDE: return a / b;
    case NODE_POWER: return pow(a, b);
    case NODE_BELOW: return a < b;
    case NODE_AT_MOST: return a <= b;
    case NODE_ABOVE: return a > b;
    case NODE_AT_LEAST: return a >= b;
    case NODE_EQUAL: return a == b;
    case NODE_UNEQUAL: return a != b;
    default: return b != 0;
    }
}

double kamm_scenario_evaluate(const struct scenario_view *view, int32_t index)
{
    const struct scenario_node *node = &view->scenario->nodes[index];
    switch (node->operation) {
    case NODE_NUMBER:
        return node->dimension.is_open
                   ? node->number
                   : node->number * kamm_scenario_scale(node->dimension, view->bench->length);
    case NODE_SLOT: return view->now->slots[node->index];
    case NODE_SIGNAL: return signal_of(view, node->index);
    case NODE_CHANNEL: return kamm_bench_read(view->bench, view->car, (kamm_channel)node->index);
    case NODE_WHEEL: return wheel_of(view, node);
    case NODE_INPUT: return input_of(view, node->index);
    case NODE_NEGATE: return -argument(view, node, 0);
    case NODE_NOT: return argument(view, node, 0) == 0;
    case NODE_CALL: return call(view, node);
    case NODE_PHASE: return phase_of(view, node);
    case NODE_REDUCE: return reduce(view, node);
    default: return operate(view, node);
    }
}
