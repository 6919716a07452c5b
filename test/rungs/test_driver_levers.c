/* Inputs that work a device which only some vehicles have: low range, lift axles, endurance brakes. Each acts on every rung
 * that has the device, and changes no bit of a car without it. */
#include "support/company.h"
#include "support/quick.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>
#include <stddef.h>

struct lever {
    const char *name;
    size_t offset;
    int (*fit)(kamm_vehicle_def *def); /* 0: this vehicle can't have it */
    int (*has)(const kamm_vehicle_def *def);
    /* What tells that it acts, with the input at 0 and at 1. */
    void (*expect)(kamm_cars *cars[2], const kamm_vehicle_def *def);
    kamm_rung lowest; /* that has the device */
    double speed_mps;
    int gear;
};

static float *input_of(kamm_cars *cars, int car, const struct lever *lever)
{
    return (float *)((char *)&kamm_inputs(cars)[car] + lever->offset);
}

/* -- low range -- */

static int has_low(const kamm_vehicle_def *def) { return def->transfer.low_ratio > 1; }
static int fit_low(kamm_vehicle_def *def)
{
    def->transfer.low_ratio = 2.5;
    return has_geared_engine(def);
}

static void expect_low(kamm_cars *cars[2], const kamm_vehicle_def *def)
{
    (void)def;
    for (int i = 0; i < 2; ++i) expect_near(kamm_read(cars[i], 0, KAMM_CHANNEL_low_range), i, 0);
}

/* -- lift axles -- */

static int has_lift(const kamm_vehicle_def *def)
{
    int has = 0;
    for (int a = 0; a < def->axles_count; ++a) has |= def->axles[a].lift_m > 0;
    return has;
}

static int fit_lift(kamm_vehicle_def *def)
{
    if (def->axles_count != 2 || has_unsprung_axle(def)) return 0;
    def->axles[2] = def->axles[1];
    def->axles[2].behind_front_axle_m += 2.4 * def->axles[1].tyre.unloaded_radius_m;
    def->axles[2].lift_m = 0.3;
    def->axles[2].drive_share = 0;
    def->axles_count = 3;
    def->body.roll_inertia_kgm2 *= 2; /* which counts the wheels' masses as well */
    def->body.pitch_inertia_kgm2 *= 2;
    def->body.yaw_inertia_kgm2 *= 2;
    return 1;
}

static void expect_lift(kamm_cars *cars[2], const kamm_vehicle_def *def)
{
    kamm_pose body[2];
    kamm_wheel_pose wheels[2][KAMM_MAX_WHEELS];
    int rung = (int)kamm_describe(kamm_model_of(cars[0], 0)).rung;
    kamm_model_info info = kamm_describe(kamm_model_of(cars[0], 0));
    for (int i = 0; i < 2; ++i) kamm_read_pose(cars[i], 0, 1, &body[i], wheels[i]);
    for (int w = 0; w < info.wheel_count; ++w) {
        if (!(def->axles[info.wheel_axle[w]].lift_m > 0)) continue;
        if (rung == KAMM_SINGLE_TRACK ||
            rung == KAMM_FULL) { /* the others keep the loads at rest */
            expect_above(kamm_read_wheel(cars[0], 0, w, KAMM_WHEEL_load_n), 50);
            expect_near(kamm_read_wheel(cars[1], 0, w, KAMM_WHEEL_load_n), 0, 0);
        }
        if (rung > KAMM_KINEMATIC && rung != KAMM_DOUBLE_TRACK) { /* which has no lift axles */
            expect_above(fabs(kamm_read_wheel(cars[0], 0, w, KAMM_WHEEL_lateral_force_n)), 5);
            expect_near(kamm_read_wheel(cars[1], 0, w, KAMM_WHEEL_lateral_force_n), 0, 0.02);
        }
        if (rung < KAMM_FULL)
            expect_near(wheels[1][w].pose.position_m[2] - wheels[0][w].pose.position_m[2], 0.3,
                        0.02);
    }
}

/* -- endurance brakes -- */

static int has_endurance(const kamm_vehicle_def *def)
{
    return def->retarder.max_power_w > 0 || def->engine.exhaust_brake.count > 0;
}

static int fit_endurance(kamm_vehicle_def *def)
{
    double heavy = def->body.mass_kg / 10000, most = def->clutch.torque_nm / 2;
    def->retarder.max_nm = 2500 * heavy;
    def->retarder.fill_nms2_per_rad2 = 0.6 * heavy;
    def->retarder.max_power_w = 400e3 * heavy;
    def->retarder.cooling_w = 250e3 * heavy;
    def->retarder.heat_j = 8e6 * heavy;
    def->engine.exhaust_brake =
        (kamm_curve){.count = 2,
                     .x = {def->engine.idle_radps, def->engine.limiter_radps},
                     .y = {0.15 * most, most}};
    return has_geared_engine(def);
}

static void expect_endurance(kamm_cars *cars[2], const kamm_vehicle_def *def)
{
    (void)def;
    expect_below(kamm_read(cars[1], 0, KAMM_CHANNEL_forward_speed_mps),
                 kamm_read(cars[0], 0, KAMM_CHANNEL_forward_speed_mps) - 0.02);
    expect_near(kamm_read(cars[0], 0, KAMM_CHANNEL_retarder_torque_nm), 0, 0);
    expect_above(kamm_read(cars[1], 0, KAMM_CHANNEL_retarder_torque_nm), 0);
}

static const struct lever levers[] = {
    {"low_range", offsetof(kamm_input, low_range), fit_low, has_low, expect_low, KAMM_SINGLE_TRACK,
     0, 0},
    {"raised_axles", offsetof(kamm_input, raised_axles), fit_lift, has_lift, expect_lift,
     KAMM_KINEMATIC, 8, KAMM_GEAR_DRIVE},
    {"endurance_brake", offsetof(kamm_input, endurance_brake), fit_endurance, has_endurance,
     expect_endurance, KAMM_SINGLE_TRACK, 8, KAMM_GEAR_DRIVE},
};
enum { LEVERS = sizeof levers / sizeof *levers };

/* The car drives on for half a second with that input. */
static kamm_cars *drive(const kamm_vehicle_def *def, kamm_rung rung, const struct lever *lever,
                        float value)
{
    kamm_cars *cars = start_rung(def, rung, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, lever->speed_mps, lever->gear);
    kamm_inputs(cars)[0].steering_wheel_rad = 0.1f;
    *input_of(cars, 0, lever) = value;
    drive_for(cars, &kamm_flat_ground, 0.5);
    return cars;
}

static void pair(const kamm_vehicle_def *def, kamm_rung rung, const struct lever *lever,
                 kamm_cars *cars[2])
{
    for (int i = 0; i < 2; ++i) cars[i] = drive(def, rung, lever, (float)i);
}

static void each_acts_where_it_can(void **state)
{
    (void)state;
    int tried[LEVERS] = {0};
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(4, 1))
        for (int i = 0; i < LEVERS; ++i)
            for (EACH_RUNG(rung)) {
                const struct lever *lever = &levers[i];
                kamm_vehicle_def def = shipped_on(vehicle, rung, 240);
                kamm_cars *cars[2];
                if (!lever->fit(&def) || rung < lever->lowest) continue;
                if (rung == KAMM_SINGLE_TRACK &&
                    def.single_track.equations == KAMM_EQUATIONS_COMMONROAD)
                    continue; /* these have no driveline */
                pair(&def, rung, lever, cars);
                print_message("%s of %s on %s\n", lever->name, shipped_name(vehicle),
                              rung_name(rung));
                lever->expect(cars, &def);
                for (int k = 0; k < 2; ++k) assert_int_equal(kamm_fault(cars[k], 0), 0);
                for (int k = 0; k < 2; ++k) end_cars(cars[k]);
                ++tried[i];
            }
    for (int i = 0; i < LEVERS; ++i) expect_above(tried[i], of_tier(2, 9));
}

static void none_acts_where_there_is_no_device(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(9, 1))
        for (int i = 0; i < LEVERS; ++i)
            for (EACH_RUNG(rung)) {
                kamm_vehicle_def def = shipped_on(vehicle, rung, 240);
                kamm_cars *cars[2];
                if (levers[i].has(&def)) continue;
                pair(&def, rung, &levers[i], cars);
                assert_true(kamm_state_hash(cars[0]) == kamm_state_hash(cars[1]));
                for (int k = 0; k < 2; ++k) end_cars(cars[k]);
            }
}

/* Nor where others of its batch have it: the first car goes on as without the input, to the bit. */
static void none_acts_in_the_company_of_others(void **state)
{
    (void)state;
    for (int i = 0; i < LEVERS; ++i)
        for (EACH_RUNG(rung)) {
            int vehicle = shipped_number("nissan-micra");
            kamm_vehicle_def defs[2] = {shipped_on(vehicle, rung, 240),
                                        shipped_on(vehicle, rung, 240)};
            double seen[2][3];
            assert_true(levers[i].fit(&defs[1]));
            if (has_lift(&defs[1])) {
                assert_true(levers[i].fit(&defs[0]));
                defs[0].axles[2].lift_m = 0;
            }
            for (int value = 0; value < 2; ++value) {
                kamm_cars *cars = start_mixed_rung(defs, rung, 2);
                for (int car = 0; car < 2; ++car) {
                    put_car(cars, car, &kamm_flat_ground, 0, 8, levers[i].gear);
                    *input_of(cars, car, &levers[i]) = car ? 1 : (float)value;
                }
                drive_for(cars, &kamm_flat_ground, 0.5);
                seen[value][0] = kamm_read(cars, 0, KAMM_CHANNEL_x_m);
                seen[value][1] = kamm_read(cars, 0, KAMM_CHANNEL_z_m);
                seen[value][2] = kamm_read(cars, 0, KAMM_CHANNEL_energy_j);
                end_cars(cars);
            }
            assert_memory_equal(seen[0], seen[1], sizeof seen[0]);
        }
}

/* What is out of range counts as its end, what is no number as 0; and a car that is placed has all levers at rest. */
static void they_are_kept_in_range(void **state)
{
    (void)state;
    static const float given[] = {3, -2, NAN}, counted[] = {1, 0, 0};
    for (int i = 0; i < LEVERS; ++i)
        for (int k = 0; k < 3; ++k) {
            kamm_vehicle_def def = shipped_on(shipped_number("nissan-micra"), KAMM_FULL, 240);
            assert_true(levers[i].fit(&def));
            kamm_cars *cars[2] = {drive(&def, KAMM_FULL, &levers[i], counted[k]),
                                  drive(&def, KAMM_FULL, &levers[i], given[k])};
            assert_true(kamm_read(cars[0], 0, KAMM_CHANNEL_energy_j) ==
                        kamm_read(cars[1], 0, KAMM_CHANNEL_energy_j));
            assert_int_equal(kamm_fault(cars[1], 0), k == 2 ? KAMM_FAULT_INPUT : 0);
            put_car(cars[1], 0, &kamm_flat_ground, 0, 0, 0);
            assert_true(*input_of(cars[1], 0, &levers[i]) == 0);
            for (int c = 0; c < 2; ++c) end_cars(cars[c]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_acts_where_it_can),
        cmocka_unit_test(none_acts_where_there_is_no_device),
        cmocka_unit_test(none_acts_in_the_company_of_others),
        cmocka_unit_test(they_are_kept_in_range),
    };
    return cmocka_run_group_tests_name("driver_levers", tests, NULL, NULL);
}
