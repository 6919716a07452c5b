/* See damage.h. Damage lies in the rows of a wheel's contact, beside the ground's numbers that it changes. */
#include <kamm/damage.h>

#include "../base/error.h"
#include "../base/float_mode.h"
#include "../part/tyre/tyre.h"
#include "../vehicle/chassis.h"
#include "contact_planes.h"

#include <math.h>
#include <stddef.h>

#define BURST_GRIP_LOSS 0.4
#define BURST_ROLLING_RESISTANCE 0.1
#define DISC_OF_RIM 0.8 /* radius of a brake disc over that of the rim around it */
#define DISC_GRIP_LOSS 0.6
#define DISC_ROLLING_RESISTANCE 0.3

/* ---- what usual damage is ---- */

static const struct tyre_vertical_constants *tyre_of(const kamm_model *model, int wheel)
{
    return &model->chassis->axles[model->layout.axle[wheel]].tyre_vertical;
}

/* Returns the loss of a wheel whose hub is that far above the ground under its load at rest. */
static double loss_to_height(const kamm_model *model, int wheel, double height_m)
{
    return fmax(model->info.loaded_radius_m[wheel] - height_m, 0);
}

/* From the axis to the road where the rim presses the tyre flat. */
static double flat_radius(const kamm_model *model, int wheel)
{
    return model->info.wheel_radius_m[wheel] - (double)tyre_of(model, wheel)->bottom_deflection;
}

kamm_wheel_damage kamm_burst_tyre(const kamm_model *model, int wheel)
{
    KAMM_REQUIRE_ALIVE(model, (kamm_wheel_damage){0});
    KAMM_REQUIRE(wheel >= 0 && wheel < model->layout.wheels, (kamm_wheel_damage){0});
    return (kamm_wheel_damage){
        .grip_loss = BURST_GRIP_LOSS,
        .rolling_resistance = BURST_ROLLING_RESISTANCE,
        .radius_loss_m = loss_to_height(model, wheel, flat_radius(model, wheel)),
    };
}

kamm_wheel_damage kamm_lost_wheel(const kamm_model *model, int wheel)
{
    KAMM_REQUIRE_ALIVE(model, (kamm_wheel_damage){0});
    KAMM_REQUIRE(wheel >= 0 && wheel < model->layout.wheels, (kamm_wheel_damage){0});
    return (kamm_wheel_damage){
        .brake_loss = 1,
        .grip_loss = DISC_GRIP_LOSS,
        .rolling_resistance = DISC_ROLLING_RESISTANCE,
        .radius_loss_m = loss_to_height(model, wheel, DISC_OF_RIM * flat_radius(model, wheel)),
    };
}

/* ---- of a car's wheels ---- */

static const struct damage_value {
    const char *name;
    size_t offset, row_offset;
    double max;
} values[] = {
#define DAMAGE(name, row, max)                                                                  \
    {                                                                                           \
#name, offsetof(kamm_wheel_damage, name), offsetof(struct wheel_setting_rows, row), max \
    }
    DAMAGE(grip_loss, grip_loss, 1),
    DAMAGE(rolling_resistance, added_resistance, 1),
    DAMAGE(radius_loss_m, radius_loss_m, 0), /* the wheel's radius */
    DAMAGE(brake_loss, brake_loss, 1),
};

enum { DAMAGES = sizeof values / sizeof *values };

static double *value_of(kamm_wheel_damage *damage, int i)
{
    return (double *)((char *)damage + values[i].offset);
}

static float *row_of(const kamm_cars *cars, int car, int wheel, int i)
{
    struct wheel_setting_rows *rows = &cars->block[car / KAMM_BLOCK].contact[wheel].wheel;
    return (float *)((char *)rows + values[i].row_offset);
}

static kamm_result check(const kamm_model *model, int wheel, kamm_wheel_damage damage,
                         kamm_error *error)
{
    for (int i = 0; i < DAMAGES; ++i) {
        double value = *value_of(&damage, i);
        double max = values[i].max > 0 ? values[i].max : model->info.wheel_radius_m[wheel];
        if (!(value >= 0 && value <= max))
            return kamm_fail(error, KAMM_ERROR_RANGE, values[i].name,
                             "%s: %g of wheel %d; it has to be within 0 to %g", values[i].name,
                             value, wheel, max);
    }
    return KAMM_OK;
}

/* Grip and resistance are in what is written of the ground, which is to be at once. */
kamm_result kamm_damage_wheel(kamm_cars *cars, int car, int wheel, const kamm_wheel_damage *damage,
                              kamm_error *error)
{
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, car >= 0 && car < cars->count, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, wheel >= 0 && wheel < cars->layout->wheels, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, damage, KAMM_ERROR_MISUSE);
    kamm_wheel_damage taken = *damage;
    kamm_result result = check(kamm_model_at(cars, car), wheel, taken, error);
    if (result != KAMM_OK) return result;
    int block = car / KAMM_BLOCK, lane = car % KAMM_BLOCK;
    for (int i = 0; i < DAMAGES; ++i)
        row_of(cars, car, wheel, i)[lane] = (float)*value_of(&taken, i);
    cars->stale[block] |= (uint16_t)(1u << lane);
    kamm_forget_plane(cars, block);
    return KAMM_OK;
}

kamm_wheel_damage kamm_wheel_damage_of(const kamm_cars *cars, int car, int wheel)
{
    kamm_wheel_damage damage = {0};
    KAMM_REQUIRE_ALIVE(cars, damage);
    KAMM_REQUIRE(car >= 0 && car < cars->count, damage);
    KAMM_REQUIRE(wheel >= 0 && wheel < cars->layout->wheels, damage);
    for (int i = 0; i < DAMAGES; ++i)
        *value_of(&damage, i) = (double)row_of(cars, car, wheel, i)[car % KAMM_BLOCK];
    return damage;
}
