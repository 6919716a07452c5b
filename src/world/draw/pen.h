/* Lines of which debug draw is made. */
#ifndef KAMM_WORLD_DRAW_PEN_H
#define KAMM_WORLD_DRAW_PEN_H

#include <kamm/debug_draw.h>

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
