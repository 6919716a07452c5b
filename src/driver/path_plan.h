/* Shared code of plan and driver; the public side is <kamm/driver.h>. */
#ifndef KAMM_DRIVER_PATH_PLAN_H
#define KAMM_DRIVER_PATH_PLAN_H

#include "car_limits.h"
#include "path_line.h"

struct kamm_plan {
    const kamm_line *line;
    kamm_model_info info;
    struct car_limits limits; /* with the grip that the driver dares to use */
    double length_scale;      /* of the car: src/vehicle/scale.h */
    double drag_per_m;        /* deceleration by drag over speed squared */
    double *speed_mps;        /* at each sample of the line */
};

/* Returns the acceleration of the engine at that speed, if the tyres can take it. */
double kamm_plan_engine_mps2(const kamm_plan *plan, double speed_mps);

#endif
