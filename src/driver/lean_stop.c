#include "lean_stop.h"

#include "../run/cars.h"
#include "../vehicle/rider_gains.h"
#include "stance.h"

#include <math.h>

/* These are those of an ordinary motorcycle: the rate at which it comes upright, and a walk. */
static const double rights_radps = 0.6, walks_mps = 2;
/* Leans with which it may walk, and up to which feet hold it; how far ahead a lean is seen. */
static const double upright_rad = 0.05, feet_hold_rad = 0.13, ahead_s = 0.4;
/* Deceleration in a tight turn without brakes, and what the whole brake adds in a lean. */
static const double rolls_mps2 = 3, brakes_mps2 = 5;
/* Share of its load at rest that the rear wheel keeps per lean: with less it slides aside. */
static const double rear_keeps = 1;
/* Share of the machine's largest lean; the room that it leaves for swings, and that the whole brake takes. It always may lean by the last. */
static const double own_share = 0.85, clear_rad = 0.04, dive_rad = 0.1, least_rad = 0.1;
/* With less room than that at that lean it brakes less: the nose dives, and a body that scrapes takes load from the wheels. */
static const double room_rad = 0.1, leaning_rad = 0.3;

static double between(double value, double min, double max) { return fmin(fmax(value, min), max); }

/* By which speeds and times scale (Froude's number): a lean falls as a pendulum as high as the centre of gravity of machine and rider,
 * whatever the wheels are. */
static double root_of(const kamm_cars *cars, int car)
{
    const double ordinary_m = 0.62;
    return sqrt(kamm_model_of(cars, car)->statics.total_cg[2] / ordinary_m);
}

double kamm_most_lean_rad(const kamm_cars *cars, int car, int side)
{
    double own = own_share * kamm_model_of(cars, car)->def->front_assembly.max_lean_rad;
    double lean = side * kamm_read(cars, car, KAMM_CHANNEL_roll_rad);
    double takes = clear_rad + dive_rad * (double)cars->inputs[car].brake;
    return between(lean + kamm_room_to_lean_rad(cars, car, side) - takes, least_rad, own);
}

double kamm_lean_before_stop_rad(const kamm_cars *cars, int car, double speed_mps, double brake)
{
    double over_mps = fmax(speed_mps - walks_mps * root_of(cars, car), 0);
    return upright_rad + rights_radps * over_mps / (rolls_mps2 + brakes_mps2 * brake);
}

/* The lean as it is or soon will be. */
static double lean_soon(const kamm_cars *cars, int car)
{
    double now = kamm_read(cars, car, KAMM_CHANNEL_roll_rad);
    double rate = kamm_read(cars, car, KAMM_CHANNEL_roll_rate_radps);
    return fmax(fabs(now), fabs(now + ahead_s * root_of(cars, car) * rate));
}

/* The braking force with which it is upright when it walks; steered wheels drag as well. */
static double righting_force_n(const kamm_cars *cars, int car, double lean_rad)
{
    double over_mps =
        kamm_read(cars, car, KAMM_CHANNEL_speed_over_ground_mps) - walks_mps * root_of(cars, car);
    double steer_rad = fmin(fabs((double)CAR_STATE(cars, car, car.steering_rad)), 1);
    double drags_n = 0;
    for (int w = 0; w < cars->layout->count[FRONT]; ++w)
        drags_n += fabs((double)CAR_OUTPUT(cars, car, wheels[w].lateral_force_n)) * steer_rad;
    double slows_n = kamm_model_of(cars, car)->info.mass_kg * rights_radps * fmax(over_mps, 0);
    if (!(lean_rad > feet_hold_rad)) return INFINITY;
    return fmax(slows_n / (lean_rad - feet_hold_rad) - drags_n, 0);
}

static double lifting_force_n(const kamm_cars *cars, int car, double lean_rad)
{
    const struct ridden_stance s = kamm_stance_of(cars, car);
    return kamm_keeping_force_n(&s, REAR, rear_keeps * fmin(lean_rad, 0.5));
}

static double room_allows(const kamm_cars *cars, int car)
{
    double lean = kamm_read(cars, car, KAMM_CHANNEL_roll_rad);
    double needs = room_rad * fmin(fabs(lean) / leaning_rad, 1);
    return between(kamm_room_to_lean_rad(cars, car, lean > 0 ? 1 : -1) / fmax(needs, 1e-3), 0, 1);
}

struct brake_levers kamm_brake_in_lean(const kamm_cars *cars, int car, double wanted)
{
    struct brake_levers levers = kamm_press_brakes(cars, car, wanted);
    double force_n = kamm_braking_force_n(cars, car, &levers);
    double lean = lean_soon(cars, car);
    double most_n = fmin(righting_force_n(cars, car, lean), lifting_force_n(cars, car, lean));
    double share = fmin(fmin(most_n / fmax(force_n, 1e-6), 1), room_allows(cars, car));
    return (struct brake_levers){levers.front * share, levers.rear * share};
}

/* Friction over load that the front tyre has on this ground; 1 before the first step has asked for it. */
static double front_friction(const kamm_cars *cars, int car)
{
    double ground = (double)cars->block[car / KAMM_BLOCK].contact[FRONT].friction[car % KAMM_BLOCK];
    return kamm_model_of(cars, car)->info.peak_friction_y[FRONT] * (ground > 0 ? ground : 1);
}

void kamm_give_way(kamm_cars *cars, int car)
{
    const double peak = 1.1, whole_rad = 0.25, damping_s = 0.05, torque_share = 0.04, most = 0.3;
    const kamm_model *model = kamm_model_of(cars, car);
    kamm_input *input = &cars->inputs[car];
    double slip = -(double)CAR_OUTPUT(cars, car, wheels[FRONT].slip_angle_rad);
    double holds_n = front_friction(cars, car) * ridden_rest_n(cars, car, FRONT);
    double limit = peak * holds_n / model->rider->wheel[FRONT].stiffness_n;
    double over = slip - between(slip, -limit, limit);
    double hands_nm = torque_share * model->rider->lean_scale_nm;
    double rate = (double)CAR_STATE(cars, car, car.steering_rate_radps);
    double back_nm = -hands_nm * between((over + damping_s * rate) / whole_rad, -most, most);
    double now_nm = (double)input->steering_wheel_nm;
    if (over == 0 || !(input->free_steering > 0.5f) ||
        kamm_read(cars, car, KAMM_CHANNEL_speed_over_ground_mps) < walks_mps * root_of(cars, car))
        return;
    input->steering_wheel_nm = (float)(over > 0 ? fmin(now_nm, back_nm) : fmax(now_nm, back_nm));
}
