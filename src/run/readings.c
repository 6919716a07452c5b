/* Channels by their paths: of cars, and of their wheels. */
#include "readings.h"

#include "../base/error.h"
#include "../base/float_mode.h"
#include "../fields/fields.h"
#include "cars.h"

#include <kamm/batch.h>
#include <string.h>

typedef const kamm_field_info *field_list(int *count);

static int find_name(field_list *fields, const char *name)
{
    int count;
    const kamm_field_info *info = fields(&count);
    for (int i = 0; i < count; ++i)
        if (!strcmp(info[i].name, name)) return i;
    return -1;
}

static kamm_result fail_name(const char *kind, field_list *fields, const char *name,
                             const char *path, kamm_error *error)
{
    int count;
    const kamm_field_info *info = fields(&count);
    kamm_nearest nearest = kamm_start_nearest(name, strlen(name));
    for (int i = 0; i < count; ++i) kamm_suggest_name(&nearest, info[i].name);
    const char *meant = fields == kamm_input_fields
                            ? NULL
                            : kamm_channel_meant_by(name, fields == kamm_wheel_channel_fields);
    const char *best = meant ? meant : nearest.best;
    return kamm_fail(error, KAMM_ERROR_UNKNOWN, path, "%.100s: there is no such %s%s%s%s", path,
                     kind, *best ? "; did you mean \"" : "", best, *best ? "\"?" : "");
}

kamm_result kamm_check_obeyed(const kamm_cars *cars, int input, kamm_error *error)
{
    enum { COMMANDED = offsetof(kamm_input, acceleration_mps2) / sizeof(float) };
    if (input != COMMANDED || kamm_model_at(cars, 0)->info.takes_commands) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "acceleration_mps2",
                     "acceleration_mps2: cars on %s do not obey it; throttle and brake lead there",
                     cars->rung->info.name);
}

/* From `start`, 2 and `end` to 2 and what is behind; NULL for what does not look like that. */
static const char *after_number(const char *path, const char *start, const char *end, int *wheel)
{
    size_t length = strlen(start);
    const char *at = path + length, *first = at;
    if (strncmp(path, start, length) != 0) return NULL;
    for (*wheel = 0; *at >= '0' && *at <= '9' && at - first < 4; ++at)
        *wheel = 10 * *wheel + (*at - '0');
    return at > first && !strncmp(at, end, strlen(end)) ? at + strlen(end) : NULL;
}

/* From "wheels[2].load_n", or "wheel2_load_n" as columns of files have it, to 2 and "load_n". */
static const char *after_wheel(const char *path, int *wheel)
{
    const char *name = after_number(path, "wheels[", "].", wheel);
    return name ? name : after_number(path, "wheel", "_", wheel);
}

static kamm_result read_wheel_path(const char *path, int wheels, struct reading *reading,
                                   kamm_error *error)
{
    int wheel;
    const char *name = after_wheel(path, &wheel);
    if (!name)
        return kamm_fail(error, KAMM_ERROR_FORMAT, path,
                         "%.100s is not a channel's path; a wheel's looks like wheels[2].load_n",
                         path);
    if (wheel >= wheels)
        return kamm_fail(error, KAMM_ERROR_UNKNOWN, path,
                         "%.100s: there is no wheel %d; the cars have %d, counted from 0", path,
                         wheel, wheels);
    *reading = (struct reading){find_name(kamm_wheel_channel_fields, name), wheel};
    if (reading->channel >= 0) return KAMM_OK;
    return fail_name("channel of a wheel", kamm_wheel_channel_fields, name, path, error);
}

static kamm_result read_path(const char *path, int wheels, struct reading *reading,
                             kamm_error *error)
{
    int wheel;
    if (strchr(path, '[') || after_wheel(path, &wheel))
        return read_wheel_path(path, wheels, reading, error);
    *reading = (struct reading){find_name(kamm_channel_fields, path), -1};
    if (reading->channel >= 0) return KAMM_OK;
    return fail_name("channel", kamm_channel_fields, path, path, error);
}

kamm_result kamm_find_input(const char *name, int *input, kamm_error *error)
{
    *input = find_name(kamm_input_fields, name);
    if (*input >= 0) return KAMM_OK;
    return fail_name("input", kamm_input_fields, name, name, error);
}

kamm_result kamm_find_readings(const kamm_cars *cars, const char *const *paths, int count,
                               struct reading *readings, kamm_error *error)
{
    for (int i = 0; i < count; ++i) {
        kamm_result result = read_path(paths[i], cars->layout->wheels, &readings[i], error);
        if (result) return result;
    }
    return KAMM_OK;
}

void kamm_read_row(const kamm_cars *cars, int car, const struct reading *readings, int count,
                   double *row)
{
    for (int i = 0; i < count; ++i) {
        const struct reading *from = &readings[i];
        row[i] = from->wheel < 0
                     ? kamm_read(cars, car, (kamm_channel)from->channel)
                     : kamm_read_wheel(cars, car, from->wheel, (kamm_wheel_channel)from->channel);
    }
}

kamm_result kamm_read_channels(const kamm_cars *cars, int count, const char *const *channels,
                               double *outputs, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, !count || (channels && outputs), KAMM_ERROR_MISUSE);
    if (count < 0 || count > KAMM_MAX_ROLLOUT_CHANNELS)
        return kamm_fail(error, KAMM_ERROR_RANGE, "count", "%d channels; allowed: 0 to %d", count,
                         KAMM_MAX_ROLLOUT_CHANNELS);
    struct reading readings[KAMM_MAX_ROLLOUT_CHANNELS];
    kamm_result result = kamm_find_readings(cars, channels, count, readings, error);
    for (int car = 0; !result && car < cars->count; ++car)
        kamm_read_row(cars, car, readings, count, outputs + (size_t)car * (size_t)count);
    return result;
}
