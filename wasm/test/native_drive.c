/* A drive whose state hash, natively, drive_in_node.mjs has to reach through the npm package. The files are read
 * and the models compiled on both sides; only inputs that are exact in binary are used. */
#include <kamm/io/vehicle_file.h>
#include <kamm/kamm.h>
#include <stdio.h>

static uint64_t drive(const char *vehicle, kamm_rung rung)
{
    kamm_error error;
    kamm_model *model = kamm_load_model(vehicle, rung, &error);
    if (!model) return fprintf(stderr, "%s\n", error.text), 0;
    kamm_cars *cars = kamm_create_cars(model, 3);
    for (int frame = 0; frame < 100; ++frame) {
        for (int car = 0; car < 3; ++car) {
            kamm_input *input = &kamm_inputs(cars)[car];
            input->throttle = frame < 60 ? 1 : 0;
            input->brake = frame < 60 ? 0 : 0.5f;
            input->steering_wheel_rad = (float)(frame % 16 - 8) / 8 * (float)car;
        }
        kamm_step(cars, &kamm_flat_ground, 40);
    }
    uint64_t hash = kamm_state_hash(cars);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
    return hash;
}

int main(void)
{
    static const char *const vehicles[] = {"nissan-micra", "bmw-m3-e46", "mclaren-mp4-12c",
                                           "toyota-hilux-laden"};
    for (int i = 0; i < 4; ++i)
        for (int rung = 1; rung <= KAMM_RUNG_COUNT; ++rung)
            printf("%s %s %016llx\n", vehicles[i], kamm_describe_rung((kamm_rung)rung)->name,
                   (unsigned long long)drive(vehicles[i], (kamm_rung)rung));
    return 0;
}
