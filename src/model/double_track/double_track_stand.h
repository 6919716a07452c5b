/* How a car stands that comes to double_track from another rung. */
#ifndef KAMM_MODEL_DOUBLE_TRACK_STAND_H
#define KAMM_MODEL_DOUBLE_TRACK_STAND_H

#include "../cars.h"

struct track_stand {
    double up[3];  /* of the road, in the axes of the body, which leans on it */
    double rise_m; /* of the body, from where it is at rest, along that */
};

/* The lean under the accelerations load_x_mps2 and load_y_mps2 of a car whose body lies in the road; sets its
 * wheels' travels. */
struct track_stand kamm_double_track_stand(kamm_cars *cars, int car);

/* Sets those accelerations so that axles and sides bear what the outputs have as the wheels' loads: for a
 * car whose loads lag behind its acceleration, as on springs they do. */
void kamm_double_track_take_loads(kamm_cars *cars, int car);

#endif
