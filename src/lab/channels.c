/* Channels as CSV. */
#include "base/error.h"
#include "base/float_mode.h"
#include <kamm/io/lab.h>
#include <string.h>

/* A decimal point whatever the country; seven digits, as a float has. */
static void write_number(double value, char separator, FILE *out)
{
    char text[32];
    snprintf(text, sizeof text, "%.7g", value);
    char *comma = strchr(text, ',');
    if (comma) *comma = '.';
    fprintf(out, "%s%c", text, separator);
}

void kamm_write_channel_names(const kamm_model *model, FILE *out)
{
    KAMM_REQUIRE(model && out, );
    int wheels = kamm_describe(model).wheel_count, count, wheel_count;
    const kamm_field_info *channels = kamm_channel_fields(&count);
    const kamm_field_info *wheel_channels = kamm_wheel_channel_fields(&wheel_count);
    for (int i = 0; i < count; ++i) fprintf(out, "%s%s", i ? "," : "", channels[i].name);
    for (int wheel = 0; wheel < wheels; ++wheel)
        for (int i = 0; i < wheel_count; ++i)
            fprintf(out, ",wheel%d_%s", wheel, wheel_channels[i].name);
    fputc('\n', out);
}

void kamm_write_channels(const kamm_cars *cars, int car, double time_s, FILE *out)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(cars && out, );
    KAMM_REQUIRE(car >= 0 && car < kamm_count(cars), );
    int wheels = kamm_describe(kamm_model_of(cars, car)).wheel_count;
    int last = wheels * KAMM_WHEEL_CHANNEL_COUNT - 1;
    for (int i = 0; i < KAMM_CHANNEL_COUNT; ++i) {
        double value = i == KAMM_CHANNEL_time_s ? time_s : kamm_read(cars, car, (kamm_channel)i);
        write_number(value, ',', out);
    }
    for (int i = 0; i <= last; ++i) {
        int wheel = i / KAMM_WHEEL_CHANNEL_COUNT;
        kamm_wheel_channel channel = (kamm_wheel_channel)(i % KAMM_WHEEL_CHANNEL_COUNT);
        write_number(kamm_read_wheel(cars, car, wheel, channel), i < last ? ',' : '\n', out);
    }
}
