#include "road.h"

#include "../base/quaternion.h"
#include "../vehicle/chassis.h"
#include "push.h"

#include <math.h>
#include <string.h>

void kamm_note_road(const kamm_cars *cars, int block, struct road_block *road)
{
    const struct car_block *at = &cars->block[block];
    for (int w = 0; w < cars->layout->wheels; ++w) {
        memcpy(road->point_m[w], at->contact_point_m[w], sizeof road->point_m[w]);
        memcpy(road->normal[w], at->contact[w].normal, sizeof road->normal[w]);
        memcpy(road->velocity_mps[w], at->contact[w].velocity_mps, sizeof road->velocity_mps[w]);
    }
}

static int is_on_road(const kamm_cars *cars, int block, int lane, const struct road_block *road)
{
    const struct car_block *at = &cars->block[block];
    int same = 1;
    for (int w = 0; w < cars->layout->wheels; ++w)
        for (int i = 0; i < 3; ++i)
            same &= at->contact[w].normal[i][lane] == road->normal[w][i][lane] &&
                    at->contact_point_m[w][i][lane] == road->point_m[w][i][lane];
    return same;
}

/* The lowest of the planes there, as the kernel takes it (rungs/full/body_scrape.h). */
static void keep_plane(kamm_cars *cars, int car, int point, const struct world_motion *body,
                       const struct road_block *road)
{
    const float *own = kamm_model_at(cars, car)->chassis->body_contact.points[point];
    struct point_block *points = &cars->points[car / KAMM_BLOCK];
    const double arm[3] = {own[0], own[1], own[2]};
    double at[3], highest = -INFINITY;
    int lane = car % KAMM_BLOCK;
    kamm_rotate(body->q, arm, at);
    for (int w = 0; w < cars->layout->wheels; ++w) {
        double level = 0, above = 0;
        for (int i = 0; i < 3; ++i) {
            double normal = road->normal[w][i][lane];
            level += normal * road->point_m[w][i][lane];
            above += normal * (body->position[i] + at[i]);
        }
        if (!(above - level > highest)) continue;
        highest = above - level;
        points->level_m[point][lane] = level;
        for (int i = 0; i < 3; ++i) points->normal[point][i][lane] = road->normal[w][i][lane];
    }
}

void kamm_keep_road(kamm_cars *cars, int block, const struct road_block *road)
{
    struct world_motion body;
    for (int lane = 0; lane < KAMM_BLOCK; ++lane) {
        int car = block * KAMM_BLOCK + lane;
        if (car >= cars->count || is_on_road(cars, block, lane, road)) continue;
        kamm_find_motion(cars, car, &body);
        for (int p = 0; p < BODY_POINTS; ++p) keep_plane(cars, car, p, &body, road);
    }
}
