/* Gear changes with an engine beside the gearbox: what the rungs with an engine share.
 *
 *     shift_step(v, &car->gearbox, &demand, &car->shift_load, dt);                v: struct powertrain_constants
 *
 * The shift map's upshift goes to the highest gear up to the wanted one that can hold the car against the present
 * resistance (part/gearbox.h); to none if there is none. The engine's own map says so, at the pedal, the speed after
 * the shift and the gear's engine speed. A car that its present gear doesn't hold either shifts as the map says.
 * Assumption: resistance changes little with the speed that a shift takes; it is that before the shift, which is the
 * greater one. Where gears may be left out, the upshift goes on from there where that pays (shift_beyond). Downshifts
 * lie far below upshifts there, so that the car need not go back; at full pedal it does so sooner, by one gear, where
 * that pays (shift_below). */
#ifndef KAMM_RUNGS_SHIFTING_H
#define KAMM_RUNGS_SHIFTING_H

#include "charging.h"

#define SHIFT_SKIP_SHARE \
    0.65f /* a gear less takes a second less of no drive: worth that in low gears */

/* Returns the demand of driver and road on the gearbox, in the present range. Automatic clutches
 * and a pressed one let it shift. */
static inline struct gearbox_demand shift_demand(struct gearbox_demand asked, mask automatic,
                                                 real clutch, real engine_radps)
{
    asked.map = gearbox_follows_map(asked.gear);
    asked.free_clutch = automatic | (clutch > GEARBOX_PRESSED_CLUTCH);
    asked.road_speed_mps = asked.road_speed_mps * asked.range;
    asked.engine_radps = engine_radps;
    return asked;
}

/* Returns the car's acceleration in a gear at the pedal and a road speed. Neither limits of speed
 * nor aids count: they act in all gears, and a gear at its limiter holds the car. */
static inline real shift_pull_mps2(const struct powertrain_constants *v,
                                   const struct gearbox_demand *demand, real gear, real road_speed)
{
    const struct engine_constants *engine = &v->engine;
    real pedal = engine_pedal(engine, demand->pedal);
    real wheels = road_speed * (gearbox_ratio(&v->gearbox, gear) / v->gearbox.radius_m);
    real speed = clamp(wheels, lanes(engine->idle_radps), lanes(engine->limiter_radps));
    struct engine_torque torque = engine_torque_at(engine, speed, pedal, splat(0.0f), splat(0.0f));
    real share = charged_share(&v->turbo, torque);
    real pull_nm = (share * torque.pedal_nm - torque.drag_nm) * demand->range;
    return gearbox_pull_mps2(&v->gearbox, gear, pull_nm);
}

/* Whether a gear above the first can hold the car. */
static inline mask shift_holds(const struct powertrain_constants *v, const struct gearbox_lanes *s,
                               const struct gearbox_demand *demand, real gear)
{
    real left = gearbox_left_mps(&v->gearbox, s, demand);
    return gearbox_holds(s, shift_pull_mps2(v, demand, gear, left)) &
           gearbox_fits(&v->gearbox, gear, demand->pedal, left);
}

/* Speed at which a gear is left upwards at the pedal. */
static inline real shift_up_mps(const struct powertrain_constants *v,
                                const struct gearbox_demand *demand, real gear)
{
    lane_int pair = truncate_real(clamp(gear - 1.0f, splat(0.0f), splat(GEARBOX_PAIRS - 1.0f)));
    return mix(num_at(v->gearbox.up_light_mps, pair), num_at(v->gearbox.up_full_mps, pair),
               gearbox_load(demand->pedal));
}

/* An upshift's gear, or one up to skip_gears above it, as long as each on the way holds the car and leaves it
 * SHIFT_SKIP_SHARE of the acceleration. The gear that is left out would add less speed than an additional shift costs:
 *     (a - a_next) t < (a + a_resistance) t_shift,   a t = v_up - v */
static inline real shift_beyond(const struct powertrain_constants *v, const struct gearbox_lanes *s,
                                const struct gearbox_demand *demand, real wanted, mask upshift)
{
    real beyond = splat(0.0f), left = gearbox_left_mps(&v->gearbox, s, demand);
    real shift_s = v->gearbox.shift_loss_s * demand->range;
    real least = shift_pull_mps2(v, demand, wanted, left) - s->shift_resistance_mps2;
    least = SHIFT_SKIP_SHARE * least;
    for (int i = 0; i < KAMM_MAX_GEARS && any(upshift); ++i) {
        real pull = shift_pull_mps2(v, demand, wanted, left),
             spare = pull - s->shift_resistance_mps2;
        real next = shift_pull_mps2(v, demand, wanted + 1.0f, left) - s->shift_resistance_mps2;
        real added = (spare - next) * (shift_up_mps(v, demand, wanted) - left);
        mask pays = (next > least) & (added < spare * pull * shift_s);
        upshift = upshift & (beyond < v->gearbox.skip_gears) & (wanted < v->gearbox.top_gear) &
                  pays & shift_holds(v, s, demand, wanted + 1.0f);
        wanted = pick(upshift, wanted + 1.0f, wanted);
        beyond = beyond + 1.0f;
    }
    return wanted;
}

/* The gear below at full pedal, where what it adds to the speed until it is left again is more than what the shifts there and back cost:
 *     (a_below - a) t > 2 (a + a_resistance) t_shift,   a_below t = v_most - v
 * v_most is the least that an upshift is made at. After one, it lies below v + a_resistance t_shift, so the car does not go back at once,
 * on any slope. A car that its gear does not hold has to go down in any case, and goes while it is faster. */
static inline real shift_below(const struct powertrain_constants *v, const struct gearbox_lanes *s,
                               const struct gearbox_demand *demand, real wanted)
{
    mask rests = demand->map & (s->shift_lockout_s <= 0.0f) & (s->shift_remaining_s <= 0.0f);
    mask stays = (absolute(wanted - s->gear_engaged) < 0.5f) & (s->gear_engaged > 1.5f);
    mask full = (gearbox_load(demand->pedal) >= 1.0f) & (v->gearbox.skip_gears > splat(0.0f));
    mask goes = rests & stays & full;
    if (!any(goes)) return wanted;
    real lower = wanted - 1.0f, speed = demand->road_speed_mps;
    real present = shift_pull_mps2(v, demand, wanted, speed);
    real below = shift_pull_mps2(v, demand, lower, gearbox_left_mps(&v->gearbox, s, demand)) -
                 s->shift_resistance_mps2;
    real most = (1.0f / (1.0f + GEARBOX_SLIP_SHARE)) * shift_up_mps(v, demand, lower);
    real added = (below - (present - s->shift_resistance_mps2)) * (most - speed);
    real lost = 2.0f * below * present * (v->gearbox.shift_loss_s * demand->range);
    mask pays = (below > 0.0f) & (added > lost);
    mask saves = gearbox_fails(s, present) & (below + s->shift_resistance_mps2 > present);
    goes = goes & (speed < most) & (pays | saves);
    return pick(goes, lower, wanted);
}

/* The wanted gear, or the highest below it that holds the car. */
static inline real shift_wanted(const struct powertrain_constants *v, const struct gearbox_lanes *s,
                                const struct gearbox_demand *demand)
{
    real wanted = gearbox_wanted(&v->gearbox, s, demand);
    mask asks = gearbox_asks(s, demand, wanted);
    if (any_num(v->gearbox.skip_gears > 0.0f)) wanted = shift_below(v, s, demand, wanted);
    if (!any(asks)) return wanted;
    real present = shift_pull_mps2(v, demand, s->gear_engaged, demand->road_speed_mps);
    asks = asks & mask_not(gearbox_fails(s, present));
    mask asked = asks;
    for (int i = 0; i < GEARBOX_PAIRS && any(asks); ++i) {
        asks = asks & mask_not(shift_holds(v, s, demand, wanted));
        wanted = pick(asks, wanted - 1.0f, wanted);
        asks = asks & (wanted > s->gear_engaged);
    }
    if (!any_num(v->gearbox.skip_gears > 0.0f)) return wanted;
    return shift_beyond(v, s, demand, wanted, asked & (wanted > s->gear_engaged));
}

static inline void shift_step(const struct powertrain_constants *v, struct gearbox_lanes *s,
                              const struct gearbox_demand *demand, real *load, real dt)
{
    real wanted = shift_wanted(v, s, demand);
    if (any_num(v->gearbox.dual > 0.0f)) wanted = gearbox_on_other_clutch(&v->gearbox, s, wanted);
    gearbox_step(&v->gearbox, s, demand, wanted, load, dt);
}

#endif
