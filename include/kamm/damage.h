/* Damage to a car's wheels while it drives: brakes that fail, burst tyres, lost wheels. What else a game knows of damage is a set-up:
 * another model by kamm_hand_over. */
#ifndef KAMM_DAMAGE_H
#define KAMM_DAMAGE_H

#include <kamm/cars.h>
#include <kamm/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Of a wheel. All 0: none. */
typedef struct kamm_wheel_damage {
    double brake_loss;         /* share of the brake's torque that is gone; 0 to 1 */
    double grip_loss;          /* share of the friction that is gone; 0 to 1 */
    double rolling_resistance; /* added to what the wheel has, as force per load; 0 to 1 */
    double
        radius_loss_m; /* how much less the wheel stands out from its hub; 0 to the unloaded radius */
} kamm_wheel_damage;

/* A tyre without air: the rim lies on it. The radius is lost down to where the tyre bottoms (bottom_offset_m above the rim).
 * Rolling resistance 0.1 more and friction 0.4 less are estimates: publications name ten to thirty times the
 * rolling resistance, and a cornering stiffness of a half to a quarter, which a loss of friction stands for here. The vertical
 * stiffness stays that of the tyre with air. A model without tyres (kinematic) gives no damage. */
KAMM_API kamm_wheel_damage kamm_burst_tyre(const kamm_model *model, int wheel);

/* A wheel that came off: the hub slides on its brake disc, which is taken as 0.8 of the rim's radius, with 0.6 less friction (steel
 * on asphalt), a rolling resistance of 0.3 and no brake. Its mass stays. On differentials without a lock the drive is
 * lost, as that hub spins freely. */
KAMM_API kamm_wheel_damage kamm_lost_wheel(const kamm_model *model, int wheel);

/* Damages a wheel, or mends it. It holds from the next substep on, stays, goes along in snapshots and by kamm_hand_over, and
 * is gone when the car is placed. The hub comes down under its own load; where radius comes back the wheel rises as on ground that
 * jumps up, at 1 m/s. Wheels of kinematic take it without effect; single_track brakes by the mean of an axle, and rigid2d
 * has no ride that a radius would change. kamm_set_wheel_grip is beside it. Errors: RANGE, where a value is not in its range;
 * nothing changes then. `error` may be NULL. */
KAMM_API kamm_result kamm_damage_wheel(kamm_cars *cars, int car, int wheel,
                                       const kamm_wheel_damage *damage, kamm_error *error);
KAMM_API kamm_wheel_damage kamm_wheel_damage_of(const kamm_cars *cars, int car, int wheel);

#ifdef __cplusplus
}
#endif

#endif
