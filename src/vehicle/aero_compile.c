/* The constants of part/aero.h. */
#include "chassis.h"
#include "model.h"

#include "../base/error.h"

struct axle_air {
    double x_m, lift_coefficient, lift_growth;
    const kamm_curve *by_height;
    const char *path;
};

static kamm_result compile_axle(const struct axle_air *air, double area_m2,
                                struct aero_axle_constants *c, kamm_error *error)
{
    const kamm_curve *by_height = air->by_height;
    double y[KAMM_CURVE_POINTS];
    *c = (struct aero_axle_constants){
        .x_m = (float)air->x_m,
        .lift_area_m2 = (float)(air->lift_coefficient * area_m2),
        .lift_growth_m2 = (float)(air->lift_growth * area_m2),
        .follows_height = by_height->count > 0,
    };
    if (!by_height->count) return KAMM_OK;
    for (int i = 0; i < by_height->count; ++i) y[i] = by_height->y[i] * area_m2;
    curve_check check = kamm_compile_curve_table(by_height->x, y, by_height->count, CURVE_MONOTONE,
                                                 CURVE_HELD, &c->height_lift);
    if (check.fault == CURVE_FINE) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, air->path,
                     "%s: point %d times aero.frontal_area_m2 is no number that a float holds",
                     air->path, check.index);
}

/* Air acts on the vehicle, and not on a mast above it, whose lever no substep bears; defaults suit models that are small, too. */
static kamm_result check_height(const kamm_vehicle_def *def, const char *name, double height_m,
                                kamm_error *error)
{
    double most = 3 * def->body.height_m + 1;
    if (height_m <= most) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, name,
                     "%s: %g m, but the vehicle is %g m high; allowed: up to %.3g m", name,
                     height_m, def->body.height_m, most);
}

kamm_result kamm_compile_aero(const kamm_model *model, const double origin[3],
                              struct aero_constants *c, kamm_error *error)
{
    const kamm_aero_def *aero = &model->def->aero;
    const double *axle_x = model->statics.axle_x;
    double area = aero->frontal_area_m2;
    c->drag_area_m2 = (float)(aero->drag_coefficient * area);
    c->drag_growth_m2 = (float)(aero->drag_growth * area);
    c->drag_height_m = (float)(aero->drag_height_m - origin[2]);
    c->side_area_m2 = (float)(aero->side_force_slope_per_rad * area);
    c->side_growth_m2 = (float)((aero->side_force_abeam - aero->side_force_slope_per_rad) * area);
    c->side_height_m = (float)(aero->side_force_height_m - origin[2]);
    c->ahead = (float)aero->side_force_ahead;
    c->ahead_abeam = (float)aero->side_force_ahead_abeam;
    c->road_height_m = (float)-origin[2];
    const struct axle_air front = {axle_x[0] - origin[0], aero->front_lift_coefficient,
                                   aero->front_lift_growth, &aero->front_height_lift,
                                   "aero.front_height_lift"};
    const struct axle_air rear = {axle_x[model->layout.axles - 1] - origin[0],
                                  aero->rear_lift_coefficient, aero->rear_lift_growth,
                                  &aero->rear_height_lift, "aero.rear_height_lift"};
    kamm_result result =
        check_height(model->def, "aero.side_force_height_m", aero->side_force_height_m, error);
    if (result == KAMM_OK)
        result = check_height(model->def, "aero.drag_height_m", aero->drag_height_m, error);
    if (result == KAMM_OK) result = compile_axle(&front, area, &c->front, error);
    return result == KAMM_OK ? compile_axle(&rear, area, &c->rear, error) : result;
}
