/* A running car goes from one rung, or one model, to another. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/quaternion.h"
#include "../part/magic_formula.h"
#include "cars.h"
#include "kinematic/kinematic.h"
#include "tyre_compile.h"

#include <math.h>
#include <string.h>

/* Where the other model's body frame lies in this one's, world axes; same rungs lie alike. */
static void frame_shift(const kamm_model *from, const kamm_model *to, const double q[4],
                        double shift[3])
{
    double arm[3];
    for (int i = 0; i < 3; ++i) arm[i] = to->origin[i] - from->origin[i];
    kamm_rotate(q, arm, shift);
}

/* Of the body's x axis; as the channel yaw_rad has it. */
static double heading_of(const double q[4])
{
    return atan2(2 * (q[1] * q[2] + q[0] * q[3]), 1 - 2 * (q[2] * q[2] + q[3] * q[3]));
}

/* The same between a body on springs and one without: the former lies on the road as it settles, with its payload, the
 * latter as it is drawn. `q` becomes the other's, with the same heading. */
static void lie_down(const kamm_model *from, int from_whole, const kamm_model *to, int to_whole,
                     double q[4], double shift[3])
{
    double before[4], origin[3], after[4], to_origin[3], now[3];
    kamm_lean_at_rest(from, from_whole, before, origin);
    kamm_lean_at_rest(to, to_whole, after, to_origin);
    const double back[4] = {before[0], -before[1], -before[2], -before[3]};
    double heading = heading_of(q);
    kamm_multiply(q, back, q); /* the vehicle frame's */
    kamm_rotate(q, origin, shift);
    kamm_rotate(q, to_origin, now);
    for (int i = 0; i < 3; ++i) shift[i] = now[i] - shift[i];
    kamm_multiply(q, after, q);
    double turned = heading - heading_of(q);
    kamm_multiply((const double[4]){cos(turned / 2), 0, 0, sin(turned / 2)}, q, q);
    kamm_normalise(q);
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

/* Contact patches start bent by the forces that the tyres had on the other rung (contact_patch.h: in one
 * direction C u is the force, and the state u sqrt(C / C_0)), so that these need not build up anew. */
static void bend_carcass(kamm_cars *cars, int car, int w)
{
    const struct tyre_constants *c = &kamm_model_of(cars, car)->full.axles[w / 2].tyre;
    double load = CAR_OUTPUT(cars, car, wheels[w].load_n);
    if (!(load > 0)) return;
    struct tyre_at_load at = tyre_at_load((view){(const float *)c}, (float)load);
    double along = CAR_OUTPUT(cars, car, wheels[w].longitudinal_force_n);
    double left = CAR_OUTPUT(cars, car, wheels[w].lateral_force_n);
    CAR_STATE(cars, car, wheels[w].contact_deflection_x_m) =
        (float)(along / sqrt((double)at.carcass_x * (double)c->carcass_x[0]));
    CAR_STATE(cars, car, wheels[w].contact_deflection_y_m) =
        (float)(-left / sqrt((double)at.carcass_y * (double)c->carcass_y[0]));
}

/* What the tyre has met of the ground: on springs its deflection under the load, else nothing. */
static double deflection_of(const kamm_cars *cars, int car, int w)
{
    if (cars->rung->whole_body) return 0;
    return kamm_tyre_static_deflection(&kamm_model_of(cars, car)->def.axles[w / 2].tyre,
                                       CAR_OUTPUT(cars, car, wheels[w].load_n));
}

/* What only the full model has. Springs start from rest, and from the travel at which the other rung's wheels
 * stand on the road; wheel loads as the acceleration has them. */
static void rest_springs(kamm_cars *cars, int car)
{
    struct car_block *block = &cars->block[car / KAMM_BLOCK];
    const kamm_model *model = kamm_model_of(cars, car);
    float travel_m[CAR_WHEELS];
    for (int w = 0; w < CAR_WHEELS; ++w) travel_m[w] = CAR_STATE(cars, car, wheels[w].travel_m);
    for (size_t i = STATE_ROW(axles); i < STATE_COUNT; ++i) block->state[i][car % KAMM_BLOCK] = 0;
    for (int w = 0; w < CAR_WHEELS; ++w) {
        CAR_STATE(cars, car, wheels[w].travel_m) =
            cars->rung->whole_body ? 0 : (float)model->rest.travel_m[w] + travel_m[w];
        CAR_STATE(cars, car, wheels[w].travel_rate_mps) = 0;
        CAR_STATE(cars, car, wheels[w].contact_deflection_x_m) = 0;
        CAR_STATE(cars, car, wheels[w].contact_deflection_y_m) = 0;
        if (!cars->rung->whole_body) bend_carcass(cars, car, w);
        CAR_STATE(cars, car, wheels[w].deflection_m) = (float)deflection_of(cars, car, w);
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
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(from, );
    KAMM_REQUIRE(car >= 0 && car < from->count, );
    KAMM_REQUIRE(to, );
    KAMM_REQUIRE(to_car >= 0 && to_car < to->count, );
    const kamm_model *source = kamm_model_of(from, car), *target = kamm_model_of(to, to_car);
    double position[3], q[4], other_q[4], shift[3], v[3];
    int lies_otherwise = from->rung->whole_body != to->rung->whole_body;
    kamm_body_frame(from, car, position, q);
    memcpy(other_q, q, sizeof other_q);
    if (lies_otherwise)
        lie_down(source, from->rung->whole_body, target, to->rung->whole_body, other_q, shift);
    else
        frame_shift(source, target, q, shift);
    velocity_at(from, car, q, shift, v);
    copy_rows(from, car, to, to_car);
    for (size_t i = 0; lies_otherwise && i < 4; ++i)
        kamm_put_kept(to, to_car, STATE_ROW(car.orientation_w) + i,
                      STATE_ROW(car.orientation_rest_w) + i, other_q[i]);
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
