/* Contact patch: how the tyre's slip builds up, from standstill to top speed, by one law.
 *
 * The carcass is a spring between wheel and ground, deflected by u; rolling carries the deflection out of
 * the patch, and what friction does not hold slides:
 *
 *     du/dt = V_slip - |V_x| s
 *
 * with s the slip that the law of the tyre sees (Pacejka, Tire and Vehicle Dynamics, 3rd ed., ch. 7 and 8,
 * eqs 7.7, 8.127). Rolling steadily, s is V_slip / |V_x|: the usual slip. How s follows from u is ours. With
 * x = K s / (mu F_z), the slip over that at which a line of slope K would reach friction's limit,
 *
 *     y = C u / (mu F_z) = x / sqrt(1 + |x|^2):
 *
 * at small slip u = (K / C) s, K / C being the relaxation length; and |u| never exceeds mu F_z / C, what
 * friction can hold. So a wheel that slid and turns back unwinds a few millimetres, and not the whole way
 * that it slid. This joins Pacejka's relaxation length that shrinks with the force (ch. 7.3) and the dry
 * friction of an elasto-plastic spring (Dupont et al., IEEE Trans. Automatic Control 47, 2002) in one root,
 * for both directions together: sliding force points along the slide. There is no timer and no speed
 * at which the law changes. Standing, it is a spring of stiffness C, bounded by friction: a parked car
 * stays parked.
 *
 * Force. Rolling or sliding it is the law's at s (tyre.h). Standing it is the carcass's own, C u, within friction: the
 * formula is measured rolling, and against u its force is C u within some per cent only. That would be no spring: along
 * two directions at once, or where camber and load change, a closed path of u would give energy back that it never
 * took; past its peak it would be a spring of negative stiffness, and a wheel dragged slowly would stick and slip.
 * Rubber's friction falls with the sliding speed, not with the way: the Stribeck speed of friction models is some
 * metres a second (Canudas de Wit and Tsiotras 1999). And camber pushes a rolling tyre, not one that stands. From one
 * to the other the share that stands goes as
 *
 *     1 / (1 + ((v / v_c)^2 + (V_x / v_s)^2)^2)
 *
 * with v the speed at which the patch slides and rolls out, v_c = 0.1 m/s and v_s = 1 m/s, our choices: at
 * 3 m/s a hundredth is left. Both forces point along the slide. These speeds are those of an ordinary car's tyre, as tau is; of
 * others they go with the root of the radius (tyre_size.h).
 *
 * Stored energy. A carcass that is stiffer under load would gain energy where the load grows at constant u. So
 * the state is r = u sqrt(C / C_0), with C_0 the stiffness at nominal load: the energy C_0 r^2 / 2 does not
 * depend on the load. From dr/dt = sqrt(C / C_0) du/dt all of its change is work of the force C u. Rolling and
 * sliding only take. Where C does not depend on the load r is u.
 *
 * The carcass's damping (Kelvin-Voigt) adds tau du/dt to the deflection that the formula's slip follows
 * from; it fades out with speed as 1 / (1 + (V_x / v)^2), since rolling brings damping of its own. It stays
 * within friction. tau gives a loss of a tenth of the force at 1.6 Hz,
 * as filled rubber has it, where cars sway; v is our choice: nothing noticeable is left beyond 5 m/s.
 *
 * The step is implicit, stable at any speed: y + a x = b per direction, with a = |V_x| dt C / K and b
 * = C (u + V_slip dt) / (mu F_z). Hence x = b / (w + a) with one unknown, w = 1 / sqrt(1 + |x|^2). */
#ifndef KAMM_PART_TYRE_CONTACT_PATCH_H
#define KAMM_PART_TYRE_CONTACT_PATCH_H

#include "../../base/num.h"

#define CARCASS_DAMPING_S 0.010
#define CARCASS_DAMPING_FADE_MPS 1.0
#define CREEP_MPS 0.1
#define STANDS_MPS 1.0
#define SLIDE_STEPS 3

struct contact_patch_constants {
    num damping_s;                                     /* tau */
    num per_fade_mps, per_creep_mps, per_standing_mps; /* 1 / v, 1 / v_c, 1 / v_s */
    num slip_per_camber; /* of a tyre whose camber bends the carcass as slip does; else 0 */
    /* The slip per camber that comes on top at once; below 0 where the law has camber in it that is to lag. */
    num slip_after_camber;
};

/* Numbers that give the carcass' deflection in a substep without sliding: u = (was_m + V_slip dt) /
 * (1 + rolled_out). */
struct carcass_bend {
    real npm, was_m, rolled_out; /* C, u before the substep, a */
    real state_per_m;            /* r per u */
};

struct contact_patch {
    real deflection_x, deflection_y; /* state r, in the direction of the slip that drives it: m */
    real felt_x, felt_y; /* slip ratio and tan(slip angle), with the carcass's damping, ISO-W */
    real held_x, held_y; /* force of the carcass over what friction holds, at most 1 together */
    real sticks;         /* sqrt(1 - |y|^2): 1 unstrained, 0 sliding */
    real stands;         /* share of the force that is the carcass's; the rest is the formula's */
    real slid_x, slid_y; /* way that the patch has slid and rolled out in the substep: m */
    real deflection_slope_x; /* of the state r, per slip speed: s */
    real force_slope_x;      /* of the force, per slip speed: N.s/m */
    struct carcass_bend along;
};

struct contact_motion {
    real slip_speed_x; /* speed that drives the slip ratio: effective radius * spin - V_x */
    real slip_speed_y; /* speed that drives the slip angle: V_y */
    real travel_speed; /* |V_x| */
    real stiffness_x, stiffness_y; /* K, of the slip: N */
    real carcass_x, carcass_y;     /* C: N/m; K / C is the relaxation length at small slip */
    real nominal_x, nominal_y;     /* C_0 */
    real grip_x, grip_y;           /* mu F_z: where friction saturates, N */
    real max_slip_x, max_slip_y;   /* slips beyond which both are scaled down together */
};

/* Root w of w^2 (1 + (b_x / (w + a_x))^2 + (b_y / (w + a_y))^2) = 1, at least `min`. Newton's method has a
 * start that is exact where nothing rolls, and where all slides: x is off by 1e-5 in 99 of 100 random states
 * and by 2 % in the worst of 400,000 (tests of contact_patch.h). */
LANE_INLINE real share_that_sticks(real a_x, real a_y, real b_x, real b_y, real min)
{
    real bb_x = square(b_x), bb_y = square(b_y), bb = bb_x + bb_y;
    real a = (a_x * bb_x + a_y * bb_y) / max_real(bb, splat(1e-20f));
    real beyond = square_root(bb) - 1.0f;
    real w = square_root(max_real(1.0f - bb, splat(0.0f)) + 2.0f * a / (1.0f + a));
    w = pick(beyond > 0.0f, min_real(w, a / max_real(beyond, splat(1e-9f))), w);
    w = clamp(w, min, splat(1.0f));
    for (int step = 0; step < SLIDE_STEPS; ++step) {
        real in_x = w + a_x, in_y = w + a_y, inverse = 1.0f / (in_x * in_y);
        real per_x = in_y * inverse, per_y = in_x * inverse;
        real q_x = square(b_x * per_x), q_y = square(b_y * per_y);
        real over = w * w * (1.0f + (q_x + q_y)) - 1.0f;
        real slope = 2.0f * w * (1.0f + (q_x * (a_x * per_x) + q_y * (a_y * per_y)));
        w = clamp(w - over / slope, min, splat(1.0f));
    }
    return w;
}

/* u per state r, and back. */
struct carcass_scale {
    real x, y, inverse_x, inverse_y;
};

LANE_INLINE struct carcass_scale carcass_scale_of(const struct contact_motion *m)
{
    struct carcass_scale s = {splat(1.0f), splat(1.0f), splat(1.0f), splat(1.0f)};
    mask differs = (m->carcass_x != m->nominal_x) | (m->carcass_y != m->nominal_y);
    if (!any(differs)) return s;
    s.inverse_x = square_root(m->carcass_x / m->nominal_x);
    s.inverse_y = square_root(m->carcass_y / m->nominal_y);
    s.x = 1.0f / s.inverse_x;
    s.y = 1.0f / s.inverse_y;
    return s;
}

/* Deflection after a substep: y, with the carcass's damping added, and 1 - |y|^2. */
struct strained {
    real y_x, y_y, more_x, more_y, ww;
};

/* The slip that the formula sees, with its x not above that of `min_ww`; in the formula's range, both scaled
 * down together, so that the slide keeps its direction. And the carcass's own force. */
LANE_INLINE void feel_slip(struct contact_patch *patch, const struct contact_motion *m,
                           const struct strained *s, real min_ww, real slip_per_x, real slip_per_y)
{
    real ww =
        s->ww - (s->more_x * (2.0f * s->y_x + s->more_x) + s->more_y * (2.0f * s->y_y + s->more_y));
    real y_x = s->y_x + s->more_x, y_y = s->y_y + s->more_y;
    real held = 1.0f / square_root(max_real(1.0f - ww, splat(1.0f)));
    patch->held_x = y_x * held;
    patch->held_y = y_y * held;
    real per = 1.0f / square_root(max_real(ww, min_ww));
    real s_x = y_x * per * slip_per_x;
    real s_y = y_y * per * slip_per_y;
    real over_x = absolute(s_x) * m->max_slip_y, over_y = absolute(s_y) * m->max_slip_x;
    real allowed = m->max_slip_x * m->max_slip_y,
         over = max_real(max_real(over_x, over_y), allowed);
    real kept = allowed / over;
    patch->felt_x = s_x * kept;
    patch->felt_y = s_y * kept;
}

static inline void step_contact_patch(const struct contact_patch_constants *c,
                                      struct contact_patch *patch, const struct contact_motion *m,
                                      real dt, real inverse_dt)
{
    struct carcass_scale scale = carcass_scale_of(m);
    real by_slope = 1.0f / (m->stiffness_x * m->stiffness_y);
    real by_carcass = 1.0f / (m->carcass_x * m->carcass_y);
    real by_grip = 1.0f / (m->grip_x * m->grip_y);
    real compliance_x = m->stiffness_y * by_slope, compliance_y = m->stiffness_x * by_slope;
    real slip_per_x = m->grip_x * compliance_x, slip_per_y = m->grip_y * compliance_y;
    real max_u_x = m->grip_x * (m->carcass_y * by_carcass);
    real max_u_y = m->grip_y * (m->carcass_x * by_carcass);
    real per_x = m->carcass_x * (m->grip_y * by_grip), per_y = m->carcass_y * (m->grip_x * by_grip);
    real min = 0.5f * min_real(slip_per_x / m->max_slip_x, slip_per_y / m->max_slip_y);
    min = min_real(min, splat(0.05f));

    real carried = m->travel_speed * dt;
    real old_x = patch->deflection_x * scale.x, old_y = patch->deflection_y * scale.y;
    real a_x = carried * m->carcass_x * compliance_x, a_y = carried * m->carcass_y * compliance_y;
    real b_x = per_x * (old_x + m->slip_speed_x * dt), b_y = per_y * (old_y + m->slip_speed_y * dt);
    real w = share_that_sticks(a_x, a_y, b_x, b_y, min);
    real x_x = b_x / (w + a_x), x_y = b_y / (w + a_y);
    /* Where w was held at its least, all that is beyond slides. */
    real sticks = 1.0f / square_root(1.0f + (square(x_x) + square(x_y)));
    struct strained s = {.y_x = x_x * sticks, .y_y = x_y * sticks, .ww = square(sticks)};

    real fade = m->travel_speed * c->per_fade_mps;
    real damping = c->damping_s * inverse_dt / (1.0f + fade * fade);
    s.more_x = damping * (s.y_x - per_x * old_x);
    s.more_y = damping * (s.y_y - per_y * old_y);
    patch->sticks = sticks;
    patch->slid_x = (b_x - s.y_x) * max_u_x;
    patch->slid_y = (b_y - s.y_y) * max_u_y;
    real flow =
        (square(patch->slid_x) + square(patch->slid_y)) * square(inverse_dt * c->per_creep_mps);
    real rolls = square(m->travel_speed * c->per_standing_mps);
    patch->stands = 1.0f / (1.0f + square(flow + rolls));
    feel_slip(patch, m, &s, square(min), slip_per_x, slip_per_y);
    real stuck = sticks * (1.0f - square(s.y_x));
    /* Neither sticks nor rolls what stands on ice that has just come below it. */
    real slope = dt * stuck / max_real(stuck + a_x, splat(1e-20f));
    patch->deflection_slope_x = slope * scale.inverse_x;
    patch->force_slope_x = m->carcass_x * slope * (1.0f + damping);
    patch->along = (struct carcass_bend){m->carcass_x, old_x, a_x, scale.inverse_x};
    patch->deflection_x = s.y_x * max_u_x * scale.inverse_x;
    patch->deflection_y = s.y_y * max_u_y * scale.inverse_y;
}

#endif
