/* An axle as single track and double track see it: one cornering stiffness, one friction, with what the
 * full model's suspension does to them.
 *
 * In a steady, gentle turn the full model's axle stands in a slip angle that is not just side force over
 * its tyres' stiffness: the body rolls, which cambers and toes the wheels; static toe and camber pull
 * as load moves across; aligning moments and the rolling resistance of the outer wheels hold the car
 * back from turning. stiffness_n_per_rad is side force over slip angle with all of that, worked out with
 * the full model's own corners at 20 m/s and vanishing lateral acceleration. Its roll follows from
 * springs, bars, tyres and the paths of the wheels (Milliken & Milliken, Race Car Vehicle Dynamics, ch. 16
 * to 18, has the same sum by hand). */
#ifndef KAMM_RUNGS_FULL_CORNERING_H
#define KAMM_RUNGS_FULL_CORNERING_H

#include "../../vehicle/model.h"

struct axle_cornering {
    double stiffness_n_per_rad; /* both wheels, at static load */
    double friction;            /* peak side force per load, at static load */
    double along_friction;      /* the same along the wheels */
    double trail_m;             /* from the contact's middle back to where the side force acts */
    double steer_gain; /* angle in which the steered axle rolls per angle of the rack; caster and
                          kingpin make it a little less than 1 */
};

/* `four_wheels`: the rung has rolling resistance at each wheel by its load, so that this does not have to
 * be in the stiffness. */
void kamm_planar_cornering(const kamm_model *model, int four_wheels,
                           struct axle_cornering cornering[CAR_AXLES]);

/* The whole car in a steady turn, per lateral acceleration and about its rest: body and axles roll by springs, bars,
 * tyres and the paths of the wheels. */
struct car_roll {
    double per_mps2;         /* of the body, to the right in a turn to the left */
    double share[CAR_AXLES]; /* of the moment of roll that the wheels' loads bear */
    double upright_kgm;      /* that moment without the lean … */
    double
        lean_kgm; /* … and what the lean adds: sprung mass times its height above the roll axis */
};

void kamm_planar_roll(const kamm_model *model, struct car_roll *car);

/* Rolling resistance of an axle's tyres per load, at static load and 20 m/s. */
double kamm_planar_rolling_share(const kamm_model *model, int axle);

#endif
