/* Many cars in one call, each with a model of its own: what does payload cost at a standing start? Vector units step
 * several cars at a time. Then all of them are put back to an earlier moment, as a rollback in a game or a planner does,
 * and driven again: with the same inputs to the same bits, with others elsewhere.
 *
 *     cc -O2 05_many_cars.c -o 05_many_cars $(pkg-config --cflags --libs kamm) */
#include <inttypes.h>
#include <kamm/kamm.h>
#include <stdio.h>
#include <stdlib.h>

enum { CARS = 101 };
static kamm_model *models[CARS];

/* If all were of one model, kamm_create_cars(model, CARS, NULL) would do. */
static kamm_cars *create_cars(kamm_error *error)
{
    static const char *const paths[] = {"payload.mass_kg"};
    static double payloads_kg[CARS];
    kamm_variants variants = {
        .count = CARS, .path_count = 1, .paths = paths, .values = payloads_kg};
    kamm_vehicle_def def = kamm_default_vehicle();
    for (int car = 0; car < CARS; ++car) payloads_kg[car] = 5 * car;
    if (kamm_expand(&def, KAMM_FULL, &variants, models, error) != KAMM_OK) return NULL;
    kamm_cars *cars = kamm_create_mixed_cars((const kamm_model *const *)models, CARS, error);
    if (!cars) snprintf(error->text, sizeof error->text, "out of memory");
    return cars;
}

static uint64_t drive(kamm_cars *cars, float throttle, int seconds)
{
    for (int car = 0; car < CARS; ++car) kamm_inputs(cars)[car].throttle = throttle;
    kamm_step(cars, &kamm_flat_ground, seconds * 240);
    return kamm_state_hash(cars);
}

int main(void)
{
    kamm_error error;
    kamm_cars *cars = create_cars(&error);
    if (!cars) return fprintf(stderr, "%s\n", error.text), 1;
    size_t size = kamm_snapshot_size(cars);
    void *snapshot = malloc(size);
    if (!snapshot) return fprintf(stderr, "out of memory\n"), 1;

    drive(cars, 1, 4);
    kamm_save_snapshot(cars, snapshot);
    uint64_t first = drive(cars, 1, 4);
    printf("%10s %15s\n", "payload kg", "m/s after 8 s");
    for (int car = 0; car < CARS; car += 20)
        printf("%10d %15.2f\n", 5 * car, kamm_read(cars, car, KAMM_CHANNEL_speed_mps));

    uint64_t hashes[2];
    for (int i = 0; i < 2; ++i) {
        if (kamm_restore_snapshot(cars, snapshot, size, &error) != KAMM_OK)
            return fprintf(stderr, "%s\n", error.text), 1;
        hashes[i] = drive(cars, i == 0 ? 1 : 0.99f, 4);
    }
    printf("%d cars by %d at a time, %zu bytes\n", CARS, kamm_width(), size);
    printf("%016" PRIx64 " the first time\n", first);
    printf("%016" PRIx64 " again from the snapshot\n", hashes[0]);
    printf("%016" PRIx64 " with a little less throttle\n", hashes[1]);

    free(snapshot);
    kamm_destroy_cars(cars);
    for (int car = 0; car < CARS; ++car) kamm_destroy_model(models[car]);
    return hashes[0] == first ? 0 : 1;
}
