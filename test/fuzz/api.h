/* What the parts of the target `api` share. */
#ifndef KAMM_FUZZ_API_H
#define KAMM_FUZZ_API_H

#include "bytes.h"
#include "fuzz.h"
#include "scenes.h"

#include <kamm/world.h>

#include <stdio.h>

enum { MODELS = 7, TWO_WHEELERS = 2, SLOTS = 4, WORLDS = 2, COMBINATIONS = 2, SAVED = 4 };

struct saved {
    void *bytes;
    size_t size;
};

struct api {
    struct bytes from;
    kamm_cars *cars[SLOTS];
    kamm_world *worlds[WORLDS];
    kamm_combinations *combinations[COMBINATIONS];
    struct saved saved[SAVED]; /* of cars, a car, a world, combinations */
};

typedef void api_call(struct api *api);
extern api_call *const api_car_calls[], *const api_world_calls[];
extern const int api_car_calls_count, api_world_calls_count;

/* What an input names: each may be NULL, or none that there is. */
kamm_model *api_model(int which);
kamm_cars **api_cars(struct api *api);
kamm_world **api_world(struct api *api);
kamm_combinations **api_combinations(struct api *api);
int api_index(struct api *api);
kamm_ground api_ground(struct api *api);
kamm_placement api_placement(struct api *api);
/* Room of that size, in place of what was saved there. */
void *api_room(struct api *api, struct saved *saved, size_t size);

#endif
