/* Sleeping cars: a world can skip the steps of parked cars, which then cost no time.
 *
 * Cars sleep in blocks of KAMM_CARS_PER_BLOCK. A block falls asleep when all of its cars have stood for half a second
 * with unchanged inputs. Its states then stay as they are, to the bit: position, springs, tyres and engine. A sleeping
 * engine reads as idling, but burns no fuel. Temperatures and battery charge do not change. The clock (time_s) runs on.
 *
 * A car stands under three conditions. No point of its body and wheels is faster than 0.01 m/s. Its engine speed is
 * steady to 2 rad/s. No external force acts on it. A car that begins to roll more slowly than that is stopped.
 *
 * Events of one of its cars wake a block:
 *  - Its input changes.
 *  - A force or another call of the host changes the car.
 *  - A body touches it, or a body faster than 0.01 m/s comes within 2 cm.
 *
 * kamm_set_world_ground wakes all blocks.
 *
 * Some cars do not sleep: cars that another body leans on, cars on bodies or other cars, units of combinations,
 * and cars in gusty wind (kamm_ground.wind). After writing states (kamm_state_row), or changing its own ground below
 * standing cars, the host calls kamm_wake_cars. */
#ifndef KAMM_WORLD_SLEEP_H
#define KAMM_WORLD_SLEEP_H

#include <kamm/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Allows (1) or forbids (0, the default) cars of this world to sleep. Snapshots contain which cars sleep, but not this
 * setting. Restoring one into a world that forbids sleep wakes its cars. */
KAMM_API void kamm_let_cars_sleep(kamm_world *world, int may);
/* Wakes all cars. Those that stand sleep again after half a second. */
KAMM_API void kamm_wake_cars(kamm_world *world);
/* Returns 1 if a car is asleep; 0 also for a car that is not in this world. */
KAMM_API int kamm_car_is_asleep(const kamm_world *world, const kamm_cars *cars, int car);

#ifdef __cplusplus
}
#endif

#endif
