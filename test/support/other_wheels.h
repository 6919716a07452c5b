/* The shipped vehicles whose wheels are not two on each of two axles. */
#ifndef KAMM_TEST_SUPPORT_OTHER_WHEELS_H
#define KAMM_TEST_SUPPORT_OTHER_WHEELS_H

static const char *const other_wheels[] = {
    "kraz-6x4",      /* three axles, twin tyres on two of them */
    "man-kat1-8x8",  /* four axles, two steered */
    "reliant-robin", /* one wheel in front */
};
enum { OTHER_WHEELS = sizeof other_wheels / sizeof *other_wheels };

/* for (EACH_OTHER(i)) … other_wheels[i] */
#define EACH_OTHER(i) \
    int i = 0;        \
    i < OTHER_WHEELS; \
    ++i

#endif
