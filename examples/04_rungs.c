/* Five models of one car, from wheels that go where they point to a body on springs: the same bend on every rung of
 * the ladder (docs/ladder.md). Then a car changes its rung while it drives, as a game does when one comes near the
 * camera, and neither place nor speed jumps.
 *
 *     cc -O2 04_rungs.c -o 04_rungs $(pkg-config --cflags --libs kamm) */
#include <kamm/kamm.h>
#include <stdio.h>

/* By rung: KAMM_KINEMATIC is 1, KAMM_FULL 5. */
static kamm_model *models[KAMM_RUNG_COUNT + 1];
static kamm_cars *cars_of[KAMM_RUNG_COUNT + 1];

/* A car at 20 m/s in the middle of turning left. */
static void start(kamm_cars *cars)
{
    kamm_placement placement = kamm_placement_on(&kamm_flat_ground, 0, 0, 0);
    placement.speed_mps = 20;
    placement.gear = KAMM_GEAR_DRIVE;
    kamm_place(cars, 0, &placement);
    kamm_inputs(cars)[0] =
        (kamm_input){.gear = KAMM_GEAR_DRIVE, .throttle = 0.2f, .steering_wheel_rad = 0.4f};
}

static void print_car(const kamm_cars *cars, const char *what)
{
    printf("%-14s %7.2f %7.2f %7.2f %9.3f %9.2f %14.0f\n", what,
           kamm_read(cars, 0, KAMM_CHANNEL_x_m), kamm_read(cars, 0, KAMM_CHANNEL_y_m),
           kamm_read(cars, 0, KAMM_CHANNEL_speed_mps),
           kamm_read(cars, 0, KAMM_CHANNEL_yaw_rate_radps),
           kamm_read(cars, 0, KAMM_CHANNEL_roll_rad) * 57.29578,
           kamm_read_wheel(cars, 0, 1, KAMM_WHEEL_load_n));
}

static int create_all(kamm_error *error)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung) {
        models[rung] = kamm_create_model(&def, (kamm_rung)rung, error);
        if (!models[rung]) return 0;
        cars_of[rung] = kamm_create_cars(models[rung], 1, error);
        if (!cars_of[rung]) return snprintf(error->text, sizeof error->text, "out of memory"), 0;
    }
    return 1;
}

int main(void)
{
    kamm_error error;
    if (!create_all(&error)) return fprintf(stderr, "%s\n", error.text), 1;

    printf("%-14s %7s %7s %7s %9s %9s %14s\n", "after 3 s", "x m", "y m", "m/s", "yaw rad/s",
           "roll deg", "front right N");
    for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung) {
        start(cars_of[rung]);
        kamm_step(cars_of[rung], &kamm_flat_ground, 3 * 240);
        print_car(cars_of[rung], kamm_describe_rung((kamm_rung)rung)->name);
    }

    kamm_cars *far = cars_of[KAMM_SINGLE_TRACK], *near = cars_of[KAMM_FULL];
    kamm_hand_over(far, 0, near, 0); /* the one far away goes on until it is placed again */
    print_car(near, "handed over");
    kamm_step(near, &kamm_flat_ground, 240);
    print_car(near, "1 s later");

    for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung) {
        kamm_destroy_cars(cars_of[rung]);
        kamm_destroy_model(models[rung]);
    }
    return 0;
}
