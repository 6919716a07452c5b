/* Vehicles that no model can be compiled of. */
#ifndef KAMM_TEST_SUPPORT_REFUSED_H
#define KAMM_TEST_SUPPORT_REFUSED_H

#include <kamm/vehicle.h>

/* The compile on full refuses it with a text that says that part: the field's path, for one. */
void expect_vehicle_refused(const kamm_vehicle_def *def, const char *part);

#endif
