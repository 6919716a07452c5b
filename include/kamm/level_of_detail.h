/* Level of detail: of many cars those near a viewer are on a higher rung of the ladder, as many as a budget allows.
 *
 * Create a kamm_cars for each level, with as many slots (slots.h) as cars may be on it at once, and switch all off:
 *
 *     const kamm_detail_level levels[] = {{.cars = full, .within_m = 60}, {.cars = single_track}};
 *     const kamm_model *const models[] = {m3_full, m3_single_track, bus_full, bus_single_track};
 *     kamm_detail *detail = kamm_create_detail(&(kamm_detail_def){levels, 2, models, 2, 1000, 0.1}, &error);
 *     kamm_enter_detail(detail, &cars[i], kind, &placement, &error);      for each car
 *     …
 *     kamm_update_detail(detail, cars, 1000, viewers, 1, 4, NULL, &error);    each frame
 *     kamm_inputs(levels[cars[i].level].cars)[cars[i].slot.car].throttle = …
 *
 * The result depends on the cars, their slots and the viewers alone. So a rollback that restores the array of
 * kamm_detail_car and the snapshots of cars or world goes on with the same bits. docs/embedding.md has an example. */
#ifndef KAMM_LEVEL_OF_DETAIL_H
#define KAMM_LEVEL_OF_DETAIL_H

#include <kamm/cars.h>
#include <kamm/error.h>
#include <kamm/export.h>
#include <kamm/slots.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Most levels. */
#define KAMM_MAX_DETAIL_LEVELS 8

/* A level: cars of one rung. */
typedef struct kamm_detail_level {
    /* Slots of the level. Cars of other vehicles need kamm_create_mixed_cars. In a world all levels are in it. */
    kamm_cars *cars;
    /* A car nearer than that to a viewer wants the level, above 0. Of the last level it has no effect. */
    double within_m;
} kamm_detail_level;

/* What kamm_create_detail needs; it copies the arrays. */
typedef struct kamm_detail_def {
    /* [level_count] Levels, the finest first. Only the last one needs a slot for each car. */
    const kamm_detail_level *levels;
    /* Number of levels, 1 to KAMM_MAX_DETAIL_LEVELS. */
    int32_t level_count;
    /* [kind_count][level_count] Model of each kind of car on each level. A car takes slots of its own models. */
    const kamm_model *const *models;
    /* Number of kinds, 1 or more. */
    int32_t kind_count;
    /* Most cars of a call, 1 or more. */
    int32_t most_cars;
    /* Share by which a car must be farther away before it leaves a level, 0 to 1. It also keeps its slot against one
     * that is nearer by less. So a car does not go to and fro. 0.1 is a good value. */
    double keep_share;
} kamm_detail_def;

/* A car on one of the levels. Plain data; all 0: no car. */
typedef struct kamm_detail_car {
    /* Index of its vehicle in `models`. */
    int32_t kind;
    /* The level that it is on. */
    int32_t level;
    /* Its slot in the cars of that level. Generation 0: the car is not in play. After kamm_switch_off set all to 0. */
    kamm_slot slot;
    /* 1: it keeps its level, such as a player's car or one on a rope. Host's choice; default 0. */
    int32_t keeps_level;
    /* 1: the last call has changed its level and slot, so drivers, filters and joints need the new ones. */
    int32_t changed;
    /* Distance to the nearest viewer at the last call; INFINITY without viewers. */
    double distance_m;
} kamm_detail_car;

/* Chooses levels. */
typedef struct kamm_detail kamm_detail;

/* Creates a chooser for cars of these levels, which must outlive it. NULL on error: RANGE (a count, a distance, a model
 * of another rung than its level's, a kind without a slot on the last level), MEMORY. */
KAMM_API kamm_detail *kamm_create_detail(const kamm_detail_def *def, kamm_error *error);
/* Destroys it. The cars stay. NULL is ignored. */
KAMM_API void kamm_destroy_detail(kamm_detail *detail);

/* Switches a car on, on the last level, and writes `car`. Errors: RANGE (the kind, no free slot, the placement). */
KAMM_API kamm_result kamm_enter_detail(const kamm_detail *detail, kamm_detail_car *car, int kind,
                                       const kamm_placement *placement, kamm_error *error);

/* Moves cars to the levels that their distances ask for, by kamm_hand_over: position, speed, heading and loads are
 * continuous. The nearest cars get the finest levels, as long as these have slots of their models. At most
 * `most_changes` cars change their level in a call, the nearest first; 0: any number. A car with a numeric fault keeps
 * its level. `changes` receives the number of changes; NULL: it is not needed.
 *
 * It allocates nothing and takes O(n log n) for n cars, and 20 to 150 us for each change to KAMM_FULL. On error nothing
 * changes. Errors, each with an index: RANGE (more than `most_cars`, a kind, a level, a viewer that is not finite), and
 * UNKNOWN (a slot that was switched off). */
KAMM_API kamm_result kamm_update_detail(kamm_detail *detail, kamm_detail_car *cars, int count,
                                        const double (*viewers_m)[3], int viewer_count,
                                        int most_changes, int *changes, kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
