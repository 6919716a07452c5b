/* An axle as single track and double track see it: one cornering stiffness, one friction. */
#ifndef KAMM_MODEL_PLANAR_CORNERING_H
#define KAMM_MODEL_PLANAR_CORNERING_H

#include "../model.h"

struct axle_cornering {
    double stiffness_n_per_rad; /* both wheels, at static load */
    double friction;            /* peak side force per load */
    double trail_m;             /* from the contact's middle back to where the side force acts */
};

void planar_cornering(const kamm_model *model, struct axle_cornering cornering[CAR_AXLES]);

#endif
