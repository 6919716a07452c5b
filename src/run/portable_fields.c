/* See portable_fields.h. */
#include "portable_fields.h"
#include "records.h"

#include <string.h>

#define LENGTH_OF(array) (sizeof(array) / sizeof *(array))

/* -- Rows beside states and contacts -- */
enum rows_owner {
    OF_POSITION,
    OF_CONTACT_POINTS,
    OF_POINTS,
    OF_ASKED_WHEELS,
    OF_ASKED_POINTS,
    OF_GRAVITY
};

struct portable_rows {
    const char *name;
    enum rows_owner owner;
    size_t offset;
    int type, items; /* 0: three for each wheel */
};

#define ROWS_OF(owner, member) offsetof(struct owner, member)
static const struct portable_rows rows_list[] = {
    {"car.position_m", OF_POSITION, 0, RECORD_DOUBLE, 3},
    {"contact.point_m", OF_CONTACT_POINTS, 0, RECORD_DOUBLE, 0},
    {"ground.gravity_mps2", OF_GRAVITY, ROWS_OF(gravity_rows, mps2), RECORD_FLOAT, 3},
    {"ground.wheels_at_m", OF_ASKED_WHEELS, ROWS_OF(asked_wheels, at_m), RECORD_DOUBLE, 3},
    {"ground.wheels_orientation", OF_ASKED_WHEELS, ROWS_OF(asked_wheels, orientation), RECORD_FLOAT,
     4},
    {"ground.wheels_reach_m", OF_ASKED_WHEELS, ROWS_OF(asked_wheels, reach_m), RECORD_FLOAT, 1},
    {"ground.point_level_m", OF_POINTS, ROWS_OF(point_block, level_m), RECORD_DOUBLE, BODY_POINTS},
    {"ground.point_normal", OF_POINTS, ROWS_OF(point_block, normal), RECORD_FLOAT, 3 * BODY_POINTS},
    {"ground.points_at_m", OF_ASKED_POINTS, ROWS_OF(asked_points, at_m), RECORD_DOUBLE, 3},
    {"ground.points_orientation", OF_ASKED_POINTS, ROWS_OF(asked_points, orientation), RECORD_FLOAT,
     4},
    {"ground.points_clearance_m", OF_ASKED_POINTS, ROWS_OF(asked_points, clearance_m), RECORD_FLOAT,
     1},
    {"ground.points_steepness", OF_ASKED_POINTS, ROWS_OF(asked_points, steepness), RECORD_FLOAT, 1},
};

/* Their start in a block; NULL: the rung has none. */
static char *start_of_rows(const kamm_cars *cars, int block, enum rows_owner owner)
{
    switch (owner) {
    case OF_CONTACT_POINTS: return (char *)cars->block[block].contact_point_m;
    case OF_POINTS: return cars->points ? (char *)&cars->points[block] : NULL;
    case OF_ASKED_WHEELS: return (char *)&cars->asked_wheels[block];
    case OF_ASKED_POINTS: return cars->points ? (char *)&cars->asked_points[block] : NULL;
    case OF_GRAVITY: return (char *)&cars->gravity[block];
    case OF_POSITION: break;
    }
    return (char *)cars->block[block].position_m;
}

/* -- Names -- */
#define ROW_NAME(name, ...) #name,
#define NO_ROW_NAME(name, ...)
#define SOIL_ROW_NAME(name) "soil_" #name,
static const char *const car_output_names[] = {
    KAMM_CHANNELS(NO_ROW_NAME, ROW_NAME, NO_ROW_NAME, NO_ROW_NAME)};
static const char *const wheel_output_names[] = {
    KAMM_WHEEL_CHANNELS(NO_ROW_NAME, ROW_NAME, NO_ROW_NAME)};
#define POINT_OUTPUT_NAME(name, ...) #name,
static const char *const point_output_names[] = {KAMM_BODY_POINT_OUTPUTS(POINT_OUTPUT_NAME)};
/* In the order of struct contact_rows. */
static const char *const contact_names[] = {"normal_x",
                                            "normal_y",
                                            "normal_z",
                                            "velocity_x_mps",
                                            "velocity_y_mps",
                                            "velocity_z_mps",
                                            "friction",
                                            "rolling_resistance",
                                            "sliding_loss",
                                            "water_m",
                                            SOIL_ROWS(SOIL_ROW_NAME) "rut_m",
                                            "surface_high",
                                            "surface_low",
                                            "grip_change",
                                            "grip_loss",
                                            "added_resistance",
                                            "radius_loss_m",
                                            "brake_loss"};
_Static_assert(LENGTH_OF(contact_names) == CONTACT_COUNT, "a name for each row of a contact");

/* Cars' ground is asked for in the next substep; they were placed and not stepped; their velocity was set; they are off. */
static const char *const bit_names[] = {"ask_ground", "placed", "unsettled", "off"};

static uint16_t *lane_bits_of(const kamm_cars *cars, int index)
{
    uint16_t *const bits[] = {cars->stale, cars->placed, cars->unsettled, cars->off};
    return bits[index];
}

/* -- Kinds -- */
static const struct {
    const char *prefix;
    int type;
    int count;
    size_t first_state; /* STATE_COUNT: no states */
} kinds[FIELD_KINDS] = {
    [FIELD_ROWS] = {"", 0, LENGTH_OF(rows_list), STATE_COUNT},
    [FIELD_CAR] = {"car.", RECORD_FLOAT, FLOATS_OF(car_rows), STATE_NUMBER(car)},
    [FIELD_WHEEL] = {"wheel.", RECORD_FLOAT, FLOATS_OF(wheel_rows), STATE_NUMBER(wheels)},
    [FIELD_AXLE] = {"axle.", RECORD_FLOAT, FLOATS_OF(axle_rows), STATE_NUMBER(axles)},
    [FIELD_POINT] = {"point.", RECORD_FLOAT, FLOATS_OF(point_rows), STATE_NUMBER(points)},
    [FIELD_CAR_OUTPUT] = {"output.", RECORD_FLOAT, FLOATS_OF(car_output_rows), STATE_COUNT},
    [FIELD_WHEEL_OUTPUT] = {"wheel_output.", RECORD_FLOAT, FLOATS_OF(wheel_output_rows),
                            STATE_COUNT},
    [FIELD_POINT_OUTPUT] = {"point_output.", RECORD_FLOAT, FLOATS_OF(point_output_rows),
                            STATE_COUNT},
    [FIELD_CONTACT] = {"contact.", RECORD_FLOAT, CONTACT_COUNT, STATE_COUNT},
    [FIELD_INPUT] = {"input.", RECORD_FLOAT, sizeof(kamm_input) / sizeof(float), STATE_COUNT},
    [FIELD_BIT] = {"flag.", RECORD_BYTES, LENGTH_OF(bit_names), STATE_COUNT},
    [FIELD_GENERATION] = {"slot.", RECORD_UINT, 1, STATE_COUNT},
};
enum {
    ALL_FIELDS = LENGTH_OF(rows_list) + FLOATS_OF(car_rows) + FLOATS_OF(wheel_rows) +
                 FLOATS_OF(axle_rows) + FLOATS_OF(point_rows) + FLOATS_OF(car_output_rows) +
                 FLOATS_OF(wheel_output_rows) + FLOATS_OF(point_output_rows) + CONTACT_COUNT +
                 sizeof(kamm_input) / sizeof(float) + LENGTH_OF(bit_names) + 1
};
_Static_assert((int)ALL_FIELDS <= (int)MOST_FIELDS, "room for a bit of each field");

static const char *name_of(enum field_kind kind, int index)
{
    switch (kind) {
    case FIELD_ROWS: return rows_list[index].name;
    case FIELD_CAR: return kamm_car_state_fields(NULL)[index].name;
    case FIELD_WHEEL: return kamm_wheel_state_fields(NULL)[index].name;
    case FIELD_AXLE: return kamm_axle_state_fields(NULL)[index].name;
    case FIELD_POINT: return kamm_body_point_state_fields(NULL)[index].name;
    case FIELD_CAR_OUTPUT: return car_output_names[index];
    case FIELD_WHEEL_OUTPUT: return wheel_output_names[index];
    case FIELD_POINT_OUTPUT: return point_output_names[index];
    case FIELD_CONTACT: return contact_names[index];
    case FIELD_INPUT: return kamm_input_fields(NULL)[index].name;
    case FIELD_BIT: return bit_names[index];
    case FIELD_GENERATION:
    case FIELD_KINDS: break;
    }
    return "generation";
}

static int items_of(const kamm_cars *cars, enum field_kind kind, int index)
{
    int wheels = cars->layout->wheels;
    if (kind == FIELD_ROWS) return rows_list[index].items ? rows_list[index].items : 3 * wheels;
    if (kind == FIELD_WHEEL || kind == FIELD_WHEEL_OUTPUT || kind == FIELD_CONTACT) return wheels;
    if (kind == FIELD_AXLE) return cars->layout->axles;
    return kind == FIELD_POINT || kind == FIELD_POINT_OUTPUT ? BODY_POINTS : 1;
}

size_t kamm_field_state(const struct portable_field *field, int item)
{
    size_t first = kinds[field->kind].first_state;
    if (first == STATE_COUNT) return first;
    return first + (size_t)(item * kinds[field->kind].count + field->index);
}

/* The same of outputs; only for kinds that are outputs. */
static size_t output_of_field(const struct portable_field *field, int item)
{
    size_t first = field->kind == FIELD_WHEEL_OUTPUT   ? OUTPUT_NUMBER(wheels)
                   : field->kind == FIELD_POINT_OUTPUT ? OUTPUT_NUMBER(points)
                                                       : 0;
    return first + (size_t)(item * kinds[field->kind].count + field->index);
}

static int is_output_row(const struct portable_field *field)
{
    return field->kind == FIELD_CAR_OUTPUT || field->kind == FIELD_WHEEL_OUTPUT ||
           field->kind == FIELD_POINT_OUTPUT;
}

static int has_field(const kamm_cars *cars, const struct row_map *own,
                     const struct portable_field *field)
{
    size_t state = kamm_field_state(field, 0);
    if (state != STATE_COUNT) return own->state_row[state] != NO_ROW;
    if (is_output_row(field)) return own->output_row[output_of_field(field, 0)] != NO_ROW;
    if (field->kind != FIELD_ROWS) return 1;
    return start_of_rows(cars, 0, rows_list[field->index].owner) != NULL;
}

int kamm_next_field(const kamm_cars *cars, const struct row_map *own, struct portable_field *field)
{
    do {
        if (++field->index == kinds[field->kind].count) ++field->kind, field->index = 0;
        if (field->kind == FIELD_KINDS) return 0;
    } while (!has_field(cars, own, field));
    field->prefix = kinds[field->kind].prefix;
    field->name = name_of(field->kind, field->index);
    field->type =
        field->kind == FIELD_ROWS ? rows_list[field->index].type : kinds[field->kind].type;
    field->items = items_of(cars, field->kind, field->index);
    return 1;
}

size_t kamm_field_number(const struct portable_field *field)
{
    int number = field->index;
    for (int kind = 0; kind < (int)field->kind; ++kind) number += kinds[kind].count;
    return (size_t)number;
}

/* -- Values -- */
static void *row_value_at(const kamm_cars *cars, int car, const struct portable_rows *rows,
                          int item)
{
    int block = car / KAMM_BLOCK, lane = car % KAMM_BLOCK;
    return start_of_rows(cars, block, rows->owner) + rows->offset +
           (size_t)(item * KAMM_BLOCK + lane) * record_value_size(rows->type);
}

static void *value_at(const kamm_cars *cars, int car, const struct portable_field *field, int item)
{
    int block = car / KAMM_BLOCK, lane = car % KAMM_BLOCK;
    const struct car_block *at = &cars->block[block];
    switch (field->kind) {
    case FIELD_ROWS: return row_value_at(cars, car, &rows_list[field->index], item);
    case FIELD_CAR_OUTPUT:
    case FIELD_WHEEL_OUTPUT:
    case FIELD_POINT_OUTPUT:
        return &at->output[cars->rows.output_row[output_of_field(field, item)]][lane];
    case FIELD_CONTACT: return &contact_floats(&at->contact[item])[field->index][lane];
    case FIELD_INPUT: return (float *)&cars->inputs[car] + field->index;
    case FIELD_GENERATION: return &cars->generation[car];
    default: return &at->state[cars->rows.state_row[kamm_field_state(field, item)]][lane];
    }
}

void kamm_get_field(const kamm_cars *cars, int car, const struct portable_field *field, int item,
                    void *value)
{
    if (field->kind == FIELD_BIT) {
        const uint16_t *bits = &lane_bits_of(cars, field->index)[car / KAMM_BLOCK];
        *(char *)value = (char)(*bits >> car % KAMM_BLOCK & 1);
    } else {
        memcpy(value, value_at(cars, car, field, item), record_value_size(field->type));
    }
}

void kamm_set_field(kamm_cars *cars, int car, const struct portable_field *field, int item,
                    const void *value)
{
    if (field->kind == FIELD_BIT) {
        uint16_t *bits = &lane_bits_of(cars, field->index)[car / KAMM_BLOCK],
                 bit = (uint16_t)(1u << car % KAMM_BLOCK);
        *bits = (uint16_t)(*(const char *)value ? *bits | bit : *bits & ~bit);
    } else {
        memcpy(value_at(cars, car, field, item), value, record_value_size(field->type));
    }
}
