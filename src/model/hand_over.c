/* A running car goes from one rung, or one model, to another. */
#include "../base/error.h"
#include "cars.h"
#include "kinematic/kinematic.h"

#include <math.h>
#include <string.h>

/* Where the other model's body frame lies in this one's, world axes. */
static void frame_shift(const kamm_model *from, const kamm_model *to, const double q[4],
                        double shift[3])
{
    double arm[3];
    for (int i = 0; i < 3; ++i) arm[i] = to->origin[i] - from->origin[i];
    kamm_rotate(q, arm, shift);
}

/* The velocity of the other frame's origin, which turns with the body. */
static void velocity_at(const kamm_cars *from, int car, const double q[4], const double shift[3],
                        double v[3])
{
    const double spin[3] = {CAR_STATE(from, car, car.roll_rate_radps),
                            CAR_STATE(from, car, car.pitch_rate_radps),
                            CAR_STATE(from, car, car.yaw_rate_radps)};
    double world[3];
    kamm_rotate(q, spin, world);
    v[0] = CAR_STATE(from, car, car.velocity_x_mps) + world[1] * shift[2] - world[2] * shift[1];
    v[1] = CAR_STATE(from, car, car.velocity_y_mps) + world[2] * shift[0] - world[0] * shift[2];
    v[2] = CAR_STATE(from, car, car.velocity_z_mps) + world[0] * shift[1] - world[1] * shift[0];
}

static void copy_rows(const kamm_cars *from, int car, kamm_cars *to, int to_car)
{
    const struct car_block *source = &from->block[car / KAMM_BLOCK];
    struct car_block *target = &to->block[to_car / KAMM_BLOCK];
    int lane = car % KAMM_BLOCK, to_lane = to_car % KAMM_BLOCK;
    for (size_t i = 0; i < STATE_COUNT; ++i) target->state[i][to_lane] = source->state[i][lane];
    for (size_t i = 0; i < OUTPUT_COUNT; ++i) target->output[i][to_lane] = source->output[i][lane];
    to->inputs[to_car] = from->inputs[car];
    to->stale[to_car / KAMM_BLOCK] |= (uint16_t)(1u << to_lane);
}

/* What only the full model has, springs and contact patches, starts from rest; wheel loads as the
 * acceleration has them. */
static void rest_springs(kamm_cars *cars, int car)
{
    struct car_block *block = &cars->block[car / KAMM_BLOCK];
    const kamm_model *model = kamm_model_of(cars, car);
    for (size_t i = STATE_ROW(axles); i < STATE_COUNT; ++i) block->state[i][car % KAMM_BLOCK] = 0;
    for (int w = 0; w < CAR_WHEELS; ++w) {
        CAR_STATE(cars, car, wheels[w].travel_m) =
            cars->rung->whole_body ? 0 : (float)model->rest.travel_m[w];
        CAR_STATE(cars, car, wheels[w].travel_rate_mps) = 0;
        CAR_STATE(cars, car, wheels[w].contact_deflection_x_m) = 0;
        CAR_STATE(cars, car, wheels[w].contact_deflection_y_m) = 0;
        CAR_STATE(cars, car, wheels[w].spring_friction_share) = 0;
        CAR_STATE(cars, car, wheels[w].abs_release) = 0;
    }
    CAR_STATE(cars, car, car.shaft_twist_rad) = 0;
    CAR_STATE(cars, car, car.airborne) = 0;
    CAR_STATE(cars, car, car.load_x_mps2) = CAR_OUTPUT(cars, car, car.acceleration_x_mps2);
    CAR_STATE(cars, car, car.load_y_mps2) = CAR_OUTPUT(cars, car, car.acceleration_y_mps2);
}

/* The kinematic car goes on as fast as its centre of gravity went, though not aside: where its wheels
 * point. */
static void set_path_speed(kamm_cars *cars, int car, const double q[4], const double v[3])
{
    const double back[4] = {q[0], -q[1], -q[2], -q[3]};
    double body[3], speed = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    kamm_rotate(back, v, body);
    speed =
        kamm_kinematic_path_speed(kamm_model_of(cars, car), CAR_STATE(cars, car, car.steering_rad),
                                  body[0] < 0 ? -speed : speed);
    CAR_STATE(cars, car, car.path_speed_mps) = (float)speed;
    CAR_STATE(cars, car, car.path_speed_rest_mps) = (float)(speed - (double)(float)speed);
}

void kamm_hand_over(const kamm_cars *from, int car, kamm_cars *to, int to_car)
{
    KAMM_REQUIRE(from, );
    KAMM_REQUIRE(car >= 0 && car < from->count, );
    KAMM_REQUIRE(to, );
    KAMM_REQUIRE(to_car >= 0 && to_car < to->count, );
    const kamm_model *source = kamm_model_of(from, car), *target = kamm_model_of(to, to_car);
    double position[3], q[4], shift[3], v[3];
    kamm_body_frame(from, car, position, q);
    frame_shift(source, target, q, shift);
    velocity_at(from, car, q, shift, v);
    copy_rows(from, car, to, to_car);
    for (int i = 0; i < 3; ++i)
        to->block[to_car / KAMM_BLOCK].position_m[i][to_car % KAMM_BLOCK] = position[i] + shift[i];
    CAR_STATE(to, to_car, car.velocity_x_mps) = (float)v[0];
    CAR_STATE(to, to_car, car.velocity_y_mps) = (float)v[1];
    CAR_STATE(to, to_car, car.velocity_z_mps) = (float)v[2];
    if (to->rung->info.rung == KAMM_KINEMATIC && source != target) set_path_speed(to, to_car, q, v);
    if (from->rung == to->rung) return;
    rest_springs(to, to_car);
    if (to->rung->needs_powertrain && !from->rung->needs_powertrain)
        kamm_engage(to, to_car,
                    (int)CAR_STATE(to, to_car, car.gear_engaged) < 0 ? -1 : KAMM_GEAR_DRIVE);
}
