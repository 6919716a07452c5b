/* What several targets drive. */
#ifndef KAMM_FUZZ_SCENES_H
#define KAMM_FUZZ_SCENES_H

#include <kamm/combinations.h>
#include <kamm/world.h>

/* Combinations of a shipped kind, of 0 (on single_track) to 2. */
kamm_combinations *make_combinations(int which, int count);
/* The motorcycle of test/reference with a frame that twists, a rider who leans at the hip, and motorcycle tyres. */
#define TWO_WHEELER KAMM_FUZZ_CORPUS "/vehicle/flexible-motorcycle.json"
/* Compiles a def and drives it for a moment, unless it is refused. */
void drive_def(const kamm_vehicle_def *def, kamm_rung rung);

#endif
