/* A car whose chassis is a host's body (kamm/hosted.h), against Kamm's own car and closed forms. */
#include "support/cars.h"
#include "support/host.h"
#include "support/quick.h"
#include "support/scales.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void angular_momentum(const struct host *h, double l[3])
{
    const double *q = h->body.orientation, back[4] = {q[0], -q[1], -q[2], -q[3]};
    double angular_velocity[3], body[3];
    host_rotate(back, h->body.angular_velocity_radps, angular_velocity);
    for (int i = 0; i < 3; ++i)
        body[i] = h->mass.inertia_kgm2[i][0] * angular_velocity[0] +
                  h->mass.inertia_kgm2[i][1] * angular_velocity[1] +
                  h->mass.inertia_kgm2[i][2] * angular_velocity[2];
    host_rotate(q, body, l);
}

/* Accelerate, step steer, brake in the bend. */
static void drive(kamm_input *input, double time_s)
{
    input->throttle = time_s < 4 ? 1 : time_s < 7 ? 0.2f : 0;
    input->steering_wheel_rad = time_s < 4 ? 0 : 1.2f;
    input->brake = time_s < 7 ? 0 : 0.6f;
}

/* How far the hosted car ever is from Kamm's own in 9 s of that, 100 m long. */
static double deviation_m(int substeps, int in_float)
{
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *own = start_cars(&def, 1), *hosted = start_cars(&def, 1);
    put_car(own, 0, &kamm_flat_ground, 0.3, 10, KAMM_GEAR_DRIVE);
    put_car(hosted, 0, &kamm_flat_ground, 0.3, 10, KAMM_GEAR_DRIVE);
    struct host host = start_host(hosted, 0);
    host.in_float = in_float;
    double a[3], b[3], max = 0;
    for (int done = 0; done < 9 * 1200; done += substeps) {
        drive(kamm_inputs(own), done / 1200.0);
        drive(kamm_inputs(hosted), done / 1200.0);
        kamm_step(own, &kamm_flat_ground, substeps);
        step_frame(hosted, &host, &kamm_flat_ground, substeps);
        read_position(own, 0, a);
        read_position(hosted, 0, b);
        max = fmax(max, distance_between(a, b));
    }
    expect_above(a[0], 80);
    expect_near(read_channel(hosted, KAMM_CHANNEL_speed_mps),
                read_channel(own, KAMM_CHANNEL_speed_mps), 1e-3);
    end_cars(own);
    end_cars(hosted);
    return max;
}

/* What is left comes from the host's way to turn a quaternion, whose error is of third order a step. */
static void hosted_car_drives_as_kamm_alone_at_any_frame_rate(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    double at_60_hz = deviation_m(20, 0), at_30_hz = deviation_m(40, 0),
           at_15_hz = deviation_m(80, 0);
    expect_below(at_60_hz, 2e-4);
    expect_below(at_30_hz, 1e-3);
    expect_below(at_15_hz, 4e-3);
    expect_near(log2(at_30_hz / at_60_hz), 2, 0.3);
    expect_near(log2(at_15_hz / at_30_hz), 2, 0.3);
    expect_below(deviation_m(20, 1), 1e-3); /* a host that computes in float */
}

/* Hand brake on, 20 % slope, a minute; in float a kilometre from the origin as well. */
static void parked_hosted_car_stays_parked(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const int frames[] = {20, 40, 20, 40};
    kamm_vehicle_def def = default_vehicle();
    kamm_ground ground = kamm_plane_ground(0.2, 0.05, 1);
    for (int run = 0; run < 4; run += of_tier(3, 1)) {
        kamm_cars *cars = start_cars(&def, 1);
        kamm_placement at = kamm_placement_on(&ground, run < 2 ? 0 : 1000, 3, 0.4);
        kamm_place(cars, 0, &at);
        kamm_inputs(cars)->hand_brake = 1;
        kamm_inputs(cars)->gear = 0;
        struct host host = start_host(cars, 0);
        host.in_float = run >= 2;
        double start[3], end[3];
        for (int done = 0; done < of_tier(25, 65) * 1200; done += frames[run]) {
            if (done == 5 * 1200) memcpy(start, host.body.position_m, sizeof start);
            step_frame(cars, &host, &ground, frames[run]);
        }
        memcpy(end, host.body.position_m, sizeof end);
        expect_below(distance_between(start, end), 1e-3);
        end_cars(cars);
    }
}

static void query_level(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    (void)user, (void)probes;
    for (int i = 0; i < count; ++i) contacts[i] = kamm_flat_ground.plane;
}

/* From 1 m onto its wheels and its belly, as Kamm's own car does. */
static void dropped_hosted_car_settles_as_without_host(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_placement above = {.position_m = {0, 0, 1}};
    kamm_ground ground = kamm_flat_ground;
    ground.query = query_level;
    ground.body_points = 1;
    for (int substeps = 20; substeps <= 40; substeps += 20) {
        kamm_cars *cars = start_cars(&def, 1), *own = start_cars(&def, 1);
        kamm_place(cars, 0, &above);
        kamm_place(own, 0, &above);
        kamm_inputs(own)->hand_brake = kamm_inputs(cars)->hand_brake = 1;
        struct host host = start_host(cars, 0);
        double max = 0, sum = 0;
        for (int frame = 0; frame < 6 * 1200 / substeps; ++frame) {
            step_frame(cars, &host, &ground, substeps);
            kamm_step(own, &ground, substeps);
            max = fmax(max, fabs(host.body.position_m[2] - read_channel(own, KAMM_CHANNEL_z_m)));
        }
        assert_int_equal(kamm_fault(cars, 0), 0);
        expect_below(max, 2e-4);
        expect_near(host.body.velocity_mps[2], 0, 1e-3);
        for (int w = 0; w < 4; ++w) sum -= host.pushes[w].force_n[2];
        expect_share(sum, host.mass.mass_kg * GRAVITY_MPS2, 1e-3);
        end_cars(cars);
        end_cars(own);
    }
}

/* Where its body meets the ground is the host's affair, unless the query gives planes of it. This host has no
 * shapes: upside down, its roof goes half a metre into the ground in free fall. */
static void host_without_shapes_lets_the_body_fall_through(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_placement above = {.position_m = {0, 0, 3}};
    kamm_cars *cars = start_cars(&def, 1);
    kamm_place(cars, 0, &above);
    struct host host = start_host(cars, 0);
    double start_m = host.body.position_m[2], fallen_m = GRAVITY_MPS2 * 0.8 * 0.8 / 2;
    host.body.orientation[0] = 0, host.body.orientation[1] = 1;
    for (int frame = 0; frame < 24; ++frame) step_frame(cars, &host, &kamm_flat_ground, 40);
    expect_near(host.body.position_m[2], start_m - fallen_m, 0.03);
    expect_below(host.body.position_m[2], kamm_describe(kamm_model_of(cars, 0)).height_m - 0.5 -
                                              kamm_describe(kamm_model_of(cars, 0)).cg_height_m);
    end_cars(cars);
}

/* Thrown, with a spin about all axes, for 2 s in frames of that many substeps. */
static struct host thrown(int substeps)
{
    kamm_vehicle_def def = default_vehicle();
    kamm_ground ground = kamm_flat_ground;
    ground.air_density_kgpm3 = KAMM_NONE;
    ground.plane.point_m[2] = -1000;
    kamm_cars *cars = start_cars(&def, 1);
    struct host host = start_host(cars, 0);
    const double angular_velocity[3] = {2, 1, -1.5}, velocity[3] = {10, -3, 5};
    memset(host.body.position_m, 0, sizeof host.body.position_m);
    memcpy(host.body.angular_velocity_radps, angular_velocity, sizeof angular_velocity);
    memcpy(host.body.velocity_mps, velocity, sizeof velocity);
    for (int done = 0; done < 2400; done += substeps) step_frame(cars, &host, &ground, substeps);
    end_cars(cars);
    return host;
}

/* It falls and tumbles as a free body does. The wheels sink in their springs by 8 cm when the weight is off
 * them, which moves the centre of gravity and makes the inertia 1 % larger. */
static void thrown_hosted_car_tumbles_freely(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct host coarse = thrown(20), fine = thrown(1);
    const double way[3] = {20, -6, 10 - 2 * GRAVITY_MPS2};
    double start[3], end[3];
    expect_near(distance_between(coarse.body.position_m, way), 0, 0.05);
    expect_near(distance_between(coarse.body.position_m, fine.body.position_m), 0, 0.01);
    for (int i = 0; i < 4; ++i)
        expect_near(coarse.body.orientation[i], fine.body.orientation[i], 2e-3);
    struct host first = coarse;
    memcpy(first.body.orientation, (const double[4]){1}, sizeof first.body.orientation);
    memcpy(first.body.angular_velocity_radps, (const double[3]){2, 1, -1.5},
           sizeof first.body.angular_velocity_radps);
    angular_momentum(&first, start);
    angular_momentum(&coarse, end);
    expect_below(distance_between(start, end), 0.015 * distance_between(start, (double[3]){0}));
}

/* The host stops the body at a wall: all of the momentum is its own affair, and then the wheels push. */
static void wall_of_the_host_holds_the_car(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_cars(&def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 8, 1);
    struct host host = start_host(cars, 0);
    double *v = host.body.velocity_mps, *x = host.body.position_m, wall_n = 0, tyres_n = 0;
    for (int frame = 0; frame < 480; ++frame) {
        kamm_inputs(cars)->throttle = frame < 120 ? 0 : 0.5f;
        step_frame(cars, &host, &kamm_flat_ground, 20);
        if (frame >= 360)
            for (int w = 0; w < 4; ++w) tyres_n -= host.pushes[w].force_n[0] / 120;
        if (x[0] < 5 || v[0] <= 0) continue;
        if (frame >= 360) wall_n += host.mass.mass_kg * v[0] * 60 / 120;
        x[0] = 5;
        v[0] = 0;
    }
    assert_int_equal(kamm_fault(cars, 0), 0);
    expect_above(wall_n, 2000);
    expect_share(tyres_n, wall_n, 1e-3);
    expect_near(x[0], 5, 1e-3);
    end_cars(cars);
}

/* Something of the host's holds the car 3 cm higher than it rests by itself: what lies on that is what a force of that size
 * takes off Kamm's own car, at any frame rate. */
static void body_that_rests_on_the_host_leaves_the_wheels_their_share(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    for (int substeps = 20; substeps <= 80; substeps *= 2) {
        kamm_cars *cars = start_cars(&def, 1), *own = start_cars(&def, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 10, 0); /* standing tyres would hold the axles */
        put_car(own, 0, &kamm_flat_ground, 0, 10, 0);
        struct host host = start_host(cars, 0);
        double *z = &host.body.position_m[2], *v = &host.body.velocity_mps[2], held_n = 0;
        double floor_m = *z + 0.03;
        *z = floor_m;
        int frames = 12000 / substeps;
        for (int frame = 0; frame < frames; ++frame) {
            step_frame(cars, &host, &kamm_flat_ground, substeps);
            if (*z > floor_m || *v > 0) continue;
            if (frame >= frames / 2) held_n -= host.mass.mass_kg * *v / 5;
            *z = floor_m, *v = 0;
        }
        expect_above(held_n, 2000);
        for (int frame = 0; frame < frames; ++frame) {
            kamm_apply_force(own, 0, (double[3]){0, 0, held_n}, NULL, NULL);
            kamm_step(own, &kamm_flat_ground, substeps);
        }
        expect_near(read_channel(own, KAMM_CHANNEL_z_m), floor_m, 1e-4);
        for (int w = 0; w < 4; ++w)
            expect_share(-host.pushes[w].force_n[2], kamm_read_wheel(own, 0, w, KAMM_WHEEL_load_n),
                         2e-3);
        end_cars(cars);
        end_cars(own);
    }
}

/* The share of the weight that the host holds of a car of that scale where it raises it by 1 cm of the car of scale 1. */
static double share_held(double length, double *wheels_share)
{
    const kamm_vehicle_def def = default_vehicle(), scaled = scaled_vehicle(&def, length);
    enum { FRAMES = 300, SUBSTEPS = 20 };
    kamm_cars *cars = start_cars(&scaled, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 10 * sqrt(length), 0);
    struct host host = start_host(cars, 0);
    double *z = &host.body.position_m[2], *v = &host.body.velocity_mps[2],
           floor_m = *z + 0.01 * length;
    double weight_n = 9.80665 * host.mass.mass_kg, impulse_ns = 0, wheels_n = 0;
    *z = floor_m;
    for (int frame = 0; frame < FRAMES; ++frame) {
        step_frame(cars, &host, &kamm_flat_ground, SUBSTEPS);
        for (int w = 0; w < 4 && frame >= FRAMES / 2; ++w)
            wheels_n -= host.pushes[w].force_n[2] / (FRAMES / 2);
        if (*z > floor_m || *v > 0) continue;
        if (frame >= FRAMES / 2) impulse_ns -= host.mass.mass_kg * *v;
        *z = floor_m, *v = 0;
    }
    *wheels_share = wheels_n / weight_n;
    end_cars(cars);
    return impulse_ns / (FRAMES / 2 * SUBSTEPS / scaled.stepping.substeps_per_s) / weight_n;
}

/* A car of 0.8 kg rests on the host as one of a tonne does: no force counts as none because it is small. */
static void small_car_rests_on_the_host_like_a_large_one(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    double wheels[2], held[2];
    for (int i = 0; i < 2; ++i) held[i] = share_held(i ? 1.0 / 11 : 1, &wheels[i]);
    print_message("the host holds %.4f and %.4f of the weight, the wheels %.4f and %.4f\n", held[0],
                  held[1], wheels[0], wheels[1]);
    expect_above(held[0], 0.03);
    expect_share(held[1], held[0], 1e-3);
    expect_share(wheels[1], wheels[0], 1e-3);
}

/* At rest the tyres press with the car's weight where the wheels stand, and hold it on a slope. */
static void wheel_pushes_bear_the_weight(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_ground ground = kamm_plane_ground(0.15, -0.1, 1);
    kamm_cars *cars = start_cars(&def, 1);
    put_car(cars, 0, &ground, 0.7, 0, 0);
    kamm_inputs(cars)->hand_brake = 1;
    struct host host = start_host(cars, 0);
    for (int frame = 0; frame < 400; ++frame) step_frame(cars, &host, &ground, 20);
    double sum[3] = {0}, moment[3] = {0};
    for (int w = 0; w < 4; ++w) {
        const double *f = host.pushes[w].force_n, *p = host.pushes[w].point_m,
                     arm[3] = {p[0] - host.body.position_m[0], p[1] - host.body.position_m[1],
                               p[2] - host.body.position_m[2]};
        for (int i = 0; i < 3; ++i) {
            sum[i] += f[i];
            moment[i] += arm[(i + 1) % 3] * f[(i + 2) % 3] - arm[(i + 2) % 3] * f[(i + 1) % 3];
        }
        expect_near(0.15 * p[0] - 0.1 * p[1], p[2], 1e-3); /* on the ground */
    }
    double weight = host.mass.mass_kg * GRAVITY_MPS2;
    expect_near(sum[0], 0, 1e-3 * weight);
    expect_near(sum[1], 0, 1e-3 * weight);
    expect_share(-sum[2], weight, 1e-3);
    for (int i = 0; i < 3; ++i) expect_near(moment[i], 0, 0.01 * weight);
    end_cars(cars);
}

/* Car and ferry without friction below it: what the one gains the other loses. The host's velocity is the mean
 * of a frame, so that of a frame's end lies between two of them. */
static void momentum_of_car_and_ferry_is_kept(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    enum { FERRY_KG = 20000 };
    kamm_vehicle_def def = plain_car();
    kamm_ground ground = kamm_flat_ground;
    ground.air_density_kgpm3 = KAMM_NONE;
    kamm_cars *cars = start_cars(&def, 1);
    put_car(cars, 0, &ground, 0.5, 0, KAMM_GEAR_DRIVE);
    struct host host = start_host(cars, 0);
    double ferry[2] = {0}, fastest = 0, max = 0;
    for (int frame = 0; frame < 540; ++frame) {
        kamm_input *input = kamm_inputs(cars);
        input->throttle = frame < 240;
        input->brake = frame < 360 ? 0 : 0.8f;
        input->steering_wheel_rad = frame < 200 ? 0 : 1;
        double before[2] = {host.body.velocity_mps[0], host.body.velocity_mps[1]};
        for (int i = 0; i < 2; ++i) ground.plane.velocity_mps[i] = (float)ferry[i];
        step_frame(cars, &host, &ground, 20);
        const double *v = host.body.velocity_mps, mass = host.mass.mass_kg;
        fastest = fmax(fastest, mass * hypot(v[0], v[1]));
        double p[2];
        for (int i = 0; i < 2; ++i) p[i] = mass * (before[i] + v[i]) / 2 + FERRY_KG * ferry[i];
        max = fmax(max, hypot(p[0], p[1]));
        for (int w = 0; w < 4; ++w)
            for (int i = 0; i < 2; ++i) ferry[i] += host.pushes[w].force_n[i] / 60 / FERRY_KG;
    }
    expect_below(max, 2e-3 * fastest);
    end_cars(cars);
}

/* 17 cars are two blocks; each drives as it would alone, and a host that has lost its numbers only harms itself. */
static void host_with_lost_numbers_harms_only_its_own_car(void **state)
{
    (void)state;
    enum { CARS = 17, LOST = 3 };
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_cars(&def, CARS), *alone = start_cars(&def, 1);
    struct host hosts[CARS], one;
    kamm_hosted bodies[CARS];
    kamm_wheel_push pushes[CARS][4];
    for (int car = 0; car < CARS; ++car) {
        put_car(cars, car, &kamm_flat_ground, 0.2 * car, car, KAMM_GEAR_DRIVE);
        kamm_inputs(cars)[car].throttle = 0.5f;
        hosts[car] = start_host(cars, car);
    }
    put_car(alone, 0, &kamm_flat_ground, 0.2 * (CARS - 1), CARS - 1, KAMM_GEAR_DRIVE);
    kamm_inputs(alone)->throttle = 0.5f;
    one = start_host(alone, 0);
    for (int frame = 0; frame < 60; ++frame) {
        if (frame == 30) hosts[LOST].body.velocity_mps[1] = NAN;
        for (int car = 0; car < CARS; ++car) bodies[car] = hosts[car].body;
        kamm_step_hosted_pushing(cars, &kamm_flat_ground, 20, bodies, *pushes);
        for (int car = 0; car < CARS; ++car) {
            hosts[car].body = bodies[car];
            step_host(&hosts[car], &kamm_flat_ground, 1 / 60.0);
        }
        step_frame(alone, &one, &kamm_flat_ground, 20);
    }
    assert_memory_equal(&one.body, &hosts[CARS - 1].body, sizeof one.body);
    assert_memory_equal(one.pushes, pushes[CARS - 1], sizeof pushes[0]);
    for (int car = 0; car < CARS; ++car)
        assert_int_equal(kamm_fault(cars, car), car == LOST ? KAMM_FAULT_NUMERIC : 0);
    for (int i = 0; i < 3; ++i) {
        assert_true(bodies[LOST].force_n[i] == 0 && bodies[LOST].torque_nm[i] == 0);
        for (int w = 0; w < 4; ++w) assert_true(pushes[LOST][w].force_n[i] == 0);
    }
    end_cars(cars);
    end_cars(alone);
}

/* The cars' snapshot and a copy of the struct are all that a rewind needs. */
static void rewound_hosted_car_drives_the_same(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_cars(&def, 1);
    kamm_error error;
    put_car(cars, 0, &kamm_flat_ground, 0.3, 10, KAMM_GEAR_DRIVE);
    struct host host = start_host(cars, 0), kept, after;
    drive(kamm_inputs(cars), 5);
    for (int frame = 0; frame < 60; ++frame) step_frame(cars, &host, &kamm_flat_ground, 20);
    void *snapshot = malloc(kamm_snapshot_size(cars));
    kamm_save_snapshot(cars, snapshot);
    kept = host;
    for (int frame = 0; frame < 60; ++frame) step_frame(cars, &host, &kamm_flat_ground, 20);
    after = host;
    host = kept;
    assert_int_equal(kamm_restore_snapshot(cars, snapshot, kamm_snapshot_size(cars), &error),
                     KAMM_OK);
    for (int frame = 0; frame < 60; ++frame) step_frame(cars, &host, &kamm_flat_ground, 20);
    assert_memory_equal(&after.body, &host.body, sizeof host.body);
    free(snapshot);
    end_cars(cars);
}

/* Kamm's own car has gone where it led the host's body to; a body that was moved since has probes of its own. */
static void probes_follow_the_body(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_cars(&def, 1);
    kamm_probe own[4], hosted[4];
    put_car(cars, 0, &kamm_flat_ground, 0.3, 10, KAMM_GEAR_DRIVE);
    struct host host = start_host(cars, 0);
    for (int frame = 0; frame < 30; ++frame) step_frame(cars, &host, &kamm_flat_ground, 20);
    kamm_read_probes(cars, 0, own);
    for (int moved = 0; moved < 2; ++moved) {
        host.body.position_m[1] += moved;
        kamm_read_hosted_probes(cars, 0, &host.body, hosted);
        for (int w = 0; w < 4; ++w) {
            own[w].position_m[1] += moved;
            expect_near(distance_between(own[w].position_m, hosted[w].position_m), 0, 1e-5);
            expect_near(own[w].forward[0], hosted[w].forward[0], 1e-6);
            expect_near(own[w].radius_m, hosted[w].radius_m, 0);
        }
    }
    end_cars(cars);
}

static void count_misuse(const char *condition, const char *function, void *user)
{
    (void)condition, (void)function;
    ++*(int *)user;
}

/* Only the full rung has wheels that move in the body. */
static void hosting_other_rungs_is_misuse(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_error error;
    kamm_model *model = kamm_create_model(&def, KAMM_DOUBLE_TRACK, &error);
    kamm_cars *cars = kamm_create_cars(model, 1, &error);
    kamm_hosted hosted;
    int misuses = 0;
    kamm_start_hosted(cars, 0, &hosted);
    kamm_set_assert_handler(count_misuse, &misuses);
    kamm_step_hosted(cars, &kamm_flat_ground, 20, &hosted);
    kamm_set_assert_handler(NULL, NULL);
    assert_int_equal(misuses, 1);
    assert_true(kamm_read(cars, 0, KAMM_CHANNEL_time_s) == 0);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hosted_car_drives_as_kamm_alone_at_any_frame_rate),
        cmocka_unit_test(parked_hosted_car_stays_parked),
        cmocka_unit_test(dropped_hosted_car_settles_as_without_host),
        cmocka_unit_test(host_without_shapes_lets_the_body_fall_through),
        cmocka_unit_test(thrown_hosted_car_tumbles_freely),
        cmocka_unit_test(wall_of_the_host_holds_the_car),
        cmocka_unit_test(body_that_rests_on_the_host_leaves_the_wheels_their_share),
        cmocka_unit_test(small_car_rests_on_the_host_like_a_large_one),
        cmocka_unit_test(wheel_pushes_bear_the_weight),
        cmocka_unit_test(momentum_of_car_and_ferry_is_kept),
        cmocka_unit_test(host_with_lost_numbers_harms_only_its_own_car),
        cmocka_unit_test(rewound_hosted_car_drives_the_same),
        cmocka_unit_test(probes_follow_the_body),
        cmocka_unit_test(hosting_other_rungs_is_misuse),
    };
    return cmocka_run_group_tests_name("hosted", tests, NULL, NULL);
}
