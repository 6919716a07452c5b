#include "joint_check.h"
#include "../../base/error.h"
#include "../../base/vector_double.h"
#include "../bodies/bodies.h"
#include "../state.h"

#include <math.h>

#define MOST_AT 1e10
#define MOST_SPEED 1000.0
#define MOST_ANGLE 1e6
#define MOST_VALUE 1e12

static kamm_result fail_value(const char *name, double value, const char *allowed,
                              kamm_error *error)
{
    return kamm_fail(error, KAMM_ERROR_RANGE, name, "joint: %s %g; %s", name, value, allowed);
}

/* ---- ends ---- */

int kamm_number_joint_end(const kamm_world *world, const kamm_joint_end *end, uint32_t *body)
{
    *body = NO_BODY;
    if (end->body.generation) {
        if (!has_body(world, end->body)) return 0;
        *body = number_of(world, end->body.index);
        return 1;
    }
    if (!end->cars) return 1;
    int group = kamm_find_group(world, end->cars);
    if (group < 0) return 0;
    *body = (uint32_t)(world->groups[group].first_body + end->car);
    return 1;
}

static kamm_result check_end(const kamm_world *world, const kamm_joint_def *def, int k,
                             kamm_error *error)
{
    const kamm_joint_end *end = &def->ends[k];
    double axis = length3(end->axis);
    uint32_t body;
    if (!kamm_number_joint_end(world, end, &body))
        return kamm_fail(error, KAMM_ERROR_UNKNOWN, "ends",
                         "joint: ends[%d] is on a body or cars that are not in this world", k);
    if (!end->body.generation && end->cars && (end->car < 0 || end->car >= end->cars->count))
        return kamm_fail(error, KAMM_ERROR_RANGE, "car", "joint: ends[%d] is on car %d of %d", k,
                         (int)end->car, end->cars->count);
    for (int i = 0; i < 3; ++i)
        if (!(fabs(end->point_m[i]) < MOST_AT))
            return fail_value("point_m", end->point_m[i], "within 1e10 m is allowed", error);
    if (!(axis < INFINITY) || (has_axis(def->kind) && k == 0 && !(axis > 0)))
        return fail_value("axis", axis, "the first end's has to be longer than 0, and finite",
                          error);
    return KAMM_OK;
}

static kamm_result check_ends(const kamm_world *world, const kamm_joint_def *def, kamm_error *error)
{
    uint32_t body[2];
    int moves = 0;
    for (int k = 0; k < 2; ++k) {
        kamm_result result = check_end(world, def, k, error);
        if (result != KAMM_OK) return result;
        kamm_number_joint_end(world, &def->ends[k], &body[k]);
        moves |= body[k] != NO_BODY && !is_fixed(world, body[k]);
    }
    if (!moves)
        return kamm_fail(error, KAMM_ERROR_RANGE, "ends",
                         "joint: ends on no dynamic body and no car; one has to be");
    if (body[0] == body[1])
        return kamm_fail(error, KAMM_ERROR_RANGE, "ends", "joint: both ends are on one body");
    return KAMM_OK;
}

/* ---- values ---- */

static kamm_result check_not_negative(const char *name, double value, kamm_error *error)
{
    if (value >= 0 && value <= MOST_VALUE) return KAMM_OK;
    return fail_value(name, value, "0 to 1e12 is allowed", error);
}

kamm_result kamm_check_joint_motor(kamm_joint_kind kind, double speed, double force,
                                   kamm_error *error)
{
    if (!(fabs(speed) <= MOST_SPEED))
        return fail_value("motor_speed", speed, "within 1000 is allowed", error);
    if (speed != 0 && !has_axis(kind) && !has_winch(kind))
        return fail_value("motor_speed", speed,
                          "only a hinge, slider, distance or rope has a motor", error);
    if (force != 0 && !has_axis(kind))
        return fail_value("motor_force", force, "only the motor of a hinge or slider has one",
                          error);
    return check_not_negative("motor_force", force, error);
}

kamm_result kamm_check_joint_limits(kamm_joint_kind kind, int is_limited, double low, double high,
                                    kamm_error *error)
{
    if (!is_limited) return KAMM_OK;
    if (!has_axis(kind) && !has_winch(kind))
        return fail_value("is_limited", 1, "only a hinge, slider, distance or rope has limits",
                          error);
    if (!(fabs(low) <= MOST_ANGLE) || !(fabs(high) <= MOST_ANGLE))
        return fail_value("low or high", fabs(low) > fabs(high) ? low : high,
                          "within 1e6 is allowed", error);
    if (!(low <= high)) return fail_value("low", low, "it has to be at most `high`", error);
    if (has_winch(kind) && !(low > 0))
        return fail_value("low", low, "the least length has to be above 0", error);
    return KAMM_OK;
}

static kamm_result check_values(const kamm_joint_def *def, kamm_error *error)
{
    const struct {
        const char *name;
        double value;
    } values[] = {{"length_m", def->length_m},
                  {"stiffness", def->stiffness},
                  {"damping", def->damping},
                  {"break_force_n", def->break_force_n},
                  {"break_torque_nm", def->break_torque_nm}};
    for (size_t i = 0; i < sizeof values / sizeof *values; ++i)
        if (check_not_negative(values[i].name, values[i].value, error) != KAMM_OK)
            return KAMM_ERROR_RANGE;
    if (!(fabs(def->angle_rad) <= MOST_ANGLE))
        return fail_value("angle_rad", def->angle_rad, "within 1e6 is allowed", error);
    if (!(fabs(def->rest) <= MOST_ANGLE))
        return fail_value("rest", def->rest, "within 1e6 is allowed", error);
    return KAMM_OK;
}

kamm_result kamm_check_joint(const kamm_world *world, const kamm_joint_def *def, kamm_error *error)
{
    int kind = (int)def->kind, collision = (int)def->collision;
    if (kind < KAMM_JOINT_BALL || kind > KAMM_JOINT_SPRING)
        return fail_value("kind", kind, "see kamm_joint_kind", error);
    if (collision < KAMM_JOINT_COLLIDES_BY_KIND || collision > KAMM_JOINT_PASSES)
        return fail_value("collision", collision, "see kamm_joint_collision", error);
    kamm_result result = check_ends(world, def, error);
    if (result == KAMM_OK) result = check_values(def, error);
    if (result == KAMM_OK)
        result = kamm_check_joint_motor(def->kind, def->motor_speed, def->motor_force, error);
    if (result == KAMM_OK)
        result = kamm_check_joint_limits(def->kind, def->is_limited, def->low, def->high, error);
    return result;
}
