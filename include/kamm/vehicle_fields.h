/* Vehicle fields: tables of all vehicle parameters.
 *
 * Each parameter is declared here, once. The structs in vehicle.h, defaults, JSON reader with its messages, JSON
 * Schema, path setter, `kamm catalog` and reference page are made from it. A table takes one macro per kind of field:
 *
 *     NUMBER(name, unit, default, min, max, doc)             a double
 *     CHOICE(name, default, CHOICES, doc)                    an int32_t: an enumerator of that list of words
 *     FLAG(name, default, doc)                               an int32_t: 0 or 1
 *     TEXT(name, size, doc)                                  a char[size]
 *     NUMBERS(name, max_count, unit, min, max, doc)          a double[max_count] and name_count
 *     CURVE(name, x, x_unit, y, y_unit, doc)                 a kamm_curve; empty by default
 *     GROUP(name, type, doc)                                 a struct kamm_<type>_def
 *     LIST(name, type, min_count, max_count, doc)            an array of them and name_count
 *
 * Units are SI and part of the names. Files may use other units by the end of the key: mm for a length, deg for an
 * angle, kmh for a speed, rpm for a rotational speed and others.
 */
#ifndef KAMM_VEHICLE_FIELDS_H
#define KAMM_VEHICLE_FIELDS_H

#include <kamm/aids_fields.h>
#include <kamm/driveline_fields.h>
#include <kamm/electric_fields.h>
#include <kamm/hardpoint_fields.h>
#include <kamm/cargo_fields.h>
#include <kamm/hitch_fields.h>
#include <kamm/suspension_fields.h>
#include <kamm/two_wheel_fields.h>

/* Words of the choices: WORD(enumerator, "word in files"), numbered from 0. The enums in vehicle.h, and the words of
 * readers, schema and messages are made from them. New words come last, because files and hosts may know a word by its
 * number. */
#define KAMM_WHEELS_CHOICES(WORD)                                                                   \
    WORD(KAMM_WHEELS_SINGLE, "single")                                                              \
    WORD(KAMM_WHEELS_PAIR, "pair")                                                                  \
    WORD(KAMM_WHEELS_TWIN, "twin")
#define KAMM_DIFFERENTIAL_CHOICES(WORD)                                                             \
    WORD(KAMM_DIFFERENTIAL_OPEN, "open")                                                            \
    WORD(KAMM_DIFFERENTIAL_LOCKED, "locked")                                                        \
    WORD(KAMM_DIFFERENTIAL_LIMITED_SLIP, "limited_slip")
#define KAMM_INTER_AXLE_CHOICES(WORD)                                                               \
    WORD(KAMM_INTER_AXLE_OPEN, "open")                                                              \
    WORD(KAMM_INTER_AXLE_LOCKED, "locked")
#define KAMM_TRANSFER_CHOICES(WORD)                                                                 \
    WORD(KAMM_TRANSFER_OPEN, "open")                                                                \
    WORD(KAMM_TRANSFER_LOCKED, "locked")                                                            \
    WORD(KAMM_TRANSFER_LIMITED_SLIP, "limited_slip")                                                \
    WORD(KAMM_TRANSFER_CLUTCH, "clutch")
#define KAMM_OUTPUT_CHOICES(WORD)                                                                   \
    WORD(KAMM_OUTPUT_FRONT, "front")                                                                \
    WORD(KAMM_OUTPUT_REAR, "rear")
#define KAMM_ABS_CHOICES(WORD)                                                                      \
    WORD(KAMM_ABS_SLIP, "slip")                                                                     \
    WORD(KAMM_ABS_CYCLES, "cycles")
#define KAMM_GEARBOX_CHOICES(WORD)                                                                  \
    WORD(KAMM_GEARBOX_MANUAL, "manual")                                                             \
    WORD(KAMM_GEARBOX_SEQUENTIAL, "sequential")                                                     \
    WORD(KAMM_GEARBOX_AUTOMATIC, "automatic")                                                       \
    WORD(KAMM_GEARBOX_CVT, "cvt")                                                                   \
    WORD(KAMM_GEARBOX_DUAL_CLUTCH, "dual_clutch")
#define KAMM_SHIFT_MAP_CHOICES(WORD)                                                                \
    WORD(KAMM_SHIFT_MAP_COMFORT, "comfort")                                                         \
    WORD(KAMM_SHIFT_MAP_SPORT, "sport")
#define KAMM_ENGINE_CHOICES(WORD)                                                                   \
    WORD(KAMM_ENGINE_ACROSS, "across")                                                              \
    WORD(KAMM_ENGINE_CLOCKWISE, "clockwise")                                                        \
    WORD(KAMM_ENGINE_ANTICLOCKWISE, "anticlockwise")                                                \
    WORD(KAMM_ENGINE_WITH_WHEELS, "with_wheels")                                                    \
    WORD(KAMM_ENGINE_AGAINST_WHEELS, "against_wheels")
#define KAMM_POINT_CHOICES(WORD)                                                                    \
    WORD(KAMM_POINT_CG, "cg")                                                                       \
    WORD(KAMM_POINT_REAR_AXLE, "rear_axle")                                                         \
    WORD(KAMM_POINT_FRONT_AXLE, "front_axle")                                                       \
    WORD(KAMM_POINT_BOX_CENTRE, "box_centre")
#define KAMM_FRICTION_CHOICES(WORD)                                                                 \
    WORD(KAMM_FRICTION_CAPPED, "capped")                                                            \
    WORD(KAMM_FRICTION_LINEAR, "linear")
#define KAMM_EQUATIONS_CHOICES(WORD)                                                                \
    WORD(KAMM_EQUATIONS_CAPPED, "capped")                                                           \
    WORD(KAMM_EQUATIONS_LINEAR, "linear")                                                           \
    WORD(KAMM_EQUATIONS_COMMONROAD, "commonroad")
#define KAMM_TRACK_TYRE_CHOICES(WORD)                                                               \
    WORD(KAMM_TRACK_TYRE_CAPPED, "capped")                                                          \
    WORD(KAMM_TRACK_TYRE_MAGIC_FORMULA, "magic_formula")

#define KAMM_HITCH_CHOICES(WORD)                                                                    \
    WORD(KAMM_HITCH_NONE, "none")                                                                   \
    WORD(KAMM_HITCH_BALL, "ball")                                                                   \
    WORD(KAMM_HITCH_FIFTH_WHEEL, "fifth_wheel")
#define KAMM_TRAILER_BRAKE_CHOICES(WORD)                                                            \
    WORD(KAMM_TRAILER_BRAKE_PEDAL, "pedal")                                                         \
    WORD(KAMM_TRAILER_BRAKE_OVERRUN, "overrun")                                                     \
    WORD(KAMM_TRAILER_BRAKE_NONE, "none")

/* Groups of a vehicle. */
#define KAMM_VEHICLE_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                \
    TEXT(name, 64, "Name of the car for display")                                                   \
    GROUP(body, car_body, "Mass, shape and inertia of the whole car, ready to drive")               \
    GROUP(payload, payload, "Load in addition to the body; the springs deflect under it")           \
    GROUP(tank, tank, "Liquid cargo that sloshes in its tank (full), in addition to payload")       \
    GROUP(shifting_load, shifting_load,                                                             \
          "Load on the floor that slides when friction and lashings do not hold it (full), in addition to payload " \
          "and tank")                                                                               \
    GROUP(steering, steering, "From the steering wheel to the road wheels")                         \
    GROUP(front_assembly, front_assembly,                                                           \
          "The steered front of a two-wheeler, a body of its own on the steering axis (full)")      \
    GROUP(rider, rider, "The upper body of a two-wheeler's rider, which leans at the hip (full)")     \
    GROUP(stand, stand, "The stand on which a parked two-wheeler leans (full)")                      \
    GROUP(engine, engine, "The engine")                                                             \
    GROUP(clutch, clutch, "The clutch and the shafts behind it")                                    \
    GROUP(converter, converter, "A torque converter in place of the clutch")                        \
    GROUP(gearbox, gearbox, "The gearbox, the final drive and the shift map")                       \
    GROUP(transfer, transfer, "The transfer case: the coupling of front and rear driven axles, and low range")\
    GROUP(retarder, retarder, "A retarder behind the gearbox")                                      \
    GROUP(battery, battery, "The battery that feeds the motors")                                    \
    GROUP(power_split, power_split, "A planetary gear that joins engine, generator and an axle's motor")\
    GROUP(brakes, brakes, "Parameters of the brakes of all axles")                                  \
    GROUP(aero, aero, "Aerodynamics: drag, lift, side force and yaw moment")                        \
    GROUP(hitch, hitch, "Hitch for a trailer")                                                      \
    GROUP(drawbar, drawbar, "Drawbar of a trailer")                                                 \
    GROUP(aids, aids, "Electronic driver aids")                                                     \
    GROUP(stepping, stepping, "Time steps of the simulation")                                             \
    GROUP(limits, limits, "Performance limits, for rungs without an engine and for planners")       \
    GROUP(kinematic, kinematic, "Parameters of the rung kinematic alone")                           \
    GROUP(rigid2d, rigid2d, "Parameters of the rung rigid2d alone")                                 \
    GROUP(single_track, single_track, "Parameters of the rung single_track alone")                  \
    GROUP(double_track, double_track, "Parameters of the rung double_track alone")                  \
    LIST(axles, axle, 2, KAMM_MAX_AXLES, "The axles from front to rear") /* last: a model keeps those in use */

/* Parameters of a body. */
#define KAMM_BODY_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                   \
    NUMBER(mass_kg, "kg", 1200, 0.5, 1e6,                                                           \
           "Mass ready to drive: with fluids, wheels and driver, without payload; a 1:10 model car has 2, a mining " \
           "truck 170000")                                                                          \
    NUMBER(cg_behind_front_axle_m, "m", 1.1, -20, 50,                                               \
           "Distance of the centre of gravity behind the front axle: wheelbase times rear share of the weight") \
    NUMBER(cg_left_m, "m", 0, -5, 5, "Distance of the centre of gravity to the left of the middle plane") \
    NUMBER(cg_height_m, "m", 0.55, 0.01, 20, "Height of the centre of gravity above the road, at rest") \
    NUMBER(roll_inertia_kgm2, "kg.m2", 0, 0, 1e8,                                                   \
           "Moment of inertia Ixx of the whole car about its centre of gravity; 0: estimated as "   \
           "mass * (width^2 + height^2) / 12 * 0.80, about 400 for a small car")                    \
    NUMBER(pitch_inertia_kgm2, "kg.m2", 0, 0, 1e8,                                                  \
           "Moment of inertia Iyy of the whole car; 0: estimated as mass * front arm * rear arm * "  \
           "0.97, about 1500")                                                                      \
    NUMBER(yaw_inertia_kgm2, "kg.m2", 0, 0, 1e8,                                                    \
           "Moment of inertia Izz of the whole car; 0: estimated as mass * front arm * rear arm, "   \
           "about 1600")                                                                            \
    NUMBER(roll_pitch_product_kgm2, "kg.m2", 0, -3e6, 3e6,                                          \
           "Product of inertia, integral of x*y; 0 for a symmetric car")                            \
    NUMBER(roll_yaw_product_kgm2, "kg.m2", 0, -3e6, 3e6, "Product of inertia, integral of x*z")     \
    NUMBER(pitch_yaw_product_kgm2, "kg.m2", 0, -3e6, 3e6,                                           \
           "Product of inertia, integral of y*z; 0 for a symmetric car")                            \
    NUMBER(length_m, "m", 4, 0.1, 80, "Overall length, for the body's contact points")              \
    NUMBER(width_m, "m", 1.7, 0.06, 20, "Overall width without mirrors")                              \
    NUMBER(height_m, "m", 1.5, 0.06, 20, "Overall height above the road")                             \
    NUMBER(front_overhang_m, "m", 0.8, -5, 20, "Distance of the nose ahead of the front axle")      \
    NUMBER(ground_clearance_m, "m", 0.15, 0.004, 5, "From the road to the lowest part of the body")  \
    NUMBER(contact_stiffness_n_per_m, "N/m", 400000, 40, 7e8,                                     \
           "Stiffness of each of the eight points by which the body touches the ground")            \
    NUMBER(contact_friction, "1", 0.5, 0, 2, "Friction of the body on the ground and on other bodies") \
    NUMBER(restitution, "1", 0.1, 0, 1,                                                             \
           "Share of the approach speed that an impact returns: 0.1 for sheet metal that crumples, 1 for a bumper " \
           "car")                                                                                   \
    LIST(boxes, box, 0, KAMM_MAX_BOXES,                                                             \
         "Shape of the body, for contacts with walls and other cars; empty: a lower body and a cabin of the sizes " \
         "above")

/* A box of a body. */
#define KAMM_BOX_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                    \
    NUMBER(front_m, "m", 0.8, -80, 20, "Distance of its front ahead of the front axle")             \
    NUMBER(length_m, "m", 4, 0.01, 80, "From its front to its rear")                                \
    NUMBER(width_m, "m", 1.7, 0.01, 20, "From its left to its right, centred on the car")           \
    NUMBER(bottom_m, "m", 0.2, 0, 20, "From the road to its bottom, at rest")                        \
    NUMBER(top_m, "m", 0.9, 0.01, 20, "From the road to its top, at rest")

/* Parameters of a payload. */
#define KAMM_PAYLOAD_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                \
    NUMBER(mass_kg, "kg", 0, 0, 1e6, "Mass of passengers and goods")                              \
    NUMBER(cg_behind_front_axle_m, "m", 2, -20, 50, "Distance of their centre of gravity behind the front axle") \
    NUMBER(cg_left_m, "m", 0, -8, 8, "Distance of their centre of gravity to the left of the middle plane") \
    NUMBER(cg_height_m, "m", 0.8, 0, 20, "Height of their centre of gravity above the road, before the springs deflect")

/* Parameters of an axle. */
#define KAMM_AXLE_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                   \
    NUMBER(behind_front_axle_m, "m", 0, 0, 80, "Distance behind the front axle; 0 for the front axle") \
    CHOICE(wheels, KAMM_WHEELS_PAIR, KAMM_WHEELS_CHOICES,                                           \
           "single: one wheel in the middle, as in front of a three-wheeler; pair: one on each side; "\
           "twin: two on each side, on one hub")                                                    \
    NUMBER(track_m, "m", 1.5, 0.04, 20,                                                             \
           "Between the middles of the left and right contact patch; of twin wheels between the middles of the " \
           "twins; not used for a single wheel")                                                    \
    NUMBER(left_m, "m", 0, -8, 8,                                                                   \
           "Distance of a single wheel to the left of the middle plane; negative: to its right. That of a sidecar " \
           "beside a motorcycle has 0.9 to 1.3 either way. 0: in the middle (full)")                \
    NUMBER(twin_spacing_m, "m", 0.33, 0.02, 3, "Between the middles of the two tyres of twin wheels")\
    NUMBER(lift_m, "m", 0, 0, 3,                                                                    \
           "Height to which a lift axle is raised: of a truck, a caravan's jockey wheel, a semitrailer's landing " \
           "gear. 0: no lift axle")                                                                 \
    NUMBER(unsprung_mass_kg, "kg", 35, 0.008, 40000,                                                     \
           "Mass at each wheel that moves with it: wheel, tyre, hub, brake, half of the links; twin "\
           "wheels on one hub count as one")     \
    NUMBER(wheel_inertia_kgm2, "kg.m2", 1.0, 3e-6, 50000,                                             \
           "Spin inertia of each wheel with tyre and disc; 0.9 for a wheel of 20 kg and 0.3 m; twin "\
           "wheels on one hub count as one")     \
    NUMBER(steer_share, "1", 0, -1, 1, "1: follows the steering; 0: does not steer; -0.2: steers the opposite way") \
    NUMBER(drive_share, "1", 0, 0, 1, "Share of the engine's torque; the shares of all axles add to 1")\
    FLAG(live, 0,                                                                                   \
         "A live axle: the final drive is in the beam, which the propeller shaft's torque rolls against the body " \
         "(full); needs a dependent suspension and engine.turns")                                   \
    CHOICE(differential, KAMM_DIFFERENTIAL_OPEN, KAMM_DIFFERENTIAL_CHOICES,                         \
           "Between the left and the right wheel")                                                  \
    NUMBER(lock_stiffness_nm_per_rad, "N.m/rad", 8000, 0.1, 4e7,                                    \
           "Twist stiffness from wheel to wheel through the shafts of a locked differential")       \
    NUMBER(lock_drive, "1", 0.4, 0, 0.95,                                                           \
           "limited_slip: largest difference of the wheels' torques under drive, as a share of their sum; plates " \
           "have 0.25 to 0.8, gears of bias ratio B (B - 1) / (B + 1)")                             \
    NUMBER(lock_coast, "1", 0.4, 0, 0.95,                                                           \
           "limited_slip: largest difference of the wheels' torques on overrun, as a share of their sum; 0: 1-way, " \
           "half of lock_drive: 1.5-way, equal: 2-way")                                             \
    NUMBER(lock_preload_nm, "N.m", 50, 0, 4e5,                                                      \
           "limited_slip: torque that turns one wheel while the other is held, without any drive")  \
    NUMBER(lock_viscous_nms_per_rad, "N.m.s/rad", 0, 0, 7e5,                                        \
           "limited_slip: torque per difference of the wheels' speeds, as in a viscous coupling")   \
    CHOICE(inter_axle, KAMM_INTER_AXLE_OPEN, KAMM_INTER_AXLE_CHOICES,                               \
           "Differential between this axle and the next one, if one output of the transfer case drives both (full)") \
    NUMBER(inter_axle_stiffness_nm_per_rad, "N.m/rad", 20000, 0.1, 4e8,                             \
           "Twist stiffness between this axle and the next one, at the wheels, with a locked differential between " \
           "them")                                                                                  \
    NUMBER(vectoring_nm, "N.m", 0, 0, 4e5,                                                          \
           "Torque vectoring (full): largest torque that a clutch of the differential moves from one wheel to the " \
           "other; 0: none. aids.vectoring_nms_per_rad controls it")                                \
    NUMBER(vectoring_ratio, "1", 0.15, 0.01, 0.5,                                                   \
           "Torque vectoring: share by which the gear that drives the clutch turns faster than the "\
           "differential's cage; no wheel is driven faster than that")                              \
    NUMBER(brake_torque_nm, "N.m", 1500, 0, 4e6, "Brake torque per wheel, or per hub of twin wheels, at full pedal") \
    NUMBER(hand_brake_torque_nm, "N.m", 0, 0, 4e6,                                                  \
           "Brake torque per wheel, or per hub of twin wheels, at full hand brake. Of a motorcycle's rear axle: the " \
           "foot brake")                                                                            \
    FLAG(hand_brake_abs, 0, "1: aids.abs (of abs_kind slip) releases the hand brake's torque as well (full)") \
    GROUP(motor, motor, "Electric motor on the axle's differential, alone or in addition to the engine") \
    GROUP(suspension, suspension, "Suspension of the wheels, equal left and right")                 \
    GROUP(tyre, tyre, "The tyre; in a vehicle file the name of a file in data/tyres, or its path")

/* Parameters of the steering. */
#define KAMM_STEERING_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)               \
    NUMBER(ratio, "1", 16, 1, 100, "Steering-wheel angle per road-wheel angle")                     \
    NUMBER(lock_rad, "rad", 9, 0.1, 60, "Largest steering-wheel angle to either side")              \
    NUMBER(ackermann, "1", 1, -1, 2, "1: the axes of the wheels meet on that of the rear axle; 0: parallel") \
    NUMBER(max_rate_radps, "rad/s", 25, 0.06, 3000, "Highest rate of the steering wheel")           \
    NUMBER(return_rate_radps, "rad/s", 0, 0, 3000,                                                  \
           "Highest rate of the steering wheel towards the middle; 0: max_rate_radps")              \
    NUMBER(return_speed_mps, "m/s", 0, 0, 400,                                                      \
           "Road speed from which return_rate_radps holds; below the rate is proportional to the speed, as from " \
           "caster. 0: at any speed")                                                               \
    NUMBER(inertia_kgm2, "kg.m2", 0.05, 1e-7, 1000,                                                 \
           "Inertia of steering wheel, column, rack and road wheels, at the steering wheel, for free_steering; 0.05 " \
           "in a car, 0.15 in a truck")                                                             \
    NUMBER(friction_nm, "N.m", 0.6, 0, 2000,                                                          \
           "Dry friction of the steering, at the steering wheel; 0.5 to 1.5 with power steering")   \
    NUMBER(damping_nms_per_rad, "N.m.s/rad", 0.6, 0, 2000, "Damping of the steering, at the steering wheel") \
    NUMBER(assistance, "1", 0.75, 0, 0.98,                                                          \
           "Power steering: share of the torque that it carries at standstill; 0: none")            \
    NUMBER(assistance_at_speed, "1", 0.2, 0, 0.98,                                                 \
           "Power steering: share of the torque that it carries from assistance_speed_mps on")      \
    NUMBER(assistance_speed_mps, "m/s", 15, 0, 400,                                                 \
           "Road speed at which the share reaches assistance_at_speed; 0: the share is always assistance") \
    NUMBER(assistance_max_nm, "N.m", 0, 0, 40000,                                                   \
           "Largest torque of the power steering, at the steering wheel; 0: no limit")

/* Parameters of the brakes of all axles. */
#define KAMM_BRAKES_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                 \
    NUMBER(response_s, "s", 0.06, 0, 4, "Time constant of the brake torque after the pedal")\
    NUMBER(endurance_pedal, "1", 0, 0, 1,                                                           \
           "Brake pedal that requests full exhaust brake and retarder, in addition to the friction brakes; 0: only " \
           "their lever works them (input endurance_brake)")

/* Parameters of the aerodynamics. */
#define KAMM_AERO_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                   \
    NUMBER(drag_coefficient, "1", 0.33, 0, 5, "Cd")                                                 \
    NUMBER(frontal_area_m2, "m2", 2.1, 0, 400, "Reference area of all coefficients; 0: no aerodynamic forces") \
    NUMBER(front_lift_coefficient, "1", 0, -10, 10, "Lift coefficient at the front axle; negative: downforce") \
    NUMBER(rear_lift_coefficient, "1", 0, -10, 10, "Lift coefficient at the rear axle")             \
    NUMBER(drag_height_m, "m", 0.5, 0, 20, "Height above the road at which the drag acts")           \
    NUMBER(drag_growth, "1", 1, 0, 10,                                                              \
           "Growth of drag with crosswind: share of Cd per squared sine and squared cosine of the airflow's angle; " \
           "1 adds 0.03 at 10 degrees (this and all below: full, double_track)")                    \
    NUMBER(side_force_slope_per_rad, "1/rad", 2.15, 0, 20,                                          \
           "Slope of the side force coefficient against the airflow's angle, at 0; a saloon has 0.035 to 0.04 per " \
           "degree, a van 0.06 to 0.08")                                                            \
    NUMBER(side_force_abeam, "1", 1.6, 0, 20,                                                       \
           "Side force coefficient in air at 90 degrees, on the frontal area: about 0.75 of side area over frontal " \
           "area; a saloon has 1.4 to 1.8")                                                         \
    NUMBER(side_force_ahead, "1", 0.29, -0.5, 0.5,                                                  \
           "Distance of the side force ahead of the middle between first and last axle at small angles, as a share " \
           "of the wheelbase. It is the slope of the yaw moment coefficient (of area and wheelbase, about that " \
           "middle) over that of the side force; a saloon has 0.29, an estate 0.19")                \
    NUMBER(side_force_ahead_abeam, "1", 0, -0.5, 0.5,                                               \
           "Distance of the side force ahead of that middle in air at 90 degrees, as a share of the wheelbase") \
    NUMBER(side_force_height_m, "m", 0.5, 0, 20, "Height above the road at which the side force acts")\
    NUMBER(front_lift_growth, "1", 0.5, -10, 10,                                                    \
           "Growth of the lift coefficient at the front axle with crosswind, per squared sine of the airflow's " \
           "angle")                                                                                 \
    NUMBER(rear_lift_growth, "1", 0.5, -10, 10,                                                     \
           "Growth of the lift coefficient at the rear axle with crosswind, per squared sine of the airflow's angle") \
    CURVE(front_height_lift, height_m, "m", coefficient, "1",                                       \
          "Change of the front axle's lift coefficient against the rise of the body there from rest (full; " \
          "double_track takes it at rest); a flat floor has about 2 per metre, a racing car's 10")  \
    CURVE(rear_height_lift, height_m, "m", coefficient, "1",                                        \
          "Change of the rear axle's lift coefficient against the rise of the body there from rest")

/* Parameters of the time steps. */
#define KAMM_STEPPING_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)               \
    NUMBER(substeps_per_s, "1/s", 240, 1, 50000,                                                    \
           "Substeps per second. 240 suits frames of 30, 60, 120 and 240 Hz, 1200 also those of 50 and 100 Hz; " \
           "docs/validation.md shows the errors of lower rates. Each rung has its minimum: 60 for full, 1 for " \
           "kinematic")

/* Performance limits. */
#define KAMM_LIMITS_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                 \
    NUMBER(acceleration_mps2, "m/s2", 0, 0, 100,                                                    \
           "Largest acceleration; 0: from first gear, motors and the tyres' grip")                  \
    NUMBER(switch_speed_mps, "m/s", 0, 0, 400,                                                      \
           "Speed above which acceleration falls with 1/speed, as at constant power; 0: from the engine's power") \
    NUMBER(top_speed_mps, "m/s", 0, 0, 400,                                                         \
           "Highest speed; 0: where drag takes all power, at most the limiter in the highest gear") \
    NUMBER(reverse_speed_mps, "m/s", 0, 0, 400, "Highest speed backwards; 0: the limiter in reverse")\
    NUMBER(braking_mps2, "m/s2", 0, 0, 100, "Largest deceleration; 0: from brakes and tyres")

/* Parameters of the rung kinematic. */
#define KAMM_KINEMATIC_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)              \
    CHOICE(reference, KAMM_POINT_CG, KAMM_POINT_CHOICES,                                            \
           "Point whose position x_m and y_m give; box_centre: the middle of the body's length, as in tracks of " \
           "Waymo Open and nuScenes")                                                               \
    CHOICE(speed_of, KAMM_POINT_CG, KAMM_POINT_CHOICES, "Point whose speed throttle, brake and acceleration command") \
    NUMBER(trailer_length_m, "m", 0, 0, 80,                                                         \
           "From the hitch, on the rear axle, to the trailer's axle; 0: no trailer")                \
    NUMBER(drawn_delay_s, "s", 0, 0, 2,                                                             \
           "Drawn pose only, a visual effect: the car is drawn with its heading of that much later, so that it " \
           "seems to slide")                                                                        \
    NUMBER(drawn_drift, "1", 0, -3, 3,                                                              \
           "Drawn pose only, a visual effect: the car is drawn turned by this share of the road wheels' angle at " \
           "top speed, and less in proportion below")

/* Parameters of the rung rigid2d. */
#define KAMM_RIGID2D_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                \
    CHOICE(friction, KAMM_FRICTION_CAPPED, KAMM_FRICTION_CHOICES,                                   \
           "linear: proportional to the sliding speed without limit; capped: at most the tyre's grip") \
    NUMBER(side_friction_ns_per_m, "N.s/m", 0, 0, 1e7,                                              \
           "Side force of a wheel per sliding speed; 0: its cornering stiffness over matched_speed_mps")\
    NUMBER(roll_friction_ns_per_m, "N.s/m", 0, 0, 1e7,                                              \
           "Force along a wheel per sliding speed; 0: its slip stiffness over matched_speed_mps")   \
    NUMBER(matched_speed_mps, "m/s", 20, 0.4, 200, "Speed at which derived friction equals that of the tyre")

/* Parameters of the rung single_track. */
#define KAMM_SINGLE_TRACK_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)           \
    CHOICE(equations, KAMM_EQUATIONS_CAPPED, KAMM_EQUATIONS_CHOICES,                                \
           "capped: lateral force proportional to the slip angle up to the grip; linear: without limit; commonroad: " \
           "the CommonRoad single-track model unchanged, kinematic at low speed")                   \
    NUMBER(friction, "1", 0, 0, 5, "Friction; 0: the tyres' peak at static load")                   \
    NUMBER(front_cornering_per_rad, "1/rad", 0, 0, 200,                                             \
           "Cornering stiffness of the front axle per load and friction (C_S of CommonRoad); 0: from "\
           "tyre and suspension at static load")                                                    \
    NUMBER(rear_cornering_per_rad, "1/rad", 0, 0, 200,                                              \
           "Cornering stiffness of the rear axle per load and friction; 0: from tyre and suspension") \
    NUMBER(load_shift_height_m, "m", 0, 0, 20,                                                      \
           "Height with which acceleration shifts load between the axles; 0: that of the centre of gravity") \
    NUMBER(load_lag_s, "s", 0.05, 0, 4,                                                             \
           "capped, linear: time constant with which the axle loads follow the acceleration")       \
    NUMBER(sliding_share, "1", 0.5, 0, 1,                                                           \
           "Share of the grip that is left laterally while drive or brakes exceed the grip")

/* Parameters of the rung double_track. */
#define KAMM_DOUBLE_TRACK_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)           \
    CHOICE(tyre, KAMM_TRACK_TYRE_MAGIC_FORMULA, KAMM_TRACK_TYRE_CHOICES,                            \
           "capped: lateral force proportional to slip angle and load up to the grip; magic_formula: the lateral " \
           "force of the axle's tyre")                                                              \
    NUMBER(sliding_share, "1", 0.5, 0, 1,                                                           \
           "Share of the grip that is left laterally while drive or brakes exceed the grip")        \
    NUMBER(load_lag_s, "s", 0.05, 0, 4,                                                             \
           "Time constant with which wheel loads, and the body's lean, follow the acceleration")    \
    NUMBER(pose_lag_s, "s", 0.08, 0, 4, "Time constant with which the body follows the ground")     \
    NUMBER(max_roll_rad, "rad", 0, 0, 0.5,                                                          \
           "Body roll per share of the weight that moves from side to side (the inner wheels lift " \
           "at 0.5); 0: from springs, bars and tyres")                                              \
    NUMBER(max_camber_rad, "rad", 0.05, 0, 0.3,                                                     \
           "Camber of the wheels if all weight moved from axle to axle: positive (tops outwards) on "\
           "undriven wheels, negative on driven ones")                                              \
    NUMBER(link_travel_m, "m", 0.08, 0, 3,                                                          \
           "Upward travel of a wheel on rough ground from which it lifts the body eight times as fast as by " \
           "pose_lag_s")                                                                            \
    NUMBER(wall_slope_rad, "rad", 0.8, 0.1, 1.55, "Ground steeper than this may be a wall")         \
    NUMBER(wall_height_m, "m", 0.3, 0, 20,                                                          \
           "Steep ground is a wall where the heights under the wheels differ by more than this")    \
    NUMBER(wall_rebound, "1", 0.8, 0, 1, "Share of the approach speed with which the car rebounds from a wall") \
    NUMBER(takeoff_m, "m", 0.05, 0, 5,                                                              \
           "Height of all wheels above the ground within reach of a falling body, from which the car flies")

#endif
