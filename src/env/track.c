/* Track: along a path as fast as it goes, within its edges.
 *
 * Reward: metres of the path that the step went, over 10, so that 30 m/s are 0.06 a step; -1 as the car leaves the track, which
 * ends the episode. */
#include "track.h"

#include <math.h>

static const kamm_env_field observations[] = {TRACK_PLACE_FIELDS,
                                              ENV_MOTION_FIELDS,
                                              ENV_SLIP_FIELDS,
                                              {"pedal", "1", 1, "The last action"},
                                              TRACK_AHEAD_FIELDS};
static const kamm_env_field actions[] = {ENV_STEERING_FIELD, ENV_PEDAL_FIELD};
static const kamm_env_field figures[] = {
    {"distance", "m", 1, "Along the path since the start"},
    {"mean_speed", "m/s", 1, "That over the time"},
    {"laps", "1", 1, "Clean laps from line to line, round a closed path"},
    {"best_lap", "s", 1, "The fastest of them; 0: none"},
    {"time", "s", 1, "How long the episode was"}};

kamm_result kamm_track_prepare(kamm_env *env, const kamm_env_def *def, kamm_error *error)
{
    if (def->path)
        env->course = kamm_course_create(def->path, def->room_m, env->base[0], error);
    else
        env->course = kamm_course_generate(def->track_seed, env->base[0], error);
    if (env->course) return KAMM_OK;
    return error ? error->code : KAMM_ERROR_RANGE;
}

void kamm_track_begin_at(kamm_env *env, int i, struct track_episode *track, double station_m,
                         double speed_share)
{
    struct episode *episode = &env->episodes[i];
    const struct env_course *course = env->course;
    double aside = kamm_env_draw(episode, ENV_TASK_DRAWS + 1, -0.3, 0.3);
    double turned_rad = kamm_env_draw(episode, ENV_TASK_DRAWS + 2, -0.05, 0.05);
    *track =
        (struct track_episode){.at = kamm_course_place_at(course, station_m), .lap_start_s = NAN};
    const struct env_course_point *point = &course->points[track->at.point];
    double left_m = aside * fmin(point->left_m, point->right_m);
    double speed_mps = speed_share * kamm_planned_speed_mps(course->plan, station_m);
    double x_m = point->x_m - left_m * point->ahead[1], y_m = point->y_m + left_m * point->ahead[0];
    double yaw_rad = atan2(point->ahead[1], point->ahead[0]) + turned_rad;
    kamm_env_place(env, env_car_number(env, i), x_m, y_m, yaw_rad, speed_mps, KAMM_GEAR_DRIVE);
    kamm_course_find(course, &track->at, x_m, y_m);
    episode->driver = kamm_driver_on(course->plan, track->at.station_m);
}

static void begin(kamm_env *env, int i)
{
    struct episode *episode = &env->episodes[i];
    const struct env_course *course = env->course;
    double most_m = course->closed ? course->length_m : 0.3 * course->length_m;
    double station_m = kamm_env_draw(episode, ENV_TASK_DRAWS, 0, most_m);
    double speed_share = kamm_env_draw(episode, ENV_TASK_DRAWS + 3, 0.4, 0.9);
    kamm_track_begin_at(env, i, &episode->track, station_m, speed_share);
}

void kamm_track_act(kamm_env *env, int i)
{
    const struct episode *episode = &env->episodes[i];
    int car = env_car_number(env, i);
    kamm_course_prefetch(env->course, &episode->track.at); /* while the car is stepped */
    kamm_env_steer(env, car, (double)episode->action[0]);
    kamm_env_press(env, car, (double)episode->action[1]);
}

/* A lap is timed from one crossing of the line to the next, to a part of a step. */
static void time_lap(const struct env_course *course, struct track_episode *track, double way_m,
                     double now_s)
{
    double over_m = track->at.station_m;
    if (!course->closed || !(way_m > 0) || over_m >= way_m) return;
    double crossed_s = now_s - KAMM_ENV_STEP_S * over_m / way_m;
    double lap_s = crossed_s - track->lap_start_s;
    int is_whole = track->distance_m > 0.5 * course->length_m;
    if (isfinite(lap_s) && is_whole) {
        ++track->laps;
        if (track->best_lap_s == 0 || lap_s < track->best_lap_s) track->best_lap_s = lap_s;
    }
    track->lap_start_s = crossed_s;
    track->distance_m = 0;
}

enum env_end kamm_track_follow(const kamm_env *env, struct track_episode *track,
                               const struct env_car *car, double now_s, double *way_m)
{
    const struct env_course *course = env->course;
    double before_m = track->at.station_m;
    kamm_course_find(course, &track->at, car->x_m, car->y_m);
    *way_m = kamm_course_way_m(course, before_m, track->at.station_m);
    track->driven_m += *way_m;
    track->distance_m += *way_m;
    time_lap(course, track, *way_m, now_s);
    const struct env_course_point *point = &course->points[track->at.point];
    if (track->at.left_m > point->left_m || -track->at.left_m > point->right_m)
        return ENV_TERMINATED;
    if (!course->closed && track->at.station_m >= course->length_m - 1) return ENV_TRUNCATED;
    return ENV_GOES_ON;
}

static enum env_end judge(kamm_env *env, int i, double *reward)
{
    struct episode *episode = &env->episodes[i];
    double way_m;
    enum env_end end = kamm_track_follow(env, &episode->track, env_own_car(env, i),
                                         episode->steps * KAMM_ENV_STEP_S, &way_m);
    *reward = way_m / 10;
    if (end == ENV_TERMINATED) *reward -= 1;
    return end;
}

float *kamm_track_show_place(const kamm_env *env, const struct track_episode *track,
                             const struct env_car *car, float *row)
{
    const struct env_course_point *point = &env->course->points[track->at.point];
    row[0] = (float)((point->left_m - track->at.left_m) * (1.0 / 10));
    row[1] = (float)((point->right_m + track->at.left_m) * (1.0 / 10));
    row[2] = (float)(point->ahead[0] * car->ahead[1] - point->ahead[1] * car->ahead[0]);
    row[3] = (float)(point->ahead[0] * car->ahead[0] + point->ahead[1] * car->ahead[1]);
    return row + TRACK_PLACE_COLUMNS;
}

float *kamm_track_show_ahead(const kamm_env *env, const struct track_episode *track, float *row)
{
    kamm_course_look_ahead(env->course, track->at.station_m, row);
    return row + COURSE_AHEAD;
}

static void observe(const kamm_env *env, int i, float *row)
{
    const struct episode *episode = &env->episodes[i];
    const struct env_car *car = env_own_car(env, i);
    row = kamm_track_show_place(env, &episode->track, car, row);
    row = kamm_env_show_motion(car, row);
    row = kamm_env_show_slip(car, row);
    *row++ = episode->action[1];
    kamm_track_show_ahead(env, &episode->track, row);
}

void kamm_track_advise(kamm_env *env, int i, float *action)
{
    int car = env_car_number(env, i);
    kamm_input before = env->cars->inputs[car];
    kamm_drive_path(&env->episodes[i].driver, env->cars, car, KAMM_ENV_STEP_S);
    kamm_env_advice_of_inputs(env, car, action);
    env->cars->inputs[car] = before;
}

static void report(const kamm_env *env, int i, double *row)
{
    const struct episode *episode = &env->episodes[i];
    double time_s = episode->steps * KAMM_ENV_STEP_S;
    row[0] = episode->track.driven_m;
    row[1] = episode->track.driven_m / fmax(time_s, KAMM_ENV_STEP_S);
    row[2] = episode->track.laps;
    row[3] = episode->track.best_lap_s;
    row[4] = time_s;
}

int kamm_track_outline(const kamm_env *env, int i, double (*points_m)[2], int room)
{
    (void)i;
    return kamm_course_outline(env->course, points_m, room);
}

int kamm_track_is_on_course(const kamm_env *env, const struct track_episode *track)
{
    const struct env_place *at = &track->at;
    const double numbers[] = {at->left_m, track->driven_m, track->distance_m};
    return at->point >= 0 && at->point < env->course->count && at->station_m >= 0 &&
           at->station_m <= env->course->length_m && kamm_env_are_bounded(numbers, 3);
}

static int is_legal(const kamm_env *env, const struct episode *episode)
{
    return kamm_track_is_on_course(env, &episode->track);
}

const struct env_task kamm_track_task = {
    .name = "Track",
    .max_steps = 6000,
    .observation_count = sizeof observations / sizeof *observations,
    .action_count = sizeof actions / sizeof *actions,
    .figure_count = sizeof figures / sizeof *figures,
    .observations = observations,
    .actions = actions,
    .figures = figures,
    .prepare = kamm_track_prepare,
    .begin = begin,
    .act = kamm_track_act,
    .judge = judge,
    .observe = observe,
    .advise = kamm_track_advise,
    .report = report,
    .outline = kamm_track_outline,
    .is_legal = is_legal,
};
