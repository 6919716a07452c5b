/* The vehicles of data/vehicles, for tests by grid: laws are to hold for all of them. */
#ifndef KAMM_TEST_SUPPORT_SHIPPED_H
#define KAMM_TEST_SUPPORT_SHIPPED_H

#include <kamm/io/vehicle_file.h>

/* How many there are; their names go on from 0, sorted. */
int shipped_count(void);
const char *shipped_name(int vehicle);
int shipped_number(const char *name);
/* An engine that drives by gears: not electric, not behind a power split. */
static inline int has_geared_engine(const kamm_vehicle_def *def)
{
    return def->engine.torque_curve.count > 1 && def->gearbox.ratios_count > 0;
}
/* A kart: wheels on a frame that bends, to which no springs, bars and dampers are added, one axle through both rear wheels, one gear. */
static inline int is_kart(const kamm_vehicle_def *def)
{
    return def->axles[0].suspension.kind == KAMM_SUSPENSION_SOLID;
}
/* The third gear, or one as far from walking pace in a truck's box of many: in it tyres that are held bear the engine's torque. */
static inline int middle_gear(const kamm_vehicle_def *def)
{
    return def->gearbox.ratios_count > 9 ? def->gearbox.ratios_count / 2 : 3;
}
/* A farm tractor: its rear axle is bolted to the body, its gears end at 50 km/h. */
static inline int is_farm_tractor(const kamm_vehicle_def *def)
{
    return !is_kart(def) &&
           def->axles[def->axles_count - 1].suspension.kind == KAMM_SUSPENSION_SOLID;
}
/* Some wheels of either are on no springs, to which curves, bars and friction could be added. */
static inline int has_unsprung_axle(const kamm_vehicle_def *def)
{
    return is_kart(def) || is_farm_tractor(def);
}
/* Returns the def of the file at 1200 substeps per second. The test fails if the file can't be
 * read. */
kamm_vehicle_def shipped_def(int vehicle);
/* The first of `rate`, twice that, four times that … at which the def compiles on full: stiff dampers on light wheels ask for
 * more than 60 (test_full_rates has the vehicles that do). */
double allowed_rate(const kamm_vehicle_def *def, double rate);
/* Does the same as shipped_def at such a rate for that rung; double_track needs more than 60 for
 * some vehicles. */
kamm_vehicle_def shipped_on(int vehicle, kamm_rung rung, double rate);
/* Whether a vehicle compiles on full at that rate. */
int takes_rate(int vehicle, double rate);

#endif
