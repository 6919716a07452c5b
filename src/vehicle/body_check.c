/* Whether a vehicle's body may be where its file has it. */
#include "model.h"

#include "../base/error.h"
#include "scale.h"

#include <math.h>

static kamm_result check_boxes(const kamm_vehicle_def *def, kamm_error *error)
{
    const kamm_car_body_def *body = &def->body;
    double least_m = 0.01 * kamm_scale_of(def).length;
    for (int i = 0; i < body->boxes_count; ++i)
        if (body->boxes[i].top_m - body->boxes[i].bottom_m < least_m)
            return kamm_fail(error, KAMM_ERROR_RANGE, "body.boxes.top_m",
                             "body.boxes[%d].top_m: %g m, but its bottom is at %g m: a box is at "
                             "least %.3g m high",
                             i, body->boxes[i].top_m, body->boxes[i].bottom_m, least_m);
    return KAMM_OK;
}

/* A body whose box lies ahead of its first axle or behind its last one bears nothing of the vehicle, and goes through walls
 * with its wheels. */
static kamm_result check_length(const kamm_vehicle_def *def, kamm_error *error)
{
    const kamm_car_body_def *body = &def->body;
    double last_m = 0;
    for (int a = 0; a < def->axles_count; ++a)
        last_m = fmax(last_m, def->axles[a].behind_front_axle_m);
    if (body->front_overhang_m <= body->length_m && body->front_overhang_m >= -last_m)
        return KAMM_OK;
    return kamm_fail(
        error, KAMM_ERROR_RANGE, "body.front_overhang_m",
        "body.front_overhang_m: %g m, but the body is %g m long and its last axle %g m "
        "behind the first: some axle has to be below the body, so it is from %g to %g m",
        body->front_overhang_m, body->length_m, last_m, -last_m, body->length_m);
}

kamm_result kamm_check_car_body(const kamm_vehicle_def *def, kamm_error *error)
{
    kamm_result result = check_boxes(def, error);
    return result == KAMM_OK ? check_length(def, error) : result;
}
