/* Differentials in a car: a start with one side on ice. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/cars.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "vehicle/electric_compile.h"

#include <math.h>

struct start {
    double low_nms,
        high_nms; /* torque on the driven wheels of either half while those on ice spin, over time */
    int frames;   /* for how long they do */
    double speed_mps;
    double spin_radps[KAMM_MAX_WHEELS];
};

/* The lowest gear in which it gets up to 3 m/s. */
static int starting_gear(const kamm_model_info *info)
{
    int gear = 1;
    while (gear < info->gear_count &&
           info->limiter_radps / info->overall_ratio[gear - 1] * info->loaded_radius_m[0] < 3)
        ++gear;
    return gear;
}

/* What a frame of a car adds whose wheels on ice spin and whose others grip: thrust, and what spins the wheel up. */
static void watch_wheels(const kamm_cars *cars, const kamm_vehicle_def *def, struct start *start)
{
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    double low_nms = 0, high_nms = 0, slip = INFINITY;
    for (int w = 0; w < info.wheel_count; ++w) {
        const kamm_axle_def *axle = &def->axles[info.wheel_axle[w]];
        double spin_radps = kamm_read_wheel(cars, 0, w, KAMM_WHEEL_spin_radps);
        double gain = axle->wheel_inertia_kgm2 * (spin_radps - start->spin_radps[w]);
        double thrust_n = kamm_read_wheel(cars, 0, w, KAMM_WHEEL_longitudinal_force_n);
        start->spin_radps[w] = spin_radps;
        if (!(kamm_axle_drive_share(def, info.wheel_axle[w]) > 0)) continue;
        *(info.wheel_side[w] > 0 ? &low_nms : &high_nms) +=
            gain / (axle->wheels == KAMM_WHEELS_TWIN ? 2 : 1) +
            thrust_n * info.loaded_radius_m[w] / 60;
        if (info.wheel_side[w] > 0)
            slip = fmin(slip, kamm_read_wheel(cars, 0, w, KAMM_WHEEL_slip_ratio));
    }
    double engine_radps = kamm_read(cars, 0, KAMM_CHANNEL_speed_mps) / info.loaded_radius_m[0] *
                          info.overall_ratio[info.gear_count ? starting_gear(&info) - 1 : 0];
    if (slip < 0.5 || engine_radps > 0.6 * info.limiter_radps) return;
    start->low_nms += low_nms;
    start->high_nms += high_nms;
    ++start->frames;
}

/* Three seconds of throttle in that gear; the driver holds the car straight. */
static struct start start_on_split_friction(const kamm_vehicle_def *def, double low, double high)
{
    kamm_ground halves[2], split = split_ground(halves, low, high);
    kamm_cars *cars = start_cars(def, 1);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    double ratio = info.steering_ratio;
    put_car(cars, 0, &kamm_flat_ground, 0, 0, starting_gear(&info));
    kamm_inputs(cars)[0].throttle = 0.5f;
    struct start start = {0};
    for (int frame = 0; frame < 180; ++frame) {
        double off =
            kamm_read(cars, 0, KAMM_CHANNEL_yaw_rad) + 0.2 * kamm_read(cars, 0, KAMM_CHANNEL_y_m);
        kamm_inputs(cars)[0].steering_wheel_rad = (float)(-off * ratio);
        drive_for(cars, &split, 1.0 / 60);
        watch_wheels(cars, def, &start);
    }
    start.speed_mps = kamm_read(cars, 0, KAMM_CHANNEL_speed_mps);
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
    return start;
}

static void unlock(kamm_vehicle_def *def, int differential, double lock)
{
    def->aids.tcs = def->aids.tcs_brakes = def->aids.esc = 0;
    def->gearbox.kind = KAMM_GEARBOX_MANUAL;
    def->clutch.automatic = 1;
    for (int a = 0; a < def->axles_count; ++a) {
        def->axles[a].differential = differential;
        def->axles[a].lock_drive = def->axles[a].lock_coast = lock;
        def->axles[a].lock_preload_nm = def->axles[a].lock_viscous_nms_per_rad = 0;
    }
}

/* With the open one both wheels get alike, as little as the ice allows; with one of limited slip the other wheel gets as many times
 * that as the bias ratio says, be it in front or behind. (Of a truck's driven axles all may be at their limit, or one.) */
static void the_wheel_that_grips_pulls_by_the_bias_ratio(void **state)
{
    (void)state;
    static const double rates[] = {240, 1200, 600, 60};
    const double lock = 0.5, bias = (1 + lock) / (1 - lock);
    for (int i = 0; i < of_tier(1, 4); ++i)
        for (int vehicle = 0; vehicle < shipped_count(); ++vehicle) {
            kamm_vehicle_def def = shipped_def(vehicle);
            def.stepping.substeps_per_s = allowed_rate(&def, rates[i]);
            if (is_kart(&def))
                continue; /* in its one gear too weak to slip the wheel that grips less */
            unlock(&def, KAMM_DIFFERENTIAL_OPEN, 0);
            struct start open = start_on_split_friction(&def, 0.1, 1);
            unlock(&def, KAMM_DIFFERENTIAL_LIMITED_SLIP, lock);
            struct start limited = start_on_split_friction(&def, 0.1, 1);
            double ratio = limited.high_nms / limited.low_nms;
            print_message(
                "%-28s %4g /s: open %.2f times, %5.2f m/s; limited slip %.2f times, %5.2f "
                "m/s; %d and %d frames\n",
                shipped_name(vehicle), rates[i], open.high_nms / open.low_nms, open.speed_mps,
                ratio, limited.speed_mps, open.frames, limited.frames);
            expect_above(fmin(open.frames, limited.frames), 10);
            expect_share(open.high_nms / open.low_nms, 1, def.axles_count == 2 ? 0.03 : 0.1);
            expect_above(limited.speed_mps, 1.2 * open.speed_mps);
            expect_below(ratio, 1.12 * bias); /* what old tyres lose in rolling comes on top */
            expect_above(ratio, def.axles_count == 2 ? 0.9 * bias : 2);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_wheel_that_grips_pulls_by_the_bias_ratio),
    };
    return cmocka_run_group_tests_name("full_differential", tests, NULL, NULL);
}
