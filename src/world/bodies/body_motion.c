/* How bodies of a world move: read and set by the host. */
#include "../../base/error.h"
#include "../../base/float_mode.h"
#include "../../base/quaternion.h"
#include "../../base/vector_double.h"
#include "../state.h"
#include "bodies.h"
#include "check.h"
#include "dynamic_bodies.h"
#include "fixed_bodies.h"
#include "leaves.h"

#include <math.h>
#include <string.h>

/* ---- of one kind ---- */

/* A dynamic body's state is that of its centre of gravity. */
static void read_dynamic(const kamm_world *world, int dynamic, kamm_body_motion *motion)
{
    const struct dynamic_state *state = &world->dynamic_states[dynamic];
    double arm[3], turning[3];
    kamm_rotate(state->q, world->dynamic_masses[dynamic].centre_m, arm);
    cross3(state->angular_velocity, arm, turning);
    for (int i = 0; i < 3; ++i) {
        motion->position_m[i] = state->position[i] - arm[i];
        motion->velocity_mps[i] = state->velocity[i] - turning[i];
    }
    memcpy(motion->orientation, state->q, sizeof state->q);
    memcpy(motion->angular_velocity_radps, state->angular_velocity, sizeof state->angular_velocity);
}

static void set_dynamic(kamm_world *world, int dynamic, const kamm_body_motion *motion)
{
    struct dynamic_state *state = &world->dynamic_states[dynamic];
    double arm[3], turning[3];
    kamm_put_dynamic_body(world, dynamic, motion->position_m, motion->orientation);
    kamm_rotate(state->q, world->dynamic_masses[dynamic].centre_m, arm);
    cross3(motion->angular_velocity_radps, arm, turning);
    for (int i = 0; i < 3; ++i) state->velocity[i] = motion->velocity_mps[i] + turning[i];
    memcpy(state->angular_velocity, motion->angular_velocity_radps, sizeof state->angular_velocity);
    kamm_cover_dynamic(world, dynamic);
}

static void read_fixed(const kamm_world *world, int fixed, kamm_body_motion *motion)
{
    const struct fixed_state *state = &world->fixed_states[fixed];
    memcpy(motion->position_m, state->position, sizeof state->position);
    memcpy(motion->orientation, state->q, sizeof state->q);
    memcpy(motion->velocity_mps, state->velocity, sizeof state->velocity);
    memcpy(motion->angular_velocity_radps, state->angular_velocity, sizeof state->angular_velocity);
}

static void set_fixed(kamm_world *world, int fixed, const kamm_body_motion *motion)
{
    struct fixed_state *state = &world->fixed_states[fixed];
    memcpy(state->position, motion->position_m, sizeof state->position);
    memcpy(state->q, motion->orientation, sizeof state->q);
    kamm_normalise(state->q);
    memcpy(state->velocity, motion->velocity_mps, sizeof state->velocity);
    memcpy(state->angular_velocity, motion->angular_velocity_radps, sizeof state->angular_velocity);
    state->left_substeps = 0;
    kamm_place_fixed_boxes(world, fixed);
}

/* ---- of any body ---- */

kamm_result kamm_read_body_motion(const kamm_world *world, kamm_body body, kamm_body_motion *motion,
                                  kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, motion, KAMM_ERROR_MISUSE);
    uint32_t number;
    kamm_result result = kamm_find_body(world, body, &number, error);
    if (result != KAMM_OK) return result;
    if (is_fixed(world, number))
        read_fixed(world, fixed_of(world, number), motion);
    else
        read_dynamic(world, dynamic_of(world, number), motion);
    return KAMM_OK;
}

kamm_result kamm_set_body_motion(kamm_world *world, kamm_body body, const kamm_body_motion *motion,
                                 kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, motion, KAMM_ERROR_MISUSE);
    uint32_t number;
    kamm_result result = kamm_find_body(world, body, &number, error);
    if (result != KAMM_OK) return result;
    if (traits_of(world, number)->type == KAMM_BODY_STATIC)
        return kamm_fail(error, KAMM_ERROR_RANGE, "type",
                         "type: body %d is static; kinematic and dynamic ones move", body.index);
    result = kamm_check_motion(motion, body.index, error);
    if (result != KAMM_OK) return result;
    if (is_fixed(world, number))
        set_fixed(world, fixed_of(world, number), motion);
    else
        set_dynamic(world, dynamic_of(world, number), motion);
    world->covered_substeps = 0;
    return KAMM_OK;
}

/* ---- to a pose ---- */

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

/* Moves a kinematic body there; `motion` gets its velocities. */
static struct fixed_state move_to(const struct fixed_state *from, const double position_m[3],
                                  const double orientation[4], int substeps, double dt,
                                  kamm_body_motion *motion)
{
    struct fixed_state next = *from;
    memcpy(next.target, position_m, sizeof next.target);
    memcpy(next.target_q, orientation, sizeof next.target_q);
    kamm_normalise(next.target_q);
    double rate = 1 / (substeps * dt);
    turn_between(next.q, next.target_q, next.angular_velocity);
    for (int i = 0; i < 3; ++i) {
        next.velocity[i] = motion->velocity_mps[i] = (next.target[i] - next.position[i]) * rate;
        next.angular_velocity[i] *= rate;
        motion->angular_velocity_radps[i] = next.angular_velocity[i];
    }
    next.left_substeps = substeps;
    return next;
}

kamm_result kamm_move_body_to(kamm_world *world, kamm_body body, const double position_m[3],
                              const double orientation[4], int substeps, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, position_m, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, orientation, KAMM_ERROR_MISUSE);
    uint32_t number;
    kamm_body_motion motion = {.position_m = {position_m[0], position_m[1], position_m[2]}};
    memcpy(motion.orientation, orientation, sizeof motion.orientation);
    kamm_result result = kamm_find_body(world, body, &number, error);
    if (result != KAMM_OK) return result;
    if (traits_of(world, number)->type != KAMM_BODY_KINEMATIC)
        return kamm_fail(error, KAMM_ERROR_RANGE, "type",
                         "type: body %d is not kinematic, which it has to be to move to a pose",
                         body.index);
    result = kamm_check_motion(&motion, body.index, error);
    if (result == KAMM_OK && substeps < 1)
        result =
            kamm_fail(error, KAMM_ERROR_RANGE, "substeps", "substeps: %d; 1 or more", substeps);
    if (result != KAMM_OK) return result;
    struct fixed_state *state = &world->fixed_states[fixed_of(world, number)];
    const struct fixed_state next =
        move_to(state, position_m, orientation, substeps, world->dt, &motion);
    result = kamm_check_motion(&motion, body.index, error);
    if (result != KAMM_OK) return result;
    *state = next;
    world->covered_substeps = 0;
    return KAMM_OK;
}
