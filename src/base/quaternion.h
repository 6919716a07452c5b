/* Unit quaternions w, x, y, z in double, from body to world axes: for what runs once for a car. Fixed order, so that
 * the bits are the same everywhere. */
#ifndef KAMM_BASE_QUATERNION_H
#define KAMM_BASE_QUATERNION_H

/* `out` may be `v`. */
void kamm_rotate(const double q[4], const double v[3], double out[3]);
/* The rotation b, then a; `out` may be either. */
void kamm_multiply(const double a[4], const double b[4], double out[4]);
/* All zeros, and what is not finite, become no rotation. */
void kamm_normalise(double q[4]);

#endif
