/* Moose: through the three lanes of ISO 3888-2 at an entry speed that is drawn, without touching a cone. The throttle is held until 2 m
 * into the course and then released, as the standard has it; the driver only steers.
 *
 * Reward: metres along the course over 10; half of the metres nearer to a smooth line through the lanes; -1 at a cone, or where the
 * car has turned too far, +1 where it is through. What the line pays is a potential (Ng, Harada, Russell 1999): all in all nothing
 * but by how far the car is off the line as it ends. Without it nothing pays for a swerve until it is nearly done. */
#include "cones.h"
#include "env_state.h"

#include <math.h>

static const double slowest_mps = 45 / 3.6, fastest_mps = 65 / 3.6, release_m = 2, run_up_m = 8;

#define LANE(which)                                                                  \
    {which "_start", "m", 20, "From the nose to where the lane begins"},             \
        {which "_end", "m", 20, "… ends"},                                           \
        {which "_right", "m", 2, "From the car's middle to its right edge, across"}, \
    {                                                                                \
        which "_left", "m", 2, "… to its left edge"                                \
    }
static const kamm_env_field observations[] = {
    LANE("entry_lane"),
    LANE("side_lane"),
    LANE("exit_lane"),
    {"heading_sine", "1", 1, "Sine of the heading against the course, positive left"},
    {"heading_cosine", "1", 1, "… its cosine"},
    ENV_MOTION_FIELDS,
    ENV_SLIP_FIELDS,
    {"entry_speed", "m/s", 20, "As drawn"}};
static const kamm_env_field actions[] = {ENV_STEERING_FIELD};
static const kamm_env_field figures[] = {
    {"passed", "1", 1, "1: through without touching a cone"},
    {"margin", "m", 1, "To the nearest cone, at worst; below 0: touched"},
    {"entry_speed", "m/s", 1, "As drawn"},
    {"exit_speed", "m/s", 1, "As it left the course, or ended"}};

static kamm_outline env_outline_of(const kamm_env *env) { return kamm_outline_of(env->vehicle); }

static kamm_course lanes_of(const kamm_env *env)
{
    return kamm_iso_3888_2_course(env->vehicle->body.width_m);
}

static double smooth_step(double x)
{
    x = fmin(fmax(x, 0), 1);
    return x * x * (3 - 2 * x);
}

/* That of the lab's driver: out and back. */
static double line_m(const kamm_course *course, double x_m)
{
    const double out_start_m = 11, out_length_m = 16.6, back_start_m = 33.8, back_length_m = 16.2;
    const kamm_lane *side = &course->lanes[1], *exit = &course->lanes[2];
    double side_m = (side->left_m + side->right_m) / 2, exit_m = (exit->left_m + exit->right_m) / 2;
    return side_m * smooth_step((x_m - out_start_m) / out_length_m) +
           (exit_m - side_m) * smooth_step((x_m - back_start_m) / back_length_m);
}

static double off_line_m(const kamm_env *env, const struct env_car *car)
{
    kamm_course course = lanes_of(env);
    return fabs(car->y_m - line_m(&course, car->x_m));
}

static void begin(kamm_env *env, int i)
{
    struct episode *episode = &env->episodes[i];
    double nose_m = env_outline_of(env).front_m;
    episode->moose.entry_mps = kamm_env_draw(episode, ENV_TASK_DRAWS, slowest_mps, fastest_mps);
    episode->moose.margin_m = INFINITY;
    double y_m = kamm_env_draw(episode, ENV_TASK_DRAWS + 1, -0.1, 0.1);
    double yaw_rad = kamm_env_draw(episode, ENV_TASK_DRAWS + 2, -0.01, 0.01);
    kamm_env_place(env, env_car_number(env, i), -run_up_m - nose_m, y_m, yaw_rad,
                   episode->moose.entry_mps, KAMM_GEAR_DRIVE);
    kamm_env_look(env, i);
    episode->moose.off_line_m = off_line_m(env, env_own_car(env, i));
}

static void act(kamm_env *env, int i)
{
    struct episode *episode = &env->episodes[i];
    int number = env_car_number(env, i);
    struct env_car car = *env_own_car(env, i);
    kamm_input *input = &env->cars->inputs[number];
    if (car.x_m + env_outline_of(env).front_m >= release_m) episode->moose.is_released = 1;
    kamm_env_steer(env, number, (double)episode->action[0]);
    double short_mps = episode->moose.entry_mps - car.forward_mps;
    input->throttle =
        (float)(episode->moose.is_released ? 0 : fmin(fmax(0.15 + 0.6 * short_mps, 0), 1));
    input->gear = KAMM_GEAR_DRIVE;
}

static enum env_end judge(kamm_env *env, int i, double *reward)
{
    struct moose_episode *moose = &env->episodes[i].moose;
    struct env_car car = *env_own_car(env, i);
    kamm_course course = lanes_of(env);
    kamm_outline outline = env_outline_of(env);
    double yaw_rad = atan2(car.ahead[1], car.ahead[0]);
    double margin_m = kamm_cone_clearance_m(&course, &outline, car.x_m, car.y_m, yaw_rad, NULL);
    moose->margin_m = fmin(moose->margin_m, margin_m);
    moose->exit_mps = car.forward_mps;
    double way_m = KAMM_ENV_STEP_S * (car.forward_mps * car.ahead[0] - car.left_mps * car.ahead[1]);
    int is_through = car.x_m + outline.rear_m > course.lanes[KAMM_LANES - 1].end_m;
    int has_failed = moose->margin_m < 0 || car.ahead[0] < 0.3 || car.forward_mps < 1;
    double off_m = off_line_m(env, &car), nearer_m = moose->off_line_m - off_m;
    moose->off_line_m = off_m;
    *reward = way_m / 10 + nearer_m / 2 + (has_failed ? -1 : is_through ? 1 : 0);
    return has_failed || is_through ? ENV_TERMINATED : ENV_GOES_ON;
}

static void observe(const kamm_env *env, int i, float *row)
{
    struct env_car car = *env_own_car(env, i);
    kamm_course course = lanes_of(env);
    double nose_m = car.x_m + env_outline_of(env).front_m;
    for (int k = 0; k < KAMM_LANES; ++k) {
        const kamm_lane *lane = &course.lanes[k];
        *row++ = (float)((lane->start_m - nose_m) / 20);
        *row++ = (float)((lane->end_m - nose_m) / 20);
        *row++ = (float)((lane->right_m - car.y_m) / 2);
        *row++ = (float)((lane->left_m - car.y_m) / 2);
    }
    *row++ = (float)car.ahead[1];
    *row++ = (float)car.ahead[0];
    row = kamm_env_show_motion(&car, row);
    row = kamm_env_show_slip(&car, row);
    *row = (float)(env->episodes[i].moose.entry_mps / 20);
}

/* The lab's driver (src/lab/moose_drivers.h) with one set of traits: a smooth line out and back, and an arc to a point of it ahead. */
static void advise(kamm_env *env, int i, float *action)
{
    const double preview_s = 0.38, gain = 1.52;
    struct env_car car = *env_own_car(env, i);
    kamm_course course = lanes_of(env);
    double dx_m = fmax(3, preview_s * car.forward_mps),
           dy_m = line_m(&course, car.x_m + dx_m) - car.y_m;
    double left_m = dy_m * car.ahead[0] - dx_m * car.ahead[1];
    double curvature_per_m = 2 * left_m / (dx_m * dx_m + dy_m * dy_m);
    double wheel_rad = gain * env->info.steering_ratio * env->info.wheelbase_m * curvature_per_m;
    action[0] = (float)fmin(fmax(wheel_rad / env->info.steering_lock_rad, -1), 1);
}

static void report(const kamm_env *env, int i, double *row)
{
    const struct moose_episode *moose = &env->episodes[i].moose;
    struct env_car car = *env_own_car(env, i);
    kamm_course course = lanes_of(env);
    int is_through = car.x_m + env_outline_of(env).rear_m > course.lanes[KAMM_LANES - 1].end_m;
    row[0] = is_through && moose->margin_m >= 0;
    row[1] = moose->margin_m < 100 ? moose->margin_m : 100;
    row[2] = moose->entry_mps;
    row[3] = moose->exit_mps;
}

/* A small cross for each cone. */
static int outline(const kamm_env *env, int i, double (*points_m)[2], int room)
{
    const double arm_m = 0.15;
    kamm_course course = lanes_of(env);
    int at = 0;
    (void)i;
    for (int k = 0; k < KAMM_LANES * 2 * KAMM_CONES_PER_SIDE; ++k) {
        const kamm_lane *lane = &course.lanes[k / (2 * KAMM_CONES_PER_SIDE)];
        double gap_m = (lane->end_m - lane->start_m) / (KAMM_CONES_PER_SIDE - 1);
        double x_m = lane->start_m + k / 2 % KAMM_CONES_PER_SIDE * gap_m;
        double y_m = k % 2 ? lane->left_m : lane->right_m;
        for (int turn = 0; turn < 2; ++turn) {
            double dx = turn ? 0 : arm_m, dy = turn ? arm_m : 0;
            kamm_env_put_point(points_m, room, at++, x_m - dx, y_m - dy);
            kamm_env_put_point(points_m, room, at++, x_m + dx, y_m + dy);
            kamm_env_put_point(points_m, room, at++, NAN, NAN);
        }
    }
    return at;
}

/* The margin is infinite at first. */
static int is_legal(const kamm_env *env, const struct episode *episode)
{
    const struct moose_episode *moose = &episode->moose;
    const double numbers[] = {moose->entry_mps, moose->exit_mps, moose->off_line_m,
                              moose->integral};
    (void)env;
    return kamm_env_are_bounded(numbers, 4) && !isnan(moose->margin_m);
}

const struct env_task kamm_moose_task = {
    .name = "Moose",
    .max_steps = 500,
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
