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

/* Of a face: normal . (x - at) <= level. */
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

/* Pieces begin at some corner: brought in order from the hindmost. */
static void order(struct section_piece *pieces, int count)
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

int kamm_cut_box(const struct oriented_box *box, const struct cut *cut,
                 struct section_piece pieces[MAX_SECTION])
{
    struct polygon polygons[2], *now = &polygons[0], *next = &polygons[1];
    double to_centre[3];
    start_polygon(cut, now);
    for (int i = 0; i < 3; ++i) to_centre[i] = box->centre[i] - cut->at[i];
    for (int k = 0; k < 6 && now->count; ++k) {
        const double *axis = box->axis[k / 2];
        double side = k % 2 ? -foremost(cut, axis) : foremost(cut, axis), normal[3];
        for (int i = 0; i < 3; ++i) normal[i] = side * axis[i];
        struct half_plane h =
            half_plane_of(cut, normal, dot3(normal, to_centre) + box->half[k / 2]);
        clip(now, &h, next);
        struct polygon *clipped = next;
        next = now, now = clipped;
    }
    int count = upper_side(now, pieces);
    order(pieces, count);
    return count;
}
