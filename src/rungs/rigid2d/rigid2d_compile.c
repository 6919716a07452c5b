/* Compiles rigid2d from a def: coefficients of friction from the tyres, drive from the limits. */
#include "../../vehicle/chassis.h"
#include "../../vehicle/electric_compile.h"
#include "../../vehicle/scale.h"
#include "../planar/planar_compile.h"
#include "../rung.h"
#include "rigid2d_constants.h"

static void compile_wheel(const kamm_model *model, int w, struct rigid2d_wheel_constants *c)
{
    const kamm_rigid2d_def *def = &model->def->rigid2d;
    const kamm_model_info *info = &model->info;
    double matched = 1 / def->matched_speed_mps;
    double side = info->cornering_stiffness_n_per_rad[w] * matched;
    double roll = info->slip_stiffness_n[w] * matched;
    c->side_friction_ns_per_m =
        (float)(def->side_friction_ns_per_m > 0 ? def->side_friction_ns_per_m : side);
    c->roll_friction_ns_per_m =
        (float)(def->roll_friction_ns_per_m > 0 ? def->roll_friction_ns_per_m : roll);
    c->load_per_gravity = (float)(info->static_load_n[w] / KAMM_STANDARD_GRAVITY);
    c->inverse_peak_friction_x = (float)(1 / info->peak_friction_x[w]);
    c->inverse_peak_friction_y = (float)(1 / info->peak_friction_y[w]);
}

/* Compiles the axle for each wheel; twins share what belongs to their hub. */
static void compile_axle(const kamm_vehicle_def *vehicle, int a, int wheels,
                         struct rigid2d_axle_constants *c)
{
    const kamm_axle_def *def = &vehicle->axles[a];
    double twins = wheels == 4 ? 2 : 1;
    c->wheel_inertia_kgm2 = (float)(def->wheel_inertia_kgm2 / twins);
    c->inverse_wheel_inertia = (float)(twins / def->wheel_inertia_kgm2);
    c->drive_share = (float)(kamm_axle_drive_share(vehicle, a) / wheels);
    c->brake_torque_nm = (float)(def->brake_torque_nm / twins);
    c->hand_brake_torque_nm = (float)(def->hand_brake_torque_nm / twins);
}

/* This is the value of an ordinary car. That of others is proportional to the root of the length
 * (src/vehicle/scale.h). */
static const double fade_per_s = 10;

static kamm_result rigid2d_compile(kamm_model *model, kamm_error *error)
{
    struct rigid2d_constants *c = model->own;
    const kamm_model_info *info = &model->info;
    double max_force_n = info->mass_kg * info->max_acceleration_mps2;
    (void)error; /* whatever has passed kamm_compile_chassis does for this rung */
    kamm_planar_compile(model, PLANAR_POSE_LAG_S * kamm_scale_of(model->def).root, &c->planar);
    for (int w = 0; w < model->layout.wheels; ++w) compile_wheel(model, w, &c->wheels[w]);
    for (int a = 0; a < model->layout.axles; ++a)
        compile_axle(model->def, a, model->layout.count[a], &c->axles[a]);
    c->capped = model->def->rigid2d.friction == KAMM_FRICTION_CAPPED;
    c->inverse_mass = (float)(1 / info->mass_kg);
    c->inverse_yaw_inertia = (float)(1 / info->yaw_inertia_kgm2);
    c->max_force_n = (float)max_force_n;
    c->max_power_w = (float)(max_force_n * info->switch_speed_mps);
    c->fade_ns_per_m = (float)(fade_per_s * info->mass_kg / kamm_scale_of(model->def).root);
    c->top_speed_mps = (float)info->top_speed_mps;
    c->reverse_speed_mps = (float)info->reverse_speed_mps;
    c->drag_area_m2 = model->chassis->aero.drag_area_m2;
    if (!c->capped) kamm_describe_linear_tyres(model);
    return KAMM_OK;
}

DECLARE_KERNELS(rigid2d);

const struct rung kamm_rigid2d_rung = {
    .info = {KAMM_RIGID2D, "rigid2d",
             "a rigid body in the plane on four wheels with linear friction: "
             "docs/models/rigid2d.md",
             60, KAMM_FEATURE_FORCES},
    .constant_size = sizeof(struct rigid2d_constants),
    .whole_body = 1,
    .compile = UNLESS_LITE(rigid2d_compile),
    .kernels = {LIST_KERNELS(rigid2d)},
    .energy_j = UNLESS_LITE(kamm_planar_energy),
    .respond = kamm_planar_respond,
};
