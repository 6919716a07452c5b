/* Rays and shapes that are cast into a world: what lies ahead, who stands there, how far is the ground.
 *
 *     kamm_hit hit;
 *     if (kamm_cast_ray(world, eye, target, NULL, &hit)) printf("%g of the way\n", hit.fraction);
 *
 * Between steps, at any time, of a world as it is: cars and things where they are now, whether it has been stepped or not. Nothing is
 * changed, so that several threads may ask at once. Each cast looks at all bodies, some nanoseconds for each that is far off
 * (docs/world.md); nothing is allocated. */
#ifndef KAMM_WORLD_QUERY_H
#define KAMM_WORLD_QUERY_H

#include <kamm/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Along a straight way, without turning: a ray, or a sphere, or a box. All of these are cast against the boxes of cars and the boxes and
 * other shapes (kamm_shape) of solids and things: exactly, to a nanometre where the way ends in a touch of something round. The ground is
 * met by a ray, by a sphere as the plane below its centre, by a box with its corners. A ground that is asked for is looked at as densely as its steepness demands, or every 0.25 m where it does not tell; layers of ground above each other are
 * told apart by as much. Ground that is a host's planes for each wheel (kamm_ground.contacts) is not met. */
typedef struct kamm_cast {
    double from_m[3], to_m[3]; /* of the middle; the same: what is there */
    double radius_m;           /* of a sphere; 0: none */
    double half_m[3];          /* of a box, above 0; all 0: none */
    double orientation[4];     /* … w, x, y, z; all 0: none */
    kamm_filter filter;        /* whom it meets, as if it were a body */
    uint32_t leaves_out;       /* bits 1 << kamm_body_kind */
    int32_t sensors;           /* 1: solids that are sensors are hit as well */
    const kamm_cars *own_cars; /* the car that is not hit, as the cast starts there; NULL: none */
    int32_t own_car;
} kamm_cast;

typedef struct kamm_hit {
    double fraction;   /* of the way: 0 to 1 */
    double point_m[3]; /* where it is touched */
    double normal
        [3]; /* unit, out of what is hit; 0 0 0 where the cast starts inside, with fraction 0 */
    kamm_body_id body;
    int32_t box;      /* of the body's boxes, the one that is hit; of the ground 0 */
    int32_t material; /* the caller's number (world.h); of the ground kamm_contact.surface */
} kamm_hit;

/* The nearest hit of a ray; 0: there is none. `filter` NULL: all 0. Sensors are not hit. What is not finite is misuse. */
KAMM_API int kamm_cast_ray(const kamm_world *world, const double from_m[3], const double to_m[3],
                           const kamm_filter *filter, kamm_hit *hit);
/* The nearest hits, one of each body, in the order of the way: returns how many, `room` at most. Misuse: what is not finite, a
 * sphere and a box at once, a size below 0. */
KAMM_API int kamm_cast_shape(const kamm_world *world, const kamm_cast *cast, kamm_hit *hits,
                             int room);

#ifdef __cplusplus
}
#endif

#endif
