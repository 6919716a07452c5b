/* The exact profile of ground that planes and triangles make up: straight pieces, with the higher of those that lie
 * above one another as layers.c chooses it. */
#include "pieces.h"

#include <math.h>

/* In shares of the radius: half of how wide an upright step is made, and what is too short to count. */
#define HALF_STEP_SHARE (1.0 / 2000)
#define SHORT_SHARE 1e-5
enum { MAX_CUTS = 60 };

static void set_edge(const struct patch *p, struct ground_piece *piece, double nx, double ny,
                     double distance)
{
    const double *f = p->forward;
    double *edge = piece->edge[piece->edges++];
    edge[0] = nx * f[0] + ny * f[1];
    edge[1] = ny * f[0] - nx * f[1];
    edge[2] = distance;
}

static void set_height(const struct patch *p, struct ground_piece *piece, const double slope[2],
                       double height)
{
    piece->height_m = height;
    piece->along = slope[0] * p->forward[0] + slope[1] * p->forward[1];
    piece->across = slope[1] * p->forward[0] - slope[0] * p->forward[1];
}

/* Returns 1 unless the whole wheel is beyond one of the piece's edges. */
static int is_below(const struct patch *p, const struct ground_piece *piece)
{
    for (int i = 0; i < piece->edges; ++i) {
        const double *e = piece->edge[i];
        if (e[2] + p->radius_m * fabs(e[0]) + p->half_width_m * fabs(e[1]) < 0) return 0;
    }
    return 1;
}

static void gather_plane(const struct patch *p, const struct layer *layer,
                         struct ground_pieces *pieces)
{
    struct ground_piece *piece = &pieces->at[pieces->count];
    const double at[2] = {p->x_m, p->y_m};
    piece->edges = 0;
    for (int i = 0; i < 2; ++i) {
        if (!(layer->low_m[i] > -INFINITY)) continue;
        set_edge(p, piece, i == 0, i == 1, at[i] - layer->low_m[i]);
        set_edge(p, piece, -(i == 0), -(i == 1), layer->high_m[i] - at[i]);
    }
    set_height(p, piece, layer->slope,
               layer->height_m + (layer->slope[0] * p->x_m + layer->slope[1] * p->y_m));
    pieces->count += is_below(p, piece);
}

static void gather_triangle(const struct patch *p, const struct ground_triangle *t,
                            struct ground_pieces *pieces)
{
    struct ground_piece *piece = &pieces->at[pieces->count];
    double x = p->x_m - (double)t->corner[0], y = p->y_m - (double)t->corner[1];
    piece->edges = 0;
    for (int i = 0; i < 3; ++i) {
        double nx = t->edge[i][0], ny = t->edge[i][1];
        set_edge(p, piece, nx, ny, (nx * x + ny * y) + (double)t->edge[i][2]);
    }
    if (!is_below(p, piece)) return;
    set_height(p, piece, t->slope, (double)t->height_m + (t->slope[0] * x + t->slope[1] * y));
    ++pieces->count;
}

static int gather_mesh(const struct patch *p, const struct mesh_grid *grid, const double low_m[2],
                       const double high_m[2], struct ground_pieces *pieces)
{
    struct cell_range r = kamm_mesh_cells(grid, low_m, high_m);
    int32_t seen[MAX_PIECES];
    int own = pieces->count;
    for (int row = r.low[1]; row <= r.high[1]; ++row)
        for (int column = r.low[0]; column <= r.high[0]; ++column) {
            int cell = row * grid->cells[0] + column;
            for (int i = grid->first[cell]; i < grid->first[cell + 1]; ++i) {
                int32_t triangle = grid->list[i];
                int known = 0, count = pieces->count;
                for (int k = own; k < count; ++k) known |= seen[k] == triangle;
                if (known) continue;
                if (count == MAX_PIECES) return 0;
                gather_triangle(p, &grid->triangles[triangle], pieces);
                seen[count] = triangle;
            }
        }
    return 1;
}

int kamm_gather_pieces(const struct patch *p, struct ground_pieces *pieces)
{
    double low[2], high[2];
    const double at[2] = {p->x_m, p->y_m};
    pieces->count = 0;
    if (p->rough) return 0;
    for (int i = 0; i < 2; ++i) {
        double reach =
            p->radius_m * fabs(p->forward[i]) + p->half_width_m * fabs(p->forward[1 - i]);
        low[i] = at[i] - reach;
        high[i] = at[i] + reach;
    }
    for (int i = 0; i < p->terrain->layer_count; ++i) {
        const struct layer *layer = &p->terrain->layers[i];
        if (!(high[0] >= layer->low_m[0] && low[0] <= layer->high_m[0] &&
              high[1] >= layer->low_m[1] && low[1] <= layer->high_m[1]))
            continue;
        if (layer->kind == KAMM_LAYER_HEIGHTS || pieces->count == MAX_PIECES) return 0;
        if (layer->kind == KAMM_LAYER_PLANE)
            gather_plane(p, layer, pieces);
        else if (!gather_mesh(p, &layer->mesh, low, high, pieces))
            return 0;
    }
    return 1;
}

/* A piece along one line. */
struct stretch {
    double from_s, to_s, height_m, slope, across;
};
struct cuts {
    int count;
    double at[MAX_CUTS];
};

static double height_at(const struct stretch *stretch, double s)
{
    return stretch->height_m + stretch->slope * s;
}

/* 0: the line does not meet the piece. */
static int stretch_of(const struct ground_piece *piece, double left, double radius_m,
                      struct stretch *stretch)
{
    double from = -radius_m, to = radius_m;
    for (int i = 0; i < piece->edges; ++i) {
        const double *e = piece->edge[i];
        double beside = e[1] * left + e[2];
        if (e[0] == 0 && beside < 0) return 0;
        if (e[0] == 0) continue;
        double s = -beside / e[0];
        if (e[0] > 0 && s > from) from = s;
        if (e[0] < 0 && s < to) to = s;
    }
    if (!(from < to)) return 0;
    *stretch = (struct stretch){from, to, piece->height_m + piece->across * left, piece->along,
                                piece->across};
    return 1;
}

/* Inserts a cut in ascending order. */
static void cut(struct cuts *cuts, double s)
{
    int i = cuts->count < MAX_CUTS ? cuts->count++ : MAX_CUTS - 1;
    for (; i > 0 && cuts->at[i - 1] > s; --i) cuts->at[i] = cuts->at[i - 1];
    cuts->at[i] = s;
}

static void cut_at_height(struct cuts *cuts, const struct stretch *stretch, double height_m)
{
    double rise = height_m - stretch->height_m;
    if (stretch->slope == 0) return;
    double s = rise / stretch->slope;
    if (s > stretch->from_s && s < stretch->to_s) cut(cuts, s);
}

static void cut_where_they_meet(struct cuts *cuts, const struct stretch *a, const struct stretch *b)
{
    double low = fmax(a->from_s, b->from_s), high = fmin(a->to_s, b->to_s);
    if (!(low < high) || a->slope == b->slope) return;
    double s = (b->height_m - a->height_m) / (a->slope - b->slope);
    if (s > low && s < high) cut(cuts, s);
}

static void make_cuts(const struct patch *p, const struct stretch *stretches, int count,
                      struct cuts *cuts)
{
    cuts->count = 0;
    cut(cuts, -p->radius_m);
    cut(cuts, p->radius_m);
    for (int i = 0; i < count; ++i) {
        const struct stretch *own = &stretches[i];
        if (own->from_s > -p->radius_m) cut(cuts, own->from_s);
        if (own->to_s < p->radius_m) cut(cuts, own->to_s);
        cut_at_height(cuts, own, p->cap_m);
        cut_at_height(cuts, own, p->limit_m);
        for (int j = 0; j < i; ++j) cut_where_they_meet(cuts, own, &stretches[j]);
    }
}

/* The ground at s, chosen as in layers.c; NULL: a hole. */
static const struct stretch *ground_at(const struct stretch *stretches, int count, double s,
                                       double limit_m)
{
    const struct stretch *found = NULL;
    double best = 0;
    for (int i = 0; i < count; ++i) {
        if (!(s >= stretches[i].from_s && s <= stretches[i].to_s)) continue;
        double height = height_at(&stretches[i], s);
        int better = height <= limit_m ? !(best <= limit_m) || height >= best
                                       : best > limit_m && height < best;
        if (found && !better) continue;
        found = &stretches[i];
        best = height;
    }
    return found;
}

static void add_point(const struct patch *p, const struct stretch *stretch, double s,
                      struct profile *profile)
{
    double height = height_at(stretch, s);
    profile->at[profile->count++] = (struct profile_point){s, height > p->cap_m ? p->cap_m : height,
                                                           stretch->slope, stretch->across};
}

/* Where two stretches meet at s: one point, or two where they are not as high or lean otherwise. */
static void add_joint(const struct patch *p, const struct stretch *before,
                      const struct stretch *after, double s, double half_m, struct profile *profile)
{
    double step = height_at(after, s) - height_at(before, s);
    if (before == after || (fabs(step) <= 1e-6 * p->radius_m && before->across == after->across)) {
        add_point(p, after, s, profile);
        return;
    }
    add_point(p, before, s - half_m, profile);
    add_point(p, after, s + half_m, profile);
}

int kamm_cut_pieces(const struct patch *p, const struct ground_pieces *pieces, double left,
                    struct profile *profile)
{
    struct stretch stretches[MAX_PIECES];
    struct cuts cuts;
    int count = 0;
    for (int i = 0; i < pieces->count; ++i)
        count += stretch_of(&pieces->at[i], left, p->radius_m, &stretches[count]);
    make_cuts(p, stretches, count, &cuts);
    if (cuts.count == MAX_CUTS) return 0;
    const struct stretch *before = NULL;
    double from = -p->radius_m, shortest = SHORT_SHARE * p->radius_m, last = 0;
    profile->count = 0;
    for (int i = 1; i < cuts.count; ++i) {
        double to = cuts.at[i], length = to - from;
        if (!(length > shortest)) continue;
        const struct stretch *own = ground_at(stretches, count, from + 0.5 * length, p->limit_m);
        if (!own || profile->count > PROFILE_POINTS - 3) return 0;
        double half = fmin(HALF_STEP_SHARE * p->radius_m, 0.25 * fmin(last, length));
        if (before)
            add_joint(p, before, own, from, half, profile);
        else
            add_point(p, own, from, profile);
        before = own, from = to, last = length;
    }
    add_point(p, before, p->radius_m, profile);
    return 1;
}
