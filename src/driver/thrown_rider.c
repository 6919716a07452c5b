/* Riders who are thrown off.
 *
 * Machine and rider are one body up to then. So he goes on with v + omega x r and omega, and the machine, whose body frame stays where it
 * is, with v and omega: that is the momentum that they had together. An upper body that leans moves against the machine meanwhile. It
 * takes his centre of gravity along by its share of his mass, and its moment of momentum is his.
 *
 * Departure: his inertia is that of one who sits upright, also if he leans. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/lane_math.h"
#include "../base/quaternion.h"
#include "../base/vector_double.h"
#include "../run/cars.h"
#include "../run/push.h"
#include "../vehicle/two_wheeler.h"

#include <kamm/rider.h>
#include <math.h>
#include <string.h>

#define SMOOTHED_S 0.1

int kamm_is_rider_thrown(const kamm_cars *cars, int car)
{
    KAMM_REQUIRE_ALIVE(cars, 0);
    KAMM_REQUIRE(car >= 0 && car < cars->count, 0);
    return kamm_model_of(cars, car)->features & KAMM_FEATURE_THROWN &&
           CAR_STATE(cars, car, car.rider_thrown) > 0.5f;
}

/* His centre of gravity and its velocity against the machine, and his own moment of momentum against it; body axes. */
struct seat {
    double at[3], own_mps[3], own_nms[3];
};

/* What the upper body adds as it leans. */
static void add_lean(const kamm_cars *cars, int car, const struct whole_rider *whole,
                     struct seat *seat)
{
    const kamm_model *model = kamm_model_of(cars, car);
    if (!(model->features & KAMM_FEATURE_RIDER)) return;
    const struct leaning_rider upper = kamm_rider_of(model->def, &model->statics);
    const double rate[3] = {CAR_STATE(cars, car, car.upper_body_rate_radps), 0, 0};
    double turn[4], arm[3], leaned[3], moves[3], share = upper.mass_kg / whole->mass_kg;
    kamm_about_axis(0, CAR_STATE(cars, car, car.upper_body_rad), turn);
    for (int i = 0; i < 3; ++i) arm[i] = upper.at[i] - upper.hip[i];
    kamm_rotate(turn, arm, leaned);
    cross3(rate, leaned, moves);
    for (int i = 0; i < 3; ++i) {
        seat->at[i] += share * (leaned[i] - arm[i]);
        seat->own_mps[i] = share * moves[i];
    }
    double from_his[3], spin[3];
    for (int i = 0; i < 3; ++i) from_his[i] = upper.hip[i] + leaned[i] - seat->at[i];
    cross3(from_his, moves, spin);
    for (int i = 0; i < 3; ++i)
        seat->own_nms[i] = upper.mass_kg * spin[i] + upper.inertia[i][0] * rate[0];
}

static struct seat seat_of(const kamm_cars *cars, int car, const struct whole_rider *whole)
{
    struct seat seat = {{whole->at[0], whole->at[1], whole->at[2]}, {0}, {0}};
    add_lean(cars, car, whole, &seat);
    return seat;
}

/* Angular velocity of a body that is the same to the left and right. */
static void turn_by(const struct whole_rider *r, const double momentum[3], double out[3])
{
    double xx = r->inertia[0][0], zz = r->inertia[2][2], xz = r->inertia[0][2];
    double determinant = xx * zz - xz * xz;
    out[0] = (zz * momentum[0] - xz * momentum[2]) / determinant;
    out[1] = momentum[1] / r->inertia[1][1];
    out[2] = (xx * momentum[2] - xz * momentum[0]) / determinant;
}

static void find_rider(const kamm_cars *cars, int car, kamm_thrown_rider *out)
{
    const kamm_model *model = kamm_model_of(cars, car);
    const struct whole_rider whole = kamm_whole_rider_of(model->def, &model->statics);
    const struct seat seat = seat_of(cars, car, &whole);
    struct world_motion body;
    double arm[3], own[3], carried[3], turning[3];
    kamm_find_motion(cars, car, &body);
    kamm_rotate(body.q, seat.at, arm);
    kamm_rotate(body.q, seat.own_mps, own);
    cross3(body.angular_velocity, arm, carried);
    turn_by(&whole, seat.own_nms, turning);
    kamm_rotate(body.q, turning, turning);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < 3; ++i) {
        out->position_m[i] = body.position[i] + arm[i];
        out->velocity_mps[i] = body.velocity[i] + carried[i] + own[i];
        out->angular_velocity_radps[i] = body.angular_velocity[i] + turning[i];
    }
    memcpy(out->orientation, body.q, sizeof out->orientation);
    out->mass_kg = whole.mass_kg;
}

kamm_result kamm_throw_rider(kamm_cars *cars, int car, kamm_thrown_rider *thrown, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, car >= 0 && car < cars->count, KAMM_ERROR_MISUSE);
    kamm_thrown_rider own;
    if (!(kamm_model_of(cars, car)->features & KAMM_FEATURE_THROWN) ||
        kamm_is_rider_thrown(cars, car))
        return kamm_fail(error, KAMM_ERROR_RANGE, "rider.whole_mass_kg",
                         "rider.whole_mass_kg: no rider sits on this machine; allowed: more than 0 "
                         "on the rung full, and a rider who is not off already");
    find_rider(cars, car, thrown ? thrown : &own);
    PUT_CAR_STATE(cars, car, car.rider_thrown, 1);
    if (!(kamm_model_of(cars, car)->features & KAMM_FEATURE_RIDER)) return KAMM_OK;
    PUT_CAR_STATE(cars, car, car.upper_body_rad, 0);
    PUT_CAR_STATE(cars, car, car.upper_body_rate_radps, 0);
    PUT_CAR_STATE(cars, car, car.last_upper_body_acceleration_radps2, 0);
    return KAMM_OK;
}

void kamm_seat_rider(kamm_cars *cars, int car)
{
    if (kamm_is_rider_thrown(cars, car)) PUT_CAR_STATE(cars, car, car.rider_thrown, 0);
}

/* -- watching -- */

kamm_rider_watch kamm_default_rider_watch(void)
{
    return (kamm_rider_watch){.holds_mps2 = 30, .lean_rad = 1.2};
}

/* Smooths what he feels along and across the machine. The first frame only takes his velocity. */
static void feel(kamm_rider_watch *watch, const kamm_thrown_rider *rider, double interval_s)
{
    double back[4], gained[3], blend = interval_s / (interval_s + SMOOTHED_S);
    for (int i = 0; i < 3; ++i) gained[i] = rider->velocity_mps[i] - watch->velocity_mps[i];
    kamm_conjugate(rider->orientation, back);
    kamm_rotate(back, gained, gained);
    for (int i = 0; i < 2; ++i) {
        double now = watch->watches ? gained[i] / interval_s : 0;
        watch->felt_mps2[i] += blend * (now - watch->felt_mps2[i]);
    }
    memcpy(watch->velocity_mps, rider->velocity_mps, sizeof watch->velocity_mps);
    watch->watches = 1;
}

/* Between the machine's plane and the plumb line, by gravity as it is felt there. */
static double lean_of(const kamm_cars *cars, int car, const kamm_thrown_rider *rider)
{
    double gravity[3], back[4];
    kamm_felt_gravity(cars, car, gravity);
    kamm_conjugate(rider->orientation, back);
    kamm_rotate(back, gravity, gravity);
    return fabs((double)arc_tangent2((float)gravity[1], (float)-gravity[2]));
}

int kamm_watch_rider(kamm_cars *cars, int car, kamm_rider_watch *watch, double interval_s,
                     kamm_thrown_rider *thrown)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(cars, 0);
    KAMM_REQUIRE(car >= 0 && car < cars->count, 0);
    KAMM_REQUIRE(watch, 0);
    KAMM_REQUIRE(interval_s > 0, 0);
    kamm_thrown_rider rider;
    if (!(kamm_model_of(cars, car)->features & KAMM_FEATURE_THROWN) ||
        kamm_is_rider_thrown(cars, car)) {
        watch->watches = 0;
        memset(watch->felt_mps2, 0, sizeof watch->felt_mps2);
        return 0;
    }
    find_rider(cars, car, &rider);
    feel(watch, &rider, interval_s);
    double x = watch->felt_mps2[0], y = watch->felt_mps2[1];
    if (x * x + y * y < watch->holds_mps2 * watch->holds_mps2 &&
        lean_of(cars, car, &rider) < watch->lean_rad)
        return 0;
    return kamm_throw_rider(cars, car, thrown, NULL) == KAMM_OK;
}
