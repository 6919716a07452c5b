#include "rungs.h"

#include <math.h>
#include <stdlib.h>

const char *rung_name(kamm_rung rung) { return kamm_describe_rung(rung)->name; }

kamm_model *compile_rung(const kamm_vehicle_def *def, kamm_rung rung)
{
    kamm_error error = {0};
    kamm_model *model = kamm_create_model(def, rung, &error);
    if (!model) fail_msg("%s: %s", rung_name(rung), error.text);
    return model;
}

kamm_cars *start_rung(const kamm_vehicle_def *def, kamm_rung rung, int count)
{
    kamm_cars *cars = kamm_create_cars(compile_rung(def, rung), count, NULL);
    assert_non_null(cars);
    return cars;
}

kamm_cars *start_mixed_rung(const kamm_vehicle_def *defs, kamm_rung rung, int count)
{
    const kamm_model **models = calloc((size_t)count, sizeof *models);
    for (int car = 0; car < count; ++car) models[car] = compile_rung(&defs[car], rung);
    kamm_cars *cars = kamm_create_mixed_cars(models, count, NULL);
    assert_non_null(cars);
    free(models);
    return cars;
}

void read_velocity(const kamm_cars *cars, int car, double v[2])
{
    double yaw = kamm_read(cars, car, KAMM_CHANNEL_yaw_rad);
    double x = kamm_read(cars, car, KAMM_CHANNEL_forward_speed_mps);
    double y = kamm_read(cars, car, KAMM_CHANNEL_lateral_speed_mps);
    v[0] = x * cos(yaw) - y * sin(yaw);
    v[1] = x * sin(yaw) + y * cos(yaw);
}

uint64_t hash_after_snapshot(kamm_cars *cars, int substeps)
{
    size_t size = kamm_snapshot_size(cars);
    void *kept = malloc(size);
    assert_non_null(kept);
    kamm_save_snapshot(cars, kept);
    kamm_step(cars, &kamm_flat_ground, substeps);
    uint64_t hash = kamm_state_hash(cars);
    must(kamm_restore_snapshot(cars, kept, size, NULL), NULL);
    kamm_step(cars, &kamm_flat_ground, substeps);
    assert_true(kamm_state_hash(cars) == hash);
    for (int i = 0; i < kamm_count(cars); ++i) assert_int_equal(kamm_fault(cars, i), 0);
    free(kept);
    end_cars(cars);
    return hash;
}

void expect_same_hash_at_all_widths(uint64_t (*hash_at)(int width))
{
    static const int widths[] = {4, 8, 16};
    uint64_t one = hash_at(1);
    for (size_t i = 0; i < sizeof widths / sizeof *widths; ++i)
        if (kamm_set_width(widths[i], NULL) == KAMM_OK) assert_true(hash_at(widths[i]) == one);
    kamm_set_width(0, NULL);
}
