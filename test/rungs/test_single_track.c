/* The rung single_track against closed forms, and its agreement with the full model. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/rungs.h"
#include "support/tier.h"

#include <kamm/io/vehicle_file.h>
#include <math.h>
#include <string.h>

static const double air_density_kgpm3 = 1.225;

static kamm_model *compiled(const kamm_vehicle_def *def, kamm_rung rung)
{
    kamm_error error = {0};
    kamm_model *model = kamm_create_model(def, rung, &error);
    if (!model) fail_msg("%s", error.text);
    return model;
}

static kamm_model_info info_of(const kamm_vehicle_def *def)
{
    kamm_model *model = compiled(def, KAMM_SINGLE_TRACK);
    kamm_model_info info = kamm_describe(model);
    kamm_destroy_model(model);
    return info;
}

static kamm_cars *start_at(const kamm_vehicle_def *def, double speed_mps, int gear)
{
    kamm_cars *cars = start_rung(def, KAMM_SINGLE_TRACK, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, speed_mps, gear);
    return cars;
}

static double speed_of(const kamm_cars *cars)
{
    return read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
}

/* Mass with the wheels' spin; the engine's is added in gear. */
static double moved_mass_kg(const kamm_vehicle_def *def, double radius_m)
{
    double spin = 0;
    for (int a = 0; a < 2; ++a) spin += 2 * def->axles[a].wheel_inertia_kgm2;
    return def->body.mass_kg + spin / (radius_m * radius_m);
}

/* In neutral: m dv/dt = -(c v^2 + f m g), so v = w tan(atan(v0 / w) - t c w / m), w^2 = f m g / c. */
static void coasting_follows_drag_and_rolling_resistance(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_cars *cars = start_at(&def, 40, 0);
    double radius = 40 / kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_spin_radps);
    double m = moved_mass_kg(&def, radius), weight = def.body.mass_kg * GRAVITY_MPS2;
    double c = 0.5 * air_density_kgpm3 * def.aero.drag_coefficient * def.aero.frontal_area_m2;
    double f = def.axles[0].tyre.qsy1 * def.axles[0].tyre.unloaded_radius_m / radius;
    double w = sqrt(f * weight / c), rate = c * w / m;
    for (int n = 1; n <= 6; ++n) {
        drive_for(cars, &kamm_flat_ground, 10);
        double expected = w * tan(atan(40 / w) - rate * 10 * n);
        print_message("coasting %d s: %.4f m/s, closed form %.4f\n", 10 * n, speed_of(cars),
                      expected);
        expect_near(speed_of(cars), expected, 0.03);
    }
    end_cars(cars);
}

/* A line through the origin as torque, one gear: the force is the same at any speed. */
static kamm_vehicle_def steady_pull_car(void)
{
    kamm_vehicle_def def = plain_car();
    def.engine.torque_curve = (kamm_curve){.count = 2, .x = {10, 2000}, .y = {100, 100}};
    def.engine.limiter_radps = 1500;
    def.engine.response_s = 0;
    def.engine.drag_nm = 10;
    def.engine.drag_nms_per_rad = 0;
    def.gearbox.ratios_count = 1;
    def.gearbox.ratios[0] = 2;
    def.clutch.efficiency = 0.9;
    return def;
}

static void acceleration_follows_the_force_balance(void **state)
{
    (void)state;
    kamm_vehicle_def def = steady_pull_car();
    def.aero.frontal_area_m2 = 0;
    for (int a = 0; a < 2; ++a) def.axles[a].tyre.qsy1 = 0;
    kamm_cars *cars = start_at(&def, 15, 1);
    double radius = 15 / kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_spin_radps);
    double ratio = 2 * def.gearbox.final_drive;
    double m =
        moved_mass_kg(&def, radius) + def.engine.inertia_kgm2 * ratio * ratio / (radius * radius);
    kamm_inputs(cars)[0].throttle = 1;
    drive_for(cars, &kamm_flat_ground, 2);
    expect_share(speed_of(cars) - 15, 100 * ratio * 0.9 / radius / m * 2, 2e-3);
    expect_share(read_channel(cars, KAMM_CHANNEL_engine_radps), speed_of(cars) * ratio / radius,
                 1e-3);
    expect_share(read_channel(cars, KAMM_CHANNEL_drive_torque_nm), 100 * ratio * 0.9, 1e-3);

    kamm_inputs(cars)[0].throttle = 0; /* the engine brakes: losses work against it */
    drive_for(cars, &kamm_flat_ground, 1.0 / 60);
    double before = speed_of(cars);
    drive_for(cars, &kamm_flat_ground, 1);
    expect_share(before - speed_of(cars), 10 * ratio / 0.9 / radius / m, 2e-3);
    end_cars(cars);
}

/* Where drag and rolling resistance take all that the gear gives. */
static void top_speed_is_where_drag_equals_drive_force(void **state)
{
    (void)state;
    kamm_vehicle_def def = steady_pull_car();
    def.aero.frontal_area_m2 = 6;
    kamm_cars *cars = start_at(&def, 35, 1);
    double radius = 35 / kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_spin_radps);
    double pull = 100 * 2 * def.gearbox.final_drive * 0.9 / radius;
    double f = def.axles[0].tyre.qsy1 * def.axles[0].tyre.unloaded_radius_m / radius;
    double c = 0.5 * air_density_kgpm3 * def.aero.drag_coefficient * def.aero.frontal_area_m2;
    kamm_inputs(cars)[0].throttle = 1;
    drive_for(cars, &kamm_flat_ground, 200);
    expect_share(speed_of(cars), sqrt((pull - f * def.body.mass_kg * GRAVITY_MPS2) / c), 2e-3);
    end_cars(cars);
}

static void full_throttle_shifts_through_all_gears(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_at(&def, 0, KAMM_GEAR_DRIVE);
    kamm_inputs(cars)[0].throttle = 1;
    int highest = 0, shifts = 0, before = 1;
    for (int frame = 0; frame < 60 * 60; ++frame) {
        drive_for(cars, &kamm_flat_ground, 1.0 / 60);
        int gear = (int)read_channel(cars, KAMM_CHANNEL_gear);
        shifts += gear != before;
        highest = gear > highest ? gear : highest;
        before = gear;
        expect_below(read_channel(cars, KAMM_CHANNEL_engine_radps),
                     1.03 * def.engine.limiter_radps);
    }
    print_message("%.1f m/s in gear %d after 60 s, %d shifts\n", speed_of(cars), before, shifts);
    assert_true(highest >= 4);
    assert_true(shifts <= def.gearbox.ratios_count);
    kamm_inputs(cars)[0].throttle = 0;
    kamm_inputs(cars)[0].brake = 0.5f;
    drive_for(cars, &kamm_flat_ground, 20);
    assert_int_equal((int)read_channel(cars, KAMM_CHANNEL_gear), 1);
    assert_true(speed_of(cars) == 0);
    end_cars(cars);
}

/* Yaw rate over speed and road-wheel angle, to the left less to the right, mean of the last three seconds
 * of a turn that is held at that speed. */
static double yaw_gain(const kamm_vehicle_def *def, kamm_rung rung, double speed, double ay)
{
    kamm_cars *cars = start_rung(def, rung, 2);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    double steer = ay / (speed * speed) * info.wheelbase_m, integral[2] = {0}, turned = 0;
    for (int i = 0; i < 2; ++i) put_car(cars, i, &kamm_flat_ground, 0, speed, KAMM_GEAR_DRIVE);
    for (int frame = 0; frame < 60 * 12; ++frame) {
        for (int i = 0; i < 2; ++i) {
            double now = kamm_read(cars, i, KAMM_CHANNEL_forward_speed_mps), off = speed - now;
            double side = i ? -1 : 1;
            integral[i] = fmax(0, integral[i] + 0.005 * off);
            kamm_inputs(cars)[i].throttle = (float)fmax(0, fmin(1, 0.5 * off + integral[i]));
            kamm_inputs(cars)[i].steering_wheel_rad = (float)(side * steer * info.steering_ratio);
            if (frame >= 60 * 9)
                turned += side * kamm_read(cars, i, KAMM_CHANNEL_yaw_rate_radps) / now;
        }
        drive_for(cars, &kamm_flat_ground, 1.0 / 60);
    }
    end_cars(cars);
    return turned / (2 * 180) / steer;
}

/* Yaw rate over road-wheel angle in the linear range, to the left less to the right, of both rungs with slip
 * angles: within 3 % of the full model's for every car. */
static void gentle_turns_match_the_full_rung(void **state)
{
    (void)state;
    static char names[64][64];
    static kamm_vehicle_file file;
    const double speeds[] = {5, 20};
    int count = kamm_list_data("vehicles", names, 64);
    assert_true(count >= 7);
    for (int n = 0; n < of_tier(2, count); ++n) {
        kamm_error error = {0};
        if (kamm_load_vehicle(names[n], &file, NULL, &error) != KAMM_OK) fail_msg("%s", error.text);
        kamm_single_track_def *single = &file.def.single_track;
        single->equations = KAMM_EQUATIONS_CAPPED;
        single->friction = single->front_cornering_per_rad = single->rear_cornering_per_rad = 0;
        for (int a = 0; a < file.def.axles_count;
             ++a) /* preloaded plates hold both wheels together at 5 m/s */
            file.def.axles[a].differential = KAMM_DIFFERENTIAL_OPEN;
        for (int i = 0; i < 2; ++i) {
            double full = yaw_gain(&file.def, KAMM_FULL, speeds[i], 0.6);
            double one = yaw_gain(&file.def, KAMM_SINGLE_TRACK, speeds[i], 0.6) / full - 1;
            double two = yaw_gain(&file.def, KAMM_DOUBLE_TRACK, speeds[i], 0.6) / full - 1;
            print_message(
                "%s at %g m/s: yaw gain of single_track %+.2f %%, double_track %+.2f %%\n",
                names[n], speeds[i], 100 * one, 100 * two);
            /* A live axle steers itself in roll, and at 20 m/s the drag takes a sixth of a kart's load off its front wheels, which
             * single_track does not have. */
            expect_below(fabs(one), strstr(names[n], "jimny")     ? 0.045
                                    : strstr(names[n], "go-kart") ? 0.18
                                                                  : 0.03);
            expect_below(fabs(two), 0.03);
        }
    }
}

/* r / delta = v / (l + K v^2), K = m (b / (l C_f) - a / (l C_r)), for given stiffnesses. */
static void steady_turn_is_the_single_tracks(void **state)
{
    (void)state;
    kamm_vehicle_def def = flat_riding_car();
    def.single_track.equations = KAMM_EQUATIONS_LINEAR;
    def.single_track.friction = 1;
    def.single_track.front_cornering_per_rad = 15;
    def.single_track.rear_cornering_per_rad = 20;
    def.axles[0].suspension.caster_rad = def.axles[0].suspension.kingpin_inclination_rad = 0;
    kamm_model_info info = info_of(&def);
    double k = (1 / 15.0 - 1 / 20.0) / GRAVITY_MPS2;
    const double speeds[] = {2, 10, 25, 40};
    for (int i = 0; i < 4; ++i) {
        double v = speeds[i], ay = fmin(0.4, 0.01 * v * v);
        double steer = ay * (info.wheelbase_m + k * v * v) / (v * v);
        kamm_cars *cars = start_at(&def, v, 0);
        kamm_inputs(cars)[0].steering_wheel_rad = (float)(steer * info.steering_ratio);
        drive_for(cars, &kamm_flat_ground, 5);
        double now = speed_of(cars);
        double expected = steer * now / (info.wheelbase_m + k * now * now);
        expect_share(read_channel(cars, KAMM_CHANNEL_yaw_rate_radps), expected, 5e-3);
        end_cars(cars);
    }
}

/* The hand brake holds the car on a slope, to the bit: ahead, backwards, across and with turned wheels. */
static void parked_car_on_a_slope_does_not_change_a_bit(void **state)
{
    (void)state;
    const double yaws[] = {0, 3.14, 1.57, 0.6, -2.2, 0.1, -0.9, 2.8},
                 steers[] = {0, 3, -5, 8, 1, -8, 0.2, 0};
    for (int i = 0; i < 8; i += of_tier(3, 1)) {
        kamm_vehicle_def def = plain_car();
        kamm_ground slope = kamm_plane_ground(0.12, 0.02, 1);
        kamm_cars *cars = start_rung(&def, KAMM_SINGLE_TRACK, 1);
        put_car(cars, 0, &slope, yaws[i], 0.5, 0);
        kamm_inputs(cars)[0].hand_brake = 1;
        kamm_inputs(cars)[0].steering_wheel_rad = (float)steers[i];
        drive_for(cars, &slope, 3);
        double before[3], after[3];
        read_position(cars, 0, before);
        uint64_t turned = 0;
        double yaw = read_channel(cars, KAMM_CHANNEL_yaw_rad);
        assert_true(speed_of(cars) == 0);
        assert_true(read_channel(cars, KAMM_CHANNEL_lateral_speed_mps) == 0);
        assert_true(read_channel(cars, KAMM_CHANNEL_yaw_rate_radps) == 0);
        for (int s = 0; s < 60; ++s) {
            drive_for(cars, &slope, 1);
            turned += read_channel(cars, KAMM_CHANNEL_yaw_rad) != yaw;
        }
        read_position(cars, 0, after);
        if (before[0] != after[0] || before[1] != after[1] || before[2] != after[2] || turned)
            fail_msg("yaw %g: moved by %g m, turned %d times", yaws[i],
                     distance_between(before, after), (int)turned);
        end_cars(cars);
    }
}

/* Engine idling in gear, steering at work, nothing pressed. */
static void standing_car_does_not_jitter(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_at(&def, 0, KAMM_GEAR_DRIVE);
    for (int frame = 0; frame < 600; ++frame) {
        kamm_inputs(cars)[0].steering_wheel_rad = (float)(6 * sin(frame * 0.05));
        drive_for(cars, &kamm_flat_ground, 1.0 / 60);
        assert_true(speed_of(cars) == 0 && read_channel(cars, KAMM_CHANNEL_x_m) == 0 &&
                    read_channel(cars, KAMM_CHANNEL_y_m) == 0 &&
                    read_channel(cars, KAMM_CHANNEL_yaw_rate_radps) == 0);
    }
    end_cars(cars);
}

static void drive_slalom(const kamm_vehicle_def *def, double place[3])
{
    kamm_cars *cars = start_at(def, 20, 3);
    int per_frame = (int)(def->stepping.substeps_per_s / 60 + 0.5);
    for (int frame = 0; frame < 360; ++frame) {
        kamm_inputs(cars)[0].steering_wheel_rad = (float)(0.6 * sin(frame / 30.0));
        kamm_inputs(cars)[0].throttle = frame < 180 ? 0.4f : 0;
        kamm_inputs(cars)[0].brake = frame > 240 ? 0.3f : 0;
        kamm_step(cars, &kamm_flat_ground, per_frame);
    }
    place[0] = read_channel(cars, KAMM_CHANNEL_x_m);
    place[1] = read_channel(cars, KAMM_CHANNEL_y_m);
    place[2] = read_channel(cars, KAMM_CHANNEL_yaw_rad);
    end_cars(cars);
}

/* First order in the substep: half of it halves what is left. */
static void drives_converge_as_the_substep_shrinks(void **state)
{
    (void)state;
    const double rates[] = {60, 600, 1200, 2400, 9600};
    double place[5][3], off[4];
    for (int i = 0; i < 5; ++i) {
        kamm_vehicle_def def = default_vehicle();
        def.stepping.substeps_per_s = rates[i];
        drive_slalom(&def, place[i]);
    }
    for (int i = 0; i < 4; ++i) {
        off[i] = hypot(place[i][0] - place[4][0], place[i][1] - place[4][1]);
        print_message("slalom of 6 s at %g substeps a second: off by %.4f m, %.2e rad\n", rates[i],
                      off[i], fabs(place[i][2] - place[4][2]));
    }
    expect_below(off[0], 1.5);
    expect_below(off[2], 0.05);
    expect_below(off[3], 0.62 * off[2]);
}

static void commanded_acceleration_is_followed(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car(); /* with drag and rolling resistance */
    kamm_cars *cars = start_at(&def, 10, KAMM_GEAR_DRIVE);
    assert_true(info_of(&def).takes_commands);
    kamm_inputs(cars)[0].command = 1;
    kamm_inputs(cars)[0].acceleration_mps2 = 1.5f;
    drive_for(cars, &kamm_flat_ground, 2);
    expect_near(speed_of(cars), 13, 1e-3);
    kamm_inputs(cars)[0].acceleration_mps2 = -3;
    drive_for(cars, &kamm_flat_ground, 4);
    expect_near(speed_of(cars), 1, 1e-3);
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coasting_follows_drag_and_rolling_resistance),
        cmocka_unit_test(acceleration_follows_the_force_balance),
        cmocka_unit_test(top_speed_is_where_drag_equals_drive_force),
        cmocka_unit_test(full_throttle_shifts_through_all_gears),
        cmocka_unit_test(gentle_turns_match_the_full_rung),
        cmocka_unit_test(steady_turn_is_the_single_tracks),
        cmocka_unit_test(parked_car_on_a_slope_does_not_change_a_bit),
        cmocka_unit_test(standing_car_does_not_jitter),
        cmocka_unit_test(drives_converge_as_the_substep_shrinks),
        cmocka_unit_test(commanded_acceleration_is_followed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
