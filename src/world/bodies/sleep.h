/* Cars that sleep, by blocks. */
#ifndef KAMM_WORLD_BODIES_SLEEP_H
#define KAMM_WORLD_BODIES_SLEEP_H

#include "../../base/block.h"
#include <kamm/world.h>

/* Sleep of a block in a snapshot. */
struct saved_sleep {
    int32_t asleep, ticks;
    float engine_radps[KAMM_BLOCK];
};

int kamm_block_sleeps(const kamm_world *world, int block);
int kamm_car_sleeps(const kamm_world *world, uint32_t body);
/* Within a substep, before bodies are read for the solver: the block of that car is stepped in it. */
void kamm_wake_block_of(kamm_world *world, uint32_t body);
void kamm_wake_all_cars(kamm_world *world);
/* Wakes a car, and counts its rest from now on. */
void kamm_keep_car_awake(kamm_world *world, uint32_t body);
/* At the beginning of a call: what the host has changed. */
void kamm_wake_changed_cars(kamm_world *world);
/* Returns the substeps until the next check of standing cars. The second function makes the check after them. */
int kamm_substeps_to_rest(const kamm_world *world);
void kamm_rest_cars(kamm_world *world);
/* Part of a snapshot, after that of the cars, and of the hash. */
size_t kamm_sleep_size(const kamm_world *world);
void kamm_save_sleep(const kamm_world *world, char *to);
kamm_result kamm_check_sleep(const kamm_world *world, const char *from, kamm_error *error);
void kamm_restore_sleep(kamm_world *world, const char *from);
uint64_t kamm_hash_sleep(const kamm_world *world, uint64_t hash);

#endif
