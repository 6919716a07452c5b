/* Arcade functions of a car that drives: drift assist, rotation in the air, boost, auto-flip and ghosts.
 *
 * In the air a torque brings the angular velocity to that of the keys, and without a key the body's z axis to up: within
 * the largest angular acceleration, with time constants of 0.1 and 0.3 s. The torque follows from the car's response to
 * impulses (push.h), without the gyroscopic part, which the next call corrects. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/quaternion.h"
#include "../base/vector_double.h"
#include "../run/cars.h"
#include "../run/push.h"
#include "../vehicle/scale.h"

#include <kamm/act.h>
#include <kamm/arcade_drive.h>
#include <math.h>

#define AIR_ANSWER_S 0.1
#define AIR_LEVELS_S 0.3
/* Share of boost_top_mps from which the boost fades out. */
#define BOOST_FADES 0.8
/* Cosine of the angle between the body's z axis and the ground's normal from which a car counts as overturned: 70 degrees. */
#define OVERTURNED 0.34
#define OVERTURNED_MPS 2.0
/* KAMM_MASK_NONE of world.h. */
#define MASK_NONE 0x80000000u

static double within(double value, double min, double max)
{
    if (!(value > min)) return min; /* NaN as well */
    return value < max ? value : max;
}

static double key(float value) { return isnan((double)value) ? 0 : within((double)value, -1, 1); }

/* -- assist -- */

static kamm_input_assist assist_of(const kamm_arcade *arcade, const kamm_input_assist *given)
{
    kamm_input_assist assist = given ? *given : kamm_default_input_assist();
    if (arcade->drift_angle_rad > 0) {
        assist.drift_angle_rad = (float)arcade->drift_angle_rad;
        assist.drift_lift = (float)arcade->drift_lift;
    }
    return assist;
}

/* -- air -- */

static int tumbles(const kamm_cars *cars) { return (cars->features & KAMM_FEATURE_TUMBLE) != 0; }

static int is_in_air(const kamm_cars *cars, int car)
{
    for (int w = 0; w < cars->layout->wheels; ++w)
        if (CAR_OUTPUT(cars, car, wheels[w].load_n) > 0) return 0;
    return !kamm_body_touches(cars, car);
}

static void axes_of(const kamm_cars *cars, int car, double position[3], double axis[3][3])
{
    double q[4];
    kamm_body_frame(cars, car, position, q);
    kamm_axes_of(q, axis);
}

static void find_up(const kamm_cars *cars, int car, double up[3])
{
    kamm_felt_gravity(cars, car, up);
    double size = length3(up);
    for (int i = 0; i < 3; ++i) up[i] = size > 0 ? -up[i] / size : i == 2;
}

/* Rates about the body's axes that keys ask for; 0 where they ask for nothing. */
static void find_keys(const kamm_arcade_request *request, double keys[3])
{
    const kamm_driver_request *driver = &request->driver;
    keys[0] = key(request->roll), keys[1] = key(request->pitch), keys[2] = key(request->yaw);
    if (keys[0] != 0 || keys[1] != 0 || keys[2] != 0) return;
    keys[1] = within((double)driver->brake, 0, 1) - within((double)driver->throttle, 0, 1);
    keys[2] = key(driver->steer);
}

/* Angular acceleration about the body's axes. */
static void find_turning(const kamm_arcade *arcade, const kamm_cars *cars, int car,
                         const kamm_arcade_request *request, const double axis[3][3], double out[3])
{
    static const kamm_channel rates[] = {
        KAMM_CHANNEL_roll_rate_radps, KAMM_CHANNEL_pitch_rate_radps, KAMM_CHANNEL_yaw_rate_radps};
    double keys[3], up[3], most = arcade->air_radps2;
    find_keys(request, keys);
    find_up(cars, car, up);
    const double tilt[3] = {-dot3(up, axis[1]), dot3(up, axis[0]), 0};
    for (int i = 0; i < 3; ++i) {
        double rate = kamm_read(cars, car, rates[i]), limit = most;
        double wanted = keys[i] * arcade->air_radps;
        if (keys[i] == 0) {
            limit = most * arcade->air_level;
            wanted = within(tilt[i] / AIR_LEVELS_S, -arcade->air_radps, arcade->air_radps);
        }
        out[i] = within((wanted - rate) / AIR_ANSWER_S, -limit, limit);
    }
}

/* Torque about the body's axes that gives the angular acceleration: solves the angular part of the car's response, which
 * has the wheels on their springs, by Cramer's rule. */
static void find_torque(const kamm_cars *cars, int car, const double turning[3], double torque[3])
{
    static const double body[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double response[MAX_RESPONSE] = {0}, answer[6][6], across[3];
    kamm_renew_response(cars, car, response);
    kamm_turn_response(response, body, answer);
    const double *a = answer[3] + 3, *b = answer[4] + 3, *c = answer[5] + 3;
    cross3(b, c, across);
    double determinant = dot3(a, across);
    for (int i = 0; i < 3; ++i) torque[i] = turning[0] * across[i];
    cross3(c, a, across);
    for (int i = 0; i < 3; ++i) torque[i] += turning[1] * across[i];
    cross3(a, b, across);
    for (int i = 0; i < 3; ++i)
        torque[i] = determinant > 0 ? (torque[i] + turning[2] * across[i]) / determinant : 0;
}

static kamm_result turn_in_air(const kamm_arcade *arcade, kamm_cars *cars, int car,
                               const kamm_arcade_request *request, kamm_error *error)
{
    if (!(arcade->air_radps2 > 0 && arcade->air_radps > 0) || !tumbles(cars) ||
        kamm_is_placed(cars, car) || !is_in_air(cars, car))
        return KAMM_OK;
    double position[3], axis[3][3], turning[3], moment[3], torque[3];
    axes_of(cars, car, position, axis);
    find_turning(arcade, cars, car, request, (const double(*)[3])axis, turning);
    find_torque(cars, car, turning, moment);
    for (int i = 0; i < 3; ++i)
        torque[i] = (axis[0][i] * moment[0] + axis[1][i] * moment[1]) + axis[2][i] * moment[2];
    return kamm_apply_torque(cars, car, torque, error);
}

/* -- boost -- */

/* Share of the boost that the store has left for the interval; uses it up. */
static double use_store(const kamm_arcade *arcade, kamm_arcade_state *state, double wanted,
                        double interval_s)
{
    double used = within((double)state->boost_used, 0, 1), share = wanted;
    if (!(arcade->boost_s > 0)) return share;
    double left = (1 - used) * arcade->boost_s;
    if (share * interval_s > left) share = interval_s > 0 ? left / interval_s : 0;
    if (wanted > 0)
        used += share * interval_s / arcade->boost_s;
    else if (arcade->boost_refill_s > 0)
        used -= interval_s / arcade->boost_refill_s;
    state->boost_used = (float)within(used, 0, 1);
    return share;
}

static kamm_result boost(const kamm_arcade *arcade, kamm_arcade_state *state, kamm_cars *cars,
                         int car, float request, double interval_s, kamm_error *error)
{
    if (!(arcade->boost_mps2 > 0)) return KAMM_OK;
    double share = use_store(arcade, state, within((double)request, 0, 1), interval_s);
    double speed = kamm_read(cars, car, KAMM_CHANNEL_forward_over_ground_mps);
    double fades = arcade->boost_top_mps * (1 - BOOST_FADES);
    share *= within((arcade->boost_top_mps - speed) / fades, 0, 1);
    if (!(share > 0)) return KAMM_OK;
    double position[3], axis[3][3], force[3];
    axes_of(cars, car, position, axis);
    double size = share * arcade->boost_mps2 * kamm_model_of(cars, car)->info.mass_kg;
    for (int i = 0; i < 3; ++i) force[i] = size * axis[0][i];
    return kamm_apply_force(cars, car, force, NULL, error);
}

/* -- auto-flip -- */

/* The mean normal of the planes below the wheels, and the body frame's least height above them. */
static double find_plane(const kamm_cars *cars, int car, const double position[3], double normal[3])
{
    const struct car_block *block = &cars->block[car / KAMM_BLOCK];
    int lane = car % KAMM_BLOCK;
    double least = INFINITY;
    for (int i = 0; i < 3; ++i) normal[i] = 0;
    for (int w = 0; w < cars->layout->wheels; ++w) {
        double height = 0;
        for (int i = 0; i < 3; ++i) {
            double n = (double)block->contact[w].normal[i][lane];
            normal[i] += n;
            height += n * (position[i] - block->contact_point_m[w][i][lane]);
        }
        least = fmin(least, height);
    }
    double size = length3(normal);
    for (int i = 0; i < 3; ++i) normal[i] = size > 0 ? normal[i] / size : i == 2;
    return least;
}

/* Places the car on that plane, in the direction in which it points along it. The player's inputs stay. */
static void set_upright(kamm_cars *cars, int car, const double position[3], const double ahead[3],
                        const double normal[3], double height)
{
    static const double z[3] = {0, 0, 1};
    const kamm_input inputs = cars->inputs[car];
    kamm_placement placement = {.orientation = {1, 0, 0, 0}, .gear = 1};
    kamm_turn_shortest(placement.orientation, z, normal);
    kamm_turn_along(placement.orientation, normal, ahead);
    for (int i = 0; i < 3; ++i) placement.position_m[i] = position[i] - height * normal[i];
    kamm_place(cars, car, &placement);
    cars->inputs[car] = inputs;
}

static void flip(const kamm_arcade *arcade, kamm_arcade_state *state, kamm_cars *cars, int car,
                 double interval_s)
{
    state->flipped = 0;
    if (!(arcade->flip_s > 0) || !tumbles(cars) || cars->is_unit || kamm_is_placed(cars, car))
        return;
    double position[3], axis[3][3], normal[3];
    axes_of(cars, car, position, axis);
    double height = find_plane(cars, car, position, normal);
    double speed = kamm_read(cars, car, KAMM_CHANNEL_speed_over_ground_mps);
    double slow = OVERTURNED_MPS * kamm_scale_of(kamm_model_of(cars, car)->def).root;
    int lies = dot3(axis[2], normal) < OVERTURNED && speed < slow && isfinite(height);
    state->overturned_s = lies ? state->overturned_s + (float)interval_s : 0;
    if (!((double)state->overturned_s >= arcade->flip_s)) return;
    /* A car on its nose or tail has no direction along the plane: its roof shows where it pointed. */
    int stands_on_end = fabs(dot3(axis[0], normal)) > 0.95;
    set_upright(cars, car, position, axis[stands_on_end ? 2 : 0], normal, height);
    *state = (kamm_arcade_state){
        .boost_used = state->boost_used, .ghost_left_s = (float)arcade->ghost_s, .flipped = 1};
}

uint32_t kamm_arcade_mask(const kamm_arcade_state *state, uint32_t normal, uint32_t car_categories)
{
    KAMM_REQUIRE(state, normal);
    if (!state->is_ghost) return normal;
    uint32_t left = (normal ? normal : ~MASK_NONE) & ~car_categories;
    return left ? left : MASK_NONE;
}

kamm_result kamm_arcade_input(const kamm_arcade *arcade, const kamm_input_assist *assist,
                              kamm_arcade_state *state, kamm_cars *cars, int car,
                              const kamm_arcade_request *request, double interval_s,
                              kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, arcade && state && request, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, car >= 0 && car < cars->count, KAMM_ERROR_MISUSE);
    const kamm_input_assist driving = assist_of(arcade, assist);
    double interval = within(interval_s, 0, 1);
    state->ghost_left_s = (float)within((double)state->ghost_left_s - interval, 0, 600);
    flip(arcade, state, cars, car, interval);
    state->is_ghost = arcade->ghost || state->ghost_left_s > 0;
    kamm_assist_input(&driving, cars, car, &request->driver, interval);
    kamm_result result = turn_in_air(arcade, cars, car, request, error);
    if (result) return result;
    return boost(arcade, state, cars, car, request->boost, interval, error);
}
