/* Dynamic bodies that fall asleep, and what wakes them. */
#include "dynamic_sleep.h"
#include "../../base/vector_double.h"
#include "../state.h"
#include "bodies.h"
#include "leaves.h"

#include <math.h>
#include <string.h>

/* Limits for dynamic bodies of the usual size under the usual gravity: */
#define SLEEP_MPS 0.07 /* no corner faster than that … */
#define SLEEP_S 0.7    /* … for so long */
#define SLEEP_LINKED_MPS \
    0.002 /* the same on joints: what swings to and fro is at rest for a while each time */
#define HOLDS_MPS2 0.025 /* a joint that holds less holds nothing */
#define LEANS_M 0.05     /* so near is what may have leant on a body that is taken away */

static int any_dynamic_awake(const kamm_world *world)
{
    for (int i = 0; i < world->dynamic_count; ++i)
        if (!world->dynamic_states[i].asleep) return 1;
    return 0;
}

/* By a fixed body that moves. */
static int is_carried(const kamm_world *world, const struct body_pair *pair)
{
    return is_fixed(world, pair->second) &&
           fixed_moves(&world->fixed_states[fixed_of(world, pair->second)]);
}

/* Whether impulses hold each of the solver's bodies, and whether a car or what moves has part in it: bits 1 and 2. */
static void mark_supports(kamm_world *world)
{
    const struct solver *solver = &world->solver;
    memset(world->held, 0, (size_t)solver->body_count);
    for (int i = 0; i < solver->count; ++i) {
        const struct constraint *c = &solver->constraints[i];
        if (!(c->impulse[0] > 0)) continue;
        int carried = c->pair >= 0 && is_carried(world, &world->near_pairs[c->pair]);
        for (int k = 0; k < 2; ++k) {
            int other = c->body[1 - k], by_car = other && is_car(world, world->solved[other]);
            world->held[c->body[k]] |= by_car || carried ? 3 : 1;
        }
    }
}

static double strength_of(const kamm_world *world, const struct solver_joint *joint)
{
    const struct joint_row *row = &world->joints.problem.rows[joint->first_row];
    double most = 0;
    for (int n = 0; n < joint->row_count; ++n)
        most = fmax(most,
                    fabs(row[n].impulse) * row[n].inverse_mass * (row[n].turns ? joint->scale : 1));
    return most;
}

static int drives(const struct solver_joint *joint)
{
    int moves = joint->motor_speed != 0;
    for (int k = 0; k < 2; ++k)
        for (int i = 0; i < 6; ++i) moves |= !joint->end[k].body && joint->end[k].own.of[i] != 0;
    return moves;
}

/* The same by joints. */
static void mark_joint_supports(kamm_world *world)
{
    const struct joint_problem *p = &world->joints.problem;
    double least = HOLDS_MPS2 * world->dt * world->solver.pace * world->solver.pace;
    for (int i = 0; i < p->cluster_count; ++i) {
        const struct joint_cluster *c = &p->clusters[i];
        for (int n = c->first; n < c->first + c->count && c->island >= 0; ++n) {
            const struct solver_joint *joint = &p->joints[n];
            int holds = strength_of(world, joint) > least, moves = drives(joint);
            for (int k = 0; k < 2; ++k) {
                int other = joint->end[1 - k].body;
                int by_car = other && is_car(world, world->solved[other]);
                if (holds) world->held[joint->end[k].body] |= by_car || moves ? 3 : 1;
            }
        }
    }
}

int kamm_has_rested(const kamm_world *world, int dynamic)
{
    double scale = world->dynamic_shapes[dynamic].scale, pace = world->solver.pace * sqrt(scale);
    return world->dynamic_states[dynamic].still_substeps * world->dt >= SLEEP_S * scale / pace;
}

void kamm_lay_to_sleep(kamm_world *world, int dynamic)
{
    struct dynamic_state *state = &world->dynamic_states[dynamic];
    state->asleep = 1;
    memset(state->velocity, 0, sizeof state->velocity);
    memset(state->angular_velocity, 0, sizeof state->angular_velocity);
}

/* A dynamic body sleeps that has hardly moved for a while, held by ground, fixed bodies or other dynamic bodies. Cars may drive
 * off and fixed bodies move away, so what leans on them stays awake. What joints connect sleeps as a whole (joints/joint_step.c). All that
 * moved in this substep is awake until here, and its leaf in the tree moves with it. */
void kamm_rest_dynamic_bodies(kamm_world *world)
{
    if (!any_dynamic_awake(world)) return;
    mark_supports(world);
    mark_joint_supports(world);
    for (int i = 0; i < world->dynamic_count; ++i) {
        struct dynamic_state *dynamic = &world->dynamic_states[i];
        if (dynamic->asleep) continue;
        kamm_cover_dynamic(world, i);
        double speed = length3(dynamic->velocity) +
                       length3(dynamic->angular_velocity) * world->dynamic_shapes[i].radius;
        int slot = world->solver_body[world->car_count + i];
        double scale = world->dynamic_shapes[i].scale, pace = world->solver.pace * sqrt(scale);
        int is_linked = world->joints.is_linked[world->car_count + i];
        double most = (is_linked ? SLEEP_LINKED_MPS : SLEEP_MPS) * pace;
        int rests =
            slot && world->held[slot] == 1 && speed < most && !is_loaded(&world->dynamic_loads[i]);
        dynamic->still_substeps = rests ? dynamic->still_substeps + 1 : 0;
        if (!is_linked && kamm_has_rested(world, i)) kamm_lay_to_sleep(world, i);
    }
}

/* ---- bodies that wake ---- */

static void wake_around(kamm_world *world, const double position[3], double radius_m)
{
    for (int i = 0; i < world->dynamic_count; ++i) {
        struct dynamic_state *other = &world->dynamic_states[i];
        double apart[3], reach = world->dynamic_shapes[i].radius + radius_m +
                                 LEANS_M * world->dynamic_shapes[i].scale;
        for (int k = 0; k < 3; ++k) apart[k] = other->position[k] - position[k];
        if (length3(apart) > reach) continue;
        other->asleep = other->still_substeps = 0;
    }
}

static void wake_near(kamm_world *world, const double low[3], const double high[3])
{
    for (int i = 0; i < world->dynamic_count; ++i) {
        struct dynamic_state *dynamic = &world->dynamic_states[i];
        double reach = world->dynamic_shapes[i].radius + LEANS_M * world->dynamic_shapes[i].scale;
        int apart = 0;
        for (int k = 0; k < 3; ++k)
            apart |=
                !(dynamic->position[k] > low[k] - reach && dynamic->position[k] < high[k] + reach);
        if (!apart) dynamic->asleep = dynamic->still_substeps = 0;
    }
}

void kamm_wake_bodies_on(kamm_world *world, uint32_t body)
{
    if (is_fixed(world, body)) {
        const struct oriented_box *boxes;
        int count = kamm_boxes_of(world, body, &boxes);
        for (int i = 0; i < count; ++i) {
            double low[3], high[3];
            kamm_box_bounds(&boxes[i], low, high);
            wake_near(world, low, high);
        }
        return;
    }
    int dynamic = dynamic_of(world, body);
    wake_around(world, world->dynamic_states[dynamic].position,
                world->dynamic_shapes[dynamic].radius);
}
