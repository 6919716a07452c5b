/* A surface as ground; data/surfaces.json says which there are. */
#include <kamm/ground.h>

kamm_ground kamm_surface_ground(const kamm_surface *surface)
{
    kamm_ground ground = kamm_flat_ground;
    ground.plane.friction = surface->friction;
    ground.plane.rolling_resistance = surface->rolling_resistance + surface->sinkage_drag;
    ground.plane.sliding_loss = surface->sliding_loss;
    return ground;
}
