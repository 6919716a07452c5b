#define KAMM_WIDTH 4
#define KAMM_MIXED 1

#include "wheel_lanes.h"

#include "corner.h"

#define REALS(type) (sizeof(type) / sizeof(real))

enum { LANES = KAMM_WIDTH, AXLE_FLOATS = sizeof(struct axle_constants) / sizeof(num) };

/* The same floats for all wheels. */
LANE_INLINE void spread(const float *from, size_t count, real *to)
{
    for (size_t i = 0; i < count; ++i) to[i] = splat(from[i]);
}

/* From structs of `count` floats, those of four wheels, to one of lanes. */
LANE_INLINE void gather_wheels(const float *from, size_t count, const int wheel[LANES], real *to)
{
    const float *a = from + (size_t)wheel[0] * count, *b = from + (size_t)wheel[1] * count,
                *c = from + (size_t)wheel[2] * count, *d = from + (size_t)wheel[3] * count;
    for (size_t i = 0; i < count; ++i) to[i] = (real){a[i], b[i], c[i], d[i]};
}

LANE_INLINE void scatter_wheels(const real *from, size_t count, const int wheel[LANES], int lanes,
                                float *to)
{
    for (int lane = 0; lane < lanes; ++lane)
        for (size_t i = 0; i < count; ++i) to[(size_t)wheel[lane] * count + i] = from[i][lane];
}

/* The travel of the wheels on the other side. */
LANE_INLINE struct opposite_wheel opposite_of(const struct layout *l, const float *wheels,
                                              const int wheel[LANES])
{
    enum {
        TRAVEL = offsetof(struct wheel_lanes, travel_m) / sizeof(real),
        RATE = offsetof(struct wheel_lanes, travel_rate_mps) / sizeof(real)
    };
    struct opposite_wheel other;
    for (int lane = 0; lane < LANES; ++lane) {
        const float *at = wheels + (size_t)l->opposite[wheel[lane]] * REALS(struct wheel_lanes);
        other.travel_m[lane] = at[TRAVEL];
        other.travel_rate_mps[lane] = at[RATE];
    }
    return other;
}

LANE_INLINE void run_lanes(const struct layout *l, const float *constants, const float *step,
                           const float *rack, const float *body, const float *grounds,
                           float *wheels, float *corners)
{
    struct substep own_step;
    struct body_motion own_body;
    struct rack own_rack;
    spread(step, REALS(own_step), (real *)&own_step);
    spread(rack, REALS(own_rack), (real *)&own_rack);
    spread(body, REALS(own_body), (real *)&own_body);
    for (int first = 0; first < l->wheels; first += LANES) {
        const struct axle_constants *axle =
            (const struct axle_constants *)(constants + (size_t)first * AXLE_FLOATS);
        int wheel[LANES], lanes = l->wheels - first < LANES ? l->wheels - first : LANES;
        struct corner_ground ground;
        struct wheel_lanes own;
        struct wheel_place place;
        for (int lane = 0; lane < LANES; ++lane) {
            wheel[lane] = lane < lanes ? first + lane : l->wheels - 1;
            place.side[lane] = l->side[wheel[lane]];
            place.twin[lane] = l->twin[wheel[lane]];
        }
        gather_wheels(grounds, REALS(ground), wheel, (real *)&ground);
        gather_wheels(wheels, REALS(own), wheel, (real *)&own);
        struct opposite_wheel other = opposite_of(l, wheels, wheel);
        struct corner corner;
        find_corner(axle, place, own_rack, &own_body, &ground, &own, other, own_step, &corner);
        scatter_wheels((const real *)&own, REALS(own), wheel, lanes, wheels);
        scatter_wheels((const real *)&corner, REALS(corner), wheel, lanes, corners);
    }
}

void kamm_full_wheel_lanes(const struct layout *l, const float *constants, const float *step,
                           const float *rack, const float *body, const float *grounds,
                           float *wheels, float *corners)
{
    if (l->axles == 2 && l->wheels == 4)
        run_lanes(&TWO_AXLES, constants, step, rack, body, grounds, wheels, corners);
    else
        run_lanes(l, constants, step, rack, body, grounds, wheels, corners);
}
