/* Rows of states for views from outside. */
#include "../base/error.h"
#include "cars.h"

_Static_assert(KAMM_CARS_PER_BLOCK == KAMM_BLOCK, "blocks are as public as they are");

/* The numbers of a kind: where they start, of how many items and fields. */
struct number_range {
    size_t first;
    int items, fields;
};

static struct number_range range_of(const struct layout *l, kamm_state_row_kind kind)
{
    switch (kind) {
    case KAMM_ROW_CAR: return (struct number_range){STATE_NUMBER(car), 1, FLOATS_OF(car_rows)};
    case KAMM_ROW_BODY_POINT:
        return (struct number_range){STATE_NUMBER(points), BODY_POINTS, FLOATS_OF(point_rows)};
    case KAMM_ROW_AXLE:
        return (struct number_range){STATE_NUMBER(axles), l->axles, FLOATS_OF(axle_rows)};
    case KAMM_ROW_WHEEL:
        return (struct number_range){STATE_NUMBER(wheels), l->wheels, FLOATS_OF(wheel_rows)};
    default: return (struct number_range){0, 0, 0};
    }
}

float *kamm_state_row(kamm_cars *cars, int block, kamm_state_row_kind kind, int item, int field)
{
    KAMM_REQUIRE_ALIVE(cars, NULL);
    KAMM_REQUIRE(block >= 0 && block < cars->blocks, NULL);
    struct number_range range = range_of(cars->layout, kind);
    KAMM_REQUIRE(item >= 0 && item < range.items, NULL);
    KAMM_REQUIRE(field >= 0 && field < range.fields, NULL);
    uint16_t row = cars->rows.state_row[range.first + (size_t)(item * range.fields + field)];
    return row == NO_ROW ? NULL : cars->block[block].state[row];
}

double *kamm_position_row(kamm_cars *cars, int block, int axis)
{
    KAMM_REQUIRE_ALIVE(cars, NULL);
    KAMM_REQUIRE(block >= 0 && block < cars->blocks, NULL);
    KAMM_REQUIRE(axis >= 0 && axis < 3, NULL);
    return cars->block[block].position_m[axis];
}
