/* Constants of a tyre for soft_soil.h. */
#ifndef KAMM_PART_TYRE_SOFT_SOIL_CONSTANTS_H
#define KAMM_PART_TYRE_SOFT_SOIL_CONSTANTS_H

#include "../../base/num.h"

struct soft_soil_constants {
    num width_m, inverse_width, diameter_m, inverse_root_diameter;
    num inverse_circumference;
    num inverse_pressure, log_pressure; /* of the flat tyre on the ground: p_g */
};

#endif
