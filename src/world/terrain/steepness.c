/* How steep the ground is at most around a place, so that a car's body needs not ask for it at each step. */
#include "terrain.h"

#include <math.h>

#define LEAST_STEEPNESS 0.001

/* Returns the steepness of the roughness a r with the painted a. Its gradient is a grad r + r grad
 * a. */
static double steepness_of_roughness(const kamm_terrain *terrain, int layer, double x_m, double y_m)
{
    int surface = terrain->layers[layer].surface;
    struct paint_reach reach = {0, 0};
    if (!terrain->roughness) return 0;
    if (surface >= 0)
        reach.amplitude = (float)terrain->relief[surface].amplitude * 1.0001f;
    else
        reach = kamm_paint_reach(&terrain->paint, terrain->relief, x_m, y_m);
    return (double)reach.amplitude * kamm_roughest_slope(terrain->roughness) +
           (double)reach.amplitude_slope * kamm_roughest_height_m(terrain->roughness);
}

float kamm_steepness_at(const kamm_terrain *terrain, const struct ground_site *site, int layer,
                        double x_m, double y_m)
{
    if (!(site->steepness < INFINITY)) return 0;
    double steepest = (double)site->steepness + steepness_of_roughness(terrain, layer, x_m, y_m);
    if (!(steepest < INFINITY)) return 0;
    return (float)(steepest > LEAST_STEEPNESS ? steepest : LEAST_STEEPNESS);
}
