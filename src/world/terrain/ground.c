/* Grounds of one plane; what grounds have beside planes. */
#include "ground.h"
#include "../../base/float_mode.h"
#include "../../base/standard_air.h"
#include "../../run/usual.h"
#include <kamm/ground.h>

#include <math.h>

#define STANDARD_SURROUNDINGS                                                               \
    .gravity_mps2 = {0, 0, -9.80665f}, .air_density_kgpm3 = (float)KAMM_STANDARD_AIR_KGPM3, \
    .interval_substeps = 1

const kamm_ground kamm_flat_ground = {.plane = {.normal = {0, 0, 1}, .friction = 1},
                                      STANDARD_SURROUNDINGS};

kamm_ground kamm_plane_ground(double slope, double bank, double friction)
{
    KAMM_FLOAT_MODE;
    kamm_ground ground = kamm_flat_ground;
    double length = sqrt(1 + slope * slope + bank * bank);
    ground.plane.normal[0] = (float)(-slope / length);
    ground.plane.normal[1] = (float)(-bank / length);
    ground.plane.normal[2] = (float)(1 / length);
    ground.plane.friction = kamm_meant(friction);
    return ground;
}

void kamm_gravity_at(const kamm_ground *ground, const double position[3], double gravity[3])
{
    for (int k = 0; k < 3; ++k) gravity[k] = (double)ground->gravity_mps2[k];
    if (ground->gravity) ground->gravity(ground->gravity_user, 1, position, gravity);
}
