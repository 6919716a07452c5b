/* Cargo fields: tables of moving cargo. vehicle_fields.h describes the macros, and has the other tables. */
#ifndef KAMM_CARGO_FIELDS_H
#define KAMM_CARGO_FIELDS_H

#define KAMM_TANK_CHOICES(WORD)                                                                     \
    WORD(KAMM_TANK_NONE, "none")                                                                    \
    WORD(KAMM_TANK_RECTANGULAR, "rectangular")                                                      \
    WORD(KAMM_TANK_CYLINDER, "cylinder")

/* Parameters of a tank. src/vehicle/tank_compile.h and src/part/moving_load.h have the equations. */
#define KAMM_TANK_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                   \
    CHOICE(shape, KAMM_TANK_NONE, KAMM_TANK_CHOICES,                                                \
           "none; rectangular: a box; cylinder: a cylinder along the vehicle, with height_m as its diameter") \
    NUMBER(length_m, "m", 3, 0.02, 80, "Inner length of the tank, all compartments")                 \
    NUMBER(width_m, "m", 2, 0.02, 20, "rectangular: inner width of the tank")                         \
    NUMBER(height_m, "m", 1.5, 0.02, 10, "Inner height of the tank; of a cylinder its diameter")      \
    NUMBER(compartments, "1", 1, 1, 20, "Compartments of equal length and fill, one behind the other") \
    NUMBER(fill, "1", 0.5, 0.05, 0.95, "Depth of the liquid over height_m")                         \
    NUMBER(density_kgpm3, "kg/m3", 1000, 100, 3000, "Density of the liquid: water 1000, petrol 750, milk 1030")\
    NUMBER(damping_ratio, "1", 0.02, 0, 0.5,                                                        \
           "Damping of the sloshing over the critical one: 0.01 to 0.03 in a smooth tank, 0.1 with baffles") \
    NUMBER(middle_behind_front_axle_m, "m", 2, -50, 80, "Distance of the tank's middle behind the front axle") \
    NUMBER(middle_left_m, "m", 0, -5, 5, "Distance of the tank's middle to the left of the middle plane") \
    NUMBER(bottom_height_m, "m", 1, 0, 10, "From the road to the inner bottom of the tank, before the springs deflect")

/* Parameters of a crate, or of pallets that move as one body. src/part/moving_load.h has the equations. */
#define KAMM_SHIFTING_LOAD_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)          \
    NUMBER(mass_kg, "kg", 0, 0, 1e6, "Mass of the load, which moves as one body; 0: no load")       \
    NUMBER(length_m, "m", 1.2, 0.002, 80,                                                           \
           "Length of the load, for its inertia: a homogeneous box. A Euro pallet has 1.2")         \
    NUMBER(width_m, "m", 0.8, 0.002, 20, "Width of the load, for its inertia. A Euro pallet has 0.8")         \
    NUMBER(height_m, "m", 1, 0.002, 20, "Height of the load; its centre of gravity lies in the middle")       \
    NUMBER(middle_behind_front_axle_m, "m", 2, -50, 80,                                             \
           "Distance of the load's middle behind the front axle, at the start")                     \
    NUMBER(middle_left_m, "m", 0, -8, 8,                                                            \
           "Distance of the load's middle to the left of the middle plane, at the start")           \
    NUMBER(floor_height_m, "m", 1, 0, 10, "From the road to the floor below the load, before the springs deflect") \
    NUMBER(friction, "1", 0.3, 0, 2,                                                                \
           "Friction on the floor (CTU code, appendix 2): sawn timber on plywood 0.45, on grooved aluminium 0.4, on " \
           "steel 0.3; plastic pallet 0.15 to 0.2; anti-slip mat 0.6")                              \
    NUMBER(lashing_n, "N", 0, 0, 2e7,                                                               \
           "Force of pre-tensioned lashings that presses the load to the floor. Each lashing over the top adds " \
           "twice its tension times the sine of its angle to the floor; a ratchet gives 2500 to 5000 N") \
    NUMBER(gap_front_m, "m", 0.5, 0, 80,                                                            \
           "Free travel forwards, up to the stop; a direction without free travel either way is blocked") \
    NUMBER(gap_rear_m, "m", 0.5, 0, 80, "Free travel backwards, up to the stop")                    \
    NUMBER(gap_left_m, "m", 0.3, 0, 20, "Free travel to the left, up to the stop")                  \
    NUMBER(gap_right_m, "m", 0.3, 0, 20, "Free travel to the right, up to the stop")                \
    NUMBER(stop_n_per_m, "N/m", 5e5, 40, 7e8,                                                       \
           "Stiffness of the stops, up to the limit by the substep. By EN 12642 code L a headboard carries 50 kN, " \
           "at some 0.1 m of deflection")                                                           \
    NUMBER(stop_damping_ratio, "1", 0.5, 0.1, 2,                                                    \
           "Damping of a stop over the critical one for that mass: 0.3 returns 0.45 of the load's speed, 0.5 " \
           "returns 0.3, 1 returns 0.14")

#endif
