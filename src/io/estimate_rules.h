/* The rules of estimated vehicles, each a line of numbers.
 *
 *     RULE(name, columns, unit, spread, doc, source, numbers…)
 *
 * `columns` is the choice whose words have the numbers. CLASS: hatchback, saloon, estate, suv, van, pickup, sports,
 * supercar, kart, formula, bus, truck, tractor. TYRE: eco, touring, sport, track, slick, all_terrain, van, truck,
 * tractor, kart, cross_ply. POWER: petrol, turbo, diesel, heavy_diesel, racing, electric. DRIVEN: front, rear, all.
 * SHIFTED: manual, automatic, dual_clutch, sequential. TOWED: caravan, trailer; these classes have no column of CLASS. `spread` is one standard deviation as a share. */
#ifndef KAMM_IO_ESTIMATE_RULES_H
#define KAMM_IO_ESTIMATE_RULES_H

#include <kamm/io/estimate.h>

#define INERTIA_DATABASE                                                                                            \
    "Heydinger et al., SAE 1999-01-1336 (NHTSA's database), as evaluated at kktse.github.io, 2020: cars and light " \
    "trucks; other classes estimated"
#define ROLLOVER_DATABASE                                                                                               \
    "NHTSA's measurements of 1971 to 2020, as evaluated at kktse.github.io, 2022: cars 1.41, light trucks 1.23; other " \
    "classes estimated"
#define SHIPPED "chosen through the vehicles that Kamm ships"
#define KNOWN "general knowledge, not seen in a source"
#define RIDE \
    "ride frequencies as usually quoted (after Gillespie; Reimpell), not seen in the originals"
#define SHIPPED_CARAVAN \
    "the caravan that Kamm ships, whose numbers are estimates; of trailers for goods estimated"
#define NOSE "usual are 5 to 7 %, general knowledge, not seen in a source"
#define STEPS "progressive steps as usually quoted (after Naunheimer), not seen in the original"

/* clang-format off */
#define KAMM_RULES(RULE) \
    /* Shape and mass */ \
    RULE(track_per_wheelbase, CLASS, "1", 0.05, "front track over wheelbase", SHIPPED, \
         0.595, 0.56, 0.59, 0.59, 0.53, 0.50, 0.60, 0.61, 1.03, 0.48, 0.35, 0.42, 0.67) \
    RULE(rear_track_share, CLASS, "1", 0.02, "rear track over front track", SHIPPED, \
         1.0, 1.0, 1.0, 1.0, 1.0, 1.01, 1.01, 0.97, 1.06, 0.95, 0.93, 0.93, 1.0) \
    RULE(length_per_wheelbase, CLASS, "1", 0.06, "length over wheelbase", SHIPPED, \
         1.56, 1.65, 1.72, 1.64, 1.70, 1.72, 1.70, 1.70, 1.75, 1.55, 2.05, 1.5, 1.76) \
    RULE(width_over_tyres, CLASS, "1", 0.02, "width over track and tyre", SHIPPED, \
         1.02, 1.01, 1.00, 1.03, 1.03, 1.02, 1.00, 1.01, 1.05, 1.0, 1.05, 1.05, 1.03) \
    RULE(height, CLASS, "m", 0.05, "overall height", SHIPPED, \
         1.49, 1.45, 1.47, 1.68, 2.20, 1.80, 1.32, 1.19, 0.65, 0.95, 3.1, 3.3, 3.1) \
    RULE(front_overhang_share, CLASS, "1", 0.10, "front overhang over length less wheelbase", SHIPPED, \
         0.58, 0.45, 0.48, 0.50, 0.45, 0.45, 0.47, 0.54, 0.5, 0.55, 0.45, 0.5, 0.45) \
    RULE(ground_clearance, CLASS, "m", 0.15, "ground clearance", SHIPPED, \
         0.15, 0.14, 0.15, 0.20, 0.17, 0.25, 0.12, 0.11, 0.04, 0.04, 0.15, 0.3, 0.45) \
    RULE(static_stability_factor, CLASS, "1", 0.05, "half of the track over the height of the centre of gravity", ROLLOVER_DATABASE, \
         1.36, 1.41, 1.39, 1.20, 1.10, 1.18, 1.56, 1.80, 2.3, 2.43, 1.0, 0.95, 0.93) \
    RULE(electric_cg_share, POWER, "1", 0.04, "height of the centre of gravity over that with an engine", SHIPPED, \
         1, 1, 1, 1, 1, 0.84) \
    RULE(front_share_front_drive, CLASS, "1", 0.03, "front share of the weight, front engine and front drive", SHIPPED, \
         0.61, 0.60, 0.59, 0.58, 0.57, 0.58, 0.62, 0.60, 0.43, 0.47, 0.40, 0.55, 0.42) \
    RULE(front_share_rear_drive, CLASS, "1", 0.03, "front share of the weight, front engine and rear drive", SHIPPED, \
         0.53, 0.51, 0.51, 0.53, 0.50, 0.55, 0.52, 0.48, 0.40, 0.47, 0.35, 0.45, 0.40) \
    RULE(front_share_all_drive, CLASS, "1", 0.03, "front share of the weight, front engine and all axles driven", SHIPPED, \
         0.59, 0.57, 0.57, 0.54, 0.54, 0.55, 0.56, 0.46, 0.43, 0.47, 0.40, 0.5, 0.40) \
    RULE(front_share_middle, CLASS, "1", 0.03, "front share of the weight, engine in the middle", SHIPPED, \
         0.45, 0.45, 0.45, 0.47, 0.47, 0.47, 0.455, 0.43, 0.40, 0.47, 0.4, 0.45, 0.4) \
    RULE(front_share_rear, CLASS, "1", 0.04, "front share of the weight, engine behind the rear axle", SHIPPED, \
         0.42, 0.42, 0.42, 0.45, 0.45, 0.45, 0.39, 0.40, 0.40, 0.45, 0.36, 0.4, 0.4) \
    RULE(front_share_electric, CLASS, "1", 0.03, "front share of the weight, electric", SHIPPED, \
         0.50, 0.48, 0.49, 0.49, 0.48, 0.49, 0.46, 0.45, 0.40, 0.47, 0.38, 0.45, 0.4) \
    RULE(payload_place, CLASS, "1", 0.10, "centre of the payload behind the front axle over the wheelbase", KNOWN, \
         0.75, 0.75, 0.80, 0.80, 0.65, 0.95, 0.6, 0.6, 0.5, 0.5, 0.55, 0.80, 0.7) \
    RULE(payload_height, CLASS, "1", 0.15, "height of the payload's centre over that of the vehicle", KNOWN, \
         0.45, 0.45, 0.45, 0.45, 0.45, 0.60, 0.45, 0.45, 0.5, 0.5, 0.40, 0.50, 0.4) \
    RULE(roll_radius, CLASS, "1", 0.03, "roll radius of gyration over track", INERTIA_DATABASE, \
         0.402, 0.402, 0.409, 0.415, 0.43, 0.405, 0.38, 0.355, 0.33, 0.33, 0.47, 0.47, 0.39) \
    RULE(pitch_index, CLASS, "1", 0.09, "pitch inertia over mass and both distances to the axles", INERTIA_DATABASE, \
         1.042, 1.042, 1.042, 0.982, 0.982, 0.90, 0.90, 0.84, 0.72, 0.85, 1.25, 1.1, 0.88) \
    RULE(yaw_index, CLASS, "1", 0.08, "yaw inertia over mass and both distances to the axles", INERTIA_DATABASE, \
         1.091, 1.091, 1.091, 1.002, 1.002, 0.93, 0.97, 0.91, 0.75, 0.90, 1.3, 1.15, 0.95) \
    /* Wheels and suspension */ \
    RULE(unsprung_share, CLASS, "1", 0.12, "unsprung mass of a wheel over the vehicle's mass, or of an axle with more mass, over its share", SHIPPED, \
         0.030, 0.0265, 0.0265, 0.030, 0.022, 0.026, 0.0270, 0.026, 0.045, 0.030, 0.025, 0.030, 0.045) \
    RULE(beam_unsprung, CLASS, "1", 0.15, "unsprung mass of a wheel on a beam axle over that of an independent one", SHIPPED, \
         1.4, 1.4, 1.4, 1.45, 1.45, 1.5, 1.4, 1.4, 1, 1, 1.6, 1.0, 1.3) \
    RULE(front_ride_frequency, CLASS, "Hz", 0.08, "frequency of the sprung mass on the front springs", RIDE, \
         1.25, 1.22, 1.22, 1.32, 1.35, 1.30, 1.45, 1.40, 4, 4.9, 1.15, 1.5, 1.5) \
    RULE(rear_ride_frequency, CLASS, "Hz", 0.08, "frequency of the sprung mass on the rear springs", RIDE, \
         1.40, 1.38, 1.35, 1.48, 1.48, 1.45, 1.60, 1.53, 5.8, 4.9, 1.15, 1.6, 4.5) \
    RULE(bump_damping_ratio, CLASS, "1", 0.15, "damping ratio, wheel moving up, below the knee", SHIPPED, \
         0.26, 0.27, 0.27, 0.27, 0.26, 0.25, 0.30, 0.30, 0.08, 0.40, 0.20, 0.22, 0.20) \
    RULE(rebound_damping_ratio, CLASS, "1", 0.15, "damping ratio, wheel moving down, below the knee", SHIPPED, \
         0.50, 0.50, 0.50, 0.50, 0.47, 0.46, 0.55, 0.55, 0.08, 0.65, 0.40, 0.42, 0.35) \
    RULE(fast_damping_share, CLASS, "1", 0.15, "damping above the knee over that below it", SHIPPED, \
         0.53, 0.53, 0.53, 0.53, 0.53, 0.53, 0.53, 0.53, 1, 0.55, 0.5, 0.5, 1) \
    RULE(roll_gradient, CLASS, "rad/g", 0.12, "roll angle per lateral acceleration, tyres included", SHIPPED, \
         0.094, 0.082, 0.086, 0.105, 0.125, 0.125, 0.058, 0.036, 0.014, 0.008, 0.11, 0.14, 0.079) \
    RULE(front_roll_share, CLASS, "1", 0.06, "front share of the roll stiffness", SHIPPED, \
         0.58, 0.57, 0.58, 0.56, 0.55, 0.57, 0.53, 0.52, 0.3, 0.50, 0.45, 0.45, 0.1) \
    RULE(front_roll_centre, CLASS, "m", 0.40, "height of the front roll centre", KNOWN, \
         0.05, 0.05, 0.05, 0.07, 0.07, 0.08, 0.05, 0.04, 0.0, 0.02, 0.45, 0.55, 0.5) \
    RULE(rear_roll_centre, CLASS, "m", 0.30, "height of the rear roll centre", KNOWN, \
         0.15, 0.10, 0.10, 0.12, 0.30, 0.35, 0.09, 0.07, 0.0, 0.04, 0.55, 0.65, 0.6) \
    RULE(beam_spring_base, CLASS, "1", 0.06, "distance between the springs of a beam axle over the track", SHIPPED, \
         0.75, 0.75, 0.75, 0.72, 0.68, 0.68, 0.75, 0.75, 1, 1, 0.72, 0.50, 0.40) \
    RULE(bump_travel, CLASS, "m", 0.15, "travel to the bump stop", SHIPPED, \
         0.075, 0.075, 0.075, 0.10, 0.09, 0.10, 0.065, 0.06, 0.02, 0.025, 0.09, 0.09, 0.09) \
    RULE(rebound_travel, CLASS, "m", 0.15, "travel to the rebound stop", SHIPPED, \
         0.085, 0.085, 0.085, 0.11, 0.10, 0.11, 0.075, 0.07, 0.02, 0.025, 0.10, 0.10, 0.09) \
    RULE(front_camber, CLASS, "rad", 0.5, "camber of the front wheels", KNOWN, \
         -0.0087, -0.0087, -0.0087, -0.005, -0.005, 0, -0.0122, -0.0175, 0, -0.05, 0, 0, 0) \
    RULE(rear_camber, CLASS, "rad", 0.4, "camber of the rear wheels", KNOWN, \
         -0.0218, -0.0218, -0.0175, -0.0122, 0, 0, -0.0244, -0.0262, 0, -0.02, 0, 0, 0) \
    RULE(caster, CLASS, "rad", 0.25, "caster angle", KNOWN, \
         0.061, 0.087, 0.079, 0.061, 0.052, 0.052, 0.105, 0.105, 0.2, 0.1, 0.06, 0.052, 0.05) \
    RULE(kingpin_inclination, CLASS, "rad", 0.15, "kingpin inclination", KNOWN, \
         0.22, 0.21, 0.22, 0.21, 0.20, 0.19, 0.19, 0.17, 0.17, 0.10, 0.12, 0.12, 0.1) \
    RULE(camber_gain, CLASS, "rad/m", 0.3, "camber per upward travel of independent wheels, with a minus", KNOWN, \
         0.40, 0.42, 0.40, 0.40, 0.35, 0.40, 0.48, 0.55, 0, 0.4, 0, 0, 0) \
    RULE(front_toe_compliance, CLASS, "rad/N", 0.5, "toe-out by the outer front wheel's lateral force", \
         "Kawata, J. Inst. Ind. Appl. Eng. 12(3), 2024, table 3: four cars, -0.004 to -0.032 deg/kN; others estimated", \
         3.5e-7, 3.5e-7, 3.5e-7, 3.5e-7, 3e-7, 3.5e-7, 2.5e-7, 2e-7, 0, 0, 0, 0, 0) \
    RULE(rear_toe_compliance, CLASS, "rad/N", 0.6, "toe-in by the outer rear wheel's lateral force", KNOWN, \
         2.5e-7, 3.5e-7, 3.5e-7, 3.5e-7, 0, 0, 2.5e-7, 2e-7, 0, 0, 0, 0, 0) \
    RULE(front_camber_compliance, CLASS, "rad/N", 0.4, "camber by lateral force, front", KNOWN, \
         3.5e-6, 3.5e-6, 3.5e-6, 3.5e-6, 3.5e-6, 3e-6, 2.5e-6, 2e-6, 0, 0, 0, 0, 0) \
    RULE(rear_camber_compliance, CLASS, "rad/N", 0.4, "camber by lateral force, rear", KNOWN, \
         1.75e-6, 1.75e-6, 1.75e-6, 1.75e-6, 0, 0, 1.5e-6, 1.3e-6, 0, 0, 0, 0, 0) \
    RULE(front_steer_compliance, CLASS, "rad/(N.m)", 0.3, "steer by aligning torque, front, with steering gear and column", KNOWN, \
         1.3e-4, 1.2e-4, 1.3e-4, 1.3e-4, 1.0e-4, 1.0e-4, 1.0e-4, 0.8e-4, 0, 0, 0, 0, 0) \
    RULE(rear_steer_compliance, CLASS, "rad/(N.m)", 0.4, "steer by aligning torque, rear", KNOWN, \
         2.6e-5, 2.6e-5, 2.6e-5, 2.6e-5, 0, 0, 2.2e-5, 2e-5, 0, 0, 0, 0, 0) \
    RULE(front_anti_dive, CLASS, "rad/m", 0.4, "caster per upward travel of independent front wheels", KNOWN, \
         0.2, 0.2, 0.2, 0.2, 0.15, 0.15, 0.2, 0.25, 0, 0.2, 0, 0, 0) \
    RULE(rear_anti_lift, CLASS, "rad/m", 0.4, "forward rotation of independent rear uprights per upward travel", KNOWN, \
         0.4, 0.4, 0.4, 0.4, 0, 0, 0.4, 0.4, 0, 0.2, 0, 0, 0) \
    RULE(stop_stiffness, CLASS, "1", 0.4, "stiffness of a stop where it starts over that of the spring", SHIPPED, \
         6, 6, 6, 5, 5, 5, 6, 6, 1, 2, 5, 4, 4) \
    RULE(steering_ratio, CLASS, "1", 0.08, "steering-wheel angle per road-wheel angle", SHIPPED, \
         15, 15.2, 16, 16.5, 17.5, 17.5, 15, 13.5, 1.4, 10, 20, 21, 18) \
    RULE(turning_circle_per_wheelbase, CLASS, "1", 0.05, "kerb-to-kerb diameter over wheelbase", SHIPPED, \
         3.80, 4.03, 4.05, 4.25, 3.75, 3.95, 4.20, 4.5, 5.5, 6, 3.0, 4.1, 3.95) \
    RULE(brake_margin, CLASS, "1", 0.10, "front brake torque over that which locks the wheels", SHIPPED, \
         1.3, 1.3, 1.3, 1.3, 1.25, 1.25, 1.3, 1.3, 1.15, 1.15, 1.3, 1.3, 1.0) \
    RULE(brake_balance, CLASS, "g", 0.10, "deceleration at which brakes share like loads", SHIPPED, \
         0.75, 0.75, 0.75, 0.70, 0.65, 0.65, 0.78, 0.8, 0.9, 1.3, 0.5, 0.5, 0.3) \
    RULE(hand_brake_slope, CLASS, "1", 0.15, "slope that the hand brake holds", KNOWN, \
         0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.3, 0.3, 0.4, 0.4, 0.4) \
    RULE(assistance, CLASS, "1", 0.15, "share of the steering torque that power steering carries at standstill", KNOWN, \
         0.78, 0.80, 0.80, 0.82, 0.85, 0.85, 0.78, 0.75, 0, 0.5, 0.92, 0.93, 0.93) \
    RULE(assistance_kept, CLASS, "1", 0.3, "share of the power steering that is left at speed", KNOWN, \
         0.28, 0.30, 0.30, 0.30, 0.35, 0.40, 0.32, 0.45, 1, 1, 0.7, 0.7, 0.8) \
    RULE(steering_inertia, CLASS, "kg.m2", 0.3, "inertia of the steering at the steering wheel", KNOWN, \
         0.045, 0.05, 0.05, 0.055, 0.06, 0.06, 0.045, 0.045, 0.02, 0.03, 0.12, 0.15, 0.12) \
    /* Air */ \
    RULE(drag_coefficient, CLASS, "1", 0.08, "Cd", SHIPPED, \
         0.33, 0.29, 0.31, 0.36, 0.36, 0.40, 0.32, 0.36, 0.75, 0.95, 0.60, 0.75, 0.90) \
    RULE(area_share, CLASS, "1", 0.03, "frontal area over width and height", SHIPPED, \
         0.84, 0.84, 0.84, 0.84, 0.87, 0.84, 0.84, 0.86, 0.75, 0.70, 0.95, 0.90, 0.79) \
    RULE(drag_height, CLASS, "1", 0.10, "height of the drag over that of the vehicle", KNOWN, \
         0.38, 0.37, 0.38, 0.42, 0.45, 0.48, 0.37, 0.38, 0.6, 0.5, 0.48, 0.5, 0.5) \
    RULE(side_force_height, CLASS, "1", 0.10, "height of the side force over that of the vehicle", KNOWN, \
         0.40, 0.40, 0.40, 0.42, 0.45, 0.42, 0.40, 0.40, 0.5, 0.5, 0.48, 0.5, 0.5) \
    RULE(front_lift, CLASS, "1", 0.5, "front lift coefficient", KNOWN, \
         0.06, 0.06, 0.06, 0.08, 0.08, 0.08, 0.05, 0, 0, -1.5, 0, 0, 0) \
    RULE(rear_lift, CLASS, "1", 0.5, "rear lift coefficient", KNOWN, \
         0.06, 0.06, 0.06, 0.06, 0.06, 0.04, 0.05, -0.12, 0, -1.8, 0, 0, 0) \
    RULE(side_force_slope, CLASS, "1/rad", 0.10, "side force coefficient per angle of the airflow", KNOWN, \
         2.23, 2.15, 2.41, 2.41, 4.0, 2.58, 1.89, 1.89, 1.1, 1.15, 4.3, 2.9, 2.3) \
    RULE(side_force_ahead, CLASS, "1", 0.12, "place of the side force ahead of the middle of the wheelbase", KNOWN, \
         0.25, 0.29, 0.19, 0.22, 0.17, 0.22, 0.29, 0.29, 0, -0.1, 0.15, 0.2, 0.1) \
    /* Driveline by class */ \
    RULE(first_gear_speed, CLASS, "1", 0.12, "speed of first gear at the limiter, over top speed, times the number of gears", SHIPPED, \
         1.42, 1.42, 1.42, 1.42, 1.30, 1.30, 1.48, 1.70, 1, 2.3, 1.35, 1.35, 1.15) \
    RULE(top_gear_speed, CLASS, "1", 0.08, "engine speed at top speed in top gear over that of greatest power", SHIPPED, \
         0.91, 0.93, 0.91, 0.86, 0.88, 0.85, 1.0, 0.85, 1.12, 1.0, 0.85, 0.80, 0.95) \
    RULE(step_spread, CLASS, "1", 0.08, "step between the lowest two gears over that between the highest two", STEPS, \
         1.50, 1.45, 1.45, 1.40, 1.50, 1.50, 1.42, 1.18, 1, 1.5, 1.4, 1.0, 1.0) \
    RULE(final_drive, CLASS, "1", 0.10, "final drive; the gearbox has the rest of the overall ratio", KNOWN, \
         4.0, 3.6, 3.9, 4.0, 4.0, 3.9, 3.6, 3.4, 6, 4, 5.5, 4.5, 28) \
    RULE(launch_share, CLASS, "1", 0.15, "engine speed of a full start over that of greatest power", SHIPPED, \
         0.42, 0.52, 0.45, 0.48, 0.50, 0.50, 0.62, 0.70, 0.7, 0.6, 0.6, 0.65, 0.65) \
    RULE(clutch_margin, CLASS, "1", 0.15, "capacity of the clutch over the greatest torque", SHIPPED, \
         1.6, 1.6, 1.6, 1.6, 1.55, 1.55, 1.5, 1.5, 1.8, 1.8, 1.8, 1.8, 2.0) \
    RULE(shaft_stiffness, CLASS, "N.m/rad/kg", 0.3, "stiffness of the drive shafts over the vehicle's mass", SHIPPED, \
         6.5, 6.5, 6.5, 6.5, 5, 5, 6.5, 6.5, 20, 15, 5, 5, 10) \
    RULE(reverse_share, CLASS, "1", 0.05, "reverse gear over first gear", SHIPPED, \
         0.94, 0.93, 0.93, 0.95, 0.9, 0.88, 0.90, 0.75, 1, 0.9, 0.9, 0.95, 1) \
    RULE(idle_speed, POWER, "rad/s", 0.10, "idle speed", SHIPPED, \
         81, 79, 84, 66, 160, 0) \
    RULE(manual_shift_time, CLASS, "s", 0.25, "time of a shift by hand", SHIPPED, \
         0.55, 0.50, 0.50, 0.55, 0.70, 0.60, 0.34, 0.30, 0.3, 0.2, 1.0, 1.0, 0.8) \
    RULE(shift_time, SHIFTED, "s", 0.25, "time of a shift without drive, other than by hand", SHIPPED, \
         0, 0.35, 0.25, 0.07) \
    RULE(shift_torque_share, SHIFTED, "1", 0.2, "torque during a shift", SHIPPED, \
         0, 0.6, 0, 0.5) \
    RULE(efficiency, DRIVEN, "1", 0.02, "efficiency from engine to wheels", SHIPPED, \
         0.925, 0.91, 0.87) \
    RULE(creep_share, SHIFTED, "1", 0.3, "torque of the clutch at rest over the greatest torque", KNOWN, \
         0, 0.08, 0.08, 0) \
    /* Engines */ \
    RULE(power_speed, POWER, "rad/s", 0.08, "engine speed of greatest power", KNOWN, \
         620, 586, 390, 199, 1100, 0) \
    RULE(torque_rise, POWER, "1", 0.06, "greatest torque over that at greatest power", SHIPPED, \
         1.16, 1.20, 1.28, 1.25, 1.08, 1) \
    RULE(torque_speed, POWER, "1", 0.12, "engine speed of greatest torque over that of greatest power", SHIPPED, \
         0.66, 0.36, 0.48, 0.62, 0.80, 0) \
    RULE(torque_plateau, POWER, "1", 0.15, "end of the range of greatest torque over the speed of greatest power", SHIPPED, \
         0.70, 0.72, 0.64, 0.74, 0.85, 0) \
    RULE(low_torque, POWER, "1", 0.12, "torque at idle over the greatest torque", SHIPPED, \
         0.66, 0.38, 0.42, 0.50, 0.50, 0) \
    RULE(limiter_speed, POWER, "1", 0.04, "limiter over the speed of greatest power", SHIPPED, \
         1.07, 1.12, 1.22, 1.12, 1.06, 0) \
    RULE(drag_torque, POWER, "1", 0.20, "constant part of the engine's drag over the greatest torque", SHIPPED, \
         0.085, 0.058, 0.073, 0.056, 0.06, 0) \
    RULE(drag_slope, POWER, "s/rad", 0.25, "drag per engine speed over the greatest torque", SHIPPED, \
         1.4e-4, 1.05e-4, 1.6e-4, 3.0e-4, 1.0e-4, 0) \
    RULE(engine_inertia, POWER, "kg.m2/(N.m)", 0.25, "inertia of the engine over the greatest torque", SHIPPED, \
         6.8e-4, 4.5e-4, 7.5e-4, 1.4e-3, 1.8e-4, 0) \
    RULE(engine_response, POWER, "s", 0.4, "time constant of the torque", SHIPPED, \
         0.05, 0.06, 0.15, 0.25, 0.03, 0.03) \
    RULE(boost_share, POWER, "1", 0.3, "share of the torque that needs boost", SHIPPED, \
         0, 0.35, 0, 0, 0, 0) \
    RULE(cruise_upshift, POWER, "1", 0.15, "engine speed of an upshift with a light pedal over that of greatest power", SHIPPED, \
         0.40, 0.43, 0.50, 0.68, 0.6, 0) \
    RULE(front_torque_share, POWER, "1", 0.15, "front share of the torque with all axles driven", SHIPPED, \
         0.4, 0.4, 0.4, 0.4, 0.4, 0.4) \
    RULE(motor_base_speed, POWER, "1", 0.20, "speed at which the motor's power begins over top speed", SHIPPED, \
         0, 0, 0, 0, 0, 0.29) \
    RULE(motor_ratio, POWER, "1", 0.10, "reduction of the motor", KNOWN, \
         0, 0, 0, 0, 0, 9.0) \
    /* Trailers */ \
    RULE(nose_share, TOWED, "1", 0.20, "load on the coupling over the weight", NOSE, 0.06, 0.06) \
    RULE(coupling_height, TOWED, "m", 0.06, "height of the coupling", \
         "middle of a ball at 350 to 420 mm of a laden car (UN regulation 55, annex 5)", 0.42, 0.42) \
    RULE(jockey_place, TOWED, "1", 0.30, "jockey wheel behind the coupling over the drawbar", SHIPPED, 0.1, 0.1) \
    RULE(towed_width, TOWED, "m", 0.06, "overall width", KNOWN, 2.25, 1.75) \
    RULE(towed_track, TOWED, "1", 0.03, "track over overall width", SHIPPED_CARAVAN, 0.91, 0.86) \
    RULE(towed_length, TOWED, "1", 0.06, "overall length over drawbar", SHIPPED_CARAVAN, 1.60, 1.52) \
    RULE(body_start, TOWED, "1", 0.10, "from the coupling to the body over drawbar", SHIPPED_CARAVAN, 0.275, 0.50) \
    RULE(towed_height, TOWED, "m", 0.12, "overall height", KNOWN, 2.6, 2.0) \
    RULE(towed_clearance, TOWED, "m", 0.20, "ground clearance", SHIPPED_CARAVAN, 0.30, 0.35) \
    RULE(towed_cg_height, TOWED, "1", 0.12, "height of the centre of gravity over overall height", SHIPPED_CARAVAN, 0.33, 0.36) \
    RULE(towed_payload_height, TOWED, "1", 0.20, "height of the payload over overall height", KNOWN, 0.33, 0.45) \
    RULE(towed_roll_radius, TOWED, "1", 0.08, "roll radius of gyration over overall width", SHIPPED_CARAVAN, 0.40, 0.36) \
    RULE(towed_yaw_radius, TOWED, "1", 0.12, "yaw radius of gyration over the body's length", \
         "0.29 of a box that is evenly filled; caravans 0.26, as the shipped one; not seen in a source", 0.264, 0.30) \
    RULE(towed_pitch_share, TOWED, "1", 0.05, "pitch inertia over yaw inertia", SHIPPED_CARAVAN, 0.96, 0.96) \
    RULE(towed_unsprung, TOWED, "1", 0.20, "unsprung mass of a wheel over the load on it", SHIPPED_CARAVAN, 0.067, 0.070) \
    RULE(towed_ride, TOWED, "Hz", 0.12, "frequency of the sprung mass on the springs", SHIPPED_CARAVAN, 1.8, 2.1) \
    RULE(towed_bump_damping, TOWED, "1", 0.25, "damping ratio, wheel moving up; a trailer's rubber alone", KNOWN, 0.20, 0.10) \
    RULE(towed_rebound_damping, TOWED, "1", 0.25, "damping ratio, wheel moving down; a trailer's rubber alone", KNOWN, 0.35, 0.10) \
    RULE(towed_travel, TOWED, "m", 0.20, "travel to each stop", SHIPPED_CARAVAN, 0.07, 0.07) \
    RULE(towed_stop, TOWED, "1", 0.4, "stiffness of a stop where it starts over that of the spring", KNOWN, 4, 4) \
    RULE(towed_roll_centre, TOWED, "m", 0.40, "height of the roll centre", SHIPPED_CARAVAN, 0.15, 0.15) \
    RULE(towed_brake, TOWED, "g", 0.15, "deceleration of the trailer by its own brakes, fully applied", SHIPPED_CARAVAN, 0.69, 0.65) \
    RULE(towed_hand_brake, TOWED, "1", 0.20, "slope that the hand brake holds", KNOWN, 0.4, 0.4) \
    RULE(overrun_threshold, TOWED, "1", 0.30, "push at which overrun brakes begin over the weight", SHIPPED_CARAVAN, 0.0255, 0.0255) \
    RULE(overrun_full, TOWED, "1", 0.30, "push beyond that for full braking over the weight", SHIPPED_CARAVAN, 0.17, 0.17) \
    RULE(towed_drag, TOWED, "1", 0.20, "Cd behind a car, in whose wake a part of it is", SHIPPED_CARAVAN, 0.40, 0.45) \
    RULE(towed_area_share, TOWED, "1", 0.05, "frontal area over overall width and height", SHIPPED_CARAVAN, 0.82, 0.68) \
    RULE(towed_drag_height, TOWED, "1", 0.10, "height of the drag over overall height", SHIPPED_CARAVAN, 0.54, 0.58) \
    RULE(towed_side_slope, TOWED, "1/rad", 0.20, "side force coefficient per angle of the airflow", SHIPPED_CARAVAN, 3.44, 2.9) \
    RULE(towed_side_abeam, TOWED, "1", 0.15, "side force coefficient abeam", SHIPPED_CARAVAN, 1.8, 1.7) \
    RULE(towed_side_ahead, TOWED, "1", 0.30, "place of the side force ahead of the middle of the wheelbase", SHIPPED_CARAVAN, 0.1, 0.1) \
    RULE(towed_side_height, TOWED, "1", 0.10, "height of the side force over overall height", SHIPPED_CARAVAN, 0.56, 0.58) \
    /* Tyres */ \
    RULE(tyre_friction, TYRE, "1", 0.05, "peak of the longitudinal force over load", SHIPPED, \
         1.12, 1.12, 1.16, 1.34, 1.70, 0.97, 0.93, 0.80, 0.75, 1.35, 0.86) \
    RULE(tyre_side_friction, TYRE, "1", 0.05, "peak of the lateral force over load", SHIPPED, \
         0.99, 1.03, 1.04, 1.23, 1.75, 0.93, 0.87, 0.76, 0.70, 1.50, 0.80) \
    RULE(tyre_peak_slip, TYRE, "1", 0.10, "slip ratio of the peak", SHIPPED, \
         0.12, 0.115, 0.11, 0.10, 0.107, 0.125, 0.13, 0.12, 0.15, 0.10, 0.14) \
    RULE(tyre_peak_angle, TYRE, "rad", 0.10, "slip angle of the peak", SHIPPED, \
         0.147, 0.136, 0.128, 0.113, 0.154, 0.163, 0.166, 0.21, 0.21, 0.093, 0.18) \
    RULE(tyre_slip_stiffness, TYRE, "1", 0.12, "slip stiffness over load", SHIPPED, \
         22.5, 24, 26, 32, 33, 16.5, 16, 14, 12, 23.7, 15) \
    RULE(tyre_cornering, TYRE, "1/rad", 0.12, "cornering stiffness over load at 0.65 of the rated load and an aspect ratio of 0.55", SHIPPED, \
         19.8, 20, 20.5, 23.8, 24, 14.3, 13, 8.5, 8, 37, 13) \
    RULE(tyre_aspect_slope, TYRE, "1", 0.3, "relative loss of cornering stiffness per aspect ratio", SHIPPED, \
         0.95, 0.95, 0.95, 0.95, 0, 0.9, 0.9, 0.9, 0.5, 0, 0.5) \
    RULE(tyre_load_sensitivity, TYRE, "1", 0.3, "relative change of friction when the load doubles", KNOWN, \
         -0.10, -0.10, -0.10, -0.09, -0.12, -0.10, -0.10, -0.10, -0.10, -0.02, -0.10) \
    RULE(tyre_rolling_resistance, TYRE, "1", 0.10, "rolling resistance over load", SHIPPED, \
         0.0082, 0.0095, 0.0105, 0.0115, 0.012, 0.0115, 0.0095, 0.0065, 0.025, 0.015, 0.014) \
    RULE(tyre_trail, TYRE, "1", 0.3, "pneumatic trail over the tyre's radius", KNOWN, \
         0.095, 0.095, 0.095, 0.09, 0.06, 0.095, 0.095, 0.09, 0.09, 0.06, 0.1) \
    RULE(tyre_pressure, TYRE, "Pa", 0.10, "inflation pressure", SHIPPED, \
         2.35e5, 2.3e5, 2.35e5, 2.2e5, 1.5e5, 2.1e5, 4.5e5, 8.5e5, 1.3e5, 1.05e5, 1.6e5) \
    RULE(tyre_mass, TYRE, "kg/m2", 0.08, "mass over width and outer diameter", SHIPPED, \
         71, 70, 69, 65, 48, 84, 95, 195, 185, 41, 65) \
    RULE(wheel_inertia, TYRE, "1", 0.12, "spin inertia of a wheel over the tyre's mass and its radius squared", SHIPPED, \
         1.12, 1.10, 1.05, 1.05, 1.0, 1.0, 1.0, 1.0, 0.9, 1.0, 1.1) \
    RULE(twin_spacing, TYRE, "1", 0.04, "spacing of twin tyres over their width", KNOWN, \
         1.12, 1.12, 1.12, 1.12, 1.12, 1.12, 1.12, 1.12, 1.12, 1.12, 1.12) \
    RULE(tyre_rated_load, TYRE, "kg", 0.025, "rated load over (air volume / 38 l)^0.78 and (pressure / 2.5 bar)^0.65", \
         "fitted to the load indices of twelve sizes of cars (test_estimate), spread found there; others estimated", \
         628, 628, 628, 628, 400, 628, 628, 480, 450, 350, 560)
/* clang-format on */

#define KAMM_RULE_ENUMERATOR(name, ...) RULE_##name,
enum rule { KAMM_RULES(KAMM_RULE_ENUMERATOR) RULE_COUNT };
#undef KAMM_RULE_ENUMERATOR

#endif
