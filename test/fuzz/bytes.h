/* Bytes of an input as numbers. Beyond their end they are 0. */
#ifndef KAMM_FUZZ_BYTES_H
#define KAMM_FUZZ_BYTES_H

#include <math.h>
#include <stdint.h>
#include <string.h>

struct bytes {
    const uint8_t *at;
    size_t left;
};

static inline unsigned take_byte(struct bytes *from)
{
    if (!from->left) return 0;
    --from->left;
    return *from->at++;
}

static inline uint32_t take_word(struct bytes *from)
{
    uint32_t word = take_byte(from);
    for (int i = 8; i < 32; i += 8) word |= (uint32_t)take_byte(from) << i;
    return word;
}

/* One of `count`. */
static inline int take_below(struct bytes *from, int count)
{
    return (int)(take_byte(from) % (unsigned)count);
}

/* The same, or by one of the highest bytes one of `more` behind them, which came later: the bytes of older inputs mean what they did. */
static inline int take_below_or(struct bytes *from, int count, int more)
{
    unsigned byte = take_byte(from);
    if (byte < 256 - 8 * (unsigned)more) return (int)(byte % (unsigned)count);
    return count + (int)((255 - byte) % (unsigned)more);
}

/* From 0 to 1, in steps of 1/65535. */
static inline double take_share(struct bytes *from)
{
    unsigned low = take_byte(from);
    return (low | take_byte(from) << 8) / 65535.0;
}

/* A number that is none of those that one thinks of, or one like any other. */
static inline double take_number(struct bytes *from)
{
    static const double special[] = {
        0,    -0.0,  1,      -1,  0.5,  1e-30,        -1e-30,   1e-6,      -1e-6, 10,   -10,
        1e3,  -1e3,  999.9,  1e6, -1e6, 1e10,         -1e10,    9.99e9,    1e30,  1e38, -1e38,
        1e39, 1e300, -1e300, 255, 1e18, 2147483648.0, INFINITY, -INFINITY, NAN};
    enum { SPECIAL = sizeof special / sizeof *special };
    unsigned first = take_byte(from);
    if (first < SPECIAL) return special[first];
    double scale = pow(10, (int)(first % 8) - 3);
    return scale * (2 * take_share(from) - 1);
}

static inline void take_numbers(struct bytes *from, double *numbers, int count)
{
    for (int i = 0; i < count; ++i) numbers[i] = take_number(from);
}

#endif
