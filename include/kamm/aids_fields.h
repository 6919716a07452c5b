/* The table of electronic aids. vehicle_fields.h says how a table is written, and has all the others. */
#ifndef KAMM_AIDS_FIELDS_H
#define KAMM_AIDS_FIELDS_H

#define KAMM_AIDS_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                   \
    FLAG(abs, 1, "Anti-lock brakes")                                                                \
    NUMBER(abs_slip, "1", 0.11, 0.02, 0.5, "Slip ratio that the anti-lock brakes hold")             \
    CHOICE(abs_kind, KAMM_ABS_SLIP, KAMM_ABS_CHOICES,                                               \
           "How they work (full): slip: they hold the slip, knowing speed and friction; cycles: by phases of pressure, "\
           "as hydraulic units do")                                                                 \
    NUMBER(abs_build_up_s, "s", 0.8, 0, 5,                                                          \
           "cycles: time in which the brake of the other front wheel builds up its full torque while one is regulated "\
           "(yaw-moment build-up delay); 0: at once")                                               \
    FLAG(abs_select_low, 1, "The anti-lock brakes give both wheels of a rear axle the pressure that "\
         "the one with more slip can bear (full)")                                                  \
    FLAG(skyhook, 0, "Dampers with two settings, hard where that slows the body's own movement up and down "\
         "(full): the axles' skyhook_soft and skyhook_hard")                                         \
    FLAG(ebd, 1, "Electronic brake-force distribution (full): the anti-lock brakes hold the slip of "\
         "rear wheels to that of the front ones")                                                   \
    CHOICE(ebd_kind, KAMM_ABS_SLIP, KAMM_ABS_CHOICES,                                               \
           "How it works (full): slip: as part of the anti-lock brakes, all the time; cycles: by phases of pressure, as hydraulic "\
           "units do, with anti-lock brakes or without; both rear wheels together with abs_select_low, else each by itself")\
    FLAG(tcs, 0, "Traction control: takes engine torque away when driven wheels spin")              \
    NUMBER(tcs_slip, "1", 0.10, 0.02, 0.5, "Slip ratio that the traction control holds")            \
    FLAG(tcs_brakes, 0, "Traction control also brakes the driven wheel that spins faster than the " \
         "other one of its axle, up to 16 m/s (full)")                                              \
    FLAG(esc, 0, "Stability control (full): brakes single wheels and takes engine torque away when " \
         "the car turns otherwise than it is steered; has anti-lock brakes with it")                \
    NUMBER(esc_band_radps, "rad/s", 0.07, 0.003, 3,                                                 \
           "Yaw rate more than is steered for from which it acts; less than that from twice as much")\
    NUMBER(esc_full_radps, "rad/s", 0.2, 0.01, 20,                                                   \
           "How much further off the yaw rate has to be for all of a wheel's brake and of the throttle")\
    NUMBER(vectoring_nms_per_rad, "N.m.s/rad", 4000, 0, 7e7,                                        \
           "Torque vectoring (axles[].vectoring_nm): torque that is moved per yaw rate that is missing or too much")\
    NUMBER(vectoring_understeer, "1", 0.5, 0, 1,                                                    \
           "Torque vectoring: share of the car's own understeer gradient that is left to the driver; 0: neutral, "\
           "1: it only damps")                                                                      \
    NUMBER(vectoring_lag_s, "s", 0.05, 0.0008, 2, "Torque vectoring: time in which a clutch's torque builds up")\
    NUMBER(steering_standing_gain, "1", 1, 0.3, 3,                                                  \
           "Active steering (full): road wheels' angle at a standstill over that which steering.ratio gives; 1.6 in "\
           "a saloon; 1 here, in the next but one and 0 in steering_yaw_s: none")                   \
    NUMBER(steering_fast_mps, "m/s", 40, 0.4, 200,                                                    \
           "Active steering: speed from which on steering_fast_gain holds; in between the gain goes by speed")\
    NUMBER(steering_fast_gain, "1", 1, 0.3, 3, "Active steering: the same gain when driving fast; 0.8 in a saloon")\
    NUMBER(steering_yaw_s, "s", 0, 0, 2,                                                            \
           "Active steering: steer angle that is added per yaw rate that is missing or too much; 0.05 to 0.2")\
    NUMBER(steering_yaw_max_rad, "rad", 0.044, 0, 0.5, "Active steering: most angle that is added by yaw rate")\
    NUMBER(steering_added_radps, "rad/s", 0.6, 0.006, 50, "Active steering: fastest that it adds, at the road wheels")\
    NUMBER(hill_hold_s, "s", 0, 0, 20,                                                              \
           "Hill hold (full): time for which the brakes keep a car on a slope once their pedal is released, unless its "\
           "drive holds it sooner; 0: none; 2 in most cars")                                        \
    FLAG(auto_hold, 0, "Auto-hold (the rungs with an engine): the brakes keep a car that stands while the accelerator is "\
         "released, on any slope and in any gear, until its drive holds it, without any input")\
    NUMBER(launch_radps, "rad/s", 0, 0, 7000,                                                       \
           "Launch control (full): engine speed that is held with the accelerator down and the brake pressed; once the brake is "\
           "released the clutch starts the car. 0: none; needs a clutch that works by itself")      \
    NUMBER(launch_slip, "1", 0.12, 0.02, 0.5, "Launch control: slip ratio of the driven wheels that its clutch holds")\
    FLAG(demands, 0, "The car takes demands of a control unit of the host's own (full): kamm_set_demand")

#endif
