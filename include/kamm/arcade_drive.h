/* Driving arcade cars: input, drift assist, air control, boost, auto-flip and ghosts, by the knobs of arcade.h. */
#ifndef KAMM_ARCADE_DRIVE_H
#define KAMM_ARCADE_DRIVE_H

#include <kamm/arcade.h>
#include <kamm/cars.h>
#include <kamm/input_assist.h>

#ifdef __cplusplus
extern "C" {
#endif

/* State of a car's arcade functions: plain data, initially all 0. Keep it with the car's snapshots. */
typedef struct kamm_arcade_state {
    /* Time for which the car has been overturned. */
    float overturned_s;
    /* Share of the boost's store that is used up: 0 full, 1 empty. */
    float boost_used;
    /* Remaining time as a ghost after auto-flip. */
    float ghost_left_s;
    /* 1: cars pass through the car now. The host sets its filter (kamm_arcade_mask). */
    int32_t is_ghost;
    /* 1: the last call set the car upright. */
    int32_t flipped;
} kamm_arcade_state;

/* Request of the player. */
typedef struct kamm_arcade_request {
    /* Steering, pedals and hand brake, as of kamm_assist_input. */
    kamm_driver_request driver;
    /* Share of the boost, 0 to 1. */
    float boost;
    /* Rotation in the air, -1 to 1: nose down, roll to the right, yaw to the left. All three 0: the pedals pitch
     * (throttle lifts the nose, brake lowers it) and steering yaws. */
    float pitch, roll, yaw;
} kamm_arcade_request;

/* Writes a car's inputs as kamm_assist_input does, with the drift assist of the knobs. It also
 *  - turns the car in the air, by a torque through the next call that steps it;
 *  - boosts it by a force at its centre of gravity through that call;
 *  - sets it upright on the plane below it, in its direction (kamm_place), after flip_s; not units of combinations.
 *
 * `assist` NULL: kamm_default_input_assist; its own drift settings hold where the knobs have none. Only `full` has air
 * control and auto-flip. Call it once before each call that steps the cars for `interval_s`. The state changes by the
 * calls alone, so equal calls give equal bits. Memory for forces is allocated by the first call that needs it. Errors:
 * MEMORY; those of kamm_apply_force. */
KAMM_API kamm_result kamm_arcade_input(const kamm_arcade *arcade, const kamm_input_assist *assist,
                                       kamm_arcade_state *state, kamm_cars *cars, int car,
                                       const kamm_arcade_request *request, double interval_s,
                                       kamm_error *error);

/* Returns the mask of a car's collision filter (kamm_filter.mask): `normal`, and while the car is a ghost that without
 * the categories of cars. Give cars a category of their own, so that a ghost still meets walls. */
KAMM_API uint32_t kamm_arcade_mask(const kamm_arcade_state *state, uint32_t normal,
                                   uint32_t car_categories);

#ifdef __cplusplus
}
#endif

#endif
