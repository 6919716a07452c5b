/* Places at which a car queries its ground: constants of its model, body frame. */
#ifndef KAMM_VEHICLE_PROBES_H
#define KAMM_VEHICLE_PROBES_H

#include "layout.h"
#include <kamm/vehicle.h>

struct probe_places {
    double hub_m[MAX_WHEELS][3]; /* wheels' centres at rest in the body */
    float radius_m[MAX_WHEELS];  /* … unloaded */
    float width_m[MAX_WHEELS];
    float lever_m; /* how far from the frame's origin wheels are at most, along x and y … */
    float span_m;  /* … and body points */
};

/* From all else that the model has. */
void kamm_find_probes(kamm_model *model);

#endif
