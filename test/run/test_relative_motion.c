/* Everything that is relative to the ground is relative to the ground: on ground that moves evenly, under air that goes with it, a
 * car does in that ground's frame what it does on ground at rest (Galilei). For all vehicles, rungs, ways of driving, ways of
 * placing a car and of taking it over; for combinations and for riders. */
#include "support/fleet.h"
#include "support/quick.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"
#include "support/trailers.h"

#include <kamm/act.h>
#include <kamm/input_assist.h>
#include <math.h>
#include <string.h>

/* What a driver does; times in seconds. */
struct manoeuvre {
    const char *name;
    double speed_mps, seconds;
    int placed_gear, gear, later_gear; /* the last from a third of the time on */
    float throttle, brake, steering_rad;
};

static const struct manoeuvre manoeuvres[] = {
    {"launch in D", 0, 3, 1, KAMM_GEAR_DRIVE, KAMM_GEAR_DRIVE, 0.7f, 0, 0},
    {"full brakes", 15, 3, KAMM_GEAR_DRIVE, KAMM_GEAR_DRIVE, KAMM_GEAR_DRIVE, 0, 1, 0},
    {"reverse", 0, 2, 0, -1, -1, 0.5f, 0, 0},
    {"steer step", 12, 2, KAMM_GEAR_DRIVE, KAMM_GEAR_DRIVE, KAMM_GEAR_DRIVE, 0.2f, 0, 1.5f},
    {"change of gear", 8, 2, 2, 2, 3, 0.4f, 0, 0.3f},
    {"stop and reverse", 3, 3, KAMM_GEAR_DRIVE, 0, -1, 0.1f, 0.2f, 0},
};
enum { MANOEUVRES = sizeof manoeuvres / sizeof *manoeuvres };

/* How the car gets where it is driven on. */
enum { PLACED, SET, HANDED_OVER, WAYS };
static const char *const way_names[] = {"placed", "set", "handed over"};

/* What is compared, in the ground's frame. */
struct seen {
    double x_m, y_m, yaw_rad, forward_mps, left_mps, yaw_radps, gear;
};

static kamm_ground deck_of(const double velocity_mps[2])
{
    kamm_ground ground = kamm_flat_ground;
    for (int i = 0; i < 2; ++i)
        ground.plane.velocity_mps[i] = ground.wind_mps[i] = (float)velocity_mps[i];
    return ground;
}

/* All manoeuvres at once, each by a car of its own; what has ended stays as it was seen. */
static void drive(kamm_cars *cars, const kamm_ground *ground, int hz, double from_s, double to_s)
{
    for (int i = (int)(from_s * 10 + 0.5); i < (int)(to_s * 10 + 0.5); ++i) {
        for (int car = 0; car < MANOEUVRES; ++car) {
            const struct manoeuvre *m = &manoeuvres[car];
            kamm_input *in = &kamm_inputs(cars)[car];
            in->gear = (float)(3 * i < 10 * m->seconds ? m->gear : m->later_gear);
            in->throttle = m->throttle;
            in->brake = m->gear == m->later_gear || 3 * i < 10 * m->seconds ? m->brake : 0;
            in->steering_wheel_rad = m->steering_rad;
        }
        kamm_step(cars, ground, hz / 10);
    }
}

/* A host that knows nothing of how the ground moves places a car at rest in the world, and then gives it its motion. */
static void set_on(kamm_cars *cars, int car, const kamm_placement *at, const double velocity_mps[2])
{
    kamm_error error = {0};
    kamm_motion motion;
    kamm_placement level = {.speed_mps = at->speed_mps, .gear = at->gear};
    kamm_place(cars, car, &level);
    kamm_read_motion(cars, car, &motion);
    for (int i = 0; i < 2; ++i) motion.velocity_mps[i] += velocity_mps[i];
    must(kamm_set_motion(cars, car, &motion, &error), &error);
}

static struct seen seen_over(const kamm_cars *cars, int car, const double velocity_mps[2],
                             double time_s)
{
    return (struct seen){
        .x_m = kamm_read(cars, car, KAMM_CHANNEL_x_m) - velocity_mps[0] * time_s,
        .y_m = kamm_read(cars, car, KAMM_CHANNEL_y_m) - velocity_mps[1] * time_s,
        .yaw_rad = kamm_read(cars, car, KAMM_CHANNEL_yaw_rad),
        .forward_mps = kamm_read(cars, car, KAMM_CHANNEL_forward_over_ground_mps),
        .left_mps = kamm_read(cars, car, KAMM_CHANNEL_lateral_over_ground_mps),
        .yaw_radps = kamm_read(cars, car, KAMM_CHANNEL_yaw_rate_over_ground_radps),
        .gear = kamm_read(cars, car, KAMM_CHANNEL_gear),
    };
}

/* models: of the rung that the cars are driven on, and of the one that they go to. `faster_mps`: at the start. */
static void try(kamm_model *const models[2], int way, int hz, double faster_mps,
                const double velocity_mps[2], struct seen seen[MANOEUVRES])
{
    const kamm_ground ground = deck_of(velocity_mps);
    kamm_cars *cars = kamm_create_cars(models[0], MANOEUVRES, NULL);
    double at_s = way == HANDED_OVER ? 0.5 : 0;
    for (int car = 0; car < MANOEUVRES; ++car) {
        kamm_placement at = kamm_placement_on(&ground, 0, 0, 0);
        at.speed_mps = manoeuvres[car].speed_mps + faster_mps;
        at.gear = manoeuvres[car].placed_gear;
        if (way == SET)
            set_on(cars, car, &at, velocity_mps);
        else
            kamm_place(cars, car, &at);
    }
    drive(cars, &ground, hz, 0, at_s);
    if (way == HANDED_OVER) {
        kamm_cars *others = kamm_create_cars(models[1], MANOEUVRES, NULL);
        for (int car = 0; car < MANOEUVRES; ++car) kamm_hand_over(cars, car, others, car);
        kamm_destroy_cars(cars);
        cars = others;
    }
    for (int seconds = 2; seconds <= 3; ++seconds) {
        drive(cars, &ground, hz, at_s, seconds);
        at_s = seconds;
        for (int car = 0; car < MANOEUVRES; ++car)
            if (manoeuvres[car].seconds == seconds)
                seen[car] = seen_over(cars, car, velocity_mps, seconds);
    }
    kamm_destroy_cars(cars);
}

/* The most that two have differed, in metres, m/s and rad. */
static double apart(const struct seen *a, const struct seen *b)
{
    double most = fmax(fabs(a->x_m - b->x_m), fabs(a->y_m - b->y_m));
    most = fmax(most, fabs(remainder(a->yaw_rad - b->yaw_rad, 2 * PI)));
    most = fmax(most, fabs(a->forward_mps - b->forward_mps));
    most = fmax(most, fabs(a->left_mps - b->left_mps));
    return fmax(most, fabs(a->yaw_radps - b->yaw_radps));
}

static const double decks_mps[][2] = {{10, 0}, {-10, 0}, {-2, 9}, {30, -5}};
enum { DECKS = sizeof decks_mps / sizeof *decks_mps };

/* How far rounding may take two drives apart: the effect of some hundredths of a millimetre per second more or less at the start.
 * It is small except where a tyre is about to slide, a brake to be released, or a gear to be changed. */
static double rounding_of(kamm_model *const models[2], int i, int way, int hz,
                          const struct seen *rest)
{
    const double at_rest_mps[2] = {0, 0}, faster_mps[] = {-2.5e-5, -1e-5, 1e-5, 2.5e-5};
    double most = 0;
    for (int k = 0; k < 4; ++k) {
        struct seen seen[MANOEUVRES];
        try(models, way, hz, faster_mps[k], at_rest_mps, seen);
        most = fmax(most, apart(&seen[i], rest));
    }
    return most;
}

static void tell(int vehicle, int rung, int way, int i, const double deck_mps[2], double allowed,
                 const struct seen *on, const struct seen *rest)
{
    print_message(
        "%s, %s, %s, %s on ground at %g, %g m/s: %g off where rounding makes %g, gear %g and %g; at "
        "%.3f, %.3f m and %.3f m/s, where %.3f, %.3f m and %.3f m/s are right\n",
        shipped_name(vehicle), rung_name((kamm_rung)rung), way_names[way], manoeuvres[i].name,
        deck_mps[0], deck_mps[1], apart(on, rest), allowed, on->gear, rest->gear, on->x_m, on->y_m,
        on->forward_mps, rest->x_m, rest->y_m, rest->forward_mps);
}

static int compare_way(int vehicle, int rung, kamm_model *const models[2], int way, int hz)
{
    const double at_rest_mps[2] = {0, 0};
    struct seen rest[MANOEUVRES], on[MANOEUVRES];
    double allowed[MANOEUVRES] = {0};
    int wrong = 0;
    try(models, way, hz, 0, at_rest_mps, rest);
    for (int d = 0; d < of_tier(2, DECKS); ++d) {
        if (!is_tried(vehicle / 3 + rung + d, 2)) continue;
        try(models, way, hz, 0, decks_mps[d], on);
        for (int i = 0; i < MANOEUVRES; ++i) {
            double off = apart(&on[i], &rest[i]);
            if (off < 1e-3 && on[i].gear == rest[i].gear) continue;
            if (!(allowed[i] > 0))
                allowed[i] = 1e-3 + 5 * rounding_of(models, i, way, hz, &rest[i]);
            if (off < allowed[i]) continue;
            ++wrong;
            tell(vehicle, rung, way, i, decks_mps[d], allowed[i], &on[i], &rest[i]);
        }
    }
    return wrong;
}

static int compare(int vehicle, int rung, kamm_model *const models[2], int hz)
{
    int wrong = 0;
    for (int way = 0; way < WAYS; ++way)
        if (is_tried(vehicle + rung + way, WAYS))
            wrong += compare_way(vehicle, rung, models, way, hz);
    return wrong;
}

static kamm_model *model_on(int vehicle, int rung, int hz)
{
    static kamm_vehicle_def def;
    kamm_error error = {0};
    def = shipped_def(vehicle);
    def.stepping.substeps_per_s = hz;
    kamm_model *model = kamm_create_model(&def, (kamm_rung)rung, &error);
    if (!model) fail_msg("%s: %s", shipped_name(vehicle), error.text);
    return model;
}

static void a_car_on_ground_that_moves_evenly_does_as_on_ground_at_rest(void **state)
{
    (void)state;
    int wrong = 0;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(14, 1)) {
        kamm_model *models[KAMM_FULL + 1];
        int hz = 240;
        for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung)
            models[rung] = model_on(vehicle, rung, hz);
        for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung) {
            int next = rung == KAMM_FULL ? KAMM_KINEMATIC + vehicle % 4 : rung + 1;
            wrong += compare(vehicle, rung, (kamm_model *[]){models[rung], models[next]}, hz);
        }
        for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung) kamm_destroy_model(models[rung]);
    }
    assert_int_equal(wrong, 0);
}

/* -- combinations and riders ------------------------------------------------------------------ */

/* A combination that reverses, brakes or turns, by its first unit's pedals; and its last unit's place, after 3 s. */
static struct seen tow(const char *name, kamm_rung rung, const struct manoeuvre *m,
                       const double velocity_mps[2])
{
    const kamm_ground ground = deck_of(velocity_mps);
    struct combination c = start_shipped(name, rung, 240, 1);
    kamm_placement at = kamm_placement_on(&ground, 0, 0, 0);
    at.speed_mps = m->speed_mps, at.gear = m->placed_gear;
    kamm_place_combination(c.combinations, 0, &at, NULL);
    kamm_input *in = kamm_inputs(kamm_combination_cars(c.combinations, 0));
    in->gear = (float)m->gear;
    in->throttle = m->throttle, in->brake = m->brake;
    in->steering_wheel_rad = m->steering_rad;
    drive_combination(&c, &ground, m->seconds);
    int units = kamm_combination_units(c.combinations);
    struct seen seen =
        seen_over(kamm_combination_cars(c.combinations, units - 1), 0, velocity_mps, m->seconds);
    end_combination(&c);
    return seen;
}

/* An overrun brake was held on by a ground that moved forwards while the car reversed: the caravan stood. */
static void a_combination_does_so_as_well(void **state)
{
    NOT_IN_QUICK_TESTS();
    static const struct manoeuvre towing[] = {
        {"reverse", 0, 3, 0, -1, -1, 0.4f, 0, 0.3f},
        {"brakes", 12, 2, KAMM_GEAR_DRIVE, KAMM_GEAR_DRIVE, KAMM_GEAR_DRIVE, 0, 0.5f, 0},
        {"turn", 8, 3, KAMM_GEAR_DRIVE, KAMM_GEAR_DRIVE, KAMM_GEAR_DRIVE, 0.2f, 0, 1},
    };
    const double at_rest_mps[2] = {0, 0};
    (void)state;
    for (int n = 0; n < COMBINATION_NAMES; ++n) {
        const char *name = combination_names[n];
        int is_first = strcmp(name, "volvo-v40-caravan") == 0;
        for (int rung = KAMM_SINGLE_TRACK; rung <= KAMM_FULL; rung += 2)
            for (int i = 0; i < of_tier(1, 3) && (in_long_tier() || is_first); ++i) {
                struct seen rest = tow(name, (kamm_rung)rung, &towing[i], at_rest_mps);
                for (int d = 0; d < of_tier(1, DECKS); ++d) {
                    struct seen on = tow(name, (kamm_rung)rung, &towing[i], decks_mps[d]);
                    if (apart(&on, &rest) > 1e-3)
                        fail_msg("%s on %s, %s, on ground at %g, %g m/s: %g off", name,
                                 rung_name((kamm_rung)rung), towing[i].name, decks_mps[d][0],
                                 decks_mps[d][1], apart(&on, &rest));
                }
            }
    }
}

/* With keys: it starts, turns, and brakes out of the turn to rest. */
static struct seen ride_over(const kamm_vehicle_def *def, const double velocity_mps[2])
{
    const kamm_ground ground = deck_of(velocity_mps);
    const kamm_input_assist assist = kamm_default_input_assist();
    kamm_cars *cars = start_cars(def, 1);
    kamm_placement at = kamm_placement_on(&ground, 0, 0, 0);
    at.speed_mps = 5;
    at.gear = KAMM_GEAR_DRIVE;
    kamm_place(cars, 0, &at);
    kamm_inputs(cars)->gear = KAMM_GEAR_DRIVE;
    for (int frame = 0; frame < 300; ++frame) {
        kamm_driver_request request = {.throttle = frame<90, .brake = frame> 120};
        request.steer = frame > 60 && frame < 150 ? 0.7f : 0;
        kamm_assist_input(&assist, cars, 0, &request, 1.0 / 60);
        kamm_step(cars, &ground, 4);
    }
    struct seen seen = seen_over(cars, 0, velocity_mps, 5);
    end_cars(cars);
    return seen;
}

static void a_rider_does_so_as_well(void **state)
{
    const double at_rest_mps[2] = {0, 0};
    (void)state;
    for (int m = 0; m < fleet_count(); m += of_tier(3, 1)) {
        kamm_vehicle_def def = fleet_def(m, 240);
        if (def.stepping.substeps_per_s > 240) continue;
        struct seen rest = ride_over(&def, at_rest_mps);
        for (int d = 0; d < of_tier(1, DECKS); ++d) {
            struct seen on = ride_over(&def, decks_mps[d]);
            if (apart(&on, &rest) > 1e-3)
                fail_msg("%s on ground at %g, %g m/s: %g off", fleet_name(m), decks_mps[d][0],
                         decks_mps[d][1], apart(&on, &rest));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_car_on_ground_that_moves_evenly_does_as_on_ground_at_rest),
        cmocka_unit_test(a_combination_does_so_as_well),
        cmocka_unit_test(a_rider_does_so_as_well),
    };
    return cmocka_run_group_tests_name("relative motion", tests, NULL, NULL);
}
