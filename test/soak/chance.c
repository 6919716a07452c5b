#include "soak.h"

static uint64_t mix(uint64_t bits)
{
    bits += 0x9e3779b97f4a7c15u;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111ebu;
    return bits ^ bits >> 31;
}

uint64_t soak_bits(uint64_t seed, uint64_t a, uint64_t b, uint64_t c)
{
    return mix(mix(mix(mix(seed) + a) + b) + c);
}

double soak_share(struct soak *soak)
{
    return (double)(soak_bits(soak->seed, 1, soak->drawn++, 0) >> 11) / 9007199254740992.0;
}

double soak_between(struct soak *soak, double low, double high)
{
    return low + soak_share(soak) * (high - low);
}

int soak_below(struct soak *soak, int count) { return (int)(soak_share(soak) * count); }
