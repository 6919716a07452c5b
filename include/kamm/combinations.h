/* Combinations: vehicles with trailers, one or many at a time.
 *
 *     const kamm_model *units[] = {car, caravan};
 *     kamm_combinations *rigs = kamm_create_combinations(units, 2, 100, &error);
 *     kamm_inputs(kamm_combination_cars(rigs, 0))[0].throttle = 0.5f;
 *     kamm_step_combinations(rigs, &kamm_flat_ground, 4);
 *
 * A combination is a row of units: the first has the engine and pulls, each other one is a trailer (drawbar.towed) whose
 * drawbar is coupled to the hitch of the unit before it. Each unit is a whole vehicle, with suspension, tyres and brakes of
 * its own: unit u of all combinations are the cars of one kamm_cars, in the same order, to be read, drawn and
 * braked like any others. Combinations have the same bits at every width, in any grouping of substeps into calls, on any threads.
 *
 * A towed unit may have an engine of its own (drawbar.driven), which follows the first unit's throttle, clutch and gear: an
 * articulated bus whose rear section pushes. Its first section then is a towed unit without an engine.
 *
 * A trailer stands on its own: an axle with lift_m is its jockey wheel or landing gear, or a dolly's, which goes up when it is
 * coupled and comes down when it is uncoupled, while standing or driving.
 *
 * How it is computed: in a substep each vehicle feels the forces that its hitches had before. After it the hitches take the impulses
 * under which the coupled points move together, all of a combination at once, which makes their forces of the next substep. The
 * equations are those of joints in rigid-body dynamics (D. Baraff, Linear-time dynamics using Lagrange multipliers, SIGGRAPH
 * 1996; stiffness and damping as E. Catto, Soft constraints, GDC 2011): with J the velocities of the joints per velocity of the
 * bodies, W the bodies' answer to an impulse and p all of a substep's impulse,
 *
 *     (J W J' + G) p = J W J' p_before - J v - b / dt,   G = 1 / (dt (c + dt k)),  b = dt k / (c + dt k) * error
 *
 * A rigid joint has G = b = 0; what it comes apart by is closed by moving the bodies as they answer. A body on springs
 * answers with sprung and unsprung masses (as for collisions).
 *  - A ball carries force alone. A fifth wheel carries roll as well: it pitches about the towing vehicle's y axis and yaws
 *    about the trailer's z axis, so y . z = 0 is what holds, with roll_stiffness.
 *  - Yaw damping and dry friction act about the towing vehicle's z axis; friction holds up to yaw_friction_nm.
 *  - Beyond bend_stop_rad a spring and a damper act about the same axis; so do the joint of an articulated bus and bodies that touch.
 *  - Within its play a hitch carries nothing lengthwise.
 * Assumptions and departures: a change of a hitch's force acts at the end of its substep. On single_track, vehicles move in the plane
 * of the road, no roll goes through a fifth wheel, and what rests on a hitch is what rests there at standstill. Units do not touch the
 * bodies of the next ones while they are coupled; in a world (kamm_add_combinations) all others. The rung kinematic has a
 * trailer of its own (kinematic.trailer_length_m). */
#ifndef KAMM_COMBINATIONS_H
#define KAMM_COMBINATIONS_H

#include <kamm/batch.h>
#include <kamm/cars.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KAMM_MAX_UNITS 8

typedef struct kamm_combinations kamm_combinations;

/* `count` combinations of `unit_count` units (2 to KAMM_MAX_UNITS) of those models: of one rung (single_track
 * or full) and one substep, each but the last with a hitch, each but the first a trailer. All stand coupled
 * and straight at the origin.
 * NULL, with `error` filled: RANGE (what is wrong, and of which unit), MEMORY. */
KAMM_API kamm_combinations *kamm_create_combinations(const kamm_model *const *units, int unit_count,
                                                     int count, kamm_error *error);
/* The same with models of their own for each combination (randomised masses, say): `units` [count][unit_count]. Those with the same
 * number can be mixed (kamm_can_mix), and one model may stand for several. */
KAMM_API kamm_combinations *kamm_create_mixed_combinations(const kamm_model *const *units,
                                                           int unit_count, int count,
                                                           kamm_error *error);
/* Another model for a unit of one of those, as kamm_change_model: hitch and drawbar are its own from then on. Only where it could have
 * been created with it. Place the combination for a new start. */
KAMM_API void kamm_change_combination_model(kamm_combinations *rigs, int index, int unit,
                                            const kamm_model *model);
KAMM_API void kamm_destroy_combinations(kamm_combinations *rigs);
KAMM_API int kamm_combination_count(const kamm_combinations *rigs);
KAMM_API int kamm_combination_units(const kamm_combinations *rigs);

/* The model of a unit; of mixed ones, that of the first combination (those of others: kamm_model_of its cars). */
KAMM_API const kamm_model *kamm_combination_model(const kamm_combinations *rigs, int unit);

/* The cars that are unit `unit` (0: those that pull) of all combinations, car i that of combination i: for inputs, readings, poses.
 * They are stepped by kamm_step_combinations alone and destroyed with the combinations. */
KAMM_API kamm_cars *kamm_combination_cars(kamm_combinations *rigs, int unit);

/* Puts a combination on the ground, coupled: the first unit where `placement` says, as kamm_place does, the others behind it in its plane, each
 * turned by `articulation_rad[unit - 1]` against the one before it (positive: its nose further to the left); NULL: straight. */
KAMM_API void kamm_place_combination(kamm_combinations *rigs, int index,
                                     const kamm_placement *placement,
                                     const double *articulation_rad);

/* Steps all combinations by whole substeps. Each trailer's brake input is set by its drawbar.brakes. */
KAMM_API void kamm_step_combinations(kamm_combinations *rigs, const kamm_ground *ground,
                                     int substeps);
/* The same on threads; `run` is called once a substep, with a task for each KAMM_CARS_PER_BLOCK combinations. */
KAMM_API void kamm_step_combinations_tasks(kamm_combinations *rigs, const kamm_ground *ground,
                                           int substeps, kamm_run_tasks *run, void *user);

/* How far a coupling may be apart to be closed, and how fast it closes at most. */
#define KAMM_COUPLING_REACH_M 0.3
#define KAMM_COUPLING_MPS 0.5

/* Couples unit `unit` (1 …) to the one before it: its lift axles go up. RANGE where it is farther away than KAMM_COUPLING_REACH_M. */
KAMM_API kamm_result kamm_couple(kamm_combinations *rigs, int index, int unit, kamm_error *error);
/* Lets it go: its lift axles come down, and it rolls on by itself. */
KAMM_API void kamm_uncouple(kamm_combinations *rigs, int index, int unit);
KAMM_API int kamm_is_coupled(const kamm_combinations *rigs, int index, int unit);

/* A hitch as it is now. */
typedef struct kamm_hitch_state {
    double articulation_rad; /* heading of the trailer less that of the unit before it; -pi to pi */
    double articulation_rate_radps;
    double gap_m[3]; /* from hitch to drawbar, axes of the towing unit */
    double force_n
        [3]; /* on the trailer in the last substep, axes of the towing unit; 0 where uncoupled */
    double roll_nm,
        yaw_nm; /* moments on the trailer, of a fifth wheel and of yaw damping, friction and stop */
} kamm_hitch_state;
KAMM_API void kamm_read_hitch(const kamm_combinations *rigs, int index, int unit,
                              kamm_hitch_state *out);

/* The angle of the steering wheel with which a vehicle that reverses leads its first trailer along a path of that curvature (positive:
 * the trailer, seen as it stands, has its centre on its left), from any articulation that can still be straightened. Ask anew some ten
 * times a second. More than the vehicle can hold is taken as the most that it can. Equations and source: src/driver/reversing.c. */
KAMM_API double kamm_reversing_wheel_rad(const kamm_combinations *rigs, int index,
                                         double trailer_curvature_per_m);

/* All that moves, as bytes; see kamm_save_snapshot. */
KAMM_API size_t kamm_combinations_snapshot_size(const kamm_combinations *rigs);
KAMM_API void kamm_save_combinations(const kamm_combinations *rigs, void *snapshot);
/* Errors: FORMAT; nothing changes then. */
KAMM_API kamm_result kamm_restore_combinations(kamm_combinations *rigs, const void *snapshot,
                                               size_t size, kamm_error *error);
/* A hash of the states of all units and couplings. */
KAMM_API uint64_t kamm_combinations_hash(const kamm_combinations *rigs);

#ifdef __cplusplus
}
#endif

#endif
