/* Trailer: backwards to a dock with a trailer, without jackknifing. The dock is the origin: the middle of the trailer's rear end is to
 * stand there, the trailer heading along x, away from the dock.
 *
 * Reward: by how much the step brought the trailer nearer, in metres and radians times 3 m, over 10; +1 once it is docked: within
 * 0.2 m and 3 degrees, standing. -1 and the end where it jackknifes, or is through the dock or too far away. */
#include "env_state.h"

#include <math.h>

static const double near_m = 0.2, near_rad = 3 * 3.14159265358979 / 180, standing_mps = 0.05;
static const double fastest_mps = 2, lost_m = 40, bent_rad = 60 * 3.14159265358979 / 180;

static const kamm_env_field observations[] = {
    {"out", "m", 10, "Middle of the trailer's rear end, away from the dock"},
    {"across", "m", 5, "… to the left of the dock's middle, seen from it"},
    {"heading_sine", "1", 1, "Sine of the trailer's heading against the dock's, positive left"},
    {"heading_cosine", "1", 1, "… its cosine"},
    {"articulation", "rad", 1, "Heading of the trailer less that of the car"},
    {"articulation_rate", "rad/s", 0.5, "Its rate"},
    {"forward_speed", "m/s", 2, "Speed along the car"},
    {"yaw_rate", "rad/s", 0.5, "Yaw rate of the car"},
    {"steering", "1", 1, "Steering wheel, share of its lock"}};
static const kamm_env_field actions[] = {ENV_STEERING_FIELD, ENV_CREEP_FIELD};
static const kamm_env_field figures[] = {
    {"docked", "1", 1, "1: within 0.2 m and 3 degrees, standing"},
    {"offset", "m", 1, "From the dock to the middle of the trailer's rear end"},
    {"angle", "rad", 1, "Magnitude of the trailer's heading"},
    {"articulation", "rad", 1, "The most by which it was bent"},
    {"time", "s", 1, "How long it took"}};

/* How the trailer stands to the dock: its rear end, its axle. */
struct trailer_view {
    struct env_car car;
    kamm_hitch_state hitch;
    double x_m, y_m, axle_y_m, yaw_rad;
};

static struct trailer_view view(const kamm_env *env, int i)
{
    const kamm_cars *trailers = kamm_combination_cars(env->combinations, 1);
    struct trailer_view v = {.car = *env_own_car(env, i)};
    const kamm_vehicle_def *trailer = kamm_model_of(trailers, i)->def;
    const kamm_car_body_def *body = &trailer->body;
    kamm_read_hitch(env->combinations, i, 1, &v.hitch);
    v.yaw_rad = atan2(v.car.ahead[1], v.car.ahead[0]) + v.hitch.articulation_rad;
    double rear_m = body->cg_behind_front_axle_m + body->front_overhang_m - body->length_m;
    int last = trailer->axles_count - 1;
    double axle_m = body->cg_behind_front_axle_m - trailer->axles[last].behind_front_axle_m;
    double x_m = kamm_read(trailers, i, KAMM_CHANNEL_x_m),
           y_m = kamm_read(trailers, i, KAMM_CHANNEL_y_m);
    v.x_m = x_m + rear_m * cos(v.yaw_rad), v.y_m = y_m + rear_m * sin(v.yaw_rad);
    v.axle_y_m = y_m + axle_m * sin(v.yaw_rad);
    return v;
}

static double distance_of(const struct trailer_view *v)
{
    return sqrt(v->x_m * v->x_m + v->y_m * v->y_m);
}

static double cost_of(const struct trailer_view *v)
{
    return distance_of(v) + 3 * fabs(v->yaw_rad);
}

static void begin(kamm_env *env, int i)
{
    struct episode *episode = &env->episodes[i];
    double x_m = kamm_env_draw(episode, ENV_TASK_DRAWS, 24, 30);
    double y_m = kamm_env_draw(episode, ENV_TASK_DRAWS + 1, -2, 2);
    double yaw_rad = kamm_env_draw(episode, ENV_TASK_DRAWS + 2, -0.12, 0.12);
    double bent = kamm_env_draw(episode, ENV_TASK_DRAWS + 3, -0.1, 0.1);
    kamm_placement at = kamm_placement_on(&env->ground, x_m, y_m, yaw_rad);
    at.gear = -1;
    kamm_place_combination(env->combinations, i, &at, &bent);
    kamm_env_look(env, i);
    struct trailer_view v = view(env, i);
    episode->trailer.last_cost = cost_of(&v);
}

static void act(kamm_env *env, int i)
{
    const struct episode *episode = &env->episodes[i];
    kamm_env_steer(env, i, (double)episode->action[0]);
    kamm_env_creep(env, i, fastest_mps * (double)episode->action[1]);
}

static enum env_end judge(kamm_env *env, int i, double *reward)
{
    struct trailer_episode *trailer = &env->episodes[i].trailer;
    struct trailer_view v = view(env, i);
    double cost = cost_of(&v), bent = fabs(v.hitch.articulation_rad);
    trailer->offset_m = distance_of(&v);
    trailer->angle_rad = fabs(v.yaw_rad);
    trailer->articulation_rad = fmax(trailer->articulation_rad, bent);
    trailer->is_docked = trailer->offset_m < near_m && trailer->angle_rad < near_rad &&
                         fabs(v.car.forward_mps) < standing_mps;
    int has_failed = bent > bent_rad || v.x_m < -0.5 || trailer->offset_m > lost_m;
    *reward = (trailer->last_cost - cost) / 10 + (trailer->is_docked ? 1 : has_failed ? -1 : 0);
    trailer->last_cost = cost;
    return trailer->is_docked || has_failed ? ENV_TERMINATED : ENV_GOES_ON;
}

static void observe(const kamm_env *env, int i, float *row)
{
    struct trailer_view v = view(env, i);
    row[0] = (float)(v.x_m / 10);
    row[1] = (float)(v.y_m / 5);
    row[2] = (float)sin(v.yaw_rad);
    row[3] = (float)cos(v.yaw_rad);
    row[4] = (float)v.hitch.articulation_rad;
    row[5] = (float)(v.hitch.articulation_rate_radps / 0.5);
    row[6] = (float)(v.car.forward_mps / 2);
    row[7] = (float)(v.car.yaw_radps / 0.5);
    row[8] = (float)v.car.steering;
}

/* The trailer's axle along the dock's line, of second order over its way; the library's own law for the wheel. */
static void advise(kamm_env *env, int i, float *action)
{
    const double per_m = 0.28, damping = 1;
    struct trailer_view v = view(env, i);
    double curvature =
        -per_m * per_m * fmin(fmax(v.axle_y_m, -2), 2) + 2 * damping * per_m * sin(v.yaw_rad);
    double wheel_rad = kamm_reversing_wheel_rad(env->combinations, i, curvature);
    action[0] = (float)fmin(fmax(wheel_rad / env->info.steering_lock_rad, -1), 1);
    action[1] = (float)(v.x_m < 0.08 ? 0 : -fmin(fmax(v.x_m / 4, 0.12), 0.5));
}

static void report(const kamm_env *env, int i, double *row)
{
    const struct episode *episode = &env->episodes[i];
    row[0] = episode->trailer.is_docked;
    row[1] = episode->trailer.offset_m;
    row[2] = episode->trailer.angle_rad;
    row[3] = episode->trailer.articulation_rad;
    row[4] = episode->steps * KAMM_ENV_STEP_S;
}

static int outline(const kamm_env *env, int i, double (*points_m)[2], int room)
{
    const double half_m = 1.6, deep_m = 2;
    (void)env, (void)i;
    kamm_env_put_point(points_m, room, 0, 0, half_m);
    kamm_env_put_point(points_m, room, 1, 0, -half_m);
    kamm_env_put_point(points_m, room, 2, -deep_m, -half_m);
    kamm_env_put_point(points_m, room, 3, -deep_m, half_m);
    kamm_env_put_point(points_m, room, 4, 0, half_m);
    return 5;
}

static int is_legal(const kamm_env *env, const struct episode *episode)
{
    (void)env;
    return kamm_env_are_bounded(&episode->trailer.last_cost, 4);
}

const struct env_task kamm_trailer_task = {
    .name = "Trailer",
    .max_steps = 2500,
    .has_trailer = 1,
    .observation_count = sizeof observations / sizeof *observations,
    .action_count = sizeof actions / sizeof *actions,
    .figure_count = sizeof figures / sizeof *figures,
    .observations = observations,
    .actions = actions,
    .figures = figures,
    .begin = begin,
    .act = act,
    .judge = judge,
    .observe = observe,
    .advise = advise,
    .report = report,
    .outline = outline,
    .is_legal = is_legal,
};
