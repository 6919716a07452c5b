/* Steers a vehicle backwards so that its trailer goes where it is wanted.
 *
 * Wheels that do not slip: v is the speed of the vehicle's rear axle, r its yaw rate and t the articulation. The hitch
 * is c behind that axle, the trailer's axle d behind the hitch. The trailer turns by
 *
 *     s = -(v sin t + c r cos t) / d,   dt/dt = s - r
 *
 * which, backwards, runs away from any t. The yaw rate that leads t to a wanted one over a way of 1 / k follows from that
 * (input linearisation, as J.-P. Laumond (ed.), Robot Motion Planning and Control, ch. 1, has it for a car with trailers):
 *
 *     r (1 + c cos t / d) = k |v| (t - t_wanted) - v sin t / d
 *
 * and t_wanted from the circles of both axles: c^2 + 1 / k1^2 = d^2 + 1 / k2^2 with the curvatures k1 and k2 of their paths. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../run/cars.h"
#include "../run/combination_state.h"
#include "../vehicle/layout.h"

#include <kamm/combinations.h>
#include <math.h>

/* Way over which the articulation comes to the wanted one, in lengths of the trailer. */
#define LEAD_LENGTHS 0.7

double kamm_reversing_wheel_rad(const kamm_combinations *combinations, int index,
                                double trailer_curvature_per_m)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(combinations, 0);
    KAMM_REQUIRE(index >= 0 && index < kamm_combination_count(combinations), 0);
    KAMM_REQUIRE(isfinite(trailer_curvature_per_m), 0);
    const kamm_model *car = kamm_model_of(combinations->cars[0], index),
                     *trailer = kamm_model_of(combinations->cars[1], index);
    double wheelbase = kamm_fixed_axle_m(car->def);
    double c = car->def->hitch.behind_front_axle_m - wheelbase;
    double d = kamm_fixed_axle_m(trailer->def) - trailer->def->drawbar.behind_front_axle_m;
    double most = 0.9 / sqrt(d * d + fmax(wheelbase * wheelbase - c * c, 0));
    double curvature = fmin(fmax(trailer_curvature_per_m, -most), most);
    double own = curvature / sqrt(1 + (d * d - c * c) * curvature * curvature);
    double wanted = -(atan(d * curvature) + atan(c * own));
    kamm_hitch_state hitch;
    kamm_read_hitch(combinations, index, 1, &hitch);
    double t = hitch.articulation_rad;
    /* Yaw per metre of the way backwards. */
    double turn = ((t - wanted) / (LEAD_LENGTHS * d) + sin(t) / d) / (1 + c * cos(t) / d);
    double lock = car->info.steering_lock_rad, ratio = car->info.steering_ratio;
    return fmin(fmax(-atan(wheelbase * turn) * ratio, -lock), lock);
}
