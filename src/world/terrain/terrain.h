/* A terrain from inside: its layers, and what they are at a place. */
#ifndef KAMM_WORLD_TERRAIN_TERRAIN_H
#define KAMM_WORLD_TERRAIN_TERRAIN_H

#include "heights.h"
#include "mesh.h"
#include "paint.h"
#include "roughness.h"
#include "sites.h"

#include <kamm/terrain.h>

struct layer {
    kamm_layer_kind kind;
    int surface; /* -1: as painted */
    double height_m, slope[2];
    double low_m[2], high_m[2]; /* of what it covers */
    struct height_grid heights;
    struct mesh_grid mesh;
};

struct kamm_terrain {
    struct layer *layers;
    kamm_surface *surfaces;
    int layer_count, surface_count;
    struct surface_relief relief[256];
    struct paint_grid paint;
    struct site_grid sites;
    struct roughness *roughness; /* NULL: no surface has any */
    int sinks;                   /* 1: into some surface */
};

/* How far above a point of a car's body, or a dynamic body's, the ground still is its ground: they are pressed in
 * when they hit it. A bridge needs this much clearance. A wheel has its own radius. */
#define POINT_MARGIN_M 0.25

/* The ground that a query finds: of the layers (or triangles) that cover a place the highest that
 * is not above `limit_m`, else the lowest. Of two at the same height the later layer. */
struct ground_search {
    double x_m, y_m, limit_m;
    int layer;    /* -1: nothing found */
    int triangle; /* … of a mesh's layer */
    struct place place;
};
/* Beyond all layers it returns level ground at the nearest point of the nearest layer. */
struct ground_search kamm_find_ground(const kamm_terrain *terrain, double x_m, double y_m,
                                      double limit_m);

/* The surface that a layer has at a place, and its relief. */
int kamm_surface_of_layer(const kamm_terrain *terrain, int layer, double x_m, double y_m);
struct relief kamm_relief_of_layer(const kamm_terrain *terrain, int layer, double x_m, double y_m);

/* The only surface around a place of a layer; -1: there may be several. */
int kamm_surface_around(const kamm_terrain *terrain, int layer, double x_m, double y_m);

/* The ground of a layer at a place that it covers, which is a plane or a height map. */
void kamm_place_in_layer(const struct layer *layer, double x_m, double y_m, struct place *place);

/* Adds the roughness of that relief. */
void kamm_roughen(const kamm_terrain *terrain, const struct relief *relief, double x_m, double y_m,
                  struct place *place);

/* Returns the ground with roughness, without sinkage; beyond all layers that of their border. */
struct ground_search kamm_ground_at(const kamm_terrain *terrain, double x_m, double y_m,
                                    double limit_m);

/* How steep the ground around a place, of that site and layer, is at most, as kamm_contact.steepness: steepness.c. */
float kamm_steepness_at(const kamm_terrain *terrain, const struct ground_site *site, int layer,
                        double x_m, double y_m);

/* Answers probes: answer.c. */
void kamm_touch_terrain(const kamm_terrain *terrain, int count, const kamm_probe *probes,
                        kamm_contact *contacts);

/* RANGE unless the def describes a terrain: check.c. */
kamm_result kamm_check_terrain(const kamm_terrain_def *def, kamm_error *error);

#endif
