/* Ground of a world: terrain and static bodies from Godot's shapes and meshes. */
#ifndef KAMM_GODOT_GROUND_H
#define KAMM_GODOT_GROUND_H

#include "engine.h"

#include <kamm/world.h>

/* All data are the owner's. */
struct ground_parts {
    /* Height maps and planes. */
    kamm_layer *layers;
    int layer_count;
    /* Three vertices a triangle, in Kamm's axes. */
    float (*ground_m)[3];
    int ground_count;
    kamm_body_def *bodies;
    int body_count;
};

/* Each returns 0, with a Godot error that names `where`, if the shape has no place in Kamm or memory is missing. */
int add_shape(struct ground_parts *parts, void *shape, const gd_transform3d *at, const char *where);
int add_box(struct ground_parts *parts, gd_vector3 size_m, const gd_transform3d *at,
            const char *where);
/* Triangles of a Mesh. */
int add_mesh(struct ground_parts *parts, void *mesh, const gd_transform3d *at, const char *where);
/* Collision shapes of static bodies below a node. */
void collect_shapes(struct ground_parts *parts, void *node, const char *where);
void free_parts(struct ground_parts *parts);

/* Compiles the terrain of both parts; *terrain is NULL if they have none. Returns 0 with a Godot error. */
int make_terrain(const struct ground_parts *const parts[2], double friction, kamm_terrain **terrain,
                 const char *where);

#endif
