#include "lean_compile.h"

#include "../../part/tyre/tyre.h"
#include "../../vehicle/chassis.h"
#include "../../vehicle/scale.h"
#include "../../vehicle/two_wheeler.h"

#include <math.h>

static const double walking_mps = 3;  /* of a rider on an ordinary machine */
static const double kept_grip = 0.95; /* the share of the grip that a rider leans for */

double kamm_camber_stiffness_per_rad(const kamm_model *model, int axle)
{
    const struct tyre_constants *tyre = &model->chassis->axles[axle].tyre;
    const double lean_rad = 0.05;
    float load_n = (float)model->rest.load_n[model->layout.first[axle]];
    const kamm_tyre_def *def = &model->def->axles[axle].tyre;
    double side_n[2];
    if (def->law == KAMM_TYRE_LINEAR) return def->linear.camber_stiffness_per_rad; /* which lags */
    for (int i = 0; i < 2; ++i) {
        struct tyre_state at = kamm_tyre_prepare(tyre, load_n, (float)(i ? -lean_rad : lean_rad));
        struct tyre_slip slip = {.speed_mps = 20, .friction_x = 1, .friction_y = 1, .side = 1};
        side_n[i] = kamm_tyre_force(tyre, &at, slip).fy;
    }
    return (side_n[1] - side_n[0]) / (2 * lean_rad * (double)load_n);
}

void kamm_compile_lean(const kamm_model *model, struct lean_constants *c)
{
    const kamm_model_info *info = &model->info;
    const double dt = info->substep_s, height = info->cg_height_m, mass = info->mass_kg;
    if (!leans_freely(&model->layout)) return;
    double crown = kamm_mean_crown_m(model), spin = 0, grip = INFINITY;
    double inertia = info->inertia_kgm2[0][0], arm = height - crown;
    double rate = sqrt(KAMM_STANDARD_GRAVITY * mass * height / (inertia + mass * height * height));
    double root = kamm_scale_of(model->def).root, lean = model->def->front_assembly.max_lean_rad;
    for (int a = 0; a < 2; ++a) {
        int w = left_hub(&model->layout, a), hubs = hub_count(&model->layout, a);
        spin += hubs * model->def->axles[a].wheel_inertia_kgm2 / info->loaded_radius_m[w] / mass;
        grip = fmin(grip, info->peak_friction_y[w]);
    }
    *c = (struct lean_constants){
        .arm_m = (float)arm,
        .crown_m = (float)crown,
        .spin_m = (float)spin,
        .gyration_m2 = (float)(inertia / mass),
        .rate_radps = (float)rate,
        .decay = (float)exp(-rate * dt),
        .dt = (float)dt,
        .inverse_dt = (float)(1 / dt),
        .most_per_gravity = (float)(arm * sin(lean) / (crown + (arm + spin) * cos(lean))),
        .grip = (float)(kept_grip * grip),
        .feet_per_mps2 = (float)(1 / (walking_mps * root * walking_mps * root)),
        .wheelbase_m = (float)info->wheelbase_m,
        .inverse_wheelbase = (float)(1 / info->wheelbase_m),
    };
}
