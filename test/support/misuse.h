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

/* What calls with `&error` fill, in tests that set this. */
static kamm_error *misuse_error;

static void expect_misuse(const char *call)
{
    if (!reports) fail_msg("not told of: %s", call);
    if (!strstr(call, reported)) fail_msg("%s: %s", reported, call);
    if (!misuse_error || !strstr(call, "&error")) return;
    if (misuse_error->code != KAMM_ERROR_MISUSE) fail_msg("code %d: %s", misuse_error->code, call);
    if (!strstr(misuse_error->text, reported)) fail_msg("'%s': %s", misuse_error->text, call);
}

/* The call is misuse of the function that it begins with. */
#define MISUSE(...)                                                    \
    do {                                                               \
        reports = 0;                                                   \
        if (misuse_error) memset(misuse_error, 0, sizeof(kamm_error)); \
        (void)(__VA_ARGS__);                                           \
        expect_misuse(#__VA_ARGS__);                                   \
    } while (0)

#endif
