#include "usual.h"

#include <string.h>

static int is_zero(const float v[3]) { return v[0] == 0 && v[1] == 0 && v[2] == 0; }

const kamm_ground *kamm_usual_ground(const kamm_ground *ground, kamm_ground *completed)
{
    const kamm_ground *usual = &kamm_flat_ground;
    if (!is_zero(ground->gravity_mps2) && ground->air_density_kgpm3 != 0 &&
        !is_zero(ground->plane.normal) && ground->plane.friction != 0)
        return ground;
    *completed = *ground;
    if (is_zero(ground->gravity_mps2))
        memcpy(completed->gravity_mps2, usual->gravity_mps2, sizeof usual->gravity_mps2);
    if (ground->air_density_kgpm3 == 0) completed->air_density_kgpm3 = usual->air_density_kgpm3;
    if (is_zero(ground->plane.normal))
        memcpy(completed->plane.normal, usual->plane.normal, sizeof usual->plane.normal);
    completed->plane.friction = kamm_usual_friction(ground->plane.friction);
    return completed;
}
