/* Shared code of the tyre's laws: a wheel's slip within the range of the measurement, and the
 * resulting force.
 *
 * Axes and signs: ISO-W. tan_slip_angle = Vy / |Vx| of the contact point, so that a positive one gives a negative
 * Fy; slip_ratio = (Re*omega - Vx) / |Vx|. A law sees the wheel as if it rolled forwards on the side of the car
 * that its tyre was measured on; rolling backwards is the mirror image of rolling forwards.
 *
 * Departures, of all laws, outside a tyre's measured range: above the highest valid load, friction stays what it
 * is there and force grows in proportion. */
#ifndef KAMM_PART_TYRE_TYRE_SLIP_H
#define KAMM_PART_TYRE_TYRE_SLIP_H

#include "../../base/lane_math.h"
#include "../../base/num.h"

/* What few cars have, other laws above all, are functions of their own, so that the most common tyre does not pay for them. What
 * hardly any has is cold: of a plain call the compiler thinks enough to slow the others by 3 %. */
#define RARE_LAW static KAMM_NEVER_INLINE
#define COLD_PATH static KAMM_COLD

struct tyre_ranges {
    num inv_nominal_load, load_floor, load_top;
    num slip_ratio_min, slip_ratio_max, tan_min, tan_max, camber_min, camber_max;
    num slip_bound_x, slip_bound_y; /* both of a sliding wheel's slips are scaled down to these */
    num quarter_turn_per_speed;     /* pi/2 over the low speed */
    num friction_decay;             /* LMUV over the speed of the measurement, s/m */
};

struct tyre_slip {
    real slip_ratio, tan_slip_angle;
    real speed_mps;              /* Vx of the contact point; its sign is the rolling direction */
    real friction_x, friction_y; /* of the surface; 1 is where the tyre was measured */
    real side;                   /* +1 where the file's tyre sits, -1 for its mirror image */
};

struct tyre_force {
    real fx, fy, mx, my, mz; /* my fades to 0 as the wheel stops */
    real rolling_resistance; /* moment, >= 0, of a wheel that turns however slowly */
    real peak_fx, peak_fy;   /* what pure slip could reach, N */
};

/* The load in the law's range. */
struct ranged_load {
    real load;   /* that the law sees, N */
    real scale;  /* of forces: true load over that */
    real ratio;  /* load over the nominal one */
    real change; /* ratio - 1: dfz of the book */
};

/* The lines that a law has about no slip and at its friction, on the surface of the measurement, at `load`. */
struct tyre_line {
    real slip_stiffness, cornering_stiffness; /* N, N/rad, without camber; positive */
    real grip_x, grip_y;                      /* N */
};

/* The slip as a law takes it: in range, as if rolling forwards on the file's side. */
struct tyre_patch {
    struct ranged_load at;
    real k, a, g; /* slip ratio, tan of slip angle, camber */
    real fade;    /* of what only a rolling tyre has, as the speed goes to 0 */
    real friction_x, friction_y;
    real direction; /* -1: rolls backwards */
};

/* A line and a parabola in the change of load. */
LANE_INLINE real linear_in(const num k[2], real change) { return k[0] + k[1] * change; }
LANE_INLINE real quadratic_in(const num k[3], real change)
{
    return k[0] + (k[1] + k[2] * change) * change;
}

LANE_INLINE struct ranged_load ranged_load_of(const struct tyre_ranges *ranges, real load_n)
{
    struct ranged_load at;
    at.load = clamp(load_n, lanes(ranges->load_floor), lanes(ranges->load_top));
    mask outside = at.load != load_n;
    at.scale = splat(1.0f);
    if (any(outside)) at.scale = clamp(load_n, splat(0.0f), splat(1e9f)) / at.load;
    at.ratio = at.load * ranges->inv_nominal_load;
    at.change = at.ratio - 1.0f;
    return at;
}

LANE_INLINE real low_speed_fade(const struct tyre_ranges *ranges, real speed)
{
    real angle = absolute(speed) * ranges->quarter_turn_per_speed;
    mask slow = angle < LANE_HALF_PI;
    if (!any(slow)) return splat(1.0f);
    return pick(slow, square(sine(min_real(angle, splat(LANE_HALF_PI)))), splat(1.0f));
}

LANE_INLINE struct tyre_patch tyre_patch_of(const struct tyre_ranges *ranges, struct ranged_load at,
                                            real camber_rad, struct tyre_slip slip)
{
    struct tyre_patch p = {.at = at};
    p.direction = sign_of(slip.speed_mps);
    p.k = clamp(p.direction * slip.slip_ratio, lanes(ranges->slip_ratio_min),
                lanes(ranges->slip_ratio_max));
    p.a = clamp(slip.side * slip.tan_slip_angle, lanes(ranges->tan_min), lanes(ranges->tan_max));
    p.g = clamp(slip.side * camber_rad, lanes(ranges->camber_min), lanes(ranges->camber_max));
    p.fade = low_speed_fade(ranges, slip.speed_mps);
    p.friction_x = clamp(slip.friction_x, splat(0.001f), splat(100.0f));
    p.friction_y = clamp(slip.friction_y, splat(0.001f), splat(100.0f));
    return p;
}

/* From the law's load, side and rolling direction to the wheel's own. */
LANE_INLINE struct tyre_force turned_back(struct tyre_force f, real scale, real side,
                                          real direction)
{
    f.fx = f.fx * (scale * direction);
    f.fy = f.fy * (scale * side);
    f.mx = f.mx * (scale * side);
    f.mz = f.mz * (scale * side * direction);
    f.peak_fx = f.peak_fx * scale;
    f.peak_fy = f.peak_fy * scale;
    return f;
}

/* Keeps the force within that share of the friction ellipse of pure slip. */
LANE_INLINE void limit_force(struct tyre_force *force, real share)
{
    real x = force->fx * force->peak_fy, y = force->fy * force->peak_fx;
    real used = square(x) + square(y), limit = share * force->peak_fx * force->peak_fy;
    mask beyond = used > square(limit);
    if (!any(beyond)) return;
    real kept = pick(beyond, limit / square_root(used), splat(1.0f));
    force->fx = force->fx * kept;
    force->fy = force->fy * kept;
}

LANE_INLINE struct tyre_line pick_line(mask m, struct tyre_line a, struct tyre_line b)
{
    return (struct tyre_line){pick(m, a.slip_stiffness, b.slip_stiffness),
                              pick(m, a.cornering_stiffness, b.cornering_stiffness),
                              pick(m, a.grip_x, b.grip_x), pick(m, a.grip_y, b.grip_y)};
}

/* But for rolling resistance, which all laws share. */
LANE_INLINE struct tyre_force pick_force(mask m, struct tyre_force a, struct tyre_force b)
{
    b.fx = pick(m, a.fx, b.fx);
    b.fy = pick(m, a.fy, b.fy);
    b.mx = pick(m, a.mx, b.mx);
    b.mz = pick(m, a.mz, b.mz);
    b.peak_fx = pick(m, a.peak_fx, b.peak_fx);
    b.peak_fy = pick(m, a.peak_fy, b.peak_fy);
    return b;
}

#endif
