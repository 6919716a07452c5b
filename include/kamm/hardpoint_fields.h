/* Hardpoint fields: table of the points of an axle's linkage. vehicle_fields.h describes the macros, and has the other
 * tables. docs/suspension.md lists the points that each kind of linkage needs. */
#ifndef KAMM_HARDPOINT_FIELDS_H
#define KAMM_HARDPOINT_FIELDS_H

#define KAMM_HARDPOINTS_CHOICES(WORD)                                                               \
    WORD(KAMM_HARDPOINTS_NONE, "none")                                                              \
    WORD(KAMM_HARDPOINTS_DOUBLE_WISHBONE, "double_wishbone")                                        \
    WORD(KAMM_HARDPOINTS_MACPHERSON, "macpherson")                                                  \
    WORD(KAMM_HARDPOINTS_FIVE_LINK, "five_link")                                                    \
    WORD(KAMM_HARDPOINTS_TRAILING_ARM, "trailing_arm")                                              \
    WORD(KAMM_HARDPOINTS_SEMI_TRAILING_ARM, "semi_trailing_arm")                                    \
    WORD(KAMM_HARDPOINTS_SWING_AXLE, "swing_axle")                                                  \
    WORD(KAMM_HARDPOINTS_TWIST_BEAM, "twist_beam")                                                  \
    WORD(KAMM_HARDPOINTS_LIVE_AXLE, "live_axle")                                                    \
    WORD(KAMM_HARDPOINTS_DE_DION, "de_dion")                                                        \
    WORD(KAMM_HARDPOINTS_SOLID, "solid")
#define KAMM_CARRIED_BY_CHOICES(WORD)                                                               \
    WORD(KAMM_CARRIED_BY_CARRIER, "carrier")                                                        \
    WORD(KAMM_CARRIED_BY_LOWER_ARM, "lower_arm")                                                    \
    WORD(KAMM_CARRIED_BY_UPPER_ARM, "upper_arm")                                                    \
    WORD(KAMM_CARRIED_BY_ROCKER, "rocker")

/* A point: x forward, y left, z up, of the left side at rest. */
#define KAMM_HARDPOINT(NUMBERS, name, doc) NUMBERS(name, 3, "m", -30, 30, doc)

/* Points of an axle's linkage. */
#define KAMM_HARDPOINTS_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)             \
    CHOICE(kind, KAMM_HARDPOINTS_NONE, KAMM_HARDPOINTS_CHOICES,                                     \
           "Kind of linkage; none: the curves of the suspension hold")                              \
    KAMM_HARDPOINT(NUMBERS, wheel_centre_m,                                                         \
                   "Centre of the wheel. Points are [x, y, z] of the left side at rest: x forward, y left of the " \
                   "car's middle, z up. The origin of x and z is arbitrary")                        \
    KAMM_HARDPOINT(NUMBERS, upper_front_m, "Front pivot of the upper arm on the body")              \
    KAMM_HARDPOINT(NUMBERS, upper_rear_m, "Rear pivot of the upper arm on the body")                \
    KAMM_HARDPOINT(NUMBERS, upper_ball_m, "Ball joint of the upper arm on the upright")             \
    KAMM_HARDPOINT(NUMBERS, lower_front_m, "Front pivot of the lower arm on the body")              \
    KAMM_HARDPOINT(NUMBERS, lower_rear_m, "Rear pivot of the lower arm on the body")                \
    KAMM_HARDPOINT(NUMBERS, lower_ball_m, "Ball joint of the lower arm on the upright")             \
    KAMM_HARDPOINT(NUMBERS, strut_top_m, "macpherson: the strut's mount on the body")               \
    KAMM_HARDPOINT(NUMBERS, strut_bottom_m, "macpherson: another point of the line along which the strut slides")\
    KAMM_HARDPOINT(NUMBERS, tie_rod_inner_m,                                                        \
                   "Inner end of the tie rod: on the rack, or on the body of an axle that does not steer") \
    KAMM_HARDPOINT(NUMBERS, tie_rod_outer_m, "Outer end of the tie rod, on the upright")            \
    KAMM_HARDPOINT(NUMBERS, pivot_inner_m,                                                          \
                   "A point of the axis of an arm on the body: trailing_arm, semi_trailing_arm; swing_axle: the " \
                   "joint; twist_beam: the shear centre of the cross beam, in the car's middle")    \
    KAMM_HARDPOINT(NUMBERS, pivot_outer_m,                                                          \
                   "Another point of the axis of an arm; twist_beam: the arm's bush. Without it a trailing arm's " \
                   "axis lies across the car and a swing axle's along it")                          \
    KAMM_HARDPOINT(NUMBERS, leaf_front_m, "solid: the leaf spring's front eye, which is fixed")     \
    KAMM_HARDPOINT(NUMBERS, leaf_rear_m, "solid: the leaf spring's rear eye, on the shackle")                     \
    KAMM_HARDPOINT(NUMBERS, leaf_seat_m, "solid: where the axle is clamped to the leaf spring")                  \
    KAMM_HARDPOINT(NUMBERS, watt_m,                                                                 \
                   "live_axle, de_dion: the pivot of a Watt's linkage on the axle, which moves straight up and down") \
    LIST(links, link, 0, KAMM_MAX_LINKS,                                                            \
         "five_link: the rods; live_axle, de_dion: the rods that locate the axle, left side")               \
    CHOICE(spring_on, KAMM_CARRIED_BY_CARRIER, KAMM_CARRIED_BY_CHOICES,                             \
           "Part that holds spring_lower_m; carrier: the part that carries the wheel: an upright, an arm or an axle") \
    KAMM_HARDPOINT(NUMBERS, spring_upper_m,                                                         \
                   "Upper end of the spring; with both ends spring_n_per_m is the spring's own rate") \
    KAMM_HARDPOINT(NUMBERS, spring_lower_m, "Lower end of the spring")                              \
    CHOICE(damper_on, KAMM_CARRIED_BY_CARRIER, KAMM_CARRIED_BY_CHOICES, "Part that holds damper_lower_m") \
    KAMM_HARDPOINT(NUMBERS, damper_upper_m,                                                         \
                   "Upper end of the damper; with both ends the four dampings and the knee's speed are those of the " \
                   "damper")                                                                        \
    KAMM_HARDPOINT(NUMBERS, damper_lower_m, "Lower end of the damper")                              \
    CHOICE(push_on, KAMM_CARRIED_BY_CARRIER, KAMM_CARRIED_BY_CHOICES, "Part that holds push_outer_m; not a rocker") \
    KAMM_HARDPOINT(NUMBERS, push_outer_m,                                                           \
                   "Push or pull rod: its end on the suspension. With the three points below there is a rocker. It " \
                   "moves the ends that spring_on, damper_on and bar_on attach to it")              \
    KAMM_HARDPOINT(NUMBERS, push_inner_m, "The rod's end on the rocker")                            \
    KAMM_HARDPOINT(NUMBERS, rocker_pivot_m, "A point of the rocker's axis on the body")             \
    KAMM_HARDPOINT(NUMBERS, rocker_axis_m, "Another point of the rocker's axis")                    \
    CHOICE(bar_on, KAMM_CARRIED_BY_CARRIER, KAMM_CARRIED_BY_CHOICES, "Part that holds bar_link_m")  \
    KAMM_HARDPOINT(NUMBERS, bar_link_m,                                                             \
                   "Drop link of the anti-roll bar: its end on the suspension; with all three points " \
                   "anti_roll_bar_n_per_m and anti_roll_bar_n are those at the bar's ends")         \
    KAMM_HARDPOINT(NUMBERS, bar_end_m, "Drop link of the anti-roll bar: its end on the arm of the bar") \
    KAMM_HARDPOINT(NUMBERS, bar_pivot_m, "A point of the bar's axis, which lies across the car")

/* A rod of a linkage. */
#define KAMM_LINK_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                   \
    KAMM_HARDPOINT(NUMBERS, inner_m, "End on the body")                                             \
    KAMM_HARDPOINT(NUMBERS, outer_m, "End on the upright or the axle")                              \
    FLAG(single, 0, "live_axle, de_dion: a single link, such as a panhard rod, instead of one on each side")

#endif
