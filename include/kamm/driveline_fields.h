/* Driveline fields: tables of engine, retarder, clutch, torque converter, gearbox and transfer case. vehicle_fields.h
 * describes the macros, and has the other tables. */
#ifndef KAMM_DRIVELINE_FIELDS_H
#define KAMM_DRIVELINE_FIELDS_H

/* Parameters of an engine. */
#define KAMM_ENGINE_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                 \
    CURVE(torque_curve, speed_radps, "rad/s", torque_nm, "N.m", "Torque at full throttle")          \
    NUMBER(part_load, "1", 2, 0, 20, "Lead of the torque over the pedal at low engine speed; 0: proportional") \
    NUMBER(drag_nm, "N.m", 15, 0, 4e5, "Engine braking at closed throttle, constant part")          \
    NUMBER(drag_nms_per_rad, "N.m.s/rad", 0.05, 0, 7000, "Engine braking at closed throttle, part per engine speed") \
    NUMBER(inertia_kgm2, "kg.m2", 0.15, 3e-7, 10000, "Inertia of crankshaft, flywheel, clutch and input shaft") \
    NUMBER(idle_radps, "rad/s", 84, 6, 900, "Idle speed, held by the idle control; 84 is 800 rpm")  \
    NUMBER(limiter_radps, "rad/s", 680, 30, 5000, "Fuel is cut above this; 680 is 6500 rpm")        \
    NUMBER(response_s, "s", 0.05, 0, 8, "Time constant of the torque after the pedal")              \
    NUMBER(boost_share, "1", 0, 0, 0.9,                                                             \
           "Turbocharger: share of the torque curve that needs boost, which lags; 0: none; 0.3 to 0.6") \
    NUMBER(boost_s, "s", 0.6, 0.008, 20,                                                            \
           "Turbocharger: time constant of the boost at the speed of greatest torque; inversely proportional to " \
           "speed")                                                                                 \
    NUMBER(speed_limit_mps, "m/s", 0, 0, 400, "Road speed limit of the engine; 0: none")            \
    CHOICE(turns, KAMM_ENGINE_ACROSS, KAMM_ENGINE_CHOICES,                                          \
           "Orientation and sense of rotation. across: its torque does not roll the car; clockwise (seen from the " \
           "front, as in almost all longitudinal engines) and anticlockwise: its reaction rolls the body and a live " \
           "axle (full). with_wheels (most motorcycles) and against_wheels: across, and the spin of inertia_kgm2 " \
           "pitches, rolls and yaws the body (full)")                                               \
    CURVE(exhaust_brake, speed_radps, "rad/s", torque_nm, "N.m",                                    \
          "Exhaust or compression brake: torque that it adds to the drag, against engine speed; empty: none. The " \
          "compression brake of a truck's 13 litres has 1500 to 1700 (360 kW), an exhaust flap 500 to 800") \
    NUMBER(exhaust_brake_s, "s", 0.2, 0, 5, "Time constant of the exhaust brake")                   \
    CURVE(pedal_curve, pedal, "1", throttle, "1",                                                   \
          "Throttle against accelerator pedal, both from 0 to 1; empty: the pedal itself")          \
    NUMBERS(load_speeds_radps, KAMM_MAX_LOAD_SPEEDS, "rad/s", 0, 7000,                              \
            "Part-load map: engine speeds of its columns; empty: part_load gives the torque")       \
    LIST(load_map, load, 0, KAMM_MAX_LOADS, "Part-load map: its rows, by throttle from 0 to 1")     \
    NUMBER(cylinders, "1", 4, 1, 24, "Number of cylinders, for the sound (engine_firing_hz)")       \
    FLAG(two_stroke, 0,                                                                             \
         "1: a two-stroke, for the sound: each cylinder fires in every revolution, not in every second one") \
    FLAG(diesel, 0, "1: compression ignition, for the sound, which knocks")

/* A row of a part-load map. */
#define KAMM_LOAD_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                   \
    NUMBER(throttle, "1", 0, 0, 1, "Throttle of the row; the first 0, the last 1")                  \
    NUMBERS(shares, KAMM_MAX_LOAD_SPEEDS, "1", 0, 1,                                                \
            "At each of load_speeds_radps: share of the way from engine braking (0) to the torque curve (1); linear " \
            "in between")

/* Parameters of a retarder. */
#define KAMM_RETARDER_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)               \
    NUMBER(max_nm, "N.m", 0, 0, 8e5,                                                                \
           "Largest torque of a hydrodynamic retarder, at the gearbox's output shaft; 0: none; 2000 to 4000 in " \
           "trucks")                                                                                \
    NUMBER(fill_nms2_per_rad2, "N.m.s2/rad2", 0.5, 3e-7, 10000,                                     \
           "Torque of a filled hydrodynamic retarder over the square of its shaft's speed, up to max_nm") \
    CURVE(torque_curve, speed_radps, "rad/s", torque_nm, "N.m",                                     \
          "Electromagnetic retarder: torque against shaft speed, in place of max_nm and fill_nms2_per_rad2; empty: " \
          "hydrodynamic")                                                                           \
    NUMBER(max_power_w, "W", 4e5, 3, 3e8, "Largest power when cold; 300 to 600 kW in trucks")       \
    NUMBER(cooling_w, "W", 2.5e5, 0, 3e8,                                                           \
           "Power that its cooling removes at its highest temperature. There its braking power is reduced to that") \
    NUMBER(heat_j, "J", 8e6, 1, 4e11,                                                               \
           "Heat that it and its coolant absorb from normal running to the highest temperature: 60 litres by 35 K " \
           "have 8 MJ")                                                                             \
    NUMBER(response_s, "s", 0.4, 0, 8, "Time constant of filling and emptying")

/* Parameters of a clutch and the drive shafts. */
#define KAMM_CLUTCH_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                 \
    NUMBER(torque_nm, "N.m", 300, 0.001, 4e6, "Torque capacity of the closed clutch")               \
    FLAG(automatic, 1, "1: an automatic clutch launches, shifts and prevents stalling")             \
    NUMBER(launch_radps, "rad/s", 260, 10, 5000,                                                    \
           "Engine speed that an automatic clutch holds at a full-throttle start")                  \
    NUMBER(engage_s, "s", 0.15, 0.002, 8, "Time from open to closed")                               \
    NUMBER(shaft_stiffness_nm_per_rad, "N.m/rad", 8000, 0.1, 4e7,                                   \
           "Twist stiffness of all drive shafts together, at the wheels")                           \
    NUMBER(shaft_damping_nms_per_rad, "N.m.s/rad", 40, 0, 7e6, "Damping of the drive shafts' twist, at the wheels") \
    NUMBER(shaft_play_rad, "rad", 0, 0, 1,                                                          \
           "Play of the driveline at the wheels from stop to stop, in gear (full); 0.02 to 0.1 in a car") \
    NUMBER(efficiency, "1", 0.92, 0.3, 1, "Efficiency from the engine to the wheels")               \
    NUMBER(creep_torque_nm, "N.m", 0, 0, 4e5,                                                       \
           "Torque of the clutch with released pedals, in gear and below idle speed. A torque converter or an " \
           "automated clutch creeps with 20 to 40 in cars, 100 to 300 in trucks. It accelerates the laden car by " \
           "0.5 m/s2 at most; not used with converter.k_curve")

/* Parameters of a torque converter. */
#define KAMM_CONVERTER_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)              \
    CURVE(k_curve, speed_ratio, "1", k_radps_per_root_nm, "rad/(s.(N.m)^0.5)",                      \
          "K-factor, engine speed over the root of its torque, against turbine speed over engine speed, from 0 to " \
          "1; empty: no converter, but the clutch. Cars stall at 15 to 25, large engines at 7 to 12") \
    CURVE(torque_ratio_curve, speed_ratio, "1", torque_ratio, "1",                                  \
          "Turbine torque over engine torque against the same speed ratio; 1.8 to 2.2 at 0, 1 from 0.85 to 0.9 on") \
    NUMBER(turbine_inertia_kgm2, "kg.m2", 0.06, 3e-7, 10000, "Inertia of turbine and gearbox input shaft") \
    NUMBER(lock_nm, "N.m", 0, 0, 4e6, "Torque capacity of the lock-up clutch; 0: no lock-up clutch")\
    NUMBER(lock_gear, "1", 2, 1, 18, "Lowest gear in which the lock-up clutch closes")              \
    NUMBER(lock_radps, "rad/s", 130, 6, 3000,                                                       \
           "Turbine speed above which the lock-up clutch closes; it opens at 0.85 of that")         \
    NUMBER(lock_ratio, "1", 0.85, 0, 0.99, "Speed ratio above which the lock-up clutch closes")     \
    NUMBER(lock_s, "s", 0.4, 0.004, 8, "Closing time of the lock-up clutch; it opens in a quarter of it")

/* Parameters of a gearbox and its shift map. */
#define KAMM_GEARBOX_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                \
    CHOICE(kind, KAMM_GEARBOX_MANUAL, KAMM_GEARBOX_CHOICES,                                         \
           "manual: any gear, with the clutch; sequential: one gear up or down at a time; automatic: shifts by " \
           "itself; cvt: continuous from the first of two ratios to the second; dual_clutch: hands over from one " \
           "clutch to the other")                                                                   \
    NUMBERS(ratios, KAMM_MAX_GEARS, "1", 0.1, 30, "Forward gears, first gear first")                \
    NUMBER(reverse_ratio, "1", 3.5, 0.1, 30, "Reverse gear")                                        \
    NUMBER(final_drive, "1", 3.9, 0.5, 30, "Ratio behind the gearbox")                              \
    NUMBER(shift_s, "s", 0.4, 0, 5, "Duration of a shift")                                          \
    NUMBER(shift_lockout_s, "s", 0.5, 0, 8,                                                         \
           "Time after a shift in which the shift map does not shift again")                        \
    NUMBER(shift_torque_share, "1", 0, 0, 1,                                                        \
           "Share of the torque that reaches the wheels during a shift: 0 with one clutch, 1 with two") \
    NUMBER(cruise_upshift_radps, "rad/s", 230, 10, 5000,                                            \
           "Engine speed of an upshift at light throttle; at full throttle each gear is held while it gives the " \
           "most force")                                                                            \
    CHOICE(shift_map, KAMM_SHIFT_MAP_COMFORT, KAMM_SHIFT_MAP_CHOICES,                               \
           "comfort: early upshifts with a light pedal, early downshifts under hard braking; sport: higher engine " \
           "speed with a light pedal, gears held longer after release of the pedal and in bends, early downshifts " \
           "under gentler braking")                                                                 \
    NUMBER(synchro_nm, "N.m", 0, 0, 4e5,                                                            \
           "Torque of the synchronisers at the input shaft, which a shift brings to the speed of the oncoming gear; " \
           "this time adds to shift_s. 0: no time; 20 to 60 in cars, 80 to 300 in trucks")          \
    NUMBER(input_inertia_kgm2, "kg.m2", 0.015, 3e-8, 1000,                                          \
           "Inertia that the synchronisers accelerate: clutch disc, input shaft and gears; a part of " \
           "engine.inertia_kgm2. 0.1 to 0.3 in trucks")                                             \
    NUMBER(skip_gears, "1", 0, 0, 4,                                                                \
           "Largest number of gears that an upshift of the shift map skips if the higher gear holds the car; 1 or 2 " \
           "in trucks of 12 or more gears")                                                         \
    CURVE(cvt_speed_curve, throttle, "1", speed_radps, "rad/s",                                     \
          "kind cvt: engine speed against accelerator pedal, from 0 to 1: the line of best efficiency, and at 1 the " \
          "speed of greatest power")                                                                \
    NUMBER(cvt_rate_per_s, "1/s", 1, 0.03, 50,                                                      \
           "kind cvt: largest relative change of the ratio per second, with pulleys at idle speed or faster; 0.5 to " \
           "2")                                                                                     \
    NUMBER(preselect_s, "s", 0.15, 0, 4,                                                            \
           "kind dual_clutch: additional time of a shift to a gear other than the neighbour, which is preselected") \
    NUMBER(input_teeth, "1", 27, 5, 200, "Teeth of the driving gear, for the sound (gear_mesh_hz); usual: 15 to 40")

/* Parameters of a transfer case. */
#define KAMM_TRANSFER_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)               \
    CHOICE(coupling, KAMM_TRANSFER_OPEN, KAMM_TRANSFER_CHOICES,                                     \
           "Coupling of front and rear output (full). open: a differential that splits the torque by drive_share; " \
           "locked, limited_slip: that differential, locked or with friction; clutch: one output is driven rigidly, " \
           "the other by a controlled clutch, whose torque before wheels slip is its drive_share")  \
    NUMBER(front_axles, "1", 1, 1, 9,                                                               \
           "Number of driven axles, counted from the front, on the front output; the rear output drives the others") \
    NUMBER(stiffness_nm_per_rad, "N.m/rad", 10000, 0.1, 4e8,                                        \
           "Twist stiffness from the front to the rear axles through the propeller shafts, at the wheels")\
    NUMBER(lock_drive, "1", 0.4, 0, 0.95,                                                           \
           "limited_slip: largest deviation of the outputs' torques from their split under drive, as a share of " \
           "their sum; gears of bias ratio B between equal outputs have (B - 1) / (B + 1)")         \
    NUMBER(lock_coast, "1", 0.4, 0, 0.95,                                                           \
           "limited_slip: largest deviation of the outputs' torques from their split on overrun, as a share of " \
           "their sum")                                                                             \
    NUMBER(lock_preload_nm, "N.m", 50, 0, 4e6,                                                      \
           "limited_slip: torque that turns one output while the other is held, at the wheels, without any drive")\
    NUMBER(lock_viscous_nms_per_rad, "N.m.s/rad", 0, 0, 7e6,                                        \
           "limited_slip: torque per difference of the outputs' speeds, at the wheels, as in a viscous coupling") \
    CHOICE(clutch_output, KAMM_OUTPUT_REAR, KAMM_OUTPUT_CHOICES, "clutch: output that the clutch drives") \
    NUMBER(clutch_nm, "N.m", 2500, 0, 4e7, "clutch: torque capacity, at the wheels")                \
    NUMBER(clutch_slip_nms_per_rad, "N.m.s/rad", 100, 0, 7e6,                                       \
           "clutch: torque that its control adds per difference of the outputs' speeds, at the wheels") \
    NUMBER(clutch_lag_s, "s", 0.08, 0.0008, 4, "clutch: time constant with which its torque follows its control") \
    NUMBER(clutch_ratio, "1", 1, 0.2, 5,                                                            \
           "clutch: speed of the axles behind it over that of the others, without slip; its torques are those at " \
           "the other output's wheels. A tractor's small front wheels need 1.2 to 1.5, plus 0.015 to 0.04 of that " \
           "as lead")                                                                               \
    NUMBER(low_ratio, "1", 1, 1, 10,                                                                \
           "Low range: additional reduction of the transfer case (input low_range); 1: no low range. 2 to 4 " \
           "in a 4x4, 1.5 to 2 in a truck")

#endif
