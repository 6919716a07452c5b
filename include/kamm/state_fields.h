/* State fields: tables of inputs, states and channels.
 *
 *     FIELD(name, unit, default, min, max, doc)                  an input
 *     FIELD(name, unit, default, min, max, needs, doc)           a state
 *
 * A range of 0, 0 allows any value. Cars have a state if their rung has the feature KAMM_FEATURE_`needs`. Channels are
 * declared by their origin, see KAMM_CHANNELS. Names end in their SI unit. CSV headers, the Python and JavaScript views
 * and `kamm catalog` are made from these tables. */
#ifndef KAMM_STATE_FIELDS_H
#define KAMM_STATE_FIELDS_H

#include <kamm/two_wheel_fields.h>

/* Driver inputs. They are constant until changed. Values outside the range are clamped. NaN reads as 0 and sets
 * KAMM_FAULT_INPUT. */
#define KAMM_INPUT_FIELDS(FIELD)                                                                    \
    FIELD(steering_wheel_rad, "rad", 0, -60, 60, "Angle of the steering wheel, positive left")      \
    FIELD(throttle, "1", 0, 0, 1, "Accelerator pedal")                                              \
    FIELD(brake, "1", 0, 0, 1, "Brake pedal")                                                       \
    FIELD(hand_brake, "1", 0, 0, 1, "Hand brake")                                                   \
    FIELD(clutch, "1", 0, 0, 1, "Clutch pedal, 1: pressed. An automatic clutch also opens by itself") \
    FIELD(gear, "1", 100, -1, 100,                                                                  \
          "Requested gear: -1 reverse, 0 neutral, 1 … forward. 100 (KAMM_GEAR_DRIVE): forward by the shift map, " \
          "with any gearbox")                                                                       \
    FIELD(command, "1", 0, 0, 1,                                                                    \
          "1: the next two inputs replace steering wheel, throttle and brake, for planners; acceleration_mps2 only " \
          "if kamm_model_info.takes_commands")                                                      \
    FIELD(road_wheel_rate_radps, "rad/s", 0, -20, 20, "Rate of the road wheels' angle, positive left")\
    FIELD(acceleration_mps2, "m/s2", 0, -100, 100, "Acceleration along the path")                    \
    FIELD(free_steering, "1", 0, 0, 1,                                                              \
          "1: steering_wheel_nm and the road turn the steering wheel, and steering_wheel_rad is ignored. Only if " \
          "kamm_model_info.takes_free_steering, and not with command")                              \
    FIELD(steering_wheel_nm, "N.m", 0, -8000, 8000,                                                   \
          "The driver's torque at the steering wheel, positive left; 0: hands off")                   \
    FIELD(low_range, "1", 0, 0, 1,                                                                    \
          "1 requests the low range of the transfer case, 0 the high range. A range engages below 0.5 m/s (an " \
          "ordinary car) with the clutch open or in neutral. No effect without transfer.low_ratio")  \
    FIELD(raised_axles, "1", 0, 0, 1, "1 raises the lift axles, 0 lowers them. No effect on axles without lift_m") \
    FIELD(endurance_brake, "1", 0, 0, 1,                                                              \
          "Lever of exhaust brake and retarder, which act while the accelerator is released. No effect without them") \
    FIELD(rider_lean_rad, "rad", 0, -1.5, 1.5, "Lean to which the rider's hip moves the upper body, against the " \
          "vehicle's body, positive to the right. No effect without rider.mass_kg")                  \
    FIELD(stand, "1", 0, 0, 1, "1: the stand is down, or the tilt lock on; of a lock also a share. No effect " \
          "without stand.foot_left_m or axles[0].suspension.tilt_lock_nm")

/* States of a car, part by part: KAMM_CAR_STATE_PARTS below has all of them. Their order is that of hashes and
 * snapshots. */

/* Motion, in addition to the position of the sprung mass's centre of gravity (three doubles); pedals, engine. */
#define KAMM_MOTION_STATES(FIELD)                                                                    \
    FIELD(orientation_w, "1", 1, -1, 1, NONE,                                                        \
          "Orientation of the body, quaternion from body to world axes: w")                          \
    FIELD(orientation_x, "1", 0, -1, 1, NONE, "Orientation, quaternion: x")                          \
    FIELD(orientation_y, "1", 0, -1, 1, NONE, "Orientation, quaternion: y")                          \
    FIELD(orientation_z, "1", 0, -1, 1, NONE, "Orientation, quaternion: z")                          \
    FIELD(orientation_residual_w, "1", 0, -1e-6, 1e-6, NONE,                                         \
          "Rounding residual of the quaternion: w. With it a slow turn is not lost")                 \
    FIELD(orientation_residual_x, "1", 0, -1e-6, 1e-6, NONE, "Rounding residual of the quaternion: x") \
    FIELD(orientation_residual_y, "1", 0, -1e-6, 1e-6, NONE,                                         \
          "Rounding residual of the quaternion: y")                                                  \
    FIELD(orientation_residual_z, "1", 0, -1e-6, 1e-6, NONE,                                         \
          "Rounding residual of the quaternion: z")                                                  \
    FIELD(velocity_x_mps, "m/s", 0, -1e4, 1e4, NONE,                                                 \
          "Velocity of the sprung mass's centre of gravity along the world x axis")                  \
    FIELD(velocity_y_mps, "m/s", 0, -1e4, 1e4, NONE,                                                 \
          "Velocity of the sprung mass's centre of gravity along the world y axis")                  \
    FIELD(velocity_z_mps, "m/s", 0, -1e4, 1e4, NONE,                                                 \
          "Velocity of the sprung mass's centre of gravity along the world z axis")                  \
    FIELD(velocity_residual_x_mps, "m/s", 0, -1e-3, 1e-3, NONE,                                      \
          "Rounding residual of the velocity: x. With it a gentle acceleration is not lost")         \
    FIELD(velocity_residual_y_mps, "m/s", 0, -1e-3, 1e-3, NONE,                                      \
          "Rounding residual of the velocity: y")                                                    \
    FIELD(velocity_residual_z_mps, "m/s", 0, -1e-3, 1e-3, NONE,                                      \
          "Rounding residual of the velocity: z")                                                    \
    FIELD(roll_rate_radps, "rad/s", 0, -1e3, 1e3, NONE, "Angular velocity about the body x axis")    \
    FIELD(pitch_rate_radps, "rad/s", 0, -1e3, 1e3, NONE, "Angular velocity about the body y axis")   \
    FIELD(yaw_rate_radps, "rad/s", 0, -1e3, 1e3, NONE, "Angular velocity about the body z axis")     \
    FIELD(steering_rad, "rad", 0, -60, 60, NONE, "Steering-wheel angle at the rack, positive left")  \
    FIELD(steering_residual_rad, "rad", 0, -1e-4, 1e-4, NONE,                                        \
          "Rounding residual of the steering-wheel angle while a rate is commanded")                 \
    FIELD(steering_rate_radps, "rad/s", 0, -1e3, 1e3, NONE,                                         \
          "Rate of the steering-wheel angle over the last substep; with free_steering over the next") \
    FIELD(throttle_state, "1", 0, 0, 1, NONE,                                                        \
          "Throttle after its response, before idle control, limiter and aids")                      \
    FIELD(brake_state, "1", 0, 0, 1, NONE, "Brake after its response")                               \
    FIELD(engine_radps, "rad/s", 0, 0, 7e3, ENGINE, "Engine speed")                                  \
    FIELD(boost, "1", 0, 0, 1, TURBO, "Boost of the turbocharger, as a share of full boost")

#define KAMM_CONVERTER_STATES(FIELD)                                                                 \
    FIELD(turbine_radps, "rad/s", 0, -7e3, 7e3, CONVERTER, "Speed of the torque converter's turbine") \
    FIELD(converter_lock, "1", 0, 0, 1, CONVERTER, "Engagement of the converter's lock-up clutch, 0 open, 1 closed") \
    FIELD(converter_heat_w, "W", 0, -3e10, 3e10, CONVERTER,                                            \
          "Power that converter and lock-up clutch turned into heat in the last substep")

#define KAMM_BATTERY_STATES(FIELD)                                                                   \
    FIELD(battery_used, "1", 0, -2, 2, MOTOR, "Share of the battery's charge that was used since the start") \
    FIELD(battery_used_residual, "1", 0, -1e-6, 1e-6, MOTOR, "Rounding residual of battery_used")    \
    FIELD(battery_a, "A", 0, -1e7, 1e7, MOTOR, "Current that the battery gave in the last substep")

#define KAMM_SHAFT_STATES(FIELD)                                                                     \
    FIELD(shaft_twist_rad, "rad", 0, -10, 10, WHEEL_LOCK,                                            \
          "Twist of the drive shafts, at the wheels")

#define KAMM_TRANSFER_STATES(FIELD)                                                                  \
    FIELD(transfer_twist_rad, "rad", 0, -100, 100, TRANSFER,                                         \
          "full: twist of the coupling between the transfer case's outputs, front ahead of rear, at the wheels") \
    FIELD(transfer_clutch_nm, "N.m", 0, 0, 4e7, TRANSFER, "full: torque that the transfer case's clutch may carry") \
    FIELD(low_range, "1", 0, 0, 1, TRANSFER, "1: low range is engaged")

#define KAMM_CLUTCH_STATES(FIELD)                                                                    \
    FIELD(clutch_engagement, "1", 0, 0, 1, ENGINE, "0 open, 1 closed")

#define KAMM_GEARBOX_STATES(FIELD)                                                                   \
    FIELD(gear_engaged, "1", 0, -1, 18, NONE, "-1 reverse, 0 neutral, 1 … forward")                  \
    FIELD(target_gear, "1", 0, -1, 18, NONE, "Gear at the end of a running shift")                   \
    FIELD(shift_remaining_s, "s", 0, 0, 20, ENGINE, "Time until a running shift ends")               \
    FIELD(shift_lockout_s, "s", 0, 0, 20, ENGINE, "Time until the shift map may shift again")        \
    FIELD(shift_speed_mps, "m/s", 0, -1e4, 1e4, ENGINE,                                              \
          "Road speed at the last substep, for the shift map")                                       \
    FIELD(shift_resistance_mps2, "m/s2", 0, -1e4, 1e4, ENGINE,                                      \
          "Resistance to the car, filtered: drive force over mass less acceleration. The map shifts up only if the " \
          "next gear can hold the car against it")

#define KAMM_SYNCHRO_STATES(FIELD)                                                                   \
    FIELD(input_shaft_radps, "rad/s", 0, -1e5, 1e5, SYNCHRO,                                        \
          "Speed of the gearbox's input shaft: that of the engine, unless a shift has disengaged it") \
    FIELD(synchro_heat_w, "W", 0, -3e10, 3e10, SYNCHRO,                                                \
          "Power that synchronisers turned into heat in the last substep")

#define KAMM_BODY_STATES(FIELD)                                                                      \
    FIELD(traction_cut, "1", 0, 0, 1, WHEEL_LOCK, "Share of the engine torque that traction control cuts") \
    FIELD(path_speed_mps, "m/s", 0, -1e4, 1e4, NONE, "kinematic: speed of the commanded point, negative backwards") \
    FIELD(path_speed_residual_mps, "m/s", 0, -1e-3, 1e-3, NONE,                                      \
          "kinematic: rounding residual of the path speed")                                          \
    FIELD(articulation_rad, "rad", 0, -3.2, 3.2, NONE,                                               \
          "kinematic: the car's heading less its trailer's")                                         \
    FIELD(load_x_mps2, "m/s2", 0, -1e4, 1e4, ENGINE,                                                \
          "single_track, double_track: forward acceleration that the wheel loads follow")            \
    FIELD(load_y_mps2, "m/s2", 0, -1e4, 1e4, LOADS,                                                 \
          "double_track: acceleration to the left that the wheel loads follow")                      \
    FIELD(last_acceleration_x_mps2, "m/s2", 0, -1e6, 1e6, TRAVEL,                                    \
          "Acceleration of the sprung mass's centre of gravity over the last substep, body x axis")  \
    FIELD(last_acceleration_y_mps2, "m/s2", 0, -1e6, 1e6, TRAVEL,                                    \
          "Acceleration over the last substep, body y axis")                                         \
    FIELD(last_acceleration_z_mps2, "m/s2", 0, -1e6, 1e6, TRAVEL,                                    \
          "Acceleration over the last substep, body z axis")                                         \
    FIELD(last_roll_acceleration_radps2, "rad/s2", 0, -1e6, 1e6, TRAVEL,                             \
          "Angular acceleration over the last substep, body x axis")                                 \
    FIELD(last_pitch_acceleration_radps2, "rad/s2", 0, -1e6, 1e6, TRAVEL,                            \
          "Angular acceleration over the last substep, body y axis")                                 \
    FIELD(last_yaw_acceleration_radps2, "rad/s2", 0, -1e6, 1e6, TRAVEL,                              \
          "Angular acceleration over the last substep, body z axis")                                 \
    FIELD(hitch_x_n, "N", 0, -2e8, 2e8, HITCH, "Force of all hitches on the body, along the body x axis") \
    FIELD(hitch_y_n, "N", 0, -2e8, 2e8, HITCH, "Force of all hitches on the body, along the body y axis") \
    FIELD(hitch_z_n, "N", 0, -2e8, 2e8, HITCH, "Force of all hitches on the body, along the body z axis") \
    FIELD(hitch_roll_nm, "N.m", 0, -4e9, 4e9, HITCH,                                                 \
          "Moment of all hitches about the body frame's origin, body x axis")                        \
    FIELD(hitch_pitch_nm, "N.m", 0, -4e9, 4e9, HITCH,                                                \
          "Moment of all hitches about the body frame's origin, body y axis")                        \
    FIELD(hitch_yaw_nm, "N.m", 0, -4e9, 4e9, HITCH,                                                  \
          "Moment of all hitches about the body frame's origin, body z axis")                        \
    FIELD(hitch_load_n, "N", 0, -2e8, 2e8, HITCH, "Vertical load on the hitch at the rear")          \
    FIELD(active_steer_rad, "rad", 0, -1.5, 1.5, ACTIVE_STEERING,                                    \
          "Steer angle that active steering adds, at the road wheels, positive left")                \
    FIELD(abs_reference_mps, "m/s", 0, -1e4, 1e4, ABS_CYCLES,                                       \
          "Speed of the car that the anti-lock brakes estimate from the wheels")

#define KAMM_HILL_HOLD_STATES(FIELD)                                                                 \
    FIELD(hill_hold, "1", 0, 0, 1, HILL_HOLD, "Share of the brakes that hill hold applies")          \
    FIELD(hill_hold_left_s, "s", 0, 0, 20, HILL_HOLD, "Remaining time of hill hold")

#define KAMM_LAUNCH_STATES(FIELD)                                                                    \
    FIELD(launch_phase, "1", 0, 0, 2, LAUNCH,                                                       \
          "Launch control: 1 while it holds the engine speed, 2 while it starts the car")

#define KAMM_ENDURANCE_STATES(FIELD)                                                                 \
    FIELD(exhaust_brake, "1", 0, 0, 1, ENDURANCE, "Engagement of the exhaust brake, 0 to 1")         \
    FIELD(retarder_filling, "1", 0, 0, 1, ENDURANCE, "Filling of the retarder, 0 to 1")              \
    FIELD(retarder_warmth, "1", 0, 0, 1, ENDURANCE, "Temperature of the retarder: 0 in normal running, 1 the highest") \
    FIELD(retarder_nm, "N.m", 0, -4e7, 4e7, ENDURANCE,                                               \
          "Torque of the retarder at the gearbox's output in the last substep, positive against a forward speed")

#define KAMM_CONTROL_STATES(FIELD)                                                                   \
    FIELD(engine_cut_demand, "1", 0, 0, 1, CONTROL,                                                 \
          "Share of the engine torque that a control unit cuts (kamm_set_demand)")                   \
    FIELD(steer_demand_rad, "rad", 0, -1.5, 1.5, CONTROL,                                           \
          "Steer angle that a control unit adds to that of the steering wheel, positive left")       \
    FIELD(airborne, "1", 0, 0, 1, LOADS, "double_track: 1 in flight")                                \
    FIELD(fault, "1", 0, 0, 7, NONE, "Fault bits as a number, see kamm_fault")                       \
    FIELD(cvt_share, "1", 1, 0, 1, CVT, "Ratio of the continuously variable gearbox over that of its lowest gear")

#define KAMM_DUAL_CLUTCH_STATES(FIELD)                                                               \
    FIELD(second_clutch_engagement, "1", 0, 0, 1, DUAL_CLUTCH,                                      \
          "full: dual clutch gearbox: engagement of the clutch of the oncoming gear in a shift; 0 open, 1 closed") \
    FIELD(hand_over, "1", 0, 0, 1, DUAL_CLUTCH,                                                     \
          "full: dual clutch gearbox: progress of a shift from the offgoing to the oncoming clutch, 0 to 1")

#define KAMM_POWER_SPLIT_STATES(FIELD)                                                               \
    FIELD(split_runs, "1", 0, 0, 1, POWER_SPLIT, "Power split: 1 if the control requests the engine to run") \
    FIELD(split_gas, "1", 0, 0, 1, POWER_SPLIT, "Power split: torque request to the engine, as a share of full load") \
    FIELD(split_drive_nm, "N.m", 0, -4e6, 4e6, POWER_SPLIT,                                         \
          "Power split: motor torque for the driver, in addition to the reaction to the generator")  \
    FIELD(generator_nm, "N.m", 0, -4e6, 4e6, POWER_SPLIT, "Torque of the generator of a power split") \
    FIELD(generator_warmth_k, "K", 0, -10, 5000, POWER_SPLIT,                                       \
          "Temperature of a power split's generator above its coolant")                              \
    FIELD(generator_warmth_residual_k, "K", 0, -1e-3, 1e-3, POWER_SPLIT, "Rounding residual of generator_warmth_k")

#define KAMM_CARGO_STATES(FIELD)                                                                     \
    FIELD(liquid_along_m, "m", 0, -100, 100, CARGO,                                                 \
          "full: displacement of the sloshing mass along the car from its lowest point, positive forwards") \
    FIELD(liquid_aside_m, "m", 0, -100, 100, CARGO,                                                 \
          "full: displacement of the sloshing mass across the car from its lowest point, positive to the left") \
    FIELD(liquid_along_mps, "m/s", 0, -1e3, 1e3, CARGO, "full: rate of liquid_along_m")              \
    FIELD(liquid_aside_mps, "m/s", 0, -1e3, 1e3, CARGO, "full: rate of liquid_aside_m")              \
    FIELD(shifted_along_m, "m", 0, -100, 100, SHIFTING,                                             \
          "full: displacement of the shifting load on the floor, positive forwards")                 \
    FIELD(shifted_aside_m, "m", 0, -100, 100, SHIFTING,                                             \
          "full: displacement of the shifting load on the floor, positive to the left")              \
    FIELD(shifting_along_mps, "m/s", 0, -1e3, 1e3, SHIFTING, "full: rate of shifted_along_m")        \
    FIELD(shifting_aside_mps, "m/s", 0, -1e3, 1e3, SHIFTING, "full: rate of shifted_aside_m")        \
    FIELD(shift_load, "1", 0, 0, 1, ENGINE,                                                         \
          "Load for upshifts of the shift map, 0 light to 1 full: it follows the pedal up immediately and down " \
          "slowly")                                                                                  \
    FIELD(load_z_mps2, "m/s2", 0, -1e4, 1e4, LOADS,                                                 \
          "double_track: acceleration normal to the road that the wheel loads follow: v^2/R in a dip of radius R")

/* Those of two-wheelers are in two_wheel_fields.h. */

/* All of them: FIELD(…) is a state of the car itself, PART(FIELD, name, STATES) are those of a part, which gets
 * them as a struct. A new part comes last. */
#define KAMM_CAR_STATE_PARTS(FIELD, PART)                                                           \
    KAMM_MOTION_STATES(FIELD)                                                                       \
    PART(FIELD, converter, KAMM_CONVERTER_STATES)                                                   \
    PART(FIELD, battery, KAMM_BATTERY_STATES)                                                       \
    KAMM_SHAFT_STATES(FIELD)                                                                        \
    PART(FIELD, transfer, KAMM_TRANSFER_STATES)                                                     \
    KAMM_CLUTCH_STATES(FIELD)                                                                       \
    PART(FIELD, gearbox, KAMM_GEARBOX_STATES)                                                       \
    PART(FIELD, synchro, KAMM_SYNCHRO_STATES)                                                       \
    KAMM_BODY_STATES(FIELD)                                                                         \
    PART(FIELD, hill_hold, KAMM_HILL_HOLD_STATES)                                                   \
    KAMM_LAUNCH_STATES(FIELD)                                                                       \
    PART(FIELD, endurance, KAMM_ENDURANCE_STATES)                                                   \
    KAMM_CONTROL_STATES(FIELD)                                                                      \
    PART(FIELD, dual_clutch, KAMM_DUAL_CLUTCH_STATES)                                               \
    PART(FIELD, power_split, KAMM_POWER_SPLIT_STATES)                                               \
    KAMM_CARGO_STATES(FIELD)                                                                        \
    KAMM_FRONT_ASSEMBLY_STATES(FIELD)                                                               \
    KAMM_RIDER_STATES(FIELD)                                                                        \
    KAMM_LEAN_STATES(FIELD)                                                                         \
    KAMM_THROWN_STATES(FIELD)                                                                       \
    PART(FIELD, stand, KAMM_STAND_STATES)

/* The same without parts. */
#define KAMM_STATES_OF_PART(FIELD, name, STATES) STATES(FIELD)
#define KAMM_CAR_STATES(FIELD) KAMM_CAR_STATE_PARTS(FIELD, KAMM_STATES_OF_PART)

/* States of each of the eight points by which the body touches the ground. */
#define KAMM_BODY_POINT_STATES(FIELD)                                                                \
    FIELD(scrape_x_m, "m", 0, -3, 3, TUMBLE, "Elastic deflection of a body point that touches, along the body x axis") \
    FIELD(scrape_y_m, "m", 0, -3, 3, TUMBLE, "Elastic deflection of a body point that touches, along the body y axis") \
    FIELD(scrape_z_m, "m", 0, -3, 3, TUMBLE, "Elastic deflection of a body point that touches, along the body z axis") \
    FIELD(depth_m, "m", 0, 0, 30, TUMBLE, "Penetration of a body point into the ground")

/* Outputs of each of these points, of the last substep. */
#define KAMM_BODY_POINT_OUTPUTS(FIELD) FIELD(press_n, "N", TUMBLE, "Mean normal force of the ground on a body point")

/* States of an axle. */
#define KAMM_AXLE_STATES(FIELD)                                                                      \
    FIELD(lock_twist_rad, "rad", 0, -10, 10, WHEEL_LOCK,                                             \
          "Twist between the wheels of a locked differential")                                       \
    FIELD(motor_radps, "rad/s", 0, -1e5, 1e5, MOTOR, "Speed of the axle's electric motor, positive forwards")\
    FIELD(motor_nm, "N.m", 0, -4e6, 4e6, MOTOR, "Torque of the axle's electric motor, positive forwards")\
    FIELD(motor_twist_rad, "rad", 0, -10, 10, MOTOR, "Twist of the shafts between motor and wheels, at the wheels") \
    FIELD(motor_cut, "1", 0, 0, 1, MOTOR, "Share of the motor's torque that traction control cuts") \
    FIELD(motor_warmth_k, "K", 0, -1e3, 1e4, MOTOR, "Temperature of the motor above its coolant")    \
    FIELD(motor_warmth_residual_k, "K", 0, -1e-3, 1e-3, MOTOR, "Rounding residual of motor_warmth_k") \
    FIELD(inter_axle_twist_rad, "rad", 0, -100, 100, TRANSFER,                                      \
          "full: twist between this axle and the next one, with a locked differential between them")\
    FIELD(vectoring_nm, "N.m", 0, -4e6, 4e6, VECTORING,                                              \
          "Torque of the differential's vectoring clutches, positive: to the right wheel")           \
    FIELD(active_bar_n, "N", 0, -2e7, 2e7, ACTIVE_BAR,                                               \
          "Force of the active anti-roll bar, positive: right wheel down, left wheel up")            \
    FIELD(bar_slack_m, "m", 0, -10, 10, TRAVEL,                                                     \
          "Difference of the travel of left and right wheel at which the anti-roll bar is not twisted; 0 until both " \
          "wheels have hung free")

/* States of a wheel. */
#define KAMM_WHEEL_STATES(FIELD)                                                                     \
    FIELD(travel_m, "m", 0, -5, 5, ROLL, "Wheel travel from rest, positive upwards")                 \
    FIELD(travel_rate_mps, "m/s", 0, -1e3, 1e3, ROLL,                                                \
          "Rate of the wheel travel, positive upwards")                                              \
    FIELD(spin_radps, "rad/s", 0, -1e4, 1e4, NONE, "Rotational speed, positive rolling forward")     \
    FIELD(spin_angle_rad, "rad", 0, -3.2, 3.2, NONE, "Rotation angle")                               \
    FIELD(contact_deflection_x_m, "m", 0, -3, 3, WHEEL_LOCK,                                         \
          "Deflection of the tyre's carcass lengthwise, scaled to nominal load; positive "           \
          "where the ground pushes the wheel forward")                                               \
    FIELD(contact_deflection_y_m, "m", 0, -3, 3, WHEEL_LOCK,                                         \
          "Deflection of the tyre's carcass sideways, scaled to nominal load; positive where "       \
          "the ground pushes the wheel to the right")                                                \
    FIELD(contact_twist_rad, "rad", 0, -1, 1, TRAVEL,                                                \
          "Twist of the tyre's contact patch about the ground's normal; positive where the wheel is "  \
          "turned further to the left than the patch")                                               \
    FIELD(compliant_steer_rad, "rad", 0, -0.2, 0.2, TRAVEL,                                         \
          "Steer angle by compliance of suspension and steering, positive left")                    \
    FIELD(compliant_lean_rad, "rad", 0, -0.2, 0.2, TRAVEL,                                           \
          "Lean of the wheel by compliance of its suspension, positive with its top to the left")    \
    FIELD(spring_friction_share, "1", 0, -1, 1, TRAVEL,                                             \
          "Dry friction of the suspension over its limit, positive: down on the wheel")             \
    FIELD(deflection_m, "m", 0, 0, 30, FORCES,                                                      \
          "full: deflection of the tyre along the ground's normal, as far as the ground has reached it; rungs " \
          "below: penetration into ground above the body's road, as far as it has reached the wheel") \
    FIELD(abs_release, "1", 0, 0, 1, WHEEL_LOCK, "Share of the brake torque that the anti-lock brakes release") \
    FIELD(abs_pressure, "1", 0, 0, 2, ABS_CYCLES,                                                   \
          "Limit by the valves of the anti-lock brakes, as a share of the wheel's full brake torque") \
    FIELD(abs_phase, "1", 0, 0, 8, ABS_CYCLES,                                                      \
          "Phase of the anti-lock brakes: 0 free, 1 first hold, 2 reduce, 3 hold, 4 rise, 5 small steps up; of " \
          "brake-force distribution: 6 hold, 7 pulse down, 8 pulse up")                             \
    FIELD(abs_rolling_mps, "m/s", 0, -1e4, 1e4, ABS_CYCLES, "Speed of the rim in the last substep")  \
    FIELD(abs_acceleration_mps2, "m/s2", 0, -1e6, 1e6, ABS_CYCLES, "Acceleration of the rim, filtered")\
    FIELD(abs_pause_s, "s", 0, 0, 2, EBD_CYCLES, "Time until the next pulse of brake-force distribution")\
    FIELD(brake_demand, "1", 0, 0, 1, CONTROL,                                                       \
          "Share of the wheel's full brake torque that a control unit adds to the pedal's (kamm_set_demand)")\
    FIELD(release_demand, "1", 0, 0, 1, CONTROL,                                                    \
          "Share of the brake torque that a control unit releases; the larger of this and abs_release acts") \
    FIELD(drive_demand_nm, "N.m", 0, -4e6, 4e6, CONTROL,                                            \
          "Torque that a control unit puts on the wheel in addition to the driveline's")            \
    FIELD(actuator_demand_n, "N", 0, -2e7, 2e7, CONTROL,                                            \
          "Force of an actuator at the wheel in addition to spring and damper: positive presses the wheel down and " \
          "the body up")                                                                            \
    FIELD(last_travel_acceleration_mps2, "m/s2", 0, -1e6, 1e6, TRAVEL,                               \
          "Change of the travel rate over the last substep, per second")                             \
    FIELD(surface_warmth_k, "K", 0, -500, 5000, TYRE_HEAT,                                           \
          "Temperature of the tread's surface above the tyre's start_temperature_k")                 \
    FIELD(carcass_warmth_k, "K", 0, -500, 5000, TYRE_HEAT,                                          \
          "Temperature of the tyre's carcass above start_temperature_k")                            \
    FIELD(carcass_warmth_residual_k, "K", 0, -1e-3, 1e-3, TYRE_HEAT, "Rounding residual of carcass_warmth_k") \
    FIELD(gas_warmth_k, "K", 0, -500, 5000, TYRE_HEAT, "Temperature of the gas in the tyre above start_temperature_k") \
    FIELD(worn_m, "m", 0, 0, 1, TYRE_WEAR, "Wear of the tread")                                     \
    FIELD(worn_residual_m, "m", 0, -1e-6, 1e-6, TYRE_WEAR, "Rounding residual of worn_m")           \
    FIELD(damper_bend_m, "m", 0, -3, 3, DAMPER_BUSH,                                                \
          "Deflection of the damper's bush, at the wheel, positive with a force down on the wheel") \
    FIELD(damper_setting, "1", 0, -1, 20, SKYHOOK, "Factor on the damper's force, less 1")          \
    FIELD(skyhook_mps, "m/s", 0, -1e4, 1e4, SKYHOOK,                                                \
          "Upward speed of the body above the wheel that the dampers' control unit integrates from accelerations")

/* Channels of a car, for kamm_read. The macro of a channel gives its origin:
 *
 *     STATE(name, unit, row, doc)                       a row of KAMM_CAR_STATES
 *     OUTPUT(name, unit, needs, doc)                    written by the step, of the last substep
 *     INPUT(name, unit, input, min, max, doc)           one of KAMM_INPUT_FIELDS, as the caller wrote it
 *     DERIVED(name, unit, doc)                          computed when it is read, by read_NAME in read.c
 *
 * An OUTPUT line also declares the row that kernels write. On rungs without it the channel reads 0, like a state. New
 * channels come last, because hosts know channels by number. */
#define KAMM_CHANNELS(STATE, OUTPUT, INPUT, DERIVED)                                                \
    DERIVED(time_s, "s", "Time since the cars were created: substeps times their length")           \
    DERIVED(x_m, "m", "Centre of gravity of the car without payload, world x")                      \
    DERIVED(y_m, "m", "Centre of gravity of the car without payload, world y")                      \
    DERIVED(z_m, "m", "Centre of gravity of the car without payload, world z")                      \
    DERIVED(yaw_rad, "rad", "Heading, positive left of the world's x axis")                         \
    DERIVED(pitch_rad, "rad", "Pitch, positive nose down")                                          \
    DERIVED(roll_rad, "rad", "Roll, positive leaning to the right")                                 \
    DERIVED(speed_mps, "m/s", "Magnitude of the velocity of the centre of gravity over the world")  \
    DERIVED(forward_speed_mps, "m/s", "Velocity over the world along the body's x axis")            \
    DERIVED(lateral_speed_mps, "m/s", "Velocity over the world along the body's y axis")            \
    DERIVED(vertical_speed_mps, "m/s", "Velocity along the world's z axis")                         \
    DERIVED(sideslip_rad, "rad", "Angle from the heading to the velocity over the world, positive left") \
    DERIVED(roll_rate_radps, "rad/s", "Angular velocity about the body x axis")                     \
    STATE(pitch_rate_radps, "rad/s", pitch_rate_radps, "Angular velocity about the body y axis")    \
    STATE(yaw_rate_radps, "rad/s", yaw_rate_radps, "Angular velocity about the body z axis")        \
    OUTPUT(acceleration_x_mps2, "m/s2", NONE,                                                       \
          "Acceleration of the centre of gravity along the heading, level")                         \
    OUTPUT(acceleration_y_mps2, "m/s2", NONE,                                                       \
          "Acceleration of the centre of gravity to the left, level")                               \
    OUTPUT(acceleration_z_mps2, "m/s2", NONE,                                                       \
          "Acceleration of the centre of gravity upwards, against gravity")                         \
    STATE(steering_wheel_rad, "rad", steering_rad, "Steering-wheel angle at the rack, positive left") \
    DERIVED(road_wheel_rad, "rad",                                                                  \
            "steering_wheel_rad over the steering ratio, plus the angles of active steering and of a control unit") \
    INPUT(throttle, "1", throttle, 0, 1, "Accelerator pedal")                                       \
    INPUT(brake, "1", brake, 0, 1, "Brake pedal")                                                   \
    STATE(engine_radps, "rad/s", engine_radps, "Engine speed")                                      \
    STATE(boost, "1", boost, "Boost of the turbocharger, as a share of full boost; 0 without a turbocharger") \
    STATE(turbine_radps, "rad/s", turbine_radps, "Speed of the torque converter's turbine; 0 without a converter") \
    STATE(converter_lock, "1", converter_lock, "Engagement of the converter's lock-up clutch, 0 open, 1 closed") \
    STATE(converter_heat_w, "W", converter_heat_w, "Power that the torque converter turns into heat")\
    STATE(gear, "1", gear_engaged, "Engaged gear: -1 reverse, 0 neutral")                           \
    STATE(clutch_engagement, "1", clutch_engagement, "0 open, 1 closed")                            \
    OUTPUT(engine_torque_nm, "N.m", ENGINE, "Torque of the engine at the crankshaft")               \
    OUTPUT(drive_torque_nm, "N.m", FORCES, "Torque of the drive shafts at the wheels, summed")      \
    OUTPUT(steering_torque_nm, "N.m", ENGINE, "Torque at the steering wheel without assistance")    \
    DERIVED(trailer_yaw_rad, "rad", "Heading of the trailer (kinematic); without a trailer that of the car") \
    DERIVED(energy_j, "J",                                                                          \
            "Kinetic energy of body, wheels, engine and motors; potential energy against z = 0, in springs, tyres, " \
            "body contacts and shafts")                                                             \
    DERIVED(engine_power_w, "W",                                                                    \
            "Power of the engine at the crankshaft: torque times speed, negative while it brakes")  \
    DERIVED(steering_felt_nm, "N.m",                                                                \
            "Torque at the steering wheel that the driver holds: steering_torque_nm less the power steering's") \
    DERIVED(motor_power_w, "W", "Power of the electric motors at their shafts, negative while they brake") \
    DERIVED(battery_charge, "1", "State of charge of the battery, 0 to 1; 0 without a battery")     \
    DERIVED(battery_v, "V", "Voltage at the battery's terminals; 0 without a battery")              \
    DERIVED(battery_power_w, "W", "Power output of the battery, negative while it is charged")      \
    STATE(engine_cut, "1", traction_cut, "Share of the engine's torque that traction and stability control cut") \
    OUTPUT(stability_brake, "1", WHEEL_LOCK,                                                        \
           "Share of the brake torque by which stability control brakes the wheels of one side") \
    STATE(input_shaft_radps, "rad/s", input_shaft_radps,                                            \
          "Speed of the gearbox's input shaft, with synchronised gears")                            \
    STATE(synchro_heat_w, "W", synchro_heat_w, "Power that synchronisers turn into heat")\
    STATE(exhaust_brake, "1", exhaust_brake, "Engagement of the exhaust brake, 0 to 1; 0 without one") \
    STATE(retarder_torque_nm, "N.m", retarder_nm,                                                   \
          "Torque of the retarder at the gearbox's output, positive against a forward speed")       \
    STATE(retarder_warmth, "1", retarder_warmth, "Temperature of the retarder: 0 in normal running, 1 the highest") \
    STATE(cvt_share, "1", cvt_share,                                                                \
          "Ratio of a continuously variable gearbox over that of its lowest gear; 0 without one")   \
    STATE(second_clutch_engagement, "1", second_clutch_engagement,                                  \
          "Dual clutch gearbox: engagement of the clutch of the oncoming gear; clutch_engagement is that of the " \
          "present gear")                                                                           \
    DERIVED(generator_radps, "rad/s", "Speed of a power split's generator, on the sun; 0 without one")\
    STATE(generator_torque_nm, "N.m", generator_nm,                                                 \
          "Torque of a power split's generator, positive in its forward direction")                 \
    STATE(generator_warmth_k, "K", generator_warmth_k, "Temperature of a power split's generator above its coolant")  \
    STATE(liquid_along_m, "m", liquid_along_m,                                                      \
          "Displacement of the sloshing mass along the car, positive forwards (full); 0 without a tank") \
    STATE(liquid_aside_m, "m", liquid_aside_m,                                                      \
          "Displacement of the sloshing mass across the car, positive to the left (full); 0 without a tank") \
    STATE(shifted_along_m, "m", shifted_along_m,                                                    \
          "Displacement of the shifting load on the floor, positive forwards (full); 0 without one")\
    STATE(shifted_aside_m, "m", shifted_aside_m,                                                    \
          "Displacement of the shifting load on the floor, positive to the left (full); 0 without one") \
    STATE(shifting_along_mps, "m/s", shifting_along_mps, "Speed of the shifting load on the floor, forwards (full)")\
    STATE(shifting_aside_mps, "m/s", shifting_aside_mps,                                            \
          "Speed of the shifting load on the floor, to the left (full)")                            \
    DERIVED(engine_firing_hz, "Hz",                                                                 \
            "Firings of the engine per second: half its revolutions times its cylinders; in a two-stroke twice that") \
    DERIVED(engine_load, "1", "Engine torque over full-load torque at that speed, 0 to 1; 0 while it brakes") \
    DERIVED(gear_mesh_hz, "Hz",                                                                     \
            "Meshing teeth per second at the gearbox's input, by the speed of the wheels; 0 in neutral, or without " \
            "an engine")                                                                            \
    OUTPUT(air_speed_mps, "m/s", NONE, "Speed of the car through the air, with wind and gusts")     \
    DERIVED(scrape_w, "W", "Power of the friction of the body sliding over the ground (full)")      \
    DERIVED(shift_refusal, "1",                                                                     \
            "Reason why the requested gear is not engaged (kamm_shift_refusal): 0 none, 1 rolls_forwards and 2 " \
            "rolls_backwards (in neutral), 3 clutch, 4 engine_speed")                               \
    DERIVED(speed_over_ground_mps, "m/s",                                                           \
            "Magnitude of the velocity of the centre of gravity over the ground below, which may move") \
    DERIVED(forward_over_ground_mps, "m/s", "Velocity over the ground below along the body's x axis") \
    DERIVED(lateral_over_ground_mps, "m/s", "Velocity over the ground below along the body's y axis") \
    DERIVED(yaw_rate_over_ground_radps, "rad/s",                                                    \
            "Angular velocity about the body z axis less that of the ground below")                 \
    STATE(low_range, "1", low_range, "1: the low range of the transfer case is engaged; 0 without one") \
    INPUT(raised_axles, "1", raised_axles, 0, 1, "Request to raise the lift axles")                  \
    INPUT(endurance_brake, "1", endurance_brake, 0, 1, "Lever of exhaust brake and retarder")

/* Channels of a wheel, for kamm_read_wheel: STATE is a row of KAMM_WHEEL_STATES, DERIVED is read_wheel_NAME in
 * read.c. */
#define KAMM_WHEEL_CHANNELS(STATE, OUTPUT, DERIVED)                                                 \
    OUTPUT(load_n, "N", NONE, "Wheel load, along the ground's normal")                              \
    OUTPUT(longitudinal_force_n, "N", FORCES, "Tyre force Fx")                                      \
    OUTPUT(lateral_force_n, "N", FORCES, "Tyre force Fy, positive left")                            \
    OUTPUT(aligning_moment_nm, "N.m", ENGINE, "Tyre moment Mz")                                     \
    OUTPUT(slip_ratio, "1", FORCES, "Slip ratio; -1: locked")                                       \
    OUTPUT(slip_angle_rad, "rad", FORCES, "Slip angle, ISO-W sign")                                 \
    OUTPUT(camber_rad, "rad", LOADS, "Inclination to the ground, positive with the top to the right") \
    OUTPUT(steer_rad, "rad", NONE, "Steer angle with toe, positive left")                           \
    STATE(travel_m, "m", travel_m, "Wheel travel from rest, positive upwards")                      \
    STATE(travel_rate_mps, "m/s", travel_rate_mps, "Rate of the wheel travel, positive upwards")    \
    STATE(spin_radps, "rad/s", spin_radps, "Rotational speed, positive rolling forward")            \
    OUTPUT(brake_torque_nm, "N.m", FORCES, "Brake torque available at the wheel")                   \
    DERIVED(tyre_deflection_m, "m", "Deflection of the tyre; on rungs below full the static deflection at its load") \
    DERIVED(patch_length_m, "m", "Length of the contact patch")                                     \
    DERIVED(patch_width_m, "m", "Width of the contact patch")                                       \
    DERIVED(carcass_shift_x_m, "m",                                                                 \
            "Shift of the contact patch against the wheel by deflection of the carcass, positive forwards; on rungs " \
            "below full the steady value for its force")                                            \
    DERIVED(carcass_shift_y_m, "m",                                                                 \
            "Shift of the contact patch against the wheel by deflection of the carcass, positive to the left; on " \
            "rungs below full the steady value for its force")                                      \
    DERIVED(tread_temperature_k, "K", "Temperature of the tread's surface; 0 without tyre temperatures") \
    DERIVED(carcass_temperature_k, "K", "Temperature of the tyre's carcass; 0 without tyre temperatures") \
    DERIVED(gas_temperature_k, "K", "Temperature of the gas in the tyre; 0 without tyre temperatures") \
    DERIVED(tyre_pressure_pa, "Pa", "Inflation pressure of the tyre, above that of the air")        \
    DERIVED(tread_worn_m, "m", "Wear of the tread")                                                 \
    DERIVED(tyre_grip, "1", "Factor on the tyre's friction by its temperature and wear")            \
    DERIVED(motor_radps, "rad/s", "Speed of the axle's electric motor; 0 without one")              \
    DERIVED(motor_torque_nm, "N.m", "Torque of the axle's electric motor, positive forwards")       \
    DERIVED(motor_warmth_k, "K", "Temperature of the axle's electric motor above its coolant")      \
    OUTPUT(brake_release, "1", WHEEL_LOCK,                                                          \
           "Share of the requested brake torque that anti-lock brakes and brake-force distribution release") \
    OUTPUT(drive_torque_nm, "N.m", WHEEL_LOCK,                                                      \
           "Torque of engine, motors and couplings on the wheel, or on the hub of twin wheels (full)")      \
    DERIVED(rut_m, "m", "Depth to which the wheel has sunk into soft soil")                         \
    DERIVED(sliding_mps, "m/s", "Speed of the tread over the ground (kamm_read_wheel_contact)")     \
    DERIVED(skid_w, "W", "Power of the friction between tread and ground")                          \
    DERIVED(stop_force_n, "N",                                                                      \
            "Force of the suspension's stops on the wheel, positive downwards: of the bump stop (full)")

#endif
