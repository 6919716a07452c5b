/* How steep the ground is at most around a place, so that a car's body needs not ask for it at each step. */
#include "terrain.h"

#include <math.h>

/* What nobody knows: the ground may rise at once. */
#define UNKNOWN INFINITY
#define LEAST_STEEPNESS 0.001

/* -1: the box has nothing of the layer. */
static double steepness_of_layer(const struct layer *layer, const double low[2],
                                 const double high[2])
{
    int inside = 1;
    for (int i = 0; i < 2; ++i) {
        if (!(high[i] >= layer->low_m[i] && low[i] <= layer->high_m[i])) return -1;
        inside &= low[i] >= layer->low_m[i] && high[i] <= layer->high_m[i];
    }
    if (!inside || layer->kind == KAMM_LAYER_MESH) return UNKNOWN;
    if (layer->kind == KAMM_LAYER_HEIGHTS)
        return kamm_heights_steepness(&layer->heights, low, high);
    return sqrt(layer->slope[0] * layer->slope[0] + layer->slope[1] * layer->slope[1]);
}

/* Of the roughness a r with the painted a: its gradient is a grad r + r grad a. */
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

float kamm_steepness_at(const kamm_terrain *terrain, double x_m, double y_m)
{
    const double at[2] = {x_m, y_m};
    double low[2], high[2], steepest = UNKNOWN;
    int found = -1;
    for (int i = 0; i < 2; ++i) {
        low[i] = at[i] - KAMM_STEEPNESS_REACH_M;
        high[i] = at[i] + KAMM_STEEPNESS_REACH_M;
    }
    for (int i = 0; i < terrain->layer_count; ++i) {
        double steepness = steepness_of_layer(&terrain->layers[i], low, high);
        if (steepness < 0) continue;
        if (found >= 0) return 0;
        found = i;
        steepest = steepness;
    }
    if (!(steepest < UNKNOWN)) return 0;
    steepest += steepness_of_roughness(terrain, found, x_m, y_m);
    if (!(steepest < UNKNOWN)) return 0;
    return (float)(steepest > LEAST_STEEPNESS ? steepest : LEAST_STEEPNESS);
}
