/* Surfaces as ground; data/surfaces.json says which there are. */
#include "../base/error.h"
#include <kamm/ground.h>

static void cover(kamm_contact *contact, const kamm_surface *surface)
{
    contact->friction = surface->friction;
    contact->rolling_resistance = surface->rolling_resistance + surface->sinkage_drag;
    contact->sliding_loss = surface->sliding_loss;
}

kamm_ground kamm_surface_ground(const kamm_surface *surface)
{
    KAMM_REQUIRE(surface, kamm_flat_ground);
    kamm_ground ground = kamm_flat_ground;
    cover(&ground.plane, surface);
    return ground;
}

static void query_surfaced(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const kamm_surfaced *surfaced = user;
    const kamm_ground *ground = &surfaced->ground;
    for (int i = 0; !ground->query && i < count; ++i) contacts[i] = ground->plane;
    if (ground->query) ground->query(ground->user, count, probes, contacts);
    for (int i = 0; surfaced->surface && i < count; ++i) cover(&contacts[i], surfaced->surface);
}

kamm_ground kamm_surfaced_ground(kamm_surfaced *surfaced)
{
    KAMM_REQUIRE(surfaced, kamm_flat_ground);
    KAMM_REQUIRE(surfaced->ground.query || !surfaced->ground.contacts, kamm_flat_ground);
    kamm_ground ground = surfaced->ground;
    ground.query = query_surfaced;
    ground.user = surfaced;
    return ground;
}
