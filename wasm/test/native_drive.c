/* A drive whose state hash, natively, drive_in_node.mjs has to reach through the npm package. The files are read
 * and the models compiled on both sides; only inputs that are exact in binary are used. */
#include <kamm/combinations.h>
#include <kamm/io/combination_file.h>
#include <kamm/io/vehicle_file.h>
#include <kamm/kamm.h>
#include <stdio.h>

static uint64_t drive(const char *vehicle, kamm_rung rung)
{
    kamm_error error;
    kamm_model *model = kamm_load_model(vehicle, rung, &error);
    if (!model) return fprintf(stderr, "%s\n", error.text), 0;
    kamm_cars *cars = kamm_create_cars(model, 3, &error);
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

static uint64_t drive_combination(const char *name, kamm_rung rung)
{
    kamm_error error;
    kamm_combination_file file = {.unit_count = 0};
    kamm_model *models[KAMM_MAX_UNITS];
    if (kamm_load_combination(name, &file, NULL, &error) ||
        kamm_create_unit_models(&file, rung, models, &error))
        return fprintf(stderr, "%s\n", error.text), 0;
    kamm_combinations *combinations =
        kamm_create_combinations((const kamm_model *const *)models, file.unit_count, 2, &error);
    for (int frame = 0; frame < 60; ++frame) {
        for (int i = 0; i < 2; ++i) {
            kamm_input *input = &kamm_inputs(kamm_combination_cars(combinations, 0))[i];
            input->throttle = frame < 40 ? 1 : 0;
            input->brake = frame < 40 ? 0 : 0.5f;
            input->steering_wheel_rad = (float)(frame % 16 - 8) / 8 * (float)i;
        }
        kamm_step_combinations(combinations, &kamm_flat_ground, 40);
    }
    uint64_t hash = kamm_combinations_hash(combinations);
    kamm_destroy_combinations(combinations);
    for (int u = 0; u < file.unit_count; ++u) kamm_destroy_model(models[u]);
    kamm_destroy_combination_file(&file);
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
    static const char *const combinations[] = {"volvo-v40-caravan", "tractor-semitrailer-laden",
                                               "articulated-bus"};
    for (int i = 0; i < 3; ++i)
        printf("%s %016llx\n", combinations[i],
               (unsigned long long)drive_combination(combinations[i], (kamm_rung)KAMM_RUNG_COUNT));
    return 0;
}
