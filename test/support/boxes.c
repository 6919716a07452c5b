#include "boxes.h"

#include <math.h>

struct rotation turn_of(int axis, double angle_rad)
{
    struct rotation r = {{cos(0.5 * angle_rad), 0, 0, 0}};
    r.q[1 + axis] = sin(0.5 * angle_rad);
    return r;
}

struct rotation yaw_of(double angle_rad) { return turn_of(2, angle_rad); }

struct rotation random_rotation(struct noise *noise)
{
    struct rotation r;
    double size;
    do {
        size = 0;
        for (int k = 0; k < 4; ++k) {
            r.q[k] = noise_between(noise, -1, 1);
            size += r.q[k] * r.q[k];
        }
    } while (size > 1 || size < 0.01);
    for (int k = 0; k < 4; ++k) r.q[k] /= sqrt(size);
    return r;
}

/* v + 2 w (u x v) + 2 u x (u x v) */
void rotate(struct rotation r, double v[3])
{
    const double *u = r.q + 1;
    double turn[3], again[3];
    for (int k = 0; k < 3; ++k)
        turn[k] = 2 * (u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
    for (int k = 0; k < 3; ++k)
        again[k] = u[(k + 1) % 3] * turn[(k + 2) % 3] - u[(k + 2) % 3] * turn[(k + 1) % 3];
    for (int k = 0; k < 3; ++k) v[k] += r.q[0] * turn[k] + again[k];
}

struct oriented_box upright_box(double x, double y, double z, double half_x, double half_y,
                                double half_z)
{
    return (struct oriented_box){.centre = {x, y, z},
                                 .axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                 .half = {half_x, half_y, half_z}};
}

void place(struct oriented_box *box, double x, double y, double z, struct rotation rotation)
{
    *box = upright_box(x, y, z, 1, 1, 1);
    turn_more(box, rotation);
}

void set_half(struct oriented_box *box, double x, double y, double z)
{
    box->half[0] = x, box->half[1] = y, box->half[2] = z;
}

void turn_more(struct oriented_box *box, struct rotation rotation)
{
    for (int i = 0; i < 3; ++i) rotate(rotation, box->axis[i]);
}

double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

double outside(const struct oriented_box *box, const double point[3])
{
    double from[3], max = -1e9;
    for (int k = 0; k < 3; ++k) from[k] = point[k] - box->centre[k];
    for (int i = 0; i < 3; ++i) max = fmax(max, fabs(dot(from, box->axis[i])) - box->half[i]);
    return max;
}

double overlap_along(const struct oriented_box *a, const struct oriented_box *b,
                     const double direction[3])
{
    double between[3];
    for (int k = 0; k < 3; ++k) between[k] = b->centre[k] - a->centre[k];
    double reach = -fabs(dot(between, direction));
    for (int i = 0; i < 3; ++i)
        reach += a->half[i] * fabs(dot(a->axis[i], direction)) +
                 b->half[i] * fabs(dot(b->axis[i], direction));
    return reach;
}

double area_of(const struct manifold *m)
{
    double sum[3] = {0};
    for (int n = 0; n < m->count; ++n) {
        const double *p = m->points[n].at, *q = m->points[(n + 1) % m->count].at;
        for (int k = 0; k < 3; ++k)
            sum[k] += p[(k + 1) % 3] * q[(k + 2) % 3] - p[(k + 2) % 3] * q[(k + 1) % 3];
    }
    return 0.5 * sqrt(dot(sum, sum));
}

void expect_different_features(const struct manifold *m)
{
    for (int n = 0; n < m->count; ++n)
        for (int k = 0; k < n; ++k)
            if (m->points[n].feature == m->points[k].feature)
                fail_msg("points %d and %d share feature %u", n, k, m->points[n].feature);
}

void expect_points_in_both(const struct oriented_box *a, const struct oriented_box *b,
                           const struct manifold *m, double tolerance)
{
    for (int n = 0; n < m->count; ++n) {
        double on_a[3], on_b[3];
        for (int k = 0; k < 3; ++k) {
            on_a[k] = m->points[n].at[k] - 0.5 * m->points[n].gap_m * m->normal[k];
            on_b[k] = m->points[n].at[k] + 0.5 * m->points[n].gap_m * m->normal[k];
        }
        expect_below(outside(a, on_a), tolerance);
        expect_below(outside(b, on_b), tolerance);
    }
}
