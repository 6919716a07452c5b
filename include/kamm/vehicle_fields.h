/* The one table of vehicle parameters.
 *
 * Each parameter is declared here, once. From this come the structs in vehicle.h, the defaults, the
 * JSON reader with its messages, the JSON Schema, the path setter, `kamm catalog` and the reference
 * page. A table takes one macro per kind of field:
 *
 *   NUMBER(name, unit, default, min, max, doc)             a double
 *   CHOICE(name, default, CHOICES, doc)                    an int32_t: an enumerator of that list of words
 *   FLAG(name, default, doc)                               an int32_t: 0 or 1
 *   TEXT(name, size, doc)                                  a char[size]
 *   NUMBERS(name, max_count, unit, min, max, doc)          a double[max_count] and name_count
 *   CURVE(name, x, x_unit, y, y_unit, doc)                 a kamm_curve; empty by default
 *   GROUP(name, type, doc)                                 a struct kamm_<type>_def
 *   LIST(name, type, min_count, max_count, doc)            an array of them and name_count
 *
 * Units are SI and part of the names. Files may write a length in mm, an angle in deg, a speed in
 * kmh, a rotational speed in rpm and so on by naming that unit at the end of the key instead.
 */
#ifndef KAMM_VEHICLE_FIELDS_H
#define KAMM_VEHICLE_FIELDS_H

#include <kamm/aids_fields.h>
#include <kamm/driveline_fields.h>
#include <kamm/electric_fields.h>
#include <kamm/hardpoint_fields.h>
#include <kamm/cargo_fields.h>
#include <kamm/hitch_fields.h>

/* The words of choices, once: WORD(enumerator, "word in files"), numbered from 0. From these come the enums in
 * vehicle.h and the words that readers, schema and messages know. New words come last: files and hosts may know a
 * word by its number. */
#define KAMM_WHEELS_CHOICES(WORD)                                                                   \
    WORD(KAMM_WHEELS_SINGLE, "single")                                                              \
    WORD(KAMM_WHEELS_PAIR, "pair")                                                                  \
    WORD(KAMM_WHEELS_TWIN, "twin")
#define KAMM_SUSPENSION_CHOICES(WORD)                                                               \
    WORD(KAMM_SUSPENSION_INDEPENDENT, "independent")                                                \
    WORD(KAMM_SUSPENSION_DEPENDENT, "dependent")                                                    \
    WORD(KAMM_SUSPENSION_SOLID, "solid_mounting")
#define KAMM_SHARING_CHOICES(WORD)                                                                  \
    WORD(KAMM_SHARING_NONE, "none")                                                                 \
    WORD(KAMM_SHARING_BEAM, "walking_beam")                                                         \
    WORD(KAMM_SHARING_AIR, "air")
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
    WORD(KAMM_ENGINE_ANTICLOCKWISE, "anticlockwise")
#define KAMM_BAR_CHOICES(WORD)                                                                      \
    WORD(KAMM_BAR_FIXED, "fixed")                                                                   \
    WORD(KAMM_BAR_AUTO, "auto")                                                                     \
    WORD(KAMM_BAR_OFF, "off")
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

#define KAMM_VEHICLE_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                \
    TEXT(name, 64, "The car's name, for people")                                                    \
    GROUP(body, body, "Mass, shape and inertia of the whole car, ready to drive")                   \
    GROUP(payload, payload, "Load on top of that; the springs sink under it")                       \
    GROUP(tank, tank, "Liquid cargo, which swings in its tank (full); on top of payload")          \
    GROUP(shifting_load, shifting_load,                                                             \
          "Load on the floor that slides where friction and lashings do not hold it (full); on top of payload and tank")\
    GROUP(steering, steering, "From the steering wheel to the road wheels")                         \
    GROUP(engine, engine, "The engine")                                                             \
    GROUP(clutch, clutch, "The clutch and the shafts behind it")                                    \
    GROUP(converter, converter, "A torque converter in the place of the clutch")                    \
    GROUP(gearbox, gearbox, "The gearbox, the final drive and the shift map")                       \
    GROUP(transfer, transfer, "The transfer case: the coupling of front and rear driven axles, and low range")\
    GROUP(retarder, retarder, "A retarder behind the gearbox")                                      \
    GROUP(battery, battery, "The battery that feeds the motors")                                    \
    GROUP(power_split, power_split, "A planetary gear that joins engine, generator and an axle's motor")\
    GROUP(brakes, brakes, "What the axles' brakes share")                                           \
    GROUP(aero, aero, "Aerodynamics: drag, lift, side force and yaw moment")                        \
    GROUP(hitch, hitch, "Where it pulls a trailer")                                                 \
    GROUP(drawbar, drawbar, "Where a trailer is pulled")                                            \
    GROUP(aids, aids, "Electronic driver aids")                                                     \
    GROUP(stepping, stepping, "Time steps of the simulation")                                             \
    GROUP(limits, limits, "What the car can do at most, for the rungs without an engine and for planners")\
    GROUP(kinematic, kinematic, "What only the rung kinematic reads")                               \
    GROUP(rigid2d, rigid2d, "What only the rung rigid2d reads")                                     \
    GROUP(single_track, single_track, "What only the rung single_track reads")                      \
    GROUP(double_track, double_track, "What only the rung double_track reads")                      \
    LIST(axles, axle, 2, KAMM_MAX_AXLES, "The axles from front to rear") /* last: a model keeps those in use */

#define KAMM_BODY_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                   \
    NUMBER(mass_kg, "kg", 1200, 0.5, 1e6,                                                          \
           "Mass ready to drive: with fluids, wheels and driver, without payload; an RC car of 1:10 has 2, a mining truck 170000")                  \
    NUMBER(cg_behind_front_axle_m, "m", 1.1, -20, 50,                                                \
           "How far the centre of gravity lies behind the front axle: wheelbase times rear share")  \
    NUMBER(cg_left_m, "m", 0, -5, 5, "How far the centre of gravity lies to the left of the middle plane")             \
    NUMBER(cg_height_m, "m", 0.55, 0.01, 20, "How far the centre of gravity lies above the road, at rest")              \
    NUMBER(roll_inertia_kgm2, "kg.m2", 0, 0, 1e8,                                                   \
           "Moment of inertia Ixx of the whole car about its centre of gravity; 0: estimated as "   \
           "mass * (width^2 + height^2) / 12 * 0.80, about 400 for a small car")                    \
    NUMBER(pitch_inertia_kgm2, "kg.m2", 0, 0, 1e8,                                                  \
           "Moment of inertia Iyy of the whole car; 0: estimated as mass * front arm * rear arm * "  \
           "0.97, about 1500")                                                                      \
    NUMBER(yaw_inertia_kgm2, "kg.m2", 0, 0, 1e8,                                                    \
           "Moment of inertia Izz of the whole car; 0: estimated as mass * front arm * rear arm, "   \
           "about 1600")                                                                            \
    NUMBER(roll_pitch_product_kgm2, "kg.m2", 0, -1e7, 1e7,                                          \
           "Product of inertia, integral of x*y; 0 for a symmetric car")                            \
    NUMBER(roll_yaw_product_kgm2, "kg.m2", 0, -1e7, 1e7, "Product of inertia, integral of x*z")     \
    NUMBER(pitch_yaw_product_kgm2, "kg.m2", 0, -1e7, 1e7,                                           \
           "Product of inertia, integral of y*z; 0 for a symmetric car")                            \
    NUMBER(length_m, "m", 4, 0.1, 80, "Overall length, for the body's contact points")              \
    NUMBER(width_m, "m", 1.7, 0.06, 20, "Overall width without mirrors")                              \
    NUMBER(height_m, "m", 1.5, 0.06, 20, "Overall height above the road")                             \
    NUMBER(front_overhang_m, "m", 0.8, -5, 20, "How far the nose reaches ahead of the front axle")   \
    NUMBER(ground_clearance_m, "m", 0.15, 0.004, 5, "From the road to the lowest part of the body")  \
    NUMBER(contact_stiffness_n_per_m, "N/m", 400000, 40, 7e8,                                     \
           "Stiffness of each of the eight points by which the body touches the ground")            \
    NUMBER(contact_friction, "1", 0.5, 0, 2, "Friction of the body on the ground and on other things")\
    NUMBER(restitution, "1", 0.1, 0, 1,                                                             \
           "How much of the approach speed a blow gives back: 0.1 for sheet metal that crumples, 1 "\
           "for a bumper car")                                                                      \
    LIST(boxes, box, 0, KAMM_MAX_BOXES,                                                             \
         "The body's shape, for contacts with walls and other cars; none: a lower body and a cabin "\
         "made from the sizes above")

#define KAMM_BOX_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                    \
    NUMBER(front_m, "m", 0.8, -80, 20, "How far its front reaches ahead of the front axle")          \
    NUMBER(length_m, "m", 4, 0.01, 80, "From its front to its rear")                                \
    NUMBER(width_m, "m", 1.7, 0.01, 20, "From its left to its right; the middle is the car's")       \
    NUMBER(bottom_m, "m", 0.2, 0, 20, "From the road to its bottom, at rest")                        \
    NUMBER(top_m, "m", 0.9, 0.01, 20, "From the road to its top, at rest")

#define KAMM_PAYLOAD_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                \
    NUMBER(mass_kg, "kg", 0, 0, 1e6, "Mass of passengers and goods")                              \
    NUMBER(cg_behind_front_axle_m, "m", 2, -20, 50, "How far their middle lies behind the front axle") \
    NUMBER(cg_left_m, "m", 0, -8, 8, "How far the payload lies to the left of the middle plane")             \
    NUMBER(cg_height_m, "m", 0.8, 0, 20, "How far the payload lies above the road, before the springs sink")

#define KAMM_AXLE_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                   \
    NUMBER(behind_front_axle_m, "m", 0, 0, 80, "Distance behind the front axle; 0 for the front axle") \
    CHOICE(wheels, KAMM_WHEELS_PAIR, KAMM_WHEELS_CHOICES,                                           \
           "single: one wheel in the middle, as in front of a three-wheeler; pair: one on each side; "\
           "twin: two on each side, on one hub")                                                    \
    NUMBER(track_m, "m", 1.5, 0.04, 20,                                                               \
           "Between the middles of the left and right contact patch; of twin wheels between the "   \
           "middles of the twins; of no meaning for a single wheel")                                \
    NUMBER(twin_spacing_m, "m", 0.33, 0.02, 3, "Between the middles of the two tyres of twin wheels")\
    NUMBER(lift_m, "m", 0, 0, 3,                                                                    \
           "How far the axle is raised while the lift axles are up: those of trucks, a caravan's jockey wheel, "\
           "a semitrailer's landing gear. 0: it can not be raised")                                 \
    NUMBER(unsprung_mass_kg, "kg", 35, 0.008, 40000,                                                     \
           "Mass at each wheel that moves with it: wheel, tyre, hub, brake, half of the links; twin "\
           "wheels on one hub count as one")     \
    NUMBER(wheel_inertia_kgm2, "kg.m2", 1.0, 3e-6, 50000,                                             \
           "Spin inertia of each wheel with tyre and disc; 0.9 for a wheel of 20 kg and 0.3 m; twin "\
           "wheels on one hub count as one")     \
    NUMBER(steer_share, "1", 0, -1, 1, "1: follows the steering; 0: does not; -0.2: against it")    \
    NUMBER(drive_share, "1", 0, 0, 1, "Share of the engine's torque; the shares of all axles add to 1")\
    FLAG(live, 0, "A live axle: the final drive is in the beam, which the propeller shaft's torque rolls against the body "\
         "(full); needs a dependent suspension and engine.turns")                                   \
    CHOICE(differential, KAMM_DIFFERENTIAL_OPEN, KAMM_DIFFERENTIAL_CHOICES,                         \
           "Between the left and the right wheel")                                                  \
    NUMBER(lock_stiffness_nm_per_rad, "N.m/rad", 8000, 0.1, 4e7,                                    \
           "Twist stiffness from wheel to wheel through the shafts of a locked differential")       \
    NUMBER(lock_drive, "1", 0.4, 0, 0.95,                                                           \
           "limited_slip: by which share of their sum the wheels' torques may differ while the engine drives; plates "\
           "have 0.25 to 0.8, gears of bias ratio B (B - 1) / (B + 1)")                             \
    NUMBER(lock_coast, "1", 0.4, 0, 0.95,                                                           \
           "limited_slip: by which share the wheels' torques may differ while the engine brakes; 0: 1-way, half of "\
           "lock_drive: 1.5-way, as much: 2-way")                                                   \
    NUMBER(lock_preload_nm, "N.m", 50, 0, 4e5,                                                      \
           "limited_slip: torque that turns one wheel while the other is held, without any drive")  \
    NUMBER(lock_viscous_nms_per_rad, "N.m.s/rad", 0, 0, 7e5,                                        \
           "limited_slip: torque per difference of the wheels' speeds, as a viscous coupling has")  \
    CHOICE(inter_axle, KAMM_INTER_AXLE_OPEN, KAMM_INTER_AXLE_CHOICES,                               \
           "Between this axle and the next one, where one output of the transfer case drives both (full)")\
    NUMBER(inter_axle_stiffness_nm_per_rad, "N.m/rad", 20000, 0.1, 4e8,                             \
           "Twist stiffness from this axle to the next one where the differential between them is locked, at the wheels")\
    NUMBER(vectoring_nm, "N.m", 0, 0, 4e5,                                                          \
           "Torque vectoring (full): the most torque that a clutch of the differential moves from one wheel to "\
           "the other; 0: none. By aids.vectoring_nms_per_rad")                                     \
    NUMBER(vectoring_ratio, "1", 0.15, 0.01, 0.5,                                                   \
           "Torque vectoring: share by which the gear that drives the clutch turns faster than the "\
           "differential's cage; no wheel is driven faster than that")                              \
    NUMBER(brake_torque_nm, "N.m", 1500, 0, 4e6, "Brake torque per wheel, or per hub of twin wheels, at full pedal")            \
    NUMBER(hand_brake_torque_nm, "N.m", 0, 0, 4e6, "Brake torque per wheel, or per hub of twin wheels, at full hand brake")     \
    GROUP(motor, motor, "An electric motor that turns the axle's differential, beside the engine or alone")\
    GROUP(suspension, suspension, "How the wheels are held; the same left and right")               \
    GROUP(tyre, tyre, "The tyre; in a vehicle file the name of a file in data/tyres, or its path")

#define KAMM_SUSPENSION_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)             \
    CHOICE(kind, KAMM_SUSPENSION_INDEPENDENT, KAMM_SUSPENSION_CHOICES,                              \
           "independent: each wheel has its links; dependent: both sit on one axle beam, which tilts "\
           "the wheels together and carries the side force of both through the roll centre; solid_mounting: the wheels are "\
           "fixed to a frame that bends, as on a kart, with spring_n_per_m and bump_damping_ns_per_m both ways")\
    NUMBER(spring_base_m, "m", 0, 0, 20,                                                             \
           "Dependent axle: from the left to the right spring (and damper, and stop), which makes "  \
           "it softer in roll; 0: they are at the wheels")                                          \
    NUMBER(spring_n_per_m, "N/m", 25000, 20, 4e7,                                                  \
           "Wheel rate: vertical force at the wheel per metre of wheel travel, without the bar; "   \
           "at the spring itself it is this divided by the motion ratio squared")                   \
    NUMBER(anti_roll_bar_n_per_m, "N/m", 10000, 0, 4e7,                                             \
           "Force at each wheel per metre of travel difference between left and right")             \
    NUMBER(anti_roll_bar_n, "N", 0, 0, 2e7,                                                         \
           "The anti-roll bar as the largest force that it can move from wheel to wheel: at one wheel "  \
           "against its bump stop, the other at its rebound stop; adds to anti_roll_bar_n_per_m. A good start is "\
           "the spring's force at full travel")                                                     \
    CHOICE(anti_roll_bar_mode, KAMM_BAR_FIXED, KAMM_BAR_CHOICES,                                    \
           "auto: grows with road speed up to its full stiffness; off: as if it were taken out")    \
    NUMBER(anti_roll_bar_full_speed_mps, "m/s", 20, 0.04, 400,                                       \
           "auto: the speed from which the bar has its full stiffness; below in proportion")        \
    NUMBER(active_bar_share, "1", 0, 0, 1.5,                                                        \
           "Active anti-roll bar (full): share of the roll moment of the whole sprung mass that this axle's bar takes "\
           "off springs and passive bars; 0: none. The axles' sum is how much less the body rolls, their "\
           "ratio the balance")                                                                     \
    NUMBER(active_bar_max_n, "N", 3000, 0, 2e7, "Active anti-roll bar: most force at each wheel")   \
    NUMBER(active_bar_lag_s, "s", 0.05, 0.0008, 2, "Active anti-roll bar: time in which its force builds up")\
    NUMBER(bump_travel_m, "m", 0.06, 0, 3, "Upward travel from rest until the bump stop touches")   \
    NUMBER(bump_stop_n_per_m, "N/m", 150000, 0, 7e7, "Stiffness of the bump stop where it starts")               \
    NUMBER(bump_stop_length_m, "m", 0.04, 0.0002, 2,                                               \
           "Compression at which a stop has become three times as stiff")                          \
    NUMBER(rebound_travel_m, "m", 0.08, 0, 3, "Downward travel from rest until the rebound stop")   \
    NUMBER(rebound_stop_n_per_m, "N/m", 150000, 0, 7e7, "Stiffness of the rebound stop where it starts")                            \
    NUMBER(stop_hysteresis, "1", 0.35, 0, 0.9,                                                      \
           "Share of a stop's force by which its rubber pushes harder going in and less coming out; "\
           "it gives back (1 - h) / (1 + h) of the work; 0.2 to 0.4")                               \
    NUMBER(friction_n, "N", 0, 0, 2e6,                                                              \
           "Dry friction of springs, joints and seals, at the wheel: 30 to 100 with coil springs, 5 to "\
           "10 % of the load with leaf springs")                                                    \
    NUMBER(friction_load_share, "1", 0, 0, 0.5,                                                     \
           "Dry friction of leaf springs on top of that, as a share of the force that the spring has: half of the "\
           "height of its loop; 0.08 to 0.2 with many leaves, 0.03 to 0.08 with parabolic ones")     \
    NUMBER(friction_travel_m, "m", 0.002, 4e-5, 0.3, "Travel over which friction builds up; 0.0015 to 0.003 with leaf springs")      \
    NUMBER(bump_damping_ns_per_m, "N.s/m", 1500, 0, 5e6,                                            \
           "Damping at the wheel, wheel moving up, below the knee speed")                           \
    NUMBER(bump_fast_damping_ns_per_m, "N.s/m", 800, 0, 5e6, "Damping at the wheel, wheel moving up, above the knee speed")       \
    NUMBER(rebound_damping_ns_per_m, "N.s/m", 3000, 0, 5e6,                                         \
           "Damping at the wheel, wheel moving down, below the knee speed")                         \
    NUMBER(rebound_fast_damping_ns_per_m, "N.s/m", 1500, 0, 5e6, "Damping at the wheel, wheel moving down, above the knee speed")   \
    NUMBER(damper_knee_mps, "m/s", 0.13, 0.0004, 8, "Wheel speed at which the damper's slope bends") \
    NUMBER(damper_bush_n_per_m, "N/m", 0, 0, 7e8,                                                   \
           "Stiffness of bushes, oil and hoses in series with the damper, which makes its force lag (full); 0: rigid. Rubber "\
           "mounts have 2e5 to 2e6. With damper_upper_m and damper_lower_m at the damper, else at the wheel")\
    NUMBER(heave_spring_n_per_m, "N/m", 0, 0, 7e7,                                                  \
           "Third spring: force per mean travel of both wheels, half of it on each; it bears no load at rest")\
    NUMBER(heave_gap_m, "m", 0, 0, 2,                                                             \
           "Third spring: mean travel upwards from which it acts, as a packer does; 0: up and down from rest")\
    NUMBER(heave_damping_ns_per_m, "N.s/m", 0, 0, 1e7,                                              \
           "Third damper: force per rate of the mean travel, half of it on each wheel (full)")       \
    NUMBER(roll_damping_ns_per_m, "N.s/m", 0, 0, 1e7,                                               \
           "Roll damper: force at each wheel per difference of their travel rates (full)")           \
    CHOICE(load_sharing, KAMM_SHARING_NONE, KAMM_SHARING_CHOICES,                                   \
           "A bogie of this axle and the next one, whose springs are then one on each side; of more axles where the next one has it as "\
           "well. walking_beam: it bears the middle of a beam from wheel to wheel, with more axles levers or equalisers; air: bellows "\
           "that a pipe connects. All axles are dependent and name the same spring, of which the bogie has as many as axles") \
    NUMBER(load_share, "1", 0, 0, 0.9,                                                              \
           "load_sharing: this axle's share of what the springs of it and of the bogie's axles behind it bear: of a beam the arm behind the "\
           "pivot over its length, of air the area of its bellows over all of theirs; at least 0.1, or 0: as much as each of those")\
    NUMBER(beam_stop_rad, "rad", 0.14, 0.005, 0.6, "walking_beam: how far it tilts to either side until its stop")\
    NUMBER(beam_stop_n_per_m, "N/m", 1e6, 40, 7e7,                                                 \
           "walking_beam: stiffness of that stop, at each wheel per difference of their travels")   \
    NUMBER(skyhook_soft, "1", 1, 0, 10, "aids.skyhook: what the damper's force is multiplied by when soft, 0.3 to 0.7")\
    NUMBER(skyhook_hard, "1", 1, 0, 10, "aids.skyhook: the same when hard, 1.5 to 3; up to skyhook_soft: one setting")\
    NUMBER(skyhook_lag_s, "s", 0.01, 0.0004, 0.8, "aids.skyhook: time constant of the valve, 0.005 to 0.02")\
    CURVE(spring_curve, travel_m, "m", force_n, "N",                                                \
          "Force at the wheel on top of spring_n_per_m against upward travel, 0 N at 0: progressive, dual-rate, air and helper "\
          "springs. With spring_upper_m and spring_lower_m the spring's own, against how far it is pressed in")\
    CURVE(damper_curve, rate_mps, "m/s", force_n, "N",                                              \
          "Damper force at the wheel against its speed upwards, 0 N at 0, in the place of the damping above. "\
          "With damper_upper_m and damper_lower_m the damper's own")                                \
    NUMBER(camber_rad, "rad", 0, -0.3, 0.3, "At rest; negative: the wheel's top leans inwards")     \
    NUMBER(toe_in_rad, "rad", 0, -0.1, 0.1, "At rest; positive: the wheels' fronts point inwards")  \
    NUMBER(caster_rad, "rad", 0, -0.3, 0.6,                                                         \
           "The steering axis leans back by this; 0.1 on a road car's front axle")                  \
    NUMBER(kingpin_inclination_rad, "rad", 0, -0.3, 0.5, "The steering axis leans inwards by this") \
    NUMBER(scrub_radius_m, "m", 0, -0.5, 0.8,                                                       \
           "From the middle of the contact patch inwards to where the steering axis meets the road; "\
           "-0.015 to 0.02 on cars, 0.06 to 0.11 on trucks")                                        \
    NUMBER(trail_offset_m, "m", 0, -0.3, 0.3,                                                       \
           "How far the steering axis passes ahead of the wheel's centre; with the caster's part it is "\
           "the mechanical trail")                                                                  \
    NUMBER(roll_centre_height_m, "m", 0.05, -2, 4,                                              \
           "Above the road at rest; used where lateral_curve is empty")                             \
    NUMBER(camber_gain_rad_per_m, "rad/m", 0, -30, 30,                                                \
           "Camber per upward travel, negative as on most cars; used where camber_curve is empty")  \
    NUMBER(toe_gain_rad_per_m, "rad/m", 0, -10, 10,                                                   \
           "Toe-in per upward travel; used where toe_curve is empty")                               \
    NUMBER(recession, "m/m", 0, -1, 1,                                                              \
           "The wheel's centre moves back by this per upward travel; used where "                   \
           "longitudinal_curve is empty")                                                           \
    NUMBER(caster_gain_rad_per_m, "rad/m", 0, -50, 50,                                              \
           "The upright turns back by this per upward travel, which is what gives anti-dive with "  \
           "the brakes at the wheels; used where caster_curve is empty")                            \
    NUMBER(lateral_force_toe_rad_per_n, "rad/N", 0, -0.003, 0.003,                                    \
           "Compliance: toe-in per force of the road that pushes the wheel inwards, as in a turn the outer "\
           "one; -0.03 to 0 deg/kN at front, 0 to 0.07 at rear where that is built to understeer")  \
    NUMBER(lateral_force_camber_rad_per_n, "rad/N", 0, 0, 0.007,                                     \
           "Compliance: camber per the same force, its foot going with it; 0.05 to 0.4 deg/kN")     \
    NUMBER(aligning_torque_steer_rad_per_nm, "rad/(N.m)", 0, 0, 2,                               \
           "Compliance: how far the tyre's aligning torque turns the wheel; 0.5 to 1 deg per 100 N.m at "\
           "front, steering gear and column included, 0.15 at rear")                                \
    NUMBER(compliance_lag_s, "s", 0.02, 0.0004, 0.8, "Time in which compliance follows the force")   \
    CURVE(camber_curve, travel_m, "m", camber_rad, "rad", "Change of camber against upward travel") \
    CURVE(toe_curve, travel_m, "m", toe_in_rad, "rad", "Change of toe-in against upward travel")    \
    CURVE(lateral_curve, travel_m, "m", outward_m, "m",                                             \
          "How far the contact patch moves outwards (half the change of track)")                    \
    CURVE(longitudinal_curve, travel_m, "m", forward_m, "m",                                        \
          "How far the wheel's centre moves forward (half the change of wheelbase)")                \
    CURVE(caster_curve, travel_m, "m", caster_rad, "rad", "How far the upright turns back")         \
    GROUP(hardpoints, hardpoints, "The points of the linkage, from which the curves above are worked out")

#define KAMM_STEERING_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)               \
    NUMBER(ratio, "1", 16, 1, 100, "Steering-wheel angle per road-wheel angle")                     \
    NUMBER(lock_rad, "rad", 9, 0.1, 60, "Largest steering-wheel angle to either side")              \
    NUMBER(ackermann, "1", 1, -1, 2, "1: the wheels' axes meet on the rear axle's; 0: parallel")    \
    NUMBER(max_rate_radps, "rad/s", 25, 0.06, 3000, "How fast the steering wheel can be turned")     \
    NUMBER(return_rate_radps, "rad/s", 0, 0, 3000,                                                  \
           "How fast the steering comes back towards the middle; 0: as fast as it can be turned")             \
    NUMBER(return_speed_mps, "m/s", 0, 0, 400,                                                      \
           "Road speed from which it comes back that fast; below in proportion, as castor does. 0: "\
           "at any speed")                                                                          \
    NUMBER(inertia_kgm2, "kg.m2", 0.05, 1e-7, 1000,                                                  \
           "Of the steering wheel with column, rack and road wheels, at the steering wheel: for "   \
           "free_steering. 0.05 in a car, 0.15 in a truck")                                         \
    NUMBER(friction_nm, "N.m", 0.6, 0, 2000,                                                          \
           "Dry friction of the steering, at the steering wheel; 0.5 to 1.5 with power steering")   \
    NUMBER(damping_nms_per_rad, "N.m.s/rad", 0.6, 0, 2000, "Damping of the steering, at the steering wheel") \
    NUMBER(assistance, "1", 0.75, 0, 0.98,                                                          \
           "Power steering: share of the torque that it carries at standstill; 0: none")            \
    NUMBER(assistance_at_speed, "1", 0.2, 0, 0.98,                                                 \
           "Power steering: share of the torque that it carries from assistance_speed_mps on")      \
    NUMBER(assistance_speed_mps, "m/s", 15, 0, 400,                                                 \
           "Road speed over which assistance becomes assistance_at_speed; 0: it never does")        \
    NUMBER(assistance_max_nm, "N.m", 0, 0, 40000,                                                    \
           "Most that the power steering carries, at the steering wheel; 0: no limit")

#define KAMM_BRAKES_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                 \
    NUMBER(response_s, "s", 0.06, 0, 4, "Time constant of the brake torque after the pedal")\
    NUMBER(endurance_pedal, "1", 0, 0, 1,                                                           \
           "Brake pedal at which all of exhaust brake and retarder is asked for, beside the friction brakes; 0: none of it, "\
           "but only by their lever (kamm_set_endurance_brake)")

#define KAMM_AERO_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                   \
    NUMBER(drag_coefficient, "1", 0.33, 0, 5, "Cd")                                                 \
    NUMBER(frontal_area_m2, "m2", 2.1, 0, 400, "Reference area of all coefficients; 0: no air at all")\
    NUMBER(front_lift_coefficient, "1", 0, -10, 10, "Lift at the front axle; negative presses down")\
    NUMBER(rear_lift_coefficient, "1", 0, -10, 10, "Lift at the rear axle")                         \
    NUMBER(drag_height_m, "m", 0.5, 0, 20, "Height above the road at which the drag acts")           \
    NUMBER(drag_growth, "1", 1, 0, 10,                                                              \
           "How drag grows in air from the side: of Cd, per squared sine and squared cosine of its angle; 1 "\
           "adds 0.03 at 10 degrees (this and all below: full, double_track)")                      \
    NUMBER(side_force_slope_per_rad, "1/rad", 2.15, 0, 20,                                          \
           "Slope of the side force coefficient against the angle of the air at 0; a saloon has "   \
           "0.035 to 0.04 per degree, a van 0.06 to 0.08")                                          \
    NUMBER(side_force_abeam, "1", 1.6, 0, 20,                                                       \
           "Side force coefficient in air from straight abeam, of the frontal area: about 0.75 of " \
           "what is seen of the car from the side; a saloon has 1.4 to 1.8")                        \
    NUMBER(side_force_ahead, "1", 0.29, -0.5, 0.5,                                                  \
           "How far ahead of the middle between first and last axle the side force acts at small angles, as a "\
           "share of the wheelbase: slope of the yaw moment coefficient (of area and wheelbase, about "\
           "that middle) over that of the side force; a saloon has 0.29, an estate 0.19")           \
    NUMBER(side_force_ahead_abeam, "1", 0, -0.5, 0.5,                                               \
           "How far ahead of that middle the side force acts in air from straight abeam")           \
    NUMBER(side_force_height_m, "m", 0.5, 0, 20, "Height above the road at which the side force acts")\
    NUMBER(front_lift_growth, "1", 0.5, -10, 10,                                                    \
           "How lift grows in air from the side: at the front axle, per squared sine of its angle") \
    NUMBER(rear_lift_growth, "1", 0.5, -10, 10, "How lift grows in air from the side: at the rear axle")\
    CURVE(front_height_lift, height_m, "m", coefficient, "1",                                       \
          "What is added to the front axle's lift coefficient against how much higher than at rest the body is "\
          "there (full; double_track has it at rest); a flat floor has about 2 per metre, a racing car's 10")\
    CURVE(rear_height_lift, height_m, "m", coefficient, "1",                         \
          "What is added to the rear axle's lift coefficient against how much higher than at rest the body is there")

#define KAMM_STEPPING_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)               \
    NUMBER(substeps_per_s, "1/s", 240, 1, 50000,                                                    \
           "Substeps per second. 240 makes 30, 60, 120 and 240 Hz frames whole numbers, 1200 also " \
           "50 and 100 Hz ones; docs/validation.md says what is lost at fewer. "                    \
           "Each rung has its minimum: 60 for full, 1 for kinematic")

#define KAMM_LIMITS_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                 \
    NUMBER(acceleration_mps2, "m/s2", 0, 0, 100,                                                    \
           "Largest acceleration; 0: what first gear and the tyres' grip give")                     \
    NUMBER(switch_speed_mps, "m/s", 0, 0, 400,                                                      \
           "Above this speed it falls with 1/speed, as at constant power; 0: from the engine's power")\
    NUMBER(top_speed_mps, "m/s", 0, 0, 400, "Highest speed; 0: where drag takes all power, at most" \
           " the limiter in the highest gear")                                                      \
    NUMBER(reverse_speed_mps, "m/s", 0, 0, 400, "Highest speed backwards; 0: the limiter in reverse")\
    NUMBER(braking_mps2, "m/s2", 0, 0, 100, "Largest deceleration; 0: what brakes and tyres hold")

#define KAMM_KINEMATIC_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)              \
    CHOICE(reference, KAMM_POINT_CG, KAMM_POINT_CHOICES, "The point whose place x_m and y_m tell; box_centre: the middle of the body's length, as " \
           "tracks of Waymo Open and nuScenes have it")  \
    CHOICE(speed_of, KAMM_POINT_CG, KAMM_POINT_CHOICES,                                             \
           "The point whose speed throttle, brake and acceleration command")                        \
    NUMBER(trailer_length_m, "m", 0, 0, 80,                                                         \
           "From the hitch, on the rear axle, to the trailer's axle; 0: no trailer")                \
    NUMBER(drawn_delay_s, "s", 0, 0, 2,                                                             \
           "Drawn pose only, an effect and not physics: the car is drawn turned as it will be that "\
           "much later, so that it seems to slide")                                                 \
    NUMBER(drawn_drift, "1", 0, -3, 3,                                                              \
           "Drawn pose only, an effect: the car is drawn turned by this share of the road wheels' " \
           "angle at top speed, and less in proportion below")

#define KAMM_RIGID2D_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                \
    CHOICE(friction, KAMM_FRICTION_CAPPED, KAMM_FRICTION_CHOICES,                                   \
           "linear: in proportion to the sliding speed without limit; "                             \
           "capped: no more than the tyre's grip")                                                  \
    NUMBER(side_friction_ns_per_m, "N.s/m", 0, 0, 1e7,                                              \
           "Side force of a wheel per sliding speed; 0: its cornering stiffness over matched_speed_mps")\
    NUMBER(roll_friction_ns_per_m, "N.s/m", 0, 0, 1e7,                                              \
           "Force along a wheel per sliding speed; 0: its slip stiffness over matched_speed_mps")   \
    NUMBER(matched_speed_mps, "m/s", 20, 0.4, 200,                                                    \
           "The speed at which friction that is derived equals the tyre's")

#define KAMM_SINGLE_TRACK_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)           \
    CHOICE(equations, KAMM_EQUATIONS_CAPPED, KAMM_EQUATIONS_CHOICES,                                \
           "capped: side force in proportion to the slip angle up to the grip; linear: without limit; "\
           "commonroad: the CommonRoad single-track model as it stands, kinematic at low speed")    \
    NUMBER(friction, "1", 0, 0, 5, "Friction; 0: the tyres' peak at static load")                   \
    NUMBER(front_cornering_per_rad, "1/rad", 0, 0, 200,                                             \
           "Cornering stiffness of the front axle per load and friction (C_S of CommonRoad); 0: from "\
           "tyre and suspension at static load")                                                    \
    NUMBER(rear_cornering_per_rad, "1/rad", 0, 0, 200, "Cornering stiffness of the rear axle per load and friction; 0: from tyre and suspension")                 \
    NUMBER(load_shift_height_m, "m", 0, 0, 20,                                                       \
           "Height over which acceleration shifts load between the axles; 0: that of the centre of "\
           "gravity")                                                                               \
    NUMBER(load_lag_s, "s", 0.05, 0, 4,                                                             \
           "capped, linear: time constant with which the axle loads follow the acceleration")       \
    NUMBER(sliding_share, "1", 0.5, 0, 1,                                                           \
           "Share of the grip that the wheels may use sideways while drive or brakes ask for more than "  \
           "there is")

#define KAMM_DOUBLE_TRACK_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)           \
    CHOICE(tyre, KAMM_TRACK_TYRE_MAGIC_FORMULA, KAMM_TRACK_TYRE_CHOICES,                            \
           "capped: side force in proportion to slip angle and load up to the grip; magic_formula: " \
           "the side force of the axle's tyre")                                                     \
    NUMBER(sliding_share, "1", 0.5, 0, 1,                                                           \
           "Share of the grip that is left sideways while drive or brakes ask for more than the grip")\
    NUMBER(load_lag_s, "s", 0.05, 0, 4,                                                             \
           "Time constant with which wheel loads, and the body's lean, follow the acceleration")    \
    NUMBER(pose_lag_s, "s", 0.08, 0, 4, "Time constant with which the body follows the ground")     \
    NUMBER(max_roll_rad, "rad", 0, 0, 0.5,                                                          \
           "Body roll per share of the weight that moves from side to side (the inner wheels lift " \
           "at 0.5); 0: from springs, bars and tyres")                                              \
    NUMBER(max_camber_rad, "rad", 0.05, 0, 0.3,                                                     \
           "Camber of the wheels if all weight moved from axle to axle: positive (tops outwards) on "\
           "undriven wheels, negative on driven ones")                                              \
    NUMBER(link_travel_m, "m", 0.08, 0, 3, "How far the linkage lets a wheel follow the road's noise "\
           "before it lifts the body at once")                                                      \
    NUMBER(wall_slope_rad, "rad", 0.8, 0.1, 1.55, "Ground steeper than this may be a wall")         \
    NUMBER(wall_height_m, "m", 0.3, 0, 20, "Steep ground is a wall where the heights under the wheels differ by more than this")\
    NUMBER(wall_rebound, "1", 0.8, 0, 1, "Share of the speed into a wall with which the car comes back")\
    NUMBER(takeoff_m, "m", 0.05, 0, 5, "The car flies once all wheels are this far above ground that "\
           "a falling body would still reach")

#endif
