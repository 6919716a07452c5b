#include "lab/plot.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

enum { LEFT = 56, TOP = 32, RIGHT = 20, BOTTOM = 38, LEGEND_ROW = 15, NAMED_POINTS = 24 };
static const double least_range = 0.1;

const char kamm_plot_style[] =
    ".plot{font-family:sans-serif}.plot text{fill:#222}.plot .grid{stroke:#ddd}"
    ".plot .zero{stroke:#888}.plot .line{fill:none;stroke-width:2;stroke-linejoin:round}"
    ".plot .dot{fill:transparent;stroke:none}.plot .dot:hover{fill:#888}"
    ".plot .c0{stroke:#0072B2}.plot .c1{stroke:#D55E00}.plot .c2{stroke:#009E73}"
    ".plot .c3{stroke:#CC79A7}.plot .c4{stroke:#E69F00}.plot .c5{stroke:#56B4E9}"
    ".plot .d1{stroke-dasharray:7 3}.plot .d2{stroke-dasharray:2 3}"
    ".plot .d3{stroke-dasharray:9 3 2 3}";
const char kamm_plot_dark_style[] =
    ".plot text{fill:#ddd}.plot .grid{stroke:#3a3a3a}.plot .zero{stroke:#777}"
    ".plot .c0{stroke:#3D9FDB}";

/* -- Text -- */

const char *kamm_tenths(char text[32], double value)
{
    snprintf(text, 32, "%.1f", value);
    for (char *at = text; *at; ++at)
        if (*at == ',') *at = '.';
    return text;
}

/* Bytes of the character that begins here, as UTF-8 and XML allow it; 0: none. */
static int character_length(const unsigned char *at)
{
    int length = *at < 0x80   ? 1
                 : *at < 0xc2 ? 0
                 : *at < 0xe0 ? 2
                 : *at < 0xf0 ? 3
                 : *at < 0xf5 ? 4
                              : 0;
    unsigned code = length > 1 ? *at & (0xffu >> (length + 1)) : *at;
    for (int i = 1; i < length; ++i) {
        if ((at[i] & 0xc0) != 0x80) return 0;
        code = code << 6 | (at[i] & 0x3f);
    }
    if (length == 1 && code < ' ' && code != '\n' && code != '\t') return 0;
    if (length == 3 && (code < 0x800 || (code >= 0xd800 && code < 0xe000) || code > 0xfffd))
        return 0;
    if (length == 4 && (code < 0x10000 || code > 0x10ffff)) return 0;
    return length;
}

void kamm_write_escaped(FILE *out, const char *text)
{
    static const char special[] = "&<>'\"", *const names[] = {"&amp;", "&lt;", "&gt;", "&#39;",
                                                              "&quot;"};
    for (int length; *text; text += length ? length : 1) {
        const char *found = strchr(special, *text);
        length = character_length((const unsigned char *)text);
        if (found)
            fputs(names[found - special], out);
        else if (length)
            fwrite(text, 1, (size_t)length, out);
        else
            fputs("\xef\xbf\xbd", out);
    }
}

void kamm_draw_text(FILE *out, double x, double y, const char *anchor, int size, const char *text)
{
    fprintf(out, "<text x='%s' y='%s' text-anchor='%s' font-size='%d'>", TENTHS(x), TENTHS(y),
            anchor, size);
    kamm_write_escaped(out, text);
    fputs("</text>\n", out);
}

/* A number for people, without the noise of sums near 0. */
static const char *number(char text[32], double value, double step)
{
    snprintf(text, 32, "%.6g", fabs(value) < 1e-6 * step ? 0 : value);
    for (char *at = text; *at; ++at)
        if (*at == ',') *at = '.';
    return text;
}

/* -- Lines -- */

struct plot_series *kamm_add_series(struct plot *plot, int colour, int dashes, const char *format,
                                    ...)
{
    va_list arguments;
    if (plot->series_count == PLOT_SERIES) return &plot->series[PLOT_SERIES - 1];
    struct plot_series *series = &plot->series[plot->series_count++];
    series->colour = colour, series->dashes = dashes, series->count = 0, series->name_at_start = 0;
    va_start(arguments, format);
    vsnprintf(series->name, sizeof series->name, format, arguments);
    va_end(arguments);
    return series;
}

static void widen(struct plot_extent *extent, int is_first, double low, double high)
{
    extent->low = is_first ? low : fmin(extent->low, low);
    extent->high = is_first ? high : fmax(extent->high, high);
}

void kamm_add_point(struct plot *plot, double x, double y)
{
    struct plot_series *series = &plot->series[plot->series_count - 1];
    if (!isfinite(x) || !isfinite(y) || series->count == PLOT_POINTS) return;
    series->x[series->count] = x, series->y[series->count++] = y;
    widen(&plot->x, !plot->point_count, x, x);
    widen(&plot->y, !plot->point_count, y, y);
    ++plot->point_count;
}

void kamm_share_axes(struct plot *plot, const struct plot *other)
{
    if (!other->point_count || !plot->point_count) return;
    widen(&plot->x, 0, other->x.low, other->x.high);
    widen(&plot->y, 0, other->y.low, other->y.high);
}

/* -- Axes -- */

struct range {
    double low, high, step;
};

/* Ends and steps of 1, 2 or 5 times a power of ten, four to nine of them. */
static struct range range_of(struct plot_extent e)
{
    double spare = fmax(least_range - (e.high - e.low), 0) / 2;
    double low = e.low - spare, high = e.high + spare;
    double rough = (high - low) / 5, power = pow(10, floor(log10(rough)));
    double step = power * (rough / power < 1.5   ? 1
                           : rough / power < 3.5 ? 2
                           : rough / power < 7.5 ? 5
                                                 : 10);
    return (struct range){step * floor(low / step + 1e-9), step * ceil(high / step - 1e-9), step};
}

/* Plot area with its axes. */
struct area {
    struct range x, y;
    double left, top, wide, high;
};

static double across(const struct area *a, double x)
{
    return a->left + a->wide * (x - a->x.low) / (a->x.high - a->x.low);
}

static double down(const struct area *a, double y)
{
    return a->top + a->high * (1 - (y - a->y.low) / (a->y.high - a->y.low));
}

static void draw_line(FILE *out, double x0, double y0, double x1, double y1, const char *class_name)
{
    fprintf(out, "<line x1='%s' y1='%s' x2='%s' y2='%s' class='%s'/>\n", TENTHS(x0), TENTHS(y0),
            TENTHS(x1), TENTHS(y1), class_name);
}

static const char *grid_class(double value, const struct range *r)
{
    return fabs(value) < 1e-6 * r->step ? "zero" : "grid";
}

static int steps_of(const struct range *r) { return (int)lround((r->high - r->low) / r->step); }

static void draw_grid(FILE *out, const struct area *a)
{
    char text[32];
    double bottom = a->top + a->high, right = a->left + a->wide;
    for (int i = 0; i <= steps_of(&a->x); ++i) {
        double value = a->x.low + i * a->x.step, at = across(a, value);
        draw_line(out, at, a->top, at, bottom, grid_class(value, &a->x));
        kamm_draw_text(out, at, bottom + 14, "middle", 10, number(text, value, a->x.step));
    }
    for (int i = 0; i <= steps_of(&a->y); ++i) {
        double value = a->y.low + i * a->y.step, at = down(a, value);
        draw_line(out, a->left, at, right, at, grid_class(value, &a->y));
        kamm_draw_text(out, a->left - 5, at + 3.5, "end", 10, number(text, value, a->y.step));
    }
}

/* -- Plots -- */

/* A few points that tell their values where the mouse is. */
static void draw_values(FILE *out, const struct area *a, const struct plot_series *s)
{
    int every = (s->count + NAMED_POINTS - 1) / NAMED_POINTS;
    for (int i = 0; i < s->count; i += every) {
        char x[32], y[32];
        snprintf(x, sizeof x, "%.4g", s->x[i]);
        snprintf(y, sizeof y, "%.4g", s->y[i]);
        fprintf(out, "<circle class='dot' cx='%s' cy='%s' r='5'><title>",
                TENTHS(across(a, s->x[i])), TENTHS(down(a, s->y[i])));
        if (*s->name) kamm_write_escaped(out, s->name), fputs(": ", out);
        fprintf(out, "%s; %s</title></circle>\n", number(x, s->x[i], 1e-9),
                number(y, s->y[i], 1e-9));
    }
}

static void draw_series(FILE *out, const struct area *a, const struct plot_series *s)
{
    fprintf(out, "<polyline class='line c%d d%d' points='", s->colour, s->dashes);
    for (int i = 0; i < s->count; ++i)
        fprintf(out, "%s%s,%s", i ? " " : "", TENTHS(across(a, s->x[i])), TENTHS(down(a, s->y[i])));
    fputs("'/>\n", out);
    draw_values(out, a, s);
    if (s->name_at_start && s->count)
        kamm_draw_text(out, across(a, s->x[0]) - 3, down(a, s->y[0]) + 4, "end", 11, s->name);
}

static double legend_wide(const struct plot_series *s)
{
    return 34 + 6.2 * (double)strlen(s->name);
}

/* Draws the legend's entries in rows, or only counts the rows where `out` is NULL. */
static int put_legend(FILE *out, const struct plot *plot, double left, double top, double wide)
{
    double x = left;
    int rows = 0;
    for (int i = 0; i < plot->series_count; ++i) {
        const struct plot_series *s = &plot->series[i];
        if (!*s->name || s->name_at_start || !s->count) continue;
        if (!rows || x + legend_wide(s) > left + wide) x = left, ++rows;
        double y = top + LEGEND_ROW * (rows - 1);
        if (out) {
            fprintf(out, "<line class='line c%d d%d' x1='%s' y1='%s' x2='%s' y2='%s'/>\n",
                    s->colour, s->dashes, TENTHS(x), TENTHS(y), TENTHS(x + 20), TENTHS(y));
            kamm_draw_text(out, x + 24, y + 4, "start", 11, s->name);
        }
        x += legend_wide(s);
    }
    return rows;
}

static struct area area_of(const struct plot *plot, struct plot_box box, int *rows)
{
    struct area a = {.left = box.x + LEFT, .top = box.y + TOP, .wide = box.wide - LEFT - RIGHT};
    *rows = put_legend(NULL, plot, a.left, 0, a.wide);
    a.top += LEGEND_ROW * *rows;
    a.high = box.y + box.high - BOTTOM - a.top;
    return a;
}

struct plot_frame kamm_plot_frame(const struct plot *plot, struct plot_box box)
{
    int rows;
    struct area a = area_of(plot, box, &rows);
    struct range x = range_of(plot->x), y = range_of(plot->y);
    return (struct plot_frame){a.left, a.top, a.wide, a.high, {x.low, x.high}, {y.low, y.high}};
}

void kamm_draw_plot(FILE *out, const struct plot *plot, struct plot_box box)
{
    int rows;
    struct area a = area_of(plot, box, &rows);
    kamm_draw_text(out, a.left + a.wide / 2, box.y + 18, "middle", 13, plot->title);
    if (plot->point_count < 2) {
        kamm_draw_text(out, a.left + a.wide / 2, a.top + a.high / 2, "middle", 12, "none");
        return;
    }
    a.x = range_of(plot->x), a.y = range_of(plot->y);
    put_legend(out, plot, a.left, box.y + TOP + 1, a.wide);
    draw_grid(out, &a);
    kamm_draw_text(out, a.left + a.wide / 2, a.top + a.high + 30, "middle", 11, plot->across);
    fprintf(out, "<g transform='translate(%s,%s) rotate(-90)'>", TENTHS(box.x + 12),
            TENTHS(a.top + a.high / 2));
    kamm_draw_text(out, 0, 0, "middle", 11, plot->up);
    fputs("</g>\n", out);
    for (int i = 0; i < plot->series_count; ++i)
        if (plot->series[i].count) draw_series(out, &a, &plot->series[i]);
}
