/* Parked cars that cost nothing: a world may let cars sleep that stand.
 *
 * Cars sleep by blocks of KAMM_CARS_PER_BLOCK, as they are stepped: once all cars of a block have stood for half a second under inputs
 * that did not change, all of the block is left as it is, to the bit: place, springs, tyres, engine. An engine that idles goes on
 * being read as idling, but burns no fuel, warms and cools nothing, and charges nothing; the clock (time_s) goes on. A car stands
 * while no point of it and of its wheels is faster than 0.01 m/s, its engine has a steady speed, to 2 rad/s, and no force from outside acts on it. A car
 * that begins to roll more slowly than that is stopped.
 *
 * A block wakes where for any of its cars an input changes, a force or another call of the host's changes the car, or a body that is
 * faster than 0.01 m/s comes as near as 2 cm, or touches it; and all wake with kamm_set_world_ground. Cars that something leans on, that
 * stand on solids, things or cars, units of combinations, and
 * cars in gusty wind (kamm_ground.wind) do not sleep. Who writes states himself (kamm_state_row), or changes a ground of his own
 * below standing cars, says so by kamm_wake_cars. */
#ifndef KAMM_WORLD_SLEEP_H
#define KAMM_WORLD_SLEEP_H

#include <kamm/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 1: cars of this world may sleep; 0, as at first: all are awake. Not part of snapshots, while who sleeps is; in a world
 * whose cars may not sleep, all of a snapshot's are awake. */
KAMM_API void kamm_let_cars_sleep(kamm_world *world, int may);
/* All cars wake; those that stand sleep again after half a second. */
KAMM_API void kamm_wake_cars(kamm_world *world);
/* 0 as well for a car that is not in this world. */
KAMM_API int kamm_car_is_asleep(const kamm_world *world, const kamm_cars *cars, int car);

#ifdef __cplusplus
}
#endif

#endif
