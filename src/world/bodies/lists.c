#include "lists.h"

#include "../../base/error.h"

#include <string.h>

int kamm_grow_lists(const struct world_list *lists, int count, size_t used, size_t room)
{
    void *made[WORLD_LISTS_MAX];
    for (int i = 0; i < count; ++i) {
        made[i] = kamm_allocate_array(room, lists[i].size);
        if (made[i]) continue;
        while (i-- > 0) kamm_release(made[i]);
        return 0;
    }
    for (int i = 0; i < count; ++i) {
        if (used) memcpy(made[i], *lists[i].at, used * lists[i].size);
        kamm_release(*lists[i].at);
        *lists[i].at = made[i];
    }
    return 1;
}

void kamm_insert_place(const struct world_list *lists, int count, size_t used, size_t at)
{
    for (int i = 0; i < count; ++i) {
        size_t size = lists[i].size;
        char *place = (char *)*lists[i].at + at * size;
        memmove(place + size, place, (used - at) * size);
        memset(place, 0, size);
    }
}

void kamm_remove_place(const struct world_list *lists, int count, size_t used, size_t at)
{
    for (int i = 0; i < count; ++i) {
        size_t size = lists[i].size;
        char *place = (char *)*lists[i].at + at * size;
        memmove(place, place + size, (used - at - 1) * size);
        memset((char *)*lists[i].at + (used - 1) * size, 0, size);
    }
}

static char *place_in(const struct world_list *list, size_t at)
{
    return (char *)*list->at + at * list->size;
}

void kamm_copy_place(const struct world_list *lists, int count, size_t from, size_t to)
{
    for (int i = 0; i < count; ++i)
        memcpy(place_in(&lists[i], to), place_in(&lists[i], from), lists[i].size);
}

void kamm_clear_place(const struct world_list *lists, int count, size_t at)
{
    for (int i = 0; i < count; ++i) memset(place_in(&lists[i], at), 0, lists[i].size);
}

void kamm_release_lists(const struct world_list *lists, int count)
{
    for (int i = 0; i < count; ++i) {
        kamm_release(*lists[i].at);
        *lists[i].at = NULL;
    }
}
