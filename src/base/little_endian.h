/* Numbers as bytes of one order, the lowest first, on every machine: of what leaves it for another one. */
#ifndef KAMM_BASE_LITTLE_ENDIAN_H
#define KAMM_BASE_LITTLE_ENDIAN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Whether the machine has a number's lowest byte first. Compilers know the answer. */
static inline int is_little_endian(void)
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, sizeof first);
    return first;
}

/* Copies a number of `size` bytes, 8 at most, from this machine's order to the other or back. */
static inline void copy_little(void *to, const void *from, size_t size)
{
    const unsigned char *bytes = from;
    if (is_little_endian())
        memcpy(to, from, size);
    else
        for (size_t i = 0; i < size; ++i) ((unsigned char *)to)[size - 1 - i] = bytes[i];
}

#endif
