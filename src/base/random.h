/* Numbers that are random to look at and the same on every machine. */
#ifndef KAMM_BASE_RANDOM_H
#define KAMM_BASE_RANDOM_H

#include <stdint.h>

/* Sebastiano Vigna's splitmix64: each number is the hash of how many came before. */
static inline uint64_t next_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* From -1 to 1, of the lower 32 bits. */
static inline double random_share(uint64_t bits)
{
    return ((double)(uint32_t)bits - 2147483647.5) / 2147483648.0;
}

#endif
