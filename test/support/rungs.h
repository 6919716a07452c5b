/* What the tests of several rungs share. */
#ifndef KAMM_TEST_SUPPORT_RUNGS_H
#define KAMM_TEST_SUPPORT_RUNGS_H

#include "cars.h"

/* for (EACH_RUNG(rung)) … */
#define EACH_RUNG(rung)              \
    kamm_rung rung = KAMM_KINEMATIC; \
    (int)rung <= KAMM_FULL;          \
    rung = (kamm_rung)(rung + 1)

const char *rung_name(kamm_rung rung);

/* The test fails where the def can't be compiled. */
kamm_model *compile_rung(const kamm_vehicle_def *def, kamm_rung rung);

/* Starts cars of a rung as start_cars and start_mixed_cars do; end_cars ends them. */
kamm_cars *start_rung(const kamm_vehicle_def *def, kamm_rung rung, int count);
kamm_cars *start_mixed_rung(const kamm_vehicle_def *defs, kamm_rung rung, int count);

/* Velocity of the centre of gravity over the ground plane of the world: x, y. */
void read_velocity(const kamm_cars *cars, int car, double v[2]);

/* Cars go on for so many substeps, are put back by a snapshot, and go on again: with the same bits, whose hash it returns, and
 * without a fault. Ends them. */
uint64_t hash_after_snapshot(kamm_cars *cars, int substeps);

/* A drive has the same hash at all widths that this machine runs. */
void expect_same_hash_at_all_widths(uint64_t (*hash_at)(int width));

#endif
