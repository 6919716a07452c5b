#include "car.h"

#include "../base/quaternion.h"
#include "../base/vector_double.h"
#include "../vehicle/chassis.h"
#include "../vehicle/two_wheeler.h"

#include <math.h>

void kamm_frame_of(const struct car *car, double position[3], double orientation[4])
{
    for (int i = 0; i < 3; ++i) position[i] = car->block->position_m[i][car->lane];
    for (size_t i = 0; i < 4; ++i)
        orientation[i] = kept_state(car, STATE_NUMBER(car.orientation_w) + i,
                                    STATE_NUMBER(car.orientation_residual_w) + i);
    kamm_normalise(orientation);
}

void kamm_put_frame(const struct car *car, const double position[3], const double orientation[4])
{
    for (size_t i = 0; i < 4; ++i)
        keep_state_of(car, STATE_NUMBER(car.orientation_w) + i,
                      STATE_NUMBER(car.orientation_residual_w) + i, orientation[i]);
    for (int i = 0; i < 3; ++i) car->block->position_m[i][car->lane] = position[i];
}

void kamm_lean_axis(const kamm_model *model, double arm[3])
{
    arm[0] = 0;
    arm[1] = -model->def->body.cg_left_m - model->origin[1];
    arm[2] = kamm_mean_crown_m(model) - model->origin[2];
}

void kamm_lean_frame(const kamm_model *model, double lean_rad, double position[3], double q[4])
{
    double arm[3], turn[4], leaned[3];
    kamm_lean_axis(model, arm);
    kamm_about_axis(0, lean_rad, turn);
    kamm_rotate(turn, arm, leaned);
    for (int i = 0; i < 3; ++i) arm[i] -= leaned[i];
    kamm_rotate(q, arm, arm);
    for (int i = 0; i < 3; ++i) position[i] += arm[i];
    kamm_multiply(q, turn, q);
}

void kamm_lean_motion(const struct car *car, double angular_velocity[3], double swing[3])
{
    double arm[3], turn[4], back[4], turning[3], by_frame[3];
    const double rate[3] = {STATE_OF(car, car.lean_rate_radps), 0, 0};
    for (size_t i = 0; i < 3; ++i)
        turning[i] = state_of(car, STATE_NUMBER(car.roll_rate_radps) + i);
    kamm_about_axis(0, STATE_OF(car, car.lean_rad), turn);
    kamm_conjugate(turn, back);
    kamm_lean_axis(car->model, arm);
    kamm_rotate(turn, arm, swing);
    for (int i = 0; i < 3; ++i) swing[i] = arm[i] - swing[i];
    cross3(turning, swing, by_frame);
    kamm_rotate(back, by_frame, by_frame);
    kamm_rotate(back, turning, angular_velocity);
    cross3(arm, rate, swing);
    for (int i = 0; i < 3; ++i) {
        swing[i] += by_frame[i];
        angular_velocity[i] += rate[i];
    }
}

static struct wheel_path path_of(const struct axle_constants *axle, double travel, double other)
{
    const struct suspension_constants *suspension = &axle->suspension;
    real tilting = tilting_travel(suspension, (float)travel, (float)other);
    return wheel_path_at(suspension, (float)travel, tilting);
}

/* Travel as it was `back_s` seconds ago. Over its last substep it moved by the mean of the rates before and after, on
 * rungs that tell the difference. */
static double travel_before(const struct car *car, int w, double back_s)
{
    double change = STATE_OF(car, wheels[w].last_travel_acceleration_mps2);
    double mean = (double)STATE_OF(car, wheels[w].travel_rate_mps) -
                  0.5 * car->model->info.substep_s * change;
    return (double)STATE_OF(car, wheels[w].travel_m) - mean * back_s;
}

/* The steering wheel's angle, likewise; of a steered front with its own acceleration by the mean of its rates. */
static double steering_before(const struct car *car, double back_s)
{
    double change = STATE_OF(car, car.last_steering_acceleration_radps2);
    double mean =
        (double)STATE_OF(car, car.steering_rate_radps) - 0.5 * car->model->info.substep_s * change;
    return (double)STATE_OF(car, car.steering_rad) - mean * back_s;
}

/* The twist of a front, likewise. */
static double twist_before(const struct car *car, double back_s)
{
    double change = STATE_OF(car, car.last_twist_acceleration_radps2);
    double mean =
        (double)STATE_OF(car, car.twist_rate_radps) - 0.5 * car->model->info.substep_s * change;
    return (double)STATE_OF(car, car.twist_rad) - mean * back_s;
}

static void turn_wheel(const struct axle_constants *axle, double side, kamm_wheel_pose *wheel)
{
    const double pin[3] = {axle->kingpin_x, -side * axle->kingpin_inward, axle->kingpin_z};
    const double to_pivot[3] = {axle->kingpin_ahead_m, -side * axle->kingpin_offset_m, 0};
    double half = wheel->steer_rad / 2, turn[4], toe[4], lean[4], back[3];
    turn[0] = cos(half);
    for (int i = 0; i < 3; ++i) turn[1 + i] = sin(half) * pin[i];
    kamm_rotate(turn, to_pivot, back);
    for (int i = 0; i < 3; ++i) wheel->pose.position_m[i] += to_pivot[i] - back[i];
    kamm_about_axis(2, -side * wheel->toe_in_rad, toe);
    kamm_about_axis(0, -side * wheel->camber_rad, lean);
    kamm_multiply(turn, toe, wheel->pose.orientation);
    kamm_multiply(wheel->pose.orientation, lean, wheel->pose.orientation);
}

/* The front wheel goes along with the front that carries it, about the axis across the steering axis. */
static void twist_wheel(const struct car *car, double back_s, kamm_wheel_pose *wheel)
{
    const kamm_model *model = car->model;
    const struct axle_constants *axle = &model->chassis->axles[0];
    double half = twist_before(car, back_s) / 2, point[3], arm[3];
    const double turn[4] = {cos(half), sin(half) * axle->kingpin_z, 0,
                            -sin(half) * axle->kingpin_x};
    kamm_twist_point(model->def, &model->statics, point);
    for (int i = 0; i < 3; ++i) {
        point[i] += model->statics.sprung_cg[i] - model->origin[i];
        arm[i] = wheel->pose.position_m[i] - point[i];
    }
    kamm_rotate(turn, arm, arm);
    for (int i = 0; i < 3; ++i) wheel->pose.position_m[i] = point[i] + arm[i];
    kamm_multiply(turn, wheel->pose.orientation, wheel->pose.orientation);
}

/* What the linkage of a tilting pair adds where the lean is a state: the wheels stand on the road (full/tilt.h). */
static double travel_of_lean(const struct car *car, int w, double back_s)
{
    const struct layout *l = &car->model->layout;
    if (!l->tilts || !has_lean(car)) return 0;
    double lean = STATE_OF(car, car.lean_rad) - back_s * (double)STATE_OF(car, car.lean_rate_radps);
    return -(double)(l->side[w] * car->model->chassis->axles[l->axle[w]].half_track_m) * tan(lean);
}

static void wheel_in_body(const struct car *car, int w, double back_s, kamm_wheel_pose *out)
{
    const kamm_model *model = car->model;
    const struct layout *l = &model->layout;
    const struct axle_constants *axle = &model->chassis->axles[l->axle[w]];
    double side = l->side[w], by_lean = travel_of_lean(car, w, back_s);
    double travel = travel_before(car, w, back_s) + by_lean;
    double steering = steering_before(car, back_s);
    int is_raised = car->inputs[car->lane].raised_axles > 0.5f;
    double added =
        (double)STATE_OF(car, car.active_steer_rad) + (double)STATE_OF(car, car.steer_demand_rad);
    double opposite = travel_before(car, l->opposite[w], back_s) - by_lean;
    struct wheel_path path = path_of(axle, travel, opposite);
    const struct steering_axle_constants *steer = &axle->steering;
    out->travel_m = travel;
    out->camber_rad = path.camber_rad + side * (double)STATE_OF(car, wheels[w].compliant_lean_rad);
    out->toe_in_rad = path.toe_in_rad;
    out->steer_rad =
        ackermann_angle(steer, (float)(steering / model->def->steering.ratio + added), (float)side)
            .angle_rad +
        (double)STATE_OF(car, wheels[w].compliant_steer_rad);
    out->spin_angle_rad =
        STATE_OF(car, wheels[w].spin_angle_rad) - STATE_OF(car, wheels[w].spin_radps) * back_s;
    double out_m = axle->half_track_m + path.outward_m + axle->rest_radius_m * sin(path.camber_rad);
    double hub[3] = {axle->behind_m + path.forward_m, side * out_m + axle->left_offset_m,
                     axle->hub_z_m + travel + (is_raised ? (double)axle->lift_m : 0)};
    for (int i = 0; i < 3; ++i)
        out->pose.position_m[i] = hub[i] + model->statics.sprung_cg[i] - model->origin[i];
    turn_wheel(axle, side, out);
    if (leans_freely(l) && w == 0 && model->features & KAMM_FEATURE_FRONT_TWIST)
        twist_wheel(car, back_s, out);
    if (l->twin[w] == 0) return;
    double arm[3];
    kamm_rotate(out->pose.orientation, (const double[3]){0, 1, 0}, arm);
    for (int i = 0; i < 3; ++i)
        out->pose.position_m[i] += side * (double)l->twin[w] * (double)axle->twin_m * arm[i];
}

void kamm_wheel_in_world(const struct car *car, int w, double back_s, const double position[3],
                         const double orientation[4], kamm_wheel_pose *out)
{
    kamm_pose *pose = &out->pose;
    double arm[3];
    wheel_in_body(car, w, back_s, out);
    kamm_rotate(orientation, pose->position_m, arm);
    for (int i = 0; i < 3; ++i) pose->position_m[i] = position[i] + arm[i];
    kamm_multiply(orientation, pose->orientation, pose->orientation);
}
