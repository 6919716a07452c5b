/* Triangles that are a shape: a surface with a front, seen from where their corners go round anticlockwise.
 *
 * One-sided: a body whose middle is behind a triangle's plane does not meet it. Contacts are those of the triangle with the body, by separating
 * axes as of other polyhedra (collide_convex.c), along normals that the mesh has there: a direction in which the triangles around the touched
 * corner or edge reach higher is none (the corners' and edges' normal cones; P. Terdiman, "Fixing internal edges", 2012, has the problem and
 * other remedies). So nothing catches on edges between triangles that lie in a plane or in a hollow.
 *
 * Triangles are found by a tree of upright boxes over their order along a Morton curve, halved at each node (C. Lauterbach and others,
 * "Fast BVH construction on GPUs", Eurographics 2009): the same tree on every machine. */
#ifndef KAMM_WORLD_COLLIDE_TRIANGLE_MESH_H
#define KAMM_WORLD_COLLIDE_TRIANGLE_MESH_H

#include "convex.h"

struct mesh_node {
    double low[3], high[3];
    int32_t first, count; /* of a leaf; count 0: its first child follows */
    int32_t skip;         /* the node after all that is below this one */
};

/* Mesh in axes of its box, about the box's centre. */
struct triangle_mesh {
    int32_t point_count, triangle_count, node_count;
    double (*point)[3];
    int32_t (*triangle)[3]; /* in the order of the tree */
    double (*normal)[3];
    int32_t *first,
        *around; /* triangles around point p: around[first[p]] … around[first[p + 1] - 1] */
    struct mesh_node *node;
};

/* Returns the fault of a mesh as words; NULL: none. `text` is room for them. */
enum { MESH_ERROR_TEXT = 120 };
const char *kamm_check_mesh(const kamm_shape *shape, char text[MESH_ERROR_TEXT]);

/* From a shape that has been checked; `box` becomes the one around it, in its frame. NULL: out of memory. */
struct triangle_mesh *kamm_make_mesh(const kamm_shape *shape, struct oriented_box *box);
void kamm_release_mesh(struct triangle_mesh *mesh);

/* Calls for each triangle near a straight way from one place to another, in the mesh's axes, of something that reaches so far along each. */
typedef void mesh_visit(void *context, int32_t triangle);
struct mesh_way {
    double from[3], move[3], reach[3];
};
void kamm_visit_mesh(const struct triangle_mesh *mesh, const struct mesh_way *way,
                     mesh_visit *visit, void *context);

/* The same box, or vector, in the axes of another. */
void kamm_box_in_mesh(const struct oriented_box *mesh_box, const struct oriented_box *box,
                      struct oriented_box *out);
void kamm_vector_in_mesh(const struct oriented_box *mesh_box, const double v[3], double out[3]);
void kamm_vector_of_mesh(const struct oriented_box *mesh_box, const double own[3], double out[3]);

/* A triangle as a body without thickness, in the mesh's axes: its front is face 0; faces 1 to 3 are upright on its sides. */
struct triangle_body {
    struct convex shape;
    struct placed_convex placed;
};
void kamm_start_triangle(struct triangle_body *body);
void kamm_set_triangle(struct triangle_body *body, const struct triangle_mesh *mesh,
                       int32_t triangle);

/* Whether the mesh has that normal where this triangle reaches farthest along it. */
int kamm_is_mesh_normal(const struct triangle_mesh *mesh, int32_t triangle, const double normal[3]);

/* Contacts with all triangles: any number are looked at, of whose points some that span the same area are kept. */
enum { MESH_CONTACTS = 64 };
struct mesh_contact {
    double at[3], normal[3], gap_m; /* normal: from the body to the mesh; world axes */
    int index;                      /* of the caller's */
};
struct mesh_contacts {
    int count;
    struct mesh_contact points[MESH_CONTACTS];
};
void kamm_collide_mesh(const struct triangle_mesh *mesh, const struct oriented_box *mesh_box,
                       const struct collider *body, double margin_m, struct mesh_contacts *out);
/* Adds a contact, unless it is there. What is no longer room for is thinned. */
void kamm_keep_contact(struct mesh_contacts *contacts, const struct mesh_contact *made,
                       double size_m);
/* Leaves the deepest and those farthest apart, where a difference of normals counts as `size_m` times that. */
void kamm_thin_contacts(struct mesh_contacts *contacts, int count, double size_m);

#endif
