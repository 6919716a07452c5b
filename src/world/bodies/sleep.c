/* Cars that sleep, by blocks. What decides falls on ticks of the cars' clock, every 1/60 s, and not on calls: so that the grouping of
 * substeps into calls changes nothing. A block that sleeps is not stepped; a change from outside is seen by a hash of its
 * states and inputs at the beginning of a call. */
#include "sleep.h"
#include "../../base/error.h"
#include "../../base/hash.h"
#include "../../base/vector_double.h"
#include "../../run/external_forces.h"
#include "../state.h"
#include "bodies.h"
#include <kamm/world_sleep.h>

#include <math.h>
#include <string.h>

#define STANDING_MPS 0.01 /* no point is faster, of cars of the usual size */
#define STEADY_RADPS 2.0  /* by so much an idling engine's speed may go up and down */
#define FALLS_ASLEEP_S 0.5

/* ---- blocks ---- */

static struct block_sleep *sleep_of_block(const struct car_group *group, int block)
{
    return &group->sleep[block];
}

int kamm_block_sleeps(const kamm_world *world, int block)
{
    const struct car_group *group = kamm_group_of_block(world, block);
    return sleep_of_block(group, block - group->first_block)->asleep;
}

int kamm_car_sleeps(const kamm_world *world, uint32_t body)
{
    int car;
    const struct car_group *group = kamm_group_of(world, body, &car);
    return sleep_of_block(group, car / KAMM_BLOCK)->asleep;
}

static uint64_t hash_inputs(const kamm_cars *cars, int block, uint64_t hash)
{
    return hash_words(hash, &cars->inputs[block * KAMM_BLOCK],
                      KAMM_BLOCK * sizeof(kamm_input) / sizeof(uint32_t));
}

/* Words of eight bytes in four rows, as thousands of blocks are looked at in each call. */
static uint64_t hash_block(const kamm_cars *cars, int block)
{
    size_t size = block_size(&cars->rows);
    const unsigned char *at = (const unsigned char *)cars->memory + (size_t)block * size;
    uint64_t row[4] = {HASH_START, HASH_START + 1, HASH_START + 2, HASH_START + 3};
    for (size_t i = 0; i < size; i += sizeof row)
        for (size_t k = 0; k < 4; ++k) {
            uint64_t word;
            memcpy(&word, at + i + k * sizeof word, sizeof word);
            row[k] = (row[k] ^ word) * 0x9e3779b97f4a7c15u;
            row[k] ^= row[k] >> 32;
        }
    return hash_inputs(cars, block, hash_words(HASH_START, row, 2 * 4));
}

static void wake(struct block_sleep *sleep) { sleep->asleep = sleep->ticks = 0; }

static void wake_all(kamm_world *world)
{
    for (int g = 0; g < world->group_count; ++g)
        for (int block = 0; block < world->groups[g].cars->blocks; ++block)
            wake(sleep_of_block(&world->groups[g], block));
    world->covered_substeps = 0;
}

void kamm_wake_all_cars(kamm_world *world) { wake_all(world); }

void kamm_wake_block_of(kamm_world *world, uint32_t body)
{
    int car;
    const struct car_group *group = kamm_group_of(world, body, &car);
    int block = group->first_block + car / KAMM_BLOCK;
    wake(sleep_of_block(group, car / KAMM_BLOCK));
    world->covered_substeps = 0; /* it may now meet what it stood beside */
    if (world->block_active[block]) return;
    world->block_active[block] = 1; /* and takes part in this substep */
    world->active_blocks[world->active_block_count++] = block;
}

/* ---- falling asleep ---- */

static int is_pushed(const kamm_cars *cars, int car)
{
    return cars->applied && cars->applied[car].acts;
}

/* No point of it moves, nor do its wheels turn. */
static int stands(const struct car_group *group, int car)
{
    const kamm_cars *cars = group->cars;
    const struct body_shape *shape = &group->shapes[cars->mixed ? car : 0];
#define OF(member) (double)CAR_STATE(cars, car, car.member)
    const double velocity[3] = {OF(velocity_x_mps), OF(velocity_y_mps), OF(velocity_z_mps)};
    const double turning[3] = {OF(roll_rate_radps), OF(pitch_rate_radps), OF(yaw_rate_radps)};
    double speed = length3(velocity) + shape->radius * length3(turning);
#undef OF
    for (int w = 0; w < cars->layout->wheels; ++w) {
        double wheel_m = kamm_model_at(cars, car)->info.wheel_radius_m[w];
        speed = fmax(speed, wheel_m * fabs((double)CAR_STATE(cars, car, wheels[w].spin_radps)));
    }
    return speed < STANDING_MPS * sqrt(shape->scale) && !is_pushed(cars, car);
}

static int block_stands(const struct car_group *group, int block)
{
    int first = block * KAMM_BLOCK, end = first + KAMM_BLOCK;
    for (int car = first; car < end && car < group->cars->count; ++car)
        if (!stands(group, car)) return 0;
    return 1;
}

static double engine_of(const kamm_cars *cars, int car)
{
    return car < cars->count ? (double)CAR_STATE(cars, car, car.engine_radps) : 0;
}

static int is_steady(const struct car_group *group, int block, const struct block_sleep *sleep,
                     uint64_t inputs)
{
    int steady = sleep->ticks > 0 && sleep->inputs == inputs;
    for (int lane = 0; lane < KAMM_BLOCK && steady; ++lane)
        steady = fabs(engine_of(group->cars, block * KAMM_BLOCK + lane) -
                      (double)sleep->engine_radps[lane]) < STEADY_RADPS;
    return steady;
}

/* From here on it has to be as it is now. */
static void start_standing(const struct car_group *group, int block, struct block_sleep *sleep,
                           uint64_t inputs)
{
    sleep->ticks = 0;
    sleep->inputs = inputs;
    for (int lane = 0; lane < KAMM_BLOCK; ++lane)
        sleep->engine_radps[lane] = (float)engine_of(group->cars, block * KAMM_BLOCK + lane);
}

static void rest_block(kamm_world *world, const struct car_group *group, int block, double tick_s)
{
    struct block_sleep *sleep = sleep_of_block(group, block);
    if (sleep->asleep) return;
    if (!block_stands(group, block) || world->block_rode[group->first_block + block]) {
        sleep->ticks = 0;
        return;
    }
    uint64_t inputs = hash_inputs(group->cars, block, HASH_START);
    if (!is_steady(group, block, sleep, inputs)) start_standing(group, block, sleep, inputs);
    ++sleep->ticks;
    if (sleep->ticks * tick_s < FALLS_ASLEEP_S + tick_s) return;
    sleep->asleep = 1;
    sleep->seen = hash_block(group->cars, block);
    world->covered_substeps = 0;
}

void kamm_keep_car_awake(kamm_world *world, uint32_t body)
{
    if (!is_car(world, body)) return;
    int car;
    const struct car_group *group = kamm_group_of(world, body, &car);
    struct block_sleep *sleep = sleep_of_block(group, car / KAMM_BLOCK);
    if (sleep->asleep) world->covered_substeps = 0;
    wake(sleep);
}

/* Bodies that touch a car or lean on it may move away. */
static void keep_touching_awake(kamm_world *world)
{
    for (int i = 0; i < world->touching.count; ++i) {
        const struct touch *touch = &world->touching.touches[i];
        if (touch->second == GROUND_BODY) continue;
        kamm_keep_car_awake(world, touch->first);
        if (!is_fixed(world, touch->second)) kamm_keep_car_awake(world, touch->second);
    }
}

static int substeps_to_tick(const kamm_world *world)
{
    int tick = horizon_of(world);
    return tick - (int)(world->groups[0].cars->substeps % (uint64_t)tick);
}

int kamm_substeps_to_rest(const kamm_world *world)
{
    return world->cars_may_sleep && world->group_count ? substeps_to_tick(world) : INT32_MAX;
}

void kamm_rest_cars(kamm_world *world)
{
    if (!world->cars_may_sleep || !world->group_count || world->ground.wind) return;
    if (substeps_to_tick(world) != horizon_of(world)) return;
    for (int g = 0; g < world->group_count; ++g) {
        const struct car_group *group = &world->groups[g];
        for (int block = 0; block < group->cars->blocks && !group->combinations; ++block)
            rest_block(world, group, block, horizon_of(world) * world->dt);
    }
    keep_touching_awake(world);
}

/* ---- what others have changed ---- */

/* Compares the state with that of the last call: whether the block goes on sleeping, and its
 * counter. */
static int is_unchanged(const struct car_group *group, int block)
{
    const struct block_sleep *sleep = sleep_of_block(group, block);
    int first = block * KAMM_BLOCK, end = first + KAMM_BLOCK;
    for (int car = first; car < end && car < group->cars->count; ++car)
        if (is_pushed(group->cars, car)) return 0;
    if (sleep->asleep) return hash_block(group->cars, block) == sleep->seen;
    return hash_inputs(group->cars, block, HASH_START) == sleep->inputs;
}

void kamm_wake_changed_cars(kamm_world *world)
{
    for (int g = 0; g < world->group_count && world->cars_may_sleep; ++g)
        for (int block = 0; block < world->groups[g].cars->blocks; ++block) {
            struct block_sleep *sleep = sleep_of_block(&world->groups[g], block);
            if (!sleep->asleep || is_unchanged(&world->groups[g], block)) continue;
            wake(sleep);
            world->covered_substeps = 0;
        }
}

/* ---- asked ---- */

void kamm_let_cars_sleep(kamm_world *world, int may)
{
    KAMM_REQUIRE_ALIVE(world, );
    if (!may) wake_all(world);
    world->cars_may_sleep = may != 0;
    world->covered_substeps = 0;
}

void kamm_wake_cars(kamm_world *world)
{
    KAMM_REQUIRE_ALIVE(world, );
    wake_all(world);
}

int kamm_car_is_asleep(const kamm_world *world, const kamm_cars *cars, int car)
{
    KAMM_REQUIRE_ALIVE(world, 0);
    KAMM_REQUIRE_ALIVE(cars, 0);
    KAMM_REQUIRE(car >= 0 && car < cars->count, 0);
    int group = kamm_find_group(world, cars);
    return group >= 0 && sleep_of_block(&world->groups[group], car / KAMM_BLOCK)->asleep;
}

/* ---- snapshots ---- */

size_t kamm_sleep_size(const kamm_world *world)
{
    return (size_t)world->block_count * sizeof(struct saved_sleep);
}

void kamm_save_sleep(const kamm_world *world, char *to)
{
    for (int i = 0; i < world->block_count; ++i, to += sizeof(struct saved_sleep)) {
        const struct car_group *group = kamm_group_of_block(world, i);
        const struct block_sleep *sleep = sleep_of_block(group, i - group->first_block);
        struct saved_sleep saved = {sleep->asleep, sleep->ticks, {0}};
        memcpy(saved.engine_radps, sleep->engine_radps, sizeof saved.engine_radps);
        if (saved.ticks && !is_unchanged(group, i - group->first_block))
            saved.asleep = saved.ticks = 0;
        memcpy(to, &saved, sizeof saved);
    }
}

kamm_result kamm_check_sleep(const kamm_world *world, const char *from, kamm_error *error)
{
    for (int i = 0; i < world->block_count; ++i, from += sizeof(struct saved_sleep)) {
        struct saved_sleep saved;
        memcpy(&saved, from, sizeof saved);
        double sum = 0;
        for (int lane = 0; lane < KAMM_BLOCK; ++lane) sum += fabs((double)saved.engine_radps[lane]);
        if ((saved.asleep != 0 && saved.asleep != 1) || saved.ticks < 0 || !(sum < INFINITY))
            return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                             "snapshot: block %d of cars sleeps as no block does", i);
    }
    return KAMM_OK;
}

void kamm_restore_sleep(kamm_world *world, const char *from)
{
    for (int i = 0; i < world->block_count; ++i, from += sizeof(struct saved_sleep)) {
        const struct car_group *group = kamm_group_of_block(world, i);
        int block = i - group->first_block;
        struct block_sleep *sleep = sleep_of_block(group, block);
        struct saved_sleep saved;
        memcpy(&saved, from, sizeof saved);
        memset(sleep, 0, sizeof *sleep);
        if (!world->cars_may_sleep) continue;
        sleep->asleep = saved.asleep, sleep->ticks = saved.ticks;
        memcpy(sleep->engine_radps, saved.engine_radps, sizeof saved.engine_radps);
        sleep->inputs = hash_inputs(group->cars, block, HASH_START);
        if (sleep->asleep) sleep->seen = hash_block(group->cars, block);
    }
}

uint64_t kamm_hash_sleep(const kamm_world *world, uint64_t hash)
{
    for (int i = 0; i < world->block_count && world->cars_may_sleep; ++i) {
        const struct car_group *group = kamm_group_of_block(world, i);
        const struct block_sleep *sleep = sleep_of_block(group, i - group->first_block);
        const int32_t words[2] = {sleep->asleep, sleep->ticks};
        hash = hash_words(hash, words, 2);
    }
    return hash;
}
