/* Cars on soft soil and snow: rest, rolling, digging in, which cars get further, energy, bits, the edge of the soil. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/mirror.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <kamm/io/world_file.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Wong, Theory of Ground Vehicles, table of terrain values, as commonly quoted. */
static const kamm_soil loam = {41600, 2471e3f, 0.73f, 6100, 0.5008f, 0.01f, 1500, 0};
static const kamm_soil sand = {990, 1528e3f, 1.1f, 1040, 0.5317f, 0.025f, 1500, 0};

static kamm_ground soft_ground(const kamm_soil *soil, double slope)
{
    kamm_ground ground = kamm_plane_ground(slope, 0, 0.6);
    ground.plane.soil = *soil;
    return ground;
}

static double rut_of(const kamm_cars *cars, int w)
{
    return kamm_read_wheel(cars, 0, w, KAMM_WHEEL_rut_m);
}

/* Bekker's sinkage of a tyre as hard as its pressure allows. */
static double depth_of(const kamm_soil *s, const kamm_tyre_def *tyre, double load_n)
{
    double b = tyre->width_m, n = s->exponent;
    double k = (double)s->cohesion_modulus / b + (double)s->friction_modulus;
    double D = 2 * tyre->unloaded_radius_m;
    return fmin(pow(3 * load_n / (b * (3 - n) * k * sqrt(D)), 2 / (2 * n + 1)),
                pow((tyre->inflation_pressure_pa + 30000) / k, 1 / n));
}

static void a_parked_car_sinks_by_bekker_and_then_stays(void **state)
{
    (void)state;
    static const double rates[] = {60, 120, 240, 600, 1200};
    static const kamm_soil *const soils[] = {&loam, &sand};
    for (int r = 0; r < 5; r += of_tier(2, 1))
        for (int i = 0; i < 2; ++i)
            for (int slope = 0; slope < 2; ++slope) {
                if ((r / 2 + i + slope) % of_tier(2, 1)) continue;
                kamm_vehicle_def def = default_vehicle();
                def.stepping.substeps_per_s = rates[r];
                kamm_ground ground = soft_ground(soils[i], slope ? 0.15 : 0);
                double from[3], to[3];
                kamm_cars *cars = start_cars(&def, 1);
                put_car(cars, 0, &ground, 0, 0, 0);
                kamm_inputs(cars)[0].brake = 1;
                drive_for(cars, &ground, 4);
                for (int w = 0; w < 4; ++w) {
                    double load = kamm_read_wheel(cars, 0, w, KAMM_WHEEL_load_n);
                    double wanted = depth_of(soils[i], &def.axles[w / 2].tyre, load);
                    expect_above(rut_of(cars, w), 0.98 * wanted);
                    expect_below(rut_of(cars, w), 1.35 * wanted); /* it fell in, and swung */
                }
                read_position(cars, 0, from);
                drive_for(cars, &ground, of_tier(10, 60));
                read_position(cars, 0, to);
                expect_below(distance_between(from, to), 1e-4);
                end_cars(cars);
            }
}

/* A car that rolls out: what slows it is the work of its ruts. */
static void rolling_out_costs_the_work_of_the_ruts(void **state)
{
    (void)state;
    static const double rates[] = {60, 240, 1200};
    double ways[3];
    for (int r = 0; r < 3; ++r) {
        kamm_vehicle_def def = plain_car();
        def.stepping.substeps_per_s = rates[r];
        def.aero.frontal_area_m2 = 0;
        kamm_ground ground = soft_ground(&loam, 0);
        kamm_cars *cars = start_cars(&def, 1);
        put_car(cars, 0, &ground, 0, 12, 0);
        drive_for(cars, &ground, 2);
        double drag = 0, mass = def.body.mass_kg;
        for (int w = 0; w < 4; ++w) {
            const kamm_tyre_def *tyre = &def.axles[w / 2].tyre;
            double load = kamm_read_wheel(cars, 0, w, KAMM_WHEEL_load_n), b = tyre->width_m;
            double k = (double)loam.cohesion_modulus / b + (double)loam.friction_modulus;
            double z = rut_of(cars, w), n = loam.exponent;
            expect_share(z, depth_of(&loam, tyre, load), 0.15);
            drag += b * k * pow(z, n + 1) / (n + 1) + 0.01 * load; /* as deep as Bekker says */
        }
        double before = read_channel(cars, KAMM_CHANNEL_speed_mps);
        drive_for(cars, &ground, 0.25);
        double after = read_channel(cars, KAMM_CHANNEL_speed_mps);
        expect_share((before - after) / 0.25, drag / (1.04 * mass), 0.08);
        for (int i = 0; i < 60 * 30 && read_channel(cars, KAMM_CHANNEL_speed_mps) > 0.001; ++i)
            drive_for(cars, &ground, 1. / 60);
        ways[r] = read_channel(cars, KAMM_CHANNEL_x_m);
        print_message("%g /s: stands after %.2f m\n", rates[r], ways[r]);
        expect_below(read_channel(cars, KAMM_CHANNEL_speed_mps), 0.001);
        end_cars(cars);
    }
    expect_share(ways[1], ways[2], 0.02);
    expect_share(ways[0], ways[2], 0.06);
}

struct drive_off {
    double x_m, driven_rut_m, free_rut_m;
};

static struct drive_off drive_off(const kamm_vehicle_def *def, const kamm_ground *ground,
                                  float throttle, double seconds)
{
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, ground, 0, 0, 1);
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, ground, 2);
    double from = read_channel(cars, KAMM_CHANNEL_x_m);
    kamm_inputs(cars)[0].brake = 0;
    kamm_inputs(cars)[0].throttle = throttle;
    drive_for(cars, ground, seconds);
    int front = def->axles[0].drive_share > 0.5;
    struct drive_off off = {read_channel(cars, KAMM_CHANNEL_x_m) - from,
                            rut_of(cars, front ? 0 : 2), rut_of(cars, front ? 2 : 0)};
    end_cars(cars);
    return off;
}

static void set_drive(kamm_vehicle_def *def, double front)
{
    def->axles[0].drive_share = front;
    def->axles[1].drive_share = 1 - front;
    def->aids.tcs = 0;
}

static void spinning_wheels_dig_in(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    def.stepping.substeps_per_s = 240;
    set_drive(&def, 1);
    kamm_ground ground = soft_ground(&sand, 0.06);
    struct drive_off off = drive_off(&def, &ground, 1, 8);
    print_message("front-wheel drive on sand: %.2f m, ruts of %.0f and %.0f mm\n", off.x_m,
                  1e3 * off.driven_rut_m, 1e3 * off.free_rut_m);
    expect_above(off.driven_rut_m, 1.8 * off.free_rut_m);
}

static void all_wheel_drive_gets_further(void **state)
{
    (void)state;
    for (int i = 0; i < 3; ++i) {
        double slope = 0.02 + 0.03 * i, x[3];
        for (int k = 0; k < 3; ++k) {
            kamm_vehicle_def def = plain_car();
            def.stepping.substeps_per_s = 240;
            set_drive(&def, k == 0 ? 1 : k == 1 ? 0 : 0.5);
            kamm_ground ground = soft_ground(&loam, slope);
            x[k] = drive_off(&def, &ground, 1, 6).x_m;
        }
        print_message("%g %%: front %.1f m, rear %.1f m, both %.1f m\n", 100 * slope, x[0], x[1],
                      x[2]);
        expect_above(x[2], x[0]);
        expect_above(x[2], x[1]);
    }
}

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
    static const kamm_soil *const soils[] = {&loam, &sand};
    for (int r = 0; r < 5; r += of_tier(2, 1))
        for (int k = 0; k < 12; k += of_tier(5, 1)) {
            kamm_vehicle_def def = default_vehicle();
            def.stepping.substeps_per_s = rates[r];
            kamm_ground ground = soft_ground(soils[k % 2], 0);
            kamm_placement placement = {.position_m = {0, 0, k / 2 == 5 ? 0.4 : 0},
                                        .orientation = {1, 0, 0, 0},
                                        .speed_mps = k / 2 == 5 ? 0 : 5 + 8 * (k / 2 % 3),
                                        .gear = 0};
            kamm_cars *cars = start_cars(&def, 1);
            kamm_place(cars, 0, &placement);
            kamm_inputs(cars)[0].gear = 0;
            kamm_inputs(cars)[0].brake = k / 6 ? 1 : 0;
            kamm_inputs(cars)[0].steering_wheel_rad = k / 2 % 2 ? 3 : 0;
            drive_for(cars, &ground, 0.7); /* the driver's work */
            double first = energy_of(cars, &def), lowest = first, rise = 0;
            for (int i = 0; i < 4 * (int)rates[r]; ++i) {
                kamm_step(cars, &ground, 1);
                double energy = energy_of(cars, &def);
                lowest = fmin(lowest, energy);
                rise = fmax(rise, energy - lowest);
            }
            print_message("%g /s, case %d: lost %.0f J, rise %.3g J\n", rates[r], k, first - lowest,
                          rise);
            expect_below(rise, 1e-6 * (first - lowest) + 0.02);
            end_cars(cars);
        }
}

static void mirror_images_sink_alike(void **state)
{
    (void)state;
    kamm_vehicle_def def = lopsided_car(1), other = lopsided_car(-1);
    kamm_contact contacts[4], mirrored[4];
    kamm_ground ground = kamm_flat_ground, image = kamm_flat_ground;
    for (int w = 0; w < 4; ++w) {
        contacts[w] = w % 2 ? kamm_flat_ground.plane : soft_ground(w ? &loam : &sand, 0).plane;
        mirrored[w ^ 1] = contacts[w];
    }
    ground.contacts = contacts, image.contacts = mirrored;
    for (int rate = 60; rate <= 1200; rate *= 20) {
        def.stepping.substeps_per_s = other.stepping.substeps_per_s = rate;
        kamm_cars *cars = start_cars(&def, 1), *to = start_cars(&other, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 12, KAMM_GEAR_DRIVE);
        put_car(to, 0, &kamm_flat_ground, 0, 12, KAMM_GEAR_DRIVE);
        for (int frame = 0; frame < 150; ++frame) {
            kamm_inputs(cars)[0].steering_wheel_rad = frame > 60 ? 1.5f : 0;
            kamm_inputs(to)[0].steering_wheel_rad = frame > 60 ? -1.5f : 0;
            kamm_inputs(cars)[0].throttle = kamm_inputs(to)[0].throttle = frame < 100;
            kamm_inputs(cars)[0].brake = kamm_inputs(to)[0].brake = frame > 110;
            kamm_step(cars, &ground, rate / 60);
            kamm_step(to, &image, rate / 60);
            expect_mirror_images(cars, to, frame);
        }
        end_cars(cars), end_cars(to);
    }
}

enum { CARS = 19 };

/* Every other car on soil, some with one axle only. `snapshot`: with a rest in between. */
static void drive_batch(int soft, int snapshot, double seen[CARS][3])
{
    static kamm_contact contacts[CARS * 4];
    static kamm_vehicle_def defs[CARS];
    kamm_ground ground = kamm_flat_ground;
    for (int car = 0; car < CARS; ++car) {
        defs[car] = default_vehicle();
        defs[car].stepping.substeps_per_s = 240;
        defs[car].body.mass_kg *= 1 + 0.01 * car;
        for (int w = 0; w < 4; ++w) {
            contacts[car * 4 + w] = kamm_flat_ground.plane;
            if (soft && car % 2 && (car % 3 || w > 1))
                contacts[car * 4 + w].soil = car % 4 == 1 ? loam : sand;
        }
    }
    kamm_cars *cars = start_mixed_cars(defs, CARS);
    ground.contacts = contacts;
    for (int car = 0; car < CARS; ++car) {
        put_car(cars, car, &kamm_flat_ground, 0.1 * car, car, KAMM_GEAR_DRIVE);
        kamm_inputs(cars)[car].throttle = car % 3 == 0;
        kamm_inputs(cars)[car].brake = car % 3 == 1;
        kamm_inputs(cars)[car].steering_wheel_rad = 0.1f * (float)car;
    }
    kamm_step(cars, &ground, 100);
    void *kept = malloc(kamm_snapshot_size(cars));
    kamm_save_snapshot(cars, kept);
    if (snapshot) {
        kamm_step(cars, &ground, 50);
        assert_int_equal(kamm_restore_snapshot(cars, kept, kamm_snapshot_size(cars), NULL),
                         KAMM_OK);
    }
    free(kept);
    kamm_step(cars, &ground, 140);
    for (int car = 0; car < CARS; ++car) {
        seen[car][0] = kamm_read(cars, car, KAMM_CHANNEL_x_m);
        seen[car][1] = kamm_read_wheel(cars, car, 3, KAMM_WHEEL_spin_radps);
        seen[car][2] = kamm_read_wheel(cars, car, 2, KAMM_WHEEL_rut_m);
    }
    end_cars(cars);
}

static void all_widths_snapshots_and_any_company_make_the_same_bits(void **state)
{
    (void)state;
    static const int widths[] = {1, 4, 8, 16};
    double hard[CARS][3], soft[CARS][3], seen[CARS][3];
    drive_batch(0, 0, hard);
    drive_batch(1, 0, soft);
    for (int car = 0; car < CARS; ++car)
        if (car % 2)
            assert_true(soft[car][2] > 0.005 && hard[car][2] == 0);
        else
            assert_memory_equal(soft[car], hard[car], sizeof soft[car]);
    drive_batch(1, 1, seen);
    assert_memory_equal(seen, soft, sizeof soft);
    for (int i = 0; i < 4; ++i) {
        if (kamm_set_width(widths[i], NULL) != KAMM_OK) continue;
        drive_batch(1, 0, seen);
        assert_memory_equal(seen, soft, sizeof soft);
    }
    kamm_set_width(0, NULL);
}

/* Sand from x = 10 m to 30 m. */
static void query_strip(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    for (int i = 0; i < count; ++i) {
        double x = probes[i].position_m[0];
        contacts[i] = kamm_flat_ground.plane;
        if (x > 10 && x < 30) contacts[i].soil = *(const kamm_soil *)user;
    }
}

/* In at 15 m/s and out again, at all rates: nothing jumps, and no energy comes of it. */
static void the_edges_of_soil_throw_no_car(void **state)
{
    (void)state;
    static const double rates[] = {60, 240, 1200};
    for (int r = 0; r < 3; ++r) {
        kamm_vehicle_def def = default_vehicle();
        kamm_soil soil = sand;
        kamm_ground ground = kamm_flat_ground;
        ground.query = query_strip, ground.user = &soil;
        def.stepping.substeps_per_s = rates[r];
        kamm_cars *cars = start_cars(&def, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 18, 0);
        double lowest = energy_of(cars, &def), rise = 0, highest = 0, deepest = 0;
        double level = read_channel(cars, KAMM_CHANNEL_z_m);
        for (int i = 0; i < 5 * (int)rates[r]; ++i) {
            kamm_step(cars, &ground, 1);
            double energy = energy_of(cars, &def);
            rise = fmax(rise, energy - lowest);
            lowest = fmin(lowest, energy);
            highest = fmax(highest, read_channel(cars, KAMM_CHANNEL_z_m) - level);
            deepest = fmax(deepest, rut_of(cars, 0));
        }
        print_message("%g /s: %.0f mm deep, %.0f mm up, energy up by %.2g J, at %.1f m\n", rates[r],
                      1e3 * deepest, 1e3 * highest, rise, read_channel(cars, KAMM_CHANNEL_x_m));
        expect_above(deepest, 0.04);
        expect_above(read_channel(cars, KAMM_CHANNEL_x_m), 35);
        assert_true(rut_of(cars, 3) == 0);
        expect_below(highest, 0.06);
        end_cars(cars);
    }
}

static kamm_surface_set set;

/* From 50 km/h, wheels locked or anti-lock brakes. */
static double stop_m(const char *surface, int abs)
{
    kamm_vehicle_def def = plain_car();
    kamm_ground ground = kamm_surface_ground(kamm_surface_named(&set, surface));
    def.stepping.substeps_per_s = 240;
    def.aids.abs = abs;
    kamm_cars *cars = start_cars(&def, 1);
    put_car(cars, 0, &ground, 0, 50 / 3.6, 0);
    kamm_inputs(cars)[0].brake = 1;
    for (int i = 0; i < 60 * 40 && read_channel(cars, KAMM_CHANNEL_speed_mps) > 0.01; ++i)
        drive_for(cars, &ground, 1. / 60);
    double way = read_channel(cars, KAMM_CHANNEL_x_m);
    end_cars(cars);
    return way;
}

/* Locked wheels push a wedge of snow ahead and stop sooner than rolling ones; on packed snow it is the other way round. */
static void locked_wheels_plough_fresh_snow(void **state)
{
    (void)state;
    assert_int_equal(kamm_load_surfaces(NULL, &set, NULL, NULL), KAMM_OK);
    static const char *const loose[] = {"fresh_snow", "deep_sand", "ploughed_field"};
    for (int i = 0; i < 3; ++i) {
        double locked = stop_m(loose[i], 0), rolling = stop_m(loose[i], 1);
        print_message("%s: %.1f m locked, %.1f m with anti-lock brakes\n", loose[i], locked,
                      rolling);
        expect_below(locked, 0.97 * rolling);
    }
    expect_above(stop_m("snow", 0), stop_m("snow", 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_parked_car_sinks_by_bekker_and_then_stays),
        cmocka_unit_test(rolling_out_costs_the_work_of_the_ruts),
        cmocka_unit_test(spinning_wheels_dig_in),
        cmocka_unit_test(all_wheel_drive_gets_further),
        cmocka_unit_test(energy_never_rises),
        cmocka_unit_test(mirror_images_sink_alike),
        cmocka_unit_test(all_widths_snapshots_and_any_company_make_the_same_bits),
        cmocka_unit_test(the_edges_of_soil_throw_no_car),
        cmocka_unit_test(locked_wheels_plough_fresh_snow),
    };
    return cmocka_run_group_tests_name("full_soil", tests, NULL, NULL);
}
