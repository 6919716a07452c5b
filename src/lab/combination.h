/* The bench of road tests of combinations: units, hitches and their points. */
#ifndef KAMM_LAB_COMBINATION_H
#define KAMM_LAB_COMBINATION_H

#include "lab/bench.h"
#include "lab/driver.h"

/* A bench of combinations: its car is the first unit, its figures of what the engine and all brakes can do those of all units. */
kamm_result kamm_bench_build_combination(kamm_bench *bench, const kamm_combination_file *file,
                                         const kamm_test_options *options, kamm_error *error);

int kamm_bench_units(const kamm_bench *bench);
double kamm_bench_read_unit(const kamm_bench *bench, int index, int unit, kamm_channel channel);
double kamm_bench_articulation_rad(const kamm_bench *bench, int index, int unit);
/* Whether all units' steps went well. */
int kamm_bench_units_are_well(const kamm_bench *bench, int index);

/* A point of a unit's body seen from above: how far behind its front axle, and how far left of its middle plane. */
void kamm_bench_unit_point(const kamm_bench *bench, int index, int unit, double behind_m,
                           double left_m, double at_m[2]);
/* Behind its front axle, the mean place of the axles that roll without slip in a slow turn. */
double kamm_bench_turning_axle_m(const kamm_bench *bench, int unit);
/* Where the last axle of the last unit is, behind that unit's front axle. */
double kamm_bench_last_axle_m(const kamm_bench *bench);

/* Drives all combinations along the x axis at that speed until springs and hitches are at rest. */
void kamm_bench_settle_combinations(kamm_bench *bench, kamm_speed_hold *holds,
                                    const double *speeds_mps);

/* Steers so that the middle of the front axle goes along a line that passes it at `error_m` to its left, in direction
 * `course_rad`: the front wheels point along the line and back to it. */
void kamm_drive_front_axle(kamm_bench *bench, int index, double course_rad, double error_m);

#endif
