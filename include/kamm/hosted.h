/* Hosted cars: cars in another physics engine. The host owns the chassis, Kamm the wheels, suspension, tyres and
 * driveline. For the rung full. docs/embedding.md is the guide, examples/08_hosted.c a complete program.
 *
 * Before each step of the host:
 *
 *     hosted.position_m, orientation, velocity_mps, angular_velocity_radps = the chassis as the host has it;
 *     kamm_step_hosted(cars, &ground, substeps, &hosted);
 *     add hosted.force_n and hosted.torque_nm to the chassis, step the host
 *
 * During the call Kamm integrates the body with its wheels, substep by substep. So stiff tyres stay stable at 30 Hz.
 * The returned force and torque move the host's body to the result. A host with the symplectic Euler step
 *
 *     velocity += (force / mass + gravity) * step,  then  position += velocity * step
 *
 * (as nearly all have) drives exactly like Kamm alone, at any frame rate. Kamm takes other changes of the body, by
 * collisions or by the host, from the difference to the velocity that it expected. */
#ifndef KAMM_HOSTED_H
#define KAMM_HOSTED_H

#include <kamm/cars.h>
#include <kamm/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Mass properties of the host's rigid body: the whole car with wheels and payload. */
typedef struct kamm_host_mass {
    /* Mass of the body. */
    double mass_kg;
    /* Centre of gravity in the vehicle frame (vehicle.h). */
    double cg_m[3];
    /* Inertia about the centre of gravity, in the vehicle frame's axes. */
    double inertia_kgm2[3][3];
} kamm_host_mass;
/* Returns the mass properties of a model. */
KAMM_API kamm_host_mass kamm_host_mass_of(const kamm_model *model);

/* Force of a tyre on the ground (kamm_step_hosted_pushing). World axes. */
typedef struct kamm_wheel_push {
    /* Middle of the contact patch at the beginning of the frame. */
    double point_m[3];
    /* Mean force on the ground over the frame; 0 in the air. */
    double force_n[3];
} kamm_wheel_push;

/* Chassis of a car, exchanged between host and Kamm. World axes. z may point anywhere if gravity and ground agree. */
typedef struct kamm_hosted {
    /* The host writes the next four before each frame. Position of the body's centre of gravity. */
    double position_m[3];
    /* Quaternion w, x, y, z from the vehicle frame's axes to world axes. */
    double orientation[4];
    /* Velocity of the body's centre of gravity. */
    double velocity_mps[3];
    /* Angular velocity of the body. */
    double angular_velocity_radps[3];
    /* Kamm writes the next two. Force for the host to apply at the centre of gravity during the frame. Weight is not
     * part of it: the host applies gravity, which must be that of the ground. */
    double force_n[3];
    /* Torque for the host to apply during the frame. The gyroscopic term is part of it: switch off the host's own. */
    double torque_nm[3];
    /* The rest is Kamm's state from frame to frame: plain data, to be saved with each snapshot. Velocities that the
     * body should have after the host's step. */
    double expected_velocity_mps[3];
    /* Angular velocity that the body should have then. */
    double expected_angular_velocity_radps[3];
    /* Length of that step. */
    double frame_s;
    /* Mean force and torque of the host on the body over the last frame, mostly from contacts. */
    double contact_force_n[3];
    /* Mean torque of the host on the body over the last frame. */
    double contact_torque_nm[3];
    /* Part of them that Kamm predicts for this frame. It acts in Kamm's step throughout the frame, and is not part of
     * force_n and torque_nm. */
    double foreseen_force_n[3];
    /* Part of the torque that Kamm predicts in the same way. */
    double foreseen_torque_nm[3];
    /* 0, as in a struct of zeros: Kamm takes the host's velocities without comparison. */
    int32_t is_running;
} kamm_hosted;

/* Fills `hosted` with the present chassis of a car, for the host's body. Call it after kamm_place, or when a host takes
 * over a car that Kamm has driven alone. */
KAMM_API void kamm_start_hosted(const kamm_cars *cars, int car, kamm_hosted *hosted);

/* Steps all cars by one frame of the host, which must be `substeps` long. `hosted` has one struct per car.
 *
 * `contacts` of the ground suit hosts best: planes from their own ray casts at the places of kamm_read_probes. With a
 * query, set interval_substeps to `substeps` unless a ray is cheap. The host's shapes alone touch the ground, unless
 * the query gives planes for the body points.
 *
 * A car with a fault gives no force. A pose or velocity of the host that is not finite sets KAMM_FAULT_NUMERIC. */
KAMM_API void kamm_step_hosted(kamm_cars *cars, const kamm_ground *ground, int substeps,
                               kamm_hosted *hosted);

/* Does the same, and writes the forces of the tyres on the ground, for hosts whose cars stand on moving bodies.
 * `pushes` has one struct for each wheel of each car, in the order of kamm_ground.contacts:
 * pushes[car * wheels + wheel]. NULL: they are not computed. */
KAMM_API void kamm_step_hosted_pushing(kamm_cars *cars, const kamm_ground *ground, int substeps,
                                       kamm_hosted *hosted, kamm_wheel_push *pushes);

/* Reads the ground probe of each wheel of a car, for hosts that fill in kamm_ground.contacts. */
KAMM_API void kamm_read_probes(const kamm_cars *cars, int car, kamm_probe *probes);

/* Reads the same probes for a chassis that the host has moved since the last step. */
KAMM_API void kamm_read_hosted_probes(const kamm_cars *cars, int car, const kamm_hosted *hosted,
                                      kamm_probe *probes);

#ifdef __cplusplus
}
#endif

#endif
