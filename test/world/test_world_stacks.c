/* Crates of 1 m and 40 kg that stand on each other, and in a pyramid: they stay where they are, and fall asleep.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/tier.h"
#include "support/world.h"

#include <math.h>

static const int rates[] = {240, 60, 120, 600};
enum { RATES = 4, ROWS = 14, MOST = ROWS * (ROWS + 1) / 2 };

static kamm_body_def crate_at(double x, double z)
{
    kamm_body_def def = {.type = KAMM_BODY_DYNAMIC, .mass_kg = 40, .friction = 0.6f};
    def.shapes[0].box = (kamm_box){.centre_m = {0, 0, 0.5}, .half_m = {0.5, 0.5, 0.5}};
    return placed_at(def, x, 0, z, 0);
}

/* How far any of them is from its place, at most. */
static double farthest_m(const kamm_world *world, const kamm_body_def *crates, int count)
{
    double farthest = 0;
    kamm_body_motion m;
    for (int i = 0; i < count; ++i) {
        read_body(world, i, &m);
        double x = m.position_m[0] - crates[i].position_m[0], y = m.position_m[1],
               z = m.position_m[2] - crates[i].position_m[2];
        farthest = fmax(farthest, sqrt(x * x + y * y + z * z));
    }
    return farthest;
}

static int all_rest(const kamm_world *world, int count)
{
    kamm_body_motion m;
    for (int i = 0; i < count; ++i) {
        read_body(world, i, &m);
        for (int k = 0; k < 3; ++k)
            if (m.velocity_mps[k] != 0 || m.angular_velocity_radps[k] != 0) return 0;
    }
    return 1;
}

static void check_stand(const kamm_body_def *crates, int count, int rate, double most_m,
                        int seconds)
{
    kamm_world_def def = {
        .ground = kamm_flat_ground, .bodies = crates, .body_count = count, .substep_s = 1.0 / rate};
    kamm_world *world = create_world(&def);
    double farthest = 0;
    for (int n = 0; n < 20; ++n) { /* tenths of a second */
        kamm_step_world(world, rate / 10);
        farthest = fmax(farthest, farthest_m(world, crates, count));
    }
    assert_true(all_rest(world, count));
    kamm_step_world(world, seconds * rate);
    farthest = fmax(farthest, farthest_m(world, crates, count));
    if (farthest > most_m) fail_msg("%d crates, %d/s: %.3g mm", count, rate, 1e3 * farthest);
    kamm_destroy_world(world);
}

/* For ten minutes within 2 mm; stacks of ten sank 15 mm at 240 substeps a second. */
static void stacks_stand(void **state)
{
    static const int heights[] = {10, 4, 7, 13};
    kamm_body_def crates[13];
    (void)state;
    for (int i = 0; i < 13; ++i) crates[i] = crate_at(0, i);
    for (int h = 0; h < 4; ++h)
        for (int r = 0; r < RATES; ++r) check_stand(crates, heights[h], rates[r], 0.002, 600);
}

/* Pyramids fell at up to 240 substeps a second. The longer the substep, the more they give way before they sleep. */
static void a_pyramid_stands(void **state)
{
    static kamm_body_def crates[MOST];
    int count = 0;
    (void)state;
    for (int row = 0; row < ROWS; ++row)
        for (int k = 0; k < ROWS - row; ++k)
            crates[count++] = crate_at(1.05 * (k + 0.5 * row), row);
    for (int r = 0; r < of_tier(1, RATES); ++r)
        check_stand(crates, count, rates[r], 0.7 / rates[r], 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stacks_stand),
        cmocka_unit_test(a_pyramid_stands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
