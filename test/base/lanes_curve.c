#include "lanes_curve.h"

#include "base/curve.h"

#define NAME_OF(name, width, mixed) name##_##width##_##mixed
#define NAME(name, width, mixed) NAME_OF(name, width, mixed)

void NAME(curve_block, KAMM_WIDTH, KAMM_MIXED)(const float *tables, const float *x, float *value,
                                               float *slope)
{
    enum { COUNT = sizeof(struct curve_table) / sizeof(num) };
    for (int car = 0; car < KAMM_BLOCK; car += KAMM_WIDTH) {
        const struct curve_table *table = (const void *)(tables + (KAMM_MIXED ? car * COUNT : 0));
        real slopes;
        store(value + car, curve_at(table, load(x + car), &slopes));
        store(slope + car, slopes);
    }
}
