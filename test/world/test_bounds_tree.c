/* The tree of bounds against a plain list: what meets a box, what a sphere passes, over items of a centimetre to a kilometre that come, go
 * and move by thousands; and the shape of the tree, whatever the order in which they came. */
#include "support/cars.h"
#include "support/tier.h"

#include "world/tree/bounds_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 2000 };

/* The list. leaf NO_NODE: the item is not there. */
struct item {
    double low[3], high[3];
    int32_t leaf;
};
struct scene {
    struct bounds_tree tree;
    struct item items[MOST];
    struct noise noise;
    double extent_m, offset_m;
};

/* 10^-2 to 10^3 m, each power as likely; a quarter of them flat like a floor, or a point. */
static void random_bounds(struct scene *s, double low[3], double high[3])
{
    double size = pow(10, noise_between(&s->noise, -2, 3));
    int kind = (int)(noise_bits(&s->noise) % 8);
    for (int k = 0; k < 3; ++k) {
        double own = size * noise_between(&s->noise, 0.2, 1);
        if (kind == 0 && k == 2) own = 0.01 * size;
        if (kind == 1) own = 0;
        low[k] = s->offset_m + noise_between(&s->noise, -s->extent_m, s->extent_m);
        high[k] = low[k] + own;
    }
}

static void add(struct scene *s, int i)
{
    struct item *item = &s->items[i];
    random_bounds(s, item->low, item->high);
    assert_true(kamm_reserve_tree(&s->tree, s->tree.count + 1 + s->tree.count / 2));
    item->leaf = kamm_add_leaf(&s->tree, item->low, item->high, i);
}

static void take_away(struct scene *s, int i)
{
    kamm_remove_leaf(&s->tree, s->items[i].leaf);
    s->items[i].leaf = NO_NODE;
}

static void move(struct scene *s, int i)
{
    struct item *item = &s->items[i], old = *item;
    random_bounds(s, item->low, item->high);
    int within = 1;
    for (int k = 0; k < 3; ++k)
        within &= item->low[k] >= old.low[k] && item->high[k] <= old.high[k];
    assert_int_equal(kamm_leaf_contains(&s->tree, item->leaf, item->low, item->high), within);
    kamm_move_leaf(&s->tree, item->leaf, item->low, item->high);
    assert_int_equal(kamm_leaf_contains(&s->tree, item->leaf, item->low, item->high), 1);
}

/* ---- the shape ---- */

/* Each node is as its children make it, and knows the one above. Returns the number of leaves below. */
static int check_node(const struct bounds_tree *tree, int32_t at, int32_t parent)
{
    const struct tree_node *node = &tree->nodes[at];
    assert_int_equal(node->parent, parent);
    if (node->child[0] == NO_NODE) {
        assert_int_equal(node->height, 0);
        return 1;
    }
    const struct tree_node *a = &tree->nodes[node->child[0]], *b = &tree->nodes[node->child[1]];
    for (int k = 0; k < 3; ++k) {
        assert_true(node->low[k] == fmin(a->low[k], b->low[k]));
        assert_true(node->high[k] == fmax(a->high[k], b->high[k]));
    }
    assert_int_equal(node->height, 1 + (a->height > b->height ? a->height : b->height));
    assert_in_range(a->height - b->height + 1, 0, 2);
    return check_node(tree, node->child[0], at) + check_node(tree, node->child[1], at);
}

static void check_shape(const struct bounds_tree *tree)
{
    if (!tree->count) {
        assert_true(!tree->nodes || tree->root == NO_NODE);
        return;
    }
    assert_int_equal(check_node(tree, tree->root, NO_NODE), tree->count);
    expect_below(tree->nodes[tree->root].height, 1.4405 * log2(tree->count + 2) + 1e-9);
}

/* ---- what is found ---- */

static int overlap(const struct item *item, const double low[3], const double high[3])
{
    for (int k = 0; k < 3; ++k)
        if (item->low[k] > high[k] || low[k] > item->high[k]) return 0;
    return 1;
}

static int find_overlaps(const struct bounds_tree *tree, const double low[3], const double high[3],
                         uint8_t found[MOST])
{
    struct overlap_walk walk;
    int count = 0;
    memset(found, 0, MOST);
    kamm_start_overlaps(tree, low, high, &walk);
    for (int32_t i = kamm_next_overlap(&walk); i >= 0; i = kamm_next_overlap(&walk)) {
        assert_int_equal(found[i], 0);
        found[i] = 1;
        ++count;
    }
    return count;
}

static int compare_overlaps(struct scene *s)
{
    uint8_t found[MOST];
    double low[3], high[3];
    random_bounds(s, low, high);
    int count = find_overlaps(&s->tree, low, high, found);
    for (int i = 0; i < MOST; ++i) {
        int there = s->items[i].leaf != NO_NODE;
        assert_int_equal(found[i], there && overlap(&s->items[i], low, high));
    }
    return count;
}

/* The share of a path at which a sphere's upright box first meets an item; above 1: never. */
static double meets_at(const struct item *item, const double from[3], const double way[3],
                       double radius)
{
    double first = 0, last = 1;
    for (int k = 0; k < 3; ++k) {
        double low = item->low[k] - radius - from[k], high = item->high[k] + radius - from[k];
        if (way[k] == 0 && (low > 0 || high < 0)) return INFINITY;
        if (way[k] == 0) continue;
        first = fmax(first, fmin(low / way[k], high / way[k]));
        last = fmin(last, fmax(low / way[k], high / way[k]));
    }
    return first <= last ? first : INFINITY;
}

/* All that is met is found, once; what is found is met but for the margin. */
static void compare_path(struct scene *s, double limit)
{
    uint8_t found[MOST] = {0};
    struct path_walk walk;
    double from[3], way[3], radius = 0;
    int still = (int)(noise_bits(&s->noise) % 10);
    if (noise_bits(&s->noise) % 2) radius = pow(10, noise_between(&s->noise, -2, 2));
    for (int k = 0; k < 3; ++k) {
        from[k] = s->offset_m + noise_between(&s->noise, -s->extent_m, s->extent_m);
        way[k] = noise_between(&s->noise, -1, 1) * s->extent_m;
        if (still == k || still == 3) way[k] = 0;
    }
    kamm_start_path(&s->tree, from, way, radius, &walk);
    for (int32_t i = kamm_next_on_path(&walk, limit); i >= 0; i = kamm_next_on_path(&walk, limit)) {
        assert_int_equal(found[i], 0);
        found[i] = 1;
    }
    double margin = 2e-3 + 1e-10 * fabs(s->offset_m);
    for (int i = 0; i < MOST; ++i) {
        if (s->items[i].leaf == NO_NODE) continue;
        if (meets_at(&s->items[i], from, way, radius) <= limit) assert_int_equal(found[i], 1);
        if (found[i]) assert_true(meets_at(&s->items[i], from, way, radius + margin) <= limit);
    }
}

static void start_scene(struct scene *s, uint32_t seed, double extent_m, double offset_m)
{
    memset(s, 0, sizeof *s);
    s->noise = (struct noise){seed};
    s->extent_m = extent_m, s->offset_m = offset_m;
    for (int i = 0; i < MOST; ++i) s->items[i].leaf = NO_NODE;
}

static void change(struct scene *s, int wanted)
{
    int i = (int)(noise_bits(&s->noise) % MOST);
    int is_there = s->items[i].leaf != NO_NODE;
    if (!is_there && s->tree.count < wanted)
        add(s, i);
    else if (is_there && s->tree.count >= wanted)
        take_away(s, i);
    else if (is_there)
        move(s, i);
}

/* The number of items goes up and down between none and all. */
static void finds_what_a_list_finds(void **state)
{
    (void)state;
    static struct scene s;
    static const double extents[] = {0.5, 50, 3000}, offsets[] = {0, 1e5, -1e9};
    int updates = of_tiers(4000, 20000, 200000), found = 0;
    for (int n = 0; n < 9; ++n) {
        start_scene(&s, 7 + (uint32_t)n, extents[n % 3], offsets[n / 3]);
        for (int i = 0; i < updates; ++i) {
            change(&s, (int)(MOST * (0.5 - 0.5 * cos(12.0 * i / updates))));
            if (i % 40) continue;
            check_shape(&s.tree);
            found += compare_overlaps(&s);
            compare_path(&s, i % 80 ? 1 : 0.3);
        }
        for (int i = 0; i < MOST; ++i)
            if (s.items[i].leaf != NO_NODE) take_away(&s, i);
        check_shape(&s.tree);
        kamm_release_tree(&s.tree);
    }
    expect_above(found, 1000);
}

/* In rows, in rings, nested like onions, all at one place: orders that make trees without balance into lists. */
static void orderly_bounds(int kind, int i, double low[3], double high[3])
{
    for (int k = 0; k < 3; ++k) low[k] = -1, high[k] = 1;
    if (kind == 0) low[0] += 2 * i, high[0] += 2 * i;
    if (kind == 1) low[0] += 900 * cos(0.01 * i), high[0] += 900 * cos(0.01 * i);
    for (int k = 0; k < 3 && kind == 2; ++k) low[k] = -1 - i, high[k] = 1 + i;
    for (int k = 0; k < 3 && kind == 3; ++k) low[k] = i - MOST - 1, high[k] = MOST + 1 - i;
}

static void stays_balanced_in_any_order(void **state)
{
    (void)state;
    for (int kind = 0; kind < 5; ++kind) {
        struct bounds_tree tree = {NULL};
        static int32_t leaves[MOST];
        double low[3], high[3];
        assert_true(kamm_reserve_tree(&tree, MOST));
        for (int i = 0; i < MOST; ++i) {
            orderly_bounds(kind, i, low, high);
            leaves[i] = kamm_add_leaf(&tree, low, high, i);
            if (i % 50 == 0) check_shape(&tree);
        }
        for (int i = 0; i < MOST; ++i) {
            kamm_remove_leaf(&tree, leaves[i]);
            if (i % 50 == 0) check_shape(&tree);
        }
        kamm_release_tree(&tree);
    }
}

/* What is found is the same whatever the past of a tree. */
static void past_changes_nothing(void **state)
{
    (void)state;
    static struct scene s;
    static uint8_t found[2][MOST];
    start_scene(&s, 99, 200, 0);
    for (int i = 0; i < MOST; ++i) add(&s, i);
    for (int i = 0; i < 3 * MOST; ++i) move(&s, (int)(noise_bits(&s.noise) % MOST));
    struct bounds_tree fresh = {NULL};
    assert_true(kamm_reserve_tree(&fresh, MOST));
    for (int i = MOST; i-- > 0;) kamm_add_leaf(&fresh, s.items[i].low, s.items[i].high, i);
    for (int n = 0; n < 200; ++n) {
        double low[3], high[3];
        random_bounds(&s, low, high);
        int count = find_overlaps(&s.tree, low, high, found[0]);
        assert_int_equal(find_overlaps(&fresh, low, high, found[1]), count);
        assert_memory_equal(found[0], found[1], MOST);
    }
    kamm_release_tree(&s.tree);
    kamm_release_tree(&fresh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_a_list_finds),
        cmocka_unit_test(stays_balanced_in_any_order),
        cmocka_unit_test(past_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
