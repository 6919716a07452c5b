#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/hash.h"
#include "../vehicle/chassis.h"
#include "../vehicle/electric_compile.h"
#include "../vehicle/endurance_compile.h"
#include "../vehicle/power_split_compile.h"
#include "../vehicle/powertrain_compile.h"
#include "../vehicle/rider_gains.h"
#include "../vehicle/springs_compile.h"
#include "../vehicle/tank_compile.h"
#include "../vehicle/two_wheeler.h"
#include "rung.h"

#include <stdio.h>
#include <string.h>

static kamm_result check_stepping(const kamm_vehicle_def *def, const kamm_rung_info *rung,
                                  kamm_error *error)
{
    if (def->stepping.substeps_per_s >= rung->min_substeps_per_s) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "stepping.substeps_per_s",
                     "stepping.substeps_per_s: %g, but the rung %s needs at least %g",
                     def->stepping.substeps_per_s, rung->name, rung->min_substeps_per_s);
}

static void name_rungs(int with_sidecars, char names[100])
{
    *names = 0;
    for (int i = 1; i <= KAMM_RUNG_COUNT; ++i) {
        const struct rung *rung = kamm_rung_of((kamm_rung)i);
        if (!(with_sidecars ? rung->takes_sidecars : rung->balances)) continue;
        snprintf(names + strlen(names), 100 - strlen(names), "%s%s", *names ? ", " : "",
                 rung->info.name);
    }
}

/* Only some rungs keep two wheels in line up, and only some have sides that differ. */
static kamm_result check_balance(const struct layout *l, const struct rung *own, kamm_error *error)
{
    char names[100];
    if (l->sidecar && !own->takes_sidecars) {
        name_rungs(1, names);
        return kamm_fail(error, KAMM_ERROR_RANGE, "axles.left_m",
                         "axles.left_m: a wheel beside the others, as of a sidecar; on the rung %s "
                         "both sides of a vehicle are alike; allowed: on %s",
                         own->info.name, names);
    }
    if (own->balances || !(l->tilts || has_two_single_wheels(l))) return KAMM_OK;
    name_rungs(0, names);
    if (l->tilts)
        return kamm_fail(
            error, KAMM_ERROR_RANGE, "axles.suspension.tilting",
            "axles[%d].suspension.tilting: on the rung %s wheels of a pair do not lean "
            "with the body; allowed: on %s",
            tilting_axle(l), own->info.name, names);
    return kamm_fail(error, KAMM_ERROR_RANGE, "axles.wheels",
                     "axles.wheels: two single wheels in line; on the rung %s nothing would keep "
                     "them up, since it has neither a lean nor a steered front as a body; allowed: "
                     "on %s",
                     own->info.name, names);
}

/* A vehicle that drives by itself has an axle that steers and one that drives, on any rung. This
 * check is the last, because others know more of the reason. */
static kamm_result check_axles(const kamm_vehicle_def *def, kamm_error *error)
{
    int steered = 0, driven = 0;
    if (kamm_is_pulled(def)) return KAMM_OK;
    for (int a = 0; a < def->axles_count; ++a) {
        steered |= def->axles[a].steer_share != 0;
        driven |= kamm_axle_drive_share(def, a) > 0;
    }
    if (!steered)
        return kamm_fail(
            error, KAMM_ERROR_RANGE, "axles[0].steer_share",
            "axles[0].steer_share: 0, as those of all axles, so that nothing steers; a "
            "car's front axle has 1");
    if (!driven)
        return kamm_fail(error, KAMM_ERROR_RANGE, "axles[0].drive_share",
                         "axles[0].drive_share: 0, as those of all axles, so that nothing drives; "
                         "they must add to 1, or an axle have a motor");
    return KAMM_OK;
}

/* Returns a fingerprint of the wheels' places and the rung's constants. */
static uint64_t fingerprint_of(const kamm_model *model)
{
    const int32_t start[] = {model->rung, model->layout.axles};
    uint64_t hash = hash_words(HASH_START, start, 2);
    hash = hash_words(hash, model->layout.count, (size_t)model->layout.axles);
    return hash_words(hash, model->own, model->own_count);
}

static size_t rounded_up(size_t size) { return (size + 63) / 64 * 64; }

/* Where the parts of a model are in the memory that it takes. */
struct parts {
    size_t def_size, def, chassis, own, own_count, rider, size;
};

static struct parts parts_of(const struct rung *rung, const struct layout *l)
{
    int is_ridden = rung->balances && leans_freely(l);
    size_t axles = (size_t)l->axles, wheels = (size_t)(l->wheels + 3) / 4 * 4;
    size_t read = rung->constant_size + axles * rung->constant_size_per_axle;
    struct parts p;
    p.def_size = offsetof(kamm_vehicle_def, axles) + axles * sizeof(kamm_axle_def);
    p.def = rounded_up(sizeof(kamm_model));
    p.chassis = p.def + rounded_up(p.def_size);
    p.own = p.chassis + rounded_up(offsetof(struct chassis_constants, axles) +
                                   axles * sizeof(struct axle_constants));
    p.own_count = read / sizeof(float);
    p.rider = p.own + rounded_up(read) + wheels * rung->lane_size_per_wheel;
    p.size = p.rider + (is_ridden ? rounded_up(sizeof(struct rider_gains)) : 0);
    return p;
}

static int steers_actively(const kamm_aids_def *aids)
{
    return aids->steering_standing_gain < 1 || aids->steering_standing_gain > 1 ||
           aids->steering_fast_gain < 1 || aids->steering_fast_gain > 1 || aids->steering_yaw_s > 0;
}

/* Returns the features that only the rung with wheels on springs has. */
static kamm_feature features_on_springs(const kamm_vehicle_def *def)
{
    const kamm_aids_def *aids = &def->aids;
    kamm_feature features = 0;
    if (def->converter.k_curve.count > 0) features |= KAMM_FEATURE_CONVERTER;
    if (def->gearbox.synchro_nm > 0) features |= KAMM_FEATURE_SYNCHRO;
    if (def->gearbox.kind == KAMM_GEARBOX_DUAL_CLUTCH) features |= KAMM_FEATURE_DUAL_CLUTCH;
    if (aids->abs_kind == KAMM_ABS_CYCLES && (aids->abs || aids->esc))
        features |= KAMM_FEATURE_ABS_CYCLES;
    if (aids->ebd_kind == KAMM_ABS_CYCLES && aids->ebd)
        features |= KAMM_FEATURE_ABS_CYCLES | KAMM_FEATURE_EBD_CYCLES;
    if (aids->launch_radps > 0 && !kamm_is_electric(def)) features |= KAMM_FEATURE_LAUNCH;
    if (aids->hill_hold_s > 0) features |= KAMM_FEATURE_HILL_HOLD;
    if (kamm_has_tank(def)) features |= KAMM_FEATURE_CARGO;
    if (def->shifting_load.mass_kg > 0) features |= KAMM_FEATURE_SHIFTING;
    if (def->front_assembly.mass_kg > 0) features |= KAMM_FEATURE_FRONT_ASSEMBLY;
    if (kamm_front_twists(def)) features |= KAMM_FEATURE_FRONT_TWIST;
    if (def->rider.mass_kg > 0) features |= KAMM_FEATURE_RIDER;
    if (def->rider.whole_mass_kg > 0) features |= KAMM_FEATURE_THROWN;
    if (kamm_has_stand(def)) features |= KAMM_FEATURE_STAND;
    if (aids->demands) features |= KAMM_FEATURE_CONTROL;
    if (steers_actively(aids)) features |= KAMM_FEATURE_ACTIVE_STEERING;
    for (int a = 0; a < def->axles_count; ++a) {
        if (def->axles[a].vectoring_nm > 0) features |= KAMM_FEATURE_VECTORING;
        if (def->axles[a].suspension.active_bar_share > 0) features |= KAMM_FEATURE_ACTIVE_BAR;
        if (def->axles[a].suspension.damper_bush_n_per_m > 0) features |= KAMM_FEATURE_DAMPER_BUSH;
        if (kamm_has_skyhook(def, a)) features |= KAMM_FEATURE_SKYHOOK;
        if (def->axles[a].tyre.heat.enabled) features |= KAMM_FEATURE_TYRE_HEAT;
        if (def->axles[a].tyre.wear.enabled) features |= KAMM_FEATURE_TYRE_WEAR;
    }
    return features;
}

/* States that only some cars have: a row of the state tables is there if all that it needs is. */
static kamm_feature features_of_parts(const kamm_vehicle_def *def, kamm_feature of_rung)
{
    kamm_feature features = of_rung & KAMM_FEATURE_TRAVEL ? features_on_springs(def) : 0;
    if (of_rung & KAMM_FEATURE_ENGINE && def->engine.boost_share > 0)
        features |= KAMM_FEATURE_TURBO;
    if (of_rung & KAMM_FEATURE_ENGINE && def->aids.auto_hold) features |= KAMM_FEATURE_HILL_HOLD;
#define FEATURE_OF_LOAD(name, feature, ...) \
    if (of_rung & KAMM_FEATURE_ENGINE && kamm_has_##name(def)) features |= KAMM_FEATURE_##feature;
    DRIVELINE_LOADS(FEATURE_OF_LOAD)
    if (of_rung & KAMM_FEATURE_ENGINE && def->gearbox.kind == KAMM_GEARBOX_CVT)
        features |= KAMM_FEATURE_CVT;
    if (of_rung & KAMM_FEATURE_ENGINE && kamm_has_motors(def)) features |= KAMM_FEATURE_MOTOR;
    if (of_rung & KAMM_FEATURE_ENGINE && kamm_is_power_split(def))
        features |= KAMM_FEATURE_POWER_SPLIT;
    if (of_rung & KAMM_FEATURE_ENGINE && kamm_has_transfer(def)) features |= KAMM_FEATURE_TRANSFER;
    if (def->hitch.kind != KAMM_HITCH_NONE || def->drawbar.towed) features |= KAMM_FEATURE_HITCH;
    if (def->front_assembly.mass_kg > 0 && !(of_rung & KAMM_FEATURE_TRAVEL))
        features |= KAMM_FEATURE_LEAN;
    for (int a = 0; a < def->axles_count; ++a)
        if (def->axles[a].lift_m > 0) features |= KAMM_FEATURE_LIFT_AXLE;
    return features;
}

static kamm_model *allocate_model(const kamm_vehicle_def *def, const struct rung *rung,
                                  kamm_error *error)
{
    struct layout layout = kamm_layout_of(def);
    struct parts p = parts_of(rung, &layout);
    char *memory = kamm_allocate(p.size);
    kamm_model *model = (kamm_model *)memory;
    if (!model) {
        kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory for a model of %zu bytes", p.size);
        return NULL;
    }
    model->rung = rung->info.rung;
    model->size = p.size;
    model->whole_body = rung->whole_body;
    model->features = rung->info.features | features_of_parts(def, rung->info.features);
    model->layout = layout;
    model->def = (kamm_vehicle_def *)(memory + p.def);
    model->chassis = (struct chassis_constants *)(memory + p.chassis);
    model->own = memory + p.own;
    model->own_count = p.own_count;
    model->rider = p.size > p.rider ? (struct rider_gains *)(memory + p.rider) : NULL;
    memcpy(model->def, def, p.def_size);
    return model;
}

static kamm_result find_rider(kamm_model *model, kamm_error *error)
{
    return model->rider ? kamm_find_rider_gains(model, model->rider, error) : KAMM_OK;
}

kamm_model *kamm_create_model(const kamm_vehicle_def *def, kamm_rung rung, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    const struct rung *own = kamm_rung_of(rung);
    KAMM_REQUIRE_WITH(error, def, NULL);
    KAMM_REQUIRE_WITH(error, own, NULL);
    if (kamm_check(kamm_vehicle_table(), def, error) != KAMM_OK) return NULL;
    if (check_stepping(def, &own->info, error) != KAMM_OK) return NULL;
    kamm_model *model = allocate_model(def, own, error);
    if (!model) return NULL;
    if (check_balance(&model->layout, own, error) != KAMM_OK) {
        kamm_destroy_model(model);
        return NULL;
    }
    if (kamm_compile_chassis(model, rung_has(own, KAMM_FEATURE_ENGINE), error) == KAMM_OK &&
        own->compile(model, error) == KAMM_OK && check_axles(def, error) == KAMM_OK &&
        find_rider(model, error) == KAMM_OK) {
        kamm_find_probes(model);
        model->fingerprint = fingerprint_of(model);
        return model;
    }
    kamm_destroy_model(model);
    return NULL;
}

static void release_model(kamm_model *model)
{
    kamm_note_destroyed(model);
    kamm_release(model);
}

void kamm_destroy_model(kamm_model *model)
{
    if (!model) return;
    KAMM_REQUIRE_ALIVE(model, );
    KAMM_REQUIRE(!model->users.is_destroyed, );
    if (destroy_when_unused(&model->users)) release_model(model);
}

/* Cars have it as const, because only the count changes. */
void kamm_use_model(const kamm_model *model) { use(&((kamm_model *)model)->users); }

void kamm_let_go_of_model(const kamm_model *model)
{
    if (let_go_of(&((kamm_model *)model)->users)) release_model((kamm_model *)model);
}

kamm_model_info kamm_describe(const kamm_model *model)
{
    static const kamm_model_info nothing;
    KAMM_REQUIRE_ALIVE(model, nothing);
    return model->info;
}
