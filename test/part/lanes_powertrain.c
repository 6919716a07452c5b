#include "lanes_powertrain.h"

#include "powertrain_bench.h"

#define NAME_OF(name, width, mixed) name##_##width##_##mixed
#define NAME(name, width, mixed) NAME_OF(name, width, mixed)

void NAME(bench_step, KAMM_WIDTH, KAMM_MIXED)(const float *constants, struct bench *bench, int cars,
                                              float substep_s)
{
    enum { COUNT = sizeof(struct powertrain_constants) / sizeof(num) };
    for (int car = 0; car < cars; car += KAMM_WIDTH) {
        const struct powertrain_constants *v =
            (const void *)(constants + (KAMM_MIXED ? car * COUNT : 0));
        bench_step_group(v, bench, car, splat(substep_s));
    }
}
