/* Parking: backwards into a bay from the aisle before it, by steering and a low speed that is wanted. The bay's middle is the origin; the
 * car is parked with its middle there, heading along y, out of the bay.
 *
 * Reward: by how much the step brought the car nearer, in metres and radians times 5 m, over 10; +1 once it is parked: within
 * 0.1 m and 3 degrees, standing. An episode ends with that, or where the car is too far away. 5 m is about what the car needs to turn
 * by a radian: were it much less, the nearest would be to drive into the bay nose first, from where each way on costs. */
#include "env_state.h"

#include <math.h>

static const double near_m = 0.1, near_rad = 3 * 3.14159265358979 / 180, standing_mps = 0.05;
static const double fastest_mps = 2, lost_m = 20, bay_m[2] = {2.6, 5.2};
static const double quarter_rad = 3.14159265358979 / 2;

static const kamm_env_field observations[] = {
    {"across", "m", 5, "Middle of the car, to the right of the bay's"},
    {"out", "m", 5, "… out of the bay"},
    {"heading_sine", "1", 1, "Sine of the heading against the bay's, positive left"},
    {"heading_cosine", "1", 1, "… its cosine"},
    {"forward_speed", "m/s", 2, "Speed along the car"},
    {"yaw_rate", "rad/s", 0.5, "Yaw rate"},
    {"steering", "1", 1, "Steering wheel, share of its lock"}};
static const kamm_env_field actions[] = {ENV_STEERING_FIELD, ENV_CREEP_FIELD};
static const kamm_env_field figures[] = {
    {"parked", "1", 1, "1: within 0.1 m and 3 degrees, standing"},
    {"offset", "m", 1, "From the middle of the bay to that of the car"},
    {"angle", "rad", 1, "Magnitude of the heading's error"},
    {"time", "s", 1, "How long it took"}};

/* How the car stands to the bay: the middle of its body, and of its rear axle. */
struct parking_view {
    struct env_car car;
    double x_m, y_m, rear_x_m, rear_y_m, sine, cosine;
};

static double front_m(const kamm_env *env)
{
    return env->info.cg_behind_front_axle_m + env->info.front_overhang_m;
}

static struct parking_view view(const kamm_env *env, int i)
{
    struct parking_view v = {.car = *env_own_car(env, i)};
    const double *ahead = v.car.ahead;
    double middle_m = front_m(env) - env->info.length_m / 2;
    double rear_m = env->info.cg_behind_front_axle_m - env->info.wheelbase_m;
    v.x_m = v.car.x_m + middle_m * ahead[0], v.y_m = v.car.y_m + middle_m * ahead[1];
    v.rear_x_m = v.car.x_m + rear_m * ahead[0], v.rear_y_m = v.car.y_m + rear_m * ahead[1];
    v.sine = -ahead[0], v.cosine = ahead[1]; /* of the heading less a quarter turn */
    return v;
}

static double angle_of(const struct parking_view *v) { return atan2(v->sine, v->cosine); }

static double distance_of(const struct parking_view *v)
{
    return sqrt(v->x_m * v->x_m + v->y_m * v->y_m);
}

static double cost_of(const struct parking_view *v)
{
    const double turning_m = 5;
    return distance_of(v) + turning_m * fabs(angle_of(v));
}

static void begin(kamm_env *env, int i)
{
    struct episode *episode = &env->episodes[i];
    double x_m = kamm_env_draw(episode, ENV_TASK_DRAWS, -9, -4);
    double y_m = kamm_env_draw(episode, ENV_TASK_DRAWS + 1, 5.5, 7);
    double yaw_rad = kamm_env_draw(episode, ENV_TASK_DRAWS + 2, -0.15, 0.15);
    kamm_env_place(env, env_car_number(env, i), x_m, y_m, yaw_rad, 0, 1);
    kamm_env_look(env, i);
    struct parking_view v = view(env, i);
    episode->parking.last_cost = cost_of(&v);
}

static void act(kamm_env *env, int i)
{
    const struct episode *episode = &env->episodes[i];
    int number = env_car_number(env, i);
    kamm_env_steer(env, number, (double)episode->action[0]);
    kamm_env_creep(env, number, fastest_mps * (double)episode->action[1]);
}

static enum env_end judge(kamm_env *env, int i, double *reward)
{
    struct parking_episode *parking = &env->episodes[i].parking;
    struct parking_view v = view(env, i);
    double cost = cost_of(&v);
    parking->offset_m = distance_of(&v);
    parking->angle_rad = fabs(angle_of(&v));
    parking->is_parked = parking->offset_m < near_m && parking->angle_rad < near_rad &&
                         fabs(v.car.forward_mps) < standing_mps;
    *reward = (parking->last_cost - cost) / 10 + (parking->is_parked ? 1 : 0);
    parking->last_cost = cost;
    return parking->is_parked || parking->offset_m > lost_m ? ENV_TERMINATED : ENV_GOES_ON;
}

static void observe(const kamm_env *env, int i, float *row)
{
    struct parking_view v = view(env, i);
    row[0] = (float)(v.x_m / 5);
    row[1] = (float)(v.y_m / 5);
    row[2] = (float)v.sine;
    row[3] = (float)v.cosine;
    row[4] = (float)(v.car.forward_mps / 2);
    row[5] = (float)(v.car.yaw_radps / 0.5);
    row[6] = (float)v.car.steering;
}

/* -- Planned arcs: along the aisle past the bay, backwards round a quarter circle, straight in. Each is followed by the rear axle:
 * curvature of its path from what it is beside the arc and askew to it. -- */

/* Curvature to be driven, of a path that bends by `bend`. The car is `aside_m` to the left of it and turned by
 * `askew_rad`, both seen along the direction of motion. */
static double follow_per_m(double bend, double aside_m, double askew_rad)
{
    const double per_m = 0.9;
    return bend - per_m * per_m * fmin(fmax(aside_m, -1), 1) - 2 * per_m * sin(askew_rad);
}

static double arc_radius_m(const kamm_env *env)
{
    double most_rad = env->info.steering_lock_rad / env->info.steering_ratio;
    return 1.25 * env->info.wheelbase_m / tan(fmin(most_rad, 0.9));
}

enum { ALONG_AISLE, ROUND_ARC, STRAIGHT_IN, STANDING };

static double wanted_curvature(const kamm_env *env, const struct parking_episode *parking,
                               const struct parking_view *v, double aisle_m)
{
    double radius_m = arc_radius_m(env), turned_rad = angle_of(v); /* 0: parallel to the bay */
    if (parking->phase == ALONG_AISLE)
        return follow_per_m(0, v->rear_y_m - aisle_m, turned_rad + quarter_rad);
    if (parking->phase == STRAIGHT_IN) return follow_per_m(0, v->rear_x_m, turned_rad);
    /* Backwards to the left of its way, round a middle below the aisle. */
    double dx = v->rear_x_m - radius_m, dy = v->rear_y_m - (aisle_m - radius_m);
    double away_m = sqrt(dx * dx + dy * dy), around_rad = atan2(dy, dx);
    double askew_rad =
        remainder(turned_rad + quarter_rad - (around_rad - quarter_rad), 4 * quarter_rad);
    return follow_per_m(1 / radius_m, radius_m - away_m, askew_rad);
}

static void choose_phase(const kamm_env *env, struct parking_episode *parking,
                         const struct parking_view *v, double aisle_m)
{
    double radius_m = arc_radius_m(env);
    if (parking->phase == ALONG_AISLE && v->rear_x_m > radius_m) parking->phase = ROUND_ARC;
    if (parking->phase == ROUND_ARC && v->rear_y_m < aisle_m - radius_m)
        parking->phase = STRAIGHT_IN;
    if (parking->phase >= ROUND_ARC && v->y_m < 0.03) parking->phase = STANDING;
}

static void advise(kamm_env *env, int i, float *action)
{
    struct parking_episode *parking = &env->episodes[i].parking;
    struct parking_view v = view(env, i);
    if (parking->aisle_m == 0) parking->aisle_m = v.rear_y_m; /* where the aisle is driven along */
    double aisle_m = fmax(parking->aisle_m, arc_radius_m(env) + 0.3);
    choose_phase(env, parking, &v, aisle_m);
    double curvature = wanted_curvature(env, parking, &v, aisle_m), speed = 0.5;
    if (parking->phase >=
        ROUND_ARC) { /* backwards the axle's way bends the other way by the same wheel */
        curvature = -curvature;
        speed = -fmin(fmax(v.y_m / 3, 0.12), 0.5);
    }
    if (parking->phase == STANDING) speed = 0;
    double wheel_rad = atan(env->info.wheelbase_m * curvature) * env->info.steering_ratio;
    action[0] = (float)fmin(fmax(wheel_rad / env->info.steering_lock_rad, -1), 1);
    action[1] = (float)speed;
}

static void report(const kamm_env *env, int i, double *row)
{
    const struct episode *episode = &env->episodes[i];
    row[0] = episode->parking.is_parked;
    row[1] = episode->parking.offset_m;
    row[2] = episode->parking.angle_rad;
    row[3] = episode->steps * KAMM_ENV_STEP_S;
}

/* Three sides of the bay, and those of its neighbours. */
static int outline(const kamm_env *env, int i, double (*points_m)[2], int room)
{
    int at = 0;
    (void)env, (void)i;
    for (int bay = -2; bay <= 2; ++bay) {
        double x_m = bay * bay_m[0], half_m = bay_m[0] / 2, out_m = bay_m[1] / 2;
        kamm_env_put_point(points_m, room, at++, x_m - half_m, out_m);
        kamm_env_put_point(points_m, room, at++, x_m - half_m, -out_m);
        kamm_env_put_point(points_m, room, at++, x_m + half_m, -out_m);
        kamm_env_put_point(points_m, room, at++, x_m + half_m, out_m);
        kamm_env_put_point(points_m, room, at++, NAN, NAN);
    }
    return at;
}

static int is_legal(const kamm_env *env, const struct episode *episode)
{
    (void)env;
    return kamm_env_are_bounded(&episode->parking.last_cost, 4);
}

const struct env_task kamm_parking_task = {
    .name = "Parking",
    .max_steps = 2000,
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
