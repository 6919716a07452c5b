/* Control units: a host's own controllers of brakes, drive, steering and suspension.
 *
 * A controller is a function that Kamm calls for each car at a fixed rate, between substeps. It reads the car and
 * demands brake, drive, steering and suspension forces. It can replace Kamm's anti-lock brakes, traction control and
 * stability control (aids.abs, aids.tcs, aids.esc off). It can also be torque vectoring, active steering or active
 * suspension, on one car or on a million.
 *
 *     static void lock_nothing(void *user, const kamm_cars *cars, int car, kamm_demand *demand)
 *     {
 *         for (int w = 0; w < 4; ++w)
 *             demand->release[w] = kamm_read_wheel(cars, car, w, KAMM_WHEEL_slip_ratio) < -0.15;
 *     }
 *
 *     def.aids.demands = 1;
 *     kamm_controller controller = {.control = lock_nothing, .interval_substeps = 2};
 *     kamm_step_controlled(cars, &kamm_flat_ground, 4, &controller);
 *
 * Demands hold until a call changes them or places the car. They are states, and part of snapshots and hashes. The
 * cars' count of substeps decides when a controller is called, so any grouping of substeps into calls gives the same
 * bits. Only the rung full obeys demands. */
#ifndef KAMM_CONTROL_H
#define KAMM_CONTROL_H

#include <kamm/cars.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Demands of a control unit. Values outside their range are clamped. A value that is not finite reads as 0 and sets
 * KAMM_FAULT_INPUT. Wheel demands are in the order of kamm_model_info.wheel_position_m. Twin wheels on one hub take the
 * demand of the inner wheel. */
typedef struct kamm_demand {
    /* Share of the engine torque to cut, 0 to 1. The largest of this and the aids' cuts holds. */
    float engine_cut;
    /* Steer angle added to the road wheels of an axle with steer_share 1; -1.5 to 1.5, positive left. */
    float steer_rad;
    /* Share of the wheel's full brake torque, added to the pedal's; 0 to 1. */
    float brake[KAMM_MAX_WHEELS];
    /* Share of the brake torque to release, 0 to 1. The larger of this and of the release by aids.abs holds. */
    float release[KAMM_MAX_WHEELS];
    /* Torque on the wheel in addition to the driveline's, as from a wheel motor; -4e6 to 4e6, positive forwards. */
    float drive_nm[KAMM_MAX_WHEELS];
    /* Actuator force at the wheel, in addition to spring and damper; -2e7 to 2e7. Positive presses the wheel down and
     * the body up. */
    float actuator_n[KAMM_MAX_WHEELS];
} kamm_demand;

/* Sets the demands of a car until they are changed. Its model must accept demands (kamm_model_info.takes_demands: full,
 * with aids.demands). */
KAMM_API void kamm_set_demand(kamm_cars *cars, int car, const kamm_demand *demand);
/* Returns the present demands; all 0 if the car accepts none. */
KAMM_API kamm_demand kamm_get_demand(const kamm_cars *cars, int car);

/* Controls one car. `demand` holds the present demands, for the function to change. The function may read the car, and
 * write its kamm_inputs through a pointer of its own. It must not step, place or hand over. */
typedef void kamm_control(void *user, const kamm_cars *cars, int car, kamm_demand *demand);

/* A controller and its rate. */
typedef struct kamm_controller {
    /* Function that controls a car. */
    kamm_control *control;
    /* Argument of `control`; may be NULL. */
    void *user;
    /* Substeps between two calls; 0: 1. At 240 substeps per second, 1 is 240 Hz and 24 is 10 Hz. */
    int32_t interval_substeps;
} kamm_controller;

/* Calls the controller for each car that accepts demands, in order, if its interval has passed since the cars were
 * created. Returns the number of substeps for which the demands hold. For hosts that do not step by
 * kamm_step_controlled:
 *
 *     for (int left = substeps, now; left; left -= now) {
 *         now = kamm_call_controller(cars, &controller);
 *         if (now > left) now = left;
 *         kamm_step_world(world, …, now);     or kamm_step_tasks, kamm_step_combinations
 *     }
 */
KAMM_API int kamm_call_controller(kamm_cars *cars, const kamm_controller *controller);

/* Steps all cars as kamm_step does, with a controller. */
KAMM_API void kamm_step_controlled(kamm_cars *cars, const kamm_ground *ground, int substeps,
                                   const kamm_controller *controller);

#ifdef __cplusplus
}
#endif

#endif
