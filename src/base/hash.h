/* A 64-bit hash of memory, to tell states apart: FNV-1a (Fowler, Noll, Vo), fed 32-bit words, as
 * state is floats and counts. Each word changes the hash one to one, so two runs of words that
 * differ in one word never meet. Words are read as numbers, whatever the byte order. */
#ifndef KAMM_BASE_HASH_H
#define KAMM_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define HASH_START 0xcbf29ce484222325u

/* `hash` is HASH_START, or what the words before gave. */
static inline uint64_t hash_words(uint64_t hash, const void *words, size_t count)
{
    const unsigned char *at = words;
    for (size_t i = 0; i < count; ++i) {
        uint32_t word;
        memcpy(&word, at + i * sizeof word, sizeof word);
        hash = (hash ^ word) * 0x100000001b3u;
    }
    return hash;
}

/* Hashes 64 bits, the lower half first, in any byte order. */
static inline uint64_t hash_long(uint64_t hash, uint64_t number)
{
    const uint32_t halves[2] = {(uint32_t)number, (uint32_t)(number >> 32)};
    return hash_words(hash, halves, 2);
}
static inline uint64_t hash_doubles(uint64_t hash, const double *at, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        uint64_t bits;
        memcpy(&bits, &at[i], sizeof bits);
        hash = hash_long(hash, bits);
    }
    return hash;
}

#endif
