/* Unit quaternions w, x, y, z in double, from body to world axes: for what runs once for a car. Fixed order, so that
 * the bits are the same everywhere. */
#ifndef KAMM_BASE_QUATERNION_H
#define KAMM_BASE_QUATERNION_H

/* `out` may be `v`. */
void kamm_rotate(const double q[4], const double v[3], double out[3]);
/* The body's x, y and z axes in world axes, of a quaternion of unit length. */
void kamm_axes_of(const double q[4], double axis[3][3]);
/* A 3 x 3 matrix in the body's axes as one in world axes; rows of either lie as many numbers apart. */
void kamm_turn_tensor(const double axis[3][3], const double *in, int in_row, double *out,
                      int out_row);
/* The rotation b, then a; `out` may be either. */
void kamm_multiply(const double a[4], const double b[4], double out[4]);
/* All zeros, and what is not finite, become no rotation. */
void kamm_normalise(double q[4]);
/* The rotation by an angle about one of the axes: 0 x, 1 y, 2 z. */
void kamm_about_axis(int axis, double angle, double q[4]);
/* The rotation the other way; `out` may be `q`. */
void kamm_conjugate(const double q[4], double out[4]);
/* Yaw angle of the body's x axis, as the channel yaw_rad has it. */
double kamm_heading_of(const double q[4]);
/* Turns q about the unit vector `up` until its x axis, seen along `up`, points as `ahead` does. */
void kamm_turn_along(double q[4], const double up[3], const double ahead[3]);
/* Turns q the shortest way, so that what points along the unit vector `from` in its axes points along `to`. */
void kamm_turn_shortest(double q[4], const double from[3], const double to[3]);

#endif
