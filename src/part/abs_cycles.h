/* Anti-lock brakes and brake-force distribution by pressure cycles, as hydraulic units work: valves that raise, hold or
 * reduce the pressure of a wheel, by the wheel's slip against a reference speed and by its deceleration or
 * acceleration.
 *
 *     reference = cycles_reference(v, reference, fastest wheel, felt deceleration);                 once a car
 *     cycles_step(v, &wheel, rolling_mps, reference, demand, other_regulates, by_driver, rear);     each wheel
 *     let_go = cycles_let_go(&wheel, demand);
 *
 * The control cycle is that of the Bosch Automotive Handbook, "Antilock braking systems: control cycles" (phases 1 to 8
 * there): the pressure of a wheel that slows down by more than -a is held (1) until its slip passes lambda; then
 * reduced (2) until it slows down by no more than that; and held (3) while it speeds up by more than +a; beyond +A the
 * pressure rises (4); then it rises in small steps (5) until -a is passed again, which from the second cycle on reduces
 * it at once. The reference speed is the fastest wheel's, and falls no faster than the car can slow down: here by an
 * accelerometer with a margin, as units of all-wheel-drive cars have. What a turn makes of each wheel's speed over the
 * car's is taken as known, which the sensors of stability control give.
 *
 * Yaw-moment build-up delay (the same chapter): while one front wheel is regulated the pressure of the other, which has better grip, rises
 * slowly, so that the driver has time to countersteer on split friction.
 *
 * Distribution: a rear wheel that turns more slowly than the fastest front wheel has its inlet valve shut (6); if it falls behind
 * further, and still slows down more than the car, the outlet valve is opened for a moment (7), and again after a pause; once it turns
 * faster than the front wheels the inlet valve is (8), until the pressure is the pedal's again. No pump runs: what is let out goes into
 * the unit's accumulators. Both wheels of an axle take the lower pressure, or each its own. Sources:
 *  - J. Binder, W. Urban and K.-H. Willmann, US 5 281 012 (Bosch, DE 41 12 388): the slower rear wheel is held at a small difference from
 *    the faster front wheel. U. Pruhs, T. Meier and S. Diehle, US 6 322 167 (Bosch): each rear wheel by itself in turns, where the brake of
 *    the outer one then works against the turning; Honda Odyssey (2000), workshop manual: the same always.
 *  - Workshop manuals on the valves: Ford Mustang (2012): one threshold of slip holds, a second one reduces; Jeep Commander (2006): inlet
 *    shut, outlet pulsed to decrease, inlet pulsed to increase, the fluid taken up by the accumulator, no pump; Volvo S60 (2001): rear slip
 *    is kept 0 to 2 % above the front's. Here it is reduced from 1 % on, so that what overshoots stays in that band.
 *  - Saab 9-5 (1998), technical description: both inlet valves shut; as soon as any wheel tends to lock the anti-lock brakes take over. Here
 *    they do when they regulate the wheel or a front one; it takes a rear wheel back from their small steps up.
 * It gives way where an aid brakes the axle as well.
 *
 * Assumptions: the steps of a slow rise are a mean rate; the rates are in proportion to the pressure that is there, since the unit
 * keeps steps small where little grips; the brake's torque is in proportion to its pressure. Of distribution no source gives the
 * threshold of the hold, the size of a pulse's step or the pause after it; a pulse acts within a substep; the accumulators do not fill
 * up; air brakes are taken to be as fast. Departure: no least deceleration or speed to begin with (Saab: 0.25 g, 50 km/h), for where
 * little grips there is no such deceleration. */
#ifndef KAMM_PART_ABS_CYCLES_H
#define KAMM_PART_ABS_CYCLES_H

#include "../base/lane_math.h"
#include "../base/num.h"

enum { CYCLE_FREE, CYCLE_FIRST_HOLD, CYCLE_REDUCE, CYCLE_HOLD, CYCLE_RISE, CYCLE_STEP_UP };
enum { EVEN_HOLD = CYCLE_STEP_UP + 1, EVEN_REDUCE, EVEN_BUILD_UP }; /* distribution */

#define CYCLES_SLOWS_MPS2 -20.0f /* -a, at the rim */
#define CYCLES_GAINS_MPS2 4.0f   /* +a */
#define CYCLES_LEAPS_MPS2 60.0f  /* +A */
#define CYCLES_FIRST_SHARE 0.3f  /* of lambda, from which on -a counts in the first cycle */
#define CYCLES_MARGIN_MPS2 1.0f
/* Speeds, rates and times are those of an ordinary car; of others they go with the root of the length (src/vehicle/scale.h). */
#define CYCLES_FROM_MPS 1.5f
#define CYCLES_REDUCE_PER_S 12.0f /* of the pressure */
#define CYCLES_RISE_PER_S 8.0f
#define CYCLES_STEP_PER_S 1.0f
#define CYCLES_AID_STEP_PER_S \
    4.0f                   /* where stability control brakes the wheel, with a pump of its own */
#define CYCLES_LEAST 0.02f /* share of the full torque by which rates go at the least */
/* Distribution, by the share of the front wheels' speed by which a rear wheel is slower. */
#define CYCLES_HOLDS_SLOW 0.005f
#define CYCLES_TOO_SLOW 0.01f
#define CYCLES_EVEN 0.0f
#define CYCLES_PULSE 6.0f /* share of the pressure for each share by which it is slower … */
#define CYCLES_LARGEST_DOWN 0.3f /* … and at the most */
#define CYCLES_LARGEST_UP 0.15f
#define CYCLES_PAUSE_DOWN_S 0.04f
#define CYCLES_PAUSE_UP_S 0.1f

struct cycles_constants {
    num on;        /* 1 where the valves do either or both of the next two, or 0 */
    num anti_lock; /* 1 or 0 */
    num distributes;
    num slip;     /* lambda */
    num build_up; /* of the other front wheel's pressure in a substep; 1: at once */
    num blend;    /* of the acceleration's filter */
    num dt, inverse_dt;
    num root, inverse_root; /* scales of speeds and times, and of rates */
};

struct cycles_wheel { /* as in state_fields.h */
    real pressure;    /* the most that the brake gets, of its full torque */
    real phase;
    real rolling_mps; /* in the last substep */
    real acceleration_mps2;
    real pause_s; /* until the next pulse of distribution */
};

struct cycles_rear { /* what distribution sees of a rear wheel */
    real behind;     /* share of the front wheels' speed by which it is slower */
    real car_mps2;   /* acceleration of the car */
    mask works;      /* no front wheel is regulated, no aid brakes the axle */
};

LANE_INLINE real cycles_reference(const struct cycles_constants *v, real reference,
                                  real fastest_mps, real slows_mps2)
{
    real falls = max_real(slows_mps2, splat(0.0f)) + CYCLES_MARGIN_MPS2;
    return max_real(fastest_mps, reference - falls * v->dt);
}

LANE_INLINE mask cycles_regulates(const struct cycles_wheel *w) { return w->phase > 0.5f; }

LANE_INLINE mask is_phase(real phase, int which)
{
    return (phase > (float)which - 0.5f) & (phase < (float)which + 0.5f);
}

/* The phase that follows. */
LANE_INLINE real cycles_next(const struct cycles_constants *v, const struct cycles_wheel *w,
                             real slip, real demand)
{
    real is = w->phase, a = w->acceleration_mps2;
    mask on = lanes(v->anti_lock) > 0.5f, gains = a > CYCLES_GAINS_MPS2,
         leaps = a > CYCLES_LEAPS_MPS2;
    mask slows = on & (a < CYCLES_SLOWS_MPS2), slips = on & (slip > lanes(v->slip));
    mask steady = mask_not(slows) & mask_not(slips);
    mask begins = slip > CYCLES_FIRST_SHARE * v->slip;
    real next = is;
    next = pick(is_phase(is, CYCLE_FREE) & slows & begins, splat(CYCLE_FIRST_HOLD), next);
    next = pick(is_phase(is, CYCLE_FIRST_HOLD) & mask_not(slows), splat(CYCLE_FREE), next);
    next = pick(is_phase(is, CYCLE_REDUCE) & mask_not(slows) & (gains | mask_not(slips)),
                splat(CYCLE_HOLD), next);
    next = pick(is_phase(is, CYCLE_HOLD) & leaps, splat(CYCLE_RISE), next);
    next = pick(is_phase(is, CYCLE_HOLD) & steady & mask_not(gains), splat(CYCLE_STEP_UP), next);
    next = pick(is_phase(is, CYCLE_RISE) & mask_not(leaps), splat(CYCLE_HOLD), next);
    mask rises = is_phase(is, CYCLE_STEP_UP);
    next = pick(rises & slows, splat(CYCLE_REDUCE), next);
    next = pick(rises & (w->pressure >= demand), splat(CYCLE_FREE), next);
    mask may_slip = is_phase(is, CYCLE_REDUCE) |
                    ((is_phase(is, CYCLE_HOLD) | is_phase(is, CYCLE_RISE)) & gains);
    return pick(slips & mask_not(may_slip), splat(CYCLE_REDUCE), next);
}

/* The phase that follows with distribution, where the anti-lock brakes want `next`. */
LANE_INLINE real distribution_next(const struct cycles_constants *v, const struct cycles_wheel *w,
                                   const struct cycles_rear *rear, real next, real demand)
{
    mask ready = w->pause_s < 0.5f * v->dt, even = rear->behind < CYCLES_EVEN;
    mask falls_behind = (rear->behind > CYCLES_TOO_SLOW) &
                        (w->acceleration_mps2 < rear->car_mps2 + CYCLES_MARGIN_MPS2);
    real own = pick(ready & falls_behind, splat(EVEN_REDUCE), splat(EVEN_HOLD));
    own = pick(ready & even, splat(EVEN_BUILD_UP), own);
    own = pick(even & (w->pressure >= demand), splat(CYCLE_FREE), own);
    own = pick(rear->works, own, splat(CYCLE_STEP_UP));
    mask open = is_phase(next, CYCLE_FREE) | is_phase(next, CYCLE_STEP_UP);
    mask begins = rear->works & open & (rear->behind > CYCLES_HOLDS_SLOW);
    next = pick(begins, splat(EVEN_HOLD), next);
    return pick(next > EVEN_HOLD - 0.5f, pick(begins, next, own), next);
}

LANE_INLINE real pulse_pause(real phase, real pause_s, const struct cycles_constants *v)
{
    pause_s = max_real(pause_s - v->dt, splat(0.0f));
    pause_s = pick(is_phase(phase, EVEN_REDUCE), lanes(v->root * CYCLES_PAUSE_DOWN_S), pause_s);
    pause_s = pick(is_phase(phase, EVEN_BUILD_UP), lanes(v->root * CYCLES_PAUSE_UP_S), pause_s);
    return keep(phase > EVEN_HOLD - 0.5f, pause_s);
}

LANE_INLINE real after_pulse(real phase, real pressure, real behind)
{
    real size =
        clamp(-CYCLES_PULSE * behind, splat(-CYCLES_LARGEST_DOWN), splat(CYCLES_LARGEST_UP));
    mask pulse = phase > EVEN_HOLD + 0.5f;
    return pick(pulse, pressure + size * (pressure + CYCLES_LEAST), pressure);
}

/* `demand`: of the brake's full torque, by pedal and aids; `delayed`: the other front wheel is regulated;
 * `by_driver`: no aid brakes it; `rear`: NULL where nothing is distributed. */
LANE_INLINE void cycles_step(const struct cycles_constants *v, struct cycles_wheel *w,
                             real rolling_mps, real reference_mps, real demand, mask delayed,
                             mask by_driver, const struct cycles_rear *rear)
{
    real change = (rolling_mps - w->rolling_mps) * v->inverse_dt;
    w->rolling_mps = rolling_mps;
    w->acceleration_mps2 = mix(w->acceleration_mps2, change, lanes(v->blend));
    real slip = (reference_mps - rolling_mps) / max_real(reference_mps, lanes(v->root));
    mask works =
        (reference_mps > CYCLES_FROM_MPS * v->root) & (demand > 0.0f) & (lanes(v->on) > 0.5f);
    real next = cycles_next(v, w, slip, demand);
    if (rear) next = distribution_next(v, w, rear, next, demand);
    w->phase = keep(works, next);
    if (rear) w->pause_s = pulse_pause(w->phase, w->pause_s, v);
    real rate = (w->pressure + CYCLES_LEAST) * (v->dt * v->inverse_root);
    real p = w->pressure,
         steps = pick(by_driver, splat(CYCLES_STEP_PER_S), splat(CYCLES_AID_STEP_PER_S));
    p = pick(is_phase(w->phase, CYCLE_REDUCE), p - CYCLES_REDUCE_PER_S * rate, p);
    p = pick(is_phase(w->phase, CYCLE_RISE), p + CYCLES_RISE_PER_S * rate, p);
    p = pick(is_phase(w->phase, CYCLE_STEP_UP), p + steps * rate, p);
    real free_p = pick(delayed & works, min_real(demand, p + v->build_up), demand);
    if (rear) p = after_pulse(w->phase, p, rear->behind);
    p = pick(is_phase(w->phase, CYCLE_FREE), free_p, p);
    w->pressure = clamp(p, splat(0.0f), max_real(demand, splat(0.0f)));
}

/* The share of the demand that is released. */
LANE_INLINE real cycles_let_go(const struct cycles_constants *v, real pressure, real demand)
{
    real share = 1.0f - pressure / max_real(demand, splat(1e-6f));
    return keep((demand > 0.0f) & (lanes(v->on) > 0.5f), clamp(share, splat(0.0f), splat(1.0f)));
}

#endif
