/* Defaults of values that a ground leaves out, as 0: those of kamm_flat_ground. */
#ifndef KAMM_RUN_USUAL_H
#define KAMM_RUN_USUAL_H

#include <kamm/ground.h>

/* The ground itself, where nothing is left out, or `completed`. */
const kamm_ground *kamm_usual_ground(const kamm_ground *ground, kamm_ground *completed);

/* Friction of an answer or a plane; 0 stands for 1. */
static inline float kamm_usual_friction(float friction) { return friction == 0 ? 1 : friction; }
/* Value from a file, where 0 is meant literally. */
static inline float kamm_meant(double value) { return value == 0 ? KAMM_NONE : (float)value; }

#endif
