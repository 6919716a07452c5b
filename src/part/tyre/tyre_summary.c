/* Figures of a tyre for callers that need no curves, and single forces. */
#include "tyre.h"

struct tyre_state kamm_tyre_prepare(const struct tyre_constants *tyre, float load_n,
                                    float camber_rad)
{
    return tyre_prepare(tyre, load_n, camber_rad);
}

struct tyre_force kamm_tyre_force(const struct tyre_constants *tyre, const struct tyre_state *at,
                                  struct tyre_slip slip)
{
    return tyre_forces(tyre, at, slip);
}

float kamm_tyre_rolling(const struct tyre_constants *tyre, float load_n, float camber_rad,
                        struct tyre_slip slip, float fx)
{
    const struct tyre_ranges *ranges = &tyre->ranges;
    const struct rolling_constants *rolling = &tyre->rolling;
    struct tyre_patch p = tyre_patch_of(ranges, ranged_load_of(ranges, load_n), camber_rad, slip);
    float moment = rolling_moment(rolling, load_n, fx * p.direction, slip.speed_mps, p.g);
    slip.slip_ratio *= p.direction;
    return -moment * turning_sense(ranges, p.direction, slip) * p.direction;
}

struct tyre_summary kamm_tyre_summary(const struct tyre_constants *tyre, float load_n,
                                      float speed_mps)
{
    struct tyre_state at = kamm_tyre_prepare(tyre, load_n, 0);
    struct tyre_slip straight = {
        .speed_mps = speed_mps, .friction_x = 1, .friction_y = 1, .side = 1};
    struct tyre_force force = kamm_tyre_force(tyre, &at, straight);
    return (struct tyre_summary){at.slip_stiffness,       at.cornering_stiffness, force.peak_fx,
                                 force.peak_fy,           at.carcass_x,           at.carcass_y,
                                 force.rolling_resistance};
}

/* Side force at a slip angle of that tangent, left and right in the mean. */
static float side_force(const struct tyre_constants *tyre, const struct tyre_state *at,
                        float tangent)
{
    struct tyre_slip slip = {.speed_mps = 20, .friction_x = 1, .friction_y = 1, .side = 1};
    slip.tan_slip_angle = tangent;
    float right = kamm_tyre_force(tyre, at, slip).fy;
    slip.tan_slip_angle = -tangent;
    return kamm_tyre_force(tyre, at, slip).fy - right;
}

/* Tangent of the slip angle of the largest side force between two, looked for in equal steps. */
static float peak_between(const struct tyre_constants *tyre, const struct tyre_state *at,
                          float from, float to)
{
    enum { STEPS = 60 };
    float best = from, max = 0;
    for (int i = 0; i <= STEPS; ++i) {
        float tangent = from + (to - from) * (float)i / STEPS,
              force = side_force(tyre, at, tangent);
        if (force > max) best = tangent, max = force;
    }
    return best;
}

float kamm_tyre_peak_slip(const struct tyre_constants *tyre, float load_n)
{
    struct tyre_state at = kamm_tyre_prepare(tyre, load_n, 0);
    float step = 0.01f, near = peak_between(tyre, &at, step, 60 * step);
    return peak_between(tyre, &at, near - step, near + step);
}
