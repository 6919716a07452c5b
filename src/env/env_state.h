/* Shared code of environments, and the table of functions of a task.
 *
 * env.c makes them, env_step.c lets them go on, episodes begin in env_reset.c. track.c, drift.c, … are the tasks. */
#ifndef KAMM_ENV_ENV_STATE_H
#define KAMM_ENV_ENV_STATE_H

#include "../run/cars.h"
#include "course.h"

#include <kamm/combinations.h>
#include <kamm/env.h>

enum { ENV_MAX_ACTIONS = 2, ENV_MAX_FIGURES = 6, ENV_MOTION_COLUMNS = 6, ENV_SLIP_COLUMNS = 4 };

/* How a car moves, read at once (env_car.c). Position and velocities are those of the channels x_m, forward_speed_mps, … */
struct env_car {
    double x_m, y_m;
    double ahead[2]; /* unit vector of the heading */
    double forward_mps, left_mps, yaw_radps;
    double forward_mps2, left_mps2;
    double steering; /* share of the steering wheel's lock */
    double slip
        [ENV_SLIP_COLUMNS]; /* means of left and right: ratios of the first and of the last axle, then angles */
};

/* Data of an episode for a task. Snapshots contain their bytes, so the structs have no padding. */
struct track_episode {
    struct env_place at;
    double driven_m, lap_start_s, best_lap_s,
        distance_m; /* along the course since the start; since the line, clean */
    int64_t laps;
};

struct drift_episode {
    double slip_error_rad, radius_error_m; /* summed up over steps */
    double integral;
};

struct moose_episode {
    double entry_mps, margin_m, exit_mps; /* to the nearest cone, at worst */
    double off_line_m, integral;
    int64_t is_released;
};

struct parking_episode {
    double last_cost, aisle_m; /* aisle_m: where the driver drives along it; 0: not yet chosen */
    double offset_m, angle_rad;
    int phase, is_parked;
};

struct trailer_episode {
    double last_cost, offset_m, angle_rad, articulation_rad;
    int64_t is_docked;
};

struct overtake_episode {
    struct track_episode track;
    kamm_driver others[KAMM_ENV_MAX_OPPONENTS];
    double ahead_m[KAMM_ENV_MAX_OPPONENTS]; /* of our car, along the path */
    int passed, contacts;
};

struct balance_episode {
    double speed_mps;           /* that is held */
    double lean_rad, torque_nm; /* summed up over steps */
    double integral;            /* the rider's */
};

struct trial_episode {
    double lane, start_m, x_m, offset_m; /* offset_m: summed up over steps */
    double integral, is_finished;
};

/* One environment. Plain data, but for `driver.plan` and those of others: a copy goes on with the same bits. What a step of Track
 * reads lies in its first two cache lines. */
struct episode {
    _Alignas(64) uint64_t seed, number; /* the episodes that began before with that seed */
    int32_t steps;
    int32_t is_over; /* 1: it is to be reset */
    int32_t fault;
    int32_t is_drawn;              /* 1: its vehicle is one that was drawn for it */
    float action[ENV_MAX_ACTIONS]; /* as taken */
    union {
        struct track_episode track;
        struct drift_episode drift;
        struct moose_episode moose;
        struct parking_episode parking;
        struct trailer_episode trailer;
        struct overtake_episode overtake;
        struct balance_episode balance;
        struct trial_episode trial;
    };
    kamm_driver driver;              /* who advises */
    double figures[ENV_MAX_FIGURES]; /* as of the last step */
};

/* Kinds of ends of an episode. */
enum env_end { ENV_GOES_ON = 0, ENV_TERMINATED = 1, ENV_TRUNCATED = 2 };

/* A task. `i` is the environment, whose first car is env_car_number(env, i). All of it may run on any thread, for different i. */
struct env_task {
    const char *name;
    int max_steps;
    int has_trailer, has_opponents; /* its cars */
    int is_without_aids;            /* neither traction nor stability control helps */
    int observation_count, action_count, figure_count;
    const kamm_env_field *observations, *actions, *figures;
    /* Prepares data that all environments share; may be NULL. */
    kamm_result (*prepare)(kamm_env *env, const kamm_env_def *def, kamm_error *error);
    void (*begin)(kamm_env *env, int i); /* draws and places */
    void (*act)(kamm_env *env, int i);   /* the episode's action to inputs */
    enum env_end (*judge)(kamm_env *env, int i, double *reward);
    void (*observe)(const kamm_env *env, int i, float *row);
    void (*advise)(kamm_env *env, int i, float *action);
    void (*report)(const kamm_env *env, int i, double *figures);
    int (*outline)(const kamm_env *env, int i, double (*points_m)[2], int room); /* may be NULL */
    /* 1: an episode of the task may hold these numbers, which come from a snapshot. */
    int (*is_legal)(const kamm_env *env, const struct episode *episode);
};
#define ENV_TASK_OF(constant, name) extern const struct env_task kamm_##name##_task;
KAMM_ENV_TASK_LIST(ENV_TASK_OF)

struct env_range {
    char path[128];
    double low, high;
};

struct kamm_env {
    const struct env_task *task;
    kamm_env_autoreset autoreset;
    int count, max_steps, substeps;
    int cars_each, in_block; /* cars of an environment; environments in a block of cars */
    kamm_vehicle_def *vehicle;
    kamm_rung rung;
    kamm_vehicle_def *trailer; /* of a task that has one, else NULL */
    int units;                 /* models of an environment: its car's, and its trailer's */
    kamm_model *base[2];
    kamm_model_info info;
    struct env_range ranges[KAMM_ENV_MAX_RANGES];
    int range_count;
    /* Where there are ranges: of each environment [count][units], and of each block of cars. */
    kamm_model **models, **next_models;
    kamm_error *errors;
    kamm_cars *cars;
    kamm_combinations *combinations; /* that `cars` are the first units of; NULL */
    kamm_ground ground;
    struct episode *episodes;
    struct env_car *seen;      /* of all cars of all blocks, as of the last step */
    struct env_course *course; /* TRACK, OVERTAKE */
    struct env_trial *trial;   /* TRIAL: its planks */
    kamm_plan *other_plans[KAMM_ENV_MAX_OPPONENTS];
    double wanted_sideslip_rad, radius_m; /* DRIFT */
    kamm_run_tasks *run;
    void *user;
};

static inline int env_car_number(const kamm_env *env, int i)
{
    if (env->cars_each == 1) return i; /* divisions cost as much as all else here */
    return i / env->in_block * KAMM_BLOCK + i % env->in_block * env->cars_each;
}

/* Our car, as it is after the step. */
static inline const struct env_car *env_own_car(const kamm_env *env, int i)
{
    return &env->seen[env_car_number(env, i)];
}

/* -- env_car.c -- */
/* Notes how all cars of a block are now, in `env->seen`. */
void kamm_env_read_block(kamm_env *env, int block);
/* The same once one of them has been placed: environment i's. */
void kamm_env_look(kamm_env *env, int i);
/* Observations of tasks; both functions return the place of the next column. Velocities, yaw rate,
 * accelerations, steering: */
#define ENV_MOTION_FIELDS                                                                        \
    {"forward_speed", "m/s", 30, "Speed along the car"},                                         \
        {"lateral_speed", "m/s", 10, "Speed to its left"}, {"yaw_rate", "rad/s", 1, "Yaw rate"}, \
        {"forward_acceleration", "m/s2", 10, "Acceleration along the car"},                      \
        {"lateral_acceleration", "m/s2", 10, "Acceleration to its left"},                        \
    {                                                                                            \
        "steering", "1", 1, "Steering wheel, share of its lock"                                  \
    }
float *kamm_env_show_motion(const struct env_car *car, float *row);
/* Slips, within ten times their scale: */
#define ENV_SLIP_FIELDS                                                                 \
    {"front_slip_ratio", "1", 0.2, "Slip ratio of the first axle, mean of its wheels"}, \
        {"rear_slip_ratio", "1", 0.2, "… of the last axle"},                            \
        {"front_slip_angle", "rad", 0.2, "Slip angle of the first axle, ISO-W sign"},   \
    {                                                                                   \
        "rear_slip_angle", "rad", 0.2, "… of the last axle"                           \
    }
float *kamm_env_show_slip(const struct env_car *car, float *row);
/* Puts a car on the ground, heading by `yaw_rad`, with its centre of gravity there. */
void kamm_env_place(kamm_env *env, int car, double x_m, double y_m, double yaw_rad,
                    double speed_mps, int gear);
/* Actions of kamm_env_steer, kamm_env_press and kamm_env_creep. */
#define ENV_STEERING_FIELD                                                               \
    {                                                                                    \
        "steering", "1", 1,                                                              \
            "Steering wheel, share of its lock, positive left; it follows at 1000 deg/s" \
    }
#define ENV_PEDAL_FIELD                                \
    {                                                  \
        "pedal", "1", 1, "Accelerator; below 0: brake" \
    }
#define ENV_CREEP_FIELD                                       \
    {                                                         \
        "speed", "m/s", 2, "Wanted speed; below 0: backwards" \
    }
/* Steering wheel towards a share of its lock, by what hands do in a step. */
void kamm_env_steer(kamm_env *env, int car, double share);
/* 1 is full throttle, -1 full brake. */
void kamm_env_press(kamm_env *env, int car, double pedal);
/* Throttle, brake and gear that lead to a low speed, forwards or backwards. */
void kamm_env_creep(kamm_env *env, int car, double wanted_mps);
/* Converts a driver's pedals and steering to an action. */
void kamm_env_advice_of_inputs(const kamm_env *env, int car, float *action);
/* Writes point `at` of an outline that has room for `room` points; it may be beyond the room. */
void kamm_env_put_point(double (*points_m)[2], int room, int at, double x_m, double y_m);

/* -- env_legal.c -- */
/* Each env has its own plans: a snapshot has their numbers, 1 and up. Converts a plan to its number, or back. NULL: none. */
const kamm_plan *kamm_env_swap_plan(const kamm_env *env, const kamm_plan *plan, int from_number);
/* 1: all are finite, and no larger than a place may be. */
int kamm_env_are_bounded(const double *numbers, int count);
/* 1: a driver of a snapshot, whose plan is a number. */
int kamm_env_is_driver(const kamm_env *env, const kamm_driver *driver);

/* -- env_random.c -- */
/* From low to high: number `draw` of the episode's random numbers. Draws from ENV_TASK_DRAWS on are the task's. */
enum { ENV_TASK_DRAWS = 1000 };
double kamm_env_draw(const struct episode *episode, unsigned draw, double low, double high);

/* -- env_reset.c -- */
/* Models of an environment, `units` of them, with values for its ranges. All NULL on errors. */
kamm_result kamm_env_compile(const kamm_env *env, const double *values, kamm_model **models,
                             kamm_error *error);
/* Draws models of environment i for that episode, where there are ranges. */
kamm_result kamm_env_draw_model(kamm_env *env, int i, const struct episode *episode,
                                kamm_error *error);
/* Runs in the calling thread only: the drawn models replace the old ones, which are destroyed. */
void kamm_env_take_models(kamm_env *env);
/* In two steps: those that there were become next_models, and a second swap brings them back; next_models are destroyed. */
void kamm_env_swap_models(kamm_env *env);
void kamm_env_drop_models(kamm_env *env);
void kamm_env_begin(kamm_env *env, int i);

#endif
