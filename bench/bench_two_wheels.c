/* What a substep of a motorcycle costs beside that of a car of the same batch size on full, at each width: as shipped, with a frame that twists and
 * a rider who leans.
 *
 *     bench_two_wheels [--json] */
#include <kamm/io/lab.h>
#include <kamm/io/vehicle_file.h>
#include <kamm/kamm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MACHINES = 128, SUBSTEPS = 20, ROUNDS = 40, WIDTHS = 4, KINDS = 3 };
static const int widths[WIDTHS] = {1, 4, 8, 16};
static const char *const names[KINDS] = {"car", "motorcycle", "flexible_motorcycle"};

static kamm_vehicle_def def_of(int kind)
{
    static kamm_vehicle_file file;
    kamm_error error;
    if (kind == 0) return kamm_default_vehicle();
    if (kamm_load_vehicle("sport-1000", &file, NULL, &error) != KAMM_OK)
        fprintf(stderr, "%s\n", error.text), exit(1);
    if (kind == 2) {
        file.def.front_assembly.twist_nm_per_rad = 34100;
        file.def.front_assembly.twist_nms_per_rad = 99.7;
        file.def.front_assembly.twist_behind_front_axle_m = 0.35;
        file.def.front_assembly.twist_height_m = 0.83;
        file.def.rider.mass_kg = 33;
    }
    return file.def;
}

/* All of them run straight ahead; two-wheelers without hands, for less than the time in which one would fall. */
static double substep_ns(int kind)
{
    kamm_error error;
    const kamm_vehicle_def def = def_of(kind);
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    if (!model) fprintf(stderr, "%s\n", error.text), exit(1);
    kamm_cars *cars = kamm_create_cars(model, MACHINES, &error);
    if (!cars) fprintf(stderr, "%s\n", error.text), exit(1);
    for (int i = 0; i < MACHINES; ++i) {
        const kamm_placement placement = {
            .orientation = {1, 0, 0, 0}, .speed_mps = 20, .gear = KAMM_GEAR_DRIVE};
        kamm_place(cars, i, &placement);
        kamm_inputs(cars)[i] =
            (kamm_input){.throttle = 0.1f, .gear = KAMM_GEAR_DRIVE, .free_steering = kind > 0};
    }
    kamm_step(cars, &kamm_flat_ground, 60);
    double ns = kamm_time_step_ns(cars, SUBSTEPS, ROUNDS);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
    return ns;
}

int main(int argc, char **argv)
{
    int json = argc > 1 && !strcmp(argv[1], "--json"), printed = 0;
    if (argc > 1 && !json) return fprintf(stderr, "usage: bench_two_wheels [--json]\n"), 2;
    if (json) printf("{\"bench\": \"two_wheels\", \"machines\": %d, \"widths\": [", MACHINES);
    for (int i = 0; i < WIDTHS; ++i) {
        double ns[KINDS];
        if (kamm_set_width(widths[i], NULL) != KAMM_OK) continue;
        for (int kind = 0; kind < KINDS; ++kind) ns[kind] = substep_ns(kind);
        if (json) {
            printf("%s{\"width\": %d", printed++ ? ", " : "", widths[i]);
            for (int kind = 0; kind < KINDS; ++kind)
                printf(", \"%s_ns\": %.2f", names[kind], ns[kind]);
            printf("}");
            continue;
        }
        printf("width %2d:", widths[i]);
        for (int kind = 0; kind < KINDS; ++kind)
            printf("  %s %.0f ns (%.2f of a car)", names[kind], ns[kind], ns[kind] / ns[0]);
        putchar('\n');
    }
    if (json) printf("]}\n");
    return 0;
}
