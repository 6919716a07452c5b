/* See envelope.h. */
#include "envelope.h"

#include <math.h>
#include <stddef.h>

#define PRESSED_SHARE (1.0 / 12)
/* … and at most, where an edge carries too little for the load; both as shares of the radius. */
#define DEEPEST_SHARE 0.5
enum { NEWTON_STEPS = 8 };
/* The plane is never steeper than 75 degrees: the wheel's load has to have a part that carries. */
#define MIN_UPRIGHT 0.26

/* Height of the rigid disc's middle when it rests on a straight piece: on its inside, or on an end. */
static double rest_on_piece(const struct profile_point *a, const struct profile_point *b,
                            double radius_m)
{
    double slope = (b->height_m - a->height_m) / (b->s_m - a->s_m);
    double upright = 1 / sqrt(1 + slope * slope), foot = radius_m * slope * upright;
    if (foot > a->s_m && foot < b->s_m)
        return a->height_m + slope * (foot - a->s_m) + radius_m * upright;
    const struct profile_point *end = foot > a->s_m ? b : a;
    double squared = radius_m * radius_m - end->s_m * end->s_m;
    return end->height_m + (squared > 0 ? sqrt(squared) : 0);
}

static double resting_height(const struct profile *profile, double radius_m)
{
    double highest = -INFINITY;
    for (int i = 0; i + 1 < profile->count; ++i) {
        double height = rest_on_piece(&profile->at[i], &profile->at[i + 1], radius_m);
        if (height > highest) highest = height;
    }
    return highest;
}

/* Force on the springs, how it grows as the wheel sinks, and the ground's slope to the left as weighted by
 * what it carries. */
struct spring_force {
    double s, z, stiffness, across;
};

/* The part from t = part[0] to part[1] of the piece a + t d that lies in the disc; 0: none of it. */
static int pressed_part(double dd, double ad, double aa, double part[2])
{
    double root = ad * ad - dd * aa;
    if (!(root > 0)) return 0;
    root = sqrt(root);
    double inverse = 1 / dd;
    part[0] = (-ad - root) * inverse, part[1] = (-ad + root) * inverse;
    if (part[0] < 0) part[0] = 0;
    if (part[1] > 1) part[1] = 1;
    return part[0] < part[1];
}

/* There the pressure is -(dd t^2 + 2 ad t + aa) / (2 R). The middle of that part is `middle`, if that is not NULL. */
static void press_piece(const struct profile_point *a, const struct profile_point *b,
                        double middle_m, double radius_m, struct spring_force *force,
                        double *middle)
{
    double s = a->s_m, z = a->height_m - middle_m, ds = b->s_m - s, dz = b->height_m - a->height_m;
    double dd = ds * ds + dz * dz, ad = s * ds + z * dz;
    double aa = (s * s + z * z) - radius_m * radius_m, part[2];
    if (!pressed_part(dd, ad, aa, part)) return;
    double low = part[0], high = part[1];
    if (middle) *middle = 0.5 * (low + high);
    double cubic = dd * (1.0 / 3) * (high * high * high - low * low * low);
    double sum = -(cubic + ad * (high * high - low * low) + aa * (high - low)) / (2 * radius_m);
    force->s -= dz * sum;
    force->z += ds * sum;
    force->stiffness -= ds * (z * (high - low) + 0.5 * dz * (high * high - low * low)) / radius_m;
    force->across += 0.5 * (a->across + b->across) * ds * sum;
}

/* Newton's iteration from a guess that is 8 % off at most; of 0 it is 0. */
static double cube_root(double x)
{
    int exponent;
    if (!(x > 0)) return 0;
    double rest = frexp(x, &exponent);
    while (exponent % 3) rest *= 2, --exponent;
    double root = 0.72 + 0.23 * rest;
    for (int i = 0; i < 4; ++i) root -= (root * root * root - rest) / (3 * root * root);
    return ldexp(root, exponent / 3);
}

static struct spring_force force_at(const struct profile *profile, double middle_m, double radius_m)
{
    struct spring_force force = {0, 0, 0, 0};
    for (int i = 0; i + 1 < profile->count; ++i)
        press_piece(&profile->at[i], &profile->at[i + 1], middle_m, radius_m, &force, NULL);
    return force;
}

/* Returns the force of a plane at that distance. */
static double force_of_plane(double distance_m, double radius_m)
{
    double squared = radius_m * radius_m - distance_m * distance_m;
    return 2 * squared * sqrt(squared) / (3 * radius_m);
}

/* Returns the load of level ground at a twelfth of the radius. */
static double load_of(double radius_m)
{
    return force_of_plane(radius_m - PRESSED_SHARE * radius_m, radius_m);
}

double kamm_spare_force(const struct profile *profile, double middle_m, double radius_m)
{
    return force_at(profile, middle_m, radius_m).z - load_of(radius_m);
}

double kamm_piece_force(const struct profile_point *from, const struct profile_point *to,
                        double middle_m, double radius_m, double *middle)
{
    struct spring_force force = {0, 0, 0, 0};
    *middle = 0.5;
    press_piece(from, to, middle_m, radius_m, &force, middle);
    return sqrt(force.s * force.s + force.z * force.z);
}

/* Lowers the wheel until the springs carry the load that they carry on level ground. Depth by depth until it
 * is too deep; from there Newton's steps stay too deep, as the force grows ever faster with the depth. */
static struct spring_force settle(const struct profile *profile, double radius_m, double *middle_m)
{
    double rest = resting_height(profile, radius_m), depth = PRESSED_SHARE * radius_m;
    double load = load_of(radius_m);
    struct spring_force force = force_at(profile, rest - depth, radius_m);
    while (force.z < load * (1 - 1e-9) && depth < DEEPEST_SHARE * radius_m) {
        depth = 2 * depth < DEEPEST_SHARE * radius_m ? 2 * depth : DEEPEST_SHARE * radius_m;
        force = force_at(profile, rest - depth, radius_m);
    }
    for (int i = 0; i < NEWTON_STEPS && force.z > load * (1 + 1e-6); ++i) {
        if (!(force.stiffness > 0)) break;
        depth -= (force.z - load) / force.stiffness;
        force = force_at(profile, rest - depth, radius_m);
    }
    *middle_m = rest - depth;
    return force;
}

struct wheel_plane kamm_envelop(const struct profile *profile, double radius_m, double *middle_m)
{
    const double max_slope = sqrt(1 - MIN_UPRIGHT * MIN_UPRIGHT) / MIN_UPRIGHT;
    double middle;
    struct spring_force force = settle(profile, radius_m, &middle);
    *middle_m = middle;
    if (!(force.z > 1e-12 * radius_m * radius_m))
        return (struct wheel_plane){middle - radius_m, 0, 0};
    double size = sqrt(force.s * force.s + force.z * force.z);
    double half_chord = cube_root(1.5 * radius_m * size);
    double squared = radius_m * radius_m - half_chord * half_chord;
    double distance = squared > 0 ? sqrt(squared) : 0;
    double slope = -force.s / force.z;
    slope = slope > max_slope ? max_slope : slope < -max_slope ? -max_slope : slope;
    return (struct wheel_plane){middle - distance * sqrt(1 + slope * slope), slope,
                                force.across / force.z};
}
