/* Lists that grow together: one place in each for every body of a kind. */
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

/* One more place, empty, before that at `at`: there is room. */
void kamm_insert_place(const struct world_list *lists, int count, size_t used, size_t at);
/* … and one less. */
void kamm_remove_place(const struct world_list *lists, int count, size_t used, size_t at);

/* Copies one place to another, or empties it. */
void kamm_copy_place(const struct world_list *lists, int count, size_t from, size_t to);
void kamm_clear_place(const struct world_list *lists, int count, size_t at);

void kamm_release_lists(const struct world_list *lists, int count);

#endif
