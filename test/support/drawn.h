/* What debug draw draws, kept for tests. */
#ifndef KAMM_TEST_SUPPORT_DRAWN_H
#define KAMM_TEST_SUPPORT_DRAWN_H

#include "world.h"

#include <kamm/debug_draw.h>

enum { MOST_DRAWN = 20000 };
struct drawn {
    int lines, points, texts;
    double line[MOST_DRAWN][2][3], point[MOST_DRAWN][3], text_at[MOST_DRAWN][3];
    uint32_t line_rgb[MOST_DRAWN], point_rgb[MOST_DRAWN];
    char text[64][40];
};

/* Clears `d` and returns a definition that fills it. */
kamm_debug_draw_def def_of(struct drawn *d, uint32_t parts);
/* Number of lines of a colour. */
int lines_of_colour(const struct drawn *d, uint32_t rgb);
double length_of_line(const struct drawn *d, int line);

#endif
