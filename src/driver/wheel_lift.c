/* Wheelies and stoppies: a wheel is held off the road by throttle and rear brake, or by the front brake, at a lift that the caller gives (stance.h has
 * the equation). With the force F of the tyre that stays on the road,
 *
 *     F = (m g a + (I + m a^2) (w^2 (l_0 - l) - 2 z w l')) / h
 *
 * l'' + 2 z w l' + w^2 (l - l_0) = 0: the law takes the fall out exactly, and puts a damped spring in its place (feedback linearisation; A.
 * Isidori, Nonlinear Control Systems, 1995, ch. 4). The lift that it aims at runs ahead of the present one by a little only, so the wheel
 * rises and comes down gently. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../run/cars.h"
#include "rider_pedals.h"
#include "stance.h"

#include <kamm/rider.h>
#include <math.h>

/* By which the aim runs ahead; with w and z of stance.c the wheel then turns by some 0.4 rad/s. */
static const double ahead_rad = 0.15;
/* Below that a wheel counts as down. */
static const double down_rad = 0.015;
/* Speeds of an ordinary motorcycle: a stoppie fades out as it comes to rest, since no brake holds a wheel up then. */
static const double stops_mps = 1.5, fades_mps = 4;
static const double most_wheelie_rad = 1, most_stoppie_rad = 0.6, careful = 0.95;

static double between(double value, double min, double max)
{
    if (!(value > min)) return min;
    return value < max ? value : max;
}

/* Force along, at most what the tyre that bears the whole weight holds. */
static double force_n(const kamm_cars *cars, int car, const struct ridden_stance *s, int wheel,
                      double lift_rad)
{
    double lift = s->lift_rad[wheel];
    double most_n = careful * kamm_grip_along(cars, car, 1 - wheel) * s->mass_kg * s->normal_mps2;
    double aim = between(lift_rad, lift - ahead_rad, lift + ahead_rad);
    return between(kamm_lifting_force_n(s, wheel, aim), -most_n, most_n);
}

static void wheelie(kamm_cars *cars, int car, const struct ridden_stance *s, double lift_rad)
{
    kamm_input *input = &cars->inputs[car];
    double pull_n = force_n(cars, car, s, FRONT, lift_rad);
    input->throttle = (float)kamm_throttle_for(cars, car, fmax(pull_n, 0));
    struct brake_levers levers = kamm_rear_brake_for(cars, car, fmax(-pull_n, 0));
    input->brake = (float)levers.front, input->hand_brake = (float)levers.rear;
}

static void stoppie(kamm_cars *cars, int car, const struct ridden_stance *s, double lift_rad)
{
    kamm_input *input = &cars->inputs[car];
    double speed = kamm_read(cars, car, KAMM_CHANNEL_forward_over_ground_mps) / s->root;
    double moves = between((speed - stops_mps) / fades_mps, 0, 1);
    double push_n = force_n(cars, car, s, REAR, lift_rad * moves);
    input->throttle = input->hand_brake = 0;
    input->brake = (float)kamm_front_brake_for(cars, car, fmax(push_n, 0));
}

static void keep_down(kamm_cars *cars, int car)
{
    kamm_input *input = &cars->inputs[car];
    const struct brake_levers levers = kamm_press_brakes(cars, car, (double)input->brake);
    input->throttle = fminf(input->throttle, (float)kamm_throttle_allows(cars, car));
    if (kamm_read(cars, car, KAMM_CHANNEL_speed_over_ground_mps) < stops_mps) return;
    input->brake = (float)levers.front;
    input->hand_brake = fmaxf(input->hand_brake, (float)levers.rear);
}

kamm_result kamm_lift_wheel(kamm_cars *cars, int car, double lift_rad, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, car >= 0 && car < cars->count, KAMM_ERROR_MISUSE);
    if (!kamm_model_of(cars, car)->rider)
        return kamm_fail(error, KAMM_ERROR_RANGE, "axles.wheels",
                         "axles.wheels: no rider balances this vehicle; allowed: two single wheels "
                         "in line, or a tilting pair in front of one");
    const struct ridden_stance s = kamm_stance_of(cars, car);
    double aim = lift_rad == lift_rad ? between(lift_rad, -most_stoppie_rad, most_wheelie_rad) : 0;
    if (aim > 0 || (aim == 0 && s.lift_rad[FRONT] > down_rad))
        wheelie(cars, car, &s, aim);
    else if (aim < 0 || s.lift_rad[REAR] > down_rad)
        stoppie(cars, car, &s, -aim);
    else
        keep_down(cars, car);
    return KAMM_OK;
}

double kamm_wheel_lift_rad(const kamm_cars *cars, int car)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(cars, NAN);
    KAMM_REQUIRE(car >= 0 && car < cars->count, NAN);
    if (!kamm_model_of(cars, car)->rider) return NAN;
    const struct ridden_stance s = kamm_stance_of(cars, car);
    return s.lift_rad[FRONT] > s.lift_rad[REAR] ? s.lift_rad[FRONT] : -s.lift_rad[REAR];
}
