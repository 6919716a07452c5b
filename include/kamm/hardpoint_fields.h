/* The table of an axle's hardpoints: the points of the linkage that holds its wheels. vehicle_fields.h says how a table is
 * written, and has all the others; docs/suspension.md says what each kind of linkage needs. */
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

#define KAMM_HARDPOINTS_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)             \
    CHOICE(kind, KAMM_HARDPOINTS_NONE, KAMM_HARDPOINTS_CHOICES,                                     \
           "The kind of linkage; none: the curves of the suspension hold")                          \
    KAMM_HARDPOINT(NUMBERS, wheel_centre_m,                                                         \
                   "Points are [x, y, z] of the left side at rest: x forward, y left of the car's middle, z up; x and z "\
                   "from wherever suits, since the wheel's centre is a point as well")              \
    KAMM_HARDPOINT(NUMBERS, upper_front_m, "Front pivot of the upper arm on the body")              \
    KAMM_HARDPOINT(NUMBERS, upper_rear_m, "Rear pivot of the upper arm on the body")                \
    KAMM_HARDPOINT(NUMBERS, upper_ball_m, "Ball joint of the upper arm on the upright")             \
    KAMM_HARDPOINT(NUMBERS, lower_front_m, "Front pivot of the lower arm on the body")              \
    KAMM_HARDPOINT(NUMBERS, lower_rear_m, "Rear pivot of the lower arm on the body")                \
    KAMM_HARDPOINT(NUMBERS, lower_ball_m, "Ball joint of the lower arm on the upright")             \
    KAMM_HARDPOINT(NUMBERS, strut_top_m, "macpherson: the strut's mount on the body")               \
    KAMM_HARDPOINT(NUMBERS, strut_bottom_m, "macpherson: another point of the line along which the strut slides")\
    KAMM_HARDPOINT(NUMBERS, tie_rod_inner_m, "Inner end of the tie rod: on the rack, or the body where the axle does not steer")\
    KAMM_HARDPOINT(NUMBERS, tie_rod_outer_m, "Outer end of the tie rod, on the upright")            \
    KAMM_HARDPOINT(NUMBERS, pivot_inner_m,                                                          \
                   "A point of the axis that an arm turns about on the body: trailing_arm, semi_trailing_arm; "\
                   "swing_axle: the joint; twist_beam: the shear centre of the cross beam, in the car's middle")\
    KAMM_HARDPOINT(NUMBERS, pivot_outer_m,                                                          \
                   "Another point of the axis that an arm turns about; twist_beam: the arm's bush. Left out, a trailing arm's axis "\
                   "lies across the car and a swing axle's along it")                               \
    KAMM_HARDPOINT(NUMBERS, leaf_front_m, "solid: the leaf spring's front eye, which is fixed")     \
    KAMM_HARDPOINT(NUMBERS, leaf_rear_m, "solid: the leaf spring's rear eye, on the shackle")                     \
    KAMM_HARDPOINT(NUMBERS, leaf_seat_m, "solid: where the axle is clamped to the leaf spring")                  \
    KAMM_HARDPOINT(NUMBERS, watt_m, "live_axle, de_dion: the pivot of a Watt's linkage on the axle, which moves straight up and down")\
    LIST(links, link, 0, KAMM_MAX_LINKS,                                                            \
         "five_link: the rods; live_axle, de_dion: the rods that locate the axle, left side")               \
    CHOICE(spring_on, KAMM_CARRIED_BY_CARRIER, KAMM_CARRIED_BY_CHOICES,                             \
           "What spring_lower_m is on; carrier: what carries the wheel, be it an upright, an arm or an axle")\
    KAMM_HARDPOINT(NUMBERS, spring_upper_m, "Upper end of the spring; with both, spring_n_per_m is the spring's own rate")\
    KAMM_HARDPOINT(NUMBERS, spring_lower_m, "Lower end of the spring")                              \
    CHOICE(damper_on, KAMM_CARRIED_BY_CARRIER, KAMM_CARRIED_BY_CHOICES, "What damper_lower_m is on")\
    KAMM_HARDPOINT(NUMBERS, damper_upper_m,                                                         \
                   "Upper end of the damper; with both, the four dampings and the knee's speed are the damper's own")\
    KAMM_HARDPOINT(NUMBERS, damper_lower_m, "Lower end of the damper")                              \
    CHOICE(push_on, KAMM_CARRIED_BY_CARRIER, KAMM_CARRIED_BY_CHOICES, "What push_outer_m is on; not a rocker")\
    KAMM_HARDPOINT(NUMBERS, push_outer_m,                                                           \
                   "Push or pull rod, its end on the suspension; with the three below there is a rocker, and what spring_on, "\
                   "damper_on and bar_on have on it goes with it")                                  \
    KAMM_HARDPOINT(NUMBERS, push_inner_m, "The rod's end on the rocker")                            \
    KAMM_HARDPOINT(NUMBERS, rocker_pivot_m, "A point of the axis about which the rocker turns on the body")\
    KAMM_HARDPOINT(NUMBERS, rocker_axis_m, "Another point of that axis")                            \
    CHOICE(bar_on, KAMM_CARRIED_BY_CARRIER, KAMM_CARRIED_BY_CHOICES, "What bar_link_m is on")       \
    KAMM_HARDPOINT(NUMBERS, bar_link_m,                                                             \
                   "The anti-roll bar's drop link, its end on the suspension; with all three, anti_roll_bar_n_per_m "\
                   "and anti_roll_bar_n are those at the bar's ends")                               \
    KAMM_HARDPOINT(NUMBERS, bar_end_m, "The drop link's end on the arm of the anti-roll bar")                                  \
    KAMM_HARDPOINT(NUMBERS, bar_pivot_m, "A point of the axis across the car about which the bar turns")

#define KAMM_LINK_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                   \
    KAMM_HARDPOINT(NUMBERS, inner_m, "On the body")                                                 \
    KAMM_HARDPOINT(NUMBERS, outer_m, "On the upright or the axle")                                  \
    FLAG(single, 0, "live_axle, de_dion: a link that is there once, such as a panhard rod, and not on each side")

#endif
