/* What follows the test's name on the command line, up to a NULL: its `main` has no arguments. */
#ifndef KAMM_TEST_SUPPORT_ARGUMENTS_H
#define KAMM_TEST_SUPPORT_ARGUMENTS_H

extern char **test_arguments;

#endif
