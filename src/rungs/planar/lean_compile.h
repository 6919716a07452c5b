/* Constants of a two-wheeler's lean (part/lean.h). */
#ifndef KAMM_RUNGS_PLANAR_LEAN_COMPILE_H
#define KAMM_RUNGS_PLANAR_LEAN_COMPILE_H

#include "../../part/lean.h"
#include "../../vehicle/model.h"

/* Does nothing for other vehicles. The model is described and has its limits. */
void kamm_compile_lean(const kamm_model *model, struct lean_constants *c);

/* Side force per load and lean of an axle's tyre that rolls without slip, towards that side. */
double kamm_camber_stiffness_per_rad(const kamm_model *model, int axle);

#endif
