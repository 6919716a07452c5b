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
    double grip;              /* that share */
    /* Side force that the plan leaves room for over that of a steady bend: riders swing, cars don't. */
    double swings;
    double max_lean_rad,
        leans_more;    /* of a two-wheeler's frame; its lean over that of one on thin tyres */
    double drag_per_m; /* deceleration by drag over speed squared */
    double *speed_mps; /* at each sample of the line */
};

/* Returns the acceleration of the engine at that speed, if the tyres can take it. */
double kamm_plan_engine_mps2(const kamm_plan *plan, double speed_mps);

#endif
