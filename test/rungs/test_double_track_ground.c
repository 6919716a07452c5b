/* double_track on ground that is not a plane: pose, linkage, walls, flight. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "base/quaternion.h"
#include "support/rungs.h"
#include "support/tier.h"

#include "run/cars.h"

#include <math.h>
#include <string.h>

/* Without drag and rolling resistance; it does not lean, so that a pose is the terrain's alone. */
static kamm_vehicle_def stiff_car(void)
{
    kamm_vehicle_def def = plain_car();
    def.aero.frontal_area_m2 = 0;
    def.double_track.max_roll_rad = 1e-6;
    for (int axle = 0; axle < 2; ++axle) {
        def.axles[axle].tyre.qsy1 = 0;
        def.axles[axle].suspension.bump_travel_m = 0; /* bounds what load presses in */
        def.axles[axle].suspension.rebound_travel_m = 0;
    }
    return def;
}

/* Height and slopes at a place, and wheels' own heights on top of that. */
struct shape {
    double (*height)(const struct shape *shape, double x, double y);
    double size, length;
    double wheel_m[4];
};

static void query_shape(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const struct shape *shape = user;
    for (int i = 0; i < count; ++i) {
        const double *at = probes[i].position_m;
        double step = 1e-4, h = shape->height(shape, at[0], at[1]);
        double ahead = shape->height(shape, at[0] + step, at[1]);
        double beside = shape->height(shape, at[0], at[1] + step);
        double n[3] = {-(ahead - h) / step, -(beside - h) / step, 1};
        double length = sqrt(n[0] * n[0] + n[1] * n[1] + 1);
        contacts[i] = kamm_flat_ground.plane;
        contacts[i].point_m[0] = at[0];
        contacts[i].point_m[1] = at[1];
        contacts[i].point_m[2] = h + shape->wheel_m[probes[i].wheel];
        for (int k = 0; k < 3; ++k) contacts[i].normal[k] = (float)(n[k] / length);
    }
}

static kamm_ground ground_of(struct shape *shape)
{
    kamm_ground ground = kamm_flat_ground;
    ground.query = query_shape;
    ground.user = shape;
    return ground;
}

static double level(const struct shape *shape, double x, double y)
{
    (void)shape, (void)x, (void)y;
    return 0;
}

/* A cosine hump from x = 10 on. */
static double hump(const struct shape *shape, double x, double y)
{
    double along = (x - 10) / shape->length;
    (void)y;
    return along > 0 && along < 1 ? shape->size / 2 * (1 - cos(2 * PI * along)) : 0;
}

/* Steep from x = 20 on, 2 m high. */
static double wall(const struct shape *shape, double x, double y)
{
    (void)shape, (void)y;
    return fmin(fmax(4 * (x - 20), 0), 2);
}

/* Up a slope, with a round foot, to x = 60, and then a deep drop. */
static double ramp(const struct shape *shape, double x, double y)
{
    double foot = 20, along = x - 20;
    (void)y;
    if (x >= 60) return -8;
    if (along < 0) return 0;
    if (along < foot) return shape->size * along * along / (2 * foot);
    return shape->size * (along - foot / 2);
}

static kamm_cars *start_track(const kamm_vehicle_def *def, double yaw_rad, double speed_mps)
{
    kamm_cars *cars = start_rung(def, KAMM_DOUBLE_TRACK, 1);
    put_car(cars, 0, &kamm_flat_ground, yaw_rad, speed_mps, 0);
    return cars;
}

/* Where the tyre meets the ground as drawn: travel above its place at rest. */
static void drawn_contact(const kamm_cars *cars, int wheel, double at[3])
{
    kamm_wheel_pose wheels[4];
    kamm_pose body;
    kamm_read_pose(cars, 0, 1, &body, wheels);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    double down[3] = {0, 0, -info.wheel_position_m[wheel][2]}, turned[3];
    kamm_rotate(body.orientation, down, turned);
    for (int i = 0; i < 3; ++i) at[i] = wheels[wheel].pose.position_m[i] + turned[i];
}

static void body_angles_are_those_of_the_slope(void **state)
{
    (void)state;
    kamm_vehicle_def def = stiff_car();
    kamm_ground ground = kamm_plane_ground(0.15, 0.1, 1);
    kamm_cars *cars = start_track(&def, 0, 0); /* as on the level: the pose has to find the slope */
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &ground, 2);
    double yaw = read_channel(cars, KAMM_CHANNEL_yaw_rad);
    double pitch = -atan(0.15 * cos(yaw) + 0.1 * sin(yaw));
    double roll = atan((0.1 * cos(yaw) - 0.15 * sin(yaw)) * cos(pitch));
    expect_near(yaw, 0, 0.02);
    expect_near(read_channel(cars, KAMM_CHANNEL_pitch_rad), pitch, 2e-4);
    expect_near(read_channel(cars, KAMM_CHANNEL_roll_rad), roll, 2e-4);
    end_cars(cars);
}

/* Slowly over a hump: the pose is that of the points below the axles, the drawn wheels stay on it. */
static void body_follows_a_hump(void **state)
{
    (void)state;
    struct shape shape = {hump, 0.3, 8, {0}};
    kamm_ground ground = ground_of(&shape);
    kamm_vehicle_def def = stiff_car();
    kamm_cars *cars = start_track(&def, 0, 3);
    double max_pitch = 0, max_error = 0, highest = 0;
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    for (int i = 0; i < 1200 * 8; ++i) {
        kamm_step(cars, &ground, 1);
        double at[2][3];
        for (int axle = 0; axle < 2; ++axle) drawn_contact(cars, 2 * axle, at[axle]);
        for (int axle = 0; axle < 2; ++axle)
            max_error = fmax(max_error, fabs(at[axle][2] - hump(&shape, at[axle][0], 0)));
        double pitch =
            -atan((hump(&shape, at[0][0], 0) - hump(&shape, at[1][0], 0)) / info.wheelbase_m);
        max_pitch = fmax(max_pitch, fabs(pitch));
        highest = fmax(highest, read_channel(cars, KAMM_CHANNEL_z_m));
        expect_near(read_channel(cars, KAMM_CHANNEL_pitch_rad), pitch, 0.035); /* the pose's lag */
    }
    expect_above(max_pitch, 0.08);
    expect_above(highest, info.cg_height_m + 0.2);
    expect_below(max_error, 0.01); /* the links take up the lag */
    expect_near(read_channel(cars, KAMM_CHANNEL_z_m), info.cg_height_m, 1e-4);
    expect_share(read_channel(cars, KAMM_CHANNEL_speed_mps), 3, 0.03); /* up and down again */
    end_cars(cars);
}

/* Four heights: least squares for the body, what is left over for the links. */
static void four_wheel_heights_split_into_plane_and_warp(void **state)
{
    (void)state;
    struct shape shape = {level, 0, 0, {0.05, 0.02, -0.01, 0.03}};
    const double *h = shape.wheel_m;
    kamm_ground ground = ground_of(&shape);
    kamm_vehicle_def def = stiff_car();
    kamm_cars *cars = start_track(&def, 0, 0);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &ground, 3);
    double front = (h[0] + h[1]) / 2, rear = (h[2] + h[3]) / 2, track = def.axles[0].track_m;
    double warp = (h[0] - h[1] - h[2] + h[3]) / 4;
    expect_near(read_channel(cars, KAMM_CHANNEL_pitch_rad), -(front - rear) / info.wheelbase_m,
                1e-4);
    expect_near(read_channel(cars, KAMM_CHANNEL_roll_rad), (h[0] - h[1] + h[2] - h[3]) / 2 / track,
                1e-4);
    for (int w = 0; w < 4; ++w) {
        double at[3];
        drawn_contact(cars, w, at);
        expect_near(at[2], h[w], 2e-4);
        expect_near(kamm_read_wheel(cars, 0, w, KAMM_WHEEL_travel_m),
                    w == 0 || w == 3 ? warp : -warp, 1e-4);
    }
    end_cars(cars);
}

/* A bump under one wheel: its link takes what the body does not, and no more than it can. */
static void linkage_takes_up_bumps_to_its_travel(void **state)
{
    (void)state;
    double rises[2];
    for (int short_links = 0; short_links < 2; ++short_links) {
        struct shape shape = {level, 0, 0, {0.04, 0, 0, 0}};
        kamm_ground ground = ground_of(&shape);
        kamm_vehicle_def def = stiff_car();
        def.double_track.link_travel_m = short_links ? 0.004 : 0.08;
        kamm_cars *cars = start_track(&def, 0, 0);
        kamm_inputs(cars)[0].brake = 1;
        double rest = read_channel(cars, KAMM_CHANNEL_z_m);
        kamm_step(cars, &ground, 6); /* at 1 m/s, since the plane jumps up */
        double travel = kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_travel_m);
        expect_near(travel, short_links ? 0.004 : 0.005, 1e-4);            /* at once … */
        expect_below(read_channel(cars, KAMM_CHANNEL_z_m) - rest, 0.0005); /* … the body later */
        drive_for(cars, &ground, 3);
        rises[short_links] = read_channel(cars, KAMM_CHANNEL_z_m) - rest;
        travel = kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_travel_m);
        expect_near(travel, short_links ? 0.004 : 0.01, 1e-4); /* a quarter is warp */
        end_cars(cars);
    }
    expect_near(rises[0], 0.01, 0.002); /* a quarter at the middle */
    expect_above(rises[1], rises[0] + 0.003);
}

/* (9-1) put right: 0.8 of the speed into the wall comes back, what is along it stays. */
static void wall_throws_a_car_back_by_its_rebound(void **state)
{
    (void)state;
    struct shape shape = {wall, 0, 0, {0}};
    kamm_ground ground = ground_of(&shape);
    for (double yaw = -0.5; yaw <= 0.5; yaw += 0.5) {
        kamm_vehicle_def def = stiff_car();
        kamm_cars *cars = start_track(&def, yaw, 15);
        double before[2], after[2] = {0}, highest = 0;
        int met = 0;
        for (int i = 0; i < 2 * 1200 && !met; ++i) {
            read_velocity(cars, 0, before);
            kamm_step(cars, &ground, 1);
            read_velocity(cars, 0, after);
            met = after[0] < 0;
        }
        assert_true(met);
        expect_near(after[0], -0.8 * before[0], 0.02 * 15);
        expect_near(after[1], before[1], 0.02 * 15);
        double lost = (before[0] * before[0] - after[0] * after[0]) / 2;
        expect_share(lost, (1 - 0.64) / 2 * before[0] * before[0], 0.1);
        for (int i = 0; i < 600; ++i) {
            kamm_step(cars, &ground, 1);
            highest = fmax(highest, read_channel(cars, KAMM_CHANNEL_z_m));
            expect_below(fabs(read_channel(cars, KAMM_CHANNEL_pitch_rad)), 0.25);
        }
        expect_below(highest, kamm_describe(kamm_model_of(cars, 0)).cg_height_m + 0.2);
        end_cars(cars);
    }
}

/* Held against a wall by its engine, a car stays where it is. */
static void wall_holds_a_pushing_car(void **state)
{
    (void)state;
    struct shape shape = {wall, 0, 0, {0}};
    kamm_ground ground = ground_of(&shape);
    kamm_vehicle_def def = plain_car();
    kamm_cars *cars = start_track(&def, 0, 5);
    kamm_inputs(cars)[0].gear = 1;
    kamm_inputs(cars)[0].throttle = 0.3f;
    for (int i = 0; i < 20; ++i) {
        drive_for(cars, &ground, 1);
        double nose = read_channel(cars, KAMM_CHANNEL_x_m) +
                      kamm_describe(kamm_model_of(cars, 0)).cg_behind_front_axle_m;
        expect_below(nose, 20.5);
        expect_below(fabs(read_channel(cars, KAMM_CHANNEL_pitch_rad)), 0.3);
    }
    end_cars(cars);
}

/* (9-2): from where it leaves the ground to where it comes down, a parabola to 0.5 % of its range;
 * no jump at either end; it keeps turning as it did; the speed into the ground is lost. */
static void jump_is_a_parabola(void **state)
{
    (void)state;
    struct shape shape = {ramp, 0.25, 0, {0}};
    kamm_ground ground = ground_of(&shape);
    kamm_vehicle_def def = stiff_car();
    kamm_cars *cars = start_track(&def, 0, 25);
    double p[3], start[3], v[3], rate = 0, time = 0, last[3];
    while (CAR_STATE(cars, 0, car.airborne) == 0 && time < 10) {
        kamm_step(cars, &ground, 1);
        time += 1 / 1200.0;
    }
    assert_true(CAR_STATE(cars, 0, car.airborne) == 1);
    read_position(cars, 0, start);
    v[0] = CAR_STATE(cars, 0, car.velocity_x_mps), v[1] = CAR_STATE(cars, 0, car.velocity_y_mps);
    v[2] = CAR_STATE(cars, 0, car.velocity_z_mps);
    rate = read_channel(cars, KAMM_CHANNEL_pitch_rate_radps);
    expect_above(v[2] / v[0], 0.15); /* it left along the ramp, less what the front had dropped */
    expect_near(sum_of_loads(cars, 0), 0, 0);
    int steps = 0;
    memcpy(last, start, sizeof last);
    memcpy(p, start, sizeof p);
    while (CAR_STATE(cars, 0, car.airborne) == 1 && steps < 4000) {
        kamm_step(cars, &ground, 1);
        ++steps;
        memcpy(last, p, sizeof last);
        read_position(cars, 0, p);
        /* At 60 degrees it stops. */
        if (steps % 100 == 0 && read_channel(cars, KAMM_CHANNEL_pitch_rad) < 1)
            expect_near(read_channel(cars, KAMM_CHANNEL_pitch_rate_radps), rate, 1e-6);
    }
    double t = steps / 1200.0, range = v[0] * t;
    expect_above(range, 20);
    expect_near(p[0], start[0] + range, 0.005 * range);
    expect_near(p[1], start[1], 1e-6);
    expect_near(p[2], start[2] + v[2] * t - GRAVITY_MPS2 * t * t / 2, 0.005 * range);
    for (int i = 0; i < 600; ++i) {
        memcpy(last, p, sizeof last);
        kamm_step(cars, &ground, 1);
        read_position(cars, 0, p);
        expect_below(distance_between(last, p), 2 * 26 / 1200.0);
    }
    drive_for(cars, &ground, 1);
    expect_near(read_channel(cars, KAMM_CHANNEL_vertical_speed_mps), 0, 0.01);
    expect_near(p[2], -8 + kamm_describe(kamm_model_of(cars, 0)).cg_height_m, 0.02);
    expect_share(sum_of_loads(cars, 0),
                 kamm_describe(kamm_model_of(cars, 0)).mass_kg * GRAVITY_MPS2, 1e-3);
    end_cars(cars);
}

/* Gentle crests are driven over, not flown over: v^2 / R below g. Sharper ones are flown over. */
static void a_car_flies_where_the_ground_falls_away_faster(void **state)
{
    (void)state;
    for (int sharp = 0; sharp < 2; ++sharp) {
        struct shape shape = {hump, sharp ? 2.5 : 0.8, 40, {0}};
        kamm_ground ground = ground_of(&shape);
        kamm_vehicle_def def = stiff_car();
        kamm_cars *cars = start_track(&def, 0, 25);
        double curvature = shape.size / 2 * pow(2 * PI / shape.length, 2); /* at the top */
        assert_true((curvature * 25 * 25 > 1.5 * GRAVITY_MPS2) == sharp);
        int flew = 0;
        for (int i = 0; i < 1200 * 3; ++i) {
            kamm_step(cars, &ground, 1);
            flew |= CAR_STATE(cars, 0, car.airborne) == 1;
        }
        assert_int_equal(flew, sharp);
        end_cars(cars);
    }
}

/* Random driving over ground that is far too rough: nothing fails, nothing flies off. */
static void rough_ground_gives_finite_states(void **state)
{
    (void)state;
    for (int law = 0; law < 2; ++law) {
        struct rough_ground rough;
        struct noise noise = {11};
        make_rough(&rough, 9, 2.5, 1.2, 1);
        kamm_ground ground = ground_of_rough(&rough);
        kamm_vehicle_def def = default_vehicle();
        def.double_track.tyre = law;
        kamm_cars *cars = start_rung(&def, KAMM_DOUBLE_TRACK, 16);
        for (int car = 0; car < 16; ++car)
            put_car(cars, car, &kamm_flat_ground, car, 3 * car, KAMM_GEAR_DRIVE);
        for (int frame = 0; frame < 60 * of_tier(12, 60); ++frame) {
            for (int car = 0; car < 16 && frame % 15 == 0; ++car) {
                kamm_input *in = &kamm_inputs(cars)[car];
                in->steering_wheel_rad = (float)noise_between(&noise, -9, 9);
                in->throttle = (float)noise_between(&noise, 0, 1);
                in->brake = noise_between(&noise, 0, 1) < 0.2 ? 1 : 0;
                in->hand_brake = noise_between(&noise, 0, 1) < 0.1 ? 1 : 0;
                in->gear = noise_between(&noise, 0, 1) < 0.1 ? -1 : KAMM_GEAR_DRIVE;
            }
            kamm_step(cars, &ground, 20);
            for (int car = 0; car < 16 && frame % 60 == 0; ++car) {
                expect_below(fabs(kamm_read(cars, car, KAMM_CHANNEL_speed_mps)), 80);
                expect_below(fabs(kamm_read(cars, car, KAMM_CHANNEL_z_m)), 60);
                expect_below(fabs(kamm_read(cars, car, KAMM_CHANNEL_roll_rad)), 1.57);
            }
        }
        for (int car = 0; car < 16; ++car) assert_int_equal(kamm_fault(cars, car), 0);
        end_cars(cars);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(body_angles_are_those_of_the_slope),
        cmocka_unit_test(body_follows_a_hump),
        cmocka_unit_test(four_wheel_heights_split_into_plane_and_warp),
        cmocka_unit_test(linkage_takes_up_bumps_to_its_travel),
        cmocka_unit_test(wall_throws_a_car_back_by_its_rebound),
        cmocka_unit_test(wall_holds_a_pushing_car),
        cmocka_unit_test(jump_is_a_parabola),
        cmocka_unit_test(a_car_flies_where_the_ground_falls_away_faster),
        cmocka_unit_test(rough_ground_gives_finite_states),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
