/* The motion of a car as a host may read and set it (include/kamm/act.h).
 *
 * The host's point is the vehicle frame's origin, the state's that of the body frame, which lies `origin` from it and moves with
 * the body: v_body = v + omega x (q origin). */
#include <kamm/act.h>

#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/quaternion.h"
#include "../base/vector_double.h"
#include "external_forces.h"
#include "legal.h"
#include "over_ground.h"
#include "push.h"

#include <math.h>
#include <string.h>

void kamm_read_motion(const kamm_cars *cars, int car, kamm_motion *motion)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(cars, );
    KAMM_REQUIRE(car >= 0 && car < cars->count, );
    KAMM_REQUIRE(motion, );
    struct world_motion body;
    double arm[3], turning[3];
    memset(motion, 0, sizeof *motion);
    kamm_find_motion(cars, car, &body);
    kamm_rotate(body.q, kamm_model_at(cars, car)->origin, arm);
    cross3(body.angular_velocity, arm, turning);
    for (int i = 0; i < 3; ++i) {
        motion->position_m[i] = body.position[i] - arm[i];
        motion->velocity_mps[i] = body.velocity[i] - turning[i];
    }
    memcpy(motion->orientation, body.q, sizeof body.q);
    memcpy(motion->angular_velocity_radps, body.angular_velocity, sizeof body.angular_velocity);
    for (int w = 0; w < cars->layout->wheels; ++w)
        motion->wheel_radps[w] = CAR_STATE(cars, car, wheels[w].spin_radps);
}

static kamm_result check_motion(const kamm_cars *cars, const kamm_motion *m, kamm_error *error)
{
    const struct limited parts[] = {
        {"position_m", m->position_m, 3, MOST_PLACE_M, "m"},
        {"orientation", m->orientation, 4, MOST_ORIENTATION, ""},
        {"velocity_mps", m->velocity_mps, 3, MOST_SPEED_MPS, "m/s"},
        {"angular_velocity_radps", m->angular_velocity_radps, 3, MOST_TURN_RADPS, "rad/s"},
        {"wheel_radps", m->wheel_radps, cars->layout->wheels, MOST_WHEEL_RADPS, "rad/s"},
    };
    return kamm_check_limited(parts, sizeof parts / sizeof *parts, error);
}

static void put_velocity(const struct car *car, const double v[3])
{
    for (size_t i = 0; i < 3; ++i)
        keep_state_of(car, STATE_NUMBER(car.velocity_x_mps) + i,
                      STATE_NUMBER(car.velocity_residual_x_mps) + i, v[i]);
}

static void put_turning(const struct car *car, const double q[4], const double world_radps[3])
{
    double back[4], body[3];
    kamm_conjugate(q, back);
    kamm_rotate(back, world_radps, body);
    for (size_t i = 0; i < 3; ++i)
        put_state(car, STATE_NUMBER(car.roll_rate_radps) + i, (float)body[i]);
}

/* A car on rails takes of the change of its velocity over the ground, in its own axes, what is along its course. Before its frame
 * turns. How the ground moves where it goes on is not known yet: as if at rest, until it is (kamm_settle_course). */
static void push_along_course(const kamm_cars *cars, int car, const double q[4], const double v[3])
{
    const struct car one = kamm_car_of(cars, car);
    struct world_motion before;
    double back[4], own[3], change[6] = {0};
    if (!cars->rung->take_velocity) return;
    kamm_find_motion(cars, car, &before);
    const struct ground_seen ground = kamm_ground_seen(cars, car);
    for (int i = 0; i < 3; ++i) own[i] = before.velocity[i] - ground.velocity[i];
    kamm_conjugate(before.q, back);
    kamm_rotate(back, own, own);
    kamm_conjugate(q, back);
    kamm_rotate(back, v, change);
    for (int i = 0; i < 3; ++i) change[i] -= own[i];
    cars->rung->take_push(&one, change, NULL);
    cars->unsettled[car / KAMM_BLOCK] |= (uint16_t)(1u << car % KAMM_BLOCK);
}

void kamm_settle_courses(kamm_cars *cars, int block, unsigned lanes)
{
    unsigned due = cars->unsettled[block] & lanes;
    if (!due) return;
    cars->unsettled[block] &= (uint16_t)~due;
    for (int lane = 0; lane < KAMM_BLOCK; ++lane) {
        int car = block * KAMM_BLOCK + lane;
        if (!(due >> lane & 1) || car >= cars->count) continue;
        const struct car one = kamm_car_of(cars, car);
        const struct ground_seen ground = kamm_ground_seen(cars, car);
        const double *u = ground.velocity;
        double at[3], q[4], back[4], change[6] = {0};
        if (u[0] == 0 && u[1] == 0 && u[2] == 0) continue;
        kamm_body_frame(cars, car, at, q);
        kamm_conjugate(q, back);
        kamm_rotate(back, u, change);
        for (int i = 0; i < 3; ++i) change[i] = -change[i];
        cars->rung->take_push(&one, change, NULL);
    }
}

/* Parts that turn with the wheels follow them. */
static void put_wheels(kamm_cars *cars, int car, const double *radps)
{
    double before[MAX_WHEELS];
    for (int w = 0; w < cars->layout->wheels; ++w) {
        before[w] = CAR_STATE(cars, car, wheels[w].spin_radps);
        PUT_CAR_STATE(cars, car, wheels[w].spin_radps, (float)radps[w]);
    }
    kamm_turn_driveline_along(cars, car, before);
}

static void ask_anew(kamm_cars *cars, int car)
{
    cars->stale[car / KAMM_BLOCK] |= (uint16_t)(1u << car % KAMM_BLOCK);
}

kamm_result kamm_set_motion(kamm_cars *cars, int car, const kamm_motion *motion, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, car >= 0 && car < cars->count, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, motion, KAMM_ERROR_MISUSE);
    kamm_result result = check_motion(cars, motion, error);
    if (result != KAMM_OK) return result;
    const struct car one = kamm_car_of(cars, car);
    double q[4], arm[3], turning[3], position[3], v[3];
    memcpy(q, motion->orientation, sizeof q);
    kamm_normalise(q);
    kamm_rotate(q, one.model->origin, arm);
    cross3(motion->angular_velocity_radps, arm, turning);
    for (int i = 0; i < 3; ++i) {
        position[i] = motion->position_m[i] + arm[i];
        v[i] = motion->velocity_mps[i] + turning[i];
    }
    push_along_course(cars, car, q, v);
    kamm_put_frame(&one, position, q);
    put_velocity(&one, v);
    put_turning(&one, q, motion->angular_velocity_radps);
    put_wheels(cars, car, motion->wheel_radps);
    kamm_set_placed(cars, car, 0); /* it is where the host has it */
    ask_anew(cars, car);
    return KAMM_OK;
}
