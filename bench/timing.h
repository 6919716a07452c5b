/* What the benchmarks share: a clock, and what a substep costs. Times depend on the machine and on who
 * else uses it: the best of several rounds counts. */
#ifndef KAMM_BENCH_TIMING_H
#define KAMM_BENCH_TIMING_H

#include <kamm/cars.h>
#include <time.h>

static inline double now_s(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* ns per car and substep on level ground. */
static inline double best_step_ns(kamm_cars *cars, int substeps, int rounds)
{
    double best = 1e30;
    for (int round = 0; round < rounds; ++round) {
        double start = now_s();
        kamm_step(cars, &kamm_flat_ground, substeps);
        double taken = (now_s() - start) * 1e9 / substeps / kamm_count(cars);
        if (taken < best) best = taken;
    }
    return best;
}

#endif
