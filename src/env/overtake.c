/* Overtake: past slower drivers on a path. They are the library's own, each with a grip of its own, and know nothing of others.
 *
 * Reward: that of Track, and 1 for each driver who comes to lie behind, -1 for each who comes to lie ahead again; -2 at a contact, which
 * ends the episode, as leaving the track does. */
#include "track.h"

#include "../base/error.h"

#include <math.h>

static const double passed_m = 6, seen_m = 60, gap_m = 22;
enum { OTHER_COLUMNS = 5 };

#define OTHER(which)                                                                \
    {which "_is_there", "1", 1, "1: there is one; nearest along the path first"},   \
        {which "_ahead", "m", 50, "How far ahead along the path"},                  \
        {which "_left", "m", 5, "How far to the left of our car, across the path"}, \
        {which "_forward_speed", "m/s", 20, "Its speed along our car, less ours"},  \
    {                                                                               \
        which "_lateral_speed", "m/s", 10, "… to the left of it"                  \
    }
static const kamm_env_field observations[] = {TRACK_PLACE_FIELDS,
                                              ENV_MOTION_FIELDS,
                                              ENV_SLIP_FIELDS,
                                              {"pedal", "1", 1, "The last action"},
                                              TRACK_AHEAD_FIELDS /* ends with a comma */
                                                  OTHER("other_1"),
                                              OTHER("other_2"),
                                              OTHER("other_3"),
                                              OTHER("other_4"),
                                              OTHER("other_5"),
                                              OTHER("other_6"),
                                              OTHER("other_7")};
static const kamm_env_field actions[] = {ENV_STEERING_FIELD, ENV_PEDAL_FIELD};
static const kamm_env_field figures[] = {
    {"passed", "1", 1, "Drivers who were ahead and are behind"},
    {"contacts", "1", 1, "1: the episode ended by one"},
    {"distance", "m", 1, "Along the path since the start"},
    {"mean_speed", "m/s", 1, "That over the time"},
    {"time", "s", 1, "How long the episode was"}};

static kamm_result prepare(kamm_env *env, const kamm_env_def *def, kamm_error *error)
{
    const double lowest_grip = 0.25, more_grip = 0.04;
    kamm_result result = kamm_track_prepare(env, def, error);
    for (int k = 0; k < env->cars_each - 1 && !result; ++k) {
        double grip = lowest_grip + more_grip * k;
        env->other_plans[k] = kamm_create_plan(env->course->line, env->base[0], grip, error);
        if (!env->other_plans[k]) result = error ? error->code : KAMM_ERROR_MEMORY;
    }
    if (!result && env->course->length_m < gap_m * (env->cars_each + 1))
        result = kamm_fail(error, KAMM_ERROR_RANGE, "path",
                           "path: of %g m; allowed: %g m and more for so many cars",
                           env->course->length_m, gap_m * (env->cars_each + 1));
    return result;
}

/* Others stand one after the other in front of ours, the slowest last, so that each is caught up with by those behind it. */
static void place_other(kamm_env *env, int i, int k, double station_m)
{
    struct episode *episode = &env->episodes[i];
    kamm_driver *other = &episode->overtake.others[k];
    double gap = gap_m * (env->cars_each - 1 - k) +
                 kamm_env_draw(episode, ENV_TASK_DRAWS + 20 + (unsigned)k, -4, 4);
    double at_m = station_m + gap;
    if (env->course->closed) at_m -= env->course->length_m * floor(at_m / env->course->length_m);
    *other = kamm_driver_on(env->other_plans[k], at_m);
    struct env_place at = kamm_course_place_at(env->course, at_m);
    const struct env_course_point *point = &env->course->points[at.point];
    double aside = kamm_env_draw(episode, ENV_TASK_DRAWS + 10 + (unsigned)k, -0.4, 0.4);
    other->aim_left_m = other->left_m = aside * fmin(point->left_m, point->right_m);
    kamm_placement start = kamm_driver_start(other);
    double yaw_rad = atan2(point->ahead[1], point->ahead[0]);
    kamm_env_place(env, env_car_number(env, i) + 1 + k, start.position_m[0], start.position_m[1],
                   yaw_rad, start.speed_mps, KAMM_GEAR_DRIVE);
    episode->overtake.ahead_m[k] = gap;
}

static void begin(kamm_env *env, int i)
{
    struct episode *episode = &env->episodes[i];
    const struct env_course *course = env->course;
    double most_m = course->closed ? course->length_m : 0.1 * course->length_m;
    double station_m = kamm_env_draw(episode, ENV_TASK_DRAWS, 0, most_m);
    double speed_share = kamm_env_draw(episode, ENV_TASK_DRAWS + 3, 0.4, 0.6);
    kamm_track_begin_at(env, i, &episode->overtake.track, station_m, speed_share);
    for (int k = 0; k < env->cars_each - 1; ++k) place_other(env, i, k, station_m);
}

static void act(kamm_env *env, int i)
{
    int car = env_car_number(env, i);
    kamm_track_act(env, i);
    for (int k = 0; k < env->cars_each - 1; ++k)
        kamm_drive_path(&env->episodes[i].overtake.others[k], env->cars, car + 1 + k,
                        KAMM_ENV_STEP_S);
}

/* -- Contacts: rectangles that no axis of either parts -- */
struct rectangle {
    double at[2], ahead[2], half[2];
};

static struct rectangle rectangle_of(const kamm_env *env, const struct env_car *car)
{
    const kamm_model_info *info = &env->info;
    double middle_m = info->cg_behind_front_axle_m + info->front_overhang_m - info->length_m / 2;
    return (struct rectangle){
        {car->x_m + middle_m * car->ahead[0], car->y_m + middle_m * car->ahead[1]},
        {car->ahead[0], car->ahead[1]},
        {info->length_m / 2, info->width_m / 2}};
}

static double reach(const struct rectangle *r, const double axis[2])
{
    return r->half[0] * fabs(r->ahead[0] * axis[0] + r->ahead[1] * axis[1]) +
           r->half[1] * fabs(r->ahead[0] * axis[1] - r->ahead[1] * axis[0]);
}

static int are_apart_along(const struct rectangle *a, const struct rectangle *b,
                           const double axis[2])
{
    double apart = (b->at[0] - a->at[0]) * axis[0] + (b->at[1] - a->at[1]) * axis[1];
    return fabs(apart) > reach(a, axis) + reach(b, axis);
}

static int touch(const struct rectangle *a, const struct rectangle *b)
{
    const struct rectangle *both[2] = {a, b};
    for (int k = 0; k < 2; ++k) {
        const double *ahead = both[k]->ahead, left[2] = {-ahead[1], ahead[0]};
        if (are_apart_along(a, b, ahead) || are_apart_along(a, b, left)) return 0;
    }
    return 1;
}

/* -- Order of the cars -- */
/* How far another one is ahead of ours along the path, followed from step to step so that a lap more is seen. */
static double follow_other(kamm_env *env, int i, int k)
{
    struct overtake_episode *overtake = &env->episodes[i].overtake;
    double now_m =
        kamm_course_way_m(env->course, overtake->track.at.station_m, overtake->others[k].station_m);
    double before_m = overtake->ahead_m[k];
    if (env->course->closed)
        now_m += env->course->length_m * round((before_m - now_m) / env->course->length_m);
    return now_m;
}

static double count_passed(kamm_env *env, int i)
{
    struct overtake_episode *overtake = &env->episodes[i].overtake;
    int behind = 0;
    for (int k = 0; k < env->cars_each - 1; ++k) {
        overtake->ahead_m[k] = follow_other(env, i, k);
        behind += overtake->ahead_m[k] < -passed_m;
    }
    double more = behind - overtake->passed;
    overtake->passed = behind;
    return more;
}

static int touches_anybody(const kamm_env *env, int i, const struct env_car *own)
{
    int car = env_car_number(env, i);
    struct rectangle ours = rectangle_of(env, own);
    for (int k = 1; k < env->cars_each; ++k) {
        struct rectangle theirs = rectangle_of(env, &env->seen[car + k]);
        if (touch(&ours, &theirs)) return 1;
    }
    return 0;
}

static enum env_end judge(kamm_env *env, int i, double *reward)
{
    struct episode *episode = &env->episodes[i];
    struct overtake_episode *overtake = &episode->overtake;
    struct env_car car = *env_own_car(env, i);
    double way_m;
    enum env_end end =
        kamm_track_follow(env, &overtake->track, &car, episode->steps * KAMM_ENV_STEP_S, &way_m);
    *reward = way_m / 10 + (end == ENV_TERMINATED ? -1 : 0) + count_passed(env, i);
    if (!touches_anybody(env, i, &car)) return end;
    overtake->contacts = 1;
    *reward -= 2;
    return ENV_TERMINATED;
}

static void show_other(const kamm_env *env, int i, int k, const struct env_car *own, float *row)
{
    const struct overtake_episode *overtake = &env->episodes[i].overtake;
    const struct env_course_point *point = &env->course->points[overtake->track.at.point];
    struct env_car other = env->seen[env_car_number(env, i) + 1 + k];
    double dx = other.x_m - own->x_m, dy = other.y_m - own->y_m;
    double vx = other.forward_mps * other.ahead[0] - other.left_mps * other.ahead[1];
    double vy = other.forward_mps * other.ahead[1] + other.left_mps * other.ahead[0];
    row[0] = 1;
    row[1] = (float)(overtake->ahead_m[k] / 50);
    row[2] = (float)((point->ahead[0] * dy - point->ahead[1] * dx) / 5);
    row[3] = (float)((own->ahead[0] * vx + own->ahead[1] * vy - own->forward_mps) / 20);
    row[4] = (float)((own->ahead[0] * vy - own->ahead[1] * vx - own->left_mps) / 10);
}

/* Numbers of the others, the nearest along the path first. */
static void sort_others(const kamm_env *env, int i, int order[KAMM_ENV_MAX_OPPONENTS])
{
    const double *ahead_m = env->episodes[i].overtake.ahead_m;
    for (int k = 0; k < env->cars_each - 1; ++k) {
        int at = k;
        for (; at > 0 && fabs(ahead_m[k]) < fabs(ahead_m[order[at - 1]]); --at)
            order[at] = order[at - 1];
        order[at] = k;
    }
}

static void observe(const kamm_env *env, int i, float *row)
{
    const struct episode *episode = &env->episodes[i];
    int order[KAMM_ENV_MAX_OPPONENTS];
    struct env_car car = *env_own_car(env, i);
    row = kamm_track_show_place(env, &episode->overtake.track, &car, row);
    row = kamm_env_show_motion(&car, row);
    row = kamm_env_show_slip(&car, row);
    *row++ = episode->action[1];
    row = kamm_track_show_ahead(env, &episode->overtake.track, row);
    sort_others(env, i, order);
    for (int k = 0; k < KAMM_ENV_MAX_OPPONENTS; ++k, row += OTHER_COLUMNS) {
        for (int column = 0; column < OTHER_COLUMNS; ++column) row[column] = 0;
        if (k < env->cars_each - 1) show_other(env, i, order[k], &car, row);
    }
}

/* Whether ours would run into another one that it is still behind of, if it braked by 4 m/s2. */
static int has_to_wait(const kamm_env *env, int i, int k)
{
    const double braking_mps2 = 4, least_m = 2, answer_s = 0.4, beside_m = 0.4;
    const struct overtake_episode *overtake = &env->episodes[i].overtake;
    int number = env_car_number(env, i);
    struct env_car own = *env_own_car(env, i), other = env->seen[number + 1 + k];
    double gap_now_m = overtake->ahead_m[k] - env->info.length_m;
    double beside = fabs(overtake->track.at.left_m - overtake->others[k].left_m);
    double closing_mps = own.forward_mps - other.forward_mps;
    if (gap_now_m < -1 || beside > env->info.width_m + beside_m || closing_mps < 0) return 0;
    double needed_m = closing_mps * closing_mps / (2 * braking_mps2) + answer_s * closing_mps;
    return gap_now_m < needed_m + least_m;
}

/* Our driver, who aims past the next car ahead on the side where there is more room. */
static void advise(kamm_env *env, int i, float *action)
{
    struct episode *episode = &env->episodes[i];
    const struct overtake_episode *overtake = &episode->overtake;
    const struct env_course_point *point = &env->course->points[overtake->track.at.point];
    double nearest_m = seen_m, aim_left_m = 0, edge_m = env->info.width_m / 2 + 0.6;
    for (int k = 0; k < env->cars_each - 1; ++k) {
        if (overtake->ahead_m[k] < -passed_m - 4 || overtake->ahead_m[k] >= nearest_m) continue;
        nearest_m = overtake->ahead_m[k];
        double left_m = overtake->others[k].left_m;
        int goes_left = point->left_m - left_m > point->right_m + left_m;
        aim_left_m = goes_left ? fmin(left_m + 4.2, point->left_m - edge_m)
                               : fmax(left_m - 4.2, edge_m - point->right_m);
    }
    double change_m = 2.5 * KAMM_ENV_STEP_S, aim_m = episode->driver.aim_left_m;
    episode->driver.aim_left_m = aim_m + fmin(fmax(aim_left_m - aim_m, -change_m), change_m);
    kamm_track_advise(env, i, action);
    for (int k = 0; k < env->cars_each - 1; ++k)
        if (has_to_wait(env, i, k)) action[1] = -0.6f;
}

static void report(const kamm_env *env, int i, double *row)
{
    const struct episode *episode = &env->episodes[i];
    double time_s = episode->steps * KAMM_ENV_STEP_S;
    row[0] = episode->overtake.passed;
    row[1] = episode->overtake.contacts;
    row[2] = episode->overtake.track.driven_m;
    row[3] = episode->overtake.track.driven_m / fmax(time_s, KAMM_ENV_STEP_S);
    row[4] = time_s;
}

static int is_legal(const kamm_env *env, const struct episode *episode)
{
    const struct overtake_episode *overtake = &episode->overtake;
    int well = kamm_track_is_on_course(env, &overtake->track) &&
               kamm_env_are_bounded(overtake->ahead_m, KAMM_ENV_MAX_OPPONENTS);
    for (int k = 0; k < KAMM_ENV_MAX_OPPONENTS; ++k)
        well &= kamm_env_is_driver(env, &overtake->others[k]);
    return well;
}

const struct env_task kamm_overtake_task = {
    .name = "Overtake",
    .max_steps = 3000,
    .has_opponents = 1,
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
    .outline = kamm_track_outline,
    .is_legal = is_legal,
};
