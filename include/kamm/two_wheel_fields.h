/* Two-wheel fields: tables of what only vehicles with two single wheels in line have. vehicle_fields.h describes the
 * macros, and has the other tables. */
#ifndef KAMM_TWO_WHEEL_FIELDS_H
#define KAMM_TWO_WHEEL_FIELDS_H

/* Parameters of the steered front. src/part/front_assembly.h has the equations. */
#define KAMM_FRONT_ASSEMBLY_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)         \
    NUMBER(mass_kg, "kg", 0, 0, 1e5,                                                                \
           "Mass that turns with the handlebar: fork, bar, lamp, without axles[0].unsprung_mass_kg. It is part of " \
           "body.mass_kg, and the inertias below of those of the body. A bicycle has 3, a motorcycle 10 to 25; 0: " \
           "no front assembly")                                                                     \
    NUMBER(cg_behind_front_axle_m, "m", 0, -5, 10,                                                  \
           "Distance of that mass's centre of gravity behind the front axle, steered straight")     \
    NUMBER(cg_height_m, "m", 0.7, 0, 10, "Height of that centre of gravity above the road, at rest") \
    NUMBER(roll_inertia_kgm2, "kg.m2", 0.2, 1e-7, 1e6,                                              \
           "Moment of inertia Ixx of that mass about its own centre of gravity, without the wheel"  \
           )                                                                                        \
    NUMBER(pitch_inertia_kgm2, "kg.m2", 0.2, 1e-7, 1e6, "Moment of inertia Iyy of that mass")       \
    NUMBER(yaw_inertia_kgm2, "kg.m2", 0.05, 1e-7, 1e6, "Moment of inertia Izz of that mass")        \
    NUMBER(roll_yaw_product_kgm2, "kg.m2", 0, -1e5, 1e5, "Product of inertia of that mass, integral of x*z") \
    NUMBER(wheel_diametral_inertia_kgm2, "kg.m2", 0, 0, 1e5,                                        \
           "Moment of inertia of the front wheel about a diameter; 0: half of axles[0].wheel_inertia_kgm2, as of a " \
           "thin ring")                                                                             \
    NUMBER(damping_nms_per_rad, "N.m.s/rad", 0, 0, 1e5,                                             \
           "Steering damper, at the steering axis: a bicycle has none, motorcycles 1 to 10")        \
    NUMBER(friction_nm, "N.m", 0, 0, 1e4, "Dry friction of the steering head, at the steering axis; 0 to 1") \
    NUMBER(stop_nm_per_rad, "N.m/rad", 2000, 0, 1e7,                                                \
           "Stiffness of the stops, which begin at steering.lock_rad")                              \
    NUMBER(hands_nm_per_rad, "N.m/rad", 1000, 0, 1e6,                                               \
           "Stiffness with which the rider's hands hold steering_wheel_rad; 1053 by TUM's motorcycle model") \
    NUMBER(hands_nms_per_rad, "N.m.s/rad", 19, 0, 1e5,                                              \
           "Damping of the rider's hands while they hold an angle; 19.3 by TUM's motorcycle model") \
    NUMBER(hands_max_nm, "N.m", 150, 0, 1e5, "Largest torque of that stiffness, either way")

#endif
