/* The picture of `kamm suspension`: eight panels an axle, travel upwards as a wheel goes, in the manner of the plots of suspension combinations
 * (Blundell and Harty, ch. 4). */
#include "suspension_plot.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define DEGREE 0.017453292519943295

enum { POINTS = 61, PANELS = 8, PER_ROW = 4 };
enum { WIDE = 300, HIGH = 250, LEFT = 52, TOP = 34, RIGHT = 14, BOTTOM = 40, HEAD = 50 };

/* Points of a curve; what is not finite is left out. */
struct curve_points {
    const char *title, *across, *up;
    int count;
    double x[POINTS], y[POINTS];
};

static void add_point(struct curve_points *c, double x, double y)
{
    if (!isfinite(x) || !isfinite(y) || c->count >= POINTS) return;
    c->x[c->count] = x, c->y[c->count++] = y;
}

/* -- axes ------------------------------------------------------------------------------------- */

struct range {
    double low, high, step;
};

/* Ends and steps of 1, 2 or 5 times a power of ten, four to nine of them. */
static struct range range_of(const double *values, int count, double least)
{
    double low = values[0], high = values[0];
    for (int i = 1; i < count; ++i) {
        low = fmin(low, values[i]);
        high = fmax(high, values[i]);
    }
    double spare = fmax(least - (high - low), 0) / 2;
    low -= spare, high += spare;
    double rough = (high - low) / 5, power = pow(10, floor(log10(rough)));
    double step = power * (rough / power < 1.5   ? 1
                           : rough / power < 3.5 ? 2
                           : rough / power < 7.5 ? 5
                                                 : 10);
    return (struct range){step * floor(low / step + 1e-9), step * ceil(high / step - 1e-9), step};
}

static double along(const struct range *r, double value)
{
    return (value - r->low) / (r->high - r->low);
}

static void draw_text(FILE *out, double x, double y, const char *anchor, int size, const char *text)
{
    fprintf(out, "<text x='%.1f' y='%.1f' text-anchor='%s' font-size='%d'>", x, y, anchor, size);
    for (; *text; ++text) {
        if (*text == '&')
            fputs("&amp;", out);
        else if (*text == '<')
            fputs("&lt;", out);
        else
            fputc(*text, out);
    }
    fputs("</text>\n", out);
}

static void draw_line(FILE *out, double x0, double y0, double x1, double y1, int zero)
{
    fprintf(out, "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='%s'/>\n", x0, y0, x1, y1,
            zero ? "#888" : "#ddd");
}

static void draw_grid(FILE *out, const struct range *x, const struct range *y, double left,
                      double top, double wide, double high)
{
    char text[32];
    for (int i = 0; i <= (int)lround((x->high - x->low) / x->step); ++i) {
        double value = x->low + i * x->step, at = left + wide * along(x, value);
        draw_line(out, at, top, at, top + high, fabs(value) < 1e-9);
        snprintf(text, sizeof text, "%.4g", fabs(value) < 1e-9 ? 0 : value);
        draw_text(out, at, top + high + 14, "middle", 10, text);
    }
    for (int i = 0; i <= (int)lround((y->high - y->low) / y->step); ++i) {
        double value = y->low + i * y->step, at = top + high * (1 - along(y, value));
        draw_line(out, left, at, left + wide, at, fabs(value) < 1e-9);
        snprintf(text, sizeof text, "%.4g", fabs(value) < 1e-9 ? 0 : value);
        draw_text(out, left - 5, at + 3.5, "end", 10, text);
    }
}

static void draw_panel(FILE *out, const struct curve_points *c, double x0, double y0)
{
    double left = x0 + LEFT, top = y0 + TOP;
    double wide = WIDE - LEFT - RIGHT, high = HIGH - TOP - BOTTOM;
    draw_text(out, left + wide / 2, y0 + 22, "middle", 13, c->title);
    if (c->count < 2) {
        draw_text(out, left + wide / 2, top + high / 2, "middle", 12, "none");
        return;
    }
    struct range x = range_of(c->x, c->count, 0.1), y = range_of(c->y, c->count, 0.1);
    draw_grid(out, &x, &y, left, top, wide, high);
    draw_text(out, left + wide / 2, top + high + 30, "middle", 11, c->across);
    fprintf(out,
            "<text transform='translate(%.1f,%.1f) rotate(-90)' text-anchor='middle' "
            "font-size='11'>%s</text>\n",
            x0 + 14, top + high / 2, c->up);
    fputs("<polyline fill='none' stroke='#1f77b4' stroke-width='2' points='", out);
    for (int i = 0; i < c->count; ++i)
        fprintf(out, "%.1f,%.1f ", left + wide * along(&x, c->x[i]),
                top + high * (1 - along(&y, c->y[i])));
    fputs("'/>\n", out);
}

/* -- curves ------------------------------------------------------------------------------------- */

static const struct travel_panel {
    const char *title, *across;
    size_t offset;
    double scale;
} travel_panels[] = {
    {"Camber", "deg", offsetof(struct suspension_row, camber_rad), DEGREE},
    {"Toe-in", "deg", offsetof(struct suspension_row, toe_in_rad), DEGREE},
    {"Caster", "deg", offsetof(struct suspension_row, caster_rad), DEGREE},
    {"Half of the track's change", "mm", offsetof(struct suspension_row, outward_m), 1e-3},
    {"Wheel centre, forward", "mm", offsetof(struct suspension_row, forward_m), 1e-3},
    {"Roll centre, height", "mm", offsetof(struct suspension_row, roll_centre_m), 1e-3},
    {"Motion ratio of the spring", "1", offsetof(struct suspension_row, spring_ratio), 1},
};
enum { TRAVEL_PANELS = sizeof travel_panels / sizeof *travel_panels };

static void fill_curves(const struct measured_axle *a, struct curve_points curves[PANELS])
{
    for (int p = 0; p < TRAVEL_PANELS; ++p) {
        curves[p].title = travel_panels[p].title;
        curves[p].across = travel_panels[p].across;
        curves[p].up = "travel, mm";
    }
    for (int i = 0; i < POINTS; ++i) {
        struct suspension_row row;
        double travel = a->low_m + (a->high_m - a->low_m) * i / (POINTS - 1);
        kamm_measure_travel(a, travel, &row);
        for (int p = 0; p < TRAVEL_PANELS; ++p) {
            const char *at = (const char *)&row + travel_panels[p].offset;
            add_point(&curves[p], *(const double *)at / travel_panels[p].scale, 1e3 * travel);
        }
    }
    struct curve_points *steer = &curves[TRAVEL_PANELS];
    steer->title = "Outer wheel over Ackermann's";
    steer->across = "steered, deg";
    steer->up = "deg";
    for (int i = 1; i <= 35; ++i) {
        struct steer_row row;
        if (!kamm_measure_steer(a, i * DEGREE, &row)) break;
        add_point(steer, i, (row.outer_rad - row.ideal_outer_rad) / DEGREE);
    }
}

void kamm_draw_suspension(const struct measured_axle *axles, int count, const char *title,
                          FILE *out)
{
    int wide = PER_ROW * WIDE, rows = (PANELS + PER_ROW - 1) / PER_ROW;
    int block = HEAD + rows * HIGH;
    fprintf(out,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' width='%d' height='%d' "
            "font-family='sans-serif' fill='#222'>\n<rect width='100%%' height='100%%' "
            "fill='white'/>\n",
            wide, count * block + 10, wide, count * block + 10);
    for (int a = 0; a < count; ++a) {
        struct curve_points curves[PANELS];
        char head[160];
        memset(curves, 0, sizeof curves);
        fill_curves(&axles[a], curves);
        snprintf(head, sizeof head, "%.80s, axles[%d]: %s", title, axles[a].axle,
                 kamm_linkage_name(&axles[a]));
        draw_text(out, 20, a * block + 32, "start", 18, head);
        for (int p = 0; p < PANELS; ++p)
            draw_panel(out, &curves[p], p % PER_ROW * WIDE, a * block + HEAD + p / PER_ROW * HIGH);
    }
    fputs("</svg>\n", out);
}
