/* The names in a list of a world file, in order: each may be there once. */
#include "world_reader.h"

#include <stdlib.h>
#include <string.h>

static int compare_names(const void *a, const void *b)
{
    const struct world_name *x = a, *y = b;
    int order = strcmp(x->text, y->text);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

/* The first item whose name an earlier one has; -1: all names differ. */
static int32_t first_repeated(const struct world_names *names)
{
    int32_t first = -1;
    for (int32_t i = 1; i < names->count; ++i) {
        const struct world_name *name = &names->sorted[i];
        if (strcmp(name->text, name[-1].text) == 0 && (first < 0 || name->index < first))
            first = name->index;
    }
    return first;
}

kamm_result kamm_world_reader_names(struct world_reader *reader, const char *key, const void *items,
                                    int32_t count, size_t item_size, struct world_names *names)
{
    *names = (struct world_names){0};
    if (!count) return KAMM_OK;
    names->sorted = kamm_world_reader_scratch(reader, (size_t)count, sizeof *names->sorted);
    if (!names->sorted) return KAMM_ERROR_MEMORY;
    names->count = count;
    for (int32_t i = 0; i < count; ++i)
        names->sorted[i] = (struct world_name){(const char *)items + (size_t)i * item_size, i};
    qsort(names->sorted, (size_t)count, sizeof *names->sorted, compare_names);
    int32_t repeated = first_repeated(names);
    if (repeated < 0) return KAMM_OK;
    kamm_path_name(&reader->json.path, key, strlen(key));
    kamm_path_index(&reader->json.path, repeated);
    return kamm_world_reader_fail_at(reader, "name", KAMM_ERROR_FORMAT, "\"%s\" is there already",
                                     (const char *)items + (size_t)repeated * item_size);
}

int32_t kamm_world_reader_named(const struct world_names *names, const char *name)
{
    int32_t low = 0, high = names->count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (strcmp(names->sorted[middle].text, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == names->count || strcmp(names->sorted[low].text, name) != 0) return -1;
    return names->sorted[low].index;
}
