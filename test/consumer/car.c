#include <kamm/io.h>
#include <kamm/kamm.h>

int main(void)
{
    kamm_error error;
    kamm_model *micra = kamm_load_model("nissan-micra", KAMM_FULL, &error);
    if (!micra) return fprintf(stderr, "%s\n", error.text), 1;

    kamm_cars *cars = kamm_create_cars(micra, 1); /* or 100000: same calls, same bits */
    kamm_inputs(cars)[0].throttle = 1;
    for (int frame = 0; frame < 600; ++frame)
        kamm_step(cars, &kamm_flat_ground, 20); /* 20 substeps: one frame at 60 Hz */
    printf("%.1f m/s after 10 s\n", kamm_read(cars, 0, KAMM_CHANNEL_speed_mps));
}
