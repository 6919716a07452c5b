/* Control units of the host's own: a function that is called for each car at a stated rate, between substeps, reads what it
 * likes of the car and asks for brake, drive, steering and suspension forces. With it a control engineer puts his own anti-lock
 * brakes, traction control, stability control, torque vectoring, active steering or active suspension in the place of
 * Kamm's (aids.abs, aids.tcs, aids.esc off), on one car or on a million.
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
 * Demands hold until they are changed or the car is placed; they are states, part of snapshots and hashes. A controller is called
 * by the cars' own count of substeps, so that any grouping of substeps into calls gives the same bits. Only the rung full
 * has what they act on. */
#ifndef KAMM_CONTROL_H
#define KAMM_CONTROL_H

#include <kamm/cars.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a control unit asks for. Values outside the range are clamped; what is not finite reads as 0 and sets KAMM_FAULT_INPUT. Of twin
 * wheels on one hub that of the inner one counts. */
typedef struct kamm_demand {
    float
        engine_cut; /* share of the engine torque to be taken away, 0 to 1; the most of what aids want is taken */
    float
        steer_rad; /* added to the road wheels' angle of an axle with steer_share 1; -1.5 to 1.5, positive left */
    /* Of each wheel, in the order of kamm_model_info.wheel_position_m: */
    float brake[KAMM_MAX_WHEELS]; /* share of its full brake torque, added to the pedal's; 0 to 1 */
    float release
        [KAMM_MAX_WHEELS]; /* share of the brake torque that is let go, 0 to 1; the more of it and of aids.abs */
    float drive_nm
        [KAMM_MAX_WHEELS]; /* torque beside the driveline's, as of a motor at the wheel; -4e6 to 4e6 */
    float actuator_n
        [KAMM_MAX_WHEELS]; /* force beside spring and damper, at the wheel: positive presses it down and
                                          the body up; -2e7 to 2e7 */
} kamm_demand;

/* Sets what holds from now on. The car's model must take demands (kamm_model_info.takes_demands: full, with aids.demands). */
KAMM_API void kamm_set_demand(kamm_cars *cars, int car, const kamm_demand *demand);
/* What holds; all 0 where the car takes none. */
KAMM_API kamm_demand kamm_get_demand(const kamm_cars *cars, int car);

/* Called for one car. `demand` has what holds, to be changed. May read the car in any way, and write kamm_inputs of that
 * car (through a pointer of its own); may not step, place or hand over. */
typedef void kamm_control(void *user, const kamm_cars *cars, int car, kamm_demand *demand);

typedef struct kamm_controller {
    kamm_control *control;
    void *user; /* as `control` gets it; NULL is fine */
    int32_t
        interval_substeps; /* from call to call; 0: 1. At 240 substeps a second 1 is 240 Hz, 24 is 10 Hz */
} kamm_controller;

/* Calls the controller for each car that takes demands, in their order, if that many substeps have passed since the cars were created;
 * tells for how many substeps its demands are to hold. For hosts that step otherwise than by kamm_step_controlled:
 *
 *     for (int left = substeps, now; left; left -= now) {
 *         now = kamm_call_controller(cars, &controller);
 *         if (now > left) now = left;
 *         kamm_step_world(world, …, now);     or kamm_step_tasks, kamm_step_combinations
 *     }
 */
KAMM_API int kamm_call_controller(kamm_cars *cars, const kamm_controller *controller);

/* kamm_step with a controller. */
KAMM_API void kamm_step_controlled(kamm_cars *cars, const kamm_ground *ground, int substeps,
                                   const kamm_controller *controller);

#ifdef __cplusplus
}
#endif

#endif
