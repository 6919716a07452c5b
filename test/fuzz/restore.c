#include "restore.h"

#include "run/snapshot_mark.h"

#include <stdio.h>
#include <stdlib.h>

void keep(struct kept *kept)
{
    kept->base = malloc(kept->size);
    hold(kept->base);
    kept->save(kept->object, kept->base);
}

/* -- Edits -- */
/* An input is a byte of flags, then edits: where (three bytes), what and a value. */
enum { FIX_SUMS = 1, WHOLE = 2, OTHER_SIZE = 4, ONCE = 8 };
enum edit {
    FLIP,
    SET_FLOAT,
    SET_DOUBLE,
    SCALE_FLOAT,
    SCALE_DOUBLE,
    SET_WORD,
    COPY_WORD,
    SET_BYTE,
    EDITS
};

static void edit_float(uint8_t *at, float value) { memcpy(at, &value, sizeof value); }
static void edit_double(uint8_t *at, double value) { memcpy(at, &value, sizeof value); }

static void scale_float(uint8_t *at, double factor)
{
    float value;
    memcpy(&value, at, sizeof value);
    edit_float(at, (float)(value * factor));
}

static void scale_double(uint8_t *at, double factor)
{
    double value;
    memcpy(&value, at, sizeof value);
    edit_double(at, value * factor);
}

static void edit_once(uint8_t *bytes, size_t size, struct bytes *from)
{
    size_t at = take_word(from) % size;
    enum edit what = (enum edit)take_below(from, EDITS);
    size_t word = at / 4 * 4, two = at / 8 * 8;
    if (word + 4 > size) word = 0;
    if (two + 8 > size) two = 0;
    uint32_t bits;
    switch (what) {
    case FLIP: bytes[at] ^= (uint8_t)(1u << take_below(from, 8)); break;
    case SET_FLOAT: edit_float(bytes + word, (float)take_number(from)); break;
    case SET_DOUBLE: edit_double(bytes + two, take_number(from)); break;
    case SCALE_FLOAT: scale_float(bytes + word, take_number(from)); break;
    case SCALE_DOUBLE: scale_double(bytes + two, take_number(from)); break;
    case SET_WORD:
        bits = take_word(from);
        memcpy(bytes + word, &bits, 4);
        break;
    case COPY_WORD: memmove(bytes + word, bytes + take_word(from) % (size - 4) / 4 * 4, 4); break;
    case SET_BYTE:
    case EDITS: bytes[at] = (uint8_t)take_byte(from); break;
    }
}

/* Of the snapshots of cars inside, then of all. */
static void fix_sums(const struct kept *kept, uint8_t *bytes, size_t size)
{
    static const char mark[] = "KAMMSND", portable_mark[] = "KAMMPRT";
    const char *looked_for = kept->is_portable ? portable_mark : mark;
    size_t step = kept->is_portable ? 1 : 4, at = kept->is_portable ? sizeof mark : 0;
    for (int inner = 0; at + sizeof mark <= size && inner < MOST_INNER && kept->inner[inner];) {
        size_t length = kept->inner[inner];
        if (memcmp(bytes + at, looked_for, sizeof mark - 1) != 0 || at + length > size) {
            at += step;
            continue;
        }
        write_sum(bytes + at, length - sizeof(uint64_t));
        at += length;
        ++inner;
    }
    if (size > sizeof(uint64_t)) write_sum(bytes, size - sizeof(uint64_t));
}

/* The input's bytes, laid over the base from its start, or edits of it. */
static size_t edit(const struct kept *kept, struct bytes *from, uint8_t *bytes)
{
    unsigned flags = take_byte(from);
    size_t size = kept->size;
    memcpy(bytes, kept->base, size);
    if (flags & OTHER_SIZE) size -= take_word(from) % size;
    if (flags & WHOLE) {
        size_t over = from->left < size ? from->left : size;
        if (over) memcpy(bytes, from->at, over);
        from->left = 0;
    }
    for (int i = 0; i < 16 && from->left && size > 8; ++i) edit_once(bytes, size, from);
    if (flags & FIX_SUMS) fix_sums(kept, bytes, size);
    return size;
}

/* -- Restoring -- */
static void hold_base(const struct kept *kept, uint8_t *room)
{
    kept->save(kept->object, room);
    hold(memcmp(room, kept->base, kept->size) == 0);
}

/* What was accepted is saved as a snapshot that leads to itself. It may be another one, where there are several ways to say the same. */
static void hold_stable(const struct kept *kept)
{
    size_t size = kept->measure ? kept->measure(kept->object) : kept->size;
    uint8_t *room = malloc(size), *again = malloc(size);
    hold(room && again);
    kept->save(kept->object, room);
    hold(kept->restore(kept->object, room, size, NULL) == KAMM_OK);
    hold(!kept->measure || kept->measure(kept->object) == size);
    kept->save(kept->object, again);
    hold(memcmp(room, again, size) == 0);
    free(room);
    free(again);
}

/* As a host has them: from a buffer that is just as long, at any address. */
static kamm_result restore_copy(const struct kept *kept, const uint8_t *bytes, size_t size,
                                kamm_error *error)
{
    uint8_t *copy = malloc(size + 8);
    hold(copy);
    uint8_t *at = copy + 8 * (size % 2); /* not always aligned to more than 8 bytes */
    memmove(at, bytes, size);
    kamm_result result = kept->restore(kept->object, at, size, error);
    free(copy);
    return result;
}

void try_edits(const struct kept *kept, struct bytes *from,
               void (*judge)(const struct kept *kept, const uint8_t *bytes))
{
    kamm_error error = {0};
    uint8_t *bytes = malloc(kept->size), *room = malloc(kept->size);
    hold(bytes && room);
    hold(kept->restore(kept->object, kept->base, kept->size, &error) == KAMM_OK);
    int once = from->left && *from->at & ONCE; /* which is quicker */
    size_t size = edit(kept, from, bytes);
    kamm_result result = restore_copy(kept, bytes, size, &error);
    hold_refusal(result, &error);
    if (result) {
        hold_base(kept, room);
    } else {
        hold(size == kept->size || kept->is_portable);
        hold_stable(kept);
        kept->step(kept->object);
        kept->look(kept->object);
        uint64_t hash = kept->hash(kept->object);
        if (judge && !once) judge(kept, bytes);
        if (kept->is_portable) /* what it lacks stays as it is: as before, that of the base */
            hold(kept->restore(kept->object, kept->base, kept->size, &error) == KAMM_OK);
        hold(restore_copy(kept, bytes, size, &error) == KAMM_OK);
        if (!once) kept->step(kept->object), hold(kept->hash(kept->object) == hash);
    }
    free(bytes);
    free(room);
}

void take_edit_seeds(int configurations, int more, fuzz_take *take, void *user)
{
    for (int i = 0; i < configurations + more; ++i) {
        unsigned char which = (unsigned char)(i < configurations ? i : 255 - (i - configurations));
        const unsigned char edits[] = {which,
                                       FIX_SUMS | (i & 1 ? ONCE : 0),
                                       0x40,
                                       1,
                                       0,
                                       0,
                                       SET_FLOAT,
                                       4,
                                       0x90,
                                       0,
                                       0,
                                       0,
                                       SCALE_DOUBLE,
                                       11};
        const unsigned char short_one[] = {which, OTHER_SIZE, 9, 0, 0, 0};
        const unsigned char unfixed[] = {which, 0, 0x99, 0, 0, 0, FLIP, 3};
        char name[32];
        snprintf(name, sizeof name, "edits-%d", i);
        take(name, edits, sizeof edits, user);
        snprintf(name, sizeof name, "short-%d", i);
        take(name, short_one, sizeof short_one, user);
        snprintf(name, sizeof name, "unfixed-%d", i);
        take(name, unfixed, sizeof unfixed, user);
    }
}
