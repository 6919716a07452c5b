/* Lists that grow together: one place in each for every solid, or for every thing, of a world. */
#ifndef KAMM_WORLD_BODIES_LISTS_H
#define KAMM_WORLD_BODIES_LISTS_H

#include <stddef.h>

struct world_list {
    void **at;
    size_t size; /* bytes of one place */
};

/* Room for so many; the first `used` are kept. 0: out of memory, nothing has changed. `count`: WORLD_LISTS_MAX at most. */
enum { WORLD_LISTS_MAX = 8 };
int kamm_grow_lists(const struct world_list *lists, int count, size_t used, size_t room);

void kamm_release_lists(const struct world_list *lists, int count);

#endif
