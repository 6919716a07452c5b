/* Cases of cars by themselves. */
#include "soak.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOMENTS_PER_S = 10 };

/* From moment to moment of a tenth of a second; `apart`: in single substeps, at another width. */
static void drive(struct soak *soak, kamm_cars *cars, const struct soak_place *place, int from,
                  int to, int apart)
{
    int substeps = (int)lround(0.1 / SOAK_RIDES / kamm_describe(kamm_model_of(cars, 0)).substep_s);
    static const int widths[] = {1, 4, 8, 16};
    kamm_set_width(apart ? widths[soak->seed % 4] : 0, NULL);
    for (int moment = from; moment < to; ++moment) {
        soak_drive(soak, cars, moment);
        for (int part = 0; part < SOAK_RIDES; ++part) {
            int riders = soak_ride(soak, cars, moment), size = apart && !riders ? 1 : substeps;
            for (int i = 0; i < substeps; i += size) kamm_step(cars, &place->ground, size);
        }
        if (!apart && moment % MOMENTS_PER_S == 0)
            soak_look(soak, cars, "driven at random", moment / (double)MOMENTS_PER_S);
    }
    kamm_set_width(0, NULL);
    soak->driven_s += (to - from) * 0.1 * kamm_count(cars);
}

/* Another car of the same def takes over, on another rung where it can. */
static void start(struct soak *soak, kamm_cars *cars, const struct soak_place *place)
{
    for (int car = 0; car < kamm_count(cars); ++car) {
        kamm_placement at = kamm_placement_on(&place->ground, 0, 8.0 * car, 0);
        at.speed_mps = soak_between(soak, 0, 30);
        at.gear = KAMM_GEAR_DRIVE;
        at.position_m[2] += place->amplitude_m;
        kamm_place(cars, car, &at);
    }
}

void soak_cars(struct soak *soak)
{
    struct soak_place place;
    kamm_rung rung = soak_rung(soak);
    kamm_model *model = soak_model(soak, rung, soak_rate(soak, rung));
    if (!model) return;
    soak_make_place(soak, &place);
    int count = 1 + soak_below(soak, 20), seconds = 4 + soak_below(soak, 12),
        half = seconds * MOMENTS_PER_S / 2;
    kamm_cars *cars = kamm_create_cars(model, count, NULL),
              *again = kamm_create_cars(model, count, NULL);
    size_t size = kamm_snapshot_size(cars);
    void *snapshot = malloc(size);
    start(soak, cars, &place);
    drive(soak, cars, &place, 0, half, 0);
    kamm_save_snapshot(cars, snapshot);
    drive(soak, cars, &place, half, seconds * MOMENTS_PER_S, 0);
    kamm_error error = {0};
    if (kamm_restore_snapshot(again, snapshot, size, &error))
        soak_find(soak, SOAK_REFUSAL, "%s", error.text);
    drive(soak, again, &place, half, seconds * MOMENTS_PER_S, 1);
    if (kamm_state_hash(again) != kamm_state_hash(cars))
        soak_find(soak, SOAK_REPLAY, "of %d cars, from %d s on", count, half / MOMENTS_PER_S);
    soak_quiet(soak, model);
    free(snapshot);
    kamm_destroy_cars(again);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}
