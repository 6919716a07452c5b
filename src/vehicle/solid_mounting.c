#include "solid_mounting.h"

#include "../base/error.h"
#include "scale.h"

/* How far rungs and pictures without a frame to bend let the body go, on ordinary wheels. */
#define FRAME_TRAVEL_M 0.05

/* The first field that says more than a frame does, or NULL. */
static const char *beside_frame(const kamm_suspension_def *s)
{
    const struct {
        int given;
        const char *name;
    } fields[] = {
        {s->hardpoints.kind != KAMM_HARDPOINTS_NONE, "hardpoints"},
        {s->spring_curve.count > 0, "spring_curve"},
        {s->damper_curve.count > 0, "damper_curve"},
        {s->camber_curve.count > 0, "camber_curve"},
        {s->toe_curve.count > 0, "toe_curve"},
        {s->lateral_curve.count > 0, "lateral_curve"},
        {s->longitudinal_curve.count > 0, "longitudinal_curve"},
        {s->caster_curve.count > 0, "caster_curve"},
        {s->spring_base_m > 0, "spring_base_m"},
        {s->heave_spring_n_per_m > 0, "heave_spring_n_per_m"},
        {s->heave_damping_ns_per_m > 0, "heave_damping_ns_per_m"},
        {s->roll_damping_ns_per_m > 0, "roll_damping_ns_per_m"},
        {s->damper_bush_n_per_m > 0, "damper_bush_n_per_m"},
        {s->active_bar_share > 0, "active_bar_share"},
        {s->friction_load_share > 0, "friction_load_share"},
        {s->skyhook_hard > s->skyhook_soft, "skyhook_hard"},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; ++i)
        if (fields[i].given) return fields[i].name;
    return NULL;
}

static void take_links_away(kamm_suspension_def *s, double length)
{
    s->anti_roll_bar_n_per_m = s->anti_roll_bar_n = 0;
    s->bump_stop_n_per_m = s->rebound_stop_n_per_m = s->stop_hysteresis = s->friction_n = 0;
    s->bump_travel_m = s->rebound_travel_m = FRAME_TRAVEL_M * length;
    s->bump_fast_damping_ns_per_m = s->rebound_damping_ns_per_m = s->rebound_fast_damping_ns_per_m =
        s->bump_damping_ns_per_m;
    s->roll_centre_height_m = s->camber_gain_rad_per_m = s->toe_gain_rad_per_m = 0;
    s->recession = s->caster_gain_rad_per_m = 0;
}

kamm_result kamm_mount_solid(kamm_vehicle_def *def, kamm_error *error)
{
    for (int a = 0; a < def->axles_count; ++a) {
        kamm_suspension_def *s = &def->axles[a].suspension;
        if (s->kind != KAMM_SUSPENSION_SOLID) continue;
        const char *beside = beside_frame(s);
        if (beside)
            return kamm_fail(
                error, KAMM_ERROR_RANGE, "axles.suspension.kind",
                "axles[%d].suspension.%s: given beside a kind of solid_mounting, whose wheels "
                "have neither links nor springs but the frame; allowed: one of both",
                a, beside);
        take_links_away(s, tyre_length_scale(&def->axles[a].tyre));
    }
    return KAMM_OK;
}

void kamm_compile_frame(struct suspension_constants *c)
{
    c->hardened_m = 0;
    c->rebound_stop_n_per_m = c->spring_n_per_m;
    c->rebound_travel_m = c->preload_n / c->spring_n_per_m;
}
