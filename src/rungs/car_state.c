/* Which rows a block has. */
#include "car_state.h"

#include <string.h>

#define NEEDS_OF(name, unit, default_value, lowest, highest, needs, doc) KAMM_FEATURE_##needs,
#define OUTPUT_NEEDS(name, unit, needs, doc) KAMM_FEATURE_##needs,
#define NO_NEEDS(...)
static const kamm_feature car_needs[] = {KAMM_CAR_STATES(NEEDS_OF)};
static const kamm_feature wheel_needs[] = {KAMM_WHEEL_STATES(NEEDS_OF)};
static const kamm_feature axle_needs[] = {KAMM_AXLE_STATES(NEEDS_OF)};
static const kamm_feature point_needs[] = {KAMM_BODY_POINT_STATES(NEEDS_OF)};
static const kamm_feature car_output_needs[] = {
    KAMM_CHANNELS(NO_NEEDS, OUTPUT_NEEDS, NO_NEEDS, NO_NEEDS)};
static const kamm_feature wheel_output_needs[] = {
    KAMM_WHEEL_CHANNELS(NO_NEEDS, OUTPUT_NEEDS, NO_NEEDS)};
static const kamm_feature point_output_needs[] = {KAMM_BODY_POINT_OUTPUTS(OUTPUT_NEEDS)};

/* Items of a kind: the next rows are theirs. */
static void map_items(kamm_feature features, size_t first, int items, const kamm_feature *needs,
                      size_t fields, uint16_t *row_of, uint16_t *in_row, size_t *rows)
{
    for (size_t i = 0; i < (size_t)items * fields; ++i) {
        kamm_feature need = needs[i % fields];
        if ((need & features) != need) continue;
        row_of[first + i] = (uint16_t)*rows;
        in_row[(*rows)++] = (uint16_t)(first + i);
    }
}

static void find_missing(kamm_feature features, size_t first, int items, const kamm_feature *needs,
                         size_t fields, uint8_t *is_missing)
{
    for (size_t i = 0; i < (size_t)items * fields; ++i)
        is_missing[first + i] = (needs[i % fields] & KAMM_FEATURES_OF_PARTS & ~features) != 0;
}

#define MAP_STATES(member, items, needs)                                                   \
    map_items(features, STATE_NUMBER(member), items, needs, LENGTH(needs), map->state_row, \
              map->row_state, &map->states);                                               \
    find_missing(features, STATE_NUMBER(member), items, needs, LENGTH(needs), map->is_missing)
#define MAP_OUTPUTS(member, items, needs)                                                    \
    map_items(features, OUTPUT_NUMBER(member), items, needs, LENGTH(needs), map->output_row, \
              map->row_output, &map->outputs)
#define LENGTH(array) (sizeof(array) / sizeof *(array))

void kamm_map_rows(const struct layout *layout, kamm_feature features, struct row_map *map)
{
    map->wheels = (size_t)layout->wheels;
    map->states = map->outputs = 0;
    memset(map->is_missing, 0, sizeof map->is_missing);
    for (size_t i = 0; i < STATE_COUNT; ++i) map->state_row[i] = NO_ROW;
    for (size_t i = 0; i < OUTPUT_COUNT; ++i) map->output_row[i] = NO_ROW;
    MAP_STATES(car, 1, car_needs);
    MAP_STATES(wheels, layout->wheels, wheel_needs);
    MAP_STATES(axles, layout->axles, axle_needs);
    MAP_STATES(points, BODY_POINTS, point_needs);
    MAP_OUTPUTS(car, 1, car_output_needs);
    MAP_OUTPUTS(wheels, layout->wheels, wheel_output_needs);
    MAP_OUTPUTS(points, BODY_POINTS, point_output_needs);
}
