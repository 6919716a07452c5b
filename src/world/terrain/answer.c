/* Answers to probes: what is below each is found one by one (patch.c, and here for points), what all have in common is then
 * done for four at a time. An answer does not depend on which others it is asked with. */
#include "../../base/compiler.h"
#define KAMM_WIDTH KAMM_BASELINE_WIDTH

#include "answer.h"

#include "../../base/wide.h"

#include <math.h>

/* Points higher above the ground than this get none of its roughness. */
#define ROUGH_REACH_M 0.5
/* Looked at before the first of them is finished: meanwhile memory brings what they feel. */
enum { BATCH = 16, FOUR = 4 };

static const struct answer nothing;

/* A point feels the roughness itself, and sinks in nowhere. */
static void look_at_relief(const kamm_terrain *terrain, int layer, const double at[2],
                           struct answer *answer)
{
    struct relief *relief = &answer->relief;
    if (answer->surface >= 0) {
        relief->amplitude = terrain->relief[answer->surface].amplitude;
    } else {
        *relief = kamm_relief_of_layer(terrain, layer, at[0], at[1]);
        relief->sinkage_m = relief->sinkage_slope[0] = relief->sinkage_slope[1] = 0;
    }
    answer->feels = kamm_is_rough(relief);
}

/* Roughness is left out for points far above it: most of a car's roof, most of the time. */
static void look_below_point(const kamm_terrain *terrain, const kamm_probe *probe,
                             struct answer *answer)
{
    const double *at = probe->position_m;
    const struct ground_site *site = kamm_site_at(&terrain->sites, at[0], at[1]);
    int layer = site->layer;
    if (layer >= 0) {
        kamm_place_in_layer(&terrain->layers[layer], at[0], at[1], &answer->place);
    } else {
        struct ground_search found =
            kamm_find_ground(terrain, at[0], at[1], at[2] + POINT_MARGIN_M);
        answer->place = found.place;
        layer = found.layer;
    }
    answer->surface = kamm_surface_around(terrain, layer, at[0], at[1]);
    if (terrain->roughness && !(at[2] > answer->place.height_m + ROUGH_REACH_M))
        look_at_relief(terrain, layer, at, answer);
    if (answer->surface < 0) answer->surface = kamm_surface_of_layer(terrain, layer, at[0], at[1]);
    answer->steepness = kamm_steepness_at(terrain, site, layer, at[0], at[1]);
    if (terrain->layers[layer].kind == KAMM_LAYER_MESH && answer->place.height_m > at[2])
        answer->faced = kamm_find_face(terrain, at, answer->place.height_m - at[2], &answer->face);
}

static void look_below(const kamm_terrain *terrain, const kamm_probe *probe, struct answer *answer)
{
    *answer = nothing;
    if (probe->radius_m > 0)
        kamm_look_below_wheel(terrain, probe, answer);
    else
        look_below_point(terrain, probe, answer);
    if (answer->feels)
        kamm_find_felt(terrain->roughness, probe->position_m[0], probe->position_m[1],
                       answer->felt_apart_m, &answer->felt);
}

/* The roughness that tyres do not swallow. */
static void feel_roughness(const kamm_terrain *terrain, struct answer answers[FOUR])
{
    const struct felt_place *places[FOUR];
    int rough = 0;
    for (int i = 0; i < FOUR; ++i) {
        places[i] = &answers[i].felt;
        rough |= places[i]->far;
    }
    if (!rough) return;
    struct felt_four felt = kamm_feel_four(terrain->roughness, places);
    for (int i = 0; i < FOUR; ++i) {
        const struct relief *relief = &answers[i].relief;
        struct place *place = &answers[i].place;
        double height = (double)felt.height_m[i];
        if (!places[i]->far) continue;
        place->height_m += relief->amplitude * height;
        for (int k = 0; k < 2; ++k)
            place->slope[k] +=
                relief->amplitude * (double)felt.slope[k][i] + relief->amplitude_slope[k] * height;
    }
}

/* Planes' normals, with the slopes that wheels' ruts leave. Lanes are set one by one: see frames.c. */
struct normals {
    float axis[3][FOUR];
};

static struct normals normals_of(const struct answer answers[FOUR])
{
    real axis[3][FOUR / KAMM_WIDTH];
    struct normals normals;
    memset(axis, 0, sizeof axis);
    for (int all = 0; all < FOUR / WIDE_CARS; ++all) {
        int row = all / WIDE_PARTS, part = all % WIDE_PARTS;
        wide x = {0}, y = {0};
        for (int i = 0; i < WIDE_CARS; ++i) {
            const struct answer *answer = &answers[all * WIDE_CARS + i];
            set_wide(&x, i, answer->place.slope[0] - answer->relief.sinkage_slope[0]);
            set_wide(&y, i, answer->place.slope[1] - answer->relief.sinkage_slope[1]);
        }
        wide inverse = 1.0 / wide_square_root(1.0 + (x * x + y * y));
        narrow(&axis[0][row], part, -x * inverse);
        narrow(&axis[1][row], part, -y * inverse);
        narrow(&axis[2][row], part, inverse);
    }
    memcpy(normals.axis, axis, sizeof axis);
    return normals;
}

static void lay_on_face(const struct face_plane *face, kamm_contact *contact)
{
    for (int k = 0; k < 3; ++k) {
        contact->point_m[k] = face->at_m[k];
        contact->normal[k] = (float)face->normal[k];
    }
}

static void write_contact(const kamm_terrain *terrain, const struct answer *answer,
                          const struct normals *normals, int i, const kamm_probe *probe,
                          kamm_contact *contact)
{
    const kamm_surface *surface = &terrain->surfaces[answer->surface];
    contact->point_m[0] = probe->position_m[0];
    contact->point_m[1] = probe->position_m[1];
    contact->point_m[2] = answer->place.height_m - answer->relief.sinkage_m;
    for (int k = 0; k < 3; ++k) {
        contact->normal[k] = normals->axis[k][i];
        contact->velocity_mps[k] = 0;
    }
    if (answer->faced) lay_on_face(&answer->face, contact);
    contact->friction = surface->friction;
    contact->rolling_resistance = surface->rolling_resistance + surface->sinkage_drag;
    contact->sliding_loss = surface->sliding_loss;
    contact->water_m = surface->water_m;
    contact->soil = surface->soil;
    contact->surface = answer->surface;
    contact->reach_m = answer->reach_m;
    contact->steepness = answer->steepness;
}

static void touch_batch(const kamm_terrain *terrain, int count, const kamm_probe *probes,
                        kamm_contact *contacts)
{
    struct answer answers[BATCH];
    for (int i = 0; i < count; ++i) look_below(terrain, &probes[i], &answers[i]);
    for (int i = count; i % FOUR; ++i) answers[i] = nothing;
    for (int first = 0; first < count; first += FOUR) {
        feel_roughness(terrain, &answers[first]);
        struct normals normals = normals_of(&answers[first]);
        for (int i = 0; i < FOUR && first + i < count; ++i)
            write_contact(terrain, &answers[first + i], &normals, i, &probes[first + i],
                          &contacts[first + i]);
    }
}

void kamm_touch_terrain(const kamm_terrain *terrain, int count, const kamm_probe *probes,
                        kamm_contact *contacts)
{
    for (int first = 0; first < count; first += BATCH) {
        int left = count - first;
        touch_batch(terrain, left < BATCH ? left : BATCH, &probes[first], &contacts[first]);
    }
}
