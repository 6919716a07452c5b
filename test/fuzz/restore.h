/* What targets of restores share: a snapshot, edited as an input says, goes into what it was saved from. */
#ifndef KAMM_FUZZ_RESTORE_H
#define KAMM_FUZZ_RESTORE_H

#include "bytes.h"
#include "fuzz.h"

enum { MOST_INNER = 8 };

/* What can be saved and restored, in a state that was saved. */
struct kept {
    void *object;
    size_t size;
    uint8_t *base; /* as it was saved */
    size_t inner
        [MOST_INNER]; /* sizes of the snapshots of cars in it, in their order; they have sums of their own */
    int is_portable; /* 1: a snapshot without some of it is one as well, and those in it are anywhere */
    size_t (*measure)(
        const void *object); /* how large a snapshot is now; NULL: always as the base */
    void (*save)(const void *object, void *snapshot);
    kamm_result (*restore)(void *object, const void *snapshot, size_t size, kamm_error *error);
    void (*step)(void *object);       /* for a while */
    void (*look)(const void *object); /* at what has to be numbers */
    uint64_t (*hash)(const void *object);
};

/* Saves the base of an object of that size. */
void keep(struct kept *kept);

/* Edits the base, restores and steps. A refusal may change nothing; what is accepted can be saved and restored
 * again, and goes on twice alike. `judge` (or NULL) looks at what has come of it, with the bytes that were accepted. */
void try_edits(const struct kept *kept, struct bytes *from,
               void (*judge)(const struct kept *kept, const uint8_t *bytes));

/* Seeds of such targets: a few edits for each of `configurations`, and for each of `more` (take_below_or), which an input's first byte
 * names. */
void take_edit_seeds(int configurations, int more, fuzz_take *take, void *user);

#endif
