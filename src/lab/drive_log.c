/* Reads a drive's columns, whatever units their names tell of. */
#include "lab/drive_log.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "fields/fields.h"
#include "io/csv.h"
#include "io/vbo.h"
#include <kamm/cars.h>

#define QUANTITY_OF_INPUT(name, unit, default_value, min, max, doc) \
    [LOG_##name] = {#name, unit, min, max},

/* Names of columns are SI names with their unit. Columns with a maximum, the pedals, may be in per
 * cent. */
static const kamm_quantity quantities[LOG_COLUMNS] = {
    [LOG_TIME] = {"time_s", "s", -1e10, 1e10}, /* of day, of a year, since 1970 */
    [LOG_ROAD_WHEEL] = {"road_wheel_rad", "rad", -INFINITY, INFINITY},
    KAMM_INPUT_FIELDS(QUANTITY_OF_INPUT)[LOG_SPEED] = {"speed_mps", "m/s", -INFINITY, INFINITY},
    [LOG_X] = {"x_m", "m", -INFINITY, INFINITY},
    [LOG_Y] = {"y_m", "m", -INFINITY, INFINITY},
    [LOG_YAW] = {"yaw_rad", "rad", -INFINITY, INFINITY},
    [LOG_YAW_RATE] = {"yaw_rate_radps", "rad/s", -INFINITY, INFINITY},
    [LOG_SIDESLIP] = {"sideslip_rad", "rad", -INFINITY, INFINITY},
};

/* A day and more. All of it is driven before the command ends. */
enum { LOG_MAX_S = 100000 };

static const char percent[] = "_percent";

/* Meaning of a name: its column, and the conversion of its numbers to SI. */
struct meaning {
    int column; /* -1: none */
    double si;  /* what 1 is */
};

static int is_pedal(int column) { return quantities[column].max == 1; }

/* The other columns tell whether a car is commanded. */
static int is_of_logs(int column) { return column != LOG_command; }

static struct meaning meaning_of(const char *name)
{
    size_t length = strlen(name);
    for (int i = 0; i < LOG_COLUMNS; ++i) {
        if (!is_of_logs(i)) continue;
        const kamm_unit *unit = kamm_match_quantity(quantities[i], name, length);
        if (unit) return (struct meaning){i, kamm_to_si(unit, 1)};
        size_t base = strlen(quantities[i].name);
        if (is_pedal(i) && !strncmp(name, quantities[i].name, base) &&
            !strcmp(name + base, percent))
            return (struct meaning){i, 0.01};
    }
    return (struct meaning){-1, 0};
}

/* ---- names of the log ---- */

/* The name that `renamed` has for one of the log's, in `ours`; 0 if it has none. */
static int find_renamed(const char *renamed, const char *name, char ours[KAMM_NAME_TEXT])
{
    size_t length = strlen(name);
    for (const char *at = renamed; at && *at; at = *at ? at + 1 : at) {
        size_t pair = strcspn(at, ",");
        if (pair > length && !strncmp(at, name, length) && at[length] == '=') {
            snprintf(ours, KAMM_NAME_TEXT, "%.*s", (int)(pair - length - 1), at + length + 1);
            return 1;
        }
        at += pair;
    }
    return 0;
}

static int is_name_of(const kamm_field_info *names, int count, const char *name)
{
    for (int i = 0; i < count; ++i)
        if (!strcmp(names[i].name, name)) return 1;
    return 0;
}

/* Kamm's own files have all channels, of the wheels as "wheel0_load_n", of a trailer as "unit1_x_m", and the page's the way along a
 * lap. */
static int is_channel(const char *name)
{
    int count, digits = 0;
    if (sscanf(name, "unit%*2d_%n", &digits) == 0 && digits)
        return !strncmp(name + digits, "hitch_", 6) || is_channel(name + digits);
    const kamm_field_info *channels = kamm_channel_fields(&count);
    if (is_name_of(channels, count, name) || !strcmp(name, "distance_m")) return 1;
    const kamm_field_info *wheel_channels = kamm_wheel_channel_fields(&count);
    return sscanf(name, "wheel%*2d_%n", &digits) == 0 && digits &&
           is_name_of(wheel_channels, count, name + digits);
}

static void offer_units(kamm_nearest *nearest, int column)
{
    int count;
    char name[KAMM_NAME_TEXT];
    const kamm_unit *units = kamm_units(&count);
    for (int i = 0; i < count; ++i)
        if (!strcmp(units[i].si, quantities[column].unit))
            kamm_suggest_name(nearest, kamm_name_in_unit(name, quantities[column], &units[i]));
    if (!is_pedal(column)) return;
    snprintf(name, sizeof name, "%s%s", quantities[column].name, percent);
    kamm_suggest_name(nearest, name);
}

static kamm_result fail_unknown(const kamm_csv *csv, const drive_log *log, const char *name,
                                kamm_error *error)
{
    int count = 0;
    kamm_nearest nearest = kamm_start_nearest(name, strlen(name));
    for (int i = 0; i < LOG_COLUMNS; ++i)
        if (is_of_logs(i)) offer_units(&nearest, i);
    const kamm_field_info *channels = log->wants_measured ? kamm_channel_fields(&count) : NULL;
    for (int i = 0; i < count; ++i) kamm_suggest_name(&nearest, channels[i].name);
    return kamm_fail(error, KAMM_ERROR_UNKNOWN, name,
                     "%s:%d: column %s is not known%s%s%s --columns %s=NAME says what it is, "
                     "--columns %s= leaves it aside",
                     csv->path, csv->lines[0], name, *nearest.best ? ": did you mean " : "",
                     nearest.best, *nearest.best ? "?" : ".", name, name);
}

/* ---- measured channels ---- */

/* What 1 of the name is in SI, if it names the channel in one of its units; else 0. */
static double channel_si(const kamm_field_info *channel, const char *name)
{
    const kamm_quantity quantity = {channel->name, channel->unit, -INFINITY, INFINITY};
    if (strcmp(name, channel->name) == 0) return 1;
    if (!kamm_si_unit(channel->unit)) return 0; /* not of a kind with units of its own */
    const kamm_unit *unit = kamm_match_quantity(quantity, name, strlen(name));
    return unit ? kamm_to_si(unit, 1) : 0;
}

/* Writes the channel's own name and returns what 1 is in SI; 0: there is no such channel. */
static double find_channel(const char *name, char own[64])
{
    int count, digits = 0, wheel = 0;
    int is_wheel = sscanf(name, "wheel%2d_%n", &wheel, &digits) == 1 && digits;
    const kamm_field_info *channels =
        is_wheel ? kamm_wheel_channel_fields(&count) : kamm_channel_fields(&count);
    for (int i = 0; i < count; ++i) {
        double si = channel_si(&channels[i], name + digits);
        if (!si) continue;
        snprintf(own, 64, "%.*s%s", digits, name, channels[i].name);
        return si;
    }
    return 0;
}

/* ---- columns ---- */

static kamm_result read_column(const kamm_csv *csv, int column, double si, double **values,
                               kamm_error *error)
{
    *values = kamm_allocate_array((size_t)csv->rows + 1, sizeof **values);
    if (!*values)
        return kamm_fail(error, KAMM_ERROR_MEMORY, csv->path, "%s: out of memory", csv->path);
    kamm_result result = kamm_csv_numbers(csv, column, *values, error);
    for (int row = 0; row < csv->rows && !result; ++row) (*values)[row] *= si;
    return result;
}

static kamm_result take_measured(const kamm_csv *csv, int column, const char *name, drive_log *log,
                                 int *told, kamm_error *error)
{
    struct log_measured *measured = &log->measured[log->measured_count];
    double si = log->measured_count < LOG_MAX_MEASURED ? find_channel(name, measured->name) : 0;
    *told = si != 0;
    if (!si) return KAMM_OK;
    ++log->measured_count;
    return read_column(csv, column, si, &measured->values, error);
}

/* Takes what its name, or the one that `renamed` gives it, means; `told` says whether it has a meaning. */
static kamm_result take_column(const kamm_csv *csv, const char *renamed, int column, drive_log *log,
                               int *told, kamm_error *error)
{
    char ours[KAMM_NAME_TEXT];
    const char *theirs = kamm_csv_name(csv, column);
    int is_renamed = find_renamed(renamed, theirs, ours);
    struct meaning meaning = meaning_of(is_renamed ? ours : theirs);
    *told = meaning.column >= 0 || (is_renamed && !*ours);
    if (log->wants_measured && !*told) {
        kamm_result result =
            take_measured(csv, column, is_renamed ? ours : theirs, log, told, error);
        if (result || *told) return result;
    }
    if (meaning.column < 0)
        return is_renamed && *ours ? fail_unknown(csv, log, ours, error) : KAMM_OK;
    if (log->columns[meaning.column])
        return kamm_fail(error, KAMM_ERROR_FORMAT, theirs,
                         "%s:%d: two columns tell %s, %s is the second", csv->path, csv->lines[0],
                         quantities[meaning.column].name, theirs);
    return read_column(csv, column, meaning.si, &log->columns[meaning.column], error);
}

static kamm_result take_table(const kamm_csv *csv, const char *renamed, drive_log *log,
                              kamm_error *error)
{
    kamm_result result = KAMM_OK;
    log->rows = csv->rows;
    for (int column = 0; column < csv->columns && !result; ++column) {
        int told;
        const char *name = kamm_csv_name(csv, column);
        result = take_column(csv, renamed, column, log, &told, error);
        if (!result && !told && !is_channel(name)) result = fail_unknown(csv, log, name, error);
    }
    return result;
}

/* ---- VBO ---- */

static const struct {
    const char *name;
    enum log_column column;
} standard[] = {{"time", LOG_TIME},
                {"velocity", LOG_SPEED},
                {"heading", LOG_YAW},
                {"lat", LOG_Y},
                {"long", LOG_X}};
enum { STANDARD_COUNT = sizeof standard / sizeof *standard };

/* The columns of satellites, where no other tells the same. */
static kamm_result take_standard(const kamm_vbo *vbo, drive_log *log, kamm_error *error)
{
    kamm_result result = KAMM_OK;
    for (int i = 0; i < STANDARD_COUNT && !result; ++i) {
        int column = kamm_csv_find(&vbo->table, standard[i].name);
        double **values = &log->columns[standard[i].column];
        double si = standard[i].column == LOG_SPEED ? vbo->velocity_mps : 1;
        if (column >= 0 && !*values) result = read_column(&vbo->table, column, si, values, error);
    }
    return result;
}

static void convert_standard(drive_log *log, const drive_log *own)
{
    if (!own->columns[LOG_TIME] && log->columns[LOG_TIME])
        kamm_vbo_time_s(log->columns[LOG_TIME], log->rows);
    if (!own->columns[LOG_YAW] && log->columns[LOG_YAW])
        kamm_vbo_yaw_rad(log->columns[LOG_YAW], log->rows);
    if (!own->columns[LOG_X] && !own->columns[LOG_Y] && log->columns[LOG_X] && log->columns[LOG_Y])
        kamm_vbo_place_m(log->columns[LOG_Y], log->columns[LOG_X], log->rows);
}

static int is_standard(const char *name)
{
    for (int i = 0; i < STANDARD_COUNT; ++i)
        if (!strcmp(name, standard[i].name)) return 1;
    return 0;
}

/* A logger has many more channels than a car has inputs: those without a name in the log's list are no error. */
static kamm_result take_vbo(const kamm_vbo *vbo, const char *renamed, drive_log *log,
                            kamm_error *error)
{
    kamm_result result = KAMM_OK;
    int told;
    log->rows = vbo->table.rows;
    for (int column = 0; column < vbo->table.columns && !result; ++column)
        result = take_column(&vbo->table, renamed, column, log, &told, error);
    const drive_log own = *log;
    if (!result) result = take_standard(vbo, log, error);
    if (!result) convert_standard(log, &own);
    return result;
}

/* ---- what a drive needs ---- */

static kamm_result check_pair(const kamm_csv *csv, const drive_log *log, int one, int other,
                              const char *verb, kamm_error *error)
{
    if (!log->columns[one] || !log->columns[other]) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FORMAT, quantities[other].name,
                     "%s:%d: %s and %s can't both %s", csv->path, csv->lines[0],
                     quantities[one].name, quantities[other].name, verb);
}

static kamm_result check_drives(const kamm_csv *csv, const drive_log *log, kamm_error *error)
{
    for (int i = LOG_ROAD_WHEEL; i <= LOG_SPEED; ++i)
        if (log->columns[i]) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_MISSING, "steering_wheel_rad",
                     "%s:%d: no column drives the car: steering_wheel_rad, throttle, brake, "
                     "speed_mps or another input, in any unit",
                     csv->path, csv->lines[0]);
}

static kamm_result check_times(const kamm_csv *csv, const drive_log *log, kamm_error *error)
{
    if (log->rows < 2)
        return kamm_fail(error, KAMM_ERROR_MISSING, csv->path,
                         "%s: a drive needs two rows at least, this has %d", csv->path, log->rows);
    for (int row = 1; row < log->rows; ++row)
        if (log->columns[LOG_TIME][row] <= log->columns[LOG_TIME][row - 1])
            return kamm_fail(error, KAMM_ERROR_RANGE, "time_s",
                             "%s:%d: time_s %g does not come after %g", csv->path,
                             csv->lines[row + 1], log->columns[LOG_TIME][row],
                             log->columns[LOG_TIME][row - 1]);
    double span_s = log->columns[LOG_TIME][log->rows - 1] - log->columns[LOG_TIME][0];
    if (span_s <= LOG_MAX_S) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "time_s",
                     "%s:%d: time_s %g is %g s after the first row; a drive takes %d s at most",
                     csv->path, csv->lines[log->rows], log->columns[LOG_TIME][log->rows - 1],
                     span_s, LOG_MAX_S);
}

static kamm_result check_columns(const kamm_csv *csv, const drive_log *log, kamm_error *error)
{
    if (!log->columns[LOG_TIME])
        return kamm_fail(error, KAMM_ERROR_MISSING, "time_s", "%s:%d: there is no column time_s",
                         csv->path, csv->lines[0]);
    kamm_result result =
        check_pair(csv, log, LOG_steering_wheel_rad, LOG_road_wheel_rate_radps, "steer", error);
    if (!result) result = check_pair(csv, log, LOG_throttle, LOG_acceleration_mps2, "drive", error);
    if (!result) result = check_pair(csv, log, LOG_brake, LOG_acceleration_mps2, "drive", error);
    if (!result) result = check_times(csv, log, error);
    return result ? result : check_drives(csv, log, error);
}

/* Kamm's own runs have the angles of both: the driver turned the steering wheel. */
static void steer_by_one(const kamm_csv *csv, drive_log *log, kamm_notes *notes)
{
    if (!log->columns[LOG_steering_wheel_rad] || !log->columns[LOG_ROAD_WHEEL]) return;
    kamm_release(log->columns[LOG_ROAD_WHEEL]);
    log->columns[LOG_ROAD_WHEEL] = NULL;
    kamm_add_note(notes, "%s: column %s is ignored, as %s steers", csv->path,
                  quantities[LOG_ROAD_WHEEL].name, quantities[LOG_steering_wheel_rad].name);
}

static void note_ignored(const kamm_csv *csv, const drive_log *log, int is_vbo, const char *renamed,
                         kamm_notes *notes)
{
    char ours[KAMM_NAME_TEXT], own[64];
    for (int column = 0; column < csv->columns; ++column) {
        const char *name = kamm_csv_name(csv, column);
        if (find_renamed(renamed, name, ours) || meaning_of(name).column >= 0) continue;
        if (is_vbo && is_standard(name)) continue;
        if (log->wants_measured && find_channel(name, own)) continue;
        kamm_add_note(notes, "%s: column %s is ignored", csv->path, name);
    }
}

kamm_result kamm_read_drive_log(const char *path, const char *renamed, drive_log *log,
                                kamm_notes *notes, kamm_error *error)
{
    kamm_vbo file = {.velocity_mps = 0};
    kamm_csv *csv = &file.table;
    int is_vbo = kamm_is_vbo(path);
    kamm_result result =
        is_vbo ? kamm_vbo_load(path, &file, error) : kamm_csv_load(path, csv, error);
    if (result) return result;
    result = is_vbo ? take_vbo(&file, renamed, log, error) : take_table(csv, renamed, log, error);
    if (!result) result = check_columns(csv, log, error);
    if (!result) {
        steer_by_one(csv, log, notes);
        note_ignored(csv, log, is_vbo, renamed, notes);
    }
    kamm_csv_free(csv);
    return result;
}

const char *kamm_log_column_name(enum log_column column) { return quantities[column].name; }

void kamm_free_drive_log(drive_log *log)
{
    for (int i = 0; i < log->measured_count; ++i) kamm_release(log->measured[i].values);
    for (int i = 0; i < LOG_COLUMNS; ++i) kamm_release(log->columns[i]);
}
