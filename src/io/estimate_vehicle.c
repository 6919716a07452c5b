/* Estimated vehicles: from the facts to the def or its file, step by step. */
#include "../base/float_mode.h"
#include "estimate.h"

#include <errno.h>
#include <string.h>

static kamm_result fail_missing(const char *name, const char *what, kamm_error *error)
{
    return kamm_fail(error, KAMM_ERROR_MISSING, name, "%s is missing: %s; no rule can estimate it",
                     name, what);
}

static kamm_result check_towed(const kamm_vehicle_facts *facts, kamm_error *error)
{
    if (!(facts->mass_kg > 0)) return fail_missing("mass", "mass of the trailer, in kg", error);
    if (!(facts->drawbar_m > 0))
        return fail_missing("drawbar", "distance from the coupling to the axle, in m", error);
    if (!*facts->tyres) return fail_missing("tyres", "size of the tyres, as 185R14C", error);
    if (facts->power_w > 0)
        return kamm_fail(error, KAMM_ERROR_RANGE, "power", "power: a trailer has no engine");
    return KAMM_OK;
}

static kamm_result check_needed(const kamm_vehicle_facts *facts, kamm_error *error)
{
    if (is_towed(facts)) return check_towed(facts, error);
    if (!(facts->mass_kg > 0)) return fail_missing("mass", "mass ready to drive, in kg", error);
    if (!(facts->wheelbase_m > 0) && facts->axles_m_count < 2)
        return fail_missing("wheelbase", "distance from the first to the last axle, in m", error);
    if (!*facts->tyres) return fail_missing("tyres", "size of the tyres, as 225/45R17", error);
    if (!(facts->power_w > 0)) return fail_missing("power", "greatest power, as 147kW", error);
    return KAMM_OK;
}

/* By class: tyre kind, engine, place, drive, gearbox, aids. */
static const int32_t usual[KAMM_CLASS_COUNT][6] = {
#define ROW(tyre, power, place, driven, shifted, aids)                                       \
    {                                                                                        \
        KAMM_TYRE_KIND_##tyre, KAMM_POWER_##power, KAMM_PLACE_##place, KAMM_DRIVEN_##driven, \
            KAMM_SHIFTED_##shifted, KAMM_AIDS_##aids                                         \
    }
    [KAMM_CLASS_HATCHBACK] = ROW(TOURING, PETROL, FRONT, FRONT, MANUAL, TCS),
    [KAMM_CLASS_SALOON] = ROW(TOURING, PETROL, FRONT, FRONT, MANUAL, TCS),
    [KAMM_CLASS_ESTATE] = ROW(TOURING, PETROL, FRONT, FRONT, MANUAL, TCS),
    [KAMM_CLASS_SUV] = ROW(TOURING, TURBO, FRONT, ALL, AUTOMATIC, TCS),
    [KAMM_CLASS_VAN] = ROW(VAN, DIESEL, FRONT, REAR, MANUAL, TCS),
    [KAMM_CLASS_PICKUP] = ROW(ALL_TERRAIN, DIESEL, FRONT, REAR, MANUAL, TCS),
    [KAMM_CLASS_SPORTS] = ROW(SPORT, PETROL, FRONT, REAR, MANUAL, TCS),
    [KAMM_CLASS_SUPERCAR] = ROW(TRACK, TURBO, MIDDLE, REAR, DUAL_CLUTCH, TCS),
    [KAMM_CLASS_KART] = ROW(KART, RACING, MIDDLE, REAR, SEQUENTIAL, NONE),
    [KAMM_CLASS_FORMULA] = ROW(SLICK, RACING, MIDDLE, REAR, SEQUENTIAL, NONE),
    [KAMM_CLASS_BUS] = ROW(TRUCK, HEAVY_DIESEL, REAR, REAR, AUTOMATIC, TCS),
    [KAMM_CLASS_TRUCK] = ROW(TRUCK, HEAVY_DIESEL, FRONT, REAR, AUTOMATIC, TCS),
    [KAMM_CLASS_TRACTOR] = ROW(TRACTOR, HEAVY_DIESEL, FRONT, ALL, AUTOMATIC, NONE),
    [KAMM_CLASS_CARAVAN] = ROW(VAN, PETROL, FRONT, FRONT, MANUAL, NONE), /* drives nothing */
    [KAMM_CLASS_TRAILER] = ROW(VAN, PETROL, FRONT, FRONT, MANUAL, NONE),
#undef ROW
};

static void choose(kamm_vehicle_facts *facts)
{
    int32_t *choices[] = {&facts->tyre_kind, &facts->engine,  &facts->engine_place,
                          &facts->drive,     &facts->gearbox, &facts->aids};
    for (int i = 0; i < 6; ++i)
        if (!*choices[i]) *choices[i] = usual[facts->body][i];
    if (facts->drive == KAMM_DRIVEN_FRONT) facts->engine_place = KAMM_PLACE_FRONT;
}

static kamm_result estimate(struct estimate *e, const kamm_vehicle_facts *facts, kamm_error *error)
{
    e->facts = *facts;
    e->error = error;
    e->result = check_needed(facts, error);
    if (e->result) return e->result;
    choose(&e->facts);
    kamm_set_defaults(kamm_vehicle_table(), &e->def);
    snprintf(e->def.name, sizeof e->def.name, "%.63s", *facts->name ? facts->name : "my car");
    void (*const steps[])(struct estimate *) = {
        kamm_estimate_layout,   kamm_estimate_tyres, kamm_estimate_body,  kamm_estimate_suspension,
        kamm_estimate_steering, kamm_estimate_air,   kamm_estimate_drive, kamm_estimate_brakes};
    void (*const towed[])(struct estimate *) = {kamm_estimate_towed_layout, kamm_estimate_tyres,
                                                kamm_estimate_towed};
    size_t count = is_towed(facts) ? sizeof towed / sizeof *towed : sizeof steps / sizeof *steps;
    for (size_t i = 0; i < count && !e->result; ++i) is_towed(facts) ? towed[i](e) : steps[i](e);
    for (int a = 0; a < e->axles && !e->result; ++a)
        e->result = kamm_tyre_from_spec(&e->tyres[end_of(e, a)], &e->def.axles[a].tyre, error);
    return e->result ? e->result : kamm_check(kamm_vehicle_table(), &e->def, error);
}

struct estimate *kamm_create_estimate(const kamm_vehicle_facts *facts, kamm_error *error)
{
    struct estimate *e = kamm_allocate_array(1, sizeof *e);
    if (!e) {
        kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
        return NULL;
    }
    if (!estimate(e, facts, error)) return e;
    kamm_release(e);
    return NULL;
}

kamm_result kamm_estimate_vehicle(const kamm_vehicle_facts *facts, kamm_vehicle_def *def,
                                  kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, facts && def, KAMM_ERROR_MISUSE);
    kamm_error own;
    struct estimate *e = kamm_create_estimate(facts, error ? error : (error = &own));
    if (!e) return error->code;
    *def = e->def;
    kamm_release(e);
    return KAMM_OK;
}

kamm_result kamm_save_estimate(const char *path, const struct estimate *e, kamm_error *error)
{
    FILE *out = fopen(path, "wb");
    if (out) kamm_write_estimated(out, e);
    int failed = !out || ferror(out);
    if (out && fclose(out)) failed = 1;
    if (!failed) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FILE, "", "%.300s: cannot be written: %s", path,
                     strerror(errno));
}

kamm_result kamm_write_estimate(const char *path, const kamm_vehicle_facts *facts,
                                kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, path && facts, KAMM_ERROR_MISUSE);
    kamm_error own;
    struct estimate *e = kamm_create_estimate(facts, error ? error : (error = &own));
    if (!e) return error->code;
    kamm_result result = kamm_save_estimate(path, e, error);
    kamm_release(e);
    return result;
}
