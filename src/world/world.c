/* Worlds: made, filled with cars, asked. The step is in step.c. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../run/usual.h"
#include "bodies/body_set.h"
#include "bodies/check.h"
#include "bodies/groups.h"
#include "bodies/sleep.h"
#include "contact/buried_faces.h"
#include "memory.h"
#include "state.h"

#define DEFAULT_SUBSTEP_S (1.0 / 240)

kamm_world *kamm_create_world(const kamm_world_def *def, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, def, NULL);
    if (kamm_check_world_def(def, error) != KAMM_OK) return NULL;
    kamm_world *world = kamm_allocate(sizeof *world);
    if (world) {
        world->ground = *kamm_usual_ground(&def->ground, &world->ground);
        world->solver.joints = &world->joints.problem;
        world->cars_are_driven_on = def->cars_are_driven_on != 0;
        world->dt = def->substep_s > 0 ? def->substep_s : DEFAULT_SUBSTEP_S;
        if (kamm_copy_bodies(world, def) && kamm_make_room(world)) {
            kamm_bury_faces(world);
            return world;
        }
    }
    kamm_destroy_world(world);
    kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory for a world of %d bodies",
              def->body_count);
    return NULL;
}

void kamm_destroy_world(kamm_world *world)
{
    if (!world) return;
    KAMM_REQUIRE_ALIVE(world, );
    kamm_note_destroyed(world);
    kamm_release_groups(world);
    kamm_release_room(world);
    kamm_release_bodies(world);
    if (world->joints.calls) world->joints.calls->release(world);
    kamm_release(world);
}

const kamm_ground *kamm_world_ground(const kamm_world *world)
{
    KAMM_REQUIRE_ALIVE(world, NULL);
    return &world->ground;
}

/* Cars whose ground is only asked for every so often get it at once. */
kamm_result kamm_set_world_ground(kamm_world *world, const kamm_ground *ground, kamm_error *error)
{
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, ground, KAMM_ERROR_MISUSE);
    kamm_result result = kamm_check_ground(ground, error);
    if (result != KAMM_OK) return result;
    kamm_ground completed;
    world->ground = *kamm_usual_ground(ground, &completed);
    kamm_wake_all_cars(world);
    for (int i = 0; i < world->group_count; ++i)
        for (int block = 0; block < world->groups[i].cars->blocks; ++block)
            world->groups[i].cars->stale[block] = UINT16_MAX;
    return KAMM_OK;
}

const kamm_contact_event *kamm_contact_events(const kamm_world *world, int *count)
{
    KAMM_REQUIRE_ALIVE(world, NULL);
    KAMM_REQUIRE(count, NULL);
    *count = world->touch_count;
    return world->touches;
}
