/* Cars that are switched on and off (include/kamm/slots.h). One that is off is parked, which a kernel keeps as it is, and left out where
 * no car of its lanes is on. */
#include <kamm/slots.h>

#include "../base/error.h"
#include "../base/float_mode.h"
#include "faults.h"
#include "slots.h"

static void park_off(kamm_cars *cars, int car)
{
    const kamm_placement origin = {.gear = 0};
    kamm_place_lane(cars, car, &origin);
    kamm_set_placed(cars, car, 0);
    kamm_put_on_level(cars, car / KAMM_BLOCK, car % KAMM_BLOCK);
    kamm_forget_plane(cars, car / KAMM_BLOCK);
    kamm_park(cars, car);
}

void kamm_turn_off(kamm_cars *cars, int car)
{
    cars->off[car / KAMM_BLOCK] |= (uint16_t)(1u << car % KAMM_BLOCK);
    if (!++cars->generation[car]) cars->generation[car] = 1;
    park_off(cars, car);
}

void kamm_turn_on(kamm_cars *cars, int car)
{
    const kamm_placement origin = {.gear = 0};
    cars->off[car / KAMM_BLOCK] &= (uint16_t) ~(1u << car % KAMM_BLOCK);
    kamm_place_lane(cars, car, &origin);
}

void kamm_hold_off_cars(kamm_cars *cars, int block)
{
    for (int lane = 0; lane < KAMM_BLOCK && cars->off[block]; ++lane) {
        int car = block * KAMM_BLOCK + lane;
        if (kamm_car_is_off(cars, car) && !(kamm_fault(cars, car) & KAMM_FAULT_NUMERIC))
            park_off(cars, car);
    }
}

static int first_off(const kamm_cars *cars)
{
    for (int block = 0; block < cars->blocks; ++block)
        for (int lane = 0; lane < KAMM_BLOCK && cars->off[block]; ++lane)
            if (cars->off[block] >> lane & 1) return block * KAMM_BLOCK + lane;
    return -1;
}

kamm_result kamm_switch_on(kamm_cars *cars, int car, const kamm_placement *placement,
                           kamm_slot *slot, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, car >= KAMM_FREE_CAR && car < cars->count, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, placement, KAMM_ERROR_MISUSE);
    int is_any = car == KAMM_FREE_CAR;
    if (is_any) car = first_off(cars);
    if (car < 0)
        return kamm_fail(error, KAMM_ERROR_RANGE, "car", "car: all %d are on", cars->count);
    if (!kamm_car_is_off(cars, car))
        return kamm_fail(error, KAMM_ERROR_RANGE, "car", "car: %d is on", car);
    kamm_result result = kamm_check_placement(cars, car, placement, error);
    if (result != KAMM_OK) return result;
    cars->off[car / KAMM_BLOCK] &= (uint16_t) ~(1u << car % KAMM_BLOCK);
    kamm_place_lane(cars, car, placement);
    if (slot) *slot = kamm_slot_of(cars, car);
    return KAMM_OK;
}

kamm_result kamm_find_slot(const kamm_cars *cars, kamm_slot slot, int *car, kamm_error *error)
{
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, car, KAMM_ERROR_MISUSE);
    if (slot.car < 0 || slot.car >= cars->count || !slot.generation)
        return kamm_fail(error, KAMM_ERROR_UNKNOWN, "slot",
                         "slot: car %d, generation %u is none of these %d cars", slot.car,
                         (unsigned)slot.generation, cars->count);
    if (kamm_car_is_off(cars, slot.car))
        return kamm_fail(error, KAMM_ERROR_UNKNOWN, "slot", "slot: car %d is off", slot.car);
    if (slot.generation != cars->generation[slot.car])
        return kamm_fail(error, KAMM_ERROR_UNKNOWN, "slot",
                         "slot: car %d of generation %u was switched off; it is generation %u now",
                         slot.car, (unsigned)slot.generation, (unsigned)cars->generation[slot.car]);
    *car = slot.car;
    return KAMM_OK;
}

kamm_result kamm_switch_off(kamm_cars *cars, kamm_slot slot, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, !cars->is_unit, KAMM_ERROR_MISUSE);
    int car;
    kamm_result result = kamm_find_slot(cars, slot, &car, error);
    if (result == KAMM_OK) kamm_turn_off(cars, car);
    return result;
}

void kamm_switch_all_off(kamm_cars *cars)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(cars, );
    KAMM_REQUIRE(!cars->is_unit, );
    for (int car = 0; car < cars->count; ++car)
        if (!kamm_car_is_off(cars, car)) kamm_turn_off(cars, car);
}

int kamm_is_on(const kamm_cars *cars, int car)
{
    KAMM_REQUIRE_ALIVE(cars, 0);
    KAMM_REQUIRE(car >= 0 && car < cars->count, 0);
    return !kamm_car_is_off(cars, car);
}

int kamm_count_on(const kamm_cars *cars)
{
    KAMM_REQUIRE_ALIVE(cars, 0);
    int count = 0;
    for (int car = 0; car < cars->count; ++car) count += !kamm_car_is_off(cars, car);
    return count;
}

kamm_slot kamm_slot_of(const kamm_cars *cars, int car)
{
    const kamm_slot none = {0};
    KAMM_REQUIRE_ALIVE(cars, none);
    KAMM_REQUIRE(car >= 0 && car < cars->count, none);
    return (kamm_slot){car, kamm_car_is_off(cars, car) ? 0 : cars->generation[car]};
}
