/* Users of an object that others made: it stays until its owner has destroyed it and the last of its users has released
 * it, on any threads. */
#ifndef KAMM_BASE_USERS_H
#define KAMM_BASE_USERS_H

#include <stdatomic.h>
#include <stdint.h>

struct users {
    _Atomic int32_t count;        /* all 0: its owner alone */
    _Atomic int32_t is_destroyed; /* by its owner */
};

static inline void use(struct users *users) { atomic_fetch_add(&users->count, 1); }

/* 1: no user is left. The owner is counted as one below 0. */
static inline int let_go_of(struct users *users) { return atomic_fetch_sub(&users->count, 1) == 0; }

/* Destroys the object by its owner. Returns 1 as the function above does. */
static inline int destroy_when_unused(struct users *users)
{
    atomic_store(&users->is_destroyed, 1);
    return let_go_of(users);
}

#endif
