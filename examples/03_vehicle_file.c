/* A car from a file, and one of its numbers changed: it accelerates to 100 km/h as it is in data/vehicles, and again
 * with 400 kg on board, or with another change, by its path and in any unit that fits. What is wrong with a file, a
 * path or a value comes back as a sentence that can be shown.
 *
 *     cc -O2 03_vehicle_file.c -o 03_vehicle_file $(pkg-config --cflags --libs kamm_io)
 *     ./03_vehicle_file nissan-micra engine.limiter_rpm 4500
 *     ./03_vehicle_file nissan-micra engine.limitr_rpm 4500 */
#include <kamm/io/vehicle_file.h>
#include <kamm/kamm.h>
#include <stdio.h>

static int print_time(const char *what, const kamm_vehicle_def *def, kamm_error *error)
{
    kamm_model *model = kamm_create_model(def, KAMM_FULL, error);
    if (!model) return 0;
    kamm_cars *cars = kamm_create_cars(model, 1, error);
    if (!cars) return snprintf(error->text, sizeof error->text, "out of memory"), 0;
    double time_s = 0; /* a minute, if it never gets there */
    kamm_inputs(cars)[0].throttle = 1;
    while (kamm_read(cars, 0, KAMM_CHANNEL_speed_mps) < 100 / 3.6 && time_s < 60) {
        kamm_step(cars, &kamm_flat_ground, 1);
        time_s = kamm_read(cars, 0, KAMM_CHANNEL_time_s);
    }
    printf("%7.0f kg %8.2f s   %s\n", kamm_describe(model).mass_kg, time_s, what);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
    return 1;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "bmw-m3-e46", *path = "payload.mass_kg", *value = "400";
    if (argc == 4) path = argv[2], value = argv[3];
    if (argc == 3 || argc > 4) return fprintf(stderr, "usage: %s [CAR [PATH VALUE]]\n", argv[0]), 2;

    static kamm_vehicle_file file; /* with its tyres some kilobytes large */
    kamm_error error;
    if (kamm_load_vehicle(name, &file, NULL, &error) != KAMM_OK)
        return fprintf(stderr, "%s\n", error.text), 1;
    printf("%s, 0 to 100 km/h\n", file.def.name);
    if (!print_time("as in its file", &file.def, &error))
        return fprintf(stderr, "%s\n", error.text), 1;

    char change[128];
    snprintf(change, sizeof change, "with %s = %s", path, value);
    if (kamm_set(kamm_vehicle_table(), &file.def, path, value, &error) != KAMM_OK ||
        !print_time(change, &file.def, &error))
        return fprintf(stderr, "%s\n", error.text), 1;
    return 0;
}
