/* A tyre that warms up: surface of the tread, carcass and gas, and what their temperatures do to grip, stiffness and pressure.
 *
 * Sources: D. P. Kelly, R. S. Sharp, Time-optimal control of the race car: influence of a thermodynamic tyre model, Vehicle System
 * Dynamics 50 (2012): the heat of sliding, of rolling, to the road and to the air; F. Farroni, D. Giordano, M. Russo, F. Timpone, TRT:
 * thermo racing tyre, Meccanica 49 (2014): layers of the tread, the gas inside. With temperatures above that of the start,
 * T_s of the surface, T_c of the carcass (the rest of the tread with it), T_g of the gas:
 *
 *     C_s dT_s/dt = share P_slide + K (T_c - T_s) - H A_patch (T_s - T_road) - h A_tread (T_s - T_air)
 *     C_c dT_c/dt = P_roll + K (T_s - T_c) + G (T_g - T_c) - h A_sides (T_c - T_air)
 *     C_g dT_g/dt = G (T_c - T_g) - G_rim (T_g - T_air)
 *
 * P_slide is the tyre's force times the speed at which its patch slides over the ground, without what bends the carcass
 * (contact_patch.h); P_roll its rolling resistance times the wheel's spin. To the air h = h_0 + h_1 (v / v_100)^0.8, the exponent of a
 * turbulent boundary layer, with v_100 = 100 km/h. To the road H = H_100 sqrt(v / v_100), v the speed at which the
 * patch rolls or slides on: two half-spaces that touch for the time of a patch's passage exchange heat with the inverse root of that time
 * (H. S. Carslaw, J. C. Jaeger, Conduction of heat in solids, 1959); rubber and asphalt, of 700 and 1500 W s^0.5/(m2 K), have about
 * 8000 W/(m2 K) at 100 km/h where all of the patch touches; Kelly and Sharp have 12000 at any speed for a racing slick. The file's default is
 * 3000: of a road tyre's patch about a third touches, the rest is pattern and the road's texture. A parked tyre loses none of
 * the ring's heat by its one patch.
 *
 * Friction is a bell about the best temperature of the surface, with x the distance from it over a width,
 *
 *     1 - 2 loss x^2 / (1 + x^2):   1 at the best, 1 - loss at the width, never below 1 - 2 loss.
 *
 * It stands for the published curves, which are tables or parabolas; the form is ours. Stiffness of slip falls in proportion to
 * the carcass's temperature, as rubber's modulus does. It scales the slip that the law sees, so that peaks stay as high and come later.
 * Pressure is that of an ideal gas in a constant volume. It changes the vertical stiffness, and by way of it the length of the patch,
 * and the stiffness of slip, as the coefficients of the tyre's law say (heat_compile.c).
 *
 * Assumptions: each node has one temperature around the wheel and across it; the rim takes heat from the gas and keeps the air's
 * temperature, brakes warm nothing; air and road have the temperatures that the tyre's file says.
 *
 * The step is backward Euler, one tridiagonal system of the three changes: stable at any substep, and the heat that flows out of one
 * node flows into the next, to rounding. */
#ifndef KAMM_PART_TYRE_HEAT_H
#define KAMM_PART_TYRE_HEAT_H

#include "contact_size.h"

/* Temperatures above that of the start. */
struct tyre_heat_constants {
    num on;                                     /* 1: the tyre has temperatures */
    num surface, carcass, gas;                  /* heat capacity over a substep, W/K */
    num conduction, gas_exchange, rim_exchange; /* K, G, G_rim: W/K */
    num road_exchange;             /* H over the root of the speed, W s^0.5/(m^2.5 K) */
    num tread_still, tread_moving; /* h_0 A_tread, and h_1 A_tread over v_100^0.8 */
    num sides_still, sides_moving; /* … A_sides */
    num air, road;                 /* K */
    num slide_share;
    num best, inverse_width, twice_loss;         /* of the friction */
    num measured, stiffness_slope;               /* of the stiffness of slip: K and 1/K */
    num spring[2], pressure_x[2], pressure_y[2]; /* factors by the gas's temperature: 1, 1/K */
    struct contact_size_constants contact;
};

struct tyre_warmth {
    real surface, carcass, carcass_residual, gas;
};

/* Powers, and what bears on the exchange with road and air. */
struct tyre_heating {
    real slide_w, roll_w;
    real deflection_m, speed_mps;
};

/* The changes of the three, of the equations (capacity + conductances) change = flow. */
struct heat_flow {
    real surface, carcass, gas;
};

LANE_INLINE struct heat_flow warmth_changes(const struct tyre_heat_constants *c,
                                            struct heat_flow flow, real to_surroundings,
                                            real to_air)
{
    real K = lanes(c->conduction), G = lanes(c->gas_exchange);
    real of_surface = c->surface + K + to_surroundings;
    real of_carcass = c->carcass + K + G + to_air;
    real of_gas = c->gas + G + c->rim_exchange;
    real k_s = K / of_surface, g_g = G / of_gas;
    struct heat_flow change;
    change.carcass =
        (flow.carcass + k_s * flow.surface + g_g * flow.gas) / (of_carcass - (K * k_s + G * g_g));
    change.surface = (flow.surface + K * change.carcass) / of_surface;
    change.gas = (flow.gas + G * change.carcass) / of_gas;
    return change;
}

LANE_INLINE void warm_tyre(const struct tyre_heat_constants *c, const struct tyre_heating *by,
                           struct tyre_warmth *t)
{
    struct contact_size patch = contact_size_of(&c->contact, by->deflection_m);
    real speed = max_real(by->speed_mps, splat(1e-6f));
    real fast = exponential(0.8f * logarithm(speed));
    real to_road = c->road_exchange * square_root(by->speed_mps) * (patch.length_m * patch.width_m);
    real to_air = c->tread_still + c->tread_moving * fast;
    real sides_to_air = c->sides_still + c->sides_moving * fast;
    real inwards = c->conduction * (t->surface - t->carcass);
    real to_gas = c->gas_exchange * (t->carcass - t->gas);
    struct heat_flow flow = {
        .surface = c->slide_share * by->slide_w - inwards - to_road * (t->surface - c->road) -
                   to_air * (t->surface - c->air),
        .carcass = by->roll_w + inwards - to_gas - sides_to_air * (t->carcass - c->air),
        .gas = to_gas - c->rim_exchange * (t->gas - c->air),
    };
    struct heat_flow change = warmth_changes(c, flow, to_road + to_air, sides_to_air);
    t->surface = t->surface + change.surface;
    add_kept(&t->carcass, &t->carcass_residual, change.carcass);
    t->gas = t->gas + change.gas;
}

LANE_INLINE real grip_of_warmth(const struct tyre_heat_constants *c, real surface)
{
    real xx = square((surface - c->best) * c->inverse_width);
    return 1.0f - c->twice_loss * (xx / (1.0f + xx));
}

LANE_INLINE real stiffness_of_warmth(const struct tyre_heat_constants *c, real carcass)
{
    return clamp(1.0f - c->stiffness_slope * (carcass - c->measured), splat(0.5f), splat(1.5f));
}

/* A factor that the pressure of gas of that temperature makes. */
LANE_INLINE real by_pressure(const num line[2], real gas)
{
    return clamp(line[0] + line[1] * gas, splat(0.5f), splat(2.0f));
}

#endif
