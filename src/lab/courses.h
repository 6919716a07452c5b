/* Publishes the course of a test: it lays cones, lines and the rest, part by part. */
#ifndef KAMM_LAB_COURSES_H
#define KAMM_LAB_COURSES_H

#include <kamm/io/lab.h>

#include "env/cones.h"

/* A part between two corners; there has to be room for it. */
kamm_course_part *kamm_course_add(kamm_test_course *course, kamm_course_kind kind, const char *name,
                                  double from_x_m, double from_y_m, double to_x_m, double to_y_m);
/* The cones of a lane. */
void kamm_course_add_lane(kamm_test_course *course, const kamm_lane *lane);
/* A circle through the origin, whose middle is so far to the left. */
void kamm_course_add_circle(kamm_test_course *course, double middle_m, double radius_m);
/* A line across the lane. */
void kamm_course_add_mark(kamm_test_course *course, const char *name, double x_m);

#endif
