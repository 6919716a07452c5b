#include "world.h"
#include "base/quaternion.h"

#include "run/cars.h"
#include "world/state.h"

#include <math.h>
#include <string.h>

kamm_vehicle_def rolling_car(void)
{
    kamm_vehicle_def def = plain_car();
    def.aero.frontal_area_m2 = 0;
    for (int axle = 0; axle < 2; ++axle) def.axles[axle].tyre.qsy1 = 0;
    return def;
}

kamm_ground empty_space(void)
{
    kamm_ground ground = kamm_flat_ground;
    ground.gravity_mps2[2] = -KAMM_NONE;
    ground.air_density_kgpm3 = KAMM_NONE;
    ground.plane.point_m[2] = -1e6;
    return ground;
}

kamm_ground smooth_ice(void)
{
    kamm_ground ground = kamm_flat_ground;
    ground.air_density_kgpm3 = KAMM_NONE;
    ground.plane.friction = KAMM_NONE;
    return ground;
}

kamm_world *create_world(const kamm_world_def *def)
{
    kamm_error error;
    kamm_world *world = kamm_create_world(def, &error);
    if (!world) fail_msg("%s", error.text);
    return world;
}

const kamm_body_def *join_bodies(const kamm_body_def *first, int first_count,
                                 const kamm_body_def *second, int second_count)
{
    enum { MOST = 64 };
    static kamm_body_def bodies[MOST];
    assert_true(first_count + second_count <= MOST);
    for (int i = 0; i < first_count; ++i) bodies[i] = first[i];
    for (int i = 0; i < second_count; ++i) bodies[first_count + i] = second[i];
    return bodies;
}

void read_body(const kamm_world *world, int index, kamm_body_motion *motion)
{
    kamm_error error;
    kamm_result result = kamm_read_body_motion(world, kamm_body_at(world, index), motion, &error);
    if (result != KAMM_OK) fail_msg("%s", error.text);
}

void read_centre(const kamm_world *world, int index, kamm_body_motion *motion,
                 double velocity_mps[3])
{
    read_body(world, index, motion);
    assert_true(world->slots[index].is_dynamic);
    memcpy(velocity_mps, world->dynamic_states[world->slots[index].place].velocity,
           3 * sizeof *velocity_mps);
}

void set_body(kamm_world *world, int index, const kamm_body_motion *motion)
{
    kamm_error error;
    kamm_result result = kamm_set_body_motion(world, kamm_body_at(world, index), motion, &error);
    if (result != KAMM_OK) fail_msg("%s", error.text);
}

void remove_body(kamm_world *world, int index)
{
    kamm_error error;
    if (kamm_remove_body(world, kamm_body_at(world, index), &error)) fail_msg("%s", error.text);
}

void add_cars(kamm_world *world, kamm_cars *cars)
{
    kamm_error error;
    if (kamm_add_cars(world, cars, &error) != KAMM_OK) fail_msg("%s", error.text);
}

struct meeting start_meeting(const kamm_vehicle_def defs[2], const kamm_rung rungs[2],
                             const kamm_world_def *def)
{
    struct meeting m;
    kamm_error error;
    m.world = create_world(def);
    for (int i = 0; i < 2; ++i) {
        m.models[i] = kamm_create_model(&defs[i], rungs[i], &error);
        if (!m.models[i]) fail_msg("%s", error.text);
        m.cars[i] = kamm_create_cars(m.models[i], 1, &error);
        assert_non_null(m.cars[i]);
        kamm_inputs(m.cars[i])[0].gear = 0;
        add_cars(m.world, m.cars[i]);
    }
    return m;
}

void end_meeting(struct meeting *m)
{
    kamm_destroy_world(m->world);
    for (int i = 0; i < 2; ++i) {
        kamm_destroy_cars(m->cars[i]);
        kamm_destroy_model(m->models[i]);
    }
}

void quaternion_about(const double axis[3], double angle, double q[4])
{
    double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    q[0] = cos(angle / 2);
    for (int i = 0; i < 3; ++i) q[1 + i] = sin(angle / 2) * axis[i] / length;
}

void set_motion(kamm_cars *cars, int car, const double position[3], const double q[4],
                const double velocity[3], const double angular_velocity[3])
{
    const struct car one = kamm_car_of(cars, car);
    for (size_t i = 0; i < 3; ++i) {
        one.block->position_m[i][one.lane] = position[i];
        put_state(&one, STATE_NUMBER(car.velocity_x_mps) + i, (float)velocity[i]);
        put_state(&one, STATE_NUMBER(car.velocity_residual_x_mps) + i, 0);
        put_state(&one, STATE_NUMBER(car.roll_rate_radps) + i, (float)angular_velocity[i]);
    }
    for (size_t i = 0; i < 4; ++i) {
        put_state(&one, STATE_NUMBER(car.orientation_w) + i, (float)q[i]);
        put_state(&one, STATE_NUMBER(car.orientation_residual_w) + i, 0);
    }
    const double back[4] = {q[0], -q[1], -q[2], -q[3]};
    double own[3];
    kamm_rotate(back, velocity, own);
    for (int w = 0; w < cars->layout->wheels; ++w)
        PUT_CAR_STATE(cars, car, wheels[w].spin_radps, 0);
    PUT_CAR_STATE(cars, car, car.path_speed_mps, (float)own[0]);
}

static void cross(const double a[3], const double b[3], double out[3])
{
    double c[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    memcpy(out, c, sizeof c);
}

static void add_point_mass(struct momentum *sum, double mass, const double at[3],
                           const double velocity[3])
{
    double turning[3];
    cross(at, velocity, turning);
    sum->mass_kg += mass;
    for (int i = 0; i < 3; ++i) {
        sum->moment_kgm[i] += mass * at[i];
        sum->linear_ns[i] += mass * velocity[i];
        sum->angular_nms[i] += mass * turning[i];
    }
}

/* What a body has beside that of its centre of gravity. */
static void add_turning(struct momentum *sum, const double q[4], const double inertia[3][3],
                        const double angular_velocity[3])
{
    double own[3], world[3];
    for (int i = 0; i < 3; ++i)
        own[i] = inertia[i][0] * angular_velocity[0] + inertia[i][1] * angular_velocity[1] +
                 inertia[i][2] * angular_velocity[2];
    kamm_rotate(q, own, world);
    for (int i = 0; i < 3; ++i) sum->angular_nms[i] += world[i];
}

static void hub_at(kamm_cars *cars, int car, int wheel, double at[3])
{
    kamm_wheel_pose wheels[KAMM_MAX_WHEELS];
    kamm_read_pose(cars, car, 1, NULL, wheels);
    memcpy(at, wheels[wheel].pose.position_m, sizeof wheels[wheel].pose.position_m);
}

/* How a hub moves against the body because wheel `by` travels: by difference of where it is drawn. */
static void add_travel(kamm_cars *cars, int car, int wheel, int by, double velocity[3])
{
    const double step = 1e-3;
    float travel = CAR_STATE(cars, car, wheels[by].travel_m);
    double before[3], after[3], rate = CAR_STATE(cars, car, wheels[by].travel_rate_mps);
    PUT_CAR_STATE(cars, car, wheels[by].travel_m, (float)((double)travel - step));
    hub_at(cars, car, wheel, before);
    PUT_CAR_STATE(cars, car, wheels[by].travel_m, (float)((double)travel + step));
    hub_at(cars, car, wheel, after);
    PUT_CAR_STATE(cars, car, wheels[by].travel_m, travel);
    for (int i = 0; i < 3; ++i) velocity[i] += rate * (after[i] - before[i]) / (2 * step);
}

static void add_wheel(struct momentum *sum, kamm_cars *cars, int car, int wheel,
                      const double position[3], const double velocity[3],
                      const double angular_velocity[3])
{
    double at[3], arm[3], own[3];
    int other = cars->layout->opposite[wheel], axle = cars->layout->axle[wheel];
    if (cars->layout->hub[wheel] != wheel) return; /* twins share one */
    hub_at(cars, car, wheel, at);
    for (int i = 0; i < 3; ++i) arm[i] = at[i] - position[i];
    cross(angular_velocity, arm, own);
    for (int i = 0; i < 3; ++i) own[i] += velocity[i];
    add_travel(cars, car, wheel, wheel, own);
    if (other != wheel) add_travel(cars, car, wheel, other, own);
    add_point_mass(sum, kamm_model_of(cars, car)->def->axles[axle].unsprung_mass_kg, at, own);
}

struct momentum momentum_of(kamm_cars *cars, int car)
{
    const kamm_model *model = kamm_model_of(cars, car);
    struct momentum sum = {0};
    const struct car one = kamm_car_of(cars, car);
    double position[3], q[4], velocity[3], angular_velocity[3], turning[3];
    kamm_body_frame(cars, car, position, q);
    for (size_t i = 0; i < 3; ++i) {
        velocity[i] = kept_state(&one, STATE_NUMBER(car.velocity_x_mps) + i,
                                 STATE_NUMBER(car.velocity_residual_x_mps) + i);
        angular_velocity[i] = state_of(&one, STATE_NUMBER(car.roll_rate_radps) + i);
    }
    kamm_rotate(q, angular_velocity, turning);
    int one_mass = cars->rung->whole_body;
    add_point_mass(&sum, one_mass ? model->statics.total_mass_kg : model->statics.sprung_mass_kg,
                   position, velocity);
    add_turning(&sum, q, one_mass ? model->statics.total_inertia : model->statics.sprung_inertia,
                angular_velocity);
    for (int w = 0; w < cars->layout->wheels && !one_mass; ++w)
        add_wheel(&sum, cars, car, w, position, velocity, turning);
    sum.energy_j = kamm_read(cars, car, KAMM_CHANNEL_energy_j) - GRAVITY_MPS2 * sum.moment_kgm[2];
    return sum;
}

struct momentum sum_of_momenta(struct momentum a, struct momentum b)
{
    a.mass_kg += b.mass_kg;
    a.energy_j += b.energy_j;
    for (int i = 0; i < 3; ++i) {
        a.moment_kgm[i] += b.moment_kgm[i];
        a.linear_ns[i] += b.linear_ns[i];
        a.angular_nms[i] += b.angular_nms[i];
    }
    return a;
}

kamm_body_def wall_across(double x_m, double friction, double restitution)
{
    return (kamm_body_def){
        .shapes[0].box = {.centre_m = {x_m + 0.15, 0, 1}, .half_m = {0.15, 30, 1}},
        .friction = friction > 0 ? (float)friction : KAMM_NONE,
        .restitution = restitution > 0 ? (float)restitution : KAMM_NONE};
}

kamm_cars *cars_of(const kamm_vehicle_def *def, kamm_rung rung, int count, kamm_model **model)
{
    kamm_error error;
    *model = kamm_create_model(def, rung, &error);
    if (!*model) fail_msg("%s", error.text);
    kamm_cars *cars = kamm_create_cars(*model, count, &error);
    assert_non_null(cars);
    return cars;
}

void roll_at(kamm_cars *cars, int car, double x, double y, double yaw, double speed)
{
    const double up[3] = {0, 0, 1};
    kamm_placement placement = {.position_m = {x, y, 0}, .speed_mps = speed, .gear = 0};
    quaternion_about(up, yaw, placement.orientation);
    kamm_place(cars, car, &placement);
    kamm_inputs(cars)[car].gear = 0;
}

kamm_body_def placed_at(kamm_body_def dynamic_body, double x, double y, double z, int asleep)
{
    dynamic_body.position_m[0] = x, dynamic_body.position_m[1] = y, dynamic_body.position_m[2] = z;
    dynamic_body.asleep = asleep;
    return dynamic_body;
}

kamm_body_def crate(void)
{
    kamm_body_def dynamic_body = {
        .type = KAMM_BODY_DYNAMIC, .mass_kg = 50, .friction = 0.6f, .restitution = 0.1f};
    dynamic_body.shapes[0].box = (kamm_box){.centre_m = {0, 0, 0.5}, .half_m = {0.5, 0.5, 0.5}};
    return dynamic_body;
}

kamm_body_def raft(double half_x, double half_y, double mass_kg)
{
    return (kamm_body_def){
        .type = KAMM_BODY_DYNAMIC,
        .shapes[0].box = {.centre_m = {0, 0, 0.1}, .half_m = {half_x, half_y, 0.1}},
        .mass_kg = (float)mass_kg,
        .friction = 1,
        .is_driven_on = 1};
}
