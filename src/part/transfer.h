/* Transfer case: low range, and the control of a clutch that drives one of its outputs.
 *
 *     range = transfer_range(v, range, wanted, road_speed, clutch_is_free);
 *     ratio = gearbox_ratio(…) * transfer_ratio(v, range);
 *     clutch = transfer_clutch_nm(v, clutch, drive_nm, rate, brake);        then coupling_step with that as the limit
 *
 * Low range goes in and out below walking pace only and while nothing drives through the gearbox by force: with the clutch open, by its
 * pedal or because it works by itself, or in neutral. A dog clutch without synchronisation needs that.
 *
 * The clutch drives one output where the other is driven rigidly. Its control has the two parts that all such systems have (D. Piyabongkarn,
 * J. Y. Lew, R. Rajamani, J. A. Grogg, Active driveline torque-management systems, IEEE Control Systems Magazine 30 (2010) 86-102): a part
 * ahead of any slip, by the torque that the engine puts in, and one by the difference of the outputs' speeds:
 *
 *     wanted = (share |drive torque| + gain |difference of speeds|) * (1 - 5 brake), from 0 to the most that it carries,
 *
 * and a lag of first order. `share` is the drive_share of the axles behind it. It opens over the first fifth of brake pedal and hand brake, so that
 * anti-lock brakes find the axles apart and a hand brake does not drag the front wheels. It carries by friction: from the faster to the slower
 * output, whatever is wanted. */
#ifndef KAMM_PART_TRANSFER_H
#define KAMM_PART_TRANSFER_H

#include "../base/num.h"

#define TRANSFER_SHIFT_MPS \
    0.5 /* of an ordinary car: below that road speed the range can be changed */

struct transfer_constants {
    num clutch_nm; /* most; 0: there is no clutch */
    num clutch_share, clutch_slip_nms_per_rad, clutch_blend;
    num low_ratio; /* 1: no low range */
    num low_inverse_ratio;
    num shift_mps; /* below that road speed the range can be changed */
};

LANE_INLINE int has_low_range(const struct transfer_constants *v)
{
    return any_num(v->low_ratio > 1.0f);
}

LANE_INLINE real transfer_range(const struct transfer_constants *v, real range, real wanted,
                                real road_speed_mps, mask free)
{
    mask shifts = free & (absolute(road_speed_mps) < v->shift_mps) & (lanes(v->low_ratio) > 1.0f);
    real chosen = pick(wanted > 0.5f, splat(1.0f), splat(0.0f));
    return pick(shifts, chosen, range);
}

LANE_INLINE real transfer_ratio(const struct transfer_constants *v, real range)
{
    return pick(range > 0.5f, lanes(v->low_ratio), splat(1.0f));
}

LANE_INLINE real transfer_inverse_ratio(const struct transfer_constants *v, real range)
{
    return pick(range > 0.5f, lanes(v->low_inverse_ratio), splat(1.0f));
}

LANE_INLINE real transfer_clutch_nm(const struct transfer_constants *v, real clutch_nm,
                                    real drive_nm, real rate, real brake)
{
    real ahead = v->clutch_share * absolute(drive_nm);
    real by_slip = v->clutch_slip_nms_per_rad * absolute(rate);
    real open = max_real(1.0f - 5.0f * brake, splat(0.0f));
    real wanted = min_real(ahead + by_slip, lanes(v->clutch_nm)) * open;
    return mix(clutch_nm, wanted, lanes(v->clutch_blend));
}

#endif
