/* A running car goes from one rung, or one model, to another. */
#include "hand_over.h"
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/quaternion.h"
#include "../base/vector_double.h"
#include "../part/ground_step.h"
#include "hand_over_road.h"
#include "over_ground.h"
#include "push.h"

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

/* The velocity of the other frame's origin, which turns with the body. */
static void velocity_at(const kamm_cars *from, int car, const double q[4], const double shift[3],
                        double v[3])
{
    const double angular_velocity[3] = {CAR_STATE(from, car, car.roll_rate_radps),
                                        CAR_STATE(from, car, car.pitch_rate_radps),
                                        CAR_STATE(from, car, car.yaw_rate_radps)};
    double world[3], swing[3];
    kamm_rotate(q, angular_velocity, world);
    cross3(world, shift, swing);
    for (size_t i = 0; i < 3; ++i)
        v[i] = kamm_kept(from, car, STATE_NUMBER(car.velocity_x_mps) + i,
                         STATE_NUMBER(car.velocity_residual_x_mps) + i) +
               swing[i];
}

/* The ground below its wheels: what the other car had there, else the road's plane. It is queried again before
 * the next step. */
static void copy_contacts(const kamm_cars *from, int car, kamm_cars *to, int to_car,
                          const struct road *road)
{
    const struct car_block *source = &from->block[car / KAMM_BLOCK];
    const struct car_block *target = &to->block[to_car / KAMM_BLOCK];
    int lane = car % KAMM_BLOCK, to_lane = to_car % KAMM_BLOCK;
    int known = knows_its_ground(from, car);
    kamm_forget_plane(to, to_car / KAMM_BLOCK);
    for (int w = 0; w < to->layout->wheels; ++w) {
        int like = kamm_wheel_like(from->layout, to->layout, w);
        float(*rows)[KAMM_BLOCK] = contact_floats(&source->contact[like]);
        float(*to_rows)[KAMM_BLOCK] = contact_floats(&target->contact[w]);
        for (int i = 0; i < CONTACT_COUNT; ++i) to_rows[i][to_lane] = known ? rows[i][lane] : 0;
        for (int i = 0; i < 3; ++i) {
            target->contact_point_m[w][i][to_lane] =
                known ? source->contact_point_m[like][i][lane] : road->position[i];
            if (!known) target->contact[w].normal[i][to_lane] = (float)road->up[i];
        }
    }
}

/* -- how it stands on the other rung ----------------------------------------------------------- */

/* States that only some rungs have start again. */
static void rest_springs(kamm_cars *cars, int car)
{
    const struct car one = kamm_car_of(cars, car);
    const kamm_model *model = kamm_model_of(cars, car);
    for (size_t i = STATE_NUMBER(axles); i < STATE_COUNT; ++i) put_state(&one, i, 0);
    for (int w = 0; w < cars->layout->wheels; ++w) {
        PUT_CAR_STATE(cars, car, wheels[w].travel_m,
                      cars->rung->whole_body ? 0 : (float)model->rest.travel_m[w]);
        PUT_CAR_STATE(cars, car, wheels[w].travel_rate_mps, 0);
        PUT_CAR_STATE(cars, car, wheels[w].contact_deflection_x_m, 0);
        PUT_CAR_STATE(cars, car, wheels[w].contact_deflection_y_m, 0);
        PUT_CAR_STATE(cars, car, wheels[w].contact_twist_rad, 0);
        PUT_CAR_STATE(cars, car, wheels[w].compliant_steer_rad, 0);
        PUT_CAR_STATE(cars, car, wheels[w].compliant_lean_rad, 0);
        /* On full a pose that has no balance starts as deep in the ground as it is. */
        PUT_CAR_STATE(cars, car, wheels[w].deflection_m, cars->rung->whole_body ? 0 : ANY_DEPTH_M);
        PUT_CAR_STATE(cars, car, wheels[w].spring_friction_share, 0);
        PUT_CAR_STATE(cars, car, wheels[w].abs_release, 0);
        PUT_CAR_STATE(cars, car, wheels[w].abs_phase, 0);
    }
    PUT_CAR_STATE(cars, car, car.shaft_twist_rad, 0);
    PUT_CAR_STATE(cars, car, car.transfer_twist_rad, 0);
    PUT_CAR_STATE(cars, car, car.airborne, 0);
}

static void put_velocity(kamm_cars *cars, int car, const double v[3])
{
    for (size_t i = 0; i < 3; ++i)
        kamm_put_kept(cars, car, STATE_NUMBER(car.velocity_x_mps) + i,
                      STATE_NUMBER(car.velocity_residual_x_mps) + i, v[i]);
}

/* Returns the acceleration that a sensor in the car measures, under the gravity there, in the axes
 * of the road. */
static void felt_acceleration(const kamm_cars *cars, int car, const struct road *road,
                              double felt[3])
{
    double gravity[3], up[3] = {0, 0, 1}, ahead[3], left[3], world[3];
    kamm_felt_gravity(cars, car, gravity);
    double pull = length3(gravity);
    for (int i = 0; i < 3 && pull > 1e-6; ++i) up[i] = -gravity[i] / pull;
    kamm_rotate(road->q, (const double[3]){1, 0, 0}, ahead);
    double rises = dot3(ahead, up);
    for (int i = 0; i < 3; ++i) ahead[i] -= rises * up[i];
    double level = 1 / fmax(length3(ahead), 1e-6);
    for (int i = 0; i < 3; ++i) ahead[i] *= level;
    cross3(up, ahead, left);
    for (int i = 0; i < 3; ++i)
        world[i] = (double)CAR_OUTPUT(cars, car, car.acceleration_x_mps2) * ahead[i] +
                   (double)CAR_OUTPUT(cars, car, car.acceleration_y_mps2) * left[i] +
                   (double)CAR_OUTPUT(cars, car, car.acceleration_z_mps2) * up[i] - gravity[i];
    const double back[4] = {road->q[0], -road->q[1], -road->q[2], -road->q[3]};
    kamm_rotate(back, world, felt);
}

/* The kinematic rung has no forces: those that its motion would take, by load. */
static void lend_forces(kamm_cars *cars, int car, const double felt[3])
{
    double mass = kamm_model_of(cars, car)->info.mass_kg, sum = 0, load_n[MAX_WHEELS];
    for (int w = 0; w < cars->layout->wheels; ++w)
        load_n[w] = CAR_OUTPUT(cars, car, wheels[w].load_n);
    for (int a = 0; a < cars->layout->axles; ++a) sum += axle_sum(cars->layout, a, load_n);
    for (int w = 0; w < cars->layout->wheels; ++w) {
        double share = load_n[w] / sum;
        PUT_CAR_OUTPUT(cars, car, wheels[w].longitudinal_force_n, (float)(share * mass * felt[0]));
        PUT_CAR_OUTPUT(cars, car, wheels[w].lateral_force_n, (float)(share * mass * felt[1]));
    }
}

/* The body turns with the road alone, about its normal and as the ground tilts. */
static void turn_with_road(kamm_cars *cars, int car, double yaw_rate, const double q[4],
                           const struct road *road)
{
    const double back[4] = {q[0], -q[1], -q[2], -q[3]}, *up = road->up;
    double angular_velocity[3], own = dot3(road->turning, up);
    for (int i = 0; i < 3; ++i)
        angular_velocity[i] = up[i] * yaw_rate + (road->turning[i] - own * up[i]);
    kamm_rotate(back, angular_velocity, angular_velocity);
    PUT_CAR_STATE(cars, car, car.roll_rate_radps, (float)angular_velocity[0]);
    PUT_CAR_STATE(cars, car, car.pitch_rate_radps, (float)angular_velocity[1]);
    PUT_CAR_STATE(cars, car, car.yaw_rate_radps,
                  (float)(cars->rung->whole_body ? yaw_rate : angular_velocity[2]));
}

/* A body that leans turns on about its own axis. */
static void lean_on(kamm_cars *cars, int car, double lean_radps)
{
    float turns = CAR_STATE(cars, car, car.roll_rate_radps);
    if (cars->rung->whole_body) return;
    PUT_CAR_STATE(cars, car, car.roll_rate_radps, (float)((double)turns + lean_radps));
}

/* The air that it has felt goes with the ground below, or stands in the world: by which fits its speed through the air better. */
static void find_wind(const kamm_cars *from, int car, const struct road *road,
                      float wind_mps[3][KAMM_BLOCK])
{
    const struct car one = kamm_car_of(from, car);
    struct world_motion now;
    double over[3], air_mps = output_of(&one, OUTPUT_NUMBER(car.air_speed_mps));
    kamm_find_motion(from, car, &now);
    for (int i = 0; i < 3; ++i) over[i] = now.velocity[i] - road->velocity[i];
    int goes = fabs(length3(over) - air_mps) < fabs(length3(now.velocity) - air_mps);
    for (int i = 0; i < 3; ++i)
        for (int lane = 0; lane < KAMM_BLOCK; ++lane)
            wind_mps[i][lane] = goes ? (float)road->velocity[i] : 0;
}

/* A car that stands on its road, and felt that acceleration there. */
static void stand_on_road(const kamm_cars *from, int car, kamm_cars *to, int to_car,
                          const struct road *road, const double position[3], const double q[4])
{
    const struct car one = kamm_car_of(to, to_car);
    _Alignas(64) float wind_mps[3][KAMM_BLOCK];
    struct arrival arrival = {.from_springs = !from->rung->whole_body};
    double felt[3], gravity[3];
    find_wind(from, car, road, wind_mps);
    arrival.wind_mps = (const float(*)[KAMM_BLOCK])wind_mps;
    felt_acceleration(from, car, road, felt);
    kamm_felt_gravity(from, car, gravity);
    double bends =
        felt[2] + dot3(gravity, road->up); /* what the road's own bend adds to the weight */
    if (!rung_has(from->rung, KAMM_FEATURE_FORCES)) lend_forces(to, to_car, felt);
    if (!from->rung->has_load_x) PUT_CAR_STATE(to, to_car, car.load_x_mps2, (float)felt[0]);
    if (!from->rung->has_load_y) PUT_CAR_STATE(to, to_car, car.load_y_mps2, (float)felt[1]);
    if (!from->rung->has_load_y) PUT_CAR_STATE(to, to_car, car.load_z_mps2, (float)bends);
    if (!to->rung->stand) return;
    memcpy(arrival.road_q, road->q, sizeof arrival.road_q);
    memcpy(arrival.up, road->up, sizeof arrival.up);
    memcpy(arrival.position, position, sizeof arrival.position);
    memcpy(arrival.q, q, sizeof arrival.q);
    arrival.kernel = kamm_kernel_of_one_model(to, &arrival.width);
    to->rung->stand(&one, &arrival);
}

/* `v`: over the ground. */
static void take_velocity(kamm_cars *cars, int car, const double q[4], const double v[3])
{
    const struct car one = kamm_car_of(cars, car);
    if (cars->rung->take_velocity) cars->rung->take_velocity(&one, q, v);
}

/* Hands over to the same rung: all states continue. */
static void go_on(const kamm_cars *from, int car, kamm_cars *to, int to_car)
{
    const kamm_model *source = kamm_model_of(from, car), *target = kamm_model_of(to, to_car);
    const struct car left = kamm_car_of(from, car), taken = kamm_car_of(to, to_car);
    double position[3], q[4], shift[3], v[3];
    const struct ground_seen ground = kamm_ground_seen(from, car);
    kamm_body_frame(from, car, position, q);
    frame_shift(source, target, q, shift);
    velocity_at(from, car, q, shift, v);
    kamm_carry_car(from, car, to, to_car);
    kamm_carry_states(&left, STATE_NUMBER(axles), &taken, STATE_NUMBER(axles),
                      STATE_COUNT - STATE_NUMBER(axles));
    kamm_carry_outputs(&left, OUTPUT_NUMBER(points), &taken, OUTPUT_NUMBER(points),
                       OUTPUT_COUNT - OUTPUT_NUMBER(points));
    for (int i = 0; i < 3; ++i)
        to->block[to_car / KAMM_BLOCK].position_m[i][to_car % KAMM_BLOCK] = position[i] + shift[i];
    PUT_CAR_STATE(to, to_car, car.velocity_x_mps, (float)v[0]);
    PUT_CAR_STATE(to, to_car, car.velocity_y_mps, (float)v[1]);
    PUT_CAR_STATE(to, to_car, car.velocity_z_mps, (float)v[2]);
    for (int i = 0; i < 3; ++i) v[i] -= ground.velocity[i];
    if (source != target) take_velocity(to, to_car, q, v);
}

static double yaw_rate_of(const kamm_cars *cars, int car, const double q[4], const double up[3])
{
    double angular_velocity[3] = {CAR_STATE(cars, car, car.roll_rate_radps),
                                  CAR_STATE(cars, car, car.pitch_rate_radps),
                                  CAR_STATE(cars, car, car.yaw_rate_radps)};
    if (cars->rung->whole_body) return angular_velocity[2];
    kamm_rotate(q, angular_velocity, angular_velocity);
    return dot3(angular_velocity, up);
}

/* A velocity less that of the ground at a place which lies `shift` from the body frame's origin, world axes. */
static void over_ground(const struct road *road, const double shift[3], const double v[3],
                        double over[3])
{
    double swing[3];
    cross3(road->turning, shift, swing);
    for (int i = 0; i < 3; ++i) over[i] = v[i] - road->velocity[i] - swing[i];
}

/* Nothing moves up or down against the road. */
static void keep_to_road(const struct road *road, const double shift[3], double v[3])
{
    double over[3];
    over_ground(road, shift, v, over);
    double rises = dot3(over, road->up);
    for (int i = 0; i < 3; ++i) v[i] -= rises * road->up[i];
}

/* A car that comes from a rung without engine and gears. */
static void start_engine(kamm_cars *cars, int car, const double q[4], const double v[3])
{
    int backwards = CAR_STATE(cars, car, car.gear_engaged) < 0;
    double ahead[3];
    kamm_rotate(q, (const double[3]){1, 0, 0}, ahead);
    kamm_engage(cars, car, backwards ? -1 : KAMM_GEAR_DRIVE, dot3(v, ahead));
}

/* The velocity of a two-wheeler's body frame there: its contacts and the line above them about which it leans go on. */
static void velocity_ridden(const kamm_cars *from, int car, const kamm_cars *to,
                            const struct road *road, const double position[3], double v[3])
{
    double before[3], own_q[4], axis[3], shift[3], turning[3], swing[3];
    kamm_body_frame(from, car, before, own_q);
    kamm_upright_axis(kamm_model_of(from, car), &road->ridden, axis);
    for (int i = 0; i < 3; ++i) shift[i] = road->position[i] + axis[i] - before[i];
    if (from->rung->whole_body) memset(shift, 0, sizeof shift); /* its frame has no lean */
    velocity_at(from, car, own_q, shift, v);
    keep_to_road(road, shift, v);
    if (to->rung->whole_body) return;
    for (int i = 0; i < 3; ++i) {
        turning[i] = road->up[i] * yaw_rate_of(from, car, own_q, road->up) +
                     road->ahead[i] * road->ridden.lean_radps;
        shift[i] = position[i] - road->position[i] - axis[i];
    }
    cross3(turning, shift, swing);
    for (int i = 0; i < 3; ++i) v[i] += swing[i];
}

/* To another rung or other wheels, whose body lies otherwise on the same road. */
static void change_rung(const kamm_cars *from, int car, kamm_cars *to, int to_car)
{
    const struct car arriving = kamm_car_of(to, to_car);
    struct road road = kamm_road_of(from, car, to);
    double position[3], q[4], before[3], own_q[4], shift[3], v[3], over[3], origin[3], ahead[3];
    kamm_body_frame(from, car, before, own_q);
    kamm_lean_at_rest(kamm_model_of(to, to_car), q, origin);
    int ridden = road.stands && leans_freely(from->layout) && leans_freely(to->layout);
    if (ridden) kamm_lean_over(kamm_model_of(to, to_car), road.ridden.lean_rad, origin, q);
    kamm_rotate(road.q, origin, origin);
    for (int i = 0; i < 3; ++i) position[i] = road.position[i] + origin[i];
    for (int i = 0; i < 3; ++i) shift[i] = position[i] - before[i];
    velocity_at(from, car, own_q, shift, v);
    if (road.stands) keep_to_road(&road, shift, v);
    if (ridden) velocity_ridden(from, car, to, &road, position, v);
    over_ground(&road, shift, v, over);
    kamm_multiply(road.q, q, q);
    kamm_rotate(road.q, (const double[3]){1, 0, 0}, ahead);
    kamm_turn_along(q, road.up, ahead);
    kamm_carry_car(from, car, to, to_car);
    kamm_keep_rolling(from, car, to, to_car);
    if (ridden) kamm_take_lean(from, to, to_car, &road.ridden);
    rest_springs(to, to_car);
    if (ridden) kamm_spread_pair(to, to_car, &road.ridden);
    kamm_keep_motors(from, car, to, to_car);
    kamm_turn_motors(to, to_car);
    kamm_put_frame(&arriving, position, q);
    put_velocity(to, to_car, v);
    take_velocity(to, to_car, road.q, over);
    if (rung_has(to->rung, KAMM_FEATURE_ENGINE) && !rung_has(from->rung, KAMM_FEATURE_ENGINE))
        start_engine(to, to_car, q, over);
    if (!road.stands) return;
    /* Springs tilt on as the pose did that followed the road, over hills as well. */
    if (from->rung->whole_body && !to->rung->whole_body && !ridden)
        kamm_rotate(own_q,
                    (const double[3]){CAR_STATE(from, car, car.roll_rate_radps),
                                      CAR_STATE(from, car, car.pitch_rate_radps), 0},
                    road.turning);
    turn_with_road(to, to_car, yaw_rate_of(from, car, own_q, road.up), q, &road);
    if (ridden) lean_on(to, to_car, road.ridden.lean_radps);
    copy_contacts(from, car, to, to_car, &road);
    stand_on_road(from, car, to, to_car, &road, position, q);
}

void kamm_hand_over(const kamm_cars *from, int car, kamm_cars *to, int to_car)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(from, );
    KAMM_REQUIRE(car >= 0 && car < from->count, );
    KAMM_REQUIRE_ALIVE(to, );
    KAMM_REQUIRE(to_car >= 0 && to_car < to->count, );
    KAMM_REQUIRE(!kamm_car_is_off(to, to_car), );
    if (from->rung == to->rung && kamm_layouts_are_alike(from->layout, to->layout))
        go_on(from, car, to, to_car);
    else
        change_rung(from, car, to, to_car);
    kamm_carry_wheel_settings(from, car, to, to_car);
    if (rung_has(from->rung, KAMM_FEATURE_ENGINE) &&
        from->rows.state_row[STATE_NUMBER(car.cvt_share)] == NO_ROW)
        kamm_set_variator(to, to_car, CAR_STATE(to, to_car, car.engine_radps));
    if (from->rows.state_row[STATE_NUMBER(car.turbine_radps)] == NO_ROW)
        kamm_turn_turbine(to, to_car);
    if (from->rows.state_row[STATE_NUMBER(car.input_shaft_radps)] == NO_ROW)
        kamm_turn_input_shaft(to, to_car);
    if (from->rows.state_row[STATE_NUMBER(axles[0].motor_radps)] == NO_ROW)
        kamm_turn_motors(to, to_car);
    kamm_drop_parts(to, to_car);
}
