#include "random.h"

static uint64_t random_state;

void set_random_state(uint64_t state) { random_state = state; }

uint64_t get_random_state(void) { return random_state; }

static uint32_t random_bits(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 33);
}

double between(double low, double high)
{
    return low + (high - low) * ((double)(random_bits() % 1024) / 1024);
}

int one_of(int count) { return (int)(random_bits() % (uint32_t)count); }
