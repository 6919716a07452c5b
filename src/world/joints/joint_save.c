#include "joint_save.h"
#include "../../base/error.h"
#include "../../base/hash.h"
#include "../state.h"

#include <math.h>
#include <string.h>

enum { STATE_DOUBLES = offsetof(struct joint_state, is_limited) / sizeof(double) };

size_t kamm_joints_size(const kamm_world *world)
{
    return (size_t)world->joints.count * sizeof(struct joint_state);
}

void kamm_save_joints(const kamm_world *world, char *to)
{
    for (int i = 0; i < world->joints.count; ++i, to += sizeof(struct joint_state))
        memcpy(to, &world->joints.joints[i].state, sizeof(struct joint_state));
}

static int is_legal_state(const struct joint_state *state)
{
    const double *values = &state->low;
    double sum = 0;
    for (int i = 0; i < STATE_DOUBLES; ++i) sum += fabs(values[i]);
    return sum < INFINITY && state->motor_force >= 0 && state->length_m >= 0 &&
           (state->is_limited == 0 || (state->is_limited == 1 && state->low <= state->high)) &&
           (state->is_broken == 0 || state->is_broken == 1);
}

kamm_result kamm_check_joints(const kamm_world *world, const char *from, kamm_error *error)
{
    for (int i = 0; i < world->joints.count; ++i, from += sizeof(struct joint_state)) {
        struct joint_state state;
        memcpy(&state, from, sizeof state);
        if (!is_legal_state(&state))
            return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                             "snapshot: joint %d has a state that no joint has", i);
    }
    return KAMM_OK;
}

void kamm_restore_joints(kamm_world *world, const char *from)
{
    for (int i = 0; i < world->joints.count; ++i, from += sizeof(struct joint_state))
        memcpy(&world->joints.joints[i].state, from, sizeof(struct joint_state));
}

uint64_t kamm_hash_joint_places(const kamm_world *world, uint64_t hash)
{
    for (int i = 0; i < world->joints.count; ++i) {
        const struct world_joint *joint = &world->joints.joints[i];
        const int32_t kind = (int32_t)joint->def.kind;
        hash = hash_words(hash, &joint->index, 1);
        hash = hash_words(hash, &kind, 1);
        hash = hash_words(hash, joint->body, 2);
        hash = hash_doubles(hash, &joint->point_m[0][0], 6);
        hash = hash_doubles(hash, &joint->frame[0][0], 8);
        hash = hash_doubles(hash, &joint->def.stiffness, 3);
    }
    return hash;
}

uint64_t kamm_hash_joints(const kamm_world *world, uint64_t hash)
{
    for (int i = 0; i < world->joints.count; ++i) {
        const struct joint_state *state = &world->joints.joints[i].state;
        hash = hash_doubles(hash, &state->low, STATE_DOUBLES);
        hash = hash_words(hash, &state->is_limited, 2);
    }
    return hash;
}
