/* Debug draw of cars. */
#ifndef KAMM_WORLD_DRAW_DRAW_CARS_H
#define KAMM_WORLD_DRAW_DRAW_CARS_H

#include <kamm/debug_draw.h>

/* Wheels, planes, forces, friction circles, loads and body points of a car: all but its boxes. */
void kamm_draw_car_parts(const kamm_debug_draw_def *pen, const kamm_cars *cars, int car);

#endif
