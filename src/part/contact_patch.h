/* Contact patch: how the tyre's slip builds up, from standstill to top speed, by one law.
 *
 * The carcass is a spring between wheel and ground; rolling carries its deflection out of the patch.
 * With s the slip that the Magic Formula sees, per direction,
 *
 *     sigma * ds/dt = V_slip - |V_x| * s
 *
 * (Pacejka, Tire and Vehicle Dynamics, 3rd ed., ch. 7 and 8, eqs 7.7, 8.127). Rolling steadily, s
 * tends to V_slip / |V_x|: the usual slip. Standing, s is a deflection over sigma and the force a
 * spring's, of stiffness K / sigma = C, the carcass's own: a parked car stays parked.
 *
 * sigma shrinks with the force's saturation, sigma = (K / C) / sqrt(1 + (K s / (mu F_z))^2): then the
 * deflection sigma * s never exceeds mu F_z / C, what friction can hold, so that a wheel which slid
 * and turns back unwinds a few millimetres and not the whole way it slid. This is the secant form of
 * Pacejka's nonlinear relaxation length (ch. 7.3) with the saturation simplified to one root; the
 * steady state does not depend on it. There is no timer and no speed at which the law changes.
 *
 * The carcass's damping (Kelvin-Voigt) adds tau * ds/dt to the slip; it fades out with speed as
 * 1 / (1 + (V_x / v)^2), since rolling brings damping of its own. It stays within friction, because
 * it goes through the Magic Formula. tau and v are our choice: they give a locked wheel on a parked
 * car about a third of critical damping and nothing noticeable beyond 10 m/s.
 *
 * The step is implicit in s, stable at any speed. Slip is bounded at +-4, far beyond any peak. */
#ifndef KAMM_PART_CONTACT_PATCH_H
#define KAMM_PART_CONTACT_PATCH_H

#include "../base/lane.h"

#define CONTACT_SLIP_BOUND 4.0f
#define SHORTEST_RELAXATION_M 0.0005f
#define CARCASS_DAMPING_S 0.004f
#define CARCASS_DAMPING_FADE_MPS 2.5f

struct contact_patch {
    real slip_x, slip_y; /* state: as ISO-W slip ratio and tan(slip angle) */
    real felt_x, felt_y; /* the same with the carcass's damping: what the Magic Formula sees */
};

struct contact_motion {
    real slip_speed_x; /* speed that drives the slip ratio: effective radius * spin - V_x */
    real slip_speed_y; /* speed that drives the slip angle: V_y */
    real travel_speed; /* |V_x| */
    real stiffness_x, stiffness_y; /* K, of the slip: N */
    real carcass_x, carcass_y;     /* C: N/m; K / C is the relaxation length at small slip */
    real grip_x, grip_y;           /* mu F_z: where friction saturates, N */
};

static inline void step_contact_patch(struct contact_patch *patch, const struct contact_motion *m,
                                      real dt, real inverse_dt)
{
    real bound = splat(CONTACT_SLIP_BOUND);
    /* 1 / sqrt(1 + (K s / (mu F_z))^2 …), over the common denominator. */
    real grip = m->grip_x * m->grip_y;
    real load_x = patch->slip_x * m->stiffness_x * m->grip_y;
    real load_y = patch->slip_y * m->stiffness_y * m->grip_x;
    real saturation = grip / root(grip * grip + load_x * load_x + load_y * load_y);
    /* The law times C, so that K stands for sigma. */
    real least_x = SHORTEST_RELAXATION_M * m->carcass_x,
         least_y = SHORTEST_RELAXATION_M * m->carcass_y;
    real k_x = max_real(m->stiffness_x * saturation, least_x);
    real k_y = max_real(m->stiffness_y * saturation, least_y);
    real carried = m->travel_speed * dt;
    real next_x = (k_x * patch->slip_x + m->carcass_x * (m->slip_speed_x * dt)) /
                  (k_x + m->carcass_x * carried);
    real next_y = (k_y * patch->slip_y + m->carcass_y * (m->slip_speed_y * dt)) /
                  (k_y + m->carcass_y * carried);
    next_x = clamp(next_x, -bound, bound);
    next_y = clamp(next_y, -bound, bound);

    real fade = m->travel_speed * (1.0f / CARCASS_DAMPING_FADE_MPS);
    real damping = CARCASS_DAMPING_S * inverse_dt / (1.0f + fade * fade);
    patch->felt_x = clamp(next_x + damping * (next_x - patch->slip_x), -bound, bound);
    patch->felt_y = clamp(next_y + damping * (next_y - patch->slip_y), -bound, bound);
    patch->slip_x = next_x;
    patch->slip_y = next_y;
}

#endif
