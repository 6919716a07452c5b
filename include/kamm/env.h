/* Environments for reinforcement learning: many cars at a task, with observations, rewards and ends.
 *
 *     kamm_env_def def = {.task = KAMM_ENV_TRACK, .count = 4096, .vehicle = &vehicle, .rung = KAMM_RUNG_DEFAULT,
 *                         .path = kamm_find_path(&file, "circuit"), .run = kamm_run_on_threads, .user = threads};
 *     kamm_env *env = kamm_create_env(&def, &error);
 *     kamm_reset_env(env, seeds, NULL, observations, &error);
 *     for (;;) {
 *         …                                        actions of each observation
 *         kamm_step_env(env, actions, &arrays, &error);
 *     }
 *
 * Arrays are the caller's, float32, row by row of the environments: observations[count][k], actions[count][m]. A step is
 * 20 ms, for which actions are held. docs/environments.md has what each task observes, rewards and ends by; the names of the
 * columns are to be had here (kamm_env_observation_fields).
 *
 * Random numbers depend on an environment's seed and on how many episodes it has begun since it got it, and on nothing else: not on
 * how many environments there are, on threads, or on who is reset when. */
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

#define KAMM_ENV_STEP_S 0.02

/* TASK(constant, name), from 0 on. */
#define KAMM_ENV_TASK_LIST(TASK)                                                  \
    TASK(KAMM_ENV_TRACK, track)       /* along a path, as fast as it goes */      \
    TASK(KAMM_ENV_DRIFT, drift)       /* round a circle with a wanted sideslip */ \
    TASK(KAMM_ENV_MOOSE, moose)       /* through the cones of ISO 3888-2 */       \
    TASK(KAMM_ENV_PARKING, parking)   /* into a bay */                            \
    TASK(KAMM_ENV_TRAILER, trailer)   /* backwards to a dock, with a trailer */   \
    TASK(KAMM_ENV_OVERTAKE, overtake) /* past slower drivers on a path */

#define KAMM_ENV_TASK_ENUMERATOR(constant, name) constant,
typedef enum kamm_env_task { KAMM_ENV_TASK_LIST(KAMM_ENV_TASK_ENUMERATOR) } kamm_env_task;
#define KAMM_ENV_TASK_COUNTED(constant, name) +1
#define KAMM_ENV_TASKS (0 KAMM_ENV_TASK_LIST(KAMM_ENV_TASK_COUNTED)) /* how many there are */

/* What follows an episode's last step. */
typedef enum kamm_env_autoreset {
    KAMM_ENV_NEXT_STEP = 0, /* the next step takes no action but begins an episode, with reward 0 */
    KAMM_ENV_SAME_STEP =
        1, /* the same step begins one; what was last observed is in `final_observations` */
    KAMM_ENV_DISABLED =
        2 /* nothing: the caller resets it; until then steps of it do nothing, with reward 0 */
} kamm_env_autoreset;

/* A parameter that each episode draws anew, evenly between both. It takes a compile, some 0.4 ms an episode. */
typedef struct kamm_env_range {
    /* As kamm_set_number takes it: "payload.mass_kg". Of TRAILER, "trailer.payload.mass_kg" is the trailer's. */
    const char *path;
    double low, high;
} kamm_env_range;

#define KAMM_ENV_MAX_RANGES 16
#define KAMM_ENV_MAX_OPPONENTS 7

typedef struct kamm_env_def {
    kamm_env_task task;
    int32_t count; /* of environments, 1 or more */
    const kamm_vehicle_def
        *vehicle; /* whose substep goes whole into a step: 300 a second, say; copied */
    kamm_rung rung;
    kamm_env_autoreset autoreset;
    int32_t max_steps; /* after which an episode is truncated; 0: the task's own */
    const kamm_env_range *ranges;
    int32_t range_count; /* 0 to KAMM_ENV_MAX_RANGES */
    /* Of one plane, without query, contacts and wind; NULL: level, dry asphalt. Copied. */
    const kamm_ground *ground;
    /* TRACK and OVERTAKE: copied. NULL: a closed track that is made of `track_seed`. */
    const kamm_path *path;
    const double (*room_m)
        [2]; /* [path->count] to the right and to the left of each point; NULL: half the path's width */
    uint64_t track_seed;
    int32_t opponents;               /* OVERTAKE: 1 to KAMM_ENV_MAX_OPPONENTS; 0: 3 */
    const kamm_vehicle_def *trailer; /* TRAILER; copied */
    double sideslip_rad; /* DRIFT: how far the nose is to point into the circle; 0: 0.5 */
    double radius_m;     /* DRIFT: of the circle, which goes to the left; 0: 20 */
    /* Who runs the tasks of blocks of cars; NULL: the calling thread. kamm_set_env_tasks changes it. */
    kamm_run_tasks *run;
    void *user;
} kamm_env_def;

typedef struct kamm_env kamm_env;

/* NULL on error: RANGE (a count, a substep, a range whose ends the vehicle can't have, a ground that is none of these), MISSING,
 * UNKNOWN, FORMAT, MEMORY. */
KAMM_API kamm_env *kamm_create_env(const kamm_env_def *def, kamm_error *error);
KAMM_API void kamm_destroy_env(kamm_env *env);
KAMM_API void kamm_set_env_tasks(kamm_env *env, kamm_run_tasks *run, void *user);

KAMM_API const char *kamm_env_task_name(kamm_env_task task); /* "Track"; NULL: there is none */
/* How many environments there are, and of how many columns their observations (k) and actions (m) are. Actions lie within -1
 * to 1; others are clamped. */
KAMM_API int kamm_env_count(const kamm_env *env);
KAMM_API int kamm_env_observations(const kamm_env *env);
KAMM_API int kamm_env_actions(const kamm_env *env);
/* Of each column: its name, and its value in units of `scale`: {"forward_speed", "m/s", 30, …} is a speed over 30 m/s. */
typedef struct kamm_env_field {
    const char *name, *unit;
    double scale;
    const char *doc;
} kamm_env_field;
KAMM_API const kamm_env_field *kamm_env_observation_fields(const kamm_env *env);
KAMM_API const kamm_env_field *kamm_env_action_fields(const kamm_env *env);
/* What an episode came to: "progress", "best_lap", … */
KAMM_API const kamm_env_field *kamm_env_figure_fields(const kamm_env *env, int *count);

/* Begins episodes. `seeds` [count]: the first of each seed; NULL: the next one of the seed that it has, at first its own number.
 * `which` [count]: those where it is 1; NULL: all. The others are observed as they are.
 * Errors: those of kamm_expand, where what was drawn makes no vehicle; that environment keeps its last one. */
KAMM_API kamm_result kamm_reset_env(kamm_env *env, const uint64_t *seeds, const uint8_t *which,
                                    float *observations, kamm_error *error);

typedef struct kamm_env_arrays {
    float *observations; /* [count][k] */
    float *rewards;      /* [count] */
    uint8_t *terminated; /* [count] 1: the task is over, done or failed */
    uint8_t *truncated;  /* [count] 1: time is up, or there was a fault */
    float
        *final_observations; /* [count][k], of those that ended, with SAME_STEP; NULL: not wanted */
} kamm_env_arrays;

/* One step of all. An action that is not finite is a fault: it counts as 0 and truncates its episode. Errors as of a reset. */
KAMM_API kamm_result kamm_step_env(kamm_env *env, const float *actions,
                                   const kamm_env_arrays *arrays, kamm_error *error);

/* Of the last step: the bits of kamm_fault, 0 where there was none. */
KAMM_API void kamm_env_faults(const kamm_env *env, int32_t *faults);
/* Of each environment as of the last step, before it began anew: [count][figures]. */
KAMM_API void kamm_env_figures(const kamm_env *env, double *figures);
/* What the task's own driver would do now: actions[count][m]. It keeps its thoughts from step to step, so ask it once a step. */
KAMM_API void kamm_env_advice(kamm_env *env, float *actions);

/* The cars, to be read and drawn; those of environment i begin at kamm_env_car. */
KAMM_API kamm_cars *kamm_env_cars(kamm_env *env);
KAMM_API int kamm_env_car(const kamm_env *env, int i);
KAMM_API int kamm_env_cars_each(const kamm_env *env);
/* The trailers of TRAILER; else NULL. */
KAMM_API kamm_cars *kamm_env_trailers(kamm_env *env);
/* Lines to draw of environment i, as polylines [count][2] in m, whose ends a point that is no number divides. Returns how many
 * points there are, and writes at most `room` of them. */
KAMM_API int kamm_env_outlines(const kamm_env *env, int i, double (*points_m)[2], int room);

/* Everything, episodes too, as bytes: for another env of the same def. */
KAMM_API size_t kamm_env_snapshot_size(const kamm_env *env);
KAMM_API void kamm_save_env(const kamm_env *env, void *snapshot);
/* Errors, where nothing changes: FORMAT, MEMORY. */
KAMM_API kamm_result kamm_restore_env(kamm_env *env, const void *snapshot, size_t size,
                                      kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
