/* The ladder, from the cheapest rung to the truest. */
#include "../base/error.h"
#include "../vehicle/driveline_loads.h"
#include "rung.h"

#include <string.h>

#define RUNG_POINTER(constant, name) &kamm_##name##_rung,
static const struct rung *const rungs[] = {KAMM_RUNGS(RUNG_POINTER)};

#define NAMED_FEATURE(name, feature, words) {KAMM_FEATURE_##feature, words},
static const struct {
    kamm_feature feature;
    const char *name;
} features[] = {
    {KAMM_FEATURE_FORCES, "forces at the wheels"},
    {KAMM_FEATURE_ENGINE, "an engine and gears"},
    {KAMM_FEATURE_RESISTANCE, "drag and rolling resistance"},
    {KAMM_FEATURE_LOADS, "wheel loads that shift"},
    {KAMM_FEATURE_ROLL, "body roll"},
    {KAMM_FEATURE_WHEEL_LOCK, "wheels that can lock"},
    {KAMM_FEATURE_TRAVEL, "wheels that travel on springs"},
    {KAMM_FEATURE_TUMBLE, "a body that can roll over"},
    {KAMM_FEATURE_LIFT_AXLE, "an axle that can be raised"},
    {KAMM_FEATURE_HITCH, "a hitch"},
    {KAMM_FEATURE_CONVERTER, "a torque converter"},
    {KAMM_FEATURE_ABS_CYCLES, "brakes regulated by pressure cycles"},
    {KAMM_FEATURE_EBD_CYCLES, "brake-force distribution by pressure cycles"},
    {KAMM_FEATURE_TURBO, "a turbocharger"},
    {KAMM_FEATURE_CVT, "a continuously variable gearbox"},
    {KAMM_FEATURE_DUAL_CLUTCH, "a dual clutch gearbox"},
    {KAMM_FEATURE_MOTOR, "an electric motor"},
    {KAMM_FEATURE_POWER_SPLIT, "a power split"},
    {KAMM_FEATURE_HILL_HOLD, "hill hold"},
    DRIVELINE_LOADS(NAMED_FEATURE){KAMM_FEATURE_LAUNCH, "launch control"},
    {KAMM_FEATURE_TRANSFER, "a transfer case"},
    {KAMM_FEATURE_CONTROL, "demands of a control unit"},
    {KAMM_FEATURE_VECTORING, "torque vectoring"},
    {KAMM_FEATURE_ACTIVE_BAR, "an active anti-roll bar"},
    {KAMM_FEATURE_ACTIVE_STEERING, "active steering"},
    {KAMM_FEATURE_CARGO, "liquid cargo"},
    {KAMM_FEATURE_SHIFTING, "a load that slides"},
    {KAMM_FEATURE_FRONT_ASSEMBLY, "a steered front of its own"},
    {KAMM_FEATURE_FRONT_TWIST, "a front that twists"},
    {KAMM_FEATURE_RIDER, "a rider who leans"},
    {KAMM_FEATURE_LEAN, "a lean with its rider"},
    {KAMM_FEATURE_THROWN, "a rider who may be thrown off"},
    {KAMM_FEATURE_STAND, "a stand"},
    {KAMM_FEATURE_TYRE_HEAT, "tyres that warm up"},
    {KAMM_FEATURE_TYRE_WEAR, "tyres that wear"},
};

const struct rung *kamm_rung_of(kamm_rung rung)
{
    return (int)rung >= 1 && (int)rung <= KAMM_RUNG_COUNT ? rungs[(int)rung - 1] : NULL;
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

kamm_rung kamm_lowest_rung_with(kamm_feature feature)
{
    for (int i = 0; i < KAMM_RUNG_COUNT; ++i)
        if ((rungs[i]->info.features & feature) == feature) return rungs[i]->info.rung;
    return KAMM_RUNG_DEFAULT;
}

const char *kamm_feature_name(kamm_feature feature)
{
    for (size_t i = 0; i < sizeof features / sizeof *features; ++i)
        if (features[i].feature == feature) return features[i].name;
    return "";
}
