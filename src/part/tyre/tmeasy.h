/* TMeasy, the second law of slip: a tyre in a table of a few numbers that can be read off measured curves.
 *
 * Source: W. Hirschberg, G. Rill, H. Weinfurter, "Tire model TMeasy", Vehicle System Dynamics 45, supplement (2007), 101-119;
 * G. Rill, Road Vehicle Dynamics, CRC Press 2012, chapter 3; G. Rill, "TMeasy - A Handling Tire Model based on a
 * Three-Dimensional Slip Approach", IAVSD 2013. Symbols are theirs:
 *
 *     dF0        slope of the force at no slip
 *     FM, sM     greatest force, and the slip that has it
 *     FS, sS     force of full sliding, and the slip from which on it slides
 *     sx, sy     slips over the wheel's own speed: -(vx - rD Omega) / (rD |Omega|), -vy / (rD |Omega|)
 *     hx, hy     what normalises them: sM / (sMx + sMy) + (FM / dF0) / (FMx / dF0x + FMy / dF0y) of that direction
 *     s, phi     size and direction of (sx / hx, sy / hy)
 *     L          length of the contact patch, 2 sqrt(r0 Fz / cz)
 *     n          dynamic tyre offset (pneumatic trail): Mz = -n Fy; n0, s0 and sE: n at no slip, where it is 0, where it ends
 *
 * Load: each number is given at the nominal and at double the load; forces and slopes are a parabola through these
 * and 0: Y = q (Y1 + (Y2 / 2 - Y1) (q - 1)) with q = Fz / Fz_nominal. Slips are on a line.
 *
 * Combined slip: each number N of the resulting curve is sqrt((Nx cos phi)^2 + (Ny sin phi)^2), slopes and slips of the normalised
 * slip. The force, along phi:
 *
 *     s < sM         F = dF0 s / (1 + r (r + dF0 sM / FM - 2)), r = s / sM
 *     sM < s < sS    F = FM - (FM - FS) r^2 (3 - 2 r), r = (s - sM) / (sS - sM)   (as of 2007; later texts join two parabolas)
 *     sS < s         F = FS
 *
 * Offset, of the lateral slip alone, with r = |sy| / s0 and w = s0 / sE:
 *
 *     |sy| < s0      n / L = n0 ((1 - w) (1 - r) + w (1 - (3 - 2 r) r^2))
 *     s0 < |sy| < sE n / L = -n0 (1 - w) (r - 1) ((sE - |sy|) / (sE - s0))^2
 *
 * Friction: FM, sM, FS, sS, s0 and sE go with the road's friction over that of the measurement, slopes do not.
 *
 * Assumptions: no bore slip (the third dimension of the slip, of a wheel that turns about the road's normal; there is no turn
 * slip here), no tipping moment, as the wheel's own geometry moves the contact (vertical.h); r_D is the free radius
 * where camber is concerned.
 *
 * Departures:
 *  - camber: a third of its slip s_gamma = -(L / 2) sin(gamma) / rD counts as lateral slip, so that both share one friction.
 *    The source adds the force that this slip has on the line of no slip, without an end; at small slip it is the same;
 *  - where the parabolas between the loads of the table give a slope below 2 FM / sM, with which there is no such curve, that slope;
 *    slides are not above peaks, and begin 5 % beyond them;
 *  - beyond double the load the parabolas count only as long as all of them rise, then force grows in proportion to the
 *    load (tyre_slip.h);
 *  - a wheel that turns slower than a hundredth of its rolling counts as if it turned at that, instead of a small speed
 *    in the denominator;
 *  - the force is kept within 1.3 times the ellipse of FMx and FMy, which it leaves where one of them is more than twice the
 *    other: by a road whose friction is another along and across the wheel;
 *  - camber and offset fade below the tyre's low speed. */
#ifndef KAMM_PART_TYRE_TMEASY_H
#define KAMM_PART_TYRE_TMEASY_H

#include "tyre_slip.h"

/* [2]: at nominal load, and the change per relative change of load: of force over load, or of slip. */
struct tmeasy_axis_constants {
    num dF0[2], FM[2], FS[2];
    num sM[2], sS[2], sM_min;
};

struct tmeasy_constants {
    struct tmeasy_axis_constants x, y;
    num n0[2], s0[2], sE[2], s0_min;
    num L_per_root_load, inv_6_radius; /* of L over the root of Fz; 1 / (6 r0) */
};

struct tmeasy_axis {
    real dF0, FM, FS, sM, sS;
};

/* A row of the table at a load and a friction. */
LANE_INLINE struct tmeasy_axis tmeasy_axis_at(const struct tmeasy_axis_constants *axis,
                                              struct ranged_load at, real friction)
{
    struct tmeasy_axis a;
    a.FM = at.ratio * linear_in(axis->FM, at.change);
    a.FS = min_real(at.ratio * linear_in(axis->FS, at.change), a.FM) * friction;
    a.sM = max_real(linear_in(axis->sM, at.change), lanes(axis->sM_min));
    a.sS = max_real(linear_in(axis->sS, at.change), 1.05f * a.sM) * friction;
    a.dF0 = max_real(at.ratio * linear_in(axis->dF0, at.change), 2.0f * a.FM / a.sM);
    a.FM = a.FM * friction;
    a.sM = a.sM * friction;
    return a;
}

LANE_INLINE struct tyre_line tmeasy_prepare(const struct tmeasy_constants *tyre,
                                            struct ranged_load at)
{
    const struct tmeasy_axis_constants *along = &tyre->x;
    const struct tmeasy_axis_constants *across = &tyre->y;
    struct tmeasy_axis x = tmeasy_axis_at(along, at, splat(1.0f));
    struct tmeasy_axis y = tmeasy_axis_at(across, at, splat(1.0f));
    return (struct tyre_line){x.dF0, y.dF0, x.FM, y.FM};
}

/* F / s of the resulting curve. */
LANE_INLINE real tmeasy_curve(struct tmeasy_axis c, real s)
{
    real r = s / c.sM, steepness = max_real(c.dF0 * c.sM / c.FM, splat(2.0f));
    real rising = steepness * c.FM / (c.sM * (1.0f + r * (r + (steepness - 2.0f))));
    mask beyond = r > 1.0f;
    if (!any(beyond)) return rising;
    real q = clamp((s - c.sM) / (c.sS - c.sM), splat(0.0f), splat(1.0f));
    real falling = c.FM - (c.FM - c.FS) * square(q) * (3.0f - 2.0f * q);
    return pick(beyond, falling / max_real(s, splat(1e-6f)), rising);
}

/* n / L at a lateral slip. */
LANE_INLINE real tmeasy_offset(const struct tmeasy_constants *tyre, struct ranged_load at,
                               real friction, real sy)
{
    real s0 = max_real(linear_in(tyre->s0, at.change), lanes(tyre->s0_min));
    real sE = max_real(linear_in(tyre->sE, at.change), 1.001f * s0), size = absolute(sy) / friction;
    real n0 = max_real(linear_in(tyre->n0, at.change), splat(0.0f)), w = s0 / sE, r = size / s0;
    real low = (1.0f - w) * (1.0f - r) + w * (1.0f - (3.0f - 2.0f * r) * square(r));
    real left = max_real((sE - size) / (sE - s0), splat(0.0f));
    real high = (w - 1.0f) * (r - 1.0f) * square(left);
    return n0 * pick(r < 1.0f, low, high);
}

LANE_INLINE struct tyre_force tmeasy(const struct tmeasy_constants *tyre, struct tyre_patch p)
{
    struct ranged_load at = p.at;
    struct tyre_force f = {.my = splat(0.0f), .mx = splat(0.0f), .rolling_resistance = splat(0.0f)};
    struct tmeasy_axis x = tmeasy_axis_at(&tyre->x, at, p.friction_x);
    struct tmeasy_axis y = tmeasy_axis_at(&tyre->y, at, p.friction_y);
    real L = tyre->L_per_root_load * square_root(at.load);
    real per_turn = 1.0f / max_real(absolute(1.0f + p.k), splat(0.01f));
    real sx = p.k * per_turn, sy = p.a * -per_turn;
    real by_camber = L * tyre->inv_6_radius * sine(p.g) * p.fade;

    real slip_sum = 1.0f / (x.sM + y.sM), line_x = x.FM * y.dF0, line_y = y.FM * x.dF0;
    real line_sum = 1.0f / (line_x + line_y);
    real hx = x.sM * slip_sum + line_x * line_sum, hy = y.sM * slip_sum + line_y * line_sum;
    real inv_hx = 1.0f / hx, inv_hy = 1.0f / hy;
    real nx = sx * inv_hx, ny = (sy - by_camber) * inv_hy, s = square_root(square(nx) + square(ny));
    /* At no slip, where there is no direction, halfway between both. */
    real cc = square(nx) + 1e-20f, ss = square(ny) + 1e-20f, whole_turn = 1.0f / (cc + ss);
    cc = cc * whole_turn;
    ss = ss * whole_turn;
    struct tmeasy_axis c = {
        .dF0 = square_root(square(x.dF0 * hx) * cc + square(y.dF0 * hy) * ss),
        .FM = square_root(square(x.FM) * cc + square(y.FM) * ss),
        .FS = square_root(square(x.FS) * cc + square(y.FS) * ss),
        .sM = square_root(square(x.sM * inv_hx) * cc + square(y.sM * inv_hy) * ss),
        .sS = square_root(square(x.sS * inv_hx) * cc + square(y.sS * inv_hy) * ss),
    };
    real per_slip = tmeasy_curve(c, s);
    f.fx = per_slip * nx;
    f.fy = per_slip * ny;
    f.peak_fx = x.FM;
    f.peak_fy = y.FM;
    limit_force(&f, splat(1.3f));
    f.mz = -L * tmeasy_offset(tyre, at, p.friction_y, sy) * f.fy * p.fade;
    return f;
}

#endif
