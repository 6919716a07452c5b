/* D while the car brakes and in bends: it shifts down so that the engine is in its range once the brake is released, and up not at all. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "run/cars.h"
#include "support/converters.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>

enum { AS_SHIPPED, AUTOMATIC, SPORT, DUAL_CLUTCH, CONVERTER, KINDS };
static const char *const kind_names[] = {"as shipped", "automatic", "sport", "dual clutch",
                                         "converter"};

struct brake_case {
    kamm_vehicle_def def;
    kamm_rung rung;
    int vehicle, kind;
    float brake;
};

/* 0: there is no such car. */
static int make_case(struct brake_case *c, int vehicle, int kind, kamm_rung rung, double rate)
{
    c->vehicle = vehicle, c->kind = kind, c->rung = rung, c->brake = 1;
    c->def = shipped_on(vehicle, rung, rate);
    kamm_gearbox_def *box = &c->def.gearbox;
    if (!has_geared_engine(&c->def) || box->ratios_count < 3) return 0;
    if (kind == AS_SHIPPED) return 1;
    if (c->def.converter.k_curve.count) return 0;
    if (kind == DUAL_CLUTCH && is_farm_tractor(&c->def)) return 0; /* eight gears in a second */
    c->def.clutch.automatic = 1;
    box->synchro_nm = box->shift_torque_share = 0;
    box->kind = kind == DUAL_CLUTCH ? KAMM_GEARBOX_DUAL_CLUTCH : KAMM_GEARBOX_AUTOMATIC;
    if (kind == DUAL_CLUTCH) box->shift_s = 0.3, c->def.clutch.shaft_play_rad = 0;
    if (kind == SPORT) box->shift_map = KAMM_SHIFT_MAP_SPORT;
    if (kind == CONVERTER && c->def.engine.idle_radps > 70 && c->def.engine.idle_radps < 200 &&
        c->def.body.mass_kg < 4000)
        fit_converter(&c->def), c->def.clutch.torque_nm = 2000;
    else if (kind == CONVERTER)
        return 0;
    return 1;
}

static double forward_mps(const kamm_cars *cars)
{
    return read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
}

static int gear_of(const kamm_cars *cars) { return (int)read_channel(cars, KAMM_CHANNEL_gear); }

/* Of a shift that runs, from its beginning on. */
static int oncoming_gear_of(const kamm_cars *cars)
{
    return (int)CAR_STATE(cars, 0, car.target_gear);
}

static double torque_at(const kamm_engine_def *engine, double radps)
{
    const kamm_curve *curve = &engine->torque_curve;
    for (int i = 1; i < curve->count; ++i)
        if (radps <= curve->x[i]) {
            double share = (radps - curve->x[i - 1]) / (curve->x[i] - curve->x[i - 1]);
            return curve->y[i - 1] + fmax(share, 0) * (curve->y[i] - curve->y[i - 1]);
        }
    return curve->y[curve->count - 1];
}

static double engine_radps(const struct brake_case *c, int gear, double speed_mps)
{
    double radius = 0;
    for (int a = 0; a < c->def.axles_count; ++a)
        radius += c->def.axles[a].drive_share * 0.98 * c->def.axles[a].tyre.unloaded_radius_m;
    return speed_mps / radius * c->def.gearbox.ratios[gear - 1] * c->def.gearbox.final_drive;
}

/* Pull of a gear over that of the gear that pulls most at that speed; a slipping clutch holds the engine up. */
static double pull_share(const struct brake_case *c, int gear, double speed_mps)
{
    double best = 0, own = 0;
    for (int g = 1; g <= c->def.gearbox.ratios_count; ++g) {
        double radps = engine_radps(c, g, speed_mps), launch = c->def.clutch.launch_radps;
        if (radps > 0.95 * c->def.engine.limiter_radps && g < c->def.gearbox.ratios_count) continue;
        double pull = torque_at(&c->def.engine, fmax(radps, launch)) * c->def.gearbox.ratios[g - 1];
        best = fmax(best, pull);
        if (g == gear) own = pull;
    }
    return own / best;
}

/* The right foot leaves the accelerator within 0.1 s and presses the brake within 0.25 s, as an input assist does. */
static void move_foot(kamm_input *input, double since_s, float brake)
{
    input->throttle = (float)fmax(0.8 - since_s / 0.1, 0);
    input->brake = (float)fmin(since_s / 0.25, 1) * brake;
}

/* At the speed that a car in the upper part of its gears' range has. */
static kamm_cars *driving(const struct brake_case *c, const kamm_ground *ground)
{
    kamm_cars *cars = start_rung(&c->def, c->rung, 1);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    put_car(cars, 0, ground, 0, fmin(0.75 * info.top_speed_mps, 38), KAMM_GEAR_DRIVE);
    kamm_inputs(cars)[0].throttle = 0.8f;
    drive_for(cars, ground, 1.5);
    return cars;
}

/* Brakes to a share of its speed, lets go, and tells the gear that it has then, and the speed: `before_mps` that at which a
 * shift had to begin to be through by then. */
static int brake_to(const struct brake_case *c, const kamm_ground *ground, double share,
                    double *after_mps, double *before_mps)
{
    kamm_cars *cars = driving(c, ground);
    double from = forward_mps(cars), time = 0;
    int gear = oncoming_gear_of(cars);
    while (forward_mps(cars) > share * from && time < 30) {
        move_foot(&kamm_inputs(cars)[0], time, c->brake);
        drive_for(cars, ground, 1.0 / 60);
        time += 1.0 / 60;
        if (oncoming_gear_of(cars) > gear)
            fail_msg("%s, %s, on %s, brake %.1f: shifts up to %d, %.2f s after the pedal",
                     shipped_name(c->vehicle), kind_names[c->kind], rung_name(c->rung),
                     (double)c->brake, oncoming_gear_of(cars), time);
        gear = oncoming_gear_of(cars);
    }
    *before_mps = forward_mps(cars) + (1 - share) * from / time * c->def.gearbox.shift_s;
    kamm_inputs(cars)[0].brake = 0;
    drive_for(cars, ground, 1.1 * c->def.gearbox.shift_s + 0.1);
    *after_mps = forward_mps(cars);
    gear = gear_of(cars);
    end_cars(cars);
    return gear;
}

/* Trucks lose half of their speed in the second that a shift of theirs takes. */
static void check_brake(struct brake_case *c)
{
    double least = c->def.body.mass_kg > 4000 ? 0.4 : 0.55;
    for (double share = 0.85; share > 0.2; share -= of_tier(3, 1) * 0.15) {
        double speed, before;
        c->brake = 1;
        int gear = brake_to(c, &kamm_flat_ground, share, &speed, &before);
        double pull = fmax(pull_share(c, gear, speed), pull_share(c, gear, before));
        if (pull < least)
            fail_msg("%s, %s, on %s, to %.2f: gear %d at %.1f m/s, %.0f rpm, pulls %.2f",
                     shipped_name(c->vehicle), kind_names[c->kind], rung_name(c->rung), share, gear,
                     speed, engine_radps(c, gear, speed) * 30 / PI, pull);
    }
    c->brake = 0.4f; /* no upshift either */
    double speed, before;
    brake_to(c, &kamm_flat_ground, 0.6, &speed, &before);
}

typedef void brake_check(struct brake_case *c);

static void for_all(brake_check *check)
{
    int lowest = in_long_tier() ? KAMM_SINGLE_TRACK : KAMM_FULL;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(9, 1))
        for (int kind = 0; kind < KINDS; ++kind)
            for (int rung = KAMM_FULL; rung >= lowest; --rung) {
                struct brake_case c;
                if (make_case(&c, vehicle, kind, (kamm_rung)rung, 240)) check(&c);
            }
}

static void the_engine_is_in_its_range_when_the_brake_is_let_go(void **state)
{
    (void)state;
    for_all(check_brake);
}

/* Upshifts within some seconds of a pedal that comes and goes, while the road bends by that lateral acceleration. */
static int upshifts_in_bend(const struct brake_case *c, double lateral_mps2)
{
    kamm_cars *cars = start_rung(&c->def, c->rung, 1);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    put_car(cars, 0, &kamm_flat_ground, 0, 16, KAMM_GEAR_DRIVE);
    kamm_input *input = &kamm_inputs(cars)[0];
    int upshifts = 0, gear = gear_of(cars);
    for (int frame = 0; frame < 420; ++frame) {
        double speed = fmax(forward_mps(cars), 8);
        double wanted = lateral_mps2 / speed, yaw = read_channel(cars, KAMM_CHANNEL_yaw_rate_radps);
        double angle = info.wheelbase_m * wanted / speed + 0.15 * (wanted - yaw);
        input->steering_wheel_rad = (float)(angle * info.steering_ratio);
        input->throttle = frame < 60 || frame % 100 < 50 ? 0.5f : 0.1f;
        int saves = read_channel(cars, KAMM_CHANNEL_engine_radps) > 0.9 * info.limiter_radps;
        drive_for(cars, &kamm_flat_ground, 1.0 / 60);
        int bends = !(fabs(lateral_mps2) > 0) || fabs(yaw) * speed > 0.8 * fabs(lateral_mps2);
        if (frame > 60 && bends && !saves) upshifts += oncoming_gear_of(cars) > gear;
        gear = oncoming_gear_of(cars);
    }
    end_cars(cars);
    return upshifts;
}

/* Near what the car stands there is none; on the straight the same pedal shifts. Trucks and three wheels can't go round like that. */
static void bends_hold_the_gear(void **state)
{
    (void)state;
    int straight = 0;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(7, 1))
        for (int kind = 0; kind < SPORT; ++kind)
            for (int rung = KAMM_SINGLE_TRACK; rung <= KAMM_FULL; ++rung) {
                struct brake_case c;
                if (!make_case(&c, vehicle, kind, (kamm_rung)rung, 240)) continue;
                if (c.def.body.mass_kg > 2500 || c.def.axles[0].wheels == KAMM_WHEELS_SINGLE)
                    continue;
                int bend = upshifts_in_bend(&c, kind ? -6 : 6);
                straight += upshifts_in_bend(&c, 0);
                if (bend)
                    fail_msg("%s, %s, on %s: %d upshifts", shipped_name(vehicle), kind_names[kind],
                             rung_name(c.rung), bend);
            }
    assert_true(straight > of_tier(2, 5));
}

/* sport turns the engine faster with a light pedal, and holds the gear for longer once the pedal is released. */
static void sport_shifts_up_later(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(4, 1)) {
        struct brake_case c;
        double fastest[2], kept_s[2];
        if (!make_case(&c, vehicle, AS_SHIPPED, KAMM_DOUBLE_TRACK, 240)) continue;
        if (c.def.body.mass_kg > 4000) continue;
        for (int map = 0; map < 2; ++map) {
            c.def.gearbox.shift_map = map ? KAMM_SHIFT_MAP_SPORT : KAMM_SHIFT_MAP_COMFORT;
            kamm_cars *cars = start_rung(&c.def, c.rung, 1);
            put_car(cars, 0, &kamm_flat_ground, 0, 1, KAMM_GEAR_DRIVE);
            kamm_inputs(cars)[0].throttle = 0.3f;
            fastest[map] = 0;
            for (int frame = 0; frame < 900 && gear_of(cars) == 1; ++frame) {
                fastest[map] = fmax(fastest[map], forward_mps(cars));
                drive_for(cars, &kamm_flat_ground, 1.0 / 60);
            }
            end_cars(cars);
            cars = driving(&c, &kamm_flat_ground);
            int gear = gear_of(cars);
            kept_s[map] = 0;
            kamm_inputs(cars)[0].throttle = 0.12f;
            for (; kept_s[map] < 8 && gear_of(cars) <= gear; kept_s[map] += 1.0 / 60)
                drive_for(cars, &kamm_flat_ground, 1.0 / 60);
            end_cars(cars);
        }
        print_message("%-28s first gear to %.1f, %.1f m/s; kept for %.2f, %.2f s\n",
                      shipped_name(vehicle), fastest[0], fastest[1], kept_s[0], kept_s[1]);
        expect_above(fastest[1], 1.1 * fastest[0]);
        if (kept_s[0] < 7.9) expect_above(kept_s[1], fmin(kept_s[0] + 0.5, 7.9));
    }
}

/* A variator is led to more engine speed while the brake slows the car down, and idles along when it does not. */
static void a_variator_gears_down_under_the_brake(void **state)
{
    (void)state;
    for (int rung = KAMM_SINGLE_TRACK; rung <= KAMM_FULL; ++rung) {
        double radps[2];
        for (int braked = 0; braked < 2; ++braked) {
            kamm_vehicle_def def = default_vehicle();
            kamm_curve *curve = &def.gearbox.cvt_speed_curve;
            def.gearbox.kind = KAMM_GEARBOX_CVT;
            def.gearbox.ratios_count = 2;
            def.gearbox.ratios[1] = 0.5;
            curve->count = 2;
            curve->x[1] = 1, curve->y[0] = 150, curve->y[1] = 550;
            kamm_cars *cars = start_rung(&def, (kamm_rung)rung, 1);
            put_car(cars, 0, &kamm_flat_ground, 0, 35, KAMM_GEAR_DRIVE);
            drive_for(cars, &kamm_flat_ground, 1);
            kamm_inputs(cars)[0].brake = braked ? 0.7f : 0;
            drive_for(cars, &kamm_flat_ground, 1.5);
            radps[braked] = read_channel(cars, KAMM_CHANNEL_engine_radps);
            end_cars(cars);
        }
        print_message("%s: %.0f rad/s, braked %.0f\n", rung_name((kamm_rung)rung), radps[0],
                      radps[1]);
        expect_above(radps[1], radps[0] + 50);
        expect_below(radps[1], 0.55 * (150 + 550)); /* by half of the pedal */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_engine_is_in_its_range_when_the_brake_is_let_go),
        cmocka_unit_test(bends_hold_the_gear),
        cmocka_unit_test(sport_shifts_up_later),
        cmocka_unit_test(a_variator_gears_down_under_the_brake),
    };
    return cmocka_run_group_tests_name("braking_shifts", tests, NULL, NULL);
}
