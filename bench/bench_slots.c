/* What players cost a world who come and go: each in a group of its own, all in one batch, and in one of which most are off; on the
 * rungs double_track and full, of one model and of eight. A frame of 4 substeps, saving and restoring a snapshot, its bytes.
 *
 *     bench_slots [ROUNDS]
 *
 * Of ROUNDS (9) in turn the shortest time counts. */
#include "timing.h"

#include <kamm/kamm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PLAYERS = 200, MOST = 400, MODELS = 8, FRAME = 4, FRAMES = 20 };

static void must(int well, const kamm_error *error)
{
    if (!well) fprintf(stderr, "%s\n", error->text), exit(1);
}

struct game {
    const char *name;
    kamm_world *world;
    kamm_cars *cars[PLAYERS];
    int groups;
    void *snapshot;
    size_t size;
    double frame_s, save_s, restore_s;
};

/* `groups` groups of `count` cars, of which PLAYERS in all are on, and drive in rows that never meet. */
static struct game start_game(const char *name, const kamm_model *const *models, int mixed,
                              int groups, int count)
{
    kamm_error error = {.text = "out of memory"};
    const kamm_world_def def = {.ground = kamm_flat_ground};
    struct game game = {.name = name, .world = kamm_create_world(&def, &error), .groups = groups};
    must(game.world != NULL, &error);
    const kamm_model *of_each[MOST];
    for (int i = 0; i < MOST; ++i) of_each[i] = models[i % MODELS];
    for (int g = 0; g < groups; ++g) {
        game.cars[g] = mixed ? kamm_create_mixed_cars(of_each, count, &error)
                             : kamm_create_cars(models[0], count, &error);
        must(game.cars[g] && !kamm_add_cars(game.world, game.cars[g], &error), &error);
        kamm_switch_all_off(game.cars[g]);
    }
    for (int i = 0; i < PLAYERS; ++i) {
        kamm_placement place = {.position_m = {i % 14 * 12.0, i / 14 * 12.0, 0},
                                .speed_mps = 15,
                                .gear = KAMM_GEAR_DRIVE};
        kamm_slot slot;
        kamm_cars *cars = game.cars[i % groups];
        must(!kamm_switch_on(cars, KAMM_FREE_CAR, &place, &slot, &error), &error);
        kamm_inputs(cars)[slot.car].throttle = 0.2f;
    }
    kamm_step_world(game.world, 240);
    game.size = kamm_world_snapshot_size(game.world);
    game.snapshot = malloc(game.size);
    must(game.snapshot != NULL, &error);
    game.frame_s = game.save_s = game.restore_s = INFINITY;
    return game;
}

static void measure(struct game *game)
{
    kamm_error error;
    double start = now_s();
    kamm_save_world_snapshot(game->world, game->snapshot);
    double saved = now_s();
    for (int i = 0; i < FRAMES; ++i) kamm_step_world(game->world, FRAME);
    double stepped = now_s();
    must(!kamm_restore_world_snapshot(game->world, game->snapshot, game->size, &error), &error);
    double restored = now_s();
    game->save_s = fmin(game->save_s, saved - start);
    game->frame_s = fmin(game->frame_s, (stepped - saved) / FRAMES);
    game->restore_s = fmin(game->restore_s, restored - stepped);
}

static void print_and_end(struct game *game, const char *rung)
{
    printf("%-12s %-38s %8.1f us a frame, %7.1f us to save, %7.1f us to restore, %5.0f kB\n", rung,
           game->name, 1e6 * game->frame_s, 1e6 * game->save_s, 1e6 * game->restore_s,
           (double)game->size / 1000);
    kamm_destroy_world(game->world);
    for (int g = 0; g < game->groups; ++g) kamm_destroy_cars(game->cars[g]);
    free(game->snapshot);
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 9;
    for (kamm_rung rung = KAMM_DOUBLE_TRACK; rung <= KAMM_FULL; rung = (kamm_rung)(rung + 1)) {
        kamm_model *models[MODELS];
        kamm_error error;
        for (int i = 0; i < MODELS; ++i) {
            kamm_vehicle_def def = kamm_default_vehicle();
            def.body.mass_kg *= 1 + 0.02 * i;
            models[i] = kamm_create_model(&def, rung, &error);
            must(models[i] != NULL, &error);
        }
        const kamm_model *const *of = (const kamm_model *const *)models;
        struct game games[] = {start_game("200 in one group", of, 0, 1, PLAYERS),
                               start_game("200 in one group, of 8 models", of, 1, 1, PLAYERS),
                               start_game("200 in one group, and 200 that are off", of, 0, 1, MOST),
                               start_game("200 in 200 groups", of, 0, PLAYERS, 1)};
        enum { GAMES = sizeof games / sizeof *games };
        for (int round = 0; round < rounds; ++round)
            for (int i = 0; i < GAMES; ++i) measure(&games[i]);
        for (int i = 0; i < GAMES; ++i) print_and_end(&games[i], kamm_describe_rung(rung)->name);
        for (int i = 0; i < MODELS; ++i) kamm_destroy_model(models[i]);
    }
    return 0;
}
