/* Which wheel is where. Wheels are counted axle by axle from the front, on each axle left before right, and of twin
 * wheels the inner pair before the outer one. */
#ifndef KAMM_VEHICLE_LAYOUT_H
#define KAMM_VEHICLE_LAYOUT_H

#include "../base/compiler.h"
#include <kamm/ground.h>
#include <kamm/vehicle.h>

enum { MAX_AXLES = KAMM_MAX_AXLES, MAX_WHEELS = KAMM_MAX_WHEELS, BODY_POINTS = KAMM_BODY_POINTS };

struct layout {
    int axles, wheels;
    int pairs; /* axles with wheels on both sides */
    int tilts; /* two axles, one with a tilting pair (rungs/full/tilt.h): 1 the front one, 2 the rear one */
    int sidecar;          /* of an outfit (sidecar.h): +1 on the left, -1 on the right; else 0 */
    int first[MAX_AXLES]; /* the first wheel of each axle */
    int count[MAX_AXLES]; /* 1: in the middle, 2, or 4: twins */
    int axle[MAX_WHEELS]; /* of each wheel */
    int opposite[MAX_WHEELS]; /* the wheel on the other side of its axle; in the middle: itself */
    int hub
        [MAX_WHEELS]; /* the wheel whose travel and spin it has: of an outer twin the inner one, else itself */
    /* +1 left, 0 in the middle, -1 right. Of an outfit the sidecar's wheel has its side, the motorcycle's own have the other one. */
    float side[MAX_WHEELS];
    float twin[MAX_WHEELS]; /* 0; of twins -1 the inner, +1 the outer one */
    int front_axles; /* those in the front half of the wheelbase, at least one: the rest is the rear */
    int near_point[BODY_POINTS]; /* the wheel that is nearest to each body point */
};

/* Layout of most cars: two axles, a pair of wheels on each. */
static const struct layout TWO_AXLES = {
    .axles = 2,
    .wheels = 4,
    .pairs = 2,
    .first = {0, 2},
    .count = {2, 2},
    .axle = {0, 0, 1, 1},
    .opposite = {1, 0, 3, 2},
    .hub = {0, 1, 2, 3},
    .side = {1, -1, 1, -1},
    .front_axles = 1,
    .near_point = {0, 1, 2, 3, 0, 1, 2, 3},
};

struct layout kamm_layout_of(const kamm_vehicle_def *def);

/* The same wheels on the same axles. */
int kamm_layouts_are_alike(const struct layout *a, const struct layout *b);

/* Mean place of the axles that neither steer nor are raised, behind the front axle: where it rolls without slip in a slow turn. */
double kamm_fixed_axle_m(const kamm_vehicle_def *def);

/* The hubs of an axle: its first wheel is the left one, in the middle both at once. */
static inline int left_hub(const struct layout *l, int axle) { return l->first[axle]; }
static inline int right_hub(const struct layout *l, int axle)
{
    return l->first[axle] + (l->count[axle] > 1);
}
static inline int hub_count(const struct layout *l, int axle) { return l->count[axle] > 1 ? 2 : 1; }
static inline int is_front(const struct layout *l, int axle) { return axle < l->front_axles; }
static inline int has_twins(const struct layout *l, int axle) { return l->count[axle] == 4; }

/* kamm/lite takes no two-wheelers (model_bytes.c), so that it stays small. */
#ifdef KAMM_LITE
#define KAMM_TAKES_TWO_WHEELERS 0
#else
#define KAMM_TAKES_TWO_WHEELERS 1
#endif

static inline int has_two_single_wheels(const struct layout *l)
{
    return l->axles == 2 && l->wheels == 2;
}

/* Nothing but its steering keeps it up: two single wheels in line, or a tilting pair in front of one or behind it. */
static inline int leans_freely(const struct layout *l)
{
    return KAMM_TAKES_TWO_WHEELERS && (has_two_single_wheels(l) || l->tilts);
}

/* The axle of a tilting pair; the front one if there is none. */
static inline int tilting_axle(const struct layout *l) { return l->tilts == 2; }

/* A motorcycle with a sidecar: three single wheels, one of them beside the others. */
static inline int has_sidecar(const struct layout *l)
{
    return KAMM_TAKES_TWO_WHEELERS && l->sidecar;
}

/* Sum over the wheels of an axle, left and right added first. */
static inline double axle_sum(const struct layout *l, int axle, const double *of_wheel)
{
    const double *own = of_wheel + l->first[axle];
    if (l->count[axle] == 1) return own[0];
    double inner = own[0] + own[1];
    return l->count[axle] == 2 ? inner : inner + (own[2] + own[3]);
}

/* The mean of an axle's hubs. */
static inline double hub_mean(const struct layout *l, int axle, const double *of_wheel)
{
    return 0.5 * (of_wheel[left_hub(l, axle)] + of_wheel[right_hub(l, axle)]);
}

#endif
