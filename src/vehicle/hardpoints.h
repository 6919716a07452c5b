/* Suspension from hardpoints: from the points of an axle's linkage to what the step knows of a suspension.
 *
 * hardpoints.c makes linkages of points and reports what does not fit; hardpoints_motion.c moves them and measures;
 * hardpoints_springs.c and hardpoints_rocker.c have springs, dampers and bars by points of their own;
 * hardpoints_curves.c fills the tables and numbers of the suspension, hardpoints_steering.c those of the steering. The
 * step itself knows nothing of points.
 *
 * Sources: Blundell and Harty, The Multibody Systems Approach to Vehicle Dynamics, 2nd ed., ch. 4 (suspensions as mechanisms and
 * how their figures are defined); Milliken and Milliken, Race Car Vehicle Dynamics, ch. 17; Matschinsky, Road Vehicle
 * Suspensions, 1998, ch. 3 and 5 (twist beams; the steering axis as the screw axis of steering); Reimpell, Stoll and
 * Betzler, The Automotive Chassis, 2nd ed., ch. 1 and 3 (beam axles, leaf springs).
 *
 * Assumptions: rigid links, no compliance of bushes; the left side, mirrored, is the right one. A beam axle moves in two
 * ways, both wheels alike and one against the other, and these add up. Of a linkage that is not symmetric (a panhard rod)
 * each way's curves are the mean of left and right: how such an axle shifts sideways as a whole is left out, since the step
 * has no place for it. */
#ifndef KAMM_VEHICLE_HARDPOINTS_H
#define KAMM_VEHICLE_HARDPOINTS_H

#include "../part/steering.h"
#include "../part/suspension.h"
#include "linkage.h"

#include <kamm/error.h>
#include <kamm/vehicle.h>

/* How an axle moves. The wheels of an independent suspension know one way, and both are the same. */
enum way { WAY_ALIKE, WAY_AGAINST, WAYS };

struct mechanism {
    int axle;
    const kamm_hardpoints_def *points;
    struct linkage way[WAYS];
    double centre[3], spin_axis[3]; /* of the left wheel at rest */
    double low_m, high_m;           /* range of travel */
    double tolerance_m; /* by which joints may miss: what the bushes of surplus links take */
    int dependent;      /* the ways differ */
    int beam;           /* both wheels are on one body */
    int rack;           /* the tie rod steers */
};

/* Checks the points, and all that does not go with them; nothing is built of an axle without points. Errors: RANGE,
 * MISSING. */
kamm_result kamm_build_mechanism(const kamm_vehicle_def *def, int axle, struct mechanism *m,
                                 kamm_error *error);
/* Opens the mechanism of points that have passed these checks. */
void kamm_open_mechanism(const kamm_vehicle_def *def, int axle, struct mechanism *m);

/* A mechanism in motion. */
struct linkage_probe {
    const struct mechanism *m;
    enum way way;
    double travel_m, rack_m;
    struct linkage_stance stance;
    struct motion per_travel;
};

/* At rest, and on to a travel of the left wheel and a place of the rack. RANGE where that can't be reached. */
kamm_result kamm_start_probe(const struct mechanism *m, enum way way, struct linkage_probe *probe,
                             kamm_error *error);
kamm_result kamm_move_probe(struct linkage_probe *probe, double travel_m, double rack_m,
                            kamm_error *error);

/* A wheel's pose as if it were on the left, and its change by its own travel. */
struct wheel_figures {
    double centre[3], centre_slope[3];
    double camber_rad, camber_slope, toe_in_rad, toe_slope;
    double turn_back_slope; /* of what carries the wheel, about the spin axis */
};
/* `side`: +1 left; -1 right, of a beam only. */
void kamm_measure_wheel(const struct linkage_probe *probe, int side, struct wheel_figures *out);

/* The steering axis. */
struct steering_axis {
    double point[3], up[3];
};
/* 0 if it has none. */
int kamm_find_steering_axis(const struct linkage_probe *probe, struct steering_axis *axis);

/* The same as angles and lengths. */
struct kingpin_figures {
    double caster_rad, inclination_rad;
    double ahead_m, inward_m; /* of the wheel's centre, at its height */
    double scrub_m, trail_m;  /* inward of and ahead of the contact patch, on the road */
};
void kamm_measure_kingpin(const struct steering_axis *axis, const struct wheel_figures *wheel,
                          double radius_m, struct kingpin_figures *out);

/* Angles of both wheels about the vertical with the rack at a place, to the left; of an axle with a rack, at rest. */
kamm_result kamm_steer_mechanism(const struct mechanism *m, double rack_m, double angle_rad[2],
                                 kamm_error *error);
/* Rack's way per angle of the axle's middle, near straight ahead. */
kamm_result kamm_rack_per_angle(const struct mechanism *m, double *m_per_rad, kamm_error *error);
/* How the tie rods lead the wheels up to that angle of the axle's middle near which the rack's way is straight; of an axle with
 * a rack. RANGE where the linkage does not come so far, or past its dead point. */
kamm_result kamm_compile_tie_rods(const struct mechanism *m, double last_rad,
                                  struct tie_rod_constants *c, kamm_error *error);

/* How far springs, dampers and bars are compressed or turned per travel of the wheel: the motion ratio; 0 where there are no such points. */
enum carried { CARRIED_SPRING, CARRIED_DAMPER, CARRIED_BAR };
double kamm_motion_ratio(const struct linkage_probe *probe, enum carried what);
/* How long the spring or the damper is; 0 of a bar. */
double kamm_carried_length(const struct linkage_probe *probe, enum carried what);

/* Where a point goes that turns with a rocker, which a rod of constant length turns as its outer end goes to `outer`; and how it
 * moves as that moves. Returns by how far the rod is too short or too long, or 0. */
double kamm_follow_rocker(const kamm_hardpoints_def *points, const double outer[3],
                          const double outer_rate[3], const double design[3], double out[3],
                          double rate[3]);

/* Runs before the statics: it checks the points of all axles, and converts rates at springs,
 * dampers and bars to rates at the wheel. */
kamm_result kamm_take_hardpoints(kamm_vehicle_def *def, kamm_error *error);
/* After the statics, with the wheel's radius at rest: the steering axis's numbers. */
kamm_result kamm_take_kingpin(kamm_axle_def *axle, const struct mechanism *m, double radius_m,
                              kamm_error *error);
/* Compiles dampers whose motion ratio follows the travel: by a curve, or on a rocker. */
kamm_result kamm_compile_damper_ratio(const struct mechanism *m, const kamm_suspension_def *s,
                                      struct suspension_constants *c, kamm_error *error);
/* Fills the paths. */
kamm_result kamm_compile_mechanism(const struct mechanism *m, double radius_m,
                                   struct suspension_constants *c, kamm_error *error);

static inline int has_hardpoints(const kamm_axle_def *axle)
{
    return axle->suspension.hardpoints.kind != KAMM_HARDPOINTS_NONE;
}

#endif
