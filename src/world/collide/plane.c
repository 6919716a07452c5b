/* Boxes seen from above: four axes, and the end or side of one clipped to that of the other. */
#include "pair.h"

struct footprint {
    const struct oriented_box *box;
    double centre[2], axis[2][2], half[2]; /* axis 1 is to the left of axis 0 */
    double min, max;
};

/* Two footprints seen from the first, as struct box_pair. */
struct flat_pair {
    const struct footprint *first, *second;
    int swapped;
    double turn[2][2], offset_first[2], offset_second[2];
};

struct flat_axis {
    double separation;
    int axis; /* of the first; -1: none */
};

static double dot2(const double a[2], const double b[2]) { return a[0] * b[0] + a[1] * b[1]; }

static double reach_along(const struct oriented_box *box, const double direction[2])
{
    return (box->half[0] * fabs(dot2(box->axis[0], direction)) +
            box->half[1] * fabs(dot2(box->axis[1], direction))) +
           box->half[2] * fabs(dot2(box->axis[2], direction));
}

/* The axis with the longest level extent. */
static int heading_axis(const struct oriented_box *box)
{
    int longest = 0;
    double max = -1;
    for (int i = 0; i < 3; ++i) {
        double length = box->half[i] * box->half[i] * dot2(box->axis[i], box->axis[i]);
        if (length > max) longest = i, max = length;
    }
    return longest;
}

static void project(const struct oriented_box *box, struct footprint *out)
{
    const double *along = box->axis[heading_axis(box)];
    double length = sqrt(dot2(along, along)), height = 0;
    out->box = box;
    out->axis[0][0] = along[0] / length, out->axis[0][1] = along[1] / length;
    out->axis[1][0] = -out->axis[0][1], out->axis[1][1] = out->axis[0][0];
    for (int n = 0; n < 2; ++n) {
        out->centre[n] = box->centre[n];
        out->half[n] = reach_along(box, out->axis[n]);
    }
    for (int i = 0; i < 3; ++i) height += box->half[i] * fabs(box->axis[i][2]);
    out->min = box->centre[2] - height;
    out->max = box->centre[2] + height;
}

static void relate_flat(const struct footprint *a, const struct footprint *b, int swapped,
                        struct flat_pair *out)
{
    double between[2] = {b->centre[0] - a->centre[0], b->centre[1] - a->centre[1]};
    out->first = a, out->second = b, out->swapped = swapped;
    for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 2; ++j) out->turn[i][j] = dot2(a->axis[i], b->axis[j]);
        out->offset_first[i] = dot2(between, a->axis[i]);
        out->offset_second[i] = dot2(between, b->axis[i]);
    }
}

static struct flat_axis search_flat(const struct flat_pair *pair, double *covered)
{
    struct flat_axis best = {-1e300, -1};
    const double *half = pair->second->half;
    for (int i = 0; i < 2; ++i) {
        const double *turn = pair->turn[i], *axis = pair->first->axis[i];
        double reach = pair->first->half[i] + (half[0] * fabs(turn[0]) + half[1] * fabs(turn[1]));
        double separation = fabs(pair->offset_first[i]) - reach;
        double side = side_of(pair->offset_first[i]);
        double normal[3] = {side * axis[0], side * axis[1], 0};
        if (either_buried(pair->first->box, pair->second->box, normal)) {
            if (separation > *covered) *covered = separation;
        } else if (separation > best.separation) {
            best.separation = separation, best.axis = i;
        }
    }
    return best;
}

/* The incident side's two ends, seen from the reference side: along it, and above it. */
struct flat_point {
    double along, gap_m;
    uint32_t feature;
};

struct flat_frame {
    const struct flat_pair *pair;
    int axis, incident;
    double side, along_side, incident_side;
};

static uint32_t flat_feature(int corner_of_b, int corner_axis, double on_axis, double on_other,
                             int face_axis, double face_side)
{
    double sides[3] = {corner_axis ? on_other : on_axis, corner_axis ? on_axis : on_other, -1};
    return corner_on_face(corner_of_b, corner_number(sides), face_number(face_axis, face_side));
}

static void set_frame(const struct flat_pair *pair, int axis, struct flat_frame *out)
{
    out->pair = pair;
    out->axis = axis;
    out->side = side_of(pair->offset_first[axis]);
    out->along_side = side_of(pair->offset_first[!axis]);
    out->incident = fabs(pair->turn[axis][1]) > fabs(pair->turn[axis][0]);
    out->incident_side = -side_of(out->side * pair->turn[axis][out->incident]);
}

static struct flat_point incident_end(const struct flat_frame *frame, double end)
{
    const struct flat_pair *pair = frame->pair;
    int l = frame->incident, axis = frame->axis;
    double out = frame->incident_side * pair->second->half[l],
           across = end * pair->second->half[!l];
    struct flat_point point;
    point.along =
        frame->along_side *
        (pair->offset_first[!axis] + (out * pair->turn[!axis][l] + across * pair->turn[!axis][!l]));
    point.gap_m = frame->side * (pair->offset_first[axis] +
                                 (out * pair->turn[axis][l] + across * pair->turn[axis][!l])) -
                  pair->first->half[axis];
    point.feature = flat_feature(!pair->swapped, l, frame->incident_side, end, axis, frame->side);
    return point;
}

/* Brings an end that lies beyond the reference side's end (1 or -1) back to it, along the line to the
 * other end. 0 if both lie beyond. */
static int clip_end(const struct flat_frame *frame, double end, struct flat_point *point,
                    const struct flat_point *other)
{
    double half = frame->pair->first->half[!frame->axis];
    double here = end * point->along - half, there = end * other->along - half;
    if (!(here > 0)) return 1;
    if (!(there <= 0)) return 0;
    double share = here / (here - there);
    point->along += share * (other->along - point->along);
    point->gap_m += share * (other->gap_m - point->gap_m);
    point->feature = flat_feature(frame->pair->swapped, frame->axis, frame->side,
                                  end * frame->along_side, frame->incident, frame->incident_side);
    return 1;
}

/* Those of the two points that lie over the reference side. */
static int clip_flat(const struct flat_frame *frame, struct flat_point points[2])
{
    for (double end = 1; end >= -1; end -= 2)
        if (!clip_end(frame, end, &points[0], &points[1]) ||
            !clip_end(frame, end, &points[1], &points[0]))
            return 0;
    return 2;
}

static void set_flat_point(const struct flat_frame *frame, const struct flat_point *point,
                           double height, struct contact_point *out)
{
    const struct footprint *first = frame->pair->first;
    double along = frame->along_side * point->along;
    double beyond = frame->side * (first->half[frame->axis] + 0.5 * point->gap_m);
    for (int k = 0; k < 2; ++k)
        out->at[k] = first->centre[k] +
                     (along * first->axis[!frame->axis][k] + beyond * first->axis[frame->axis][k]);
    out->at[2] = height;
    out->gap_m = point->gap_m;
    out->feature = point->feature;
}

/* Boxes overlap, but the incident side does not lie over the reference side: its deeper end. */
static int deeper_end(const struct flat_frame *frame, struct flat_point points[2])
{
    double half = frame->pair->first->half[!frame->axis];
    if (points[1].gap_m < points[0].gap_m) points[0] = points[1];
    double *at = &points[0].along;
    *at = *at > half ? half : *at < -half ? -half : *at;
    return 1;
}

static void collide_side(const struct flat_pair *pair, struct flat_axis axis, double margin_m,
                         int overlap, double height, struct manifold *out)
{
    struct flat_frame frame;
    set_frame(pair, axis.axis, &frame);
    double side = side_of(pair->offset_second[!frame.incident]);
    struct flat_point points[2] = {incident_end(&frame, -side), incident_end(&frame, side)};
    struct flat_point ends[2] = {points[0], points[1]};
    int count = clip_flat(&frame, points);
    if (count == 2 && points[1].gap_m > margin_m) count = 1;
    if (count && points[0].gap_m > margin_m) points[0] = points[--count];
    if (!count && overlap)
        points[0] = ends[0], points[1] = ends[1], count = deeper_end(&frame, points);
    double sign = pair->swapped ? -frame.side : frame.side;
    for (int k = 0; k < 2; ++k) out->normal[k] = sign * pair->first->axis[axis.axis][k];
    out->normal[2] = 0;
    for (int n = 0; n < count; ++n) set_flat_point(&frame, &points[n], height, &out->points[n]);
    out->count = count;
}

/* 0 or 1: the longer side's owner, unless the other's side separates clearly more. */
static int choose_side(const struct footprint *a, const struct footprint *b,
                       const struct flat_axis best[2])
{
    if (best[0].axis < 0 || best[1].axis < 0) return best[0].axis < 0;
    int preferred = b->half[!best[1].axis] > a->half[!best[0].axis];
    double separation = best[preferred].separation;
    double size_a = a->half[0] + a->half[1], size_b = b->half[0] + b->half[1];
    return best[!preferred].separation >
                   separation + face_bias(size_a < size_b ? size_a : size_b, separation)
               ? !preferred
               : preferred;
}

void kamm_collide_boxes_in_plane(const struct oriented_box *a, const struct oriented_box *b,
                                 double margin_m, struct manifold *out)
{
    struct footprint prints[2];
    struct flat_pair pairs[2];
    struct flat_axis best[2];
    double covered = -1e300;
    out->count = 0;
    project(a, &prints[0]);
    project(b, &prints[1]);
    double low = prints[0].min > prints[1].min ? prints[0].min : prints[1].min;
    double high = prints[0].max < prints[1].max ? prints[0].max : prints[1].max;
    if (!(low < high)) return;
    for (int n = 0; n < 2; ++n) {
        relate_flat(&prints[n], &prints[!n], n, &pairs[n]);
        best[n] = search_flat(&pairs[n], &covered);
    }
    double max = best[1].separation > best[0].separation ? best[1].separation : best[0].separation;
    int of = choose_side(&prints[0], &prints[1], best);
    if (best[of].axis < 0 || max > margin_m) return;
    if (covered > 0 && covered > max) return;
    collide_side(&pairs[of], best[of], margin_m, max <= 0, 0.5 * (low + high), out);
}
