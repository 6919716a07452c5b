/* What several targets drive. */
#ifndef KAMM_FUZZ_SCENES_H
#define KAMM_FUZZ_SCENES_H

#include <kamm/combinations.h>
#include <kamm/world.h>

/* Combinations of a shipped kind, of 0 (on single_track) to 2. */
kamm_combinations *make_combinations(int which, int count);
/* A motorcycle of test/reference. */
#define TWO_WHEELER KAMM_FUZZ_DATA "/../test/reference/two_wheels/sport-1000.json"
/* Compiles a def and drives it for a moment, unless it is refused. */
void drive_def(const kamm_vehicle_def *def, kamm_rung rung);

#endif
