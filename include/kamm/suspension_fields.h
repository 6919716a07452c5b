/* Suspension fields: table of an axle's suspension. vehicle_fields.h describes the macros, and has the other tables. */
#ifndef KAMM_SUSPENSION_FIELDS_H
#define KAMM_SUSPENSION_FIELDS_H

#define KAMM_SUSPENSION_CHOICES(WORD)                                                               \
    WORD(KAMM_SUSPENSION_INDEPENDENT, "independent")                                                \
    WORD(KAMM_SUSPENSION_DEPENDENT, "dependent")                                                    \
    WORD(KAMM_SUSPENSION_SOLID, "solid_mounting")
#define KAMM_SHARING_CHOICES(WORD)                                                                  \
    WORD(KAMM_SHARING_NONE, "none")                                                                 \
    WORD(KAMM_SHARING_BEAM, "walking_beam")                                                         \
    WORD(KAMM_SHARING_AIR, "air")
#define KAMM_BAR_CHOICES(WORD)                                                                      \
    WORD(KAMM_BAR_FIXED, "fixed")                                                                   \
    WORD(KAMM_BAR_AUTO, "auto")                                                                     \
    WORD(KAMM_BAR_OFF, "off")

/* Parameters of a suspension. */
#define KAMM_SUSPENSION_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)             \
    CHOICE(kind, KAMM_SUSPENSION_INDEPENDENT, KAMM_SUSPENSION_CHOICES,                              \
           "independent: each wheel has its own links; dependent: an axle beam tilts both wheels together and " \
           "transmits their lateral force at the roll centre; solid_mounting: the wheels are fixed to a flexible " \
           "frame, as on a kart, with spring_n_per_m and bump_damping_ns_per_m both ways")          \
    NUMBER(spring_base_m, "m", 0, 0, 20,                                                             \
           "Dependent axle: from the left to the right spring (and damper, and stop), which makes "  \
           "it softer in roll; 0: they are at the wheels")                                          \
    NUMBER(spring_n_per_m, "N/m", 25000, 20, 4e7,                                                  \
           "Wheel rate: vertical force at the wheel per metre of wheel travel, without the bar; "   \
           "at the spring itself it is this divided by the motion ratio squared")                   \
    NUMBER(anti_roll_bar_n_per_m, "N/m", 10000, 0, 1e7,                                             \
           "Force at each wheel per metre of travel difference between left and right")             \
    NUMBER(anti_roll_bar_n, "N", 0, 0, 5e6,                                                         \
           "Anti-roll bar by the largest force that it transfers: one wheel at its bump stop, the other at its " \
           "rebound stop. It adds to anti_roll_bar_n_per_m. A good start is the spring's force at full travel") \
    CHOICE(anti_roll_bar_mode, KAMM_BAR_FIXED, KAMM_BAR_CHOICES,                                    \
           "auto: stiffness grows with road speed up to its full value; off: no bar")               \
    NUMBER(anti_roll_bar_full_speed_mps, "m/s", 20, 0.04, 400,                                      \
           "auto: speed from which the bar has its full stiffness; below in proportion")            \
    NUMBER(active_bar_share, "1", 0, 0, 1.5,                                                        \
           "Active anti-roll bar (full): share of the roll moment of the whole sprung mass that this axle's bar " \
           "carries in place of springs and passive bars; 0: none. The sum over axles reduces body roll, the ratio " \
           "sets the balance")                                                                      \
    NUMBER(active_bar_max_n, "N", 3000, 0, 5e6, "Active anti-roll bar: largest force at each wheel")\
    NUMBER(active_bar_lag_s, "s", 0.05, 0.0008, 2, "Active anti-roll bar: time constant of its force") \
    NUMBER(bump_travel_m, "m", 0.06, 0, 3, "Upward travel from rest until the bump stop touches")   \
    NUMBER(bump_stop_n_per_m, "N/m", 150000, 0, 4e7, "Stiffness of the bump stop where it starts")               \
    NUMBER(bump_stop_length_m, "m", 0.04, 0.0002, 2,                                               \
           "Compression at which a stop has become three times as stiff")                          \
    NUMBER(rebound_travel_m, "m", 0.08, 0, 3, "Downward travel from rest until the rebound stop")   \
    NUMBER(rebound_stop_n_per_m, "N/m", 150000, 0, 4e7, "Stiffness of the rebound stop where it starts") \
    NUMBER(stop_hysteresis, "1", 0.35, 0, 0.9,                                                      \
           "Hysteresis h of a stop's rubber: share of its force that is added in compression and subtracted in " \
           "release. It returns (1 - h) / (1 + h) of the work; 0.2 to 0.4")                         \
    NUMBER(friction_n, "N", 0, 0, 5e5,                                                              \
           "Dry friction of springs, joints and seals, at the wheel: 30 to 100 with coil springs, 5 to "\
           "10 % of the load with leaf springs")                                                    \
    NUMBER(friction_load_share, "1", 0, 0, 0.5,                                                     \
           "Additional dry friction of leaf springs as a share of the spring's force: half the height of the " \
           "hysteresis loop; 0.08 to 0.2 with many leaves, 0.03 to 0.08 with parabolic ones")       \
    NUMBER(friction_travel_m, "m", 0.002, 4e-5, 0.3,                                                \
           "Travel over which friction builds up; 0.0015 to 0.003 with leaf springs")               \
    NUMBER(bump_damping_ns_per_m, "N.s/m", 1500, 0, 2e6,                                            \
           "Damping at the wheel, wheel moving up, below the knee speed")                           \
    NUMBER(bump_fast_damping_ns_per_m, "N.s/m", 800, 0, 2e6,                                        \
           "Damping at the wheel, wheel moving up, above the knee speed")                           \
    NUMBER(rebound_damping_ns_per_m, "N.s/m", 3000, 0, 2e6,                                         \
           "Damping at the wheel, wheel moving down, below the knee speed")                         \
    NUMBER(rebound_fast_damping_ns_per_m, "N.s/m", 1500, 0, 2e6,                                    \
           "Damping at the wheel, wheel moving down, above the knee speed")                         \
    NUMBER(damper_knee_mps, "m/s", 0.13, 0.0004, 8, "Wheel speed at which the damper's slope changes") \
    NUMBER(damper_bush_n_per_m, "N/m", 0, 0, 7e8,                                                   \
           "Stiffness of bushes, oil and hoses in series with the damper, which makes its force lag (full); 0: " \
           "rigid. Rubber mounts have 2e5 to 2e6. With damper_upper_m and damper_lower_m at the damper, else at the " \
           "wheel")                                                                                 \
    NUMBER(heave_spring_n_per_m, "N/m", 0, 0, 4e7,                                                  \
           "Third spring: force per mean travel of both wheels, half of it on each; without load at rest") \
    NUMBER(heave_gap_m, "m", 0, 0, 2,                                                               \
           "Third spring: mean upward travel from which it acts, as with a packer; 0: it acts both ways from rest") \
    NUMBER(heave_damping_ns_per_m, "N.s/m", 0, 0, 4e6,                                              \
           "Third damper: force per rate of the mean travel, half of it on each wheel (full)")       \
    NUMBER(roll_damping_ns_per_m, "N.s/m", 0, 0, 4e6,                                               \
           "Roll damper: force at each wheel per difference of their travel rates (full)")           \
    CHOICE(load_sharing, KAMM_SHARING_NONE, KAMM_SHARING_CHOICES,                                   \
           "Bogie of this axle and the next one, with one common spring per side. It has more axles if the next one " \
           "shares as well. walking_beam: the spring carries the middle of a beam between the wheels, with more " \
           "axles levers or equalisers; air: bellows that a pipe connects. All axles are dependent and name the " \
           "same spring, of which the bogie has as many as axles")                                  \
    NUMBER(load_share, "1", 0, 0, 0.9,                                                              \
           "load_sharing: this axle's share of the load of it and of the bogie's axles behind it; at least 0.1, 0: " \
           "equal shares. Of a beam it is the arm behind the pivot over the length, of air the area of its bellows " \
           "over the sum")                                                                          \
    NUMBER(beam_stop_rad, "rad", 0.14, 0.005, 0.6, "walking_beam: tilt to either side at which its stop acts") \
    NUMBER(beam_stop_n_per_m, "N/m", 1e6, 40, 7e7,                                                 \
           "walking_beam: stiffness of that stop, at each wheel per difference of their travels")   \
    NUMBER(skyhook_soft, "1", 1, 0, 10, "aids.skyhook: factor on the damper's force in the soft setting, 0.3 to 0.7") \
    NUMBER(skyhook_hard, "1", 1, 0, 10,                                                             \
           "aids.skyhook: factor on the damper's force in the hard setting, 1.5 to 3; at most skyhook_soft: one " \
           "setting")                                                                               \
    NUMBER(skyhook_lag_s, "s", 0.01, 0.0004, 0.8, "aids.skyhook: time constant of the valve, 0.005 to 0.02")\
    CURVE(spring_curve, travel_m, "m", force_n, "N",                                                \
          "Force at the wheel, added to that of spring_n_per_m, against upward travel, 0 N at 0. For progressive, " \
          "dual-rate, air and helper springs. With spring_upper_m and spring_lower_m it is the spring's force " \
          "against its compression")                                                                \
    CURVE(damper_curve, rate_mps, "m/s", force_n, "N",                                              \
          "Damper force at the wheel against its upward speed, 0 N at 0, in place of the damping above. With " \
          "damper_upper_m and damper_lower_m it is the damper's force against its own speed")       \
    NUMBER(camber_rad, "rad", 0, -0.3, 0.3, "At rest; negative: the wheel's top leans inwards")     \
    NUMBER(toe_in_rad, "rad", 0, -0.1, 0.1, "At rest; positive: the wheels' fronts point inwards")  \
    NUMBER(caster_rad, "rad", 0, -0.3, 0.6,                                                         \
           "Angle by which the steering axis leans back; 0.1 on a road car's front axle")           \
    NUMBER(kingpin_inclination_rad, "rad", 0, -0.3, 0.5, "Angle by which the steering axis leans inwards") \
    NUMBER(scrub_radius_m, "m", 0, -0.5, 0.8,                                                       \
           "Distance from the middle of the contact patch inwards to the steering axis on the road; -0.015 to 0.02 " \
           "on cars, 0.06 to 0.11 on trucks")                                                       \
    NUMBER(trail_offset_m, "m", 0, -0.3, 0.3,                                                       \
           "Distance of the steering axis ahead of the wheel's centre; with the part of the caster it is the " \
           "mechanical trail")                                                                      \
    NUMBER(roll_centre_height_m, "m", 0.05, -1, 2.5, "Above the road at rest; used if lateral_curve is empty") \
    NUMBER(camber_gain_rad_per_m, "rad/m", 0, -30, 30,                                              \
           "Camber per upward travel, negative on most cars; used if camber_curve is empty")        \
    NUMBER(toe_gain_rad_per_m, "rad/m", 0, -10, 10, "Toe-in per upward travel; used if toe_curve is empty") \
    NUMBER(recession, "m/m", 0, -1, 1,                                                              \
           "Backward motion of the wheel's centre per upward travel; used if longitudinal_curve is empty") \
    NUMBER(caster_gain_rad_per_m, "rad/m", 0, -30, 30,                                              \
           "Backward rotation of the upright per upward travel, which gives anti-dive with brakes at the wheels; " \
           "used if caster_curve is empty")                                                         \
    NUMBER(lateral_force_toe_rad_per_n, "rad/N", 0, -0.003, 0.003,                                  \
           "Compliance: toe-in per inward force of the road, as on the outer wheel in a turn; front -0.03 to 0 " \
           "deg/kN, rear 0 to 0.07 if built to understeer")                                         \
    NUMBER(lateral_force_camber_rad_per_n, "rad/N", 0, 0, 0.007,                                    \
           "Compliance: camber per inward force of the road, which moves the foot of the wheel inwards; 0.05 to 0.4 " \
           "deg/kN")                                                                                \
    NUMBER(aligning_torque_steer_rad_per_nm, "rad/(N.m)", 0, 0, 2,                                  \
           "Compliance: steer angle per aligning torque of the tyre; 0.5 to 1 deg per 100 N.m at front, steering " \
           "gear and column included, 0.15 at rear")                                                \
    NUMBER(compliance_lag_s, "s", 0.02, 0.0004, 0.8, "Time constant with which compliance follows the force") \
    FLAG(tilting, 0,                                                                                \
         "Pair of wheels on the front or the rear axle of a leaning three-wheeler, on a parallelogram or " \
         "on arms: both lean with the body, and spring, damper and stops act on the mean travel (full). " \
         "With front_assembly and a single wheel on the other axle")                                \
    NUMBER(tilt_limit_rad, "rad", 0.8, 0.05, 1.2,                                                   \
           "tilting: lean to either side at which the linkage meets its stops")                     \
    NUMBER(tilt_lock_nm, "N.m", 0, 0, 1e6,                                                          \
           "tilting: largest moment by which the lock holds the lean, at the input stand of 1; 0: no lock. A " \
           "locked one tips over at less than the weight times half of the track")                  \
    NUMBER(tilt_lock_nm_per_rad, "N.m/rad", 15000, 1e-3, 1e8,                                       \
           "tilting: stiffness of that lock, and of the stops")                                     \
    NUMBER(tilt_lock_nms_per_rad, "N.m.s/rad", 1000, 0, 1e8,                                        \
           "tilting: damping of that lock, within its largest moment, and of the stops")            \
    CURVE(camber_curve, travel_m, "m", camber_rad, "rad", "Change of camber against upward travel") \
    CURVE(toe_curve, travel_m, "m", toe_in_rad, "rad", "Change of toe-in against upward travel")    \
    CURVE(lateral_curve, travel_m, "m", outward_m, "m",                                             \
          "Outward motion of the contact patch (half the change of track) against upward travel")   \
    CURVE(longitudinal_curve, travel_m, "m", forward_m, "m",                                        \
          "Forward motion of the wheel's centre (half the change of wheelbase) against upward travel") \
    CURVE(caster_curve, travel_m, "m", caster_rad, "rad", "Backward rotation of the upright against upward travel") \
    GROUP(hardpoints, hardpoints, "Points of the linkage, from which Kamm computes the curves above") \
    GROUP(swing_arm, swing_arm,                                                                     \
          "Swing arm of a single wheel on the last axle, in place of recession, caster gain and their curves (full). " \
          "Chain and brake press it")

#endif
