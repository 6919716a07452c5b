/* The two tiers of tests: what `./dev test` runs, and what `./dev test all` runs as well. A program that asks for
 * its tier does in the long one all that it does in the short one, where it is to take less than 2 s. */
#ifndef KAMM_TEST_SUPPORT_TIER_H
#define KAMM_TEST_SUPPORT_TIER_H

#include <stdlib.h>

/* test/CMakeLists.txt sets the variable for the second run. */
static inline int in_long_tier(void) { return getenv("KAMM_LONG_TIER") != NULL; }

static inline int of_tier(int shorter, int longer) { return in_long_tier() ? longer : shorter; }

/* First line of a test that takes seconds however it is cut. */
#define LONG_TIER_ONLY()             \
    do {                             \
        if (!in_long_tier()) skip(); \
    } while (0)

#endif
