/* One plane is met where it is. A ground that is asked for is approached by steps over which it cannot rise to the ray, as far
 * as it tells its steepness (kamm_contact.steepness), else by short ones; where one ends below the ground, the place between is
 * found by the method of false position, in its Illinois variant (Dowell and Jarratt, BIT 1971). */
#include "ground_cast.h"

#include <math.h>
#include <string.h>

#define UNKNOWN_STEP_M 0.25 /* level, where the ground does not tell how steep it is */
#define LEAST_STEP_M 0.01   /* where the ray runs along the ground */
#define FOUND_M 1e-7
#define LEAST_UPRIGHT 0.1 /* of a normal: steeper ground counts as that steep */
enum { MAX_STEPS = 4096, MAX_REFINEMENTS = 60 };

struct way {
    const kamm_ground *ground;
    const double *from, *move;
    double radius_m, level_m, drop_m; /* over all of it */
};

/* The ground at a time, and how far above it the sphere is. */
struct sample {
    double time, gap_m;
    kamm_contact plane;
};

static double gap_of(const kamm_contact *plane, const double at[3])
{
    double gap = 0;
    for (int k = 0; k < 3; ++k) gap += (at[k] - plane->point_m[k]) * (double)plane->normal[k];
    return gap;
}

static struct sample sample_at(const struct way *way, double time)
{
    struct sample sample = {.time = time, .plane = way->ground->plane};
    kamm_probe probe = {.forward = {1, 0, 0}, .left = {0, 1, 0}, .car = -1};
    for (int k = 0; k < 3; ++k) probe.position_m[k] = way->from[k] + time * way->move[k];
    if (way->ground->query) {
        memset(&sample.plane, 0, sizeof sample.plane);
        way->ground->query(way->ground->user, 1, &probe, &sample.plane);
    }
    sample.gap_m = gap_of(&sample.plane, probe.position_m) - way->radius_m;
    return sample;
}

/* How far it may go on without meeting the ground, or having to look again. */
static double step_from(const struct way *way, const struct sample *sample)
{
    double steepness = (double)sample->plane.steepness;
    double upright = fmax((double)sample->plane.normal[2], LEAST_UPRIGHT);
    double reach = steepness > 0 ? KAMM_STEEPNESS_REACH_M : UNKNOWN_STEP_M;
    double closing = way->drop_m + steepness * way->level_m;
    double gap = sample->gap_m / upright, step = 1;
    if (way->level_m > 0) step = fmin(step, reach / way->level_m);
    if (closing > 0) step = fmin(step, gap / closing);
    double least = LEAST_STEP_M / fmax(way->level_m + fabs(way->drop_m), LEAST_STEP_M);
    return fmax(step, fmax(least, 1.0 / MAX_STEPS));
}

/* Finds the crossing between a sample above and one below. */
static struct sample refine(const struct way *way, struct sample above, struct sample below)
{
    double up = above.gap_m, down = below.gap_m;
    int side = 0;
    for (int i = 0; i < MAX_REFINEMENTS && below.gap_m < -FOUND_M; ++i) {
        double time = above.time + (below.time - above.time) * up / (up - down);
        if (i > MAX_REFINEMENTS / 2) time = 0.5 * (above.time + below.time);
        struct sample middle = sample_at(way, time);
        if (middle.gap_m > 0) {
            above = middle, up = middle.gap_m;
            if (side == 1) down *= 0.5;
            side = 1;
        } else {
            below = middle, down = middle.gap_m;
            if (side == -1) up *= 0.5;
            side = -1;
        }
        if (fabs(middle.gap_m) <= FOUND_M) return middle;
    }
    return below;
}

static void tell(const struct way *way, const struct sample *sample, int inside,
                 struct ground_hit *hit)
{
    hit->time = sample->time;
    hit->inside = inside;
    hit->surface = sample->plane.surface;
    for (int k = 0; k < 3; ++k) {
        hit->normal[k] = inside ? 0 : (double)sample->plane.normal[k];
        hit->point[k] = way->from[k] + sample->time * way->move[k] - way->radius_m * hit->normal[k];
    }
}

static int meet_plane(const struct way *way, const struct sample *start, struct ground_hit *hit)
{
    double closing = 0;
    for (int k = 0; k < 3; ++k) closing -= way->move[k] * (double)start->plane.normal[k];
    struct sample sample = *start;
    if (!(closing > 0) || start->gap_m > closing) return 0;
    sample.time = start->gap_m / closing;
    tell(way, &sample, 0, hit);
    return 1;
}

static int is_there(const kamm_contact *plane)
{
    return plane->normal[0] != 0 || plane->normal[1] != 0 || plane->normal[2] != 0;
}

int kamm_cast_at_ground(const kamm_ground *ground, const double from[3], const double move[3],
                        double radius_m, struct ground_hit *hit)
{
    if (!ground->query && ground->contacts) return 0;
    struct way way = {ground,  from, move, radius_m, sqrt(move[0] * move[0] + move[1] * move[1]),
                      -move[2]};
    struct sample last = sample_at(&way, 0), next;
    if (!is_there(&last.plane)) return 0;
    if (last.gap_m < 0) {
        tell(&way, &last, 1, hit);
        return 1;
    }
    if (!ground->query) return meet_plane(&way, &last, hit);
    if (way.level_m == 0 && way.drop_m == 0) return 0;
    for (; last.time < 1; last = next) {
        next = sample_at(&way, fmin(last.time + step_from(&way, &last), 1));
        if (next.gap_m > 0 || !is_there(&next.plane)) continue;
        next = refine(&way, last, next);
        tell(&way, &next, 0, hit);
        return 1;
    }
    return 0;
}
