/* Pictures of kamm_write_suspension. */
#ifndef KAMM_LAB_SUSPENSION_PLOT_H
#define KAMM_LAB_SUSPENSION_PLOT_H

#include "plot.h"
#include "suspension_measure.h"

enum { SUSPENSION_PLOTS = 8 };

/* Plots of an axle over travel and steer, to be freed by kamm_release. NULL: out of memory. */
struct plot *kamm_plot_suspension(const struct measured_axle *axle);

/* Panels below each other, as many axles as there are. 0: out of memory. */
int kamm_draw_suspension(const struct measured_axle *axles, int count, const char *title,
                         FILE *out);

#endif
