/* The crosswind test, against a single-track car that is driven through the same wind.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/cars.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <kamm/io/lab.h>
#include <math.h>
#include <string.h>

static const int speeds_kmh[] = {80, 100, 140};

static kamm_test_result run(const kamm_vehicle_def *def, kamm_rung rung)
{
    kamm_vehicle_file file = {.id = "test-car", .def = *def};
    kamm_test_options options = {.rung = rung};
    kamm_test_result result;
    kamm_error error;
    if (kamm_run_test("crosswind", &file, &options, &result, &error)) fail_msg("%s", error.text);
    return result;
}

/* NaN: not measured. */
static double figure(const kamm_test_result *result, const char *name, int speed_kmh,
                     const char *unit)
{
    char text[64];
    snprintf(text, sizeof text, "%s_%d_kmh_%s", name, speed_kmh, unit);
    for (int i = 0; i < result->figure_count; ++i)
        if (strcmp(result->figures[i].name, text) == 0) return result->figures[i].value;
    fail_msg("there is no figure %s", text);
    return NAN;
}

/* ---- a linear car of one track ---- */

struct linear_car {
    double mass_kg, inertia_kgm2, front_m, rear_m, front_n_per_rad, rear_n_per_rad;
};

static struct linear_car linear_car_of(const kamm_vehicle_def *def)
{
    kamm_model *model = kamm_create_model(def, KAMM_DOUBLE_TRACK, NULL);
    assert_non_null(model);
    kamm_model_info info = kamm_describe(model);
    kamm_destroy_model(model);
    const double *c = info.cornering_stiffness_n_per_rad;
    return (struct linear_car){.mass_kg = info.mass_kg,
                               .inertia_kgm2 = info.yaw_inertia_kgm2,
                               .front_m = info.cg_behind_front_axle_m,
                               .rear_m = info.wheelbase_m - info.cg_behind_front_axle_m,
                               .front_n_per_rad = c[0] + c[1],
                               .rear_n_per_rad = c[2] + c[3]};
}

/* Wind to the left at x: 20 m/s over 25 m, with edges of 2 m. */
static double wind_at(double x)
{
    double beyond = x < 0 ? -x : x > 25 ? x - 25 : 0;
    return beyond < 2 ? 10 * (1 + cos(PI * beyond / 2)) : 0;
}

/* Side force and yaw moment, to the left; the flow's sideslip goes with air from the left. */
static void wind_force(const struct linear_car *car, const kamm_aero_def *aero, double u,
                       double left, double *force, double *moment)
{
    double sine = left / sqrt(u * u + left * left), cosine = u / sqrt(u * u + left * left);
    double q = 0.5 * 1.225 * aero->frontal_area_m2 * (u * u + left * left);
    double slope =
        aero->side_force_slope_per_rad * cosine * cosine + aero->side_force_abeam * sine * sine;
    double wheelbase = car->front_m + car->rear_m;
    double ahead =
        0.5 * (car->front_m - car->rear_m) +
        wheelbase * (aero->side_force_ahead * cosine + aero->side_force_ahead_abeam * sine * sine);
    *force = -q * slope * sine;
    *moment = *force * ahead;
}

/* How far aside it is 2 s after its front axle is 1 m ahead of the full wind. */
static double linear_deviation(const struct linear_car *car, const kamm_aero_def *aero, double u)
{
    double x = -1 - car->front_m, y = 0, v = 0, yaw = 0, rate = 0;
    const double dt = 1e-4;
    for (double time = 0; time < 2; time += dt) {
        double force, moment;
        wind_force(car, aero, u, v - wind_at(x), &force, &moment);
        double front = -car->front_n_per_rad * (v + car->front_m * rate) / u;
        double rear = -car->rear_n_per_rad * (v - car->rear_m * rate) / u;
        v += dt * ((force + front + rear) / car->mass_kg - u * rate);
        rate += dt * (moment + car->front_m * front - car->rear_m * rear) / car->inertia_kgm2;
        yaw += dt * rate;
        y += dt * (u * sin(yaw) + v * cos(yaw));
        x += dt * (u * cos(yaw) - v * sin(yaw));
    }
    return y;
}

/* At a fifth of the wind's force, where tyres are linear. On full, springs, links and what they steer take part. */
static void gentle_wind_moves_a_car_as_a_linear_one(void **state)
{
    (void)state;
    static const struct {
        kamm_rung rung;
        double share;
    } rungs[] = {{KAMM_DOUBLE_TRACK, 0.03}, {KAMM_FULL, 0.05}};
    for (int i = 0; i < 2; ++i) {
        kamm_vehicle_def def = plain_car();
        def.aero.drag_coefficient = def.aero.drag_growth = 0;
        def.aero.front_lift_growth = def.aero.rear_lift_growth = 0;
        def.aero.side_force_slope_per_rad /= 5;
        def.aero.side_force_abeam /= 5;
        struct linear_car car = linear_car_of(&def);
        kamm_test_result result = run(&def, rungs[i].rung);
        for (int k = 0; k < 3; ++k) {
            double wanted = linear_deviation(&car, &def.aero, speeds_kmh[k] / 3.6);
            double is = figure(&result, "deviation_2_s", speeds_kmh[k], "m");
            print_message("%d km/h: %.4f m aside, %.4f of the linear car\n", speeds_kmh[k], is,
                          wanted);
            expect_share(is, wanted, rungs[i].share);
        }
    }
}

/* Every car is blown aside, farther as it is faster and as time goes on. It is turned away from the wind, unless the
 * side force acts behind the middle of its wheelbase as on single-seaters. */
static void wind_blows_all_cars_aside(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(4, 1)) {
        kamm_vehicle_def def = shipped_def(vehicle);
        def.stepping.substeps_per_s = 240;
        kamm_test_result result = run(&def, KAMM_FULL);
        double before = 0;
        for (int k = 0; k < 3; ++k) {
            double early = figure(&result, "deviation_1_s", speeds_kmh[k], "m");
            double late = figure(&result, "deviation_2_s", speeds_kmh[k], "m");
            double rate = figure(&result, "peak_yaw_rate", speeds_kmh[k], "degps");
            double lateral = figure(&result, "peak_lateral_acceleration", speeds_kmh[k], "mps2");
            if (isnan(late)) continue; /* it is not as fast */
            print_message("%s, %d km/h: %.2f, %.2f m, %.2f deg/s, %.2f m/s2\n",
                          shipped_name(vehicle), speeds_kmh[k], early, late, rate, lateral);
            if (def.aero.side_force_slope_per_rad == 0) {
                assert_true(late == 0 && rate == 0);
                continue;
            }
            expect_above(lateral, 0.3);
            if (def.aero.side_force_ahead <
                0) { /* it acts behind the middle: the car keeps its line */
                expect_below(fmax(fabs(early), fabs(late)), 0.1);
                continue;
            }
            expect_above(early, 0.05);
            expect_above(late, 2 * early);
            expect_above(late, before);
            expect_above(rate, 0.5);
            before = late;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gentle_wind_moves_a_car_as_a_linear_one),
        cmocka_unit_test(wind_blows_all_cars_aside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
