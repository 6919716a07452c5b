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

/* Pairs of a hand go where there is room, some at a time. Those for which there is none are only counted. */
static void put_down(struct hand *hand)
{
    struct broad_phase *b = hand->broad;
    int at = atomic_fetch_add_explicit(&b->found_count, hand->count, memory_order_relaxed);
    for (int i = 0; i < hand->count && at + i < b->pair_room; ++i)
        b->found[at + i] = hand->pairs[i];
    hand->count = 0;
}

void kamm_add_pair(struct hand *hand, uint32_t one, uint32_t other)
{
    if (hand->count == HAND) put_down(hand);
    hand->pairs[hand->count++] =
        one < other ? (struct body_pair){one, other} : (struct body_pair){other, one};
}

struct search {
    struct broad_phase *broad;
    bounds_test *touch;
    bounds_search *others;
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
        if (search->touch(search->user, own, other)) kamm_add_pair(hand, own->body, other->body);
    }
}

enum { CHUNK = 32 }; /* bodies of one task */

static void search_chunk(void *context, int chunk)
{
    const struct search *search = context;
    struct broad_phase *b = search->broad;
    struct hand hand = {.broad = b};
    for (int i = chunk * CHUNK; i < (chunk + 1) * CHUNK && i < b->count; ++i) {
        search_from(search, i, &hand);
        search->others(search->user, &b->sorted[i], &hand);
    }
    put_down(&hand);
}

/* What was found from `first` on is too much: it is left out, or what has no room of it. */
static void leave_out(struct broad_phase *b, int first, int all)
{
    int found = atomic_load_explicit(&b->found_count, memory_order_relaxed);
    if (found <= b->pair_room) return;
    int kept = all ? first : b->pair_room;
    b->missed += found - kept;
    atomic_store_explicit(&b->found_count, kept, memory_order_relaxed);
}

/* In one thread, where the pairs that find no room have to be the same each time. The search for others has no order: none of a body's, or
 * all. */
static void search_in_order(const struct search *search)
{
    struct broad_phase *b = search->broad;
    struct hand hand = {.broad = b};
    atomic_store_explicit(&b->found_count, 0, memory_order_relaxed);
    for (int i = 0; i < b->count; ++i) {
        search_from(search, i, &hand);
        put_down(&hand);
        leave_out(b, 0, 0);
        int first = atomic_load_explicit(&b->found_count, memory_order_relaxed);
        search->others(search->user, &b->sorted[i], &hand);
        put_down(&hand);
        leave_out(b, first, 1);
    }
}

/* ---- in order ---- */

static int comes_before(const struct body_pair *a, const struct body_pair *b)
{
    return a->first < b->first || (a->first == b->first && a->second < b->second);
}

static void sort_few(struct body_pair *pairs, int count)
{
    for (int i = 1; i < count; ++i) {
        const struct body_pair pair = pairs[i];
        int at = i;
        for (; at > 0 && comes_before(&pair, &pairs[at - 1]); --at) pairs[at] = pairs[at - 1];
        pairs[at] = pair;
    }
}

enum { FEW = 32, DIGIT_BITS = 9, DIGITS = 1 << DIGIT_BITS };

static uint32_t digit_of(const struct body_pair *pair, int second, int shift)
{
    return (second ? pair->second : pair->first) >> shift & (DIGITS - 1);
}

/* One pass of a radix sort (Knuth, The Art of Computer Programming 3, 5.2.5), which is stable: it counts the pairs
 * of each digit, then puts them in their places. */
static void sort_by_digit(const struct body_pair *from, int count, int second, int shift,
                          struct body_pair *to)
{
    int at[DIGITS + 1] = {0};
    for (int i = 0; i < count; ++i) ++at[digit_of(&from[i], second, shift) + 1];
    for (int i = 0; i < DIGITS; ++i) at[i + 1] += at[i];
    for (int i = 0; i < count; ++i) to[at[digit_of(&from[i], second, shift)]++] = from[i];
}

/* By the second bodies, then by the first. The result is in `pairs`. */
static void sort_pairs(struct broad_phase *b)
{
    struct body_pair *from = b->found, *to = b->pairs;
    uint32_t bits[2] = {0, 0};
    if (b->pair_count <= FEW) {
        sort_few(from, b->pair_count);
    } else {
        for (int i = 0; i < b->pair_count; ++i) bits[0] |= from[i].first, bits[1] |= from[i].second;
        for (int second = 2; second-- > 0;)
            for (int shift = 0; shift < 32 && bits[second] >> shift; shift += DIGIT_BITS) {
                sort_by_digit(from, b->pair_count, second, shift, to);
                struct body_pair *other = from;
                from = to, to = other;
            }
    }
    if (from != b->pairs) memcpy(b->pairs, from, (size_t)b->pair_count * sizeof *from);
}

void kamm_find_pairs(struct broad_phase *b, bounds_test *touch, bounds_search *others,
                     const void *user)
{
    struct search search = {b, touch, others, user};
    sort_bounds(b);
    b->missed = 0;
    atomic_store_explicit(&b->found_count, 0, memory_order_relaxed);
    b->run(b->run_user, (b->count + CHUNK - 1) / CHUNK, search_chunk, &search);
    if (atomic_load_explicit(&b->found_count, memory_order_relaxed) > b->pair_room)
        search_in_order(&search);
    b->pair_count = atomic_load_explicit(&b->found_count, memory_order_relaxed);
    sort_pairs(b);
}
