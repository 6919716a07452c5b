/* Calls that break a function's contract, and the assert hook that gets them. */
#ifndef KAMM_TEST_SUPPORT_MISUSE_H
#define KAMM_TEST_SUPPORT_MISUSE_H

#include "cars.h"

#include <string.h>

static int reports;
static char reported[128];

/* For kamm_set_assert_handler. */
static void count_report(const char *condition, const char *function, void *user)
{
    (void)condition, (void)user;
    ++reports;
    snprintf(reported, sizeof reported, "%s", function);
}

/* The call is misuse of the function that it begins with. */
#define MISUSE(...)                                                                      \
    do {                                                                                 \
        reports = 0;                                                                     \
        (void)(__VA_ARGS__);                                                             \
        if (!reports) fail_msg("not told of: %s", #__VA_ARGS__);                         \
        if (!strstr(#__VA_ARGS__, reported)) fail_msg("%s: %s", reported, #__VA_ARGS__); \
    } while (0)

#endif
