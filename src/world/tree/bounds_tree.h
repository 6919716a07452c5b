/* A tree of upright boxes. It finds those that meet another box, and those that a sphere passes on a straight path.
 *
 * A leaf has the bounds of one item, any other node those of its two children. A new leaf goes down to where the surface of
 * the boxes grows least (Goldsmith and Salmon, "Automatic creation of object hierarchies for ray tracing", IEEE CG&A
 * 1987). Rotations keep the heights of siblings within one of each other, as Adelson-Velsky and Landis (1962) do in trees that
 * are sorted. So the height is at most 1.44 log2(n + 2), whatever comes and goes. There is no order among children, so a single
 * rotation is always enough.
 *
 * The shape of a tree depends on its past. What is found does not, but for the order. Callers sort. */
#ifndef KAMM_WORLD_TREE_BOUNDS_TREE_H
#define KAMM_WORLD_TREE_BOUNDS_TREE_H

#include <stdint.h>

/* 1.44 log2 of 2^24 leaves, and some more. */
enum { TREE_STACK = 48, NO_NODE = -1 };

struct tree_node {
    double low[3], high[3];
    int32_t parent;   /* of a free node: the next free one */
    int32_t child[2]; /* of a leaf: NO_NODE and its item */
    int32_t height;   /* 0: a leaf */
};

/* All 0: empty. */
struct bounds_tree {
    struct tree_node *nodes;
    int32_t root, free; /* NO_NODE: none; only valid with nodes */
    int32_t room;       /* leaves that there is memory for */
    int32_t count;      /* leaves */
};

/* Makes room for so many leaves. 0: out of memory, nothing has changed. */
int kamm_reserve_tree(struct bounds_tree *tree, int32_t leaves);
void kamm_release_tree(struct bounds_tree *tree);
/* Adds an item, for which there is room. Returns its leaf. */
int32_t kamm_add_leaf(struct bounds_tree *tree, const double low[3], const double high[3],
                      int32_t item);
void kamm_remove_leaf(struct bounds_tree *tree, int32_t leaf);
/* Gives a leaf other bounds. It stays the same leaf. */
void kamm_move_leaf(struct bounds_tree *tree, int32_t leaf, const double low[3],
                    const double high[3]);
/* Returns 1 if these bounds are within those of a leaf. */
int kamm_leaf_contains(const struct bounds_tree *tree, int32_t leaf, const double low[3],
                       const double high[3]);

/* Walks over the leaves whose bounds meet others. */
struct overlap_walk {
    const struct bounds_tree *tree;
    double low[3], high[3];
    int32_t stack[TREE_STACK];
    int count;
};
void kamm_start_overlaps(const struct bounds_tree *tree, const double low[3], const double high[3],
                         struct overlap_walk *walk);
/* Returns the next item, or -1. */
int32_t kamm_next_overlap(struct overlap_walk *walk);

/* Walks over the leaves that a sphere passes on a straight path, roughly those first that it meets first. */
struct path_walk {
    const struct bounds_tree *tree;
    double move[3], inverse[3], above[3], below[3]; /* the start, more and less the radius */
    struct path_stop {
        double enters; /* share of the path */
        int32_t node;
    } stack[TREE_STACK];
    int count;
};
/* The radius gets a margin for rounding: a box that the exact tests hit is never missed. */
void kamm_start_path(const struct bounds_tree *tree, const double from[3], const double move[3],
                     double radius, struct path_walk *walk);
/* Returns the next item that is met up to a share of the path, or -1. */
int32_t kamm_next_on_path(struct path_walk *walk, double limit);

#endif
