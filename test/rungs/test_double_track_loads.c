/* double_track: wheel loads, lean and camber against the thesis's equations, in closed form. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "double_track_bench.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>

/* (7-1). */
static void static_loads_follow_the_lever_arms(void **state)
{
    (void)state;
    kamm_vehicle_def def = still_air_car();
    kamm_cars *cars = start_track(&def, &kamm_flat_ground, 0.4, 0);
    struct thesis_car k = thesis_car_of(&def, cars);
    drive_for(cars, &kamm_flat_ground, 1);
    for (int i = 0; i < 2; ++i) {
        expect_share(load_of(cars, i), k.c / k.L * k.weight / 2, 1e-6);
        expect_share(load_of(cars, 2 + i), k.b / k.L * k.weight / 2, 1e-6);
    }
    end_cars(cars);
}

/* (7-2), while throttle or brake hold an acceleration: to 0.2 %, what it changes in load_lag_s. */
static void load_moves_back_under_throttle_and_forward_under_braking(void **state)
{
    (void)state;
    for (int braking = 0; braking < 2; ++braking) {
        kamm_vehicle_def def = still_air_car();
        kamm_cars *cars = start_track(&def, &kamm_flat_ground, 0, 25);
        struct thesis_car k = thesis_car_of(&def, cars);
        kamm_inputs(cars)[0].gear = braking ? 0 : 3;
        kamm_inputs(cars)[0].brake = braking ? 0.25f : 0;
        kamm_inputs(cars)[0].throttle = braking ? 0 : 1;
        drive_for(cars, &kamm_flat_ground, 1);
        double a = read_channel(cars, KAMM_CHANNEL_acceleration_x_mps2);
        double moved = k.h / k.L * k.mass * fabs(a);
        expect_above(fabs(a), 1);
        expect_above(braking ? -a : a, 0);
        double front = k.c / k.L * k.weight + (braking ? moved : -moved);
        double rear = k.b / k.L * k.weight + (braking ? -moved : moved);
        expect_share(axle_load(cars, 0), front, 0.002);
        expect_share(axle_load(cars, 1), rear, 0.002);
        expect_near(load_of(cars, 0), load_of(cars, 1), 0);
        expect_share(sum_of_loads(cars, 0), k.weight, 1e-6);
        end_cars(cars);
    }
}

/* (7-3) and (7-4), which go with a largest roll as the text has it, to 0.5 % of what moves: the turn slows down
 * while the loads lag. */
static void load_moves_outwards_in_a_turn(void **state)
{
    (void)state;
    for (int side = -1; side <= 1; side += 2) {
        kamm_vehicle_def def = still_air_car();
        def.double_track.max_roll_rad = 0.2;
        kamm_cars *cars = start_track(&def, &kamm_flat_ground, 0, 15);
        struct thesis_car k = thesis_car_of(&def, cars);
        kamm_inputs(cars)[0].steering_wheel_rad = (float)side;
        drive_for(cars, &kamm_flat_ground, 2);
        double a = read_channel(cars, KAMM_CHANNEL_acceleration_y_mps2);
        double roll = read_channel(cars, KAMM_CHANNEL_roll_rad);
        expect_above(side * a, 3);
        expect_above(side * roll, 0.01);
        double by_roll = k.h * sin(fabs(roll)) / k.track * k.weight / 2;
        for (int axle = 0; axle < 2; ++axle) {
            double track = def.axles[axle].track_m;
            double moved = fabs(a) / GRAVITY_MPS2 * axle_load(cars, axle) * k.h / track + by_roll;
            double outer = load_of(cars, 2 * axle + (side > 0)),
                   inner = load_of(cars, 2 * axle + (side < 0));
            expect_share(outer - inner, 2 * moved, 0.005);
        }
        expect_share(sum_of_loads(cars, 0), k.weight, 1e-6);
        end_cars(cars);
    }
}

/* (7-5) along a slope, in the text's own form, with the cosine that it leaves out of the weight. */
static void a_slope_along_moves_load_downhill(void **state)
{
    (void)state;
    for (int up = -1; up <= 1; up += 2) {
        kamm_vehicle_def def = still_air_car();
        def.axles[0].hand_brake_torque_nm = 2500;
        kamm_ground ground = kamm_plane_ground(up * 0.2, 0, 1);
        kamm_cars *cars = start_track(&def, &ground, 0, 0);
        struct thesis_car k = thesis_car_of(&def, cars);
        kamm_inputs(cars)[0].hand_brake = 1;
        drive_for(cars, &ground, 5);
        double angle = up * atan(0.2), moved = k.h * sin(angle) / k.L * k.weight;
        expect_share(axle_load(cars, 0), k.c / k.L * k.weight * cos(angle) - moved, 1e-5);
        expect_share(axle_load(cars, 1), k.b / k.L * k.weight * cos(angle) + moved, 1e-5);
        expect_share(sum_of_loads(cars, 0), k.weight * cos(angle), 1e-6);
        end_cars(cars);
    }
}

/* The same across: (7-5) with the track, and (7-4) for the lean that goes with it. */
static void a_slope_across_moves_load_downhill(void **state)
{
    (void)state;
    for (int left_up = -1; left_up <= 1; left_up += 2) {
        kamm_vehicle_def def = still_air_car();
        def.double_track.max_roll_rad = 0.3;
        kamm_ground ground = kamm_plane_ground(0, left_up * 0.2, 1);
        kamm_cars *cars = start_track(&def, &ground, 0, 0);
        struct thesis_car k = thesis_car_of(&def, cars);
        kamm_inputs(cars)[0].brake = 0.2f;
        drive_for(cars, &ground, 5);
        double angle = atan(0.2),
               lean = left_up * read_channel(cars, KAMM_CHANNEL_roll_rad) - angle;
        double share[2] = {k.c / k.L, k.b / k.L};
        expect_above(lean, 0.01);
        for (int axle = 0; axle < 2; ++axle) {
            double moved = share[axle] * k.weight * k.h * sin(angle) / def.axles[axle].track_m +
                           0.5 * k.h * sin(lean) / k.track * k.weight * cos(angle);
            double lower = load_of(cars, 2 * axle + (left_up > 0));
            double upper = load_of(cars, 2 * axle + (left_up < 0));
            expect_share(lower - upper, 2 * moved, 1e-4);
            expect_share(lower + upper, share[axle] * k.weight * cos(angle), 1e-5);
        }
        end_cars(cars);
    }
}

/* Chapter 8, step 6: with max_roll_rad given, roll over it is what moves over the weight. */
static void roll_follows_the_share_of_weight_that_moves(void **state)
{
    (void)state;
    kamm_vehicle_def def = still_air_car();
    def.double_track.max_roll_rad = 0.2;
    kamm_cars *cars = start_track(&def, &kamm_flat_ground, 0, 15);
    struct thesis_car k = thesis_car_of(&def, cars);
    kamm_inputs(cars)[0].steering_wheel_rad = 1;
    drive_for(cars, &kamm_flat_ground, 2);
    double a = read_channel(cars, KAMM_CHANNEL_acceleration_y_mps2);
    expect_share(read_channel(cars, KAMM_CHANNEL_roll_rad), a / GRAVITY_MPS2 * k.h / k.track * 0.2,
                 0.01);
    end_cars(cars);
}

/* Derived, it is that of the car on springs: to 5 % in a steady turn of 0.3 g. */
static void derived_roll_is_that_of_full(void **state)
{
    (void)state;
    double per_acceleration[2];
    for (int i = 0; i < 2; ++i) {
        kamm_vehicle_def def = plain_car();
        kamm_cars *cars = start_rung(&def, i ? KAMM_FULL : KAMM_DOUBLE_TRACK, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 15, 0);
        kamm_inputs(cars)[0].steering_wheel_rad = 0.7f;
        drive_for(cars, &kamm_flat_ground, 2);
        per_acceleration[i] = read_channel(cars, KAMM_CHANNEL_roll_rad) /
                              read_channel(cars, KAMM_CHANNEL_acceleration_y_mps2);
        end_cars(cars);
    }
    expect_share(per_acceleration[0], per_acceleration[1], 0.05);
}

/* Load that moves across on an axle, per lateral acceleration, in a steady turn of 3 m/s2. */
static void moved_in_a_turn(const kamm_vehicle_def *def, kamm_rung rung,
                            double moved_kg[KAMM_MAX_AXLES])
{
    kamm_cars *cars = start_rung(def, rung, 1);
    kamm_input *in = kamm_inputs(cars);
    put_car(cars, 0, &kamm_flat_ground, 0, 15, KAMM_GEAR_DRIVE);
    for (int frame = 0; frame < 300; ++frame) {
        double v = read_channel(cars, KAMM_CHANNEL_speed_mps);
        double off = 3 - v * read_channel(cars, KAMM_CHANNEL_yaw_rate_radps);
        in->steering_wheel_rad += (float)(0.01 * off);
        in->throttle = (float)fmax(0, fmin(1, 0.1 + 0.5 * (15 - v)));
        drive_for(cars, &kamm_flat_ground, 1.0 / 60);
    }
    double a = read_channel(cars, KAMM_CHANNEL_acceleration_y_mps2);
    expect_near(a, 3, 0.1);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    for (int axle = 0; axle < info.axle_count; ++axle) moved_kg[axle] = 0;
    for (int w = 0; w < info.wheel_count; ++w)
        moved_kg[info.wheel_axle[w]] -= 0.5 * info.wheel_side[w] * load_of(cars, w) / a;
    end_cars(cars);
}

/* Whose springs give way less than twice as little as its tyres. */
static int is_stiff(const kamm_vehicle_def *def)
{
    const kamm_suspension_def *s = &def->axles[0].suspension;
    return s->spring_n_per_m + 2 * s->anti_roll_bar_n_per_m >
           0.5 * def->axles[0].tyre.vertical_stiffness_n_per_m;
}

/* Derived, the axles share it as springs, bars and links of full do, laden or not: to 2 %, the laden pickup's front
 * axle by a little more. */
static void axles_share_what_moves_across_as_on_full(void **state)
{
    (void)state;
    for (int i = 0; i < shipped_count(); i += of_tier(4, 1)) {
        kamm_vehicle_def def = shipped_def(i);
        def.aero.frontal_area_m2 = 0;
        /* Turned wheels with caster lift one corner and let the other down, which on full moves load from one diagonal to the
         * other: the stiffer the springs, the more. */
        if (is_stiff(&def)) def.axles[0].suspension.caster_rad = 0;
        double here[KAMM_MAX_AXLES], full[KAMM_MAX_AXLES];
        moved_in_a_turn(&def, KAMM_DOUBLE_TRACK, here);
        moved_in_a_turn(&def, KAMM_FULL, full);
        for (int axle = 0; axle < def.axles_count; ++axle)
            print_message("%s, axle %d: %.1f kg move across, %.1f on full\n", shipped_name(i), axle,
                          here[axle], full[axle]);
        /* Of a tandem, side forces go by the axles' own slip angles, which differ by their distance over the turn's radius:
         * double_track has them by load. */
        double share = def.axles_count > 2 ? 0.15 : 0.0215;
        /* The tail rises on its swing axles, and the axis of roll with it. */
        if (def.axles[1].suspension.hardpoints.kind == KAMM_HARDPOINTS_SWING_AXLE) share = 0.045;
        /* A tractor's front beam stays level while the body rolls: full, where a beam's path is straight (suspension.h), has the
         * load times that tilt times the path's slope on top. */
        if (is_farm_tractor(&def)) share = 0.065;
        for (int axle = 0; axle < def.axles_count; ++axle)
            expect_near(here[axle], full[axle], share * full[axle] + 1e-6);
    }
}

/* (7-6): what the axle gains presses springs and tyres in; the pitch is the difference over the
 * wheelbase. */
static void springs_give_way_to_load(void **state)
{
    (void)state;
    kamm_vehicle_def def = still_air_car();
    kamm_cars *cars = start_track(&def, &kamm_flat_ground, 0, 30);
    struct thesis_car k = thesis_car_of(&def, cars);
    kamm_inputs(cars)[0].brake = 0.3f;
    drive_for(cars, &kamm_flat_ground, 1.5);
    double travel[2];
    const double at_rest[2] = {k.c / k.L * k.weight, k.b / k.L * k.weight};
    for (int axle = 0; axle < 2; ++axle) {
        const struct double_track_axle_constants *constants = &track_of(cars)->axles[axle];
        double soft = 2 / def.axles[axle].suspension.spring_n_per_m;
        double stiffness = 1 / constants->compliance_m_per_n; /* of both wheels */
        expect_below(stiffness, 4 / soft);
        expect_above(stiffness, 0.8 * 4 / soft); /* tyres are some eight times as stiff */
        travel[axle] = (axle_load(cars, axle) - at_rest[axle]) / stiffness;
        for (int i = 0; i < 2; ++i)
            expect_near(kamm_read_wheel(cars, 0, 2 * axle + i, KAMM_WHEEL_travel_m), travel[axle],
                        2e-4);
    }
    expect_above(travel[0], 0.01);
    expect_near(read_channel(cars, KAMM_CHANNEL_pitch_rad), (travel[0] - travel[1]) / k.L, 2e-4);
    end_cars(cars);
}

/* 7.2.3: positive on undriven wheels, negative on driven ones, by the share of the weight that
 * moves. */
static void camber_comes_with_load_moved_lengthwise(void **state)
{
    (void)state;
    kamm_vehicle_def def = still_air_car();
    kamm_cars *cars = start_track(&def, &kamm_flat_ground, 0, 25);
    struct thesis_car k = thesis_car_of(&def, cars);
    kamm_inputs(cars)[0].brake = 0.25f;
    drive_for(cars, &kamm_flat_ground, 1);
    double a = read_channel(cars, KAMM_CHANNEL_acceleration_x_mps2);
    double camber = k.h / k.L * k.mass * fabs(a) / k.weight * def.double_track.max_camber_rad;
    const double leaning[4] = {1, -1, -1, 1}; /* driven front tops inwards: left to the right */
    for (int w = 0; w < 4; ++w)
        expect_share(kamm_read_wheel(cars, 0, w, KAMM_WHEEL_camber_rad), leaning[w] * camber,
                     0.005);
    end_cars(cars);
}

/* Lift is on its axle, and drag tilts the car about the contact points. */
static void aerodynamic_lift_acts_on_the_axle_loads(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    def.aero = (kamm_aero_def){.drag_coefficient = 0.8,
                               .frontal_area_m2 = 2,
                               .front_lift_coefficient = -0.4,
                               .rear_lift_coefficient = -0.9,
                               .drag_height_m = 0.7};
    kamm_cars *cars = start_track(&def, &kamm_flat_ground, 0, 50);
    struct thesis_car k = thesis_car_of(&def, cars);
    kamm_inputs(cars)[0].gear = 0;
    drive_for(cars, &kamm_flat_ground, 2); /* until the body has sunk */
    double v = read_channel(cars, KAMM_CHANNEL_speed_mps);
    double pressure = 0.5 * 1.225 * 2 * v * v,
           a = read_channel(cars, KAMM_CHANNEL_acceleration_x_mps2);
    double moved = (k.h * k.mass * a + 0.7 * 0.8 * pressure) / k.L;
    expect_share(sum_of_loads(cars, 0), k.weight + 1.3 * pressure, 0.001);
    expect_share(axle_load(cars, 0), k.c / k.L * k.weight + 0.4 * pressure - moved, 0.001);
    expect_share(axle_load(cars, 1), k.b / k.L * k.weight + 0.9 * pressure + moved, 0.001);
    end_cars(cars);
}

/* What a lifted wheel cannot give its axle's other keeps. */
static void lifted_wheels_carry_nothing(void **state)
{
    (void)state;
    kamm_vehicle_def def = still_air_car();
    def.body.cg_height_m = 1.1;
    kamm_cars *cars = start_track(&def, &kamm_flat_ground, 0, 20);
    struct thesis_car k = thesis_car_of(&def, cars);
    kamm_inputs(cars)[0].steering_wheel_rad = 4;
    drive_for(cars, &kamm_flat_ground, 1.2);
    expect_near(load_of(cars, 0), 0, 0);
    expect_near(load_of(cars, 2), 0, 0);
    expect_above(min_load(cars, 0), -1e-9);
    expect_share(sum_of_loads(cars, 0), k.weight, 1e-6);
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(static_loads_follow_the_lever_arms),
        cmocka_unit_test(load_moves_back_under_throttle_and_forward_under_braking),
        cmocka_unit_test(load_moves_outwards_in_a_turn),
        cmocka_unit_test(a_slope_along_moves_load_downhill),
        cmocka_unit_test(a_slope_across_moves_load_downhill),
        cmocka_unit_test(roll_follows_the_share_of_weight_that_moves),
        cmocka_unit_test(derived_roll_is_that_of_full),
        cmocka_unit_test(axles_share_what_moves_across_as_on_full),
        cmocka_unit_test(springs_give_way_to_load),
        cmocka_unit_test(camber_comes_with_load_moved_lengthwise),
        cmocka_unit_test(aerodynamic_lift_acts_on_the_axle_loads),
        cmocka_unit_test(lifted_wheels_carry_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
