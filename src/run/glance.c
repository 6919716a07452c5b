#include "glance.h"

#include "../base/float_mode.h"
#include "seen_frame.h"

struct car_glance kamm_glance(const kamm_cars *cars, int car)
{
    KAMM_FLOAT_MODE;
    const struct car one = kamm_car_of(cars, car);
    const struct seen_frame frame = seen_frame_of(cars, car);
    double at[3], v[3];
    seen_place(&frame, one.model, at);
    seen_velocity(&frame, &one, v);
    return (struct car_glance){.x_m = at[0],
                               .y_m = at[1],
                               .yaw_rad = seen_angle(frame.q, 0),
                               .roll_rad = seen_angle(frame.q, 2),
                               .speed_mps = seen_speed(v),
                               .forward_mps = v[0],
                               .left_mps = v[1]};
}
