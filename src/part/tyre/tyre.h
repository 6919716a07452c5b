/* The tyre, all that the rest of Kamm knows of it: the state of a tyre at a load, the forces that its slips make there, and a
 * summary of both for callers that need figures and no curves.
 *
 *     struct tyre_state at = tyre_prepare(tyre, load_n, camber_rad);
 *     struct tyre_force force = tyre_forces(tyre, &at, slip);
 *     struct tyre_summary figures = kamm_tyre_summary(tyre, load_n, speed_mps);
 *
 * `tyre` is a struct tyre_constants, whose members belong to this folder alone. Inflation pressure is a number of the
 * def and part of these constants (kamm_tyre_compile).
 *
 * A law of slip (def->law) is a header with its constants, a ..._prepare and a function of the patch: magic_formula.h,
 * tmeasy.h, linear_tyre.h, motorcycle_tyre.h. Where a batch's tyres have several laws each that any lane has is worked out and picked
 * from; where all share one model this is one branch. All laws share the ranges of load and slip (tyre_slip.h), the
 * stiffness of the carcass for the contact patch (contact_patch.h), rolling resistance (rolling.h) and the radial force
 * (vertical.h). */
#ifndef KAMM_PART_TYRE_TYRE_H
#define KAMM_PART_TYRE_TYRE_H

#include "tyre_slip.h"

#include "aquaplaning.h"
#include "condition.h"
#include "contact_patch.h"
#include "linear_tyre.h"
#include "magic_formula_moments.h"
#include "motorcycle_tyre.h"
#include "patch_twist.h"
#include "rolling.h"
#include "soft_soil_constants.h"
#include "tmeasy.h"
#include "vertical.h"

#include <kamm/tyre.h>

/* Constant, linear and quadratic in the change of load. */
struct carcass_constants {
    num x[3], y[3], floor_x, floor_y; /* N/m */
    num growth[2]; /* of the lateral compliance with speed and its square: s/m, s2/m2 */
};

/* The laws beside the Magic Formula, LAW(enumerator, name): name.h has struct name_constants, name_prepare and name, which gives
 * the force; name_compile.c has kamm_name_law (tyre_compile.h). */
#define TYRE_RARE_LAWS(LAW)            \
    LAW(KAMM_TYRE_TMEASY, tmeasy)      \
    LAW(KAMM_TYRE_LINEAR, linear_tyre) \
    LAW(KAMM_TYRE_MOTORCYCLE, motorcycle_tyre)
/* Those that a step knows: kamm/lite has no two-wheelers. */
#ifdef KAMM_LITE
#define TYRE_STEPPED_LAWS(LAW) LAW(KAMM_TYRE_TMEASY, tmeasy) LAW(KAMM_TYRE_LINEAR, linear_tyre)
#else
#define TYRE_STEPPED_LAWS(LAW) TYRE_RARE_LAWS(LAW)
#endif

/* The laws share a place, so that a batch of many models has no more constants to read for those that it does not have. Where
 * lanes differ in their law each law also reads the constants of others: what it makes of them is picked away. */
struct tyre_constants {
    num law; /* a kamm_tyre_law */
    struct tyre_ranges ranges;
    struct carcass_constants carcass;
    struct contact_patch_constants patch;
    struct rolling_constants rolling;
    union {
        struct magic_formula_constants magic_formula;
#define LAW_MEMBER(law, name) struct name##_constants name;
        TYRE_RARE_LAWS(LAW_MEMBER)
    };
};

/* A tyre at a load. Relaxation lengths are stiffness of slip over that of the carcass. */
struct tyre_state {
    real slip_stiffness, cornering_stiffness; /* about no slip: N, N/rad; positive */
    real grip_x, grip_y;                      /* mu Fz on the surface of the measurement, N */
    real carcass_x, carcass_y;                /* N/m */
    real nominal_carcass_x, nominal_carcass_y;
    real max_slip_x, max_slip_y; /* beyond them both slips are scaled down together */
    /* Data for tyre_forces. */
    struct ranged_load at;
    struct tyre_line line;
    real camber_rad;
    int common_law, rare_law; /* whether any lane has the Magic Formula, and another one */
};

RARE_LAW void call_rare_line(const struct tyre_constants *tyre, const struct ranged_load *at,
                             struct tyre_line *line)
{
#define LAW_LINE(number, name)               \
    if (any_num(tyre->law == (float)number)) \
        *line =                              \
            pick_line(lanes(tyre->law) == (float)number, name##_prepare(&tyre->name, *at), *line);
    TYRE_STEPPED_LAWS(LAW_LINE)
}

RARE_LAW void call_rare_force(const struct tyre_constants *tyre, const struct tyre_patch *p,
                              struct tyre_force *f)
{
#define LAW_FORCE(number, name)              \
    if (any_num(tyre->law == (float)number)) \
        *f = pick_force(lanes(tyre->law) == (float)number, name(&tyre->name, *p), *f);
    TYRE_STEPPED_LAWS(LAW_FORCE)
}

/* Copies, for a variable whose address goes to a call lives in memory and not in registers. */
LANE_INLINE struct tyre_line rare_line(const struct tyre_constants *tyre, struct ranged_load at,
                                       struct tyre_line line)
{
    call_rare_line(tyre, &at, &line);
    return line;
}

LANE_INLINE struct tyre_force rare_force(const struct tyre_constants *tyre, struct tyre_patch p,
                                         struct tyre_force f)
{
    call_rare_force(tyre, &p, &f);
    return f;
}

LANE_INLINE struct tyre_state tyre_prepare(const struct tyre_constants *tyre, real load_n,
                                           real camber_rad)
{
    struct tyre_state t;
    struct ranged_load at = ranged_load_of(&tyre->ranges, load_n);
    struct tyre_line line = {splat(1.0f), splat(1.0f), splat(1.0f), splat(1.0f)};
    t.common_law = any_num(tyre->law == (float)KAMM_TYRE_MAGIC_FORMULA);
    t.rare_law = any_num(tyre->law != (float)KAMM_TYRE_MAGIC_FORMULA);
    if (KAMM_USUALLY(t.common_law)) line = magic_formula_prepare(&tyre->magic_formula, at);
    if (KAMM_RARELY(t.rare_law)) line = rare_line(tyre, at, line);
    /* Beyond the law's loads its forces are scaled; so are slope and grip, and the spring stays. */
    real scale = max_real(at.scale, splat(0.001f)), change = at.change;
    t.slip_stiffness = line.slip_stiffness * scale;
    t.cornering_stiffness = line.cornering_stiffness * scale;
    t.grip_x = line.grip_x * scale;
    t.grip_y = line.grip_y * scale;
    t.carcass_x = max_real(quadratic_in(tyre->carcass.x, change), lanes(tyre->carcass.floor_x));
    t.carcass_y = max_real(quadratic_in(tyre->carcass.y, change), lanes(tyre->carcass.floor_y));
    t.nominal_carcass_x = lanes(tyre->carcass.x[0]);
    t.nominal_carcass_y = lanes(tyre->carcass.y[0]);
    t.max_slip_x = lanes(tyre->ranges.slip_bound_x);
    t.max_slip_y = lanes(tyre->ranges.slip_bound_y);
    t.at = at;
    t.line = line;
    t.camber_rad = camber_rad;
    return t;
}

/* The belt's gyroscopic moments let the carcass of a fast motorcycle tyre yield further: its compliance grows with speed (S. Evangelou,
 * PhD thesis, Imperial College London, 2003, 9.3.10, of the relaxation lengths of de Vries and Pacejka 1997). The state of
 * contact_patch.h keeps its energy meanwhile. */
LANE_INLINE void soften_carcass(const struct tyre_constants *tyre, real speed, struct tyre_state *t)
{
    const num *growth = tyre->carcass.growth;
    if (!any_num(growth[0] != 0.0f) && !any_num(growth[1] != 0.0f)) return;
    real compliance = 1.0f + (growth[0] + growth[1] * speed) * speed;
    t->carcass_y = t->carcass_y / clamp(compliance, splat(0.2f), splat(10.0f));
}

/* Friction of a tyre that slides at that speed: mu / (1 + LMUV V_s / V_0), Pacejka (4.E7), with the speed of the measurement for V_0. */
LANE_INLINE real sliding_decay(const struct tyre_constants *tyre, real friction, real sliding_mps)
{
    return friction / (1.0f + tyre->ranges.friction_decay * sliding_mps);
}

LANE_INLINE int has_sliding_decay(const struct tyre_constants *tyre)
{
    return any_num(tyre->ranges.friction_decay > 0.0f);
}

LANE_INLINE struct tyre_force tyre_forces(const struct tyre_constants *tyre,
                                          const struct tyre_state *t, struct tyre_slip slip)
{
    struct tyre_force f = {.fx = splat(0.0f)};
    struct tyre_patch p = tyre_patch_of(&tyre->ranges, t->at, t->camber_rad, slip);
    if (KAMM_USUALLY(t->common_law)) f = magic_formula(&tyre->magic_formula, p, t->line);
    if (KAMM_RARELY(t->rare_law)) f = rare_force(tyre, p, f);
    real rolling = rolling_moment(&tyre->rolling, p.at.load * p.at.scale, f.fx * p.at.scale,
                                  slip.speed_mps, p.g);
    f.rolling_resistance = max_real(rolling, splat(0.0f));
    f.my = -rolling * turning_sense(&tyre->ranges, p.direction, slip) * p.direction;
    return turned_back(f, p.at.scale, slip.side, p.direction);
}

#undef RARE_LAW
#undef RARELY
#undef USUALLY

/* Figures of a tyre that rolls upright and straight on the surface of its measurement. */
struct tyre_summary {
    float slip_stiffness, cornering_stiffness; /* N, N/rad */
    float grip_x, grip_y;                      /* greatest forces of pure slip, N */
    float carcass_x, carcass_y;                /* N/m */
    float rolling_resistance_nm;
};

/* Everything here is outside of kernels: compile of models, tests, reports. The def has to have passed kamm_check_tyre. */
struct tyre_constants kamm_tyre_compile(const kamm_tyre_def *def);
struct tyre_vertical_constants kamm_tyre_compile_vertical(const kamm_tyre_def *def);
/* Compiles temperatures and wear of a tyre under that load, stepped by `dt`. */
struct tyre_life_constants kamm_tyre_compile_life(const kamm_tyre_def *def, double load_n,
                                                  double dt);
/* Inflation pressure of gas that is so much warmer than at the start. */
double kamm_tyre_pressure_pa(const kamm_tyre_def *def, double gas_warmth_k);
/* find_tyre_condition, one at a time. */
struct tyre_condition kamm_tyre_condition(const struct tyre_life_constants *constants,
                                          const struct tyre_life *life);
struct contact_size_constants kamm_tyre_compile_contact(const kamm_tyre_def *def);
struct soft_soil_constants kamm_tyre_compile_soft_soil(const kamm_tyre_def *def);
struct aquaplaning_constants kamm_tyre_compile_aquaplaning(const kamm_tyre_def *def);
struct patch_twist_constants
kamm_tyre_compile_twist(const kamm_tyre_def *def, const struct tyre_constants *tyre, double load_n);
struct tyre_summary kamm_tyre_summary(const struct tyre_constants *tyre, float load_n,
                                      float speed_mps);
/* Tangent of the slip angle of the greatest side force, left and right in the mean. */
float kamm_tyre_peak_slip(const struct tyre_constants *tyre, float load_n);
/* tyre_prepare and tyre_forces, one at a time: the laws are long, and once is enough. */
struct tyre_state kamm_tyre_prepare(const struct tyre_constants *tyre, float load_n,
                                    float camber_rad);
struct tyre_force kamm_tyre_force(const struct tyre_constants *tyre, const struct tyre_state *at,
                                  struct tyre_slip slip);

/* How far a load presses the tyre in at rest: the inverse of tyre_spring_force. */
double kamm_tyre_static_deflection(const kamm_tyre_def *def, double load_n);

/* RANGE, with the slips and the load, if the law gives forces or moments that are no numbers or no
 * tyre's: `design_n` is the load of each wheel of that axle. */
kamm_result kamm_check_tyre_law(const struct tyre_constants *constants, int axle, double design_n,
                                double radius_m, kamm_error *error);

/* Checks a def's numbers against each other, beside their ranges: all of kamm_check_tyre but table
 * and slides. */
kamm_result kamm_check_tyre_numbers(const kamm_tyre_def *def, kamm_error *error);

/* RANGE, with the coefficient, loads and slips, if the tyre is pushed along its slide. Where camber alone does so, it counts less far:
 * the range of camber shrinks to where the tyre is held back. */
kamm_result kamm_bound_sliding(const kamm_tyre_def *def, struct tyre_constants *constants,
                               kamm_error *error);

/* For comparison with other programs it drops the limits that keep friction, stiffness and weights
 * positive in a car. That leaves the bare formula, even where a file's coefficients make it absurd. */
void kamm_tyre_drop_guards(struct tyre_constants *k);
/* My of rolling at a load and a slip that no range limits, at that Fx. */
float kamm_tyre_rolling(const struct tyre_constants *tyre, float load_n, float camber_rad,
                        struct tyre_slip slip, float fx);

#endif
