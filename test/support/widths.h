/* The widths at which lanes_X.c is compiled for test_X.c, as a list of what it calls `name`: beside 1 they are 4 and the widest that
 * this machine runs (cmake/kernels.cmake), which may be 4 as well. */
#ifndef KAMM_TEST_SUPPORT_WIDTHS_H
#define KAMM_TEST_SUPPORT_WIDTHS_H

#define AT_WIDTH_(name, width, mixed) name##_##width##_##mixed
#define AT_WIDTH(name, width, mixed) AT_WIDTH_(name, width, mixed)

enum { WIDER_WIDTHS = 2 };
static const int wider_widths[WIDER_WIDTHS] = {4, KAMM_WIDEST_HERE};
#define AT_WIDER_WIDTHS(name, mixed)                                      \
    {                                                                     \
        AT_WIDTH(name, 4, mixed), AT_WIDTH(name, KAMM_WIDEST_HERE, mixed) \
    }

#endif
