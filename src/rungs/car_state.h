/* How cars lie in memory, of whatever rung: blocks of 16 cars, [row][16], at every width.
 *
 * The structs below are generated from the field tables. A member's place among the floats of its struct is the state's
 * number, STATE_NUMBER(car.fault); the block's map tells its row in a block, since a block has only the rows that its
 * rung's cars and their wheels and axles need. */
#ifndef KAMM_RUNGS_CAR_STATE_H
#define KAMM_RUNGS_CAR_STATE_H

#include "../base/block.h"
#include "../vehicle/layout.h"
#include <kamm/ground.h>
#include <kamm/state_fields.h>
#include <kamm/vehicle.h>
#include <stddef.h>
#include <stdint.h>

#define ROW_MEMBER(name, unit, default_value, min, max, needs, doc) float name;
#define OUTPUT_ROW_MEMBER(name, unit, needs, doc) float name;
#define NO_MEMBER(name, ...)
/* clang-format off */
struct car_rows { KAMM_CAR_STATES(ROW_MEMBER) };
struct point_rows { KAMM_BODY_POINT_STATES(ROW_MEMBER) };
struct axle_rows { KAMM_AXLE_STATES(ROW_MEMBER) };
struct wheel_rows { KAMM_WHEEL_STATES(ROW_MEMBER) };
struct car_output_rows { KAMM_CHANNELS(NO_MEMBER, OUTPUT_ROW_MEMBER, NO_MEMBER, NO_MEMBER) };
struct wheel_output_rows { KAMM_WHEEL_CHANNELS(NO_MEMBER, OUTPUT_ROW_MEMBER, NO_MEMBER) };
struct point_output_rows { KAMM_BODY_POINT_OUTPUTS(OUTPUT_ROW_MEMBER) };
/* clang-format on */

struct state_rows {
    struct car_rows car;
    struct wheel_rows wheels[MAX_WHEELS];
    struct axle_rows axles[MAX_AXLES];
    struct point_rows points[BODY_POINTS];
};

struct output_rows {
    struct car_output_rows car;
    struct wheel_output_rows wheels[MAX_WHEELS];
    struct point_output_rows points[BODY_POINTS];
};

/* The soil below one wheel: the members of kamm_soil, in its order. `exponent` and `shear_m` are 0 where there is none. */
#define SOIL_ROWS(ROW)    \
    ROW(cohesion_modulus) \
    ROW(friction_modulus) \
    ROW(exponent)         \
    ROW(cohesion_pa) ROW(friction_tangent) ROW(shear_m) ROW(density_kgpm3) ROW(depth_m)
#define SOIL_ROW(name) float name[KAMM_BLOCK];
struct soil_rows {
    SOIL_ROWS(SOIL_ROW)
};
_Static_assert(sizeof(struct soil_rows) == KAMM_BLOCK * sizeof(kamm_soil), "all of kamm_soil");

/* Settings of the host for one wheel. */
struct wheel_setting_rows {
    float grip_change[KAMM_BLOCK]; /* kamm_set_wheel_grip: what its factor is above 1 */
    /* kamm_damage_wheel */
    float grip_loss[KAMM_BLOCK];
    float added_resistance[KAMM_BLOCK];
    float radius_loss_m[KAMM_BLOCK];
    float brake_loss[KAMM_BLOCK];
};

/* The ground below one wheel; its point is among the doubles of the block. */
struct contact_rows {
    float normal[3][KAMM_BLOCK];
    float velocity_mps[3][KAMM_BLOCK];
    float friction[KAMM_BLOCK];           /* with the wheel's grip and its loss */
    float rolling_resistance[KAMM_BLOCK]; /* with what damage adds */
    float sliding_loss[KAMM_BLOCK];
    float water_m[KAMM_BLOCK];
    struct soil_rows soil;
    float rut_m[KAMM_BLOCK]; /* how deep the wheel has sunk into the soil: the kernel's own */
    float surface[2]
                 [KAMM_BLOCK]; /* the caller's number over 65536, and the rest: not for kernels */
    struct wheel_setting_rows wheel;
};

#define FLOATS_OF(rows) (sizeof(struct rows) / sizeof(float))
/* The number of a state or output, by its member of struct state_rows or output_rows. */
#define STATE_NUMBER(member) (offsetof(struct state_rows, member) / sizeof(float))
#define OUTPUT_NUMBER(member) (offsetof(struct output_rows, member) / sizeof(float))

enum {
    CONTACT_COUNT = sizeof(struct contact_rows) / (KAMM_BLOCK * sizeof(float)), /* rows */
    STATE_COUNT = FLOATS_OF(state_rows),
    OUTPUT_COUNT = FLOATS_OF(output_rows),
    NO_ROW = 0xffff
};

/* Which row has which state and output. */
struct row_map {
    size_t wheels;                                             /* of which there are contacts */
    size_t states, outputs;                                    /* rows */
    uint16_t state_row[STATE_COUNT], output_row[OUTPUT_COUNT]; /* of a number; NO_ROW */
    uint16_t row_state[STATE_COUNT], row_output[OUTPUT_COUNT]; /* the number in a row */
    uint8_t
        is_missing[STATE_COUNT]; /* 1: of a part that these cars do not have, whatever the rung */
};

/* Makes the map of cars with those wheels on a rung with those features. */
void kamm_map_rows(const struct layout *layout, kamm_feature features, struct row_map *map);

/* Returns the value of a row by its number; 0 without the row. The setter then does nothing. */
static inline float row_value(float (*const rows)[KAMM_BLOCK], const uint16_t *row_of,
                              size_t number, int lane)
{
    return row_of[number] == NO_ROW ? 0 : rows[row_of[number]][lane];
}
static inline void put_row(float (*rows)[KAMM_BLOCK], const uint16_t *row_of, size_t number,
                           int lane, float value)
{
    if (row_of[number] != NO_ROW) rows[row_of[number]][lane] = value;
}

/* A block: its rows lie one after the other, in this order. */
struct car_block {
    double (*position_m)[KAMM_BLOCK]; /* [3]: of the body frame's origin */
    double (*contact_point_m)[3][KAMM_BLOCK];
    struct contact_rows *contact;
    float (*state)[KAMM_BLOCK];
    float (*output)[KAMM_BLOCK];
};

static inline size_t block_size(const struct row_map *n)
{
    size_t doubles = 3 + 3 * n->wheels, floats = CONTACT_COUNT * n->wheels + n->states + n->outputs;
    return KAMM_BLOCK * (doubles * sizeof(double) + floats * sizeof(float));
}

/* The block whose rows start at that address, which is one of 64 bytes. */
static inline struct car_block block_at(void *memory, const struct row_map *n)
{
    struct car_block block;
    block.position_m = memory;
    block.contact_point_m = (double(*)[3][KAMM_BLOCK])(block.position_m + 3);
    block.contact = (struct contact_rows *)(block.contact_point_m + n->wheels);
    block.state = (float(*)[KAMM_BLOCK])(block.contact + n->wheels);
    block.output = block.state + n->states;
    return block;
}

/* A wheel's contact as rows, for what takes all of them alike. */
static inline float (*contact_floats(struct contact_rows *contact))[KAMM_BLOCK]
{
    return (float(*)[KAMM_BLOCK])contact;
}

/* The ground's own planes below wheels where bodies of a world may carry some of them: what the car's body meets. */
struct road_block {
    _Alignas(64) double point_m[MAX_WHEELS][3][KAMM_BLOCK];
    float normal[MAX_WHEELS][3][KAMM_BLOCK];
    float velocity_mps[MAX_WHEELS][3][KAMM_BLOCK];
};

/* The ground below the eight body points, of rungs that have them: n . x = level. */
struct point_block {
    double level_m[BODY_POINTS][KAMM_BLOCK];
    float normal[BODY_POINTS][3][KAMM_BLOCK];
};

#endif
