/* Circuits for tests of plans and drivers. */
#ifndef KAMM_TEST_SUPPORT_CIRCUITS_H
#define KAMM_TEST_SUPPORT_CIRCUITS_H

#include <kamm/driver.h>

enum { CIRCUITS = 25 };

/* A circle with waves of its radius, the more the higher its number: ovals, kidneys, circuits of a dozen bends. 1 to 5 km, 10 m wide. */
kamm_line *circuit_line(int number);

#endif
