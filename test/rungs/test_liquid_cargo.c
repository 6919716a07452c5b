/* Vehicles with liquid that swings in a tank: momentum, energy, loads on a slope. */
#include "support/fitted.h"
#include "support/momentum.h"
#include "support/quick.h"
#include "support/refused.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "run/cars.h"
#include "vehicle/tank_compile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double rates[] = {60, 120, 240, 600, 1200};
enum { RATES = sizeof rates / sizeof *rates };

/* The same as a payload that does not move; of a point, as payloads are. */
static void freeze(kamm_vehicle_def *def)
{
    const struct tank tank = kamm_tank_of(&def->tank);
    def->payload.mass_kg = tank.mass_kg;
    def->payload.cg_behind_front_axle_m = def->tank.middle_behind_front_axle_m;
    def->payload.cg_left_m = def->tank.middle_left_m;
    def->payload.cg_height_m = def->tank.bottom_height_m + tank.height_m;
    def->tank.shape = KAMM_TANK_NONE;
}

/* ---- in empty space ---- */

/* Each mass where it is, in the place of where it rests. */
static void momentum_with_liquid(const kamm_cars *cars, double world[3])
{
    const kamm_model *model = kamm_model_of(cars, 0);
    const struct tank tank = kamm_tank_of(&model->def->tank);
    struct moved_mass loads[2] = {{.mass_kg = 0}};
    for (int i = 0; i < 2; ++i) {
        const struct swing *swing = &tank.swing[i];
        struct moved_mass *load = &loads[i];
        double u =
            read_channel(cars, i ? KAMM_CHANNEL_liquid_aside_m : KAMM_CHANNEL_liquid_along_m);
        double rate = i ? (double)CAR_STATE(cars, 0, car.liquid_aside_mps)
                        : (double)CAR_STATE(cars, 0, car.liquid_along_mps);
        double turn = u / swing->radius_m;
        int is_round = i && tank.is_round;
        load->mass_kg = swing->mass_kg;
        kamm_place_in_tank(model->def, swing->height_m, load->rest);
        for (int k = 0; k < 3; ++k) load->at[k] = load->rest[k] -= model->origin[k];
        load->at[i] += is_round ? swing->radius_m * sin(turn) : u;
        load->at[2] += is_round ? swing->radius_m * (1 - cos(turn)) : 0.5 * u * turn;
        load->own[i] = rate * (is_round ? cos(turn) : 1);
        load->own[2] = rate * (is_round ? sin(turn) : turn);
    }
    momentum_with_loads(cars, loads, 2, world);
}

static kamm_cars *thrown_up(int shape, double rate, int frozen)
{
    kamm_vehicle_def def = default_vehicle();
    put_tank(&def, shape, 0.5);
    def.stepping.substeps_per_s = rate;
    def.tank.damping_ratio = 0;
    if (frozen) freeze(&def);
    kamm_cars *cars = start_cars(&def, 1);
    kamm_placement placement = {{0, 0, 100}, {0.85, 0.4, 0.15, 0.3}, 5, 0, {0}};
    kamm_place(cars, 0, &placement);
    kamm_inputs(cars)[0].gear = 0;
    PUT_CAR_STATE(cars, 0, car.roll_rate_radps, 1.0f);
    PUT_CAR_STATE(cars, 0, car.pitch_rate_radps, -0.6f);
    PUT_CAR_STATE(cars, 0, car.liquid_aside_mps, 0.7f);
    PUT_CAR_STATE(cars, 0, car.liquid_along_mps, -0.5f);
    return cars;
}

/* Turning, the liquid on its way from wall to wall. */
static void tumbling_keeps_momentum(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    const kamm_ground space = space_without_air(0);
    for (int shape = KAMM_TANK_RECTANGULAR; shape <= KAMM_TANK_CYLINDER; ++shape)
        for (int r = 0; r < RATES; ++r) {
            kamm_cars *cars = thrown_up(shape, rates[r], 0);
            double first[3], now[3], worst = 0, way = 0;
            momentum_with_liquid(cars, first);
            for (int i = 0; i < of_tier(16, 40); ++i) {
                drive_for(cars, &space, 0.25);
                momentum_with_liquid(cars, now);
                worst = fmax(worst, distance_between(first, now));
                way = fmax(way, fabs(read_channel(cars, KAMM_CHANNEL_liquid_aside_m)));
            }
            worst /= kamm_describe(kamm_model_of(cars, 0)).mass_kg;
            print_message("%4g substeps: momentum is off by %.2g m/s of the car; liquid %.2f m\n",
                          rates[r], worst, way);
            expect_above(way, 0.1);
            /* at few substeps the rounds of solve_motion leave some of the impact at a stop */
            expect_below(worst, rates[r] < 200 ? 1.2 / rates[r] : 1e-3);
            end_cars(cars);
        }
}

static double rise_in_flight(int shape, double rate, int frozen)
{
    const kamm_ground space = space_without_air(GRAVITY_MPS2);
    kamm_cars *cars = thrown_up(shape, rate, frozen);
    double least = read_channel(cars, KAMM_CHANNEL_energy_j), rise = 0;
    for (int i = 0; i < 30; ++i) {
        drive_for(cars, &space, 0.1);
        double now = read_channel(cars, KAMM_CHANNEL_energy_j);
        rise = fmax(rise, now - least), least = fmin(least, now);
    }
    end_cars(cars);
    return rise;
}

/* Some 1500 J of it are what turns and swings; the wheels' equations make some J of these, with frozen cargo as well. */
static void in_free_flight_liquid_makes_no_energy(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int shape = KAMM_TANK_RECTANGULAR; shape <= KAMM_TANK_CYLINDER; ++shape)
        for (int r = 0; r < RATES; ++r) {
            double with = rise_in_flight(shape, rates[r], 0),
                   without = rise_in_flight(shape, rates[r], 1);
            print_message("%4g substeps: energy rises by %.2g J, frozen by %.2g J\n", rates[r],
                          with, without);
            expect_below(with, without + 4);
        }
}

/* ---- on the road ---- */

/* Light liquid in a car that its tyres hold: the frequency of the tank's theory. */
static void liquid_in_a_standing_car_swings_as_theory_says(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int r = 0; r < RATES; r += 2) {
        kamm_vehicle_def def = plain_car();
        put_tank(&def, KAMM_TANK_CYLINDER, 0.004);
        def.stepping.substeps_per_s = rates[r];
        def.tank.damping_ratio = 0;
        kamm_cars *cars = start_cars(&def, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 0, 0);
        kamm_inputs(cars)[0].brake = 1;
        drive_for(cars, &kamm_flat_ground, 3);
        PUT_CAR_STATE(cars, 0, car.liquid_aside_m, 0.02f);
        double before = 0.02, first = 0, last = 0;
        int crossings = 0;
        for (int n = 1; crossings < 21 && n < 1e5; ++n) {
            kamm_step(cars, &kamm_flat_ground, 1);
            double is = read_channel(cars, KAMM_CHANNEL_liquid_aside_m);
            if (before * is < 0) {
                last = (n - 1 + before / (before - is)) / rates[r];
                if (++crossings == 1) first = last;
            }
            before = is;
        }
        double radius = kamm_tank_of(&def.tank).swing[1].radius_m;
        expect_share((last - first) / 10, 2 * PI * sqrt(radius / GRAVITY_MPS2), 0.01);
        end_cars(cars);
    }
}

/* Load that leans on the lower side of a car on a slope across it. */
static double moved_load(const kamm_vehicle_def *def, double slope, double *body_roll)
{
    kamm_ground bank = kamm_plane_ground(0, slope, 3);
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &bank, 0, 0, 0);
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &bank, 25);
    double moved = 0;
    for (int w = 0; w < 4; ++w)
        moved += (w % 2 ? 1 : -1) * kamm_read_wheel(cars, 0, w, KAMM_WHEEL_load_n);
    *body_roll = read_channel(cars, KAMM_CHANNEL_roll_rad);
    end_cars(cars);
    return fabs(moved);
}

/* Hydrostatics: M g g_y / g_z shift, beside the frozen load's; and where the upper wheels would lift. */
static void on_a_slope_the_liquid_takes_load_off_the_upper_wheels(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int shape = KAMM_TANK_RECTANGULAR; shape <= KAMM_TANK_CYLINDER; ++shape) {
        kamm_vehicle_def def = flat_riding_car(), frozen;
        for (int a = 0; a < 2; ++a) def.axles[a].suspension.spring_n_per_m = 2e5;
        put_tank(&def, shape, 0.5);
        def.tank.damping_ratio = 0.3, def.stepping.substeps_per_s = 240;
        frozen = def;
        freeze(&frozen);
        const struct tank tank = kamm_tank_of(&def.tank);
        double slope = 0.2, roll[2], track = def.axles[0].track_m;
        double with = moved_load(&def, slope, &roll[0]),
               without = moved_load(&frozen, slope, &roll[1]);
        /* the surface stays level while tank and body lean: the angle that counts is the body's */
        double angle = fabs(roll[0]), shift = tank.mass_kg * GRAVITY_MPS2 / tank.mass_kg;
        const struct swing *swing = &tank.swing[1];
        double aside = swing->radius_m * (tank.is_round ? sin(angle) : tan(angle));
        double lifted = tank.is_round ? swing->radius_m * (1 - cos(angle))
                                      : 0.5 * aside * aside / swing->radius_m;
        shift *= swing->mass_kg * (aside * cos(angle) + lifted * sin(angle));
        double leaning = fabs(roll[0]) - fabs(roll[1]);
        double mass = kamm_laden_mass_kg(&def);
        double height = (def.body.mass_kg * def.body.cg_height_m +
                         tank.mass_kg * (def.tank.bottom_height_m + tank.height_m)) /
                        mass;
        double more = 2 / track * (shift + mass * GRAVITY_MPS2 * height * leaning);
        print_message("moved to the lower wheels: %.0f N frozen, %.0f N liquid, %.0f N by theory\n",
                      without, with, without + more);
        expect_share(with - without, more, 0.04);
    }
}

/* A sine of the steering wheel near the liquid's frequency. */
static double least_load(const kamm_vehicle_def *def, double hz)
{
    kamm_cars *cars = start_cars(def, 1);
    double least = 1e9, frames = 60;
    put_car(cars, 0, &kamm_flat_ground, 0, 20, KAMM_GEAR_DRIVE);
    for (int frame = 0; frame < 60 * 8; ++frame) {
        kamm_inputs(cars)[0].steering_wheel_rad = (float)(0.5 * sin(2 * PI * hz * frame / frames));
        kamm_inputs(cars)[0].throttle = 0.2f;
        kamm_step(cars, &kamm_flat_ground, (int)lround(def->stepping.substeps_per_s / frames));
        double left = 0, right = 0;
        for (int w = 0; w < 4; ++w)
            *(w % 2 ? &right : &left) += kamm_read_wheel(cars, 0, w, KAMM_WHEEL_load_n);
        if (frame > 120) least = fmin(least, fmin(left, right));
    }
    end_cars(cars);
    return least;
}

static void near_its_frequency_liquid_unloads_the_wheels_more(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle(), frozen;
    put_tank(&def, KAMM_TANK_RECTANGULAR, 0.3);
    def.stepping.substeps_per_s = 240;
    frozen = def;
    freeze(&frozen);
    double hz = sqrt(GRAVITY_MPS2 / kamm_tank_of(&def.tank).swing[1].radius_m) / (2 * PI);
    double liquid_n = least_load(&def, hz), frozen_n = least_load(&frozen, hz);
    print_message("least load of a side at %.2f Hz: %.0f N with liquid, %.0f N frozen\n", hz,
                  liquid_n, frozen_n);
    expect_below(liquid_n, 0.95 * frozen_n);
}

/* Released at speed on dry or slippery road, or dropped: energy never rises, and the liquid comes to rest. */
static void energy_only_falls(const kamm_vehicle_def *def, const char *name, double friction,
                              double drop_m)
{
    kamm_ground ground = kamm_plane_ground(0, 0, friction);
    kamm_cars *cars = start_cars(def, 1);
    kamm_placement placement = {{0, 0, drop_m}, {1, 0, 0, 0}, 15, 0, {0}};
    kamm_place(cars, 0, &placement);
    kamm_input *input = &kamm_inputs(cars)[0];
    input->gear = 0, input->clutch = 1, input->steering_wheel_rad = 1.5f;
    PUT_CAR_STATE(cars, 0, car.yaw_rate_radps, 0.8f);
    double start = read_channel(cars, KAMM_CHANNEL_energy_j), least = start, rise = 0;
    for (int i = 0; i < 60 * of_tier(4, 12); ++i) {
        input->brake = i > 60;
        drive_for(cars, &ground, 1.0 / 60);
        double now = read_channel(cars, KAMM_CHANNEL_energy_j);
        rise = fmax(rise, now - least);
        least = fmin(least, now);
    }
    if (kamm_fault(cars, 0)) fail_msg("%s has a fault", name);
    double mass = kamm_describe(kamm_model_of(cars, 0)).mass_kg;
    if (rise > 0.005 * 0.5 * mass * 15 * 15)
        fail_msg("%s, friction %g, %g substeps: energy rises by %.3g J", name, friction,
                 def->stepping.substeps_per_s, rise);
    end_cars(cars);
}

static void energy_never_rises(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(14, 1))
        for (int r = 0; r < RATES; ++r) {
            kamm_vehicle_def def = shipped_def(vehicle);
            if (!in_long_tier() && r != 0 && r != 2) continue;
            put_tank(&def, vehicle % 2 ? KAMM_TANK_CYLINDER : KAMM_TANK_RECTANGULAR, 0.1);
            def.stepping.substeps_per_s = allowed_rate(&def, rates[r]);
            energy_only_falls(&def, shipped_name(vehicle), 1, 0);
            energy_only_falls(&def, shipped_name(vehicle), 0.3, 0.3);
        }
}

static void a_laden_car_stands(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    put_tank(&def, KAMM_TANK_CYLINDER, 0.3);
    def.stepping.substeps_per_s = 240;
    kamm_cars *cars = start_cars(&def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 0, 0);
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &kamm_flat_ground, 60);
    expect_share(sum_of_loads(cars, 0), kamm_laden_mass_kg(&def) * GRAVITY_MPS2, 1e-4);
    expect_near(read_channel(cars, KAMM_CHANNEL_speed_mps), 0, 1e-3);
    expect_near((double)CAR_STATE(cars, 0, car.liquid_along_mps), 0, 1e-3);
    end_cars(cars);
}

/* ---- bits ---- */

/* A snapshot and a copy go on as the car does; on the rungs below the liquid is frozen, and it starts at rest on the way back. */
static void snapshots_copies_and_other_rungs(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    put_tank(&def, KAMM_TANK_RECTANGULAR, 0.3);
    kamm_cars *cars = start_cars(&def, 2);
    kamm_cars *planar = start_rung(&def, KAMM_DOUBLE_TRACK, 1);
    expect_near(kamm_describe(kamm_model_of(planar, 0)).mass_kg, kamm_laden_mass_kg(&def), 1e-6);
    put_car(cars, 0, &kamm_flat_ground, 0, 15, KAMM_GEAR_DRIVE);
    kamm_inputs(cars)[0].steering_wheel_rad = 1.5f;
    drive_for(cars, &kamm_flat_ground, 1.5);
    expect_above(fabs(read_channel(cars, KAMM_CHANNEL_liquid_aside_m)), 0.01);
    kamm_hand_over(cars, 0, cars, 1);
    size_t size = kamm_snapshot_size(cars);
    void *kept = malloc(size);
    kamm_save_snapshot(cars, kept);
    double seen[2];
    for (int n = 0; n < 2; ++n) {
        drive_for(cars, &kamm_flat_ground, 1);
        seen[n] = read_channel(cars, KAMM_CHANNEL_liquid_aside_m);
        kamm_error error;
        assert_int_equal(kamm_restore_snapshot(cars, kept, size, &error), KAMM_OK);
        expect_near(kamm_read(cars, 1, KAMM_CHANNEL_liquid_aside_m),
                    read_channel(cars, KAMM_CHANNEL_liquid_aside_m), 0);
    }
    expect_near(seen[1], seen[0], 0);
    kamm_hand_over(cars, 0, planar, 0);
    drive_for(planar, &kamm_flat_ground, 0.5);
    expect_near(read_channel(planar, KAMM_CHANNEL_liquid_aside_m), 0, 0);
    kamm_hand_over(planar, 0, cars, 0);
    expect_near(read_channel(cars, KAMM_CHANNEL_liquid_aside_m), 0, 0);
    drive_for(cars, &kamm_flat_ground, 0.5);
    assert_int_equal(kamm_fault(cars, 0), 0);
    free(kept);
    end_cars(cars);
    end_cars(planar);
}

static void bad_tanks_are_refused(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle(), bad;
    put_tank(&def, KAMM_TANK_RECTANGULAR, 0.3);
    bad = def, bad.tank.fill = 1.2;
    expect_vehicle_refused(&bad, "tank.fill");
    bad = def, bad.tank.width_m = -1;
    expect_vehicle_refused(&bad, "tank.width_m");
    bad = def, bad.tank.length_m = 0;
    expect_vehicle_refused(&bad, "tank.length_m");
    bad = def, bad.tank.density_kgpm3 = -5;
    expect_vehicle_refused(&bad, "tank.density_kgpm3");
}

/* A rectangular tank's liquid as a block; that in a lying cylinder by a grid over its section. About the cylinder's own axis its wall
 * takes nothing along: there the liquid turns as one with its centre, as theory of the swing has it. */
static void liquid_has_the_inertia_of_its_shape(void **state)
{
    (void)state;
    enum { CELLS = 600 };
    for (double fill = 0.2; fill < 1; fill += 0.3) {
        kamm_vehicle_def def = default_vehicle();
        put_tank(&def, KAMM_TANK_RECTANGULAR, 0.3);
        def.tank.fill = fill;
        double l = def.tank.length_m, w = def.tank.width_m, h = fill * def.tank.height_m;
        struct tank tank = kamm_tank_of(&def.tank);
        expect_share(tank.mass_kg, def.tank.density_kgpm3 * l * w * h, 1e-9);
        expect_share(tank.inertia_kgm2[0], tank.mass_kg * (w * w + h * h) / 12, 1e-9);
        expect_share(tank.inertia_kgm2[1], tank.mass_kg * (l * l + h * h) / 12, 1e-9);
        expect_share(tank.inertia_kgm2[2], tank.mass_kg * (l * l + w * w) / 12, 1e-9);
        def.tank.shape = KAMM_TANK_CYLINDER;
        tank = kamm_tank_of(&def.tank), l = def.tank.length_m;
        double radius = def.tank.height_m / 2, level = (2 * fill - 1) * radius,
               cell = 2 * radius / CELLS;
        double area = 0, z1 = 0, z2 = 0, y2 = 0;
        for (int i = 0; i < CELLS; ++i)
            for (int k = 0; k < CELLS; ++k) {
                double y = -radius + (i + 0.5) * cell, z = -radius + (k + 0.5) * cell;
                if (y * y + z * z > radius * radius || z > level) continue;
                area += cell * cell, z1 += z * cell * cell;
                z2 += z * z * cell * cell, y2 += y * y * cell * cell;
            }
        double middle = z1 / area;
        expect_share(tank.mass_kg, def.tank.density_kgpm3 * l * area, 0.005);
        expect_share(tank.height_m, radius + middle, 0.005);
        expect_share(tank.inertia_kgm2[1],
                     tank.mass_kg * (l * l / 12 + z2 / area - middle * middle), 0.005);
        expect_share(tank.inertia_kgm2[2], tank.mass_kg * (l * l / 12 + y2 / area), 0.005);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tumbling_keeps_momentum),
        cmocka_unit_test(in_free_flight_liquid_makes_no_energy),
        cmocka_unit_test(liquid_in_a_standing_car_swings_as_theory_says),
        cmocka_unit_test(on_a_slope_the_liquid_takes_load_off_the_upper_wheels),
        cmocka_unit_test(near_its_frequency_liquid_unloads_the_wheels_more),
        cmocka_unit_test(energy_never_rises),
        cmocka_unit_test(a_laden_car_stands),
        cmocka_unit_test(snapshots_copies_and_other_rungs),
        cmocka_unit_test(bad_tanks_are_refused),
        cmocka_unit_test(liquid_has_the_inertia_of_its_shape),
    };
    return cmocka_run_group_tests_name("liquid cargo", tests, NULL, NULL);
}
