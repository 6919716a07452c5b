/* State behind kamm_combinations. */
#ifndef KAMM_RUN_COMBINATION_STATE_H
#define KAMM_RUN_COMBINATION_STATE_H

#include "hitch.h"

/* Load of a trailer at rest on the hitch before it: a part from its own weight, and a share of the
 * load on the hitch behind it. */
struct nose_load {
    double own_n, behind_share;
};

struct kamm_combinations {
    int count, units;
    int mixed; /* each has its own models */
    kamm_cars *cars[KAMM_MAX_UNITS];
    struct hitch *hitch;              /* [count where mixed, else 1][units - 1] */
    struct nose_load *nose;           /* … of the unit behind that hitch */
    uint8_t *coupled;                 /* [count][units - 1] */
    struct hitch_force *force;        /* of the next substep, [count][units - 1] */
    double *response[KAMM_MAX_UNITS]; /* of each car, kept while it holds (push.h) */
};

/* The first of a combination's hitches, among those that differ. */
static inline int first_hitch(const kamm_combinations *combinations, int index)
{
    return combinations->mixed ? index * (combinations->units - 1) : 0;
}
static inline const struct hitch *hitches_of(const kamm_combinations *combinations, int index)
{
    return combinations->hitch + first_hitch(combinations, index);
}

/* Index of the hitch before a unit, 1 …, among those of all combinations. */
static inline int hitch_at(const kamm_combinations *combinations, int index, int unit)
{
    return index * (combinations->units - 1) + unit - 1;
}

/* Run before a block's substep (brakes and engines that follow), and after it (the hitches). */
void kamm_prepare_combinations(kamm_combinations *combinations, int block);
void kamm_pull_combinations(kamm_combinations *combinations, int block);

/* Part of a snapshot: the loads of hitches, and which are closed. */
size_t kamm_hitches_size(const kamm_combinations *combinations);
void kamm_save_hitches(const kamm_combinations *combinations, char *to);
kamm_result kamm_check_hitches(const kamm_combinations *combinations, const char *from,
                               kamm_error *error);
void kamm_restore_hitches(kamm_combinations *combinations, const char *from);

/* Finite forces, and open or closed. */
int kamm_hitch_is_legal(const struct hitch_force *force, unsigned coupled);

static inline size_t hitch_count(const kamm_combinations *combinations)
{
    return (size_t)combinations->count * (size_t)(combinations->units - 1);
}

#endif
