/* Kinematic bodies: where they are substep by substep. They move as the host sets them. */
#include "fixed_bodies.h"
#include "../../base/quaternion.h"
#include "../../base/vector_double.h"
#include "../state.h"
#include "leaves.h"

#include <string.h>

double kamm_fixed_speed(const kamm_world *world, int fixed)
{
    const struct fixed_state *state = &world->fixed_states[fixed];
    if (!fixed_moves(state)) return 0;
    return length3(state->velocity) +
           length3(state->angular_velocity) * world->fixed_shapes[fixed].radius;
}

void kamm_fixed_velocity(const kamm_world *world, int fixed, const double at[3], double out[3])
{
    const struct fixed_state *state = &world->fixed_states[fixed];
    double arm[3];
    for (int i = 0; i < 3; ++i) arm[i] = at[i] - state->position[i];
    cross3(state->angular_velocity, arm, out);
    for (int i = 0; i < 3; ++i) out[i] += state->velocity[i];
}

void kamm_place_fixed_boxes(kamm_world *world, int fixed)
{
    const struct fixed_state *state = &world->fixed_states[fixed];
    const struct body_shape *shape = &world->fixed_shapes[fixed];
    double axis[3][3];
    double low[3], high[3];
    kamm_axes_of(state->q, axis);
    for (int i = 0; i < shape->box_count; ++i) {
        struct oriented_box *box = &shape->placed[i];
        uint32_t buried = box->buried;
        kamm_move_box(&shape->boxes[i], state->position, (const double(*)[3])axis, box);
        box->buried = buried;
    }
    kamm_bound_fixed(world, fixed, low, high);
    kamm_cover_fixed(world, fixed, low, high, kamm_fixed_speed(world, fixed));
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

static void stop(struct fixed_state *state)
{
    memset(state->velocity, 0, sizeof state->velocity);
    memset(state->angular_velocity, 0, sizeof state->angular_velocity);
    state->left_substeps = 0;
}

static void move_fixed(struct fixed_state *state, double dt)
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

void kamm_move_kinematic_bodies(kamm_world *world, int substeps)
{
    for (int i = 0; i < world->kinematic_count; ++i) {
        struct fixed_state *state = &world->fixed_states[i];
        if (!fixed_moves(state) && !state->left_substeps) continue;
        for (int n = 0; n < substeps; ++n) move_fixed(state, world->dt);
        kamm_place_fixed_boxes(world, i);
    }
}
