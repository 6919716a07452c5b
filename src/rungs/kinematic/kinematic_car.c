#include "kinematic.h"

#include "../../base/quaternion.h"
#include "arc.h"

#include <math.h>

/* Velocity and yaw rate per path speed, body axes. */
static void course_of_car(const struct car *car, double course[6])
{
    const struct kinematic_constants *c = car->model->own;
    struct course k = course_of(c, widen(STATE_OF(car, car.steering_rad), 0), 0);
    const double along[6] = {k.forward, k.left, 0, 0, 0, k.yaw};
    memcpy(course, along, sizeof along);
}

void kamm_kinematic_respond(const struct car *car, double body[6][6], double travel[MAX_WHEELS][6])
{
    const struct kinematic_constants *c = car->model->own;
    double course[6];
    (void)travel;
    course_of_car(car, course);
    double mass = (double)c->planar.mass_kg * (course[0] * course[0] + course[1] * course[1]) +
                  (double)c->planar.yaw_inertia_kgm2 * (course[5] * course[5]);
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 6; ++j) body[i][j] = course[i] * course[j] / mass;
}

/* How much of the path speed a change of velocity is. */
void kamm_kinematic_take_push(const struct car *car, const double change[6],
                              const double (*travel)[6])
{
    double course[6];
    (void)travel;
    course_of_car(car, course);
    double gain = (change[0] * course[0] + change[1] * course[1]) /
                  (course[0] * course[0] + course[1] * course[1]);
    size_t row = STATE_NUMBER(car.path_speed_mps),
           residual = STATE_NUMBER(car.path_speed_residual_mps);
    keep_state_of(car, row, residual, kept_state(car, row, residual) + gain);
}

/* Twice the same point's speed in arc.h's terms: per factor, and by it. */
static double speed_at(const struct kinematic_constants *c, double front, double rear, double x,
                       double y)
{
    double per_m = (double)c->inverse_wheelbase.high + (double)c->inverse_wheelbase.low;
    double yaw = sin(front - rear) * per_m;
    return hypot(cos(front) * cos(rear) - yaw * y, cos(front) * sin(rear) + yaw * x);
}

/* Speed of the commanded point at which the body frame's origin moves at `cg_speed_mps`. */
static double path_speed(const struct car *car, double cg_speed_mps)
{
    const struct kinematic_constants *c = car->model->own;
    double lock = car->model->def->steering.lock_rad;
    double wheel = fmin(fmax((double)STATE_OF(car, car.steering_rad), -lock), lock);
    double front = wheel * (double)c->steer_per_wheel[0].high;
    double rear = wheel * (double)c->steer_per_wheel[1].high;
    return cg_speed_mps *
           speed_at(c, front, rear, (double)c->commanded_x.high, (double)c->commanded_y.high) /
           speed_at(c, front, rear, (double)c->origin_x.high, (double)c->origin_y.high);
}

void kamm_kinematic_take_velocity(const struct car *car, const double q[4], const double v[3])
{
    double back[4], body[3], speed = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    kamm_conjugate(q, back);
    kamm_rotate(back, v, body);
    keep_state_of(car, STATE_NUMBER(car.path_speed_mps), STATE_NUMBER(car.path_speed_residual_mps),
                  path_speed(car, body[0] < 0 ? -speed : speed));
}

void kamm_kinematic_draw(const struct car *car, double q[4])
{
    const kamm_kinematic_def *k = &car->model->def->kinematic;
    if (k->drawn_delay_s == 0 && k->drawn_drift == 0) return;
    double speed = STATE_OF(car, car.path_speed_mps) / car->model->info.top_speed_mps, turn[4];
    double steer = STATE_OF(car, car.steering_rad) / car->model->def->steering.ratio;
    double yaw_rate = STATE_OF(car, car.yaw_rate_radps);
    kamm_about_axis(2, yaw_rate * k->drawn_delay_s + steer * speed * k->drawn_drift, turn);
    kamm_multiply(q, turn, q);
}
