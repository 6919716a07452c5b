/* Torque on the shafts of a car that comes from a rung without clutch and shafts. */
#ifndef KAMM_RUNGS_FULL_TAKE_DRIVE_H
#define KAMM_RUNGS_FULL_TAKE_DRIVE_H

#include "full.h"

/* Twists the shafts, and closes the clutch so far, that the wheels get the drive torque that the outputs hold. */
void kamm_take_drive(const struct car *car, const struct full_constants *c);

#endif
