/* Channels for those who make a car's sound of them.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/rungs.h"
#include "support/shipped.h"

#include <math.h>

static double read(const kamm_cars *cars, int car, kamm_channel channel)
{
    return kamm_read(cars, car, channel);
}

/* Cylinders that fire once in two turns, a two-stroke's in each; none of an electric car. Over all vehicles and gears. */
static void an_engine_fires_by_its_cylinders(void **state)
{
    (void)state;
    for (int i = 0; i < shipped_count(); ++i) {
        kamm_vehicle_def def = shipped_on(i, KAMM_FULL, 240);
        kamm_cars *cars = start_cars(&def, 1);
        kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
        put_car(cars, 0, &kamm_flat_ground, 0, 8, KAMM_GEAR_DRIVE);
        kamm_inputs(cars)->throttle = 1;
        int electric = info.limiter_radps == 0;
        expect_near(info.engine_cylinders, electric ? 0 : def.engine.cylinders, 0);
        for (int frame = 0; frame < 120; ++frame) {
            drive_for(cars, &kamm_flat_ground, 1.0 / 60);
            double turns = read(cars, 0, KAMM_CHANNEL_engine_radps) / (2 * PI);
            double fires = turns * info.engine_cylinders / (def.engine.two_stroke ? 1 : 2);
            expect_near(read(cars, 0, KAMM_CHANNEL_engine_firing_hz), fires, 1e-9);
            double load = read(cars, 0, KAMM_CHANNEL_engine_load);
            expect_above(load, -1e-12);
            expect_below(load, 1 + 1e-12);
            if (electric) expect_near(fires + load, 0, 0);
        }
        end_cars(cars);
    }
}

/* All of the torque curve at full throttle, nothing of it as the engine brakes; on all rungs with an engine. */
static void load_is_of_the_torque_curve(void **state)
{
    (void)state;
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = plain_car();
        kamm_cars *cars = start_rung(&def, rung, 2);
        if (rung <= KAMM_RIGID2D) { /* no engine */
            expect_near(read(cars, 0, KAMM_CHANNEL_engine_load), 0, 0);
            end_cars(cars);
            continue;
        }
        for (int car = 0; car < 2; ++car) put_car(cars, car, &kamm_flat_ground, 0, 20, 3);
        kamm_inputs(cars)[0].throttle = 1;
        drive_for(cars, &kamm_flat_ground, 1);
        expect_near(read(cars, 0, KAMM_CHANNEL_engine_load), 1, 0.02);
        expect_near(read(cars, 1, KAMM_CHANNEL_engine_load), 0, 0);
        end_cars(cars);
    }
}

/* As the engine turns the input's teeth, with the clutch closed and no slip; the same forwards and backwards, 0 in neutral. */
static void gears_mesh_as_the_engine_turns(void **state)
{
    (void)state;
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = plain_car();
        def.gearbox.input_teeth = 31;
        kamm_cars *cars = start_rung(&def, rung, 3);
        static const int gears[] = {2, 4, 0};
        for (int car = 0; car < 3; ++car) put_car(cars, car, &kamm_flat_ground, 0, 15, gears[car]);
        for (int car = 0; car < 3; ++car) kamm_inputs(cars)[car].gear = (float)gears[car];
        drive_for(cars, &kamm_flat_ground, 0.5);
        for (int car = 0; car < 2; ++car) {
            double spin = (kamm_read_wheel(cars, car, 0, KAMM_WHEEL_spin_radps) +
                           kamm_read_wheel(cars, car, 1, KAMM_WHEEL_spin_radps)) /
                          2;
            double input = spin * def.gearbox.ratios[gears[car] - 1] * def.gearbox.final_drive;
            double hz = read(cars, car, KAMM_CHANNEL_gear_mesh_hz);
            if (rung <= KAMM_RIGID2D) expect_near(hz, 0, 0); /* no gearbox */
            if (rung <= KAMM_RIGID2D) continue;
            expect_share(hz, input / (2 * PI) * 31, 1e-5);
            expect_share(hz, read(cars, car, KAMM_CHANNEL_engine_radps) / (2 * PI) * 31, 0.01);
        }
        expect_near(read(cars, 2, KAMM_CHANNEL_gear_mesh_hz), 0, 0);
        end_cars(cars);
    }
}

/* In the low range of a transfer case the input turns faster by its ratio. */
static void gears_mesh_faster_in_the_low_range(void **state)
{
    (void)state;
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = plain_car();
        def.transfer.low_ratio = 2.5;
        if (rung <= KAMM_RIGID2D) continue; /* no gearbox */
        kamm_cars *cars = start_rung(&def, rung, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 0, 1);
        kamm_inputs(cars)->low_range = kamm_inputs(cars)->gear = 1;
        drive_for(cars, &kamm_flat_ground, 0.5);
        assert_true(read(cars, 0, KAMM_CHANNEL_low_range) == 1);
        kamm_inputs(cars)->throttle = 0.3f;
        drive_for(cars, &kamm_flat_ground, 5);
        expect_share(read(cars, 0, KAMM_CHANNEL_gear_mesh_hz),
                     read(cars, 0, KAMM_CHANNEL_engine_radps) / (2 * PI) * def.gearbox.input_teeth,
                     0.02);
        end_cars(cars);
    }
}

/* Through wind from ahead and from the side, on all rungs. */
static void air_passes_with_the_wind(void **state)
{
    (void)state;
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = default_vehicle();
        kamm_cars *cars = start_rung(&def, rung, 1);
        kamm_ground ground = kamm_flat_ground;
        put_car(cars, 0, &ground, 0, 20, 0);
        for (int i = 0; i < 3; ++i) {
            ground.wind_mps[0] = i == 1 ? -10 : 0;
            ground.wind_mps[1] = i == 2 ? 7 : 0;
            kamm_step(cars, &ground, 20);
            double vx = read(cars, 0, KAMM_CHANNEL_forward_speed_mps);
            double vy = read(cars, 0, KAMM_CHANNEL_lateral_speed_mps);
            double expected =
                hypot(vx - (double)ground.wind_mps[0], vy - (double)ground.wind_mps[1]);
            expect_near(read(cars, 0, KAMM_CHANNEL_air_speed_mps), expected, 0.03);
        }
        end_cars(cars);
    }
}

/* What the structs of contact.h tell is in the channels. */
static void sliding_and_scraping_are_channels(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_cars(&def, 2);
    put_car(cars, 0, &kamm_flat_ground, 0, 20, 0);
    kamm_inputs(cars)[0].hand_brake = 1;
    kamm_placement roof = {
        .position_m = {0, 20, 1.4}, .orientation = {0, 1, 0, 0}, .speed_mps = 15};
    kamm_place(cars, 1, &roof);
    int stops = 0;
    for (int frame = 0; frame < 90; ++frame) {
        drive_for(cars, &kamm_flat_ground, 1.0 / 60);
        double scraped = 0;
        for (int p = 0; p < KAMM_BODY_POINTS; ++p) {
            kamm_body_contact contact;
            kamm_read_body_contact(cars, 1, p, &contact);
            scraped += contact.skid_w;
        }
        expect_near(read(cars, 1, KAMM_CHANNEL_scrape_w), scraped, 1e-9);
        stops += scraped > 1000;
        for (int w = 0; w < 4; ++w) {
            kamm_wheel_contact contact;
            kamm_read_wheel_contact(cars, 0, w, &contact);
            expect_near(kamm_read_wheel(cars, 0, w, KAMM_WHEEL_skid_w), contact.skid_w, 0);
            expect_near(kamm_read_wheel(cars, 0, w, KAMM_WHEEL_sliding_mps),
                        hypot(contact.sliding_mps[0], contact.sliding_mps[1]), 1e-9);
        }
    }
    assert_true(stops > 10);
    expect_above(kamm_read_wheel(cars, 0, 2, KAMM_WHEEL_skid_w), 0);
    expect_near(read(cars, 0, KAMM_CHANNEL_scrape_w), 0, 0);
    end_cars(cars);
}

/* A car that falls from a metre meets its bump stops, one that flies hangs on those of rebound. */
static void stops_are_heard(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_cars(&def, 1);
    kamm_placement high = {.position_m = {0, 0, 1}};
    kamm_place(cars, 0, &high);
    double bump = 0, rebound = 0;
    for (int frame = 0; frame < 60; ++frame) {
        drive_for(cars, &kamm_flat_ground, 1.0 / 60);
        double force = kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_stop_force_n);
        bump = fmax(bump, force);
        rebound = fmin(rebound, force);
    }
    expect_above(bump, 2000);
    expect_below(rebound, -100);
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_engine_fires_by_its_cylinders),
        cmocka_unit_test(load_is_of_the_torque_curve),
        cmocka_unit_test(gears_mesh_as_the_engine_turns),
        cmocka_unit_test(gears_mesh_faster_in_the_low_range),
        cmocka_unit_test(air_passes_with_the_wind),
        cmocka_unit_test(sliding_and_scraping_are_channels),
        cmocka_unit_test(stops_are_heard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
