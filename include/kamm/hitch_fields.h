/* Hitch fields: tables of hitches and drawbars. vehicle_fields.h describes the macros, and has the other tables. */
#ifndef KAMM_HITCH_FIELDS_H
#define KAMM_HITCH_FIELDS_H

/* Parameters of a hitch. combinations.h has the equations. */
#define KAMM_HITCH_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                  \
    CHOICE(kind, KAMM_HITCH_NONE, KAMM_HITCH_CHOICES,                                               \
           "none; ball: the trailer turns freely about all axes; fifth_wheel: it pitches and yaws "  \
           "freely but rolls with the towing vehicle")                                              \
    NUMBER(behind_front_axle_m, "m", 3.5, -20, 80, "Distance of ball, jaw or kingpin behind the front axle") \
    NUMBER(height_m, "m", 0.42, 0.01, 8, "Height above the road at rest; of a ball 0.35 to 0.42")   \
    NUMBER(play_m, "m", 0, 0, 0.3, "Longitudinal play to either side, as of a worn jaw")            \
    NUMBER(yaw_damping_nms_per_rad, "N.m.s/rad", 0, 0, 7e7, "Moment per rate of the articulation angle")\
    NUMBER(yaw_friction_nm, "N.m", 0, 0, 4e6,                                                       \
           "Moment of dry friction against the articulation; a friction stabiliser has 200 to 300, a "\
           "greased fifth wheel under load some 1000")                                              \
    NUMBER(roll_stiffness_nm_per_rad, "N.m/rad", 1e6, 1, 4e9,                                    \
           "fifth_wheel: moment per roll of the trailer against the towing vehicle, frames included") \
    NUMBER(roll_damping_nms_per_rad, "N.m.s/rad", 2e4, 0, 7e8, "fifth_wheel: moment per rate of that roll") \
    NUMBER(bend_stop_rad, "rad", 0, 0, 3,                                                           \
           "Articulation angle to either side from which a stop acts: bodies that touch, or the joint of an "\
           "articulated bus, 45 to 54 degrees. 0: none")                                            \
    NUMBER(bend_stop_nm_per_rad, "N.m/rad", 1e5, 0, 4e9, "Moment per angle beyond bend_stop_rad")   \
    NUMBER(bend_stop_nms_per_rad, "N.m.s/rad", 2e4, 0, 7e8, "Moment per rate of the angle beyond bend_stop_rad")

/* Parameters of a drawbar. */
#define KAMM_DRAWBAR_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                \
    FLAG(towed, 0, "1: a trailer, or a bus section without an engine; it needs no engine and no gears") \
    NUMBER(behind_front_axle_m, "m", -1, -50, 20,                                                   \
           "Distance of its eye or kingpin behind its front axle; negative: ahead of it")           \
    NUMBER(height_m, "m", 0.42, 0.01, 8, "Height of its eye or kingpin above the road at rest")     \
    CHOICE(brakes, KAMM_TRAILER_BRAKE_PEDAL, KAMM_TRAILER_BRAKE_CHOICES,                            \
           "pedal: the towing vehicle's brake pedal works them too, as with air brakes; overrun: the push of the " \
           "trailer works them; none: only the trailer's own input works them")                     \
    NUMBER(overrun_threshold_n, "N", 300, 0, 2e6, "overrun: push below which the brakes stay released") \
    NUMBER(overrun_full_n, "N", 2000, 0.008, 2e7, "overrun: push beyond the threshold for full braking") \
    FLAG(driven, 0,                                                                                 \
         "1: a towed unit with its own engine and gears, such as the driven rear section of an articulated bus. " \
         "They follow the first unit's throttle, clutch and gear")

#endif
