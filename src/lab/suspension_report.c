/* `kamm suspension CAR`: what the wheels do with travel, roll and steer. */
#include "suspension_plot.h"

#include "base/error.h"
#include "base/float_mode.h"
#include "vehicle/chassis.h"

#include <kamm/io/suspension.h>

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#define DEGREE 0.017453292519943295

/* -- columns ---------------------------------------------------------------------------------- */

static const struct column {
    const char *name, *unit, *key; /* in the table's head, and of the CSV */
    size_t offset;
    double scale; /* the table's, of SI */
    int decimals;
} columns[] = {
#define COLUMN(member, name, unit, key, scale, decimals) \
    {name, unit, key, offsetof(struct suspension_row, member), scale, decimals},
    COLUMN(travel_m, "travel", "mm", "travel_mm", 1e-3,
           0) COLUMN(camber_rad, "camber", "deg", "camber_deg", DEGREE,
                     3) COLUMN(toe_in_rad, "toe-in", "deg", "toe_in_deg", DEGREE, 3)
        COLUMN(toe_slope, "bump st.", "deg/m", "bump_steer_deg_per_m", DEGREE,
               2) COLUMN(caster_rad, "caster", "deg", "caster_deg", DEGREE, 2)
            COLUMN(inclination_rad, "kingpin", "deg", "kingpin_inclination_deg", DEGREE,
                   2) COLUMN(scrub_m, "scrub", "mm", "scrub_radius_mm", 1e-3, 1)
                COLUMN(trail_m, "trail", "mm", "mechanical_trail_mm", 1e-3, 1)
                    COLUMN(outward_m, "track/2", "mm", "half_track_change_mm", 1e-3, 2)
                        COLUMN(forward_m, "centre x", "mm", "wheel_centre_forward_mm", 1e-3, 2)
                            COLUMN(roll_centre_m, "roll c.", "mm", "roll_centre_height_mm", 1e-3, 1)
                                COLUMN(spring_ratio, "spring", "1", "spring_motion_ratio", 1, 4)
                                    COLUMN(damper_ratio, "damper", "1", "damper_motion_ratio", 1, 4)
#undef COLUMN
};
enum { COLUMNS = sizeof columns / sizeof *columns };

static double value_of(const struct column *column, const struct suspension_row *row)
{
    return *(const double *)((const char *)row + column->offset) / column->scale;
}

static void print_value(FILE *out, double value, int decimals)
{
    if (!isfinite(value))
        fprintf(out, " %8s", "-");
    else
        fprintf(out, " %8.*f", decimals, fabs(value) < 0.5 * pow(10, -decimals) ? 0.0 : value);
}

static void print_travels(const struct measured_axle *a, FILE *out)
{
    double travels[MAX_SUSPENSION_ROWS];
    int count = kamm_list_travels(a, travels);
    fputc('\n', out);
    for (int i = 0; i < COLUMNS; ++i) fprintf(out, " %8s", columns[i].name);
    fputc('\n', out);
    for (int i = 0; i < COLUMNS; ++i) fprintf(out, " %8s", columns[i].unit);
    fputc('\n', out);
    for (int r = 0; r < count; ++r) {
        struct suspension_row row;
        kamm_measure_travel(a, travels[r], &row);
        for (int i = 0; i < COLUMNS; ++i)
            print_value(out, value_of(&columns[i], &row), columns[i].decimals);
        fputc('\n', out);
    }
}

/* -- roll, pitch, steer ------------------------------------------------------------------------- */

static void print_roll(const struct measured_axle *a, FILE *out)
{
    if (!(a->half_track_m > 0)) return;
    fprintf(out, "\n %-26s", "roll to the right, deg");
    for (int i = 0; i <= 4; ++i) fprintf(out, " %8d", i);
    fprintf(out, "\n %-26s", "roll centre, height, mm");
    for (int i = 0; i <= 4; ++i) {
        struct roll_row row;
        kamm_measure_roll(a, i * DEGREE, &row);
        print_value(out, 1e3 * row.height_m, 1);
    }
    fprintf(out, "\n %-26s", "  to the left, mm");
    for (int i = 0; i <= 4; ++i) {
        struct roll_row row;
        kamm_measure_roll(a, i * DEGREE, &row);
        print_value(out, 1e3 * row.left_m, 1);
    }
    fputc('\n', out);
}

static void print_anti(const struct measured_axle *a, FILE *out)
{
    struct anti_figures f;
    kamm_measure_anti(a, &f);
    if (isfinite(f.braking))
        fprintf(out, "\n %-26s %7.1f %%  (%.0f %% of the brakes)",
                f.front ? "anti-dive, braking" : "anti-lift, braking", 100 * f.braking,
                100 * f.brake_share);
    if (isfinite(f.driving))
        fprintf(out, "\n %-26s %7.1f %%  (%.0f %% of the drive)",
                f.front ? "anti-lift, driving" : "anti-squat, driving", 100 * f.driving,
                100 * f.drive_share);
    if (isfinite(f.braking) || isfinite(f.driving)) fputc('\n', out);
}

static void print_steer_line(const char *name, const struct steer_row *rows, int count,
                             double of(const struct steer_row *), int decimals, FILE *out)
{
    fprintf(out, "\n %-26s", name);
    for (int i = 0; i < count; ++i) print_value(out, of(&rows[i]), decimals);
}

static double mean_of(const struct steer_row *r) { return r->mean_rad / DEGREE; }
static double inner_of(const struct steer_row *r) { return r->inner_rad / DEGREE; }
static double outer_of(const struct steer_row *r) { return r->outer_rad / DEGREE; }
static double error_of(const struct steer_row *r)
{
    return (r->outer_rad - r->ideal_outer_rad) / DEGREE;
}
static double rack_of(const struct steer_row *r) { return 1e3 * r->rack_m; }

static void print_steer(const struct measured_axle *a, FILE *out)
{
    struct steer_row rows[8];
    int count = 0;
    while (count < 8 && kamm_measure_steer(a, 5 * (count + 1) * DEGREE, &rows[count])) ++count;
    if (!count) return;
    print_steer_line("steered to the left, deg", rows, count, mean_of, 0, out);
    print_steer_line("inner wheel, deg", rows, count, inner_of, 2, out);
    print_steer_line("outer wheel, deg", rows, count, outer_of, 2, out);
    print_steer_line("  over Ackermann's, deg", rows, count, error_of, 2, out);
    if (isfinite(rows[0].rack_m)) {
        print_steer_line("rack to the left, mm", rows, count, rack_of, 2, out);
        fprintf(out, "\n rack per turn of the steering wheel: %.1f mm",
                1e3 * kamm_rack_per_turn(a));
    }
    fputc('\n', out);
}

/* -- all of it -------------------------------------------------------------------------------- */

static void print_axle(const struct measured_axle *a, FILE *out)
{
    int against = (double)a->model->chassis->axles[a->axle].suspension.coupling > 0;
    fprintf(out, "\naxles[%d]: %s, track %.0f mm\n", a->axle, kamm_linkage_name(a),
            2e3 * a->half_track_m);
    if (against)
        fputs(
            "Travel of the left wheel, the right one going against it; centre x is by its own travel.\n",
            out);
    print_travels(a, out);
    print_roll(a, out);
    print_anti(a, out);
    print_steer(a, out);
}

static void write_csv(const struct measured_axle *axles, int count, FILE *out)
{
    fputs("axle", out);
    for (int i = 0; i < COLUMNS; ++i) fprintf(out, ",%s", columns[i].key);
    fputc('\n', out);
    for (int a = 0; a < count; ++a) {
        double travels[MAX_SUSPENSION_ROWS];
        int rows = kamm_list_travels(&axles[a], travels);
        for (int r = 0; r < rows; ++r) {
            struct suspension_row row;
            kamm_measure_travel(&axles[a], travels[r], &row);
            fprintf(out, "%d", axles[a].axle);
            for (int i = 0; i < COLUMNS; ++i) {
                double value = value_of(&columns[i], &row);
                if (isfinite(value))
                    fprintf(out, ",%.9g", value);
                else
                    fputc(',', out);
            }
            fputc('\n', out);
        }
    }
}

static void write_text(const struct measured_axle *axles, int count, const char *name, FILE *out)
{
    fprintf(
        out,
        "%s: kinematics of its suspension. Travel and bump are upwards, camber is positive with the\n"
        "top outwards, toe-in with the front inwards; travel between the stops.\n",
        name);
    for (int a = 0; a < count; ++a) print_axle(&axles[a], out);
}

/* A car may lack what only some rungs need; the suspension is the same on all. */
static kamm_model *compile_any(const kamm_vehicle_def *def, kamm_error *error)
{
    kamm_model *model = kamm_create_model(def, KAMM_RUNG_DEFAULT, error);
    for (int rung = KAMM_RUNG_COUNT - 1; rung >= 1 && !model; --rung)
        model = kamm_create_model(def, (kamm_rung)rung, NULL);
    return model;
}

kamm_result kamm_write_suspension(const kamm_vehicle_def *def, int32_t axle,
                                  kamm_suspension_format format, FILE *out, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, def && out, KAMM_ERROR_MISUSE);
    kamm_error own;
    kamm_model *model = compile_any(def, error ? error : &own);
    if (!model) return error ? error->code : own.code;
    int axles = model->layout.axles, first = axle < 0 ? 0 : axle, count = axle < 0 ? axles : 1;
    struct measured_axle *measured =
        first < axles ? kamm_allocate_array((size_t)count, sizeof *measured) : NULL;
    kamm_result result = KAMM_OK;
    if (first >= axles)
        result = kamm_fail(error, KAMM_ERROR_RANGE, "axles", "axles[%d]: there are %d, from 0",
                           first, axles);
    else if (!measured)
        result = kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
    for (int i = 0; i < count && result == KAMM_OK; ++i)
        kamm_open_axle(model, first + i, &measured[i]);
    if (result == KAMM_OK) {
        if (format == KAMM_SUSPENSION_CSV)
            write_csv(measured, count, out);
        else if (format == KAMM_SUSPENSION_SVG)
            result = kamm_draw_suspension(measured, count, def->name, out)
                         ? KAMM_OK
                         : kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
        else
            write_text(measured, count, def->name, out);
        if (result == KAMM_OK && (fflush(out) || ferror(out)))
            result = kamm_fail(error, KAMM_ERROR_FILE, "", "the figures can't be written: %s",
                               strerror(errno));
    }
    kamm_release(measured);
    kamm_destroy_model(model);
    return result;
}
