/* Which layer is the ground at a place. See terrain.h. */
#include "terrain.h"

#include <math.h>

static int consider(struct ground_search *search, int layer, const struct place *place)
{
    double height = place->height_m, best = search->place.height_m, limit = search->limit_m;
    int better =
        height <= limit ? !(best <= limit) || height >= best : best > limit && height < best;
    if (search->layer >= 0 && !better) return 0;
    search->layer = layer;
    search->place.height_m = height; /* one by one, as they came: a wide copy would wait for them */
    search->place.slope[0] = place->slope[0];
    search->place.slope[1] = place->slope[1];
    return 1;
}

static struct place place_on_plane(const struct layer *layer, double x_m, double y_m)
{
    struct place place = {layer->height_m + (layer->slope[0] * x_m + layer->slope[1] * y_m),
                          {layer->slope[0], layer->slope[1]}};
    return place;
}

void kamm_place_in_layer(const struct layer *layer, double x_m, double y_m, struct place *place)
{
    if (layer->kind == KAMM_LAYER_PLANE)
        *place = place_on_plane(layer, x_m, y_m);
    else
        kamm_heights_at(&layer->heights, x_m, y_m, place);
}

static void search_mesh(const struct mesh_grid *mesh, int index, struct ground_search *search)
{
    int cell = kamm_mesh_cell(mesh, search->x_m, search->y_m);
    struct place place;
    if (cell < 0) return;
    for (int i = mesh->first[cell]; i < mesh->first[cell + 1]; ++i) {
        int triangle = mesh->list[i];
        if (kamm_triangle_at(&mesh->triangles[triangle], search->x_m, search->y_m, &place) &&
            consider(search, index, &place))
            search->triangle = triangle;
    }
}

static void search_layer(const struct layer *layer, int index, struct ground_search *search)
{
    struct place place;
    double x = search->x_m, y = search->y_m;
    if (layer->kind == KAMM_LAYER_MESH) {
        search_mesh(&layer->mesh, index, search);
    } else if (layer->kind == KAMM_LAYER_HEIGHTS) {
        if (kamm_heights_at(&layer->heights, x, y, &place)) consider(search, index, &place);
    } else if (x >= layer->low_m[0] && x <= layer->high_m[0] && y >= layer->low_m[1] &&
               y <= layer->high_m[1]) {
        place = place_on_plane(layer, x, y);
        consider(search, index, &place);
    }
}

static struct ground_search search_ground(const kamm_terrain *terrain, double x_m, double y_m,
                                          double limit_m)
{
    struct ground_search search = {x_m, y_m, limit_m, -1, -1, {0, {0, 0}}};
    for (int i = 0; i < terrain->layer_count; ++i) search_layer(&terrain->layers[i], i, &search);
    return search;
}

/* Nearest point of a layer and its distance. */
static double nearest_in_layer(const struct layer *layer, const double at_m[2], double nearest[2])
{
    if (layer->kind == KAMM_LAYER_MESH) return kamm_nearest_in_mesh(&layer->mesh, at_m, nearest);
    for (int i = 0; i < 2; ++i) {
        nearest[i] = at_m[i] > layer->low_m[i] ? at_m[i] : layer->low_m[i];
        if (nearest[i] > layer->high_m[i]) nearest[i] = layer->high_m[i];
    }
    double dx = at_m[0] - nearest[0], dy = at_m[1] - nearest[1];
    return sqrt(dx * dx + dy * dy);
}

static struct ground_search search_border(const kamm_terrain *terrain, double x_m, double y_m,
                                          double limit_m)
{
    const double at[2] = {x_m, y_m};
    double nearest[2], border[2] = {0, 0}, best = INFINITY;
    for (int i = 0; i < terrain->layer_count; ++i) {
        double distance = nearest_in_layer(&terrain->layers[i], at, nearest);
        if (!(distance < best)) continue;
        best = distance;
        border[0] = nearest[0], border[1] = nearest[1];
    }
    struct ground_search search = search_ground(terrain, border[0], border[1], limit_m);
    if (search.layer < 0) search.layer = 0; /* a place that is no number */
    search.place.slope[0] = search.place.slope[1] = 0;
    return search;
}

struct ground_search kamm_find_ground(const kamm_terrain *terrain, double x_m, double y_m,
                                      double limit_m)
{
    struct ground_search found = search_ground(terrain, x_m, y_m, limit_m);
    if (found.layer < 0) found = search_border(terrain, x_m, y_m, limit_m);
    return found;
}

int kamm_surface_of_layer(const kamm_terrain *terrain, int layer, double x_m, double y_m)
{
    int surface = terrain->layers[layer].surface;
    return surface >= 0 ? surface : kamm_paint_at(&terrain->paint, x_m, y_m);
}

int kamm_surface_around(const kamm_terrain *terrain, int layer, double x_m, double y_m)
{
    int surface = terrain->layers[layer].surface;
    return surface >= 0 ? surface : kamm_paint_alone(&terrain->paint, x_m, y_m);
}

struct relief kamm_relief_of_layer(const kamm_terrain *terrain, int layer, double x_m, double y_m)
{
    int surface = terrain->layers[layer].surface;
    if (surface < 0) return kamm_paint_relief(&terrain->paint, terrain->relief, x_m, y_m);
    return (struct relief){.amplitude = terrain->relief[surface].amplitude,
                           .sinkage_m = terrain->relief[surface].sinkage_m};
}

void kamm_roughen(const kamm_terrain *terrain, const struct relief *relief, double x_m, double y_m,
                  struct place *place)
{
    const double *change = relief->amplitude_slope;
    if (!kamm_is_rough(relief)) return;
    double slope[2], rough = kamm_roughness_at(terrain->roughness, x_m, y_m, slope);
    place->height_m += relief->amplitude * rough;
    for (int i = 0; i < 2; ++i) place->slope[i] += relief->amplitude * slope[i] + change[i] * rough;
}

struct ground_search kamm_ground_at(const kamm_terrain *terrain, double x_m, double y_m,
                                    double limit_m)
{
    struct ground_search search = kamm_find_ground(terrain, x_m, y_m, limit_m);
    if (!terrain->roughness) return search;
    struct relief relief = kamm_relief_of_layer(terrain, search.layer, x_m, y_m);
    kamm_roughen(terrain, &relief, x_m, y_m, &search.place);
    return search;
}
