/* What stands for broken ground: the springs of both sides of the tyre are pressed in. See patch.c and envelope.h. */
#include "patch.h"

#include <math.h>

/* What a step is, in shares of the radius; how often an interval is halved to find it. */
#define STEP_SHARE 0.01
enum { HALVINGS = 8, SIDE_HALVINGS = 7 };
/* Rise over run by which a wheel on a step's edge leans across at most. */
#define MAX_LEAN 0.3

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

/* The ground in an upright plane along the wheel. */
static void find_profile(const struct broken *b, double left, struct profile *profile)
{
    if (!b->exact || !kamm_cut_pieces(b->patch, &b->pieces, left, profile))
        sample_profile(b->patch, left, profile);
}

/* Height of the axle over that below the wheel's middle, of a wheel that is pressed in as by its load: sides are
 * compared by their axles' height, as the plane on a step's edge is steep and thus low in the middle. */
static double axle_over(const struct patch *p, double slope)
{
    return p->radius_m * (11.0 / 12) * sqrt(1 + slope * slope);
}

/* The plane for the ground on one side; heights are those of the axle, and of the wheel's middle. */
struct side {
    double left_m;
    struct wheel_plane plane;
    double middle_m;
    struct profile profile;
};

static void press_side(const struct broken *b, double left, struct side *side)
{
    find_profile(b, left, &side->profile);
    side->left_m = left;
    side->plane = kamm_envelop(&side->profile, b->patch->radius_m, &side->middle_m);
    side->plane.height_m += axle_over(b->patch, side->plane.slope) - side->plane.across * left;
    side->middle_m -= side->plane.across * left;
}

/* How much of the tyre's width is on its higher side: up to where the ground carries a wheel at the mean height of
 * both. Between them the ground falls to the side as theirs does in the mean. */
static double share_on_high_side(const struct broken *b, const struct side *high_side,
                                 const struct side *low_side)
{
    const struct patch *p = b->patch;
    double between = 0.5 * (high_side->middle_m + low_side->middle_m);
    double across = 0.5 * (high_side->plane.across + low_side->plane.across);
    double low = 0, high = 1, width = high_side->left_m;
    double at_low = kamm_spare_force(&high_side->profile, between + across * width, p->radius_m);
    double at_high = kamm_spare_force(&low_side->profile, between - across * width, p->radius_m);
    if (!(at_low > 0) || at_high > 0) return 1; /* steep ground: its middles differ the other way */
    for (int i = 0; i < SIDE_HALVINGS; ++i) {
        struct profile profile;
        double share = 0.5 * (low + high), left = width * (1 - 2 * share);
        find_profile(b, left, &profile);
        double spare = kamm_spare_force(&profile, between + across * left, p->radius_m);
        if (spare > 0)
            low = share, at_low = spare;
        else
            high = share, at_high = spare;
    }
    return low + (high - low) * at_low / (at_low - at_high);
}

/* Both sides carry alike where they are equally high. The side that is higher by the tyre's deflection carries
 * alone, if half of the width is on it; less of the width lifts the wheel by less, so that it can slide sideways onto
 * a kerb. In between the wheel leans. */
struct wheel_plane kamm_broken_plane(const struct patch *p)
{
    struct broken b = {.patch = p};
    struct side left, right;
    double width = p->half_width_m, deflection = p->radius_m * (1.0 / 12);
    b.exact = kamm_gather_pieces(p, &b.pieces);
    press_side(&b, width, &left);
    press_side(&b, -width, &right);
    double higher = left.plane.height_m - right.plane.height_m, size = fabs(higher);
    double carries = size < deflection ? 0.5 + 0.5 * size / deflection : 1;
    double counts =
        (size / deflection - 0.05) * 4; /* differences that small are not worth the search */
    if (counts > 0) {
        const struct side *high = higher > 0 ? &left : &right;
        double on = 2 * share_on_high_side(&b, high, higher > 0 ? &right : &left);
        if (on < carries) carries += (on - carries) * (counts < 1 ? counts : 1);
    }
    double l = higher > 0 ? carries : 1 - carries, r = higher > 0 ? 1 - carries : carries;
    double lean = width > 0 ? higher / (2 * width) * (4 * l * r) : 0;
    lean = lean > MAX_LEAN ? MAX_LEAN : lean < -MAX_LEAN ? -MAX_LEAN : lean;
    double slope = left.plane.slope * l + right.plane.slope * r;
    double axle = left.plane.height_m * l + right.plane.height_m * r;
    return (struct wheel_plane){axle - axle_over(p, slope), slope,
                                (left.plane.across * l + right.plane.across * r) + lean};
}
