/* Description of a compiled model: kamm_model_info. */
#include "chassis.h"
#include "model.h"

#include "electric_compile.h"
#include "scale.h"
#include "transmission_compile.h"

void kamm_describe_linear_tyres(kamm_model *m)
{
    for (int w = 0; w < m->layout.wheels; ++w) {
        double grip_n = m->info.peak_friction_y[w] * m->rest.load_n[w];
        m->info.peak_slip_angle_rad[w] = grip_n / m->info.cornering_stiffness_n_per_rad[w];
    }
}

/* The motorcycle's own wheels of an outfit are in the middle. */
static int32_t reported_side(const kamm_model *m, int w)
{
    double left_m = m->def->axles[m->layout.axle[w]].left_m;
    if (!has_sidecar(&m->layout)) return (int32_t)m->layout.side[w];
    return (left_m > 0) - (left_m < 0);
}

/* From the middle plane. */
static double reported_left(const kamm_model *m, int w)
{
    int a = m->layout.axle[w];
    double twin = (double)m->layout.twin[w] * (double)m->chassis->axles[a].twin_m;
    if (has_sidecar(&m->layout)) return m->def->axles[a].left_m;
    return (double)m->layout.side[w] * (m->def->axles[a].track_m / 2 + twin);
}

static void describe_wheels(kamm_model *m)
{
    kamm_model_info *info = &m->info;
    const struct statics *s = &m->statics;
    float fast = (float)(20 * kamm_scale_of(m->def).root);
    for (int w = 0; w < m->layout.wheels; ++w) {
        int a = m->layout.axle[w];
        const struct axle_constants *axle = &m->chassis->axles[a];
        const struct tyre_constants *tyre = &axle->tyre;
        float load_n = (float)m->rest.load_n[w];
        struct tyre_summary figures = kamm_tyre_summary(tyre, load_n, fast);
        info->wheel_axle[w] = a;
        info->wheel_side[w] = reported_side(m, w);
        info->static_load_n[w] = m->rest.load_n[w];
        info->wheel_radius_m[w] = axle->tyre_vertical.radius_at_rest;
        info->loaded_radius_m[w] = s->rest_radius_m[a];
        info->wheel_width_m[w] = m->def->axles[a].tyre.width_m;
        info->rim_radius_m[w] = m->def->axles[a].tyre.rim_radius_m;
        info->wheel_position_m[w][0] = axle->behind_m + s->sprung_cg[0];
        info->wheel_position_m[w][1] = reported_left(m, w) - m->def->body.cg_left_m;
        info->wheel_position_m[w][2] = s->hub_height_m[a];
        info->peak_friction_x[w] = figures.grip_x / m->rest.load_n[w];
        info->peak_friction_y[w] = figures.grip_y / m->rest.load_n[w];
        info->cornering_stiffness_n_per_rad[w] = figures.cornering_stiffness;
        info->slip_stiffness_n[w] = figures.slip_stiffness;
        info->peak_slip_angle_rad[w] = arc_tangent(kamm_tyre_peak_slip(tyre, load_n));
    }
}

void kamm_describe_car(kamm_model *m)
{
    kamm_model_info *info = &m->info;
    const kamm_vehicle_def *def = m->def;
    const struct statics *s = &m->statics;
    info->rung = m->rung;
    info->substep_s = 1 / def->stepping.substeps_per_s;
    info->axle_count = m->layout.axles;
    info->wheel_count = m->layout.wheels;
    info->gear_count = kamm_is_gearless(def) ? 0 : kamm_forward_gears(def);
    info->mass_kg = s->total_mass_kg;
    info->wheelbase_m = s->axle_x[0] - s->axle_x[m->layout.axles - 1];
    info->cg_height_m = s->total_cg[2];
    info->cg_behind_front_axle_m = s->axle_x[0] - s->total_cg[0];
    info->steering_lock_rad = def->steering.lock_rad;
    info->steering_ratio = def->steering.ratio;
    info->length_m = def->body.length_m;
    info->width_m = def->body.width_m;
    info->height_m = def->body.height_m;
    info->front_overhang_m = def->body.front_overhang_m;
    info->yaw_inertia_kgm2 = s->total_inertia[2][2];
    info->idle_radps = kamm_is_gearless(def) ? 0 : def->engine.idle_radps;
    info->limiter_radps = kamm_is_electric(def) ? 0 : def->engine.limiter_radps;
    info->engine_cylinders = kamm_is_electric(def) ? 0 : def->engine.cylinders;
    info->engine_two_stroke = def->engine.two_stroke;
    info->engine_diesel = def->engine.diesel;
    for (int g = 0; g < def->gearbox.ratios_count; ++g)
        info->overall_ratio[g] = def->gearbox.ratios[g] * def->gearbox.final_drive;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) info->inertia_kgm2[i][j] = s->total_inertia[i][j];
    for (int g = 0; m->has_powertrain && g < info->gear_count; ++g)
        info->upshift_radps[g] = kamm_powertrain_upshift_radps(def, &m->chassis->powertrain, g + 1);
    describe_wheels(m);
}
