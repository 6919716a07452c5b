/* Ground contact: where wheels and bodies touch the ground and how they slide, for skid marks, dust, sparks, sounds and
 * decals. */
#ifndef KAMM_CONTACT_H
#define KAMM_CONTACT_H

#include <kamm/cars.h>
#include <kamm/export.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Types of bodies. The first three are those of kamm_body_def. */
typedef enum kamm_body_type {
    /* Stands still. */
    KAMM_BODY_STATIC = 0,
    /* Moves as the host sets it; impulses do not move it. */
    KAMM_BODY_KINEMATIC = 1,
    /* Free: forces and impulses move it. */
    KAMM_BODY_DYNAMIC = 2,
    /* A car, or a unit of a combination. */
    KAMM_BODY_CAR = 3,
    /* The ground below a wheel or a car's body. Contacts of dynamic bodies with the ground are not reported. */
    KAMM_BODY_GROUND = 4
} kamm_body_type;

/* Contact of a wheel in the last substep. World axes, except for the sliding velocity. */
typedef struct kamm_wheel_contact {
    /* 1: the ground carries the wheel. 0: point and surface are those of the plane below it. */
    int32_t on_ground;
    /* kamm_contact.surface of the plane: the caller's number, or the surface's index of a terrain. */
    int32_t surface;
    /* Middle of the contact patch. */
    double point_m[3];
    /* Unit vector out of the ground. */
    double normal[3];
    /* Unit vector along the wheel in the ground's plane: direction of a locked wheel's skid mark. */
    double forward[3];
    /* Velocity of the ground, such as of a platform. */
    double ground_mps[3];
    /* Velocity of the tread over the ground, along the wheel and to its left. Forwards it is the speed of a locked
     * wheel, and below 0 for a spinning wheel. A tyre with force always slips a little, invisibly. On single_track and
     * kinematic wheels roll whatever the brakes do. */
    double sliding_mps[2];
    /* Power of the friction, which makes smoke and rubber marks. */
    double skid_w;
    /* Load along the normal. */
    double load_n;
    /* Deflection of the tyre. */
    double deflection_m;
    /* Friction of the ground (kamm_contact.friction) times the wheel's grip. */
    double friction;
    /* Body that carries most of the wheel's load, if wheels roll on it in a world; else the ground. After restoring a
     * snapshot it is the ground until the next step. */
    kamm_body_type body_type;
    /* The body's group and index, as in kamm_contact_event; 0 for the ground. */
    int32_t body_group, body_index;
} kamm_wheel_contact;

/* Reads the present contact of a wheel. */
KAMM_API void kamm_read_wheel_contact(const kamm_cars *cars, int car, int wheel,
                                      kamm_wheel_contact *contact);

/* Sets a factor on the friction between a wheel and hard ground of any kind. It models a burst or worn tyre, oil on the
 * tread or a power-up. Snapshots and kamm_hand_over keep it; kamm_place sets 1. Wheels of kinematic have no friction.
 * On error nothing changes; `error` may be NULL. Errors: RANGE (outside 0 to 10). */
KAMM_API kamm_result kamm_set_wheel_grip(kamm_cars *cars, int car, int wheel, double factor,
                                         kamm_error *error);
/* Returns that factor. */
KAMM_API double kamm_wheel_grip(const kamm_cars *cars, int car, int wheel);

/* Contact of a body point of a full car with the ground, such as on its roof or nose. World axes. */
typedef struct kamm_body_contact {
    /* 1: the point touches the ground; 0: all members except the point are 0. */
    int32_t touches;
    /* kamm_contact.surface below the nearest wheel. */
    int32_t surface;
    /* The body's point. */
    double point_m[3];
    /* Unit vector out of the ground. */
    double normal[3];
    /* Velocity of the point over the ground, in the ground's plane. */
    double sliding_mps[3];
    /* Velocity of the point into the ground; below 0: out of it. */
    double approach_mps;
    /* Force of the ground along the normal, the mean of the last substep. */
    double load_n;
    /* Power of the friction while the point slides. */
    double skid_w;
} kamm_body_contact;

/* Reads the contact of body point `point` (0 to KAMM_BODY_POINTS - 1). On rungs below full bodies do not touch the
 * ground. */
KAMM_API void kamm_read_body_contact(const kamm_cars *cars, int car, int point,
                                     kamm_body_contact *contact);

#ifdef __cplusplus
}
#endif

#endif
