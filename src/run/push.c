#include "push.h"

#include "../base/quaternion.h"

#include <string.h>

void kamm_read_motion(const kamm_cars *cars, int car, struct pushed_car *out)
{
    const struct car one = kamm_car_of(cars, car);
    double body_rates[3];
    kamm_body_frame(cars, car, out->position, out->q);
    for (size_t i = 0; i < 3; ++i) {
        out->velocity[i] = kept_state(&one, STATE_NUMBER(car.velocity_x_mps) + i,
                                      STATE_NUMBER(car.velocity_residual_x_mps) + i);
        body_rates[i] = state_of(&one, STATE_NUMBER(car.roll_rate_radps) + i);
    }
    /* The pose of a planar car follows the road: its roll and pitch are no momentum. */
    if (cars->rung->whole_body) body_rates[0] = body_rates[1] = 0;
    kamm_rotate(out->q, body_rates, out->angular_velocity);
}

/* out = R in R' of one block of a response. */
static void turn_block(double turn[3][3], double response[6][6], int row, int column)
{
    double half[3][3];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const double *in = &response[row + i][column];
            half[i][j] = (in[0] * turn[j][0] + in[1] * turn[j][1]) + in[2] * turn[j][2];
        }
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            response[row + i][column + j] =
                (turn[i][0] * half[0][j] + turn[i][1] * half[1][j]) + turn[i][2] * half[2][j];
}

/* A response in body axes into world axes. */
static void turn_response(const double q[4], double response[6][6])
{
    double turn[3][3];
    for (int axis = 0; axis < 3; ++axis) {
        const double unit[3] = {axis == 0, axis == 1, axis == 2};
        double turned[3];
        kamm_rotate(q, unit, turned);
        for (int i = 0; i < 3; ++i) turn[i][axis] = turned[i];
    }
    for (int row = 0; row < 6; row += 3)
        for (int column = 0; column < 6; column += 3) turn_block(turn, response, row, column);
}

void kamm_read_pushed(const kamm_cars *cars, int car, struct pushed_car *out)
{
    kamm_read_motion(cars, car, out);
    kamm_read_response(cars, car, out);
}

void kamm_read_response(const kamm_cars *cars, int car, struct pushed_car *out)
{
    const struct car one = kamm_car_of(cars, car);
    memset(out->response, 0, sizeof out->response);
    memset(out->travel, 0, (size_t)cars->layout->wheels * sizeof *out->travel);
    if ((unsigned)CAR_STATE(cars, car, car.fault) & KAMM_FAULT_NUMERIC) return;
    cars->rung->respond(&one, out->response, out->travel);
    turn_response(out->q, out->response);
}

void kamm_push_car(kamm_cars *cars, int car, const struct pushed_car *as,
                   const double velocity_change[3], const double angular_velocity_change[3])
{
    const struct car one = kamm_car_of(cars, car);
    double back[4], change[6];
    kamm_conjugate(as->q, back);
    kamm_rotate(back, velocity_change, change);
    kamm_rotate(back, angular_velocity_change, change + 3);
    for (size_t i = 0; i < 3; ++i) {
        size_t number = STATE_NUMBER(car.velocity_x_mps) + i,
               residual = STATE_NUMBER(car.velocity_residual_x_mps) + i;
        keep_state_of(&one, number, residual,
                      kept_state(&one, number, residual) + velocity_change[i]);
    }
    for (size_t i = cars->rung->whole_body ? 2 : 0; i < 3; ++i) {
        size_t spin = STATE_NUMBER(car.roll_rate_radps) + i;
        put_state(&one, spin, (float)((double)state_of(&one, spin) + change[3 + i]));
    }
    if (cars->rung->take_push) cars->rung->take_push(&one, change, as->travel);
}

void kamm_shift_car(kamm_cars *cars, int car, const double by_m[3], const double turn_rad[3])
{
    struct car_block *block = &cars->block[car / KAMM_BLOCK];
    double position[3], q[4];
    double turn[4] = {1, 0.5 * turn_rad[0], 0.5 * turn_rad[1], 0.5 * turn_rad[2]};
    for (int i = 0; i < 3; ++i) block->position_m[i][car % KAMM_BLOCK] += by_m[i];
    if (turn_rad[0] == 0 && turn_rad[1] == 0 && turn_rad[2] == 0) return;
    kamm_body_frame(cars, car, position, q);
    kamm_multiply(turn, q, q);
    kamm_normalise(q);
    for (size_t i = 0; i < 4; ++i)
        kamm_put_kept(cars, car, STATE_NUMBER(car.orientation_w) + i,
                      STATE_NUMBER(car.orientation_residual_w) + i, q[i]);
}
