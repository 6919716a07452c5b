/* Environments: reinforcement learning with many cars, with observations, rewards and episodes.
 *
 *     kamm_env_def def = {.task = KAMM_ENV_TRACK, .count = 4096, .vehicle = &vehicle, .rung = KAMM_RUNG_DEFAULT,
 *                         .path = kamm_find_path(&file, "circuit"), .run = kamm_run_on_threads, .user = threads};
 *     kamm_env *env = kamm_create_env(&def, &error);
 *     kamm_reset_env(env, seeds, NULL, observations, &error);
 *     for (;;) {
 *         …                                        choose actions by the observations
 *         kamm_step_env(env, actions, &arrays, &error);
 *     }
 *
 * The caller owns the arrays: float32, one row per environment, observations[count][k] and actions[count][m]. A step
 * takes 20 ms with constant actions. docs/environments.md lists the observations, rewards and ends of each task.
 * kamm_env_observation_fields returns the names of the columns.
 *
 * Random numbers depend on an environment's seed and its number of episodes since that seed, and on nothing else. The
 * number of environments, threads and the order of resets do not change them. */
#ifndef KAMM_ENV_H
#define KAMM_ENV_H

#include <kamm/batch.h>
#include <kamm/cars.h>
#include <kamm/driver.h>
#include <kamm/export.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Length of a step, s. */
#define KAMM_ENV_STEP_S 0.02

/* Tasks: TASK(constant, name), numbered from 0. */
#define KAMM_ENV_TASK_LIST(TASK)                                                   \
    TASK(KAMM_ENV_TRACK, track)       /* drive along a path as fast as possible */ \
    TASK(KAMM_ENV_DRIFT, drift)       /* drive a circle with a given sideslip */   \
    TASK(KAMM_ENV_MOOSE, moose)       /* drive through the cones of ISO 3888-2 */  \
    TASK(KAMM_ENV_PARKING, parking)   /* park in a bay */                          \
    TASK(KAMM_ENV_TRAILER, trailer)   /* reverse a trailer to a dock */            \
    TASK(KAMM_ENV_OVERTAKE, overtake) /* overtake slower drivers on a path */      \
    TASK(KAMM_ENV_BALANCE, balance)   /* keep a two-wheeler up by a torque */      \
    TASK(KAMM_ENV_TRIAL, trial)       /* ride a two-wheeler slowly over planks */

#define KAMM_ENV_TASK_ENUMERATOR(constant, name) constant,
/* Tasks. */
typedef enum kamm_env_task { KAMM_ENV_TASK_LIST(KAMM_ENV_TASK_ENUMERATOR) } kamm_env_task;
#define KAMM_ENV_TASK_COUNTED(constant, name) +1
/* Number of tasks. */
#define KAMM_ENV_TASKS (0 KAMM_ENV_TASK_LIST(KAMM_ENV_TASK_COUNTED))

/* What follows the last step of an episode. */
typedef enum kamm_env_autoreset {
    /* The next step takes no action but begins an episode, with reward 0. */
    KAMM_ENV_NEXT_STEP = 0,
    /* The same step begins an episode. The last observation is in `final_observations`. */
    KAMM_ENV_SAME_STEP = 1,
    /* The caller resets the environment. Until then its steps have no effect, with reward 0. */
    KAMM_ENV_DISABLED = 2
} kamm_env_autoreset;

/* A parameter that each episode draws uniformly from low to high. The compile takes about 0.4 ms per episode. */
typedef struct kamm_env_range {
    /* A path of kamm_set_number: "payload.mass_kg". For TRAILER, "trailer.payload.mass_kg" is the trailer's. */
    const char *path;
    /* Range in the unit of the path; equal values give a constant. */
    double low, high;
} kamm_env_range;

/* Most random parameters, and most opponents. */
#define KAMM_ENV_MAX_RANGES 16
#define KAMM_ENV_MAX_OPPONENTS 7

/* What environments consist of. */
typedef struct kamm_env_def {
    /* Task of all environments. */
    kamm_env_task task;
    /* Number of environments, 1 or more. */
    int32_t count;
    /* Vehicle, copied. A whole number of its substeps must fill a step, such as with 300 per second. BALANCE and TRIAL:
     * a two-wheeler on full (kamm_has_rider). */
    const kamm_vehicle_def *vehicle;
    /* Rung of the vehicle. */
    kamm_rung rung;
    /* Start of the next episode after the last step. */
    kamm_env_autoreset autoreset;
    /* Steps after which an episode is truncated; 0: those of the task. */
    int32_t max_steps;
    /* Random parameters, copied. */
    const kamm_env_range *ranges;
    /* 0 to KAMM_ENV_MAX_RANGES. */
    int32_t range_count;
    /* One plane without query, contacts and wind; copied. NULL: level, dry asphalt. TRIAL: it must be level. */
    const kamm_ground *ground;
    /* TRACK and OVERTAKE: the path, copied. NULL: a closed random track by `track_seed`. */
    const kamm_path *path;
    /* [path->count] distance from each point to the right and left edge; NULL: half the path's width. */
    const double (*room_m)[2];
    /* TRACK and OVERTAKE: seed of the random track. TRIAL: of its planks. */
    uint64_t track_seed;
    /* OVERTAKE: 1 to KAMM_ENV_MAX_OPPONENTS; 0: 3. */
    int32_t opponents;
    /* TRAILER: the trailer, copied. */
    const kamm_vehicle_def *trailer;
    /* DRIFT: wanted sideslip, positive with the nose into the circle; 0: 0.5. */
    double sideslip_rad;
    /* DRIFT: radius of the circle, which turns left; 0: 20. */
    double radius_m;
    /* Runs a task for each block of cars; NULL: the calling thread. kamm_set_env_tasks changes it. */
    kamm_run_tasks *run;
    /* Argument of `run`. */
    void *user;
} kamm_env_def;

/* -- Creating environments -- */

/* Environments for learning. */
typedef struct kamm_env kamm_env;

/* Creates environments. NULL on error: RANGE (a count, a substep, a range that the vehicle does not allow, an
 * unsupported ground), MISSING, UNKNOWN, FORMAT, MEMORY. */
KAMM_API kamm_env *kamm_create_env(const kamm_env_def *def, kamm_error *error);
KAMM_API void kamm_destroy_env(kamm_env *env);
/* Sets the function that runs tasks on threads. */
KAMM_API void kamm_set_env_tasks(kamm_env *env, kamm_run_tasks *run, void *user);

/* Returns the name of a task: "Track". NULL: no such task. */
KAMM_API const char *kamm_env_task_name(kamm_env_task task);
/* Return the number of environments, and the columns of observations (k) and of actions (m). Actions are clamped to -1
 * to 1. */
KAMM_API int kamm_env_count(const kamm_env *env);
KAMM_API int kamm_env_observations(const kamm_env *env);
KAMM_API int kamm_env_actions(const kamm_env *env);
/* A column. Its values are in units of `scale`: {"forward_speed", "m/s", 30, …} is a speed over 30 m/s. */
typedef struct kamm_env_field {
    /* Name, and SI unit ("1" for a ratio). */
    const char *name, *unit;
    /* Value of the quantity at a column of 1. */
    double scale;
    /* Meaning. */
    const char *doc;
} kamm_env_field;
/* Return the columns of observations and of actions. */
KAMM_API const kamm_env_field *kamm_env_observation_fields(const kamm_env *env);
KAMM_API const kamm_env_field *kamm_env_action_fields(const kamm_env *env);
/* Returns the figures of an episode: "progress", "best_lap" and others. */
KAMM_API const kamm_env_field *kamm_env_figure_fields(const kamm_env *env, int *count);

/* -- Episodes -- */

/* Begins episodes. `seeds` [count]: begins with the first episode of each seed. NULL: the next episode of the present
 * seed, which is initially the environment's number. `which` [count]: resets environments with 1; NULL: all. The call
 * also writes the observations of the others. Errors: those of kamm_expand, if the drawn parameters are not a valid
 * vehicle. That environment keeps its last one. */
KAMM_API kamm_result kamm_reset_env(kamm_env *env, const uint64_t *seeds, const uint8_t *which,
                                    float *observations, kamm_error *error);

/* Results of a step. */
typedef struct kamm_env_arrays {
    /* [count][k] */
    float *observations;
    /* [count] */
    float *rewards;
    /* [count] 1: the task is finished, with success or failure. */
    uint8_t *terminated;
    /* [count] 1: the time is up, or a fault occurred. */
    uint8_t *truncated;
    /* [count][k] With SAME_STEP: last observations of the episodes that ended; NULL: not written. */
    float *final_observations;
} kamm_env_arrays;

/* Steps all environments. An action that is not finite counts as 0 and truncates its episode. Errors: those of
 * kamm_reset_env. */
KAMM_API kamm_result kamm_step_env(kamm_env *env, const float *actions,
                                   const kamm_env_arrays *arrays, kamm_error *error);

/* Writes the fault bits of the last step (kamm_fault), [count]. */
KAMM_API void kamm_env_faults(const kamm_env *env, int32_t *faults);
/* Writes the figures of the last step, before a new episode began: [count][figures]. */
KAMM_API void kamm_env_figures(const kamm_env *env, double *figures);
/* Writes the actions of the task's reference driver: actions[count][m]. The driver has a state, so call it once per
 * step. */
KAMM_API void kamm_env_advice(kamm_env *env, float *actions);

/* -- Cars of environments -- */

/* Returns the cars, for reading and drawing. */
KAMM_API kamm_cars *kamm_env_cars(kamm_env *env);
/* Returns the first car of environment i. */
KAMM_API int kamm_env_car(const kamm_env *env, int i);
/* Returns the number of cars in each environment. */
KAMM_API int kamm_env_cars_each(const kamm_env *env);
/* Returns the trailers of TRAILER; NULL for other tasks. */
KAMM_API kamm_cars *kamm_env_trailers(kamm_env *env);
/* Writes lines of environment i for drawing, as polylines [count][2] in m. A point of NaN separates polylines. Returns
 * the number of points, and writes at most `room` of them. */
KAMM_API int kamm_env_outlines(const kamm_env *env, int i, double (*points_m)[2], int room);

/* -- Snapshots of environments -- */

/* Size and bytes of a snapshot with all states and episodes, for an env of the same def. */
KAMM_API size_t kamm_env_snapshot_size(const kamm_env *env);
KAMM_API void kamm_save_env(const kamm_env *env, void *snapshot);
/* Restores a snapshot. On error nothing changes. Errors: FORMAT, MEMORY. */
KAMM_API kamm_result kamm_restore_env(kamm_env *env, const void *snapshot, size_t size,
                                      kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
