/* Drift: round a circle about the origin, to the left, with the nose pointing into it by a wanted angle.
 *
 * Reward: 0.02 for a step without errors, less by a bell of both errors: exp(-(angle / 0.2 rad)^2 - (radius / 2 m)^2);
 * -1 as it is lost, which ends the episode: else to slide once and leave pays more than to hold on while still learning. */
#include "../base/error.h"
#include "env_state.h"

#include <kamm/act.h>

#include <math.h>

/* Without the last two a car may brake and circle on the spot, the ring below it: that pays more than half of what the drift
 * does. `slow` is a share of the speed that it begins with. */
static const double off_m = 8, spun_rad = 1.4, astray_rad = 1, slow = 0.5;

static const kamm_env_field observations[] = {
    {"sideslip", "rad", 0.5, "How far the nose points into the circle against the car's course"},
    {"sideslip_error", "rad", 0.5, "That less what is wanted"},
    {"radius_error", "m", 5, "Distance from the middle less the wanted radius"},
    {"outward_sine", "1", 1, "Sine of the course against the circle, positive outwards"},
    ENV_MOTION_FIELDS,
    ENV_SLIP_FIELDS,
    {"pedal", "1", 1, "The last action"},
    {"wanted_sideslip", "rad", 0.5, "As the environments were made"},
    {"wanted_radius", "m", 20, "Of the circle"}};
static const kamm_env_field actions[] = {ENV_STEERING_FIELD, ENV_PEDAL_FIELD};
static const kamm_env_field figures[] = {{"sideslip_error", "rad", 1, "Mean of its magnitude"},
                                         {"radius_error", "m", 1, "Mean of its magnitude"},
                                         {"time", "s", 1, "How long the drift was held"}};

/* Motion of a car relative to the circle. */
struct drift_view {
    struct env_car car;
    double speed_mps, sideslip_rad, radius_m, outward;
    double along; /* cosine of the course against the circle, negative the wrong way round */
};

static struct drift_view view(const kamm_env *env, int i)
{
    struct drift_view v = {.car = *env_own_car(env, i)};
    const struct env_car *car = &v.car;
    double vx = car->forward_mps * car->ahead[0] - car->left_mps * car->ahead[1];
    double vy = car->forward_mps * car->ahead[1] + car->left_mps * car->ahead[0];
    v.speed_mps = sqrt(vx * vx + vy * vy);
    v.sideslip_rad = v.speed_mps > 0.5 ? atan2(-car->left_mps, car->forward_mps) : 0;
    v.radius_m = sqrt(car->x_m * car->x_m + car->y_m * car->y_m);
    double most = fmax(v.radius_m * v.speed_mps, 1e-3);
    v.outward = (vx * car->x_m + vy * car->y_m) / most;
    v.along = (vy * car->x_m - vx * car->y_m) / most;
    return v;
}

/* Sliding already: turned in by a part of what is wanted, turning as the circle does. */
static void slide(kamm_env *env, int car, double speed_mps, double turned_rad, double yaw_radps)
{
    kamm_motion motion;
    kamm_read_motion(env->cars, car, &motion);
    double c = cos(turned_rad), s = sin(turned_rad),
           v[2] = {motion.velocity_mps[0], motion.velocity_mps[1]};
    motion.velocity_mps[0] = c * v[0] + s * v[1]; /* its course stays behind the heading */
    motion.velocity_mps[1] = c * v[1] - s * v[0];
    motion.angular_velocity_radps[2] = yaw_radps;
    for (int w = 0; w < env->info.wheel_count; ++w)
        motion.wheel_radps[w] = speed_mps / env->info.loaded_radius_m[w];
    kamm_set_motion(env->cars, car, &motion, NULL);
}

/* At which half of the grip holds the circle. */
static double start_mps(const kamm_env *env, double radius_m)
{
    return sqrt(0.5 * (double)env->ground.plane.friction * 9.80665 * radius_m);
}

static void begin(kamm_env *env, int i)
{
    struct episode *episode = &env->episodes[i];
    int car = env_car_number(env, i);
    double around = kamm_env_draw(episode, ENV_TASK_DRAWS, -3.14, 3.14);
    double turned = env->wanted_sideslip_rad * kamm_env_draw(episode, ENV_TASK_DRAWS + 1, 0.3, 0.9);
    double radius_m = env->radius_m + kamm_env_draw(episode, ENV_TASK_DRAWS + 2, -1, 1);
    double speed_mps =
        start_mps(env, radius_m) * kamm_env_draw(episode, ENV_TASK_DRAWS + 3, 0.9, 1.1);
    double yaw_rad = around + acos(0) + turned;
    kamm_env_place(env, car, radius_m * cos(around), radius_m * sin(around), yaw_rad, speed_mps,
                   KAMM_GEAR_DRIVE);
    slide(env, car, speed_mps, turned, speed_mps / radius_m);
}

static void act(kamm_env *env, int i)
{
    const struct episode *episode = &env->episodes[i];
    kamm_env_steer(env, env_car_number(env, i), (double)episode->action[0]);
    kamm_env_press(env, env_car_number(env, i), (double)episode->action[1]);
}

static enum env_end judge(kamm_env *env, int i, double *reward)
{
    struct drift_episode *drift = &env->episodes[i].drift;
    struct drift_view v = view(env, i);
    double angle = (v.sideslip_rad - env->wanted_sideslip_rad), radius = v.radius_m - env->radius_m;
    drift->slip_error_rad += fabs(angle);
    drift->radius_error_m += fabs(radius);
    *reward = 0.02 * exp(-(angle / 0.2) * (angle / 0.2) - (radius / 2) * (radius / 2));
    int is_lost = fabs(radius) > off_m || fabs(v.sideslip_rad) > spun_rad ||
                  v.along < cos(astray_rad) || v.speed_mps < slow * start_mps(env, env->radius_m);
    if (is_lost) *reward -= 1;
    return is_lost ? ENV_TERMINATED : ENV_GOES_ON;
}

static void observe(const kamm_env *env, int i, float *row)
{
    struct drift_view v = view(env, i);
    *row++ = (float)(v.sideslip_rad / 0.5);
    *row++ = (float)((v.sideslip_rad - env->wanted_sideslip_rad) / 0.5);
    *row++ = (float)((v.radius_m - env->radius_m) / 5);
    *row++ = (float)v.outward;
    row = kamm_env_show_motion(&v.car, row);
    row = kamm_env_show_slip(&v.car, row);
    *row++ = env->episodes[i].action[1];
    *row++ = (float)(env->wanted_sideslip_rad / 0.5);
    *row = (float)(env->radius_m / 20);
}

/* The front wheels point along the car's course, and aside of it by what turns the car as is wanted: as the circle does, and more
 * where the nose points in too little. Outside of the circle the nose is to point in farther. The foot holds the speed at which
 * sliding tyres hold the circle. Gains were found by trying many on the car that is the task's own. */
static double wanted_road_wheel_rad(const kamm_env *env, const struct drift_view *v,
                                    double short_rad)
{
    const double turn_gain_per_s = 2.5, steer_gain_s = 0.5;
    double speed_mps = fmax(v->speed_mps, 3), yaw_radps = v->car.yaw_radps;
    double wanted_radps = speed_mps / env->radius_m + turn_gain_per_s * short_rad;
    double course_rad = -v->sideslip_rad + env->info.cg_behind_front_axle_m * yaw_radps / speed_mps;
    return course_rad + steer_gain_s * (wanted_radps - yaw_radps);
}

static double wanted_speed_mps(const kamm_env *env, const struct drift_view *v)
{
    const double grip = 0.82, off_gain_per_s = 0.11, outward_gain_mps = 3.2;
    double holds_mps = sqrt(grip * (double)env->ground.plane.friction * 9.80665 * env->radius_m);
    return holds_mps - off_gain_per_s * (v->radius_m - env->radius_m) -
           outward_gain_mps * v->outward;
}

static void advise(kamm_env *env, int i, float *action)
{
    const double in_gain_per_m = 0.03, out_gain_rad = 1.25, pedal = 0.43, pedal_gain = 0.47,
                 slide_gain = 0.36, integral_gain = 0.18, most = 0.3;
    struct drift_episode *drift = &env->episodes[i].drift;
    struct drift_view v = view(env, i);
    double wanted_rad = env->wanted_sideslip_rad + in_gain_per_m * (v.radius_m - env->radius_m) +
                        out_gain_rad * v.outward;
    double short_rad = wanted_rad - v.sideslip_rad;
    double slow_mps = wanted_speed_mps(env, &v) - v.speed_mps;
    double share = wanted_road_wheel_rad(env, &v, short_rad) * env->info.steering_ratio /
                   env->info.steering_lock_rad;
    drift->integral += integral_gain * slow_mps * KAMM_ENV_STEP_S;
    drift->integral = fmin(fmax(drift->integral, -most), most);
    double pressed = pedal + pedal_gain * slow_mps + drift->integral + slide_gain * short_rad;
    action[0] = (float)fmin(fmax(share, -1), 1);
    action[1] = (float)fmin(fmax(pressed, 0), 1);
}

static void report(const kamm_env *env, int i, double *row)
{
    const struct episode *episode = &env->episodes[i];
    double steps = fmax(episode->steps, 1);
    row[0] = episode->drift.slip_error_rad / steps;
    row[1] = episode->drift.radius_error_m / steps;
    row[2] = episode->steps * KAMM_ENV_STEP_S;
}

static kamm_result prepare(kamm_env *env, const kamm_env_def *def, kamm_error *error)
{
    const kamm_rung_info *rung = kamm_describe_rung(env->rung);
    if (!(rung->features & KAMM_FEATURE_FORCES))
        return kamm_fail(error, KAMM_ERROR_RANGE, "rung", "rung: cars of %s do not slide",
                         rung->name);
    if (!(fabs(def->sideslip_rad) < 1.2) || !(def->radius_m >= 0 && def->radius_m <= 1000))
        return kamm_fail(
            error, KAMM_ERROR_RANGE, "radius_m",
            "a sideslip of %g rad at a radius of %g m; allowed: -1.2 to 1.2, up to 1000",
            def->sideslip_rad, def->radius_m);
    env->wanted_sideslip_rad = def->sideslip_rad != 0 ? def->sideslip_rad : 0.5;
    env->radius_m = def->radius_m != 0 ? def->radius_m : 20;
    return KAMM_OK;
}

static int outline(const kamm_env *env, int i, double (*points_m)[2], int room)
{
    enum { CORNERS = 120 };
    (void)i;
    for (int k = 0; k <= CORNERS; ++k) {
        double angle = 4 * acos(0) * k / CORNERS;
        kamm_env_put_point(points_m, room, k, env->radius_m * cos(angle),
                           env->radius_m * sin(angle));
    }
    return CORNERS + 1;
}

static int is_legal(const kamm_env *env, const struct episode *episode)
{
    (void)env;
    return kamm_env_are_bounded(&episode->drift.slip_error_rad, 3);
}

const struct env_task kamm_drift_task = {
    .name = "Drift",
    .max_steps = 1000,
    .is_without_aids = 1,
    .observation_count = sizeof observations / sizeof *observations,
    .action_count = sizeof actions / sizeof *actions,
    .figure_count = sizeof figures / sizeof *figures,
    .observations = observations,
    .actions = actions,
    .figures = figures,
    .prepare = prepare,
    .begin = begin,
    .act = act,
    .judge = judge,
    .observe = observe,
    .advise = advise,
    .report = report,
    .outline = outline,
    .is_legal = is_legal,
};
