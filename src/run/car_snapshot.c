/* A car as bytes (include/kamm/snapshot.h). What belongs to it is listed once, in pass_car; measuring, saving and restoring are
 * passages through that list. States and outputs are those of its own model, whatever else its batch has. */
#include <kamm/snapshot.h>

#include "../base/error.h"
#include "../base/float_mode.h"
#include "external_forces.h"
#include "legal.h"
#include "snapshot_mark.h"

#include <string.h>

struct header {
    char mark[8];
    uint64_t fingerprint; /* of the model, with its rung */
};

static const char mark[8] = "KAMMCR6";

enum direction { MEASURE, SAVE, RESTORE };

struct passage {
    enum direction direction;
    char *to;         /* SAVE */
    const char *from; /* RESTORE */
    size_t size;      /* so far */
};

static void pass(struct passage *p, void *value, size_t size)
{
    if (p->direction == SAVE) memcpy(p->to + p->size, value, size);
    if (p->direction == RESTORE) memcpy(value, p->from + p->size, size);
    p->size += size;
}

/* One lane of `count` rows. */
static void pass_floats(struct passage *p, float (*rows)[KAMM_BLOCK], size_t count, int lane)
{
    for (size_t i = 0; i < count; ++i) pass(p, &rows[i][lane], sizeof rows[i][lane]);
}

static void pass_doubles(struct passage *p, double (*rows)[KAMM_BLOCK], size_t count, int lane)
{
    for (size_t i = 0; i < count; ++i) pass(p, &rows[i][lane], sizeof rows[i][lane]);
}

/* Position and states come first, so that they are found to be checked. */
static void pass_states(struct passage *p, const struct car *car, const struct row_map *own)
{
    pass_doubles(p, car->block->position_m, 3, car->lane);
    for (size_t i = 0; i < own->states; ++i)
        pass_floats(p, &car->block->state[car->rows->state_row[own->row_state[i]]], 1, car->lane);
    for (size_t i = 0; i < own->outputs; ++i)
        pass_floats(p, &car->block->output[car->rows->output_row[own->row_output[i]]], 1,
                    car->lane);
}

static void pass_ground(struct passage *p, const kamm_cars *cars, int car)
{
    int block = car / KAMM_BLOCK, lane = car % KAMM_BLOCK;
    const struct car_block *at = &cars->block[block];
    struct asked_wheels *wheels = &cars->asked_wheels[block];
    for (int w = 0; w < cars->layout->wheels; ++w) {
        pass_doubles(p, at->contact_point_m[w], 3, lane);
        pass_floats(p, contact_floats(&at->contact[w]), CONTACT_COUNT, lane);
    }
    pass_doubles(p, wheels->at_m, 3, lane);
    pass_floats(p, wheels->orientation, 4, lane);
    pass(p, &wheels->reach_m[lane], sizeof wheels->reach_m[lane]);
    if (!cars->points) return;
    struct point_block *points = &cars->points[block];
    struct asked_points *asked = &cars->asked_points[block];
    for (int i = 0; i < BODY_POINTS; ++i) {
        pass_doubles(p, &points->level_m[i], 1, lane);
        pass_floats(p, points->normal[i], 3, lane);
    }
    pass_doubles(p, asked->at_m, 3, lane);
    pass_floats(p, asked->orientation, 4, lane);
    pass(p, &asked->clearance_m[lane], sizeof asked->clearance_m[lane]);
    pass(p, &asked->steepness[lane], sizeof asked->steepness[lane]);
}

static void pass_bit(struct passage *p, uint16_t *of_blocks, int car)
{
    uint16_t *bits = &of_blocks[car / KAMM_BLOCK], bit = (uint16_t)(1u << car % KAMM_BLOCK);
    uint32_t set = (*bits & bit) != 0;
    pass(p, &set, sizeof set);
    if (p->direction == RESTORE) *bits = (uint16_t)(set ? *bits | bit : *bits & ~bit);
}

static void pass_car(struct passage *p, const kamm_cars *cars, int car)
{
    const struct car one = kamm_car_of(cars, car);
    struct row_map own;
    kamm_map_rows(cars->layout, one.model->features, &own);
    pass_states(p, &one, &own);
    pass_ground(p, cars, car);
    pass_bit(p, cars->stale, car); /* whether its ground is to be asked for at once */
    pass_bit(p, cars->placed, car);
    pass_bit(p, cars->unsettled,
             car); /* whether its course is to be settled on the ground that it meets */
    pass_bit(p, cars->off, car);
    pass_floats(p, cars->gravity[car / KAMM_BLOCK].mps2, 3, car % KAMM_BLOCK);
    pass(p, &cars->inputs[car], sizeof cars->inputs[car]);
}

static struct header header_of(const kamm_cars *cars, int car)
{
    struct header header = {.fingerprint = kamm_model_at(cars, car)->fingerprint};
    write_mark(header.mark, mark);
    return header;
}

static size_t size_of(const kamm_cars *cars, int car)
{
    struct passage p = {.direction = MEASURE};
    pass_car(&p, cars, car);
    return sizeof(struct header) + p.size + sizeof(uint64_t); /* their sum */
}

size_t kamm_car_snapshot_size(const kamm_cars *cars, int car)
{
    KAMM_REQUIRE_ALIVE(cars, 0);
    KAMM_REQUIRE(car >= 0 && car < cars->count, 0);
    return size_of(cars, car);
}

void kamm_save_car(const kamm_cars *cars, int car, void *snapshot)
{
    KAMM_REQUIRE_ALIVE(cars, );
    KAMM_REQUIRE(car >= 0 && car < cars->count, );
    KAMM_REQUIRE(snapshot, );
    struct header header = header_of(cars, car);
    struct passage p = {.direction = SAVE, .to = (char *)snapshot + sizeof header};
    memcpy(snapshot, &header, sizeof header);
    pass_car(&p, cars, car);
    write_sum(snapshot, sizeof header + p.size);
}

static float next_float(const char **from)
{
    float value;
    memcpy(&value, *from, sizeof value);
    *from += sizeof value;
    return value;
}

/* A state that a car may be in; `from`: where the position is. */
static int is_well(const kamm_cars *cars, int car, const char *from)
{
    struct row_map own;
    double position[3];
    kamm_map_rows(cars->layout, kamm_model_at(cars, car)->features, &own);
    memcpy(position, from, sizeof position);
    struct legal_states states = kamm_start_legal(position);
    from += sizeof position;
    for (size_t i = 0; i < own.states; ++i)
        kamm_add_legal(&states, own.row_state[i], next_float(&from));
    for (size_t i = 0; i < own.outputs; ++i) kamm_add_legal_output(&states, next_float(&from));
    for (int w = 0; w < cars->layout->wheels; ++w) {
        from += 3 * sizeof(double); /* the contact's point, which no channel has */
        for (int i = 0; i < CONTACT_COUNT; ++i) kamm_add_legal_output(&states, next_float(&from));
    }
    return kamm_are_legal(&states);
}

kamm_result kamm_restore_car(kamm_cars *cars, int car, const void *snapshot, size_t size,
                             kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, car >= 0 && car < cars->count, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, snapshot, KAMM_ERROR_MISUSE);
    struct header own = header_of(cars, car);
    if (check_byte_order(own.mark, snapshot, size, error)) return KAMM_ERROR_FORMAT;
    if (size < sizeof own || memcmp(snapshot, own.mark, sizeof own.mark) != 0)
        return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                         "snapshot: not one of a car, or of another build");
    if (memcmp(snapshot, &own, sizeof own) != 0)
        return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                         "snapshot: one of a car of another model than car %d", car);
    if (size != size_of(cars, car))
        return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                         "snapshot: %zu bytes, but one of car %d has %zu", size, car,
                         size_of(cars, car));
    struct passage p = {.direction = RESTORE, .from = (const char *)snapshot + sizeof own};
    if (!is_well(cars, car, p.from))
        return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot", "snapshot: a state that no car has");
    kamm_result result = check_sum(snapshot, size - sizeof(uint64_t), error);
    if (result != KAMM_OK) return result;
    pass_car(&p, cars, car);
    kamm_drop_parts(cars, car);
    kamm_drop_force(cars, car);
    kamm_forget_plane(cars, car / KAMM_BLOCK);
    return KAMM_OK;
}
