/* Queries: rays and shapes cast into a world, to find bodies and ground ahead.
 *
 *     kamm_hit hit;
 *     if (kamm_cast_ray(world, eye, target, NULL, &hit)) printf("%g of the way\n", hit.fraction);
 *
 * Queries are allowed at any time between steps, also before the first one. They see cars and bodies at their present
 * place. They change and allocate nothing, so several threads may query at the same time. Trees find the bodies
 * nearby. All cars are checked, at some nanoseconds each (docs/world.md). */
#ifndef KAMM_WORLD_QUERY_H
#define KAMM_WORLD_QUERY_H

#include <kamm/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A ray, sphere or box that moves along a straight line without rotation.
 *
 * A cast hits the boxes of cars and the shapes of bodies (kamm_shape). It is exact; on round shapes to a nanometre. A
 * ray hits the ground itself, a sphere the plane below its centre, a box the ground below its corners.
 *
 * The cast samples a queried ground as densely as its steepness demands, or every 0.25 m if that is unknown. Layers of
 * ground closer than this are not distinguished. A host's contact planes (kamm_ground.contacts) are not hit. */
typedef struct kamm_cast {
    /* Start and end of the shape's middle; equal: an overlap test at that place. */
    double from_m[3], to_m[3];
    /* Radius of a sphere; 0: no sphere. */
    double radius_m;
    /* Half the sizes of a box, above 0; all 0: no box. */
    double half_m[3];
    /* Orientation of the box, quaternion w, x, y, z; all 0: no rotation. */
    double orientation[4];
    /* Collision filter of the cast, as of a body. */
    kamm_filter filter;
    /* Types of bodies that are not hit, as bits 1 << kamm_body_type. */
    uint32_t leaves_out;
    /* 1: the cast also hits sensors. */
    int32_t sensors;
    /* Car that is not hit, because the cast starts in it; NULL: none. */
    const kamm_cars *own_cars;
    /* Index of that car. */
    int32_t own_car;
} kamm_cast;

/* A hit of a cast. */
typedef struct kamm_hit {
    /* Share of the path before the hit, 0 to 1. */
    double fraction;
    /* Place of the hit. */
    double point_m[3];
    /* Unit vector out of the body. 0 0 0 with fraction 0: the cast starts inside the body. */
    double normal[3];
    /* Body that is hit. */
    kamm_body_id body;
    /* Index of the car's box or of the body's shape; of the ground 0. */
    int32_t box;
    /* Material of the body (world.h); of the ground kamm_contact.surface. */
    int32_t material;
} kamm_hit;

/* Casts a ray. Returns 1 and the nearest hit, or 0. `filter` NULL: all 0. A ray does not hit sensors. A value that is
 * not finite is misuse. */
KAMM_API int kamm_cast_ray(const kamm_world *world, const double from_m[3], const double to_m[3],
                           const kamm_filter *filter, kamm_hit *hit);
/* Casts a shape. Returns the number of hits, at most `room`: the nearest hit of each body, ordered along the path.
 * Misuse: a value that is not finite, a sphere and a box at once, a size below 0. */
KAMM_API int kamm_cast_shape(const kamm_world *world, const kamm_cast *cast, kamm_hit *hits,
                             int room);

#ifdef __cplusplus
}
#endif

#endif
