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

/* The floats from `first` to `end` of structs of `size`, of four wheels, to one of lanes. */
LANE_INLINE void gather_some(const float *from, size_t size, size_t first, size_t end,
                             const int wheel[LANES], real *to)
{
    const float *a = from + (size_t)wheel[0] * size, *b = from + (size_t)wheel[1] * size,
                *c = from + (size_t)wheel[2] * size, *d = from + (size_t)wheel[3] * size;
    for (size_t i = first; i < end; ++i) to[i] = (real){a[i], b[i], c[i], d[i]};
}

LANE_INLINE void scatter_some(const real *from, size_t size, size_t first, size_t end,
                              const int wheel[LANES], int lanes, float *to)
{
    for (int lane = 0; lane < lanes; ++lane)
        for (size_t i = first; i < end; ++i) to[(size_t)wheel[lane] * size + i] = from[i][lane];
}

LANE_INLINE void scatter_wheels(const real *from, size_t size, const int wheel[LANES], int lanes,
                                float *to)
{
    scatter_some(from, size, 0, size, wheel, lanes, to);
}

/* A wheel's states, without those of a tyre that lives where none does. */
enum {
    STATES = sizeof(struct wheel_lanes) / sizeof(real),
    LIFE = offsetof(struct wheel_lanes, surface_warmth_k) / sizeof(real),
    LIFE_END = offsetof(struct wheel_lanes, worn_residual_m) / sizeof(real) + 1,
    SOIL = offsetof(struct corner_ground, soil) / sizeof(real)
};

LANE_INLINE void gather_states(const float *from, int lives, const int wheel[LANES], real *to)
{
    gather_some(from, STATES, 0, LIFE, wheel, to);
    if (lives) gather_some(from, STATES, LIFE, LIFE_END, wheel, to);
    gather_some(from, STATES, LIFE_END, STATES, wheel, to);
}

LANE_INLINE void scatter_states(const real *from, int lives, const int wheel[LANES], int lanes,
                                float *to)
{
    scatter_some(from, STATES, 0, LIFE, wheel, lanes, to);
    if (lives) scatter_some(from, STATES, LIFE, LIFE_END, wheel, lanes, to);
    scatter_some(from, STATES, LIFE_END, STATES, wheel, lanes, to);
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
        gather_some(grounds, REALS(ground), 0, SOIL, wheel, (real *)&ground);
        if (is_soft(&ground))
            gather_some(grounds, REALS(ground), SOIL, REALS(ground), wheel, (real *)&ground);
        int lives = tyre_lives(&axle->tyre_life);
        gather_states(wheels, lives, wheel, (real *)&own);
        struct opposite_wheel other = opposite_of(l, wheels, wheel);
        struct corner corner;
        find_corner(axle, place, own_rack, &own_body, &ground, &own, other, own_step, &corner);
        scatter_states((const real *)&own, lives, wheel, lanes, wheels);
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
