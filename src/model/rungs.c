/* The ladder, from the cheapest rung to the truest. */
#include "../base/error.h"
#include "rung.h"

#include <string.h>

static const struct rung *const rungs[KAMM_RUNG_COUNT] = {
    &kamm_kinematic_rung,    &kamm_rigid2d_rung, &kamm_single_track_rung,
    &kamm_double_track_rung, &kamm_full_rung,
};

const struct rung *kamm_rung_of(kamm_rung rung)
{
    return (int)rung >= KAMM_KINEMATIC && (int)rung <= KAMM_FULL ? rungs[(int)rung - 1] : NULL;
}

const kamm_rung_info *kamm_describe_rung(kamm_rung rung)
{
    const struct rung *found = kamm_rung_of(rung);
    KAMM_REQUIRE(found, NULL);
    return &found->info;
}

const kamm_rung_info *kamm_find_rung(const char *name)
{
    KAMM_REQUIRE(name, NULL);
    for (int i = 0; i < KAMM_RUNG_COUNT; ++i)
        if (strcmp(rungs[i]->info.name, name) == 0) return &rungs[i]->info;
    return NULL;
}
