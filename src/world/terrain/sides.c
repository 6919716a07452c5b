/* The sides of a tyre (sides.h). */
#include "sides.h"

#include <math.h>

/* How often the tyre's width is halved to find a step's edge along it. */
enum { SIDE_HALVINGS = 7 };
/* Rise over run by which a wheel on a step's edge leans across at most. */
#define MAX_LEAN 0.3

/* Sides are compared by their axles' height, as the plane on a step's edge is steep and thus low in the middle. */
double kamm_axle_over_plane(double radius_m, double slope)
{
    return radius_m * (11.0 / 12) * sqrt(1 + slope * slope);
}

static void press_side(const struct tyre_ground *g, double left, struct side *side)
{
    g->find(g->user, left, &side->profile);
    side->left_m = left;
    side->plane = kamm_envelop(&side->profile, g->radius_m, &side->middle_m);
    side->plane.height_m +=
        kamm_axle_over_plane(g->radius_m, side->plane.slope) - side->plane.across * left;
    side->middle_m -= side->plane.across * left;
}

/* How much of the tyre's width is on its higher side: up to where the ground carries a wheel at the mean height of
 * both. Between them the ground falls to the side as theirs does in the mean. */
static double share_on_high_side(const struct tyre_ground *p, const struct side *high_side,
                                 const struct side *low_side)
{
    double between = 0.5 * (high_side->middle_m + low_side->middle_m);
    double across = 0.5 * (high_side->plane.across + low_side->plane.across);
    double low = 0, high = 1, width = high_side->left_m;
    double at_low = kamm_spare_force(&high_side->profile, between + across * width, p->radius_m);
    double at_high = kamm_spare_force(&low_side->profile, between - across * width, p->radius_m);
    if (!(at_low > 0) || at_high > 0) return 1; /* steep ground: its middles differ the other way */
    for (int i = 0; i < SIDE_HALVINGS; ++i) {
        struct profile profile;
        double share = 0.5 * (low + high), left = width * (1 - 2 * share);
        p->find(p->user, left, &profile);
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
struct wheel_plane kamm_two_sided_plane(const struct tyre_ground *g, struct both_sides *sides)
{
    struct side *left = &sides->left, *right = &sides->right;
    double width = g->half_width_m, deflection = g->radius_m * (1.0 / 12);
    press_side(g, width, left);
    press_side(g, -width, right);
    double higher = left->plane.height_m - right->plane.height_m, size = fabs(higher);
    double carries = size < deflection ? 0.5 + 0.5 * size / deflection : 1;
    double counts =
        (size / deflection - 0.05) * 4; /* differences that small are not worth the search */
    if (counts > 0) {
        const struct side *high = higher > 0 ? left : right;
        double on = 2 * share_on_high_side(g, high, higher > 0 ? right : left);
        if (on < carries) carries += (on - carries) * (counts < 1 ? counts : 1);
    }
    double l = higher > 0 ? carries : 1 - carries, r = higher > 0 ? 1 - carries : carries;
    sides->left_share = l;
    double lean = width > 0 ? higher / (2 * width) * (4 * l * r) : 0;
    lean = lean > MAX_LEAN ? MAX_LEAN : lean < -MAX_LEAN ? -MAX_LEAN : lean;
    double slope = left->plane.slope * l + right->plane.slope * r;
    double axle = left->plane.height_m * l + right->plane.height_m * r;
    return (struct wheel_plane){axle - kamm_axle_over_plane(g->radius_m, slope), slope,
                                (left->plane.across * l + right->plane.across * r) + lean};
}
