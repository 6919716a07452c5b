/* Arcade fields: table of the knobs of arcade.h. vehicle_fields.h describes the macros. */
#ifndef KAMM_ARCADE_FIELDS_H
#define KAMM_ARCADE_FIELDS_H

/* A grip curve of an axle's tyres. */
#define KAMM_GRIP_CURVE_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)             \
    NUMBER(peak_slip_angle_rad, "rad", 0, 0, 0.45,                                                  \
           "Slip angle of the largest side force; 0: the tyre's own. Road cars have 0.1 to 0.18") \
    NUMBER(peak, "1", 0, 0, 5, "Largest side force over load; 0: the tyre's own. Road cars have 1, racing slicks 1.6") \
    NUMBER(slide, "1", 0, 0, 0.98,                                                                  \
           "Side force of a sliding wheel over the largest one; 0: the tyre's own. 0.7 snaps, 0.95 slides softly")

/* Knobs of arcade handling. */
#define KAMM_ARCADE_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                 \
    TEXT(name, 64, "Name of the preset for display")                                                \
    NUMBER(grip, "1", 1, 0.2, 4,                                                                    \
           "Factor of tyre friction and slip stiffness; brakes and anti-roll bars follow")          \
    NUMBER(torque, "1", 1, 0.1, 10,                                                                 \
           "Factor of drive torque and power; clutch, converter, shafts, battery and limits follow") \
    NUMBER(braking, "1", 1, 0.1, 5, "Further factor of the brake torque")                           \
    NUMBER(gravity, "1", 1, 0.1, 5,                                                                 \
           "Factor of gravity for which the car is built: springs, dampers, bars, stops, tyres and brakes follow. " \
           "kamm_arcade_ground has that gravity")                                                   \
    NUMBER(downforce, "1", 0, 0, 5,                                                                 \
           "Downforce at 50 m/s as a share of the weight; springs and dampers follow")              \
    NUMBER(stiffness, "1", 1, 0.2, 5, "Factor of spring and bar rates; dampers follow")             \
    NUMBER(travel, "1", 1, 0.2, 5, "Factor of the wheels' travel to the stops")                     \
    NUMBER(cg_height, "1", 1, 0.1, 2, "Factor of the height of the centre of gravity")              \
    FLAG(upright, 0,                                                                                \
         "Lowers the centre of gravity as far as the car needs to slide before it rolls over, with all factors above") \
    NUMBER(steer_angle_rad, "rad", 0, 0, 1.1,                                                       \
           "Angle of the road wheels at full lock; 0: the car's own. Drift cars have 0.9")          \
    GROUP(front_grip, grip_curve, "Grip curve of front axles")                                      \
    GROUP(rear_grip, grip_curve, "Grip curve of rear axles")                                        \
    NUMBER(drift_angle_rad, "rad", 0, 0, 0.9,                                                       \
           "Drift assist: sideslip that a full steering key holds; 0: no drift assist. 0.5 is spectacular") \
    NUMBER(drift_lift, "1", 0, 0, 1,                                                                \
           "Drift assist: hand brake that the assist pulls while one steers without a pedal, which " \
           "starts a drift; 0: the hand brake alone starts it")                                     \
    NUMBER(air_radps2, "rad/s2", 0, 0, 50,                                                          \
           "Air control: largest angular acceleration by the keys while no wheel touches the ground; 0: none") \
    NUMBER(air_radps, "rad/s", 3, 0.1, 20, "Air control: angular velocity of a full key")           \
    NUMBER(air_level, "1", 0, 0, 1,                                                                 \
           "Air control: share of that acceleration which levels roll and pitch of a car without keys")  \
    NUMBER(boost_mps2, "m/s2", 0, 0, 50, "Boost: acceleration along the car; 0: none")              \
    NUMBER(boost_top_mps, "m/s", 60, 1, 300, "Boost: forward speed towards which it fades out")     \
    NUMBER(boost_s, "s", 0, 0, 60, "Boost: time for which a full store lasts; 0: any time")      \
    NUMBER(boost_refill_s, "s", 10, 0, 600, "Boost: time in which an empty store fills; 0: it does not")  \
    NUMBER(flip_s, "s", 0, 0, 60,                                                                   \
           "Auto-flip: time for which a car lies on its side or roof before it is set upright; 0: never")  \
    NUMBER(ghost_s, "s", 0, 0, 60, "Ghost: time after auto-flip in which cars pass through the car") \
    FLAG(ghost, 0, "Ghost: cars always pass through the car")

#endif
