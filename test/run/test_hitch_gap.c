/* Hard driving of all kinds: nothing faults, and no hitch comes apart. Units meet at the hitch at the end of a step as far as
 * their motion is even within it: the gap is second order in the step. The worst are those of a caravan that falls over.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/tier.h"
#include "support/trailers.h"

#include <math.h>

static const kamm_rung rungs[] = {KAMM_SINGLE_TRACK, KAMM_FULL};
enum { RUNGS = sizeof rungs / sizeof *rungs };

/* Largest gap of the hitch while all units go on for `time_s`. */
static double worst_gap_m(struct combination *combination, const kamm_ground *ground,
                          kamm_rung rung, double time_s)
{
    double worst = 0;
    for (int n = 0; n < (int)(60 * time_s); ++n) {
        drive_combination(combination, ground, 1.0 / 60);
        kamm_hitch_state hitch = hitch_of(combination, 0, 1);
        for (int i = 0; i < (rung == KAMM_FULL ? 3 : 2); ++i)
            worst = fmax(worst, fabs(hitch.gap_m[i]));
    }
    return worst;
}

static void it_holds_together(int heavy, kamm_rung rung, double rate, double friction)
{
    kamm_vehicle_def pair[] = {heavy ? tractor() : towing_car(), heavy ? semitrailer() : caravan()};
    for (int u = 0; u < 2; ++u) pair[u].stepping.substeps_per_s = rate;
    struct combination combination = start_combination(pair, 2, rung, 1);
    kamm_ground ground = kamm_flat_ground;
    ground.plane.friction = (float)friction;
    for (int speed = 0; speed <= 40; speed += 10)
        for (int turn = 0; turn < 3; ++turn) {
            place_combination(&combination, 0, speed);
            kamm_input *in = &kamm_inputs(kamm_combination_cars(combination.combinations, 0))[0];
            in->steering_wheel_rad = 0.5f * (float)turn;
            in->throttle = 1;
            double gap_m = worst_gap_m(&combination, &ground, rung, 1.5);
            in->throttle = 0;
            in->brake = 1;
            gap_m = fmax(gap_m, worst_gap_m(&combination, &ground, rung, 1.5));
            if (gap_m > 0.75e-3 * 240 / rate * 240 / rate)
                fail_msg(
                    "kind %d, rung %d, %g substeps/s, friction %g, %d m/s, turn %d: a gap of %g m",
                    heavy, rung, rate, friction, speed, turn, gap_m);
            for (int u = 0; u < 2; ++u)
                assert_int_equal(kamm_fault(kamm_combination_cars(combination.combinations, u), 0),
                                 0);
        }
    end_combination(&combination);
}

static void hitches_hold_in_hard_driving(void **state)
{
    (void)state;
    const double rates[] = {120, 240, 600}, frictions[] = {0.2, 0.6, 1.1};
    for (int heavy = 0; heavy < 2; ++heavy)
        for (int r = 0; r < RUNGS; ++r)
            for (int i = 0; i < 3; ++i)
                for (int f = 0; f < 3; ++f)
                    if ((rates[i] == 240 && f == 2 * (r % 2) &&
                         (in_long_tier() || (heavy + r) % 2)) ||
                        (i < 2 && in_long_tier()) || in_release_tier())
                        it_holds_together(heavy, rungs[r], rates[i], frictions[f]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(hitches_hold_in_hard_driving)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
