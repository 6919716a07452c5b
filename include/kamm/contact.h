/* What wheels and bodies touch of the ground and how they slide there: for skid marks, dust, sparks, sounds and decals. */
#ifndef KAMM_CONTACT_H
#define KAMM_CONTACT_H

#include <kamm/cars.h>
#include <kamm/export.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whom bodies and wheels touch. */
typedef enum kamm_body_kind {
    KAMM_BODY_CAR = 0,
    KAMM_BODY_THING = 1,
    KAMM_BODY_SOLID = 2,
    KAMM_BODY_GROUND =
        3 /* that a wheel stands on, or a car's body lies on; things touch it unnamed */
} kamm_body_kind;

/* As of the last substep. World axes but for the sliding velocity. */
typedef struct kamm_wheel_contact {
    int32_t
        on_ground; /* 1: the ground carries the wheel; else place and surface are those of the plane below it */
    int32_t
        surface; /* kamm_contact.surface of its plane: the caller's own number, of a terrain the index of the surface */
    double point_m[3]; /* middle of the contact patch */
    double normal[3];  /* unit vector out of the ground */
    double forward
        [3]; /* … along the wheel, in the ground's plane: where a skid mark goes with the wheel locked */
    double ground_mps[3]; /* velocity of the ground there, of a platform say */
    /* Velocity of the tread over the ground, along the wheel and to its left: of a wheel that is locked while it rolls
     * forward the speed, below 0 along one that spins. A tyre slips a little wherever it gives force, unseen. Wheels
     * of single_track and kinematic roll whatever the brakes do. */
    double sliding_mps[2];
    double skid_w;       /* power that friction takes there: what goes into smoke and rubber */
    double load_n;       /* along the normal */
    double deflection_m; /* how far the tyre is pressed in */
    double friction;     /* of the ground, kamm_contact.friction, times the wheel's grip */
    /* Whose plane that is: of a world's body that wheels roll on, if one carries most of the wheel's load. After a snapshot has been
     * restored it is the ground until the next step. */
    kamm_body_kind body_kind;
    int32_t body_group, body_index; /* as in kamm_contact_event; of the ground 0 */
} kamm_wheel_contact;

/* What a wheel stands on now. */
KAMM_API void kamm_read_wheel_contact(const kamm_cars *cars, int car, int wheel,
                                      kamm_wheel_contact *contact);

/* A factor on the friction between a wheel and hard ground, whatever the ground: a burst or worn tyre, oil on the tread, a
 * power-up. It stays, goes along in snapshots and by kamm_hand_over, and is 1 again when the car is placed. Wheels of kinematic
 * know no friction. Errors: RANGE, where it is not within 0 to 10; nothing changes then. `error` may be NULL. */
KAMM_API kamm_result kamm_set_wheel_grip(kamm_cars *cars, int car, int wheel, double factor,
                                         kamm_error *error);
KAMM_API double kamm_wheel_grip(const kamm_cars *cars, int car, int wheel);

/* One of the KAMM_BODY_POINTS of a full car's body on the ground: one that lies on its roof, or grounds its nose. World axes. */
typedef struct kamm_body_contact {
    int32_t touches;       /* 1: it is in the ground; else all but the place is 0 */
    int32_t surface;       /* kamm_contact.surface below the nearest wheel */
    double point_m[3];     /* the body's point */
    double normal[3];      /* unit vector out of the ground */
    double sliding_mps[3]; /* velocity of the point over the ground, along it */
    double approach_mps;   /* … into it; below 0: out of it */
    double load_n;         /* along the normal */
    double skid_w;         /* power that friction takes, while it slides */
} kamm_body_contact;

/* Bodies of the rungs below full touch nothing. */
KAMM_API void kamm_read_body_contact(const kamm_cars *cars, int car, int point,
                                     kamm_body_contact *contact);

#ifdef __cplusplus
}
#endif

#endif
