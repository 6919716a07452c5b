/* A car's placement on a world's ground. */
#include "../../base/error.h"
#include "../../base/float_mode.h"
#include "../state.h"
#include <kamm/world_query.h>

#include <math.h>
#include <string.h>

#define ABOVE_ALL_M 1e5       /* where the topmost ground is asked for */
enum { MOST_DRIVEN_ON = 32 }; /* bodies one above the other that are looked at */

/* Heights of the ground below a car's wheels, least squares: z = at[2] + slope[0] dx + slope[1] dy, level axes
 * of the car. */
struct stand {
    double height, along, across;
};

/* Finds the plane of wheels in one line, as of a motorcycle or of one axle. It is the nearest one to the planes below the wheels: its slope
 * differs from theirs along the line alone. */
static void stand_on_line(struct stand *stand, int count, const double wheels[][2],
                          const double *heights, const double slopes[][2], const double mean[2])
{
    double square = 0, slope[2] = {0, 0}, rest[2] = {0, 0};
    for (int w = 0; w < count; ++w)
        for (int k = 0; k < 2; ++k) slope[k] += slopes[w][k] / count;
    for (int w = 0; w < count; ++w) {
        double x = wheels[w][0] - mean[0], y = wheels[w][1] - mean[1];
        double z = heights[w] - stand->height - slope[0] * x - slope[1] * y;
        square += x * x + y * y, rest[0] += x * z, rest[1] += y * z;
    }
    stand->along = slope[0] + rest[0] / square;
    stand->across = slope[1] + rest[1] / square;
}

static struct stand stand_of(int count, const double wheels[][2], const double *heights,
                             const double slopes[][2])
{
    struct stand stand = {0, 0, 0};
    double mean[2] = {0, 0}, xx = 0, yy = 0, xy = 0, xz = 0, yz = 0;
    for (int w = 0; w < count; ++w) {
        stand.height += heights[w] / count;
        for (int k = 0; k < 2; ++k) mean[k] += wheels[w][k] / count;
    }
    for (int w = 0; w < count; ++w) {
        double x = wheels[w][0] - mean[0], y = wheels[w][1] - mean[1];
        double z = heights[w] - stand.height;
        xx += x * x, yy += y * y, xy += x * y, xz += x * z, yz += y * z;
    }
    double determinant = xx * yy - xy * xy;
    stand.along = (xz * yy - yz * xy) / determinant;
    stand.across = (yz * xx - xz * xy) / determinant;
    if (!(determinant > 1e-9 * (xx + yy) * (xx + yy)))
        stand_on_line(&stand, count, wheels, heights, slopes, mean);
    stand.height -= stand.along * mean[0] + stand.across * mean[1];
    return stand;
}

/* The slopes of a plane, along x and y. */
static void slope_of(double x, double y, double z, double slope[2])
{
    slope[0] = z > 0 ? -x / z : 0;
    slope[1] = z > 0 ? -y / z : 0;
}

/* The top of the highest body that wheels roll on there, and its slope, or the ground's where that is higher. Cars are none: the one
 * that is to be placed may be there. */
static double driven_on_m(const kamm_world *world, const double from[3], double ground_m,
                          double slope[2])
{
    kamm_hit hits[MOST_DRIVEN_ON];
    kamm_cast down = {.leaves_out = 1u << KAMM_BODY_CAR | 1u << KAMM_BODY_GROUND};
    if (!world->driven_count || !(from[2] > ground_m)) return ground_m;
    memcpy(down.from_m, from, sizeof down.from_m);
    memcpy(down.to_m, from, sizeof down.to_m);
    down.to_m[2] = ground_m;
    int count = kamm_cast_shape(world, &down, hits, MOST_DRIVEN_ON);
    for (int i = 0; i < count; ++i) {
        uint32_t body = number_of(world, hits[i].body.index);
        if (!(traits_of(world, body)->is_driven_on && hits[i].fraction > 0)) continue;
        slope_of(hits[i].normal[0], hits[i].normal[1], hits[i].normal[2], slope);
        return hits[i].point_m[2];
    }
    return ground_m;
}

kamm_placement kamm_placement_in_world(const kamm_world *world, const kamm_model *model, double x_m,
                                       double y_m, double yaw_rad)
{
    const kamm_placement none = {.gear = KAMM_GEAR_DRIVE};
    KAMM_REQUIRE_ALIVE(world, none);
    KAMM_REQUIRE_ALIVE(model, none);
    return kamm_placement_in_world_below(world, model, x_m, y_m, yaw_rad, ABOVE_ALL_M);
}

kamm_placement kamm_placement_in_world_below(const kamm_world *world, const kamm_model *model,
                                             double x_m, double y_m, double yaw_rad, double below_m)
{
    KAMM_FLOAT_MODE;
    kamm_placement placement = {.gear = KAMM_GEAR_DRIVE};
    KAMM_REQUIRE_ALIVE(world, placement);
    KAMM_REQUIRE_ALIVE(model, placement);
    const kamm_ground *ground = &world->ground;
    if (!ground->query && !world->driven_count) return kamm_placement_on(ground, x_m, y_m, yaw_rad);
    double wheels[KAMM_MAX_WHEELS][2], heights[KAMM_MAX_WHEELS], slopes[KAMM_MAX_WHEELS][2];
    kamm_probe probes[KAMM_MAX_WHEELS];
    kamm_contact contacts[KAMM_MAX_WHEELS];
    double c = cos(yaw_rad), s = sin(yaw_rad);
    int count = model->layout.wheels;
    memset(probes, 0, sizeof probes);
    memset(contacts, 0, sizeof contacts);
    for (int w = 0; w < count; ++w) {
        memcpy(wheels[w], model->info.wheel_position_m[w], sizeof wheels[w]);
        probes[w] = (kamm_probe){.forward = {1, 0, 0}, .left = {0, 1, 0}, .car = -1};
        probes[w].position_m[0] = x_m + c * wheels[w][0] - s * wheels[w][1];
        probes[w].position_m[1] = y_m + s * wheels[w][0] + c * wheels[w][1];
        probes[w].position_m[2] = below_m;
    }
    if (ground->query) ground->query(ground->user, count, probes, contacts);
    for (int w = 0; w < count; ++w) {
        if (!ground->query) contacts[w] = ground->plane;
        const kamm_contact *plane = &contacts[w];
        double dx = probes[w].position_m[0] - plane->point_m[0];
        double dy = probes[w].position_m[1] - plane->point_m[1];
        heights[w] =
            plane->point_m[2] - ((double)plane->normal[0] * dx + (double)plane->normal[1] * dy) /
                                    (double)plane->normal[2];
        double slope[2];
        slope_of((double)plane->normal[0], (double)plane->normal[1], (double)plane->normal[2],
                 slope);
        heights[w] = driven_on_m(world, probes[w].position_m, heights[w], slope);
        slopes[w][0] = slope[0] * c + slope[1] * s;
        slopes[w][1] = slope[1] * c - slope[0] * s;
    }
    struct stand stand =
        stand_of(count, (const double(*)[2])wheels, heights, (const double(*)[2])slopes);
    kamm_ground plane = kamm_plane_ground(stand.along * c - stand.across * s,
                                          stand.along * s + stand.across * c, 1);
    placement = kamm_placement_on(&plane, x_m, y_m, yaw_rad);
    placement.position_m[2] = stand.height;
    return placement;
}
