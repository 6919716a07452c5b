/* Identity in a world: a snapshot fits the bodies that it was taken of, in their slots. */
#include "identity.h"
#include "../../base/error.h"
#include "../../base/hash.h"
#include "../joints/joint_save.h"
#include "../state.h"
#include "bodies.h"

static int is_taken(const kamm_world *world, uint64_t identity, int but)
{
    for (int i = 0; i < world->group_count; ++i)
        if (i != but && world->groups[i].identity == identity) return 1;
    return 0;
}

void kamm_identify_groups(kamm_world *world)
{
    for (int i = 0; i < world->group_count; ++i) {
        struct car_group *group = &world->groups[i];
        if (group->identity) continue;
        if (group->cars->identity_in == world && !is_taken(world, group->cars->identity, i))
            group->identity = group->cars->identity;
        while (!group->identity || is_taken(world, group->identity, i))
            group->identity = ++world->identities;
    }
}

uint64_t kamm_hash_places(const kamm_world *world)
{
    uint64_t hash = HASH_START;
    for (int i = 0; i < world->group_count; ++i) hash = hash_long(hash, world->groups[i].identity);
    for (int i = 0; i < world->dynamic_count; ++i) {
        const double *mass = &world->dynamic_masses[i].mass_kg;
        hash = hash_words(hash, &world->dynamic_traits[i].index, 1);
        hash = hash_doubles(hash, mass, sizeof world->dynamic_masses[i] / sizeof *mass);
        hash = hash_doubles(hash, &world->dynamic_shapes[i].friction, 1);
    }
    for (int32_t i = next_kinematic(world, 0); i >= 0; i = next_kinematic(world, i + 1)) {
        hash = hash_words(hash, &i, 1);
        const struct body_shape *shape = &world->fixed_shapes[world->slots[i].place];
        for (int k = 0; k < shape->box_count; ++k)
            hash = hash_doubles(hash, shape->boxes[k].half, 3);
    }
    return kamm_hash_joint_places(world, hash);
}

kamm_result kamm_set_identity(kamm_world *world, const kamm_cars *cars, uint64_t identity,
                              kamm_error *error)
{
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    int group = kamm_find_group(world, cars);
    if (group < 0)
        return kamm_fail(error, KAMM_ERROR_UNKNOWN, "cars", "cars: these are not in this world");
    if (!identity || is_taken(world, identity, group))
        return kamm_fail(
            error, KAMM_ERROR_RANGE, "identity",
            "identity: %s; it has to be above 0, and that of no other cars in this world",
            identity ? "others have this one" : "0");
    world->groups[group].identity = identity;
    return KAMM_OK;
}

uint64_t kamm_identity(const kamm_world *world, const kamm_cars *cars)
{
    KAMM_REQUIRE_ALIVE(world, 0);
    KAMM_REQUIRE_ALIVE(cars, 0);
    int group = kamm_find_group(world, cars);
    return group < 0 ? 0 : world->groups[group].identity;
}
