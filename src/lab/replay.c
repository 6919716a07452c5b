/* Drives a car from a log. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/float_mode.h"
#include "lab/drive_log.h"
#include "lab/driver.h"
#include "lab/replay.h"
#include "run/cars.h"

static double first(const drive_log *log, int column, double otherwise)
{
    return log->columns[column] ? log->columns[column][0] : otherwise;
}

/* Lagrange's cubic through the rows around, within the input's range: a person's inputs are smooth. */
static double between_smoothly(const drive_log *log, int column, double share)
{
    const double *times_s = log->columns[LOG_TIME], *values = log->columns[column];
    double time_s = times_s[log->row] + share * (times_s[log->row + 1] - times_s[log->row]),
           sum = 0;
    for (int i = log->row - 1; i <= log->row + 2; ++i) {
        double part = values[i];
        for (int j = log->row - 1; j <= log->row + 2; ++j)
            if (j != i) part *= (time_s - times_s[j]) / (times_s[i] - times_s[j]);
        sum += part;
    }
    if (column < LOG_FIRST_INPUT || column >= LOG_FIRST_INPUT + LOG_INPUTS) return sum;
    const kamm_field_info *input = &kamm_input_fields(NULL)[column - LOG_FIRST_INPUT];
    return fmin(fmax(sum, input->min), input->max);
}

/* A column's value between the present row and the next; 0 if the log lacks it. */
static double between(const drive_log *log, int column, double share)
{
    const double *values = log->columns[column];
    if (!values) return 0;
    if (log->is_smooth && log->row > 0 && log->row + 2 < log->rows && share > 0 && share < 1)
        return between_smoothly(log, column, share);
    double here = values[log->row];
    int next = log->row + 1 < log->rows ? log->row + 1 : log->row;
    return here + share * (values[next] - here);
}

static int holds_speed(const drive_log *log)
{
    return log->columns[LOG_SPEED] && !log->columns[LOG_throttle] && !log->columns[LOG_brake];
}

static const char *who_drives(const drive_log *log, int commands)
{
    if (commands) return "acceleration_mps2 is commanded";
    if (log->columns[LOG_acceleration_mps2])
        return "the speed that follows from acceleration_mps2 is held by a driver with accelerator "
               "and brake";
    return holds_speed(log) ? "speed_mps is held by a driver with accelerator and brake"
                            : "accelerator and brake as logged";
}

/* Whether the model itself obeys accelerations. */
static int commands(const kamm_bench *bench, const drive_log *log)
{
    return bench->info.takes_commands && log->columns[LOG_acceleration_mps2];
}

/* Steering-wheel angle of the first row. */
static double first_steering_rad(const kamm_bench *bench, const drive_log *log)
{
    double lock_rad = bench->info.steering_lock_rad;
    double angle_rad = first(log, LOG_steering_wheel_rad, 0) +
                       first(log, LOG_ROAD_WHEEL, 0) * bench->info.steering_ratio;
    return fmin(fmax(angle_rad, -lock_rad), lock_rad);
}

/* Puts the car so that its channels x_m and y_m, whatever point they tell of, read as logged. */
static void place(kamm_bench *bench, const drive_log *log, double forward_mps, int gear)
{
    double x_m = first(log, LOG_X, 0), y_m = first(log, LOG_Y, 0), yaw_rad = first(log, LOG_YAW, 0);
    kamm_bench_place(bench, 0, x_m, y_m, yaw_rad, forward_mps, gear);
    double off_x_m = kamm_bench_read(bench, 0, KAMM_CHANNEL_x_m) - x_m;
    double off_y_m = kamm_bench_read(bench, 0, KAMM_CHANNEL_y_m) - y_m;
    kamm_bench_place(bench, 0, x_m - off_x_m, y_m - off_y_m, yaw_rad, forward_mps, gear);
}

static double pedal(double share) { return fmin(fmax(share, 0), 1); }

/* The motion that a placement does not tell: steering, pedals that are pressed already, yaw rate, and velocity to the left, of the point
 * that the channels tell of. */
static void set_moving(kamm_bench *bench, const drive_log *log, double left_mps)
{
    kamm_cars *cars = bench->cars;
    double yaw_rad = first(log, LOG_YAW, 0), yaw_radps = first(log, LOG_YAW_RATE, 0);
    double back_m = cars->models[0]->reported[0] - cars->models[0]->origin[0];
    double left_m = cars->models[0]->reported[1] - cars->models[0]->origin[1];
    double x_mps = yaw_radps * left_m, y_mps = left_mps - yaw_radps * back_m;
    PUT_CAR_STATE(cars, 0, car.steering_rad, (float)first_steering_rad(bench, log));
    kamm_bench_input(bench, 0)->steering_wheel_rad = CAR_STATE(cars, 0, car.steering_rad);
    PUT_CAR_STATE(cars, 0, car.throttle_state, (float)pedal(first(log, LOG_throttle, 0)));
    PUT_CAR_STATE(cars, 0, car.brake_state, (float)pedal(first(log, LOG_brake, 0)));
    if (!kamm_bench_has(bench, KAMM_FEATURE_FORCES)) return;
    PUT_CAR_STATE(cars, 0, car.yaw_rate_radps, (float)yaw_radps);
    PUT_CAR_STATE(cars, 0, car.velocity_x_mps,
                  CAR_STATE(cars, 0, car.velocity_x_mps) +
                      (float)(x_mps * cos(yaw_rad) - y_mps * sin(yaw_rad)));
    PUT_CAR_STATE(cars, 0, car.velocity_y_mps,
                  CAR_STATE(cars, 0, car.velocity_y_mps) +
                      (float)(x_mps * sin(yaw_rad) + y_mps * cos(yaw_rad)));
}

static void start(kamm_bench *bench, const drive_log *log, kamm_notes *notes)
{
    int gear = (int)first(log, LOG_gear, KAMM_GEAR_DRIVE);
    double speed_mps = first(log, LOG_SPEED, 0), sideslip_rad = first(log, LOG_SIDESLIP, 0);
    int slips = kamm_bench_has(bench, KAMM_FEATURE_FORCES);
    place(bench, log, slips ? speed_mps * cos(sideslip_rad) : speed_mps, gear);
    set_moving(bench, log, speed_mps * sin(sideslip_rad));
    kamm_add_note(notes, "starts at time_s %g: x %g m, y %g m, yaw %g rad, speed %g m/s, gear %s",
                  log->columns[LOG_TIME][0], first(log, LOG_X, 0), first(log, LOG_Y, 0),
                  first(log, LOG_YAW, 0), speed_mps,
                  gear == KAMM_GEAR_DRIVE ? "by the shift map" : "as logged");
    kamm_add_note(notes, "%s", who_drives(log, commands(bench, log)));
}

/* The row of that time, and how far it is on the way to the next. Times do not go back. */
static double find_row(const kamm_bench *bench, drive_log *log, double time_s)
{
    const double *times_s = log->columns[LOG_TIME];
    double nearest_s = time_s + bench->tick_s / 2; /* what rounding has left over of a row's time */
    if (log->is_smooth) nearest_s = time_s;
    while (log->row + 2 < log->rows && times_s[log->row + 1] <= nearest_s) ++log->row;
    double share = (time_s - times_s[log->row]) / (times_s[log->row + 1] - times_s[log->row]);
    return fmin(fmax(share, 0), 1);
}

static double held(const drive_log *log, int column)
{
    return log->columns[column] ? log->columns[column][log->row] : 0;
}

/* Quantities from the rates of the log so far. */
typedef struct {
    kamm_speed_hold hold;
    double speed_mps, steering_wheel_rad;
    double road_wheel_rate_radps, acceleration_mps2; /* of the row in which the substep begins */
} log_driver;

static void steer(kamm_bench *bench, const drive_log *log, double share, log_driver *driver)
{
    double ratio = bench->info.steering_ratio, lock_rad = bench->info.steering_lock_rad;
    kamm_input *input = kamm_bench_input(bench, 0);
    if (log->columns[LOG_road_wheel_rate_radps]) {
        double rate_radps = driver->road_wheel_rate_radps;
        input->steering_wheel_rad = (float)driver->steering_wheel_rad;
        input->road_wheel_rate_radps = (float)rate_radps;
        driver->steering_wheel_rad =
            fmin(fmax(driver->steering_wheel_rad + rate_radps * ratio * bench->tick_s, -lock_rad),
                 lock_rad);
        return;
    }
    double wanted_rad =
        between(log, LOG_steering_wheel_rad, share) + between(log, LOG_ROAD_WHEEL, share) * ratio;
    double now_rad = kamm_bench_read(bench, 0, KAMM_CHANNEL_steering_wheel_rad);
    input->steering_wheel_rad = (float)wanted_rad;
    input->road_wheel_rate_radps = (float)((wanted_rad - now_rad) / (ratio * bench->tick_s));
}

static void use_pedals(kamm_bench *bench, const drive_log *log, double share, log_driver *driver)
{
    kamm_input *input = kamm_bench_input(bench, 0);
    if (log->columns[LOG_acceleration_mps2]) {
        driver->hold.rising_mps2 = driver->acceleration_mps2;
        kamm_drive_hold_speed(bench, 0, &driver->hold, driver->speed_mps);
        driver->speed_mps = fmax(0, driver->speed_mps + driver->acceleration_mps2 * bench->tick_s);
    } else if (holds_speed(log)) {
        kamm_drive_hold_speed(bench, 0, &driver->hold, between(log, LOG_SPEED, share));
    } else {
        input->throttle = (float)between(log, LOG_throttle, share);
        input->brake = (float)between(log, LOG_brake, share);
    }
}

/* All of the log. A test that steers and drives by other columns then writes its own. */
static void copy_inputs(kamm_bench *bench, const drive_log *log, double share)
{
    float *inputs = (float *)kamm_bench_input(bench, 0); /* all its members are floats */
    for (int i = 0; i < LOG_INPUTS; ++i)
        if (log->columns[LOG_FIRST_INPUT + i])
            inputs[i] = (float)between(log, LOG_FIRST_INPUT + i, share);
}

/* Inputs for the substep that begins at `time_s`. What is measured (angles, pedals, speed) is to be there at its end: a channel tells what a
 * substep has come to. Rates and gears hold from their row on. A rate that leads the steering is left to the step
 * (input `command`), but where that would take the pedals out of use. */
static void set_inputs(kamm_bench *bench, drive_log *log, double time_s, log_driver *driver)
{
    kamm_input *input = kamm_bench_input(bench, 0);
    int is_commanded = commands(bench, log);
    find_row(bench, log, time_s);
    driver->road_wheel_rate_radps = held(log, LOG_road_wheel_rate_radps);
    driver->acceleration_mps2 = held(log, LOG_acceleration_mps2);
    double gear = log->columns[LOG_gear] ? held(log, LOG_gear) : (double)input->gear;
    double share = find_row(bench, log, time_s + bench->tick_s);
    copy_inputs(bench, log, share);
    input->gear = (float)gear;
    int rate_leads = log->columns[LOG_road_wheel_rate_radps] && !bench->info.takes_commands;
    input->command = is_commanded || rate_leads ? 1 : 0;
    input->acceleration_mps2 = (float)driver->acceleration_mps2;
    steer(bench, log, share, driver);
    if (!is_commanded) use_pedals(bench, log, share, driver);
}

static void tell_row(const kamm_bench *bench, double time_s, const kamm_replay_options *options)
{
    if (options->out) kamm_write_channels(bench->cars, 0, time_s, options->out);
    if (options->at_row) options->at_row(bench->cars, time_s, options->user);
}

static double length_s(const drive_log *log)
{
    return log->columns[LOG_TIME][log->rows - 1] - log->columns[LOG_TIME][0];
}

/* Tells how far it is; whether the caller wants no more. */
static int is_stopped(kamm_bench *bench, const drive_log *log, const kamm_replay_options *options,
                      double done_s)
{
    if (!options->progress || !options->progress(done_s, length_s(log), options->user)) return 0;
    return kamm_bench_stop(bench, kamm_fail(bench->error, KAMM_ERROR_STOPPED, "",
                                            "the replay was stopped after %g s", done_s));
}

static void tell_substep(const kamm_bench *bench, const log_observer *observer)
{
    if (observer) observer->at_substep(bench->cars, observer->user);
}

static void drive(kamm_bench *bench, drive_log *log, const kamm_replay_options *options,
                  const log_observer *observer)
{
    const double *times_s = log->columns[LOG_TIME];
    log_driver driver = {.hold.may_brake = 1,
                         .speed_mps = first(log, LOG_SPEED, 0),
                         .steering_wheel_rad = first_steering_rad(bench, log)};
    long long substeps = 0, in_a_second = llround(1 / bench->info.substep_s);
    bench->substeps = 1;
    bench->tick_s = bench->info.substep_s;
    if (options->out) kamm_write_channel_names(bench->model, options->out);
    tell_substep(bench, observer);
    for (int row = 0; row < log->rows; ++row) {
        double since_start_s = times_s[row] - times_s[0];
        long long due = llround(since_start_s / bench->tick_s);
        for (; substeps < due; ++substeps) {
            double done_s = (double)substeps * bench->tick_s;
            if (substeps % in_a_second == 0 && is_stopped(bench, log, options, done_s)) return;
            set_inputs(bench, log, times_s[0] + done_s, &driver);
            kamm_bench_tick(bench);
            tell_substep(bench, observer);
        }
        tell_row(bench, times_s[row], options);
        if (is_stopped(bench, log, options, since_start_s)) return;
    }
}

static kamm_result check_out(FILE *out, kamm_error *error)
{
    if (!out || (fflush(out) == 0 && !ferror(out))) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FILE, "", "the channels can't be written: %s",
                     strerror(errno));
}

kamm_result kamm_drive_log(drive_log *log, const kamm_vehicle_file *car,
                           const kamm_replay_options *options, const log_observer *observer,
                           kamm_notes *notes, kamm_error *error)
{
    kamm_bench bench;
    kamm_test_options bench_options = {.surface = options->surface, .rung = options->rung};
    kamm_result result = kamm_bench_build(&bench, car, &bench_options, error);
    if (result) return result;
    bench.most_driven_s = INFINITY; /* the log has a limit of its own */
    if (kamm_bench_line_up(&bench, 1)) {
        start(&bench, log, notes);
        drive(&bench, log, options, observer);
        if (!kamm_bench_is_well(&bench, 0))
            kamm_add_note(notes, "the car's step failed: it was parked");
        result = kamm_bench_is_stopped(&bench) ? bench.outcome : check_out(options->out, error);
    } else {
        result = kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
    }
    kamm_bench_clear(&bench);
    return result;
}

kamm_result kamm_replay(const char *log_path, const kamm_vehicle_file *car,
                        const kamm_replay_options *options, kamm_notes *notes, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    static const kamm_replay_options no_options;
    KAMM_REQUIRE_WITH(error, log_path && car, KAMM_ERROR_MISUSE);
    drive_log log = {0};
    if (notes) notes->count = notes->dropped = 0;
    if (!options) options = &no_options;
    kamm_result result = kamm_read_drive_log(log_path, options->columns, &log, notes, error);
    if (!result) result = kamm_drive_log(&log, car, options, NULL, notes, error);
    kamm_free_drive_log(&log);
    return result;
}
