/* All that belongs to a car, as fields with names: the one list by which portable snapshots are written and read. */
#ifndef KAMM_RUN_PORTABLE_FIELDS_H
#define KAMM_RUN_PORTABLE_FIELDS_H

#include "cars.h"

/* Where a field is, and where its name comes from. */
enum field_kind {
    FIELD_ROWS, /* rows beside states and contacts */
    FIELD_CAR,
    FIELD_WHEEL,
    FIELD_AXLE,
    FIELD_POINT,
    FIELD_CAR_OUTPUT,
    FIELD_WHEEL_OUTPUT,
    FIELD_POINT_OUTPUT,
    FIELD_CONTACT,
    FIELD_INPUT,
    FIELD_BIT,
    FIELD_GENERATION, /* of the cars' handles, which stay with their places */
    FIELD_KINDS
};

struct portable_field {
    enum field_kind kind;
    int index; /* among those of its kind */
    const char *prefix, *name;
    int type;  /* of its record */
    int items; /* values of a car */
};

/* No fewer than there are of all kinds. */
enum { MOST_FIELDS = 512 };

static inline struct portable_field before_first_field(void)
{
    return (struct portable_field){.kind = FIELD_ROWS, .index = -1};
}
/* The field after that one of cars with the rows `own`, which their batch has as well; 0: none is left. */
int kamm_next_field(const kamm_cars *cars, const struct row_map *own, struct portable_field *field);
/* Its number among all fields, those that the cars lack included. */
size_t kamm_field_number(const struct portable_field *field);

/* One of its values. */
void kamm_get_field(const kamm_cars *cars, int car, const struct portable_field *field, int item,
                    void *value);
void kamm_set_field(kamm_cars *cars, int car, const struct portable_field *field, int item,
                    const void *value);

/* The number of an item's state (car_state.h); STATE_COUNT: it is none. */
size_t kamm_field_state(const struct portable_field *field, int item);
/* Whether it is the position. */
static inline int is_position_field(const struct portable_field *field)
{
    return field->kind == FIELD_ROWS && field->index == 0;
}
/* Whether legal.h takes it for an output. */
static inline int is_output_field(const struct portable_field *field)
{
    return field->kind == FIELD_CAR_OUTPUT || field->kind == FIELD_WHEEL_OUTPUT ||
           field->kind == FIELD_POINT_OUTPUT || field->kind == FIELD_CONTACT;
}

#endif
