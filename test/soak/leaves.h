/* All values of a def, found by the tables: to be changed at random within what the tables allow. */
#ifndef KAMM_SOAK_LEAVES_H
#define KAMM_SOAK_LEAVES_H

#include <kamm/fields.h>

enum { MOST_LEAVES = 16384, LEAF_PATH = 96 };

/* A number, one of a list of numbers, the y of a curve's point, a choice or a flag, where it lies. */
struct leaf {
    char path[LEAF_PATH];
    double *number;  /* NULL: it is a word */
    int32_t *word;   /* … one of `max` and 1 */
    double min, max; /* as documented; infinite where there is no end */
    double default_value;
};

/* Those of the list's items that are in use. Returns how many, at most `room`. */
int list_leaves(const kamm_field_table *table, void *object, struct leaf *leaves, int room);

/* Sets one by a share of its range: 0 is its lowest, 1 its highest. Where the range has no end or spans powers of ten, shares
 * are of the logarithm, around what is there. */
void set_leaf(const struct leaf *leaf, double share);

#endif
