/* Drives a car from a log. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "io/csv.h"
#include "io/notes.h"
#include "lab/driver.h"

enum {
    TIME,
    STEERING_WHEEL,
    ROAD_WHEEL,
    THROTTLE,
    BRAKE,
    HAND_BRAKE,
    CLUTCH,
    GEAR,
    SPEED,
    X,
    Y,
    YAW,
    COLUMNS
};

static const char *const names[COLUMNS] = {
    [TIME] = "time_s",
    [STEERING_WHEEL] = "steering_wheel_rad",
    [ROAD_WHEEL] = "road_wheel_rad",
    [THROTTLE] = "throttle",
    [BRAKE] = "brake",
    [HAND_BRAKE] = "hand_brake",
    [CLUTCH] = "clutch",
    [GEAR] = "gear",
    [SPEED] = "speed_mps",
    [X] = "x_m",
    [Y] = "y_m",
    [YAW] = "yaw_rad",
};

/* The known columns of a log; NULL where it has none. */
typedef struct {
    int rows;
    double *columns[COLUMNS];
    int row; /* the last one at or before the present */
} drive_log;

static void free_log(drive_log *log)
{
    for (int i = 0; i < COLUMNS; ++i) free(log->columns[i]);
}

static kamm_result read_column(const kamm_csv *csv, int column, double **values, kamm_error *error)
{
    *values = malloc(((size_t)csv->rows + 1) * sizeof **values);
    if (!*values)
        return kamm_fail(error, KAMM_ERROR_MEMORY, csv->path, "%s: out of memory", csv->path);
    return kamm_csv_numbers(csv, column, *values, error);
}

static void note_unknown_columns(const kamm_csv *csv, kamm_notes *notes)
{
    for (int column = 0; column < csv->columns; ++column) {
        int known = 0;
        for (int i = 0; i < COLUMNS; ++i)
            known |= strcmp(names[i], kamm_csv_name(csv, column)) == 0;
        if (!known)
            kamm_add_note(notes, "%s: column %s is ignored", csv->path, kamm_csv_name(csv, column));
    }
}

static kamm_result check_columns(const kamm_csv *csv, const drive_log *log, kamm_error *error)
{
    if (!log->columns[TIME])
        return kamm_fail(error, KAMM_ERROR_MISSING, "time_s", "%s:%d: there is no column time_s",
                         csv->path, csv->lines[0]);
    if (log->columns[STEERING_WHEEL] && log->columns[ROAD_WHEEL])
        return kamm_fail(error, KAMM_ERROR_FORMAT, "road_wheel_rad",
                         "%s:%d: steering_wheel_rad and road_wheel_rad can't both steer", csv->path,
                         csv->lines[0]);
    if (log->rows < 2)
        return kamm_fail(error, KAMM_ERROR_MISSING, csv->path,
                         "%s: a drive needs two rows at least, this has %d", csv->path, log->rows);
    for (int row = 1; row < log->rows; ++row)
        if (log->columns[TIME][row] <= log->columns[TIME][row - 1])
            return kamm_fail(error, KAMM_ERROR_RANGE, "time_s",
                             "%s:%d: time_s %g does not come after %g", csv->path,
                             csv->lines[row + 1], log->columns[TIME][row],
                             log->columns[TIME][row - 1]);
    return KAMM_OK;
}

static kamm_result take_columns(const kamm_csv *csv, drive_log *log, kamm_error *error)
{
    log->rows = csv->rows;
    for (int i = 0; i < COLUMNS; ++i) {
        int column = kamm_csv_find(csv, names[i]);
        if (column < 0) continue;
        kamm_result result = read_column(csv, column, &log->columns[i], error);
        if (result) return result;
    }
    return check_columns(csv, log, error);
}

static kamm_result read_log(const char *path, drive_log *log, kamm_notes *notes, kamm_error *error)
{
    kamm_csv csv;
    kamm_result result = kamm_csv_read(path, &csv, error);
    if (result) return result;
    note_unknown_columns(&csv, notes);
    result = take_columns(&csv, log, error);
    kamm_csv_free(&csv);
    return result;
}

static double first(const drive_log *log, int column, double otherwise)
{
    return log->columns[column] ? log->columns[column][0] : otherwise;
}

/* A column's value between the present row and the next; 0 if the log lacks it. */
static double between(const drive_log *log, int column, double share)
{
    const double *values = log->columns[column];
    if (!values) return 0;
    double here = values[log->row];
    int next = log->row + 1 < log->rows ? log->row + 1 : log->row;
    return here + share * (values[next] - here);
}

static int holds_speed(const drive_log *log)
{
    return log->columns[SPEED] && !log->columns[THROTTLE] && !log->columns[BRAKE];
}

static void start(kamm_rig *rig, const drive_log *log, kamm_notes *notes)
{
    int gear = (int)first(log, GEAR, KAMM_GEAR_DRIVE);
    double x_m = first(log, X, 0), y_m = first(log, Y, 0), yaw_rad = first(log, YAW, 0);
    double speed_mps = first(log, SPEED, 0);
    kamm_rig_place(rig, 0, x_m, y_m, yaw_rad, speed_mps, gear);
    kamm_add_note(notes, "starts at time_s %g: x %g m, y %g m, yaw %g rad, speed %g m/s, gear %s",
                  log->columns[TIME][0], x_m, y_m, yaw_rad, speed_mps,
                  gear == KAMM_GEAR_DRIVE ? "by the shift map" : "as logged");
    kamm_add_note(notes, "%s",
                  holds_speed(log) ? "speed_mps is held by a driver with accelerator and brake"
                                   : "accelerator and brake as logged");
}

/* Inputs for the substep that begins at `time_s`. */
static void set_inputs(kamm_rig *rig, drive_log *log, double time_s, kamm_speed_hold *hold)
{
    const double *times_s = log->columns[TIME];
    while (log->row + 2 < log->rows && times_s[log->row + 1] <= time_s) ++log->row;
    double share = (time_s - times_s[log->row]) / (times_s[log->row + 1] - times_s[log->row]);
    share = fmin(fmax(share, 0), 1);
    kamm_input *input = kamm_rig_input(rig, 0);
    double steering_rad = between(log, STEERING_WHEEL, share) +
                          between(log, ROAD_WHEEL, share) * rig->info.steering_ratio;
    input->steering_wheel_rad = (float)steering_rad;
    input->hand_brake = (float)between(log, HAND_BRAKE, share);
    input->clutch = (float)between(log, CLUTCH, share);
    if (log->columns[GEAR]) input->gear = (float)log->columns[GEAR][log->row];
    if (holds_speed(log)) {
        kamm_drive_hold_speed(rig, 0, hold, between(log, SPEED, share));
    } else {
        input->throttle = (float)between(log, THROTTLE, share);
        input->brake = (float)between(log, BRAKE, share);
    }
}

static void tell_row(const kamm_rig *rig, double time_s, const kamm_replay_options *options)
{
    if (options->out) kamm_write_channels(rig->cars, 0, time_s, options->out);
    if (options->at_row) options->at_row(rig->cars, time_s, options->user);
}

static void drive(kamm_rig *rig, drive_log *log, const kamm_replay_options *options)
{
    const double *times_s = log->columns[TIME];
    kamm_speed_hold hold = {.may_brake = 1};
    long long substeps = 0;
    rig->substeps = 1;
    rig->tick_s = rig->info.substep_s;
    if (options->out) kamm_write_channel_names(rig->model, options->out);
    for (int row = 0; row < log->rows; ++row) {
        double since_start_s = times_s[row] - times_s[0];
        long long due = llround(since_start_s / rig->tick_s);
        for (; substeps < due; ++substeps) {
            set_inputs(rig, log, times_s[0] + (double)substeps * rig->tick_s, &hold);
            kamm_rig_tick(rig);
        }
        tell_row(rig, times_s[row], options);
    }
}

static kamm_result check_out(FILE *out, kamm_error *error)
{
    if (!out || (fflush(out) == 0 && !ferror(out))) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FILE, "", "the channels can't be written: %s",
                     strerror(errno));
}

static kamm_result replay_log(drive_log *log, const kamm_vehicle_file *car,
                              const kamm_replay_options *options, kamm_notes *notes,
                              kamm_error *error)
{
    kamm_rig rig;
    kamm_test_options rig_options = {.surface = options->surface, .rung = options->rung};
    kamm_result result = kamm_rig_build(&rig, car, &rig_options, error);
    if (result) return result;
    if (kamm_rig_line_up(&rig, 1)) {
        start(&rig, log, notes);
        drive(&rig, log, options);
        if (!kamm_rig_is_well(&rig, 0))
            kamm_add_note(notes, "the car's step failed: it was parked");
        result = check_out(options->out, error);
    } else {
        result = kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
    }
    kamm_rig_clear(&rig);
    return result;
}

kamm_result kamm_replay(const char *log_path, const kamm_vehicle_file *car,
                        const kamm_replay_options *options, kamm_notes *notes, kamm_error *error)
{
    static const kamm_replay_options no_options;
    KAMM_REQUIRE(log_path && car, KAMM_ERROR_MISSING);
    drive_log log = {0};
    if (notes) notes->count = notes->dropped = 0;
    kamm_result result = read_log(log_path, &log, notes, error);
    if (!result) result = replay_log(&log, car, options ? options : &no_options, notes, error);
    free_log(&log);
    return result;
}
