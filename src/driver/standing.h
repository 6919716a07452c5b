/* Forwards, backwards and standing by two pedals: the part of the input assist below walking pace. */
#ifndef KAMM_DRIVER_STANDING_H
#define KAMM_DRIVER_STANDING_H

#include <kamm/input_assist.h>

/* Present meaning of the pedals. */
struct feet {
    float throttle, brake;
    int holds; /* the brake holds the car for them: it is pressed at once, by KAMM_HOLD_BRAKE */
};

/* Selects the direction by the pedals and says what they mean in it; sets the gear. `speed_mps` over the ground, `forward_mps`
 * along the car. */
struct feet kamm_find_feet(const kamm_input_assist *assist, kamm_cars *cars, int car,
                           const kamm_driver_request *request, float forward_mps, float speed_mps);

#endif
