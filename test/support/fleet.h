/* The two-wheelers of data/two-wheelers, without those with a third wheel, for tests by grid; what shipped.h has stands by itself. */
#ifndef KAMM_TEST_SUPPORT_FLEET_H
#define KAMM_TEST_SUPPORT_FLEET_H

#include "cars.h"

/* How many there are; their names go on from 0, sorted. */
int fleet_count(void);
const char *fleet_name(int machine);
/* As its file has it, at that many substeps per second or its own; the test fails if that can't be read. */
kamm_vehicle_def fleet_def(int machine, double substeps_per_s);

#endif
