/* Plots of lines over a grid, as SVG: what the pictures and reports of the lab share. Colours are those of Okabe and
 * Ito (Color Universal Design, 2008), which people with colour blindness tell apart; dashes serve prints without
 * colour. Equal plots are equal bytes, in any country's notation of numbers. */
#ifndef KAMM_LAB_PLOT_H
#define KAMM_LAB_PLOT_H

#include "base/error.h"

#include <stdio.h>

enum { PLOT_POINTS = 320, PLOT_SERIES = 20, PLOT_NAME = 72 };

/* A line. Without a name it is not in the legend. */
struct plot_series {
    char name[PLOT_NAME];
    int colour, dashes; /* 0 to 5; 0 to 3 */
    int name_at_start;  /* its name is written at its first point instead of the legend */
    int count;
    double x[PLOT_POINTS], y[PLOT_POINTS];
};

/* Ends of the axes. */
struct plot_extent {
    double low, high;
};

/* A plot; its texts are not copied. Start with zeros and the three texts. */
struct plot {
    const char *title, *across, *up;
    struct plot_extent x, y; /* what the axes have to hold; they grow with the points */
    int point_count;
    int series_count;
    struct plot_series series[PLOT_SERIES];
};

/* Adds a line. The last one is returned again where there is no room. */
struct plot_series *kamm_add_series(struct plot *plot, int colour, int dashes, const char *format,
                                    ...) KAMM_PRINTF(4, 5);
/* Adds a point to the last line, unless a coordinate is not finite or the line is full. */
void kamm_add_point(struct plot *plot, double x, double y);
/* Widens the axes so that they hold those of another plot as well. */
void kamm_share_axes(struct plot *plot, const struct plot *other);

/* Place of a plot in its picture, in pixels. */
struct plot_box {
    double x, y, wide, high;
};
/* The area within the axes of a plot, in pixels, and what its ends stand for. */
struct plot_frame {
    double left, top, wide, high;
    struct plot_extent x, y;
};
/* The frame of a plot with at least two points. */
struct plot_frame kamm_plot_frame(const struct plot *plot, struct plot_box box);
/* Draws axes, lines and legend as elements of an SVG with the class `plot`. */
void kamm_draw_plot(FILE *out, const struct plot *plot, struct plot_box box);

/* Rules of CSS for the class `plot`: of a bright page, and the changes for a dark one. */
extern const char kamm_plot_style[], kamm_plot_dark_style[];

/* A line of text as an element of an SVG. `anchor`: "start", "middle", "end". */
void kamm_draw_text(FILE *out, double x, double y, const char *anchor, int size, const char *text);
/* Writes text as the content or quoted attribute of an element. Bytes that no XML may have become U+FFFD. */
void kamm_write_escaped(FILE *out, const char *text);
/* A coordinate with one decimal. */
const char *kamm_tenths(char text[32], double value);
#define TENTHS(value) kamm_tenths((char[32]){0}, value)

#endif
