/* A path with its room to both sides, sampled every metre or so: what cars on a track need to know of it. */
#ifndef KAMM_ENV_COURSE_H
#define KAMM_ENV_COURSE_H

#include <stdint.h>

#include <kamm/driver.h>

struct env_course_point {
    double x_m, y_m;
    double ahead[2]; /* unit vector along the path */
    double right_m, left_m;
};

/* How far ahead cars see, in metres. */
#define COURSE_AHEAD_LIST(AHEAD) \
    AHEAD(5)                     \
    AHEAD(10)                    \
    AHEAD(15)                    \
    AHEAD(20) AHEAD(30) AHEAD(40) AHEAD(50) AHEAD(65) AHEAD(80) AHEAD(100) AHEAD(125) AHEAD(150)
#define COURSE_COUNT_ONE(metres) +1
enum { COURSE_AHEAD = 0 COURSE_AHEAD_LIST(COURSE_COUNT_ONE) };
#define COURSE_AHEAD_PER_M 0.05 /* what curvatures ahead are divided by */

struct env_course {
    int count, closed;
    double step_m, points_per_m, length_m;
    struct env_course_point *points;
    /* Curvatures so far ahead of each point, and of two after the last, scaled. */
    float (*ahead)[COURSE_AHEAD];
    kamm_line *line;
    kamm_plan *plan; /* of our car */
};

/* Where a car is on it. Part of snapshots: no bytes between members. */
struct env_place {
    int64_t point; /* the nearest one */
    double station_m, left_m;
};

/* `room_m` as in kamm_env_def. NULL with an error: those of kamm_create_line and kamm_create_plan. */
struct env_course *kamm_course_create(const kamm_path *path, const double (*room_m)[2],
                                      const kamm_model *model, kamm_error *error);
/* A closed one of that seed, some 700 m long and 10 m wide. */
struct env_course *kamm_course_generate(uint64_t seed, const kamm_model *model, kamm_error *error);
void kamm_course_destroy(struct env_course *course);
struct env_place kamm_course_place_at(const struct env_course *course, double station_m);
/* Into the cache: what kamm_course_find and kamm_course_look_ahead will read about there. */
void kamm_course_prefetch(const struct env_course *course, const struct env_place *place);
/* From where it was to where it is, which is near. */
void kamm_course_find(const struct env_course *course, struct env_place *place, double x_m,
                      double y_m);
/* COURSE_AHEAD curvatures ahead of a place, positive to the left, scaled: linear between points. */
void kamm_course_look_ahead(const struct env_course *course, double station_m, float *row);
/* From one station to another, the shorter way round. */
double kamm_course_way_m(const struct env_course *course, double from_m, double to_m);
/* Both edges, as kamm_env_outlines has them. */
int kamm_course_outline(const struct env_course *course, double (*points_m)[2], int room);

#endif
