/* Dynamic bodies: they fall and turn.
 *
 * Symplectic Euler. A body keeps its angular momentum while it turns, to rounding, whatever the substep. It turns by the explicit
 * midpoint method in steps of MAX_TURN, as a thin pole that spins with one radian a substep gained its energy ten times over.
 * What turns by more than FEW_TURN_STEPS of them a substep rather loses momentum than gains energy. */
#include "dynamic_bodies.h"
#include "../../base/quaternion.h"
#include "../../base/vector_double.h"
#include "../contact/wheel_loads.h"
#include "../state.h"
#include "../terrain/ground.h"

#include <math.h>
#include <string.h>

#define MAX_TURN 0.1 /* radians of a step … */
enum { FEW_TURN_STEPS = 4, MAX_TURN_STEPS = 32 };

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

void kamm_put_dynamic_body(kamm_world *world, int dynamic, const double position_m[3],
                           const double orientation[4])
{
    struct dynamic_state *state = &world->dynamic_states[dynamic];
    double offset[3];
    memset(state, 0, sizeof *state);
    memset(&world->dynamic_loads[dynamic], 0, sizeof *world->dynamic_loads);
    memcpy(state->q, orientation, sizeof state->q);
    kamm_normalise(state->q);
    kamm_rotate(state->q, world->dynamic_masses[dynamic].centre_m, offset);
    for (int i = 0; i < 3; ++i) state->position[i] = position_m[i] + offset[i];
}

void kamm_drop_dynamic_bodies(kamm_world *world)
{
    for (int i = 0; i < world->dynamic_count; ++i) {
        struct dynamic_state *dynamic = &world->dynamic_states[i];
        double gravity[3];
        if (is_loaded(&world->dynamic_loads[i])) {
            kamm_drop_loaded_body(world, i);
            continue;
        }
        kamm_gravity_at(&world->ground, dynamic->position, gravity);
        for (int k = 0; k < 3 && !dynamic->asleep; ++k)
            dynamic->velocity[k] += gravity[k] * world->dt;
    }
}

static void turn_by(double q[4], const double angular_velocity[3], double time_s)
{
    double half = 0.5 * time_s;
    double by[4] = {1, half * angular_velocity[0], half * angular_velocity[1],
                    half * angular_velocity[2]};
    kamm_multiply(by, q, q);
    kamm_normalise(q);
}

/* With its angular velocity halfway. */
static void turn_step(struct dynamic_state *dynamic, const struct body_mass *mass,
                      const double momentum[3], double time_s)
{
    double halfway[4], *turning = dynamic->angular_velocity;
    memcpy(halfway, dynamic->q, sizeof halfway);
    turn_by(halfway, turning, 0.5 * time_s);
    through_tensor(halfway, mass->inverse_inertia, momentum, turning);
    turn_by(dynamic->q, turning, time_s);
    through_tensor(dynamic->q, mass->inverse_inertia, momentum, turning);
}

/* What it would gain. */
static void give_back(double turning[3], const double momentum[3], double before)
{
    double after = dot3(turning, momentum), kept = after > before ? sqrt(before / after) : 1;
    for (int i = 0; i < 3; ++i) turning[i] *= kept;
}

static void turn_dynamic(struct dynamic_state *dynamic, const struct body_mass *mass, double dt)
{
    double momentum[3], *turning = dynamic->angular_velocity, turn = length3(turning) * dt;
    if (!(turn > 0)) return;
    int steps = turn < MAX_TURN * MAX_TURN_STEPS ? 1 + (int)(turn / MAX_TURN) : MAX_TURN_STEPS;
    through_tensor(dynamic->q, mass->inertia_kgm2, turning, momentum);
    double before = dot3(turning, momentum);
    for (int n = 0; n < steps; ++n) turn_step(dynamic, mass, momentum, dt / steps);
    if (steps > FEW_TURN_STEPS) give_back(turning, momentum, before);
}

void kamm_find_gyration(const kamm_world *world, int dynamic, double change[3])
{
    const struct dynamic_state *state = &world->dynamic_states[dynamic];
    const struct body_mass *mass = &world->dynamic_masses[dynamic];
    double momentum[3], moment[3];
    through_tensor(state->q, mass->inertia_kgm2, state->angular_velocity, momentum);
    cross3(momentum, state->angular_velocity, moment);
    through_tensor(state->q, mass->inverse_inertia, moment, change);
}

void kamm_move_dynamic_bodies(kamm_world *world)
{
    for (int i = 0; i < world->dynamic_count; ++i) {
        struct dynamic_state *dynamic = &world->dynamic_states[i];
        if (is_loaded(&world->dynamic_loads[i]))
            memset(&world->dynamic_loads[i], 0, sizeof *world->dynamic_loads);
        if (dynamic->asleep) continue;
        for (int k = 0; k < 3; ++k) dynamic->position[k] += dynamic->velocity[k] * world->dt;
        turn_dynamic(dynamic, &world->dynamic_masses[i], world->dt);
    }
}
