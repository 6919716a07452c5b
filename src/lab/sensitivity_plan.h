/* Points of sensitivity analyses in the unit cube, and what follows from the function's values there. */
#ifndef KAMM_LAB_SENSITIVITY_PLAN_H
#define KAMM_LAB_SENSITIVITY_PLAN_H

#include <kamm/io/sensitivity.h>

/* The number of points of a method. */
int kamm_plan_count(kamm_sensitivity_method method, int factors, int samples);
/* [points][factors] Values of 0 to 1. 0: out of memory. */
int kamm_plan_points(kamm_sensitivity_method method, int factors, int samples, uint32_t seed,
                     double *points);
/* [factors] Effects, of values[points]; NaN values are left out. */
void kamm_plan_effects(kamm_sensitivity_method method, int factors, int samples,
                       const double *points, const double *values, kamm_effect *effects);
/* The distribution; `scratch` has room for all points. */
void kamm_plan_band(kamm_sensitivity_method method, int samples, const double *values,
                    double *scratch, kamm_figure_band *band);

#endif
