#include "bounds_tree.h"
#include "../../base/error.h"

#include <math.h>
#include <string.h>

/* ---- nodes ---- */

static int is_leaf(const struct tree_node *node) { return node->child[0] == NO_NODE; }

/* A leaf, and the node above it and another. */
static size_t nodes_of(int32_t leaves) { return 2 * (size_t)leaves; }

int kamm_reserve_tree(struct bounds_tree *tree, int32_t leaves)
{
    if (leaves <= tree->room) return 1;
    struct tree_node *nodes = kamm_allocate_array(nodes_of(leaves), sizeof *nodes);
    if (!nodes) return 0;
    size_t used = nodes_of(tree->room);
    if (used) memcpy(nodes, tree->nodes, used * sizeof *nodes);
    if (!used) tree->root = tree->free = NO_NODE;
    for (size_t i = nodes_of(leaves); i-- > used; tree->free = (int32_t)i)
        nodes[i].parent = tree->free;
    kamm_release(tree->nodes);
    tree->nodes = nodes;
    tree->room = leaves;
    return 1;
}

void kamm_release_tree(struct bounds_tree *tree)
{
    kamm_release(tree->nodes);
    memset(tree, 0, sizeof *tree);
}

static int32_t take_node(struct bounds_tree *tree)
{
    int32_t node = tree->free;
    tree->free = tree->nodes[node].parent;
    return node;
}

static void free_node(struct bounds_tree *tree, int32_t node)
{
    tree->nodes[node].parent = tree->free;
    tree->free = node;
}

static double least(double a, double b) { return a < b ? a : b; }
static double most(double a, double b) { return a > b ? a : b; }

/* Half the surface of the box around two. */
static double surface_of_both(const struct tree_node *a, const struct tree_node *b)
{
    double size[3];
    for (int k = 0; k < 3; ++k)
        size[k] = most(a->high[k], b->high[k]) - least(a->low[k], b->low[k]);
    return size[0] * size[1] + size[1] * size[2] + size[2] * size[0];
}

static double surface_of(const struct tree_node *node) { return surface_of_both(node, node); }

/* Bounds and height from the children. */
static void fit(struct tree_node *nodes, int32_t at)
{
    struct tree_node *node = &nodes[at];
    const struct tree_node *a = &nodes[node->child[0]], *b = &nodes[node->child[1]];
    for (int k = 0; k < 3; ++k) {
        node->low[k] = least(a->low[k], b->low[k]);
        node->high[k] = most(a->high[k], b->high[k]);
    }
    node->height = 1 + (a->height > b->height ? a->height : b->height);
}

static void replace_child(struct bounds_tree *tree, int32_t parent, int32_t old, int32_t by)
{
    tree->nodes[by].parent = parent;
    if (parent == NO_NODE)
        tree->root = by;
    else
        tree->nodes[parent].child[tree->nodes[parent].child[1] == old] = by;
}

/* ---- balance ---- */

/* Which of a node's children goes down beside another: the lower one, or that which makes the smaller box. */
static int side_to_lower(const struct tree_node *nodes, const struct tree_node *node,
                         int32_t beside)
{
    const struct tree_node *a = &nodes[node->child[0]], *b = &nodes[node->child[1]];
    if (a->height != b->height) return b->height < a->height;
    return surface_of_both(b, &nodes[beside]) < surface_of_both(a, &nodes[beside]);
}

/* Lifts the higher child of a node to its place. Returns the node that is there now. */
static int32_t rotate(struct bounds_tree *tree, int32_t at, int higher)
{
    struct tree_node *nodes = tree->nodes;
    int32_t up = nodes[at].child[higher];
    int side = side_to_lower(nodes, &nodes[up], nodes[at].child[!higher]);
    int32_t moved = nodes[up].child[side];
    replace_child(tree, nodes[at].parent, at, up);
    nodes[up].child[side] = at;
    nodes[at].parent = up;
    nodes[at].child[higher] = moved;
    nodes[moved].parent = at;
    fit(nodes, at);
    return up;
}

/* From a node up to the root, after a leaf came or went below it. */
static void mend(struct bounds_tree *tree, int32_t at)
{
    struct tree_node *nodes = tree->nodes;
    for (; at != NO_NODE; at = nodes[at].parent) {
        int32_t *child = nodes[at].child;
        int32_t lean = nodes[child[1]].height - nodes[child[0]].height;
        if (lean > 1 || lean < -1) at = rotate(tree, at, lean > 0);
        fit(nodes, at);
    }
}

/* ---- leaves ---- */

/* Finds the leaf beside which another costs least surface. */
static int32_t find_sibling(const struct bounds_tree *tree, const struct tree_node *leaf)
{
    const struct tree_node *nodes = tree->nodes;
    int32_t at = tree->root;
    while (!is_leaf(&nodes[at])) {
        double cost[2];
        for (int i = 0; i < 2; ++i) {
            const struct tree_node *child = &nodes[nodes[at].child[i]];
            cost[i] = surface_of_both(child, leaf) - (is_leaf(child) ? 0 : surface_of(child));
        }
        at = nodes[at].child[cost[1] < cost[0]];
    }
    return at;
}

static void insert(struct bounds_tree *tree, int32_t leaf)
{
    struct tree_node *nodes = tree->nodes;
    nodes[leaf].parent = NO_NODE;
    if (tree->count++ == 0) {
        tree->root = leaf;
        return;
    }
    int32_t sibling = find_sibling(tree, &nodes[leaf]), pair = take_node(tree);
    replace_child(tree, nodes[sibling].parent, sibling, pair);
    nodes[pair].child[0] = sibling;
    nodes[pair].child[1] = leaf;
    nodes[sibling].parent = nodes[leaf].parent = pair;
    mend(tree, pair);
}

static void take_out(struct bounds_tree *tree, int32_t leaf)
{
    struct tree_node *nodes = tree->nodes;
    int32_t pair = nodes[leaf].parent;
    --tree->count;
    if (pair == NO_NODE) {
        tree->root = NO_NODE;
        return;
    }
    int32_t sibling = nodes[pair].child[nodes[pair].child[0] == leaf], above = nodes[pair].parent;
    replace_child(tree, above, pair, sibling);
    free_node(tree, pair);
    mend(tree, above);
}

static void set_bounds(struct tree_node *node, const double low[3], const double high[3])
{
    memcpy(node->low, low, sizeof node->low);
    memcpy(node->high, high, sizeof node->high);
}

int32_t kamm_add_leaf(struct bounds_tree *tree, const double low[3], const double high[3],
                      int32_t item)
{
    int32_t leaf = take_node(tree);
    struct tree_node *node = &tree->nodes[leaf];
    set_bounds(node, low, high);
    node->child[0] = NO_NODE;
    node->child[1] = item;
    node->height = 0;
    insert(tree, leaf);
    return leaf;
}

void kamm_remove_leaf(struct bounds_tree *tree, int32_t leaf)
{
    take_out(tree, leaf);
    free_node(tree, leaf);
}

void kamm_move_leaf(struct bounds_tree *tree, int32_t leaf, const double low[3],
                    const double high[3])
{
    take_out(tree, leaf);
    set_bounds(&tree->nodes[leaf], low, high);
    insert(tree, leaf);
}

int kamm_leaf_contains(const struct bounds_tree *tree, int32_t leaf, const double low[3],
                       const double high[3])
{
    const struct tree_node *node = &tree->nodes[leaf];
    for (int k = 0; k < 3; ++k)
        if (!(node->low[k] <= low[k] && high[k] <= node->high[k])) return 0;
    return 1;
}

/* ---- what meets a box ---- */

static int meets(const struct tree_node *node, const double low[3], const double high[3])
{
    return (node->low[0] <= high[0]) & (low[0] <= node->high[0]) & (node->low[1] <= high[1]) &
           (low[1] <= node->high[1]) & (node->low[2] <= high[2]) & (low[2] <= node->high[2]);
}

void kamm_start_overlaps(const struct bounds_tree *tree, const double low[3], const double high[3],
                         struct overlap_walk *walk)
{
    walk->tree = tree;
    memcpy(walk->low, low, sizeof walk->low);
    memcpy(walk->high, high, sizeof walk->high);
    walk->count = tree->count && meets(&tree->nodes[tree->root], low, high);
    walk->stack[0] = tree->count ? tree->root : NO_NODE;
}

int32_t kamm_next_overlap(struct overlap_walk *walk)
{
    const struct tree_node *nodes = walk->tree->nodes;
    while (walk->count) {
        const struct tree_node *node = &nodes[walk->stack[--walk->count]];
        if (is_leaf(node)) return node->child[1];
        for (int i = 0; i < 2; ++i)
            if (meets(&nodes[node->child[i]], walk->low, walk->high))
                walk->stack[walk->count++] = node->child[i];
    }
    return -1;
}

/* ---- what a sphere passes ---- */

/* The margin is a length and a share of the coordinates. */
#define MARGIN_M 1e-3
#define MARGIN_SHARE 1e-12

/* Where a path enters a node's box; more than 1: it does not. No number, as of 0 times infinity, is no bound. */
static double enters_at(const struct path_walk *walk, const struct tree_node *node)
{
    double first = 0, last = 1;
    for (int k = 0; k < 3; ++k) {
        double low = node->low[k] - walk->above[k], high = node->high[k] - walk->below[k];
        if (walk->move[k] == 0) {
            if (low > 0 || high < 0) return INFINITY;
            continue;
        }
        double a = low * walk->inverse[k], b = high * walk->inverse[k];
        double in = walk->move[k] > 0 ? a : b, out = walk->move[k] > 0 ? b : a;
        if (in > first) first = in;
        if (out < last) last = out;
    }
    return first <= last ? first : INFINITY;
}

void kamm_start_path(const struct bounds_tree *tree, const double from[3], const double move[3],
                     double radius, struct path_walk *walk)
{
    walk->tree = tree;
    for (int k = 0; k < 3; ++k) {
        double reach = radius + MARGIN_M + MARGIN_SHARE * (fabs(from[k]) + fabs(move[k]) + radius);
        walk->move[k] = move[k];
        walk->inverse[k] = move[k] != 0 ? 1 / move[k] : 0;
        walk->above[k] = from[k] + reach;
        walk->below[k] = from[k] - reach;
    }
    walk->count = tree->count > 0;
    if (!walk->count) return;
    walk->stack[0] = (struct path_stop){enters_at(walk, &tree->nodes[tree->root]), tree->root};
}

static void push_stop(struct path_walk *walk, double enters, int32_t node, double limit)
{
    if (enters <= limit) walk->stack[walk->count++] = (struct path_stop){enters, node};
}

/* The child that is entered first is looked at first. */
int32_t kamm_next_on_path(struct path_walk *walk, double limit)
{
    const struct tree_node *nodes = walk->tree->nodes;
    while (walk->count) {
        const struct path_stop stop = walk->stack[--walk->count];
        const struct tree_node *node = &nodes[stop.node];
        if (!(stop.enters <= limit)) continue;
        if (is_leaf(node)) return node->child[1];
        double enters[2];
        for (int i = 0; i < 2; ++i) enters[i] = enters_at(walk, &nodes[node->child[i]]);
        int later = enters[1] > enters[0];
        push_stop(walk, enters[later], node->child[later], limit);
        push_stop(walk, enters[!later], node->child[!later], limit);
    }
    return -1;
}
