/* The input assist: steering wheel and pedals for those who drive with keys or a pad, which jump from stop to stop
 * and give no feel of the tyres.
 *
 *     kamm_input_assist assist = kamm_default_input_assist();
 *     kamm_driver_request request = {.steer = 1, .throttle = 1};
 *     kamm_assist_input(&assist, cars, car, &request, 1.0 / 60);    each frame, before kamm_step
 *
 * It limits steering to the peak slip angle of the front tyres, steers into the direction of travel while no
 * steering is requested (straight ahead, or countersteering in a slide), reduces the steering rate with speed,
 * limits the rates of the pedals, and closes the throttle as the rear axle slides. Two pedals drive forwards, backwards and stand:
 * the brake brakes to a stand and keeps it; let go and pressed once more it drives backwards, and the throttle brakes then. A car
 * without a pressed pedal stands. docs/input-assist.md says how.
 * It has no state of its own: the present steering, pedals and gear are read from the car, so snapshots need nothing of
 * it, and the same calls give the same bits on every machine. The length of the intervals has little effect, up
 * to 0.05 s. */
#ifndef KAMM_INPUT_ASSIST_H
#define KAMM_INPUT_ASSIST_H

#include <kamm/cars.h>
#include <kamm/export.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the driver requests. Values outside the range are clamped, NaN reads as 0. */
typedef struct kamm_driver_request {
    /* -1 to 1, positive left: keys give -1, 0, 1; a pad its stick; a wheel the share of the car's lock. */
    float steer;
    float throttle, brake;    /* 0 to 1 */
    float hand_brake, clutch; /* 0 to 1; these go through as they are */
    /* 0: forwards, backwards and standing by the two pedals, in KAMM_GEAR_DRIVE and reverse. 1: the gear is the caller's, who
     * writes kamm_input.gear, and pedals are what they are; so they are in any other gear than these two. */
    int32_t own_gear;
} kamm_driver_request;

/* Where the brake pedal is while the assist holds a car without a pressed pedal, to the bit. */
#define KAMM_HOLD_BRAKE 0.618034f

/* Settings; each line ends in its default. Rates, times, speeds and slip_share have it as well where they are 0; the other shares
 * may be 0. */
typedef struct kamm_input_assist {
    /* 0: the request goes through as it is (steer times lock), as for a real steering wheel; 1: all of what
     * follows; between: in proportion. 1 */
    float strength;
    /* How much of the front tyres' peak slip angle may be used. 1 */
    float slip_share;
    /* How fast the steering wheel is turned in at standstill. 10 */
    float turn_rate_radps;
    /* How fast it comes back, and is turned to opposite lock. 20 */
    float return_rate_radps;
    /* The speed at which it is turned in half as fast. 25 */
    float half_rate_speed_mps;
    /* How far it points where the car is going with the hands off: 0 not at all, 1 wholly. 1 */
    float counter_share;
    /* How much of the throttle that drives the rear axle is taken back as it slides: 0 none; 1 all of it once
     * its tyres are at twice their peak slip angle. 1 */
    float lift_share;
    /* How long a pedal takes down, and up. 0.25, 0.1 */
    float press_time_s, release_time_s;
    /* 1: a car without a pressed pedal rolls and creeps; 0: it is brought to a stand from a walking pace, and held. 0 */
    int32_t lets_roll;
} kamm_input_assist;

/* The defaults above. */
KAMM_API kamm_input_assist kamm_default_input_assist(void);

/* Writes a car's steering_wheel_rad, throttle, brake, hand_brake and clutch for the next `interval_s`, and without own_gear its
 * gear where that is KAMM_GEAR_DRIVE or reverse. Commands are left alone. */
KAMM_API void kamm_assist_input(const kamm_input_assist *assist, kamm_cars *cars, int car,
                                const kamm_driver_request *request, double interval_s);

#ifdef __cplusplus
}
#endif

#endif
