#include "quaternion.h"

#include "vector_double.h"

#include <math.h>
#include <string.h>

void kamm_rotate(const double q[4], const double v[3], double out[3])
{
    double tx = 2 * (q[2] * v[2] - q[3] * v[1]);
    double ty = 2 * (q[3] * v[0] - q[1] * v[2]);
    double tz = 2 * (q[1] * v[1] - q[2] * v[0]);
    out[0] = v[0] + q[0] * tx + (q[2] * tz - q[3] * ty);
    out[1] = v[1] + q[0] * ty + (q[3] * tx - q[1] * tz);
    out[2] = v[2] + q[0] * tz + (q[1] * ty - q[2] * tx);
}

void kamm_axes_of(const double q[4], double axis[3][3])
{
    double w = q[0], x = q[1], y = q[2], z = q[3];
    const double rows[3][3] = {
        {1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
        {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
        {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)},
    };
    memcpy(axis, rows, sizeof rows);
}

void kamm_turn_tensor(const double axis[3][3], const double *in, int in_row, double *out,
                      int out_row)
{
    double half[3][3];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const double *row = in + i * in_row;
            half[i][j] = (row[0] * axis[0][j] + row[1] * axis[1][j]) + row[2] * axis[2][j];
        }
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            out[i * out_row + j] =
                (axis[0][i] * half[0][j] + axis[1][i] * half[1][j]) + axis[2][i] * half[2][j];
}

void kamm_multiply(const double a[4], const double b[4], double out[4])
{
    double product[4] = {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
                         a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
                         a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
                         a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
    memcpy(out, product, sizeof product);
}

void kamm_normalise(double q[4])
{
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    int usable = length > 1e-9 && length < 1e9;
    for (int i = 0; i < 4; ++i) q[i] = usable ? q[i] / length : i == 0;
}

void kamm_about_axis(int axis, double angle, double q[4])
{
    q[0] = cos(angle / 2);
    for (int i = 0; i < 3; ++i) q[1 + i] = i == axis ? sin(angle / 2) : 0;
}

double kamm_heading_of(const double q[4])
{
    return atan2(2 * (q[1] * q[2] + q[0] * q[3]), 1 - 2 * (q[2] * q[2] + q[3] * q[3]));
}

void kamm_turn_along(double q[4], const double up[3], const double ahead[3])
{
    double now[3], across[3];
    kamm_rotate(q, (const double[3]){1, 0, 0}, now);
    cross3(now, ahead, across);
    double along = dot3(now, ahead) - dot3(now, up) * dot3(ahead, up), aside = dot3(across, up);
    double length = sqrt(along * along + aside * aside), half = length + along;
    if (!(length > 1e-6)) return; /* one of them points along `up` */
    if (half < 1e-9 * length) half = 0, aside = 1;
    const double turn[4] = {half, aside * up[0], aside * up[1], aside * up[2]};
    kamm_multiply(turn, q, q);
    kamm_normalise(q);
}

void kamm_turn_shortest(double q[4], const double from[3], const double to[3])
{
    double now[3], turn[4];
    kamm_rotate(q, from, now);
    cross3(now, to, &turn[1]);
    turn[0] = 1 + dot3(now, to);
    kamm_normalise(turn);
    kamm_multiply(turn, q, q);
    kamm_normalise(q);
}

void kamm_conjugate(const double q[4], double out[4])
{
    out[0] = q[0];
    for (int i = 1; i < 4; ++i) out[i] = -q[i];
}
