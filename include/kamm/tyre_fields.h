/* Tyre fields: tables of all tyre parameters.
 *
 * KAMM_TYRE_FIELDS is a tyre with the coefficients of the Magic Formula (versions 5.2, 6.1 and 6.2). Groups contain the
 * parameters of the other slip laws: KAMM_TMEASY_FIELDS, KAMM_LINEAR_TYRE_FIELDS, KAMM_MOTORCYCLE_TYRE_FIELDS.
 * KAMM_TYRE_SPEC_FIELDS is a tyre by a few numbers, from which the same coefficients are made.
 *
 *     NUMBER(name, unit, default, min, max, doc)     a double
 *     CHOICE(name, default, CHOICES, doc)            an int: an enumerator of that list of words
 *     TEXT(name, length, doc)                        a char array
 *     FLAG(name, default, doc)                       an int, 0 or 1
 *     GROUP(name, type, doc)                         a struct kamm_<type>_def
 *
 * Coefficients have the name of a .tir file, in lower case. They are dimensionless, or per radian, unless they have a
 * unit. Quantities have names of Kamm, in SI units. Missing keys of a .tir file take these defaults, which follow
 * MFeval's reader if it has one. Together they are a plain, symmetric 205/60 R15.
 */
#ifndef KAMM_TYRE_FIELDS_H
#define KAMM_TYRE_FIELDS_H

#include <kamm/motorcycle_tyre_fields.h>

/* Words of the choices: WORD(enumerator, "word in files"), numbered from 0. The enums are in tyre.h. */
#define KAMM_MAGIC_FORMULA_CHOICES(WORD) WORD(KAMM_MF_52, "5.2") WORD(KAMM_MF_61, "6.1") WORD(KAMM_MF_62, "6.2")
#define KAMM_TYRE_SIDE_CHOICES(WORD) \
    WORD(KAMM_TYRE_SYMMETRIC, "symmetric") WORD(KAMM_TYRE_LEFT, "left") WORD(KAMM_TYRE_RIGHT, "right")

#define KAMM_TYRE_LAW_CHOICES(WORD) \
    WORD(KAMM_TYRE_MAGIC_FORMULA, "magic_formula") WORD(KAMM_TYRE_TMEASY, "tmeasy") WORD(KAMM_TYRE_LINEAR, "linear") \
    WORD(KAMM_TYRE_MOTORCYCLE, "motorcycle")

#define KAMM_CAMBER_RESPONSE_CHOICES(WORD) \
    WORD(KAMM_CAMBER_BY_LAW, "by_law") WORD(KAMM_CAMBER_AT_ONCE, "at_once") WORD(KAMM_CAMBER_LAGS, "lags")

#define KAMM_TYRE_FIELDS(NUMBER, CHOICE, TEXT, GROUP) \
    KAMM_TYRE_GENERAL_FIELDS(NUMBER, CHOICE, TEXT) \
    KAMM_TYRE_BODY_FIELDS(NUMBER) \
    KAMM_TYRE_RANGE_FIELDS(NUMBER) \
    KAMM_TYRE_SCALE_FIELDS(NUMBER) \
    KAMM_TYRE_LONGITUDINAL_FIELDS(NUMBER) \
    KAMM_TYRE_OVERTURNING_FIELDS(NUMBER) \
    KAMM_TYRE_LATERAL_FIELDS(NUMBER) \
    KAMM_TYRE_ROLLING_FIELDS(NUMBER) \
    KAMM_TYRE_ALIGNING_FIELDS(NUMBER) \
    KAMM_TYRE_LAW_FIELDS(CHOICE, GROUP) \
    GROUP(linear, linear_tyre, "parameters of the law linear") \
    KAMM_TYRE_LEAN_FIELDS(NUMBER, CHOICE, GROUP) \
    KAMM_TYRE_LIFE_FIELDS(GROUP)

#define KAMM_TYRE_LIFE_FIELDS(GROUP) \
    GROUP(heat, tyre_heat, "temperatures of the tyre; rung full") \
    GROUP(wear, tyre_wear, "wear of the tread; rung full")

#define KAMM_TYRE_HEAT_FIELDS(NUMBER, FLAG) \
    FLAG(enabled, 0, "the tyre warms up and cools down, and its friction, stiffness and pressure with it") \
    NUMBER(start_temperature_k, "K", 293.15, 200, 500, \
           "temperature of the whole tyre at the start; tyre blankets give 340 to 370") \
    NUMBER(air_temperature_k, "K", 293.15, 200, 400, "temperature of the air") \
    NUMBER(road_temperature_k, "K", 293.15, 200, 400, \
           "temperature of the road's surface; in the sun 20 to 30 K above the air's") \
    NUMBER(cold_temperature_k, "K", 293.15, 200, 400, "temperature of the tyre at which it has inflation_pressure_pa") \
    NUMBER(best_temperature_k, "K", 318, 200, 500, \
           "temperature of the tread's surface at which friction is that of the file; road tyres 310 to 340, racing " \
           "tyres 350 to 380") \
    NUMBER(grip_width_k, "K", 35, 1, 300, \
           "distance from best_temperature_k at which grip_loss of the friction is lost") \
    NUMBER(grip_loss, "1", 0.12, 0, 0.45, \
           "share of the friction lost at grip_width_k from the best temperature; the largest loss is twice that") \
    NUMBER(measured_temperature_k, "K", 313, 200, 500, \
           "temperature of the carcass at which the stiffness of slip is that of the file") \
    NUMBER(stiffness_loss_per_k, "1/K", 0.003, 0, 0.02, \
           "share of the stiffness of slip lost per kelvin of the carcass") \
    NUMBER(spring_pressure_share, "1", 0.7, 0, 1, \
           "share of the vertical stiffness that is proportional to the pressure, if pfz1 is 0; car tyres about 0.7") \
    NUMBER(surface_depth_m, "m", 0.0006, 2e-5, 0.03, "depth of the tread that is the surface; 0.0005 to 0.001") \
    NUMBER(tread_thickness_m, "m", 0.012, 0.0002, 0.3, "thickness of tread rubber from the surface to the belt") \
    NUMBER(conductivity_w_per_mk, "W/(m.K)", 0.25, 0.05, 2, "thermal conductivity of rubber; 0.19 to 0.35") \
    NUMBER(specific_heat_j_per_kgk, "J/(kg.K)", 1700, 200, 4000, "specific heat of rubber; 1600 to 1900") \
    NUMBER(density_kgpm3, "kg/m3", 1150, 500, 3000, "density of tread rubber; 1100 to 1200") \
    NUMBER(slide_share, "1", 0.5, 0, 1, "share of the sliding work that warms the tyre; the rest warms the road") \
    NUMBER(road_exchange_w_per_m2k, "W/(m2.K)", 3000, 0, 1e5, \
           "heat transfer to the road per area of the contact patch, at 100 km/h; a slick on smooth asphalt 8000 to " \
           "12000") \
    NUMBER(still_exchange_w_per_m2k, "W/(m2.K)", 10, 0, 1000, "heat transfer to the air at standstill; 5 to 15") \
    NUMBER(air_exchange_w_per_m2k, "W/(m2.K)", 45, 0, 1000, "heat transfer to the air at 100 km/h; 30 to 60") \
    NUMBER(gas_exchange_w_per_m2k, "W/(m2.K)", 15, 0, 1000, \
           "heat transfer from the carcass to the gas inside; 5 to 30") \
    NUMBER(rim_exchange_w_per_k, "W/K", 5, 0, 30000, "heat transfer from the gas to the rim")

#define KAMM_TYRE_WEAR_FIELDS(NUMBER, FLAG) \
    FLAG(enabled, 0, "sliding work wears the tread, which changes friction and stiffness") \
    NUMBER(tread_depth_m, "m", 0.008, 0.0001, 0.3, \
           "depth of the new tread; cars 0.007 to 0.009, trucks 0.012 to 0.02") \
    NUMBER(rate_kg_per_j, "kg/J", 5e-9, 0, 1e-3, \
           "rubber lost per sliding work; cars 2 to 10 g/MJ, racing tyres 20 to 100") \
    NUMBER(density_kgpm3, "kg/m3", 1150, 500, 3000, "density of tread rubber; 1100 to 1200") \
    NUMBER(worn_grip_change, "1", -0.05, -0.5, 0.5, "change of the friction on dry road with a fully worn tread") \
    NUMBER(worn_stiffness_change, "1", 0.2, -0.5, 1, "change of the stiffness of slip with a fully worn tread")

#define KAMM_TYRE_LAW_FIELDS(CHOICE, GROUP) \
    CHOICE(law, KAMM_TYRE_MAGIC_FORMULA, KAMM_TYRE_LAW_CHOICES, \
           "law of force against slip; magic_formula: by the coefficients; tmeasy: by the numbers of the group " \
           "tmeasy; linear: proportional to slip up to friction; motorcycle: by the coefficients of the group " \
           "motorcycle") \
    GROUP(tmeasy, tmeasy, "parameters of the law tmeasy, at nominal_load_n and at twice that load")

#define KAMM_TMEASY_FIELDS(NUMBER) \
    NUMBER(slope_x_n, "N", 73500, 0.8, 3e8, "slope of Fx over slip at no slip (dFx0), at nominal load") \
    NUMBER(slope_x_double_n, "N", 155700, 0.8, 3e8, "slope of Fx over slip at no slip, at double load") \
    NUMBER(peak_x_n, "N", 4520, 0.08, 1e7, "greatest Fx (FxM), at nominal load") \
    NUMBER(peak_x_double_n, "N", 8720, 0.08, 1e7, "greatest Fx, at double load") \
    NUMBER(peak_slip_x, "1", 0.139, 0.005, 1, "slip that has the greatest Fx (sxM), at nominal load") \
    NUMBER(peak_slip_x_double, "1", 0.139, 0.005, 1, "slip that has the greatest Fx, at double load") \
    NUMBER(slide_x_n, "N", 3210, 0.08, 1e7, "Fx of full sliding (FxS), at nominal load") \
    NUMBER(slide_x_double_n, "N", 6150, 0.08, 1e7, "Fx of full sliding, at double load") \
    NUMBER(slide_slip_x, "1", 0.667, 0.006, 100, \
           "slip from which on Fx is that of full sliding (sxS), at nominal load") \
    NUMBER(slide_slip_x_double, "1", 0.667, 0.006, 100, \
           "slip from which on Fx is that of full sliding, at double load") \
    NUMBER(slope_y_n, "N", 63900, 0.8, 3e8, "slope of Fy over slip at no slip (dFy0), at nominal load") \
    NUMBER(slope_y_double_n, "N", 102800, 0.8, 3e8, "slope of Fy over slip at no slip, at double load") \
    NUMBER(peak_y_n, "N", 4000, 0.08, 1e7, "greatest Fy (FyM), at nominal load") \
    NUMBER(peak_y_double_n, "N", 7310, 0.08, 1e7, "greatest Fy, at double load") \
    NUMBER(peak_slip_y, "1", 0.149, 0.005, 1, "slip that has the greatest Fy (syM), at nominal load") \
    NUMBER(peak_slip_y_double, "1", 0.185, 0.005, 1, "slip that has the greatest Fy, at double load") \
    NUMBER(slide_y_n, "N", 3330, 0.08, 1e7, "Fy of full sliding (FyS), at nominal load") \
    NUMBER(slide_y_double_n, "N", 6190, 0.08, 1e7, "Fy of full sliding, at double load") \
    NUMBER(slide_slip_y, "1", 0.965, 0.006, 100, \
           "slip from which on Fy is that of full sliding (syS), at nominal load") \
    NUMBER(slide_slip_y_double, "1", 1.07, 0.006, 100, \
           "slip from which on Fy is that of full sliding, at double load") \
    NUMBER(trail_share, "1", 0.178, 0, 1, \
           "pneumatic trail at no slip over the length of the contact patch (n/L), at nominal load") \
    NUMBER(trail_share_double, "1", 0.19, 0, 1, \
           "pneumatic trail at no slip over the length of the contact patch, at double load") \
    NUMBER(zero_trail_slip, "1", 0.163, 0.005, 10, \
           "lateral slip at which the pneumatic trail is 0 (sy0), at nominal load") \
    NUMBER(zero_trail_slip_double, "1", 0.204, 0.005, 10, \
           "lateral slip at which the pneumatic trail is 0, at double load") \
    NUMBER(end_trail_slip, "1", 0.965, 0.005, 100, \
           "lateral slip from which on there is no trail (syE), at nominal load") \
    NUMBER(end_trail_slip_double, "1", 1.07, 0.005, 100, "lateral slip from which on there is no trail, at double load")

#define KAMM_LINEAR_TYRE_FIELDS(NUMBER) \
    NUMBER(cornering_stiffness_per_rad, "1/rad", 16, 0.1, 500, \
           "side force per slip angle, over load; road car 10 to 25") \
    NUMBER(slip_stiffness, "1", 20, 0.1, 500, "longitudinal force per slip ratio, over load; road car 15 to 30") \
    NUMBER(friction_longitudinal, "1", 1, 0.01, 10, \
           "greatest longitudinal force over load; with friction_lateral the same, the friction circle") \
    NUMBER(friction_lateral, "1", 1, 0.01, 10, "greatest side force over load") \
    NUMBER(trail_m, "m", 0.03, 0, 2, "lever of the side force at no slip; falls to 0 where friction is used up") \
    NUMBER(camber_stiffness_per_rad, "1/rad", 0, 0, 10, \
           "side force per camber angle, over load (full); it lags as the force of the slip does, or as " \
           "camber_response says; a motorcycle has about 1") \
    NUMBER(turn_slip, "1", 1, 0, 10, \
           "factor on the moment with which the contact patch resists being turned about its normal (full); 0: " \
           "contact in a point")

#define KAMM_TYRE_LEAN_FIELDS(NUMBER, CHOICE, GROUP) \
    GROUP(motorcycle, motorcycle_tyre, "coefficients of the law motorcycle; a 120/70 ZR17 by default") \
    CHOICE(camber_response, KAMM_CAMBER_BY_LAW, KAMM_CAMBER_RESPONSE_CHOICES, \
           "whether the side force by camber lags as that of the slip does (full); by_law: on linear tyres alone") \
    NUMBER(relaxation_growth_s_per_m, "s/m", 0, -0.01, 1, \
           "relative growth of the lateral relaxation length with speed (full); a motorcycle has 0 to 0.005") \
    NUMBER(relaxation_growth_s2_per_m2, "s2/m2", 0, 0, 0.1, \
           "relative growth of the lateral relaxation length with the speed squared (full); a motorcycle has 1e-4 to " \
           "2e-4")

#define KAMM_TYRE_GENERAL_FIELDS(NUMBER, CHOICE, TEXT) \
    TEXT(name, 64, "name of the tyre") \
    CHOICE(magic_formula, KAMM_MF_62, KAMM_MAGIC_FORMULA_CHOICES, \
           "version of the Magic Formula that the coefficients belong to") \
    CHOICE(side, KAMM_TYRE_LEFT, KAMM_TYRE_SIDE_CHOICES, \
           "side of the car that was measured; on the other the tyre is mirrored; symmetric leaves out ply steer " \
           "and conicity") \
    NUMBER(test_speed_mps, "m/s", 16.7, 0.04, 300, "speed of the measurement (LONGVL)") \
    NUMBER(low_speed_mps, "m/s", 1, 0.004, 40, "speed below which offsets and trail fade out (VXLOW)")

#define KAMM_TYRE_BODY_FIELDS(NUMBER) \
    NUMBER(unloaded_radius_m, "m", 0.3135, 0.006, 8, "free radius at rest") \
    NUMBER(width_m, "m", 0.205, 0.002, 5, "nominal section width") \
    NUMBER(aspect_ratio, "1", 0.6, 0.05, 1.5, "section height over section width") \
    NUMBER(crown_radius_m, "m", 0, 0, 8, \
           "radius of the tread's cross-section, on which the contact moves sideways as the wheel leans; 0: half of " \
           "the width; at most half of the radius counts") \
    NUMBER(rim_radius_m, "m", 0.1905, 0.002, 5, "nominal rim radius") \
    NUMBER(rim_width_m, "m", 0.152, 0.002, 5, "rim width") \
    NUMBER(inflation_pressure_pa, "Pa", 220000, 200, 5e6, "inflation pressure in use") \
    NUMBER(nominal_pressure_pa, "Pa", 220000, 200, 5e6, "inflation pressure of the measurement") \
    NUMBER(mass_kg, "kg", 9.3, 0.0008, 20000, "mass of the tyre without its rim") \
    NUMBER(ixx_kgm2, "kg.m2", 0.391, 0, 1e5, "moment of inertia about a diameter") \
    NUMBER(iyy_kgm2, "kg.m2", 0.736, 0, 1e5, "moment of inertia about the axle") \
    NUMBER(nominal_load_n, "N", 4000, 0.08, 5e6, "load that the coefficients refer to (FNOMIN)") \
    NUMBER(vertical_stiffness_n_per_m, "N/m", 200000, 40, 1e8, "vertical stiffness at nominal load and pressure") \
    NUMBER(vertical_damping_ns_per_m, "N.s/m", 50, 0, 1e6, "vertical damping; a car's tyre has 50 to 500") \
    NUMBER(standing_damping_s, "s", 0.015, 0, 0.2, \
           "vertical damping of the standing tyre over its stiffness, which fades as it rolls; 0.005 to 0.02") \
    NUMBER(breff, "1", 8.4, 0, 1000, "low-load slope of the effective rolling radius") \
    NUMBER(dreff, "1", 0.27, -10, 10, "peak value of the effective rolling radius") \
    NUMBER(freff, "1", 0.07, -10, 10, "high-load slope of the effective rolling radius") \
    NUMBER(q_re0, "1", 1, 0.5, 2, "free radius over nominal radius") \
    NUMBER(q_v1, "1", 0, -0.001, 0.005, "growth of the radius with speed") \
    NUMBER(q_v2, "1", 0, -0.01, 1, "growth of vertical stiffness with speed") \
    NUMBER(q_fz1, "1", 0, 0, 500, "linear term of load against deflection; 0: from the vertical stiffness") \
    NUMBER(q_fz2, "1", 1e-4, 0, 500, "quadratic term of load against deflection") \
    NUMBER(pfz1, "1", 0, -20, 20, "pressure on vertical stiffness") \
    NUMBER(bottom_offset_m, "m", 0.01, 0, 3, "distance to the rim at which the tyre bottoms") \
    NUMBER(bottom_stiffness_n_per_m, "N/m", 2e6, 0, 2e9, \
           "stiffness of the bottomed tyre; 0: ten times the vertical stiffness") \
    NUMBER(longitudinal_stiffness_n_per_m, "N/m", 0, 0, 1e8, \
           "carcass stiffness along x; 0: from a relaxation length of 0.72 of the radius, or ptx1") \
    NUMBER(lateral_stiffness_n_per_m, "N/m", 0, 0, 1e8, \
           "carcass stiffness along y; 0: from a relaxation length of 1.08 of the radius, or pty1") \
    NUMBER(pcfx1, "1", 0, -10, 10, "longitudinal carcass stiffness: linear in load") \
    NUMBER(pcfx2, "1", 0, -10, 10, "longitudinal carcass stiffness: quadratic in load") \
    NUMBER(pcfx3, "1", 0, -10, 10, "longitudinal carcass stiffness: linear in pressure") \
    NUMBER(pcfy1, "1", 0, -10, 10, "lateral carcass stiffness: linear in load") \
    NUMBER(pcfy2, "1", 0, -10, 10, "lateral carcass stiffness: quadratic in load") \
    NUMBER(pcfy3, "1", 0, -10, 10, "lateral carcass stiffness: linear in pressure") \
    NUMBER(q_ra1, "1", 0.5, -20, 20, "contact length: square-root term") \
    NUMBER(q_ra2, "1", 1, -20, 20, "contact length: linear term") \
    NUMBER(q_rb1, "1", 1, -20, 20, "contact width: root term") \
    NUMBER(q_rb2, "1", -1, -20, 20, "contact width: linear term")

#define KAMM_TYRE_RANGE_FIELDS(NUMBER) \
    NUMBER(pressure_min_pa, "Pa", 10000, 0, 1e6, "lowest valid pressure (PRESMIN)") \
    NUMBER(pressure_max_pa, "Pa", 1e6, 200, 1e7, "highest valid pressure (PRESMAX)") \
    NUMBER(load_min_n, "N", 100, 0, 2e5, "lowest valid load (FZMIN)") \
    NUMBER(load_max_n, "N", 10000, 0.1, 2e8, "highest valid load (FZMAX)") \
    NUMBER(slip_ratio_min, "1", -1.5, -100, 0, "lowest valid slip ratio (KPUMIN); at least 0.05 counts") \
    NUMBER(slip_ratio_max, "1", 1.5, 0, 100, "highest valid slip ratio (KPUMAX); at least 0.05 counts") \
    NUMBER(slip_angle_min_rad, "rad", -1.5, -1.5708, 0, "lowest valid slip angle (ALPMIN); at least 0.05 counts") \
    NUMBER(slip_angle_max_rad, "rad", 1.5, 0, 1.5708, "highest valid slip angle (ALPMAX); at least 0.05 counts") \
    NUMBER(camber_min_rad, "rad", -0.175, -1.5708, 0, "lowest valid camber (CAMMIN)") \
    NUMBER(camber_max_rad, "rad", 0.175, 0, 1.5708, "highest valid camber (CAMMAX)")

#define KAMM_TYRE_SCALE_FIELDS(NUMBER) \
    NUMBER(lfzo, "1", 1, 0.05, 20, "scales the nominal load") \
    NUMBER(lcx, "1", 1, 0.01, 2, "scales the shape factor of Fx") \
    NUMBER(lmux, "1", 1, 0.001, 10, "scales the friction of Fx") \
    NUMBER(lex, "1", 1, -10, 10, "scales the curvature of Fx") \
    NUMBER(lkx, "1", 1, 0.01, 10, "scales the slip stiffness") \
    NUMBER(lhx, "1", 1, -10, 10, "scales the horizontal shift of Fx") \
    NUMBER(lvx, "1", 1, -10, 10, "scales the vertical shift of Fx") \
    NUMBER(lgax, "1", 1, -10, 10, "5.2: scales camber in Fx") \
    NUMBER(lcy, "1", 1, 0.01, 2, "scales the shape factor of Fy") \
    NUMBER(lmuy, "1", 1, 0.001, 10, "scales the friction of Fy") \
    NUMBER(ley, "1", 1, -10, 10, "scales the curvature of Fy") \
    NUMBER(lky, "1", 1, 0.01, 10, "scales the cornering stiffness") \
    NUMBER(lkyc, "1", 1, -10, 10, "scales the camber stiffness of Fy") \
    NUMBER(lkzc, "1", 1, -10, 10, "scales the camber stiffness of Mz") \
    NUMBER(lhy, "1", 1, -10, 10, "scales the horizontal shift of Fy") \
    NUMBER(lvy, "1", 1, -10, 10, "scales the vertical shift of Fy") \
    NUMBER(lgay, "1", 1, -10, 10, "5.2: scales camber in Fy") \
    NUMBER(ltr, "1", 1, -10, 10, "scales the pneumatic trail") \
    NUMBER(lres, "1", 1, -10, 10, "scales the residual moment") \
    NUMBER(lgaz, "1", 1, -10, 10, "5.2: scales camber in Mz") \
    NUMBER(lxal, "1", 1, 0, 10, "scales the effect of slip angle on Fx") \
    NUMBER(lyka, "1", 1, 0, 10, "scales the effect of slip ratio on Fy") \
    NUMBER(lvyka, "1", 1, -10, 10, "scales the side force by slip ratio") \
    NUMBER(ls, "1", 1, -10, 10, "scales the lever of Fx in Mz") \
    NUMBER(lsgkp, "1", 1, 0.01, 10, "5.2: scales the longitudinal relaxation length") \
    NUMBER(lsgal, "1", 1, 0.01, 10, "5.2: scales the lateral relaxation length") \
    NUMBER(lmx, "1", 1, -10, 10, "scales the overturning moment") \
    NUMBER(lvmx, "1", 1, -10, 10, "scales the offset of the overturning moment") \
    NUMBER(lmy, "1", 1, 0, 10, "scales the rolling resistance") \
    NUMBER(lmuv, "1", 0, 0, 100, \
           "decay of friction with the tyre's sliding speed, over test_speed_mps; rung full; 0: none")

#define KAMM_TYRE_LONGITUDINAL_FIELDS(NUMBER) \
    NUMBER(pcx1, "1", 1.65, -2.5, 2.5, "Fx: shape factor, of either sign; not 0") \
    NUMBER(pdx1, "1", 1.3, -10, 10, \
           "Fx: friction at nominal load; if it is negative, the sign of pdx2 changes too; not 0") \
    NUMBER(pdx2, "1", -0.15, -5, 5, "Fx: friction, linear in load") \
    NUMBER(pdx3, "1", 0, -100, 100, "Fx: friction, camber squared") \
    NUMBER(pex1, "1", 0, -1e4, 1e4, "Fx: curvature at nominal load") \
    NUMBER(pex2, "1", 0, -1e4, 1e4, "Fx: curvature, linear in load") \
    NUMBER(pex3, "1", 0, -1e4, 1e4, "Fx: curvature, quadratic in load") \
    NUMBER(pex4, "1", 0, -1e4, 1e4, "Fx: curvature, driving against braking") \
    NUMBER(pkx1, "1", 20, 0, 1000, "slip stiffness over load at nominal load; at least 0.1") \
    NUMBER(pkx2, "1", 0, -300, 300, "slip stiffness, linear in load") \
    NUMBER(pkx3, "1", 0, -3, 3, "slip stiffness, exponent of load") \
    NUMBER(phx1, "1", 0, -0.1, 0.1, "Fx: horizontal shift") \
    NUMBER(phx2, "1", 0, -0.1, 0.1, "Fx: horizontal shift, linear in load") \
    NUMBER(pvx1, "1", 0, -0.3, 0.3, "Fx: vertical shift") \
    NUMBER(pvx2, "1", 0, -0.3, 0.3, "Fx: vertical shift, linear in load") \
    NUMBER(ppx1, "1", 0, -20, 20, "slip stiffness, linear in pressure") \
    NUMBER(ppx2, "1", 0, -20, 20, "slip stiffness, quadratic in pressure") \
    NUMBER(ppx3, "1", 0, -20, 20, "Fx: friction, linear in pressure") \
    NUMBER(ppx4, "1", 0, -20, 20, "Fx: friction, quadratic in pressure") \
    NUMBER(rbx1, "1", 20, -1e4, 1e4, "combined Fx: slope") \
    NUMBER(rbx2, "1", 15, -1e4, 1e4, "combined Fx: slope against slip ratio") \
    NUMBER(rbx3, "1", 0, -1e4, 1e4, "combined Fx: slope, camber squared") \
    NUMBER(rcx1, "1", 1, -5, 5, "combined Fx: shape factor") \
    NUMBER(rex1, "1", 0, -1e4, 1e4, "combined Fx: curvature") \
    NUMBER(rex2, "1", 0, -1e4, 1e4, "combined Fx: curvature, linear in load") \
    NUMBER(rhx1, "1", 0, -1, 1, "combined Fx: shift") \
    NUMBER(ptx1, "1", 0, -20, 20, "5.2: longitudinal relaxation length over radius") \
    NUMBER(ptx2, "1", 0, -20, 20, "5.2: longitudinal relaxation length, linear in load") \
    NUMBER(ptx3, "1", 0, -3, 3, "5.2: longitudinal relaxation length, exponent of load")

#define KAMM_TYRE_OVERTURNING_FIELDS(NUMBER) \
    NUMBER(qsx1, "1", 0, -0.5, 0.5, "Mx: offset") \
    NUMBER(qsx2, "1", 0, -3, 3, "Mx: camber") \
    NUMBER(qsx3, "1", 0, -0.5, 0.5, "Mx: side force") \
    NUMBER(qsx4, "1", 5, -100, 100, "Mx: mixed load, side force and camber") \
    NUMBER(qsx5, "1", 1, -6.5, 6.5, "Mx: load in the mixed term") \
    NUMBER(qsx6, "1", 10, -1000, 1000, "Mx: slope of load in the mixed term") \
    NUMBER(qsx7, "1", 0, -5, 5, "Mx: camber in the mixed term") \
    NUMBER(qsx8, "1", 0, -5, 5, "Mx: side force in the mixed term") \
    NUMBER(qsx9, "1", 0.4, -1000, 1000, "Mx: slope of side force in the mixed term") \
    NUMBER(qsx10, "1", 0, -3, 3, "Mx: load with camber") \
    NUMBER(qsx11, "1", 5, -1000, 1000, "Mx: slope of load with camber") \
    NUMBER(qsx12, "1", 0, -10, 10, "Mx: camber squared") \
    NUMBER(qsx13, "1", 0, -0.5, 0.5, "Mx: side force at any load") \
    NUMBER(qsx14, "1", 0, -3, 3, "Mx: side force with camber at any load") \
    NUMBER(ppmx1, "1", 0, -20, 20, "Mx: pressure on the camber term")

#define KAMM_TYRE_LATERAL_FIELDS(NUMBER) \
    NUMBER(pcy1, "1", 1.3, -2.5, 2.5, "Fy: shape factor, of either sign; not 0") \
    NUMBER(pdy1, "1", 1.1, -10, 10, \
           "Fy: friction at nominal load; if it is negative, the signs of pdy2 and rvy1 to rvy3 change too; not 0") \
    NUMBER(pdy2, "1", -0.15, -5, 5, "Fy: friction, linear in load") \
    NUMBER(pdy3, "1", 0, -100, 100, "Fy: friction, camber squared") \
    NUMBER(pey1, "1", 0, -1e4, 1e4, "Fy: curvature at nominal load") \
    NUMBER(pey2, "1", 0, -1e4, 1e4, "Fy: curvature, linear in load") \
    NUMBER(pey3, "1", 0, -1e4, 1e4, "Fy: curvature, one side against the other") \
    NUMBER(pey4, "1", 0, -1e4, 1e4, "Fy: curvature, camber") \
    NUMBER(pey5, "1", 0, -1e4, 1e4, "Fy: curvature, camber squared") \
    NUMBER(pky1, "1", -20, -500, 500, "greatest cornering stiffness over nominal load (negative in ISO-W)") \
    NUMBER(pky2, "1", 1, -100, 100, "load over nominal load at the greatest cornering stiffness") \
    NUMBER(pky3, "1", 0, -20, 20, "cornering stiffness, camber") \
    NUMBER(pky4, "1", 2, -6.5, 6.5, "cornering stiffness, shape over load") \
    NUMBER(pky5, "1", 0, -100, 100, "cornering stiffness, camber squared") \
    NUMBER(pky6, "1", -1, -20, 20, "camber stiffness over load") \
    NUMBER(pky7, "1", 0, -20, 20, "camber stiffness, linear in load") \
    NUMBER(phy1, "1", 0, -0.1, 0.1, "Fy: horizontal shift") \
    NUMBER(phy2, "1", 0, -0.1, 0.1, "Fy: horizontal shift, linear in load") \
    NUMBER(phy3, "1", 0, -2, 2, "5.2: Fy: horizontal shift, camber") \
    NUMBER(pvy1, "1", 0, -0.3, 0.3, "Fy: vertical shift") \
    NUMBER(pvy2, "1", 0, -0.3, 0.3, "Fy: vertical shift, linear in load") \
    NUMBER(pvy3, "1", 0, -10, 10, "Fy: vertical shift, camber") \
    NUMBER(pvy4, "1", 0, -10, 10, "Fy: vertical shift, camber and load") \
    NUMBER(ppy1, "1", 0, -20, 20, "cornering stiffness, pressure") \
    NUMBER(ppy2, "1", 0, -20, 20, "load at the greatest cornering stiffness, pressure") \
    NUMBER(ppy3, "1", 0, -20, 20, "Fy: friction, linear in pressure") \
    NUMBER(ppy4, "1", 0, -20, 20, "Fy: friction, quadratic in pressure") \
    NUMBER(ppy5, "1", 0, -20, 20, "camber stiffness, pressure") \
    NUMBER(rby1, "1", 10, -1e4, 1e4, "combined Fy: slope") \
    NUMBER(rby2, "1", 10, -1e4, 1e4, "combined Fy: slope against slip angle") \
    NUMBER(rby3, "1", 0, -5, 5, "combined Fy: shift of slip angle in the slope") \
    NUMBER(rby4, "1", 0, -1e4, 1e4, "combined Fy: slope, camber squared") \
    NUMBER(rcy1, "1", 1, -5, 5, "combined Fy: shape factor") \
    NUMBER(rey1, "1", 0, -1e4, 1e4, "combined Fy: curvature") \
    NUMBER(rey2, "1", 0, -1e4, 1e4, "combined Fy: curvature, linear in load") \
    NUMBER(rhy1, "1", 0, -1, 1, "combined Fy: shift") \
    NUMBER(rhy2, "1", 0, -1, 1, "combined Fy: shift, linear in load") \
    NUMBER(rvy1, "1", 0, -10, 10, "side force by slip ratio") \
    NUMBER(rvy2, "1", 0, -10, 10, "side force by slip ratio, linear in load") \
    NUMBER(rvy3, "1", 0, -1000, 1000, "side force by slip ratio, camber") \
    NUMBER(rvy4, "1", 20, -1e4, 1e4, "side force by slip ratio, slip angle") \
    NUMBER(rvy5, "1", 2, -100, 100, \
           "side force by slip ratio, shape; most tyres about 2, some measured ones 20 to 30") \
    NUMBER(rvy6, "1", 10, -1e4, 1e4, "side force by slip ratio, slope") \
    NUMBER(pty1, "1", 0, -20, 20, "5.2: greatest lateral relaxation length over radius") \
    NUMBER(pty2, "1", 0, -100, 100, "5.2: load over nominal load at the greatest lateral relaxation length")

#define KAMM_TYRE_ROLLING_FIELDS(NUMBER) \
    NUMBER(qsy1, "1", 0.01, -1, 1, "rolling resistance at nominal load") \
    NUMBER(qsy2, "1", 0, -0.3, 0.3, "rolling resistance, longitudinal force") \
    NUMBER(qsy3, "1", 4e-4, -0.1, 0.1, "rolling resistance, linear in speed") \
    NUMBER(qsy4, "1", 4e-5, -0.01, 0.01, "rolling resistance, fourth power of speed") \
    NUMBER(qsy5, "1", 0, -10, 10, "rolling resistance, camber squared") \
    NUMBER(qsy6, "1", 0, -10, 10, "rolling resistance, load and camber squared") \
    NUMBER(qsy7, "1", 0.85, 0, 3, "rolling resistance, exponent of load") \
    NUMBER(qsy8, "1", -0.4, -10, 10, "rolling resistance, exponent of pressure")

#define KAMM_TYRE_ALIGNING_FIELDS(NUMBER) \
    NUMBER(qbz1, "1", 10, -1000, 1000, "trail: slope at nominal load") \
    NUMBER(qbz2, "1", 0, -1000, 1000, "trail: slope, linear in load") \
    NUMBER(qbz3, "1", 0, -1000, 1000, "trail: slope, quadratic in load") \
    NUMBER(qbz4, "1", 0, -100, 100, "trail: slope, camber") \
    NUMBER(qbz5, "1", 0, -100, 100, "trail: slope, camber's magnitude") \
    NUMBER(qbz9, "1", 10, -1000, 1000, "residual moment: slope") \
    NUMBER(qbz10, "1", 0, -1000, 1000, "residual moment: slope by cornering stiffness") \
    NUMBER(qcz1, "1", 1.1, -100, 100, "trail: shape factor; most tyres 1 to 1.3") \
    NUMBER(qdz1, "1", 0.12, -1, 1, "trail: peak over radius at nominal load") \
    NUMBER(qdz2, "1", 0, -1, 1, "trail: peak, linear in load") \
    NUMBER(qdz3, "1", 0, -20, 20, "trail: peak, camber") \
    NUMBER(qdz4, "1", 0, -100, 100, "trail: peak, camber squared") \
    NUMBER(qdz6, "1", 0, -0.3, 0.3, "residual moment: peak") \
    NUMBER(qdz7, "1", 0, -0.3, 0.3, "residual moment: peak, linear in load") \
    NUMBER(qdz8, "1", -0.05, -5, 5, "residual moment: camber") \
    NUMBER(qdz9, "1", 0, -5, 5, "residual moment: camber and load") \
    NUMBER(qdz10, "1", 0, -20, 20, "residual moment: camber squared") \
    NUMBER(qdz11, "1", 0, -20, 20, "residual moment: camber squared and load") \
    NUMBER(qez1, "1", 0, -1e4, 1e4, "trail: curvature at nominal load") \
    NUMBER(qez2, "1", 0, -1e4, 1e4, "trail: curvature, linear in load") \
    NUMBER(qez3, "1", 0, -1e4, 1e4, "trail: curvature, quadratic in load") \
    NUMBER(qez4, "1", 0, -1e4, 1e4, "trail: curvature, one side against the other") \
    NUMBER(qez5, "1", 0, -1e4, 1e4, "trail: curvature, camber") \
    NUMBER(qhz1, "1", 0, -0.3, 0.3, "trail: shift") \
    NUMBER(qhz2, "1", 0, -0.3, 0.3, "trail: shift, linear in load") \
    NUMBER(qhz3, "1", 0, -5, 5, "trail: shift, camber") \
    NUMBER(qhz4, "1", 0, -5, 5, "trail: shift, camber and load") \
    NUMBER(ppz1, "1", 0, -20, 20, "trail: pressure") \
    NUMBER(ppz2, "1", 0, -20, 20, "residual moment: pressure") \
    NUMBER(ssz1, "1", 0, -0.5, 0.5, "lever of Fx over radius") \
    NUMBER(ssz2, "1", 0, -0.5, 0.5, "lever of Fx, side force") \
    NUMBER(ssz3, "1", 0, -5, 5, "lever of Fx, camber") \
    NUMBER(ssz4, "1", 0, -5, 5, "lever of Fx, camber and load")

#define KAMM_TYRE_SPEC_FIELDS(NUMBER, CHOICE, TEXT, GROUP) \
    TEXT(name, 64, "name of the tyre") \
    NUMBER(width_m, "m", 0.205, 0.002, 5, "section width: 0.205 for a 205/55 R16") \
    NUMBER(aspect_ratio, "1", 0.55, 0.05, 1.5, "section height over width: 0.55 for a 205/55 R16") \
    NUMBER(rim_diameter_m, "m", 0.4064, 0.004, 10, "rim diameter: 16 inches are 0.4064 m") \
    NUMBER(inflation_pressure_pa, "Pa", 220000, 200, 5e6, "inflation pressure") \
    NUMBER(nominal_load_n, "N", 4000, 0.08, 5e6, \
           "load at which the numbers below hold; about a quarter of the car's weight") \
    NUMBER(friction_longitudinal, "1", 1.1, 0.05, 5, "peak of Fx over load; road car 1.0 to 1.2, racing slick 1.6") \
    NUMBER(friction_lateral, "1", 1.05, 0.05, 5, "peak of Fy over load; road car 0.95 to 1.1") \
    NUMBER(peak_slip_ratio, "1", 0.1, 0.01, 0.35, "slip ratio at the peak of Fx; road car 0.08 to 0.15") \
    NUMBER(peak_slip_angle_rad, "rad", 0.14, 0.015, 0.45, \
           "slip angle at the peak of Fy; road car 0.10 to 0.18 (6 to 10 degrees)") \
    NUMBER(slide_longitudinal, "1", 0.8, 0.3, 0.98, "Fx of the locked wheel over its peak") \
    NUMBER(slide_lateral, "1", 0.85, 0.3, 0.98, "Fy of a wheel sliding sideways, over its peak") \
    NUMBER(slip_stiffness, "1", 0, 0, 500, \
           "slope of Fx at no slip over load; 0: from peak and slide; road car 15 to 30") \
    NUMBER(cornering_stiffness_per_rad, "1/rad", 0, 0, 500, \
           "slope of Fy at no slip over load; 0: from peak and slide, and with the law motorcycle all of the group " \
           "motorcycle as it is; road car 10 to 25, bicycle 10 to 20") \
    NUMBER(friction_load_sensitivity, "1", -0.1, -1, 0.5, "relative change of friction when the load doubles") \
    NUMBER(cornering_peak_load_ratio, "1", 2, 0.5, 100, \
           "load over nominal load at which cornering stiffness is greatest") \
    NUMBER(camber_stiffness_per_rad, "1/rad", 0.8, 0, 10, \
           "slope of Fy over camber, over load; a motorcycle has about 1") \
    NUMBER(pneumatic_trail_m, "m", 0.03, 0, 2, "lever of the side force at no slip; a car's tyre has 0.02 to 0.04") \
    NUMBER(relaxation_length_m, "m", 0, 0, 20, "lateral relaxation length at nominal load; 0: 1.08 of the radius") \
    NUMBER(vertical_stiffness_n_per_m, "N/m", 200000, 40, 1e8, "vertical stiffness at nominal load") \
    NUMBER(vertical_damping_ns_per_m, "N.s/m", 100, 0, 1e6, "vertical damping") \
    NUMBER(rolling_resistance, "1", 0.01, 0, 1, "rolling resistance over load at low speed; road car 0.007 to 0.012") \
    NUMBER(mass_kg, "kg", 9.5, 0.0008, 20000, "mass of the tyre without its rim") \
    KAMM_TYRE_LAW_FIELDS(CHOICE, GROUP) \
    KAMM_TYRE_LIFE_FIELDS(GROUP) \
    NUMBER(longitudinal_relaxation_length_m, "m", 0, 0, 20, \
           "longitudinal relaxation length at nominal load; 0: 0.72 of the radius") \
    KAMM_TYRE_LEAN_FIELDS(NUMBER, CHOICE, GROUP) \
    NUMBER(crown_radius_m, "m", 0, 0, 8, \
           "radius of the tread's cross-section; 0: half of the width, as most motorcycles' tyres have it") \
    NUMBER(max_camber_rad, "rad", 0, 0, 1.3, \
           "camber up to which the side force grows; 0: 0.175, and 1.05 of the law motorcycle")

#endif
