/* The scenario's random numbers: whole numbers, the same on every machine. Never two in one expression, whose order
 * would be the compiler's choice. */
#ifndef KAMM_HASH_RANDOM_H
#define KAMM_HASH_RANDOM_H

#include <stdint.h>

void set_random_state(uint64_t state);
uint64_t get_random_state(void);

/* One of 1024 evenly spaced values. */
double between(double low, double high);

/* 0 to count - 1. */
int one_of(int count);

#endif
