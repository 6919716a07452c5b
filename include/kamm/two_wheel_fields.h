/* Two-wheel fields: tables of what only vehicles with two single wheels in line have. vehicle_fields.h and
 * state_fields.h describe the macros, and have the other tables. */
#ifndef KAMM_TWO_WHEEL_FIELDS_H
#define KAMM_TWO_WHEEL_FIELDS_H

/* Parameters of the steered front. src/rungs/full/front.h has the equations. */
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
    NUMBER(hands_max_nm, "N.m", 150, 0, 1e5, "Largest torque of that stiffness, either way")         \
    NUMBER(twist_nm_per_rad, "N.m/rad", 0, 0, 1e8,                                                  \
           "Stiffness of frame and steering head against twist of the whole front, about an axis across the steering " \
           "axis; 30000 to 170000 of motorcycles. 0: rigid")                                        \
    NUMBER(twist_nms_per_rad, "N.m.s/rad", 0, 0, 1e5, "Damping of that twist; about 100")            \
    NUMBER(twist_behind_front_axle_m, "m", 0.35, -5, 10,                                            \
           "Distance behind the front axle of the point on the axis of twist, at rest")             \
    NUMBER(twist_height_m, "m", 0.8, 0, 10, "Height of that point above the road: that of the steering head or below") \
    NUMBER(max_lean_rad, "rad", 0.87, 0.02, 1.3,                                                    \
           "Largest lean on the rungs below full, by ground clearance or the rider; scooters 0.65, tourers 0.6, " \
           "sport motorcycles 0.9. Grip may allow less")

/* Parameters of a swing arm. src/part/swing_arm.h has the equations. */
#define KAMM_SWING_ARM_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)              \
    NUMBER(pivot_ahead_m, "m", 0, 0, 50,                                                            \
           "Distance of the arm's pivot ahead of the wheel's centre, at rest; motorcycles 0.5 to 0.6. 0: no swing " \
           "arm, but the curves of the suspension")                                                 \
    NUMBER(pivot_height_m, "m", 0.4, 0, 50, "Height of the pivot above the road, at rest")          \
    NUMBER(sprocket_ahead_m, "m", 0.08, -50, 50,                                                    \
           "Distance of the gearbox's sprocket ahead of the pivot; 0.06 to 0.1")                    \
    NUMBER(sprocket_height_m, "m", 0.4, 0, 50, "Height of that sprocket's centre above the road, at rest") \
    NUMBER(sprocket_radius_m, "m", 0.04, 0, 10,                                                \
           "Pitch radius of that sprocket; 0.00253 times the number of teeth of a 525 chain")       \
    NUMBER(wheel_sprocket_radius_m, "m", 0, 0, 10,                                                  \
           "Pitch radius of the wheel's sprocket; 0: no chain or belt, but a shaft in the arm or an engine on it, " \
           "whose torque the arm holds")

/* Parameters of the rider's upper body. src/rungs/full/rider.h has the equations. */
#define KAMM_RIDER_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                  \
    NUMBER(mass_kg, "kg", 0, 0, 1e5,                                                                \
           "Mass of the upper body, which leans about an axis along the vehicle at the hip. It is part of " \
           "body.mass_kg, and the inertias below of those of the body. 35 to 50 of an adult; 0: sits rigidly") \
    NUMBER(cg_behind_front_axle_m, "m", 0.8, -5, 10,                                                \
           "Distance of that mass's centre of gravity behind the front axle, upright")              \
    NUMBER(cg_height_m, "m", 1.2, 0, 10, "Height of that centre of gravity above the road, at rest, upright") \
    NUMBER(hip_height_m, "m", 1.0, 0, 10, "Height of the hip's axis above the road, at rest")       \
    NUMBER(roll_inertia_kgm2, "kg.m2", 1.5, 1e-7, 1e6,                                              \
           "Moment of inertia Ixx of that mass about its own centre of gravity")                    \
    NUMBER(pitch_inertia_kgm2, "kg.m2", 1.5, 1e-7, 1e6, "Moment of inertia Iyy of that mass")       \
    NUMBER(yaw_inertia_kgm2, "kg.m2", 1, 1e-7, 1e6, "Moment of inertia Izz of that mass")           \
    NUMBER(roll_yaw_product_kgm2, "kg.m2", 0, -1e5, 1e5, "Product of inertia of that mass, integral of x*z") \
    NUMBER(hip_nm_per_rad, "N.m/rad", 400, 0, 1e6,                                                  \
           "Stiffness with which the hip holds the lean that is asked for; 380 by TUM's motorcycle model, 10000 by " \
           "Koenen's. 0: none")                                                                     \
    NUMBER(hip_nms_per_rad, "N.m.s/rad", 34, 0, 1e5, "Damping of the hip; 34 by TUM's model, 85 by Koenen's") \
    NUMBER(hip_max_nm, "N.m", 200, 0, 1e6, "Largest torque of that stiffness, either way")           \
    NUMBER(lean_limit_rad, "rad", 0.7, 0.01, 1.5, "Lean at which stops begin, either way")          \
    NUMBER(stop_nm_per_rad, "N.m/rad", 2000, 0, 1e7, "Stiffness of these stops")                     \
    NUMBER(whole_mass_kg, "kg", 0, 0, 1e5,                                                          \
           "Mass of the whole rider, part of body.mass_kg with its inertias below: what leaves the machine when he " \
           "is thrown off. 75 of an adult; 0: he stays on it")                                         \
    NUMBER(whole_cg_behind_front_axle_m, "m", 0.8, -5, 10,                                          \
           "Distance of the whole rider's centre of gravity behind the front axle, upright")        \
    NUMBER(whole_cg_height_m, "m", 1.0, 0, 10, "Height of that centre of gravity above the road, at rest") \
    NUMBER(whole_roll_inertia_kgm2, "kg.m2", 7, 1e-7, 1e6,                                          \
           "Moment of inertia Ixx of the whole rider about his own centre of gravity")              \
    NUMBER(whole_pitch_inertia_kgm2, "kg.m2", 7, 1e-7, 1e6, "Moment of inertia Iyy of the whole rider") \
    NUMBER(whole_yaw_inertia_kgm2, "kg.m2", 3, 1e-7, 1e6, "Moment of inertia Izz of the whole rider") \
    NUMBER(whole_roll_yaw_product_kgm2, "kg.m2", 0, -1e5, 1e5,                                      \
           "Product of inertia of the whole rider, integral of x*z")

/* Parameters of a stand. src/rungs/full/stand.h has the equations. */
#define KAMM_STAND_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                  \
    NUMBER(foot_left_m, "m", 0, -5, 5,                                                              \
           "Distance of the foot to the left of the wheels, down; side stands 0.2 to 0.3; negative: on the right. 0: " \
           "no stand")                                                                              \
    NUMBER(foot_behind_front_axle_m, "m", 0.75, -5, 10, "Distance of the foot behind the front axle") \
    NUMBER(foot_height_m, "m", 0.05, -1, 5,                                                         \
           "Height of the foot above the road while the machine stands upright with its rider, at rest. Side stands " \
           "have -0.05 to 0.05, since springs rise without him; a centre stand is lower by what it lifts") \
    FLAG(both_sides, 0, "1: a centre stand, with another foot on the other side")                   \
    NUMBER(foot_stiffness_n_per_m, "N/m", 80000, 1e-3, 1e9,                                         \
           "Stiffness of a foot with its leg and frame, in any direction")                          \
    NUMBER(foot_friction, "1", 0.7, 0, 3, "Friction of a foot on the ground; the ground's own is not used")

/* States, as in state_fields.h: of the steered front, and of the rider who leans. */
#define KAMM_FRONT_ASSEMBLY_STATES(FIELD)                                                            \
    FIELD(last_steering_acceleration_radps2, "rad/s2", 0, -1e7, 1e7, FRONT_ASSEMBLY,                \
          "Angular acceleration of the front assembly about the steering axis over the last substep")  \
    FIELD(twist_rad, "rad", 0, -60, 60, FRONT_TWIST,                                                \
          "Twist of the front assembly against the body, positive to the right")                     \
    FIELD(twist_rate_radps, "rad/s", 0, -1e3, 1e3, FRONT_TWIST, "Rate of twist_rad")                 \
    FIELD(last_twist_acceleration_radps2, "rad/s2", 0, -1e7, 1e7, FRONT_TWIST,                      \
          "Angular acceleration of the twist over the last substep")

#define KAMM_RIDER_STATES(FIELD)                                                                     \
    FIELD(upper_body_rad, "rad", 0, -60, 60, RIDER,                                                 \
          "Lean of the rider's upper body against the vehicle's body, positive to the right")        \
    FIELD(upper_body_rate_radps, "rad/s", 0, -1e3, 1e3, RIDER, "Rate of upper_body_rad")             \
    FIELD(last_upper_body_acceleration_radps2, "rad/s2", 0, -1e7, 1e7, RIDER,                       \
          "Angular acceleration of that lean over the last substep")

/* … of a rider who may be thrown off, and of the feet of a stand. */
#define KAMM_THROWN_STATES(FIELD)                                                                    \
    FIELD(rider_thrown, "1", 0, 0, 1, THROWN, "full: 1 while the rider is thrown off the machine")

#define KAMM_STAND_STATES(FIELD)                                                                     \
    FIELD(foot_scrape_x_m, "m", 0, -3, 3, STAND,                                                    \
          "full: elastic deflection of a stand's foot that touches, along the body x axis")          \
    FIELD(foot_scrape_y_m, "m", 0, -3, 3, STAND, "full: the same along the body y axis")             \
    FIELD(foot_scrape_z_m, "m", 0, -3, 3, STAND, "full: the same along the body z axis")             \
    FIELD(foot_depth_m, "m", 0, 0, 30, STAND, "full: penetration of a stand's foot into the ground") \
    FIELD(other_foot_scrape_x_m, "m", 0, -3, 3, STAND, "full: foot_scrape_x_m of the foot on the other side") \
    FIELD(other_foot_scrape_y_m, "m", 0, -3, 3, STAND, "full: foot_scrape_y_m of the foot on the other side") \
    FIELD(other_foot_scrape_z_m, "m", 0, -3, 3, STAND, "full: foot_scrape_z_m of the foot on the other side") \
    FIELD(other_foot_depth_m, "m", 0, 0, 30, STAND, "full: foot_depth_m of the foot on the other side")

#define KAMM_LEAN_STATES(FIELD)                                                                      \
    FIELD(lean_rad, "rad", 0, -1.6, 1.6, LEAN,                                                      \
          "kinematic, single_track: lean of a two-wheeler against its road, positive to the right")  \
    FIELD(lean_rate_radps, "rad/s", 0, -1e3, 1e3, LEAN, "kinematic, single_track: rate of lean_rad") \
    FIELD(asked_steer_rad, "rad", 0, -60, 60, LEAN,                                                 \
          "kinematic, single_track: steering angle that a two-wheeler's rider is asked for; he steers steering_rad")

#endif
