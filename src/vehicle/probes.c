/* See probes.h. */
#include "probes.h"

#include "chassis.h"
#include "model.h"

#include <math.h>

static void find_wheels(const kamm_model *model, struct probe_places *places)
{
    const double *sprung = model->statics.sprung_cg;
    const struct layout *l = &model->layout;
    double lever = 0;
    for (int w = 0; w < l->wheels; ++w) {
        const struct axle_constants *axle = &model->chassis->axles[l->axle[w]];
        double out = (double)l->side[w] *
                     ((double)axle->half_track_m + (double)l->twin[w] * (double)axle->twin_m);
        double hub[3] = {axle->behind_m, out + axle->left_offset_m, axle->hub_z_m};
        for (int i = 0; i < 3; ++i) places->hub_m[w][i] = hub[i] + (sprung[i] - model->origin[i]);
        places->radius_m[w] = (float)model->info.wheel_radius_m[w];
        places->width_m[w] = (float)model->def->axles[l->axle[w]].tyre.width_m;
        const double *at = places->hub_m[w];
        double arm = sqrt(at[0] * at[0] + at[1] * at[1]);
        if (arm > lever) lever = arm;
    }
    places->lever_m = (float)lever;
}

void kamm_find_probes(kamm_model *model)
{
    find_wheels(model, &model->probes);
    model->probes.span_m = model->chassis->body_contact.span_m;
}
