/* Driving a path for other drivers, who limit speed and acceleration. */
#ifndef KAMM_DRIVER_PATH_DRIVER_H
#define KAMM_DRIVER_PATH_DRIVER_H

#include "../run/glance.h"

#include <kamm/driver.h>

/* What a driver does beside the plan. */
struct path_wish {
    double speed_share; /* of the planned speed; 1: all of it */
    double top_mps;     /* highest speed; INFINITY: the plan's */
    double most_mps2;   /* highest acceleration; INFINITY: the plan's */
    double late_m;      /* how much later it brakes for bends */
};

/* Writes where along the line the car is by now. */
void kamm_find_on_line(kamm_driver *driver, const struct car_glance *now);
/* kamm_drive_path within these limits. */
void kamm_drive_path_as_wished(kamm_driver *driver, kamm_cars *cars, int car, double interval_s,
                               const struct path_wish *wish);

#endif
