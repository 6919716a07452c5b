/* Worlds whose gravity and substep differ: what stands stands, and where both go with one scale it does the same.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/tier.h"
#include "support/world.h"

#include <math.h>

enum { MOST = 10 };

static kamm_world *stack_of(int high, double gravity, double rate)
{
    kamm_body_def dynamic_bodies[MOST];
    for (int i = 0; i < high; ++i) dynamic_bodies[i] = placed_at(crate(), 0, 0, i, 0);
    kamm_world_def def = {.ground = kamm_flat_ground,
                          .bodies = dynamic_bodies,
                          .body_count = high,
                          .substep_s = 1 / rate};
    def.ground.gravity_mps2[2] = (float)-gravity;
    return create_world(&def);
}

/* Up to ten crates: each gives by 2.5 mm at most, half the depth that contacts at rest may have, and stays above the one below. */
static void stacks_stand_whatever_gravity_and_rate(void **state)
{
    static const double gravities[] = {24.5, 9.80665, 39.2, 1.62}, rates[] = {240, 60, 120, 600};
    (void)state;
    for (int g = 0; g < of_tier(2, 4); ++g)
        for (int r = 0; r < of_tier(2, 4); ++r)
            for (int high = MOST; high > 3; high -= of_tier(6, 3)) {
                kamm_world *world = stack_of(high, gravities[g], rates[r]);
                double most = 0;
                for (int s = 0; s < of_tier(4, 10); ++s) {
                    kamm_step_world(world, (int)rates[r]);
                    for (int i = 0; i < high; ++i) {
                        kamm_body_motion m;
                        read_body(world, i, &m);
                        most = fmax(most, fabs(m.position_m[2] - i));
                        most = fmax(most, hypot(m.position_m[0], m.position_m[1]));
                    }
                }
                print_message("%d crates under %.2f m/s2 at %.0f/s: %.1f mm\n", high, gravities[g],
                              rates[r], 1000 * most);
                expect_below(most, 0.025);
                kamm_destroy_world(world);
            }
}

/* Four times the gravity in half the substep: all speeds are doubled, and the same happens at the same places, to the bit. */
static void a_stack_falls_alike_under_four_times_the_gravity(void **state)
{
    kamm_world *worlds[2];
    (void)state;
    for (int i = 0; i < 2; ++i) {
        worlds[i] = stack_of(MOST, i ? 39 : 9.75, i ? 512 : 256);
        for (int k = 0; k < MOST; ++k) { /* askew, in each other or apart, and some thrown */
            kamm_body_motion m = {.position_m = {0.11 * (k % 3), 0.07 * (k % 4), 1.1 * k - 0.15},
                                  .orientation = {1, 0.02 * (k % 2), 0, 0},
                                  .velocity_mps = {(i + 1) * (k % 5 == 4), 0, 0}};
            set_body(worlds[i], k, &m);
        }
    }
    for (int n = 0; n < 512; ++n) {
        for (int i = 0; i < 2; ++i) kamm_step_world(worlds[i], 1);
        for (int k = 0; k < MOST; ++k) {
            kamm_body_motion m[2];
            for (int i = 0; i < 2; ++i) read_body(worlds[i], k, &m[i]);
            for (int i = 0; i < 3; ++i)
                assert_true(m[0].position_m[i] == m[1].position_m[i] &&
                            2 * m[0].velocity_mps[i] == m[1].velocity_mps[i]);
        }
    }
    for (int i = 0; i < 2; ++i) kamm_destroy_world(worlds[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stacks_stand_whatever_gravity_and_rate),
        cmocka_unit_test(a_stack_falls_alike_under_four_times_the_gravity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
