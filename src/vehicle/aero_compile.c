/* The constants of part/aero.h. */
#include "model.h"

void kamm_compile_aero(const kamm_model *model, const double origin[3], struct aero_constants *c)
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
    c->front = (struct aero_axle_constants){
        .x_m = (float)(axle_x[0] - origin[0]),
        .lift_area_m2 = (float)(aero->front_lift_coefficient * area),
        .lift_growth_m2 = (float)(aero->front_lift_growth * area),
    };
    c->rear = (struct aero_axle_constants){
        .x_m = (float)(axle_x[model->layout.axles - 1] - origin[0]),
        .lift_area_m2 = (float)(aero->rear_lift_coefficient * area),
        .lift_growth_m2 = (float)(aero->rear_lift_growth * area),
    };
}
