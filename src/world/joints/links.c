#include "links.h"
#include "../state.h"
#include "joint_check.h"

#include <string.h>

static int collides(const struct world_joint *joint)
{
    if (joint->def.collision != KAMM_JOINT_COLLIDES_BY_KIND)
        return joint->def.collision == KAMM_JOINT_COLLIDES;
    return joint->def.kind >= KAMM_JOINT_DISTANCE;
}

static int is_before(const struct joint_link *a, const struct joint_link *b)
{
    if (a->first != b->first) return a->first < b->first;
    return a->second != b->second ? a->second < b->second : a->joint < b->joint;
}

/* Shell sort (D. L. Shell 1959), as steps of n/2, n/4, … need no room. */
static void sort_links(struct joint_link *links, int count)
{
    for (int gap = count / 2; gap > 0; gap /= 2)
        for (int i = gap; i < count; ++i) {
            struct joint_link link = links[i];
            int at = i;
            for (; at >= gap && is_before(&link, &links[at - gap]); at -= gap)
                links[at] = links[at - gap];
            links[at] = link;
        }
}

/* The world itself, NO_BODY, collides with nothing. */
void kamm_link_bodies(kamm_world *world)
{
    struct joint_set *set = &world->joints;
    for (int i = 0; i < set->count; ++i) {
        const uint32_t *body = set->joints[i].body;
        int swap = body[1] < body[0];
        set->links[i] = (struct joint_link){body[swap], body[!swap], i};
    }
    sort_links(set->links, set->count);
}

int kamm_joints_let_pass(const kamm_world *world, uint32_t first, uint32_t second)
{
    const struct joint_set *set = &world->joints;
    const struct joint_link wanted = {first, second, -1};
    int low = 0, high = set->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (is_before(&set->links[middle], &wanted))
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < set->count; ++low) {
        const struct joint_link *link = &set->links[low];
        if (link->first != first || link->second != second) return 0;
        const struct world_joint *joint = &set->joints[link->joint];
        if (!joint->state.is_broken && !collides(joint)) return 1;
    }
    return 0;
}
