/* The C side of kamm/full: cars that are switched on and off. */
#include "face.h"

#include <kamm/slots.h>

EXPORT(face_switch_on)
int face_switch_on(kamm_cars *cars, int car, const kamm_placement *placement)
{
    return kamm_switch_on(cars, car, placement, NULL, &face_error);
}

EXPORT(face_switch_off) int face_switch_off(kamm_cars *cars, int car, uint32_t generation)
{
    return kamm_switch_off(cars, (kamm_slot){car, generation}, &face_error);
}

/* 0: the car is off. */
EXPORT(face_slot_generation) uint32_t face_slot_generation(const kamm_cars *cars, int car)
{
    return kamm_slot_of(cars, car).generation;
}

EXPORT(face_find_slot) int face_find_slot(const kamm_cars *cars, int car, uint32_t generation)
{
    int found;
    return kamm_find_slot(cars, (kamm_slot){car, generation}, &found, &face_error);
}
