#include "leaves.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct list {
    struct leaf *leaves;
    int count, room;
};

static void add(struct list *list, const kamm_field *field, const char *path, int item, void *at)
{
    if (list->count >= list->room) return;
    int is_word = field->kind == KAMM_FIELD_CHOICE || field->kind == KAMM_FIELD_FLAG;
    struct leaf *leaf = &list->leaves[list->count++];
    *leaf = (struct leaf){.number = is_word ? NULL : at,
                          .word = is_word ? at : NULL,
                          .min = field->min,
                          .max = field->max,
                          .default_value = field->default_value};
    snprintf(leaf->path, sizeof leaf->path, item < 0 ? "%s" : "%s[%d]", path, item);
    if (!is_word) return;
    leaf->max = 1;
    if (field->kind != KAMM_FIELD_CHOICE) return;
    leaf->max = 0;
    for (const char *c = field->choices; *c; ++c) leaf->max += *c == '|';
}

static void walk(struct list *list, const kamm_field_table *table, char *object, const char *path);

static void add_field(struct list *list, const kamm_field *field, char *object, const char *path)
{
    char inner[LEAF_PATH];
    char *at = object + field->offset;
    int32_t count = field->kind == KAMM_FIELD_NUMBERS || field->kind == KAMM_FIELD_LIST
                        ? *(int32_t *)(object + field->count_offset)
                        : 0;
    switch (field->kind) {
    case KAMM_FIELD_NUMBER:
    case KAMM_FIELD_CHOICE:
    case KAMM_FIELD_FLAG: add(list, field, path, -1, at); break;
    case KAMM_FIELD_NUMBERS:
        for (int i = 0; i < count; ++i) add(list, field, path, i, (double *)(void *)at + i);
        break;
    case KAMM_FIELD_CURVE:
        for (int i = 0; i < ((kamm_curve *)(void *)at)->count; ++i)
            add(list, field, path, i, &((kamm_curve *)(void *)at)->y[i]);
        break;
    case KAMM_FIELD_GROUP: walk(list, field->table, at, path); break;
    case KAMM_FIELD_LIST:
        for (int i = 0; i < count; ++i) {
            snprintf(inner, sizeof inner, "%s[%d]", path, i);
            walk(list, field->table, at + (size_t)i * field->item_size, inner);
        }
        break;
    case KAMM_FIELD_TEXT: break;
    }
}

static void walk(struct list *list, const kamm_field_table *table, char *object, const char *path)
{
    for (int i = 0; i < table->count; ++i) {
        char inner[LEAF_PATH];
        snprintf(inner, sizeof inner, *path ? "%s.%s" : "%s%s", path, table->fields[i].name);
        add_field(list, &table->fields[i], object, inner);
    }
}

int list_leaves(const kamm_field_table *table, void *object, struct leaf *leaves, int room)
{
    struct list list = {.leaves = leaves, .room = room};
    walk(&list, table, object, "");
    return list.count;
}

/* Up to a thousand times and from a thousandth of what is there, or of 1. */
static double scaled(double now, double share)
{
    double size = fabs(now) > 0 && isfinite(now) ? fabs(now) : 1;
    return copysign(size * pow(10, 6 * share - 3), now);
}

void set_leaf(const struct leaf *leaf, double share)
{
    if (leaf->word) {
        *leaf->word = (int32_t)fmin(share * (leaf->max + 1), leaf->max);
        return;
    }
    double low = leaf->min, high = leaf->max, now = *leaf->number;
    int is_wide = !isfinite(high - low) || (low >= 0 && now > 0 && high > 1000 * now);
    double value = is_wide ? scaled(now, share) : low + share * (high - low);
    *leaf->number = fmin(fmax(value, low), high);
}
