/* Lines of which debug draw is made. */
#ifndef KAMM_WORLD_DRAW_PEN_H
#define KAMM_WORLD_DRAW_PEN_H

#include <kamm/debug_draw.h>

#define DRAWN_NORMAL_M 0.3 /* length of a normal that is drawn */
#define DRAWN_CROSS_M 0.15 /* half of a cross */

/* Returns whether a caller's definition can draw. */
int kamm_is_pen(const kamm_debug_draw_def *def);
/* Returns whether it draws that part. */
int kamm_pen_draws(const kamm_debug_draw_def *pen, kamm_draw_part part);
/* Returns whether what reaches so far around a place comes within what is drawn. */
int kamm_pen_reaches(const kamm_debug_draw_def *pen, const double at[3], double radius);
/* Length of the arrow of a force. */
double kamm_arrow_m(const kamm_debug_draw_def *pen, double force_n);

void kamm_draw_line(const kamm_debug_draw_def *pen, const double from[3], const double to[3],
                    uint32_t rgb);
void kamm_draw_point(const kamm_debug_draw_def *pen, const double at[3], uint32_t rgb);
/* A line from a place by so much along a direction; its end has a head if it is an arrow. */
void kamm_draw_along(const kamm_debug_draw_def *pen, const double from[3],
                     const double direction[3], double length_m, uint32_t rgb);
void kamm_draw_arrow(const kamm_debug_draw_def *pen, const double from[3],
                     const double direction[3], const double across[3], double length_m,
                     uint32_t rgb);
void kamm_draw_cross(const kamm_debug_draw_def *pen, const double at[3], double half_m,
                     uint32_t rgb);
/* An ellipse about a place, by its two half axes. */
void kamm_draw_ellipse(const kamm_debug_draw_def *pen, const double at[3], const double a[3],
                       const double b[3], uint32_t rgb);
/* A circle in the plane of two unit vectors. */
void kamm_draw_circle(const kamm_debug_draw_def *pen, const double at[3], double radius_m,
                      const double x[3], const double y[3], uint32_t rgb);

#endif
