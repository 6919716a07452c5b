/* Compliance: what the tyre's force does to the wheel's toe and camber through bushes, links and steering gear.
 *
 * The coefficients are those that a kinematics and compliance rig measures with a force or torque in one contact patch (SAE
 * J1574-1; Milliken and Milliken, Race Car Vehicle Dynamics, ch. 17): steer by lateral force, camber by lateral
 * force, steer by aligning torque. In the wheel's own axes they are the same on both sides: a force to the left turns the wheel
 * to the left where a wheel that is pushed inwards goes to toe-in, and takes its foot to the left.
 *
 * It follows the force with a lag T, as a spring beside a damper of T times its stiffness does: storage F^2 c / 2 is not in the
 * energy of the car (16 J for a wheel of 4 kN and 2 mm), and the lag only takes. Steer by force and by torque can swing
 * with nothing: d(steer)/d(force) times the cornering stiffness is below a half on all shipped cars.
 *
 * Departures: linear; the wheel turns and leans about its centre and its way sideways (0.1 mm/kN) is left out; compliance by the
 * forces along the car is left out; what turns the wheel by torque is the tyre's own moment, the lateral force's being in
 * its own coefficient. */
#ifndef KAMM_PART_COMPLIANCE_H
#define KAMM_PART_COMPLIANCE_H

#include "../base/lane.h"
#include "../base/num.h"

#define MOST_COMPLIANT_RAD 0.03f /* bushes are stiffer beyond */

struct compliance_constants {
    num steer_rad_per_n;  /* to the left per force to the left */
    num lean_rad_per_n;   /* top to the left, likewise: not positive */
    num steer_rad_per_nm; /* per torque about the normal */
    num follow;           /* share of the way in a substep */
};

LANE_INLINE real yielded(real was, real to, real follow)
{
    return was + follow * (clamp(to, splat(-MOST_COMPLIANT_RAD), splat(MOST_COMPLIANT_RAD)) - was);
}

/* Computes the compliance under the side force and moment of a tyre, ISO axes of the wheel. */
LANE_INLINE void yield_to(const struct compliance_constants *c, real fy_n, real mz_nm, real *steer,
                          real *lean)
{
    real follow = lanes(c->follow);
    *steer = yielded(*steer, c->steer_rad_per_n * fy_n + c->steer_rad_per_nm * mz_nm, follow);
    *lean = yielded(*lean, c->lean_rad_per_n * fy_n, follow);
}

#endif
