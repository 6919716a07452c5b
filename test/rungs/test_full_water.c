/* Cars on standing water: wheels that spin down, stops, turns, energy, bits, and hosts' ways to tell of it. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/mirror.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "part/tyre/tyre.h"
#include "vehicle/model.h"

#include <math.h>
#include <string.h>

static kamm_ground wet_ground(double depth_m)
{
    kamm_ground ground = kamm_flat_ground;
    ground.plane.friction = 0.72f;
    ground.plane.water_m = (float)depth_m;
    return ground;
}

static kamm_vehicle_def shipped_at(int vehicle, double rate)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    def.stepping.substeps_per_s = rate;
    return def;
}

/* Speed of a wheel's rim over that of the car. */
static double rim_share(const kamm_cars *cars, int w)
{
    return kamm_read_wheel(cars, 0, w, KAMM_WHEEL_slip_ratio) + 1;
}

/* The share of the car's speed that a free rear wheel keeps after rolling through water for 4 s. */
static double spins_at(double depth_m, double mps, double pressure_pa)
{
    kamm_vehicle_def def = plain_car();
    kamm_ground ground = wet_ground(depth_m);
    for (int a = 0; a < 2; ++a) def.axles[a].tyre.inflation_pressure_pa = pressure_pa;
    kamm_cars *cars = start_cars(&def, 1);
    put_car(cars, 0, &ground, 0, mps, 0);
    drive_for(cars, &ground, 4);
    double share = rim_share(cars, 3);
    print_message("%4.1f bar, %g mm, from %g m/s: %.1f m/s after 4 s, the rims at %.2f of that\n",
                  1e-5 * pressure_pa, 1e3 * depth_m, mps,
                  read_channel(cars, KAMM_CHANNEL_speed_mps), share);
    end_cars(cars);
    return share;
}

static void free_wheels_spin_down_above_the_speed_of_floating(void **state)
{
    (void)state;
    expect_above(spins_at(0, 40, 2.2e5), 0.99);
    expect_above(spins_at(0.008, 12, 2.2e5), 0.98);
    expect_below(spins_at(0.008, 40, 2.2e5), 0.5);
    expect_below(spins_at(0.008, 30, 1.4e5), 0.5);
    expect_above(spins_at(0.008, 30, 5e5), 0.9);
}

/* Way to a stop without steering, anti-lock brakes as the vehicle has them. */
static double stop_m(const kamm_vehicle_def *def, double depth_m, double mps)
{
    kamm_ground ground = wet_ground(depth_m);
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &ground, 0, mps, 0);
    kamm_inputs(cars)[0].brake = kamm_inputs(cars)[0].clutch = 1;
    for (int frame = 0; frame < 60 * 60 && read_channel(cars, KAMM_CHANNEL_speed_mps) > 0.05;
         ++frame)
        drive_for(cars, &ground, 1. / 60);
    assert_true(read_channel(cars, KAMM_CHANNEL_speed_mps) <= 0.05);
    double way = read_channel(cars, KAMM_CHANNEL_x_m);
    end_cars(cars);
    return way;
}

static void stops_grow_with_depth_and_more_so_with_speed(void **state)
{
    (void)state;
    static const double depths[] = {0, 0.001, 0.002, 0.005};
    int m3 = shipped_number("bmw-m3-e46");
    kamm_vehicle_def def = shipped_at(m3, 240);
    double stretch[2] = {0};
    for (int fast = 0; fast < 2; ++fast) {
        double mps = fast ? 100 / 3.6 : 50 / 3.6, last = 0, way[4];
        for (int i = 0; i < 4; ++i) {
            way[i] = stop_m(&def, depths[i], mps);
            print_message("%s from %.0f km/h in %g mm: %.1f m\n", shipped_name(m3), 3.6 * mps,
                          1e3 * depths[i], way[i]);
            expect_above(way[i], last);
            last = way[i];
        }
        stretch[fast] = way[3] / way[0];
    }
    expect_above(stretch[0], 1.02);
    expect_above(stretch[1], 1.3 * stretch[0]);
}

/* The greatest speed at which a tyre of the car floats on deep water, at rest's load. */
static double floats_at(const kamm_vehicle_def *def)
{
    kamm_error error;
    kamm_model *model = kamm_create_model(def, KAMM_FULL, &error);
    if (!model) fail_msg("%s", error.text);
    double most = 0;
    for (int w = 0; w < model->info.wheel_count; ++w) {
        const kamm_tyre_def *tyre = &def->axles[model->info.wheel_axle[w]].tyre;
        const struct aquaplaning_constants c = kamm_tyre_compile_aquaplaning(tyre);
        double pressed = kamm_tyre_static_deflection(tyre, model->info.static_load_n[w]);
        struct contact_size patch = contact_size_of(&c.contact, (float)pressed);
        most = fmax(most, (double)floating_speed(&c, patch, (float)tyre->wear.tread_depth_m, 0));
    }
    kamm_destroy_model(model);
    return most;
}

/* How far the course turns in 1.5 s while the steering is held. Which axle floats first, and so the heading, is the car's
 * own matter. */
static double turned_rad(const kamm_vehicle_def *def, double depth_m, double mps)
{
    kamm_ground ground = wet_ground(depth_m);
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &ground, 0, mps, 0);
    double lock = kamm_describe(kamm_model_of(cars, 0)).steering_lock_rad;
    kamm_inputs(cars)[0].steering_wheel_rad = (float)(0.04 * lock * fmin(1, pow(26 / mps, 2)));
    drive_for(cars, &ground, 1.5);
    double turned =
        read_channel(cars, KAMM_CHANNEL_yaw_rad) + read_channel(cars, KAMM_CHANNEL_sideslip_rad);
    end_cars(cars);
    return turned;
}

/* A truck's hard tyres float at a speed of their own, which is far above a car's. */
static void water_takes_the_turn_away(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(9, 1)) {
        kamm_vehicle_def def = shipped_at(vehicle, 240);
        double floats = floats_at(&def), fast = 1.3 * floats, slow = 0.4 * floats;
        double dry = turned_rad(&def, 0, fast), shallow = turned_rad(&def, 0.001, fast);
        double deep = turned_rad(&def, 0.01, fast);
        print_message("%-28s floats at %.0f m/s; beyond turns by %.3f, in 1 mm %.3f, in 10 mm %.3f "
                      "rad\n",
                      shipped_name(vehicle), floats, dry, shallow, deep);
        expect_above(dry, 0.01);
        expect_below(shallow, 1.1 * dry);
        expect_below(fabs(deep), 0.5 * dry);
        expect_above(turned_rad(&def, 0.01, slow), 0.8 * turned_rad(&def, 0, slow));
    }
}

/* Without the engine, which idles by itself. */
static double energy_of(const kamm_cars *cars, const kamm_vehicle_def *def)
{
    double engine = read_channel(cars, KAMM_CHANNEL_engine_radps);
    return read_channel(cars, KAMM_CHANNEL_energy_j) -
           0.5 * def->engine.inertia_kgm2 * engine * engine;
}

static void energy_never_rises(void **state)
{
    (void)state;
    static const double rates[] = {60, 120, 240, 600, 1200};
    for (int r = 0; r < 5; r += of_tier(2, 1))
        for (int k = 0; k < 6; ++k) {
            kamm_vehicle_def def = default_vehicle();
            def.stepping.substeps_per_s = rates[r];
            kamm_ground ground = wet_ground(k % 3 == 0 ? 0.001 : k % 3 == 1 ? 0.005 : 0.05);
            kamm_cars *cars = start_cars(&def, 1);
            put_car(cars, 0, &ground, 0, k < 3 ? 45 : 20, 0);
            kamm_inputs(cars)[0].brake = k % 2 ? 1 : 0;
            kamm_inputs(cars)[0].steering_wheel_rad = k % 2 ? 0 : 4;
            drive_for(cars, &ground, 0.8); /* the driver's work */
            double first = energy_of(cars, &def), lowest = first, rise = 0;
            for (int i = 0; i < 6 * 60; ++i) {
                drive_for(cars, &ground, 1. / 60);
                double energy = energy_of(cars, &def);
                lowest = fmin(lowest, energy);
                rise = fmax(rise, energy - lowest);
            }
            /* At 60 a second a stop with locked wheels rocks by 3.5 J on dry ground, too. */
            expect_below(rise, 1e-6 * (first - lowest) + (rates[r] < 100 ? 4 : 0.01));
            end_cars(cars);
        }
}

/* Water on the one side, none on the other; `side` -1: the mirror image. */
static void lay_split(kamm_contact contacts[4], double side)
{
    for (int w = 0; w < 4; ++w) {
        int left = w % 2 == 0;
        contacts[w] = wet_ground((left ? 1 : 0) == (side > 0) ? 0.006 : 0).plane;
    }
}

static void one_wet_side_pulls_and_its_mirror_image_to_the_bit(void **state)
{
    (void)state;
    kamm_vehicle_def def = lopsided_car(1), other = lopsided_car(-1);
    kamm_contact contacts[4], mirrored[4];
    kamm_ground ground = kamm_flat_ground, image = kamm_flat_ground;
    lay_split(contacts, 1), lay_split(mirrored, -1);
    ground.contacts = contacts, image.contacts = mirrored;
    for (int rate = 60; rate <= 1200; rate *= 20) {
        def.stepping.substeps_per_s = other.stepping.substeps_per_s = rate;
        kamm_cars *cars = start_cars(&def, 1), *to = start_cars(&other, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 28, 0);
        put_car(to, 0, &kamm_flat_ground, 0, 28, 0);
        for (int frame = 0; frame < 120; ++frame) {
            kamm_inputs(cars)[0].steering_wheel_rad = frame > 60 ? 0.4f : 0;
            kamm_inputs(to)[0].steering_wheel_rad = frame > 60 ? -0.4f : 0;
            kamm_inputs(cars)[0].brake = kamm_inputs(to)[0].brake = frame > 90;
            kamm_step(cars, &ground, rate / 60);
            kamm_step(to, &image, rate / 60);
            expect_mirror_images(cars, to, frame);
            /* The drag of the water is on the left. */
            if (frame == 60) expect_above(read_channel(cars, KAMM_CHANNEL_yaw_rad), 0.005);
        }
        end_cars(cars), end_cars(to);
    }
}

enum { CARS = 19 };

/* Every other car in water, each wheel in another depth. */
static void drive_batch(double depth_m, double seen[CARS][2])
{
    static kamm_contact contacts[CARS * 4];
    static kamm_vehicle_def defs[CARS];
    kamm_ground ground = kamm_flat_ground;
    for (int car = 0; car < CARS; ++car) {
        defs[car] = default_vehicle();
        defs[car].stepping.substeps_per_s = 240;
        defs[car].body.mass_kg *= 1 + 0.01 * car;
        for (int w = 0; w < 4; ++w)
            contacts[car * 4 + w] = wet_ground(car % 2 ? depth_m * (w + 1) : 0).plane;
    }
    kamm_cars *cars = start_mixed_cars(defs, CARS);
    ground.contacts = contacts;
    for (int car = 0; car < CARS; ++car) {
        put_car(cars, car, &kamm_flat_ground, 0.1 * car, 10 + 2 * car, KAMM_GEAR_DRIVE);
        kamm_inputs(cars)[car].throttle = car % 3 == 0;
        kamm_inputs(cars)[car].brake = car % 3 == 1;
        kamm_inputs(cars)[car].steering_wheel_rad = 0.1f * (float)car;
    }
    kamm_step(cars, &ground, 240);
    for (int car = 0; car < CARS; ++car) {
        seen[car][0] = kamm_read(cars, car, KAMM_CHANNEL_x_m);
        seen[car][1] = kamm_read_wheel(cars, car, 3, KAMM_WHEEL_spin_radps);
    }
    end_cars(cars);
}

static void all_widths_and_any_company_make_the_same_bits(void **state)
{
    (void)state;
    static const int widths[] = {1, 4, 8, 16};
    double dry[CARS][2], wet[CARS][2], seen[CARS][2];
    drive_batch(0, dry);
    drive_batch(0.002, wet);
    for (int car = 0; car < CARS; ++car) {
        if (car % 2)
            assert_true(wet[car][1] != dry[car][1]);
        else
            assert_memory_equal(wet[car], dry[car], sizeof wet[car]);
    }
    for (int i = 0; i < 4; ++i) {
        if (kamm_set_width(widths[i], NULL) != KAMM_OK) continue;
        drive_batch(0.002, seen);
        assert_memory_equal(seen, wet, sizeof wet);
    }
    kamm_set_width(0, NULL);
}

/* A terrain's surface, a cover and a plane tell the same; a depth that is none is refused. */
static void terrains_and_covers_have_water_too(void **state)
{
    (void)state;
    const kamm_surface wet = {.name = "wet", .friction = 0.72f, .water_m = 0.004f};
    const kamm_surface damp = {.name = "damp", .friction = 0.72f};
    kamm_layer layer = {.kind = KAMM_LAYER_PLANE, .surface = 1};
    kamm_surface surfaces[2] = {damp, wet};
    kamm_terrain_def of = {
        .layers = &layer, .layer_count = 1, .surfaces = surfaces, .surface_count = 2};
    kamm_error error;
    kamm_terrain *terrain = kamm_create_terrain(&of, &error);
    if (!terrain) fail_msg("%s", error.text);
    kamm_surface_override cover = {.ground = kamm_flat_ground, .surface = &wet};
    kamm_ground grounds[] = {kamm_surface_ground(&wet), kamm_terrain_ground(terrain),
                             kamm_surface_override_ground(&cover)};
    kamm_vehicle_def def = plain_car();
    double x[3];
    for (int i = 0; i < 3; ++i) {
        kamm_cars *cars = start_cars(&def, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 25, 0);
        kamm_inputs(cars)[0].brake = 1;
        drive_for(cars, &grounds[i], 1);
        x[i] = read_channel(cars, KAMM_CHANNEL_x_m);
        end_cars(cars);
    }
    expect_near(x[1], x[0], 1e-9);
    expect_near(x[2], x[0], 1e-9);
    kamm_destroy_terrain(terrain);
    surfaces[1].water_m = 0.5f;
    assert_null(kamm_create_terrain(&of, &error));
    assert_non_null(strstr(error.text, "surfaces[1].water_m of \"wet\" is 0.5"));
}

static void a_depth_that_is_none_is_told_and_left_out(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    static const float depths[] = {-0.01f, NAN, INFINITY};
    for (int i = 0; i < 3; ++i) {
        kamm_contact contacts[4];
        kamm_ground ground = kamm_flat_ground;
        ground.contacts = contacts;
        for (int w = 0; w < 4; ++w) contacts[w] = kamm_flat_ground.plane;
        contacts[2].water_m = depths[i];
        kamm_cars *cars = start_cars(&def, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 25, 0);
        drive_for(cars, &ground, 0.5);
        assert_int_equal(kamm_fault(cars, 0), KAMM_FAULT_GROUND);
        expect_above(read_channel(cars, KAMM_CHANNEL_x_m), 10);
        end_cars(cars);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_wheels_spin_down_above_the_speed_of_floating),
        cmocka_unit_test(stops_grow_with_depth_and_more_so_with_speed),
        cmocka_unit_test(water_takes_the_turn_away),
        cmocka_unit_test(energy_never_rises),
        cmocka_unit_test(one_wet_side_pulls_and_its_mirror_image_to_the_bit),
        cmocka_unit_test(all_widths_and_any_company_make_the_same_bits),
        cmocka_unit_test(terrains_and_covers_have_water_too),
        cmocka_unit_test(a_depth_that_is_none_is_told_and_left_out),
    };
    return cmocka_run_group_tests_name("full_water", tests, NULL, NULL);
}
