/* Everything that is relative to the ground is relative to the ground: on ground that moves evenly, under air that goes with it, a
 * car does in that ground's frame what it does on ground at rest (Galilei). For all vehicles, rungs, ways of driving, ways of
 * placing a car and of taking it over. */
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <kamm/act.h>
#include <math.h>

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

static void drive(kamm_cars *cars, const struct manoeuvre *m, const kamm_ground *ground, int hz,
                  double from_s, double to_s)
{
    kamm_input *in = kamm_inputs(cars);
    for (int i = (int)(from_s * 10 + 0.5); i < (int)(to_s * 10 + 0.5); ++i) {
        in->gear = (float)(3 * i < 10 * m->seconds ? m->gear : m->later_gear);
        in->throttle = m->throttle;
        in->brake = m->gear == m->later_gear || 3 * i < 10 * m->seconds ? m->brake : 0;
        in->steering_wheel_rad = m->steering_rad;
        kamm_step(cars, ground, hz / 10);
    }
}

/* A host that knows nothing of how the ground moves places a car at rest in the world, and then gives it its motion. */
static void set_on(kamm_cars *cars, const struct manoeuvre *m, const double velocity_mps[2])
{
    kamm_error error = {0};
    kamm_placement at = {.speed_mps = m->speed_mps, .gear = m->placed_gear};
    kamm_motion motion;
    kamm_place(cars, 0, &at);
    kamm_read_motion(cars, 0, &motion);
    for (int i = 0; i < 2; ++i) motion.velocity_mps[i] += velocity_mps[i];
    must(kamm_set_motion(cars, 0, &motion, &error), &error);
}

static struct seen seen_over(const kamm_cars *cars, const double velocity_mps[2], double time_s)
{
    return (struct seen){
        .x_m = kamm_read(cars, 0, KAMM_CHANNEL_x_m) - velocity_mps[0] * time_s,
        .y_m = kamm_read(cars, 0, KAMM_CHANNEL_y_m) - velocity_mps[1] * time_s,
        .yaw_rad = kamm_read(cars, 0, KAMM_CHANNEL_yaw_rad),
        .forward_mps = kamm_read(cars, 0, KAMM_CHANNEL_forward_over_ground_mps),
        .left_mps = kamm_read(cars, 0, KAMM_CHANNEL_lateral_over_ground_mps),
        .yaw_radps = kamm_read(cars, 0, KAMM_CHANNEL_yaw_rate_over_ground_radps),
        .gear = kamm_read(cars, 0, KAMM_CHANNEL_gear),
    };
}

/* models: of the rung that the car is driven on, and of the one that it goes to. */
static struct seen try(kamm_model *const models[2], const struct manoeuvre *m, int way, int hz,
                       const double velocity_mps[2])
{
    const kamm_ground ground = deck_of(velocity_mps);
    kamm_cars *cars = kamm_create_cars(models[0], 1, NULL), *others = NULL;
    kamm_placement at = kamm_placement_on(&ground, 0, 0, 0);
    at.speed_mps = m->speed_mps, at.gear = m->placed_gear;
    if (way == SET)
        set_on(cars, m, velocity_mps);
    else
        kamm_place(cars, 0, &at);
    double change_s = way == HANDED_OVER ? 0.5 : 0;
    drive(cars, m, &ground, hz, 0, change_s);
    if (way == HANDED_OVER) {
        others = kamm_create_cars(models[1], 1, NULL);
        kamm_hand_over(cars, 0, others, 0);
    }
    kamm_cars *last = others ? others : cars;
    drive(last, m, &ground, hz, change_s, m->seconds);
    struct seen seen = seen_over(last, velocity_mps, m->seconds);
    kamm_destroy_cars(cars);
    if (others) kamm_destroy_cars(others);
    return seen;
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

/* How far rounding may take two drives apart: the effect of a hundredth of a millimetre per second more at the start.
 * It is small except where a tyre is about to slide, or a gear about to be changed. */
static double rounding_of(kamm_model *const models[2], const struct manoeuvre *m, int way, int hz,
                          const struct seen *rest)
{
    const double at_rest_mps[2] = {0, 0};
    double most = 0;
    for (int side = -1; side <= 1; side += 2) {
        struct manoeuvre other = *m;
        other.speed_mps += side * 1e-5;
        struct seen seen = try(models, &other, way, hz, at_rest_mps);
        most = fmax(most, apart(&seen, rest));
    }
    return most;
}

static int compare(int vehicle, int rung, kamm_model *const models[2], int hz)
{
    const double at_rest_mps[2] = {0, 0};
    int wrong = 0;
    for (int way = 0; way < WAYS; ++way)
        for (int i = 0; i < MANOEUVRES; ++i) {
            const struct manoeuvre *m = &manoeuvres[i];
            struct seen rest = try(models, m, way, hz, at_rest_mps);
            double allowed = 0;
            for (int d = 0; d < of_tier(2, DECKS); ++d) {
                struct seen on = try(models, m, way, hz, decks_mps[d]);
                double off = apart(&on, &rest);
                if (off < 1e-3 && on.gear == rest.gear) continue;
                if (!(allowed > 0)) allowed = 1e-3 + 5 * rounding_of(models, m, way, hz, &rest);
                if (off < allowed) continue;
                ++wrong;
                print_message(
                    "%s, %s, %s, %s on ground at %g, %g m/s: %g off where rounding makes %g, gear %g and %g; at "
                    "%.3f, %.3f m and %.3f m/s, where %.3f, %.3f m and %.3f m/s are right\n",
                    shipped_name(vehicle), rung_name((kamm_rung)rung), way_names[way], m->name,
                    decks_mps[d][0], decks_mps[d][1], off, allowed, on.gear, rest.gear, on.x_m,
                    on.y_m, on.forward_mps, rest.x_m, rest.y_m, rest.forward_mps);
            }
        }
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_car_on_ground_that_moves_evenly_does_as_on_ground_at_rest),
    };
    return cmocka_run_group_tests_name("relative motion", tests, NULL, NULL);
}
