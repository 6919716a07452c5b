/* Planned laps of 25 circuits beside a quasi-steady lap of another kind: a point mass that goes by the g-g-V diagram which trims of the
 * car on full have measured, with none of the plan's own code. KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/circuits.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "base/curve.h"

#include <kamm/driver.h>
#include <kamm/linear.h>
#include <math.h>

/* -- the diagram ---------------------------------------------------------------------------------- */

enum { SPEEDS = 6, SHARES = 5, TRIES = 8 };
static const double shares[SHARES] = {0, 0.6, 0.9, 0.97, 1};

struct diagram {
    double speed_mps[SPEEDS], lateral_mps2[SPEEDS];
    double least_mps2[SPEEDS][SHARES], most_mps2[SPEEDS][SHARES];
};

static double between(double a, double b, double share) { return a + share * (b - a); }

static int is_reached(const kamm_model *model, double speed_mps, double lateral_mps2, double along,
                      int gear)
{
    kamm_trim_target target = {.speed_mps = speed_mps,
                               .lateral_mps2 = lateral_mps2,
                               .longitudinal_mps2 = along,
                               .gear = gear};
    kamm_cars *cars = kamm_trim(model, &kamm_flat_ground, &target, NULL, NULL);
    kamm_destroy_cars(cars);
    return cars != NULL;
}

/* What presses a car down, by its file: m/s2. */
static double pressed_mps2(const kamm_vehicle_def *def, double mass_kg, double speed_mps)
{
    double lift = def->aero.front_lift_coefficient + def->aero.rear_lift_coefficient;
    return 9.80665 - lift * def->aero.frontal_area_m2 * 1.225 / 2 * speed_mps * speed_mps / mass_kg;
}

/* At the limit a car may have to slow down, and with much downforce by much: of some decelerations that with which it goes round fastest. */
static double measure_lateral(const kamm_model *model, double speed_mps, double most, double *along)
{
    double best = 0, less_mps2 = fmax(1.5, 0.05 * most);
    for (int back = 0; back < 3; ++back) {
        double low = 0.4 * most, high = fmin(60, 1.3 * most);
        for (int i = 0; i < TRIES; ++i) {
            double middle = (low + high) / 2;
            *(is_reached(model, speed_mps, middle, -less_mps2 * back, 0) ? &low : &high) = middle;
        }
        if ((low + high) / 2 <= best) continue;
        best = (low + high) / 2;
        *along = -less_mps2 * back;
    }
    return best;
}

static double measure_along(const kamm_model *model, double speed_mps, double lateral, int gear,
                            double from, double to)
{
    for (int i = 0; i < TRIES; ++i) {
        double middle = (from + to) / 2;
        *(is_reached(model, speed_mps, lateral, middle, gear) ? &from : &to) = middle;
    }
    return (from + to) / 2;
}

/* Of all gears in which the engine turns well; what spins with the wheels is speeded up, too. */
static double measure_pull(const kamm_model *model, const kamm_vehicle_def *def, double speed_mps,
                           double lateral, double rolls_mps2)
{
    kamm_model_info info = kamm_describe(model);
    double pressed = pressed_mps2(def, info.mass_kg, speed_mps) / 9.80665;
    double best = rolls_mps2, most = info.max_acceleration_mps2 * 1.3 * fmax(1, pressed);
    for (int gear = 1; gear <= info.gear_count; ++gear) {
        double ratio = info.overall_ratio[gear - 1], radius_m = info.loaded_radius_m[0];
        double radps = speed_mps / radius_m * ratio, spins_kg = 0;
        int turns_well = radps < 0.97 * info.limiter_radps && radps > 0.45 * info.limiter_radps;
        if (!turns_well && gear < info.gear_count) continue;
        double pulls = measure_along(model, speed_mps, lateral, gear, rolls_mps2, most);
        for (int a = 0; a < def->axles_count; ++a)
            spins_kg += 2 * def->axles[a].wheel_inertia_kgm2 / (radius_m * radius_m);
        spins_kg += def->engine.inertia_kgm2 * ratio * ratio / (radius_m * radius_m);
        if (pulls > 0) pulls /= 1 + spins_kg / info.mass_kg;
        best = fmax(best, pulls);
    }
    return best;
}

/* Below it the lock bounds the bend, and not the tyres, which slip by a good part of its angle. */
static double least_mps(const kamm_model_info *info)
{
    double radius_m = info->wheelbase_m / tan(info->steering_lock_rad / info->steering_ratio);
    return fmax(0.12 * info->top_speed_mps,
                1.5 * sqrt(info->peak_friction_y[0] * 9.80665 * radius_m));
}

static void measure_at(const kamm_model *model, const kamm_vehicle_def *def, int k,
                       struct diagram *out)
{
    kamm_model_info info = kamm_describe(model);
    double v = between(least_mps(&info), 0.96 * info.top_speed_mps, (double)k / (SPEEDS - 1));
    double most = info.peak_friction_y[0] * pressed_mps2(def, info.mass_kg, v), along = 0;
    out->speed_mps[k] = v;
    out->lateral_mps2[k] = measure_lateral(model, v, most, &along);
    for (int s = 0; s < SHARES; ++s) {
        double lateral = shares[s] * out->lateral_mps2[k];
        double drag = info.max_acceleration_mps2 * 0.1 + 3;
        out->least_mps2[k][s] = out->most_mps2[k][s] = along;
        if (s + 1 == SHARES) break;
        out->least_mps2[k][s] = measure_along(model, v, lateral, 0, -0.3 * most, -1.6 * most);
        out->most_mps2[k][s] = measure_pull(model, def, v, lateral, -drag);
    }
}

/* Between measured points by monotone cubics: chords of what bends, such as a thrust over the speed, would be off by more than a lap may. */
static double lateral_at(const struct diagram *d, double speed_mps)
{
    return kamm_curve_value(d->speed_mps, d->lateral_mps2, SPEEDS, CURVE_MONOTONE, speed_mps, NULL);
}

static double along_at(const struct diagram *d, const double table[SPEEDS][SHARES],
                       double speed_mps, double lateral)
{
    double used = lateral / lateral_at(d, speed_mps), of_speed[SPEEDS];
    for (int k = 0; k < SPEEDS; ++k)
        of_speed[k] = kamm_curve_value(shares, table[k], SHARES, CURVE_MONOTONE, used, NULL);
    const double *v = d->speed_mps, *last = &of_speed[SPEEDS - 1];
    double beyond_mps =
        fmax(0, speed_mps - v[SPEEDS - 1]); /* up to the top speed in a straight line */
    return kamm_curve_value(v, of_speed, SPEEDS, CURVE_MONOTONE, speed_mps, NULL) +
           beyond_mps * (last[0] - last[-1]) / (v[SPEEDS - 1] - v[SPEEDS - 2]);
}

/* -- the lap --------------------------------------------------------------------------------------- */

enum { MAX_STEPS = 8000 };

/* Twice round, backwards for braking and forwards for pulling. */
static double point_mass_lap_s(const struct diagram *d, const kamm_line *line, double top_mps)
{
    static double v[MAX_STEPS], bend[MAX_STEPS];
    int n = (int)(kamm_line_length_m(line) / 1.5);
    double step_m = kamm_line_length_m(line) / n, time_s = 0;
    assert_true(n < MAX_STEPS);
    for (int i = 0; i < n; ++i) {
        bend[i] = fabs(kamm_line_at(line, step_m * i).curvature_per_m);
        for (v[i] = top_mps; v[i] > 1 && v[i] * v[i] * bend[i] > lateral_at(d, v[i]);)
            v[i] *= 0.999;
    }
    for (int k = 2 * n; k > 0; --k) {
        int next = k % n, i = (k - 1) % n;
        double a = along_at(d, d->least_mps2, v[next], v[next] * v[next] * bend[i]);
        v[i] = fmin(v[i], sqrt(fmax(0.01, v[next] * v[next] - 2 * step_m * a)));
    }
    for (int k = 0; k < 2 * n; ++k) {
        int i = k % n, next = (k + 1) % n;
        double a = along_at(d, d->most_mps2, v[i], v[i] * v[i] * bend[i]);
        v[next] = fmin(v[next], sqrt(fmax(0.01, v[i] * v[i] + 2 * step_m * a)));
    }
    for (int i = 0; i < n; ++i) time_s += 2 * step_m / (v[i] + v[(i + 1) % n]);
    return time_s;
}

static void planned_laps_are_those_of_the_measured_diagram(void **unused)
{
    static const char *const names[] = {"audi-r8-lms-gt3", "bmw-m3-e46", "nissan-micra",
                                        "mercedes-citaro", "formula-car-2014"};
    (void)unused;
    RELEASE_TIER_ONLY();
    for (int car = 0; car < 5; ++car) {
        kamm_vehicle_def def = shipped_def(shipped_number(names[car]));
        kamm_model *model = compile_rung(&def, KAMM_FULL);
        struct diagram diagram;
        double worst = 0, sum = 0;
        for (int k = 0; k < SPEEDS; ++k) measure_at(model, &def, k, &diagram);
        for (int track = 0; track < CIRCUITS; ++track) {
            kamm_line *line = circuit_line(track);
            kamm_error error;
            kamm_plan *plan = kamm_create_plan(line, model, 1, &error);
            if (!plan) fail_msg("%s", error.text);
            double planned_s = kamm_planned_time_s(plan);
            double lap_s = point_mass_lap_s(&diagram, line, kamm_describe(model).top_speed_mps);
            double off = planned_s / lap_s - 1;
            print_message("%s, circuit %d of %.0f m: planned %.2f s, point mass %.2f s, %+.2f %%\n",
                          names[car], track, kamm_line_length_m(line), planned_s, lap_s, 100 * off);
            worst = fmax(worst, fabs(off)), sum += off;
            kamm_destroy_plan(plan);
            kamm_destroy_line(line);
        }
        print_message("%s: at most %.2f %% off, %+.2f %% in the mean\n", names[car], 100 * worst,
                      100 * sum / CIRCUITS);
        expect_below(worst, 0.03);
        kamm_destroy_model(model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planned_laps_are_those_of_the_measured_diagram),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
