/* Aid fields: table of electronic driver aids. vehicle_fields.h describes the macros, and has the other tables. */
#ifndef KAMM_AIDS_FIELDS_H
#define KAMM_AIDS_FIELDS_H

/* Parameters of electronic driver aids. */
#define KAMM_AIDS_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                   \
    FLAG(abs, 1, "Anti-lock brakes")                                                                \
    NUMBER(abs_slip, "1", 0.11, 0.02, 0.5, "Slip ratio that the anti-lock brakes hold")             \
    CHOICE(abs_kind, KAMM_ABS_SLIP, KAMM_ABS_CHOICES,                                               \
           "Control of the anti-lock brakes (full). slip: they hold the slip, by known speed and friction; cycles: " \
           "pressure phases, as in hydraulic units")                                                \
    NUMBER(abs_build_up_s, "s", 0.8, 0, 5,                                                          \
           "cycles: time in which the brake of the other front wheel builds up its full torque while one is " \
           "regulated (yaw-moment build-up delay); 0: immediately")                                 \
    FLAG(abs_select_low, 1,                                                                         \
         "The anti-lock brakes give both wheels of a rear axle the pressure that suits the one with more slip " \
         "(full)")                                                                                  \
    FLAG(skyhook, 0,                                                                                \
         "Dampers with two settings (full): hard where that damps the vertical motion of the body; see the axles' " \
         "skyhook_soft and skyhook_hard")                                                           \
    FLAG(ebd, 1, "Electronic brake-force distribution (full): the anti-lock brakes hold the slip of "\
         "rear wheels to that of the front ones")                                                   \
    CHOICE(ebd_kind, KAMM_ABS_SLIP, KAMM_ABS_CHOICES,                                               \
           "Control of brake-force distribution (full). slip: a part of the anti-lock brakes, always active; " \
           "cycles: pressure phases, as in hydraulic units, with or without anti-lock brakes. abs_select_low joins " \
           "both rear wheels, else each is controlled alone")                                       \
    FLAG(tcs, 0, "Traction control: cuts the torque of engine and motors when driven wheels spin")  \
    NUMBER(tcs_slip, "1", 0.10, 0.02, 0.5, "Slip ratio that the traction control holds")            \
    FLAG(tcs_brakes, 0, "Traction control also brakes the driven wheel that spins faster than the " \
         "other one of its axle, up to 16 m/s (full)")                                              \
    FLAG(esc, 0,                                                                                    \
         "Stability control (full): brakes single wheels and cuts drive torque when the yaw rate departs from the " \
         "steered one; includes anti-lock brakes")                                                  \
    NUMBER(esc_band_radps, "rad/s", 0.07, 0.003, 3,                                                 \
           "Excess of the yaw rate over the steered one from which it acts; it acts from twice that deficit") \
    NUMBER(esc_full_radps, "rad/s", 0.2, 0.01, 20,                                                  \
           "Further deviation of the yaw rate at which it uses a wheel's full brake and cuts all of the throttle") \
    NUMBER(vectoring_nms_per_rad, "N.m.s/rad", 4000, 0, 7e7,                                        \
           "Torque vectoring (axles[].vectoring_nm): transferred torque per deviation of the yaw rate") \
    NUMBER(vectoring_understeer, "1", 0.5, 0, 1,                                                    \
           "Torque vectoring: share of the car's own understeer gradient that is left to the driver; 0: neutral, "\
           "1: it only damps")                                                                      \
    NUMBER(vectoring_lag_s, "s", 0.05, 0.0008, 2, "Torque vectoring: time constant of a clutch's torque") \
    NUMBER(steering_standing_gain, "1", 1, 0.3, 3,                                                  \
           "Active steering (full): angle of the road wheels at standstill over that by steering.ratio; 1.6 in a " \
           "saloon. Off if this and steering_fast_gain are 1 and steering_yaw_s is 0")              \
    NUMBER(steering_fast_mps, "m/s", 40, 0.4, 200,                                                  \
           "Active steering: speed from which steering_fast_gain holds; below the gain is linear in speed") \
    NUMBER(steering_fast_gain, "1", 1, 0.3, 3, "Active steering: the same gain at high speed; 0.8 in a saloon") \
    NUMBER(steering_yaw_s, "s", 0, 0, 2,                                                            \
           "Active steering: added steer angle per deviation of the yaw rate; 0.05 to 0.2")         \
    NUMBER(steering_yaw_max_rad, "rad", 0.044, 0, 0.5, "Active steering: largest angle that it adds by yaw rate") \
    NUMBER(steering_added_radps, "rad/s", 0.6, 0.006, 50,                                           \
           "Active steering: highest rate of the added angle, at the road wheels")                  \
    NUMBER(hill_hold_s, "s", 0, 0, 20,                                                              \
           "Hill hold (full): time for which the brakes hold a car on a slope after release of their pedal, or " \
           "until its drive holds it; 0: none; 2 in most cars")                                     \
    FLAG(auto_hold, 0,                                                                              \
         "Auto-hold (rungs with an engine): with released accelerator the brakes hold a standing car until its " \
         "drive holds it; on any slope and in any gear, without any input")                         \
    NUMBER(launch_radps, "rad/s", 0, 0, 7000,                                                       \
           "Launch control (full): engine speed that is held with the accelerator and the brake pressed. When the " \
           "brake is released the clutch starts the car. 0: none; needs an automatic clutch")       \
    NUMBER(launch_slip, "1", 0.12, 0.02, 0.5, "Launch control: slip ratio of the driven wheels that the clutch holds") \
    FLAG(demands, 0, "The car obeys demands of a host's control unit (full): kamm_set_demand")

#endif
