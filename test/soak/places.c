/* Grounds: planes, waves that a query tells, gravity that a host tells, wind. */
#include "soak.h"

#include <math.h>
#include <string.h>

static void waves(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const struct soak_place *place = user;
    double k = 6.283185307179586 / place->length_m, a = place->amplitude_m;
    for (int i = 0; i < count; ++i) {
        const double *p = probes[i].position_m;
        double slope = a * k * cos(k * p[0]), size = sqrt(1 + slope * slope);
        kamm_contact at = {.friction = 1, .surface = 7};
        memcpy(at.point_m, p, sizeof at.point_m);
        at.point_m[2] = a * sin(k * p[0]);
        at.normal[0] = (float)(-slope / size);
        at.normal[2] = (float)(1 / size);
        at.steepness = (float)(a * k);
        contacts[i] = at;
    }
}

static void pull(void *user, int count, const double *positions_m, double *gravity_mps2)
{
    const struct soak_place *place = user;
    (void)positions_m;
    for (int i = 0; i < count; ++i) {
        gravity_mps2[3 * i] = 0.2;
        gravity_mps2[3 * i + 1] = 0;
        gravity_mps2[3 * i + 2] = -place->pull_mps2;
    }
}

void soak_make_place(struct soak *soak, struct soak_place *place)
{
    *place = (struct soak_place){.ground = kamm_flat_ground};
    int kind = soak_below(soak, 4);
    double friction = soak_between(soak, 0.1, 1.2);
    if (kind == 1)
        place->ground = kamm_plane_ground(soak_between(soak, -0.3, 0.3),
                                          soak_between(soak, -0.3, 0.3), friction);
    if (kind >= 2) {
        place->amplitude_m = soak_between(soak, 0.005, 0.15);
        place->length_m = soak_between(soak, 4, 60);
        place->ground.query = waves;
        place->ground.user = place;
        place->ground.interval_substeps = 1 + soak_below(soak, 8);
        place->ground.body_points = soak_below(soak, 2);
    }
    place->pull_mps2 = soak_between(soak, 1, 15);
    if (soak_below(soak, 5) == 0) {
        place->ground.gravity = pull;
        place->ground.gravity_user = place;
        place->ground.gravity_mps2[2] = -16; /* the strongest that it gives */
    }
    if (soak_below(soak, 3) == 0) place->ground.wind_mps[1] = (float)soak_between(soak, -25, 25);
}
