/* g-g-V diagrams of a report: longitudinal over lateral acceleration, a closed line for each speed (kamm_find_ggv). The
 * speeds are the same for all vehicles of a report, so that their lines can be compared. */
#include "lab/car_report.h"

#include "base/float_mode.h"
#include "fields/fields.h"

#include <errno.h>
#include <kamm/linear.h>
#include <math.h>
#include <string.h>

enum { LINES = 5, POINTS = 25 };
static const double gravity_mps2 = 9.80665, kmh_mps = 1 / 3.6, road_friction = 1;

double kamm_ggv_step_kmh(const struct reported_car *cars, int count)
{
    static const double steps[] = {1, 2, 5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 100};
    double top_kmh = 0;
    int i = 0;
    for (int car = 0; car < count; ++car)
        top_kmh = fmax(top_kmh, cars[car].info.top_speed_mps / kmh_mps);
    while (LINES * steps[i] < 0.99 * top_kmh && i + 1 < (int)(sizeof steps / sizeof *steps)) ++i;
    return steps[i];
}

/* Number of lines: the last one is at most a little above the top speed. */
static int line_count(const struct reported_car *car)
{
    double lines = 1.01 * car->info.top_speed_mps / kmh_mps / car->ggv_step_kmh;
    return (int)fmin(LINES, lines);
}

static void add_line(struct plot *plot, int line, double speed_kmh, const kamm_ggv_point *points)
{
    kamm_add_series(plot, line, line % 4, "%g km/h", speed_kmh);
    for (int side = 1; side >= -1; side -= 2) /* from the right to the left, and back */
        for (int i = 0; i < 2 * POINTS - 1; ++i) {
            int at = i < POINTS ? POINTS - 1 - i : i - POINTS + 1;
            double y = side > 0 ? points[at].accelerating_mps2 : points[at].braking_mps2;
            double x = (i < POINTS ? side : -side) * points[at].lateral_mps2;
            kamm_add_point(plot, x / gravity_mps2, y / gravity_mps2);
        }
    kamm_add_point(plot, points[POINTS - 1].lateral_mps2 / gravity_mps2,
                   points[POINTS - 1].accelerating_mps2 / gravity_mps2);
}

void kamm_fill_ggv(const struct reported_car *car, struct plot *plot)
{
    kamm_ggv_point points[POINTS];
    for (int line = 0; line < line_count(car); ++line) {
        double speed_kmh = (line + 1) * car->ggv_step_kmh;
        if (!kamm_find_ggv(car->model, road_friction, speed_kmh * kmh_mps, points, POINTS, NULL))
            add_line(plot, line, speed_kmh, points);
    }
}

/* -- As numbers -- */

static void write_quoted(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; ++text) fputs((char[]){*text, *text == '"' ? '"' : 0, 0}, out);
    fputc('"', out);
}

static void write_number(FILE *out, char before, double value)
{
    char text[KAMM_NUMBER_TEXT];
    kamm_format_number(text, value);
    fprintf(out, "%c%s", before, text);
}

static void write_rows(const struct reported_car *car, FILE *out)
{
    kamm_ggv_point points[POINTS];
    const char *name = *car->file->id ? car->file->id : car->file->def.name;
    for (int line = 0; line < line_count(car); ++line) {
        double speed_mps = (line + 1) * car->ggv_step_kmh * kmh_mps;
        if (kamm_find_ggv(car->model, road_friction, speed_mps, points, POINTS, NULL)) continue;
        for (int i = 0; i < POINTS; ++i) {
            write_quoted(out, name);
            write_number(out, ',', speed_mps);
            write_number(out, ',', points[i].lateral_mps2);
            write_number(out, ',', points[i].accelerating_mps2);
            write_number(out, ',', points[i].braking_mps2);
            fputc('\n', out);
        }
    }
}

kamm_result kamm_write_ggv(const kamm_vehicle_file *vehicles, int count, kamm_rung rung, FILE *out,
                           kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, vehicles && out && count > 0 && count <= KAMM_MAX_REPORTED,
                      KAMM_ERROR_MISUSE);
    kamm_error own = {0};
    kamm_test_options options = {.rung = rung};
    struct reported_car *cars = kamm_allocate_array((size_t)count, sizeof *cars);
    if (!cars) return kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
    kamm_result result = KAMM_OK;
    for (int i = 0; i < count && !result; ++i) {
        cars[i].file = &vehicles[i];
        result = kamm_judge_reported(&cars[i], &options, -1, &own);
    }
    fputs(result ? "" : "vehicle,speed_mps,lateral_mps2,accelerating_mps2,braking_mps2\n", out);
    for (int i = 0; i < count && !result; ++i) {
        cars[i].ggv_step_kmh = kamm_ggv_step_kmh(cars, count);
        write_rows(&cars[i], out);
    }
    if (!result && (fflush(out) || ferror(out)))
        result = kamm_fail(&own, KAMM_ERROR_FILE, "", "the g-g-V diagrams can't be written: %s",
                           strerror(errno));
    for (int i = 0; i < count; ++i) kamm_destroy_model(cars[i].model);
    kamm_release(cars);
    if (result && error) *error = own;
    return result;
}
