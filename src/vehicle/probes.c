/* See probes.h. */
#include "probes.h"

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

static void find_points(const kamm_model *model, struct probe_places *places)
{
    double span = 0;
    for (int p = 0; p < BODY_POINTS; ++p) {
        const float *at = model->chassis->body_contact.points[p];
        double x = at[0], y = at[1], z = at[2];
        double arm = sqrt((x * x + y * y) + z * z);
        if (arm > span) span = arm;
    }
    places->span_m = (float)span;
}

void kamm_find_probes(kamm_model *model)
{
    find_wheels(model, &model->probes);
    find_points(model, &model->probes);
}
