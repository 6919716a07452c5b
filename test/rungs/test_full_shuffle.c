/* Shuffle of the driveline: engine against wheels on the drive shafts' spring, on ground without friction. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/cars.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "run/cars.h"

#include <math.h>

/* One gear, no losses, no damping, nothing that holds the wheels. */
static kamm_vehicle_def free_driveline(int vehicle, int driven_axles)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    def.aids.tcs = def.aids.esc = 0;
    def.gearbox.kind = KAMM_GEARBOX_MANUAL;
    def.clutch.automatic = 1;
    def.clutch.efficiency = 1;
    def.clutch.shaft_damping_nms_per_rad = 0;
    def.engine.boost_share = 0;
    for (int a = 0; a < def.axles_count; ++a) {
        if (driven_axles > 1) def.axles[a].drive_share = 1.0 / def.axles_count;
        def.axles[a].differential = KAMM_DIFFERENTIAL_OPEN;
    }
    def.transfer.coupling = KAMM_TRANSFER_OPEN;
    return def;
}

/* Then a turbine hangs on the shafts, and oil. */
static int converts(int vehicle) { return shipped_def(vehicle).converter.k_curve.count > 0; }

/* omega^2 = k (1 / (J_engine i^2) + sum of share^2 / J_axle). */
static double closed_form_radps(const kamm_vehicle_def *def, double ratio)
{
    double per_inertia = 1 / (def->engine.inertia_kgm2 * ratio * ratio);
    for (int a = 0; a < def->axles_count; ++a) {
        const kamm_axle_def *axle = &def->axles[a];
        double hubs = axle->wheels == KAMM_WHEELS_SINGLE ? 1 : 2;
        per_inertia += axle->drive_share * axle->drive_share / (hubs * axle->wheel_inertia_kgm2);
    }
    return sqrt(def->clutch.shaft_stiffness_nm_per_rad * per_inertia);
}

/* Takes a straight line off: torque and speed go on while the twist swings. */
static void level(double *twist, int count)
{
    double mean = 0, slope = 0, middle = 0.5 * (count - 1), squares = 0;
    for (int n = 0; n < count; ++n) mean += twist[n] / count;
    for (int n = 0; n < count; ++n)
        slope += (n - middle) * (twist[n] - mean), squares += (n - middle) * (n - middle);
    for (int n = 0; n < count; ++n) twist[n] -= mean + slope / squares * (n - middle);
}

/* Angular frequency between the first and the last upward crossing of the twist's line over some periods. */
static double swing_radps(const kamm_vehicle_def *def, int gear, double expected)
{
    enum { MOST = 4000 };
    static double twist[MOST];
    kamm_ground ice = kamm_plane_ground(0, 0, 0);
    kamm_cars *cars = start_cars(def, 1);
    double dt = 1 / def->stepping.substeps_per_s, first = 0, last = 0;
    int count = (int)(8 * 2 * PI / expected / dt), crossings = 0;
    if (count > MOST) count = MOST;
    double ratio = kamm_describe(kamm_model_of(cars, 0)).overall_ratio[gear - 1];
    put_car(cars, 0, &ice, 0,
            2.2 * def->engine.idle_radps / ratio * def->axles[0].tyre.unloaded_radius_m, gear);
    kamm_inputs(cars)[0].gear = (float)gear;
    kamm_inputs(cars)[0].throttle = 0.1f;
    kamm_step(cars, &ice, (int)(0.3 / dt));
    double pulled = 0.2 * def->clutch.torque_nm * ratio / def->clutch.shaft_stiffness_nm_per_rad;
    PUT_CAR_STATE(cars, 0, car.shaft_twist_rad,
                  (float)pulled); /* far within what the clutch holds */
    for (int n = 0; n < count; ++n) {
        kamm_step(cars, &ice, 1);
        twist[n] = CAR_STATE(cars, 0, car.shaft_twist_rad);
    }
    level(twist, count);
    for (int n = 1; n < count; ++n) {
        if (!(twist[n - 1] <= 0 && twist[n] > 0)) continue;
        last = (n - 1 + -twist[n - 1] / (twist[n] - twist[n - 1])) * dt;
        if (!crossings++) first = last;
    }
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
    if (crossings < 4) fail_msg("%d crossings", crossings);
    return 2 * PI * (crossings - 1) / (last - first);
}

static void the_shuffle_is_that_of_shafts_and_inertias(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(3, 1))
        for (int driven = 1; driven <= 2; ++driven) {
            kamm_vehicle_def def = free_driveline(vehicle, driven);
            if (!has_geared_engine(&def) || converts(vehicle)) continue;
            for (int gear = 2; gear <= 3 && gear <= def.gearbox.ratios_count; ++gear) {
                double ratio = def.gearbox.ratios[gear - 1] * def.gearbox.final_drive;
                double expected = closed_form_radps(&def, ratio);
                double swung = swing_radps(&def, gear, expected);
                print_message("%-36s %s axles, gear %d: %.2f Hz, closed form %.2f\n",
                              shipped_name(vehicle), driven > 1 ? "all" : "its", gear,
                              swung / 2 / PI, expected / 2 / PI);
                expect_share(swung, expected, 0.02);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shuffle_is_that_of_shafts_and_inertias),
    };
    return cmocka_run_group_tests_name("full_shuffle", tests, NULL, NULL);
}
