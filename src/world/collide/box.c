/* Boxes in the world: where they are, what they reach, which of their faces others cover. */
#include "../../base/quaternion.h"
#include "pair.h"

/* Returns the axes of a quaternion of any length. */
static void axes_of(const double q[4], double axis[3][3])
{
    double size = (q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]);
    double by = size > 0 ? 1 / sqrt(size) : 0;
    const double unit[4] = {size > 0 ? q[0] * by : 1, q[1] * by, q[2] * by, q[3] * by};
    kamm_axes_of(unit, axis);
}

void kamm_move_unturned_box(const struct oriented_box *box, const double position_m[3],
                            const double axis[3][3], struct oriented_box *out)
{
    const double *c = box->centre;
    for (int k = 0; k < 3; ++k) {
        out->centre[k] =
            position_m[k] + ((c[0] * axis[0][k] + c[1] * axis[1][k]) + c[2] * axis[2][k]);
        out->half[k] = box->half[k];
        for (int i = 0; i < 3; ++i) out->axis[i][k] = axis[i][k];
    }
    out->buried = 0;
}

void kamm_move_box(const struct oriented_box *box, const double position_m[3],
                   const double axis[3][3], struct oriented_box *out)
{
    kamm_move_unturned_box(box, position_m, axis, out);
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < 3; ++i) {
            const double *own = box->axis[i];
            out->axis[i][k] = (own[0] * axis[0][k] + own[1] * axis[1][k]) + own[2] * axis[2][k];
        }
    }
}

void kamm_orient_box(const kamm_box *box, const double position_m[3], const double orientation[4],
                     struct oriented_box *out)
{
    struct oriented_box own = {.centre = {box->centre_m[0], box->centre_m[1], box->centre_m[2]},
                               .half = {box->half_m[0], box->half_m[1], box->half_m[2]}};
    double frame[3][3];
    axes_of(orientation, frame);
    axes_of(box->orientation, own.axis);
    kamm_move_box(&own, position_m, (const double(*)[3])frame, out);
}

void kamm_box_corners(const struct oriented_box *box, double corners[8][3])
{
    for (int c = 0; c < 8; ++c) {
        double x = c & 1 ? box->half[0] : -box->half[0];
        double y = c & 2 ? box->half[1] : -box->half[1];
        double z = c & 4 ? box->half[2] : -box->half[2];
        for (int k = 0; k < 3; ++k)
            corners[c][k] = box->centre[k] +
                            ((x * box->axis[0][k] + y * box->axis[1][k]) + z * box->axis[2][k]);
    }
}

double kamm_box_radius(const struct oriented_box *box) { return sqrt(dot3(box->half, box->half)); }

void kamm_box_bounds(const struct oriented_box *box, double min[3], double max[3])
{
    for (int k = 0; k < 3; ++k) {
        double reach =
            (box->half[0] * fabs(box->axis[0][k]) + box->half[1] * fabs(box->axis[1][k])) +
            box->half[2] * fabs(box->axis[2][k]);
        min[k] = box->centre[k] - reach;
        max[k] = box->centre[k] + reach;
    }
}

/* Whether a point of the box's surface, in its own coordinates, lies in the other or near it. */
static int covered_at(const struct oriented_box *box, const double own[3],
                      const struct oriented_box *other)
{
    double from[3];
    for (int k = 0; k < 3; ++k)
        from[k] =
            (box->centre[k] - other->centre[k]) +
            ((own[0] * box->axis[0][k] + own[1] * box->axis[1][k]) + own[2] * box->axis[2][k]);
    for (int i = 0; i < 3; ++i)
        if (!(fabs(dot3(from, other->axis[i])) <= other->half[i] + BURIED_WITHIN_M)) return 0;
    return 1;
}

/* The middle of the face, and towards its borders: both for what runs level, one for what stands, as
 * a wall on a slope has pieces of different heights. */
static int covered_face(const struct oriented_box *box, int axis, double side,
                        const struct oriented_box *other)
{
    double own[3] = {0, 0, 0};
    own[axis] = side * box->half[axis];
    if (!covered_at(box, own, other)) return 0;
    for (int n = axis_after(axis); n != axis; n = axis_after(n)) {
        own[n] = box->half[n];
        int ends = covered_at(box, own, other);
        own[n] = -box->half[n];
        ends += covered_at(box, own, other);
        own[n] = 0;
        if (ends < (fabs(box->axis[n][2]) > 0.7 ? 1 : 2)) return 0;
    }
    return 1;
}

uint32_t kamm_buried_faces(const struct oriented_box *box, const struct oriented_box *other)
{
    uint32_t faces = 0;
    for (int axis = 0; axis < 3; ++axis)
        for (int positive = 0; positive < 2; ++positive)
            if (covered_face(box, axis, positive ? 1 : -1, other))
                faces |= box_face(axis, positive);
    return faces;
}
