/* Prints a hash of the constants of each rung, for cars of several kinds, and with an argument all of them: for
 * tools/test_musl.sh, which compares those of one C library with another's. */
#include "run/cars.h"

#include "base/hash.h"
#include <stdio.h>
#include <string.h>

enum { CARS = 24 };

/* A car unlike the one before in what goes through sines, roots and powers. */
static kamm_vehicle_def car_of(int i)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_tyre_spec spec = kamm_default_tyre_spec();
    def.body.mass_kg += 37.5 * i;
    def.body.cg_left_m = 0.0125 * (i % 3);
    def.payload.mass_kg = 31.25 * (i % 5);
    spec.peak_slip_angle_rad += 0.0078125 * (i % 7);
    spec.friction_lateral += 0.03125 * (i % 4);
    for (int a = 0; a < 2; ++a) {
        kamm_axle_def *axle = &def.axles[a];
        if (i % 2) kamm_tyre_from_spec(&spec, &axle->tyre, NULL);
        axle->tyre.law = i % 3;
        axle->tyre.pcy1 += 0.015625 * (i % 6);
        axle->tyre.pcx1 += 0.0078125 * (i % 5);
        axle->suspension.camber_rad = -0.0078125 * (i % 4);
        axle->suspension.caster_rad = 0.03125 * (i % 5);
        axle->suspension.roll_centre_height_m = 0.03125 * (i % 3);
        axle->suspension.kingpin_inclination_rad = 0.015625 * (i % 8);
        axle->tyre.inflation_pressure_pa += 4096.0 * (i % 3);
    }
    def.aids.esc = i % 2;
    return def;
}

int main(int argc, char **argv)
{
    (void)argv;
    for (int rung = 1; rung <= KAMM_RUNG_COUNT; ++rung) {
        uint64_t hash = HASH_START;
        for (int i = 0; i < CARS; ++i) {
            kamm_error error;
            kamm_vehicle_def def = car_of(i);
            kamm_model *model = kamm_create_model(&def, (kamm_rung)rung, &error);
            if (!model) return fprintf(stderr, "%s\n", error.text), 1;
            const float *constants = model->own;
            hash = hash_words(hash, constants, model->own_count);
            for (size_t c = 0; argc > 1 && c < model->own_count; ++c)
                printf("%s car %d constant %zu: %a\n", kamm_describe_rung((kamm_rung)rung)->name, i,
                       c, (double)constants[c]);
            kamm_destroy_model(model);
        }
        printf("%-12s %016llx\n", kamm_describe_rung((kamm_rung)rung)->name,
               (unsigned long long)hash);
    }
    return 0;
}
