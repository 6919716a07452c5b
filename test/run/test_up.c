/* Up is where gravity does not pull, and a road is what a car stands on, however it lies: turned with its gravity it is
 * driven as the level is; a steep plane is no wall; a planet is driven round; a loop and a ring are driven as their
 * centripetal acceleration has it. */
#include "support/cars.h"
#include "support/quick.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int vehicles(void) { return of_tier(1, shipped_count()); }
static int numbered(int i)
{
    static const char *const some[] = {"nissan-micra", "man-tgs-8x4",
                                       "tesla-model-3-performance-2018"};
    return in_long_tier() ? i : shipped_number(some[i]);
}

static kamm_cars *shipped_cars(int vehicle, kamm_rung rung, int count)
{
    kamm_vehicle_def def = shipped_on(vehicle, rung, 240);
    return start_rung(&def, rung, count);
}

/* -- the level, turned with its gravity --------------------------------------------------------- */

static void turn_vector(const double q[4], const double v[3], double out[3])
{
    double tx = 2 * (q[2] * v[2] - q[3] * v[1]), ty = 2 * (q[3] * v[0] - q[1] * v[2]),
           tz = 2 * (q[1] * v[1] - q[2] * v[0]);
    double x = v[0] + q[0] * tx + (q[2] * tz - q[3] * ty);
    double y = v[1] + q[0] * ty + (q[3] * tx - q[1] * tz);
    out[2] = v[2] + q[0] * tz + (q[1] * ty - q[2] * tx);
    out[0] = x;
    out[1] = y;
}

/* Upside down about x and y, on its side, on its nose, and in between. */
static const double turns[][4] = {
    {0, 1, 0, 0},          {0, 0, 1, 0},          {0.6, 0.8, 0, 0},     {0.6, 0, -0.8, 0},
    {0.5, 0.5, -0.5, 0.5}, {0.8, 0.36, -0.48, 0}, {0.2, -0.4, 0.8, 0.4}};
enum { TURNS = sizeof turns / sizeof *turns };

static kamm_ground turned_level(const double q[4])
{
    kamm_ground ground = kamm_flat_ground;
    double up[3];
    turn_vector(q, (const double[3]){0, 0, 1}, up);
    for (int i = 0; i < 3; ++i) {
        ground.plane.normal[i] = (float)up[i];
        ground.gravity_mps2[i] = (float)(-GRAVITY_MPS2 * up[i]);
    }
    return ground;
}

static void drive_some_way(kamm_input *input, double s)
{
    input->throttle = s < 1.5 ? 0.7f : s < 2.5 ? 0.2f : 0;
    input->steering_wheel_rad = s > 0.5 && s < 2.5 ? 0.8f : s < 3 ? -0.3f : 0;
    input->brake = s > 2.6 ? 0.5f : 0;
}

/* What two cars differ by, that of the turned one seen from its ground. */
static void expect_alike(const kamm_cars *level, const kamm_cars *turned, const double q[4],
                         const char *what)
{
    kamm_motion a, b;
    double there[3], worst = 0;
    kamm_read_motion(level, 0, &a);
    kamm_read_motion(turned, 0, &b);
    turn_vector(q, a.position_m, there);
    double off = distance_between(there, b.position_m);
    for (int w = 0; w < wheels_of(level, 0); ++w)
        worst = fmax(worst, fabs(kamm_read_wheel(level, 0, w, KAMM_WHEEL_load_n) -
                                 kamm_read_wheel(turned, 0, w, KAMM_WHEEL_load_n)));
    double weight = kamm_describe(kamm_model_of(level, 0)).mass_kg * GRAVITY_MPS2;
    double apart = 0;
    for (int c = KAMM_CHANNEL_acceleration_x_mps2; c <= KAMM_CHANNEL_acceleration_z_mps2; ++c)
        apart = fmax(apart, fabs(kamm_read(level, 0, (kamm_channel)c) -
                                 kamm_read(turned, 0, (kamm_channel)c)));
    if (off > 3e-3 || worst > 1e-3 * weight || apart > 0.3)
        fail_msg("%s: %g m, %g N, %g m/s2 from what it does on the level", what, off, worst, apart);
}

/* To rounding: where a gear changes or a wheel locks a substep earlier, that grows a little. Halfway it goes over to the next rung. */
static void a_level_that_is_turned_with_its_gravity_is_one(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int i = 0; i < vehicles(); ++i)
        for (EACH_RUNG(rung))
            for (int t = 0; t < TURNS; t += of_tier(3, 2)) {
                kamm_rung next = (kamm_rung)(KAMM_KINEMATIC + (rung + 2 - KAMM_KINEMATIC) % 5);
                double q[4], length = 0;
                for (int k = 0; k < 4; ++k) length += turns[t][k] * turns[t][k];
                for (int k = 0; k < 4; ++k) q[k] = turns[t][k] / sqrt(length);
                kamm_ground ground[2] = {kamm_flat_ground, turned_level(q)};
                kamm_cars *cars[2], *later[2];
                char what[120];
                snprintf(what, sizeof what, "%s on %s, then %s, turn %d", shipped_name(numbered(i)),
                         rung_name(rung), rung_name(next), t);
                for (int k = 0; k < 2; ++k) {
                    kamm_placement at = {.speed_mps = 12, .gear = KAMM_GEAR_DRIVE};
                    if (k) memcpy(at.orientation, q, sizeof q);
                    cars[k] = shipped_cars(numbered(i), rung, 1);
                    later[k] = shipped_cars(numbered(i), next, 1);
                    kamm_place(cars[k], 0, &at);
                }
                for (int frame = 0; frame < 200; ++frame) {
                    kamm_cars **now = frame < 120 ? cars : later;
                    for (int k = 0; k < 2; ++k) {
                        if (frame == 120) kamm_hand_over(cars[k], 0, later[k], 0);
                        drive_some_way(kamm_inputs(now[k]), frame / 60.0);
                        kamm_step(now[k], &ground[k], 4);
                    }
                    expect_alike(now[0], now[1], q, what);
                }
                for (int k = 0; k < 2; ++k) end_cars(cars[k]), end_cars(later[k]);
            }
}

/* -- steep planes ------------------------------------------------------------------------------ */

/* Free of drag and rolling resistance a car loses g sin per second uphill, however steep it is; 10 s of that come out of 0.5 s. */
static void no_even_slope_is_a_wall(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_def def = flat_riding_car();
    for (EACH_RUNG(rung))
        for (int degrees = 30; degrees <= 80; degrees += 5) {
            kamm_cars *cars = start_rung(&def, rung, 1);
            kamm_ground ground = kamm_plane_ground(tan(degrees * PI / 180), 0, 1);
            kamm_placement at = kamm_placement_on(&ground, 0, 0, 0);
            double substep_s = kamm_describe(kamm_model_of(cars, 0)).substep_s;
            at.speed_mps = 20;
            at.gear = 0;
            kamm_place(cars, 0, &at);
            kamm_inputs(cars)->gear = 0;
            kamm_step(cars, &ground, (int)(0.5 / substep_s + 0.5));
            double lost = GRAVITY_MPS2 * sin(degrees * PI / 180) * 0.5;
            expect_near(read_channel(cars, KAMM_CHANNEL_forward_speed_mps), 20 - lost, 0.04 * lost);
            assert_int_equal(kamm_fault(cars, 0), 0);
            end_cars(cars);
        }
}

/* -- round ground ------------------------------------------------------------------------------ */

/* A planet to drive on, or the inside of a cylinder about the y axis. */
struct round_ground {
    double radius_m, gravity_mps2;
    int inside;
};

static double from_middle(const struct round_ground *round, const double p[3])
{
    return sqrt(p[0] * p[0] + p[2] * p[2] + (round->inside ? 0 : p[1] * p[1]));
}

static void round_query(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const struct round_ground *round = user;
    for (int i = 0; i < count; ++i) {
        const double *at = probes[i].position_m;
        double r = from_middle(round, at), sign = round->inside ? -1 : 1;
        contacts[i] = (kamm_contact){.friction = 1};
        for (int k = 0; k < 3; ++k) {
            int along = round->inside && k == 1;
            contacts[i].point_m[k] = along ? at[k] : at[k] / r * round->radius_m;
            contacts[i].normal[k] = along ? 0 : (float)(sign * at[k] / r);
        }
    }
}

static void to_the_middle(void *user, int count, const double *positions_m, double *gravity_mps2)
{
    const struct round_ground *round = user;
    for (int i = 0; i < count; ++i) {
        const double *at = positions_m + (size_t)(3 * i);
        double *pull = gravity_mps2 + (size_t)(3 * i);
        for (int k = 0; k < 3; ++k) pull[k] = -round->gravity_mps2 * at[k] / from_middle(round, at);
    }
}

static kamm_ground planet_ground(struct round_ground *round)
{
    kamm_ground ground = kamm_flat_ground;
    ground.query = round_query;
    ground.user = ground.gravity_user = round;
    ground.gravity = to_the_middle;
    return ground;
}

/* Without air a car weighs what its mass is: nothing lifts it. */
static kamm_ground without_air(kamm_ground ground)
{
    ground.air_density_kgpm3 = KAMM_NONE;
    return ground;
}

/* The driver of these. */
static void hold_speed(kamm_cars *cars, int car, double speed_mps)
{
    kamm_input *input = kamm_inputs(cars) + car;
    double off = speed_mps - kamm_read(cars, car, KAMM_CHANNEL_forward_speed_mps);
    input->throttle = (float)fmax(0, fmin(1, 0.1 + 0.5 * off));
    input->brake = (float)fmax(0, fmin(1, -0.3 * off - 0.1));
}

/* Loads on the way so far, and what they should be: m (g - w^2 r), with r that of the centre of gravity and w what the car goes round with;
 * inside m (w^2 r + g). The channels are those of the centre of gravity without payload. */
struct balance {
    double loads_n, expected_n, most_off_n;
};

static void weigh(struct balance *sum, const kamm_cars *cars, const struct round_ground *round,
                  double pull_mps2)
{
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    const double at[3] = {read_channel(cars, KAMM_CHANNEL_x_m),
                          read_channel(cars, KAMM_CHANNEL_y_m),
                          read_channel(cars, KAMM_CHANNEL_z_m)};
    double turning = read_channel(cars, KAMM_CHANNEL_speed_mps) / from_middle(round, at);
    double r = round->radius_m + (round->inside ? -info.cg_height_m : info.cg_height_m);
    double bend = turning * turning * r, loads = sum_of_loads(cars, 0);
    double expected = info.mass_kg * (pull_mps2 + (round->inside ? bend : -bend));
    sum->loads_n += loads;
    sum->expected_n += expected;
    sum->most_off_n = fmax(sum->most_off_n, fabs(loads - expected));
}

/* The angle about the y axis that it has come by, from the bottom or top. */
static double angle_of(const kamm_cars *cars, double last_rad)
{
    kamm_motion motion;
    kamm_read_motion(cars, 0, &motion);
    double angle = atan2(motion.position_m[0], motion.position_m[2]);
    return angle + 2 * PI * floor((last_rad - angle) / (2 * PI) + 0.5);
}

/* All the way round, at half of what gravity holds: the road bears half of the weight. */
static void planets_are_driven_round(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct round_ground planet = {.radius_m = 80, .gravity_mps2 = 6};
    kamm_ground ground = without_air(planet_ground(&planet));
    double speed = sqrt(0.5 * planet.gravity_mps2 * planet.radius_m);
    for (int i = 0; i < vehicles(); ++i)
        for (EACH_RUNG(rung)) {
            kamm_cars *cars = shipped_cars(numbered(i), rung, 1);
            kamm_placement at = {
                .position_m = {0, 0, 80}, .speed_mps = speed, .gear = KAMM_GEAR_DRIVE};
            struct balance sum = {0, 0, 0};
            double angle = 0;
            kamm_place(cars, 0, &at);
            for (int frame = 0; frame < 120 * 60 && angle < 2 * PI; ++frame) {
                hold_speed(cars, 0, speed);
                kamm_step(cars, &ground, 4);
                angle = angle_of(cars, angle);
                if (frame > 180) weigh(&sum, cars, &planet, planet.gravity_mps2);
            }
            double share = sum.loads_n / sum.expected_n;
            if (angle < 2 * PI || fabs(share - 1) > 0.01 || kamm_fault(cars, 0))
                fail_msg("%s on %s: %g degrees round, loads %g of what they should be, fault %u",
                         shipped_name(numbered(i)), rung_name(rung), angle * 180 / PI, share,
                         kamm_fault(cars, 0));
            end_cars(cars);
        }
}

/* A station without gravity that cars drive round in, and a loop: loads are m (v^2 / r + g cos), also where gravity pulls the car off
 * the road. */
static void rings_press_by_their_bend(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct round_ground ring = {.radius_m = 60, .inside = 1};
    kamm_ground ground = kamm_flat_ground;
    ground.query = round_query;
    ground.user = &ring;
    ground.gravity_mps2[2] = -KAMM_NONE;
    ground = without_air(ground);
    for (int i = 0; i < vehicles(); ++i)
        for (EACH_RUNG(rung)) {
            kamm_cars *cars = shipped_cars(numbered(i), rung, 1);
            kamm_placement at = {
                .position_m = {0, 0, -60}, .speed_mps = 16, .gear = KAMM_GEAR_DRIVE};
            struct balance sum = {0, 0, 0};
            double angle = PI;
            kamm_place(cars, 0, &at);
            for (int frame = 0; frame < 60 * 60 && angle > -PI; ++frame) {
                hold_speed(cars, 0, 16);
                kamm_step(cars, &ground, 4);
                angle = angle_of(cars, angle);
                if (frame > 300) weigh(&sum, cars, &ring, 0);
            }
            double share = sum.loads_n / sum.expected_n;
            if (angle > -PI || fabs(share - 1) > 0.01 || kamm_fault(cars, 0))
                fail_msg("%s on %s: to %g degrees, loads %g of what they should be, fault %u",
                         shipped_name(numbered(i)), rung_name(rung), angle * 180 / PI, share,
                         kamm_fault(cars, 0));
            end_cars(cars);
        }
}

/* Rolls into a loop that begins where it stands; gives the load at the top over m (v^2 / r - g), 0 where it does not come there. */
static double load_at_the_top(kamm_cars *cars, double radius_m, double speed_mps)
{
    struct round_ground loop = {.radius_m = radius_m, .inside = 1};
    kamm_ground ground = kamm_flat_ground;
    ground.query = round_query;
    ground.user = &loop;
    ground = without_air(ground);
    kamm_placement at = {.position_m = {0, 0, -radius_m}, .speed_mps = speed_mps, .gear = 0};
    struct balance top = {0, 0, 0};
    double angle = PI;
    kamm_place(cars, 0, &at);
    kamm_inputs(cars)->gear = 0;
    for (int i = 0; i < 20 * 1200 && angle > -0.05 && angle < PI + 0.1; ++i) {
        kamm_motion motion;
        kamm_step(cars, &ground, 1);
        angle = angle_of(cars, angle);
        kamm_read_motion(cars, 0, &motion);
        if (fabs(from_middle(&loop, motion.position_m) - radius_m) > 1)
            return 0; /* it has fallen off */
        if (fabs(angle) < 0.05) weigh(&top, cars, &loop, -GRAVITY_MPS2);
    }
    return top.expected_n > 0 ? top.loads_n / top.expected_n : 0;
}

/* Fast enough it goes round; too slow, those that can leave their road fall off it, with v^2 < g r at the top, and none goes round. */
static void loops_take_v2_above_g_r_at_the_top(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_def def = flat_riding_car();
    double radius = 25;
    for (EACH_RUNG(rung)) {
        kamm_cars *cars = start_rung(&def, rung, 1);
        double r = radius - def.body.cg_height_m, needed = sqrt(5 * GRAVITY_MPS2 * r);
        expect_near(load_at_the_top(cars, radius, 1.2 * needed), 1, 0.05);
        if (rung >= KAMM_DOUBLE_TRACK)
            expect_near(load_at_the_top(cars, radius, 0.93 * needed), 0, 1e-9);
        expect_near(load_at_the_top(cars, radius, 0.8 * sqrt(4 * GRAVITY_MPS2 * r)), 0, 1e-9);
        end_cars(cars);
    }
}

/* One batch all round a planet, some of it standing on the other side: all do the same there. */
static void one_batch_drives_round_a_planet(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    enum { CARS = 19 };
    struct round_ground planet = {.radius_m = 120, .gravity_mps2 = 6};
    kamm_ground ground = planet_ground(&planet);
    kamm_vehicle_def def = default_vehicle();
    for (EACH_RUNG(rung)) {
        kamm_cars *cars = start_rung(&def, rung, CARS);
        double weight = kamm_describe(kamm_model_of(cars, 0)).mass_kg * planet.gravity_mps2;
        for (int car = 0; car < CARS; ++car) {
            double half = car * PI / CARS;
            kamm_placement at = {.position_m = {120 * sin(2 * half), 0, 120 * cos(2 * half)},
                                 .orientation = {cos(half), 0, sin(half), 0},
                                 .gear = KAMM_GEAR_DRIVE};
            kamm_place(cars, car, &at);
            kamm_inputs(cars)[car].throttle = 0.5f;
        }
        double way[CARS], speed[CARS];
        for (int car = 0; car < CARS; ++car) way[car] = 0;
        for (int frame = 0; frame < 120; ++frame) {
            kamm_step(cars, &ground, 20);
            for (int car = 0; car < CARS; ++car) {
                speed[car] = kamm_read(cars, car, KAMM_CHANNEL_speed_mps);
                way[car] += speed[car] / 60;
            }
        }
        for (int car = 0; car < CARS; ++car) {
            expect_near(way[car], way[0], 2e-3 * way[0]);
            expect_near(speed[car], speed[0], 2e-3 * speed[0]);
            expect_near(sum_of_loads(cars, car), sum_of_loads(cars, 0), 0.01 * weight);
            assert_int_equal(kamm_fault(cars, car), 0);
        }
        expect_above(way[0], 1);
        end_cars(cars);
    }
}

/* A query that says the same everywhere gives the bits of a gravity that is the same everywhere, in any grouping of substeps. */
static void same_gravity(void *user, int count, const double *positions_m, double *gravity_mps2)
{
    (void)positions_m;
    for (int i = 0; i < 3 * count; ++i)
        gravity_mps2[i] = (double)((const kamm_ground *)user)->gravity_mps2[i % 3];
}

static void a_query_of_the_same_gravity_changes_no_bit(void **state)
{
    (void)state;
    enum { CARS = 17 };
    kamm_vehicle_def def = default_vehicle();
    for (EACH_RUNG(rung)) {
        kamm_cars *plain = start_rung(&def, rung, CARS), *asked = start_rung(&def, rung, CARS);
        kamm_ground slope = kamm_plane_ground(0.05, 0.02, 0.9);
        slope.gravity_mps2[2] = -3.7f;
        kamm_ground query = slope;
        query.gravity = same_gravity;
        query.gravity_user = &slope;
        for (int car = 0; car < CARS; ++car)
            for (int k = 0; k < 2; ++k) {
                put_car(k ? asked : plain, car, &slope, 0.3 * car, car, KAMM_GEAR_DRIVE);
                kamm_inputs(k ? asked : plain)[car].throttle = 0.6f;
                kamm_inputs(k ? asked : plain)[car].steering_wheel_rad = 0.3f;
            }
        for (int frame = 0; frame < 20; ++frame) {
            kamm_step(plain, &slope, 20);
            for (int i = 0; i < 4; ++i) kamm_step(asked, &query, 5);
        }
        assert_true(kamm_state_hash(plain) == kamm_state_hash(asked));
        end_cars(plain);
        end_cars(asked);
    }
}

/* In a world dynamic bodies fall to where the query says as well, and cars stand on the planet among them. */
static void worlds_have_the_gravity_of_their_ground(void **state)
{
    (void)state;
    struct round_ground planet = {.radius_m = 100, .gravity_mps2 = 5};
    kamm_body_def dynamic_body = {.type = KAMM_BODY_DYNAMIC,
                                  .shapes[0].box = {{0, 0, 0}, {0.5, 0.5, 0.5}, {0}},
                                  .mass_kg = 50,
                                  .friction = 0.5f,
                                  .position_m = {0, 0, -110}};
    kamm_world_def def = {
        .ground = planet_ground(&planet), .bodies = &dynamic_body, .body_count = 1};
    kamm_error error = {0};
    kamm_world *world = kamm_create_world(&def, &error);
    if (!world) fail_msg("%s", error.text);
    kamm_body_motion pose;
    kamm_step_world(world, 240);
    assert_int_equal(kamm_read_body_motion(world, kamm_body_at(world, 0), &pose, NULL), KAMM_OK);
    expect_near(pose.position_m[2], -110 + 0.5 * 5, 0.03);
    kamm_destroy_world(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_level_that_is_turned_with_its_gravity_is_one),
        cmocka_unit_test(no_even_slope_is_a_wall),
        cmocka_unit_test(planets_are_driven_round),
        cmocka_unit_test(rings_press_by_their_bend),
        cmocka_unit_test(loops_take_v2_above_g_r_at_the_top),
        cmocka_unit_test(one_batch_drives_round_a_planet),
        cmocka_unit_test(a_query_of_the_same_gravity_changes_no_bit),
        cmocka_unit_test(worlds_have_the_gravity_of_their_ground),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
