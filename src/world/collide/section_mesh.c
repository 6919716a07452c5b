/* Section of a mesh below a wheel: the triangles that face up, cut by an upright plane (section.h). */
#include "section.h"

#include "../../base/vector_double.h"
#include "triangle_mesh.h"

#include <math.h>

/* Steeper ones are walls. */
#define MIN_UPRIGHT 0.1
#define SHORTEST_M 1e-9
#define JOINED_M 1e-6
enum { MAX_RAW = 256, MESH_PIECES = 12 };

struct mesh_cutting {
    const struct triangle_mesh *mesh;
    const struct oriented_box *box;
    const struct cut *cut;
    int count;
    struct section_piece raw[MAX_RAW];
};

/* Converts to coordinates of the cut: along it, to its left, and up. */
static void into_cut(const struct mesh_cutting *c, const double own[3], double out[3])
{
    const double *f = c->cut->forward;
    double at[3];
    kamm_vector_of_mesh(c->box, own, at);
    for (int k = 0; k < 3; ++k) at[k] += c->box->centre[k] - c->cut->at[k];
    out[0] = at[0] * f[0] + at[1] * f[1];
    out[1] = at[1] * f[0] - at[0] * f[1];
    out[2] = at[2];
}

static double height_at(const struct section_piece *p, double s)
{
    return p->from_height_m +
           (s - p->from_m) / (p->to_m - p->from_m) * (p->to_height_m - p->from_height_m);
}

/* Cuts off what is beyond the wheel, and above the ceiling. 0: nothing is left, or all is deeper than the floor. */
static int keep_within(const struct cut *cut, struct section_piece *p)
{
    struct section_piece whole = *p;
    double low = fmax(p->from_m, -cut->reach_m), high = fmin(p->to_m, cut->reach_m);
    double rise = (p->to_height_m - p->from_height_m) / (p->to_m - p->from_m);
    double top = rise != 0 ? p->from_m + (cut->ceiling_m - p->from_height_m) / rise : 0;
    if (rise > 0) high = fmin(high, top);
    if (rise < 0) low = fmax(low, top);
    if (rise == 0 && p->from_height_m > cut->ceiling_m) return 0;
    if (!(high > low + SHORTEST_M)) return 0;
    p->from_m = low, p->to_m = high;
    p->from_height_m = height_at(&whole, low), p->to_height_m = height_at(&whole, high);
    return p->from_height_m > cut->floor_m || p->to_height_m > cut->floor_m;
}

static void cut_triangle(void *context, int32_t triangle)
{
    struct mesh_cutting *c = context;
    const int32_t *t = c->mesh->triangle[triangle];
    const double *f = c->cut->forward;
    double normal[3], corner[3][3], ends[2][2];
    int found = 0;
    kamm_vector_of_mesh(c->box, c->mesh->normal[triangle], normal);
    if (c->count == MAX_RAW || !(normal[2] > MIN_UPRIGHT)) return;
    for (int i = 0; i < 3; ++i) into_cut(c, c->mesh->point[t[i]], corner[i]);
    for (int i = 0; i < 3 && found < 2; ++i) {
        const double *a = corner[i], *b = corner[i < 2 ? i + 1 : 0];
        if ((a[1] < 0) == (b[1] < 0)) continue;
        double share = a[1] / (a[1] - b[1]);
        ends[found][0] = a[0] + share * (b[0] - a[0]);
        ends[found++][1] = a[2] + share * (b[2] - a[2]);
    }
    if (found < 2) return;
    int first = ends[1][0] < ends[0][0];
    struct section_piece piece = {.from_m = ends[first][0],
                                  .to_m = ends[!first][0],
                                  .from_height_m = ends[first][1],
                                  .to_height_m = ends[!first][1],
                                  .across = -(normal[1] * f[0] - normal[0] * f[1]) / normal[2]};
    if (piece.to_m > piece.from_m + SHORTEST_M && keep_within(c->cut, &piece))
        c->raw[c->count++] = piece;
}

/* Whether a piece goes on where another ends, and both together are straight but for so much. */
static int goes_on(const struct section_piece *a, const struct section_piece *b, double within_m)
{
    if (fabs(b->from_m - a->to_m) > JOINED_M || fabs(b->from_height_m - a->to_height_m) > JOINED_M)
        return 0;
    struct section_piece both = *a;
    both.to_m = b->to_m, both.to_height_m = b->to_height_m;
    return fabs(height_at(&both, b->from_m) - b->from_height_m) <= within_m &&
           fabs(a->across - b->across) <= 100 * within_m;
}

/* Into as few pieces as that allows. */
static int join(const struct section_piece *in, int count, double within_m,
                struct section_piece *out)
{
    int joined = 0;
    for (int i = 0; i < count; ++i) {
        int at = joined - 1;
        while (at >= 0 && !goes_on(&out[at], &in[i], within_m)) --at;
        if (at < 0) {
            out[joined++] = in[i];
            continue;
        }
        out[at].to_m = in[i].to_m, out[at].to_height_m = in[i].to_height_m;
    }
    return joined;
}

/* One layer after the other: pieces of each lie one behind the other. */
static int sort_layers(struct section_piece *in, int count, struct section_piece *out)
{
    int taken = 0;
    while (count) {
        int left = 0, layer = taken;
        for (int i = 0; i < count; ++i)
            if (taken == layer || in[i].from_m >= out[taken - 1].to_m - JOINED_M)
                out[taken++] = in[i];
            else
                in[left++] = in[i];
        count = left;
    }
    return taken;
}

static void find_way(const struct oriented_box *mesh_box, const struct cut *cut,
                     struct mesh_way *way)
{
    const double *f = cut->forward;
    double low[3], high[3];
    struct oriented_box around = {.axis = {{f[0], f[1], 0}, {-f[1], f[0], 0}, {0, 0, 1}},
                                  .half = {cut->reach_m, 0, 0.5 * (cut->ceiling_m - cut->floor_m)}},
                        own;
    for (int k = 0; k < 3; ++k) around.centre[k] = cut->at[k];
    around.centre[2] += 0.5 * (cut->ceiling_m + cut->floor_m);
    kamm_box_in_mesh(mesh_box, &around, &own);
    kamm_box_bounds(&own, low, high);
    for (int k = 0; k < 3; ++k) {
        way->from[k] = own.centre[k], way->move[k] = 0;
        way->reach[k] = 0.5 * (high[k] - low[k]) + SHORTEST_M;
    }
}

int kamm_cut_mesh(const struct triangle_mesh *mesh, const struct oriented_box *box,
                  const struct cut *cut, struct section_piece pieces[MAX_SECTION])
{
    struct mesh_cutting c = {.mesh = mesh, .box = box, .cut = cut};
    struct section_piece joined[MAX_RAW];
    struct mesh_way way;
    find_way(box, cut, &way);
    kamm_visit_mesh(mesh, &way, cut_triangle, &c);
    kamm_order_pieces(c.raw, c.count);
    int count = join(c.raw, c.count, JOINED_M, joined);
    for (double within = 1e-4; count > MESH_PIECES && within < cut->reach_m; within *= 2)
        count = join(c.raw, c.count, within, joined);
    return sort_layers(joined, count < MAX_SECTION ? count : MAX_SECTION, pieces);
}
