/* Bodies in slices: they move, are hit and are seen like the one box that they are together. */
#include "support/compounds.h"
#include "support/quick.h"
#include "support/tier.h"
#include <kamm/world_events.h>
#include <kamm/world_query.h>

#include "base/vector_double.h"

#include <math.h>

static const int slices[] = {2, 3, 5, KAMM_MAX_SHAPES};
enum { CUTS = sizeof slices / sizeof *slices };

/* ---- as one box ---- */

struct drop {
    double x, y, z, angle; /* its orientation at its release */
    double height_m, speed_mps, lean;
};

static kamm_world *drop_sliced(const struct drop *drop, int count, double rate, int on_floor)
{
    kamm_body_def bodies[2];
    bodies[0] = at_place(sliced(KAMM_BODY_DYNAMIC, count, 0.8, 0.4, 0.3), 0, 0.1, drop->height_m);
    turned_about(&bodies[0], drop->x, drop->y, drop->z, drop->angle);
    bodies[1] = at_place(sliced(KAMM_BODY_STATIC, count, 20, 20, 0.5), 0.3, 0, -0.5);
    kamm_world_def def = {.ground = leaning_ground(1, 0, drop->lean),
                          .bodies = bodies,
                          .body_count = 1 + on_floor,
                          .substep_s = 1 / rate};
    if (on_floor) def.ground.plane.point_m[2] = -100;
    kamm_world *world = create_world(&def);
    kamm_body_motion motion;
    read_body(world, 0, &motion);
    motion.velocity_mps[0] = drop->speed_mps;
    set_body(world, 0, &motion);
    return world;
}

/* On ground and on a floor that is cut as well: it falls flat, slides on level and sloping ground, and comes to rest. More points of contact
 * lead the solver another way to the same motion, from which it stays by what its last iteration may change: 0.0025 g dt, or a thousandth of
 * what the first does in a hit. With 3000 iterations, and these bounds a ten thousandth, the differences are below 2e-9 m and 3e-8 m/s. */
static void a_box_in_slices_moves_as_the_whole_one(void **state)
{
    NOT_IN_QUICK_TESTS();
    static const struct drop drops[] = {{0, 0, 1, 0, 0.8, 0, 0},
                                        {0, 0, 1, 0.3, 0.3, 4, 0},
                                        {0, 0, 1, 0, 0.3, 1, 0.4},
                                        {0, 0, 1, 1.2, 0.3, 0, 0.75}};
    static const double rates[] = {240, 60, 600};
    (void)state;
    for (int r = 0; r < of_tier(1, 3); ++r)
        for (int d = 0; d < 4; ++d)
            for (int c = 0; c < of_tier(3, CUTS); ++c)
                for (int on_floor = 0; on_floor < 2; ++on_floor) {
                    kamm_world *whole = drop_sliced(&drops[d], 1, rates[r], on_floor);
                    kamm_world *cut = drop_sliced(&drops[d], slices[c], rates[r], on_floor);
                    struct difference most = {0, 0};
                    for (int n = 0; n < (int)(1.5 * rates[r]); ++n) {
                        kamm_body_motion a, b;
                        kamm_step_world(whole, 1), kamm_step_world(cut, 1);
                        read_body(whole, 0, &a), read_body(cut, 0, &b);
                        note_difference(&a, &b, &most);
                    }
                    print_message("%g/s, drop %d, %d slices, %s: %.2g m, %.2g m/s\n", rates[r], d,
                                  slices[c], on_floor ? "floor" : "ground", most.place, most.speed);
                    expect_below(most.place, 0.0025 * GRAVITY_MPS2 / rates[r] * 1.5);
                    expect_below(most.speed, 1e-3 * 4);
                    kamm_destroy_world(whole), kamm_destroy_world(cut);
                }
}

/* ---- by a car ---- */

static struct crash crash_into(kamm_body_type type, int count, kamm_rung rung)
{
    kamm_vehicle_def car = rolling_car();
    kamm_body_def crate = at_place(sliced(type, count, 1.5, 0.6, 1), 6, 0.4, 1);
    crate.orientation[0] = crate.orientation[3] = sqrt(0.5); /* its slices lie side by side */
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = &crate, .body_count = 1};
    struct crash crash = {.world = create_world(&def)};
    crash.cars = cars_of(&car, rung, 1, &crash.model);
    add_cars(crash.world, crash.cars);
    roll_at(crash.cars, 0, 0, 0, 0.05, 9);
    return crash;
}

static double speed_of_body(const kamm_world *world)
{
    kamm_body_motion motion;
    read_body(world, 0, &motion);
    return sqrt(dot3(motion.velocity_mps, motion.velocity_mps));
}

/* Of the car, after some time. */
static double drive_on(struct crash *whole, struct crash *cut, int substeps)
{
    double most = 0;
    for (int n = 0; n < substeps; ++n) {
        kamm_pose poses[2];
        kamm_step_world(whole->world, 1), kamm_step_world(cut->world, 1);
        kamm_read_pose(whole->cars, 0, 1, &poses[0], NULL);
        kamm_read_pose(cut->cars, 0, 1, &poses[1], NULL);
        for (int k = 0; k < 3; ++k)
            most = fmax(most, fabs(poses[1].position_m[k] - poses[0].position_m[k]));
    }
    return most;
}

static const kamm_rung rungs[] = {KAMM_FULL, KAMM_RIGID2D, KAMM_DOUBLE_TRACK};

static void a_car_that_hits_a_wall_in_slices_goes_on_as_from_the_whole(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < of_tier(2, CUTS); ++c)
            for (int type = KAMM_BODY_STATIC; type <= KAMM_BODY_KINEMATIC; ++type) {
                struct crash whole = crash_into((kamm_body_type)type, 1, rungs[r]);
                struct crash cut = crash_into((kamm_body_type)type, slices[c], rungs[r]);
                double most = drive_on(&whole, &cut, 600);
                print_message("rung %d, type %d, %d slices: %.2g m\n", rungs[r], type, slices[c],
                              most);
                expect_below(kamm_read(whole.cars, 0, KAMM_CHANNEL_forward_speed_mps), -0.5);
                expect_below(most, 1e-5);
                end_crash(&whole), end_crash(&cut);
            }
}

/* It is hit beside its middle, and flies off. Its speed is the solver's to a thousandth of the impact, some times. */
static void a_crate_in_slices_is_hit_like_the_whole(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < of_tier(2, CUTS); ++c) {
            struct crash whole = crash_into(KAMM_BODY_DYNAMIC, 1, rungs[r]);
            struct crash cut = crash_into(KAMM_BODY_DYNAMIC, slices[c], rungs[r]);
            struct difference d = {0, 0};
            kamm_body_motion a, b;
            for (int n = 0; n < 600 && speed_of_body(whole.world) < 1; ++n)
                drive_on(&whole, &cut, 1);
            read_body(whole.world, 0, &a), read_body(cut.world, 0, &b);
            note_difference(&a, &b, &d);
            print_message("rung %d, %d slices: %.2g m, %.2g of %.2g m/s\n", rungs[r], slices[c],
                          d.place, d.speed, a.velocity_mps[0]);
            assert_true(a.velocity_mps[0] > 3);
            expect_below(d.place, 1e-3);
            expect_below(d.speed, 0.005 * 9);
            end_crash(&whole), end_crash(&cut);
        }
}

/* ---- as queries and sensors see it ---- */

static void rays_and_shapes_hit_slices_where_they_hit_the_whole(void **state)
{
    (void)state;
    for (int c = 0; c < CUTS; ++c)
        for (int type = KAMM_BODY_STATIC; type <= KAMM_BODY_DYNAMIC; ++type) {
            kamm_world *worlds[2];
            int met = 0;
            for (int w = 0; w < 2; ++w) {
                kamm_body_def body = sliced((kamm_body_type)type, w ? slices[c] : 1, 1.1, 0.7, 0.4);
                turned_about(&body, 1, 2, 3, 0.7);
                kamm_world_def def = {.ground = empty_space(), .bodies = &body, .body_count = 1};
                worlds[w] = create_world(&def);
            }
            for (int n = 0; n < 600; ++n) {
                kamm_cast cast = {.from_m = {3 * sin(n), 3 * sin(1.7 * n), 3 * cos(n)},
                                  .to_m = {-2 * sin(n + 0.6), sin(2.3 * n), -2 * cos(n + 0.3)}};
                if (n % 3 == 1) cast.radius_m = 0.2;
                for (int k = 0; k < 3 && n % 3 == 2; ++k) cast.half_m[k] = 0.1 * (k + 1);
                kamm_hit hits[2];
                int count = kamm_cast_shape(worlds[0], &cast, &hits[0], 1);
                assert_int_equal(kamm_cast_shape(worlds[1], &cast, &hits[1], 1), count);
                met += count;
                if (!count) continue;
                expect_near(hits[1].fraction, hits[0].fraction, 1e-9);
                assert_in_range(hits[1].box, 0, slices[c] - 1);
                double along = 0; /* where an edge is met, either face's normal is right */
                for (int k = 0; k < 3; ++k) along += hits[0].normal[k] * hits[1].normal[k];
                expect_near(along, 1, 1e-6);
            }
            assert_true(met > 200);
            kamm_destroy_world(worlds[0]), kamm_destroy_world(worlds[1]);
        }
}

/* A gate in pieces, and a ball's way through it: in once, out once, at the same time. */
static void a_sensor_in_slices_is_entered_and_left_once(void **state)
{
    (void)state;
    for (int c = 0; c < CUTS; ++c)
        for (int body_slices = 1; body_slices <= slices[c]; body_slices += slices[c] - 1) {
            double times[2][2];
            for (int w = 0; w < 2; ++w) {
                kamm_body_def bodies[2] = {
                    sliced(KAMM_BODY_STATIC, w ? slices[c] : 1, 2, 1, 1),
                    sliced(KAMM_BODY_DYNAMIC, w ? body_slices : 1, 0.3, 0.2, 0.2)};
                bodies[0].sensor = 1;
                bodies[1].position_m[0] = -6;
                kamm_world_def def = {.ground = empty_space(), .bodies = bodies, .body_count = 2};
                kamm_world *world = create_world(&def);
                kamm_body_motion motion = {.position_m = {-6, 0.1, 0.2},
                                           .velocity_mps = {11, 0, 0}};
                set_body(world, 1, &motion);
                int count, in = 0, out = 0;
                for (int n = 0; n < 300; ++n) {
                    kamm_step_world(world, 1);
                    const kamm_sensor_event *events = kamm_sensor_events(world, &count);
                    for (int i = 0; i < count; ++i) {
                        times[w][!events[i].entered] = n / 240.0 + events[i].time_s;
                        if (events[i].entered)
                            ++in;
                        else
                            ++out;
                    }
                }
                assert_int_equal(in, 1), assert_int_equal(out, 1);
                kamm_destroy_world(world);
            }
            for (int k = 0; k < 2; ++k) expect_near(times[1][k], times[0][k], 1e-9);
            expect_near(times[0][0], (6 - 2 - 0.3) / 11, 1e-9);
            expect_near(times[0][1], (6 + 2 + 0.3) / 11, 1e-9);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_in_slices_moves_as_the_whole_one),
        cmocka_unit_test(a_car_that_hits_a_wall_in_slices_goes_on_as_from_the_whole),
        cmocka_unit_test(a_crate_in_slices_is_hit_like_the_whole),
        cmocka_unit_test(rays_and_shapes_hit_slices_where_they_hit_the_whole),
        cmocka_unit_test(a_sensor_in_slices_is_entered_and_left_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
