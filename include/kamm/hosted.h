/* Cars in somebody else's physics engine: the host owns the chassis, Kamm the wheels, suspension, tyres and
 * driveline. For the full rung. docs/embedding.md tells more; examples/08_hosted.c is a whole program.
 *
 * Once for each step of the host, before it:
 *
 *     hosted.position_m, orientation, velocity_mps, angular_velocity_radps = the chassis as the host has it;
 *     kamm_step_hosted(cars, &ground, substeps, &hosted);
 *     add hosted.force_n and hosted.torque_nm to the chassis, step the host
 *
 * Inside of the call the body moves on with its wheels, substep by substep, which is what keeps stiff tyres stable
 * at 30 Hz. What comes back takes the host's body to where that has led: a host whose own step is
 *
 *     velocity += (force / mass + gravity) * step,  then  position += velocity * step
 *
 * (symplectic Euler, as nearly all have it) drives just as Kamm alone would, at any frame rate. What else the host
 * does to the body, by collisions or by hand, reaches Kamm as the difference to what it had expected. */
#ifndef KAMM_HOSTED_H
#define KAMM_HOSTED_H

#include <kamm/cars.h>
#include <kamm/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The host's rigid body: the whole car with wheels and payload. */
typedef struct kamm_host_mass {
    double mass_kg;
    double cg_m[3];            /* centre of gravity in the vehicle frame (vehicle.h) */
    double inertia_kgm2[3][3]; /* about it, in the vehicle frame's axes */
} kamm_host_mass;
KAMM_API kamm_host_mass kamm_host_mass_of(const kamm_model *model);

/* What a tyre does to the ground: for hosts whose cars stand on bodies that move. */
typedef struct kamm_wheel_push {
    double point_m[3]; /* the middle of the contact patch when the frame begins, world axes */
    double force_n[3]; /* on the ground, mean over the frame; 0 in the air */
} kamm_wheel_push;

/* A car's chassis, between host and Kamm. World axes; z need not be up, but gravity and ground have to agree. */
typedef struct kamm_hosted {
    /* The host writes, before each frame: the body as it is. */
    double position_m[3];   /* of its centre of gravity */
    double orientation[4];  /* quaternion w, x, y, z from the vehicle frame's axes to the world's */
    double velocity_mps[3]; /* of its centre of gravity */
    double angular_velocity_radps[3];
    /* Kamm writes: to be added over the frame, at the centre of gravity. Weight is not in it, as hosts have gravity
     * of their own, which must be that of the ground; the gyroscopic term of the turning body is, so the host's own
     * has to be off. */
    double force_n[3];
    double torque_nm[3];
    kamm_wheel_push wheels[KAMM_MAX_WHEELS];
    /* Kamm's memory from frame to frame. Plain data, to be saved together with a snapshot.
     * What the body's velocities should be after the host's step: */
    double expected_velocity_mps[3];
    double expected_angular_velocity_radps[3];
    double frame_s; /* … which is that long */
    /* Mean force and torque of the host's own over the last frame, by contacts mostly, and the part of them that is
     * taken to go on: it acts on the wheels' side all through the frame, and is left out of force_n and torque_nm. */
    double contact_force_n[3];
    double contact_torque_nm[3];
    double foreseen_force_n[3];
    double foreseen_torque_nm[3];
    int32_t is_running; /* 0, as in a struct of zeros: the host's velocities hold as they are */
} kamm_hosted;

/* Where a car's chassis is now, for a host to put its body there: after kamm_place, or when a car that Kamm has
 * driven alone is given to a host. */
KAMM_API void kamm_start_hosted(const kamm_cars *cars, int car, kamm_hosted *hosted);

/* Steps all cars by one frame of the host, which must be `substeps` long. `hosted` has one struct for each car.
 *
 * Of the ground, `contacts` suit hosts best: planes from their own ray casts, at the places that kamm_read_probes
 * gives. With a query, let interval_substeps be `substeps`, unless a ray is cheap. The body touches the ground by the
 * host's shapes alone, unless the query gives planes of the body points.
 *
 * A car with a fault, or whose host gives a pose or velocity that is not finite (KAMM_FAULT_NUMERIC
 * then), gives no force. */
KAMM_API void kamm_step_hosted(kamm_cars *cars, const kamm_ground *ground, int substeps,
                               kamm_hosted *hosted);

/* Where each of a car's wheels looks for ground: what a query is asked, for those who fill in kamm_ground.contacts. */
KAMM_API void kamm_read_probes(const kamm_cars *cars, int car, kamm_probe *probes);

/* The same for a chassis that the host has moved since. */
KAMM_API void kamm_read_hosted_probes(const kamm_cars *cars, int car, const kamm_hosted *hosted,
                                      kamm_probe *probes);

#ifdef __cplusplus
}
#endif

#endif
