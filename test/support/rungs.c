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
