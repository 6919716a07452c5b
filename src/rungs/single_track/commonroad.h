/* Values of a car for CommonRoad's models. */
#ifndef KAMM_RUNGS_SINGLE_TRACK_COMMONROAD_H
#define KAMM_RUNGS_SINGLE_TRACK_COMMONROAD_H

#include "../../vehicle/model.h"

struct commonroad_parameters {
    double front_m, rear_m;       /* from the centre of gravity to the axles */
    double height_m;              /* h */
    double front_grip, rear_grip; /* mu C_Sf, mu C_Sr */
    double mass_per_inertia;
};

struct commonroad_parameters kamm_commonroad_parameters_of(const kamm_model *model);

#endif
