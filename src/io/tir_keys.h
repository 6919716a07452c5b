/* Keys of .tir files. A dimensionless key is its field's name in capitals and needs no entry here. */
#ifndef KAMM_IO_TIR_KEYS_H
#define KAMM_IO_TIR_KEYS_H

/* KEY(key, field, powers of length, force, angle, mass, time and pressure). PAC2002 has names of its own for some. */
/* clang-format off */
#define KAMM_TIR_KEYS(KEY) \
    KEY(LONGVL, test_speed_mps, 1, 0, 0, 0, -1) \
    KEY(VXLOW, low_speed_mps, 1, 0, 0, 0, -1) \
    KEY(UNLOADED_RADIUS, unloaded_radius_m, 1, 0, 0, 0, 0) \
    KEY(WIDTH, width_m, 1, 0, 0, 0, 0) \
    KEY(CROWN_RADIUS, crown_radius_m, 1, 0, 0, 0, 0) \
    KEY(RIM_RADIUS, rim_radius_m, 1, 0, 0, 0, 0) \
    KEY(RIM_WIDTH, rim_width_m, 1, 0, 0, 0, 0) \
    KEY(INFLPRES, inflation_pressure_pa, 0, 0, 0, 0, 0, 1) \
    KEY(NOMPRES, nominal_pressure_pa, 0, 0, 0, 0, 0, 1) \
    KEY(IP, inflation_pressure_pa, 0, 0, 0, 0, 0, 1) \
    KEY(IP_NOM, nominal_pressure_pa, 0, 0, 0, 0, 0, 1) \
    KEY(LKYC, lkyc, 0, 0, 0, 0, 0) \
    KEY(LKG, lkyc, 0, 0, 0, 0, 0) \
    KEY(LKYG, lkyc, 0, 0, 0, 0, 0) \
    KEY(LKC, lkyc, 0, 0, 0, 0, 0) \
    KEY(MASS, mass_kg, 0, 0, 0, 1, 0) \
    KEY(IXX, ixx_kgm2, 2, 0, 0, 1, 0) \
    KEY(IYY, iyy_kgm2, 2, 0, 0, 1, 0) \
    KEY(FNOMIN, nominal_load_n, 0, 1, 0, 0, 0) \
    KEY(VERTICAL_STIFFNESS, vertical_stiffness_n_per_m, -1, 1, 0, 0, 0) \
    KEY(VERTICAL_DAMPING, vertical_damping_ns_per_m, -1, 1, 0, 0, 1) \
    KEY(BOTTOM_OFFST, bottom_offset_m, 1, 0, 0, 0, 0) \
    KEY(BOTTOM_STIFF, bottom_stiffness_n_per_m, -1, 1, 0, 0, 0) \
    KEY(LONGITUDINAL_STIFFNESS, longitudinal_stiffness_n_per_m, -1, 1, 0, 0, 0) \
    KEY(LATERAL_STIFFNESS, lateral_stiffness_n_per_m, -1, 1, 0, 0, 0) \
    KEY(PRESMIN, pressure_min_pa, 0, 0, 0, 0, 0, 1) \
    KEY(PRESMAX, pressure_max_pa, 0, 0, 0, 0, 0, 1) \
    KEY(FZMIN, load_min_n, 0, 1, 0, 0, 0) \
    KEY(FZMAX, load_max_n, 0, 1, 0, 0, 0) \
    KEY(KPUMIN, slip_ratio_min, 0, 0, 0, 0, 0) \
    KEY(KPUMAX, slip_ratio_max, 0, 0, 0, 0, 0) \
    KEY(ALPMIN, slip_angle_min_rad, 0, 0, 1, 0, 0) \
    KEY(ALPMAX, slip_angle_max_rad, 0, 0, 1, 0, 0) \
    KEY(CAMMIN, camber_min_rad, 0, 0, 1, 0, 0) \
    KEY(CAMMAX, camber_max_rad, 0, 0, 1, 0, 0)

/* UNIT(kind, word, SI value); words as they are after capitals, '-' and '_' are taken away. */
#define KAMM_TIR_UNITS(UNIT) \
    UNIT(LENGTH, "meter", 1) UNIT(LENGTH, "metre", 1) UNIT(LENGTH, "meters", 1) UNIT(LENGTH, "m", 1) \
    UNIT(LENGTH, "mm", 0.001) UNIT(LENGTH, "millimeter", 0.001) UNIT(LENGTH, "millimetre", 0.001) \
    UNIT(LENGTH, "cm", 0.01) UNIT(LENGTH, "centimeter", 0.01) UNIT(LENGTH, "centimetre", 0.01) \
    UNIT(LENGTH, "km", 1000) UNIT(LENGTH, "kilometer", 1000) UNIT(LENGTH, "kilometre", 1000) \
    UNIT(LENGTH, "inch", 0.0254) UNIT(LENGTH, "in", 0.0254) UNIT(LENGTH, "foot", 0.3048) \
    UNIT(LENGTH, "feet", 0.3048) UNIT(LENGTH, "ft", 0.3048) UNIT(LENGTH, "mile", 1609.344) \
    UNIT(FORCE, "newton", 1) UNIT(FORCE, "n", 1) UNIT(FORCE, "kn", 1000) UNIT(FORCE, "knewton", 1000) \
    UNIT(FORCE, "kilonewton", 1000) UNIT(FORCE, "poundforce", 4.4482216152605) \
    UNIT(FORCE, "pound", 4.4482216152605) UNIT(FORCE, "lbf", 4.4482216152605) \
    UNIT(FORCE, "kgforce", 9.80665) UNIT(FORCE, "kgf", 9.80665) UNIT(FORCE, "kilogramforce", 9.80665) \
    UNIT(FORCE, "dyne", 1e-5) UNIT(FORCE, "ounceforce", 0.27801385095378125) \
    UNIT(ANGLE, "radians", 1) UNIT(ANGLE, "radian", 1) UNIT(ANGLE, "rad", 1) \
    UNIT(ANGLE, "degrees", 0.017453292519943295) UNIT(ANGLE, "degree", 0.017453292519943295) \
    UNIT(ANGLE, "deg", 0.017453292519943295) \
    UNIT(MASS, "kg", 1) UNIT(MASS, "kilogram", 1) UNIT(MASS, "gram", 0.001) UNIT(MASS, "g", 0.001) \
    UNIT(MASS, "tonne", 1000) UNIT(MASS, "megagram", 1000) UNIT(MASS, "pound", 0.45359237) \
    UNIT(MASS, "poundmass", 0.45359237) UNIT(MASS, "lbm", 0.45359237) UNIT(MASS, "lb", 0.45359237) \
    UNIT(MASS, "slug", 14.593902937206364) UNIT(MASS, "ouncemass", 0.028349523125) \
    UNIT(TIME, "second", 1) UNIT(TIME, "seconds", 1) UNIT(TIME, "sec", 1) UNIT(TIME, "s", 1) \
    UNIT(TIME, "millisecond", 0.001) UNIT(TIME, "ms", 0.001) UNIT(TIME, "minute", 60) \
    UNIT(TIME, "min", 60) UNIT(TIME, "hour", 3600) UNIT(TIME, "h", 3600) \
    UNIT(PRESSURE, "pascal", 1) UNIT(PRESSURE, "pa", 1) UNIT(PRESSURE, "kpa", 1000) \
    UNIT(PRESSURE, "kpascal", 1000) UNIT(PRESSURE, "mpa", 1e6) UNIT(PRESSURE, "bar", 1e5) \
    UNIT(PRESSURE, "psi", 6894.757293168361)

/* Nothing can stand in for these. */
#define KAMM_TIR_ESSENTIAL " UNLOADED_RADIUS FNOMIN PCX1 PDX1 PKX1 PCY1 PDY1 PKY1 PKY2 "

/* Keys of the tyre's body, which the curves of slip do not depend on: where the value makes no sense, a default stands in. */
#define KAMM_TIR_BODY \
    " LONGVL VXLOW WIDTH ASPECT_RATIO CROWN_RADIUS RIM_RADIUS RIM_WIDTH INFLPRES NOMPRES IP IP_NOM MASS IXX IYY" \
    " VERTICAL_STIFFNESS VERTICAL_DAMPING BREFF DREFF FREFF Q_RE0 Q_V1 Q_V2 Q_FZ1 Q_FZ2 PFZ1 BOTTOM_OFFST" \
    " BOTTOM_STIFF LONGITUDINAL_STIFFNESS LATERAL_STIFFNESS PCFX1 PCFX2 PCFX3 PCFY1 PCFY2 PCFY3 Q_RA1 Q_RA2" \
    " Q_RB1 Q_RB2 "

/* Limits of the measurement: of one beyond what a tyre can have, the most that it can have counts. */
#define KAMM_TIR_LIMITS " PRESMIN PRESMAX FZMIN FZMAX KPUMIN KPUMAX ALPMIN ALPMAX CAMMIN CAMMAX "

/* Formats that have the equations and coefficients of version 5.2 and often no FITTYP. */
#define KAMM_TIR_FORMATS_52 " PAC2002 MF_05 MF_5 MF05 MF-TYRE MF_TYRE MF-TYRE52 MF52 "

/* Formats that have the equations of motorcycle tyres. */
#define KAMM_TIR_FORMATS_MOTORCYCLE " PAC_MC PACMC PAC-MC MF-MCTYRE MF_MCTYRE MF-MC MF_MC "

/* Formalities, and parts of the format that only other programs' contact and ring models need. */
#define KAMM_TIR_FORMAL \
    " FILE_TYPE FILE_VERSION FILE_FORMAT PROPERTY_FILE_FORMAT FUNCTION_NAME USER_SUB_ID N_TIRE_STATES" \
    " USE_MODE HMAX_LOCAL TIME_SWITCH_INTEG SWITCH_INTEG ROAD_INCREMENT ROAD_DIRECTION GRAVITY TYRESIDE" \
    " FITTYP TYPE COMMENT BELT_MASS BELT_IXX BELT_IYY MBELT FREQ_LONG FREQ_LAT FREQ_YAW FREQ_WINDUP" \
    " DAMP_LONG DAMP_LAT DAMP_YAW DAMP_WINDUP DAMP_RESIDUAL DAMP_VLOW ELLIPS_SHIFT ELLIPS_LENGTH" \
    " ELLIPS_HEIGHT ELLIPS_ORDER ELLIPS_MAX_STEP ELLIPS_NWIDTH ELLIPS_NLENGTH ENV_C1 ENV_C2 MFSAFE1 MFSAFE2" \
    " MFSAFE3 BELT_DYNAMICS CONTACT_MODEL FE_METHOD LCZ LIP PTX4 PTY3 Q_LBF Q_LOS1 Q_LOS2 Q_LIMP1 Q_LIMP3" \
    " Q_LIMP4 MESSAGES LOCAL_SOLVER LOCAL_SOLVER_HP MC_CONTOUR_A MC_CONTOUR_B "

/* Effects of the format that Kamm does not model: noted where they are not 0. */
#define KAMM_TIR_NOT_MODELLED \
    " Q_FCX Q_FCY Q_FCY2 Q_CAM Q_CAM1 Q_CAM2 Q_CAM3 Q_FYS1 Q_FYS2 Q_FYS3" \
    " YAW_STIFFNESS PCMZ1 Q_BVX Q_BVT LMP LGYR QTZ1 PDXP1 PDXP2 PDXP3 PKYP1 PDYP1 PDYP2 PDYP3 PDYP4" \
    " PHYP1 PHYP2 PHYP3 PHYP4 PECP1 PECP2 QDTP1 QCRP1 QCRP2 QBRP1 QDRP1 Q_A1 Q_A2" \
    " QPX1 QPZ1 QPZ2 DYNAMIC_STIFFNESS DYNAMIC_DAMPING BOTTOMING_RADIUS "

/* Keys that came with 6.1: a 5.2 file does not lack them. */
#define KAMM_TIR_SINCE_61 \
    " INFLPRES NOMPRES PRESMIN PRESMAX MASS IXX IYY Q_RE0 Q_V1 Q_V2 Q_FZ2 PFZ1 BOTTOM_OFFST BOTTOM_STIFF" \
    " LONGITUDINAL_STIFFNESS LATERAL_STIFFNESS PCFX1 PCFX2 PCFX3 PCFY1 PCFY2 PCFY3 Q_RA1 Q_RA2 Q_RB1" \
    " Q_RB2 LKYC LKZC PPX1 PPX2 PPX3 PPX4 RBX3 QSX4 QSX5 QSX6 QSX7 QSX8 QSX9 QSX10 QSX11 QSX12 QSX13" \
    " QSX14 PPMX1 PEY5 PKY4 PKY5 PKY6 PKY7 PPY1 PPY2 PPY3 PPY4 PPY5 RBY4 QSY5 QSY6 QSY7 QSY8 QDZ10" \
    " QDZ11 PPZ1 PPZ2 "

/* Keys that went with 6.1, and those that few files have. */
#define KAMM_TIR_RARE \
    " LMUV CROWN_RADIUS STANDING_DAMPING_S LGAX LGAY LGAZ LSGKP LSGAL PHY3 PTX1 PTX2 PTX3 PTY1 PTY2 Q_FZ1" \
    " RELAXATION_GROWTH_S_PER_M RELAXATION_GROWTH_S2_PER_M2 "
/* clang-format on */

#endif
