/* Where bodies of a world file stand on its terrain. */
#include "world_stand.h"
#include "../base/quaternion.h"

#include <string.h>

#define PI 3.14159265358979323846
#define ABOVE_ALL_M 1e9
#define SAME_HEIGHT_M 1e-6

/* sin x and cos x by their series, as the last bits of libm's differ between machines.
 * For |x| up to pi/2, where what is left out is below 1e-18. */
static void sine_and_cosine(double x, double *sine, double *cosine)
{
    double term = 1, sums[2] = {0, 0};
    for (int power = 0; power < 26; ++power) {
        sums[power % 2] += power % 4 < 2 ? term : -term;
        term *= x / (power + 1);
    }
    *cosine = sums[0];
    *sine = sums[1];
}

void kamm_world_reader_yaw(double yaw_rad, double q[4])
{
    q[1] = q[2] = 0;
    sine_and_cosine(remainder(yaw_rad, 2 * PI) / 2, &q[3], &q[0]);
    double norm = sqrt(q[0] * q[0] + q[3] * q[3]);
    q[0] /= norm;
    q[3] /= norm;
}

kamm_terrain_point kamm_world_reader_ground_at(struct world_reader *reader, double x, double y)
{
    enum { STEPS_A_LAYER = 5, STEPS_MORE = 50 };
    reader->steps += STEPS_A_LAYER * reader->layers + STEPS_MORE;
    return kamm_terrain_at(reader->out.terrain, x, y, ABOVE_ALL_M);
}

/* The lowest ground below a box's middle and corners: no ray or car goes through below it. */
static double lowest_below(struct world_reader *reader, const kamm_box *box)
{
    const double *q = box->orientation;
    double c = q[0] * q[0] - q[3] * q[3], s = 2 * q[0] * q[3];
    double x = box->centre_m[0], y = box->centre_m[1];
    double lowest = kamm_world_reader_ground_at(reader, x, y).height_m;
    for (int corner = 0; corner < 4; ++corner) {
        double a = (corner % 2 ? 1 : -1) * box->half_m[0];
        double b = (corner / 2 ? 1 : -1) * box->half_m[1];
        double height =
            kamm_world_reader_ground_at(reader, x + c * a - s * b, y + s * a + c * b).height_m;
        lowest = fmin(lowest, height);
    }
    return lowest;
}

/* The turn that brings z to `normal`, after one by yaw. */
static void turn_on(const double normal[3], const double yaw[4], double q[4])
{
    double w = 1 + normal[2], x = -normal[1], y = normal[0];
    double norm = sqrt(w * w + x * x + y * y);
    w /= norm, x /= norm, y /= norm;
    q[0] = w * yaw[0];
    q[1] = x * yaw[0] + y * yaw[3];
    q[2] = y * yaw[0] - x * yaw[3];
    q[3] = w * yaw[3];
}

/* Foot of a body, in its frame. */
struct foot {
    double centre_m[3], half_m[3];
};

/* The lowest of a body's boxes, all of which count as upright; of several that are as low, the box around them. */
static struct foot foot_of(const kamm_body_def *body)
{
    double low[3] = {1e300, 1e300, 1e300}, high[3] = {-1e300, -1e300, -1e300}, bottom = 1e300;
    struct foot foot;
    int count = 0;
    for (int i = 0; i < body->shape_count; ++i) {
        const kamm_box *box = &body->shapes[i].box;
        bottom = fmin(bottom, box->centre_m[2] - box->half_m[2]);
    }
    for (int i = 0; i < body->shape_count; ++i) {
        const kamm_box *box = &body->shapes[i].box;
        if (box->centre_m[2] - box->half_m[2] > bottom + SAME_HEIGHT_M) continue;
        if (!count++) {
            memcpy(foot.centre_m, box->centre_m, sizeof foot.centre_m);
            memcpy(foot.half_m, box->half_m, sizeof foot.half_m);
        }
        for (int k = 0; k < 3; ++k) {
            low[k] = fmin(low[k], box->centre_m[k] - box->half_m[k]);
            high[k] = fmax(high[k], box->centre_m[k] + box->half_m[k]);
        }
    }
    for (int k = 0; k < 3 && count > 1; ++k) {
        foot.centre_m[k] = (low[k] + high[k]) / 2;
        foot.half_m[k] = (high[k] - low[k]) / 2;
    }
    return foot;
}

/* The plane through the ground below a foot's four corners (least squares), raised until neither they
 * nor the middle are in the ground. Returns its height in the middle. */
static double plane_below(struct world_reader *reader, const double place[2], const double half[3],
                          const double yaw[4], double normal[3])
{
    double c = yaw[0] * yaw[0] - yaw[3] * yaw[3], s = 2 * yaw[0] * yaw[3], heights[4];
    double along = 0, across = 0, mean = 0;
    for (int i = 0; i < 4; ++i) {
        double a = i % 2 ? half[0] : -half[0], b = i / 2 ? half[1] : -half[1];
        heights[i] = kamm_world_reader_ground_at(reader, place[0] + (c * a - s * b),
                                                 place[1] + (s * a + c * b))
                         .height_m;
        mean += heights[i] / 4;
        along += heights[i] * a / (4 * half[0] * half[0]);
        across += heights[i] * b / (4 * half[1] * half[1]);
    }
    double height = fmax(mean, kamm_world_reader_ground_at(reader, place[0], place[1]).height_m);
    double twist = fabs(heights[0] - heights[1] - heights[2] + heights[3]) / 4;
    double norm = sqrt(1 + along * along + across * across);
    normal[0] = -(c * along - s * across) / norm;
    normal[1] = -(s * along + c * across) / norm;
    normal[2] = 1 / norm;
    return fmax(height, mean + twist);
}

void kamm_world_reader_stand_on_slope(struct world_reader *reader, const double place[2],
                                      const double yaw[4], kamm_body_def *body)
{
    const struct foot foot = foot_of(body);
    const double *m = foot.centre_m, level[3] = {m[0], m[1], 0};
    double c = yaw[0] * yaw[0] - yaw[3] * yaw[3], s = 2 * yaw[0] * yaw[3];
    const double below[2] = {place[0] + (c * m[0] - s * m[1]), place[1] + (s * m[0] + c * m[1])};
    double normal[3], aside[3], rise = foot.half_m[2] - m[2];
    double height = plane_below(reader, below, foot.half_m, yaw, normal);
    turn_on(normal, yaw, body->orientation);
    kamm_rotate(body->orientation, level, aside);
    for (int j = 0; j < 3; ++j)
        body->position_m[j] = ((j < 2 ? below[j] : height) + rise * normal[j]) - aside[j];
}

void kamm_world_reader_stand_level(struct world_reader *reader, const double place[2],
                                   kamm_box *box)
{
    box->centre_m[0] = place[0], box->centre_m[1] = place[1];
    box->centre_m[2] = lowest_below(reader, box) + box->half_m[2];
}

void kamm_world_reader_stand_frame_level(struct world_reader *reader, const double place[2],
                                         const double yaw[4], kamm_body_def *body)
{
    const struct foot foot = foot_of(body);
    const double *m = foot.centre_m, c = yaw[0] * yaw[0] - yaw[3] * yaw[3], s = 2 * yaw[0] * yaw[3];
    kamm_box box = {
        .centre_m = {place[0] + (c * m[0] - s * m[1]), place[1] + (s * m[0] + c * m[1]), 0},
        .half_m = {foot.half_m[0], foot.half_m[1], foot.half_m[2]}};
    memcpy(box.orientation, yaw, sizeof box.orientation);
    memcpy(body->orientation, yaw, sizeof body->orientation);
    body->position_m[0] = place[0], body->position_m[1] = place[1];
    body->position_m[2] = lowest_below(reader, &box) + foot.half_m[2] - m[2];
}
