/* Damage: failed brakes, burst tyres and lost wheels while a car drives. Other damage is a change of the set-up:
 * another model by kamm_hand_over. */
#ifndef KAMM_DAMAGE_H
#define KAMM_DAMAGE_H

#include <kamm/cars.h>
#include <kamm/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Damage of a wheel. All 0: none. */
typedef struct kamm_wheel_damage {
    /* Lost share of the brake torque; 0 to 1. */
    double brake_loss;
    /* Lost share of the friction; 0 to 1. */
    double grip_loss;
    /* Rolling resistance added to the wheel's, as force per load; 0 to 1. */
    double rolling_resistance;
    /* Loss of the wheel's radius; 0 to the unloaded radius. */
    double radius_loss_m;
} kamm_wheel_damage;

/* Returns the damage of a tyre without air, on which the rim rests. The radius is that at which the tyre bottoms
 * (bottom_offset_m above the rim). The vertical stiffness stays that of the inflated tyre. A model without tyres
 * (kinematic) gives no damage.
 *
 * Estimates: rolling resistance 0.1 more, friction 0.4 less. Publications give ten to thirty times the rolling
 * resistance, and a half to a quarter of the cornering stiffness. Here the loss of friction represents the latter. */
KAMM_API kamm_wheel_damage kamm_burst_tyre(const kamm_model *model, int wheel);

/* Returns the damage of a wheel that came off. The hub slides on its brake disc, at 0.8 of the rim's radius (assumed).
 * Friction is 0.6 less (steel on asphalt), rolling resistance is 0.3, and the brake is lost. The wheel's mass stays. On
 * a differential without a lock the hub spins freely, so the axle loses its drive. */
KAMM_API kamm_wheel_damage kamm_lost_wheel(const kamm_model *model, int wheel);

/* Sets the damage of a wheel; all 0 repairs it. It acts from the next substep on. Snapshots and kamm_hand_over keep it;
 * kamm_place repairs it. The hub drops under its own load. A wheel that regains its radius rises at 1 m/s, as on ground
 * that jumps up.
 *
 * Damage has no effect on kinematic. single_track brakes by the mean of an axle, and the radius has no effect on
 * rigid2d. kamm_set_wheel_grip acts in addition. On error nothing changes; `error` may be NULL. Errors: RANGE. */
KAMM_API kamm_result kamm_damage_wheel(kamm_cars *cars, int car, int wheel,
                                       const kamm_wheel_damage *damage, kamm_error *error);
/* Returns the present damage of a wheel. */
KAMM_API kamm_wheel_damage kamm_wheel_damage_of(const kamm_cars *cars, int car, int wheel);

#ifdef __cplusplus
}
#endif

#endif
