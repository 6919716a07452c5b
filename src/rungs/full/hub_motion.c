#include "hub_motion.h"
#include "../../vehicle/chassis.h"

#include <math.h>

/* The place is that of place_wheel in corner.h; the path is the one along which lean_on_links in ride.h moves the unsprung mass. */
struct hub_motion kamm_hub_motion(const struct car *car, int w)
{
    const struct layout *l = &car->model->layout;
    const struct axle_constants *axle = &car->model->chassis->axles[l->axle[w]];
    const struct suspension_constants *s = &axle->suspension;
    int other = l->opposite[w], raised = car->inputs[car->lane].raised_axles > 0.5f;
    float travel = STATE_OF(car, wheels[w].travel_m),
          rate = STATE_OF(car, wheels[w].travel_rate_mps);
    float tilt = tilting_travel(s, travel, STATE_OF(car, wheels[other].travel_m));
    double tilts = tilting_travel(s, rate, STATE_OF(car, wheels[other].travel_rate_mps));
    const struct wheel_path path = wheel_path_at(s, travel, tilt);
    double side = l->side[w], radius = axle->rest_radius_m;
    double out = axle->half_track_m + path.outward_m + radius * sin(path.camber_rad);
    double out_slope = path.outward_slope + radius * path.camber_slope;
    return (struct hub_motion){.at = {axle->behind_m + path.forward_m,
                                      side * out + axle->left_offset_m,
                                      axle->hub_z_m + travel + (raised ? (double)axle->lift_m : 0)},
                               .own = {path.forward_slope * rate, side * out_slope * tilts, rate}};
}
