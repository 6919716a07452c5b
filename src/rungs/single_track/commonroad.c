/* CommonRoad's KS and ST in double; the equations and their source are in commonroad_lanes.h, which has
 * ST in lanes. The two are held together by a test. */
#include "commonroad.h"

#include "../../base/error.h"
#include "../../base/float_mode.h"
#include "../full/cornering.h"

#include <kamm/commonroad.h>
#include <math.h>

static const double gravity_mps2 = 9.81; /* the source's */
static const double kinematic_mps = 0.1;

/* The axles of one end as the one that the source has: where their loads' middle is, and with what grip per load. */
struct commonroad_end {
    double arm_m, grip;
};

static struct commonroad_end end_of(const kamm_model *model, const struct axle_cornering *cornering,
                                    int front)
{
    const struct layout *l = &model->layout;
    double share[MAX_AXLES], sum = 0, moment = 0, stiffness = 0;
    kamm_share_weight(model->def, l, model->statics.axle_x, model->statics.total_cg[0], 0, share);
    for (int a = 0; a < l->axles; ++a) {
        if (is_front(l, a) != front) continue;
        double arm = model->statics.axle_x[a] - model->statics.total_cg[0];
        sum += share[a], moment += share[a] * (front ? arm : -arm);
        if (cornering) stiffness += cornering[a].stiffness_n_per_rad;
    }
    return (struct commonroad_end){moment / sum,
                                   stiffness / (model->info.mass_kg * gravity_mps2 * sum)};
}

struct commonroad_parameters kamm_commonroad_parameters_of(const kamm_model *model)
{
    const kamm_single_track_def *def = &model->def->single_track;
    const kamm_model_info *info = &model->info;
    const struct layout *l = &model->layout;
    struct axle_cornering cornering[MAX_AXLES];
    struct commonroad_parameters p;
    double grip[2], given[2] = {def->front_cornering_per_rad, def->rear_cornering_per_rad};
    int derived = !(def->friction > 0 && given[0] > 0 && given[1] > 0);
    if (derived) kamm_planar_cornering(model, 0, cornering);
    p.front_m = info->cg_behind_front_axle_m;
    p.rear_m = info->wheelbase_m - p.front_m;
    for (int a = 0; a < 2; ++a) {
        struct commonroad_end end = end_of(model, derived ? cornering : NULL, !a);
        if (l->axles > 2) *(a ? &p.rear_m : &p.front_m) = end.arm_m;
        double arm = a ? p.front_m : p.rear_m;
        double load = info->mass_kg * gravity_mps2 * arm / info->wheelbase_m;
        double friction = def->friction > 0 ? def->friction : cornering[a].friction;
        double of_axles = l->axles > 2 ? end.grip : cornering[a].stiffness_n_per_rad / load;
        grip[a] = given[a] > 0 ? given[a] * friction : of_axles;
    }
    p.front_grip = grip[0];
    p.rear_grip = grip[1];
    p.height_m = def->load_shift_height_m > 0 ? def->load_shift_height_m : info->cg_height_m;
    p.mass_per_inertia = info->mass_kg / info->yaw_inertia_kgm2;
    return p;
}

kamm_commonroad_numbers kamm_describe_commonroad(const kamm_model *model)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(model, (kamm_commonroad_numbers){0});
    const kamm_model_info *info = &model->info;
    const kamm_steering_def *steering = &model->def->steering;
    struct commonroad_parameters p = kamm_commonroad_parameters_of(model);
    return (kamm_commonroad_numbers){.wheelbase_m = info->wheelbase_m,
                                     .front_m = p.front_m,
                                     .rear_m = p.rear_m,
                                     .front_grip = p.front_grip,
                                     .rear_grip = p.rear_grip,
                                     .height_m = p.height_m,
                                     .mass_per_inertia = p.mass_per_inertia,
                                     .max_steer_rad = steering->lock_rad / steering->ratio,
                                     .max_steer_rate_radps =
                                         steering->max_rate_radps / steering->ratio,
                                     .max_acceleration_mps2 = info->max_acceleration_mps2,
                                     .switch_speed_mps = info->switch_speed_mps,
                                     .top_speed_mps = info->top_speed_mps,
                                     .reverse_speed_mps = info->reverse_speed_mps};
}

static double within(double value, double low, double high)
{
    return value <= low ? low : value >= high ? high : value;
}

/* The inputs within the limits of section 5.1. */
static double steer_rate(const kamm_model *model, double angle, double asked)
{
    double ratio = model->def->steering.ratio, max = model->def->steering.lock_rad / ratio;
    double max_rate = model->def->steering.max_rate_radps / ratio;
    if ((angle <= -max && asked <= 0) || (angle >= max && asked >= 0)) return 0;
    return within(asked, -max_rate, max_rate);
}

static double acceleration(const kamm_model *model, double speed, double asked)
{
    const kamm_model_info *info = &model->info;
    double max = info->max_acceleration_mps2, limit = max;
    if (speed > info->switch_speed_mps) limit = max * info->switch_speed_mps / speed;
    if ((speed <= -info->reverse_speed_mps && asked <= 0) ||
        (speed >= info->top_speed_mps && asked >= 0))
        return 0;
    return within(asked, -max, limit);
}

void kamm_commonroad_ks(const kamm_model *model, const double x[5], const double input[2],
                        double f[5])
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(model, );
    KAMM_REQUIRE(x && input && f, );
    double rate = steer_rate(model, x[2], input[0]), a = acceleration(model, x[3], input[1]);
    double turn = x[3] / model->info.wheelbase_m * tan(x[2]);
    f[0] = x[3] * cos(x[4]);
    f[1] = x[3] * sin(x[4]);
    f[2] = rate;
    f[3] = a;
    f[4] = turn;
}

/* Below 0.1 m/s. x: delta, v, psi, psi', beta. */
static void slow(const struct commonroad_parameters *p, const double x[7], double rate, double a,
                 double f[7])
{
    double l = p->front_m + p->rear_m, v = x[3], tangent = tan(x[2]), cosine = cos(x[2]);
    double rear = p->rear_m / l, course = atan(tangent * rear);
    double slope = tangent * tangent * rear; /* its square below: as in the source */
    f[0] = v * cos(course + x[4]);
    f[1] = v * sin(course + x[4]);
    f[4] = v * cos(course) * tangent / l;
    f[6] = rear * rate / (cosine * cosine * (1 + slope * slope));
    f[5] = (a * cos(x[6]) * tangent - v * sin(x[6]) * f[6] * tangent +
            v * cos(x[6]) * rate / (cosine * cosine)) /
           l;
}

static void fast(const struct commonroad_parameters *p, const double x[7], double a, double f[7])
{
    double l = p->front_m + p->rear_m, v = x[3], shift = a * p->height_m;
    double kf = p->front_grip * (gravity_mps2 * p->rear_m - shift) / l;
    double kr = p->rear_grip * (gravity_mps2 * p->front_m + shift) / l;
    double turn = p->rear_m * kr - p->front_m * kf;
    double damping = p->front_m * p->front_m * kf + p->rear_m * p->rear_m * kr;
    f[0] = v * cos(x[4] + x[6]);
    f[1] = v * sin(x[4] + x[6]);
    f[4] = x[5];
    f[5] = p->mass_per_inertia * (-damping * x[5] / v + turn * x[6] + p->front_m * kf * x[2]);
    f[6] = (turn / (v * v) - 1) * x[5] - (kf + kr) * x[6] / v + kf * x[2] / v;
}

void kamm_commonroad_st(const kamm_model *model, const double x[7], const double input[2],
                        double f[7])
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(model, );
    KAMM_REQUIRE(x && input && f, );
    struct commonroad_parameters p = kamm_commonroad_parameters_of(model);
    double state[7];
    for (int i = 0; i < 7; ++i) state[i] = x[i];
    double rate = steer_rate(model, x[2], input[0]), a = acceleration(model, x[3], input[1]);
    if (fabs(x[3]) < kinematic_mps)
        slow(&p, state, rate, a, f);
    else
        fast(&p, state, a, f);
    f[2] = rate;
    f[3] = a;
}
