/* The step of a world: substep is its table of contents.
 *
 * Cars that may meet another body, and dynamic bodies that are awake, go substep by substep; all other blocks of cars
 * then take those substeps in one go, which gives the same bits. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../run/external_forces.h"
#include "bodies/bodies.h"
#include "bodies/combinations.h"
#include "bodies/dynamic_bodies.h"
#include "bodies/dynamic_sleep.h"
#include "bodies/fixed_bodies.h"
#include "bodies/sleep.h"
#include "contact/contacts.h"
#include "contact/events.h"
#include "contact/frames.h"
#include "contact/ground_contacts.h"
#include "contact/pairs.h"
#include "contact/sensors.h"
#include "contact/wheel_loads.h"
#include "contact/wheels.h"
#include "memory.h"
#include "solver/gather.h"
#include "state.h"
#include "threads/tasks.h"

#include <math.h>

enum { MAX_MEMBERS = 64 }; /* of a team */
#define NO_GRAVITY_2 1e-20 /* its square: KAMM_NONE has less */

struct block_work {
    kamm_world *world;
    const int *blocks;
    int substeps;
};

static void step_listed_block(void *context, int index)
{
    const struct block_work *work = context;
    kamm_world *world = work->world;
    int block = work->blocks[index];
    const struct car_group *group = kamm_group_of_block(world, block);
    int own = block - group->first_block;
    if (world->block_rode[block]) kamm_forget_supports(group, own);
    world->block_rode[block] = world->block_rides[block];
    if (world->block_rides[block])
        kamm_step_riding_block(world, group, own);
    else
        kamm_step_block(group->cars, own, &world->ground, work->substeps);
}

static void step_blocks(kamm_world *world, const int *blocks, int count, int substeps)
{
    struct block_work work = {world, blocks, substeps};
    kamm_run_world_tasks(world, count, step_listed_block, &work);
}

static void count_substeps(kamm_world *world, int substeps)
{
    for (int i = 0; i < world->group_count; ++i)
        world->groups[i].cars->substeps += (uint64_t)substeps;
}

/* Contacts are solved with the velocities that forces from outside make of a substep: what is pressed against a wall does
 * not creep into it. */
static void predict_external_forces(kamm_world *world)
{
    for (int i = 0; i < world->active_count && world->is_pushed; ++i) {
        uint32_t body = world->active[i];
        struct world_motion *motion = &world->frames[body].motion;
        double v[3], angular_velocity[3];
        int car;
        if (!is_car(world, body)) continue;
        const struct car_group *group = kamm_group_of(world, body, &car);
        if (!kamm_predict_push(group->cars, car, v, angular_velocity)) continue;
        for (int k = 0; k < 3; ++k) {
            motion->velocity[k] += v[k];
            motion->angular_velocity[k] += angular_velocity[k];
            world->frames[body].given[k] = v[k];
            world->frames[body].given[3 + k] = angular_velocity[k];
        }
    }
}

static void push_bodies(kamm_world *world)
{
    if (!world->solver.count && !world->joints.count) return;
    kamm_gather_solver_bodies(world);
    kamm_solve_contacts(&world->solver);
    kamm_write_solver_bodies(world);
}

static void apply_restitution(kamm_world *world)
{
    if (!world->solver.count || !kamm_any_restitution(&world->solver)) return;
    kamm_gather_restituting_bodies(world);
    if (world->joints.calls) world->joints.calls->aim_again(world);
    kamm_apply_restitution(&world->solver);
    kamm_write_solver_bodies(world);
}

static void start_solver(kamm_world *world)
{
    struct solver *solver = &world->solver;
    const float *g = world->ground.gravity_mps2;
    double gravity = (double)g[0] * g[0] + (double)g[1] * g[1] + (double)g[2] * g[2];
    for (int i = 1; i < solver->body_count; ++i) world->solver_body[world->solved[i]] = 0;
    solver->body_count = 1;
    solver->count = solver->pair_count = 0;
    solver->dt = world->dt;
    solver->gravity_mps2 = gravity > NO_GRAVITY_2 ? sqrt(gravity) : KAMM_STANDARD_GRAVITY;
    solver->pace = sqrt(solver->gravity_mps2 / KAMM_STANDARD_GRAVITY);
    solver->run = kamm_run_world_tasks;
    solver->run_user = world;
    solver->respond = kamm_respond;
    solver->least_restituting_mps = 2 * sqrt(gravity) * world->dt;
}

static void substep(kamm_world *world)
{
    const struct joint_calls *joints = world->joints.calls;
    start_solver(world);
    kamm_aim_sensors(world);
    kamm_drop_dynamic_bodies(world);
    kamm_read_dynamic_motions(world);
    predict_external_forces(world);
    kamm_find_contacts(world);
    kamm_touch_ground(world);
    if (joints) joints->aim(world);
    push_bodies(world);
    kamm_return_lent_momentum(world);
    kamm_move_dynamic_bodies(world);
    kamm_prepare_world_combinations(world);
    step_blocks(world, world->active_blocks, world->active_block_count, 1);
    kamm_load_ridden(world);
    apply_restitution(world);
    kamm_pull_world_combinations(world);
    if (joints) joints->end(world);
    kamm_rest_dynamic_bodies(world);
    if (joints) joints->rest_bodies(world);
    kamm_record_contact_events(world);
    if (world->solver.count > world->max_constraints) world->max_constraints = world->solver.count;
    kamm_move_kinematic_bodies(world, 1);
    kamm_read_frames(world);
    kamm_watch_sensors(world);
}

/* Single substeps while the pairs hold, `max` at most. */
static int step_active(kamm_world *world, int max)
{
    int taken = 0;
    kamm_read_frames(world);
    do {
        substep(world);
        count_substeps(world, 1);
        ++world->taken;
        ++taken;
        if (world->covered_substeps > 0) --world->covered_substeps;
        if (world->covered_substeps > 0 && !kamm_active_are_covered(world))
            world->covered_substeps = 0;
    } while (taken < max && world->covered_substeps > 0);
    return taken;
}

/* Takes as many substeps as the pairs are valid for. */
static int step_covered(kamm_world *world, int left)
{
    kamm_refresh_pairs(world);
    int max = left < world->covered_substeps ? left : world->covered_substeps;
    int to_rest = kamm_substeps_to_rest(world);
    if (to_rest < max) max = to_rest;
    if (!world->active_count) {
        step_blocks(world, world->free_blocks, world->free_block_count, max);
        kamm_record_scrapes(world, world->free_blocks, world->free_block_count, max);
        count_substeps(world, max);
        kamm_move_kinematic_bodies(world, max);
        world->covered_substeps -= max;
        return max;
    }
    int taken = step_active(world, max);
    count_substeps(world, -taken);
    step_blocks(world, world->free_blocks, world->free_block_count, taken);
    kamm_record_scrapes(world, world->free_blocks, world->free_block_count, taken);
    count_substeps(world, taken);
    return taken;
}

/* By forces from outside, which may be greater than pairs allow for. */
static int any_is_pushed(const kamm_world *world)
{
    for (int i = 0; i < world->group_count; ++i)
        if (kamm_any_is_pushed(world->groups[i].cars)) return 1;
    return 0;
}

/* Runs before anything can touch them: a struck car is not at rest any more. */
static void rest_placed_cars(kamm_world *world)
{
    for (int i = 0; i < world->group_count; ++i)
        for (int block = 0; block < world->groups[i].cars->blocks; ++block)
            kamm_rest_placed_cars(world->groups[i].cars, block, &world->ground);
}

struct call {
    kamm_world *world;
    int substeps;
};

static void run_call(void *context)
{
    const struct call *call = context;
    kamm_world *world = call->world;
    kamm_forget_contact_events(world);
    kamm_grow_room(world);
    kamm_forget_sensor_events(world);
    world->is_pushed = any_is_pushed(world);
    if (call->substeps) rest_placed_cars(world);
    kamm_wake_changed_cars(world);
    world->joints.broken_count = 0;
    if (world->joints.calls) world->joints.calls->wake_bodies(world);
    if (world->covered_substeps > 0 && (world->is_pushed || !kamm_all_are_covered(world)))
        world->covered_substeps = 0;
    for (int done = 0; done < call->substeps;) {
        done += step_covered(world, call->substeps - done);
        kamm_rest_cars(world);
        if (world->joints.calls) world->joints.calls->keep_cars_awake(world);
    }
    for (int i = 0; i < world->group_count; ++i) kamm_end_forces(world->groups[i].cars);
    kamm_publish_contact_events(world);
}

/* Returns the greatest number of concurrent tasks. */
static int members_of(const kamm_world *world)
{
    int members = world->block_count + world->dynamic_count / 16;
    return members < MAX_MEMBERS ? members : MAX_MEMBERS;
}

void kamm_step_world(kamm_world *world, int substeps)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(world, );
    KAMM_REQUIRE(substeps >= 0, );
    struct call call = {world, substeps};
    kamm_run_team(&world->team, world->run, world->run_user, members_of(world), run_call, &call);
}
