/* The program of a floor, which has all its tests: runs the one that is named. */
#include "support/arguments.h"

#include <stdio.h>
#include <string.h>

/* test/CMakeLists.txt lists them: TEST(test_TOPIC) for each, whose `main` it calls main_of_test_TOPIC. */
#define TEST(name) int main_of_##name(void);
#include KAMM_TESTS_OF_FLOOR
#undef TEST

static const struct {
    const char *name;
    int (*run)(void);
} tests[] = {
#define TEST(name) {#name, main_of_##name},
#include KAMM_TESTS_OF_FLOOR
#undef TEST
};
enum { TESTS = sizeof tests / sizeof *tests };

char **test_arguments;

int main(int count, char **arguments)
{
    if (count > 1)
        for (int i = 0; i < TESTS; ++i)
            if (strcmp(arguments[1], tests[i].name) == 0) {
                test_arguments = arguments + 2;
                return tests[i].run();
            }
    fprintf(stderr, "usage: %s TEST, which is one of\n", arguments[0]);
    for (int i = 0; i < TESTS; ++i) fprintf(stderr, "%s\n", tests[i].name);
    return 2;
}
