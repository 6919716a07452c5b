#include "broad_phase.h"

#include <string.h>

/* Whole numbers in the order of the doubles. */
static uint64_t ordered(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

/* Without a branch on which is less, as that can't be foreseen. */
static void merge(const struct sort_item *from, int left, int middle, int right,
                  struct sort_item *to)
{
    int a = left, b = middle, i = left;
    for (; a < middle && b < right; ++i) {
        int second = from[b].key < from[a].key;
        to[i] = from[second ? b : a];
        b += second, a += !second;
    }
    memcpy(to + i, from + a, (size_t)(middle - a) * sizeof *to);
    memcpy(to + i + (middle - a), from + b, (size_t)(right - b) * sizeof *to);
}

/* Merge sort, bottom up: stable, without memory of its own. The result is in `items`. */
static void sort_items(struct sort_item *items, struct sort_item *spare, int count)
{
    struct sort_item *from = items, *to = spare;
    for (int width = 1; width < count; width *= 2) {
        for (int left = 0; left < count; left += 2 * width) {
            int middle = left + width < count ? left + width : count;
            int right = left + 2 * width < count ? left + 2 * width : count;
            merge(from, left, middle, right, to);
        }
        struct sort_item *other = from;
        from = to, to = other;
    }
    if (from != items) memcpy(items, from, (size_t)count * sizeof *items);
}

static void sort_bounds(struct broad_phase *b)
{
    for (int i = 0; i < b->count; ++i)
        b->items[i] = (struct sort_item){ordered(b->bounds[i].low[0]), (uint32_t)i};
    sort_items(b->items, b->spare, b->count);
    for (int i = 0; i < b->count; ++i) b->sorted[i] = b->bounds[b->items[i].value];
}

static int overlap(const struct bounds *a, const struct bounds *b)
{
    return a->low[1] <= b->high[1] && b->low[1] <= a->high[1] && a->low[2] <= b->high[2] &&
           b->low[2] <= a->high[2];
}

static void add_pair(struct broad_phase *b, uint32_t one, uint32_t other)
{
    if (b->pair_count == b->pair_room) {
        ++b->missed;
        return;
    }
    b->found[b->pair_count++] =
        one < other ? (struct body_pair){one, other} : (struct body_pair){other, one};
}

/* By the first bodies or by the second: counts how many there are of each, then puts them in their places. Stable. */
static void sort_by_body(struct broad_phase *b, const struct body_pair *from, int second,
                         struct body_pair *to)
{
    int32_t *at = b->at;
    memset(at, 0, (size_t)(b->count + 1) * sizeof *at);
    for (int i = 0; i < b->pair_count; ++i) ++at[(second ? from[i].second : from[i].first) + 1];
    for (int i = 0; i < b->count; ++i) at[i + 1] += at[i];
    for (int i = 0; i < b->pair_count; ++i)
        to[at[second ? from[i].second : from[i].first]++] = from[i];
}

void kamm_find_pairs(struct broad_phase *b, bounds_test *touch, const void *user)
{
    sort_bounds(b);
    b->pair_count = b->missed = 0;
    for (int i = 0; i < b->count; ++i) {
        const struct bounds *own = &b->sorted[i];
        if (b->stops_when_full && b->missed) break;
        for (int j = i + 1; j < b->count && b->sorted[j].low[0] <= own->high[0]; ++j) {
            const struct bounds *other = &b->sorted[j];
            if ((own->idle && other->idle) || !overlap(own, other)) continue;
            if (touch(user, own, other)) add_pair(b, own->body, other->body);
        }
    }
    sort_by_body(b, b->found, 1, b->pairs);
    memcpy(b->found, b->pairs, (size_t)b->pair_count * sizeof *b->found);
    sort_by_body(b, b->found, 0, b->pairs);
}
