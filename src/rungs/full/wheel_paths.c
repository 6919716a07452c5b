/* How steep a wheel's path may be. A hub that goes aside with its travel takes the body's sides of that travel along,
 * and the load on it leans on the links; both are in each round of a substep by the accelerations of the round before
 * (solve_motion). For a path with the slope p that is p^2 of the hub's own inertia. The rounds find it at any substep
 * as long as p is below about 1: cars of 15 kinds begin to shake on level ground from a slope of 1.07 to 1.9 on. It is
 * the same at 60 as at 240 substeps a second, and little more at 1200 (test_steep_paths). Linkages are far from it:
 * trucks' beams and low swing arms have 0.4. */
#include "wheel_paths.h"

#include "../../base/error.h"
#include "../../vehicle/chassis.h"
#include "../../vehicle/hardpoints.h"

#include <math.h>

/* Limits of sideways motion of the wheel's centre per travel, and of motion of the tyre's foot
 * along the car, which reacts to brakes. */
#define MAX_ASIDE 0.9
#define MAX_ALONG 2.0
/* Toe per travel, times the radius. Wheels that steer so much with their travel weave from 0.38 on, as real ones would; at 60 substeps
 * a second a minibus gains energy at 2.9. */
#define MAX_TOE 1.0

enum { STEPS = 40 };

struct steepest {
    double aside, camber_part, along, toe;
};

static struct steepest steepest_of(const kamm_model *model, int a)
{
    const kamm_suspension_def *s = &model->def->axles[a].suspension;
    const struct axle_constants *axle = &model->chassis->axles[a];
    struct steepest most = {0, 0, 0, 0};
    double from = -s->rebound_travel_m, stroke = s->bump_travel_m - from;
    for (int i = 0; i <= STEPS; ++i) {
        float travel = (float)(from + stroke * i / STEPS);
        struct wheel_path path = wheel_path_at(&axle->suspension, travel, travel);
        double camber_part = (double)(axle->rest_radius_m * path.camber_slope);
        double aside = (double)path.outward_slope + camber_part;
        double along = (double)(path.forward_slope - axle->rest_radius_m * path.caster_slope);
        if (fabs(aside) > fabs(most.aside)) most.aside = aside, most.camber_part = camber_part;
        if (fabs(along) > fabs(most.along)) most.along = along;
        most.toe = fmax(most.toe, fabs((double)(axle->rest_radius_m * path.toe_slope)));
    }
    return most;
}

static kamm_result refuse_aside(const kamm_model *model, int a, struct steepest most,
                                kamm_error *error)
{
    const kamm_axle_def *axle = &model->def->axles[a];
    double half_track = axle->track_m / 2;
    const char *what = has_hardpoints(axle)                   ? "hardpoints"
                       : axle->suspension.lateral_curve.count ? "lateral_curve"
                                                              : "roll_centre_height_m";
    return kamm_fail(error, KAMM_ERROR_RANGE, "axles.suspension.roll_centre_height_m",
                     "axles[%d].suspension.%s: the wheel goes %.3g m sideways per metre of travel, "
                     "%.3g of them by camber; its motion is unstable from 1 on at any number of "
                     "substeps a second, %g here too; allowed: %g, which is a roll centre from "
                     "%.3g to %.3g m with that camber_gain_rad_per_m",
                     a, what, most.aside, most.camber_part, model->def->stepping.substeps_per_s,
                     MAX_ASIDE, half_track * (-MAX_ASIDE - most.camber_part),
                     half_track * (MAX_ASIDE - most.camber_part));
}

static kamm_result refuse_toe(const kamm_model *model, int a, double toe, kamm_error *error)
{
    double radius = (double)model->chassis->axles[a].rest_radius_m;
    return kamm_fail(error, KAMM_ERROR_RANGE, "axles.suspension.toe_gain_rad_per_m",
                     "axles[%d].suspension.toe_gain_rad_per_m: the wheel steers by %.3g rad per "
                     "metre of travel, which is more than %g substeps a second bear; "
                     "allowed: up to %.3g",
                     a, toe / radius, model->def->stepping.substeps_per_s, MAX_TOE / radius);
}

static kamm_result refuse_along(int a, double along, kamm_error *error)
{
    return kamm_fail(error, KAMM_ERROR_RANGE, "axles.suspension.caster_gain_rad_per_m",
                     "axles[%d].suspension.caster_gain_rad_per_m: with it and recession the "
                     "tyre's foot goes %.3g m along the car per metre of travel, so that "
                     "brakes lift what they should press down; allowed: up to %g",
                     a, along, MAX_ALONG);
}

kamm_result kamm_check_wheel_paths(const kamm_model *model, kamm_error *error)
{
    for (int a = 0; a < model->layout.axles; ++a) {
        struct steepest most = steepest_of(model, a);
        if (hub_count(&model->layout, a) == 2 && fabs(most.aside) > MAX_ASIDE)
            return refuse_aside(model, a, most, error);
        if (most.toe > MAX_TOE) return refuse_toe(model, a, most.toe, error);
        if (fabs(most.along) > MAX_ALONG) return refuse_along(a, most.along, error);
    }
    return KAMM_OK;
}
