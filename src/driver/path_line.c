/* A line to drive along: a path's points joined by Catmull-Rom splines (E. Catmull, R. Rom: A class of local
 * interpolating splines, 1974), sampled again at even distances. The curvature at a point is that of the circle
 * through it and the points 3 m before and behind, averaged over 10 m, as a driver sees a bend: on a road for ordinary cars. Roads for
 * much smaller or larger vehicles tell their scale by their width. */
#include <math.h>

#include "../base/error.h"
#include "../base/float_mode.h"
#include "path_line.h"

static const double max_bank_rad = 1.4, max_height_m = 1e5, max_length_m = 1e7;
static const double reach_steps = 20;
/* Steps per point: so a line has at most so many samples per point, and takes no longer. */
static const double max_spacing_steps = 1e4;

/* Heights, banks and sides, where a path has them. */
static kamm_result check_road(const kamm_path *path, kamm_error *error)
{
    for (int i = 0; i < path->count; ++i) {
        if (path->heights_m && !(fabs(path->heights_m[i]) <= max_height_m))
            return kamm_fail(error, KAMM_ERROR_RANGE, path->name,
                             "%s: point %d is %g m high; allowed: -%g to %g m", path->name, i,
                             path->heights_m[i], max_height_m, max_height_m);
        if (path->banks_rad && !(fabs(path->banks_rad[i]) <= max_bank_rad))
            return kamm_fail(error, KAMM_ERROR_RANGE, path->name,
                             "%s: point %d has a bank of %g rad; allowed: -%g to %g rad",
                             path->name, i, path->banks_rad[i], max_bank_rad, max_bank_rad);
        const double *side = path->sides_m ? path->sides_m[i] : NULL;
        if (side && !(side[0] >= 0 && side[1] >= 0 && side[0] + side[1] <= 1e4))
            return kamm_fail(error, KAMM_ERROR_RANGE, path->name,
                             "%s: point %d has %g m to its right and %g m to its left; allowed: 0 "
                             "to 10000 m together",
                             path->name, i, side[0], side[1]);
    }
    return KAMM_OK;
}

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
    return check_road(path, error);
}

/* Computes the weights of the four points around a piece, at `u` from 0 to 1 along it. */
static void weigh(double u, double w[4])
{
    w[0] = ((2 - u) * u - 1) * u / 2;
    w[1] = ((3 * u - 5) * u * u + 2) / 2;
    w[2] = ((4 - 3 * u) * u + 1) * u / 2;
    w[3] = (u - 1) * u * u / 2;
}

/* A place on the piece from point `i` to the next. */
static void spline(const kamm_path *path, int i, double u, double at[2])
{
    const double *p[4];
    double w[4];
    for (int k = 0; k < 4; ++k)
        p[k] = path->points_m[kamm_line_within(i - 1 + k, path->count, path->closed)];
    weigh(u, w);
    for (int d = 0; d < 2; ++d)
        at[d] = w[0] * p[0][d] + w[1] * p[1][d] + w[2] * p[2][d] + w[3] * p[3][d];
}

static double spline_of(const kamm_path *path, const double *values, int i, double u)
{
    double w[4], sum = 0;
    weigh(u, w);
    for (int k = 0; k < 4; ++k)
        sum += w[k] * values[kamm_line_within(i - 1 + k, path->count, path->closed)];
    return sum;
}

/* Computes the road there: height and bank by splines too, the distances of its sides linearly
 * between points. */
static void lay(const kamm_path *path, int i, double u, struct line_sample *sample)
{
    int next = kamm_line_within(i + 1, path->count, path->closed);
    sample->right_m = sample->left_m = path->width_m / 2;
    if (path->heights_m) sample->z_m = spline_of(path, path->heights_m, i, u);
    if (path->banks_rad) sample->bank_rad = spline_of(path, path->banks_rad, i, u);
    if (!path->sides_m) return;
    const double *a = path->sides_m[i], *b = path->sides_m[next];
    sample->right_m = a[0] + u * (b[0] - a[0]);
    sample->left_m = a[1] + u * (b[1] - a[1]);
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
                samples[next].y_m = last[1] + share * (at[1] - last[1]);
                lay(path, i, (k - 1 + share) / PIECES, &samples[next++]);
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
        const struct line_sample *before = &s[kamm_line_within(i - near, n, closed)],
                                 *after = &s[kamm_line_within(i + near, n, closed)];
        s[i].heading_rad = atan2(after->y_m - before->y_m, after->x_m - before->x_m);
        sharp[i] = circle_through(&s[kamm_line_within(i - arm, n, closed)], &s[i],
                                  &s[kamm_line_within(i + arm, n, closed)]);
    }
    for (int i = 0; i < n; ++i) {
        double sum = 0;
        for (int k = -half; k <= half; ++k) sum += sharp[kamm_line_within(i + k, n, closed)];
        s[i].curvature_per_m = sum / (2 * half + 1);
    }
    kamm_release(sharp);
    return 1;
}

/* A line with room for its samples; NULL: out of memory. */
static kamm_line *line_of(const kamm_path *path, double length_m)
{
    int spans = (int)fmax(4, round(length_m / line_scale_m(path->width_m)));
    kamm_line *line = kamm_allocate(sizeof *line);
    if (!line) return NULL;
    *line = (kamm_line){.count = path->closed ? spans : spans + 1,
                        .closed = path->closed,
                        .step_m = length_m / spans,
                        .length_m = length_m,
                        .width_m = path->width_m};
    line->samples = kamm_allocate_array((size_t)line->count, sizeof *line->samples);
    if (line->samples) return line;
    kamm_destroy_line(line);
    return NULL;
}

kamm_line *kamm_create_line_on(const kamm_path *path, const kamm_ground *ground, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, path, NULL);
    if (check_path(path, error)) return NULL;
    double length_m = walk(path, 0, 0, NULL);
    if (!(length_m <= max_length_m)) {
        kamm_fail(error, KAMM_ERROR_RANGE, path->name,
                  "%s: a path of %g m; %g m at most are allowed", path->name, length_m,
                  max_length_m);
        return NULL;
    }
    double max_spacing_m = max_spacing_steps * line_scale_m(path->width_m);
    if (length_m > max_spacing_m * path->count) {
        kamm_fail(error, KAMM_ERROR_RANGE, path->name,
                  "%s: a path of %g m by %d points; allowed: %g m per point, or more points",
                  path->name, length_m, path->count, max_spacing_m);
        return NULL;
    }
    kamm_line *line = line_of(path, length_m);
    if (line) walk(path, line->step_m, line->count, line->samples);
    if (line && bend(line) && kamm_line_rise(line, ground, path->heights_m != NULL)) return line;
    kamm_destroy_line(line);
    kamm_fail(error, KAMM_ERROR_MEMORY, path->name, "out of memory");
    return NULL;
}

kamm_line *kamm_create_line(const kamm_path *path, kamm_error *error)
{
    KAMM_REQUIRE_WITH(error, path, NULL);
    return kamm_create_line_on(path, NULL, error);
}

static void release_line(kamm_line *line)
{
    kamm_note_destroyed(line);
    kamm_release(line->samples);
    kamm_release(line);
}

void kamm_destroy_line(kamm_line *line)
{
    if (!line) return;
    KAMM_REQUIRE_ALIVE(line, );
    KAMM_REQUIRE(!line->users.is_destroyed, );
    if (destroy_when_unused(&line->users)) release_line(line);
}

void kamm_let_go_of_line(kamm_line *line)
{
    if (let_go_of(&line->users)) release_line(line);
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
    *first = kamm_line_within((int)whole, line->count, line->closed);
    *second = kamm_line_within((int)whole + 1, line->count, line->closed);
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
    return (kamm_line_point){
        .x_m = a->x_m + share * (b->x_m - a->x_m),
        .y_m = a->y_m + share * (b->y_m - a->y_m),
        .heading_rad = a->heading_rad + share * turn_rad,
        .curvature_per_m = a->curvature_per_m + share * (b->curvature_per_m - a->curvature_per_m),
        .z_m = a->z_m + share * (b->z_m - a->z_m),
        .slope_rad = a->slope_rad + share * (b->slope_rad - a->slope_rad),
        .bank_rad = a->bank_rad + share * (b->bank_rad - a->bank_rad),
        .rising_per_m = a->rising_per_m + share * (b->rising_per_m - a->rising_per_m),
        .right_m = a->right_m + share * (b->right_m - a->right_m),
        .left_m = a->left_m + share * (b->left_m - a->left_m)};
}

static int nearest_sample(const kamm_line *line, double x_m, double y_m, double near_m)
{
    int everywhere = !(near_m >= 0 && near_m < 2 * max_length_m);
    double reach = reach_steps * line_scale_m(line->width_m) / line->step_m;
    int around = (int)fmin(reach, line->count);
    int from = everywhere ? 0 : (int)lround(near_m / line->step_m) - around, best = 0;
    int last = everywhere ? line->count - 1 : 2 * around;
    double min = INFINITY;
    for (int k = 0; k <= last; ++k) {
        int i = kamm_line_within(from + k, line->count, line->closed);
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
