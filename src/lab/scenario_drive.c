/* Drives the cases of a run of a scenario through their phases, side by side, tick by tick.
 *
 * In each tick a case first moves on to its next phase, as often as one is over, and its driver acts. Then the cars move
 * and a row is recorded. Last come the conditions that end a case. */
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "lab/scenario.h"

/* A run on its way. */
struct way {
    const kamm_scenario *scenario;
    const struct scenario_run *run;
    kamm_bench *bench;
    struct scenario_case *cases;
    struct scenario_trace *trace;
};

static double value_of(const struct way *way, int32_t car, int32_t expression)
{
    const struct scenario_view view = {way->scenario, way->bench, &way->cases[car], NULL, car};
    return kamm_scenario_evaluate(&view, expression);
}

static int holds(const struct way *way, int32_t car, int32_t expression)
{
    if (expression < 0) return 0;
    double value = value_of(way, car, expression);
    return value != 0 && !isnan(value);
}

static void fail_case(struct scenario_case *now, const char *format, ...) KAMM_PRINTF(2, 3);
static void fail_case(struct scenario_case *now, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(now->note, sizeof now->note, format, arguments);
    va_end(arguments);
    now->is_over = now->has_failed = 1;
}

/* -- Start -- */
static double start_speed(const struct way *way, int32_t car)
{
    return way->run->start_speed < 0 ? 0 : fmax(0, value_of(way, car, way->run->start_speed));
}

static int start_gear(const struct way *way, int32_t car, double speed_mps)
{
    if (way->run->start_gear < 0) return kamm_bench_gear_at(way->bench, speed_mps);
    double gear = value_of(way, car, way->run->start_gear);
    return gear >= -1 && gear <= KAMM_GEAR_DRIVE ? (int)gear : 0;
}

static void place(const struct way *way, int32_t car, double speed_mps)
{
    struct scenario_case *now = &way->cases[car];
    int gear = start_gear(way, car, speed_mps);
    double circle_m = way->run->start_circle < 0 ? 0 : value_of(way, car, way->run->start_circle);
    now->drive.wanted_mps = speed_mps;
    if (circle_m == 0 || isnan(circle_m)) {
        kamm_bench_place(way->bench, car, 0, 0, 0, speed_mps, gear);
        return;
    }
    now->drive.radius_m = fabs(circle_m), now->drive.side = circle_m > 0 ? 1 : -1;
    kamm_circle_start(way->bench, car, &now->drive, speed_mps, gear);
}

static void settle(const struct way *way, const double *speeds_mps)
{
    kamm_speed_hold holds[SCENARIO_CASES] = {0};
    kamm_bench *bench = way->bench;
    double settle_s = way->run->start_circle < 0 ? KAMM_SETTLING_S * bench->root : 0;
    int is_rolling = 0;
    if (way->run->start_settle >= 0) settle_s = value_of(way, 0, way->run->start_settle);
    for (int32_t car = 0; car < way->run->case_count; ++car) is_rolling |= speeds_mps[car] > 0;
    if (!(settle_s > 0)) return;
    if (is_rolling)
        kamm_drive_straight_for(bench, holds, speeds_mps, fmin(settle_s, 100 * bench->root));
    else
        kamm_drive_stand(bench);
    for (int32_t car = 0; car < way->run->case_count; ++car)
        way->cases[car].drive.hold = holds[car];
}

/* The variables stay; all else begins again. */
static void reset(struct scenario_case *now)
{
    size_t kept = sizeof now->slots;
    memset((char *)now + kept, 0, sizeof *now - kept);
    for (int i = 0; i < SCENARIO_PHASES; ++i) now->began_s[i] = now->ended_s[i] = NAN;
}

static void look_around(const struct way *way, int32_t car)
{
    struct scenario_case *now = &way->cases[car];
    now->last_yaw_rad = kamm_bench_read(way->bench, car, KAMM_CHANNEL_yaw_rad);
    now->last_x_m = kamm_bench_read(way->bench, car, KAMM_CHANNEL_x_m);
    now->last_y_m = kamm_bench_read(way->bench, car, KAMM_CHANNEL_y_m);
}

/* -- Trace -- */
static int make_room(const struct way *way)
{
    struct scenario_trace *trace = way->trace;
    size_t needed = ((size_t)trace->rows + 1) * (size_t)trace->width;
    if (needed <= trace->room) return 1;
    if (needed > SCENARIO_SAMPLES)
        return kamm_bench_stop(way->bench,
                               kamm_fail(way->bench->error, KAMM_ERROR_RANGE, way->scenario->id,
                                         "%s: the run %s records more than %d numbers; a larger "
                                         "tick_s, a shorter run or fewer cases record fewer",
                                         way->scenario->id, way->run->name, SCENARIO_SAMPLES)),
               0;
    size_t room = needed < 4096 ? 4096 : 2 * needed;
    double *samples =
        kamm_enlarge(trace->samples, (size_t)trace->rows * (size_t)trace->width * sizeof *samples,
                     room * sizeof *samples);
    if (!samples) {
        kamm_bench_stop(way->bench, kamm_fail(way->bench->error, KAMM_ERROR_MEMORY,
                                              way->scenario->id, "out of memory"));
        return 0;
    }
    trace->samples = samples;
    trace->room = room;
    return 1;
}

static void record(const struct way *way)
{
    struct scenario_trace *trace = way->trace;
    if (!make_room(way)) return;
    double *row = trace->samples + (size_t)trace->rows * (size_t)trace->width;
    *row++ = way->bench->time_s;
    for (int32_t car = 0; car < way->run->case_count; ++car) {
        struct scenario_case *now = &way->cases[car];
        for (int32_t i = 0; i < way->run->series_count; ++i)
            *row++ = now->is_over ? NAN : value_of(way, car, way->run->series[i]);
        if (!now->is_over) now->rows = trace->rows + 1;
    }
    ++trace->rows;
}

/* -- Phases -- */
static void begin_phase(const struct way *way, struct scenario_case *now)
{
    now->phase_began_s = way->bench->time_s;
    if (now->phase < way->run->phase_count)
        now->began_s[now->phase] = way->bench->time_s;
    else
        now->is_over = 1;
}

static int is_phase_over(const struct way *way, int32_t car, const struct scenario_phase *phase)
{
    const struct scenario_case *now = &way->cases[car];
    if (phase->duration >= 0 &&
        way->bench->time_s - now->phase_began_s >= value_of(way, car, phase->duration) - 1e-9)
        return 1;
    return holds(way, car, phase->until);
}

static void advance(const struct way *way, int32_t car)
{
    struct scenario_case *now = &way->cases[car];
    while (!now->is_over && is_phase_over(way, car, &way->run->phases[now->phase])) {
        now->ended_s[now->phase++] = way->bench->time_s;
        begin_phase(way, now);
    }
}

/* -- The driver -- */
static double y_of_path(const struct scenario_path *path, double x_m)
{
    if (x_m <= path->x_m[0]) return path->y_m[0];
    for (int32_t i = 1; i < path->count; ++i) {
        double share = (x_m - path->x_m[i - 1]) / (path->x_m[i] - path->x_m[i - 1]);
        if (share <= 1) return path->y_m[i - 1] + share * (path->y_m[i] - path->y_m[i - 1]);
    }
    return path->y_m[path->count - 1];
}

static void follow_path(const struct way *way, int32_t car, const struct scenario_path *path)
{
    kamm_bench *bench = way->bench;
    const struct car_glance now = kamm_glance(bench->cars, car);
    double ahead_m =
        path->least_preview_m * bench->length + path->preview_s * bench->root * now.speed_mps;
    double x_m = now.x_m + ahead_m;
    kamm_road_point point = {x_m, y_of_path(path, x_m / bench->length) * bench->length};
    kamm_drive_turn(bench, car, kamm_drive_aim_rad(bench, &now, point, path->gain),
                    path->rate_radps);
}

static void follow_circle(const struct way *way, int32_t car, double circle_m)
{
    struct scenario_case *now = &way->cases[car];
    if (circle_m == 0 || isnan(circle_m)) return;
    now->drive.radius_m = fabs(circle_m), now->drive.side = circle_m > 0 ? 1 : -1;
    kamm_circle_follow(way->bench, car, &now->drive);
}

static void steer(const struct way *way, int32_t car, const struct scenario_phase *phase)
{
    kamm_bench *bench = way->bench;
    if (phase->lane >= 0) kamm_drive_lane(bench, car, value_of(way, car, phase->lane));
    if (phase->has_path) follow_path(way, car, &phase->path);
    if (phase->steering < 0) return;
    double angle_rad = value_of(way, car, phase->steering);
    if (phase->steering_rate >= 0)
        kamm_drive_turn(bench, car, angle_rad,
                        fabs(value_of(way, car, phase->steering_rate)) * bench->root);
    else
        kamm_bench_input(bench, car)->steering_wheel_rad = (float)angle_rad;
}

static void press(const struct way *way, int32_t car, int32_t expression, float *input)
{
    if (expression < 0) return;
    double value = value_of(way, car, expression);
    *input = (float)fmin(fmax(value, -1), KAMM_GEAR_DRIVE);
}

static void act(const struct way *way, int32_t car)
{
    struct scenario_case *now = &way->cases[car];
    const struct scenario_phase *phase = &way->run->phases[now->phase];
    kamm_input *input = kamm_bench_input(way->bench, car);
    now->drive.hold.may_brake = phase->brakes;
    if (phase->speed >= 0) now->drive.wanted_mps = value_of(way, car, phase->speed);
    if (phase->speed_rate >= 0)
        now->drive.wanted_mps += value_of(way, car, phase->speed_rate) * way->bench->tick_s;
    if (phase->circle >= 0)
        follow_circle(way, car, value_of(way, car, phase->circle));
    else if (phase->speed >= 0 || phase->speed_rate >= 0)
        kamm_drive_hold_speed(way->bench, car, &now->drive.hold, now->drive.wanted_mps);
    steer(way, car, phase);
    press(way, car, phase->throttle, &input->throttle);
    press(way, car, phase->brake, &input->brake);
    press(way, car, phase->hand_brake, &input->hand_brake);
    press(way, car, phase->clutch, &input->clutch);
    press(way, car, phase->gear, &input->gear);
}

/* -- A tick -- */
static void watch(const struct way *way, int32_t car)
{
    struct scenario_case *now = &way->cases[car];
    double yaw_rad = now->last_yaw_rad, x_m = now->last_x_m, y_m = now->last_y_m;
    if (!kamm_bench_is_well(way->bench, car)) {
        fail_case(now, "the step failed");
        return;
    }
    look_around(way, car);
    now->turned_rad += remainder(now->last_yaw_rad - yaw_rad, 2 * KAMM_PI);
    now->travelled_m += hypot(now->last_x_m - x_m, now->last_y_m - y_m);
}

static void judge(const struct way *way, int32_t car, double limit_s)
{
    struct scenario_case *now = &way->cases[car];
    for (int32_t i = 0; i < way->run->fail_count && !now->is_over; ++i)
        if (holds(way, car, way->run->fails[i].condition))
            fail_case(now, "%s", way->run->fails[i].note);
    if (!now->is_over && holds(way, car, way->run->stop)) {
        now->ended_s[now->phase] = way->bench->time_s;
        now->is_over = 1;
    }
    if (!now->is_over && way->bench->time_s >= limit_s) {
        advance(way, car); /* perhaps it ends now */
        if (!now->is_over)
            fail_case(now, "%s is not over after %.0f s", way->run->phases[now->phase].name,
                      limit_s);
    }
}

static void tilt(const struct way *way)
{
    if (way->run->bank < 0) return;
    double bank_rad = value_of(way, 0, way->run->bank);
    if (!(fabs(bank_rad) < 1.5)) return;
    way->bench->ground.plane.normal[1] = (float)-sin(bank_rad);
    way->bench->ground.plane.normal[2] = (float)cos(bank_rad);
}

static int going(const struct way *way)
{
    for (int32_t car = 0; car < way->run->case_count; ++car)
        if (!way->cases[car].is_over) return !kamm_bench_is_stopped(way->bench);
    return 0;
}

static void tick(const struct way *way, double limit_s)
{
    tilt(way);
    for (int32_t car = 0; car < way->run->case_count; ++car) {
        advance(way, car);
        if (!way->cases[car].is_over) act(way, car);
    }
    if (!going(way)) return;
    if (way->bench->recorded >= 0 && way->cases[way->bench->recorded].is_over)
        way->bench->recorded = -1;
    kamm_bench_tick(way->bench);
    for (int32_t car = 0; car < way->run->case_count; ++car)
        if (!way->cases[car].is_over) watch(way, car);
    if (kamm_bench_is_stopped(way->bench)) return;
    record(way);
    for (int32_t car = 0; car < way->run->case_count; ++car)
        if (!way->cases[car].is_over) judge(way, car, limit_s);
}

int kamm_scenario_drive(const kamm_scenario *scenario, int run, kamm_bench *bench,
                        struct scenario_case *cases, struct scenario_trace *trace, int recorded)
{
    const struct way way = {scenario, &scenario->runs[run], bench, cases, trace};
    double speeds_mps[SCENARIO_CASES], limit_s = 60 * bench->root;
    kamm_bench_set_tick(bench, way.run->tick_s);
    if (!kamm_bench_line_up(bench, way.run->case_count)) return 0;
    trace->rows = 0;
    trace->series = way.run->series_count;
    trace->width = 1 + way.run->case_count * trace->series;
    for (int32_t car = 0; car < way.run->case_count; ++car) {
        reset(&cases[car]);
        speeds_mps[car] = start_speed(&way, car);
        place(&way, car, speeds_mps[car]);
    }
    settle(&way, speeds_mps);
    kamm_bench_start_time(bench, recorded);
    for (int32_t car = 0; car < way.run->case_count; ++car) {
        look_around(&way, car);
        begin_phase(&way, &cases[car]);
    }
    if (way.run->time_limit >= 0) limit_s = value_of(&way, 0, way.run->time_limit);
    record(&way);
    while (going(&way)) tick(&way, limit_s);
    return !kamm_bench_is_stopped(bench);
}
