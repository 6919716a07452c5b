/* What controls and spares the brakes, for the table of parts. */
#include "distributed.h"
#include "fitted.h"

#include <math.h>

/* ---- anti-lock brakes and distribution ---- */

static void fit_abs(kamm_vehicle_def *def, int kind)
{
    def->aids.esc = def->aids.ebd = 0;
    def->aids.abs = 1;
    def->aids.abs_kind = kind;
}

FITTED(fit_abs_by_slip, fit_abs(def, KAMM_ABS_SLIP))
FITTED(fit_abs_by_cycles, fit_abs(def, KAMM_ABS_CYCLES))

void fit_abs_under_esc(kamm_vehicle_def *def, double side)
{
    fit_abs_by_cycles(def, side);
    def->aids.esc = 1;
}

int takes_distribution(const kamm_vehicle_def *def) { return has_front_brakes(def); }

FITTED(fit_ebd, distribute(def, CYCLES, OFF))
FITTED(fit_ebd_slip_abs, distribute(def, CYCLES, SLIP))
FITTED(fit_ebd_cycle_abs, distribute(def, CYCLES, CYCLES))
FITTED(fit_slip_ebd, distribute(def, SLIP, OFF))
FITTED(fit_slip_ebd_slip_abs, distribute(def, SLIP, SLIP))
FITTED(fit_slip_ebd_cycle_abs, distribute(def, SLIP, CYCLES))

/* ---- others ---- */

void fit_endurance_brakes(kamm_vehicle_def *def, double side)
{
    (void)side;
    def->retarder.max_nm = 600;
    def->brakes.endurance_pedal = 0.3;
    def->engine.exhaust_brake = (kamm_curve){.count = 2, .x = {80, 600}, .y = {20, 120}};
}

FITTED(fit_hill_hold, def->aids.hill_hold_s = 1)
FITTED(fit_auto_hold, def->aids.auto_hold = 1)
FITTED(fit_launch_control, def->aids.launch_radps = fmin(1.15 * def->clutch.launch_radps,
                                                         0.8 * def->engine.limiter_radps))
