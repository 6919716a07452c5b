#include "push.h"

#include "../base/quaternion.h"

#include <string.h>

void kamm_find_motion(const kamm_cars *cars, int car, struct world_motion *out)
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

enum { BODY = 36, PER_WHEEL = 6, LOAD_WAYS = 5 };
_Static_assert(BODY + (PER_WHEEL + 1) * MAX_WHEELS + LOAD_WAYS == MAX_RESPONSE,
               "the largest response");

static double (*body_of(double *response))[6] { return (double(*)[6])(void *)response; }
static double (*travel_of(double *response))[6] { return (double(*)[6])(void *)(response + BODY); }

/* The response has that of the body. On springs it has those of each wheel's travel, and the
 * travels and arms for which it was computed. */
size_t kamm_response_size(const kamm_cars *cars)
{
    size_t wheels = cars->rung->responds_by_travel ? (size_t)cars->layout->wheels : 0;
    return BODY + (PER_WHEEL + 1) * wheels + LOAD_WAYS;
}

/* Whether a wheel or a load is where it was; notes where it is. */
static int as_before(double place, double *at)
{
    int same = place == *at;
    *at = place;
    return same;
}

static int travels_as_before(const struct car *car, int wheels, double *at)
{
    const double ways[LOAD_WAYS] = {
        STATE_OF(car, car.liquid_along_m), STATE_OF(car, car.liquid_aside_m),
        STATE_OF(car, car.shifted_along_m), STATE_OF(car, car.shifted_aside_m),
        STATE_OF(car, car.rider_thrown)};
    int same = 1;
    for (int w = 0; w < wheels; ++w) same &= as_before(travel_to_respond(car, w), &at[w]);
    for (int i = 0; i < LOAD_WAYS; ++i)
        same &= as_before(place_to_respond(car, ways[i]), &at[wheels + i]);
    return same;
}

void kamm_renew_response(const kamm_cars *cars, int car, double *response)
{
    const struct car one = kamm_car_of(cars, car);
    int wheels = cars->layout->wheels, known = response[0] > 0;
    if (cars->rung->responds_by_travel) {
        double *at = response + BODY + PER_WHEEL * wheels;
        if (travels_as_before(&one, wheels, at) && known) return;
        memset(travel_of(response), 0, (size_t)(PER_WHEEL * wheels) * sizeof *response);
    }
    memset(response, 0, BODY * sizeof *response);
    cars->rung->respond(&one, body_of(response), travel_of(response));
}

/* It is symmetric: three blocks of its four. */
void kamm_turn_response(const double *response, const double axis[3][3], double out[6][6])
{
    kamm_turn_tensor(axis, response, 6, &out[0][0], 6);
    kamm_turn_tensor(axis, response + 3, 6, &out[0][3], 6);
    kamm_turn_tensor(axis, response + 21, 6, &out[3][3], 6);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) out[3 + i][j] = out[j][3 + i];
}

void kamm_push_car(kamm_cars *cars, int car, const double q[4], const double *response,
                   const double velocity_change[3], const double angular_velocity_change[3])
{
    const struct car one = kamm_car_of(cars, car);
    double back[4], change[6];
    kamm_conjugate(q, back);
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
    if (cars->rung->take_push)
        cars->rung->take_push(&one, change, (const double(*)[6])(const void *)(response + BODY));
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
