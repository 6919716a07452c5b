/* One sample of a wheel's ground: the layer that is chosen there, with its roughness where the ground is broken. */
#include "sample.h"

struct profile_point kamm_sample_ground(const struct patch *p, double ahead, double left)
{
    double dx = ahead * p->forward[0] - left * p->forward[1];
    double dy = ahead * p->forward[1] + left * p->forward[0];
    double x = p->x_m + dx, y = p->y_m + dy;
    struct ground_search found = kamm_find_ground(p->terrain, x, y, p->limit_m);
    struct place place = found.place;
    if (p->rough && p->broken) {
        struct relief relief = kamm_relief_of_layer(p->terrain, found.layer, x, y);
        kamm_roughen(p->terrain, &relief, x, y, &place);
    }
    const double *f = p->forward;
    if (p->broken && place.height_m > p->cap_m) place.height_m = p->cap_m;
    return (struct profile_point){ahead, place.height_m,
                                  place.slope[0] * f[0] + place.slope[1] * f[1],
                                  place.slope[1] * f[0] - place.slope[0] * f[1]};
}
