/* Plots of a report. Runs of all vehicles share one plot; engines, traction and tyres have one for each vehicle, on the
 * same axes, so that vehicles can be compared.
 *
 * Traction: force of the full torque curve in each gear at the loaded radius, with the efficiency of the driveline
 * (M. Mitschke and H. Wallentowitz, Dynamik der Kraftfahrzeuge, 5th ed., part A). Turbo lag, slip and limits of grip are left out.
 * Resistance: drag in standard air, and the tyres' rolling resistance at their own speed of measurement. */
#include "base/curve.h"
#include "base/standard_air.h"
#include "lab/car_report.h"
#include "lab/suspension_plot.h"
#include "lab/tyre_probe.h"
#include "vehicle/electric_compile.h"
#include "vehicle/model.h"

#include <math.h>

#define DEGREE 0.017453292519943295
#define RPM 0.10471975511965977 /* rad/s */

enum { SAMPLES = 80, TYRE_LOADS = 3, WIDE = 340, HIGH = 270, LEGEND_ROOM = 15 };
static const double gravity_mps2 = 9.80665, kmh_mps = 1 / 3.6;
static const double load_shares[TYRE_LOADS] = {0.5, 1, 1.5}, slope = 0.1;

/* -- Engine and motors -- */

static int has_engine(const struct reported_car *car)
{
    return car->file->def.engine.torque_curve.count > 1;
}

static double engine_nm(const struct reported_car *car, double radps)
{
    const kamm_curve *c = &car->file->def.engine.torque_curve;
    return kamm_curve_value(c->x, c->y, c->count, CURVE_MONOTONE, radps, NULL);
}

/* Sample i of the engine speeds from the first point of its torque curve to its limiter. */
static double engine_radps(const struct reported_car *car, int i)
{
    const kamm_curve *c = &car->file->def.engine.torque_curve;
    double last = fmin(c->x[c->count - 1], car->file->def.engine.limiter_radps);
    return c->x[0] + (last - c->x[0]) * i / (SAMPLES - 1);
}

static double motor_nm(const kamm_motor_def *motor, double radps)
{
    return radps > motor->max_radps ? NAN : fmin(motor->peak_nm, motor->power_w / fmax(radps, 1));
}

/* Torque over speed of the engine and of each axle's motor, or its power. */
static void fill_engine(const struct reported_car *car, struct plot *plot, int is_power)
{
    const kamm_vehicle_def *def = &car->file->def;
    if (has_engine(car)) kamm_add_series(plot, 0, 0, "engine");
    for (int i = 0; has_engine(car) && i < SAMPLES; ++i) {
        double radps = engine_radps(car, i), torque = engine_nm(car, radps);
        kamm_add_point(plot, radps / RPM, is_power ? torque * radps / 1000 : torque);
    }
    for (int a = 0; a < def->axles_count; ++a) {
        const kamm_motor_def *motor = &def->axles[a].motor;
        if (!(motor->peak_nm > 0)) continue;
        kamm_add_series(plot, 1 + a % 5, 1, "motor of axles[%d]", a);
        for (int i = 0; i < SAMPLES; ++i) {
            double radps = motor->max_radps * i / (SAMPLES - 1), torque = motor_nm(motor, radps);
            kamm_add_point(plot, radps / RPM, is_power ? torque * radps / 1000 : torque);
        }
    }
}

static void fill_torque(const struct reported_car *car, struct plot *plot)
{
    fill_engine(car, plot, 0);
}

static void fill_power(const struct reported_car *car, struct plot *plot)
{
    fill_engine(car, plot, 1);
}

/* -- Traction -- */

static double driven_radius_m(const struct reported_car *car)
{
    for (int w = 0; w < car->info.wheel_count; ++w)
        if (kamm_axle_drive_share(&car->file->def, car->info.wheel_axle[w]) > 0)
            return car->info.loaded_radius_m[w];
    return car->info.loaded_radius_m[0];
}

static void add_gears(const struct reported_car *car, struct plot *plot)
{
    const kamm_vehicle_def *def = &car->file->def;
    double radius = driven_radius_m(car);
    if (!has_engine(car) || kamm_is_gearless(def) || def->gearbox.kind == KAMM_GEARBOX_CVT) return;
    for (int gear = 0; gear < car->info.gear_count && gear < PLOT_SERIES - 5; ++gear) {
        double ratio = car->info.overall_ratio[gear];
        kamm_add_series(plot, 0, 0, "%d", gear + 1)->name_at_start = 1;
        for (int i = 0; i < SAMPLES; ++i) {
            double radps = engine_radps(car, i);
            kamm_add_point(plot, radps / ratio * radius / kmh_mps,
                           engine_nm(car, radps) * ratio * def->clutch.efficiency / radius / 1000);
        }
    }
}

static double engine_power_w(const struct reported_car *car)
{
    double best = 0;
    for (int i = 0; has_engine(car) && i < SAMPLES; ++i)
        best = fmax(best, engine_radps(car, i) * engine_nm(car, engine_radps(car, i)));
    return best * car->file->def.clutch.efficiency;
}

/* Force of all motors at a speed of the car. */
static double motors_n(const struct reported_car *car, double speed_mps)
{
    double sum = 0, radius = driven_radius_m(car);
    for (int a = 0; a < car->file->def.axles_count; ++a) {
        const kamm_motor_def *motor = &car->file->def.axles[a].motor;
        if (motor->peak_nm > 0)
            sum += motor_nm(motor, speed_mps / radius * motor->ratio) * motor->ratio *
                   motor->efficiency / radius;
    }
    return sum;
}

static double rolling_n(const struct reported_car *car)
{
    double sum = 0;
    for (int w = 0; w < car->info.wheel_count; ++w) {
        struct tyre_probe probe =
            kamm_probe_tyre(&car->file->def.axles[car->info.wheel_axle[w]].tyre);
        double load = car->info.static_load_n[w];
        if (load > 0) sum += load * kamm_probe_rolling_resistance(&probe, load);
    }
    return sum;
}

static double drag_n(const struct reported_car *car, double speed_mps)
{
    const kamm_aero_def *aero = &car->file->def.aero;
    return 0.5 * KAMM_STANDARD_AIR_KGPM3 * aero->drag_coefficient * aero->frontal_area_m2 *
           speed_mps * speed_mps;
}

/* Lines over all speeds: motors, the greatest power, and what resists. */
static void add_over_speed(const struct reported_car *car, struct plot *plot)
{
    double top = 1.15 * car->info.top_speed_mps, power = engine_power_w(car);
    double rolling = rolling_n(car), weight = car->info.mass_kg * gravity_mps2;
    double most = plot->point_count ? plot->y.high : 1e-3 * weight;
    if (kamm_has_motors(&car->file->def)) {
        kamm_add_series(plot, 3, 0, "motors");
        for (int i = 0; i < SAMPLES; ++i)
            kamm_add_point(plot, top / kmh_mps * i / (SAMPLES - 1),
                           motors_n(car, top * i / (SAMPLES - 1)) / 1000);
    }
    if (power > 0) kamm_add_series(plot, 2, 2, "engine's greatest power");
    for (int i = 1; power > 0 && i < SAMPLES; ++i) {
        double speed = top * i / (SAMPLES - 1), force = power / speed / 1000;
        if (force < most) kamm_add_point(plot, speed / kmh_mps, force);
    }
    for (int climbs = 0; climbs < 2; ++climbs) {
        kamm_add_series(plot, 1, climbs, climbs ? "resistance, 10 %% slope" : "resistance, level");
        for (int i = 0; i < SAMPLES; ++i) {
            double speed = top * i / (SAMPLES - 1), climb = climbs * weight * sin(atan(slope));
            kamm_add_point(plot, speed / kmh_mps, (drag_n(car, speed) + rolling + climb) / 1000);
        }
    }
}

static void fill_traction(const struct reported_car *car, struct plot *plot)
{
    add_gears(car, plot);
    if (car->info.top_speed_mps > 0) add_over_speed(car, plot);
}

/* -- Tyres -- */

static double static_load_n(const struct reported_car *car, int axle)
{
    for (int w = 0; w < car->info.wheel_count; ++w)
        if (car->info.wheel_axle[w] == axle) return car->info.static_load_n[w];
    return 0;
}

/* Side force over slip angle, both sides averaged, or longitudinal force over slip ratio, as `kamm tyre` has them. */
static void fill_tyre(const struct reported_car *car, struct plot *plot, int axle, int is_lateral)
{
    const kamm_tyre_def *tyre = &car->file->def.axles[axle].tyre;
    struct tyre_probe probe = kamm_probe_tyre(tyre);
    for (int k = 0; k < TYRE_LOADS; ++k) {
        double load = load_shares[k] * static_load_n(car, axle);
        if (!(load > 0) || load > tyre->load_max_n) continue;
        kamm_add_series(plot, k, k, "%.2f kN", load / 1000);
        for (int i = 0; i <= SAMPLES; ++i) {
            double angle = 20 * DEGREE * i / SAMPLES, slip = 0.5 * (2.0 * i / SAMPLES - 1);
            if (is_lateral)
                kamm_add_point(plot, angle / DEGREE,
                               (kamm_probe_force(&probe, load, 0, -angle, 0).fy -
                                kamm_probe_force(&probe, load, 0, angle, 0).fy) /
                                   2000);
            else
                kamm_add_point(plot, slip, kamm_probe_force(&probe, load, slip, 0, 0).fx / 1000);
        }
    }
}

static void fill_front_lateral(const struct reported_car *car, struct plot *plot)
{
    fill_tyre(car, plot, 0, 1);
}

static void fill_rear_lateral(const struct reported_car *car, struct plot *plot)
{
    fill_tyre(car, plot, car->file->def.axles_count - 1, 1);
}

static void fill_front_slip(const struct reported_car *car, struct plot *plot)
{
    fill_tyre(car, plot, 0, 0);
}

static void fill_rear_slip(const struct reported_car *car, struct plot *plot)
{
    fill_tyre(car, plot, car->file->def.axles_count - 1, 0);
}

static const struct panel {
    const char *title, *across, *up;
    void (*fill)(const struct reported_car *car, struct plot *plot);
} panels[] = {
    {"g-g-V diagram", "lateral acceleration, g", "longitudinal acceleration, g", kamm_fill_ggv},
    {"Traction in each gear", "speed, km/h", "force, kN", fill_traction},
    {"Torque at full load", "speed of the shaft, rpm", "torque, N.m", fill_torque},
    {"Power at full load", "speed of the shaft, rpm", "power, kW", fill_power},
    {"Front tyre, side force", "slip angle, deg", "side force, kN", fill_front_lateral},
    {"Rear tyre, side force", "slip angle, deg", "side force, kN", fill_rear_lateral},
    {"Front tyre, longitudinal force", "slip ratio", "force, kN", fill_front_slip},
    {"Rear tyre, longitudinal force", "slip ratio", "force, kN", fill_rear_slip},
};
enum { PANELS = sizeof panels / sizeof *panels };

/* -- Document -- */

static void write_figure(FILE *out, const struct plot *plot, int high, const char *caption)
{
    fprintf(out, "<figure><svg class='plot' viewBox='0 0 %d %d' role='img'><title>", WIDE, high);
    kamm_write_escaped(out, plot->title);
    fputs("</title>\n", out);
    kamm_draw_plot(out, plot, (struct plot_box){0, 0, WIDE, high});
    fputs("</svg>", out);
    if (*caption) {
        fputs("<figcaption>", out);
        kamm_write_escaped(out, caption);
        fputs("</figcaption>", out);
    }
    fputs("</figure>\n", out);
}

/* Names of files are short enough for a legend. */
static void add_run(const struct report *report, struct plot *plot, int car,
                    const struct run_line *line)
{
    const kamm_vehicle_file *file = report->cars[car].file;
    const char *name = *file->id ? file->id : file->def.name;
    if (!line->count) return;
    kamm_add_series(plot, car % 6, car % 4, "%s", report->count > 1 ? name : "");
    for (int i = 0; i < line->count; ++i) kamm_add_point(plot, line->x[i], line->y[i]);
}

/* Lines of all vehicles in one plot. */
static void write_runs(const struct report *report, struct plot *plot)
{
    int high = HIGH + (report->count > 1 ? LEGEND_ROOM * report->count : 0);
    *plot =
        (struct plot){.title = "Full throttle from rest", .across = "time, s", .up = "speed, km/h"};
    for (int i = 0; i < report->count; ++i) add_run(report, plot, i, &report->cars[i].speed);
    plot->y.low = 0;
    if (plot->point_count) write_figure(report->out, plot, high, "The run of the test accel.");
    *plot = (struct plot){.title = "Steady turns of 100 m radius",
                          .across = "lateral acceleration, g",
                          .up = "angle of the road wheels, deg"};
    for (int i = 0; i < report->count; ++i) add_run(report, plot, i, &report->cars[i].steer);
    if (plot->point_count)
        write_figure(
            report->out, plot, high,
            "Rising: it understeers. The line ends where the car holds the circle no more.");
}

/* Whether the highest values are so near to each other that all can be seen on the same axes. */
static int are_alike(const struct plot *plots, int count)
{
    double least = INFINITY, most = 0;
    for (int i = 0; i < count; ++i) {
        if (!plots[i].point_count) continue;
        least = fmin(least, plots[i].y.high);
        most = fmax(most, plots[i].y.high);
    }
    return most < 5 * least;
}

/* A plot for each vehicle, on the same axes if they are alike; nothing where none has points. Those of several vehicles are a row. */
static void write_panel(const struct report *report, const struct panel *panel, struct plot *plots)
{
    int points = 0;
    for (int i = 0; i < report->count; ++i) {
        plots[i] = (struct plot){.title = panel->title, .across = panel->across, .up = panel->up};
        panel->fill(&report->cars[i], &plots[i]);
        plots[i].y.low = fmin(plots[i].y.low, 0);
        points += plots[i].point_count;
    }
    for (int i = 0; i < report->count && are_alike(plots, report->count); ++i)
        for (int k = 0; k < report->count; ++k) kamm_share_axes(&plots[i], &plots[k]);
    if (!points) return;
    int is_row = report->count > 1, columns = report->count > 3 ? 3 : report->count;
    if (is_row) fprintf(report->out, "<div class='plots of%d'>\n", columns);
    for (int i = 0; i < report->count; ++i)
        write_figure(report->out, &plots[i], HIGH, is_row ? report->cars[i].file->def.name : "");
    if (is_row) fputs("</div>\n", report->out);
}

static int write_suspension(const struct report *report, const struct reported_car *car, int axle)
{
    struct measured_axle measured;
    char caption[200];
    kamm_open_axle(car->model, axle, &measured);
    if (!measured.has_points) return 1;
    struct plot *plots = kamm_plot_suspension(&measured);
    if (!plots) return 0;
    snprintf(caption, sizeof caption, "%.100s, axles[%d]: %s", car->file->def.name, axle,
             kamm_linkage_name(&measured));
    for (int p = 0; p < SUSPENSION_PLOTS; ++p)
        if (plots[p].point_count) write_figure(report->out, &plots[p], HIGH, caption);
    kamm_release(plots);
    return 1;
}

static int has_points(const struct report *report)
{
    for (int i = 0; i < report->count; ++i)
        for (int a = 0; a < report->cars[i].file->def.axles_count; ++a)
            if (report->cars[i].file->def.axles[a].suspension.hardpoints.kind) return 1;
    return 0;
}

static int write_suspensions(const struct report *report)
{
    int well = 1;
    if (!has_points(report)) return 1;
    fputs(
        "<h2>Suspension</h2>\n<p>Kinematics by the hardpoints, over the travel of the wheel and the "
        "steered angle.</p>\n<div class='plots'>\n",
        report->out);
    for (int i = 0; i < report->count; ++i)
        for (int a = 0; well && a < report->cars[i].file->def.axles_count; ++a)
            well = write_suspension(report, &report->cars[i], a);
    fputs("</div>\n", report->out);
    return well;
}

int kamm_write_report_plots(const struct report *report)
{
    struct plot *plots = kamm_allocate_array((size_t)report->count, sizeof *plots);
    if (!plots) return 0;
    for (int i = 0; i < report->count; ++i)
        report->cars[i].ggv_step_kmh = kamm_ggv_step_kmh(report->cars, report->count);
    fputs("<h2>Drives</h2>\n<div class='plots'>\n", report->out);
    write_runs(report, plots);
    fputs(
        "</div>\n<h2>Limits, engine and tyres</h2>\n<p>g-g-V: what the vehicle can do at each speed on a dry, level "
        "road, by its quasi-steady limits.</p>\n",
        report->out);
    if (report->count == 1) fputs("<div class='plots'>\n", report->out);
    for (int p = 0; p < PANELS; ++p) write_panel(report, &panels[p], plots);
    if (report->count == 1) fputs("</div>\n", report->out);
    kamm_release(plots);
    return write_suspensions(report);
}
