/* Cars that are placed into each other, into a wall or into a block: they come apart, slowly, and stand then. */
#include "support/quick.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"
#include "support/world.h"

#include <math.h>

enum { SCENES = 7 };

/* The second car by the first, or into a wall of half that length and width. */
struct scene {
    const char *name;
    double x, y, yaw, wall_x, wall_half[2];
};
static const struct scene scenes[SCENES] = {
    {"same place", 0, 0, 0, 0, {0}},
    {"same place, across", 0, 0, PI / 2, 0, {0}},
    {"half a length on", 2, 0.3, 0.2, 0, {0}},
    {"half a width aside", 0.2, 0.8, 0.1, 0, {0}},
    {"nose in a wall", 50, 0, 0, 1.4, {0.15, 5}},
    {"middle in a wall", 50, 0, 0, 0, {0.15, 5}},
    {"in a block", 50, 0, 0, 0, {3, 2}},
};

struct outcome {
    double fastest_mps, moved_m, apart_m, late_m; /* late_m: of it in the last half second */
    unsigned fault;
};

static double way_of(const kamm_cars *cars, int car, const struct scene *s)
{
    double at[3];
    read_position(cars, car, at);
    return hypot(at[0] - (car ? s->x : 0), at[1] - (car ? s->y : 0));
}

static struct outcome part(kamm_cars *cars, const struct scene *s, double seconds)
{
    struct outcome out = {0};
    kamm_body_def wall = {
        .shapes[0].box = {{s->wall_x, 0, 1}, {s->wall_half[0], s->wall_half[1], 1}, {0}},
        .friction = 0.5f};
    kamm_world_def def = {
        .ground = kamm_flat_ground, .bodies = &wall, .body_count = s->wall_half[0] > 0};
    kamm_world *world = create_world(&def);
    double rate = 1 / kamm_describe(kamm_model_of(cars, 0)).substep_s, at[2][3], late[2] = {0};
    for (int i = 0; i < 2; ++i) {
        kamm_placement p =
            kamm_placement_on(&kamm_flat_ground, i ? s->x : 0, i ? s->y : 0, i ? s->yaw : 0);
        kamm_place(cars, i, &p);
        kamm_inputs(cars)[i].gear = 0;
    }
    add_cars(world, cars);
    for (int n = 0; n < seconds * rate; ++n) {
        kamm_step_world(world, 1);
        for (int i = 0; i < 2; ++i) {
            double speed = kamm_read(cars, i, KAMM_CHANNEL_speed_mps);
            out.fastest_mps = fmax(out.fastest_mps, speed);
            out.fault |= (unsigned)kamm_fault(cars, i);
            if (n < (seconds - 0.5) * rate) late[i] = way_of(cars, i, s);
        }
    }
    for (int i = 0; i < 2; ++i) {
        read_position(cars, i, at[i]);
        out.moved_m = fmax(out.moved_m, way_of(cars, i, s));
        out.late_m = fmax(out.late_m, fabs(way_of(cars, i, s) - late[i]));
    }
    out.apart_m = hypot(at[0][0] - at[1][0], at[0][1] - at[1][1]);
    kamm_destroy_world(world);
    return out;
}

/* Kinematic cars go along their heading alone: what only a way aside leads out of they stay in. Out of what is beside them they
 * creep past each other. */
static int is_held(kamm_rung rung, int scene)
{
    return rung == KAMM_KINEMATIC && (scene == 0 || scene == SCENES - 1);
}

static void check_parting(int vehicle, kamm_rung rung)
{
    kamm_vehicle_def def = shipped_on(vehicle, rung, 240);
    kamm_cars *cars = start_rung(&def, rung, 2);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    int on_rails = rung == KAMM_KINEMATIC;
    for (int k = 0; k < SCENES; ++k) {
        struct outcome out = part(cars, &scenes[k], on_rails ? 25 : 6 + 2.5 * info.length_m);
        print_message("%s, %s, %s: %.2f m/s, moved %.2f m, %.2f m apart, fault %u\n", def.name,
                      rung_name(rung), scenes[k].name, out.fastest_mps, out.moved_m, out.apart_m,
                      out.fault);
        assert_int_equal(out.fault, 0);
        expect_below(out.fastest_mps, rung == KAMM_FULL ? 1.3 : 0.1);
        expect_below(out.moved_m, (on_rails ? 2 : 1) * info.length_m + 2);
        if (is_held(rung, k)) continue;
        /* What is still in each other goes on parting, so these are apart; bodies are of many shapes. */
        expect_below(out.late_m, 0.02);
        if (k < 4 && !on_rails) expect_above(out.apart_m, 0.15 * info.width_m);
        if (k == 5) expect_above(out.moved_m, 0.05);
    }
    end_cars(cars);
}

static void what_is_placed_into_each_other_parts(void **state)
{
    NOT_IN_QUICK_TESTS();
    static const kamm_rung rungs[] = {KAMM_KINEMATIC, KAMM_RIGID2D, KAMM_SINGLE_TRACK,
                                      KAMM_DOUBLE_TRACK, KAMM_FULL};
    (void)state;
    int micra = shipped_number("nissan-micra");
    for (int v = 0; v < shipped_count(); ++v)
        for (int i = 0; i < 5; ++i)
            if ((v == micra && i % of_tier(2, 1) == 0) || (in_long_tier() && v % 4 == 0) ||
                in_release_tier())
                check_parting(v, rungs[i]);
}

/* Crates of 1 m that are 0.2 m in each other, in empty space: as fast as under gravity. */
static void crates_part_without_gravity(void **state)
{
    kamm_body_def crates[2] = {crate(), crate()};
    kamm_world_def def = {.ground = empty_space(), .bodies = crates, .body_count = 2};
    kamm_body_motion m[2];
    (void)state;
    crates[1].position_m[0] = 0.8;
    kamm_world *world = create_world(&def);
    kamm_step_world(world, 240);
    for (int i = 0; i < 2; ++i) read_body(world, i, &m[i]);
    expect_above(m[1].position_m[0] - m[0].position_m[0], 0.98);
    kamm_destroy_world(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_placed_into_each_other_parts),
                                       cmocka_unit_test(crates_part_without_gravity)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
