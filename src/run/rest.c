/* A car that has been placed stands as its springs have it under standard gravity on the level: that is known when its model is compiled. Under
 * what gravity it is to stand is known with its first step. Where that is another one, or the road slopes, springs, tyres and
 * their carcasses come to rest again, on the plane that the car was placed on: under its weight there, its tyres held by the
 * brakes that are pressed. Where no brake could hold it there it stays as it is. */
#include "../base/quaternion.h"
#include "../base/vector_double.h"
#include "../part/tyre/tyre.h"
#include "../vehicle/chassis.h"
#include "cars.h"
#include "contact_planes.h"
#include "over_ground.h"

#include <math.h>
#include <string.h>

/* Orientations are floats: what they leave over of standard gravity is none of the ground's. */
static const double same_mps2 = 1e-4, least_mps2 = 0.01;

/* The road below a placed car, as its placement had it, and gravity in its axes. */
struct footing {
    double q[4], up[3], below[3];
    double body[3], body_q[4];
    double gravity[3];
    double ground_mps[3]; /* of the road, world axes */
};

static struct footing footing_of(const kamm_cars *cars, int car)
{
    struct footing f;
    double lean[4], origin[3], arm[3], back[4], world[3];
    kamm_lean_at_rest(kamm_model_at(cars, car), lean, origin);
    kamm_body_frame(cars, car, f.body, f.body_q);
    kamm_conjugate(lean, back);
    kamm_multiply(f.body_q, back, f.q);
    kamm_rotate(f.q, origin, arm);
    kamm_rotate(f.q, (const double[3]){0, 0, 1}, f.up);
    for (int i = 0; i < 3; ++i) f.below[i] = f.body[i] - arm[i];
    const struct ground_seen ground = kamm_ground_seen(cars, car);
    memcpy(f.ground_mps, ground.velocity, sizeof f.ground_mps);
    kamm_felt_gravity(cars, car, world);
    kamm_conjugate(f.q, back);
    kamm_rotate(back, world, f.gravity);
    return f;
}

static int is_standard(const double own[3])
{
    return fabs(own[0]) < same_mps2 && fabs(own[1]) < same_mps2 &&
           fabs(own[2] + KAMM_STANDARD_GRAVITY) < same_mps2;
}

/* Steeper than 45 degrees no tyre holds it: it was thrown there, or drives. */
static int can_stand(const double own[3])
{
    return own[2] < -least_mps2 && own[0] * own[0] + own[1] * own[1] <= own[2] * own[2];
}

static void put_on_plane(kamm_cars *cars, int car, const struct footing *f)
{
    kamm_contact plane = kamm_flat_ground.plane;
    for (int i = 0; i < 3; ++i) {
        plane.point_m[i] = f->below[i];
        plane.normal[i] = (float)f->up[i];
        plane.velocity_mps[i] = (float)f->ground_mps[i];
    }
    for (int w = 0; w < cars->layout->wheels; ++w)
        kamm_write_contact(&cars->block[car / KAMM_BLOCK], w, car % KAMM_BLOCK, &plane);
    kamm_forget_plane(cars, car / KAMM_BLOCK);
}

/* Which wheels are held by a brake: by the pedal all, else those of the hand brake. */
static int is_held(const kamm_cars *cars, int car, int w)
{
    const kamm_axle_def *axle = &kamm_model_at(cars, car)->def->axles[cars->layout->axle[w]];
    const kamm_input *input = &cars->inputs[car];
    if (input->brake > 0) return 1;
    return input->hand_brake > 0 && axle->hand_brake_torque_nm > 0;
}

static double forward_speed(const kamm_cars *cars, int car, const struct footing *f)
{
    const double v[3] = {CAR_STATE(cars, car, car.velocity_x_mps) - f->ground_mps[0],
                         CAR_STATE(cars, car, car.velocity_y_mps) - f->ground_mps[1],
                         CAR_STATE(cars, car, car.velocity_z_mps) - f->ground_mps[2]};
    double ahead[3];
    kamm_rotate(f->q, (const double[3]){1, 0, 0}, ahead);
    return dot3(v, ahead);
}

/* Loads and forces that hold it there. Gives 1 where it is held along its heading. */
static int lend_forces(kamm_cars *cars, int car, const struct footing *f, double speed_mps)
{
    const kamm_model *model = kamm_model_at(cars, car);
    double mass = model->info.mass_kg, heavier = -f->gravity[2] / KAMM_STANDARD_GRAVITY;
    double sum = 0, held = 0;
    for (int a = 0; a < cars->layout->axles; ++a) {
        double load = axle_sum(cars->layout, a, model->rest.load_n);
        sum += load;
        if (speed_mps == 0 && is_held(cars, car, cars->layout->first[a])) held += load;
    }
    for (int w = 0; w < cars->layout->wheels; ++w) {
        double load = model->rest.load_n[w], along = 0;
        if (held > 0 && is_held(cars, car, w)) along = -mass * f->gravity[0] * load / held;
        double left = -mass * f->gravity[1] * load / sum;
        PUT_CAR_OUTPUT(cars, car, wheels[w].load_n, (float)(load * heavier));
        PUT_CAR_OUTPUT(cars, car, wheels[w].longitudinal_force_n, (float)along);
        PUT_CAR_OUTPUT(cars, car, wheels[w].lateral_force_n, (float)left);
    }
    return held > 0;
}

/* Tyres under other loads roll on other radii. */
static void roll_on(kamm_cars *cars, int car, double speed_mps)
{
    const kamm_model *model = kamm_model_at(cars, car);
    double before[MAX_WHEELS];
    for (int w = 0; w < cars->layout->wheels; ++w) {
        const struct tyre_vertical_constants *tyre =
            &model->chassis->axles[cars->layout->axle[w]].tyre_vertical;
        float load_n = CAR_OUTPUT(cars, car, wheels[w].load_n);
        before[w] = CAR_STATE(cars, car, wheels[w].spin_radps);
        double radius = tyre_effective_radius(tyre, load_n, 0);
        PUT_CAR_STATE(cars, car, wheels[w].spin_radps, (float)(speed_mps / radius));
    }
    kamm_turn_driveline_along(cars, car, before);
}

void kamm_rest_where_placed(kamm_cars *cars, int car)
{
    const struct car one = kamm_car_of(cars, car);
    struct footing f = footing_of(cars, car);
    struct arrival arrival = {.rests = 1, .wind_mps = still_air};
    double speed_mps = forward_speed(cars, car, &f);
    if (is_standard(f.gravity) || !can_stand(f.gravity)) return;
    put_on_plane(cars, car, &f);
    int held = lend_forces(cars, car, &f, speed_mps);
    if (cars->rung->has_load_x && held)
        PUT_CAR_STATE(cars, car, car.load_x_mps2, (float)-f.gravity[0]);
    if (cars->rung->has_load_y) PUT_CAR_STATE(cars, car, car.load_y_mps2, (float)-f.gravity[1]);
    if (!cars->rung->stand) return;
    memcpy(arrival.road_q, f.q, sizeof arrival.road_q);
    memcpy(arrival.up, f.up, sizeof arrival.up);
    memcpy(arrival.position, f.body, sizeof arrival.position);
    memcpy(arrival.q, f.body_q, sizeof arrival.q);
    arrival.kernel = kamm_kernel_of_one_model(cars, &arrival.width);
    cars->rung->stand(&one, &arrival);
    if (speed_mps != 0) roll_on(cars, car, speed_mps);
}
