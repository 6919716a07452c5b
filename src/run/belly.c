#include "belly.h"

#include "../base/vector_double.h"

#include <math.h>
#include <string.h>

enum { LINE_POINTS = 4, FLOOR_LINES = 3, FLOOR_POINTS = 4 };
/* Halvings of the way between two points of a line. */
enum { HALVINGS = 5 };
/* What rises by less is no ridge; what is deeper is not met, but something that the floor lies below. */
#define RIDGE_M 0.001
#define DEEPEST_M 0.5
#define FAR_M 0.1 /* beyond what the slope may rise between two places: a substep's way */
/* Planes that are steeper have no height below a place. */
#define LEAST_UPRIGHT 0.1

/* From the front to the rear end, each the mean of two points of the floor; and how much of the line's push each of them takes. */
struct floor_line {
    int front[2], rear[2];
    double share;
};
static const struct floor_line lines[FLOOR_LINES] = {
    {{0, 0}, {2, 2}, 1}, {{1, 1}, {3, 3}, 1}, {{0, 1}, {2, 3}, 0.5}};

/* A place of a line and the plane below it, with the gap along z; INFINITY: there is no such. */
struct floor_place {
    double share, at_m[3], gap_m;
    kamm_contact plane;
};

struct floor {
    const kamm_ground *ground;
    const kamm_probe *probes;
    double gap_m[FLOOR_POINTS];
    double far_m; /* places that are higher have nothing of the ground near them */
};

static double upright_gap(const kamm_contact *plane, const double at_m[3])
{
    double gap = 0, upright = (double)plane->normal[2];
    for (int k = 0; k < 3; ++k) gap += (at_m[k] - plane->point_m[k]) * (double)plane->normal[k];
    return upright > LEAST_UPRIGHT ? gap / upright : INFINITY;
}

static double end_of(const struct floor *floor, const int end[2], int axis)
{
    return 0.5 * (floor->probes[end[0]].position_m[axis] + floor->probes[end[1]].position_m[axis]);
}

/* Asks for the ground below some places of lines, whose shares are set; `of`: the line of each. */
static void ask_places(const struct floor *floor, int count, const int *of,
                       struct floor_place *places)
{
    kamm_probe probes[FLOOR_LINES * LINE_POINTS];
    kamm_contact planes[FLOOR_LINES * LINE_POINTS];
    if (count < 1) return;
    for (int i = 0; i < count; ++i) {
        const struct floor_line *line = &lines[of[i]];
        struct floor_place *place = &places[i];
        probes[i] = floor->probes[place->share < 0.5 ? line->front[0] : line->rear[0]];
        for (int k = 0; k < 3; ++k) {
            double front = end_of(floor, line->front, k), rear = end_of(floor, line->rear, k);
            probes[i].position_m[k] = place->at_m[k] = front + place->share * (rear - front);
        }
    }
    memset(planes, 0, (size_t)count * sizeof *planes);
    floor->ground->query(floor->ground->user, count, probes, planes);
    for (int i = 0; i < count; ++i) {
        places[i].plane = planes[i];
        places[i].gap_m = upright_gap(&planes[i], places[i].at_m);
        if (places[i].gap_m < -DEEPEST_M) places[i].gap_m = INFINITY;
    }
}

/* Goes on to where the ground is highest against the line. */
static void find_top(const struct floor *floor, int line, struct floor_place *top)
{
    const int of[2] = {line, line};
    double step = 0.5 / (LINE_POINTS + 1);
    for (int i = 0; i < HALVINGS; ++i, step *= 0.5) {
        struct floor_place sides[2] = {{.share = top->share - step}, {.share = top->share + step}};
        ask_places(floor, 2, of, sides);
        int better = sides[1].gap_m < sides[0].gap_m;
        if (sides[better].gap_m < top->gap_m) *top = sides[better];
    }
}

/* The normal of a crest below a line, across that. 0: it is upright. */
static int normal_across(const struct floor *floor, const struct floor_line *line,
                         const struct floor_place *top, double normal[3])
{
    double along[3], length_2 = 0, product = 0;
    for (int k = 0; k < 3; ++k) {
        along[k] = end_of(floor, line->rear, k) - end_of(floor, line->front, k);
        length_2 += along[k] * along[k];
        product += along[k] * (double)top->plane.normal[k];
    }
    for (int k = 0; k < 3; ++k)
        normal[k] = (double)top->plane.normal[k] - product / length_2 * along[k];
    double size = length3(normal);
    for (int k = 0; k < 3; ++k) normal[k] /= size;
    return normal[2] > LEAST_UPRIGHT;
}

/* Gives an end that part of what the ridge is deep, if its own plane is lower. Above the ridge it is as far from the plane. */
static void raise_end(const struct floor *floor, const int end[2], double part, double gap_m,
                      const double normal[3], kamm_contact *contacts)
{
    double gap = gap_m < 0 ? part * gap_m : gap_m;
    for (int i = 0; i < (end[0] == end[1] ? 1 : 2); ++i) {
        const double *at = floor->probes[end[i]].position_m;
        kamm_contact *plane = &contacts[end[i]];
        double own = 0;
        for (int k = 0; k < 3; ++k) own += (at[k] - plane->point_m[k]) * (double)plane->normal[k];
        if (own <= gap) continue;
        for (int k = 0; k < 3; ++k) {
            plane->normal[k] = (float)normal[k];
            plane->point_m[k] = at[k] - gap * normal[k];
        }
    }
}

static void meet_line(const struct floor *floor, int index, const struct floor_place *places,
                      kamm_contact *contacts)
{
    const struct floor_line *line = &lines[index];
    double front = 0.5 * (floor->gap_m[line->front[0]] + floor->gap_m[line->front[1]]);
    double rear = 0.5 * (floor->gap_m[line->rear[0]] + floor->gap_m[line->rear[1]]), normal[3];
    struct floor_place top = places[0];
    for (int i = 1; i < LINE_POINTS; ++i)
        if (places[i].gap_m < top.gap_m) top = places[i];
    if (!(top.gap_m < front + top.share * (rear - front) - RIDGE_M)) return;
    if (top.gap_m > floor->far_m) return;
    find_top(floor, index, &top);
    if (!normal_across(floor, line, &top, normal)) return;
    double gap_m = top.gap_m * normal[2];
    raise_end(floor, line->front, line->share * (1 - top.share), gap_m, normal, contacts);
    raise_end(floor, line->rear, line->share * top.share, gap_m, normal, contacts);
}

/* Half of the floor's length: a slope over it is what the ground may rise between two points. */
static double half_length(const kamm_probe *probes)
{
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
        double apart = probes[2].position_m[k] - probes[0].position_m[k];
        sum += apart * apart;
    }
    return 0.5 * sqrt(sum);
}

/* Returns how far the places are above the ground at least. */
static double meet_all(const struct floor *floor, kamm_contact *contacts)
{
    double least_m = INFINITY;
    struct floor_place places[FLOOR_LINES * LINE_POINTS];
    int of[FLOOR_LINES * LINE_POINTS];
    for (int i = 0; i < FLOOR_LINES * LINE_POINTS; ++i) {
        of[i] = i / LINE_POINTS;
        places[i].share = (i % LINE_POINTS + 1.0) / (LINE_POINTS + 1);
    }
    ask_places(floor, FLOOR_LINES * LINE_POINTS, of, places);
    for (int i = 0; i < FLOOR_LINES; ++i) meet_line(floor, i, &places[i * LINE_POINTS], contacts);
    for (int i = 0; i < FLOOR_LINES * LINE_POINTS; ++i) least_m = fmin(least_m, places[i].gap_m);
    return least_m;
}

double kamm_meet_ridges(const kamm_ground *ground, double even_m, float steepness,
                        double clearance_m, const kamm_probe probes[BODY_POINTS],
                        kamm_contact contacts[BODY_POINTS])
{
    struct floor floor = {ground, probes, {0}, INFINITY};
    double half_m = half_length(probes), rises_m = (double)steepness * half_m, least = INFINITY;
    if (even_m > half_m) return clearance_m;
    for (int p = 0; p < FLOOR_POINTS; ++p) {
        floor.gap_m[p] = upright_gap(&contacts[p], probes[p].position_m);
        least = fmin(least, floor.gap_m[p]);
    }
    if (steepness > 0 && half_m < KAMM_STEEPNESS_REACH_M && least > 2 * rises_m)
        return fmin(clearance_m, least - rises_m);
    if (steepness > 0) floor.far_m = rises_m / (LINE_POINTS + 1) + FAR_M;
    /* between two places the ground may be higher by its slope over half of their distance */
    return fmin(clearance_m, meet_all(&floor, contacts) - rises_m / (LINE_POINTS + 1));
}
