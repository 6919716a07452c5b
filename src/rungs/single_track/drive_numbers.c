/* Engine, clutch, gears and brakes of the rung in words, for those who write its equations down again. */
#include "../../base/error.h"
#include "../../vehicle/electric_compile.h"
#include "../../vehicle/model.h"
#include "single_track_constants.h"

#include <kamm/single_track.h>

_Static_assert((int)KAMM_TRACK_KNOTS == (int)CURVE_INTERVALS + 1,
               "the header has the knots as well");

/* A straight line has no table; it is one of equal slopes. */
static kamm_track_curve describe_track_curve(const struct curve_table *c)
{
    double per_unit = (double)c->knots_per_unit;
    double slope = per_unit > 0 ? (double)c->line_slope / per_unit : 0;
    kamm_track_curve curve = {.first = (double)c->first, .knots_per_unit = per_unit};
    for (int i = 0; i < KAMM_TRACK_KNOTS; ++i) {
        int is_curved = c->curved > 0;
        curve.value[i] = is_curved ? (double)c->value[i] : (double)c->value[0] + i * slope;
        curve.slope[i] = is_curved ? (double)c->slope[i] : slope;
    }
    return curve;
}

static void describe_load_map(const kamm_engine_def *def, kamm_track_engine *engine)
{
    engine->load_rows = def->load_map_count;
    engine->load_columns = def->load_map_count ? def->load_speeds_radps_count : 0;
    for (int j = 0; j < engine->load_columns; ++j)
        engine->load_radps[j] = def->load_speeds_radps[j];
    for (int i = 0; i < engine->load_rows; ++i) {
        engine->load_throttle[i] = def->load_map[i].throttle;
        for (int j = 0; j < engine->load_columns; ++j)
            engine->load_share[i][j] = def->load_map[i].shares[j];
    }
}

static void describe_speed_limit(const struct engine_constants *c, kamm_track_engine *engine)
{
    engine->speed_limit_end_mps = (double)c->speed_limit_end_mps;
    engine->speed_limit_band_mps = 1 / (double)c->per_speed_limit_band;
}

static kamm_track_engine describe_track_engine(const kamm_engine_def *def,
                                               const struct powertrain_constants *v)
{
    const struct engine_constants *c = &v->engine;
    kamm_track_engine engine = {
        .full_load_nm = describe_track_curve(&c->full_load),
        .drag_nm = (double)c->drag_nm,
        .drag_nms_per_rad = (double)c->drag_nms_per_rad,
        .inertia_kgm2 = (double)c->inertia_kgm2,
        .idle_radps = (double)c->idle_radps,
        .hold_nms_per_rad = (double)c->hold_gain,
        .firing_radps = (double)c->firing_radps,
        .firing_band_radps = 1 / (double)c->per_firing_band,
        .limiter_radps = (double)c->limiter_radps,
        .limiter_end_radps = (double)c->limiter_end_radps,
        .limiter_band_radps = 1 / (double)c->per_limiter_band,
        .response_s = def->response_s,
        .has_pedal_curve = c->by_pedal > 0,
        .part_load = (double)c->part_load,
        .boost_share = (double)v->turbo.share,
        .boost_s = (double)v->turbo.lag_s,
        .boost_radps = (double)v->turbo.best_radps,
    };
    if (engine.has_pedal_curve) engine.pedal = describe_track_curve(&c->pedal);
    describe_speed_limit(c, &engine);
    describe_load_map(def, &engine);
    return engine;
}

static kamm_track_losses describe_losses(const struct shaft_constants *c, double substep_s)
{
    return (kamm_track_losses){.driving = (double)c->driving_loss,
                               .overrun = (double)c->overrun_loss,
                               .radps_per_nms = (double)c->creep_radps_per_nm / substep_s,
                               .least_radps = (double)c->creep_radps};
}

static kamm_track_clutch describe_track_clutch(const struct powertrain_constants *v,
                                               double substep_s)
{
    const struct clutch_constants *c = &v->clutch;
    kamm_track_clutch clutch = {
        .torque_nm = (double)c->torque_nm,
        .launch_rise_radps = (double)c->launch_rise_radps,
        .follow_s = c->follows_per_s > 0 ? 1 / (double)c->follows_per_s : 0,
        .creep_nm = (double)c->torque_nm * (double)c->creep_share,
        .creep_band_radps = 1 / (double)c->per_creep_band,
        .has_converter = v->converter.on > 0,
        .losses = describe_losses(&v->shaft, substep_s),
    };
    if (clutch.has_converter)
        clutch.torque_ratio = describe_track_curve(&v->converter.torque_ratio);
    return clutch;
}

/* What gearbox_allowed does while the engaged gear is the one that is asked for, and the engine turns up to
 * GEARBOX_SLIP_SHARE faster than the road says. */
static void describe_kept_speeds(const struct gearbox_constants *c, int at, kamm_track_gear *gear)
{
    int pair = at - 2; /* of this gear and the next one up */
    gear->kept_from_mps = -1e9, gear->kept_to_mps = 1e9;
    if (!(c->automatic > 0) || pair < 0) return;
    if (pair > 0) gear->kept_from_mps = (double)c->lug_mps[pair - 1];
    if (at - 1 < (int)c->top_gear)
        gear->kept_to_mps = (double)c->over_mps[pair] / (1 + (double)GEARBOX_SLIP_SHARE);
}

static void describe_gears(const struct powertrain_constants *v, double cage_per_mps,
                           kamm_single_track_drive *drive)
{
    for (int at = 0; at <= drive->top_gear + 1; ++at) {
        kamm_track_gear *gear = &drive->gears[at];
        gear->ratio = (double)v->gearbox.ratio[at];
        double turns = gear->ratio * cage_per_mps;
        gear->idle_mps = at == 1 ? 0 : (double)v->engine.idle_radps / turns;
        describe_kept_speeds(&v->gearbox, at, gear);
    }
}

static kamm_track_motor describe_motor(const kamm_motor_def *def, const struct motor_constants *c,
                                       const struct shaft_constants *shaft, double substep_s)
{
    if (!has_motor(c)) return (kamm_track_motor){0};
    return (kamm_track_motor){
        .peak_nm = (double)c->peak_nm,
        .power_w = (double)c->power_w,
        .weak_w_radps = (double)c->weak_w_radps,
        .end_radps = (double)c->end_radps,
        .speed_band_radps = 1 / (double)c->per_speed_band,
        .regen_share = (double)c->regen_share,
        .lift_share = (double)c->lift_share,
        .brake_nm = (double)c->brake_nm,
        .fade_radps = 1 / (double)c->per_fade_radps,
        .copper_w_per_n2m2 = (double)c->copper_w_per_n2m2,
        .iron_nm = (double)c->iron_nm,
        .windage_nms2 = (double)c->windage_nms2,
        .idle_w = (double)c->idle_w,
        .warms_k_per_j = (double)c->warms / substep_s,
        .cools_per_s = (double)c->cools / substep_s,
        .hottest_k = (double)c->hottest_k,
        .heat_band_k = 1 / (double)c->per_heat_band,
        .inertia_kgm2 = (double)c->inertia_kgm2,
        .ratio = (double)c->ratio,
        .response_s = def->response_s,
        .losses = describe_losses(shaft, substep_s),
    };
}

static kamm_track_battery describe_battery(const struct battery_constants *c, double substep_s)
{
    return (kamm_track_battery){
        .is_limited = c->limited > 0,
        .open_v = describe_track_curve(&c->open_v),
        .nominal_v = (double)c->nominal_v,
        .resistance_ohm = (double)c->resistance_ohm,
        .charge = (double)c->charge,
        .discharge_w = (double)c->discharge_w,
        .charge_w = (double)c->charge_w,
        .used_per_as = (double)c->used_per_ampere / substep_s,
        .auxiliary_w = (double)c->auxiliary_w,
    };
}

/* Gives by how much straight running turns the drive behind the gearbox, per road speed. */
static double describe_driven_axles(const kamm_model *model, kamm_single_track_drive *drive)
{
    const struct single_track_constants *c = model->own;
    double cage_per_mps = 0;
    for (int a = 0; a < model->layout.axles; ++a) {
        kamm_track_driven_axle *axle = &drive->axles[a];
        axle->rolling_radius_m = 1 / (double)c->planar.inverse_rolling_radius[a];
        axle->cage_share = (double)c->powertrain.differential[a].share;
        axle->brake_nm = (double)c->axles[a].hubs * (double)c->powertrain.brake[a].torque_nm;
        axle->motor = describe_motor(&model->def->axles[a].motor, &c->powertrain.motor[a],
                                     &c->powertrain.motor_shaft[a], model->info.substep_s);
        cage_per_mps += axle->cage_share / axle->rolling_radius_m;
    }
    return cage_per_mps;
}

kamm_single_track_drive kamm_describe_single_track_drive(const kamm_model *model)
{
    KAMM_REQUIRE_ALIVE(model, (kamm_single_track_drive){0});
    if (model->rung != KAMM_SINGLE_TRACK) return (kamm_single_track_drive){0};
    const struct single_track_constants *c = model->own;
    const struct powertrain_constants *v = &c->powertrain;
    kamm_single_track_drive drive = {
        .has_power_split = v->split.on > 0,
        .has_cvt = v->cvt.on > 0,
        .has_endurance_pedal = has_endurance(&v->endurance) && v->endurance.per_pedal > 0,
        .has_motors = kamm_has_motors(model->def),
        .has_engine = !kamm_is_gearless(model->def) && !kamm_is_pulled(model->def),
        .brake_response_s = model->def->brakes.response_s,
    };
    double cage_per_mps = describe_driven_axles(model, &drive);
    drive.top_gear = (int)v->gearbox.top_gear;
    describe_speed_limit(&v->engine, &drive.engine);
    if (drive.has_motors) drive.battery = describe_battery(&v->battery, model->info.substep_s);
    if (!drive.has_engine) return drive;
    drive.engine = describe_track_engine(&model->def->engine, v);
    drive.clutch = describe_track_clutch(v, model->info.substep_s);
    describe_gears(v, cage_per_mps, &drive);
    return drive;
}
