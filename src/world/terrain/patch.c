/* Plane that represents the ground below a wheel's whole contact patch.
 *
 * Three kinds of place, from cheap to dear:
 * - even: one layer, and it is a plane there, or so gently bent that the tyre would not tell it from its tangent
 *   plane. One sample;
 * - smooth: bent, but without steps. Five samples, in the middle and towards the ends and sides of the contact patch;
 *   height and slopes are their weighted mean and differences. A tyre that is pressed flat averages ground that is much
 *   longer than its patch in this way (and swallows what is shorter). What it feels of the roughness of both kinds is
 *   one sample of a field of such means (roughness.h);
 * - broken: sharply bent, or an edge of a mesh or of a layer may be near. The ground along both sides of the tyre,
 *   each with samples over the whole wheel, and where neighbours do not fit their slopes, halfway between them and
 *   so on: an edge is found to 1/800 of the radius. envelope.h has the rest. Where the sides differ, the edge
 *   between them is found in the same way.
 * Sums take left and right together, so that mirrored wheels on mirrored ground get mirrored planes. */
#include "patch.h"

#include "answer.h"
#include "broken.h"
#include "sample.h"
#include "sides.h"

#include <math.h>

/* How far out samples of smooth ground are, in shares of radius and half width. */
#define PATCH_REACH 0.35
#define BESIDE_REACH 0.7
/* Curvature times radius below which a tangent plane will do: 0.02 * 0.3 m at 0.12 m is 0.5 mm off. */
#define EVEN_BEND 0.02
/* … and above which the ground is not smooth to a wheel. */
#define SHARP_BEND 0.3
/* Half of the way over which the axle's rise is looked at, in radii. */
#define RISE_SHARE 0.02
#define STEEPEST 3.7139 /* as envelope.c has it */
/* For how far a plane holds, at an edge and elsewhere. */
#define BROKEN_REACH_M 0.002
#define REACH_M 0.05

/* Heights ahead, behind, left and right. */
static void heights_around(const struct patch *p, double reach, double beside, double around[4])
{
    const double ahead[4] = {reach, -reach, 0, 0}, left[4] = {0, 0, beside, -beside};
    const double *f = p->forward, at[2] = {p->x_m, p->y_m}, level = p->mid.place.height_m;
    float dx[4], dy[4], heights[4];
    if (p->alone && p->mid.triangle >= 0) {
        for (int i = 0; i < 4; ++i) {
            dx[i] = (float)(ahead[i] * f[0] - left[i] * f[1]);
            dy[i] = (float)(ahead[i] * f[1] + left[i] * f[0]);
        }
        if (kamm_mesh_heights(&p->terrain->layers[p->mid.layer].mesh, p->mid.triangle, at, dx, dy,
                              level, heights)) {
            for (int i = 0; i < 4; ++i) around[i] = level + (double)heights[i];
            return;
        }
    }
    int count = beside > 0 ? 4 : 2;
    for (int i = 0; i < count; ++i) around[i] = kamm_sample_ground(p, ahead[i], left[i]).height_m;
}

/* Weights 2 in the middle, 1 around. */
static struct wheel_plane smooth_plane(const struct patch *p)
{
    double reach = PATCH_REACH * p->radius_m, beside = BESIDE_REACH * p->half_width_m, around[4];
    const struct place *middle = &p->mid.place;
    heights_around(p, reach, beside, around);
    struct wheel_plane plane = {.slope = (around[0] - around[1]) / (2 * reach)};
    plane.across = middle->slope[1] * p->forward[0] - middle->slope[0] * p->forward[1];
    double over = (around[0] + around[1]) - 2 * middle->height_m;
    if (beside > 0) {
        plane.across = (around[2] - around[3]) / (2 * beside);
        over += (around[2] + around[3]) - 2 * middle->height_m;
    }
    plane.height_m = middle->height_m + over * (1.0 / 6);
    return plane;
}

/* Kind of a layer within a box. */
enum cover { COVER_NONE, COVER_EVEN, COVER_SMOOTH, COVER_BROKEN };

/* Without bends, all of the box is in the mesh if its middle is. */
static enum cover cover_of_mesh(struct patch *p, const struct layer *layer, const double low[2],
                                const double high[2])
{
    enum mesh_bending bending = kamm_mesh_bending(&layer->mesh, low, high, &p->room_m);
    if (bending != MESH_EVEN) return bending == MESH_BENT ? COVER_SMOOTH : COVER_BROKEN;
    int own = layer == &p->terrain->layers[p->mid.layer];
    return own || kamm_mesh_covers(&layer->mesh, p->x_m, p->y_m) ? COVER_EVEN : COVER_NONE;
}

static enum cover cover_of(struct patch *p, const struct layer *layer, const double low[2],
                           const double high[2])
{
    int inside = 1;
    for (int i = 0; i < 2; ++i) {
        if (!(high[i] >= layer->low_m[i] && low[i] <= layer->high_m[i])) return COVER_NONE;
        inside &= low[i] >= layer->low_m[i] && high[i] <= layer->high_m[i];
    }
    if (layer->kind == KAMM_LAYER_MESH) return cover_of_mesh(p, layer, low, high);
    if (!inside) return COVER_BROKEN;
    if (layer->kind == KAMM_LAYER_PLANE) return COVER_EVEN;
    double bend = kamm_heights_curvature(&layer->heights, low, high) * p->radius_m;
    return bend <= EVEN_BEND ? COVER_EVEN : bend <= SHARP_BEND ? COVER_SMOOTH : COVER_BROKEN;
}

/* fmin is a call. */
static inline double least(double a, double b) { return a < b ? a : b; }

/* How far a box is from leaving the layer that it is in, or from coming to another. */
static double room_within(const struct layer *layer, const double low[2], const double high[2])
{
    double room = INFINITY;
    for (int i = 0; i < 2; ++i)
        room = least(room, least(low[i] - layer->low_m[i], layer->high_m[i] - high[i]));
    return room;
}

static double room_before(const struct layer *layer, const double low[2], const double high[2])
{
    double room = -INFINITY;
    for (int i = 0; i < 2; ++i)
        room = -least(-room, least(high[i] - layer->low_m[i], layer->high_m[i] - low[i]));
    return room;
}

/* For how far an answer holds: on one plane of one surface to where something else begins. */
static double reach_of(const struct patch *p, const double low[2], const double high[2])
{
    const struct layer *own = &p->terrain->layers[p->mid.layer];
    double reach = room_within(own, low, high);
    if (p->broken) return BROKEN_REACH_M;
    if (!p->even || p->rough || own->kind == KAMM_LAYER_HEIGHTS) return REACH_M;
    if (own->kind == KAMM_LAYER_MESH) reach = p->room_m;
    if (own->surface < 0 && p->terrain->paint.surfaces) return REACH_M;
    for (int i = 0; i < p->terrain->layer_count; ++i)
        if (i != p->mid.layer) reach = least(reach, room_before(&p->terrain->layers[i], low, high));
    return reach > REACH_M ? reach : REACH_M;
}

/* Finds out of which kind the place is, and how far around. */
static void look_around(struct patch *p)
{
    double low[2], high[2], at[2] = {p->x_m, p->y_m};
    int covers = 0, worst = COVER_NONE;
    for (int i = 0; i < 2; ++i) {
        double reach =
            p->radius_m * fabs(p->forward[i]) + p->half_width_m * fabs(p->forward[1 - i]);
        low[i] = at[i] - reach - REACH_M;
        high[i] = at[i] + reach + REACH_M;
    }
    for (int i = 0; i < p->terrain->layer_count; ++i) {
        int cover = cover_of(p, &p->terrain->layers[i], low, high);
        covers += cover != COVER_NONE;
        if (cover > worst) worst = cover;
    }
    p->alone = covers == 1;
    p->even = !covers || (p->alone && worst == COVER_EVEN); /* beyond all layers it is level */
    p->broken = worst == COVER_BROKEN;
    p->rough = p->terrain->roughness && (p->broken || kamm_is_rough(&p->relief));
    p->reach_m = p->alone ? reach_of(p, low, high) : p->broken ? BROKEN_REACH_M : REACH_M;
}

/* A step that is higher than the middle of a wheel on the ground here is met as one that is as high as it. So is what stands up behind a
 * wheel, but not both sides of a gap, over which it rolls. The cap does not go by where the wheel is: if it rose with a wheel
 * that the step lifts, it would lift that without limit. */
static double step_cap(const struct patch *p)
{
    double beside[2];
    for (int i = 0; i < 2; ++i) {
        double ahead = i ? -p->radius_m : p->radius_m;
        double x = p->x_m + ahead * p->forward[0], y = p->y_m + ahead * p->forward[1];
        beside[i] = kamm_find_ground(p->terrain, x, y, p->limit_m).place.height_m;
    }
    return fmax(p->mid.place.height_m, fmin(beside[0], beside[1])) + p->radius_m;
}

static void start_patch(const kamm_terrain *terrain, const kamm_probe *probe, struct patch *p)
{
    const double *at = probe->position_m;
    double fx = probe->forward[0], fy = probe->forward[1], squared = fx * fx + fy * fy;
    double inverse = squared > 1e-6 ? 1 / sqrt(squared) : 0;
    p->terrain = terrain;
    p->x_m = at[0];
    p->y_m = at[1];
    p->forward[0] = inverse > 0 ? fx * inverse : 1;
    p->forward[1] = inverse > 0 ? fy * inverse : 0;
    p->radius_m = probe->radius_m;
    p->half_width_m = 0.5 * (double)probe->width_m;
    p->limit_m = at[2] + p->radius_m;
    p->mid = kamm_find_ground(terrain, at[0], at[1], p->limit_m);
    p->relief = kamm_relief_of_layer(terrain, p->mid.layer, at[0], at[1]);
    p->rough = 0;
    p->room_m = 0;
    look_around(p);
    if (p->broken) p->cap_m = step_cap(p);
}

static struct wheel_plane plane_of(const struct patch *p, double *alone)
{
    *alone = 0;
    return p->broken ? kamm_broken_plane(p, alone) : smooth_plane(p);
}

/* Height of the axle of a wheel that has gone on so far. */
static double axle_ahead(const struct patch *p, const kamm_probe *probe, double ahead_m)
{
    struct patch there;
    kamm_probe moved = *probe;
    double alone;
    for (int i = 0; i < 2; ++i) moved.position_m[i] += ahead_m * p->forward[i];
    start_patch(p->terrain, &moved, &there);
    struct wheel_plane plane = plane_of(&there, &alone);
    return plane.height_m + kamm_axle_over_plane(p->radius_m, plane.slope);
}

/* A plane does no work on a wheel if the axle rises by its slope. On ground that is narrower than the tyre the springs' force has
 * another slope: a bus on cones of 0.3 m gained 9 % of its energy. So there the slope is that of the axle's way. */
static void match_rise(const struct patch *p, const kamm_probe *probe, double alone,
                       struct wheel_plane *plane)
{
    double way = RISE_SHARE * p->radius_m;
    double axle = plane->height_m + kamm_axle_over_plane(p->radius_m, plane->slope);
    double slope = (axle_ahead(p, probe, way) - axle_ahead(p, probe, -way)) / (2 * way);
    slope = slope > STEEPEST ? STEEPEST : slope < -STEEPEST ? -STEEPEST : slope;
    plane->slope += alone * (slope - plane->slope);
    plane->height_m = axle - kamm_axle_over_plane(p->radius_m, plane->slope);
}

static struct place wheel_place(const struct patch *p, const kamm_probe *probe)
{
    struct place place = p->mid.place;
    if (!p->even) {
        const double *f = p->forward;
        double alone;
        struct wheel_plane plane = plane_of(p, &alone);
        if (alone > 0) match_rise(p, probe, alone, &plane);
        place.height_m = plane.height_m;
        place.slope[0] = plane.slope * f[0] - plane.across * f[1];
        place.slope[1] = plane.slope * f[1] + plane.across * f[0];
    }
    return place;
}

/* Even ground of one surface, as is known in advance of most: 0 where it may be anything else, and where an answer may hold
 * for far more than REACH_M. */
static int is_known_site(const kamm_terrain *terrain, const kamm_probe *probe,
                         struct answer *answer)
{
    double x = probe->position_m[0], y = probe->position_m[1], radius = probe->radius_m;
    const struct ground_site *site = kamm_site_at(&terrain->sites, x, y);
    if (!((double)site->curvature * radius <= EVEN_BEND) ||
        !(radius + 0.5 * (double)probe->width_m + REACH_M < SITE_MARGIN_M))
        return 0;
    int surface = kamm_surface_around(terrain, site->layer, x, y);
    if (surface < 0) return 0;
    const struct layer *layer = &terrain->layers[site->layer];
    const struct surface_relief *relief = &terrain->relief[surface];
    if (layer->kind == KAMM_LAYER_PLANE && !(relief->amplitude > 0)) return 0;
    kamm_place_in_layer(layer, x, y, &answer->place);
    answer->relief.amplitude = relief->amplitude;
    answer->relief.sinkage_m = relief->sinkage_m;
    answer->feels = relief->amplitude > 0;
    answer->felt_apart_m = PATCH_REACH * radius;
    answer->surface = surface;
    answer->reach_m = (float)REACH_M;
    return 1;
}

void kamm_look_below_wheel(const kamm_terrain *terrain, const kamm_probe *probe,
                           struct answer *answer)
{
    if (is_known_site(terrain, probe, answer)) return;
    struct patch patch;
    start_patch(terrain, probe, &patch);
    answer->place = wheel_place(&patch, probe);
    answer->relief = patch.relief;
    answer->feels = patch.rough && !patch.broken;
    answer->felt_apart_m = PATCH_REACH * patch.radius_m;
    answer->surface = kamm_surface_of_layer(terrain, patch.mid.layer, patch.x_m, patch.y_m);
    answer->reach_m = (float)patch.reach_m;
}
