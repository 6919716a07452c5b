/* What wheels and bodies touch of the ground and how they slide, as games ask for it. */
#include "support/misuse.h"
#include "support/momentum.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

static kamm_wheel_contact contact_at(const kamm_cars *cars, int car, int wheel)
{
    kamm_wheel_contact contact;
    kamm_read_wheel_contact(cars, car, wheel, &contact);
    return contact;
}

/* ---- the caller's number ---- */

static const int32_t numbers[] = {0, 1, -1, 7, 65535, 65536, -65536, -65537, INT32_MAX, INT32_MIN};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

static void number_planes(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    (void)user;
    for (int i = 0; i < count; ++i) {
        contacts[i] = kamm_flat_ground.plane;
        contacts[i].surface = numbers[probes[i].wheel % NUMBERS];
    }
}

/* By a plane, an array and a query; snapshots and copies have them too. */
static void surfaces_are_told_whatever_gives_them(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    for (EACH_RUNG(rung)) {
        kamm_cars *cars = start_rung(&def, rung, 2);
        kamm_contact planes[8];
        kamm_ground one = kamm_flat_ground, array = one, query = one;
        array.contacts = planes;
        query.query = number_planes;
        for (int n = 0; n < NUMBERS; ++n) {
            one.plane.surface = numbers[n];
            for (int i = 0; i < 8; ++i) {
                planes[i] = kamm_flat_ground.plane;
                planes[i].surface = numbers[(n + i) % NUMBERS];
            }
            kamm_step(cars, &one, 1);
            assert_int_equal(contact_at(cars, 1, 2).surface, numbers[n]);
            kamm_step(cars, &array, 1);
            for (int i = 0; i < 8; ++i)
                assert_int_equal(contact_at(cars, i / 4, i % 4).surface, planes[i].surface);
        }
        void *snapshot = malloc(kamm_snapshot_size(cars));
        assert_non_null(snapshot);
        kamm_step(cars, &query, 4);
        kamm_save_snapshot(cars, snapshot);
        kamm_step(cars, &one, 4);
        assert_int_equal(kamm_restore_snapshot(cars, snapshot, kamm_snapshot_size(cars), NULL),
                         KAMM_OK);
        kamm_copy_car(cars, 0, cars, 1);
        for (int i = 0; i < 8; ++i)
            assert_int_equal(contact_at(cars, i / 4, i % 4).surface, numbers[i % 4]);
        free(snapshot);
        end_cars(cars);
    }
}

/* ---- place and load ---- */

/* On a slope, over all vehicles and rungs: the patch lies in the plane, the axes are square, loads are those of the channels. */
static void the_patch_lies_on_the_ground(void **state)
{
    (void)state;
    const kamm_ground slope = kamm_plane_ground(0.1, 0.05, 1);
    for (int i = 0; i < shipped_count(); i += of_tier(4, 1))
        for (EACH_RUNG(rung)) {
            kamm_vehicle_def def = shipped_on(i, rung, 240);
            kamm_cars *cars = start_rung(&def, rung, 1);
            put_car(cars, 0, &slope, 0.3, 6, KAMM_GEAR_DRIVE);
            kamm_inputs(cars)[0].steering_wheel_rad = 1;
            drive_for(cars, &slope, 1);
            for (int w = 0; w < wheels_of(cars, 0); ++w) {
                const kamm_wheel_contact c = contact_at(cars, 0, w);
                double off = 0, along = 0, length = 0;
                for (int k = 0; k < 3; ++k) {
                    off += c.normal[k] * (c.point_m[k] - slope.plane.point_m[k]);
                    along += c.normal[k] * c.forward[k];
                    length += c.forward[k] * c.forward[k];
                }
                expect_near(off, 0, 1e-5);
                expect_near(along, 0, 1e-6);
                expect_near(length, 1, 1e-9);
                expect_near(c.load_n, kamm_read_wheel(cars, 0, w, KAMM_WHEEL_load_n), 0);
                assert_int_equal(c.on_ground, c.load_n > 0);
                if (c.on_ground) expect_above(c.deflection_m, 1e-3);
                expect_near(c.friction, 1, 0);
            }
            end_cars(cars);
        }
}

static void in_the_air_nothing_slides(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_cars(&def, 1);
    kamm_placement high = kamm_placement_on(&kamm_flat_ground, 0, 0, 0);
    high.position_m[2] = 3, high.speed_mps = 10;
    kamm_place(cars, 0, &high);
    kamm_step(cars, &kamm_flat_ground, 60);
    for (int w = 0; w < 4; ++w) {
        const kamm_wheel_contact c = contact_at(cars, 0, w);
        assert_int_equal(c.on_ground, 0);
        expect_near(fabs(c.sliding_mps[0]) + fabs(c.sliding_mps[1]) + c.skid_w + c.load_n, 0, 0);
        expect_near(c.normal[2], 1, 0);
    }
    end_cars(cars);
}

/* ---- sliding ---- */

/* All wheels locked (on the rungs whose wheels lock): they slide as fast as the car, and friction takes the energy of its motion. */
static void locked_wheels_take_the_energy_of_motion(void **state)
{
    (void)state;
    static const double rates[] = {60, 120, 240, 600};
    static const kamm_rung rungs[] = {KAMM_FULL, KAMM_DOUBLE_TRACK};
    for (int k = 0; k < 8; ++k) {
        kamm_vehicle_def def = plain_car();
        double rate = rungs[k / 4] == KAMM_DOUBLE_TRACK ? fmax(rates[k % 4], 240) : rates[k % 4];
        def.stepping.substeps_per_s = rate;
        def.aero.drag_coefficient = 0;
        kamm_cars *cars = start_rung(&def, rungs[k / 4], 1);
        double taken_j = 0, dt = 1 / rate, mass = kamm_describe(kamm_model_of(cars, 0)).mass_kg;
        put_car(cars, 0, &kamm_flat_ground, 0, 25, 0);
        kamm_inputs(cars)[0].brake = 1;
        for (int n = 0; n < (int)(0.5 / dt); ++n) kamm_step(cars, &kamm_flat_ground, 1);
        double start = read_channel(cars, KAMM_CHANNEL_forward_speed_mps), now = start;
        while (now > 2) {
            kamm_step(cars, &kamm_flat_ground, 1);
            now = read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
            for (int w = 0; w < 4; ++w) {
                const kamm_wheel_contact c = contact_at(cars, 0, w);
                taken_j += c.skid_w * dt;
                expect_near(c.sliding_mps[0], now, 0.05 * now + 0.05);
                expect_near(c.sliding_mps[1], 0, 0.05);
            }
        }
        expect_share(taken_j, 0.5 * mass * (start * start - now * now), 0.02);
        end_cars(cars);
    }
}

/* A car that rolls, and one that stands, leave no mark. */
static void rolling_and_standing_cars_do_not_slide(void **state)
{
    (void)state;
    for (int i = 0; i < shipped_count(); i += of_tier(4, 1))
        for (EACH_RUNG(rung)) {
            kamm_vehicle_def def = shipped_on(i, rung, 240);
            kamm_cars *cars = start_rung(&def, rung, 2);
            for (int car = 0; car < 2; ++car)
                put_car(cars, car, &kamm_flat_ground, 0, car ? 0 : 10, 0);
            kamm_inputs(cars)[1].brake = 1;
            drive_for(cars, &kamm_flat_ground, 3);
            for (int w = 0; w < wheels_of(cars, 0); ++w)
                for (int car = 0; car < 2; ++car) {
                    const kamm_wheel_contact c = contact_at(cars, car, w);
                    double slides = hypot(c.sliding_mps[0], c.sliding_mps[1]);
                    if (slides > (car ? 1e-3 : 0.2) ||
                        c.skid_w > (car ? 1e-3 : 0.02 * 10 * c.load_n))
                        fail_msg("%s on %s, wheel %d: %g m/s, %g W", shipped_name(i),
                                 rung_name(rung), w, slides, c.skid_w);
                }
            end_cars(cars);
        }
}

/* On ice with all the throttle the driven wheels turn back below a car that hardly moves; in a bend to the left the car slides to
 * the right, and mirrored. */
static void spinning_and_cornering_slide_where_they_should(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    def.aids.tcs = 0;
    const kamm_ground ice = kamm_plane_ground(0, 0, 0.1);
    kamm_cars *cars = start_cars(&def, 3);
    for (int car = 0; car < 3; ++car) {
        put_car(cars, car, &kamm_flat_ground, 0, car ? 15 : 0, car ? KAMM_GEAR_DRIVE : 1);
        kamm_inputs(cars)[car].throttle = car ? 0.2f : 1;
        kamm_inputs(cars)[car].steering_wheel_rad = car == 1 ? 3 : car == 2 ? -3 : 0;
    }
    drive_for(cars, &ice, 1.5);
    int driven = kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_spin_radps) > 5 ? 0 : 2;
    expect_below(contact_at(cars, 0, driven).sliding_mps[0], -2);
    expect_above(contact_at(cars, 0, driven).skid_w, 100);
    for (int car = 0; car < 3; ++car) put_car(cars, car, &kamm_flat_ground, 0, 15, KAMM_GEAR_DRIVE);
    for (int car = 1; car < 3; ++car) kamm_inputs(cars)[car].steering_wheel_rad = car == 1 ? 2 : -2;
    drive_for(cars, &kamm_flat_ground, 0.5);
    for (int w = 0; w < 4; ++w) {
        const kamm_wheel_contact left = contact_at(cars, 1, w), right = contact_at(cars, 2, w ^ 1);
        expect_below(left.sliding_mps[1], -0.1);
        expect_near(left.sliding_mps[1], -right.sliding_mps[1], 1e-9);
        expect_near(left.sliding_mps[0], right.sliding_mps[0], 1e-9);
        expect_near(left.point_m[1], -right.point_m[1], 1e-9);
    }
    end_cars(cars);
}

/* On a belt that runs as fast backwards as the wheels would roll, a car on the spot slides as on a road; one that goes with it does not. */
static void a_moving_ground_counts(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_ground belt = kamm_flat_ground;
    belt.plane.velocity_mps[0] = 10;
    kamm_cars *cars = start_cars(&def, 2);
    for (int car = 0; car < 2; ++car) {
        put_car(cars, car, &kamm_flat_ground, 0, car ? 10 : 0, 0);
        kamm_inputs(cars)[car].brake = 1;
    }
    kamm_motion motion;
    kamm_read_motion(cars, 1, &motion);
    for (int w = 0; w < 4; ++w) motion.wheel_radps[w] = 0;
    assert_int_equal(kamm_set_motion(cars, 1, &motion, NULL), KAMM_OK);
    kamm_step(cars, &belt, 240);
    double own = kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps);
    expect_near(contact_at(cars, 0, 0).sliding_mps[0], own - 10, 0.2);
    expect_below(own, 4);
    expect_near(contact_at(cars, 1, 0).sliding_mps[0], 0, 0.05);
    expect_near(contact_at(cars, 1, 0).ground_mps[0], 10, 0);
    end_cars(cars);
}

/* ---- the wheel's own grip ---- */

/* A factor on the wheels is as good as that on the ground: same bits, on all rungs, by plane, array and query; in a batch beside
 * cars without it. */
static void grip_of_wheels_is_as_friction_of_the_ground(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    def.stepping.substeps_per_s = 240;
    for (EACH_RUNG(rung))
        for (int way = 0; way < 3; ++way) {
            kamm_error error;
            kamm_cars *cars = start_rung(&def, rung, 3), *icy = start_rung(&def, rung, 1);
            kamm_contact planes[12];
            kamm_ground dry = kamm_flat_ground, ice = kamm_plane_ground(0, 0, 0.25);
            for (int i = 0; i < 12; ++i) planes[i] = dry.plane;
            if (way == 1) dry.contacts = planes;
            if (way == 2) dry.query = number_planes, ice.query = NULL;
            for (int car = 0; car < 3; ++car)
                put_car(cars, car, &kamm_flat_ground, 0, 15, KAMM_GEAR_DRIVE);
            put_car(icy, 0, &kamm_flat_ground, 0, 15, KAMM_GEAR_DRIVE);
            for (int frame = 0; frame < 60; ++frame) {
                for (int w = 0; w < 4 && frame == 20; ++w)
                    must(kamm_set_wheel_grip(cars, 1, w, 0.25, &error), &error);
                for (int car = 0; car < 3; ++car) {
                    kamm_inputs(cars)[car].steering_wheel_rad = 1;
                    kamm_inputs(cars)[car].brake = frame > 40 ? 0.8f : 0;
                }
                kamm_inputs(icy)[0] = kamm_inputs(cars)[1];
                kamm_step(cars, &dry, 4);
                kamm_step(icy, frame < 20 ? &kamm_flat_ground : &ice, 4);
            }
            double x[3];
            for (int car = 0; car < 3; ++car) x[car] = kamm_read(cars, car, KAMM_CHANNEL_x_m);
            expect_near(x[1], kamm_read(icy, 0, KAMM_CHANNEL_x_m), 0);
            expect_near(x[0], x[2], 0);
            if (rung != KAMM_KINEMATIC) expect_above(fabs(x[1] - x[0]), 0.1);
            expect_near(kamm_wheel_grip(cars, 1, 0), 0.25, 1e-6);
            end_cars(icy);
            end_cars(cars);
        }
}

/* A burst front tyre pulls the car aside as its image pulls the other way; it goes along and ends with placing. */
static void one_wheel_without_grip_pulls_aside(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_error error;
    kamm_cars *cars = start_cars(&def, 2), *other = start_rung(&def, KAMM_DOUBLE_TRACK, 1);
    for (int car = 0; car < 2; ++car) {
        put_car(cars, car, &kamm_flat_ground, 0, 25, 0);
        kamm_inputs(cars)[car].brake = 0.5f;
        must(kamm_set_wheel_grip(cars, car, car, 0.2, &error), &error);
    }
    drive_for(cars, &kamm_flat_ground, 1);
    double yaw = kamm_read(cars, 0, KAMM_CHANNEL_yaw_rad);
    expect_below(yaw, -0.02); /* the left wheel brakes less: to the right */
    expect_near(yaw, -kamm_read(cars, 1, KAMM_CHANNEL_yaw_rad), 1e-12);
    kamm_hand_over(cars, 1, other, 0);
    expect_near(kamm_wheel_grip(other, 0, 1), 0.2, 1e-6);
    put_car(cars, 0, &kamm_flat_ground, 0, 25, 0);
    expect_near(kamm_wheel_grip(cars, 0, 0), 1, 0);
    static const double odd[] = {NAN, INFINITY, -0.1, 11};
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(kamm_set_wheel_grip(cars, 0, 2, odd[i], &error), KAMM_ERROR_RANGE);
        expect_near(kamm_wheel_grip(cars, 0, 2), 1, 0);
    }
    end_cars(other);
    end_cars(cars);
}

/* ---- the body ---- */

/* On its roof, sliding; without air. */
static kamm_cars *car_on_its_roof(int vehicle, double rate, double speed_mps)
{
    kamm_vehicle_def def = shipped_on(vehicle, KAMM_FULL, rate);
    def.aero.drag_coefficient = 0;
    kamm_cars *cars = start_cars(&def, 1);
    kamm_placement over = {.position_m = {0, 0, kamm_describe(kamm_model_of(cars, 0)).height_m},
                           .orientation = {0, 1, 0, 0},
                           .speed_mps = speed_mps};
    kamm_place(cars, 0, &over);
    return cars;
}

/* All vehicles: its points bear the weight, and friction there takes the energy of its sliding. */
static void a_car_on_its_roof_scrapes(void **state)
{
    (void)state;
    static const double rates[] = {120, 240, 600};
    for (int i = 0; i < shipped_count(); ++i) {
        kamm_cars *cars = car_on_its_roof(i, rates[i % 3], 15);
        const kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
        double taken_j = 0, load_n = 0, start = 0, now = 0, time_s = 0;
        kamm_step(cars, &kamm_flat_ground, (int)(0.5 / info.substep_s));
        start = read_channel(cars, KAMM_CHANNEL_speed_mps);
        for (int n = 0; n < (int)(1 / info.substep_s); ++n) {
            kamm_step(cars, &kamm_flat_ground, 1);
            time_s += info.substep_s;
            for (int p = 0; p < KAMM_BODY_POINTS; ++p) {
                kamm_body_contact c;
                kamm_read_body_contact(cars, 0, p, &c);
                load_n += c.load_n * info.substep_s;
                taken_j += c.skid_w * info.substep_s;
                if (!c.touches) expect_near(c.load_n + c.skid_w, 0, 0);
                if (c.touches) expect_below(c.point_m[2], 1e-3);
                if (c.touches) expect_near(c.normal[2], 1, 0);
            }
        }
        now = read_channel(cars, KAMM_CHANNEL_speed_mps);
        expect_share(load_n / time_s, info.mass_kg * GRAVITY_MPS2, 0.05); /* trucks still rock */
        expect_share(taken_j, 0.5 * info.mass_kg * (start * start - now * now), 0.05);
        assert_int_equal(kamm_fault(cars, 0), 0);
        end_cars(cars);
    }
}

/* Newton's law of a fall: what the ground pushed with in all substeps, less the weight, is the change of momentum upwards. Returns by how
 * much it is off, over the momentum of the fall. */
static double off_of_impulse(int vehicle, double rate, double roll, double drop_m)
{
    kamm_vehicle_def def = shipped_on(vehicle, KAMM_FULL, rate);
    def.aero.drag_coefficient = 0;
    kamm_cars *cars = start_cars(&def, 1);
    const kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    const kamm_placement over = {.position_m = {0, 0, info.height_m + drop_m},
                                 .orientation = {cos(roll / 2), sin(roll / 2), 0, 0}};
    double first[3], last[3], impulse = 0;
    kamm_place(cars, 0, &over);
    kamm_inputs(cars)[0].hand_brake = 1;
    kamm_inputs(cars)[0].gear = 0;
    kamm_step(cars, &kamm_flat_ground, 1);
    momentum_with_loads(cars, NULL, 0, first);
    int steps = (int)(1.2 / info.substep_s);
    for (int n = 0; n < steps; ++n) {
        kamm_step(cars, &kamm_flat_ground, 1);
        for (int p = 0; p < KAMM_BODY_POINTS; ++p) {
            kamm_body_contact c;
            kamm_read_body_contact(cars, 0, p, &c);
            impulse += c.load_n * info.substep_s;
        }
        for (int w = 0; w < info.wheel_count; ++w)
            impulse += kamm_read_wheel(cars, 0, w, KAMM_WHEEL_load_n) * info.substep_s;
    }
    momentum_with_loads(cars, NULL, 0, last);
    double weight = info.mass_kg * GRAVITY_MPS2 * steps * info.substep_s;
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
    return (last[2] - first[2] - (impulse - weight)) /
           (info.mass_kg * sqrt(2 * GRAVITY_MPS2 * drop_m));
}

/* What momentum_with_loads is not for. */
static int has_other_wheels(const kamm_vehicle_def *def)
{
    return def->axles[0].wheels != KAMM_WHEELS_PAIR || def->axles[1].wheels != KAMM_WHEELS_PAIR ||
           def->shifting_load.mass_kg > 0;
}

static void loads_of_points_are_the_forces_that_acted(void **state)
{
    (void)state;
    static const double rates[] = {60, 120, 240, 600}, drops_m[] = {0.05, 0.3, 1};
    double most = 0;
    int falls = 0;
    for (int v = 0, n = 0; v < shipped_count(); ++v) {
        const kamm_vehicle_def def = shipped_def(v);
        if (def.axles_count != 2 || has_other_wheels(&def)) continue;
        for (int i = 0; i < 24; ++i, ++n) {
            double rate = rates[i % 4], roll = i < 12 ? PI : PI - 0.3, drop = drops_m[i / 4 % 3];
            if (n % of_tier(37, 7) || !takes_rate(v, rate)) continue;
            double off = off_of_impulse(v, rate, roll, drop);
            most = fmax(most, fabs(off)), ++falls;
            if (!(fabs(off) < 0.01))
                fail_msg("%s, roll %.2f, from %g m, %g substeps/s: %.4f of the fall's momentum",
                         shipped_name(v), roll, drop, rate, off);
        }
    }
    print_message("off by %.1e of the momentum of %d falls at most\n", most, falls);
    expect_above(falls, of_tier(10, 60));
}

static void the_ground_is_among_a_worlds_contact_events(void **state)
{
    (void)state;
    kamm_error error;
    kamm_world_def def = {.ground = kamm_flat_ground};
    def.ground.plane.surface = 42;
    kamm_world *world = kamm_create_world(&def, &error);
    kamm_cars *cars = car_on_its_roof(shipped_number("bmw-m3-e46"), 240, 10);
    double weight = kamm_describe(kamm_model_of(cars, 0)).mass_kg * GRAVITY_MPS2;
    must(kamm_add_cars(world, cars, &error), &error);
    kamm_step_world(world, 240);
    kamm_step_world(world, 4);
    int count;
    const kamm_contact_event *event = kamm_contact_events(world, &count);
    assert_int_equal(count, 1);
    assert_int_equal(event->type[0], KAMM_BODY_CAR);
    assert_int_equal(event->type[1], KAMM_BODY_GROUND);
    assert_int_equal(event->index[1], 42);
    expect_share(event->impulse_ns, weight / 60, 0.1);
    expect_near(event->normal[2], -1, 0);
    const kamm_placement upright = kamm_placement_on(&kamm_flat_ground, 0, 0, 0);
    kamm_place(cars, 0, &upright);
    kamm_step_world(world, 60);
    event = kamm_contact_events(world, &count);
    assert_int_equal(count, 1);
    assert_int_equal(event->phase, KAMM_CONTACT_ENDED);
    kamm_step_world(world, 60);
    kamm_contact_events(world, &count);
    assert_int_equal(count, 0);
    kamm_destroy_world(world);
    end_cars(cars);
}

static void misuse_calls_the_hook(void **state)
{
    (void)state;
    kamm_wheel_contact contact;
    kamm_body_contact body;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_cars(&def, 1);
    kamm_set_assert_handler(count_report, NULL);
    MISUSE(kamm_read_wheel_contact(NULL, 0, 0, &contact));
    MISUSE(kamm_read_wheel_contact(cars, 1, 0, &contact));
    MISUSE(kamm_read_wheel_contact(cars, 0, 4, &contact));
    MISUSE(kamm_read_wheel_contact(cars, 0, -1, &contact));
    MISUSE(kamm_read_wheel_contact(cars, 0, 0, NULL));
    MISUSE(kamm_set_wheel_grip(NULL, 0, 0, 1, NULL));
    MISUSE(kamm_set_wheel_grip(cars, 1, 0, 1, NULL));
    MISUSE(kamm_set_wheel_grip(cars, 0, 4, 1, NULL));
    MISUSE(kamm_wheel_grip(NULL, 0, 0));
    MISUSE(kamm_wheel_grip(cars, 0, -1));
    MISUSE(kamm_read_body_contact(NULL, 0, 0, &body));
    MISUSE(kamm_read_body_contact(cars, 1, 0, &body));
    MISUSE(kamm_read_body_contact(cars, 0, KAMM_BODY_POINTS, &body));
    MISUSE(kamm_read_body_contact(cars, 0, 0, NULL));
    kamm_set_assert_handler(NULL, NULL);
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(surfaces_are_told_whatever_gives_them),
        cmocka_unit_test(the_patch_lies_on_the_ground),
        cmocka_unit_test(in_the_air_nothing_slides),
        cmocka_unit_test(locked_wheels_take_the_energy_of_motion),
        cmocka_unit_test(rolling_and_standing_cars_do_not_slide),
        cmocka_unit_test(spinning_and_cornering_slide_where_they_should),
        cmocka_unit_test(a_moving_ground_counts),
        cmocka_unit_test(grip_of_wheels_is_as_friction_of_the_ground),
        cmocka_unit_test(one_wheel_without_grip_pulls_aside),
        cmocka_unit_test(a_car_on_its_roof_scrapes),
        cmocka_unit_test(loads_of_points_are_the_forces_that_acted),
        cmocka_unit_test(the_ground_is_among_a_worlds_contact_events),
        cmocka_unit_test(misuse_calls_the_hook),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
