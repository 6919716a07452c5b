/* Cars and bodies of a recording at its present frame. */
#include "recording_read.h"

#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/quaternion.h"

#include <math.h>
#include <string.h>

static kamm_result check_index(int index, int count, kamm_error *error)
{
    if (index >= 0 && index < count) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "index", "index %d: there are %d", index, count);
}

/* The text was read before, so only memory can be missing. */
static kamm_result outcome_of(const char *what, kamm_error *error)
{
    return what ? kamm_fail(error, KAMM_ERROR_MEMORY, "", "%s", what) : KAMM_OK;
}

static void read_pose(const kamm_recorded *recorded, const unsigned char *at, kamm_pose *pose)
{
    for (int k = 0; k < 3; ++k)
        pose->position_m[k] =
            recorded->origin_m[k] + kamm_recorded_i32(at + 4 * k, KAMM_RECORDED_LENGTH_M);
    for (int k = 0; k < 4; ++k)
        pose->orientation[k] = kamm_recorded_i16(at + 12 + 2 * k, RECORDING_QUATERNION);
    kamm_normalise(pose->orientation);
}

static void read_wheel(const unsigned char *at, const kamm_recorded_wheel *wheel, int i,
                       kamm_recorded_car *car)
{
    double arm[3], q[4];
    for (int k = 0; k < 3; ++k) {
        arm[k] = wheel->centre_m[k] + kamm_recorded_i16(at + 2 * k, KAMM_RECORDED_LENGTH_M);
        q[1 + k] = kamm_recorded_i16(at + 6 + 2 * k, RECORDING_QUATERNION);
    }
    q[0] = sqrt(fmax(0, 1 - q[1] * q[1] - q[2] * q[2] - q[3] * q[3]));
    kamm_normalise(q);
    kamm_rotate(car->body.orientation, arm, arm);
    kamm_multiply(car->body.orientation, q, car->wheels[i].orientation);
    for (int k = 0; k < 3; ++k) car->wheels[i].position_m[k] = car->body.position_m[k] + arm[k];
    car->spin_angle_rad[i] = kamm_recorded_u16(at + 12) * RECORDING_TURN;
    car->spin_radps[i] = kamm_recorded_i16(at + 14, RECORDING_SPIN_RADPS);
}

kamm_result kamm_read_recorded_model(const kamm_recorded *recorded, int index,
                                     kamm_recorded_model *model, kamm_error *error)
{
    KAMM_REQUIRE_ALIVE_WITH(error, recorded, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, model, KAMM_ERROR_MISUSE);
    kamm_result result = check_index(index, recorded->info.model_count, error);
    if (result) return result;
    return outcome_of(kamm_take_recorded_model(recorded, recorded->models[index], model), error);
}

kamm_result kamm_read_recorded_car(const kamm_recorded *recorded, int index, kamm_recorded_car *car,
                                   kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, recorded, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, car, KAMM_ERROR_MISUSE);
    int id;
    kamm_recorded_model model;
    kamm_result result = check_index(index, recorded->info.car_count, error);
    if (result) return result;
    const struct recorded_item *item = &recorded->items[recorded->cars[index]];
    result = outcome_of(kamm_take_recorded_car(recorded, item->text, &id, car), error);
    if (!result) result = kamm_read_recorded_model(recorded, item->model, &model, error);
    if (result || !item->entry) return result;
    const unsigned char *at = recorded->bytes + item->entry + RECORDING_BODY_BYTES;
    car->is_on = 1;
    read_pose(recorded, recorded->bytes + item->entry + RECORDING_OFF_BYTES, &car->body);
    car->throttle = at[0] / 255.0;
    car->brake = at[1] / 255.0;
    car->hand_brake = at[2] / 255.0;
    car->gear = (int8_t)at[3];
    car->steering_wheel_rad = kamm_recorded_i16(at + 4, RECORDING_STEERING_RAD);
    at += 6;
    for (int i = 0; i < model.wheel_count; ++i)
        read_wheel(at + i * RECORDING_WHEEL_BYTES, &model.wheels[i], i, car);
    return KAMM_OK;
}

kamm_result kamm_read_recorded_body(const kamm_recorded *recorded, int index,
                                    kamm_recorded_body *body, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, recorded, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, body, KAMM_ERROR_MISUSE);
    int id;
    uint64_t offsets[KAMM_MAX_SHAPES + 1];
    kamm_result result = check_index(index, recorded->info.body_count, error);
    if (result) return result;
    const struct recorded_item *item = &recorded->items[recorded->bodies[index]];
    result = outcome_of(kamm_take_recorded_body(recorded, item->text, &id, body, offsets), error);
    if (result || !item->entry) return result;
    body->is_on = 1;
    read_pose(recorded, recorded->bytes + item->entry + RECORDING_OFF_BYTES, &body->pose);
    return KAMM_OK;
}

kamm_result kamm_read_recorded_points(const kamm_recorded *recorded, int body, int shape,
                                      float (*points_m)[3], int32_t (*triangles)[3],
                                      kamm_error *error)
{
    KAMM_REQUIRE_ALIVE_WITH(error, recorded, KAMM_ERROR_MISUSE);
    int id;
    kamm_recorded_body own;
    uint64_t offsets[KAMM_MAX_SHAPES + 1];
    kamm_result result = check_index(body, recorded->info.body_count, error);
    if (result) return result;
    const struct recorded_item *item = &recorded->items[recorded->bodies[body]];
    result = outcome_of(kamm_take_recorded_body(recorded, item->text, &id, &own, offsets), error);
    if (!result) result = check_index(shape, own.shape_count, error);
    if (result) return result;
    const unsigned char *at = recorded->bytes + item->points + offsets[shape];
    size_t points = (size_t)own.shapes[shape].point_count,
           corners = (size_t)own.shapes[shape].triangle_count;
    for (size_t i = 0; points_m && i < 3 * points; ++i)
        points_m[i / 3][i % 3] = kamm_recorded_f32(at + 4 * i);
    for (size_t i = 0; triangles && i < 3 * corners; ++i)
        triangles[i / 3][i % 3] = (int32_t)kamm_recorded_u32(at + 12 * points + 4 * i);
    return KAMM_OK;
}
