/* Riders: balance of vehicles with two wheels in line, by a torque at the handlebar.
 *
 *     kamm_ride_request request = kamm_default_ride_request();
 *     request.curvature_per_m = 1.0 / 50;                        a bend to the left
 *     kamm_inputs(cars)[0].throttle = 0.3f;
 *     kamm_ride(cars, 0, &request, 1.0 / 60, NULL);              each frame, before kamm_step
 *
 * The rider leans the vehicle as the turn at that speed requires. The first torque of a turn to the left is to the
 * right (countersteering); this follows from the vehicle's equations. The torque comes from lean, steering, sideslip,
 * yaw rate, tyre forces and their rates. Its gains follow from the vehicle: kamm_create_model finds them for
 * speeds from walking pace to 95 m/s (an ordinary motorcycle). docs/two-wheels.md has the equations.
 *
 * Below walking pace no torque can balance. There the hands hold the handlebar, and feet support the vehicle.
 *
 * A parked machine leans on its stand, and a crash throws the rider off, if the host asks for that.
 *
 * A rider has no memory of its own. The input steering_wheel_rad, which free steering ignores, holds the integral of
 * the lean's error, as torque over weight and height. So snapshots, copies and hand-overs need no part of it. */
#ifndef KAMM_RIDER_H
#define KAMM_RIDER_H

#include <kamm/cars.h>
#include <kamm/error.h>
#include <kamm/export.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Request to a rider. Values outside the range are clamped; NaN reads as 0. Each comment ends with the default. */
typedef struct kamm_ride_request {
    /* Curvature of the path over the ground, positive left: -10 to 10 (an ordinary motorcycle). 0 */
    double curvature_per_m;
    /* Largest lean, 0 to 1.2. 0: nine tenths of what the tyres' friction on the ground below allows. 0 */
    double max_lean_rad;
    /* Largest torque of the hands, 0 to 1e6. 0: 0.04 of weight times height of the centre of gravity, which is 30 N.m
     * for a bicycle and 60 N.m for a motorcycle. 0 */
    double max_torque_nm;
    /* Share of the rider's torque and of the feet, 0 to 1. 1: full help; half of it still balances; 0: hands and feet
     * off. 1 */
    double strength;
    /* 1: feet support the vehicle below 3 m/s (an ordinary motorcycle), 0: they stay on the pegs. 1 */
    int32_t feet;
} kamm_ride_request;

/* Returns the defaults above. */
KAMM_API kamm_ride_request kamm_default_ride_request(void);

/* Returns 1 if a model has two wheels in line that a rider balances, else 0. */
KAMM_API int kamm_has_rider(const kamm_model *model);

/* Writes free_steering, steering_wheel_nm and steering_wheel_rad of a vehicle for the next `interval_s` (0.002 to 0.02;
 * the gains are those of 1/60 s). Throttle, brakes and gear remain the caller's. The feet act as kamm_apply_force does,
 * so call it once before each call that steps the vehicle. A vehicle that lies on its side is left alone.
 *
 * `error` may be NULL. Errors: RANGE (the model has no rider; nothing changes). */
KAMM_API kamm_result kamm_ride(kamm_cars *cars, int car, const kamm_ride_request *request,
                               double interval_s, kamm_error *error);

/* Returns the lean of a steady turn with that speed over the ground and curvature (positive left), in rad, positive
 * right. It includes the wheels' spin and the tyres' crown, on level ground under standard gravity. NaN: no rider. */
KAMM_API double kamm_lean_in_turn_rad(const kamm_model *model, double speed_mps,
                                      double curvature_per_m);

/* -- Wheelies and stoppies -- */

/* Returns by how much a wheel is off the road: its clearance over the wheelbase, in rad. Positive: the front wheel,
 * negative: the rear wheel, 0: neither. NaN: no rider. */
KAMM_API double kamm_wheel_lift_rad(const kamm_cars *cars, int car);

/* Lifts a wheel to `lift_rad` and holds it there: 0 to 1 for the front wheel (wheelie), 0 to -0.6 for the rear wheel
 * (stoppie). Clamped; NaN reads as 0. It writes throttle, brake and hand_brake: a wheelie is held by throttle and rear
 * brake, a stoppie by the front brake. The wheel rises and comes down by some 0.4 rad/s. A stoppie ends as the
 * vehicle comes to rest. An engine or tyres too weak for it do what they can.
 *
 * 0: a wheel that is up comes down. With both on the road it limits the caller's throttle and brake so that they stay
 * there (wheelie control). Call it after kamm_ride, once before each call that steps the vehicle.
 *
 * `error` may be NULL. Errors: RANGE (the model has no rider; nothing changes). */
KAMM_API kamm_result kamm_lift_wheel(kamm_cars *cars, int car, double lift_rad, kamm_error *error);

/* -- Parking -- */

/* Returns the lean of a parked machine on level ground, without its rider, where foot and wheels bear it. Positive
 * right, in rad. 0: a centre stand. NaN: no stand, or one that does not bear it. */
KAMM_API double kamm_stand_lean_rad(const kamm_model *model);

/* Parks a two-wheeler there on its stand: at rest, with the stand down, the handlebar held straight, both brakes tied,
 * and without the rider of rider.whole_mass_kg (kamm_seat_rider puts him on). It settles within a second. Its lean
 * adds to that of `placement`, whose speed counts as 0.
 *
 * A machine on wheels takes its stand down by the input `stand`. When the throttle opens, kamm_ride lifts the machine,
 * and raises the stand at a lean below 0.05 rad, or at once if the machine rolls. Errors: RANGE (the rung is not
 * full, the model has no stand, or the placement is refused). */
KAMM_API kamm_result kamm_park_on_stand(kamm_cars *cars, int car, const kamm_placement *placement,
                                        kamm_error *error);

/* -- Falling off -- */

/* A rider at the moment at which he is thrown off, to start a ragdoll with. World axes. */
typedef struct kamm_thrown_rider {
    /* Place of his centre of gravity. */
    double position_m[3];
    /* Quaternion w, x, y, z from the machine's body axes, in which he sits upright, to world axes. */
    double orientation[4];
    /* Velocity of his centre of gravity. */
    double velocity_mps[3];
    /* Angular velocity. */
    double angular_velocity_radps[3];
    /* His mass, rider.whole_mass_kg. */
    double mass_kg;
} kamm_thrown_rider;

/* Throws the rider off. Machine and rider go on with the momentum that they had together. The machine has its own mass,
 * centre of gravity and inertia from then on, and kamm_ride does nothing. `thrown` may be NULL.
 *
 * Errors: RANGE (the rung is not full, the model has no rider.whole_mass_kg, or he is off already). */
KAMM_API kamm_result kamm_throw_rider(kamm_cars *cars, int car, kamm_thrown_rider *thrown,
                                      kamm_error *error);

/* Puts a thrown rider on again, who moves as the machine does. kamm_place does so as well. */
KAMM_API void kamm_seat_rider(kamm_cars *cars, int car);

/* Returns 1 while the rider is thrown off, else 0. */
KAMM_API int kamm_is_rider_thrown(const kamm_cars *cars, int car);

/* Memory of kamm_watch_rider, for one rider. Each comment ends with the default. */
typedef struct kamm_rider_watch {
    /* Acceleration along and across the machine against which he holds on, smoothed over 0.1 s: 1 to 1000. An estimate:
     * hands and knees hold some three times his weight, so a wall throws him off at 3 m/s and more. 30 */
    double holds_mps2;
    /* Lean of the machine from which he falls off, 0.1 to 3. 1.2 */
    double lean_rad;
    /* Own numbers; 0 at first. */
    double velocity_mps[3], felt_mps2[2];
    int32_t watches; /* 1 from the first call on */
} kamm_rider_watch;

/* Returns the defaults above. */
KAMM_API kamm_rider_watch kamm_default_rider_watch(void);

/* Throws the rider off if the `interval_s` since the last call would have. Call it after each call that steps the
 * machine. Returns 1 in the frame in which he is thrown off, with `thrown` filled in (may be NULL), else 0. */
KAMM_API int kamm_watch_rider(kamm_cars *cars, int car, kamm_rider_watch *watch, double interval_s,
                              kamm_thrown_rider *thrown);

#ifdef __cplusplus
}
#endif

#endif
