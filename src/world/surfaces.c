/* Named surfaces. Friction is a factor on what the tyre does on dry asphalt; rolling resistance is
 * added to the tyre's own. */
#include <kamm/ground.h>

#include <string.h>

static const kamm_surface surfaces[] = {
    {.name = "dry_asphalt", .friction = 1.00f},
    {.name = "wet_asphalt", .friction = 0.72f},
    {.name = "concrete", .friction = 1.00f},
    {.name = "gravel", .friction = 0.70f, .rolling_resistance = 0.015f},
    {.name = "sand", .friction = 0.60f, .rolling_resistance = 0.150f},
    {.name = "grass", .friction = 0.55f, .rolling_resistance = 0.060f},
    {.name = "earth", .friction = 0.77f, .rolling_resistance = 0.040f},
    {.name = "mud", .friction = 0.45f, .rolling_resistance = 0.100f},
    {.name = "snow", .friction = 0.24f, .rolling_resistance = 0.020f},
    {.name = "ice", .friction = 0.10f},
};

const kamm_surface *kamm_surfaces(int *count)
{
    if (count) *count = sizeof surfaces / sizeof *surfaces;
    return surfaces;
}

const kamm_surface *kamm_find_surface(const char *name)
{
    for (size_t i = 0; name && i < sizeof surfaces / sizeof *surfaces; ++i)
        if (!strcmp(surfaces[i].name, name)) return &surfaces[i];
    return NULL;
}

kamm_ground kamm_surface_ground(const kamm_surface *surface)
{
    kamm_ground ground = kamm_flat_ground;
    ground.plane.friction = surface->friction;
    ground.plane.rolling_resistance = surface->rolling_resistance + surface->sinkage_drag;
    ground.plane.sliding_loss = surface->sliding_loss;
    return ground;
}
