/* Restores of cars, single cars, combinations, differences and models. */
#include "restore.h"
#include "scenes.h"

#include <kamm/combinations.h>
#include <kamm/io/combination_file.h>
#include <kamm/portable.h>
#include <kamm/snapshot.h>

#include <stdlib.h>

enum { CARS = 3, STEPS = 60 }; /* a quarter of a second, in which a query is asked in any case */

/* Waves that a query tells, so that what is kept of its answers counts. */
static void waves(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    (void)user;
    for (int i = 0; i < count; ++i) {
        double x = probes[i].position_m[0];
        kamm_contact at = {.friction = 1, .surface = 1, .reach_m = 0.05f, .steepness = 0.2f};
        memcpy(at.point_m, probes[i].position_m, sizeof at.point_m);
        at.point_m[2] = isfinite(x) && fabs(x) < 1e6 ? 0.02 * sin(x) : 0;
        at.normal[2] = 1;
        contacts[i] = at;
    }
}

static const kamm_ground wavy = {.query = waves, .interval_substeps = 4, .body_points = 1};

/* -- Cars -- */
static const struct {
    const char *vehicle;
    kamm_rung rung;
} garage[] = {{"nissan-micra", KAMM_KINEMATIC},
              {"nissan-micra", KAMM_RIGID2D},
              {"nissan-micra", KAMM_SINGLE_TRACK},
              {"nissan-micra", KAMM_DOUBLE_TRACK},
              {"nissan-micra", KAMM_FULL},
              {"man-tgs-8x4", KAMM_FULL},
              {"tesla-model-3-performance-2018", KAMM_FULL},
              {"toyota-prius-plug-in-2012", KAMM_FULL},
              {TWO_WHEELER, KAMM_KINEMATIC},
              {TWO_WHEELER, KAMM_SINGLE_TRACK},
              {TWO_WHEELER, KAMM_FULL}};
enum {
    TWO_WHEELERS = 3,
    GARAGE = sizeof garage / sizeof *garage,
    FOUR_WHEELERS = GARAGE - TWO_WHEELERS
};

static void save_cars(const void *cars, void *to) { kamm_save_snapshot(cars, to); }
static kamm_result restore_cars(void *cars, const void *from, size_t size, kamm_error *error)
{
    return kamm_restore_snapshot(cars, from, size, error);
}
static void step_cars(void *cars) { kamm_step(cars, &wavy, STEPS); }
static void look_at_cars(const void *cars) { hold_finite(cars); }
static uint64_t hash_cars(const void *cars) { return kamm_state_hash(cars); }

/* Cars that drive differently, a second after their start. */
static kamm_cars *some_cars(int which)
{
    kamm_model *model = kamm_load_model(garage[which].vehicle, garage[which].rung, NULL);
    hold(model);
    kamm_cars *cars = kamm_create_cars(model, CARS, NULL);
    hold(cars);
    kamm_destroy_model(model);
    for (int i = 0; i < CARS; ++i) {
        const kamm_placement place = {
            .position_m = {0, 10.0 * i, 0.05}, .speed_mps = 8.0 * i, .gear = KAMM_GEAR_DRIVE};
        kamm_place(cars, i, &place);
        kamm_inputs(cars)[i].throttle = i ? 0.6f : 0;
        kamm_inputs(cars)[i].steering_wheel_rad = (float)i - 1;
    }
    kamm_step(cars, &wavy, 240);
    return cars;
}

static const struct kept *kept_cars(int which)
{
    static struct kept all[GARAGE];
    struct kept *kept = &all[which];
    if (kept->object) return kept;
    kamm_cars *cars = some_cars(which);
    *kept = (struct kept){.object = cars,
                          .size = kamm_snapshot_size(cars),
                          .save = save_cars,
                          .restore = restore_cars,
                          .step = step_cars,
                          .look = look_at_cars,
                          .hash = hash_cars};
    keep(kept);
    return kept;
}

/* Unchanged cars drive as they would have. They have been stepped already. */
static void hold_innocent(const struct kept *kept, const uint8_t *bytes)
{
    enum { SUBSTEPS = 32 }; /* where the header has them: queries come by them */
    if (memcmp(bytes + SUBSTEPS, kept->base + SUBSTEPS, 8) != 0) return;
    kamm_cars *cars = kept->object;
    size_t size = kamm_car_snapshot_size(cars, 0);
    uint8_t *now = malloc(4 * size * CARS);
    hold(now);
    uint8_t *edited = now + size * CARS, *before = edited + size * CARS,
            *after = before + size * CARS;
    for (int i = 0; i < CARS; ++i) kamm_save_car(cars, i, now + (size_t)i * size);
    hold(kamm_restore_snapshot(cars, bytes, kept->size, NULL) == KAMM_OK);
    for (int i = 0; i < CARS; ++i) kamm_save_car(cars, i, edited + (size_t)i * size);
    hold(kamm_restore_snapshot(cars, kept->base, kept->size, NULL) == KAMM_OK);
    for (int i = 0; i < CARS; ++i) kamm_save_car(cars, i, before + (size_t)i * size);
    kamm_step(cars, &wavy, STEPS);
    for (int i = 0; i < CARS; ++i) kamm_save_car(cars, i, after + (size_t)i * size);
    for (size_t i = 0; i < CARS * size; i += size)
        if (!memcmp(edited + i, before + i, size)) hold(memcmp(now + i, after + i, size) == 0);
    free(now);
}

void fuzz_cars(const uint8_t *data, size_t size)
{
    struct bytes from = {data, size};
    try_edits(kept_cars(take_below_or(&from, FOUR_WHEELERS, TWO_WHEELERS)), &from, hold_innocent);
}

void seeds_cars(fuzz_take *take, void *user)
{
    take_edit_seeds(FOUR_WHEELERS, TWO_WHEELERS, take, user);
}

/* -- The same as portable snapshots -- */
static void save_portable(const void *cars, void *to) { kamm_save_portable(cars, 0, CARS, to); }

/* The report names a field where it counts one. */
static kamm_result restore_portable(void *cars, const void *from, size_t size, kamm_error *error)
{
    kamm_portable_report report = {.unknown = -1};
    kamm_result result = kamm_restore_portable(cars, 0, CARS, from, size, &report, error);
    if (result) return result;
    hold(report.unknown >= 0 && report.missing >= 0 && report.other_models >= 0);
    hold(!report.unknown == !*report.first_unknown && !report.missing == !*report.first_missing);
    return KAMM_OK;
}

void fuzz_portable(const uint8_t *data, size_t size)
{
    static struct kept all[GARAGE];
    struct bytes from = {data, size};
    int which = take_below_or(&from, FOUR_WHEELERS, TWO_WHEELERS);
    struct kept *kept = &all[which];
    if (!kept->object) {
        kamm_cars *cars = some_cars(which);
        *kept = (struct kept){.object = cars,
                              .size = kamm_portable_size(cars, 0, CARS),
                              .is_portable = 1,
                              .save = save_portable,
                              .restore = restore_portable,
                              .step = step_cars,
                              .look = look_at_cars,
                              .hash = hash_cars};
        keep(kept);
    }
    try_edits(kept, &from, NULL);
}

void seeds_portable(fuzz_take *take, void *user)
{
    take_edit_seeds(FOUR_WHEELERS, TWO_WHEELERS, take, user);
}

/* -- A car -- */
enum { EDITED = 1 };
static void save_car(const void *cars, void *to) { kamm_save_car(cars, EDITED, to); }
static kamm_result restore_car(void *cars, const void *from, size_t size, kamm_error *error)
{
    return kamm_restore_car(cars, EDITED, from, size, error);
}

/* Of this car alone, as the others have driven on between two restores of it. */
static uint64_t hash_car(const void *cars)
{
    size_t size = kamm_car_snapshot_size(cars, EDITED);
    uint8_t *bytes = malloc(size);
    uint64_t hash = 0xcbf29ce484222325u;
    hold(bytes);
    kamm_save_car(cars, EDITED, bytes);
    for (size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3u;
    free(bytes);
    return hash;
}

void fuzz_car(const uint8_t *data, size_t size)
{
    static struct kept all[GARAGE];
    struct bytes from = {data, size};
    int which = take_below_or(&from, FOUR_WHEELERS, TWO_WHEELERS);
    struct kept *kept = &all[which];
    if (!kept->object) {
        kamm_cars *cars = some_cars(which);
        *kept = (struct kept){.object = cars,
                              .size = kamm_car_snapshot_size(cars, EDITED),
                              .save = save_car,
                              .restore = restore_car,
                              .step = step_cars,
                              .look = look_at_cars,
                              .hash = hash_car};
        keep(kept);
    }
    hold(kamm_restore_snapshot(kept->object, kept_cars(which)->base, kept_cars(which)->size,
                               NULL) == KAMM_OK);
    try_edits(kept, &from, NULL);
}

void seeds_car(fuzz_take *take, void *user)
{
    take_edit_seeds(FOUR_WHEELERS, TWO_WHEELERS, take, user);
}

/* -- Combinations -- */
static void save_combinations(const void *combinations, void *to)
{
    kamm_save_combinations(combinations, to);
}
static kamm_result restore_combinations(void *combinations, const void *from, size_t size,
                                        kamm_error *error)
{
    return kamm_restore_combinations(combinations, from, size, error);
}
static void step_combinations(void *combinations)
{
    kamm_step_combinations(combinations, &kamm_flat_ground, STEPS);
}
static uint64_t hash_combinations(const void *combinations)
{
    return kamm_combinations_hash(combinations);
}
static void look_at_combinations(const void *combinations)
{
    kamm_combinations *all = (kamm_combinations *)combinations;
    for (int unit = 0; unit < kamm_combination_units(all); ++unit) {
        hold_finite(kamm_combination_cars(all, unit));
        for (int i = 0; unit && i < kamm_combination_count(all); ++i) {
            kamm_hitch_state hitch;
            kamm_read_hitch(all, i, unit, &hitch);
            hold(isfinite(hitch.articulation_rad + hitch.roll_nm + hitch.yaw_nm));
            hold(isfinite(hitch.force_n[0] + hitch.force_n[1] + hitch.force_n[2]));
        }
    }
}

static const struct {
    const char *name;
    kamm_rung rung;
} yard[] = {{"volvo-v40-caravan", KAMM_SINGLE_TRACK},
            {"volvo-v40-caravan", KAMM_FULL},
            {"articulated-bus", KAMM_FULL}};
enum { YARD = sizeof yard / sizeof *yard };

kamm_combinations *make_combinations(int which, int count)
{
    kamm_combination_file file = {0};
    kamm_model *models[KAMM_MAX_UNITS];
    hold(kamm_load_combination(yard[which].name, &file, NULL, NULL) == KAMM_OK);
    hold(kamm_create_unit_models(&file, yard[which].rung, models, NULL) == KAMM_OK);
    kamm_combinations *combinations =
        kamm_create_combinations((const kamm_model *const *)models, file.unit_count, count, NULL);
    hold(combinations);
    for (int i = 0; i < file.unit_count; ++i) kamm_destroy_model(models[i]);
    kamm_destroy_combination_file(&file);
    return combinations;
}

/* Two, one of which has lost its trailer. */
static kamm_combinations *start_combinations(int which)
{
    kamm_combinations *combinations = make_combinations(which, 2);
    const kamm_placement place = {.speed_mps = 15, .gear = KAMM_GEAR_DRIVE};
    for (int i = 0; i < 2; ++i) kamm_place_combination(combinations, i, &place, NULL);
    kamm_inputs(kamm_combination_cars(combinations, 0))->steering_wheel_rad = 0.5f;
    kamm_step_combinations(combinations, &kamm_flat_ground, 120);
    kamm_uncouple(combinations, 1, 1);
    kamm_step_combinations(combinations, &kamm_flat_ground, 40);
    return combinations;
}

static struct kept *kept_combinations(int which)
{
    static struct kept all[YARD];
    struct kept *kept = &all[which];
    if (kept->object) return kept;
    kamm_combinations *combinations = start_combinations(which);
    *kept = (struct kept){.object = combinations,
                          .size = kamm_combinations_snapshot_size(combinations),
                          .save = save_combinations,
                          .restore = restore_combinations,
                          .step = step_combinations,
                          .look = look_at_combinations,
                          .hash = hash_combinations};
    for (int unit = 0; unit < kamm_combination_units(combinations); ++unit)
        kept->inner[unit] = kamm_snapshot_size(kamm_combination_cars(combinations, unit));
    keep(kept);
    return kept;
}

void fuzz_combinations(const uint8_t *data, size_t size)
{
    struct bytes from = {data, size};
    try_edits(kept_combinations(take_below(&from, YARD)), &from, NULL);
}

void seeds_combinations(fuzz_take *take, void *user) { take_edit_seeds(YARD, 0, take, user); }

/* -- The same as portable snapshots -- */
static void save_portable_combinations(const void *combinations, void *to)
{
    kamm_save_portable_combinations(combinations, to);
}
static kamm_result restore_portable_combinations(void *combinations, const void *from, size_t size,
                                                 kamm_error *error)
{
    return kamm_restore_portable_combinations(combinations, from, size, NULL, error);
}

void fuzz_portable_combinations(const uint8_t *data, size_t size)
{
    static struct kept all[YARD];
    struct bytes from = {data, size};
    int which = take_below(&from, YARD);
    struct kept *kept = &all[which];
    if (!kept->object) {
        kamm_combinations *combinations = start_combinations(which);
        *kept = (struct kept){.object = combinations,
                              .size = kamm_portable_combinations_size(combinations),
                              .is_portable = 1,
                              .save = save_portable_combinations,
                              .restore = restore_portable_combinations,
                              .step = step_combinations,
                              .look = look_at_combinations,
                              .hash = hash_combinations};
        for (int unit = 0; unit < kamm_combination_units(combinations); ++unit)
            kept->inner[unit] = kamm_portable_size(kamm_combination_cars(combinations, unit), 0, 2);
        keep(kept);
    }
    try_edits(kept, &from, NULL);
}

void seeds_portable_combinations(fuzz_take *take, void *user)
{
    take_edit_seeds(YARD, 0, take, user);
}

/* -- Differences -- */
/* What is applied makes a snapshot of that size or is refused, and that is refused or none of a car; what is made leads back. */
void fuzz_delta(const uint8_t *data, size_t size)
{
    const struct kept *kept = kept_cars(4);
    kamm_error error = {0};
    uint8_t *made = malloc(kept->size), *delta = malloc(kamm_delta_bound(kept->size));
    hold(made && delta);
    const void *base = size && data[0] & 1 ? kept->base : NULL;
    hold(kamm_restore_snapshot(kept->object, kept->base, kept->size, NULL) == KAMM_OK);
    kamm_result result = kamm_apply_delta(base, data, size, made, kept->size, &error);
    hold_refusal(result, &error);
    if (!result && !kamm_restore_snapshot(kept->object, made, kept->size, NULL)) {
        kept->step(kept->object);
        kept->look(kept->object);
    }
    memcpy(made, kept->base, kept->size);
    memcpy(made, data, size < kept->size ? size : kept->size);
    size_t length = kamm_make_delta(base, made, kept->size, delta);
    hold(length <= kamm_delta_bound(kept->size));
    uint8_t *back = malloc(kept->size);
    hold(back);
    hold(kamm_apply_delta(base, delta, length, back, kept->size, &error) == KAMM_OK);
    hold(memcmp(back, made, kept->size) == 0);
    free(back);
    free(delta);
    free(made);
}

void seeds_delta(fuzz_take *take, void *user)
{
    const struct kept *kept = kept_cars(4);
    uint8_t *delta = malloc(kamm_delta_bound(kept->size));
    hold(delta);
    hold(kamm_restore_snapshot(kept->object, kept->base, kept->size, NULL) == KAMM_OK);
    kept->step(kept->object);
    uint8_t *later = malloc(kept->size);
    hold(later);
    kept->save(kept->object, later);
    take("step", delta, kamm_make_delta(kept->base, later, kept->size, delta), user);
    take("first", delta, kamm_make_delta(NULL, later, kept->size, delta), user);
    free(later);
    free(delta);
}

/* -- Models -- */
/* Their sum is not mended: who can make one can make any model, which is as good as code (docs/reliability.md). */
void fuzz_model(const uint8_t *data, size_t size)
{
    struct bytes from = {data, size};
    int which = take_below_or(&from, FOUR_WHEELERS, TWO_WHEELERS);
    kamm_error error = {0};
    const kamm_model *own = kamm_model_of(kept_cars(which)->object, 0);
    size_t whole = kamm_model_size(own),
           length = whole - take_word(&from) % whole * (take_byte(&from) & 1);
    uint64_t *bytes = malloc(whole + 8),
             *copy = malloc(whole + 8); /* aligned as the call needs it */
    hold(bytes && copy);
    kamm_save_model(own, bytes);
    memcpy(copy, bytes, whole);
    while (from.left) {
        size_t at = take_word(&from) % whole;
        ((uint8_t *)bytes)[at] = (uint8_t)take_byte(&from);
    }
    kamm_model *model = kamm_restore_model(bytes, length, &error);
    if (!model)
        hold_refusal(error.code, &error);
    else
        hold(length == whole && memcmp((char *)bytes + 32, (char *)copy + 32, whole - 32) == 0);
    kamm_destroy_model(model);
    free(copy);
    free(bytes);
}

void seeds_model(fuzz_take *take, void *user)
{
    take_edit_seeds(FOUR_WHEELERS, TWO_WHEELERS, take, user);
}
