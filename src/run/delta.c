/* The difference of two snapshots (include/kamm/snapshot.h).
 *
 * The exclusive or of both, byte by byte: 0 where they are equal. Numbers that change little keep their highest bytes, so first bytes
 * of all words of four come first, then the second ones and so on, and the zeros lie together. These are written as runs:
 *
 *     0 … 127       that many bytes and one more follow
 *     128 … 255     so many zeros less 127
 *
 * which takes at the most one byte in 128 beyond what it says. */
#include <kamm/snapshot.h>

#include "../base/error.h"

#include <stdint.h>
#include <string.h>

enum { MOST = 128 };

/* The place in the snapshot of the n-th byte in order of planes; what is left of a last word comes last. */
static size_t place_of(size_t n, size_t size)
{
    size_t words = size / 4;
    return words && n < 4 * words ? n % words * 4 + n / words : n;
}

static uint8_t changed(const uint8_t *base, const uint8_t *snapshot, size_t n, size_t size)
{
    size_t at = place_of(n, size);
    return (uint8_t)(snapshot[at] ^ (base ? base[at] : 0));
}

size_t kamm_delta_bound(size_t size) { return size + size / MOST + 1; }

/* How many from the n-th on are zeros, or no zeros: a single zero among others does not end a run. */
static size_t run_of(const uint8_t *base, const uint8_t *snapshot, size_t n, size_t size,
                     int *zeros)
{
    size_t end = n;
    *zeros = changed(base, snapshot, n, size) == 0;
    while (end < size && end - n < MOST) {
        int zero = changed(base, snapshot, end, size) == 0;
        int alone =
            !*zeros && zero && end + 1 < size && changed(base, snapshot, end + 1, size) != 0;
        if (zero != *zeros && !alone) break;
        ++end;
    }
    return end - n;
}

size_t kamm_make_delta(const void *base, const void *snapshot, size_t size, void *delta)
{
    KAMM_REQUIRE(snapshot || !size, 0);
    KAMM_REQUIRE(delta, 0);
    uint8_t *to = delta;
    for (size_t n = 0; n < size;) {
        int zeros;
        size_t run = run_of(base, snapshot, n, size, &zeros);
        *to++ = (uint8_t)(zeros ? MOST + run - 1 : run - 1);
        for (size_t i = 0; i < run && !zeros; ++i) *to++ = changed(base, snapshot, n + i, size);
        n += run;
    }
    return (size_t)(to - (uint8_t *)delta);
}

static kamm_result refuse(kamm_error *error, size_t size)
{
    return kamm_fail(error, KAMM_ERROR_FORMAT, "delta",
                     "delta: the bytes make no snapshot of %zu bytes", size);
}

kamm_result kamm_apply_delta(const void *base, const void *delta, size_t delta_size, void *snapshot,
                             size_t size, kamm_error *error)
{
    KAMM_REQUIRE_WITH(error, delta || !delta_size, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, snapshot || !size, KAMM_ERROR_MISUSE);
    const uint8_t *from = delta, *end = from + delta_size, *old = base;
    uint8_t *to = snapshot;
    size_t n = 0;
    while (from < end) {
        int zeros = *from >= MOST;
        size_t run = (size_t)(zeros ? *from - MOST : *from) + 1;
        ++from;
        if (run > size - n || (!zeros && run > (size_t)(end - from))) return refuse(error, size);
        for (size_t i = 0; i < run; ++i, ++n) {
            size_t at = place_of(n, size);
            to[at] = (uint8_t)((old ? old[at] : 0) ^ (zeros ? 0 : *from++));
        }
    }
    return n == size ? KAMM_OK : refuse(error, size);
}
