/* The steering as its geometry and the tyres make it: parking torque, scrub radius, trail, and the work of the steering
 * wheel. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/cars.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>

static double torque_nm(const kamm_cars *cars)
{
    return read_channel(cars, KAMM_CHANNEL_steering_torque_nm);
}

/* Stands with the brakes on. */
static kamm_cars *start_standing(const kamm_vehicle_def *def)
{
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 0, 0);
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &kamm_flat_ground, 1);
    return cars;
}

/* Turns the steering wheel steadily to an angle. */
static void turn_to(kamm_cars *cars, double from_rad, double to_rad, double seconds)
{
    int frames = (int)(60 * seconds);
    for (int i = 1; i <= frames; ++i) {
        kamm_inputs(cars)[0].steering_wheel_rad =
            (float)(from_rad + (to_rad - from_rad) * i / frames);
        drive_for(cars, &kamm_flat_ground, 1.0 / 60);
    }
}

static kamm_vehicle_def car_with_upright_kingpins(void)
{
    kamm_vehicle_def def = plain_car();
    kamm_suspension_def *s = &def.axles[0].suspension;
    s->caster_rad = s->kingpin_inclination_rad = s->scrub_radius_m = s->trail_offset_m = 0;
    s->camber_rad = s->toe_in_rad = 0;
    return def;
}

/* (mu / 3) sqrt(F^3 / p) with the patch that the tyre has: 2 / 3 mu F a. */
static double patch_moment_nm(const kamm_vehicle_def *def, double load_n, double friction)
{
    double radius = def->axles[0].tyre.unloaded_radius_m;
    double pressed = load_n / def->axles[0].tyre.vertical_stiffness_n_per_m / radius;
    double half_length = radius * (0.6715 * sqrt(pressed) + 0.7308 * pressed);
    return 2.0 / 3 * friction * load_n * half_length;
}

static void parking_torque_is_that_of_the_turning_patches(void **state)
{
    (void)state;
    kamm_vehicle_def def = car_with_upright_kingpins();
    for (int mu = 1; mu <= 3; ++mu) {
        kamm_ground ground = kamm_plane_ground(0, 0, (float)mu / 3);
        kamm_cars *cars = start_cars(&def, 1);
        put_car(cars, 0, &ground, 0, 0, 0);
        drive_for(cars, &ground, 1);
        kamm_inputs(cars)[0].steering_wheel_rad = (float)(PI / 2);
        drive_for(cars, &ground, 2);
        double load_n = 0.5 * (kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_load_n) +
                               kamm_read_wheel(cars, 0, 1, KAMM_WHEEL_load_n));
        double friction = def.axles[0].tyre.pdy1 * mu / 3;
        double expected = 2 * patch_moment_nm(&def, load_n, friction) / def.steering.ratio;
        print_message("friction %.2f: %.2f N.m at the steering wheel, %.2f expected\n", friction,
                      torque_nm(cars), expected);
        expect_share(torque_nm(cars), expected, 0.05);
        end_cars(cars);
    }
}

/* mu / 3 sqrt(F^3 / p) for each steered wheel, the empirical formula that is commonly quoted after V. E. Gough for tyres
 * that are turned on the spot (R. S. Sharp and R. Granger, On car steering torques at parking speeds, Proc. IMechE D 217, 2003,
 * have the model beside measurements), at the steering wheel. The pressures are usual ones: 2.3 bar in cars, 8 in trucks, 6 in
 * trucks on wide cross-country tyres. */
static double gough_nm(const kamm_cars *cars, const kamm_vehicle_def *def)
{
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    double sum_nm = 0;
    for (int w = 0; w < info.wheel_count; ++w) {
        double load_n = info.static_load_n[w], pressure_pa = 2.3e5;
        const kamm_axle_def *axle = &def->axles[info.wheel_axle[w]];
        int truck = load_n > 20000 || is_farm_tractor(def);
        if (load_n > 20000) pressure_pa = axle->tyre.inflation_pressure_pa < 6e5 ? 6e5 : 8e5;
        if (load_n < 20000 && axle->tyre.inflation_pressure_pa < 2.1e5) /* slicks, tall tyres */
            pressure_pa = axle->tyre.inflation_pressure_pa;
        double share = axle->steer_share, arm_m = sqrt(load_n / pressure_pa) / 3;
        /* Braked and beside its axis a wheel is dragged round it. A truck's carcass gives way to so short a way, a tractor's as well. */
        if (!truck) arm_m = hypot(arm_m, axle->suspension.scrub_radius_m);
        sum_nm += share * info.peak_friction_y[w] * arm_m * load_n;
    }
    return sum_nm / info.steering_ratio;
}

/* Turned by a quarter of a turn and back: what tyres take that are turned on the spot, in most cars more than 20 N.m without
 * assistance. */
static void parking_torque_of_shipped_cars(void **state)
{
    (void)state;
    for (int v = 0; v < shipped_count(); v += of_tier(4, 1)) {
        kamm_vehicle_def def = shipped_def(v);
        if (is_kart(&def))
            continue; /* its steering twists the frame as well: test_solid_mounting */
        kamm_cars *cars = start_standing(&def);
        double quarter = fmin(PI / 2, def.steering.lock_rad), expected = gough_nm(cars, &def);
        turn_to(cars, 0, quarter, 1);
        double left = torque_nm(cars);
        turn_to(cars, quarter, -quarter, 2);
        double right = torque_nm(cars);
        print_message("%-28s %6.1f and %6.1f N.m, %.1f expected\n", shipped_name(v), left, right,
                      expected);
        expect_share(left, expected, 0.25);
        expect_share(right, -expected, 0.25);
        end_cars(cars);
    }
}

/* Turned by so little that most of the tread sticks: what it takes is the patch's stiffness, which is that of the load on it, be
 * this the body's or carried. */
static void payload_stiffens_the_patch_as_mass_does(void **state)
{
    (void)state;
    double nm[3];
    for (int laden = 0; laden < 3; ++laden) {
        kamm_vehicle_def def = car_with_upright_kingpins();
        double kg = laden ? 500 : 0;
        if (laden == 1) def.body.mass_kg += kg;
        if (laden == 2)
            def.payload =
                (kamm_payload_def){.mass_kg = kg,
                                   .cg_behind_front_axle_m = def.body.cg_behind_front_axle_m,
                                   .cg_height_m = def.body.cg_height_m};
        kamm_cars *cars = start_standing(&def);
        turn_to(cars, 0, PI / 36, 1);
        nm[laden] = torque_nm(cars);
        end_cars(cars);
    }
    print_message("at 5 degrees: %.3f N.m, with mass %.3f, with payload %.3f\n", nm[0], nm[1],
                  nm[2]);
    expect_above(nm[1], 1.2 * nm[0]);
    expect_share(nm[2], nm[1], 0.01);
}

/* Energy goes into the standing car by the steering wheel alone, and friction keeps most of it. */
static void what_the_car_stores_the_steering_wheel_has_brought(void **state)
{
    (void)state;
    static const double rates[] = {60, 240, 1200};
    for (int v = 0; v < shipped_count(); v += of_tier(13, 1))
        for (size_t r = 0; r < sizeof rates / sizeof *rates; ++r) {
            kamm_vehicle_def def = shipped_def(v);
            double rate = def.stepping.substeps_per_s = allowed_rate(&def, rates[r]);
            double half_lock_rad = def.steering.lock_rad / 2;
            kamm_cars *cars = start_standing(&def);
            double start_j = read_channel(cars, KAMM_CHANNEL_energy_j), work_j = 0, least_j = 0;
            double before_nm = torque_nm(cars), turned = 0;
            for (int i = 0; i < 8 * rate; ++i) {
                float to = (float)(half_lock_rad * sin(i / rate * PI / 2));
                kamm_inputs(cars)[0].steering_wheel_rad = to;
                kamm_step(cars, &kamm_flat_ground, 1);
                double now = read_channel(cars, KAMM_CHANNEL_steering_wheel_rad);
                work_j += 0.5 * (before_nm + torque_nm(cars)) * (now - turned);
                turned = now, before_nm = torque_nm(cars);
                double stored = read_channel(cars, KAMM_CHANNEL_energy_j) - start_j;
                least_j = fmin(least_j, work_j - stored);
            }
            print_message("%-28s %5g /s: %6.1f J of work, least lost %.3f J\n", shipped_name(v),
                          rate, work_j, least_j);
            expect_above(work_j, 5);
            expect_above(least_j, -0.01 * work_j);
            end_cars(cars);
        }
}

/* Brakes act with the scrub radius as their arm; what drives or rolls, with the axis's distance from the centre. */
static void brakes_pull_by_the_scrub_radius(void **state)
{
    (void)state;
    kamm_ground halves[2], split = split_ground(halves, 1, 0.3);
    const double scrub_m[2] = {-0.02, 0.03};
    double torque[2], pull_n = 0, ratio = 0;
    for (int i = 0; i < 2; ++i) {
        kamm_vehicle_def def = car_with_upright_kingpins();
        def.axles[0].suspension.scrub_radius_m = scrub_m[i];
        kamm_cars *cars = start_cars(&def, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 25, 0);
        kamm_inputs(cars)[0].brake = 0.3f;
        drive_for(cars, &split, 0.15);
        torque[i] = torque_nm(cars);
        pull_n = kamm_read_wheel(cars, 0, 1, KAMM_WHEEL_longitudinal_force_n) -
                 kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_longitudinal_force_n);
        ratio = def.steering.ratio;
        end_cars(cars);
    }
    print_message("difference of brake forces %.0f N: %.2f and %.2f N.m\n", pull_n, torque[0],
                  torque[1]);
    expect_above(pull_n, 500);
    /* With the scrub radius the stronger left brake turns the wheels to the left: the hands hold to the right. */
    expect_share(torque[1] - torque[0], -pull_n * (scrub_m[1] - scrub_m[0]) / ratio, 0.1);
}

static void into_body(const kamm_pose *body, const double at[3], double own[3])
{
    const double *q = body->orientation, w = q[0], u[3] = {-q[1], -q[2], -q[3]};
    double d[3], once[3];
    for (int i = 0; i < 3; ++i) d[i] = at[i] - body->position_m[i];
    for (int i = 0; i < 3; ++i)
        once[i] = u[(i + 1) % 3] * d[(i + 2) % 3] - u[(i + 2) % 3] * d[(i + 1) % 3] + w * d[i];
    for (int i = 0; i < 3; ++i)
        own[i] =
            d[i] + 2 * (u[(i + 1) % 3] * once[(i + 2) % 3] - u[(i + 2) % 3] * once[(i + 1) % 3]);
}

/* The wheel's centre goes round the steering axis, which stays where it is. */
static void wheels_swing_about_the_steering_axis(void **state)
{
    (void)state;
    for (int v = 0; v < shipped_count(); v += of_tier(4, 1)) {
        kamm_vehicle_def def = shipped_def(v);
        const kamm_suspension_def *s = &def.axles[0].suspension;
        kamm_cars *cars = start_cars(&def, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 0, 0);
        double at[3][3], angle[3];
        for (int i = 0; i < 3; ++i) {
            kamm_inputs(cars)[0].steering_wheel_rad = (float)((i - 1) * def.steering.lock_rad);
            drive_for(cars, &kamm_flat_ground, 2);
            kamm_pose body;
            kamm_wheel_pose wheels[KAMM_MAX_WHEELS];
            kamm_read_pose(cars, 0, 1, &body, wheels);
            angle[i] = wheels[0].steer_rad;
            into_body(&body, wheels[0].pose.position_m, at[i]);
        }
        double swung = hypot(at[2][0] - at[0][0], at[2][1] - at[0][1]);
        print_message("%-28s lock %.0f deg: centre from lock to lock %.0f mm\n", shipped_name(v),
                      angle[2] * 180 / PI, 1000 * swung);
        double offset =
            hypot(s->trail_offset_m, s->scrub_radius_m + s->kingpin_inclination_rad *
                                                             def.axles[0].tyre.unloaded_radius_m);
        double chord = 2 * sin((angle[2] - angle[0]) / 2) * offset;
        expect_near(swung, chord, 0.1 * chord + 0.001);
        end_cars(cars);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parking_torque_is_that_of_the_turning_patches),
        cmocka_unit_test(parking_torque_of_shipped_cars),
        cmocka_unit_test(payload_stiffens_the_patch_as_mass_does),
        cmocka_unit_test(what_the_car_stores_the_steering_wheel_has_brought),
        cmocka_unit_test(brakes_pull_by_the_scrub_radius),
        cmocka_unit_test(wheels_swing_about_the_steering_axis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
