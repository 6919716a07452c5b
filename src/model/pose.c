/* Poses: where body and wheels are drawn, and plane placements. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/quaternion.h"
#include "cars.h"

#include <math.h>
#include <string.h>

void kamm_body_frame(const kamm_cars *cars, int car, double position[3], double orientation[4])
{
    const struct car_block *block = &cars->block[car / KAMM_BLOCK];
    int lane = car % KAMM_BLOCK;
    for (int i = 0; i < 3; ++i) position[i] = block->position_m[i][lane];
    for (size_t i = 0; i < 4; ++i)
        orientation[i] = (double)block->state[STATE_ROW(car.orientation_w) + i][lane] +
                         (double)block->state[STATE_ROW(car.orientation_residual_w) + i][lane];
    kamm_normalise(orientation);
}

/* Turns a pose back by a time at an angular velocity in body axes. */
static void turn_back(double q[4], const double spin[3], double time)
{
    double rate = sqrt(spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]);
    if (rate * fabs(time) < 1e-12) return;
    double half = -0.5 * rate * time, scale = sin(half) / rate;
    double turn[4] = {cos(half), scale * spin[0], scale * spin[1], scale * spin[2]};
    kamm_multiply(q, turn, q);
    kamm_normalise(q);
}

/* The body frame `back_s` seconds ago, from what moved it there. */
static void body_frame_before(const kamm_cars *cars, int car, double back_s, double position[3],
                              double q[4])
{
    double v[3] = {CAR_STATE(cars, car, car.velocity_x_mps),
                   CAR_STATE(cars, car, car.velocity_y_mps),
                   CAR_STATE(cars, car, car.velocity_z_mps)};
    double spin[3] = {CAR_STATE(cars, car, car.roll_rate_radps),
                      CAR_STATE(cars, car, car.pitch_rate_radps),
                      CAR_STATE(cars, car, car.yaw_rate_radps)};
    kamm_body_frame(cars, car, position, q);
    for (int i = 0; i < 3; ++i) position[i] -= v[i] * back_s;
    turn_back(q, spin, back_s);
}

/* A quaternion about one of the axes: 0 x, 1 y, 2 z. */
static void about_axis(int axis, double angle, double q[4])
{
    q[0] = cos(angle / 2);
    for (int i = 0; i < 3; ++i) q[1 + i] = i == axis ? sin(angle / 2) : 0;
}

static struct wheel_path path_of(const struct full_axle_constants *axle, double travel,
                                 double other)
{
    view suspension = {(const float *)&axle->suspension};
    real tilting = tilting_travel(suspension, (float)travel, (float)other);
    return wheel_path_at(suspension, (float)travel, tilting);
}

/* Wheel `w` in the body frame: centre and orientation without spin. */
static void wheel_in_body(const kamm_cars *cars, const kamm_model *model, int car, int w,
                          double back_s, kamm_wheel_pose *out)
{
    const struct full_axle_constants *axle = &model->full.axles[w / 2];
    const float *wheel =
        cars->block[car / KAMM_BLOCK]
            .state[STATE_ROW(wheels) + (size_t)w * sizeof(struct wheel_rows) / sizeof(float)];
    double rows[sizeof(struct wheel_rows) / sizeof(float)], side = w % 2 ? -1 : 1;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        rows[i] = wheel[i * KAMM_BLOCK + (size_t)(car % KAMM_BLOCK)];
#define ROW(name) rows[offsetof(struct wheel_rows, name) / sizeof(float)]
    double travel = ROW(travel_m) - ROW(travel_rate_mps) * back_s;
    double steering = CAR_STATE(cars, car, car.steering_rad) -
                      CAR_STATE(cars, car, car.steering_rate_radps) * back_s;
    double other = CAR_STATE(cars, car, wheels[w ^ 1].travel_m) -
                   CAR_STATE(cars, car, wheels[w ^ 1].travel_rate_mps) * back_s;
    struct wheel_path path = path_of(axle, travel, other);
    view steer = {(const float *)&axle->steering};
    out->travel_m = travel;
    out->camber_rad = path.camber_rad;
    out->toe_in_rad = path.toe_in_rad;
    out->steer_rad =
        ackermann_angle(steer, (float)(steering / model->def.steering.ratio), (float)side)
            .angle_rad;
    out->spin_angle_rad = ROW(spin_angle_rad) - ROW(spin_radps) * back_s;
#undef ROW
    double out_m = axle->half_track_m + path.outward_m + axle->rest_radius_m * sin(path.camber_rad);
    double hub[3] = {axle->behind_m + path.forward_m, side * out_m + axle->left_offset_m,
                     axle->hub_z_m + travel};
    for (int i = 0; i < 3; ++i)
        out->pose.position_m[i] = hub[i] + model->statics.sprung_cg[i] - model->origin[i];

    double pin[3] = {axle->kingpin_x, -side * axle->kingpin_inward, axle->kingpin_z};
    double half = out->steer_rad / 2, turn[4], toe[4], lean[4];
    turn[0] = cos(half);
    for (int i = 0; i < 3; ++i) turn[1 + i] = sin(half) * pin[i];
    about_axis(2, -side * path.toe_in_rad, toe);
    about_axis(0, -side * path.camber_rad, lean);
    kamm_multiply(turn, toe, out->pose.orientation);
    kamm_multiply(out->pose.orientation, lean, out->pose.orientation);
}

/* The effects of the kinematic rung's drawn pose: see kinematic.drawn_delay_s, drawn_drift. */
static void draw_drift(const kamm_cars *cars, const kamm_model *model, int car, double q[4])
{
    const kamm_kinematic_def *k = &model->def.kinematic;
    if (model->rung != KAMM_KINEMATIC || (k->drawn_delay_s == 0 && k->drawn_drift == 0)) return;
    double speed = CAR_STATE(cars, car, car.path_speed_mps) / model->info.top_speed_mps, turn[4];
    double steer = CAR_STATE(cars, car, car.steering_rad) / model->def.steering.ratio;
    double yaw_rate = CAR_STATE(cars, car, car.yaw_rate_radps);
    about_axis(2, yaw_rate * k->drawn_delay_s + steer * speed * k->drawn_drift, turn);
    kamm_multiply(q, turn, q);
}

void kamm_read_pose(const kamm_cars *cars, int car, double fraction, kamm_pose *body,
                    kamm_wheel_pose wheels[KAMM_MAX_WHEELS])
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(cars, );
    KAMM_REQUIRE(car >= 0 && car < cars->count, );
    const kamm_model *model = kamm_model_of(cars, car);
    double back_s = (1 - fraction) * model->info.substep_s, position[3], q[4], offset[3];
    body_frame_before(cars, car, back_s, position, q);
    draw_drift(cars, model, car, q);
    if (body) {
        kamm_rotate(q, model->origin, offset);
        for (int i = 0; i < 3; ++i) body->position_m[i] = position[i] - offset[i];
        memcpy(body->orientation, q, sizeof q);
    }
    for (int w = 0; wheels && w < CAR_WHEELS; ++w) {
        kamm_pose *pose = &wheels[w].pose;
        wheel_in_body(cars, model, car, w, back_s, &wheels[w]);
        kamm_rotate(q, pose->position_m, offset);
        for (int i = 0; i < 3; ++i) pose->position_m[i] = position[i] + offset[i];
        kamm_multiply(q, pose->orientation, pose->orientation);
    }
}

kamm_placement kamm_placement_on(const kamm_ground *ground, double x_m, double y_m, double yaw_rad)
{
    KAMM_FLOAT_MODE;
    kamm_placement placement = {.gear = KAMM_GEAR_DRIVE};
    KAMM_REQUIRE(ground, placement);
    const kamm_contact *plane = &ground->plane;
    double n[3] = {plane->normal[0], plane->normal[1], plane->normal[2]};
    double dx = x_m - plane->point_m[0], dy = y_m - plane->point_m[1];
    placement.position_m[0] = x_m;
    placement.position_m[1] = y_m;
    placement.position_m[2] = plane->point_m[2] - (n[0] * dx + n[1] * dy) / n[2];
    /* The shortest turn from the world's up to the plane's normal, after the turn about up. */
    double tilt[4] = {1 + n[2], -n[1], n[0], 0}, yaw[4];
    about_axis(2, yaw_rad, yaw);
    kamm_normalise(tilt);
    kamm_multiply(tilt, yaw, placement.orientation);
    return placement;
}
