/* Random numbers by counting: each is the hash of seed, episode and draw, so that draws do not depend on each other's order. */
#include "../base/random.h"
#include "env_state.h"

double kamm_env_draw(const struct episode *episode, unsigned draw, double low, double high)
{
    uint64_t key = episode->seed;
    key = next_random(&key) ^ episode->number;
    key = next_random(&key) ^ draw;
    uint64_t bits = next_random(&key) >> 11; /* 53 of them: 0 to 1, without 1 */
    return low + (high - low) * ((double)bits / 9007199254740992.0);
}
