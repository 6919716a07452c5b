#include "transfer_compile.h"
#include "scale.h"
#include "shafts_compile.h"

#include "../base/error.h"

#include <math.h>
#include <stdio.h>

static const double gravity_mps2 = 9.80665;

static int is_driven(const kamm_vehicle_def *def, int axle)
{
    return def->axles[axle].drive_share > 0;
}

/* Whether the front output drives it; of driven axles. */
static int of_front(const kamm_vehicle_def *def, int axle)
{
    int before = 0;
    for (int a = 0; a < axle; ++a) before += is_driven(def, a);
    return before < def->transfer.front_axles;
}

static int on_clutch(const kamm_vehicle_def *def, int axle)
{
    return def->transfer.coupling == KAMM_TRANSFER_CLUTCH &&
           of_front(def, axle) == (def->transfer.clutch_output == KAMM_OUTPUT_FRONT);
}

/* Sum of the shares of an output's axles. */
static double output_share(const kamm_vehicle_def *def, int front)
{
    double sum = 0;
    for (int a = 0; a < def->axles_count; ++a)
        if (is_driven(def, a) && of_front(def, a) == front) sum += def->axles[a].drive_share;
    return sum;
}

double kamm_rigid_share(const kamm_vehicle_def *def, int axle)
{
    double share = def->axles[axle].drive_share;
    if (def->transfer.coupling != KAMM_TRANSFER_CLUTCH || !is_driven(def, axle)) return share;
    return on_clutch(def, axle) ? 0 : share / output_share(def, of_front(def, axle));
}

int kamm_has_transfer(const kamm_vehicle_def *def)
{
    int has = def->transfer.coupling != KAMM_TRANSFER_OPEN || def->transfer.low_ratio > 1;
    for (int a = 0; a < def->axles_count; ++a)
        has |= def->axles[a].inter_axle != KAMM_INTER_AXLE_OPEN;
    return has;
}

/* ---- checks ---- */

static kamm_result check_outputs(const kamm_vehicle_def *def, kamm_error *error)
{
    static const char path[] = "transfer.coupling";
    if (def->transfer.coupling == KAMM_TRANSFER_OPEN) return KAMM_OK;
    int driven = 0, of_rear = 0; /* a number that is not whole counts as the next one above */
    for (int a = 0; a < def->axles_count; ++a) {
        driven += is_driven(def, a);
        of_rear += is_driven(def, a) && !of_front(def, a);
    }
    if (of_rear) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, path,
                     "%s wants axles at both outputs, but %d axles have a drive_share and "
                     "transfer.front_axles is %g; it must be less than that",
                     path, driven, def->transfer.front_axles);
}

static kamm_result check_inter_axle(const kamm_vehicle_def *def, int axle, kamm_error *error)
{
    char path[40];
    if (def->axles[axle].inter_axle == KAMM_INTER_AXLE_OPEN) return KAMM_OK;
    if (axle + 1 < def->axles_count && is_driven(def, axle) && is_driven(def, axle + 1) &&
        of_front(def, axle) == of_front(def, axle + 1))
        return KAMM_OK;
    snprintf(path, sizeof path, "axles[%d].inter_axle", axle);
    return kamm_fail(error, KAMM_ERROR_RANGE, path,
                     "%s is locked; it must be open unless one output of the transfer case "
                     "drives this axle and the next one (drive_share, transfer.front_axles)",
                     path);
}

/* ---- parts ---- */

static double axle_inertia(const kamm_axle_def *axle)
{
    return (axle->wheels == KAMM_WHEELS_SINGLE ? 1 : 2) * axle->wheel_inertia_kgm2;
}

/* Shafts between the parts that `apart` tells. */
static void compile_shafts(const kamm_vehicle_def *def, double stiffness,
                           struct coupling_constants *c)
{
    double per_inertia = 0, substep_s = 1 / def->stepping.substeps_per_s;
    for (int a = 0; a < def->axles_count; ++a)
        per_inertia += (double)c->apart[a] * (double)c->apart[a] / axle_inertia(&def->axles[a]);
    double damping = 2 * 0.25 * sqrt(stiffness / per_inertia);
    double scale = kamm_stable_scale(stiffness, damping, 2 * per_inertia, substep_s);
    c->stiffness_nm_per_rad = (float)(stiffness * scale);
    c->inverse_stiffness = (float)(1 / (stiffness * scale));
    c->damping_nms_per_rad = (float)(damping * scale);
}

/* More than tyres ever twist against each other. */
static double locked_nm(const kamm_vehicle_def *def, double mass_kg)
{
    double radius = 0;
    for (int a = 0; a < def->axles_count; ++a)
        radius = fmax(radius, def->axles[a].tyre.unloaded_radius_m);
    return 3 * mass_kg * gravity_mps2 * radius;
}

static void compile_friction(const kamm_vehicle_def *def, double mass_kg,
                             struct coupling_constants *c)
{
    const kamm_transfer_def *own = &def->transfer;
    if (own->coupling == KAMM_TRANSFER_LOCKED) c->preload_nm = (float)locked_nm(def, mass_kg);
    if (own->coupling != KAMM_TRANSFER_LIMITED_SLIP) return;
    double per_slip = own->lock_viscous_nms_per_rad;
    double per_substep = (double)c->stiffness_nm_per_rad / def->stepping.substeps_per_s;
    c->preload_nm = (float)own->lock_preload_nm;
    c->drive_lock = (float)(own->lock_drive / 2);
    c->coast_lock = (float)(own->lock_coast / 2);
    c->viscous_share = (float)(per_slip / (per_slip + per_substep));
}

static void compile_centre(const kamm_vehicle_def *def, double mass_kg,
                           struct coupling_constants *c)
{
    if (def->transfer.coupling == KAMM_TRANSFER_OPEN) return;
    for (int a = 0; a < def->axles_count; ++a) {
        if (!is_driven(def, a)) continue;
        int front = of_front(def, a);
        double share = def->axles[a].drive_share / output_share(def, front);
        if (on_clutch(def, a)) share /= def->transfer.clutch_ratio;
        c->apart[a] = (float)(front ? share : -share);
    }
    compile_shafts(def, def->transfer.stiffness_nm_per_rad, c);
    compile_friction(def, mass_kg, c);
}

static void compile_inter_axle(const kamm_vehicle_def *def, int axle, double mass_kg,
                               struct coupling_constants *c)
{
    if (def->axles[axle].inter_axle == KAMM_INTER_AXLE_OPEN) return;
    c->apart[axle] = 1;
    c->apart[axle + 1] = -1;
    compile_shafts(def, def->axles[axle].inter_axle_stiffness_nm_per_rad, c);
    c->preload_nm = (float)locked_nm(def, mass_kg);
}

static void compile_case(const kamm_vehicle_def *def, struct transfer_constants *c)
{
    const kamm_transfer_def *own = &def->transfer;
    c->low_ratio = (float)own->low_ratio;
    c->shift_mps = (float)(TRANSFER_SHIFT_MPS * kamm_scale_of(def).root);
    c->low_inverse_ratio = (float)(1 / own->low_ratio);
    if (own->coupling != KAMM_TRANSFER_CLUTCH) return;
    c->clutch_nm = (float)own->clutch_nm;
    c->clutch_share = (float)output_share(def, own->clutch_output == KAMM_OUTPUT_FRONT);
    c->clutch_slip_nms_per_rad = (float)own->clutch_slip_nms_per_rad;
    c->clutch_blend = kamm_lag_share(1 / def->stepping.substeps_per_s, own->clutch_lag_s);
}

kamm_result kamm_compile_transfer(const kamm_vehicle_def *def, double mass_kg,
                                  struct powertrain_constants *constants, kamm_error *error)
{
    kamm_result result = check_outputs(def, error);
    for (int a = 0; a < def->axles_count && result == KAMM_OK; ++a)
        result = check_inter_axle(def, a, error);
    if (result != KAMM_OK) return result;
    compile_case(def, &constants->transfer);
    compile_centre(def, mass_kg, &constants->centre);
    for (int a = 0; a < def->axles_count; ++a)
        compile_inter_axle(def, a, mass_kg, &constants->inter_axle[a]);
    return KAMM_OK;
}
