/* A car and a world from files, through the installed libraries. */
#include <kamm/io/world_file.h>
#include <kamm/kamm.h>

int main(void)
{
    kamm_error error;
    kamm_world_file world;
    kamm_model *micra = kamm_load_model("nissan-micra", KAMM_FULL, &error);
    if (!micra) return fprintf(stderr, "%s\n", error.text), 1;
    if (kamm_load_world("flat.json", &world, NULL, &error))
        return fprintf(stderr, "%s\n", error.text), 1;

    kamm_cars *cars = kamm_create_cars(micra, 1, &error);
    kamm_inputs(cars)[0].throttle = 1;
    kamm_step(cars, &world.def.ground, 2400);
    printf("%.1f m/s after 10 s\n", kamm_read(cars, 0, KAMM_CHANNEL_speed_mps));
    kamm_destroy_cars(cars);
    kamm_destroy_model(micra);
    kamm_destroy_world_file(&world);
    return 0;
}
