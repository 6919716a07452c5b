/* State of a world's contacts: bodies for the narrow phase, pairs, and touching bodies. */
#ifndef KAMM_WORLD_CONTACT_CONTACT_STATE_H
#define KAMM_WORLD_CONTACT_CONTACT_STATE_H

#include "../bodies/body_state.h"

/* Contact points of two bodies: of cars and bodies of few shapes, and at most. */
enum { FEW_POINTS = 8, PAIR_POINTS = 16, PAIR_BATCH = 2048 };

struct box_bounds {
    double low[3], high[3];
};

/* A body as the narrow phase sees it in this substep. */
struct body_frame {
    struct world_motion motion;
    double given[6];   /* of it in this substep, by wheels and forces from outside: no approach */
    double axis[3][3]; /* its x, y and z in world axes */
    double low[3], high[3];
    double speed_mps;     /* no point of it is faster */
    double struck_mps[3]; /* the velocity of what strikes it in this substep (struck.h) */
    struct oriented_box around, *boxes; /* boxes: in world.frame_boxes */
    struct box_bounds *bounds;          /* of each box */
};

/* Where a body was when pairs were looked for, and how far from there it is still covered by them. */
struct covered_body {
    double position[3];
    float q[4];
    double reach_m;
};

struct pair_point {
    double at[3], normal[3], gap_m;
};
struct pair_contact {
    int count;
    int first; /* constraint */
    struct pair_point points[PAIR_POINTS];
};

#define GROUND_BODY UINT32_MAX /* as the second of a touch_record or a touch */

struct touch_record {
    uint32_t first, second;
    int32_t surface; /* of the ground */
    int32_t phase;
    double impulse_ns, max_impulse_ns, speed_mps, friction, at[3], normal[3];
};

/* Touching bodies, from one substep to the next, and so from one call to the next: in order of the bodies. */
struct touch {
    uint32_t first, second;
    /* The same by what they are, as bodies get new numbers when others come and go. */
    struct body_key {
        const kamm_cars *cars; /* NULL: a body, or the ground */
        int32_t index;
    } key[2];
    int32_t seen; /* in this substep */
};
struct touch_list {
    struct touch *touches;
    int count, room;
};

/* Where a body was at the beginning of a substep. */
struct place_before {
    double position[3], q[4];
};

#endif
