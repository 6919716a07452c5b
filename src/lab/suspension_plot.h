/* Pictures of kamm_write_suspension. */
#ifndef KAMM_LAB_SUSPENSION_PLOT_H
#define KAMM_LAB_SUSPENSION_PLOT_H

#include "suspension_measure.h"

#include <stdio.h>

/* Panels below each other, as many axles as there are. */
void kamm_draw_suspension(const struct measured_axle *axles, int count, const char *title,
                          FILE *out);

#endif
