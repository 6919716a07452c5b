/* How the cars of the table of parts are driven: each asks for what the part does. */
#include "fitted.h"

#include <math.h>

/* From side to side, by that share of the lock; in D. */
static kamm_input *steer(kamm_cars *cars, int car, int frame, double share)
{
    kamm_input *in = &kamm_inputs(cars)[car];
    double lock = kamm_describe(kamm_model_of(cars, car)).steering_lock_rad;
    in->steering_wheel_rad = (float)(share * lock * sin(0.13 * frame + car));
    in->gear = KAMM_GEAR_DRIVE;
    return in;
}

/* Full throttle, brake and neither by turns of 10 frames. */
static void turn_about(kamm_cars *cars, int car, int frame, double share, float brake)
{
    kamm_input *in = steer(cars, car, frame, share);
    in->throttle = (frame / 10 + car) % 3 == 0;
    in->brake = (frame / 10 + car) % 3 == 1 ? brake : 0;
}

void press_by_turns(kamm_cars *cars, int car, int frame, double side)
{
    turn_about(cars, car, frame, side * 0.2, 0.7f);
}

void press_hard(kamm_cars *cars, int car, int frame, double side)
{
    turn_about(cars, car, frame, side * 0.3, 1);
}

void press_and_turn_far(kamm_cars *cars, int car, int frame, double side)
{
    turn_about(cars, car, frame, side * 0.4, 0.7f);
}

void press_and_demand(kamm_cars *cars, int car, int frame, double side)
{
    kamm_demand demand = {.steer_rad = (float)(side * 0.01 * sin(0.3 * frame))};
    press_by_turns(cars, car, frame, side);
    if (kamm_describe(kamm_model_of(cars, car)).takes_demands) kamm_set_demand(cars, car, &demand);
}

void press_throttle_mostly(kamm_cars *cars, int car, int frame, double side)
{
    kamm_input *in = steer(cars, car, frame, side * 0.1);
    in->throttle = (frame / 20 + car) % 3 < 2;
    in->brake = (frame / 20 + car) % 3 == 2 ? 0.7f : 0;
}

void press_brake_mostly(kamm_cars *cars, int car, int frame, double side)
{
    kamm_input *in = steer(cars, car, frame, side * 0.1);
    in->throttle = (frame / 20 + car) % 3 == 0;
    in->brake = (frame / 20 + car) % 3 != 0;
}

void press_brake_by_degrees(kamm_cars *cars, int car, int frame, double side)
{
    kamm_input *in = steer(cars, car, frame, side * 0.1);
    in->throttle = (frame / 20 + car) % 4 == 0;
    in->brake = (frame / 20 + car) % 4 == 0 ? 0 : (float)(0.3 + 0.1 * (car % 4));
}

void shift_by_hand(kamm_cars *cars, int car, int frame, double side)
{
    press_throttle_mostly(cars, car, frame, side);
    kamm_inputs(cars)[car].gear = (float)(1 + (frame / 15 + car) % 3);
}

void shift_by_both(kamm_cars *cars, int car, int frame, double side)
{
    kamm_input *in = steer(cars, car, frame, side * 0.05);
    in->throttle = (frame / 20 + car) % 3 < 2 ? 0.9f : 0;
    if (car % 3 == 0) in->gear = (float)(1 + frame / 22 % 3);
}

void pull_away_and_brake(kamm_cars *cars, int car, int frame, double side)
{
    kamm_input *in = &kamm_inputs(cars)[car];
    in->steering_wheel_rad = (float)(side * 0.8 * sin(0.05 * frame));
    in->throttle = frame < 40;
    in->brake = frame > 50 ? 0.4f : 0;
}

void roll_gently(kamm_cars *cars, int car, int frame, double side)
{
    kamm_input *in = &kamm_inputs(cars)[car];
    in->steering_wheel_rad = (float)(side * 0.4 * sin(0.05 * frame + car));
    in->throttle = (frame / 30 + car) % 3 == 0 ? 0.2f : 0;
    in->brake = (frame / 30 + car) % 3 == 2 ? 0.5f : 0;
    in->gear = KAMM_GEAR_DRIVE;
}

void swing_the_shafts(kamm_cars *cars, int car, int frame, double side)
{
    kamm_input *in = &kamm_inputs(cars)[car];
    in->throttle = frame % 50 > 25 ? 0.8f : 0;
    in->brake = frame % 100 > 80 ? 0.3f : 0;
    in->steering_wheel_rad = (float)(side * 0.03 * (frame % 11));
}

void descend(kamm_cars *cars, int car, int frame, double side)
{
    kamm_input *in = &kamm_inputs(cars)[car];
    in->endurance_brake = 0.7f;
    in->throttle = frame % 90 > 60 ? 0.7f : 0;
    in->brake = frame % 90 < 20 ? 0.15f : 0;
    in->steering_wheel_rad = (float)(side * 0.03 * (frame % 11));
}

void pull_apart(kamm_cars *cars, int car, int frame, double side)
{
    kamm_input *in = &kamm_inputs(cars)[car];
    in->low_range = 1;
    in->throttle = frame % 50 < 30 ? 0.8f : 0;
    in->brake = frame % 50 > 42 ? 0.5f : 0;
    in->steering_wheel_rad = (float)(side * (frame % 35 - 17) * 0.15);
}

void stop_and_start(kamm_cars *cars, int car, int frame, double side)
{
    kamm_input *in = &kamm_inputs(cars)[car];
    in->throttle = frame % 70 > 50 ? 0.7f : 0;
    in->brake = frame % 70 < 40 ? 0.9f : 0;
    in->steering_wheel_rad = (float)(side * 0.02 * (frame % 11));
}

void start_in_low_range(kamm_cars *cars, int car, int frame, double side)
{
    kamm_inputs(cars)[car].low_range = 1;
    stop_and_start(cars, car, frame, side);
}

void launch(kamm_cars *cars, int car, int frame, double side)
{
    kamm_input *in = &kamm_inputs(cars)[car];
    in->gear = 1;
    in->throttle = frame > 20;
    in->brake = frame < 70;
    in->steering_wheel_rad = (float)(side * 0.05 * (frame % 11));
}
