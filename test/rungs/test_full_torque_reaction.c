/* Torque reaction of a live axle and of an engine along the car: statics, a launch, and the pedal in neutral. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/cars.h"
#include "support/tier.h"

#include <math.h>
#include <string.h>

/* Rear-wheel drive through a beam axle whose wheels travel straight, on tyres of much grip; it does not shift. */
static kamm_vehicle_def live_axle_car(int32_t turns, int live)
{
    kamm_vehicle_def def = flat_riding_car();
    for (int a = 0; a < 2; ++a) {
        kamm_suspension_def *s = &def.axles[a].suspension;
        s->kind = a ? KAMM_SUSPENSION_DEPENDENT : KAMM_SUSPENSION_INDEPENDENT;
        s->roll_centre_height_m = s->recession = s->caster_gain_rad_per_m = 0;
        s->camber_gain_rad_per_m = s->toe_gain_rad_per_m = s->toe_in_rad = s->camber_rad = 0;
        s->spring_n_per_m = a ? 24000 : 26000;
        s->anti_roll_bar_n_per_m = a ? 0 : 9000;
        s->bump_travel_m = s->rebound_travel_m = 0.15;
        def.axles[a].drive_share = a;
    }
    def.engine.turns = turns;
    def.axles[1].live = live;
    return def;
}

/* Mean of half a second of left less right load of an axle, and of the torque at the wheels, in second gear. */
struct pulled {
    double apart_n[2], drive_nm, engine_radps2, roll_rad;
};

static struct pulled pull(const kamm_vehicle_def *def)
{
    struct pulled p = {{0, 0}, 0, 0, 0};
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 8, 2);
    kamm_inputs(cars)[0].throttle = 0.6f;
    drive_for(cars, &kamm_flat_ground, 2);
    double before = read_channel(cars, KAMM_CHANNEL_engine_radps);
    for (int frame = 0; frame < 30; ++frame) {
        drive_for(cars, &kamm_flat_ground, 1.0 / 60);
        for (int a = 0; a < 2; ++a)
            p.apart_n[a] += (kamm_read_wheel(cars, 0, 2 * a, KAMM_WHEEL_load_n) -
                             kamm_read_wheel(cars, 0, 2 * a + 1, KAMM_WHEEL_load_n)) /
                            30;
        p.drive_nm += read_channel(cars, KAMM_CHANNEL_drive_torque_nm) / 30;
        p.roll_rad += read_channel(cars, KAMM_CHANNEL_roll_rad) / 30;
    }
    p.engine_radps2 = (read_channel(cars, KAMM_CHANNEL_engine_radps) - before) / 0.5;
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
    return p;
}

/* Springs (with bars) and tyres of an axle about its middle, N.m/rad. */
static double roll_stiffness(const kamm_vehicle_def *def, int a, int tyres)
{
    const kamm_axle_def *axle = &def->axles[a];
    double arm_2 = axle->track_m * axle->track_m / 2;
    return arm_2 *
           (tyres ? axle->tyre.vertical_stiffness_n_per_m
                  : axle->suspension.spring_n_per_m + 2 * axle->suspension.anti_roll_bar_n_per_m);
}

/* A torque T on the beam, and its reaction on the body. The front axle's springs and tyres hold that in series; the
 * body's own lean takes m g h away: the rear wheels' loads as the beam's tyres are pressed. */
static double rear_apart_n(const kamm_vehicle_def *def, double torque_nm, double rotor_nm)
{
    double front = 1 / (1 / roll_stiffness(def, 0, 0) + 1 / roll_stiffness(def, 0, 1));
    double springs = roll_stiffness(def, 1, 0), tyres = roll_stiffness(def, 1, 1);
    double lean = sprung_mass_kg(def) * GRAVITY_MPS2 * sprung_height_m(def);
    /* body: front b + springs (b - a) - lean b = T + rotor; beam: tyres a - springs (b - a) = -T */
    double det = (front + springs - lean) * (tyres + springs) - springs * springs;
    double beam = (springs * (torque_nm + rotor_nm) - torque_nm * (front + springs - lean)) / det;
    return -2 * tyres * beam / (2 * def->axles[1].track_m / 2);
}

static void loads_are_those_of_statics(void **state)
{
    (void)state;
    static const int32_t turns[] = {KAMM_ENGINE_CLOCKWISE, KAMM_ENGINE_ANTICLOCKWISE};
    for (int t = 0; t < 2; ++t)
        for (int live = 0; live < 2; ++live) {
            kamm_vehicle_def def = live_axle_car(turns[t], live);
            struct pulled p = pull(&def);
            double sense = t ? -1 : 1, torque = live * sense * p.drive_nm / def.gearbox.final_drive;
            double rotor = sense * def.engine.inertia_kgm2 * p.engine_radps2;
            double expected = rear_apart_n(&def, torque, rotor);
            print_message("%s, %s: rear left less right %.1f N, %.1f by statics; front %.1f N; "
                          "propeller shaft %.0f N.m, engine %.1f N.m\n",
                          t ? "anticlockwise" : "clockwise", live ? "live" : "on the body",
                          p.apart_n[1], expected, p.apart_n[0], torque, rotor);
            expect_near(p.apart_n[1], expected, 0.05 * fabs(expected) + 3);
            /* The pair is between beam and body: the road holds the rotors' moment alone. */
            double track = def.axles[1].track_m / 2;
            expect_near((p.apart_n[0] + p.apart_n[1]) * track, -rotor, 12 + 0.05 * fabs(torque));
        }
}

static void across_it_does_not_roll(void **state)
{
    (void)state;
    kamm_vehicle_def def = live_axle_car(KAMM_ENGINE_ACROSS, 0);
    struct pulled p = pull(&def);
    expect_near(p.apart_n[1], 0, 1e-6);
    expect_near(p.roll_rad, 0, 1e-9);
}

/* All of the gearing ahead of the propeller shaft, slicks and a locked differential: the beam's right wheel leaves the road where
 * mu r / (i w / 2) times the front axle's share of the roll stiffness is above 1. */
static void a_launch_lifts_the_right_wheel(void **state)
{
    (void)state;
    double least[2] = {1e9, 1e9}, left[2] = {0, 0};
    kamm_ground slick = kamm_plane_ground(0, 0, 2);
    for (int live = 0; live < 2; ++live) {
        kamm_vehicle_def def = live_axle_car(KAMM_ENGINE_CLOCKWISE, live);
        for (int i = 0; i < def.engine.torque_curve.count; ++i) def.engine.torque_curve.y[i] *= 5;
        for (int g = 0; g < def.gearbox.ratios_count; ++g)
            def.gearbox.ratios[g] *= def.gearbox.final_drive / 0.5;
        def.gearbox.final_drive = 0.5;
        def.clutch.torque_nm *= 6;
        def.axles[1].differential = KAMM_DIFFERENTIAL_LOCKED;
        def.axles[1].suspension.spring_base_m = 0.6;
        kamm_cars *cars = start_cars(&def, 1);
        put_car(cars, 0, &slick, 0, 0, KAMM_GEAR_DRIVE);
        kamm_inputs(cars)[0].throttle = 1;
        for (int frame = 0; frame < 60; ++frame) {
            drive_for(cars, &slick, 1.0 / 60);
            double right = kamm_read_wheel(cars, 0, 3, KAMM_WHEEL_load_n);
            if (right >= least[live]) continue;
            least[live] = right;
            left[live] = kamm_read_wheel(cars, 0, 2, KAMM_WHEEL_load_n);
        }
        assert_int_equal(kamm_fault(cars, 0), 0);
        end_cars(cars);
    }
    print_message("rear wheels, left and right: %.0f and %.0f N; on the body %.0f and %.0f N\n",
                  left[1], least[1], left[0], least[0]);
    expect_above(least[0], 500);
    expect_below(least[1], 1);
    expect_above(left[1], 3000);
}

/* In neutral the body leans by the rotors' moment while the engine speeds up: to the left side up where it turns clockwise. */
static void the_pedal_in_neutral_rolls_the_body(void **state)
{
    (void)state;
    double roll[2] = {0, 0};
    for (int t = 0; t < 2; ++t) {
        kamm_vehicle_def def =
            live_axle_car(t ? KAMM_ENGINE_ANTICLOCKWISE : KAMM_ENGINE_CLOCKWISE, 1);
        def.engine.inertia_kgm2 = 0.5;
        kamm_cars *cars = start_cars(&def, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 0, 0);
        drive_for(cars, &kamm_flat_ground, 1);
        kamm_inputs(cars)[0].throttle = 1;
        for (int frame = 0; frame < 30; ++frame) {
            drive_for(cars, &kamm_flat_ground, 1.0 / 60);
            double now = read_channel(cars, KAMM_CHANNEL_roll_rad);
            if (fabs(now) > fabs(roll[t])) roll[t] = now;
        }
        end_cars(cars);
    }
    print_message("roll of %.3f and %.3f deg\n", 57.3 * roll[0], 57.3 * roll[1]);
    expect_above(roll[0], 5e-4);
    expect_near(roll[1], -roll[0], 1e-9);
}

static void expect_refusal(const kamm_vehicle_def *def, const char *words)
{
    kamm_error error = {0};
    assert_null(kamm_create_model(def, KAMM_FULL, &error));
    if (!strstr(error.text, words)) fail_msg("no \"%s\" in: %s", words, error.text);
}

static void what_is_no_live_axle_is_refused(void **state)
{
    (void)state;
    kamm_vehicle_def def = live_axle_car(KAMM_ENGINE_ACROSS, 1);
    expect_refusal(&def, "axles[1].live: a live axle needs engine.turns");
    def = live_axle_car(KAMM_ENGINE_CLOCKWISE, 1);
    def.axles[1].suspension.kind = KAMM_SUSPENSION_INDEPENDENT;
    expect_refusal(&def, "axles[1].live: a live axle needs a suspension.kind of dependent");
    def = live_axle_car(KAMM_ENGINE_CLOCKWISE, 0);
    def.axles[0].live = 1;
    def.axles[0].suspension.kind = KAMM_SUSPENSION_DEPENDENT;
    expect_refusal(&def, "axles[0].live: a live axle needs a drive_share");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_are_those_of_statics),
        cmocka_unit_test(across_it_does_not_roll),
        cmocka_unit_test(a_launch_lifts_the_right_wheel),
        cmocka_unit_test(the_pedal_in_neutral_rolls_the_body),
        cmocka_unit_test(what_is_no_live_axle_is_refused),
    };
    return cmocka_run_group_tests_name("full_torque_reaction", tests, NULL, NULL);
}
