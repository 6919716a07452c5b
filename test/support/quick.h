/* What the sanitizers of `./dev test all` leave out of a program. What sanitizers find depends on the code that runs and on its data: a
 * test of a law of motion runs the code that others run. One that reads a file, restores a snapshot, gets bad input or lacks memory
 * always runs. A whole program that is left out says so in a comment (support/tier.h). */
#ifndef KAMM_TEST_SUPPORT_QUICK_H
#define KAMM_TEST_SUPPORT_QUICK_H

/* First line of a test that adds next to no branch of src/ to those that the others reach. The release tier's sanitizers_all has it. */
#ifdef KAMM_QUICK_TESTS
#define NOT_IN_QUICK_TESTS() skip()
#else
#define NOT_IN_QUICK_TESTS() ((void)0)
#endif

#endif
