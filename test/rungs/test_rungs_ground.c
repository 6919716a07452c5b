/* The ground below every rung: parking on it, lying on it, following it, being carried by it.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/rungs.h"
#include "support/tier.h"

#include <math.h>

/* rigid2d's friction is viscous: it creeps, see test_rigid2d.c. */
static int can_park(kamm_rung rung) { return rung != KAMM_RIGID2D; }

static void parked_with(kamm_rung rung, int hand_brake, double slope, double yaw_rad)
{
    kamm_vehicle_def def = plain_car();
    kamm_ground ground = kamm_plane_ground(slope, 0, 1);
    kamm_cars *cars = start_rung(&def, rung, 1);
    double before[3], after[3];
    put_car(cars, 0, &ground, yaw_rad, 0, 0);
    if (hand_brake)
        kamm_inputs(cars)[0].hand_brake = 1;
    else
        kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &ground, 5);
    read_position(cars, 0, before);
    drive_for(cars, &ground, 20);
    read_position(cars, 0, after);
    if (distance_between(before, after) > 1e-3)
        fail_msg("%s, %s, slope %g, yaw %g: moves by %.2f mm", rung_name(rung),
                 hand_brake ? "hand brake" : "brake", slope, yaw_rad,
                 1000 * distance_between(before, after));
    end_cars(cars);
}

static void parked_car_stands_still_on_slopes(void **state)
{
    (void)state;
    const double slopes[] = {0, 0.02, 0.15}, yaws[] = {0, 1.2, PI};
    for (EACH_RUNG(rung))
        for (int i = 0; can_park(rung) && i < 18; i += of_tier(13, 1))
            parked_with(rung, i % 2, slopes[i / 2 % 3], yaws[i / 6]);
}

/* Without brakes it rolls: the slope's acceleration, less what turns the wheels. */
static void unbraked_car_rolls_down(void **state)
{
    (void)state;
    kamm_ground slope = kamm_plane_ground(0.1, 0, 1);
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = flat_riding_car();
        kamm_cars *cars = start_rung(&def, rung, 1);
        put_car(cars, 0, &slope, 0, 0, 0);
        drive_for(cars, &slope, 3);
        double speed = read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
        double weight = -GRAVITY_MPS2 * 0.1 / sqrt(1.01) * 3;
        print_message("%s: %.3f m/s after 3 s\n", rung_name(rung), speed);
        check_share(speed, weight, 0.05, rung_name(rung), __FILE__, __LINE__);
        end_cars(cars);
    }
}

/* Flat on a plane that rises ahead and to the left; full leans on its springs, double_track as they
 * would. */
static void body_lies_flat_on_a_slope(void **state)
{
    (void)state;
    const double slope = 0.06, bank = 0.04, length = sqrt(1 + slope * slope + bank * bank);
    kamm_ground ground = kamm_plane_ground(slope, bank, 1);
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = plain_car();
        kamm_cars *cars = start_rung(&def, rung, 1);
        put_car(cars, 0, &ground, 0, 0, 0);
        kamm_inputs(cars)[0].brake = 1;
        drive_for(cars, &ground, 1);
        double lean = rung >= KAMM_DOUBLE_TRACK ? 0.006 : 1e-4;
        expect_near(read_channel(cars, KAMM_CHANNEL_pitch_rad), -asin(slope / length), lean);
        expect_near(read_channel(cars, KAMM_CHANNEL_roll_rad),
                    asin(bank / length / sqrt(1 - slope * slope / (length * length))), lean);
        kamm_pose body;
        kamm_read_pose(cars, 0, 1, &body, NULL);
        double above =
            body.position_m[2] - (slope * body.position_m[0] + bank * body.position_m[1]);
        expect_near(above, 0, rung >= KAMM_DOUBLE_TRACK ? 0.01 : 1e-4);
        end_cars(cars);
    }
}

enum { GRID = 128 };

/* Hills of 2.5 m and 40 m length, on a grid of 1 m. */
static double hill(double x, double y) { return 1.25 * sin(x * PI / 20) * cos(y * PI / 30); }

static void pose_follows_the_terrain(void **state)
{
    (void)state;
    static float heights[GRID * GRID];
    for (int i = 0; i < GRID * GRID; ++i) heights[i] = (float)hill(i % GRID, i / GRID);
    kamm_surface surface = {.friction = 1};
    kamm_layer layer = {.kind = KAMM_LAYER_HEIGHTS, .heights = {GRID, GRID, 1, {0, 0}, heights}};
    kamm_terrain_def terrain_def = {
        .layers = &layer, .layer_count = 1, .surfaces = &surface, .surface_count = 1};
    kamm_terrain *terrain = kamm_create_terrain(&terrain_def, NULL);
    assert_non_null(terrain);
    kamm_ground ground = kamm_terrain_ground(terrain);
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = plain_car();
        kamm_cars *cars = start_rung(&def, rung, 1);
        kamm_placement placement = {{5, 60, hill(5, 60)}, {1, 0, 0, 0}, 8, KAMM_GEAR_DRIVE, {0}};
        kamm_place(cars, 0, &placement);
        drive_for(cars, &ground, 1);
        double worst_height = 0, worst_pitch = 0, worst_step = 0, last = 0;
        for (int i = 0; i < 6000; ++i) {
            kamm_pose body;
            kamm_inputs(cars)[0].throttle =
                read_channel(cars, KAMM_CHANNEL_forward_speed_mps) < 8 ? 0.8f : 0;
            kamm_step(cars, &ground, 1);
            kamm_read_pose(cars, 0, 1, &body, NULL);
            double x = body.position_m[0], y = body.position_m[1];
            double slope = (hill(x + 0.5, y) - hill(x - 0.5, y));
            double pitch = read_channel(cars, KAMM_CHANNEL_pitch_rad);
            worst_height = fmax(worst_height, fabs(body.position_m[2] - hill(x, y)));
            worst_pitch = fmax(worst_pitch, fabs(pitch + atan(slope)));
            if (i) worst_step = fmax(worst_step, fabs(body.position_m[2] - last));
            last = body.position_m[2];
        }
        print_message("%s: at x = %.0f m; off by %.3f m and %.3f rad; %.1f mm a substep\n",
                      rung_name(rung), read_channel(cars, KAMM_CHANNEL_x_m), worst_height,
                      worst_pitch, 1000 * worst_step);
        check_above(read_channel(cars, KAMM_CHANNEL_x_m), 35, rung_name(rung), __FILE__, __LINE__);
        check_below(worst_height, 0.12, rung_name(rung), __FILE__, __LINE__);
        check_below(worst_pitch, 0.06, rung_name(rung), __FILE__, __LINE__);
        /* 10 m/s on the steepest slope of 0.2, and as much again for the pose. */
        check_below(worst_step, 4e-3, rung_name(rung), __FILE__, __LINE__);
        end_cars(cars);
    }
    kamm_destroy_terrain(terrain);
}

/* A conveyor: a braked car goes with it, along and across. */
static void moving_ground_carries_the_car(void **state)
{
    (void)state;
    for (EACH_RUNG(rung))
        for (int axis = 0; axis < 2; ++axis) {
            kamm_vehicle_def def = plain_car();
            kamm_ground ground = kamm_flat_ground;
            kamm_cars *cars = start_rung(&def, rung, 1);
            double v[2], before[3], after[3];
            def.aero.frontal_area_m2 = 0;
            put_car(cars, 0, &ground, 0, 0, 0);
            kamm_inputs(cars)[0].brake = 1;
            drive_for(cars, &ground, 1);
            ground.plane.velocity_mps[axis] = 1.5f;
            drive_for(cars, &ground, 12); /* full rocks on its tyres for a while */
            read_velocity(cars, 0, v);
            if (fabs(v[axis] - 1.5) > 0.01 || fabs(v[1 - axis]) > 0.01)
                fail_msg("%s on ground that moves along axis %d: %.3f, %.3f m/s", rung_name(rung),
                         axis, v[0], v[1]);
            read_position(cars, 0, before);
            drive_for(cars, &ground, 1);
            read_position(cars, 0, after);
            check_near(after[axis] - before[axis], 1.5, 0.01, rung_name(rung), __FILE__, __LINE__);
            end_cars(cars);
        }
}

/* Its wheels turn with the speed over the ground, not with its own. */
static void wheels_turn_with_the_speed_over_moving_ground(void **state)
{
    (void)state;
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = flat_riding_car();
        kamm_ground ground = kamm_flat_ground;
        kamm_cars *cars = start_rung(&def, rung, 1);
        put_car(cars, 0, &ground, 0, 10, 0);
        drive_for(cars, &ground, 0.5);
        double spin = kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_spin_radps);
        ground.plane.velocity_mps[0] = 4;
        drive_for(cars, &ground, 1);
        double own = read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
        double ratio = kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_spin_radps) / spin;
        check_near(ratio, (own - 4) / 10, 0.02, rung_name(rung), __FILE__, __LINE__);
        end_cars(cars);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parked_car_stands_still_on_slopes),
        cmocka_unit_test(unbraked_car_rolls_down),
        cmocka_unit_test(body_lies_flat_on_a_slope),
        cmocka_unit_test(pose_follows_the_terrain),
        cmocka_unit_test(moving_ground_carries_the_car),
        cmocka_unit_test(wheels_turn_with_the_speed_over_moving_ground),
    };
    return cmocka_run_group_tests_name("rungs_ground", tests, NULL, NULL);
}
