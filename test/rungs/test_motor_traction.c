/* Traction control of electric motors, over all shipped vehicles with a motor at each driven axle: on slippery ground it holds the wheels
 * near its slip and swings neither them nor the car, and what the car gains is what the friction has. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/fitted.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>

struct start {
    double speed_mps;  /* at the end */
    double jerks_mps3; /* mean of the change of the acceleration, either way, in the second half */
};

static struct start full_throttle(const kamm_vehicle_def *def, const kamm_ground *ground,
                                  double seconds)
{
    kamm_cars *cars = start_cars(def, 1);
    double substep_s = 1 / def->stepping.substeps_per_s, last_mps2 = 0;
    struct start out = {0, 0};
    int count = (int)(seconds / substep_s), later = 0;
    put_car(cars, 0, ground, 0, 0, KAMM_GEAR_DRIVE);
    kamm_inputs(cars)[0].throttle = 1;
    for (int i = 0; i < count; ++i) {
        kamm_step(cars, ground, 1);
        double now_mps2 = read_channel(cars, KAMM_CHANNEL_acceleration_x_mps2);
        if (2 * i > count) out.jerks_mps3 += fabs(now_mps2 - last_mps2) / substep_s, ++later;
        last_mps2 = now_mps2;
    }
    out.speed_mps = read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
    out.jerks_mps3 /= later;
    end_cars(cars);
    return out;
}

static kamm_vehicle_def electrified(int vehicle, double rate)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    def.stepping.substeps_per_s = allowed_rate(&def, rate);
    fit_motors(&def, 1);
    def.aids.tcs = 1;
    return def;
}

/* What the friction of the driven tyres at their loads at rest would give. */
static double by_friction_mps2(const kamm_vehicle_def *def)
{
    kamm_model *model = compile_rung(def, KAMM_FULL);
    kamm_model_info info = kamm_describe(model);
    double driven_n = 0;
    for (int w = 0; w < info.wheel_count; ++w)
        if (def->axles[info.wheel_axle[w]].motor.peak_nm > 0)
            driven_n += info.peak_friction_x[w] * info.static_load_n[w];
    kamm_destroy_model(model);
    return driven_n / info.mass_kg;
}

/* A control that is late by its own lag and the motor's swings the rotor on its shafts: the car jerks by 10 to 27 m/s3 and gains a third to two
 * thirds of what friction has, a tractor a seventh. */
static void slip_is_held_on_slippery_ground(void **state)
{
    static const double rates[] = {240, 600}, jerks_mps3[] = {16, 9};
    const double friction = 0.15, run_s = 4;
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(6, 1))
        for (int r = of_tier(1, 0); r < 2; ++r) {
            kamm_vehicle_def def = electrified(vehicle, rates[r]);
            kamm_ground ground = kamm_plane_ground(0, 0, friction);
            struct start start = full_throttle(&def, &ground, run_s);
            double most_mps = friction * by_friction_mps2(&def) * run_s;
            print_message("%s at %g: %.2f m/s of %.2f, %.1f m/s3\n", shipped_name(vehicle),
                          rates[r], start.speed_mps, most_mps, start.jerks_mps3);
            expect_below(start.jerks_mps3, jerks_mps3[r]);
            expect_above(start.speed_mps, 0.35 * most_mps);
        }
}

/* The shipped electric car: no wheel much faster than the car, and no torque that swings. */
static void the_tesla_pulls_away_smoothly(void **state)
{
    static const double rates[] = {120, 240, 600}, frictions[] = {0.1, 0.24, 0.5};
    (void)state;
    for (int r = 0; r < 3; ++r)
        for (int f = 0; f < 3; ++f) {
            if ((r + f) % of_tier(3, 1)) continue;
            kamm_vehicle_def def = shipped_def(shipped_number("tesla-model-3-performance-2018"));
            def.stepping.substeps_per_s = rates[r];
            kamm_ground ground = kamm_plane_ground(0, 0, frictions[f]);
            struct start start = full_throttle(&def, &ground, 5);
            double most_mps = frictions[f] * by_friction_mps2(&def) * 5;
            print_message("%g at %g: %.2f m/s of %.2f, %.1f m/s3\n", frictions[f], rates[r],
                          start.speed_mps, most_mps, start.jerks_mps3);
            expect_below(start.jerks_mps3, 10);
            expect_above(start.speed_mps, 0.8 * most_mps);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slip_is_held_on_slippery_ground),
        cmocka_unit_test(the_tesla_pulls_away_smoothly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
