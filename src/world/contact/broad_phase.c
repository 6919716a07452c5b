#include "broad_phase.h"

#include <string.h>

/* Whole numbers in the order of the doubles. */
static uint64_t ordered(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

static int less(const struct sort_item *a, const struct sort_item *b)
{
    return (a->key < b->key) | ((a->key == b->key) & (a->value < b->value));
}

/* Without a branch on which is less, as that can't be foreseen. */
static void merge(const struct sort_item *from, int left, int middle, int right,
                  struct sort_item *to)
{
    int a = left, b = middle, i = left;
    for (; a < middle && b < right; ++i) {
        int second = less(&from[b], &from[a]);
        to[i] = from[second ? b : a];
        b += second, a += !second;
    }
    memcpy(to + i, from + a, (size_t)(middle - a) * sizeof *to);
    memcpy(to + i + (middle - a), from + b, (size_t)(right - b) * sizeof *to);
}

/* Merge sort, bottom up, without memory of its own. The result is in `items`. */
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

/* For items that are nearly in order. Gives up, 0, after as many moves. */
static int sort_by_insertion(struct sort_item *items, int count, int max_moves)
{
    for (int i = 1; i < count; ++i) {
        struct sort_item item = items[i];
        int at = i;
        for (; at > 0 && less(&item, &items[at - 1]); --at) items[at] = items[at - 1];
        items[at] = item;
        max_moves -= i - at;
        if (max_moves < 0) return 0;
    }
    return 1;
}

/* Bodies hardly change their order from one time to the next, so sorting begins with the last one. */
static void sort_bounds(struct broad_phase *b)
{
    int known = b->sorted_count == b->count;
    for (int i = 0; i < b->count; ++i) {
        uint32_t body = known ? b->items[i].value : (uint32_t)i;
        b->items[i] = (struct sort_item){ordered(b->bounds[body].low[0]), body};
    }
    if (!known || !sort_by_insertion(b->items, b->count, 8 * b->count))
        sort_items(b->items, b->spare, b->count);
    b->sorted_count = b->count;
    for (int i = 0; i < b->count; ++i) b->sorted[i] = b->bounds[b->items[i].value];
}

static int overlap(const struct bounds *a, const struct bounds *b)
{
    return a->low[1] <= b->high[1] && b->low[1] <= a->high[1] && a->low[2] <= b->high[2] &&
           b->low[2] <= a->high[2];
}

/* Pairs that one thread has found: they go where there is room, some at a time. */
enum { HAND = 64 };
struct hand {
    struct body_pair pairs[HAND];
    int count;
};

/* Those for which there is no room are only counted. */
static void put_down(struct broad_phase *b, struct hand *hand)
{
    int at = atomic_fetch_add_explicit(&b->found_count, hand->count, memory_order_relaxed);
    for (int i = 0; i < hand->count && at + i < b->pair_room; ++i)
        b->found[at + i] = hand->pairs[i];
    hand->count = 0;
}

static void add_pair(struct broad_phase *b, struct hand *hand, uint32_t one, uint32_t other)
{
    if (hand->count == HAND) put_down(b, hand);
    hand->pairs[hand->count++] =
        one < other ? (struct body_pair){one, other} : (struct body_pair){other, one};
}

struct search {
    struct broad_phase *broad;
    bounds_test *touch;
    const void *user;
};

/* Searches the pairs of one body with those after it. */
static void search_from(const struct search *search, int i, struct hand *hand)
{
    struct broad_phase *b = search->broad;
    const struct bounds *own = &b->sorted[i];
    for (int j = i + 1; j < b->count && b->sorted[j].low[0] <= own->high[0]; ++j) {
        const struct bounds *other = &b->sorted[j];
        if ((own->idle && other->idle) || !overlap(own, other)) continue;
        if (search->touch(search->user, own, other)) add_pair(b, hand, own->body, other->body);
    }
}

enum { CHUNK = 32 }; /* bodies of one task */

static void search_chunk(void *context, int chunk)
{
    const struct search *search = context;
    struct broad_phase *b = search->broad;
    struct hand hand = {.count = 0};
    for (int i = chunk * CHUNK; i < (chunk + 1) * CHUNK && i < b->count; ++i)
        search_from(search, i, &hand);
    put_down(b, &hand);
}

/* In one thread, where the pairs that find no room have to be the same each time. */
static void search_in_order(const struct search *search)
{
    struct broad_phase *b = search->broad;
    struct hand hand = {.count = 0};
    atomic_store_explicit(&b->found_count, 0, memory_order_relaxed);
    for (int i = 0; i < b->count; ++i) {
        search_from(search, i, &hand);
        put_down(b, &hand);
        int full = atomic_load_explicit(&b->found_count, memory_order_relaxed) > b->pair_room;
        if (full && b->stops_when_full) return;
    }
}

/* Sorts by the first bodies or by the second: it counts the pairs of each, then puts them in their
 * places. The sort is stable. */
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
    struct search search = {b, touch, user};
    sort_bounds(b);
    atomic_store_explicit(&b->found_count, 0, memory_order_relaxed);
    if (!b->stops_when_full)
        b->run(b->run_user, (b->count + CHUNK - 1) / CHUNK, search_chunk, &search);
    if (b->stops_when_full ||
        atomic_load_explicit(&b->found_count, memory_order_relaxed) > b->pair_room)
        search_in_order(&search);
    int found = atomic_load_explicit(&b->found_count, memory_order_relaxed);
    b->missed = found > b->pair_room ? found - b->pair_room : 0;
    b->pair_count = found - b->missed;
    sort_by_body(b, b->found, 1, b->pairs);
    memcpy(b->found, b->pairs, (size_t)b->pair_count * sizeof *b->found);
    sort_by_body(b, b->found, 0, b->pairs);
}
