/* The tables of cargo that moves. vehicle_fields.h says how a table is written, and has all the others. */
#ifndef KAMM_CARGO_FIELDS_H
#define KAMM_CARGO_FIELDS_H

#define KAMM_TANK_CHOICES(WORD)                                                                     \
    WORD(KAMM_TANK_NONE, "none")                                                                    \
    WORD(KAMM_TANK_RECTANGULAR, "rectangular")                                                      \
    WORD(KAMM_TANK_CYLINDER, "cylinder")

/* Equations in src/vehicle/tank_compile.h and src/part/moving_load.h. */
#define KAMM_TANK_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                   \
    CHOICE(shape, KAMM_TANK_NONE, KAMM_TANK_CHOICES,                                                \
           "none; rectangular: a box; cylinder: a round one that lies along the vehicle, with height_m as its diameter")\
    NUMBER(length_m, "m", 3, 0.1, 30, "Inner length of the tank, all compartments")                 \
    NUMBER(width_m, "m", 2, 0.1, 5, "rectangular: inner width of the tank")                         \
    NUMBER(height_m, "m", 1.5, 0.1, 4, "Inner height of the tank; of a cylinder its diameter")      \
    NUMBER(compartments, "1", 1, 1, 20, "Compartments of the same length, one behind the other, filled alike")\
    NUMBER(fill, "1", 0.5, 0.05, 0.95, "Depth of the liquid over height_m")                         \
    NUMBER(density_kgpm3, "kg/m3", 1000, 100, 3000, "Density of the liquid: water 1000, petrol 750, milk 1030")\
    NUMBER(damping_ratio, "1", 0.02, 0, 0.5,                                                        \
           "Damping of the liquid's swing over the critical one: 0.01 to 0.03 in a smooth tank, 0.1 with baffles")\
    NUMBER(middle_behind_front_axle_m, "m", 2, -20, 30, "How far the tank's middle lies behind the front axle")\
    NUMBER(middle_left_m, "m", 0, -2, 2, "How far the tank's middle lies to the left of the middle plane")\
    NUMBER(bottom_height_m, "m", 1, 0, 4, "From the road to the tank's bottom, inside, before the springs sink")

#endif
