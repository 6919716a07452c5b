#include "ridges.h"

#include "../../base/vector_double.h"

#include <math.h>
#include <string.h>

/* Boxes that are shorter, against their thickness, are carried by their corners. */
#define LONG_SHARE 3.0
/* Boxes that are wider, against their length, have lines between their edges. */
#define PLATE_SHARE 0.25
/* Planes that are steeper have no height below a place. */
#define LEAST_UPRIGHT 0.1
/* Halvings of the way between two points of a line: a sixteenth of it is left. */
enum { HALVINGS = 4 };

/* A line on a box, from one end to the other, and the gaps below these. */
struct box_line {
    double from[3], along[3], length_m, gap_m[2];
};

/* Axes by size, the longest first. */
static void sort_axes(const struct oriented_box *box, int axis[3])
{
    for (int i = 0; i < 3; ++i) axis[i] = i;
    for (int i = 1; i < 3; ++i)
        for (int k = i; k > 0 && box->half[axis[k]] > box->half[axis[k - 1]]; --k) {
            int kept = axis[k];
            axis[k] = axis[k - 1], axis[k - 1] = kept;
        }
}

/* `side`, `face`: -1, 0 or 1 of the box's half along its second and third axis. */
static struct box_line line_of(const struct oriented_box *box, const int axis[3], int side,
                               int face, const double gaps[8])
{
    const int along = 1 << axis[0], across = 1 << axis[1], up = face > 0 ? 1 << axis[2] : 0;
    const int left = up | (side < 0 ? 0 : across), right = up | (side > 0 ? across : 0);
    struct box_line line = {.length_m = 2 * box->half[axis[0]]};
    for (int k = 0; k < 3; ++k) {
        line.along[k] = box->axis[axis[0]][k];
        line.from[k] = box->centre[k] - box->half[axis[0]] * box->axis[axis[0]][k] +
                       (side * box->half[axis[1]] * box->axis[axis[1]][k] +
                        face * box->half[axis[2]] * box->axis[axis[2]][k]);
    }
    line.gap_m[0] = 0.5 * (gaps[left] + gaps[right]);
    line.gap_m[1] = 0.5 * (gaps[left | along] + gaps[right | along]);
    return line;
}

/* The ground below some shares of a line. A point's gap is upright here; INFINITY: none. */
static void ask_line(const kamm_ground *ground, const struct box_line *line, int count,
                     const double *shares, struct ridge_point *points)
{
    kamm_probe probes[LINE_POINTS];
    kamm_contact planes[LINE_POINTS];
    if (count < 1) return;
    for (int i = 0; i < count; ++i) {
        probes[i] = (kamm_probe){.forward = {1, 0, 0}, .left = {0, 1, 0}, .car = -1};
        for (int k = 0; k < 3; ++k)
            probes[i].position_m[k] = line->from[k] + shares[i] * line->length_m * line->along[k];
    }
    memset(planes, 0, sizeof planes);
    ground->query(ground->user, count, probes, planes);
    for (int i = 0; i < count; ++i) {
        struct ridge_point *point = &points[i];
        double gap = 0, upright = (double)planes[i].normal[2];
        memcpy(point->at_m, probes[i].position_m, sizeof point->at_m);
        point->plane = planes[i];
        for (int k = 0; k < 3; ++k)
            gap += (point->at_m[k] - planes[i].point_m[k]) * (double)planes[i].normal[k];
        point->gap_m = upright > LEAST_UPRIGHT ? gap / upright : INFINITY;
    }
}

/* Goes on to where the ground is highest against the line. */
static void find_top(const kamm_ground *ground, const struct box_line *line, double share,
                     struct ridge_point *top)
{
    double step = 0.5 / (LINE_POINTS + 1);
    for (int i = 0; i < HALVINGS; ++i, step *= 0.5) {
        const double shares[2] = {share - step, share + step};
        struct ridge_point sides[2];
        ask_line(ground, line, 2, shares, sides);
        int better = sides[1].gap_m < sides[0].gap_m;
        if (!(sides[better].gap_m < top->gap_m)) continue;
        *top = sides[better];
        share = shares[better];
    }
}

/* Makes the plane of a crest below the line, and the gap along its normal. 0: they are upright. */
static int lay_on_crest(const struct box_line *line, struct ridge_point *point)
{
    double normal[3], along = 0;
    for (int k = 0; k < 3; ++k) along += line->along[k] * (double)point->plane.normal[k];
    for (int k = 0; k < 3; ++k) normal[k] = (double)point->plane.normal[k] - along * line->along[k];
    double size = length3(normal);
    if (!(normal[2] > LEAST_UPRIGHT * size)) return 0;
    memcpy(point->plane.point_m, point->at_m, sizeof point->at_m);
    point->plane.point_m[2] -= point->gap_m;
    for (int k = 0; k < 3; ++k) point->plane.normal[k] = (float)(normal[k] / size);
    point->gap_m *= normal[2] / size;
    return 1;
}

static int find_on_line(const kamm_ground *ground, const struct box_line *line, double least_m,
                        struct ridge_point *points)
{
    struct ridge_point all[LINE_POINTS];
    double shares[LINE_POINTS];
    int top = 0, count = 0;
    for (int i = 0; i < LINE_POINTS; ++i) shares[i] = (i + 1.0) / (LINE_POINTS + 1);
    ask_line(ground, line, LINE_POINTS, shares, all);
    for (int i = 1; i < LINE_POINTS; ++i)
        if (all[i].gap_m < all[top].gap_m) top = i;
    for (int i = 0; i < LINE_POINTS; ++i) {
        double level = line->gap_m[0] + shares[i] * (line->gap_m[1] - line->gap_m[0]);
        if (!(all[i].gap_m < level - least_m)) continue;
        if (i == top) find_top(ground, line, shares[i], &all[i]);
        points[count] = all[i];
        count += lay_on_crest(line, &points[count]);
    }
    return count;
}

int kamm_find_ridges(const kamm_ground *ground, const struct oriented_box *box,
                     const double corner_gaps_m[8], double least_m,
                     struct ridge_point points[MOST_RIDGE_POINTS])
{
    int axis[3], count = 0;
    sort_axes(box, axis);
    if (!(box->half[axis[0]] > LONG_SHARE * box->half[axis[2]])) return 0;
    int is_plate = box->half[axis[1]] > PLATE_SHARE * box->half[axis[0]];
    for (int face = -1; face <= 1; face += 2)
        for (int side = -1; side <= 1; ++side) {
            if (!side && !is_plate) continue;
            struct box_line line = line_of(box, axis, side, face, corner_gaps_m);
            count += find_on_line(ground, &line, least_m, &points[count]);
        }
    return count;
}
