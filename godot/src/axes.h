/* Axes. Kamm: x forward, y left, z up. Godot: x right, y up, -z forward. Both are right-handed, so one is the other
 * turned: (x, y, z) of Kamm is (-y, z, -x) of Godot. Nothing else in the addon converts. */
#ifndef KAMM_GODOT_AXES_H
#define KAMM_GODOT_AXES_H

#include "interface.h"

#include <math.h>

static inline gd_vector3 to_godot(const double of[3])
{
    return (gd_vector3){(float)-of[1], (float)of[2], (float)-of[0]};
}

static inline void from_godot(gd_vector3 of, double to[3])
{
    to[0] = -of.z;
    to[1] = -of.x;
    to[2] = of.y;
}

/* The rotation's matrix, with rows and columns in Godot's axes. */
static inline void basis_of(const double q[4], gd_vector3 rows[3])
{
    /* The quaternion in Godot's axes; its vector turns like any other. */
    double w = q[0], x = -q[2], y = q[3], z = -q[1];
    rows[0] = (gd_vector3){(float)(1 - 2 * (y * y + z * z)), (float)(2 * (x * y - w * z)),
                           (float)(2 * (x * z + w * y))};
    rows[1] = (gd_vector3){(float)(2 * (x * y + w * z)), (float)(1 - 2 * (x * x + z * z)),
                           (float)(2 * (y * z - w * x))};
    rows[2] = (gd_vector3){(float)(2 * (x * z - w * y)), (float)(2 * (y * z + w * x)),
                           (float)(1 - 2 * (x * x + y * y))};
}

static inline gd_transform3d transform_of(const double position[3], const double orientation[4])
{
    gd_transform3d transform;
    basis_of(orientation, transform.rows);
    transform.origin = to_godot(position);
    return transform;
}

/* Column `i` of the basis: the local axis i. */
static inline void column_of(const gd_transform3d *transform, int i, double column[3])
{
    for (int row = 0; row < 3; ++row) column[row] = (&transform->rows[row].x)[i];
}

/* Lengths of the local axes. A mirrored basis has a negative one, which is x here. */
static inline void scale_of(const gd_transform3d *transform, double scale[3])
{
    double a[3], b[3], c[3];
    column_of(transform, 0, a);
    column_of(transform, 1, b);
    column_of(transform, 2, c);
    double turn = a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                  a[2] * (b[0] * c[1] - b[1] * c[0]);
    scale[0] = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]) * (turn < 0 ? -1 : 1);
    scale[1] = sqrt(b[0] * b[0] + b[1] * b[1] + b[2] * b[2]);
    scale[2] = sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
}

/* Quaternion w, x, y, z in Kamm's axes of a basis, without its scale. It is found from the largest of its members
 * (Shepperd, Quaternion from rotation matrix, 1978). */
static inline void orientation_of(const gd_transform3d *transform, double q[4])
{
    double m[3][3], scale[3];
    scale_of(transform, scale);
    for (int i = 0; i < 3; ++i) {
        double column[3];
        column_of(transform, i, column);
        for (int row = 0; row < 3; ++row) m[row][i] = column[row] / (scale[i] != 0 ? scale[i] : 1);
    }
    double trace = m[0][0] + m[1][1] + m[2][2], g[4];
    int i = 0;
    for (int k = 1; k < 3; ++k)
        if (m[k][k] > m[i][i]) i = k;
    if (trace > m[i][i]) {
        g[0] = 1 + trace;
        g[1] = m[2][1] - m[1][2];
        g[2] = m[0][2] - m[2][0];
        g[3] = m[1][0] - m[0][1];
    } else {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        g[0] = m[k][j] - m[j][k];
        g[1 + i] = 1 + m[i][i] - m[j][j] - m[k][k];
        g[1 + j] = m[i][j] + m[j][i];
        g[1 + k] = m[i][k] + m[k][i];
    }
    double length = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2] + g[3] * g[3]);
    q[0] = g[0] / length;
    q[1] = -g[3] / length;
    q[2] = -g[1] / length;
    q[3] = g[2] / length;
}

/* A point of a node's own frame, in Kamm's world. */
static inline void place_point(const gd_transform3d *transform, gd_vector3 local, double to[3])
{
    gd_vector3 world;
    for (int row = 0; row < 3; ++row) {
        const gd_vector3 *r = &transform->rows[row];
        (&world.x)[row] =
            r->x * local.x + r->y * local.y + r->z * local.z + (&transform->origin.x)[row];
    }
    from_godot(world, to);
}

/* The angle from x to (x, y), as atan2(y, x), by operations that all machines round alike: three
 * halvings of the angle, then the series of the arc tangent. */
static inline double angle_of(double x, double y)
{
    static const double half_turn = 3.14159265358979323846;
    double length = sqrt(x * x + y * y), series = 0;
    if (!(length > 0)) return 0;
    if (x < 0) return y < 0 ? angle_of(-x, -y) - half_turn : angle_of(-x, -y) + half_turn;
    x /= length;
    y /= length;
    for (int i = 0; i < 3; ++i) {
        double half = sqrt((1 + x) / 2);
        y /= 2 * half;
        x = half;
    }
    double t = y / x;
    for (int n = 21; n > 0; n -= 2) series = 1.0 / n - t * t * series;
    return 8 * t * series;
}

/* Quaternion product a * b. */
static inline void turn_by(const double a[4], const double b[4], double product[4])
{
    product[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    product[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    product[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
    product[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
}

/* Turns a vector by the inverse of a rotation. */
static inline void turn_back(const double q[4], const double v[3], double to[3])
{
    const double inverse[4] = {q[0], -q[1], -q[2], -q[3]}, as[4] = {0, v[0], v[1], v[2]};
    double half[4], whole[4];
    turn_by(inverse, as, half);
    turn_by(half, q, whole);
    for (int i = 0; i < 3; ++i) to[i] = whole[i + 1];
}

#endif
