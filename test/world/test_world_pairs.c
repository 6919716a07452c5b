/* Thousands of pairs of the broad phase: all of them, in order, whatever came and went before. */
#include "support/world.h"

#include "world/state.h"
#include <string.h>

static kamm_error error;

enum { STUDS = 4000, SLABS = 5 };
static kamm_body_def stud(int i)
{
    kamm_body_def def = {.shapes[0].box = {.half_m = {0.2, 0.2, 0.1}}};
    def.position_m[0] = i % 80 - 40, def.position_m[1] = i / 80 - 25, def.position_m[2] = 0.1;
    return def;
}

/* Slabs one above the other, so near to all studs that each may touch each. */
static kamm_world *studded_world(int studs)
{
    kamm_world_def empty = {.ground = empty_space()};
    kamm_world *world = create_world(&empty);
    for (int i = 0; i < SLABS; ++i) {
        kamm_body_def slab = crate();
        slab.shapes[0].box = (kamm_box){.half_m = {45, 30, 0.001}};
        slab.position_m[2] = 0.22 + 0.003 * i;
        must(kamm_add_body(world, &slab, NULL, &error), &error);
    }
    for (int i = 0; i < studs; ++i) {
        kamm_body_def def = stud(i);
        must(kamm_add_body(world, &def, NULL, &error), &error);
    }
    return world;
}

/* All pairs are there, each once, in order; and where they find no room, the same ones are left out whatever the past. */
static void pairs_are_in_order(void **state)
{
    (void)state;
    for (int studs = 1000; studs <= STUDS; studs += STUDS - 1000) {
        kamm_world *worlds[2] = {studded_world(studs), studded_world(studs)};
        for (int i = 0; i < studs; i += 7) remove_body(worlds[1], SLABS + i);
        for (int i = 0; i < studs; i += 7) {
            kamm_body_def def = stud(i);
            must(kamm_add_body(worlds[1], &def, NULL, &error), &error);
        }
        for (int n = 0; n < 2; ++n) kamm_step_world(worlds[n], 1);
        const struct broad_phase *a = &worlds[0]->broad, *b = &worlds[1]->broad;
        int between_slabs = SLABS * (SLABS - 1) / 2;
        assert_int_equal(a->pair_count + a->missed, SLABS * studs + between_slabs);
        assert_int_equal(a->missed > 0, studs == STUDS);
        assert_int_equal(a->pair_count, b->pair_count);
        assert_memory_equal(a->pairs, b->pairs, (size_t)a->pair_count * sizeof *a->pairs);
        for (int i = 1; i < a->pair_count; ++i) {
            const struct body_pair *one = &a->pairs[i - 1], *next = &a->pairs[i];
            assert_true(one->first < next->first ||
                        (one->first == next->first && one->second < next->second));
        }
        for (int n = 0; n < 2; ++n) kamm_destroy_world(worlds[n]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
