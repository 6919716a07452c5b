/* Figures of the presets of data/arcade: a table, and curves to draw (tools/arcade_pictures.py).
 *
 *     arcade_figures [CAR]          by default the BMW M3
 *
 * Rows: `table,PRESET,0-100 s,100-0 m,90 degrees s,least speed of it m/s`, `drift,PRESET,time s,sideslip deg,speed m/s` and
 * `grip,PRESET,slip angle deg,front,rear` (side force over load). It checks itself: each preset that drifts holds 25
 * degrees for 5 s. */
#include <kamm/io/arcade_file.h>
#include <kamm/kamm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define DEGREE (3.14159265358979323846 / 180)
enum { FPS = 60, DELAY = 7 }; /* frames of 0.12 s */

static const char *const presets[] = {"sim", "street-racer", "kart", "rally", "drift", "monster"};

struct drive {
    kamm_arcade arcade;
    kamm_arcade_state state;
    kamm_vehicle_def def;
    kamm_cars *cars;
};

static void require(int good, const kamm_error *error)
{
    if (good) return;
    fprintf(stderr, "arcade_figures: %s\n", error->text);
    exit(1);
}

static void start(struct drive *d, const char *car, const char *preset, double speed_mps)
{
    static kamm_vehicle_file file;
    kamm_error error;
    require(kamm_load_vehicle(car, &file, NULL, &error) == KAMM_OK, &error);
    require(kamm_load_arcade(preset, &d->arcade, NULL, &error) == KAMM_OK, &error);
    require(kamm_arcade_vehicle(&d->arcade, &file.def, &error) == KAMM_OK, &error);
    kamm_model *model = kamm_create_model(&file.def, KAMM_FULL, &error);
    require(model != NULL, &error);
    d->def = file.def;
    d->state = (kamm_arcade_state){0};
    d->cars = kamm_create_cars(model, 1, &error);
    require(d->cars != NULL, &error);
    kamm_destroy_model(model);
    kamm_placement at = kamm_placement_on(&kamm_flat_ground, 0, 0, 0);
    at.speed_mps = speed_mps, at.gear = KAMM_GEAR_DRIVE;
    kamm_place(d->cars, 0, &at);
}

static void frame(struct drive *d, kamm_driver_request keys)
{
    kamm_error error;
    const kamm_arcade_request request = {.driver = keys};
    double substep_s = kamm_describe(kamm_model_of(d->cars, 0)).substep_s;
    require(
        !kamm_arcade_input(&d->arcade, NULL, &d->state, d->cars, 0, &request, 1.0 / FPS, &error),
        &error);
    kamm_step(d->cars, &kamm_flat_ground, (int)lround(1 / (FPS * substep_s)));
}

static double see(const struct drive *d, kamm_channel channel)
{
    return kamm_read(d->cars, 0, channel);
}

static double from_0_to_100_s(const char *car, const char *preset)
{
    struct drive d;
    int frames = 0;
    start(&d, car, preset, 0);
    while (see(&d, KAMM_CHANNEL_speed_mps) < 100 / 3.6 && frames < 60 * FPS)
        frame(&d, (kamm_driver_request){.throttle = 1}), ++frames;
    kamm_destroy_cars(d.cars);
    return (double)frames / FPS;
}

static double from_100_to_0_m(const char *car, const char *preset)
{
    struct drive d;
    start(&d, car, preset, 100 / 3.6);
    while (see(&d, KAMM_CHANNEL_speed_mps) > 0.1) frame(&d, (kamm_driver_request){.brake = 1});
    double way = see(&d, KAMM_CHANNEL_x_m);
    kamm_destroy_cars(d.cars);
    return way;
}

/* At 60 km/h, which the throttle key holds: from the key to a course that has turned by 90 degrees. */
static double turn_s(const char *car, const char *preset, double *least_mps)
{
    struct drive d;
    int frames = 0;
    double course = 0;
    start(&d, car, preset, 60 / 3.6);
    for (*least_mps = 100; course < 90 * DEGREE && frames < 20 * FPS; ++frames) {
        double speed = see(&d, KAMM_CHANNEL_speed_mps);
        *least_mps = fmin(*least_mps, speed);
        frame(&d, (kamm_driver_request){.steer = 1, .throttle = speed < 60 / 3.6 ? 1 : 0.1f});
        course = see(&d, KAMM_CHANNEL_yaw_rad) + see(&d, KAMM_CHANNEL_sideslip_rad);
    }
    kamm_destroy_cars(d.cars);
    return (double)frames / FPS;
}

/* Keys of a player who sees the car late: starts off, steers without a pedal, and takes the throttle again as it slides. */
static double drift(const char *car, const char *preset)
{
    struct drive d;
    double speed[DELAY] = {0}, slide[DELAY] = {0}, held_s = 0, longest_s = 0;
    int stage = 0;
    start(&d, car, preset, 15);
    for (int i = 0; i < 10 * FPS; ++i) {
        if (stage == 0 && speed[i % DELAY] > 18) stage = 1;
        if (stage == 1 && slide[i % DELAY] > 14) stage = 2;
        if (stage == 2 && slide[i % DELAY] < 6) stage = 1;
        frame(&d, (kamm_driver_request){.steer = stage > 0, .throttle = stage != 1});
        speed[i % DELAY] = see(&d, KAMM_CHANNEL_speed_mps);
        slide[i % DELAY] = -see(&d, KAMM_CHANNEL_sideslip_rad) / DEGREE;
        held_s = slide[i % DELAY] >= 25 && speed[i % DELAY] > 3 ? held_s + 1.0 / FPS : 0;
        longest_s = fmax(longest_s, held_s);
        if (i % 6 == 0)
            printf("drift,%s,%.2f,%.2f,%.2f\n", preset, (double)i / FPS, slide[i % DELAY],
                   speed[i % DELAY]);
    }
    kamm_destroy_cars(d.cars);
    return longest_s;
}

static void print_grip(const char *car, const char *preset)
{
    struct drive d;
    kamm_error error;
    start(&d, car, preset, 0);
    const kamm_tyre_def *front = &d.def.axles[0].tyre,
                        *rear = &d.def.axles[d.def.axles_count - 1].tyre;
    for (int degrees = 0; degrees <= 40; ++degrees) {
        const double none = 0, angle = degrees * DEGREE;
        double fx, fy[2];
        kamm_tyre_conditions at = {.load_n = front->nominal_load_n, .friction = 1, .speed_mps = 20};
        require(!kamm_tyre_forces(front, &at, 1, &none, &angle, &fx, &fy[0], &error), &error);
        fy[0] /= at.load_n;
        at.load_n = rear->nominal_load_n;
        require(!kamm_tyre_forces(rear, &at, 1, &none, &angle, &fx, &fy[1], &error), &error);
        printf("grip,%s,%d,%.4f,%.4f\n", preset, degrees, fabs(fy[0]), fabs(fy[1]) / at.load_n);
    }
    kamm_destroy_cars(d.cars);
}

int main(int count, char **words)
{
    const char *car = count > 1 ? words[1] : "bmw-m3-e46";
    int good = 1;
    for (size_t i = 0; i < sizeof presets / sizeof *presets; ++i) {
        double least_mps, turn = turn_s(car, presets[i], &least_mps), held = drift(car, presets[i]);
        printf("table,%s,%.1f,%.1f,%.1f,%.0f,%.1f\n", presets[i], from_0_to_100_s(car, presets[i]),
               from_100_to_0_m(car, presets[i]), turn, 3.6 * least_mps, held);
        print_grip(car, presets[i]);
        good &= i == 0 ? held == 0 : held > 5;
    }
    if (!good) fprintf(stderr, "arcade_figures: a preset does not drift, or sim does\n");
    return !good;
}
