/* Portable snapshots of worlds: cars, combinations, bodies, joints and sleep go on with the same bits in another world that is built
 * alike; what one side lacks is reported, and what is none of its is refused. */
#include "run/snapshot_mark.h"
#include "support/misuse.h"
#include "support/rungs.h"
#include "support/tier.h"
#include "support/trailers.h"
#include "support/world.h"

#include <kamm/slots.h>
#include <kamm/world_joints.h>
#include <kamm/world_sleep.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SUM = 8, RECORD_HEAD = 6, CARS = 5, PARKED = 2 };

struct saved {
    unsigned char *bytes;
    size_t size;
};

/* Cars that crash into crates and a wall, one of them off; others that stand and sleep; a combination; a lift that moves; a crate on a
 * rope; a sensor in the way; a car on a raft. */
struct party {
    kamm_world *world;
    kamm_cars *cars, *parked, *carried;
    struct combination combination;
};

static kamm_body_def block_at(kamm_body_type type, double x, double y, double half, int sensor)
{
    return (kamm_body_def){.type = type,
                           .shapes[0].box = {.centre_m = {x, y, 1}, .half_m = {half, half, 1}},
                           .sensor = sensor};
}

static void add_joint(kamm_world *world, kamm_cars *cars, int body)
{
    kamm_error error;
    const kamm_joint_def rope = {
        .kind = KAMM_JOINT_ROPE,
        .ends = {{.cars = cars, .point_m = {-1, 0, 0.5}}, {.body = kamm_body_at(world, body)}}};
    must(kamm_add_joint(world, &rope, NULL, &error), &error);
}

static struct party start_party(kamm_rung rung, int sleeps)
{
    kamm_error error;
    kamm_vehicle_def car = default_vehicle(), units[] = {towing_car(), caravan()};
    car.stepping.substeps_per_s = units[0].stepping.substeps_per_s =
        units[1].stepping.substeps_per_s = 480;
    const kamm_body_def bodies[] = {
        placed_at(crate(), 12, 0, 0, 0),          wall_across(20, 0.5, 0.2),
        placed_at(crate(), 13, 3, 0, 1),          block_at(KAMM_BODY_KINEMATIC, -20, 0, 2, 0),
        block_at(KAMM_BODY_STATIC, 8, 0, 3, 1),   placed_at(crate(), -6, 0, 0, 0),
        placed_at(raft(5, 2, 300), 200, 0, 0, 0),
    };
    const kamm_world_def def = {.ground = kamm_flat_ground, .bodies = bodies, .body_count = 7};
    struct party p = {.world = create_world(&def),
                      .cars = start_rung(&car, rung, CARS),
                      .parked = start_rung(&car, rung, PARKED),
                      .carried = start_rung(&car, rung, 1),
                      .combination = start_combination(units, 2, KAMM_FULL, 1)};
    add_cars(p.world, p.cars), add_cars(p.world, p.parked), add_cars(p.world, p.carried);
    must(kamm_add_combinations(p.world, p.combination.combinations, &error), &error);
    for (int i = 0; i < CARS; ++i) {
        kamm_placement place = kamm_placement_on(&kamm_flat_ground, 0, 2.6 * i, 0.02 * i);
        place.speed_mps = 12 + i, place.gear = KAMM_GEAR_DRIVE;
        kamm_place(p.cars, i, &place);
        kamm_inputs(p.cars)[i].throttle = 0.5f;
    }
    for (int i = 0; i < PARKED; ++i) {
        kamm_placement place = kamm_placement_on(&kamm_flat_ground, 100, 5 * i, 0);
        kamm_place(p.parked, i, &place);
        kamm_inputs(p.parked)[i].hand_brake = 1;
    }
    kamm_placement place = kamm_placement_on(&kamm_flat_ground, 200, 0, 0);
    place.position_m[2] = 0.2;
    kamm_place(p.carried, 0, &place);
    kamm_inputs(p.carried)[0].brake = 0.5f, kamm_inputs(p.carried)[0].throttle = 0.6f;
    place = kamm_placement_on(&kamm_flat_ground, 0, -30, 0);
    place.speed_mps = 10;
    kamm_place_combination(p.combination.combinations, 0, &place, NULL);
    must(kamm_switch_off(p.cars, kamm_slot_of(p.cars, 4), &error), &error);
    const kamm_body_motion lift = {.velocity_mps = {0.2, 0, 0.1}};
    set_body(p.world, 3, &lift);
    add_joint(p.world, p.cars, 5);
    kamm_let_cars_sleep(p.world, sleeps);
    return p;
}

static void end_party(struct party *p)
{
    kamm_destroy_world(p->world);
    end_cars(p->cars), end_cars(p->parked), end_cars(p->carried);
    end_combination(&p->combination);
}

static struct saved saved_world(const kamm_world *world)
{
    kamm_error error;
    struct saved saved = {.size = kamm_portable_world_size(world)};
    saved.bytes = malloc(saved.size);
    assert_non_null(saved.bytes);
    must(kamm_save_portable_world(world, saved.bytes, &error), &error);
    return saved;
}

/* The name of the record that begins there, and where the next one does; 0: the sum. */
static size_t next_record(const struct saved *saved, size_t at, char name[64])
{
    const unsigned char *from = saved->bytes + at;
    if (at + SUM == saved->size) return 0;
    size_t size = 0;
    for (int i = 0; i < 4; ++i) size |= (size_t)from[2 + i] << 8 * i;
    snprintf(name, 64, "%.*s", from[1], (const char *)from + RECORD_HEAD);
    return at + RECORD_HEAD + from[1] + size;
}

/* Whether any byte of that record is not 0. */
static int has_values(const struct saved *saved, const char *record)
{
    char name[64];
    for (size_t at = 8, next; (next = next_record(saved, at, name)); at = next)
        for (size_t i = at + RECORD_HEAD + saved->bytes[at + 1]; i < next; ++i)
            if (strcmp(name, record) == 0 && saved->bytes[i]) return 1;
    return 0;
}

static int touches_of(const kamm_world *world)
{
    int count;
    kamm_contact_events(world, &count);
    return count;
}

/* In flight, in the crash, and when some sleep. The other world has done something else before. */
static void a_world_goes_on_with_the_same_bits(void **state)
{
    (void)state;
    static const int substeps[] = {10, 420, 1500};
    const kamm_portable_report nothing = {0};
    int asleep = 0, contacts = 0, loads = 0;
    for (EACH_RUNG(rung))
        for (int n = (int)rung % 2; n < 3; n += of_tier(3, 2)) {
            kamm_error error;
            kamm_portable_report report;
            struct party one = start_party(rung, n), other = start_party(rung, n);
            kamm_step_world(one.world, substeps[n]);
            kamm_step_world(other.world, 55);
            struct saved saved = saved_world(one.world);
            must(kamm_restore_portable_world(other.world, saved.bytes, saved.size, &report, &error),
                 &error);
            assert_memory_equal(&report, &nothing, sizeof report);
            assert_true(kamm_world_state_hash(other.world) == kamm_world_state_hash(one.world));
            struct saved again = saved_world(other.world);
            assert_int_equal(again.size, saved.size);
            assert_memory_equal(again.bytes, saved.bytes, saved.size);
            loads += has_values(&saved, "load.impulse");
            asleep += kamm_car_is_asleep(other.world, other.parked, 0);
            for (int i = 0; i < 40; ++i) {
                kamm_step_world(one.world, 4), kamm_step_world(other.world, 4);
                assert_int_equal(touches_of(one.world), touches_of(other.world));
                contacts += touches_of(one.world);
                if (kamm_world_state_hash(other.world) != kamm_world_state_hash(one.world))
                    fail_msg("%s after %d substeps: %d calls later", rung_name(rung), substeps[n],
                             i);
            }
            free(saved.bytes), free(again.bytes);
            end_party(&one), end_party(&other);
        }
    assert_int_not_equal(asleep, 0);
    assert_int_not_equal(contacts, 0);
    assert_int_not_equal(loads, 0);
}

/* ---- what differs ---- */

static void mend_sum(struct saved *saved) { write_sum(saved->bytes, saved->size - SUM); }

static int is_needed(const char *name)
{
    static const char *const needed[] = {"groups",           "dynamic_bodies", "fixed_bodies",
                                         "kinematic_bodies", "joints",         "group."};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; ++i)
        if (strncmp(name, needed[i], strlen(needed[i])) == 0) return 1;
    return 0;
}

/* Each record in turn has another name: the report has it, and the world goes on; or there is no world without it, and it is refused. */
static void records_that_are_missing_are_told(void **state)
{
    (void)state;
    struct party p = start_party(KAMM_FULL, 1);
    kamm_step_world(p.world, 420);
    struct saved saved = saved_world(p.world);
    char name[64];
    uint64_t hash = kamm_world_state_hash(p.world);
    for (size_t at = 8, next; (next = next_record(&saved, at, name)); at = next) {
        kamm_error error = {0};
        kamm_portable_report report;
        unsigned char *last = saved.bytes + at + RECORD_HEAD + saved.bytes[at + 1] - 1;
        *last ^= 0x20;
        mend_sum(&saved);
        kamm_result result =
            kamm_restore_portable_world(p.world, saved.bytes, saved.size, &report, &error);
        *last ^= 0x20;
        if (is_needed(name)) {
            assert_int_equal(result, KAMM_ERROR_FORMAT);
            assert_true(kamm_world_state_hash(p.world) == hash);
            continue;
        }
        must(result, &error);
        assert_int_equal(report.missing, 1);
        assert_int_equal(report.unknown, 1);
        assert_string_equal(report.first_missing, name);
        kamm_step_world(p.world, 2);
        mend_sum(&saved);
        must(kamm_restore_portable_world(p.world, saved.bytes, saved.size, &report, &error),
             &error);
        assert_true(kamm_world_state_hash(p.world) == hash);
    }
    free(saved.bytes);
    end_party(&p);
}

static void expect_refused(kamm_world *world, const struct saved *saved, const char *why)
{
    kamm_error error = {0};
    uint64_t before = kamm_world_state_hash(world);
    assert_int_equal(kamm_restore_portable_world(world, saved->bytes, saved->size, NULL, &error),
                     KAMM_ERROR_FORMAT);
    if (!strstr(error.text, why)) fail_msg("'%s' and not '%s'", error.text, why);
    assert_true(kamm_world_state_hash(world) == before);
}

/* No number where there has to be one: in each double of bodies, loads, hitches and joints. */
static void states_that_no_world_has_are_refused(void **state)
{
    (void)state;
    struct party p = start_party(KAMM_SINGLE_TRACK, 0);
    kamm_step_world(p.world, 420);
    struct saved saved = saved_world(p.world);
    char name[64];
    for (size_t at = 8, next; (next = next_record(&saved, at, name)); at = next) {
        unsigned char *value = saved.bytes + at + RECORD_HEAD + saved.bytes[at + 1], kept[8];
        if (saved.bytes[at] != 'd') continue;
        for (; value < saved.bytes + next; value += 8) {
            memcpy(kept, value, 8);
            memcpy(value, "\0\0\0\0\0\0\xf8\x7f", 8);
            mend_sum(&saved);
            expect_refused(p.world, &saved, "snapshot: ");
            memcpy(value, kept, 8);
        }
    }
    free(saved.bytes);
    end_party(&p);
}

static void snapshots_of_other_worlds_are_refused(void **state)
{
    (void)state;
    kamm_error error;
    struct party p = start_party(KAMM_RIGID2D, 0), other = start_party(KAMM_RIGID2D, 0);
    kamm_step_world(p.world, 420);
    struct saved saved = saved_world(p.world);
    must(kamm_set_identity(other.world, other.cars, 77, &error), &error);
    expect_refused(other.world, &saved, "other groups");
    must(kamm_set_identity(other.world, other.cars, 1, &error), &error);
    kamm_body_def more = placed_at(crate(), 50, 50, 0, 0);
    must(kamm_add_body(other.world, &more, NULL, &error), &error);
    expect_refused(other.world, &saved, "other dynamic_bodies");
    remove_body(other.world, 7);
    remove_body(other.world, 1);
    expect_refused(other.world, &saved, "other fixed_bodies");
    saved.bytes[saved.size / 2] ^= 1;
    expect_refused(p.world, &saved, "changed");
    saved.bytes[saved.size / 2] ^= 1;
    saved.size -= 9;
    expect_refused(p.world, &saved, "changed");
    free(saved.bytes);
    end_party(&p), end_party(&other);
}

static void misuse_is_reported(void **state)
{
    (void)state;
    kamm_error error;
    char bytes[8];
    kamm_world *world = create_world(&(kamm_world_def){.ground = kamm_flat_ground});
    kamm_set_assert_handler(count_report, NULL);
    MISUSE(kamm_portable_world_size(NULL));
    MISUSE(kamm_save_portable_world(NULL, bytes, &error));
    MISUSE(kamm_save_portable_world(world, NULL, &error));
    MISUSE(kamm_restore_portable_world(NULL, bytes, 8, NULL, &error));
    MISUSE(kamm_restore_portable_world(world, NULL, 8, NULL, &error));
    kamm_set_assert_handler(NULL, NULL);
    kamm_destroy_world(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_world_goes_on_with_the_same_bits),
        cmocka_unit_test(records_that_are_missing_are_told),
        cmocka_unit_test(states_that_no_world_has_are_refused),
        cmocka_unit_test(snapshots_of_other_worlds_are_refused),
        cmocka_unit_test(misuse_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
