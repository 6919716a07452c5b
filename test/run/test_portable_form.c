/* The form of portable snapshots, as an independent reader sees it; fields that one side lacks, and what is refused. */
#include "run/snapshot_mark.h"
#include "support/portable.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 8, RECORD_HEAD = 6, SUM = 8 };

/* ---- an independent reader of the form in portable.h ---- */

static uint64_t little(const unsigned char *at, int bytes)
{
    uint64_t number = 0;
    for (int i = bytes - 1; i >= 0; --i) number = number << 8 | at[i];
    return number;
}

struct entry {
    size_t at; /* where it begins */
    char type, name[64];
    size_t size;
    const unsigned char *values;
};

/* The record that begins there; 0: the sum does. */
static int entry_at(const struct saved *saved, size_t at, struct entry *entry)
{
    const unsigned char *from = saved->bytes + at;
    if (at + SUM == saved->size) return 0;
    assert_true(at + RECORD_HEAD + SUM < saved->size);
    size_t length = from[1];
    entry->at = at, entry->type = (char)from[0], entry->size = (size_t)little(from + 2, 4);
    assert_true(at + RECORD_HEAD + length + entry->size + SUM <= saved->size);
    snprintf(entry->name, sizeof entry->name, "%.*s", (int)length,
             (const char *)from + RECORD_HEAD);
    entry->values = from + RECORD_HEAD + length;
    return 1;
}

static size_t after(const struct saved *saved, const struct entry *entry)
{
    return (size_t)(entry->values - saved->bytes) + entry->size;
}

static struct entry found(const struct saved *saved, const char *name)
{
    struct entry entry;
    for (size_t at = HEAD; entry_at(saved, at, &entry); at = after(saved, &entry))
        if (strcmp(entry.name, name) == 0) return entry;
    fail_msg("there is no %s", name);
    return entry;
}

static double value_of(const struct saved *saved, const char *name, int index)
{
    struct entry entry = found(saved, name);
    union {
        uint64_t bits;
        double number;
    } d;
    union {
        uint32_t bits;
        float number;
    } f;
    switch (entry.type) {
    case 'd': return d.bits = little(entry.values + 8 * index, 8), d.number;
    case 'f': return f.bits = (uint32_t)little(entry.values + 4 * index, 4), (double)f.number;
    case 'u': return (double)little(entry.values + 4 * index, 4);
    case 'l': return (double)little(entry.values + 8 * index, 8);
    default: return entry.values[index];
    }
}

/* Each state of the tables that the rung has is there, for each wheel of each car, as its row in memory has it. */
static void expect_states(const struct saved *saved, kamm_cars *cars, kamm_state_row_kind kind,
                          const char *prefix, const kamm_field_info *fields, int count, int items)
{
    for (int f = 0; f < count; ++f) {
        char name[64];
        snprintf(name, sizeof name, "%s%s", prefix, fields[f].name);
        for (int item = 0; item < items; ++item) {
            const float *row = kamm_state_row(cars, 0, kind, item, f);
            if (!row) continue;
            for (int car = 0; car < 2; ++car)
                assert_true(value_of(saved, name, car * items + item) == (double)row[car]);
        }
    }
}

static void an_independent_reader_finds_the_documented_fields(void **state)
{
    (void)state;
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = default_vehicle();
        kamm_cars *cars = start_rung(&def, rung, 2);
        put_car(cars, 1, &kamm_flat_ground, 0.2, 9, KAMM_GEAR_DRIVE);
        swerve_all(cars, 2, 0, 30, &kamm_flat_ground);
        struct saved saved = saved_range(cars, 0, 2);
        int count;
        const kamm_field_info *fields = kamm_car_state_fields(&count);
        assert_memory_equal(saved.bytes, "KAMMPRT\1", HEAD);
        expect_states(&saved, cars, KAMM_ROW_CAR, "car.", fields, count, 1);
        fields = kamm_wheel_state_fields(&count);
        expect_states(&saved, cars, KAMM_ROW_WHEEL, "wheel.", fields, count, 4);
        fields = kamm_axle_state_fields(&count);
        expect_states(&saved, cars, KAMM_ROW_AXLE, "axle.", fields, count, 2);
        fields = kamm_body_point_state_fields(&count);
        expect_states(&saved, cars, KAMM_ROW_BODY_POINT, "point.", fields, count, KAMM_BODY_POINTS);
        for (int i = 0; i < 6; ++i)
            assert_true(value_of(&saved, "car.position_m", i) ==
                        kamm_position_row(cars, 0, i % 3)[i / 3]);
        assert_true(value_of(&saved, "input.steering_wheel_rad", 1) ==
                    (double)kamm_inputs(cars)[1].steering_wheel_rad);
        assert_true(value_of(&saved, "wheel_output.load_n", 6) ==
                    kamm_read_wheel(cars, 1, 2, KAMM_WHEEL_load_n));
        assert_true(value_of(&saved, "substeps", 0) == 120 && value_of(&saved, "cars", 0) == 2 &&
                    value_of(&saved, "wheels", 0) == 4 && value_of(&saved, "axles", 0) == 2);
        assert_memory_equal(found(&saved, "rung").values, rung_name(rung), strlen(rung_name(rung)));
        free(saved.bytes);
        end_cars(cars);
    }
}

/* ---- the first version's ---- */

/* A Nissan Micra on `full` after a second in second gear, as the first version with portable snapshots saved it on x86-64. No later version
 * may find a field in it that it does not know: names stay. */
static void a_snapshot_of_the_first_version_is_read(void **state)
{
    (void)state;
    struct saved saved = {malloc(10000), 0};
    FILE *file = fopen("test/reference/snapshots/portable_full_car.bin", "rb");
    assert_non_null(file);
    saved.size = fread(saved.bytes, 1, 10000, file);
    fclose(file);
    kamm_vehicle_def def = shipped_on(shipped_number("nissan-micra"), KAMM_FULL, 240);
    kamm_cars *cars = start_rung(&def, KAMM_FULL, 1);
    kamm_portable_report report;
    kamm_error error;
    must(kamm_restore_portable(cars, 0, 1, saved.bytes, saved.size, &report, &error), &error);
    if (report.unknown) fail_msg("there was a field %s", report.first_unknown);
    assert_true(read_channel(cars, KAMM_CHANNEL_time_s) == 1);
    expect_near(read_channel(cars, KAMM_CHANNEL_speed_mps), 12.508005, 1e-4);
    expect_near(read_channel(cars, KAMM_CHANNEL_x_m), 12.2, 0.05);
    expect_near(read_channel(cars, KAMM_CHANNEL_engine_radps), 366.469391, 1e-4);
    expect_near(read_channel(cars, KAMM_CHANNEL_gear), 2, 0);
    expect_near(kamm_inputs(cars)[0].throttle, 0.25, 0);
    expect_near(value_of(&saved, "wheel.spin_radps", 1), 44.31573, 1e-4);
    drive_for(cars, &kamm_flat_ground, 0.5);
    assert_int_equal(kamm_fault(cars, 0), 0);
    free(saved.bytes);
    end_cars(cars);
}

/* ---- fields that one side lacks ---- */

static void mend_sum(struct saved *saved) { write_sum(saved->bytes, saved->size - SUM); }

/* Without one of its records. */
static struct saved without(const struct saved *saved, const struct entry *entry)
{
    size_t end = after(saved, entry), gone = end - entry->at;
    struct saved less = {malloc(saved->size), saved->size - gone};
    memcpy(less.bytes, saved->bytes, entry->at);
    memcpy(less.bytes + entry->at, saved->bytes + end, saved->size - end);
    mend_sum(&less);
    return less;
}

/* With that record before the others. */
static struct saved with(const struct saved *saved, const void *record, size_t size)
{
    struct saved more = {malloc(saved->size + size), saved->size + size};
    memcpy(more.bytes, saved->bytes, HEAD);
    memcpy(more.bytes + HEAD, record, size);
    memcpy(more.bytes + HEAD + size, saved->bytes + HEAD, saved->size - HEAD);
    mend_sum(&more);
    return more;
}

static int is_needed(const char *name)
{
    static const char *const needed[] = {"rung",  "cars",   "wheels",
                                         "axles", "models", "car.position_m"};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; ++i)
        if (strcmp(name, needed[i]) == 0) return 1;
    return 0;
}

/* A large part of a quaternion: without it the others are none. */
static int is_most_of_orientation(const struct saved *saved, const char *name)
{
    return strncmp(name, "car.orientation_", 16) == 0 && strchr("wxyz", name[16]) &&
           pow(value_of(saved, name, 0), 2) > 0.02;
}

/* Whatever the car has done before: it drives on and is restored again. */
static void expect_the_same_again(kamm_cars *cars, const struct saved *less, const char *name)
{
    struct saved first = saved_range(cars, 0, 1);
    kamm_step(cars, &kamm_flat_ground, 2);
    if (kamm_fault(cars, 0)) fail_msg("without %s the car is parked", name);
    must(kamm_restore_portable(cars, 0, 1, less->bytes, less->size, NULL, NULL), NULL);
    struct saved second = saved_range(cars, 0, 1);
    if (memcmp(first.bytes, second.bytes, first.size) != 0) fail_msg("%s is that of before", name);
    free(first.bytes), free(second.bytes);
}

/* Each of the fields in turn: the snapshot of an older version lacks it. The car takes that of a car that is placed so, and drives on. */
static void missing_fields_are_those_of_a_placed_car(void **state)
{
    (void)state;
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = shipped_on(shipped_number("bmw-m3-e46"), rung, 240);
        kamm_cars *cars = start_rung(&def, rung, 1), *other = start_rung(&def, rung, 1);
        put_car(cars, 0, &kamm_flat_ground, 0.2, 20, KAMM_GEAR_DRIVE);
        swerve_all(cars, 1, 0, 30, &kamm_flat_ground);
        struct saved saved = saved_range(cars, 0, 1);
        struct entry entry;
        for (size_t at = HEAD; entry_at(&saved, at, &entry); at = after(&saved, &entry)) {
            struct saved less = without(&saved, &entry);
            kamm_portable_report report;
            kamm_error error;
            kamm_result result =
                kamm_restore_portable(other, 0, 1, less.bytes, less.size, &report, &error);
            if (is_needed(entry.name) || is_most_of_orientation(&saved, entry.name)) {
                assert_int_equal(result, KAMM_ERROR_FORMAT);
                free(less.bytes);
                continue;
            }
            must(result, &error);
            int of_head = strncmp(entry.name, "substep", 7) == 0;
            assert_int_equal(report.missing, !of_head);
            assert_int_equal(report.unknown + report.other_models, 0);
            if (!of_head) assert_string_equal(report.first_missing, entry.name);
            expect_near(read_channel(other, KAMM_CHANNEL_x_m), read_channel(cars, KAMM_CHANNEL_x_m),
                        0.1);
            expect_the_same_again(other, &less, entry.name);
            free(less.bytes);
        }
        free(saved.bytes);
        end_cars(other), end_cars(cars);
    }
}

/* A gearbox, engine and wheels that are missing turn with the car's speed, as of one that is placed at it. */
static void a_missing_driveline_turns_with_the_car(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_rung(&def, KAMM_FULL, 1), *other = start_rung(&def, KAMM_FULL, 1);
    put_car(cars, 0, &kamm_flat_ground, 1, 25, 3);
    kamm_inputs(cars)[0].gear = 3;
    kamm_step(cars, &kamm_flat_ground, 2);
    struct saved saved = saved_range(cars, 0, 1);
    struct entry wheels = found(&saved, "wheel.spin_radps");
    struct saved no_wheels = without(&saved, &wheels);
    struct entry engine = found(&no_wheels, "car.engine_radps");
    struct saved neither = without(&no_wheels, &engine);
    kamm_portable_report report;
    must(kamm_restore_portable(other, 0, 1, neither.bytes, neither.size, &report, NULL), NULL);
    assert_int_equal(report.missing, 2);
    assert_string_equal(report.first_missing, "car.engine_radps");
    expect_share(read_channel(other, KAMM_CHANNEL_engine_radps),
                 read_channel(cars, KAMM_CHANNEL_engine_radps), 0.01);
    expect_share(kamm_read_wheel(other, 0, 3, KAMM_WHEEL_spin_radps),
                 kamm_read_wheel(cars, 0, 3, KAMM_WHEEL_spin_radps), 0.01);
    free(saved.bytes), free(no_wheels.bytes), free(neither.bytes);
    end_cars(other), end_cars(cars);
}

/* Those of a later version, also with types that there are not yet, change nothing else. */
static void unknown_fields_are_left_out_and_told(void **state)
{
    (void)state;
    static const char later[] = "f\7\4\0\0\0car.new1234", latest[] = "q\5\3\0\0\0water567";
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = default_vehicle();
        kamm_cars *cars = start_rung(&def, rung, 2), *other = start_rung(&def, rung, 2);
        swerve_all(cars, 2, 0, 30, &kamm_flat_ground);
        struct saved saved = saved_range(cars, 0, 2);
        struct saved more = with(&saved, later, sizeof later - 1);
        struct saved most = with(&more, latest, sizeof latest - 1);
        kamm_portable_report report;
        kamm_error error;
        must(kamm_restore_portable(other, 0, 2, most.bytes, most.size, &report, &error), &error);
        assert_int_equal(report.unknown, 2);
        assert_int_equal(report.missing + report.other_models, 0);
        assert_string_equal(report.first_unknown, "water");
        for (int i = 0; i < 2; ++i) expect_same_bytes(cars, i, other, i, "with unknown fields");
        free(saved.bytes), free(more.bytes), free(most.bytes);
        end_cars(other), end_cars(cars);
    }
}

static void another_model_is_told(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle(), heavier = def, slower = def;
    heavier.body.mass_kg += 50;
    slower.stepping.substeps_per_s = 300;
    kamm_cars *cars = start_rung(&def, KAMM_FULL, 2), *other = start_rung(&heavier, KAMM_FULL, 2),
              *less = start_rung(&slower, KAMM_FULL, 2);
    for (int i = 0; i < 2; ++i) put_car(cars, i, &kamm_flat_ground, 0, 20, KAMM_GEAR_DRIVE);
    kamm_step(cars, &kamm_flat_ground, 600);
    struct saved saved = saved_range(cars, 0, 2);
    kamm_portable_report report;
    must(kamm_restore_portable(other, 0, 2, saved.bytes, saved.size, &report, NULL), NULL);
    assert_int_equal(report.other_models, 2);
    assert_int_equal(report.unknown + report.missing, 0);
    drive_for(other, &kamm_flat_ground, 0.5);
    assert_int_equal(kamm_fault(other, 0) | kamm_fault(other, 1), 0);
    expect_above(kamm_read(other, 1, KAMM_CHANNEL_speed_mps), 18);
    must(kamm_restore_portable(less, 0, 2, saved.bytes, saved.size, &report, NULL), NULL);
    expect_near(kamm_read(less, 0, KAMM_CHANNEL_time_s), 600 / def.stepping.substeps_per_s, 1e-9);
    free(saved.bytes);
    end_cars(less), end_cars(other), end_cars(cars);
}

/* ---- what is refused ---- */

static void expect_refused(kamm_cars *cars, int count, const struct saved *saved, size_t size,
                           const char *why)
{
    kamm_error error = {0};
    uint64_t before = kamm_state_hash(cars);
    kamm_result result = kamm_restore_portable(cars, 0, count, saved->bytes, size, NULL, &error);
    assert_int_equal(result, KAMM_ERROR_FORMAT);
    if (!strstr(error.text, why)) fail_msg("'%s' and not '%s'", error.text, why);
    assert_true(kamm_state_hash(cars) == before);
}

static void changed_bytes_are_refused(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_rung(&def, KAMM_FULL, 2);
    struct saved saved = saved_range(cars, 0, 2);
    size_t stride = (size_t)of_tier(53, 3);
    for (size_t i = 0; i < saved.size; i += stride) {
        saved.bytes[i] ^= (unsigned char)(1 << i % 8);
        expect_refused(cars, 2, &saved, saved.size,
                       i < 7    ? "not a portable one"
                       : i == 7 ? "of form"
                                : "changed");
        saved.bytes[i] ^= (unsigned char)(1 << i % 8);
    }
    for (size_t size = 0; size < saved.size; size += size < 40 ? 1 : stride)
        expect_refused(cars, 2, &saved, size, "snapshot: ");
    free(saved.bytes);
    end_cars(cars);
}

/* With a sum that is right: records that end nowhere, or say what no snapshot of these cars does. */
static void snapshots_of_others_are_refused(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle(), truck = shipped_def(shipped_number("man-tgs-8x4"));
    kamm_cars *cars = start_rung(&def, KAMM_FULL, 2), *planar = start_rung(&def, KAMM_RIGID2D, 2),
              *trucks = start_rung(&truck, KAMM_FULL, 2);
    struct saved saved = saved_range(cars, 0, 2), one = saved_range(cars, 0, 1),
                 of_trucks = saved_range(trucks, 0, 2);
    struct entry spin = found(&saved, "wheel.spin_radps");
    expect_refused(planar, 2, &saved, saved.size, "another rung");
    expect_refused(cars, 2, &one, one.size, "of 1 cars, not of 2");
    expect_refused(cars, 2, &of_trucks, of_trucks.size, "12 wheels on 4 axles");
    struct saved twice = with(&saved, saved.bytes + spin.at, after(&saved, &spin) - spin.at);
    expect_refused(cars, 2, &twice, twice.size, "wheel.spin_radps is there twice");
    static const struct {
        size_t offset; /* in a record */
        unsigned char value;
        const char *why;
    } changes[] = {{0, 'd', "another type"}, {0, 'b', "another type"},
                   {0, 'u', "another type"}, {2, 28, ""},
                   {5, 0xff, "no record"},   {1, 255, ""}};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; ++i) {
        unsigned char *at = saved.bytes + spin.at + changes[i].offset, kept = *at;
        *at = changes[i].value;
        mend_sum(&saved);
        expect_refused(cars, 2, &saved, saved.size, changes[i].why);
        *at = kept;
    }
    free(saved.bytes), free(one.bytes), free(of_trucks.bytes), free(twice.bytes);
    end_cars(trucks), end_cars(planar), end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_independent_reader_finds_the_documented_fields),
        cmocka_unit_test(a_snapshot_of_the_first_version_is_read),
        cmocka_unit_test(missing_fields_are_those_of_a_placed_car),
        cmocka_unit_test(a_missing_driveline_turns_with_the_car),
        cmocka_unit_test(unknown_fields_are_left_out_and_told),
        cmocka_unit_test(another_model_is_told),
        cmocka_unit_test(changed_bytes_are_refused),
        cmocka_unit_test(snapshots_of_others_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
