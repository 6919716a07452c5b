/* The three tiers of tests: what `./dev test` runs (short), what `./dev test all` runs as well (long), and what is run
 * before a release (release), where grids are very long. A program does in each tier all that it does in those below,
 * some of it for longer or at a finer rate; in the short one it is to take less than 2 s. test/CMakeLists.txt looks for
 * words in the program's source:
 * - a test that includes this file runs in the short and in the long tier;
 * - with of_tiers, is_tried, in_release_tier or RELEASE_TIER_ONLY in the release tier, too;
 * - what drives for long to measure, in code that other programs run as well, says so in a comment of one line,
 *       KAMM_QUICK_TESTS leaves this out: it drives for long to measure.
 *   and is not built where code is slow, as under sanitizers;
 * - what adds next to no branch of src/ to those that others reach says
 *       KAMM_QUICK_TESTS leaves this out: others reach its code.
 *   and is not built for the address sanitizer of the long tier. support/quick.h leaves out single tests of a program. */
#ifndef KAMM_TEST_SUPPORT_TIER_H
#define KAMM_TEST_SUPPORT_TIER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum tier { TIER_SHORT, TIER_LONG, TIER_RELEASE };

/* That of the variable KAMM_TIER, which CTest sets; the short one where it is not set. */
static inline enum tier test_tier(void)
{
    static const char *const words[] = {"short", "long", "release"};
    const char *word = getenv("KAMM_TIER");
    if (!word) return TIER_SHORT;
    for (int tier = TIER_SHORT; tier <= TIER_RELEASE; ++tier)
        if (strcmp(word, words[tier]) == 0) return (enum tier)tier;
    fprintf(stderr, "KAMM_TIER is '%s'; it has to be short, long or release\n", word);
    exit(2);
}

static inline int in_long_tier(void) { return test_tier() >= TIER_LONG; }
static inline int in_release_tier(void) { return test_tier() >= TIER_RELEASE; }

static inline int of_tier(int shorter, int longer) { return in_long_tier() ? longer : shorter; }
static inline int of_tiers(int shorter, int longer, int longest)
{
    return in_release_tier() ? longest : of_tier(shorter, longer);
}

/* Whether a case of a grid is tried: one in `stride` cases, in the release tier all. `number` is the sum of the numbers of its factors
 * (vehicle, rate, speed …), so that each value of each factor is tried with other values of the others. */
static inline int is_tried(int number, int stride)
{
    return in_release_tier() || number % stride == 0;
}

/* First line of a test that takes seconds however it is cut, or minutes. */
#define LONG_TIER_ONLY()             \
    do {                             \
        if (!in_long_tier()) skip(); \
    } while (0)
#define RELEASE_TIER_ONLY()             \
    do {                                \
        if (!in_release_tier()) skip(); \
    } while (0)

#endif
