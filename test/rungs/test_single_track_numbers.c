/* kamm_describe_single_track and kamm_describe_single_track_drive: the numbers of the rung's equations. */
#include "support/drive.h"

#include <kamm/single_track.h>
#include <math.h>

static void assert_near(double value, double wanted, double within)
{
    if (!(fabs(value - wanted) <= within)) fail_msg("%.9g, wanted %.9g", value, wanted);
}

static kamm_model *compiled(const kamm_vehicle_def *def, kamm_rung rung)
{
    kamm_error error = {0};
    kamm_model *model = kamm_create_model(def, rung, &error);
    if (!model) fail_msg("%s", error.text);
    return model;
}

/* What the rung's numbers say at rest and of the statics, against what is known of the model by itself. */
static void numbers_are_those_of_the_model(void **state)
{
    (void)state;
    static const char *const names[] = {"volvo-v40", "kraz-6x4", "reliant-robin"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        kamm_vehicle_def def = car_named(names[i]);
        kamm_model *model = compiled(&def, KAMM_SINGLE_TRACK), *other = compiled(&def, KAMM_FULL);
        kamm_single_track_numbers n = kamm_describe_single_track(model);
        kamm_model_info info = kamm_describe(model);
        double shares = 0, moment = 0, shifted = 0, drive = 0;
        for (int a = 0; a < n.axle_count; ++a) {
            shares += n.axles[a].load_share;
            moment += n.axles[a].load_share * n.axles[a].x_m;
            shifted += n.axles[a].load_shift_kg;
            drive += n.axles[a].drive_share;
        }
        assert_int_equal(n.axle_count, info.axle_count);
        assert_near(n.mass_kg, info.mass_kg, 1e-3);
        assert_near(shares, 1, 1e-6);
        assert_near(moment, 0, 1e-5);
        assert_near(shifted, 0, 1e-3);
        assert_near(drive, 1, 1e-6);
        assert_near(n.axles[0].x_m, info.cg_behind_front_axle_m, 1e-5);
        assert_near(n.load_lag_s, def.single_track.load_lag_s, 0);
        assert_true(n.axles[0].stiffness_per_rad > 1 && n.axles[0].friction > 0.3);
        assert_int_equal(kamm_describe_single_track(other).axle_count, 0);
        kamm_destroy_model(other);
        kamm_destroy_model(model);
    }
}

static double torque_at(const kamm_track_curve *curve, double radps)
{
    double knots = fmin(fmax((radps - curve->first) * curve->knots_per_unit, 0), 31.999);
    int i = (int)knots;
    double t = knots - i, rise = curve->value[i + 1] - curve->value[i];
    double a = rise - curve->slope[i], b = curve->slope[i + 1] - rise;
    return curve->value[i] + t * (curve->slope[i] + t * (2 * a - b + t * (b - a)));
}

/* Against the vehicle's file and what the model says of itself. */
static void numbers_of_the_drive_are_those_of_the_vehicle(void **state)
{
    (void)state;
    kamm_vehicle_def def = car_named("ford-fiesta-st-2013");
    kamm_model *model = compiled(&def, KAMM_SINGLE_TRACK), *other = compiled(&def, KAMM_FULL);
    kamm_single_track_drive d = kamm_describe_single_track_drive(model);
    kamm_model_info info = kamm_describe(model);
    const kamm_gearbox_def *box = &def.gearbox;
    assert_true(d.has_engine && !d.has_motors && !d.has_cvt && !d.has_endurance_pedal);
    assert_int_equal(d.top_gear, box->ratios_count);
    assert_near(d.gears[0].ratio, -box->reverse_ratio * box->final_drive, 1e-5);
    assert_near(d.gears[1].ratio, 0, 0);
    for (int i = 0; i < box->ratios_count; ++i)
        assert_near(d.gears[i + 2].ratio, box->ratios[i] * box->final_drive, 1e-5);
    assert_near(d.gears[3].idle_mps,
                info.idle_radps / d.gears[3].ratio * d.axles[0].rolling_radius_m, 1e-6);
    assert_near(d.axles[0].cage_share + d.axles[1].cage_share, 1, 1e-6);
    for (int a = 0; a < 2; ++a)
        assert_near(d.axles[a].brake_nm, 2 * def.axles[a].brake_torque_nm, 1e-2);
    const kamm_curve *curve = &def.engine.torque_curve;
    for (int i = 0; i < curve->count; ++i)
        assert_near(torque_at(&d.engine.full_load_nm, curve->x[i]), curve->y[i],
                    0.01 * curve->y[i] + 1);
    assert_near(d.engine.boost_s, def.engine.boost_s, 1e-6);
    assert_near(d.engine.response_s, def.engine.response_s, 0);
    assert_near(d.clutch.torque_nm, def.clutch.torque_nm, 1e-3);
    assert_near(d.clutch.losses.driving, 1 - def.clutch.efficiency, 1e-6);
    assert_near(d.brake_response_s, def.brakes.response_s, 0);
    assert_int_equal(kamm_describe_single_track_drive(other).top_gear, 0);
    kamm_destroy_model(other);
    kamm_destroy_model(model);
}

/* Cars that these numbers don't describe in full say so; an automatic gearbox says where it shifts on its own. */
static void what_the_numbers_leave_out_is_told(void **state)
{
    (void)state;
    kamm_vehicle_def tesla = car_named("tesla-model-3-performance-2018");
    kamm_vehicle_def man = car_named("man-tgs-8x4"), kraz = car_named("kraz-6x4");
    kamm_model *electric = compiled(&tesla, KAMM_SINGLE_TRACK);
    man.brakes.endurance_pedal = 0.5;
    kamm_model *retarded = compiled(&man, KAMM_SINGLE_TRACK);
    kamm_model *automatic = compiled(&kraz, KAMM_SINGLE_TRACK);
    kamm_single_track_drive d = kamm_describe_single_track_drive(electric);
    assert_true(d.has_motors && !d.has_engine && !d.has_power_split && d.top_gear == 1);
    for (int a = 0; a < 2; ++a) {
        const kamm_track_motor *motor = &d.axles[a].motor;
        const kamm_motor_def *file = &tesla.axles[a].motor;
        assert_near(motor->peak_nm, file->peak_nm, 1e-3);
        assert_near(motor->ratio, file->ratio, 1e-5);
        assert_near(1 / motor->warms_k_per_j, file->heat_capacity_j_per_k, 1e-2);
        assert_near(motor->cools_per_s / motor->warms_k_per_j, file->cooling_w_per_k, 1e-3);
    }
    assert_near(d.battery.open_v.value[0], tesla.battery.voltage_curve.y[0], 1e-3);
    assert_near(d.battery.charge, tesla.battery.charge, 1e-6);
    assert_true(kamm_describe_single_track_drive(retarded).has_endurance_pedal);
    d = kamm_describe_single_track_drive(automatic);
    const kamm_track_gear *third = &d.gears[4];
    assert_true(third->kept_from_mps > third->idle_mps / 2 &&
                third->kept_to_mps > 1.5 * third->kept_from_mps);
    assert_true(d.gears[2].kept_from_mps < -1e8 && d.gears[d.top_gear + 1].kept_to_mps > 1e8);
    kamm_destroy_model(electric);
    kamm_destroy_model(retarded);
    kamm_destroy_model(automatic);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_those_of_the_model),
        cmocka_unit_test(numbers_of_the_drive_are_those_of_the_vehicle),
        cmocka_unit_test(what_the_numbers_leave_out_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
