/* Steady states, and linear models of a running car: how its state, and what is read of it, answer to small changes of state and
 * inputs, by perturbing them in the lanes of one batch.
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

/* What a state of a linear model is. The first four are those of the body frame (cars.h: the whole car's centre of gravity,
 * on full that of the sprung mass), in its own axes. */
typedef enum kamm_linear_kind {
    KAMM_LINEAR_POSITION = 0, /* m, along an axis that the unperturbed car's body has */
    KAMM_LINEAR_ROTATION = 1, /* rad, about such an axis; velocities turn with the body */
    KAMM_LINEAR_VELOCITY = 2, /* m/s, along an axis of the car's own body */
    KAMM_LINEAR_RATE = 3,     /* rad/s, about an axis of the car's own body */
    KAMM_LINEAR_ROW = 4       /* a row of kamm_state_row, in its unit */
} kamm_linear_kind;

typedef struct kamm_linear_state {
    kamm_linear_kind kind;
    int32_t axis;            /* 0 x, 1 y, 2 z; not of ROW */
    kamm_state_row_kind row; /* of ROW, with the next two: as kamm_state_row takes them */
    int32_t item, field;
    /* By so much to both sides it is perturbed, above 0; 0: 1e-3 m, 1e-4 rad, 1e-2 m/s, 1e-3 rad/s, and 1e-3 of a row's unit.
     * Smaller ones show how floats are rounded, larger ones that the car is not linear. */
    double step;
} kamm_linear_state;

typedef struct kamm_linear_input {
    int32_t input; /* its place in kamm_input_fields: 0 is steering_wheel_rad */
    double step;   /* above 0; 0: 1e-3. At an end of the input's range it goes to one side alone */
} kamm_linear_input;

typedef struct kamm_linear_def {
    const kamm_linear_state *states;
    int32_t state_count; /* 0 or more, as the next two */
    const kamm_linear_input *inputs;
    int32_t input_count;
    const kamm_channel *outputs;
    int32_t output_count;
    int32_t substeps; /* length of the interval, 1 or more */
} kamm_linear_def;

/* The linear model of a car over an interval from now on, with its present inputs held:
 *
 *     x' = A x + B u        y' = C x + D u
 *
 * x and u are departures from the present state and inputs, x' and y' those at the interval's end from where the unperturbed
 * car is then. All are matrices row by row (A: a[row * state_count + column]); those that are NULL are left out.
 * (A - 1) / T is the matrix of the differential equation to first order in the interval's length T. Gears and other switches
 * do what they do in the perturbed cars too: a linear model is worth something where nothing switches. Angles that pass half
 * a turn as outputs are not unwound. The car itself is not changed.
 * Errors: RANGE (a state that the car's rung does not have, an axis, an input that there is not or that the rung does not obey, or a channel that there is not, a step or interval
 * that is none; a car that had a numeric fault), MEMORY. The matrices are left as they were then. */
KAMM_API kamm_result kamm_linearise(const kamm_cars *cars, int car, const kamm_ground *ground,
                                    const kamm_linear_def *def, double *a, double *b, double *c,
                                    double *d, kamm_error *error);

/* A steady state to look for: a straight or a circle at a speed. */
typedef struct kamm_trim_target {
    double speed_mps;          /* 1 to 150 */
    int32_t by_steering;       /* 1: steering_wheel_rad is given; 0: lateral_mps2 is */
    double steering_wheel_rad; /* positive left; within the car's lock */
    double
        lateral_mps2; /* speed times yaw rate, positive left; -60 to 60. 0 with by_steering 0: straight ahead */
    int32_t
        gear; /* 1 or higher; 0: the highest in which the engine turns at 2000 rpm or more, at least first */
    double time_limit_s; /* simulated; 0: 60 s */
    /* Of the speed; -60 to 60. 0: it stays. Else the state is that of a car on its way through that speed: thrust, brakes and
     * wheel loads are as they are then, of a gear that is engaged (what wheels and engine take to spin up comes on top). */
    double longitudinal_mps2;
} kamm_trim_target;

typedef struct kamm_trim_result {
    kamm_input input; /* that holds the state, as the car has it now */
    double speed_mps, lateral_mps2;
    double time_s; /* simulated until then */
    /* What the state still changed by in its last second. */
    double speed_change_mps, lateral_change_mps2;
    /* By which the car speeds up with these inputs at that speed, and what it lacks of what was wanted. */
    double longitudinal_mps2, longitudinal_left_mps2;
} kamm_trim_result;

/* One car of the model in a steady state, with the inputs that hold it, for kamm_linearise or for whatever begins there: it drives
 * until for a second speed and lateral acceleration have been within 0.1 % (at least 1 mm/s, 1 mm/s2) of what is wanted, and moved by a
 * quarter of that, with hands and feet that move ever less. A rope at its centre of gravity holds the speed meanwhile; it ends with no
 * more in it than would change the speed by that quarter in a second (0.1 % of the longitudinal acceleration, where that is more).
 * Then it is let go. The caller destroys the car. `result` may be NULL.
 * NULL with an error: RANGE (a target outside of what is said above; no such steady state, or none on this ground, within the time:
 * the text says what is left of speed, lateral and longitudinal acceleration, which pedal or lock is at its end, and whether it swings), MEMORY. */
KAMM_API kamm_cars *kamm_trim(const kamm_model *model, const kamm_ground *ground,
                              const kamm_trim_target *target, kamm_trim_result *result,
                              kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
