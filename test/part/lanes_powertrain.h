/* The bench of powertrain_bench.h, compiled at every width. */
#ifndef LANES_POWERTRAIN_H
#define LANES_POWERTRAIN_H

struct bench;

/* Moves the first `cars` cars, whole groups of a width, by one substep. `constants`: struct
 * powertrain_constants, where mixed those of 16 cars, [float][16]. */
typedef void bench_step(const float *constants, struct bench *bench, int cars, float substep_s);
bench_step bench_step_1_0, bench_step_4_0, bench_step_8_0, bench_step_16_0;
bench_step bench_step_4_1, bench_step_8_1, bench_step_16_1;

#endif
