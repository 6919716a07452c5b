/* A steering wheel that no hand guides, or one that a torque turns.
 *
 *     J dw/dt = driver - felt - d w - friction sign(w),     felt = M - servo,     |servo| <= share |M|
 *
 * M is the torque that a driver without assistance has to hold (channel steering_torque_nm). A rigid column with a torsion
 * bar whose torque T the servo amplifies on the rack by share / (1 - share): J_w dw/dt = driver - T at the wheel and
 * J_r dw/dt = T / (1 - share) - M at the rack (M. Harrer and P. Pfeffer, Steering Handbook, 2017) give, T
 * eliminated, this equation with J = J_w + (1 - share) J_r. So J, d and the friction are those that the hands feel.
 *
 * Assumptions: the share fades from standstill to a road speed linearly; one inertia at all speeds; the servo is there
 * with the engine off as well. Friction is Coulomb's, implicit as the damping is, so that the wheel stops in a substep
 * and then holds as much as that friction. M comes from the substep at whose end the rate changes; the rate turns the
 * wheel in the next one (symplectic Euler, stable while the frequency times the substep is below 2). */
#ifndef KAMM_PART_STEERING_WHEEL_H
#define KAMM_PART_STEERING_WHEEL_H

#include "../base/lane_math.h"
#include "../base/num.h"

#define STEERING_MOST_RADPS 100.0 /* of an ordinary car: five times as fast as hands are */

struct steering_wheel_constants {
    num rate_per_nm;    /* dt / J: change of the rate by a torque within a substep */
    num friction_radps; /* by which dry friction slows it down in a substep, at most */
    num kept;           /* share of the rate that the damping leaves: J / (J + d dt) */
    num assistance;     /* share of the torque, at standstill */
    num assistance_fade, inverse_fade_mps; /* how much more it is from that road speed on */
    num assistance_max_nm;
    num most_radps;
};

/* Returns the torque of the servo, which relieves the hands. */
LANE_INLINE real steering_assistance_nm(const struct steering_wheel_constants *c, real torque_nm,
                                        real speed_mps)
{
    real fade = min_real(speed_mps * c->inverse_fade_mps, splat(1.0f));
    real share = c->assistance + c->assistance_fade * fade;
    real most = lanes(c->assistance_max_nm);
    return clamp(share * torque_nm, -most, most);
}

/* The wheel's rate at the end of a substep. */
LANE_INLINE real steering_wheel_rate(const struct steering_wheel_constants *c, real rate_radps,
                                     real driver_nm, real torque_nm, real speed_mps)
{
    real felt_nm = torque_nm - steering_assistance_nm(c, torque_nm, speed_mps);
    real pushed = rate_radps + (driver_nm - felt_nm) * c->rate_per_nm;
    real slowed = max_real(absolute(pushed) - c->friction_radps, splat(0.0f));
    return copy_sign(min_real(slowed * c->kept, lanes(c->most_radps)), pushed);
}

#endif
