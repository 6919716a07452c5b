/* The courses of road tests, for programs that show them. */
#include "lab/courses.h"

#include <math.h>

#include "base/error.h"
#include "base/float_mode.h"

kamm_course_part *kamm_course_add(kamm_test_course *course, kamm_course_kind kind, const char *name,
                                  double from_x_m, double from_y_m, double to_x_m, double to_y_m)
{
    kamm_course_part *part = &course->parts[course->part_count++];
    *part =
        (kamm_course_part){.kind = kind, .from_m = {from_x_m, from_y_m}, .to_m = {to_x_m, to_y_m}};
    snprintf(part->name, sizeof part->name, "%s", name);
    return part;
}

void kamm_course_add_lane(kamm_test_course *course, const kamm_lane *lane)
{
    double gap_m = (lane->end_m - lane->start_m) / (KAMM_CONES_PER_SIDE - 1);
    for (int cone = 0; cone < 2 * KAMM_CONES_PER_SIDE; ++cone) {
        double x_m = lane->start_m + cone / 2 * gap_m,
               y_m = cone % 2 ? lane->left_m : lane->right_m;
        kamm_course_add(course, KAMM_COURSE_CONE, lane->name, x_m, y_m, x_m, y_m)->side =
            cone % 2 ? 1 : -1;
    }
}

void kamm_course_add_circle(kamm_test_course *course, double middle_m, double radius_m)
{
    kamm_course_add(course, KAMM_COURSE_CIRCLE, "circle", 0, middle_m, 0, middle_m)->radius_m =
        radius_m;
}

void kamm_course_add_mark(kamm_test_course *course, const char *name, double x_m)
{
    const double width_m = 7;
    kamm_course_add(course, KAMM_COURSE_LINE, name, x_m, -width_m / 2, x_m, width_m / 2);
}

double kamm_cone_distance_m(const kamm_course_part *cone, const kamm_vehicle_def *def, double x_m,
                            double y_m, double yaw_rad)
{
    KAMM_REQUIRE(cone && def, NAN);
    if (cone->kind != KAMM_COURSE_CONE) return INFINITY;
    kamm_outline outline = kamm_outline_of(def);
    double c = cos(yaw_rad), s = sin(yaw_rad);
    double dx_m = cone->from_m[0] - x_m, dy_m = cone->from_m[1] - y_m;
    return kamm_point_clearance_m(&outline, dx_m * c + dy_m * s, dy_m * c - dx_m * s, cone->side);
}
