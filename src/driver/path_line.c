/* A line to drive along: a path's points joined by Catmull-Rom splines (E. Catmull, R. Rom: A class of local
 * interpolating splines, 1974), sampled anew at even distances. The curvature at a point is that of the circle
 * through it and the points 3 m before and behind, averaged over 10 m, as a driver sees a bend. */
#include <math.h>

#include "../base/error.h"
#include "../base/float_mode.h"
#include "path_line.h"

static const double step_m = 1, reach_m = 20, max_length_m = 1e7;

static kamm_result check_path(const kamm_path *path, kamm_error *error)
{
    if (!path->points_m)
        return kamm_fail(error, KAMM_ERROR_RANGE, path->name, "%s: a path without points",
                         path->name);
    if (path->count < 3)
        return kamm_fail(error, KAMM_ERROR_RANGE, path->name,
                         "%s: a path of %d points, 3 at least are needed", path->name, path->count);
    for (int i = 0; i < path->count; ++i) {
        const double *at = path->points_m[i], *last = path->points_m[i ? i - 1 : path->count - 1];
        if (!isfinite(at[0]) || !isfinite(at[1]))
            return kamm_fail(error, KAMM_ERROR_RANGE, path->name, "%s: point %d is not finite",
                             path->name, i);
        if (hypot(at[0] - last[0], at[1] - last[1]) < 1e-6 && (i || path->closed))
            return kamm_fail(error, KAMM_ERROR_RANGE, path->name,
                             "%s: point %d lies on the one before it", path->name, i);
    }
    return KAMM_OK;
}

/* An index beyond the ends: round a closed path, the end of an open one. */
static int within(int index, int count, int closed)
{
    if (closed) return (index % count + count) % count;
    return index < 0 ? 0 : index >= count ? count - 1 : index;
}

/* A place on the piece from point `i` to the next, `u` from 0 to 1. */
static void spline(const kamm_path *path, int i, double u, double at[2])
{
    const double *p[4];
    for (int k = 0; k < 4; ++k) p[k] = path->points_m[within(i - 1 + k, path->count, path->closed)];
    double w[4] = {((2 - u) * u - 1) * u / 2, ((3 * u - 5) * u * u + 2) / 2,
                   ((4 - 3 * u) * u + 1) * u / 2, (u - 1) * u * u / 2};
    for (int d = 0; d < 2; ++d)
        at[d] = w[0] * p[0][d] + w[1] * p[1][d] + w[2] * p[2][d] + w[3] * p[3][d];
}

/* Walks along the splines in small pieces; puts a point wherever another `step` of length has passed, if
 * there is a place for points. Returns the length. */
static double walk(const kamm_path *path, double step, int max, struct line_sample *samples)
{
    enum { PIECES = 32 };
    double length_m = 0, last[2], at[2];
    int next = 0, spans = path->closed ? path->count : path->count - 1;
    spline(path, 0, 0, last);
    for (int i = 0; i < spans; ++i) {
        for (int k = 1; k <= PIECES; ++k) {
            spline(path, i, (double)k / PIECES, at);
            double piece_m = hypot(at[0] - last[0], at[1] - last[1]);
            while (samples && next < max && next * step <= length_m + piece_m + 1e-9) {
                double share = piece_m > 0 ? (next * step - length_m) / piece_m : 0;
                samples[next].x_m = last[0] + share * (at[0] - last[0]);
                samples[next++].y_m = last[1] + share * (at[1] - last[1]);
            }
            length_m += piece_m;
            last[0] = at[0];
            last[1] = at[1];
        }
    }
    return length_m;
}

static double circle_through(const struct line_sample *a, const struct line_sample *b,
                             const struct line_sample *c)
{
    double ab[2] = {b->x_m - a->x_m, b->y_m - a->y_m}, bc[2] = {c->x_m - b->x_m, c->y_m - b->y_m};
    double sides = hypot(ab[0], ab[1]) * hypot(bc[0], bc[1]) * hypot(ab[0] + bc[0], ab[1] + bc[1]);
    return sides > 1e-9 ? 2 * (ab[0] * bc[1] - ab[1] * bc[0]) / sides : 0;
}

/* Heading and bend of each sample from its neighbours; 0 where out of memory. */
static int bend(kamm_line *line)
{
    const int near = 1, arm = 3, half = 5;
    int n = line->count, closed = line->closed;
    struct line_sample *s = line->samples;
    double *sharp = kamm_allocate_array((size_t)n, sizeof *sharp);
    if (!sharp) return 0;
    for (int i = 0; i < n; ++i) {
        const struct line_sample *before = &s[within(i - near, n, closed)],
                                 *after = &s[within(i + near, n, closed)];
        s[i].heading_rad = atan2(after->y_m - before->y_m, after->x_m - before->x_m);
        sharp[i] =
            circle_through(&s[within(i - arm, n, closed)], &s[i], &s[within(i + arm, n, closed)]);
    }
    for (int i = 0; i < n; ++i) {
        double sum = 0;
        for (int k = -half; k <= half; ++k) sum += sharp[within(i + k, n, closed)];
        s[i].curvature_per_m = sum / (2 * half + 1);
    }
    kamm_release(sharp);
    return 1;
}

kamm_line *kamm_create_line(const kamm_path *path, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(path, NULL);
    if (check_path(path, error)) return NULL;
    double length_m = walk(path, 0, 0, NULL);
    if (!(length_m <= max_length_m)) {
        kamm_fail(error, KAMM_ERROR_RANGE, path->name,
                  "%s: a path of %g m; %g m at most are allowed", path->name, length_m,
                  max_length_m);
        return NULL;
    }
    int spans = (int)fmax(4, round(length_m / step_m));
    kamm_line *line = kamm_allocate(sizeof *line);
    if (line) {
        *line = (kamm_line){.count = path->closed ? spans : spans + 1,
                            .closed = path->closed,
                            .step_m = length_m / spans,
                            .length_m = length_m,
                            .width_m = path->width_m};
        line->samples = kamm_allocate_array((size_t)line->count, sizeof *line->samples);
    }
    if (!line || !line->samples) {
        kamm_destroy_line(line);
        kamm_fail(error, KAMM_ERROR_MEMORY, path->name, "out of memory");
        return NULL;
    }
    walk(path, line->step_m, line->count, line->samples);
    if (bend(line)) return line;
    kamm_destroy_line(line);
    kamm_fail(error, KAMM_ERROR_MEMORY, path->name, "out of memory");
    return NULL;
}

void kamm_destroy_line(kamm_line *line)
{
    if (!line) return;
    KAMM_REQUIRE_ALIVE(line, );
    kamm_note_destroyed(line);
    kamm_release(line->samples);
    kamm_release(line);
}

double kamm_line_length_m(const kamm_line *line)
{
    KAMM_REQUIRE_ALIVE(line, 0);
    return line->length_m;
}

double kamm_line_width_m(const kamm_line *line)
{
    KAMM_REQUIRE_ALIVE(line, 0);
    return line->width_m;
}

int kamm_line_is_closed(const kamm_line *line)
{
    KAMM_REQUIRE_ALIVE(line, 0);
    return line->closed;
}

double kamm_line_place(const kamm_line *line, double station_m, int *first, int *second)
{
    double along = isfinite(station_m) ? station_m / line->step_m : 0, whole;
    if (line->closed)
        along -= line->count * floor(along / line->count);
    else
        along = fmin(fmax(along, 0), line->count - 1);
    double share = modf(along, &whole);
    *first = within((int)whole, line->count, line->closed);
    *second = within((int)whole + 1, line->count, line->closed);
    return share;
}

kamm_line_point kamm_line_at(const kamm_line *line, double station_m)
{
    KAMM_FLOAT_MODE;
    static const kamm_line_point nowhere;
    int first, second;
    KAMM_REQUIRE_ALIVE(line, nowhere);
    double share = kamm_line_place(line, station_m, &first, &second);
    const struct line_sample *a = &line->samples[first], *b = &line->samples[second];
    double turn_rad = remainder(b->heading_rad - a->heading_rad, 2 * acos(-1));
    return (kamm_line_point){.x_m = a->x_m + share * (b->x_m - a->x_m),
                             .y_m = a->y_m + share * (b->y_m - a->y_m),
                             .heading_rad = a->heading_rad + share * turn_rad,
                             .curvature_per_m = a->curvature_per_m +
                                                share * (b->curvature_per_m - a->curvature_per_m)};
}

static int nearest_sample(const kamm_line *line, double x_m, double y_m, double near_m)
{
    int everywhere = !(near_m >= 0 && near_m < 2 * max_length_m);
    int around = everywhere ? line->count : (int)(reach_m / line->step_m);
    int from = everywhere ? 0 : (int)lround(near_m / line->step_m) - around, best = 0;
    double min = INFINITY;
    for (int k = 0; k <= 2 * around; ++k) {
        int i = within(from + k, line->count, line->closed);
        double dx = line->samples[i].x_m - x_m, dy = line->samples[i].y_m - y_m;
        if (dx * dx + dy * dy >= min) continue;
        min = dx * dx + dy * dy;
        best = i;
    }
    return best;
}

double kamm_line_station_m(const kamm_line *line, double x_m, double y_m, double near_m,
                           double *left_m)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(line, 0);
    const struct line_sample *at = &line->samples[nearest_sample(line, x_m, y_m, near_m)];
    double station_m = (double)(at - line->samples) * line->step_m;
    double c = cos(at->heading_rad), s = sin(at->heading_rad);
    double dx = x_m - at->x_m, dy = y_m - at->y_m;
    if (left_m) *left_m = c * dy - s * dx;
    station_m += c * dx + s * dy;
    if (!line->closed) return fmin(fmax(station_m, 0), line->length_m);
    return station_m - line->length_m * floor(station_m / line->length_m);
}
