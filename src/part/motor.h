/* Electric motor with its inverter, geared to an axle's differential: torque by speed and voltage, regeneration, losses, warmth.
 *
 *     max = motor_max_nm(v, speed, slower, warmth);          slower: nominal over present voltage
 *     request = motor_request(v, &demand, speed, max);       what pedals and aids want of it
 *     nm = mix(nm, request.wanted_nm, v->response_blend);    then the battery's share of that, battery.h
 *     taken = motor_braking_nm(&request, nm, speed);         what the friction brakes need not do
 *     loss = motor_load_loss_w(v, nm) + motor_standing_loss_w(v, speed);  electric power: nm * speed + loss
 *
 * Torque: M. Ehsani, Y. Gao, A. Emadi, Modern Electric, Hybrid Electric, and Fuel Cell Vehicles, 2nd ed. (2010), ch. 4 and 6: constant
 * up to the base speed, where the inverter's current is the limit; constant power above, where its voltage is (field weakening); and
 * from some speed on power that falls with the speed, where the currents can't follow. Voltage: in steady running a machine's
 * voltage is its speed times its flux but for the resistance, and its torque a function of currents and flux. So at another voltage U the
 * limits are those at nominal U_0 and the speed w U_0 / U (S. Morimoto et al., Expansion of operating limits for permanent magnet motor by
 * current vector control considering inverter capacity, IEEE Trans. Ind. Appl. 26 (1990): limits by w / U alone).
 *
 * Losses: J. Larminie, J. Lowry, Electric Vehicle Technology Explained (2003), ch. 6: k_c T^2 + k_i w + k_w w^3 + C of copper, iron,
 * windage and electronics, whether the motor drives or brakes. Their electric supply is the battery's, as the controller keeps
 * the torque that is asked for: so a motor without torque does not brake, and yet takes power.
 *
 * Warmth: one node for winding and housing, C dT/dt = loss - G T above the coolant's temperature, backward Euler; the torque is taken
 * back between two temperatures.
 *
 * Braking: by the released accelerator and by a share of the brake's pedal. Both fade out at walking pace, where the friction brakes
 * do the rest; both let go while the axle's wheels slip. There is none in neutral.
 *
 * Assumptions: the same torque forwards and backwards; the torque follows within a lag, without cogging or ripple; no limit by the
 * inverter's temperature. */
#ifndef KAMM_PART_MOTOR_H
#define KAMM_PART_MOTOR_H

#include "../base/lane_math.h"
#include "../base/num.h"

#define MOTOR_SLIP_FREE 0.10f /* brake slip, over the friction, at which its braking has let go … */
#define MOTOR_SLIP_BAND 0.06f /* … over this much of slip */

struct motor_constants {
    num peak_nm; /* 0: none */
    num power_w, weak_w_radps;
    num end_radps, per_speed_band;
    num regen_share, lift_share;
    num brake_nm; /* that the full brake pedal asks of the motor */
    num per_fade_radps;
    num copper_w_per_n2m2, iron_nm, windage_nms2, idle_w;
    num warms,
        cools; /* per joule: a substep over the heat capacity; the cooling's share in a substep */
    num hottest_k, per_heat_band;
    num inertia_kgm2, inverse_inertia;
    num ratio, inverse_ratio;
    num response_blend;
    num hub_share; /* of each hub in the axle's torque */
};

LANE_INLINE int has_motor(const struct motor_constants *v) { return any_num(v->peak_nm > 0.0f); }

LANE_INLINE real motor_max_nm(const struct motor_constants *v, real speed, real slower, real warmth)
{
    real turns = absolute(speed), as_if = max_real(turns * slower, splat(1e-3f));
    real weakened = min_real(lanes(v->power_w), v->weak_w_radps / as_if) / as_if;
    real band = (v->end_radps - turns) * v->per_speed_band;
    real cool = (v->hottest_k - warmth) * v->per_heat_band;
    real left = clamp(band, splat(0.0f), splat(1.0f)) * clamp(cool, splat(0.0f), splat(1.0f));
    return min_real(lanes(v->peak_nm), weakened) * left;
}

struct motor_demand {
    real pedal, brake;
    real gear;       /* -1 backwards, 0 neutral, 1 forwards */
    real allowed;    /* share of the torque that aids and a limit of speed leave to the pedal */
    real brake_slip; /* of the axle's wheels, over the ground's friction */
    real stable;     /* share of its braking that stability control leaves */
};

struct motor_request {
    real wanted_nm;
    real brake_nm; /* of that against the rotation, by the brake pedal; not negative */
};

LANE_INLINE struct motor_request motor_request(const struct motor_constants *v,
                                               const struct motor_demand *in, real speed,
                                               real max_nm)
{
    real grips = (MOTOR_SLIP_FREE - in->brake_slip) * (1.0f / MOTOR_SLIP_BAND);
    real fade = clamp(absolute(speed) * v->per_fade_radps, splat(0.0f), splat(1.0f));
    real most = max_nm * v->regen_share;
    real held = fade * clamp(grips, splat(0.0f), splat(1.0f)) * in->stable;
    real lift = most * v->lift_share * (1.0f - in->pedal);
    real total = min_real(lift + v->brake_nm * in->brake, most);
    mask in_gear = absolute(in->gear) > 0.5f;
    real drive = sign_of(in->gear) * (max_nm * in->pedal * in->allowed);
    struct motor_request request;
    request.wanted_nm = keep(in_gear, drive - sign_of(speed) * (total * held));
    request.brake_nm = keep(in_gear, (total - min_real(lift, total)) * held);
    return request;
}

/* Part of the brake pedal's request that the motor gives at that torque. */
LANE_INLINE real motor_braking_nm(const struct motor_request *request, real nm, real speed)
{
    real missing = max_real((nm - request->wanted_nm) * sign_of(speed), splat(0.0f));
    return max_real(request->brake_nm - missing, splat(0.0f));
}

LANE_INLINE real motor_load_loss_w(const struct motor_constants *v, real nm)
{
    return v->copper_w_per_n2m2 * square(nm);
}

LANE_INLINE real motor_standing_loss_w(const struct motor_constants *v, real speed)
{
    real turns = absolute(speed);
    return v->idle_w + turns * (v->iron_nm + v->windage_nms2 * square(turns));
}

/* How much warmer a substep with that loss makes it. */
LANE_INLINE real motor_warming_k(const struct motor_constants *v, real warmth, real loss_w)
{
    return (v->warms * loss_w - v->cools * warmth) / (1.0f + v->cools);
}

#endif
