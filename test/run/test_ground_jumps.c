/* Ground answers that are wrong do not launch a car: planes that jump up below a wheel or a body point, planes
 * that are none, and a host that puts a car into the ground. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/host.h"
#include "support/mirror.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"
#include "vehicle/scale.h"

#include <math.h>
#include <string.h>

enum { FRAME = 20, WHEEL = 1 };

static const double heights_m[] = {0.05, 0.15, 0.25, 0.4, 1, 4};
static const double speeds_mps[] = {0, 1, 5, 20, 40};
enum {
    HEIGHTS = sizeof heights_m / sizeof *heights_m,
    SPEEDS = sizeof speeds_mps / sizeof *speeds_mps
};

/* Flat, but one wheel's plane is so much too high, while frames are left. */
struct jumping_ground {
    kamm_ground ground;
    kamm_contact planes[KAMM_MAX_WHEELS];
};

static void set_height(struct jumping_ground *jumping, int wheel, double height_m)
{
    jumping->ground = kamm_flat_ground;
    jumping->ground.contacts = jumping->planes;
    for (int w = 0; w < KAMM_MAX_WHEELS; ++w) {
        jumping->planes[w] = kamm_flat_ground.plane;
        jumping->planes[w].point_m[2] = w == wheel ? height_m : 0;
    }
}

struct outcome {
    double risen_m, load_n;
    unsigned fault;
};

/* What a car drives over: it is watched until a second after the last frame of it. */
struct jump {
    double height_m, speed_mps;
    int frames;
    struct outcome out;
};
enum { JUMPS = 2 * HEIGHTS * SPEEDS };

static void watch(const kamm_cars *cars, int car, double start_m, struct outcome *out)
{
    double now[3];
    read_position(cars, car, now);
    out->risen_m = fmax(out->risen_m, now[2] - start_m);
    for (int w = 0; w < wheels_of(cars, car); ++w)
        out->load_n = fmax(out->load_n, kamm_read_wheel(cars, car, w, KAMM_WHEEL_load_n));
    out->fault = kamm_fault(cars, car);
}

/* A car for each, side by side. */
static void drive_over(const kamm_vehicle_def *def, kamm_rung rung, struct jump *jumps, int count)
{
    static kamm_contact planes[JUMPS * KAMM_MAX_WHEELS];
    kamm_cars *cars = start_rung(def, rung, count);
    kamm_ground ground = kamm_flat_ground;
    double start[JUMPS][3];
    int wheels = wheels_of(cars, 0), last = 0;
    ground.contacts = planes;
    for (int i = 0; i < count * wheels; ++i) planes[i] = kamm_flat_ground.plane;
    for (int car = 0; car < count; ++car) {
        put_car(cars, car, &kamm_flat_ground, 0, jumps[car].speed_mps, KAMM_GEAR_DRIVE);
        last = jumps[car].frames > last ? jumps[car].frames : last;
    }
    kamm_step(cars, &ground, FRAME);
    for (int car = 0; car < count; ++car) read_position(cars, car, start[car]);
    for (int frame = 0; frame < last + 60; ++frame) {
        for (int car = 0; car < count; ++car)
            planes[car * wheels + WHEEL].point_m[2] =
                frame < jumps[car].frames ? jumps[car].height_m : 0;
        for (int i = 0; i < FRAME; i += 2) {
            kamm_step(cars, &ground, 2);
            for (int car = 0; car < count; ++car)
                if (frame < jumps[car].frames + 60)
                    watch(cars, car, start[car][2], &jumps[car].out);
        }
    }
    end_cars(cars);
}

#define EXPECT(condition, ...)                                                                \
    do {                                                                                      \
        if (!(condition)) {                                                                   \
            print_error("%s, %s, %g m too high at %g m/s: ", name, rung_name(rung), height_m, \
                        speed_mps);                                                           \
            print_error(__VA_ARGS__);                                                         \
            print_error("\n");                                                                \
            ++failures;                                                                       \
        }                                                                                     \
    } while (0)

/* 0.15 m is a kerb. */
static int check_jumps(const char *name, const kamm_vehicle_def *def, kamm_rung rung)
{
    int failures = 0, step = of_tiers(10, 5, 1); /* each height and each speed is among them */
    double max_force_n = 0, radius_m = 0;
    for (int a = 0; a < def->axles_count; ++a) {
        max_force_n = fmax(max_force_n, 15 * def->axles[a].tyre.nominal_load_n);
        radius_m = fmax(radius_m, def->axles[a].tyre.unloaded_radius_m);
    }
    struct jump jumps[JUMPS];
    int count = 0;
    for (int i = 0; i < HEIGHTS * SPEEDS; i += step)
        for (int frames = 1; frames <= 60; frames += 59)
            jumps[count++] = (struct jump){.height_m = heights_m[i % HEIGHTS],
                                           .speed_mps = speeds_mps[i / HEIGHTS],
                                           .frames = frames};
    drive_over(def, rung, jumps, count);
    for (int i = 0; i < count; i += 2) {
        double height_m = jumps[i].height_m, speed_mps = jumps[i].speed_mps;
        struct outcome frame = jumps[i].out, second = jumps[i + 1].out;
        /* A tractor's wheels drive up 0.4 m, on the planar rungs as fast as it goes. */
        double at_once_m = is_farm_tractor(def) && rung != KAMM_FULL ? 0.25 : 0.08;
        EXPECT(frame.risen_m < at_once_m, "rises by %.3f m after one frame", frame.risen_m);
        EXPECT(frame.load_n <= 1.001 * max_force_n, "carries %g N", frame.load_n);
        if (height_m > radius_m && rung == KAMM_FULL)
            EXPECT(frame.fault == KAMM_FAULT_GROUND, "is not told: fault %u", frame.fault);
        if (height_m <= fmin(0.15, radius_m)) EXPECT(frame.fault == 0, "fault %u", frame.fault);
        /* A step of 4 m is a wall between a kart's axles, which the planar rungs drive up. */
        double most_m =
            (is_kart(def) ? 3 : 2) * height_m + 0.5 * fmax(1, kamm_scale_of(def).length);
        /* One wheel at an end, in the ground by its own height, throws the pose of double_track up: too far. */
        if (rung == KAMM_DOUBLE_TRACK && def->axles[0].wheels == KAMM_WHEELS_SINGLE)
            most_m = 6 * height_m;
        EXPECT(second.risen_m < most_m, "rises by %.3f m in a second", second.risen_m);
        EXPECT(!(second.fault & KAMM_FAULT_NUMERIC), "runs away");
    }
    return failures;
}

static void planes_that_jump_up_launch_no_car(void **state)
{
    (void)state;
    int failures = 0;
    for (int v = 0; v < shipped_count(); v += of_tier(9, 1)) {
        kamm_vehicle_def def = shipped_def(v);
        for (int rung = KAMM_RIGID2D; rung <= KAMM_FULL; ++rung)
            failures += check_jumps(shipped_name(v), &def, (kamm_rung)rung);
    }
    assert_int_equal(failures, 0);
}

/* A car that is given no plane, in one of many ways, drives on that of before. */
static kamm_contact no_plane(int way)
{
    kamm_contact c = kamm_flat_ground.plane;
    if (way == 0) memset(&c, 0, sizeof c);
    if (way == 1) c.normal[2] = 2;
    if (way == 2) c.normal[0] = NAN;
    if (way == 3) c.point_m[2] = (double)INFINITY;
    if (way == 4) c.friction = -1;
    if (way == 5) c.friction = NAN;
    if (way == 6) c.velocity_mps[1] = -INFINITY;
    if (way == 7) c.sliding_loss = NAN;
    return c;
}

static void invalid_planes_are_flagged_and_left_out(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    for (EACH_RUNG(rung))
        for (int way = 0; way < 8; ++way) {
            kamm_cars *cars = start_rung(&def, rung, 2);
            kamm_ground good = kamm_plane_ground(0, 0, 0.7);
            kamm_contact planes[2 * 4];
            double place[2][3];
            for (int i = 0; i < 2; ++i) put_car(cars, i, &good, 0.3, 15, KAMM_GEAR_DRIVE);
            for (int i = 0; i < 2; ++i) kamm_inputs(cars)[i].steering_wheel_rad = 0.5f;
            for (int frame = 0; frame < 30; ++frame) {
                kamm_ground ground = good;
                for (int i = 0; i < 2 * 4; ++i) planes[i] = good.plane;
                if (frame % 3 == 2) planes[frame % 4] = no_plane(way);
                ground.contacts = planes;
                kamm_step(cars, &ground, FRAME);
            }
            assert_int_equal(kamm_fault(cars, 0), KAMM_FAULT_GROUND);
            assert_int_equal(kamm_fault(cars, 1), 0);
            for (int i = 0; i < 2; ++i) read_position(cars, i, place[i]);
            assert_memory_equal(place[0], place[1], sizeof place[0]);
            end_cars(cars);
        }
}

/* One that never had a plane stands on the road that it was placed on. */
static void without_any_plane_a_car_stays_where_it_is(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    for (EACH_RUNG(rung)) {
        kamm_cars *cars = start_rung(&def, rung, 1);
        kamm_ground ground = kamm_flat_ground;
        kamm_placement placement = {.position_m = {3, 4, 50}, .orientation = {1, 0, 0, 0}};
        double before[3], after[3];
        ground.plane.normal[2] = NAN;
        kamm_place(cars, 0, &placement);
        read_position(cars, 0, before);
        kamm_step(cars, &ground, 600);
        read_position(cars, 0, after);
        assert_int_equal(kamm_fault(cars, 0), KAMM_FAULT_GROUND);
        expect_below(distance_between(before, after), 1e-3);
        end_cars(cars);
    }
}

/* Flat, but for what the query gives the probe `at`. */
struct one_probe {
    int at;
    double height_m;
};

static void raise_one_probe(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const struct one_probe *one = user;
    for (int i = 0; i < count; ++i) {
        contacts[i] = kamm_flat_ground.plane;
        if (probes[i].wheel == one->at) contacts[i].point_m[2] = one->height_m;
    }
}

static void planes_that_jump_up_below_the_body_launch_no_car(void **state)
{
    (void)state;
    for (int v = 0; v < shipped_count(); v += of_tier(5, 1))
        for (int point = 0; point < KAMM_BODY_POINTS; point += of_tier(3, 1)) {
            kamm_vehicle_def def = shipped_def(v);
            kamm_cars *cars = start_cars(&def, 1);
            struct one_probe one = {KAMM_MAX_WHEELS + point, 1};
            kamm_ground ground = kamm_flat_ground;
            double start[3], now[3], risen_m = 0;
            ground.query = raise_one_probe, ground.user = &one, ground.body_points = 1;
            put_car(cars, 0, &kamm_flat_ground, 0, 20, KAMM_GEAR_DRIVE);
            read_position(cars, 0, start);
            for (int frame = 0; frame < 60; ++frame) {
                one.height_m = frame == 2 ? 2.5 : 0;
                kamm_step(cars, &ground, FRAME);
                read_position(cars, 0, now);
                risen_m = fmax(risen_m, now[2] - start[2]);
            }
            if (risen_m > 0.1) fail_msg("%s, point %d: %.3f m", shipped_name(v), point, risen_m);
            end_cars(cars);
        }
}

/* A host whose body has come to lie 0.5 m in the ground, as after a bad contact of its own. */
static void a_host_that_puts_a_car_into_the_ground_does_not_launch_it(void **state)
{
    (void)state;
    for (int v = 0; v < shipped_count(); v += of_tier(3, 1)) {
        kamm_vehicle_def def = shipped_def(v);
        kamm_cars *cars = start_cars(&def, 1);
        struct host host = start_host(cars, 0);
        double start_m = host.body.position_m[2], max_height_m = start_m;
        for (int frame = 0; frame < 180; ++frame) {
            if (frame == 20) host.body.position_m[2] -= 0.5;
            step_frame(cars, &host, &kamm_flat_ground, FRAME);
            max_height_m = fmax(max_height_m, host.body.position_m[2]);
        }
        double most_m = 0.25 * fmax(1, kamm_scale_of(&def).length);
        if (!(max_height_m < start_m + most_m))
            fail_msg("%s: rises by %.3f m", shipped_name(v), max_height_m - start_m);
        int told =
            def.axles[0].tyre.unloaded_radius_m < 0.5; /* the plane is above the wheels' centres */
        assert_int_equal(kamm_fault(cars, 0), told ? KAMM_FAULT_GROUND : 0);
        end_cars(cars);
    }
}

static void grouping_of_substeps_changes_no_bit(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    for (int rung = KAMM_RIGID2D; rung <= KAMM_FULL; ++rung) {
        kamm_cars *whole = start_rung(&def, (kamm_rung)rung, 1);
        kamm_cars *single = start_rung(&def, (kamm_rung)rung, 1);
        struct jumping_ground jumping;
        put_car(whole, 0, &kamm_flat_ground, 0, 20, KAMM_GEAR_DRIVE);
        put_car(single, 0, &kamm_flat_ground, 0, 20, KAMM_GEAR_DRIVE);
        for (int frame = 0; frame < 20; ++frame) {
            set_height(&jumping, WHEEL, frame == 3 ? 0.2 : 0);
            kamm_step(whole, &jumping.ground, FRAME);
            for (int i = 0; i < FRAME; ++i) kamm_step(single, &jumping.ground, 1);
        }
        assert_true(kamm_state_hash(whole) == kamm_state_hash(single));
        end_cars(whole);
        end_cars(single);
    }
}

static void mirrored_jump_gives_the_mirrored_motion(void **state)
{
    (void)state;
    kamm_vehicle_def def = lopsided_car(1), image = lopsided_car(-1);
    for (int rung = KAMM_RIGID2D; rung <= KAMM_FULL; ++rung) {
        kamm_cars *cars = start_rung(&def, (kamm_rung)rung, 1);
        kamm_cars *mirrored = start_rung(&image, (kamm_rung)rung, 1);
        struct jumping_ground right, left;
        put_car(cars, 0, &kamm_flat_ground, 0, 20, KAMM_GEAR_DRIVE);
        put_car(mirrored, 0, &kamm_flat_ground, 0, 20, KAMM_GEAR_DRIVE);
        for (int frame = 0; frame < 60; ++frame) {
            set_height(&right, 1, frame == 3 ? 0.5 : 0);
            set_height(&left, 0, frame == 3 ? 0.5 : 0);
            kamm_step(cars, &right.ground, FRAME);
            kamm_step(mirrored, &left.ground, FRAME);
            expect_mirror_images(cars, mirrored, frame);
        }
        end_cars(cars);
        end_cars(mirrored);
    }
}

/* A step of 10 cm as a host sees it that casts a shape: near its edge the plane is tilted. It says nothing of
 * the ground below the bumper, a metre ahead. */
#define EDGE_X_M 10.0
#define EDGE_M 0.1

static void step_up(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    (void)user;
    for (int i = 0; i < count; ++i) {
        double ahead = probes[i].position_m[0] - EDGE_X_M;
        contacts[i] = kamm_flat_ground.plane;
        contacts[i].point_m[0] = EDGE_X_M;
        contacts[i].point_m[2] = ahead > 0.1 ? EDGE_M : ahead < -0.1 ? 0 : EDGE_M / 2;
        if (fabs(ahead) < 0.1)
            contacts[i].normal[0] = -(float)sqrt(0.2), contacts[i].normal[2] = (float)sqrt(0.8);
    }
}

static void step_in_the_ground_adds_no_energy_beyond_its_height(void **state)
{
    (void)state;
    for (int v = 0; v < shipped_count(); v += of_tier(9, 1))
        for (size_t s = 1; s < SPEEDS; ++s) {
            kamm_vehicle_def def = shipped_def(v);
            def.aero.frontal_area_m2 = 0; /* at 40 m/s it slows a kart */
            kamm_cars *cars = start_cars(&def, 1);
            kamm_ground ground = kamm_flat_ground;
            ground.query = step_up;
            put_car(cars, 0, &kamm_flat_ground, 0, speeds_mps[s], 0);
            kamm_inputs(cars)[0].gear = 0;
            double first_j = kamm_read(cars, 0, KAMM_CHANNEL_energy_j), max_energy_j = first_j;
            double mass_kg = kamm_describe(kamm_model_of(cars, 0)).mass_kg;
            double lift_j = mass_kg * GRAVITY_MPS2 * EDGE_M;
            double drag_j = 0.2 * mass_kg * GRAVITY_MPS2 * speeds_mps[s] / 1200;
            kamm_step(cars, &ground, 1);
            expect_near(kamm_read(cars, 0, KAMM_CHANNEL_energy_j), first_j, 0.01 * lift_j + drag_j);
            for (int i = 0; i < 1200 && read_channel(cars, KAMM_CHANNEL_x_m) < 20; ++i) {
                kamm_step(cars, &ground, 2);
                max_energy_j = fmax(max_energy_j, kamm_read(cars, 0, KAMM_CHANNEL_energy_j));
            }
            if (!(max_energy_j - first_j < 1.5 * lift_j))
                fail_msg("%s at %g m/s: rises by %.0f J; the step is worth %.0f J", shipped_name(v),
                         speeds_mps[s], max_energy_j - first_j, lift_j);
            end_cars(cars);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planes_that_jump_up_launch_no_car),
        cmocka_unit_test(invalid_planes_are_flagged_and_left_out),
        cmocka_unit_test(without_any_plane_a_car_stays_where_it_is),
        cmocka_unit_test(planes_that_jump_up_below_the_body_launch_no_car),
        cmocka_unit_test(a_host_that_puts_a_car_into_the_ground_does_not_launch_it),
        cmocka_unit_test(grouping_of_substeps_changes_no_bit),
        cmocka_unit_test(mirrored_jump_gives_the_mirrored_motion),
        cmocka_unit_test(step_in_the_ground_adds_no_energy_beyond_its_height),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
