/* The dual clutch gearbox's step: which of its clutches has which gear, and both of them on the drive shafts. */
#ifndef KAMM_RUNGS_FULL_DUAL_CLUTCH_STEP_H
#define KAMM_RUNGS_FULL_DUAL_CLUTCH_STEP_H

#include "../shifting.h"

/* Where a shift stands. */
struct dual_clutch_shift {
    mask runs; /* from one forward gear to another: both are in */
    mask acts; /* … and the clutches hand over */
};

/* After the gearbox's step: the gear that is left counts as the engaged one until the shift's end, and then the clutches
 * change their names. */
static inline struct dual_clutch_shift dual_clutch_gears(const struct dual_clutch_constants *v,
                                                         struct gearbox_lanes *gearbox,
                                                         real gear_before, real *engagement,
                                                         struct dual_clutch_lanes *s)
{
    mask differs = (gearbox->target_gear > gear_before) | (gearbox->target_gear < gear_before);
    mask overlaps = (lanes(v->on) > 0.0f) & differs & (gear_before > 0.5f);
    overlaps = overlaps & (gearbox->target_gear > 0.5f);
    struct dual_clutch_shift shift;
    shift.runs = overlaps & (gearbox->shift_remaining_s > 0.0f);
    shift.acts = shift.runs & (gearbox->shift_remaining_s < v->shift_s);
    mask ends = overlaps & mask_not(shift.runs);
    gearbox->gear_engaged = pick(shift.runs, gear_before, gearbox->gear_engaged);
    *engagement = pick(ends, s->second_clutch_engagement, *engagement);
    s->second_clutch_engagement = keep(shift.runs, s->second_clutch_engagement);
    s->hand_over = keep(shift.runs, s->hand_over);
    return shift;
}

/* What both clutches carry while a second one is closed in part, in the place of what one would: to `shaft`, and the engine's load. */
static inline real dual_clutch_carry(const struct shaft_constants *v, real twist, real cage_speed,
                                     real engine_radps, const real per_ratio[2],
                                     const real limit_nm[2], mask both, struct shaft_state *shaft,
                                     real load_nm, real dt)
{
    struct dual_clutch_spring spring = {lanes(v->stiffness_nm_per_rad),
                                        lanes(v->damping_nms_per_rad), twist, cage_speed};
    struct dual_clutch_node node =
        dual_clutch_node(&spring, engine_radps * per_ratio[0], limit_nm[0],
                         engine_radps * per_ratio[1], limit_nm[1], dt);
    shaft->twist_rad = pick(both, node.twist_rad, shaft->twist_rad);
    shaft->torque_nm = pick(both, node.offgoing_nm + node.oncoming_nm, shaft->torque_nm);
    return pick(both, node.offgoing_nm * per_ratio[0] + node.oncoming_nm * per_ratio[1], load_nm);
}

#endif
