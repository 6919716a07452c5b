/* Rows of states for views from outside. */
#include "../base/error.h"
#include "cars.h"

_Static_assert(KAMM_CARS_PER_BLOCK == KAMM_BLOCK, "blocks are as public as they are");

/* Where the items of a kind start among the rows of a block, how many there are and of how many fields. */
struct row_range {
    size_t first;
    int items, fields;
};

#define FIELDS_OF(rows) ((int)(sizeof(rows) / sizeof(float)))

static struct row_range range_of(kamm_state_row_kind kind)
{
    switch (kind) {
    case KAMM_ROW_CAR: return (struct row_range){STATE_ROW(car), 1, FIELDS_OF(struct car_rows)};
    case KAMM_ROW_BODY_POINT:
        return (struct row_range){STATE_ROW(points), BODY_POINTS, FIELDS_OF(struct point_rows)};
    case KAMM_ROW_AXLE:
        return (struct row_range){STATE_ROW(axles), CAR_AXLES, FIELDS_OF(struct axle_rows)};
    case KAMM_ROW_WHEEL:
        return (struct row_range){STATE_ROW(wheels), CAR_WHEELS, FIELDS_OF(struct wheel_rows)};
    default: return (struct row_range){0, 0, 0};
    }
}

float *kamm_state_row(kamm_cars *cars, int block, kamm_state_row_kind kind, int item, int field)
{
    KAMM_REQUIRE(cars, NULL);
    KAMM_REQUIRE(block >= 0 && block < cars->blocks, NULL);
    struct row_range range = range_of(kind);
    KAMM_REQUIRE(item >= 0 && item < range.items, NULL);
    KAMM_REQUIRE(field >= 0 && field < range.fields, NULL);
    return cars->block[block].state[range.first + (size_t)(item * range.fields + field)];
}

double *kamm_position_row(kamm_cars *cars, int block, int axis)
{
    KAMM_REQUIRE(cars, NULL);
    KAMM_REQUIRE(block >= 0 && block < cars->blocks, NULL);
    KAMM_REQUIRE(axis >= 0 && axis < 3, NULL);
    return cars->block[block].position_m[axis];
}
