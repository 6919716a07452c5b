/* Momenta of vehicles with two wheels in line, or with a tilting pair in front. */
#include "momentum.h"
#include "rungs.h"
#include "two_wheels.h"

#include "base/quaternion.h"
#include "base/vector_double.h"
#include "run/cars.h"
#include "vehicle/chassis.h"
#include "vehicle/two_wheeler.h"

#include <math.h>

kamm_cars *float_two_wheeler(const kamm_vehicle_def *def, const kamm_ground *space)
{
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 0, 0);
    kamm_inputs(cars)[0].free_steering = 1;
    kamm_step(cars, space, (int)def->stepping.substeps_per_s);
    return cars;
}

/* A mass at a place of the body that moves against it, with an inertia and a turning of its own. */
static void add_momentum(const struct moved_mass *m, const double v[3], const double w[3],
                         double linear[3], double angular[3])
{
    double moves[3], turns[3];
    cross3(w, m->at, moves);
    for (int i = 0; i < 3; ++i) moves[i] = m->mass_kg * (moves[i] + v[i] + m->own[i]);
    cross3(m->at, moves, turns);
    for (int i = 0; i < 3; ++i) linear[i] += moves[i], angular[i] += turns[i];
}

static void add_turning(const double inertia[3][3], double share, const double turn[4],
                        const double turning[3], double angular[3])
{
    const double back[4] = {turn[0], -turn[1], -turn[2], -turn[3]};
    double own[3], momentum[3];
    kamm_rotate(back, turning, own);
    for (int i = 0; i < 3; ++i) momentum[i] = dot3(inertia[i], own);
    kamm_rotate(turn, momentum, momentum);
    for (int i = 0; i < 3; ++i) angular[i] += share * momentum[i];
}

/* A hinge in double, and what it carries: places, velocities against the body, the turning and the axes of a part. */
struct carrier {
    double axis[3], pivot[3], turn[4], rate;
};

static struct carrier carrier_of(const double axis[3], const double pivot[3], double angle,
                                 double rate)
{
    struct carrier c = {.turn = {cos(angle / 2)}, .rate = rate};
    for (int i = 0; i < 3; ++i) {
        c.axis[i] = axis[i], c.pivot[i] = pivot[i];
        c.turn[1 + i] = sin(angle / 2) * axis[i];
    }
    return c;
}

static void carry(const struct carrier *c, struct moved_mass *m)
{
    double arm[3], swing[3];
    for (int i = 0; i < 3; ++i) arm[i] = m->at[i] - c->pivot[i];
    kamm_rotate(c->turn, arm, arm);
    kamm_rotate(c->turn, m->own, m->own);
    cross3(c->axis, arm, swing);
    for (int i = 0; i < 3; ++i) {
        m->at[i] = c->pivot[i] + arm[i];
        m->own[i] += c->rate * swing[i];
    }
}

/* Inner hinge after outer one: the whole turn, and what turns by them in body axes. */
static void carry_part(const struct carrier *c, double turn[4], double turning[3])
{
    double axis[3];
    kamm_rotate(turn, c->axis, axis);
    for (int i = 0; i < 3; ++i) turning[i] += c->rate * axis[i];
    kamm_multiply(turn, c->turn, turn);
}

/* The hinges of a vehicle as it is; those that it has not stand still. */
struct carriers {
    struct carrier twist, steer, hub[2], lean;
};

static struct carriers carriers_of(const kamm_cars *cars)
{
    static const double ahead[3] = {1, 0, 0};
    const kamm_model *model = kamm_model_of(cars, 0);
    const struct axle_constants *front = &model->chassis->axles[0];
    const struct leaning_rider r = kamm_rider_of(model->def, &model->statics);
    double angle = (double)CAR_STATE(cars, 0, car.steering_rad),
           rate = (double)CAR_STATE(cars, 0, car.steering_rate_radps);
    const double axis[3] = {front->kingpin_x, 0, front->kingpin_z},
                 across[3] = {axis[2], 0, -axis[0]};
    const double head[3] = {(double)front->behind_m + (double)front->kingpin_ahead_m, 0,
                            front->hub_z_m};
    double pivot[2][3];
    for (int i = 0; i < 2; ++i) {
        pivot[i][0] = head[0];
        pivot[i][1] = (double)model->layout.side[i] * (double)front->hub_out_m;
        pivot[i][2] = head[2] + (double)CAR_STATE(cars, 0, wheels[i].travel_m);
    }
    double point[3];
    int twists = kamm_front_twists(model->def), leans = model->def->rider.mass_kg > 0;
    kamm_twist_point(model->def, &model->statics, point);
    return (struct carriers){
        carrier_of(across, point, twists ? (double)CAR_STATE(cars, 0, car.twist_rad) : 0,
                   twists ? (double)CAR_STATE(cars, 0, car.twist_rate_radps) : 0),
        carrier_of(axis, head, angle, rate),
        {carrier_of(axis, pivot[0], angle, rate), carrier_of(axis, pivot[1], angle, rate)},
        carrier_of(ahead, r.hip, leans ? (double)CAR_STATE(cars, 0, car.upper_body_rad) : 0,
                   leans ? (double)CAR_STATE(cars, 0, car.upper_body_rate_radps) : 0)};
}

static void add_front_momenta(const kamm_cars *cars, const struct carriers *c, const double v[3],
                              const double w[3], double linear[3], double angular[3])
{
    static const double left[3] = {0, 1, 0};
    const kamm_model *model = kamm_model_of(cars, 0);
    const struct axle_constants *front = &model->chassis->axles[0];
    const struct steered_front f = kamm_front_of(model->def, &model->statics);
    struct moved_mass own = {.mass_kg = f.mass_kg, .at = {f.at[0], f.at[1], f.at[2]}};
    double turn[4] = {1, 0, 0, 0}, turning[3] = {w[0], w[1], w[2]}, spin[3];
    carry(&c->steer, &own), carry(&c->twist, &own);
    add_momentum(&own, v, w, linear, angular);
    for (int i = 0; i < model->layout.count[0]; ++i) {
        const double *pivot = c->hub[i].pivot;
        struct moved_mass hub = {.mass_kg = front->unsprung_mass_kg,
                                 .at = {front->behind_m, pivot[1], pivot[2]}};
        carry(&c->hub[i], &hub);
        hub.own[2] += (double)CAR_STATE(cars, 0, wheels[i].travel_rate_mps);
        carry(&c->twist, &hub);
        add_momentum(&hub, v, w, linear, angular);
    }
    carry_part(&c->twist, turn, turning), carry_part(&c->steer, turn, turning);
    add_turning(f.inertia, 1, turn, turning, angular);
    kamm_rotate(turn, left, spin);
    for (int h = 0; h < model->layout.count[0]; ++h)
        for (int i = 0; i < 3; ++i)
            angular[i] += (double)front->wheel_inertia_kgm2 *
                          (double)CAR_STATE(cars, 0, wheels[h].spin_radps) * spin[i];
}

/* The sprung mass less front and rider, the rear wheel's hub, and the rider. */
static void add_rear_momenta(const kamm_cars *cars, const struct carriers *c, const double v[3],
                             const double w[3], double linear[3], double angular[3])
{
    static const double none[4] = {1, 0, 0, 0};
    const kamm_model *model = kamm_model_of(cars, 0);
    const struct statics *s = &model->statics;
    const struct axle_constants *rear = &model->chassis->axles[1];
    const int wheel = model->layout.first[1];
    const struct steered_front f = kamm_front_of(model->def, s);
    const struct leaning_rider r = kamm_rider_of(model->def, s);
    const struct moved_mass fixed[] = {
        {.mass_kg = s->sprung_mass_kg},
        {.mass_kg = -f.mass_kg, .at = {f.at[0], f.at[1], f.at[2]}},
        {.mass_kg = -r.mass_kg, .at = {r.at[0], r.at[1], r.at[2]}},
        {.mass_kg = rear->unsprung_mass_kg,
         .at = {rear->behind_m, 0,
                (double)rear->hub_z_m + (double)CAR_STATE(cars, 0, wheels[wheel].travel_m)},
         .own = {0, 0, (double)CAR_STATE(cars, 0, wheels[wheel].travel_rate_mps)}}};
    struct moved_mass upper = {.mass_kg = r.mass_kg, .at = {r.at[0], r.at[1], r.at[2]}};
    double turn[4] = {1, 0, 0, 0}, turning[3] = {w[0], w[1], w[2]};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; ++i)
        add_momentum(&fixed[i], v, w, linear, angular);
    add_turning(s->sprung_inertia, 1, none, w, angular);
    add_turning(f.inertia, -1, none, w, angular);
    if (!(r.mass_kg > 0)) return;
    add_turning(r.inertia, -1, none, w, angular);
    carry(&c->lean, &upper);
    add_momentum(&upper, v, w, linear, angular);
    carry_part(&c->lean, turn, turning);
    add_turning(r.inertia, 1, turn, turning, angular);
}

void momenta_of_two_wheeler(const kamm_cars *cars, double linear[3], double angular[3])
{
    const struct carriers c = carriers_of(cars);
    const double world[3] = {CAR_STATE(cars, 0, car.velocity_x_mps),
                             CAR_STATE(cars, 0, car.velocity_y_mps),
                             CAR_STATE(cars, 0, car.velocity_z_mps)};
    const double w[3] = {CAR_STATE(cars, 0, car.roll_rate_radps),
                         CAR_STATE(cars, 0, car.pitch_rate_radps),
                         CAR_STATE(cars, 0, car.yaw_rate_radps)};
    double position[3], q[4], v[3], own[3] = {0}, about[3] = {0}, moved[3];
    kamm_body_frame(cars, 0, position, q);
    const double back[4] = {q[0], -q[1], -q[2], -q[3]};
    kamm_rotate(back, world, v);
    add_rear_momenta(cars, &c, v, w, own, about);
    add_front_momenta(cars, &c, v, w, own, about);
    kamm_rotate(q, own, linear);
    kamm_rotate(q, about, angular);
    cross3(position, linear, moved);
    for (int i = 0; i < 3; ++i) angular[i] += moved[i];
}
