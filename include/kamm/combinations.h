/* Combinations: vehicles with trailers, one or many.
 *
 *     const kamm_model *units[] = {car, caravan};
 *     kamm_combinations *combinations = kamm_create_combinations(units, 2, 100, &error);
 *     kamm_inputs(kamm_combination_cars(combinations, 0))[0].throttle = 0.5f;
 *     kamm_step_combinations(combinations, &kamm_flat_ground, 4);
 *
 * A combination is a row of units. The first one has the engine and tows. Each other one is a trailer (drawbar.towed)
 * whose drawbar is coupled to the hitch of the unit before it. Each unit is a complete vehicle with suspension, tyres
 * and brakes. Unit u of all combinations is one kamm_cars, whose cars are read, drawn and braked like any others.
 * Combinations have equal bits at every width, in any grouping of substeps into calls, on any threads.
 *
 * A towed unit may have an engine (drawbar.driven). It follows the throttle, clutch and gear of the first unit. An
 * articulated bus with a driven rear section has a towed unit without an engine as its first section.
 *
 * A trailer can stand by itself. An axle with lift_m is its jockey wheel or landing gear, or that of a dolly. Coupling
 * raises it, uncoupling lowers it, at standstill or while driving.
 *
 * Method: in a substep each vehicle takes the forces that its hitches had before. Then the hitches of a combination
 * take, all at once, the impulses under which the coupled points move together. These impulses give the forces of the
 * next substep. The equations are those of joints of rigid bodies (D. Baraff, Linear-time dynamics using Lagrange
 * multipliers, SIGGRAPH 1996). Stiffness and damping follow E. Catto, Soft constraints, GDC 2011. J is the velocity of
 * the joints per velocity of the bodies, W the bodies' response to an impulse, p the impulse of a substep:
 *
 *     (J W J' + G) p = J W J' p_before - J v - b / dt,   G = 1 / (dt (c + dt k)),  b = dt k / (c + dt k) * error
 *
 * A rigid joint has G = b = 0. Its gap is closed by moving the bodies by their response. A body on springs responds
 * with its sprung and unsprung masses, as in collisions.
 *  - A ball carries force alone. A fifth wheel also carries roll. It pitches about the towing vehicle's y axis and yaws
 *    about the trailer's z axis, so its constraint is y . z = 0, with roll_stiffness.
 *  - Yaw damping and dry friction act about the towing vehicle's z axis. Friction holds up to yaw_friction_nm.
 *  - Beyond bend_stop_rad a spring and a damper act about the same axis. They model the joint of an articulated bus,
 *    and bodies that touch.
 *  - Within its play a hitch has no longitudinal force.
 *
 * Assumptions and departures: a change of a hitch's force acts at the end of its substep. On single_track, vehicles
 * move in the plane of the road, a fifth wheel transmits no roll, and the hitch load is that at standstill. Coupled
 * neighbours do not collide. In a world (kamm_add_combinations) all other units do. The rung kinematic has a trailer
 * model of its own (kinematic.trailer_length_m). */
#ifndef KAMM_COMBINATIONS_H
#define KAMM_COMBINATIONS_H

#include <kamm/batch.h>
#include <kamm/cars.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Most units of a combination. */
#define KAMM_MAX_UNITS 8

/* Combinations of a vehicle with trailers, of one kind. */
typedef struct kamm_combinations kamm_combinations;

/* Creates `count` combinations of `unit_count` units (2 to KAMM_MAX_UNITS) with those models. All models have the same
 * rung (single_track or full) and substep. All but the last have a hitch, all but the first are trailers. The
 * combinations stand coupled and straight at the origin. NULL on error: RANGE (names unit and cause), MEMORY. */
KAMM_API kamm_combinations *kamm_create_combinations(const kamm_model *const *units, int unit_count,
                                                     int count, kamm_error *error);
/* Creates combinations with models each, such as with random masses: `units` [count][unit_count]. The models of each
 * unit number must mix (kamm_can_mix). A model may occur several times. */
KAMM_API kamm_combinations *kamm_create_mixed_combinations(const kamm_model *const *units,
                                                           int unit_count, int count,
                                                           kamm_error *error);
/* Changes the model of a unit of one combination, as kamm_change_model does, including hitch and drawbar. The model
 * must be one that the combination could have been created with. Place the combination for a new start. */
KAMM_API void kamm_change_combination_model(kamm_combinations *combinations, int index, int unit,
                                            const kamm_model *model);
KAMM_API void kamm_destroy_combinations(kamm_combinations *combinations);
/* Return the number of combinations, and of units in each. */
KAMM_API int kamm_combination_count(const kamm_combinations *combinations);
KAMM_API int kamm_combination_units(const kamm_combinations *combinations);

/* Returns the model of a unit of the first combination. For other combinations use kamm_model_of with the unit's
 * cars. */
KAMM_API const kamm_model *kamm_combination_model(const kamm_combinations *combinations, int unit);

/* Returns the cars that are unit `unit` (0: the towing vehicle) of all combinations, for inputs, channels and poses.
 * Car i belongs to combination i. Only kamm_step_combinations steps them, and kamm_destroy_combinations destroys
 * them. */
KAMM_API kamm_cars *kamm_combination_cars(kamm_combinations *combinations, int unit);

/* -- Placing and stepping combinations -- */

/* Places a coupled combination. The first unit stands at `placement`, as by kamm_place, the others behind it in its
 * plane. Each is turned by `articulation_rad[unit - 1]` against the one before it, positive with its nose further to
 * the left. NULL: straight. */
KAMM_API void kamm_place_combination(kamm_combinations *combinations, int index,
                                     const kamm_placement *placement,
                                     const double *articulation_rad);

/* Steps all combinations by whole substeps. The brake input of each trailer follows its drawbar.brakes. */
KAMM_API void kamm_step_combinations(kamm_combinations *combinations, const kamm_ground *ground,
                                     int substeps);
/* Steps all combinations on threads. It calls `run` once per substep, with a task for each KAMM_CARS_PER_BLOCK
 * combinations. */
KAMM_API void kamm_step_combinations_tasks(kamm_combinations *combinations,
                                           const kamm_ground *ground, int substeps,
                                           kamm_run_tasks *run, void *user);

/* -- Couplings -- */

/* Largest gap of a coupling that kamm_couple closes, and the highest speed at which it closes. */
#define KAMM_COUPLING_REACH_M 0.3
#define KAMM_COUPLING_MPS 0.5

/* Couples unit `unit` (1 …) to the one before it, and raises its lift axles. Errors: RANGE (farther away than
 * KAMM_COUPLING_REACH_M). */
KAMM_API kamm_result kamm_couple(kamm_combinations *combinations, int index, int unit,
                                 kamm_error *error);
/* Uncouples unit `unit`, and lowers its lift axles. The unit then rolls by itself. */
KAMM_API void kamm_uncouple(kamm_combinations *combinations, int index, int unit);
/* Returns 1 if unit `unit` is coupled to the one before it. */
KAMM_API int kamm_is_coupled(const kamm_combinations *combinations, int index, int unit);

/* Present state of a hitch. Vectors are in the axes of the towing unit. */
typedef struct kamm_hitch_state {
    /* Heading of the trailer less that of the unit before it; -pi to pi. */
    double articulation_rad;
    /* Rate of that angle. */
    double articulation_rate_radps;
    /* Vector from hitch to drawbar. */
    double gap_m[3];
    /* Force on the trailer in the last substep; 0 if uncoupled. */
    double force_n[3];
    /* Moments on the trailer: of a fifth wheel about x, and of yaw damping, friction and stop about z. */
    double roll_nm, yaw_nm;
} kamm_hitch_state;
/* Reads the hitch between unit `unit` (1 …) and the one before it. */
KAMM_API void kamm_read_hitch(const kamm_combinations *combinations, int index, int unit,
                              kamm_hitch_state *out);

/* Returns the steering-wheel angle with which a reversing vehicle leads its first trailer along a path of that
 * curvature. Positive: the centre of the path lies to the left of the trailer. It works from any articulation that
 * can still be straightened. Call it about ten times a second. A curvature beyond the vehicle's limit is clamped.
 * Equations and source: src/driver/reversing.c. */
KAMM_API double kamm_reversing_wheel_rad(const kamm_combinations *combinations, int index,
                                         double trailer_curvature_per_m);

/* -- Snapshots of combinations -- */

/* Size and bytes of a snapshot of all states; see kamm_save_snapshot. */
KAMM_API size_t kamm_combinations_snapshot_size(const kamm_combinations *combinations);
KAMM_API void kamm_save_combinations(const kamm_combinations *combinations, void *snapshot);
/* Restores a snapshot. On error nothing changes. Errors: FORMAT. */
KAMM_API kamm_result kamm_restore_combinations(kamm_combinations *combinations,
                                               const void *snapshot, size_t size,
                                               kamm_error *error);
/* Returns a hash of the states of all units and couplings. */
KAMM_API uint64_t kamm_combinations_hash(const kamm_combinations *combinations);

#ifdef __cplusplus
}
#endif

#endif
