/* Channels as CSV. */
#include "base/error.h"
#include "base/float_mode.h"
#include <kamm/io/lab.h>
#include <string.h>

/* A decimal point whatever the country; seven digits, as a float has. */
static void write_number(double value, const char *before, FILE *out)
{
    char text[32];
    snprintf(text, sizeof text, "%.7g", value);
    char *comma = strchr(text, ',');
    if (comma) *comma = '.';
    fprintf(out, "%s%s", before, text);
}

/* Each name with `prefix` before it, and a comma before all but the row's first. */
static void write_names(const kamm_model *model, const char *prefix, FILE *out)
{
    int wheels = kamm_describe(model).wheel_count, count, wheel_count;
    const kamm_field_info *channels = kamm_channel_fields(&count);
    const kamm_field_info *wheel_channels = kamm_wheel_channel_fields(&wheel_count);
    for (int i = 0; i < count; ++i)
        fprintf(out, "%s%s%s", i || *prefix ? "," : "", prefix, channels[i].name);
    for (int wheel = 0; wheel < wheels; ++wheel)
        for (int i = 0; i < wheel_count; ++i)
            fprintf(out, ",%swheel%d_%s", prefix, wheel, wheel_channels[i].name);
}

/* All channels, with commas between them and none at the end. */
static void write_values(const kamm_cars *cars, int car, double time_s, FILE *out)
{
    int wheels = kamm_describe(kamm_model_of(cars, car)).wheel_count;
    for (int i = 0; i < KAMM_CHANNEL_COUNT; ++i) {
        double value = i == KAMM_CHANNEL_time_s ? time_s : kamm_read(cars, car, (kamm_channel)i);
        write_number(value, i ? "," : "", out);
    }
    for (int i = 0; i < wheels * KAMM_WHEEL_CHANNEL_COUNT; ++i) {
        int wheel = i / KAMM_WHEEL_CHANNEL_COUNT;
        kamm_wheel_channel channel = (kamm_wheel_channel)(i % KAMM_WHEEL_CHANNEL_COUNT);
        write_number(kamm_read_wheel(cars, car, wheel, channel), ",", out);
    }
}

void kamm_write_channel_names(const kamm_model *model, FILE *out)
{
    KAMM_REQUIRE(model && out, );
    write_names(model, "", out);
    fputc('\n', out);
}

void kamm_write_channels(const kamm_cars *cars, int car, double time_s, FILE *out)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(cars && out, );
    KAMM_REQUIRE(car >= 0 && car < kamm_count(cars), );
    write_values(cars, car, time_s, out);
    fputc('\n', out);
}

/* ---- combinations ---- */

static const char *const hitch_names[] = {"hitch_articulation_rad",
                                          "hitch_articulation_rate_radps",
                                          "hitch_force_x_n",
                                          "hitch_force_y_n",
                                          "hitch_force_z_n",
                                          "hitch_roll_nm",
                                          "hitch_yaw_nm"};
enum { HITCH_NAMES = sizeof hitch_names / sizeof *hitch_names };

static void write_hitch(const kamm_combinations *combinations, int index, int unit, FILE *out)
{
    kamm_hitch_state hitch;
    kamm_read_hitch(combinations, index, unit, &hitch);
    const double values[HITCH_NAMES] = {hitch.articulation_rad,
                                        hitch.articulation_rate_radps,
                                        hitch.force_n[0],
                                        hitch.force_n[1],
                                        hitch.force_n[2],
                                        hitch.roll_nm,
                                        hitch.yaw_nm};
    for (int i = 0; i < HITCH_NAMES; ++i) write_number(values[i], ",", out);
}

void kamm_write_combination_channel_names(kamm_combinations *combinations, int index, FILE *out)
{
    KAMM_REQUIRE(combinations && out, );
    KAMM_REQUIRE(index >= 0 && index < kamm_count(kamm_combination_cars(combinations, 0)), );
    for (int unit = 0; unit < kamm_combination_units(combinations); ++unit) {
        char prefix[16] = "";
        if (unit) snprintf(prefix, sizeof prefix, "unit%d_", unit);
        write_names(kamm_model_of(kamm_combination_cars(combinations, unit), index), prefix, out);
        for (int i = 0; unit && i < HITCH_NAMES; ++i) fprintf(out, ",%s%s", prefix, hitch_names[i]);
    }
    fputc('\n', out);
}

void kamm_write_combination_channels(kamm_combinations *combinations, int index, double time_s,
                                     FILE *out)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(combinations && out, );
    KAMM_REQUIRE(index >= 0 && index < kamm_count(kamm_combination_cars(combinations, 0)), );
    for (int unit = 0; unit < kamm_combination_units(combinations); ++unit) {
        if (unit) fputc(',', out);
        write_values(kamm_combination_cars(combinations, unit), index, time_s, out);
        if (unit) write_hitch(combinations, index, unit, out);
    }
    fputc('\n', out);
}
