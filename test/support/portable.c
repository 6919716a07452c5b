#include "portable.h"
#include "company.h"

#include <kamm/snapshot.h>
#include <stdlib.h>
#include <string.h>

struct saved saved_range(const kamm_cars *cars, int first, int count)
{
    struct saved saved = {.size = kamm_portable_size(cars, first, count)};
    saved.bytes = malloc(saved.size);
    assert_non_null(saved.bytes);
    memset(saved.bytes, 0xa5, saved.size);
    kamm_save_portable(cars, first, count, saved.bytes);
    return saved;
}

static const kamm_portable_report nothing_differs = {0};

void expect_restored(kamm_cars *cars, int first, int count, const struct saved *saved)
{
    kamm_error error;
    kamm_portable_report report;
    memset(&report, 0xa5, sizeof report);
    must(kamm_restore_portable(cars, first, count, saved->bytes, saved->size, &report, &error),
         &error);
    if (report.unknown) fail_msg("unknown: %s", report.first_unknown);
    if (report.missing) fail_msg("missing: %s", report.first_missing);
    assert_memory_equal(&report, &nothing_differs, sizeof report);
}

void expect_same_bytes(const kamm_cars *cars, int car, const kamm_cars *others, int other,
                       const char *what)
{
    size_t size = kamm_car_snapshot_size(cars, car);
    assert_int_equal(kamm_car_snapshot_size(others, other), size);
    unsigned char *bytes = malloc(2 * size);
    kamm_save_car(cars, car, bytes), kamm_save_car(others, other, bytes + size);
    for (size_t i = 0; i < size; ++i)
        if (bytes[i] != bytes[size + i]) fail_msg("%s: byte %zu of %zu", what, i, size);
    free(bytes);
}

void swerve_all(kamm_cars *cars, int count, int from_frame, int to_frame, const kamm_ground *ground)
{
    for (int frame = from_frame; frame < to_frame; ++frame) {
        for (int car = 0; car < count; ++car) swerve_and_brake(cars, car, frame + 5 * car, 1);
        kamm_step(cars, ground, 4);
    }
}
