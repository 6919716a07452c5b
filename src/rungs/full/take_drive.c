/* Torque on the shafts of a car that comes from a rung without clutch and shafts. */
#include "take_drive.h"

#include <math.h>

/* That of the gear that is in; 0: none. The variator's share and the transfer case's range are in it. */
static double overall_ratio(const struct powertrain_constants *v, const struct car *car)
{
    double gear = (double)STATE_OF(car, car.gear_engaged);
    double ratio = (double)v->gearbox.ratio[(int)gear + 1];
    if (v->transfer.low_ratio > 1 && STATE_OF(car, car.low_range) > 0.5f)
        ratio *= (double)v->transfer.low_ratio;
    if (v->cvt.on > 0 && gear > 0.5)
        ratio *= fmax((double)STATE_OF(car, car.cvt_share), (double)v->cvt.least);
    return ratio;
}

/* Twists the shafts of each motor, but of one that shares them with an engine. Gives what the motors bring to the wheels, before losses. */
static double twist_motor_shafts(const struct car *car, const struct powertrain_constants *v)
{
    double sum_nm = 0;
    if (v->split.on > 0) return 0;
    for (int a = 0; a < car->model->layout.axles; ++a) {
        if (!(v->motor[a].peak_nm > 0)) continue;
        double torque_nm = (double)STATE_OF(car, axles[a].motor_nm) * (double)v->motor[a].ratio;
        PUT_STATE(car, axles[a].motor_twist_rad,
                  (float)(torque_nm * (double)v->motor_shaft[a].inverse_stiffness));
        sum_nm += torque_nm;
    }
    return sum_nm;
}

/* Lower rungs have the torque at once that full has by twisted shafts and a clutch that has come that far. Without them the
 * wheels of a car that drives would lose the road, and their tyres their force, until both have grown again. */
void kamm_take_drive(const struct car *car, const struct full_constants *c)
{
    const struct powertrain_constants *v = &c->chassis.powertrain;
    double motors_nm = twist_motor_shafts(car, v), ratio = overall_ratio(v, car);
    double wheels_nm = (double)OUTPUT_OF(car, car.drive_torque_nm) - motors_nm;
    if (v->split.on > 0 || !(fabs(ratio) > 0) || STATE_OF(car, car.shift_remaining_s) > 0) return;
    double forward = ratio * (double)STATE_OF(car, car.engine_radps);
    double loss = wheels_nm * forward > 0 ? v->shaft.driving_loss : -v->shaft.overrun_loss;
    double most_nm = (double)v->clutch.torque_nm * fabs(ratio);
    if (!(most_nm > 0)) return;
    double torque_nm = copysign(fmin(fabs(wheels_nm) / (1 - loss), most_nm), wheels_nm);
    double needed = fabs(torque_nm) / most_nm;
    if ((double)STATE_OF(car, car.clutch_engagement) < needed)
        PUT_STATE(car, car.clutch_engagement, (float)needed);
    double twist = torque_nm * (double)v->shaft.inverse_stiffness;
    PUT_STATE(car, car.shaft_twist_rad,
              (float)(twist + copysign((double)v->shaft.play_rad, twist)));
}
