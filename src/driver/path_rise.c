/* The third dimension of a line: heights and banks of its path or of the ground below it, its slope, and how the slope bends
 * over crests and through dips. The bend is that of the parabola through a point and those 10 m before and behind, averaged
 * over 10 m: shorter waves the springs take. */
#include <math.h>

#include "../base/error.h"
#include "path_line.h"

enum { ARM = 10, HALF = 5 };

/* Where the line's own road lies: the topmost ground, or that nearest below the path's height; along the line that below where it was
 * last, so that it goes on below a bridge that it came up to on the ground. */
static kamm_contact ground_at(const kamm_ground *ground, const struct line_sample *at,
                              double from_m)
{
    kamm_probe probe = {.position_m = {at->x_m, at->y_m, from_m},
                        .forward = {1, 0, 0},
                        .left = {0, 1, 0},
                        .car = -1,
                        .wheel = KAMM_MAX_WHEELS};
    kamm_contact contact = ground->plane;
    if (ground->query) ground->query(ground->user, 1, &probe, &contact);
    return contact;
}

static void lie_on(kamm_line *line, const kamm_ground *ground, int has_heights)
{
    const double above_m = 2.5 * line_scale_m(line->width_m), topmost_m = 1e5;
    double last_m = topmost_m;
    for (int i = 0; i < line->count; ++i) {
        struct line_sample *s = &line->samples[i];
        kamm_contact plane =
            ground_at(ground, s, has_heights ? s->z_m + above_m : last_m + (i ? above_m : 0));
        const float *n = plane.normal;
        if (!((double)n[2] > 0.01)) continue;
        double dx = s->x_m - plane.point_m[0], dy = s->y_m - plane.point_m[1];
        s->z_m = plane.point_m[2] - ((double)n[0] * dx + (double)n[1] * dy) / (double)n[2];
        double c = cos(s->heading_rad), b = sin(s->heading_rad);
        double along = -((double)n[0] * c + (double)n[1] * b) / (double)n[2];
        double across = ((double)n[0] * b - (double)n[1] * c) / sqrt(1 + along * along);
        s->bank_rad = asin(fmin(fmax(across, -1), 1));
        last_m = s->z_m;
    }
}

/* Averages a member of the samples over `half` to both sides, into `to`. */
static void average(const kamm_line *line, const double *values, int half, double *to)
{
    for (int i = 0; i < line->count; ++i) {
        double sum = 0;
        for (int k = -half; k <= half; ++k)
            sum += values[kamm_line_within(i + k, line->count, line->closed)];
        to[i] = sum / (2 * half + 1);
    }
}

static void find_slopes(kamm_line *line)
{
    int n = line->count, closed = line->closed;
    struct line_sample *s = line->samples;
    for (int i = 0; i < n; ++i) {
        int before = kamm_line_within(i - 1, n, closed), after = kamm_line_within(i + 1, n, closed);
        int steps = (closed || (i && i + 1 < n)) ? 2 : 1;
        s[i].slope_rad = atan((s[after].z_m - s[before].z_m) / (steps * line->step_m));
    }
}

/* An open line's ends go on as they are. */
static void find_bends(kamm_line *line, double *bend, double *mean)
{
    int n = line->count, closed = line->closed;
    struct line_sample *s = line->samples;
    double arm_m = ARM * line->step_m;
    for (int i = 0; i < n; ++i) {
        int before = kamm_line_within(i - ARM, n, closed),
            after = kamm_line_within(i + ARM, n, closed);
        double second = (s[after].z_m - 2 * s[i].z_m + s[before].z_m) / (arm_m * arm_m);
        double level = cos(s[i].slope_rad);
        int inside = closed || (i >= ARM && i + ARM < n);
        bend[i] = inside ? second * level * level * level : 0;
    }
    average(line, bend, HALF, mean);
    for (int i = 0; i < n; ++i) s[i].rising_per_m = mean[i];
}

static int is_level(const kamm_line *line)
{
    for (int i = 1; i < line->count; ++i)
        if (line->samples[i].z_m != line->samples[0].z_m) return 0;
    return 1;
}

int kamm_line_rise(kamm_line *line, const kamm_ground *ground, int has_heights)
{
    size_t count = (size_t)line->count;
    if (ground) lie_on(line, ground, has_heights);
    if (!ground && is_level(line)) return 1;
    double *a = kamm_allocate_array(count, sizeof *a), *b = kamm_allocate_array(count, sizeof *b);
    int well = a && b;
    if (well) {
        for (int i = 0; i < line->count; ++i) a[i] = line->samples[i].bank_rad;
        if (ground) average(line, a, HALF, b);
        for (int i = 0; i < line->count; ++i)
            if (ground) line->samples[i].bank_rad = b[i];
        find_slopes(line);
        find_bends(line, a, b);
    }
    kamm_release(a);
    kamm_release(b);
    return well;
}
