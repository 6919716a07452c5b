/* Dynamic bodies: they fall and turn.
 *
 * Symplectic Euler. A body keeps its angular momentum while it turns, to rounding, whatever the substep;
 * its energy is off by the first order of turn per substep. */
#include "things.h"
#include "../../base/quaternion.h"
#include "../contact/wheel_loads.h"
#include "../state.h"
#include "../terrain/ground.h"

#include <string.h>

/* A body's angular momentum, or with the inverse inertia its angular velocity. */
static void through_tensor(const double q[4], const double tensor[3][3], const double in[3],
                           double out[3])
{
    const double back[4] = {q[0], -q[1], -q[2], -q[3]};
    double own[3], turned[3];
    kamm_rotate(back, in, own);
    for (int i = 0; i < 3; ++i)
        turned[i] = (tensor[i][0] * own[0] + tensor[i][1] * own[1]) + tensor[i][2] * own[2];
    kamm_rotate(q, turned, out);
}

void kamm_put_thing(kamm_world *world, int thing, const double position_m[3],
                    const double orientation[4])
{
    struct thing_state *state = &world->thing_states[thing];
    double offset[3];
    memset(state, 0, sizeof *state);
    memset(&world->thing_loads[thing], 0, sizeof *world->thing_loads);
    memcpy(state->q, orientation, sizeof state->q);
    kamm_normalise(state->q);
    kamm_rotate(state->q, world->masses[thing].centre_m, offset);
    for (int i = 0; i < 3; ++i) state->position[i] = position_m[i] + offset[i];
}

void kamm_drop_things(kamm_world *world)
{
    for (int i = 0; i < world->thing_count; ++i) {
        struct thing_state *thing = &world->thing_states[i];
        double gravity[3];
        if (is_loaded(&world->thing_loads[i])) {
            kamm_drop_loaded_thing(world, i);
            continue;
        }
        kamm_gravity_at(&world->ground, thing->position, gravity);
        for (int k = 0; k < 3 && !thing->asleep; ++k) thing->velocity[k] += gravity[k] * world->dt;
    }
}

static void turn_thing(struct thing_state *thing, const struct thing_mass *mass, double dt)
{
    double momentum[3];
    if (thing->angular_velocity[0] == 0 && thing->angular_velocity[1] == 0 &&
        thing->angular_velocity[2] == 0)
        return;
    through_tensor(thing->q, mass->inertia_kgm2, thing->angular_velocity, momentum);
    double half = 0.5 * dt;
    double by[4] = {1, half * thing->angular_velocity[0], half * thing->angular_velocity[1],
                    half * thing->angular_velocity[2]};
    kamm_multiply(by, thing->q, thing->q);
    kamm_normalise(thing->q);
    through_tensor(thing->q, mass->inverse_inertia, momentum, thing->angular_velocity);
}

void kamm_move_things(kamm_world *world)
{
    for (int i = 0; i < world->thing_count; ++i) {
        struct thing_state *thing = &world->thing_states[i];
        if (is_loaded(&world->thing_loads[i]))
            memset(&world->thing_loads[i], 0, sizeof *world->thing_loads);
        if (thing->asleep) continue;
        for (int k = 0; k < 3; ++k) thing->position[k] += thing->velocity[k] * world->dt;
        turn_thing(thing, &world->masses[i], world->dt);
    }
}
