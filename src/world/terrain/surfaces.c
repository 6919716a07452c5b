/* Surfaces as ground; data/surfaces.json says which there are. */
#include "../../base/error.h"
#include "../../run/usual.h"

static void cover(kamm_contact *contact, const kamm_surface *surface)
{
    contact->friction = kamm_usual_friction(surface->friction);
    contact->rolling_resistance = surface->rolling_resistance + surface->sinkage_drag;
    contact->sliding_loss = surface->sliding_loss;
    contact->water_m = surface->water_m;
    contact->soil = surface->soil;
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
    const kamm_surface_override *override = user;
    const kamm_ground *ground = &override->ground;
    kamm_ground completed;
    const kamm_contact *plane = &kamm_usual_ground(ground, &completed)->plane;
    for (int i = 0; !ground->query && i < count; ++i) contacts[i] = *plane;
    if (ground->query) ground->query(ground->user, count, probes, contacts);
    for (int i = 0; override->surface && i < count; ++i) cover(&contacts[i], override->surface);
}

kamm_ground kamm_surface_override_ground(kamm_surface_override *override)
{
    KAMM_REQUIRE(override, kamm_flat_ground);
    KAMM_REQUIRE(override->ground.query || !override->ground.contacts, kamm_flat_ground);
    kamm_ground ground = override->ground;
    ground.query = query_surfaced;
    ground.user = override;
    return ground;
}
