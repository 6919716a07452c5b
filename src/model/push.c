#include "push.h"

#include "../base/lane_math.h"
#include "../base/quaternion.h"
#include "../base/vector_double.h"
#include "kinematic/arc.h"

#include <math.h>
#include <string.h>

void kamm_read_motion(const kamm_cars *cars, int car, struct pushed_car *out)
{
    const struct car_block *block = &cars->block[car / KAMM_BLOCK];
    double spin[3];
    kamm_body_frame(cars, car, out->position, out->q);
    for (size_t i = 0; i < 3; ++i) {
        out->velocity[i] = kamm_kept(cars, car, STATE_ROW(car.velocity_x_mps) + i,
                                     STATE_ROW(car.velocity_residual_x_mps) + i);
        spin[i] = block->state[STATE_ROW(car.roll_rate_radps) + i][car % KAMM_BLOCK];
    }
    /* The pose of a planar car follows the road: its roll and pitch are no momentum. */
    if (cars->rung->whole_body) spin[0] = spin[1] = 0;
    kamm_rotate(out->q, spin, out->angular_velocity);
}

/* A hub of the full model, body axes: where it is, and its path per travel of the axle's two wheels. */
struct hub {
    double at[3];
    double path[2][3];
};

static void hubs_of(const kamm_cars *cars, int car, const struct full_axle_constants *axle, int a,
                    struct hub hubs[2])
{
    view suspension = {(const float *)&axle->suspension};
    float travel[2] = {CAR_STATE(cars, car, wheels[2 * a].travel_m),
                       CAR_STATE(cars, car, wheels[2 * a + 1].travel_m)};
    double coupling = axle->suspension.coupling;
    for (int i = 0; i < 2; ++i) {
        real tilting = tilting_travel(suspension, travel[i], travel[1 - i]), sine, cosine;
        struct wheel_path path = wheel_path_at(suspension, travel[i], tilting);
        sine_cosine_of_acute(path.camber_rad, &sine, &cosine);
        double side = i ? -1 : 1;
        double out = (double)axle->half_track_m + (double)path.outward_m +
                     (double)axle->rest_radius_m * (double)sine;
        double aside = side * ((double)path.outward_slope +
                               (double)axle->rest_radius_m * (double)path.camber_slope);
        hubs[i] = (struct hub){
            .at = {(double)axle->behind_m + (double)path.forward_m,
                   side * out + (double)axle->left_offset_m,
                   (double)axle->hub_z_m + (double)travel[i]},
        };
        hubs[i].path[i][0] = path.forward_slope;
        hubs[i].path[i][1] = aside * (1 - coupling);
        hubs[i].path[i][2] = 1;
        hubs[i].path[1 - i][1] = -aside * coupling;
    }
}

/* (f, r x f): what a force at r is as force and moment. */
static void wrench_of(const double r[3], const double f[3], double out[6])
{
    memcpy(out, f, 3 * sizeof *f);
    out[3] = r[1] * f[2] - r[2] * f[1];
    out[4] = r[2] * f[0] - r[0] * f[2];
    out[5] = r[0] * f[1] - r[1] * f[0];
}

/* A += mass J' J of a mass at r, J = (1, -[r]). */
static void add_mass(double a[6][6], double mass, const double r[3])
{
    double squared = dot3(r, r);
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        a[i][i] += mass;
        a[i][3 + j] += mass * r[k], a[3 + j][i] += mass * r[k];
        a[i][3 + k] -= mass * r[j], a[3 + k][i] -= mass * r[j];
        for (int n = 0; n < 3; ++n)
            a[3 + i][3 + n] += mass * ((n == i ? squared : 0) - r[i] * r[n]);
    }
}

/* Adds the unsprung masses of an axle to A, less what their travel lets go; and how the travel rates answer. */
static void add_axle(double a[6][6], double mass, const struct hub hubs[2], double travel[2][6])
{
    double c[2][6] = {{0}}, m[2][2];
    for (int j = 0; j < 2; ++j) {
        for (int k = 0; k < 2; ++k)
            m[j][k] = mass * (dot3(hubs[0].path[j], hubs[0].path[k]) +
                              dot3(hubs[1].path[j], hubs[1].path[k]));
        for (int i = 0; i < 2; ++i) {
            double wrench[6];
            wrench_of(hubs[i].at, hubs[i].path[j], wrench);
            for (int k = 0; k < 6; ++k) c[j][k] += mass * wrench[k];
        }
    }
    double scale = 1 / (m[0][0] * m[1][1] - m[0][1] * m[1][0]);
    for (int k = 0; k < 6; ++k) {
        travel[0][k] = -scale * (m[1][1] * c[0][k] - m[0][1] * c[1][k]);
        travel[1][k] = -scale * (m[0][0] * c[1][k] - m[1][0] * c[0][k]);
    }
    add_mass(a, mass, hubs[0].at);
    add_mass(a, mass, hubs[1].at);
    for (int i = 0; i < 6; ++i)
        for (int k = 0; k < 6; ++k) a[i][k] += c[0][i] * travel[0][k] + c[1][i] * travel[1][k];
}

static void full_response(const kamm_cars *cars, int car, double response[6][6],
                          double travel[CAR_WHEELS][6])
{
    const struct full_constants *c = &kamm_model_of(cars, car)->full;
    const float *inertia = c->sprung_inertia;
    double a[6][6] = {{0}};
    for (int i = 0; i < 3; ++i) a[i][i] = c->sprung_mass_kg, a[3 + i][3 + i] = inertia[i];
    a[3][4] = a[4][3] = -(double)inertia[3];
    a[3][5] = a[5][3] = -(double)inertia[4];
    a[4][5] = a[5][4] = -(double)inertia[5];
    for (int i = 0; i < CAR_AXLES; ++i) {
        struct hub hubs[2];
        hubs_of(cars, car, &c->axles[i], i, hubs);
        add_axle(a, c->axles[i].unsprung_mass_kg, hubs, &travel[2 * i]);
    }
    kamm_invert_positive_definite(a, response);
}

static const struct planar_constants *planar_of_model(const kamm_model *model)
{
    switch (model->rung) {
    case KAMM_KINEMATIC: return &model->kinematic.planar;
    case KAMM_RIGID2D: return &model->rigid2d.planar;
    case KAMM_SINGLE_TRACK: return &model->single_track.planar;
    default: return &model->double_track.planar;
    }
}

static void planar_response(const kamm_model *model, double response[6][6])
{
    const struct planar_constants *c = planar_of_model(model);
    response[0][0] = response[1][1] = 1 / (double)c->mass_kg;
    response[5][5] = 1 / (double)c->yaw_inertia_kgm2;
}

/* The course of a kinematic car: velocity and yaw rate per path speed, body axes. */
static void course_of_car(const kamm_cars *cars, int car, double course[6])
{
    view c = {(const float *)&kamm_model_of(cars, car)->kinematic};
    struct course k = course_of(c, widen(CAR_STATE(cars, car, car.steering_rad), 0), 0);
    double along[6] = {k.forward, k.left, 0, 0, 0, k.yaw};
    memcpy(course, along, sizeof along);
}

static void rail_response(const kamm_cars *cars, int car, double response[6][6])
{
    const struct planar_constants *c = &kamm_model_of(cars, car)->kinematic.planar;
    double course[6];
    course_of_car(cars, car, course);
    double mass = (double)c->mass_kg * (course[0] * course[0] + course[1] * course[1]) +
                  (double)c->yaw_inertia_kgm2 * (course[5] * course[5]);
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 6; ++j) response[i][j] = course[i] * course[j] / mass;
}

/* A response in body axes into world axes: block by block, R B R'. */
static void turn_response(const double q[4], double response[6][6])
{
    for (int i = 0; i < 6; ++i)
        for (int block = 0; block < 6; block += 3) {
            double row[3] = {response[i][block], response[i][block + 1], response[i][block + 2]};
            kamm_rotate(q, row, &response[i][block]);
        }
    for (int j = 0; j < 6; ++j)
        for (int block = 0; block < 6; block += 3) {
            double turned[3],
                column[3] = {response[block][j], response[block + 1][j], response[block + 2][j]};
            kamm_rotate(q, column, turned);
            for (int k = 0; k < 3; ++k) response[block + k][j] = turned[k];
        }
}

void kamm_read_pushed(const kamm_cars *cars, int car, struct pushed_car *out)
{
    const kamm_model *model = kamm_model_of(cars, car);
    kamm_read_motion(cars, car, out);
    memset(out->response, 0, sizeof out->response);
    memset(out->travel, 0, sizeof out->travel);
    if ((unsigned)CAR_STATE(cars, car, car.fault) & KAMM_FAULT_NUMERIC) return;
    if (model->rung == KAMM_FULL)
        full_response(cars, car, out->response, out->travel);
    else if (model->rung == KAMM_KINEMATIC)
        rail_response(cars, car, out->response);
    else
        planar_response(model, out->response);
    turn_response(out->q, out->response);
}

/* How much of the path speed a change of velocity is. */
static void push_path_speed(kamm_cars *cars, int car, const double change[3])
{
    double course[6];
    course_of_car(cars, car, course);
    double gain = (change[0] * course[0] + change[1] * course[1]) /
                  (course[0] * course[0] + course[1] * course[1]);
    size_t row = STATE_ROW(car.path_speed_mps), rest = STATE_ROW(car.path_speed_residual_mps);
    kamm_put_kept(cars, car, row, rest, kamm_kept(cars, car, row, rest) + gain);
}

void kamm_push_car(kamm_cars *cars, int car, const struct pushed_car *as,
                   const double velocity_change[3], const double angular_velocity_change[3])
{
    const double back[4] = {as->q[0], -as->q[1], -as->q[2], -as->q[3]};
    double change[6];
    kamm_rotate(back, velocity_change, change);
    kamm_rotate(back, angular_velocity_change, change + 3);
    for (size_t i = 0; i < 3; ++i)
        kamm_put_kept(cars, car, STATE_ROW(car.velocity_x_mps) + i,
                      STATE_ROW(car.velocity_residual_x_mps) + i,
                      kamm_kept(cars, car, STATE_ROW(car.velocity_x_mps) + i,
                                STATE_ROW(car.velocity_residual_x_mps) + i) +
                          velocity_change[i]);
    float *spin = &CAR_STATE(cars, car, car.roll_rate_radps);
    int first = cars->rung->whole_body ? 2 : 0;
    for (int i = first; i < 3; ++i)
        spin[i * KAMM_BLOCK] = (float)((double)spin[i * KAMM_BLOCK] + change[3 + i]);
    if (cars->rung->info.rung == KAMM_KINEMATIC) push_path_speed(cars, car, change);
    if (cars->rung->info.rung != KAMM_FULL) return;
    for (int w = 0; w < CAR_WHEELS; ++w) {
        double rate = CAR_STATE(cars, car, wheels[w].travel_rate_mps);
        for (int k = 0; k < 6; ++k) rate += as->travel[w][k] * change[k];
        CAR_STATE(cars, car, wheels[w].travel_rate_mps) = (float)rate;
    }
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
        kamm_put_kept(cars, car, STATE_ROW(car.orientation_w) + i,
                      STATE_ROW(car.orientation_residual_w) + i, q[i]);
}
