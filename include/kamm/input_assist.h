/* Input assist: steering wheel and pedals for drivers with keys or a pad. Such devices jump between their end stops and
 * have no force feedback.
 *
 *     kamm_input_assist assist = kamm_default_input_assist();
 *     kamm_driver_request request = {.steer = 1, .throttle = 1};
 *     kamm_assist_input(&assist, cars, car, &request, 1.0 / 60);    each frame, before kamm_step
 *
 * The assist
 *  - limits steering to the peak slip angle of the front tyres;
 *  - steers in the direction of travel without a request: straight ahead, or against a slide;
 *  - reduces the steering rate with speed, and limits the rates of the pedals;
 *  - closes the throttle as the rear axle slides;
 *  - with drift_angle_rad above 0 holds drifts, which the hand brake or a lift of the throttle starts.
 *
 * Two pedals are enough to drive forwards and backwards and to stand. The brake stops the car and holds it. Released
 * and pressed again it drives backwards, and the throttle then brakes. A car without a pressed pedal stands.
 * docs/input-assist.md describes the control laws.
 *
 * Vehicles with two wheels in line (kamm_has_rider) are ridden: the request means a turn, at most with two thirds of
 * the lean that the tyres hold. The lean is less where the body would touch the road, and before a stop. The assist
 * balances by rider.h, and keeps both wheels on the road. There is no reverse. Call it once before each call that
 * steps them.
 *
 * The assist has no state: it reads the present steering, pedals and gear from the car. So snapshots need no part of
 * it, and equal calls give equal bits on every machine. Intervals up to 0.05 s have little effect on the result. */
#ifndef KAMM_INPUT_ASSIST_H
#define KAMM_INPUT_ASSIST_H

#include <kamm/cars.h>
#include <kamm/export.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Request of the driver. Values outside the range are clamped; NaN reads as 0. */
typedef struct kamm_driver_request {
    /* -1 to 1, positive left. Keys give -1, 0 or 1, a pad its stick, a steering wheel its share of the car's lock. */
    float steer;
    /* 0 to 1. */
    float throttle, brake;
    /* 0 to 1. The assist does not change them. */
    float hand_brake, clutch;
    /* 0: two pedals drive forwards, backwards and stand, in KAMM_GEAR_DRIVE and reverse. 1: the caller writes
     * kamm_input.gear, and throttle and brake keep their meaning. In other gears than these two they always do. */
    int32_t own_gear;
} kamm_driver_request;

/* Brake pedal while the assist holds a car without a pressed pedal, exact to the bit. */
#define KAMM_HOLD_BRAKE 0.618034f

/* Settings. Each comment ends with the default. A rate, time, speed or slip_share of 0 also stands for it; the other
 * shares may be 0. */
typedef struct kamm_input_assist {
    /* 0: the request is not changed (steer times lock), as for a real steering wheel. 1: full assist. Between: in
     * proportion. 1 */
    float strength;
    /* Share of the front tyres' peak slip angle that steering may reach. 1 */
    float slip_share;
    /* Highest rate away from the middle at standstill. 10 */
    float turn_rate_radps;
    /* Highest rate towards the middle and of countersteering. 20 */
    float return_rate_radps;
    /* Speed at which the rate away from the middle is halved. 25 */
    float half_rate_speed_mps;
    /* Share of the direction of travel that the wheels follow without a request: 0 to 1. 1 */
    float counter_share;
    /* Share of the throttle to close as a driven rear axle slides, 0 to 1. At 1 the throttle is closed once the rear
     * tyres are at twice their peak slip angle. 1 */
    float lift_share;
    /* Time that a pedal takes from 0 to 1, and from 1 to 0. 0.25, 0.1 */
    float press_time_s, release_time_s;
    /* 1: a car without a pressed pedal rolls and creeps. 0: it is stopped from walking pace, and held. 0 */
    int32_t lets_roll;
    /* Sideslip of a drift at full steering request: 0 to 0.9 rad. 0: no drift assist. 0 */
    float drift_angle_rad;
    /* Hand brake that the assist pulls while the driver steers without a pedal, which starts a drift: 0 to 1. 0 */
    float drift_lift;
} kamm_input_assist;

/* Returns the defaults above. */
KAMM_API kamm_input_assist kamm_default_input_assist(void);

/* Writes steering_wheel_rad, throttle, brake, hand_brake and clutch of a car for the next `interval_s`. Without
 * own_gear it also writes the gear if that is KAMM_GEAR_DRIVE or reverse. It does not change the inputs of commands. */
KAMM_API void kamm_assist_input(const kamm_input_assist *assist, kamm_cars *cars, int car,
                                const kamm_driver_request *request, double interval_s);

#ifdef __cplusplus
}
#endif

#endif
