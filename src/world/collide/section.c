/* See section.h. The section is a polygon, clipped by the body's faces one after the other (Sutherland and Hodgman). */
#include "section.h"

#include "../../base/vector_double.h"

#include <math.h>

/* a s + b z <= c; where an edge of it is part of the upper side, that rises to the left by `across`. */
struct half_plane {
    double a, b, c, across;
};

/* A corner, and what the edge from it to the next lies on. */
struct corner {
    double s, z, across;
    int is_ceiling;
};
enum { MAX_CORNERS = 64 };
struct polygon {
    int count;
    struct corner at[MAX_CORNERS];
};

static double beyond(const struct half_plane *h, const struct corner *c)
{
    return (h->a * c->s + h->b * c->z) - h->c;
}

static void clip(const struct polygon *in, const struct half_plane *h, struct polygon *out)
{
    out->count = 0;
    for (int i = 0; i < in->count && out->count < MAX_CORNERS - 1; ++i) {
        const struct corner *here = &in->at[i], *next = &in->at[i + 1 < in->count ? i + 1 : 0];
        double a = beyond(h, here), b = beyond(h, next);
        if (a <= 0) out->at[out->count++] = *here;
        if ((a <= 0) == (b <= 0)) continue;
        double share = a / (a - b);
        struct corner between = {here->s + share * (next->s - here->s),
                                 here->z + share * (next->z - here->z), here->across,
                                 here->is_ceiling};
        if (a <= 0) between.across = h->across, between.is_ceiling = 0;
        out->at[out->count++] = between;
    }
}

/* Returns the half plane of a face: normal . (x - at) <= level. */
static struct half_plane half_plane_of(const struct cut *cut, const double normal[3], double level)
{
    const double *f = cut->forward;
    double left = normal[1] * f[0] - normal[0] * f[1];
    return (struct half_plane){normal[0] * f[0] + normal[1] * f[1], normal[2], level,
                               normal[2] > 1e-9 ? -left / normal[2] : 0};
}

static void start_polygon(const struct cut *cut, struct polygon *polygon)
{
    double r = cut->reach_m;
    *polygon = (struct polygon){.count = 4,
                                .at = {{-r, cut->floor_m, 0, 0},
                                       {r, cut->floor_m, 0, 0},
                                       {r, cut->ceiling_m, 0, 1},
                                       {-r, cut->ceiling_m, 0, 0}}};
}

/* Counterclockwise, so the upper side runs back. */
static int upper_side(const struct polygon *polygon, struct section_piece *pieces)
{
    int count = 0;
    for (int i = polygon->count - 1; i >= 0 && count < MAX_SECTION; --i) {
        const struct corner *a = &polygon->at[i];
        const struct corner *b = &polygon->at[i + 1 < polygon->count ? i + 1 : 0];
        if (!(b->s < a->s - 1e-9)) continue;
        if (a->is_ceiling && b->s <= 0 && a->s >= 0) return 0;
        pieces[count++] = (struct section_piece){b->s, a->s, b->z, a->z, a->across, 0};
    }
    return count;
}

void kamm_order_pieces(struct section_piece *pieces, int count)
{
    for (int i = 1; i < count; ++i) {
        struct section_piece piece = pieces[i];
        int at = i;
        for (; at > 0 && pieces[at - 1].from_m > piece.from_m; --at) pieces[at] = pieces[at - 1];
        pieces[at] = piece;
    }
}

/* The side of an axis that lies ahead, or above: a mirrored box is clipped in the mirrored order. */
static double foremost(const struct cut *cut, const double axis[3])
{
    double ahead = axis[0] * cut->forward[0] + axis[1] * cut->forward[1];
    return ahead < 0 || (ahead == 0 && axis[2] < 0) ? -1 : 1;
}

/* A section on its way. */
struct clipping {
    const struct oriented_box *box;
    const struct cut *cut;
    double to_centre[3];
    struct polygon polygons[2], *now, *next;
};

static void start_clipping(const struct oriented_box *box, const struct cut *cut,
                           struct clipping *c)
{
    c->box = box, c->cut = cut;
    c->now = &c->polygons[0], c->next = &c->polygons[1];
    for (int i = 0; i < 3; ++i) c->to_centre[i] = box->centre[i] - cut->at[i];
    start_polygon(cut, c->now);
}

/* By a plane whose normal is that, in world axes, and which is that far from the box's centre. */
static void clip_by(struct clipping *c, const double normal[3], double level)
{
    struct half_plane h = half_plane_of(c->cut, normal, dot3(normal, c->to_centre) + level);
    clip(c->now, &h, c->next);
    struct polygon *clipped = c->next;
    c->next = c->now, c->now = clipped;
}

static int end_clipping(const struct clipping *c, struct section_piece *pieces)
{
    int count = upper_side(c->now, pieces);
    kamm_order_pieces(pieces, count); /* they begin at some corner */
    return count;
}

int kamm_cut_box(const struct oriented_box *box, const struct cut *cut,
                 struct section_piece pieces[MAX_SECTION])
{
    struct clipping c;
    start_clipping(box, cut, &c);
    for (int k = 0; k < 6 && c.now->count; ++k) {
        const double *axis = box->axis[k / 2];
        double side = k % 2 ? -foremost(cut, axis) : foremost(cut, axis), normal[3];
        for (int i = 0; i < 3; ++i) normal[i] = side * axis[i];
        clip_by(&c, normal, box->half[k / 2]);
    }
    return end_clipping(&c, pieces);
}

static void turn_normal(const struct oriented_box *box, const double own[3], double out[3])
{
    for (int k = 0; k < 3; ++k)
        out[k] = (own[0] * box->axis[0][k] + own[1] * box->axis[1][k]) + own[2] * box->axis[2][k];
}

/* Directions through the squares of a cube's surface, 5 by 5 corners a side: each once. */
static int round_normal(int n, double out[3])
{
    double v[3] = {n / 25 * 0.5 - 1, n / 5 % 5 * 0.5 - 1, n % 5 * 0.5 - 1};
    if (fabs(v[0]) < 1 && fabs(v[1]) < 1 && fabs(v[2]) < 1) return 0;
    double length = sqrt(dot3(v, v));
    for (int i = 0; i < 3; ++i) out[i] = v[i] / length;
    return 1;
}

static void clip_round(const struct convex *convex, struct clipping *c)
{
    for (int n = 0; n < 125 && c->now->count; ++n) {
        double own[3], normal[3], level = -1e300;
        if (!round_normal(n, own)) continue;
        for (int i = 0; i < convex->point_count; ++i)
            if (dot3(own, convex->point[i]) > level) level = dot3(own, convex->point[i]);
        turn_normal(c->box, own, normal);
        clip_by(c, normal, level + convex->radius);
    }
}

int kamm_cut_convex(const struct convex *convex, const struct oriented_box *box,
                    const struct cut *cut, struct section_piece pieces[MAX_SECTION])
{
    struct clipping c;
    start_clipping(box, cut, &c);
    if (!convex->face_count) clip_round(convex, &c);
    for (int f = 0; f < convex->face_count && c.now->count; ++f) {
        double normal[3];
        turn_normal(box, convex->face[f].normal, normal);
        clip_by(&c, normal, convex->face[f].level);
    }
    return end_clipping(&c, pieces);
}
