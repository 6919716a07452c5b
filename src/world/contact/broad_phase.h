/* Which bodies may meet soon. Upright boxes of those that move are sorted and swept along x (Ericson, Real-Time Collision
 * Detection, 2005, section 7.5). Each is as wide as its body can get within a horizon of time. The caller's search finds what
 * stands near each of them. The pairs hold all that can touch until the horizon. What does touch is found again in each
 * substep, so when they were looked for changes no result. */
#ifndef KAMM_WORLD_CONTACT_BROAD_PHASE_H
#define KAMM_WORLD_CONTACT_BROAD_PHASE_H

#include <kamm/world.h>
#include <stdatomic.h>
#include <stdint.h>

struct bounds {
    double low[3], high[3];
    uint32_t body; /* its number: below `count` */
    uint32_t idle; /* does not move by itself: two of these are no pair */
};

struct body_pair {
    uint32_t first, second; /* first below second */
};

struct sort_item {
    uint64_t key;
    uint32_t value;
};

struct broad_phase {
    struct bounds *bounds, *sorted;  /* room for `count` each */
    struct sort_item *items, *spare; /* bodies in the order of the last time, of so many */
    int sorted_count;
    int count;
    struct body_pair *pairs,
        *found; /* in order, and as they are found: room for `pair_room` each */
    int pair_count, pair_room;
    atomic_int found_count;
    kamm_run_tasks *run; /* for what may be done at the same time */
    void *run_user;
    int missed; /* pairs for which there was no room */
};

/* From bounds to pairs, in the order of their bodies. `touch` may rule out a pair whose bounds overlap. */
typedef int bounds_test(const void *user, const struct bounds *a, const struct bounds *b);
/* Pairs that one thread has found. */
enum { HAND = 64 };
struct hand {
    struct broad_phase *broad;
    struct body_pair pairs[HAND];
    int count;
};
void kamm_add_pair(struct hand *hand, uint32_t one, uint32_t other);
/* Adds the pairs of a body with all that is not in `bounds`, in any order. */
typedef void bounds_search(const void *user, const struct bounds *own, struct hand *hand);
void kamm_find_pairs(struct broad_phase *broad, bounds_test *touch, bounds_search *others,
                     const void *user);

#endif
