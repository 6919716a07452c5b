/* Brakes of the shipped two-wheelers' riders, on friction of 0.3 to 1.2 and slopes of 10 % up and down, beside the
 * closed forms of tyre and stoppie: mu g and g b / h, less by as much as the nose dives.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/fleet.h"
#include "support/tier.h"

#include "driver/rider_pedals.h"
#include "driver/stance.h"
#include "run/cars.h"

#include <kamm/rider.h>
#include <math.h>

enum { CALLS_PER_S = 60 };

struct stop {
    kamm_cars *cars;
    kamm_ground ground;
    int substeps, machine;
    double friction, slope, speed;
    /* Of the time from half a second after the levers were pressed until walking pace. */
    double deceleration_mps2, limit_mps2, time_s;
    double lift_rad, up_s, rear_lever; /* over all of it; the most, together, in the mean */
};

/* On a slope gravity leans, so that the road stays level. */
static struct stop start_stop(int machine, double friction, double slope, double speed)
{
    const kamm_vehicle_def def = fleet_def(machine, 240);
    struct stop s = {.ground = kamm_flat_ground,
                     .machine = machine,
                     .friction = friction,
                     .slope = slope,
                     .substeps = (int)def.stepping.substeps_per_s / CALLS_PER_S};
    s.ground.plane.friction = (float)friction;
    s.ground.gravity_mps2[0] = (float)(-GRAVITY_MPS2 * sin(atan(slope)));
    s.ground.gravity_mps2[2] = (float)(-GRAVITY_MPS2 * cos(atan(slope)));
    s.cars = start_cars(&def, 1);
    s.speed = fmin(speed, 0.9 * kamm_describe(kamm_model_of(s.cars, 0)).top_speed_mps);
    put_car(s.cars, 0, &s.ground, 0, s.speed, 0);
    kamm_inputs(s.cars)[0].gear = 0;
    return s;
}

/* The greatest force that both tyres and levers give while load moves forwards by h F, as a fixed point. With levers
 * of their own each wheel brakes as much as it can; linked brakes stop where the first wheel would lock. */
static double both_n(const struct stop *s, const struct ridden_stance *st, const double lever_n[2],
                     int is_linked)
{
    const kamm_model_info *info = &kamm_model_of(s->cars, 0)->info;
    double weight = st->mass_kg * st->normal_mps2, length = st->arm_m[FRONT] + st->arm_m[REAR];
    double force = 0;
    for (int round = 0; round < 60; ++round) {
        double load[2] = {(weight * st->arm_m[REAR] + force * st->height_m) / length,
                          (weight * st->arm_m[FRONT] - force * st->height_m) / length};
        double own[2], share = 1;
        for (int w = 0; w < 2; ++w) {
            double grip = fmax(s->friction * info->peak_friction_x[w] * load[w], 0);
            own[w] = fmin(lever_n[w], grip);
            if (lever_n[w] > 0) share = fmin(share, grip / lever_n[w]);
        }
        force += 0.5 * ((is_linked ? share * (lever_n[0] + lever_n[1]) : own[0] + own[1]) - force);
    }
    return force;
}

/* What tyres, levers and load allow at that moment, as a deceleration on the level. */
static double limit_now(const struct stop *s)
{
    const kamm_model_info *info = &kamm_model_of(s->cars, 0)->info;
    const kamm_axle_def *axles = kamm_model_of(s->cars, 0)->def->axles;
    const struct ridden_stance st = kamm_stance_of(s->cars, 0);
    double lever_n[2];
    for (int w = 0; w < 2; ++w)
        lever_n[w] =
            (axles[w].brake_torque_nm + axles[w].hand_brake_torque_nm) / info->loaded_radius_m[w];
    double all_n = both_n(s, &st, lever_n, !(axles[REAR].hand_brake_torque_nm > 0));
    return fmin(st.normal_mps2 * st.arm_m[FRONT] / st.height_m, all_n / info->mass_kg);
}

static void brake(struct stop *s)
{
    kamm_ride_request request = kamm_default_ride_request();
    kamm_input *input = &kamm_inputs(s->cars)[0];
    kamm_error error = {0};
    double uphill = GRAVITY_MPS2 * sin(atan(s->slope)), begun = 0, rear_s = 0;
    for (int i = 0; i < CALLS_PER_S / 2; ++i) { /* springs settle */
        must(kamm_ride(s->cars, 0, &request, 1.0 / CALLS_PER_S, &error), &error);
        kamm_step(s->cars, &s->ground, s->substeps);
    }
    for (int i = 0; i < 120 * CALLS_PER_S; ++i) {
        double speed = kamm_read(s->cars, 0, KAMM_CHANNEL_forward_speed_mps);
        if (speed < 1.5 || !(fabs(kamm_read(s->cars, 0, KAMM_CHANNEL_roll_rad)) < 1)) break;
        must(kamm_ride(s->cars, 0, &request, 1.0 / CALLS_PER_S, &error), &error);
        const struct brake_levers levers = kamm_press_brakes(s->cars, 0, 1);
        input->brake = (float)levers.front, input->hand_brake = (float)levers.rear;
        kamm_step(s->cars, &s->ground, s->substeps);
        s->lift_rad = fmax(s->lift_rad, kamm_stance_of(s->cars, 0).lift_rad[REAR]);
        s->up_s +=
            (kamm_read_wheel(s->cars, 0, REAR, KAMM_WHEEL_load_n) <= 0) / (double)CALLS_PER_S;
        if (i < CALLS_PER_S / 2) continue;
        if (i == CALLS_PER_S / 2) begun = kamm_read(s->cars, 0, KAMM_CHANNEL_forward_speed_mps);
        s->limit_mps2 += limit_now(s) / CALLS_PER_S, s->time_s += 1.0 / CALLS_PER_S;
        rear_s += levers.rear / CALLS_PER_S;
        s->deceleration_mps2 =
            (begun - kamm_read(s->cars, 0, KAMM_CHANNEL_forward_speed_mps)) / s->time_s - uphill;
    }
    s->limit_mps2 /= s->time_s, s->rear_lever = rear_s / s->time_s;
}

static void expect_up(const struct stop *s)
{
    double lean = kamm_read(s->cars, 0, KAMM_CHANNEL_roll_rad);
    if (kamm_fault(s->cars, 0) || !(fabs(lean) < 0.1) || !(s->lift_rad < 0.03))
        fail_msg("%s, friction %.1f, slope %+.1f, %.1f m/s: fault %d, leans by %.2f rad, rear "
                 "wheel up to %.3f rad",
                 fleet_name(s->machine), s->friction, s->slope, s->speed,
                 (int)kamm_fault(s->cars, 0), lean, s->lift_rad);
}

/* Linked brakes have a fixed share: where the nose pitches, their rear wheel locks first, and where it is slippery its tyre does little. */
static double least_share(const struct stop *s)
{
    return kamm_model_of(s->cars, 0)->def->axles[REAR].brake_torque_nm > 0 ? 0.64 : 0.68;
}

static void riders_brake_near_the_limit(void **state)
{
    static const double slopes[] = {0, -0.1, 0.1}, speeds[] = {25, 12, 6};
    (void)state;
    for (int m = 0; m < fleet_count(); ++m)
        for (int f = of_tier(m % 2, 0); f < 4; f += of_tier(2, 1))
            for (int k = 0; k < of_tiers(1, 3, 9); ++k) {
                struct stop s = start_stop(m, 0.3 + 0.3 * f, slopes[k % 3], speeds[k / 3]);
                brake(&s);
                expect_up(&s);
                double share = s.deceleration_mps2 / s.limit_mps2;
                print_message("%-22s friction %.1f, slope %+.1f, %4.1f m/s: %.2f of %.2f m/s2, "
                              "%.0f %%, rear lever %.2f, wheel up %.2f s, %.3f rad\n",
                              fleet_name(m), s.friction, s.slope, s.speed, s.deceleration_mps2,
                              s.limit_mps2, 100 * share, s.rear_lever, s.up_s, s.lift_rad);
                if (s.time_s > 0.4) {
                    expect_above(share, least_share(&s));
                    expect_below(share, 1.1);
                }
                end_cars(s.cars);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(riders_brake_near_the_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
