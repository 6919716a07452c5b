#include "glance.h"

#include "../base/float_mode.h"
#include "body_frame.h"

struct car_glance kamm_glance(const kamm_cars *cars, int car)
{
    KAMM_FLOAT_MODE;
    const struct car one = kamm_car_of(cars, car);
    const struct body_frame frame = frame_of(cars, car);
    double at[3], v[3];
    place_in(&frame, one.model, at);
    velocity_in(&frame, &one, v);
    return (struct car_glance){.x_m = at[0],
                               .y_m = at[1],
                               .yaw_rad = angle_in(frame.q, 0),
                               .roll_rad = angle_in(frame.q, 2),
                               .speed_mps = speed_of(v),
                               .forward_mps = v[0],
                               .left_mps = v[1]};
}
