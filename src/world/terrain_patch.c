/* What a probe is told. */
#include "terrain.h"

#include <math.h>

static void write_plane(const kamm_probe *probe, const struct place *plane, kamm_contact *contact)
{
    double gx = plane->slope[0], gy = plane->slope[1];
    double inverse = 1 / sqrt(1 + (gx * gx + gy * gy));
    contact->point_m[0] = probe->position_m[0];
    contact->point_m[1] = probe->position_m[1];
    contact->point_m[2] = plane->height_m;
    contact->normal[0] = (float)(-gx * inverse);
    contact->normal[1] = (float)(-gy * inverse);
    contact->normal[2] = (float)inverse;
}

static void write_surface(const kamm_terrain *terrain, int surface, kamm_contact *contact)
{
    const kamm_surface *s = &terrain->surfaces[surface];
    contact->friction = s->friction;
    contact->rolling_resistance = s->rolling_resistance + s->sinkage_drag;
    contact->sliding_loss = s->sliding_loss;
    contact->surface = surface;
}

void kamm_touch_terrain(const kamm_terrain *terrain, const kamm_probe *probe, kamm_contact *contact)
{
    const double *at = probe->position_m;
    double margin = probe->radius_m > 0 ? probe->radius_m : POINT_MARGIN_M;
    struct ground_search found = kamm_ground_at(terrain, at[0], at[1], at[2] + margin);
    struct relief relief = kamm_relief_of_layer(terrain, found.layer, at[0], at[1]);
    if (probe->radius_m > 0) {
        found.place.height_m -= relief.sinkage_m;
        for (int i = 0; i < 2; ++i) found.place.slope[i] -= relief.sinkage_slope[i];
    }
    for (int i = 0; i < 3; ++i) contact->velocity_mps[i] = 0;
    write_plane(probe, &found.place, contact);
    write_surface(terrain, kamm_surface_of_layer(terrain, found.layer, at[0], at[1]), contact);
}
