/* The profiles of broken ground, for the springs of both sides of a tyre. See patch.c and sides.h. */
#include "broken.h"

#include "pieces.h"
#include "sample.h"
#include "sides.h"

#include <math.h>

/* Definition of a step, in shares of the radius; how often an interval is halved to find it. */
#define STEP_SHARE 0.01
enum { HALVINGS = 8 };
/* Sides of which one carries so much more count as wholly uneven, and what stands up by that share of the radius as wholly alone. */
#define UNEVEN_SHARE 0.005
#define ALONE_SHARE (1.0 / 12)
#define LEFT_OUT 0.25 /* of that: roughness is no thing */
#define BESIDE_RADII 2.0

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

/* How far what the side that carries more stands on is a thing of its own, 0 to 1: it is higher than the ground well ahead and behind,
 * where a step goes on. */
static double stands_alone(const struct patch *p, const struct both_sides *sides)
{
    const struct side *on = sides->left_share > 0.5 ? &sides->left : &sides->right;
    double uneven = fmin(fabs(sides->left_share - 0.5) / UNEVEN_SHARE, 1), top_m = -INFINITY;
    if (!(uneven > 0)) return 0;
    for (int i = 0; i < on->profile.count; ++i) top_m = fmax(top_m, on->profile.at[i].height_m);
    double beside_m = fmax(kamm_sample_ground(p, BESIDE_RADII * p->radius_m, on->left_m).height_m,
                           kamm_sample_ground(p, -BESIDE_RADII * p->radius_m, on->left_m).height_m);
    double stands = (top_m - beside_m) / (ALONE_SHARE * p->radius_m) - LEFT_OUT;
    return stands > 0 ? uneven * fmin(stands, 1) : 0;
}

struct wheel_plane kamm_broken_plane(const struct patch *p, double *alone)
{
    struct broken b = {.patch = p};
    struct both_sides sides;
    const struct tyre_ground ground = {find_broken, &b, p->radius_m, p->half_width_m};
    b.exact = kamm_gather_pieces(p, &b.pieces);
    struct wheel_plane plane = kamm_two_sided_plane(&ground, &sides);
    *alone = stands_alone(p, &sides);
    return plane;
}
