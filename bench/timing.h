/* What the benchmarks share: a clock. Times depend on the machine and on its other users: the best of
 * several rounds counts. What a substep costs, kamm_time_step_ns measures. */
#ifndef KAMM_BENCH_TIMING_H
#define KAMM_BENCH_TIMING_H

#include <time.h>

static inline double now_s(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

#endif
