/* Level of detail: the nearest cars are on the finest levels, as many as have slots; changes are continuous, limited and calm; the
 * same bits after a rollback and at all widths. */
#include "support/misuse.h"
#include "support/quick.h"
#include "support/rungs.h"
#include "support/shipped.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = 3, LEVELS = 3, CARS = 48, FINE = 3, MIDDLE = 4 };

static const kamm_rung rungs[LEVELS] = {KAMM_FULL, KAMM_DOUBLE_TRACK, KAMM_KINEMATIC};
/* Slots of each kind on a level. */
static const int slots[LEVELS] = {FINE, MIDDLE, CARS / KINDS};
static const double within_m[LEVELS] = {60, 120, 0};

struct game {
    kamm_model *models[KINDS][LEVELS];
    kamm_detail_level levels[LEVELS];
    kamm_detail *detail;
    kamm_detail_car cars[CARS];
};

static void start_levels(struct game *game, double keep_share)
{
    static const char *const names[KINDS] = {"bmw-m3-e46", "nissan-micra", "toyota-hilux-laden"};
    kamm_error error = {.text = "out of memory"};
    for (int kind = 0; kind < KINDS; ++kind)
        for (int k = 0; k < LEVELS; ++k) {
            kamm_vehicle_def def = shipped_def(shipped_number(names[kind]));
            game->models[kind][k] = compile_rung(&def, rungs[k]);
        }
    for (int k = 0; k < LEVELS; ++k) {
        const kamm_model *of_each[CARS];
        int count = KINDS * slots[k];
        for (int i = 0; i < count; ++i) of_each[i] = game->models[i % KINDS][k];
        kamm_cars *cars = kamm_create_mixed_cars(of_each, count, &error);
        must(cars ? KAMM_OK : KAMM_ERROR_MEMORY, &error);
        kamm_switch_all_off(cars);
        game->levels[k] = (kamm_detail_level){.cars = cars, .within_m = within_m[k]};
    }
    const kamm_detail_def def = {.levels = game->levels,
                                 .level_count = LEVELS,
                                 .models = (const kamm_model *const *)game->models,
                                 .kind_count = KINDS,
                                 .most_cars = CARS,
                                 .keep_share = keep_share};
    game->detail = kamm_create_detail(&def, &error);
    must(game->detail ? KAMM_OK : KAMM_ERROR_RANGE, &error);
}

/* Cars in a row along y, 10 m apart, that drive along x. */
static struct game *start_game(double keep_share, double speed_mps)
{
    struct game *game = test_calloc(1, sizeof *game);
    kamm_error error;
    start_levels(game, keep_share);
    for (int i = 0; i < CARS; ++i) {
        const kamm_placement place = {
            .position_m = {0, 10.0 * i, 0}, .speed_mps = speed_mps, .gear = KAMM_GEAR_DRIVE};
        must(kamm_enter_detail(game->detail, &game->cars[i], i % KINDS, &place, &error), &error);
    }
    return game;
}

static void end_game(struct game *game)
{
    kamm_destroy_detail(game->detail);
    for (int k = 0; k < LEVELS; ++k) kamm_destroy_cars(game->levels[k].cars);
    for (int i = 0; i < KINDS * LEVELS; ++i)
        kamm_destroy_model(game->models[i / LEVELS][i % LEVELS]);
    test_free(game);
}

static int update(struct game *game, double x, double y, int most)
{
    const double viewer[1][3] = {{x, y, 0}};
    kamm_error error;
    int changes;
    must(kamm_update_detail(game->detail, game->cars, CARS, viewer, 1, most, &changes, &error),
         &error);
    return changes;
}

static kamm_cars *cars_of(const struct game *game, int i)
{
    return game->levels[game->cars[i].level].cars;
}

static double see(const struct game *game, int i, kamm_channel channel)
{
    return kamm_read(cars_of(game, i), game->cars[i].slot.car, channel);
}

static void step_game(struct game *game, int substeps)
{
    for (int k = 0; k < LEVELS; ++k) kamm_step(game->levels[k].cars, &kamm_flat_ground, substeps);
}

/* Each car is on, once, in a slot of its own model. */
static void expect_one_slot_each(const struct game *game)
{
    int on = 0;
    for (int k = 0; k < LEVELS; ++k) on += kamm_count_on(game->levels[k].cars);
    assert_int_equal(on, CARS);
    for (int i = 0; i < CARS; ++i) {
        int car;
        kamm_error error;
        must(kamm_find_slot(cars_of(game, i), game->cars[i].slot, &car, &error), &error);
        assert_ptr_equal(kamm_model_of(cars_of(game, i), car),
                         game->models[i % KINDS][game->cars[i].level]);
        for (int j = 0; j < i; ++j)
            assert_false(game->cars[j].level == game->cars[i].level &&
                         game->cars[j].slot.car == game->cars[i].slot.car);
    }
}

static int count_nearer(const struct game *game, int i)
{
    int nearer = 0;
    for (int j = i % KINDS; j < CARS; j += KINDS)
        nearer += game->cars[j].distance_m < game->cars[i].distance_m ||
                  (j < i && !(game->cars[j].distance_m > game->cars[i].distance_m));
    return nearer;
}

/* Of each kind, by brute force. */
static void the_nearest_cars_have_the_finest_levels(void **state)
{
    (void)state;
    struct game *game = start_game(0, 0);
    static const double places[] = {0, 236.3, 241.4, 470, 101.6, 1e6, 238};
    for (size_t p = 0; p < sizeof places / sizeof *places; ++p) {
        while (update(game, 3, places[p], 0)) {}
        expect_one_slot_each(game);
        for (int i = 0; i < CARS; ++i) {
            const kamm_detail_car *car = &game->cars[i];
            expect_near(car->distance_m,
                        hypot(see(game, i, KAMM_CHANNEL_x_m) - 3,
                              see(game, i, KAMM_CHANNEL_y_m) - places[p]),
                        1);
            int nearer = count_nearer(game, i);
            int wanted = car->distance_m < within_m[0] && nearer < FINE            ? 0
                         : car->distance_m < within_m[1] && nearer < FINE + MIDDLE ? 1
                                                                                   : 2;
            /* Those within 60 m fill the fine slots before the middle ones. */
            if (car->distance_m >= within_m[0] && car->distance_m < within_m[1]) {
                int fine = 0;
                for (int j = i % KINDS; j < CARS; j += KINDS) fine += game->cars[j].level == 0;
                wanted = nearer - fine < MIDDLE ? 1 : 2;
            }
            assert_int_equal(car->level, wanted);
        }
    }
    end_game(game);
}

/* Where the body is and what its driver feels goes on over every change, while cars accelerate and turn and a viewer passes them. */
static void changes_are_continuous(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct game *game = start_game(0.1, 12);
    int changes = 0;
    for (int frame = 0; frame < 240; ++frame) {
        double before[CARS][4];
        for (int i = 0; i < CARS; ++i) {
            kamm_input *input = &kamm_inputs(cars_of(game, i))[game->cars[i].slot.car];
            input->steering_wheel_rad = (i % 2 ? 0.3f : -0.2f) * fminf(1, (float)frame / 60);
            input->throttle = 0.25f;
        }
        step_game(game, 4);
        for (int i = 0; i < CARS; ++i) {
            before[i][0] = see(game, i, KAMM_CHANNEL_x_m),
            before[i][1] = see(game, i, KAMM_CHANNEL_y_m);
            before[i][2] = see(game, i, KAMM_CHANNEL_yaw_rad);
            before[i][3] = see(game, i, KAMM_CHANNEL_speed_mps);
        }
        int made = update(game, 12.0 / 60 * frame, 2.0 * frame, 2), told = 0;
        assert_in_range(made, 0, 2);
        for (int i = 0; i < CARS; ++i) {
            if (!game->cars[i].changed) continue;
            ++told;
            expect_near(see(game, i, KAMM_CHANNEL_x_m), before[i][0], 0.02);
            expect_near(see(game, i, KAMM_CHANNEL_y_m), before[i][1], 0.02);
            expect_near(see(game, i, KAMM_CHANNEL_yaw_rad), before[i][2], 0.003);
            expect_near(see(game, i, KAMM_CHANNEL_speed_mps), before[i][3], 0.02);
            assert_true(kamm_inputs(cars_of(game, i))[game->cars[i].slot.car].throttle == 0.25f);
        }
        assert_int_equal(told, made);
        changes += made;
    }
    expect_one_slot_each(game);
    for (int i = 0; i < CARS; ++i)
        assert_int_equal(kamm_fault(cars_of(game, i), game->cars[i].slot.car), 0);
    print_message("%d changes\n", changes);
    expect_above(changes, 60);
    end_game(game);
}

/* A viewer that sways by less than the share changes nothing; without the share it does. */
static void cars_do_not_go_to_and_fro(void **state)
{
    (void)state;
    for (int calm = 0; calm < 2; ++calm) {
        struct game *game = start_game(calm ? 0.1 : 0, 0);
        int changes = 0;
        while (update(game, 0, 225.2, 0)) {}
        for (int i = 0; i < 20; ++i) changes += update(game, 0, i % 2 ? 225.6 : 224.4, 0);
        assert_true(calm ? changes == 0 : changes > 20);
        end_game(game);
    }
}

/* A call may make one change only: the nearest car comes first, and in the end all are where they belong. */
static void few_changes_in_a_call_come_to_the_same(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct game *at_once = start_game(0, 0), *slowly = start_game(0, 0);
    static const double places[] = {0, 470, 236.3, 0};
    for (size_t p = 0; p < sizeof places / sizeof *places; ++p) {
        int calls = 0;
        while (update(at_once, 0, places[p], 0)) {}
        for (; calls < 500; ++calls) {
            int made = update(slowly, 0, places[p], 1);
            assert_in_range(made, 0, 1);
            if (!made) break;
            if (p == 0 && calls == 0) assert_int_equal(slowly->cars[0].level, 0);
        }
        expect_one_slot_each(slowly);
        for (int i = 0; i < CARS; ++i)
            assert_int_equal(slowly->cars[i].level, at_once->cars[i].level);
    }
    end_game(at_once), end_game(slowly);
}

static void cars_that_keep_their_level_take_its_slots(void **state)
{
    (void)state;
    struct game *game = start_game(0, 0);
    while (update(game, 0, 41, 0)) {}
    for (int i = 0; i < FINE * KINDS; ++i) assert_int_equal(game->cars[i].level, 0);
    for (int i = 0; i < 3; ++i) game->cars[i].keeps_level = 1;
    game->cars[47].keeps_level = 1;
    while (update(game, 0, 470, 0)) {}
    int fine = 0;
    for (int i = 0; i < 3; ++i) assert_int_equal(game->cars[i].level, 0);
    for (int i = 0; i < CARS; ++i) fine += game->cars[i].level == 0;
    assert_int_equal(game->cars[47].level, 2);
    assert_int_equal(fine, 3 + 2 * KINDS - 1); /* two more of each kind are within 60 m, but 47 */
    /* Who is not in play is passed over. */
    kamm_error error;
    must(kamm_switch_off(cars_of(game, 46), game->cars[46].slot, &error), &error);
    memset(&game->cars[46], 0, sizeof game->cars[46]);
    while (update(game, 0, 470, 0)) {}
    assert_int_equal(kamm_count_on(game->levels[0].cars), fine - 1);
    end_game(game);
}

static uint64_t drive_on(struct game *game, int frames)
{
    uint64_t hash = 0;
    for (int frame = 0; frame < frames; ++frame) {
        update(game, 0, 3.0 * frame, 3);
        step_game(game, 2);
        for (int i = 0; i < CARS; ++i)
            kamm_inputs(cars_of(game, i))[game->cars[i].slot.car].throttle = 0.1f * (float)(i % 5);
    }
    for (int k = 0; k < LEVELS; ++k) hash = hash * 31 + kamm_state_hash(game->levels[k].cars);
    return hash;
}

static void rollbacks_go_on_with_the_same_bits(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct game *game = start_game(0.1, 10);
    kamm_detail_car kept[CARS];
    void *snapshots[LEVELS];
    drive_on(game, 30);
    memcpy(kept, game->cars, sizeof kept);
    for (int k = 0; k < LEVELS; ++k) {
        snapshots[k] = test_malloc(kamm_snapshot_size(game->levels[k].cars));
        kamm_save_snapshot(game->levels[k].cars, snapshots[k]);
    }
    uint64_t first = drive_on(game, 60);
    memcpy(game->cars, kept, sizeof kept);
    for (int k = 0; k < LEVELS; ++k) {
        kamm_cars *cars = game->levels[k].cars;
        must(kamm_restore_snapshot(cars, snapshots[k], kamm_snapshot_size(cars), NULL), NULL);
        test_free(snapshots[k]);
    }
    assert_true(drive_on(game, 60) == first);
    end_game(game);
}

static uint64_t hash_of_game(int width)
{
    kamm_set_width(width, NULL);
    struct game *game = start_game(0.1, 10);
    uint64_t hash = drive_on(game, 60);
    end_game(game);
    return hash;
}

static void all_widths_have_the_same_bits(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    expect_same_hash_at_all_widths(hash_of_game);
}

/* In a world a wall stops cars on each level, also one that changes while it touches it. */
static void a_wall_stops_cars_on_all_levels(void **state)
{
    (void)state;
    struct game *game = start_game(0, 8);
    kamm_error error;
    kamm_world *world = kamm_create_world(&(kamm_world_def){0}, &error);
    const kamm_body_def wall = {.shapes[0].box = {.centre_m = {8, 200, 3}, .half_m = {1, 300, 3}}};
    must(world ? KAMM_OK : error.code, &error);
    must(kamm_add_body(world, &wall, NULL, &error), &error);
    for (int k = 0; k < LEVELS; ++k)
        must(kamm_add_cars(world, game->levels[k].cars, &error), &error);
    int changes = 0;
    for (int frame = 0; frame < 90; ++frame) {
        changes += update(game, 5, 16.0 * (frame % 30), 4);
        kamm_step_world(world, 20);
        for (int i = 0; i < CARS; ++i) {
            double nose_m = kamm_describe(game->models[i % KINDS][0]).wheel_position_m[0][0];
            expect_below(see(game, i, KAMM_CHANNEL_x_m) + 0.3 * nose_m, 7);
            assert_int_equal(kamm_fault(cars_of(game, i), game->cars[i].slot.car), 0);
        }
    }
    print_message("%d changes at a wall\n", changes);
    expect_above(changes, 60);
    for (int i = 0; i < CARS; ++i) expect_below(see(game, i, KAMM_CHANNEL_speed_mps), 1);
    kamm_destroy_world(world);
    end_game(game);
}

#define REFUSES(call, word, says)                                  \
    do {                                                           \
        assert_true((call) != KAMM_OK);                            \
        assert_string_equal(error.path, word);                     \
        if (!strstr(error.text, says)) fail_msg("%s", error.text); \
    } while (0)

static void wrong_calls_change_nothing(void **state)
{
    (void)state;
    struct game *game = start_game(0, 0);
    const double nowhere[1][3] = {{0, NAN, 0}}, here[1][3] = {{0}};
    kamm_error error;
    const kamm_placement place = {.gear = 0};
    kamm_detail_car one, *cars = game->cars;
    kamm_detail *detail = game->detail;
    REFUSES(kamm_update_detail(detail, cars, CARS, nowhere, 1, 0, NULL, &error), "viewers_m",
            "nan");
    REFUSES(kamm_update_detail(detail, cars, CARS + 1, here, 1, 0, NULL, &error), "count",
            "0 to 48");
    REFUSES(kamm_enter_detail(detail, &one, KINDS, &place, &error), "kind", "0 to 2");
    REFUSES(kamm_enter_detail(detail, &one, 0, &place, &error), "kind", "are on");
    cars[5].level = LEVELS;
    REFUSES(kamm_update_detail(detail, cars, CARS, here, 1, 0, NULL, &error), "level", "cars[5]");
    cars[5].level = LEVELS - 1, ++cars[5].slot.generation;
    REFUSES(kamm_update_detail(detail, cars, CARS, here, 1, 0, NULL, &error), "slot", "cars[5]");
    --cars[5].slot.generation;
    for (int i = 0; i < CARS; ++i) assert_int_equal(cars[i].level, LEVELS - 1);
    expect_one_slot_each(game);
    assert_int_equal(kamm_update_detail(detail, cars, CARS, NULL, 0, 0, NULL, &error), KAMM_OK);
    assert_true(isinf(cars[0].distance_m));
    end_game(game);
}

static void misuse_is_told(void **state)
{
    (void)state;
    struct game *game = start_game(0, 0);
    const kamm_placement place = {.gear = 0};
    kamm_error error;
    kamm_detail_car one;
    const kamm_detail_def empty = {.level_count = 1};
    kamm_set_assert_handler(count_report, NULL);
    MISUSE(kamm_create_detail(NULL, &error));
    MISUSE(kamm_create_detail(&empty, &error));
    MISUSE(kamm_enter_detail(NULL, &one, 0, &place, &error));
    MISUSE(kamm_enter_detail(game->detail, &one, 0, NULL, &error));
    MISUSE(kamm_update_detail(NULL, game->cars, 1, NULL, 0, 0, NULL, &error));
    MISUSE(kamm_update_detail(game->detail, NULL, 1, NULL, 0, 0, NULL, &error));
    MISUSE(kamm_update_detail(game->detail, game->cars, 1, NULL, 1, 0, NULL, &error));
    MISUSE(kamm_update_detail(game->detail, game->cars, 1, NULL, 0, -1, NULL, &error));
    kamm_set_assert_handler(NULL, NULL);
    end_game(game);
}

static void wrong_levels_are_refused(void **state)
{
    (void)state;
    struct game *game = start_game(0, 0);
    kamm_error error;
    const kamm_model *swapped[] = {game->models[0][1], game->models[0][0]};
    const kamm_model *own[] = {game->models[0][0], game->models[0][1]};
    const kamm_detail_def good = {
        .levels = game->levels, .level_count = 2, .models = own, .kind_count = 1, .most_cars = 1};
    kamm_detail_def def = good;
#define REFUSED(word, says) \
    REFUSES(kamm_create_detail(&def, &error) ? KAMM_OK : error.code, word, says)
    def.models = swapped;
    REFUSED("models", "models[0][0]");
    def = good, def.level_count = 9;
    REFUSED("level_count", "1 to 8");
    def = good, def.kind_count = 0;
    REFUSED("kind_count", "1 or more");
    def = good, def.most_cars = 0;
    REFUSED("most_cars", "1 or more");
    def = good, def.keep_share = 1.1;
    REFUSED("keep_share", "0 to 1");
    kamm_vehicle_def other = shipped_def(shipped_number("volvo-v40"));
    kamm_model *strange = compile_rung(&other, KAMM_DOUBLE_TRACK);
    own[1] = strange;
    def = good;
    REFUSED("models", "no car of this model");
    own[1] = game->models[0][1];
    kamm_detail_level near = game->levels[0], two[2] = {near, game->levels[1]};
    two[0].within_m = 0;
    def = good, def.levels = two;
    REFUSED("levels", "levels[0].within_m");
    kamm_destroy_detail(NULL);
    kamm_destroy_model(strange);
    end_game(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_cars_have_the_finest_levels),
        cmocka_unit_test(changes_are_continuous),
        cmocka_unit_test(cars_do_not_go_to_and_fro),
        cmocka_unit_test(few_changes_in_a_call_come_to_the_same),
        cmocka_unit_test(cars_that_keep_their_level_take_its_slots),
        cmocka_unit_test(rollbacks_go_on_with_the_same_bits),
        cmocka_unit_test(all_widths_have_the_same_bits),
        cmocka_unit_test(a_wall_stops_cars_on_all_levels),
        cmocka_unit_test(wrong_calls_change_nothing),
        cmocka_unit_test(misuse_is_told),
        cmocka_unit_test(wrong_levels_are_refused),
    };
    return cmocka_run_group_tests_name("level_of_detail", tests, NULL, NULL);
}
