/* The rung's constants in words, for those who write its equations down again. */
#include "../../base/error.h"
#include "../../vehicle/model.h"
#include "single_track_constants.h"

#include <kamm/single_track.h>

static void describe_steering(const struct steering_axle_constants *c, kamm_single_track_axle *axle)
{
    int is_linked = (double)c->tie_rods.last > 0;
    axle->steer_share = (double)c->share;
    axle->steer_last = (double)c->tie_rods.last;
    axle->steer_terms[0] = 1;
    for (int i = 0; is_linked && i < KAMM_STEER_TERMS; ++i)
        axle->steer_terms[i] = (double)c->tie_rods.middle[i];
}

static kamm_single_track_axle describe_axle(const struct single_track_constants *c, int a,
                                            int axles)
{
    const struct track_axle_constants *own = &c->axles[a];
    /* Two axles take from each other what they give. */
    double shift = a == 0 ? (double)c->load_shift_kg : -(double)c->load_shift_kg;
    kamm_single_track_axle axle = {
        .x_m = (double)own->x_m,
        .load_share = (double)own->load_share,
        .load_shift_kg = axles == 2 ? shift : (double)own->load_shift_kg,
        .friction = (double)own->friction,
        .side_per_along = (double)own->side_per_along,
        .stiffness_per_rad = (double)own->stiffness_per_rad,
        .rolling = (double)own->rolling,
        .wheel_mass_kg = (double)own->wheel_mass_kg,
        .drive_share = (double)own->drive_share,
        .brake_share = (double)own->brake_share,
    };
    describe_steering(&c->planar.steering_axle[a], &axle);
    return axle;
}

_Static_assert((int)KAMM_STEER_TERMS == (int)TIE_ROD_TERMS, "the header has the terms as well");

kamm_single_track_numbers kamm_describe_single_track(const kamm_model *model)
{
    KAMM_REQUIRE_ALIVE(model, (kamm_single_track_numbers){0});
    if (model->rung != KAMM_SINGLE_TRACK) return (kamm_single_track_numbers){0};
    const struct single_track_constants *c = model->own;
    const kamm_model_info *info = &model->info;
    const kamm_steering_def *steering = &model->def->steering;
    kamm_single_track_numbers n = {
        .axle_count = model->layout.axles,
        .mass_kg = (double)c->planar.mass_kg,
        .yaw_inertia_kgm2 = (double)c->planar.yaw_inertia_kgm2,
        .drag_area_m2 = (double)c->drag_area_m2,
        .load_lag_s = model->def->single_track.load_lag_s,
        .sliding_share = (double)c->sliding_share,
        .is_linear = c->linear > 0,
        .steering_ratio = (double)c->planar.steering.ratio,
        .steering_lock_rad = (double)c->planar.steering.lock_rad,
        .steering_rate_radps = (double)c->planar.steering.max_rate_radps,
        .steering_return_radps = (double)c->planar.steering.return_rate_radps,
        .steering_return_mps = steering->return_speed_mps,
        .max_acceleration_mps2 = info->max_acceleration_mps2,
        .switch_speed_mps = info->switch_speed_mps,
        .max_braking_mps2 = info->max_braking_mps2,
        .top_speed_mps = info->top_speed_mps,
        .reverse_speed_mps = info->reverse_speed_mps,
    };
    for (int a = 0; a < n.axle_count; ++a) n.axles[a] = describe_axle(c, a, n.axle_count);
    return n;
}
