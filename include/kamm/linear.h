/* Linear models, steady states and limits of a car. A linear model is the response of states and channels to small
 * changes of states and inputs. It comes from perturbed cars in the lanes of one batch.
 *
 *     kamm_linear_state x[] = {{KAMM_LINEAR_VELOCITY, .axis = 1}, {KAMM_LINEAR_RATE, .axis = 2}};
 *     kamm_linear_input u[] = {{.input = 0}};
 *     kamm_linear_def def = {.states = x, .state_count = 2, .inputs = u, .input_count = 1, .substeps = 12};
 *     double a[2][2], b[2][1];
 *     kamm_linearise(cars, 0, &kamm_flat_ground, &def, a[0], b[0], NULL, NULL, &error);
 */
#ifndef KAMM_LINEAR_H
#define KAMM_LINEAR_H

#include <kamm/cars.h>
#include <kamm/export.h>
#include <kamm/ground.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- Linear models -- */

/* Kinds of states of a linear model. The first four are those of the body frame, in its axes. Its origin is the centre
 * of gravity of the whole car, on full of the sprung mass. */
typedef enum kamm_linear_kind {
    KAMM_LINEAR_POSITION = 0, /* m, along a body axis of the unperturbed car */
    KAMM_LINEAR_ROTATION = 1, /* rad, about such an axis; velocities turn with the body */
    KAMM_LINEAR_VELOCITY = 2, /* m/s, along a body axis of the perturbed car */
    KAMM_LINEAR_RATE = 3,     /* rad/s, about a body axis of the perturbed car */
    KAMM_LINEAR_ROW = 4       /* a row of kamm_state_row, in its unit */
} kamm_linear_kind;

/* A state of a linear model. */
typedef struct kamm_linear_state {
    /* Kind of the state. */
    kamm_linear_kind kind;
    /* 0: x, 1: y, 2: z; not used by ROW. */
    int32_t axis;
    /* ROW: arguments of kamm_state_row. */
    kamm_state_row_kind row;
    /* ROW: item and field of kamm_state_row. */
    int32_t item, field;
    /* Perturbation to both sides, above 0. 0: 1e-3 m, 1e-4 rad, 1e-2 m/s, 1e-3 rad/s, or 1e-3 of a row's unit. Smaller
     * values amplify rounding errors, larger ones nonlinearity. */
    double step;
} kamm_linear_state;

/* An input of a linear model. */
typedef struct kamm_linear_input {
    /* Index in kamm_input_fields: 0 is steering_wheel_rad. */
    int32_t input;
    /* Perturbation to both sides, above 0; 0: 1e-3. At an end of the input's range it is one-sided. */
    double step;
} kamm_linear_input;

/* States, inputs, outputs and interval of a linear model. */
typedef struct kamm_linear_def {
    /* States, in the order of the matrices. */
    const kamm_linear_state *states;
    /* 0 or more, like the other two counts. */
    int32_t state_count;
    /* Inputs, in the order of the matrices. */
    const kamm_linear_input *inputs;
    /* Number of inputs, 0 or more. */
    int32_t input_count;
    /* Outputs, in the order of the matrices. */
    const kamm_channel *outputs;
    /* Number of outputs, 0 or more. */
    int32_t output_count;
    /* Length of the interval in substeps, 1 or more. */
    int32_t substeps;
} kamm_linear_def;

/* Writes the linear model of a car over an interval from now on, with constant inputs:
 *
 *     x' = A x + B u        y' = C x + D u
 *
 * x and u are deviations from the present states and inputs. x' and y' are deviations from the unperturbed car at the
 * end of the interval. Matrices are stored by rows: A is a[row * state_count + column]. Those that are NULL are
 * skipped. The car is not changed.
 *
 * (A - 1) / T is the matrix of the differential equation, to first order in the interval's length T. Perturbed cars may
 * shift gears or switch, so use intervals without such switches. Output angles are not unwrapped beyond half a turn.
 *
 * On error the matrices are not changed. Errors: MEMORY; RANGE in these cases:
 *  - The rung lacks a state, or does not obey an input.
 *  - An axis, input, channel, step or interval is invalid.
 *  - The car has a numeric fault. */
KAMM_API kamm_result kamm_linearise(const kamm_cars *cars, int car, const kamm_ground *ground,
                                    const kamm_linear_def *def, double *a, double *b, double *c,
                                    double *d, kamm_error *error);

/* -- Steady states -- */

/* Target of kamm_trim: straight driving or a circle at a speed. */
typedef struct kamm_trim_target {
    /* 1 to 150. */
    double speed_mps;
    /* 1: steering_wheel_rad is given; 0: lateral_mps2 is given. */
    int32_t by_steering;
    /* Positive left; within the car's lock. */
    double steering_wheel_rad;
    /* Speed times yaw rate, positive left; -60 to 60. 0 with by_steering 0: straight ahead. */
    double lateral_mps2;
    /* 1 or higher. 0: the highest gear with an engine speed of 2000 rpm or more, at least the first. */
    int32_t gear;
    /* Limit of simulated time; 0: 60 s. */
    double time_limit_s;
    /* Rate of the speed, -60 to 60; 0: constant speed. Otherwise the state is that of a car that passes this speed with
     * its gear engaged: thrust, brakes and wheel loads. Torque that accelerates wheels and engine is not part of it. */
    double longitudinal_mps2;
} kamm_trim_target;

/* Result of kamm_trim. */
typedef struct kamm_trim_result {
    /* Inputs that hold the state; the car has them. */
    kamm_input input;
    /* Speed, and speed times yaw rate, that were reached. */
    double speed_mps, lateral_mps2;
    /* Simulated time until the state. */
    double time_s;
    /* Changes of the state in the last second. */
    double speed_change_mps, lateral_change_mps2;
    /* Acceleration of the car with these inputs at that speed, and what it lacks to the target. */
    double longitudinal_mps2, longitudinal_left_mps2;
} kamm_trim_result;

/* Creates a car of the model in a steady state, with the inputs that hold it, for kamm_linearise and others. The caller
 * destroys it. `result` may be NULL.
 *
 * The car drives with decreasing control actions until it is steady for a second. Speed and lateral acceleration are
 * then within 0.1 % of the target (at least 1 mm/s, 1 mm/s2). They change by at most a quarter of that. Meanwhile a
 * force at the centre of gravity holds the speed. At the end that force would change the speed by no more than the same
 * quarter in a second. With a longitudinal acceleration, 0.1 % of it is allowed if that is more. Then the force is
 * removed.
 *
 * NULL on error: MEMORY; RANGE (a target outside its range; no steady state in that time or on that ground). The text
 * gives the remaining deviations of speed, lateral and longitudinal acceleration. It names a pedal or lock at its
 * limit, and tells whether the car oscillates. */
KAMM_API kamm_cars *kamm_trim(const kamm_model *model, const kamm_ground *ground,
                              const kamm_trim_target *target, kamm_trim_result *result,
                              kamm_error *error);

/* -- Limits -- */

/* A point of a g-g-V diagram: what a vehicle can do at a speed beside a lateral acceleration. */
typedef struct kamm_ggv_point {
    /* To the left. To the right it is the same, but for outfits with a sidecar. */
    double lateral_mps2;
    /* Highest longitudinal acceleration, at full throttle in the best gear; negative where drag is more. */
    double accelerating_mps2;
    /* Lowest longitudinal acceleration, with the brakes; negative. */
    double braking_mps2;
} kamm_ggv_point;

/* Writes `count` points (2 or more) of a vehicle's g-g-V diagram at a speed, on a level road in still air. The first is
 * straight ahead, the last one the highest lateral acceleration that all axles hold, which may slow the car down.
 * Towards it they are closer together. `friction` (0.01 to 10) is that of the road.
 *
 * Path plans take the vehicle to have these limits. They are quasi-steady: wheel loads by the accelerations and the
 * air, tyres by load and friction ellipse. Gears change in no time.
 *
 * Errors: RANGE (a speed that is not 0 to 150 m/s, a friction, a number of points). Then nothing is written. */
KAMM_API kamm_result kamm_find_ggv(const kamm_model *model, double friction, double speed_mps,
                                   kamm_ggv_point *points, int count, kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
