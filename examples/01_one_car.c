/* One car. A def says what the car is, a model is compiled from it, and cars of that model are stepped. Full throttle
 * for 10 s on flat ground; each second it prints how fast the car is and how far it has come.
 *
 *     cc -O2 01_one_car.c -o 01_one_car $(pkg-config --cflags --libs kamm) */
#include <kamm/kamm.h>
#include <stdio.h>

enum { SUBSTEPS = 4, FRAMES = 600 }; /* a substep is 1/240 s, so these are 10 s at 60 Hz */

int main(void)
{
    kamm_error error;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    if (!model) return fprintf(stderr, "%s\n", error.text), 1;
    kamm_cars *cars = kamm_create_cars(model, 1, &error);
    if (!cars) return fprintf(stderr, "out of memory\n"), 1;

    printf("%6s %10s %7s %5s %10s\n", "time s", "speed m/s", "way m", "gear", "engine rpm");
    double start_m = kamm_read(cars, 0, KAMM_CHANNEL_x_m);
    kamm_inputs(cars)[0].throttle = 1; /* held until it is changed */
    for (int frame = 1; frame <= FRAMES; ++frame) {
        kamm_step(cars, &kamm_flat_ground, SUBSTEPS);
        if (frame % 60) continue;
        printf("%6.1f %10.2f %7.2f %5.0f %10.0f\n", kamm_read(cars, 0, KAMM_CHANNEL_time_s),
               kamm_read(cars, 0, KAMM_CHANNEL_speed_mps),
               kamm_read(cars, 0, KAMM_CHANNEL_x_m) - start_m,
               kamm_read(cars, 0, KAMM_CHANNEL_gear),
               kamm_read(cars, 0, KAMM_CHANNEL_engine_radps) * 9.549297); /* 60 / 2 pi */
    }

    kamm_destroy_cars(cars); /* cars first, as they use the model */
    kamm_destroy_model(model);
    return 0;
}
