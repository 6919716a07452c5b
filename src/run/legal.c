/* Legal states (legal.h), by the ranges of the field tables. */
#include "legal.h"

#include "../base/error.h"

#include <math.h>

kamm_result kamm_check_limited(const struct limited *parts, size_t count, kamm_error *error)
{
    for (size_t p = 0; p < count; ++p)
        for (int i = 0; i < parts[p].count; ++i) {
            const struct limited *part = &parts[p];
            const char *space = *part->unit ? " " : "";
            if (fabs(part->values[i]) < part->limit) continue;
            if (part->count == 1)
                return kamm_fail(error, KAMM_ERROR_RANGE, part->name,
                                 "%s: %g; it has to be within %g%s%s", part->name, part->values[i],
                                 part->limit, space, part->unit);
            return kamm_fail(error, KAMM_ERROR_RANGE, part->name,
                             "%s[%d]: %g; it has to be within %g%s%s", part->name, i,
                             part->values[i], part->limit, space, part->unit);
        }
    return KAMM_OK;
}

kamm_result kamm_check_place(const kamm_placement *placement, kamm_error *error)
{
    const struct limited parts[] = {
        {"position_m", placement->position_m, 3, MOST_PLACE_M, "m"},
        {"orientation", placement->orientation, 4, MOST_ORIENTATION, ""},
        {"speed_mps", &placement->speed_mps, 1, MOST_SPEED_MPS, "m/s"},
        {"ground_velocity_mps", placement->ground_velocity_mps, 3, MOST_SPEED_MPS, "m/s"}};
    return kamm_check_limited(parts, sizeof parts / sizeof *parts, error);
}

/* -- States -- */
struct legal_range {
    float low, high; /* both 0: any */
};
#define STATE_RANGE(name, unit, default_value, min, max, needs, doc) {(float)(min), (float)(max)},
static const struct legal_range car_ranges[] = {KAMM_CAR_STATES(STATE_RANGE)},
                                wheel_ranges[] = {KAMM_WHEEL_STATES(STATE_RANGE)},
                                axle_ranges[] = {KAMM_AXLE_STATES(STATE_RANGE)},
                                point_ranges[] = {KAMM_BODY_POINT_STATES(STATE_RANGE)};

static const struct legal_range *legal_range_of(size_t number)
{
    if (number < STATE_NUMBER(wheels)) return &car_ranges[number];
    if (number < STATE_NUMBER(axles))
        return &wheel_ranges[(number - STATE_NUMBER(wheels)) % FLOATS_OF(wheel_rows)];
    if (number < STATE_NUMBER(points))
        return &axle_ranges[(number - STATE_NUMBER(axles)) % FLOATS_OF(axle_rows)];
    return &point_ranges[(number - STATE_NUMBER(points)) % FLOATS_OF(point_rows)];
}

/* Bits, and what tables are looked up by. */
static int counts(size_t number)
{
    return number == STATE_NUMBER(car.fault) || number == STATE_NUMBER(car.gear_engaged) ||
           number == STATE_NUMBER(car.target_gear);
}

struct legal_states kamm_start_legal(const double position_m[3])
{
    struct legal_states states = {.is_well = 1};
    for (int i = 0; i < 3; ++i)
        states.is_well &=
            fabs(position_m[i]) < LEGAL_BEYOND * MOST_PLACE_M; /* a car that drives on */
    return states;
}

void kamm_add_legal(struct legal_states *states, size_t number, float value)
{
    const struct legal_range *range = legal_range_of(number);
    float low = range->low, high = range->high, width = high - low,
          beyond = counts(number) ? 0 : LEGAL_BEYOND * width;
    if (low < high)
        states->is_well &= value >= low - beyond && value <= high + beyond;
    else
        states->is_well &= fabsf(value) < INFINITY;
    if (counts(number)) states->is_well &= value == floorf(value);
    if (number - STATE_NUMBER(car.orientation_w) < 4) states->norm += (double)value * (double)value;
}

void kamm_add_legal_output(struct legal_states *states, float value)
{
    states->is_well &= fabsf(value) < MOST_OUTPUT;
}

int kamm_are_legal(const struct legal_states *states)
{
    return states->is_well && states->norm > 0.98 && states->norm < 1.02;
}
