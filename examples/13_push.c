/* A game pushes its cars: a jump pad, an explosion, a magnet.
 *
 *     cc -O2 13_push.c -o 13_push $(pkg-config --cflags --libs kamm) -lm */
#include <kamm/kamm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void check(kamm_result result, const kamm_error *error)
{
    if (result == KAMM_OK) return;
    fprintf(stderr, "%s\n", error->text);
    exit(EXIT_FAILURE);
}

/* An upward impulse that gives the whole car 5 m/s; its springs add to that. */
static void jump(kamm_cars *cars, double mass_kg)
{
    kamm_error error;
    const double impact_ns[3] = {0, 0, 5 * mass_kg};
    double from_m = kamm_read(cars, 0, KAMM_CHANNEL_z_m), top_m = 0;
    check(kamm_apply_impulse(cars, 0, impact_ns, NULL, &error), &error);
    for (int n = 0; n < 240; ++n) {
        kamm_step(cars, &kamm_flat_ground, 1);
        top_m = fmax(top_m, kamm_read(cars, 0, KAMM_CHANNEL_z_m) - from_m);
    }
    printf("jump pad: 5 m/s upwards lift it by %.2f m\n", top_m);
}

/* Away from a charge on the ground 4 m to the right, less with the square of the distance, on the side that is nearest to it. */
static void explode(kamm_cars *cars)
{
    kamm_error error;
    const double x_m = kamm_read(cars, 0, KAMM_CHANNEL_x_m),
                 z_m = kamm_read(cars, 0, KAMM_CHANNEL_z_m);
    const double away_m[3] = {0, 4, z_m}, square = 16 + z_m * z_m, side_m[3] = {x_m, -0.8, z_m};
    double push_ns[3];
    for (int i = 0; i < 3; ++i) push_ns[i] = 5e4 / square * away_m[i] / sqrt(square);
    check(kamm_apply_impulse(cars, 0, push_ns, side_m, &error), &error);
    kamm_step(cars, &kamm_flat_ground, 240);
    printf("explosion: %.0f N.s push it %.2f m to the left\n", 5e4 / square,
           kamm_read(cars, 0, KAMM_CHANNEL_y_m));
}

/* A force in each frame: 3 m/s2. */
static void pull(kamm_cars *cars, double mass_kg)
{
    kamm_error error;
    const double pull_n[3] = {3 * mass_kg, 0, 0};
    for (int frame = 0; frame < 60; ++frame) {
        check(kamm_apply_force(cars, 0, pull_n, NULL, &error), &error);
        kamm_step(cars, &kamm_flat_ground, 4);
    }
    printf("magnet: 3 m/s2 for a second make it roll at %.2f m/s\n",
           kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps));
}

int main(void)
{
    kamm_error error;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    kamm_cars *cars = model ? kamm_create_cars(model, 1, &error) : NULL;
    if (!cars) return EXIT_FAILURE;
    const kamm_placement start = kamm_placement_on(&kamm_flat_ground, 0, 0, 0);
    for (int trick = 0; trick < 3; ++trick) {
        kamm_place(cars, 0, &start);
        kamm_inputs(cars)[0].gear = 0; /* neutral: it rolls */
        if (trick == 0) jump(cars, kamm_describe(model).mass_kg);
        if (trick == 1) explode(cars);
        if (trick == 2) pull(cars, kamm_describe(model).mass_kg);
    }
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
    return EXIT_SUCCESS;
}
