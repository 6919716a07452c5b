/* Solids that move: where they are substep by substep. They go as they are told, and nothing holds them up. */
#include "solids.h"
#include "../../base/error.h"
#include "../../base/float_mode.h"
#include "../../base/quaternion.h"
#include "../../base/vector_double.h"
#include "../state.h"
#include "check.h"

#include <math.h>
#include <string.h>

double kamm_solid_speed(const kamm_world *world, int solid)
{
    const struct solid_state *state = &world->solid_states[solid];
    if (!solid_moves(state)) return 0;
    return length3(state->velocity) + length3(state->angular_velocity) * world->solid_radii[solid];
}

void kamm_solid_velocity(const kamm_world *world, int solid, const double at[3], double out[3])
{
    const struct solid_state *state = &world->solid_states[solid];
    double arm[3];
    for (int i = 0; i < 3; ++i) arm[i] = at[i] - state->position[i];
    cross3(state->angular_velocity, arm, out);
    for (int i = 0; i < 3; ++i) out[i] += state->velocity[i];
}

void kamm_place_solid_box(kamm_world *world, int solid)
{
    const struct solid_state *state = &world->solid_states[solid];
    uint32_t buried = world->solid_boxes[solid].buried;
    double axis[3][3];
    kamm_axes_of(state->q, axis);
    kamm_move_box(&world->own_solid_boxes[solid], state->position, (const double(*)[3])axis,
                  &world->solid_boxes[solid]);
    world->solid_boxes[solid].buried = buried;
}

/* By an angle whose half is h: the tangent of that by its series, good to 1e-9 for half a radian. */
static void turn(double q[4], const double angular_velocity[3], double dt)
{
    double half[4] = {1, 0, 0, 0};
    for (int i = 0; i < 3; ++i) half[1 + i] = 0.5 * dt * angular_velocity[i];
    double hh = dot3(&half[1], &half[1]);
    double stretch = 1 + hh * (1.0 / 3 + hh * (2.0 / 15 + hh * (17.0 / 315 + hh * (62.0 / 2835))));
    for (int i = 0; i < 3; ++i) half[1 + i] *= stretch;
    kamm_multiply(half, q, q);
    kamm_normalise(q);
}

static void stop(struct solid_state *state)
{
    memset(state->velocity, 0, sizeof state->velocity);
    memset(state->angular_velocity, 0, sizeof state->angular_velocity);
    state->left_substeps = 0;
}

static void move_solid(struct solid_state *state, double dt)
{
    if (state->left_substeps == 1) {
        memcpy(state->position, state->target, sizeof state->position);
        memcpy(state->q, state->target_q, sizeof state->q);
        stop(state);
        return;
    }
    if (state->left_substeps) --state->left_substeps;
    for (int i = 0; i < 3; ++i) state->position[i] += state->velocity[i] * dt;
    turn(state->q, state->angular_velocity, dt);
}

void kamm_move_solids(kamm_world *world, int substeps)
{
    if (!world->moving_solids) return;
    for (int i = 0; i < world->solid_count; ++i) {
        struct solid_state *state = &world->solid_states[i];
        if (!solid_moves(state) && !state->left_substeps) continue;
        for (int n = 0; n < substeps; ++n) move_solid(state, world->dt);
        kamm_place_solid_box(world, i);
    }
}

/* ---- asked and told ---- */

void kamm_read_solid_motion(const kamm_world *world, int solid, kamm_solid_motion *motion)
{
    KAMM_REQUIRE_ALIVE(world, );
    KAMM_REQUIRE(has_solid(world, solid), );
    KAMM_REQUIRE(motion, );
    const struct solid_state *state = &world->solid_states[solid];
    memcpy(motion->position_m, state->position, sizeof state->position);
    memcpy(motion->orientation, state->q, sizeof state->q);
    memcpy(motion->velocity_mps, state->velocity, sizeof state->velocity);
    memcpy(motion->angular_velocity_radps, state->angular_velocity, sizeof state->angular_velocity);
}

static kamm_result check_moves(const kamm_world *world, int solid, kamm_error *error)
{
    if (world->solids[solid].moves) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "moves",
                     "moves: solid %d stands where it is; 1 is what it needs to move", solid);
}

kamm_result kamm_set_solid_motion(kamm_world *world, int solid, const kamm_solid_motion *motion,
                                  kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(world, KAMM_ERROR_RANGE);
    KAMM_REQUIRE(has_solid(world, solid), KAMM_ERROR_RANGE);
    KAMM_REQUIRE(motion, KAMM_ERROR_RANGE);
    kamm_result result = check_moves(world, solid, error);
    if (result == KAMM_OK) result = kamm_check_motion(motion, "solid", solid, error);
    if (result != KAMM_OK) return result;
    struct solid_state *state = &world->solid_states[solid];
    memcpy(state->position, motion->position_m, sizeof state->position);
    memcpy(state->q, motion->orientation, sizeof state->q);
    kamm_normalise(state->q);
    memcpy(state->velocity, motion->velocity_mps, sizeof state->velocity);
    memcpy(state->angular_velocity, motion->angular_velocity_radps, sizeof state->angular_velocity);
    state->left_substeps = 0;
    kamm_place_solid_box(world, solid);
    world->covered_substeps = 0;
    return KAMM_OK;
}

/* The turn from one orientation to another, as an angle times an axis: the shorter one. By halves until the sine is the
 * angle but for its series, so that the bits are the same on all machines. */
static void turn_between(const double from[4], const double to[4], double out[3])
{
    enum { HALVINGS = 8 };
    double back[4], q[4], scale = 1;
    kamm_conjugate(from, back);
    kamm_multiply(to, back, q);
    if (q[0] < 0)
        for (int i = 0; i < 4; ++i) q[i] = -q[i];
    for (int n = 0; n < HALVINGS; ++n) {
        double w = sqrt(0.5 * (1 + q[0]));
        for (int i = 1; i < 4; ++i) q[i] /= 2 * w;
        q[0] = w;
        scale *= 2;
    }
    double ss = dot3(&q[1], &q[1]);
    for (int i = 0; i < 3; ++i) out[i] = 2 * scale * (1 + ss * (1.0 / 6 + ss * 0.075)) * q[1 + i];
}

kamm_result kamm_move_solid_to(kamm_world *world, int solid, const double position_m[3],
                               const double orientation[4], int substeps, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(world, KAMM_ERROR_RANGE);
    KAMM_REQUIRE(has_solid(world, solid), KAMM_ERROR_RANGE);
    KAMM_REQUIRE(position_m, KAMM_ERROR_RANGE);
    KAMM_REQUIRE(orientation, KAMM_ERROR_RANGE);
    struct solid_state next = world->solid_states[solid];
    kamm_solid_motion motion = {.position_m = {position_m[0], position_m[1], position_m[2]}};
    memcpy(motion.orientation, orientation, sizeof motion.orientation);
    kamm_result result = check_moves(world, solid, error);
    if (result == KAMM_OK) result = kamm_check_motion(&motion, "solid", solid, error);
    if (result == KAMM_OK && substeps < 1)
        result =
            kamm_fail(error, KAMM_ERROR_RANGE, "substeps", "substeps: %d; 1 or more", substeps);
    if (result != KAMM_OK) return result;
    memcpy(next.target, position_m, sizeof next.target);
    memcpy(next.target_q, orientation, sizeof next.target_q);
    kamm_normalise(next.target_q);
    double rate = 1 / (substeps * world->dt);
    turn_between(next.q, next.target_q, next.angular_velocity);
    for (int i = 0; i < 3; ++i) {
        next.velocity[i] = motion.velocity_mps[i] = (next.target[i] - next.position[i]) * rate;
        next.angular_velocity[i] *= rate;
        motion.angular_velocity_radps[i] = next.angular_velocity[i];
    }
    result = kamm_check_motion(&motion, "solid", solid, error);
    if (result != KAMM_OK) return result;
    next.left_substeps = substeps;
    world->solid_states[solid] = next;
    world->covered_substeps = 0;
    return KAMM_OK;
}
