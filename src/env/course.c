#include "course.h"

#include "../base/compiler.h"
#include "../base/error.h"
#include "../base/random.h"
#include "../driver/path_line.h"

#include <math.h>
#include <string.h>

#define METRES(metres) metres,
static const double ahead_m[COURSE_AHEAD] = {COURSE_AHEAD_LIST(METRES)};

/* Share of the grip that our driver uses. */
#define DRIVER_GRIP 0.75

void kamm_course_destroy(struct env_course *course)
{
    if (!course) return;
    kamm_destroy_plan(course->plan);
    kamm_destroy_line(course->line);
    kamm_release(course->points);
    kamm_release(course->ahead);
    kamm_release(course);
}

/* The room between two points of the path, where the samples from `from` to `to` are. */
static void spread_room(struct env_course *course, int from, int to, const double a[2],
                        const double b[2])
{
    for (int k = from; k <= to; ++k) {
        if (!course->closed && k >= course->count) return;
        struct env_course_point *point = &course->points[k % course->count];
        double share = to > from ? (double)(k - from) / (to - from) : 0;
        point->right_m = a[0] + share * (b[0] - a[0]);
        point->left_m = a[1] + share * (b[1] - a[1]);
    }
}

static void take_room(struct env_course *course, const kamm_path *path, const double (*room_m)[2])
{
    int spans = path->closed ? path->count : path->count - 1, from = 0;
    double near_m = 0;
    for (int i = 0; i < spans; ++i) {
        int next = (i + 1) % path->count;
        const double *at = path->points_m[next];
        int to = course->closed ? course->count : course->count - 1;
        if (i + 1 < spans) {
            near_m = kamm_line_station_m(course->line, at[0], at[1], near_m, NULL);
            to = (int)lround(near_m / course->step_m);
        }
        if (to < from) to = from;
        spread_room(course, from, to, room_m[i], room_m[next]);
        from = to;
    }
}

static void take_line(struct env_course *course)
{
    for (int i = 0; i < course->count; ++i) {
        const struct line_sample *sample = &course->line->samples[i];
        double half_m = course->line->width_m / 2;
        course->points[i] =
            (struct env_course_point){.x_m = sample->x_m,
                                      .y_m = sample->y_m,
                                      .ahead = {cos(sample->heading_rad), sin(sample->heading_rad)},
                                      .right_m = half_m,
                                      .left_m = half_m};
    }
}

static double curvature_per_m(const struct env_course *course, int sample)
{
    int end = course->closed ? sample % course->count : course->count - 1;
    return course->line->samples[sample < course->count ? sample : end].curvature_per_m;
}

/* Computes the curvature of each point and of two after the last. A station just below 0 may be
 * rounded to the length itself. */
static int take_curvature(struct env_course *course)
{
    int count = course->count + 2;
    course->ahead = kamm_allocate_array((size_t)count, sizeof *course->ahead);
    if (!course->ahead) return 0;
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < COURSE_AHEAD; ++k) {
            double to = i + ahead_m[k] / course->step_m, share = to - floor(to);
            double near_per_m = curvature_per_m(course, (int)to);
            double far_per_m = curvature_per_m(course, (int)to + 1);
            course->ahead[i][k] =
                (float)((near_per_m + share * (far_per_m - near_per_m)) / COURSE_AHEAD_PER_M);
        }
    }
    return 1;
}

struct env_course *kamm_course_create(const kamm_path *path, const double (*room_m)[2],
                                      const kamm_model *model, kamm_error *error)
{
    struct env_course *course = kamm_allocate(sizeof *course);
    if (!course) {
        kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
        return NULL;
    }
    course->line = kamm_create_line(path, error);
    if (course->line) course->plan = kamm_create_plan(course->line, model, DRIVER_GRIP, error);
    if (course->plan) {
        course->count = course->line->count, course->closed = course->line->closed;
        course->step_m = course->line->step_m, course->length_m = course->line->length_m;
        course->points_per_m = 1 / course->step_m;
        course->points = kamm_allocate_array((size_t)course->count, sizeof *course->points);
    }
    if (course->plan && (!course->points || !take_curvature(course)))
        kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
    if (!course->ahead) {
        kamm_course_destroy(course);
        return NULL;
    }
    take_line(course);
    if (room_m) take_room(course, path, room_m);
    return course;
}

/* -- Generated -- */
enum { GENERATED_POINTS = 90, HARMONICS = 5 };

/* A circle whose radius swings by a few harmonics. */
static void draw_ring(uint64_t seed, double swing, double points_m[GENERATED_POINTS][2])
{
    const double mean_m = 105, turn_rad = 2 * acos(-1);
    double size[HARMONICS], phase[HARMONICS];
    uint64_t random = seed;
    for (int k = 0; k < HARMONICS; ++k) {
        size[k] = swing * (1 + random_share(next_random(&random))) / (k + 2);
        phase[k] = turn_rad / 2 * random_share(next_random(&random));
    }
    for (int i = 0; i < GENERATED_POINTS; ++i) {
        double angle = turn_rad * i / GENERATED_POINTS, radius_m = mean_m;
        for (int k = 0; k < HARMONICS; ++k)
            radius_m += mean_m * size[k] * cos((k + 2) * angle + phase[k]);
        points_m[i][0] = radius_m * cos(angle);
        points_m[i][1] = radius_m * sin(angle);
    }
}

static double sharpest_per_m(const kamm_line *line)
{
    double most = 0;
    for (int i = 0; i < line->count; ++i) most = fmax(most, fabs(line->samples[i].curvature_per_m));
    return most;
}

struct env_course *kamm_course_generate(uint64_t seed, const kamm_model *model, kamm_error *error)
{
    const double tightest_m = 14;
    double points_m[GENERATED_POINTS][2];
    kamm_path path = {.name = "generated",
                      .count = GENERATED_POINTS,
                      .points_m = points_m,
                      .width_m = 10,
                      .closed = 1};
    for (double swing = 0.25;; swing *= 0.8) { /* milder until no bend is too tight */
        draw_ring(seed, swing, points_m);
        kamm_line *line = kamm_create_line(&path, error);
        if (!line) return NULL;
        double most = sharpest_per_m(line);
        kamm_destroy_line(line);
        if (most < 1 / tightest_m) return kamm_course_create(&path, NULL, model, error);
    }
}

/* -- Where cars are -- */
struct env_place kamm_course_place_at(const struct env_course *course, double station_m)
{
    double along = station_m / course->step_m;
    if (course->closed) along -= course->count * floor(along / course->count);
    int point = (int)along;
    return (struct env_place){point < course->count ? point : course->count - 1, station_m, 0};
}

static double distance2(const struct env_course_point *point, double x_m, double y_m)
{
    double dx = x_m - point->x_m, dy = y_m - point->y_m;
    return dx * dx + dy * dy;
}

static int neighbour(const struct env_course *course, int point, int by)
{
    point += by;
    if (point >= 0 && point < course->count) return point;
    if (!course->closed) return point < 0 ? 0 : course->count - 1;
    return point < 0 ? point + course->count : point - course->count;
}

/* Guesses the station along the direction of the point, if the result is near. */
static int guess(const struct env_course *course, int point, double x_m, double y_m)
{
    const struct env_course_point *at = &course->points[point];
    double along =
        course->points_per_m * (at->ahead[0] * (x_m - at->x_m) + at->ahead[1] * (y_m - at->y_m));
    double most = course->count < 16 ? 1 : 8;
    return along > -most && along < most ? neighbour(course, point, (int)floor(along + 0.5))
                                         : point;
}

/* Goes on to one side for as long as it comes nearer. */
static int descend(const struct env_course *course, int point, int by, double x_m, double y_m)
{
    double best = distance2(&course->points[point], x_m, y_m);
    for (int k = 0; k < course->count; ++k) {
        int next = neighbour(course, point, by);
        double away = distance2(&course->points[next], x_m, y_m);
        if (!(away < best)) break;
        best = away;
        point = next;
    }
    return point;
}

void kamm_course_prefetch(const struct env_course *course, const struct env_place *place)
{
    for (int k = 0; k <= 2; ++k) {
        KAMM_PREFETCH(&course->points[neighbour(course, place->point, k)]);
        KAMM_PREFETCH(&course->ahead[place->point + k]);
    }
}

/* On a closed course, from wherever a car has got to; 0 from nowhere. */
static double wrapped(double station_m, double length_m)
{
    double within = fmod(station_m, length_m);
    if (within < 0) within += length_m;
    return within < length_m ? within : 0;
}

void kamm_course_find(const struct env_course *course, struct env_place *place, double x_m,
                      double y_m)
{
    int guessed = guess(course, place->point, x_m, y_m);
    int point = descend(course, guessed, 1, x_m, y_m);
    if (point == guessed) point = descend(course, point, -1, x_m, y_m);
    const struct env_course_point *at = &course->points[point];
    double dx = x_m - at->x_m, dy = y_m - at->y_m;
    double station_m = point * course->step_m + (at->ahead[0] * dx + at->ahead[1] * dy);
    if (!course->closed)
        station_m = fmin(fmax(station_m, 0), course->length_m);
    else
        station_m = wrapped(station_m, course->length_m);
    place->point = point;
    place->station_m = station_m;
    place->left_m = at->ahead[0] * dy - at->ahead[1] * dx;
}

void kamm_course_look_ahead(const struct env_course *course, double station_m, float *restrict row)
{
    double along = station_m * course->points_per_m;
    int point = (int)along;
    const float *here = course->ahead[point], *next = course->ahead[point + 1];
    float share = (float)(along - point);
    for (int k = 0; k < COURSE_AHEAD; ++k) row[k] = here[k] + share * (next[k] - here[k]);
}

double kamm_course_way_m(const struct env_course *course, double from_m, double to_m)
{
    double way_m = to_m - from_m;
    if (!course->closed) return way_m;
    if (way_m > course->length_m / 2) return way_m - course->length_m;
    if (way_m < -course->length_m / 2) return way_m + course->length_m;
    return way_m;
}

int kamm_course_outline(const struct env_course *course, double (*points_m)[2], int room)
{
    int at = 0, count = course->count + (course->closed ? 1 : 0);
    for (int side = -1; side <= 1; side += 2) {
        for (int k = 0; k < count; ++k, ++at) {
            const struct env_course_point *p = &course->points[k % course->count];
            double left_m = side > 0 ? p->left_m : -p->right_m;
            if (at >= room) continue;
            points_m[at][0] = p->x_m - left_m * p->ahead[1];
            points_m[at][1] = p->y_m + left_m * p->ahead[0];
        }
        if (at < room) points_m[at][0] = points_m[at][1] = NAN;
        ++at;
    }
    return at;
}
