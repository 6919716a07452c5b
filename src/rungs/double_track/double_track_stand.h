/* The double track's car as it is handed over. */
#ifndef KAMM_RUNGS_DOUBLE_TRACK_STAND_H
#define KAMM_RUNGS_DOUBLE_TRACK_STAND_H

#include "../rung.h"

/* Leaning as the kernel leans it. */
void kamm_double_track_stand(const struct car *car, const struct arrival *arrival);

#endif
