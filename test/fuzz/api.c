/* The interface in random order: bytes drive calls that create, add, step, hand over, place, save, restore, remove and destroy, with
 * arguments that are good, bad and none. What the headers call misuse goes to the hook and does nothing; they allow no call with what
 * was destroyed, so neither does this. */
#include "api.h"

#include <kamm/io/vehicle_file.h>

#include <stdlib.h>

kamm_model *api_model(int which)
{
    static const struct {
        const char *vehicle;
        kamm_rung rung;
    } kinds[MODELS + TWO_WHEELERS] = {{"nissan-micra", KAMM_KINEMATIC},
                                      {"nissan-micra", KAMM_RIGID2D},
                                      {"nissan-micra", KAMM_SINGLE_TRACK},
                                      {"nissan-micra", KAMM_DOUBLE_TRACK},
                                      {"nissan-micra", KAMM_FULL},
                                      {"man-tgs-8x4", KAMM_FULL},
                                      {"tesla-model-3-performance-2018", KAMM_FULL},
                                      {TWO_WHEELER, KAMM_SINGLE_TRACK},
                                      {TWO_WHEELER, KAMM_FULL}};
    static kamm_model *models[MODELS + TWO_WHEELERS];
    if (!models[which])
        models[which] = kamm_load_model(kinds[which].vehicle, kinds[which].rung, NULL);
    hold(models[which]);
    return models[which];
}

/* One that there is, or NULL. */
kamm_cars **api_cars(struct api *api) { return &api->cars[take_below(&api->from, SLOTS)]; }
kamm_world **api_world(struct api *api) { return &api->worlds[take_below(&api->from, WORLDS)]; }
kamm_combinations **api_combinations(struct api *api)
{
    return &api->combinations[take_below(&api->from, COMBINATIONS)];
}
int api_index(struct api *api) { return take_below(&api->from, 8) - 1; }

kamm_ground api_ground(struct api *api)
{
    kamm_ground ground = kamm_flat_ground;
    switch (take_below(&api->from, 6)) {
    case 1: {
        double numbers[3];
        take_numbers(&api->from, numbers, 3);
        return kamm_plane_ground(numbers[0], numbers[1], numbers[2]);
    }
    case 2: ground.gravity_mps2[take_below(&api->from, 3)] = (float)take_number(&api->from); break;
    case 3: ground.wind_mps[take_below(&api->from, 3)] = (float)take_number(&api->from); break;
    case 4: ground.air_density_kgpm3 = (float)take_number(&api->from); break;
    case 5:
        ground.plane.friction = (float)take_number(&api->from);
        ground.plane.point_m[2] = take_number(&api->from);
        ground.plane.velocity_mps[0] = (float)take_number(&api->from);
        break;
    default: break;
    }
    return ground;
}

kamm_placement api_placement(struct api *api)
{
    kamm_placement place = {.gear = KAMM_GEAR_DRIVE};
    unsigned odd = take_byte(&api->from);
    for (int i = 0; i < 2; ++i)
        place.position_m[i] = odd & 1 ? take_number(&api->from) : take_below(&api->from, 40) - 20;
    if (odd & 2) place.position_m[2] = take_number(&api->from);
    if (odd & 4) take_numbers(&api->from, place.orientation, 4);
    place.speed_mps = odd & 8 ? take_number(&api->from) : take_below(&api->from, 50) - 10;
    if (odd & 16) place.gear = (int)take_word(&api->from);
    if (odd & 32) take_numbers(&api->from, place.ground_velocity_mps, 3);
    return place;
}

/* Room for a snapshot, which grows. */
void *api_room(struct api *api, struct saved *saved, size_t size)
{
    (void)api;
    free(saved->bytes);
    saved->bytes = calloc(1, size + 1);
    hold(saved->bytes);
    saved->size = size;
    return saved->bytes;
}

static void begin(struct api *api, const uint8_t *data, size_t size)
{
    *api = (struct api){.from = {data, size}};
}

static void end(struct api *api)
{
    kamm_set_width(0, NULL);
    for (int i = 0; i < SLOTS; ++i) kamm_destroy_cars(api->cars[i]);
    for (int i = 0; i < COMBINATIONS; ++i) kamm_destroy_combinations(api->combinations[i]);
    for (int i = 0; i < WORLDS; ++i) kamm_destroy_world(api->worlds[i]);
    for (int i = 0; i < SAVED; ++i) free(api->saved[i].bytes);
}

void fuzz_api(const uint8_t *data, size_t size)
{
    enum { MOST_CALLS = 96 };
    struct api api;
    begin(&api, data, size);
    for (int i = 0; i < MOST_CALLS && api.from.left; ++i) {
        int call = take_byte(&api.from) % (api_car_calls_count + api_world_calls_count);
        if (call < api_car_calls_count)
            api_car_calls[call](&api);
        else
            api_world_calls[call - api_car_calls_count](&api);
    }
    end(&api);
}

void seeds_api(fuzz_take *take, void *user)
{
    static const unsigned char drive[] = {0, 0, 4, 1, 2, 0, 0,  1, 5, 3, 8, 3,
                                          0, 1, 1, 4, 0, 0, 40, 4, 0, 0, 40};
    static const unsigned char world[] = {0, 0, 4, 1, 64, 0, 0, 65, 0, 0, 66, 0, 66, 0};
    take("drive", drive, sizeof drive, user);
    take("world", world, sizeof world, user);
    /* Created, placed, and ridden twice: on single_track and on full; then handed over, both ways. */
    static const unsigned char two_wheels[] = {
        0, 0,  255, 1, 2,  0,  0,  20,  20,  20, 1,   18,  0,  1,  0,   4,   33, 255, 255,
        4, 0,  0,   5, 18, 0,  1,  0,   4,   33, 255, 255, 4,  0,  0,   5,   0,  1,   254,
        1, 2,  1,   0, 20, 20, 20, 1,   18,  1,  1,   0,   4,  33, 255, 255, 4,  1,   0,
        5, 18, 1,   1, 0,  4,  33, 255, 255, 4,  1,   0,   5,  5,  0,   1,   1,  1,   4,
        1, 0,  5,   5, 1,  0,  1,  1,   4,   0,  0,   5,   15, 0,  1,   1,   50, 4};
    take("two-wheels", two_wheels, sizeof two_wheels, user);
    for (int i = 0; i < api_car_calls_count + api_world_calls_count; ++i) {
        unsigned char one[48] = {0, 0, 4, 1, 0, 1, 2, 2};
        for (size_t k = 8; k < sizeof one; ++k)
            one[k] = (unsigned char)(k % 8 == 0 ? i : (int)k % 5);
        char name[32];
        snprintf(name, sizeof name, "call-%d", i);
        take(name, one, sizeof one, user);
    }
}
