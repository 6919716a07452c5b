/* Slots: cars of a batch that are switched on and off, for players and traffic that come and go.
 *
 * Create as many cars as there may ever be at once, of one model or of several (kamm_create_mixed_cars). All are on.
 * A car that is off takes no time, touches no other body of its world, and is not seen by its casts, sensors and
 * drawing. It reads as a parked car at the origin (KAMM_FAULT_NUMERIC). It changes no bit of the others.
 *
 * A handle names a car from when it is switched on until it is switched off. A handle from before that is refused, also
 * if the car is on again. Snapshots of cars and worlds contain which cars are on, and their generations. So a rollback
 * restores which players were there. Units of combinations are always on. */
#ifndef KAMM_SLOTS_H
#define KAMM_SLOTS_H

#include <kamm/cars.h>
#include <kamm/error.h>
#include <kamm/export.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Handle of a car that is on. All 0: none. */
typedef struct kamm_slot {
    /* Index of the car in its batch. */
    int32_t car;
    /* Number that changes whenever the car is switched off; from 1. 0: no car. */
    uint32_t generation;
} kamm_slot;

/* In place of a car: the first one that is off. */
#define KAMM_FREE_CAR (-1)

/* Switches a car on, and places it (kamm_place). `slot` receives its handle; NULL: none is needed. In a world the car
 * keeps filter and material of its index. On error nothing changes. Errors: RANGE (the car is on, none is off, or the
 * placement is refused, see kamm_check_placement). */
KAMM_API kamm_result kamm_switch_on(kamm_cars *cars, int car, const kamm_placement *placement,
                                    kamm_slot *slot, kamm_error *error);
/* Switches a car off. Its contacts end with the next step. Joints to it do not act until it is on again; remove them
 * first if another player comes. Errors: UNKNOWN (the handle's car is off, or on again for another). */
KAMM_API kamm_result kamm_switch_off(kamm_cars *cars, kamm_slot slot, kamm_error *error);
/* Switches all cars off, such as after creating them. */
KAMM_API void kamm_switch_all_off(kamm_cars *cars);

/* Returns whether a car is on. */
KAMM_API int kamm_is_on(const kamm_cars *cars, int car);
/* Returns the number of cars that are on. */
KAMM_API int kamm_count_on(const kamm_cars *cars);
/* Returns the handle of a car; its generation is 0 if it is off. */
KAMM_API kamm_slot kamm_slot_of(const kamm_cars *cars, int car);
/* Finds the car of a handle. Errors: UNKNOWN, as of kamm_switch_off. */
KAMM_API kamm_result kamm_find_slot(const kamm_cars *cars, kamm_slot slot, int *car,
                                    kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
