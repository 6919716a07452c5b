/* Least squares. */
#ifndef KAMM_LAB_FIT_H
#define KAMM_LAB_FIT_H

/* A line through points as they come. */
typedef struct kamm_line_fit {
    double count, x, y, xx, xy; /* sums */
} kamm_line_fit;
void kamm_fit_add(kamm_line_fit *fit, double x, double y);
/* NaN where fewer than two points differ in x. */
double kamm_fit_slope(const kamm_line_fit *fit);
double kamm_fit_value(const kamm_line_fit *fit, double x);

/* y = c[0] + c[1] x + c[2] x^2 through at least three points. */
void kamm_fit_parabola(int count, const double *x, const double *y, double c[3]);

#endif
