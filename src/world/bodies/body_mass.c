/* Mass properties of shapes of even density, and the traffic cone.
 *
 * Inertia of a box: m/3 (b² + c²) about the axis of half size a; parallel axes after Steiner. Any textbook
 * of mechanics has both. */
#include "body_mass.h"
#include "../../base/float_mode.h"

#include "../../base/quaternion.h"
#include "shapes.h"

#include <string.h>

static void add_box(const struct oriented_box *box, double mass, const double centre[3],
                    double inertia[3][3])
{
    double from[3], own[3];
    for (int k = 0; k < 3; ++k) from[k] = box->centre[k] - centre[k];
    for (int k = 0; k < 3; ++k) own[k] = mass / 3 * (box->half[k] * box->half[k]);
    double around = (from[0] * from[0] + from[1] * from[1]) + from[2] * from[2];
    double total = (own[0] + own[1]) + own[2];
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            double sum = -mass * (from[i] * from[k]);
            for (int n = 0; n < 3; ++n)
                sum += (total - own[n]) * (box->axis[n][i] * box->axis[n][k]);
            inertia[i][k] += i == k ? sum + mass * around : sum;
        }
    }
}

/* Inverts by cofactors. The matrix is symmetric and positive, so its determinant is above 0. */
static void invert(const double m[3][3], double out[3][3])
{
    double xx = m[1][1] * m[2][2] - m[1][2] * m[1][2];
    double xy = m[0][2] * m[1][2] - m[0][1] * m[2][2];
    double xz = m[0][1] * m[1][2] - m[0][2] * m[1][1];
    double yy = m[0][0] * m[2][2] - m[0][2] * m[0][2];
    double yz = m[0][1] * m[0][2] - m[0][0] * m[1][2];
    double zz = m[0][0] * m[1][1] - m[0][1] * m[0][1];
    double by = 1 / ((m[0][0] * xx + m[0][1] * xy) + m[0][2] * xz);
    const double rows[3][3] = {{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) out[i][k] = by * rows[i][k];
}

/* One of the body's shapes, and its box in the body's frame. */
struct part {
    struct oriented_box box;
    int is_box;
    double volume, centre[3];
    double inertia[3][3]; /* where it is no box: about its centre, per mass */
};

static void find_part(const kamm_shape *shape, struct part *out)
{
    const kamm_box *box = &shape->box;
    out->is_box = shape->kind == KAMM_SHAPE_BOX;
    if (out->is_box) {
        static const double origin[3] = {0}, unturned[4] = {1, 0, 0, 0};
        kamm_orient_box(box, origin, unturned, &out->box);
        out->volume = 8 * (box->half_m[0] * box->half_m[1] * box->half_m[2]);
        for (int k = 0; k < 3; ++k) out->centre[k] = box->centre_m[k];
        return;
    }
    struct convex convex;
    kamm_start_box(shape, &out->box);
    kamm_make_convex(shape, &out->box, &convex);
    const double *own = convex.centre;
    out->volume = convex.volume;
    memcpy(out->inertia, convex.inertia, sizeof out->inertia);
    for (int k = 0; k < 3; ++k)
        out->centre[k] =
            out->box.centre[k] + ((own[0] * out->box.axis[0][k] + own[1] * out->box.axis[1][k]) +
                                  own[2] * out->box.axis[2][k]);
}

/* Turned into the body's axes, and moved after Steiner. */
static void add_convex(const struct part *part, double mass, const double centre[3],
                       double inertia[3][3])
{
    double from[3], turned[3][3];
    for (int k = 0; k < 3; ++k) from[k] = part->centre[k] - centre[k];
    double around = (from[0] * from[0] + from[1] * from[1]) + from[2] * from[2];
    kamm_turn_tensor(part->box.axis, &part->inertia[0][0], 3, &turned[0][0], 3);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            inertia[i][k] += mass * (turned[i][k] + ((i == k ? around : 0) - from[i] * from[k]));
}

void kamm_find_body_mass(const kamm_body_def *def, struct body_mass *out)
{
    struct part parts[KAMM_MAX_SHAPES];
    *out = (struct body_mass){.mass_kg = (double)def->mass_kg};
    double volume = 0;
    for (int n = 0; n < def->shape_count; ++n) {
        find_part(&def->shapes[n], &parts[n]);
        volume += parts[n].volume;
    }
    for (int n = 0; n < def->shape_count; ++n)
        for (int k = 0; k < 3; ++k)
            out->centre_m[k] += parts[n].volume / volume * parts[n].centre[k];
    for (int n = 0; n < def->shape_count; ++n) {
        double mass = out->mass_kg * (parts[n].volume / volume);
        if (parts[n].is_box)
            add_box(&parts[n].box, mass, out->centre_m, out->inertia_kgm2);
        else
            add_convex(&parts[n], mass, out->centre_m, out->inertia_kgm2);
    }
    invert((const double(*)[3])out->inertia_kgm2, out->inverse_inertia);
}

/* Sizes are estimated from the cones of this height that road works and road tests use: a rubber or PVC
 * foot of 0.28 to 0.32 m, 1.9 to 2.3 kg, a body of some 0.2 m at the foot and 0.05 m at the tip. The body's box
 * is as wide as the cone at two thirds of its height, where bumpers meet it; a box of the mean width would,
 * with even density, put the centre of gravity far higher than the thin shell of a real cone does. So it
 * lies at 0.15 m here; estimated 0.11 to 0.15 m in a real one. Height scales all lengths; mass, that of a
 * shell, goes with the square: 0.75 m has 4.5 kg. */
kamm_body_def kamm_cone(double height_m)
{
    KAMM_FLOAT_MODE;
    double scale = height_m / 0.5, foot = 0.04 * scale;
    double body = 0.5 * (height_m - foot);
    return (kamm_body_def){
        .type = KAMM_BODY_DYNAMIC,
        .shapes = {{.box = {.centre_m = {0, 0, 0.5 * foot},
                            .half_m = {0.16 * scale, 0.16 * scale, 0.5 * foot},
                            .orientation = {1, 0, 0, 0}}},
                   {.box = {.centre_m = {0, 0, foot + body},
                            .half_m = {0.05 * scale, 0.05 * scale, body},
                            .orientation = {1, 0, 0, 0}}}},
        .shape_count = 2,
        .mass_kg = (float)(2 * (scale * scale)),
        .friction = 0.7f,
        .restitution = 0.2f,
        .orientation = {1, 0, 0, 0},
        .asleep = 1,
    };
}
