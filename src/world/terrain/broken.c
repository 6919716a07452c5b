/* The profiles of broken ground, for the springs of both sides of a tyre. See patch.c and sides.h. */
#include "broken.h"

#include "pieces.h"
#include "sample.h"
#include "sides.h"

#include <math.h>

/* Definition of a step, in shares of the radius; how often an interval is halved to find it. */
#define STEP_SHARE 0.01
enum { HALVINGS = 8 };

struct broken {
    const struct patch *patch;
    int exact; /* 1: of pieces */
    struct ground_pieces pieces;
};

/* Samples up to and with b, from the last in the profile; more of them where there is a step between. */
static void refine(const struct patch *p, double left, const struct profile_point *b, int halvings,
                   struct profile *profile)
{
    struct profile_point a = profile->at[profile->count - 1];
    double apart = b->s_m - a.s_m;
    double unfit = b->height_m - a.height_m - 0.5 * (a.slope + b->slope) * apart;
    if (halvings > 0 && fabs(unfit) > STEP_SHARE * p->radius_m &&
        profile->count < PROFILE_POINTS - 16) {
        struct profile_point middle = kamm_sample_ground(p, 0.5 * (a.s_m + b->s_m), left);
        refine(p, left, &middle, halvings - 1, profile);
        refine(p, left, b, halvings - 1, profile);
        return;
    }
    profile->at[profile->count++] = *b;
}

static void sample_profile(const struct patch *p, double left, struct profile *profile)
{
    static const double shares[] = {-1, -0.6, -0.3, 0, 0.3, 0.6, 1};
    profile->count = 1;
    profile->at[0] = kamm_sample_ground(p, -p->radius_m, left);
    for (int i = 1; i < 7; ++i) {
        struct profile_point next = kamm_sample_ground(p, shares[i] * p->radius_m, left);
        refine(p, left, &next, HALVINGS, profile);
    }
}

static void find_broken(const void *user, double left, struct profile *profile)
{
    const struct broken *b = user;
    if (!b->exact || !kamm_cut_pieces(b->patch, &b->pieces, left, profile))
        sample_profile(b->patch, left, profile);
}

struct wheel_plane kamm_broken_plane(const struct patch *p)
{
    struct broken b = {.patch = p};
    struct both_sides sides;
    const struct tyre_ground ground = {find_broken, &b, p->radius_m, p->half_width_m};
    b.exact = kamm_gather_pieces(p, &b.pieces);
    return kamm_two_sided_plane(&ground, &sides);
}
