#include "brake_compile.h"
#include "layout.h"
#include "scale.h"
#include "shafts_compile.h"

#include "../base/error.h"

#include <math.h>

static void compile_brake(const kamm_vehicle_def *def, const struct layout *layout, int at,
                          double substep_s, struct brake_constants *brake,
                          struct abs_constants *anti_lock)
{
    const kamm_axle_def *axle = &def->axles[at];
    brake->torque_nm = (float)axle->brake_torque_nm;
    brake->hand_brake_torque_nm = (float)axle->hand_brake_torque_nm;
    brake->hand_brake_released = axle->hand_brake_abs != 0;
    brake->response_blend = kamm_lag_share(substep_s, def->brakes.response_s);

    /* The proportional part is a damper on the wheel; kept well inside what the substep allows. */
    double torque = fmax(axle->brake_torque_nm, 1e-9), slip = def->aids.abs_slip;
    double root = kamm_scale_of(def).root;
    double steepest = 0.25 * AIDS_DAMPED_FROM_MPS * root * axle->wheel_inertia_kgm2 * slip /
                      (axle->tyre.unloaded_radius_m * torque * substep_s);
    anti_lock->enabled =
        def->aids.abs || def->aids.esc; /* a braked wheel that locks steers nothing */
    anti_lock->per_slip = (float)(1 / slip);
    /* In one substep no more than brings a wheel's slip about to the aim: with more it jumps across, on snow to none at all. */
    anti_lock->gain_per_s = (float)fmin(20 / root, 1.0 / 6 / substep_s);
    anti_lock->release_per_s = (float)(12 / root);
    anti_lock->apply_per_s = (float)(4 / root);
    anti_lock->fade_from_mps = (float)(AIDS_FADE_FROM_MPS * root);
    anti_lock->per_fade_mps = (float)(1 / (AIDS_FADE_BAND_MPS * root));
    anti_lock->per_damped_mps = (float)(1 / (AIDS_DAMPED_FROM_MPS * root));
    anti_lock->damping = (float)fmin(0.3, steepest);
    anti_lock->select_low = def->aids.abs_select_low && !is_front(layout, at);
    anti_lock->distribution =
        def->aids.ebd && def->aids.ebd_kind == KAMM_ABS_SLIP && !is_front(layout, at);
}

static void compile_cycles(const kamm_vehicle_def *def, double substep_s,
                           struct cycles_constants *c)
{
    const kamm_aids_def *aids = &def->aids;
    int anti_lock = aids->abs_kind == KAMM_ABS_CYCLES && (aids->abs || aids->esc),
        distributes = aids->ebd_kind == KAMM_ABS_CYCLES && aids->ebd;
    double root = kamm_scale_of(def).root;
    c->on = anti_lock || distributes;
    c->anti_lock = anti_lock;
    c->distributes = distributes;
    c->slip = (float)aids->abs_slip;
    c->build_up = (float)fmin(1, substep_s / fmax(aids->abs_build_up_s, 1e-6));
    c->blend = kamm_lag_share(substep_s, 0.008 * root);
    c->dt = (float)substep_s;
    c->root = (float)root;
    c->inverse_root = (float)(1 / root);
    c->inverse_dt = (float)(1 / substep_s);
}

void kamm_compile_brakes(const kamm_vehicle_def *def, double substep_s,
                         struct powertrain_constants *constants)
{
    struct layout layout = kamm_layout_of(def);
    compile_cycles(def, substep_s, &constants->cycles);
    for (int i = 0; i < def->axles_count; ++i)
        compile_brake(def, &layout, i, substep_s, &constants->brake[i], &constants->anti_lock[i]);
}

static kamm_result check_hand_brakes(const kamm_vehicle_def *def, kamm_error *error)
{
    for (int i = 0; i < def->axles_count && def->aids.abs_kind != KAMM_ABS_SLIP; ++i)
        if (def->axles[i].hand_brake_abs)
            return kamm_fail(error, KAMM_ERROR_RANGE, "axles.hand_brake_abs",
                             "axles[%d].hand_brake_abs: true beside an aids.abs_kind of cycles, "
                             "which the hand brake does not have; allowed: false, or slip",
                             i);
    return KAMM_OK;
}

kamm_result kamm_check_distribution(const kamm_vehicle_def *def, kamm_error *error)
{
    kamm_result result = check_hand_brakes(def, error);
    if (result != KAMM_OK) return result;
    const char *path = "aids.ebd_kind";
    struct layout layout = kamm_layout_of(def);
    int braked[2] = {0, 0};
    for (int i = 0; i < def->axles_count; ++i)
        braked[is_front(&layout, i)] |= def->axles[i].brake_torque_nm > 0;
    if (!def->aids.ebd || def->aids.ebd_kind == KAMM_ABS_SLIP || (braked[0] && braked[1]))
        return KAMM_OK;
    return kamm_fail(
        error, KAMM_ERROR_RANGE, path,
        "%s is cycles, but no %s axle has a brake (axles[].brake_torque_nm); it must be "
        "slip, or aids.ebd false",
        path, braked[1] ? "rear" : "front");
}

int kamm_has_two_levers(const struct layout *layout, const kamm_vehicle_def *def)
{
    const kamm_axle_def *rear = &def->axles[1];
    return leans_freely(layout) && rear->hand_brake_torque_nm > 0 && !(rear->brake_torque_nm > 0);
}

double kamm_driving_brake_nm(const struct layout *layout, const kamm_vehicle_def *def, int axle)
{
    int is_lever = axle == 1 && kamm_has_two_levers(layout, def);
    return is_lever ? def->axles[axle].hand_brake_torque_nm : def->axles[axle].brake_torque_nm;
}
