/* A face of one box (the reference) and what of the other box's opposite face (the incident one) lies
 * over it. */
#include "pair.h"

enum { MAX_VERTICES = 16, REFERENCE_EDGE = 16 };

/* A corner this little beyond the reference face is left as it is, so that equal boxes in a stack keep
 * their features when they stir. */
static double beyond_m(const struct box_pair *pair) { return 1e-4 * pair->size_m; }

/* A corner of the clipped face, in axes of the reference face. */
struct vertex {
    double in_face[2]; /* from the face's middle, towards the incident box */
    double gap_m;      /* above the face */
    uint32_t feature;
    uint32_t
        edge; /* on which it goes on: the incident box's, or REFERENCE_EDGE + a side of the face */
};

struct face_frame {
    const struct box_pair *pair;
    int axis, axes[2];     /* of the reference box: the normal, and those in the face */
    double side, sides[2]; /* which way they are counted: where the incident box is */
    int incident;          /* axis of the incident face */
    double incident_side;
};

static void set_frame(const struct box_pair *pair, int axis, struct face_frame *frame)
{
    const double *magnitude = pair->magnitude[axis];
    int incident = magnitude[1] > magnitude[0] ? 1 : 0;
    if (magnitude[2] > magnitude[incident]) incident = 2;
    frame->pair = pair;
    frame->axis = axis;
    frame->side = side_of(pair->offset_first[axis]);
    frame->axes[0] = axis_after(axis), frame->axes[1] = axis_before(axis);
    for (int n = 0; n < 2; ++n) frame->sides[n] = side_of(pair->offset_first[frame->axes[n]]);
    frame->incident = incident;
    frame->incident_side = -side_of(frame->side * pair->turn[axis][incident]);
}

static uint32_t corner_feature(const struct face_frame *frame, const double incident_sides[3])
{
    return corner_on_face(!frame->pair->swapped, corner_number(incident_sides),
                          face_number(frame->axis, frame->side));
}

static void set_corner(const struct face_frame *frame, const double sides[3], struct vertex *out)
{
    const struct box_pair *pair = frame->pair;
    const double *half = pair->second->half;
    double reach[3] = {sides[0] * half[0], sides[1] * half[1], sides[2] * half[2]};
    for (int n = 0; n < 2; ++n) {
        int axis = frame->axes[n];
        out->in_face[n] =
            frame->sides[n] * (pair->offset_first[axis] + dot3(reach, pair->turn[axis]));
    }
    double height = pair->offset_first[frame->axis] + dot3(reach, pair->turn[frame->axis]);
    out->gap_m = frame->side * height - pair->first->half[frame->axis];
    out->feature = corner_feature(frame, sides);
}

/* The incident face, in a circle that starts at the corner next to the reference box's middle. */
static int incident_face(const struct face_frame *frame, struct vertex vertices[])
{
    static const double circle[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const double *offset = frame->pair->offset_second;
    int p = axis_after(frame->incident), q = axis_before(frame->incident);
    double side_p = side_of(offset[p]), side_q = side_of(offset[q]);
    for (int n = 0; n < 4; ++n) {
        double sides[3];
        sides[frame->incident] = frame->incident_side;
        sides[p] = side_p * circle[n][0];
        sides[q] = side_q * circle[n][1];
        set_corner(frame, sides, &vertices[n]);
        vertices[n].edge = edge_number(n & 1 ? q : p, sides);
    }
    return 4;
}

/* Sides of the reference face: 0 and 1 the ends of its first axis, + and -, 2 and 3 of its second. */
static void reference_sides(const struct face_frame *frame, uint32_t side, double sides[3])
{
    int n = side >= 2;
    sides[frame->axis] = frame->side;
    sides[frame->axes[n]] = side & 1 ? -frame->sides[n] : frame->sides[n];
}

/* What meets where an edge crosses a side of the reference face: two edges, or, if it is another side,
 * a corner of the reference face and the incident face. */
static uint32_t crossing_feature(const struct face_frame *frame, uint32_t edge, uint32_t side)
{
    double sides[3] = {1, 1, 1};
    reference_sides(frame, side, sides);
    if (edge >= REFERENCE_EDGE) {
        reference_sides(frame, edge - REFERENCE_EDGE, sides);
        return corner_on_face(frame->pair->swapped, corner_number(sides),
                              face_number(frame->incident, frame->incident_side));
    }
    uint32_t own = edge_number(frame->axes[side < 2], sides);
    return frame->pair->swapped ? edge_on_edge(edge, own) : edge_on_edge(own, edge);
}

static double beyond_side(const struct face_frame *frame, uint32_t side,
                          const struct vertex *vertex)
{
    int n = side >= 2;
    double at = side & 1 ? -vertex->in_face[n] : vertex->in_face[n];
    return at - frame->pair->first->half[frame->axes[n]];
}

static void cross_side(const struct face_frame *frame, uint32_t side, const struct vertex *from,
                       const struct vertex *to, double share, struct vertex *out)
{
    for (int n = 0; n < 2; ++n)
        out->in_face[n] = from->in_face[n] + share * (to->in_face[n] - from->in_face[n]);
    out->gap_m = from->gap_m + share * (to->gap_m - from->gap_m);
    out->feature = crossing_feature(frame, from->edge, side);
}

/* Returns the part of the polygon within one side of the reference face. */
static int clip_to_side(const struct face_frame *frame, uint32_t side, const struct vertex *in,
                        int count, struct vertex *out)
{
    int kept = 0;
    double here = beyond_side(frame, side, &in[0]), beyond = beyond_m(frame->pair);
    for (int n = 0; n < count && kept < MAX_VERTICES - 1; ++n) {
        const struct vertex *next = &in[n + 1 < count ? n + 1 : 0];
        double there = beyond_side(frame, side, next);
        if (here <= beyond) {
            out[kept] = in[n];
            if (here >= 0 && there > beyond) out[kept].edge = REFERENCE_EDGE + side;
            ++kept;
        }
        if ((here < 0 && there > beyond) || (here > beyond && there < 0)) {
            cross_side(frame, side, &in[n], next, here / (here - there), &out[kept]);
            out[kept++].edge = here < 0 ? REFERENCE_EDGE + side : in[n].edge;
        }
        here = there;
    }
    return kept;
}

static int all_within(const struct face_frame *frame, uint32_t side, const struct vertex *in,
                      int count)
{
    for (int n = 0; n < count; ++n)
        if (beyond_side(frame, side, &in[n]) > beyond_m(frame->pair)) return 0;
    return 1;
}

/* Clips the polygon in `vertices`, to and fro between it and `spare`. Returns where the rest lies. */
static struct vertex *clip_to_face(const struct face_frame *frame, struct vertex *vertices,
                                   struct vertex *spare, int *count)
{
    for (uint32_t side = 0; side < 4 && *count; ++side) {
        if (all_within(frame, side, vertices, *count)) continue;
        *count = clip_to_side(frame, side, vertices, *count, spare);
        struct vertex *clipped = spare;
        spare = vertices, vertices = clipped;
    }
    return vertices;
}

static int keep_near(struct vertex vertices[], int count, double margin_m)
{
    int kept = 0;
    for (int n = 0; n < count; ++n)
        if (vertices[n].gap_m <= margin_m) vertices[kept++] = vertices[n];
    return kept;
}

/* The vertex that is deeper than all others by more than that, or -1. */
static int clearly_deepest(const struct vertex vertices[], int count, double by_m)
{
    int deepest = 0;
    for (int n = 1; n < count; ++n)
        if (vertices[n].gap_m < vertices[deepest].gap_m) deepest = n;
    for (int n = 0; n < count; ++n)
        if (n != deepest && vertices[n].gap_m <= vertices[deepest].gap_m + by_m) return -1;
    return deepest;
}

/* Twice the area that the polygon loses without its vertex n. */
static double area_at(const struct vertex vertices[], int count, int n)
{
    const double *before = vertices[n > 0 ? n - 1 : count - 1].in_face, *at = vertices[n].in_face;
    const double *after = vertices[n + 1 < count ? n + 1 : 0].in_face;
    return fabs((at[0] - before[0]) * (after[1] - before[1]) -
                (at[1] - before[1]) * (after[0] - before[0]));
}

/* Leaves out the vertices that matter least to the area, but never one that is clearly the deepest. The
 * first of equals goes. */
static int reduce(struct vertex vertices[], int count, double by_m)
{
    while (count > MAX_CONTACT_POINTS) {
        int deepest = clearly_deepest(vertices, count, by_m), least = -1;
        double min_area = 0;
        for (int n = 0; n < count; ++n) {
            double area = area_at(vertices, count, n);
            if (n == deepest || (least >= 0 && !(area < min_area))) continue;
            least = n, min_area = area;
        }
        for (int n = least; n + 1 < count; ++n) vertices[n] = vertices[n + 1];
        --count;
    }
    return count;
}

/* Boxes overlap, but no point of the incident face lies over the reference face: its deepest corner,
 * drawn to the face's border. */
static int deepest_corner(const struct face_frame *frame, struct vertex vertices[])
{
    struct vertex corners[4];
    int deepest = 0, count = incident_face(frame, corners);
    for (int n = 1; n < count; ++n)
        if (corners[n].gap_m < corners[deepest].gap_m) deepest = n;
    vertices[0] = corners[deepest];
    for (int n = 0; n < 2; ++n) {
        double half = frame->pair->first->half[frame->axes[n]], *at = &vertices[0].in_face[n];
        *at = *at > half ? half : *at < -half ? -half : *at;
    }
    return 1;
}

static void set_point(const struct face_frame *frame, const struct vertex *vertex,
                      struct contact_point *out)
{
    const struct oriented_box *box = frame->pair->first;
    const double *normal = box->axis[frame->axis];
    const double *first = box->axis[frame->axes[0]], *second = box->axis[frame->axes[1]];
    double u = frame->sides[0] * vertex->in_face[0], v = frame->sides[1] * vertex->in_face[1];
    double height = frame->side * (box->half[frame->axis] + 0.5 * vertex->gap_m);
    for (int k = 0; k < 3; ++k)
        out->at[k] = box->centre[k] + ((u * first[k] + v * second[k]) + height * normal[k]);
    out->gap_m = vertex->gap_m;
    out->feature = vertex->feature;
}

void kamm_collide_face(const struct box_pair *pair, int axis, double margin_m, int overlap,
                       struct manifold *out)
{
    struct face_frame frame;
    struct vertex space[2][MAX_VERTICES], *vertices;
    set_frame(pair, axis, &frame);
    int count = incident_face(&frame, space[0]);
    vertices = clip_to_face(&frame, space[0], space[1], &count);
    count = reduce(vertices, keep_near(vertices, count, margin_m), beyond_m(pair));
    if (!count && overlap) count = deepest_corner(&frame, vertices);
    double side = pair->swapped ? -frame.side : frame.side;
    for (int k = 0; k < 3; ++k) out->normal[k] = side * pair->first->axis[axis][k];
    for (int n = 0; n < count; ++n) set_point(&frame, &vertices[n], &out->points[n]);
    out->count = count;
}
