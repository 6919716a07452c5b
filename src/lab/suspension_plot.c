/* The picture of `kamm suspension`: eight panels an axle, travel upwards as a wheel goes, in the manner of the plots
 * of suspension combinations (Blundell and Harty, ch. 4). */
#include "suspension_plot.h"

#include "base/error.h"

#include <stddef.h>

#define DEGREE 0.017453292519943295

enum { TRAVELS = 61, PER_ROW = 4, WIDE = 300, HIGH = 250, HEAD = 50 };

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
_Static_assert((int)TRAVEL_PANELS + 1 == (int)SUSPENSION_PLOTS, "one more is that of the steering");

static void fill_travel(const struct measured_axle *a, struct plot *plots)
{
    for (int i = 0; i < TRAVELS; ++i) {
        struct suspension_row row;
        double travel = a->low_m + (a->high_m - a->low_m) * i / (TRAVELS - 1);
        kamm_measure_travel(a, travel, &row);
        for (int p = 0; p < TRAVEL_PANELS; ++p) {
            const char *at = (const char *)&row + travel_panels[p].offset;
            kamm_add_point(&plots[p], *(const double *)at / travel_panels[p].scale, 1e3 * travel);
        }
    }
}

static void fill_steer(const struct measured_axle *a, struct plot *plot)
{
    for (int i = 1; i <= 35; ++i) {
        struct steer_row row;
        if (!kamm_measure_steer(a, i * DEGREE, &row)) break;
        kamm_add_point(plot, i, (row.outer_rad - row.ideal_outer_rad) / DEGREE);
    }
}

struct plot *kamm_plot_suspension(const struct measured_axle *axle)
{
    struct plot *plots = kamm_allocate_array(SUSPENSION_PLOTS, sizeof *plots);
    if (!plots) return NULL;
    for (int p = 0; p < TRAVEL_PANELS; ++p) {
        plots[p].title = travel_panels[p].title;
        plots[p].across = travel_panels[p].across;
        plots[p].up = "travel, mm";
    }
    struct plot *steer = &plots[TRAVEL_PANELS];
    steer->title = "Outer wheel over Ackermann's";
    steer->across = "steered, deg";
    steer->up = "deg";
    for (int p = 0; p < SUSPENSION_PLOTS; ++p) kamm_add_series(&plots[p], 0, 0, "%s", "");
    fill_travel(axle, plots);
    fill_steer(axle, steer);
    return plots;
}

static int draw_axle(const struct measured_axle *axle, double top, FILE *out)
{
    struct plot *plots = kamm_plot_suspension(axle);
    if (!plots) return 0;
    for (int p = 0; p < SUSPENSION_PLOTS; ++p) {
        struct plot_box box = {p % PER_ROW * WIDE, top + p / PER_ROW * HIGH, WIDE, HIGH};
        kamm_draw_plot(out, &plots[p], box);
    }
    kamm_release(plots);
    return 1;
}

int kamm_draw_suspension(const struct measured_axle *axles, int count, const char *title, FILE *out)
{
    int wide = PER_ROW * WIDE, rows = (SUSPENSION_PLOTS + PER_ROW - 1) / PER_ROW;
    int block = HEAD + rows * HIGH, well = 1;
    fprintf(out,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' width='%d' height='%d' "
            "class='plot'>\n<style>%s</style>\n<rect width='100%%' height='100%%' "
            "fill='white'/>\n",
            wide, count * block + 10, wide, count * block + 10, kamm_plot_style);
    for (int a = 0; a < count && well; ++a) {
        char head[160];
        snprintf(head, sizeof head, "%.80s, axles[%d]: %s", title, axles[a].axle,
                 kamm_linkage_name(&axles[a]));
        kamm_draw_text(out, 20, a * block + 32, "start", 18, head);
        well = draw_axle(&axles[a], a * block + HEAD, out);
    }
    fputs("</svg>\n", out);
    return well;
}
