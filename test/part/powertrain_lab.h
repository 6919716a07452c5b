/* A def, its powertrain and the bench that it drives: what test_powertrain and test_gearbox share. */
#ifndef POWERTRAIN_LAB_H
#define POWERTRAIN_LAB_H

#include "powertrain_bench.h"
#include "support/cars.h"

#include <math.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* One def, its constants and a bench; most tests use the bench's first car. */
struct lab {
    kamm_vehicle_def def;
    struct powertrain_constants constants;
    struct bench bench;
    double substep_s, time_s;
};

static inline void compile(struct lab *lab)
{
    kamm_error error;
    if (kamm_compile_powertrain(&lab->def, &lab->constants, &error) != KAMM_OK)
        fail_msg("%s", error.text);
    lab->substep_s = 1 / lab->def.stepping.substeps_per_s;
}

static inline double full_torque(const struct lab *lab, double speed_radps)
{
    const kamm_curve *curve = &lab->def.engine.torque_curve;
    return kamm_curve_value(curve->x, curve->y, curve->count, CURVE_MONOTONE, speed_radps, NULL);
}

static inline double ratio_of(const struct lab *lab, int gear)
{
    return lab->constants.gearbox.ratio[gear + 1];
}

/* Rolls at a speed in a gear, with the engine at that speed or idling. */
static inline void place(struct lab *lab, int car, double speed_mps, int gear)
{
    struct bench *bench = &lab->bench;
    double spin = speed_mps / lab->constants.gearbox.radius_m;
    double engine = fmax(lab->def.engine.idle_radps, spin * ratio_of(lab, gear));
    bench->spin_radps[car] = (float)spin;
    bench->engine_radps[car] = (float)engine;
    bench->gear_engaged[car] = bench->target_gear[car] = (float)gear;
    bench->shift_speed_mps[car] = (float)speed_mps;
    bench->gear[car] = KAMM_GEAR_DRIVE;
    bench->mass_kg[car] = (float)lab->def.body.mass_kg;
    bench->wheels_kgm2[car] = 4;
    bench->rolling_n[car] = 120;
    bench->drag_ns2_per_m2[car] = 0.42f;
    bench->shaft_twist_rad[car] = bench->shift_remaining_s[car] = bench->shift_lockout_s[car] = 0;
    bench->throttle_state[car] = bench->traction_cut[car] = bench->resistance_mps2[car] = 0;
    bench->clutch_engagement[car] = 0;
}

static inline struct lab *make_lab(const kamm_vehicle_def *def)
{
    static struct lab lab;
    memset(&lab, 0, sizeof lab);
    lab.def = *def;
    compile(&lab);
    place(&lab, 0, 0, 1);
    return &lab;
}

static inline struct lab *default_lab(void)
{
    kamm_vehicle_def def = default_vehicle();
    return make_lab(&def);
}

static inline void step(struct lab *lab)
{
    const struct powertrain_constants *v = &lab->constants;
    bench_step_group(v, &lab->bench, 0, (float)lab->substep_s);
    lab->time_s += lab->substep_s;
}

static inline void run(struct lab *lab, double seconds)
{
    for (double end = lab->time_s + seconds; lab->time_s < end;) step(lab);
}

static inline double speed_of(const struct lab *lab)
{
    return (double)(lab->bench.spin_radps[0] * lab->constants.gearbox.radius_m);
}

/* The default car with a clutch that only the driver works. */
static inline struct lab *hand_shifted_lab(void)
{
    kamm_vehicle_def def = default_vehicle();
    def.clutch.automatic = 0;
    struct lab *lab = make_lab(&def);
    lab->bench.gear[0] = 1;
    return lab;
}

#endif
