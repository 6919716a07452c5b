#include "faces.h"

#include "../../base/error.h"
#include "../../base/vector_double.h"

#include <math.h>

/* Steeper triangles are faces: the plane below a wheel is not steeper either (envelope.c). */
#define MOST_UPRIGHT 0.26
/* How deep behind a face a point may be: a substep's way at the highest speeds. */
#define FACE_REACH_M 3.0
/* Triangles of one face overlap by this, and bottoms of walls reach so far into the road. */
#define FACE_SEAM_M 0.02
/* How far in front of a face there has to be room. */
#define FACE_FRONT_M 0.02

/* ---- making the lists ---- */

/* 0: no face, as it is level or has no size. */
static int make_face(const kamm_mesh *mesh, int index, struct mesh_face *face)
{
    double v[3][3], e[2][3], n[3];
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            v[i][k] = (double)mesh->vertices_m[mesh->triangles[index][i]][k];
    for (int i = 0; i < 2; ++i)
        for (int k = 0; k < 3; ++k) e[i][k] = v[i + 1][k] - v[0][k];
    cross3(e[0], e[1], n);
    double size = length3(n), longest = fmax(dot3(e[0], e[0]), dot3(e[1], e[1]));
    if (!(size > 1e-6 * longest) || fabs(n[2]) > MOST_UPRIGHT * size) return 0;
    for (int k = 0; k < 3; ++k) {
        face->normal[k] = n[k] / size;
        for (int i = 0; i < 3; ++i) face->corner[i][k] = (float)v[i][k];
    }
    return 1;
}

static struct cell_range cells_of_face(const struct mesh_grid *grid, const struct mesh_face *face)
{
    double low[2], high[2];
    for (int k = 0; k < 2; ++k) {
        const float a = face->corner[0][k], b = face->corner[1][k], c = face->corner[2][k];
        low[k] = (double)fminf(fminf(a, b), c) - FACE_SEAM_M;
        high[k] = (double)fmaxf(fmaxf(a, b), c) + FACE_SEAM_M;
    }
    return kamm_mesh_cells(grid, low, high);
}

/* Counts (list NULL) or enters all faces; `next` is where each cell's next entry goes. */
static void enter_faces(const struct mesh_grid *grid, int32_t *next, int32_t *list)
{
    for (int f = 0; f < grid->face_count; ++f) {
        struct cell_range r = cells_of_face(grid, &grid->faces[f]);
        for (int row = r.low[1]; row <= r.high[1]; ++row)
            for (int column = r.low[0]; column <= r.high[0]; ++column) {
                int32_t *at = &next[row * grid->cells[0] + column];
                if (list) list[*at] = f;
                ++*at;
            }
    }
}

static kamm_result list_faces(struct mesh_grid *grid)
{
    size_t cells = (size_t)grid->cells[0] * (size_t)grid->cells[1];
    int32_t *starts = grid->first_face = kamm_allocate_array(cells + 2, sizeof(int32_t));
    if (!starts) return KAMM_ERROR_MEMORY;
    enter_faces(grid, starts + 2, NULL);
    for (size_t i = 2; i < cells + 2; ++i) starts[i] += starts[i - 1];
    grid->face_list = kamm_allocate_array((size_t)starts[cells + 1] + 1, sizeof(int32_t));
    if (!grid->face_list) return KAMM_ERROR_MEMORY;
    enter_faces(grid, starts + 1, grid->face_list);
    return KAMM_OK;
}

kamm_result kamm_make_mesh_faces(const kamm_mesh *mesh, struct mesh_grid *grid)
{
    struct mesh_face face;
    size_t count = 0;
    for (int i = 0; i < mesh->triangle_count; ++i) count += (size_t)make_face(mesh, i, &face);
    if (!count) return KAMM_OK;
    grid->faces = kamm_allocate_array(count, sizeof *grid->faces);
    if (!grid->faces) return KAMM_ERROR_MEMORY;
    for (int i = 0; i < mesh->triangle_count; ++i)
        grid->face_count += make_face(mesh, i, &grid->faces[grid->face_count]);
    return list_faces(grid);
}

/* ---- finding one ---- */

/* How far a point is behind a face whose shadow along the normal it is in; INFINITY: it is not. */
static double behind(const struct mesh_face *face, const double at_m[3])
{
    double out = 0, from[3][3];
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) from[i][k] = at_m[k] - (double)face->corner[i][k];
    for (int k = 0; k < 3; ++k) out += face->normal[k] * from[0][k];
    for (int i = 0; i < 3; ++i) {
        double edge[3], inwards[3];
        for (int k = 0; k < 3; ++k)
            edge[k] = (double)face->corner[(i + 1) % 3][k] - (double)face->corner[i][k];
        cross3(face->normal, edge, inwards);
        if (dot3(inwards, from[i]) < -FACE_SEAM_M * length3(edge)) return INFINITY;
    }
    return out;
}

/* Whether there is room for a point in front of a face, of which it is the foot. */
static int is_open(const kamm_terrain *terrain, const struct face_plane *face, double height_m)
{
    double front[2];
    for (int k = 0; k < 2; ++k) front[k] = face->at_m[k] + FACE_FRONT_M * face->normal[k];
    struct ground_search found =
        kamm_find_ground(terrain, front[0], front[1], height_m + POINT_MARGIN_M);
    return found.place.height_m <= height_m + POINT_MARGIN_M;
}

/* Takes a face of a mesh if it is nearer than the best one. */
static void consider_face(const kamm_terrain *terrain, const struct mesh_face *face,
                          const double at_m[3], double *best_m, struct face_plane *best)
{
    double out = behind(face, at_m);
    struct face_plane plane;
    if (!(fabs(out) < *best_m)) return;
    for (int k = 0; k < 3; ++k) {
        plane.normal[k] = out > 0 ? -face->normal[k] : face->normal[k];
        plane.at_m[k] = at_m[k] - out * face->normal[k];
    }
    if (!is_open(terrain, &plane, at_m[2])) return;
    *best_m = fabs(out);
    *best = plane;
}

static void search_faces(const kamm_terrain *terrain, const struct mesh_grid *grid,
                         const double at_m[3], double *best_m, struct face_plane *best)
{
    const double low[2] = {at_m[0] - *best_m, at_m[1] - *best_m};
    const double high[2] = {at_m[0] + *best_m, at_m[1] + *best_m};
    struct cell_range r = kamm_mesh_cells(grid, low, high);
    for (int row = r.low[1]; row <= r.high[1]; ++row)
        for (int column = r.low[0]; column <= r.high[0]; ++column) {
            int cell = row * grid->cells[0] + column;
            for (int i = grid->first_face[cell]; i < grid->first_face[cell + 1]; ++i)
                consider_face(terrain, &grid->faces[grid->face_list[i]], at_m, best_m, best);
        }
}

/* What a body stands on when it is nearly up is the ground: no more than the margin of points below it. */
int kamm_find_face(const kamm_terrain *terrain, const double at_m[3], double below_m,
                   struct face_plane *face)
{
    double reach = below_m > POINT_MARGIN_M ? FACE_REACH_M : below_m, best_m = reach;
    for (int i = 0; i < terrain->layer_count; ++i) {
        const struct mesh_grid *grid = &terrain->layers[i].mesh;
        if (terrain->layers[i].kind == KAMM_LAYER_MESH && grid->face_count)
            search_faces(terrain, grid, at_m, &best_m, face);
    }
    return best_m < reach;
}
