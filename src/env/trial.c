/* Trial: a slow course over planks and kerbs. The machine follows a lane of gentle waves at walking pace, its rider's feet on the pegs,
 * by a torque at the handlebar and by pedals. Planks and kerbs lie across the lane, up to 40 mm high. There are 16 lanes side by
 * side, whose planks follow from the track's seed; an episode draws its lane. Lengths are those of an ordinary motorcycle; others go by the
 * machine's length, speeds by its root.
 *
 * What riders of trials do beyond that is not in the model: they hop, lift the front wheel over logs and stand still.
 *
 * The planks' edges are ramps of 0.2 m with a smooth profile (a cubic), so that a wheel's contact is found at one point.
 *
 * Reward: metres along the lane over 10; -1 as it falls, leaves the lane or is faster than 4 m/s, at which it needs no rider; +1 at the
 * end. Each of these ends the episode. */
#include "../base/error.h"
#include "../base/random.h"
#include "../vehicle/model.h"
#include "two_wheels.h"

#include <math.h>
#include <string.h>

enum { LANES = 16, PLANKS = 6 };
static const double two_pi = 6.283185307179586;
static const double lane_m = 20, wave_m = 12, swing_m = 0.4, length_m = 30, room_m = 1,
                    ramp_m = 0.2;
static const double first_m = 4, apart_m = 4, ridden_mps = 2, fastest_mps = 4;
static const double ahead_m[3] = {1, 2, 4}, looks_m[3] = {0.5, 1, 2};

/* Lies on the ground from one place along the lane to the other, with its ramps. */
struct plank {
    double from_m, to_m, height_m;
};

struct env_trial {
    kamm_contact plane;
    double scale;
    struct plank planks[LANES][PLANKS];
};

static const kamm_env_field observations[] = {
    ENV_LEAN_FIELDS,
    {"forward_speed", "m/s", 3, "Speed along the machine"},
    {"yaw_rate", "rad/s", 1, "Yaw rate"},
    {"pitch_rate", "rad/s", 1, "Pitch rate"},
    {"offset", "m", 1, "From the lane's middle to the left"},
    {"heading_sine", "1", 1, "Sine of the heading against the lane, positive left"},
    {"curvature_1m", "1/m", 0.2, "Curvature of the lane so far ahead, positive left"},
    {"curvature_2m", "1/m", 0.2, "Curvature of the lane so far ahead, positive left"},
    {"curvature_4m", "1/m", 0.2, "Curvature of the lane so far ahead, positive left"},
    {"height_05m", "m", 0.05, "Ground so far ahead of the front wheel"},
    {"height_1m", "m", 0.05, "Ground so far ahead of the front wheel"},
    {"height_2m", "m", 0.05, "Ground so far ahead of the front wheel"}};
static const kamm_env_field actions[] = {ENV_TORQUE_FIELD, ENV_PEDAL_FIELD};
static const kamm_env_field figures[] = {{"finished", "1", 1, "1: to the end of the lane"},
                                         {"distance", "m", 1, "Along the lane"},
                                         {"offset", "m", 1, "Mean of its magnitude"},
                                         {"mean_speed", "m/s", 1, "Distance over time"},
                                         {"time", "s", 1, "How long the episode was"}};

/* -- The ground -- */
static double height_on(const struct plank *plank, double x_m, double ramp, double *slope)
{
    double in = (x_m - plank->from_m) / ramp, out = (plank->to_m - x_m) / ramp;
    double near = fmin(in, out), t = fmin(fmax(near, 0), 1);
    *slope = plank->height_m * 6 * t * (1 - t) / ramp * (in < out ? 1 : -1);
    return plank->height_m * t * t * (3 - 2 * t);
}

static double height_at(const struct env_trial *trial, double x_m, double y_m, double *slope)
{
    double lane = floor(y_m / (lane_m * trial->scale) + 0.5);
    *slope = 0;
    if (!(lane >= 0 && lane < LANES)) return 0;
    for (int k = 0; k < PLANKS; ++k) {
        const struct plank *plank = &trial->planks[(int)lane][k];
        if (x_m > plank->from_m && x_m < plank->to_m)
            return height_on(plank, x_m, ramp_m * trial->scale, slope);
    }
    return 0;
}

static void find_ground(void *user, int32_t count, const kamm_probe *probes, kamm_contact *contacts)
{
    const struct env_trial *trial = user;
    for (int32_t k = 0; k < count; ++k) {
        const double *at = probes[k].position_m;
        double slope, height = height_at(trial, at[0], at[1], &slope);
        double length = sqrt(1 + slope * slope);
        contacts[k] = trial->plane;
        contacts[k].point_m[0] = at[0], contacts[k].point_m[1] = at[1];
        contacts[k].point_m[2] = trial->plane.point_m[2] + height;
        contacts[k].normal[0] = (float)(-slope / length), contacts[k].normal[1] = 0;
        contacts[k].normal[2] = (float)(1 / length);
    }
}

static double between(uint64_t *key, double low, double high)
{
    return low + (high - low) * ((double)(next_random(key) >> 11) / 9007199254740992.0);
}

static void lay_planks(struct env_trial *trial, uint64_t seed)
{
    uint64_t key = seed ^ 0x7472696c;
    for (int lane = 0; lane < LANES; ++lane)
        for (int k = 0; k < PLANKS; ++k) {
            double from = first_m + apart_m * k + between(&key, 0, 1);
            double long_m = 2 * ramp_m + between(&key, 0, 1.5);
            double height_m = between(&key, 0.01, 0.04);
            trial->planks[lane][k] = (struct plank){
                from * trial->scale, (from + long_m) * trial->scale, height_m * trial->scale};
        }
}

static kamm_result prepare(kamm_env *env, const kamm_env_def *def, kamm_error *error)
{
    kamm_result result = kamm_env_check_rider(env, error);
    if (result) return result;
    const kamm_contact *plane = &env->ground.plane;
    if (!(plane->normal[2] > 0.99999f))
        return kamm_fail(error, KAMM_ERROR_RANGE, "ground",
                         "ground: Trial lays planks on level ground");
    env->trial = kamm_allocate(sizeof *env->trial);
    if (!env->trial) return kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
    env->trial->plane = *plane;
    env->trial->scale = env->base[0]->statics.length_scale;
    lay_planks(env->trial, def->track_seed);
    env->ground.query = find_ground;
    env->ground.user = env->trial;
    env->ground.interval_substeps = 1;
    return KAMM_OK;
}

/* -- The lane: y = swing sin(2 pi x / wave), about its own middle -- */
struct lane_place {
    double offset_m, heading_sine;
};

static double bend_at(const struct env_trial *trial, double x_m)
{
    double k = two_pi / (wave_m * trial->scale), rise = swing_m * trial->scale * k * cos(k * x_m);
    double steep = 1 + rise * rise;
    return -swing_m * trial->scale * k * k * sin(k * x_m) / (steep * sqrt(steep));
}

static struct lane_place place_on(const struct env_trial *trial, const struct env_car *car,
                                  double middle_m)
{
    double k = two_pi / (wave_m * trial->scale), swing = swing_m * trial->scale;
    double rise = swing * k * cos(k * car->x_m), flat = 1 / sqrt(1 + rise * rise);
    double aside = car->y_m - middle_m - swing * sin(k * car->x_m);
    return (struct lane_place){.offset_m = aside * flat,
                               .heading_sine = flat * (car->ahead[1] - rise * car->ahead[0])};
}

static double middle_of(const kamm_env *env, int i)
{
    return env->episodes[i].trial.lane * lane_m * env->trial->scale;
}

static void begin(kamm_env *env, int i)
{
    struct episode *episode = &env->episodes[i];
    const struct env_trial *trial = env->trial;
    double scale = trial->scale, k = two_pi / (wave_m * scale);
    double x_m = scale * kamm_env_draw(episode, ENV_TASK_DRAWS, -6, 0);
    double speed_mps = sqrt(scale) * kamm_env_draw(episode, ENV_TASK_DRAWS + 1, 1.5, 2.5);
    episode->trial.lane = floor(kamm_env_draw(episode, ENV_TASK_DRAWS + 2, 0, LANES));
    double y_m = middle_of(env, i) + swing_m * scale * sin(k * x_m);
    double yaw_rad = atan(swing_m * scale * k * cos(k * x_m));
    episode->trial.start_m = episode->trial.x_m = x_m;
    kamm_env_place(env, env_car_number(env, i), x_m, y_m, yaw_rad, speed_mps, KAMM_GEAR_DRIVE);
}

static void act(kamm_env *env, int i)
{
    const struct episode *episode = &env->episodes[i];
    kamm_env_turn_handlebar(env, i, (double)episode->action[0]);
    kamm_env_press(env, env_car_number(env, i), (double)episode->action[1]);
}

static enum env_end judge(kamm_env *env, int i, double *reward)
{
    struct trial_episode *trial = &env->episodes[i].trial;
    const struct env_car *car = env_own_car(env, i);
    double offset_m = fabs(place_on(env->trial, car, middle_of(env, i)).offset_m);
    double scale = env->trial->scale;
    int is_lost = fabs(kamm_env_lean_rad(env, i)) > ENV_FALLEN_RAD || offset_m > room_m * scale ||
                  car->forward_mps > fastest_mps * sqrt(scale);
    *reward = (car->x_m - trial->x_m) / 10;
    trial->x_m = car->x_m;
    trial->offset_m += offset_m;
    trial->is_finished = !is_lost && car->x_m > length_m * scale;
    *reward += trial->is_finished - is_lost;
    return is_lost || trial->is_finished ? ENV_TERMINATED : ENV_GOES_ON;
}

static void observe(const kamm_env *env, int i, float *row)
{
    const struct env_trial *trial = env->trial;
    const struct env_car *car = env_own_car(env, i);
    struct lane_place at = place_on(trial, car, middle_of(env, i));
    double front_m = car->x_m + env_model_of(env, i)->info.cg_behind_front_axle_m, slope;
    row = kamm_env_show_lean(env, i, row);
    *row++ = (float)(car->forward_mps / 3);
    *row++ = (float)car->yaw_radps;
    *row++ = (float)kamm_read(env->cars, env_car_number(env, i), KAMM_CHANNEL_pitch_rate_radps);
    *row++ = (float)at.offset_m;
    *row++ = (float)at.heading_sine;
    for (int k = 0; k < 3; ++k)
        *row++ = (float)(bend_at(trial, car->x_m + ahead_m[k] * trial->scale) / 0.2);
    for (int k = 0; k < 3; ++k)
        *row++ =
            (float)(height_at(trial, front_m + looks_m[k] * trial->scale, car->y_m, &slope) / 0.05);
}

/* The rider rides the bend by which the lean answers, corrected by offset and heading there (src/driver/path_rider.c), at walking pace. */
static void advise(kamm_env *env, int i, float *action)
{
    const double turn_per_s = 0.5, damping = 0.9, answer_s = 0.6;
    const struct env_car *car = env_own_car(env, i);
    struct trial_episode *episode = &env->episodes[i].trial;
    double root = sqrt(env->trial->scale), v = fmax(car->forward_mps, root);
    struct lane_place at = place_on(env->trial, car, middle_of(env, i));
    double turn = turn_per_s / root / v, way_m = v * answer_s * root;
    double offset_m = at.offset_m + way_m * at.heading_sine;
    double curvature = bend_at(env->trial, car->x_m + way_m) - turn * turn * offset_m -
                       2 * damping * turn * at.heading_sine;
    double slow = ridden_mps - car->forward_mps / root;
    action[0] = kamm_env_rider_torque(env, i, curvature, &episode->integral);
    action[1] = (float)fmin(fmax(0.06 + 0.25 * slow, -0.3), 0.5);
}

static void report(const kamm_env *env, int i, double *row)
{
    const struct episode *episode = &env->episodes[i];
    double time_s = fmax(episode->steps, 1) * KAMM_ENV_STEP_S;
    row[0] = episode->trial.is_finished;
    row[1] = episode->trial.x_m - episode->trial.start_m;
    row[2] = episode->trial.offset_m / fmax(episode->steps, 1);
    row[3] = row[1] / time_s;
    row[4] = episode->steps * KAMM_ENV_STEP_S;
}

/* Both edges of the episode's lane, and its planks. */
static int outline(const kamm_env *env, int i, double (*points_m)[2], int room)
{
    enum { CORNERS = 72 };
    const struct env_trial *trial = env->trial;
    double scale = trial->scale, middle_m = middle_of(env, i);
    int at = 0;
    for (int side = -1; side <= 1; side += 2, ++at) {
        for (int k = 0; k <= CORNERS; ++k, ++at) {
            double x_m = scale * (0.5 * k - 6);
            double swing = swing_m * scale * sin(two_pi * x_m / (wave_m * scale));
            kamm_env_put_point(points_m, room, at, x_m, middle_m + swing + side * room_m * scale);
        }
        kamm_env_put_point(points_m, room, at, NAN, NAN);
    }
    for (int k = 0; k < PLANKS; ++k) {
        const struct plank *plank = &trial->planks[(int)env->episodes[i].trial.lane][k];
        for (int corner = 0; corner < 5; ++corner, ++at)
            kamm_env_put_point(points_m, room, at, corner % 4 < 2 ? plank->from_m : plank->to_m,
                               middle_m + (corner % 4 == 1 || corner % 4 == 2 ? 2 : -2) * scale);
        kamm_env_put_point(points_m, room, at++, NAN, NAN);
    }
    return at;
}

static int is_legal(const kamm_env *env, const struct episode *episode)
{
    (void)env;
    double lane = episode->trial.lane;
    return kamm_env_are_bounded(&episode->trial.lane, 6) && lane >= 0 && lane < LANES;
}

const struct env_task kamm_trial_task = {
    .name = "Trial",
    .max_steps = 2000,
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
