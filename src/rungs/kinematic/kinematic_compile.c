/* Compiles the kinematic rung from a def: the places of the wheels and their largest angles. */
#include "../../base/error.h"
#include "../../part/tyre/tyre.h"
#include "../../vehicle/chassis.h"
#include "../../vehicle/scale.h"
#include "../planar/lean_compile.h"
#include "../planar/planar_compile.h"
#include "../rung.h"
#include "kinematic.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

static struct precise to_precise(double value)
{
    float high = (float)value;
    return (struct precise){high, (float)(value - high)};
}

/* Forward of the rear axle's middle, and to its left, of a point in the vehicle frame. */
static void from_rear_axle(const kamm_model *model, const double point[3], double out[2])
{
    out[0] = point[0] - model->statics.axle_x[model->layout.axles - 1];
    out[1] = point[1] + model->def->body.cg_left_m;
}

/* The vehicle frame's origin is below the centre of gravity of the car without payload. */
static void place_point(const kamm_model *model, int choice, double point[3])
{
    const kamm_car_body_def *body = &model->def->body;
    point[0] = 0;
    point[1] = choice == KAMM_POINT_CG ? 0 : -body->cg_left_m;
    if (choice == KAMM_POINT_FRONT_AXLE) point[0] = model->statics.axle_x[0];
    if (choice == KAMM_POINT_REAR_AXLE) point[0] = model->statics.axle_x[model->layout.axles - 1];
    if (choice == KAMM_POINT_BOX_CENTRE)
        point[0] = model->statics.axle_x[0] + body->front_overhang_m - body->length_m / 2;
}

/* The rolling resistance of slow wheels at rest, as force per load. */
static double rolling_resistance(const kamm_model *m)
{
    double force = 0, load = 0, of_wheel[MAX_WHEELS];
    for (int w = 0; w < m->layout.wheels; ++w) {
        const struct tyre_constants *tyre = &m->chassis->axles[m->layout.axle[w]].tyre;
        struct tyre_summary slow = kamm_tyre_summary(tyre, (float)m->rest.load_n[w],
                                                     (float)(10 * kamm_scale_of(m->def).root));
        of_wheel[w] = slow.rolling_resistance_nm / m->info.loaded_radius_m[w];
    }
    for (int a = 0; a < m->layout.axles; ++a) {
        force += axle_sum(&m->layout, a, of_wheel);
        load += axle_sum(&m->layout, a, m->rest.load_n);
    }
    return force / load;
}

static kamm_result check_angles(const kamm_vehicle_def *def, kamm_error *error)
{
    for (int a = 0; a < def->axles_count; ++a) {
        double angle =
            fabs(def->steering.lock_rad * def->axles[a].steer_share / def->steering.ratio);
        if (angle <= 85 * PI / 180) continue;
        return kamm_fail(
            error, KAMM_ERROR_RANGE, "steering.lock_rad",
            "steering.lock_rad: %g rad turns the wheels of axles[%d] by %.4g rad (over "
            "steering.ratio %g, times steer_share %g), but the rung kinematic allows "
            "at most 1.4835 rad, 85 degrees",
            def->steering.lock_rad, a, angle, def->steering.ratio, def->axles[a].steer_share);
    }
    return KAMM_OK;
}

static void compile_geometry(const kamm_model *model, struct kinematic_constants *c)
{
    const kamm_vehicle_def *def = model->def;
    double commanded[3], from_axle[2];
    c->dt = to_precise(1 / def->stepping.substeps_per_s);
    double ends[2];
    kamm_steer_ends(def, &model->layout, &model->statics, ends);
    for (int i = 0; i < 2; ++i) c->steer_per_wheel[i] = to_precise(ends[i] / def->steering.ratio);
    c->inverse_wheelbase = to_precise(1 / model->info.wheelbase_m);
    place_point(model, (int)def->kinematic.speed_of, commanded);
    from_rear_axle(model, commanded, from_axle);
    c->commanded_x = to_precise(from_axle[0]), c->commanded_y = to_precise(from_axle[1]);
    from_rear_axle(model, model->origin, from_axle);
    c->origin_x = to_precise(from_axle[0]), c->origin_y = to_precise(from_axle[1]);
    if (def->kinematic.trailer_length_m > 0)
        c->inverse_trailer_m = (float)(1 / def->kinematic.trailer_length_m);
}

static void compile_pedals(const kamm_model *model, struct kinematic_constants *c)
{
    const kamm_model_info *info = &model->info;
    c->max_acceleration_mps2 = (float)info->max_acceleration_mps2;
    c->switch_speed_mps = (float)info->switch_speed_mps;
    c->switch_power_m2ps3 = (float)(info->max_acceleration_mps2 * info->switch_speed_mps);
    c->top_speed_mps = (float)info->top_speed_mps;
    c->reverse_speed_mps = (float)info->reverse_speed_mps;
    c->max_braking_mps2 = (float)info->max_braking_mps2;
    c->drag_area_per_mass = 0.5f * model->chassis->aero.drag_area_m2 / (float)info->mass_kg;
    c->rolling_resistance = (float)rolling_resistance(model);
    for (int w = 0; w < model->layout.wheels; ++w)
        c->load_per_gravity[w] = (float)(info->static_load_n[w] / KAMM_STANDARD_GRAVITY);
}

static kamm_result kinematic_compile(kamm_model *model, kamm_error *error)
{
    struct kinematic_constants *c = model->own;
    kamm_result result = check_angles(model->def, error);
    if (result != KAMM_OK) return result;
    kamm_planar_compile(model, PLANAR_POSE_LAG_S * kamm_scale_of(model->def).root, &c->planar);
    compile_geometry(model, c);
    compile_pedals(model, c);
    kamm_compile_lean(model, &c->lean);
    place_point(model, (int)model->def->kinematic.reference, model->reported);
    model->info.takes_commands = 1;
    memset(model->info.peak_slip_angle_rad, 0, sizeof model->info.peak_slip_angle_rad);
    return KAMM_OK;
}

DECLARE_KERNELS(kinematic);

const struct rung kamm_kinematic_rung = {
    .info = {KAMM_KINEMATIC, "kinematic",
             "wheels go where they point, on exact arcs: docs/models/kinematic.md", 1, 0},
    .constant_size = sizeof(struct kinematic_constants),
    .whole_body = 1,
    .balances = 1,
    .compile = UNLESS_LITE(kinematic_compile),
    .kernels = {LIST_KERNELS(kinematic)},
    .energy_j = UNLESS_LITE(kamm_planar_energy),
    .respond = kamm_kinematic_respond,
    .take_push = kamm_kinematic_take_push,
    .take_velocity = kamm_kinematic_take_velocity,
    .draw = kamm_kinematic_draw,
};
