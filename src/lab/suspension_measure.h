/* Figures of an axle for `kamm suspension`.
 *
 * Definitions: ISO 8855:2011; Milliken and Milliken, Race Car Vehicle Dynamics, ch. 17 (roll centre, anti-dive,
 * anti-lift and anti-squat by the instant centre seen from the side); Blundell and Harty, ch. 4. All figures come from
 * the curves that the step uses, with three exceptions: the steering axis with travel, motion ratios with travel and
 * the angles of a rack. Only an axle with hardpoints has these, and the step does not use them. */
#ifndef KAMM_LAB_SUSPENSION_MEASURE_H
#define KAMM_LAB_SUSPENSION_MEASURE_H

#include "vehicle/hardpoints.h"
#include "vehicle/model.h"

/* An axle of a model. */
struct measured_axle {
    const kamm_model *model;
    int axle;
    int has_points, has_pin; /* hardpoints; a steering axis */
    struct mechanism mechanism;
    double half_track_m, radius_m, low_m, high_m;
};
/* "double_wishbone", "independent, by its curves", … */
const char *kamm_linkage_name(const struct measured_axle *a);
void kamm_open_axle(const kamm_model *model, int axle, struct measured_axle *out);

/* A row of a table at a travel of the left wheel. The right one follows on an independent
 * suspension, and moves against it on a dependent one. There camber, toe and patch follow the tilt
 * alone. NaN: no value. */
struct suspension_row {
    double travel_m;
    double camber_rad, toe_in_rad, toe_slope;
    double caster_rad, inclination_rad, scrub_m, trail_m;
    double outward_m;              /* of the contact patch: half of the change of track */
    double forward_m;              /* of the wheel's centre */
    double roll_centre_m;          /* above the road, both wheels alike */
    double anti_brake, anti_drive; /* slopes of the forces' lines seen from the side, as tangents */
    double spring_ratio, damper_ratio;
};
void kamm_measure_travel(const struct measured_axle *a, double travel_m,
                         struct suspension_row *row);

/* The body rolled to the right by an angle about the middle of the track: where the lines of both sides meet. */
struct roll_row {
    double roll_rad, height_m, left_m;
};
void kamm_measure_roll(const struct measured_axle *a, double roll_rad, struct roll_row *row);

/* Shares of the ideal 1, at which the body neither dives nor lifts (Milliken and Milliken, ch. 17); brakes at the wheels, drive through
 * shafts from the body, as the step has both. NaN where the axle does not brake or drive. */
struct anti_figures {
    double brake_share, drive_share;
    double braking, driving; /* front: anti-dive, anti-lift; rear: anti-lift, anti-squat */
    int front;
};
void kamm_measure_anti(const struct measured_axle *a, struct anti_figures *out);

/* With the axle's middle steered to the left by an angle: what both wheels have and what Ackermann's condition wants of the outer
 * one with that inner one. */
struct steer_row {
    double mean_rad, inner_rad, outer_rad, ideal_outer_rad, rack_m; /* rack: NaN without points */
};
/* 0 where the axle does not steer, or not so far. */
int kamm_measure_steer(const struct measured_axle *a, double mean_rad, struct steer_row *row);

/* Rack's way per turn of the steering wheel, by steering.ratio; NaN without points. */
double kamm_rack_per_turn(const struct measured_axle *a);

/* Travels at which to tell: every 10 mm or so between the stops. */
enum { MAX_SUSPENSION_ROWS = 64 };
int kamm_list_travels(const struct measured_axle *a, double travels_m[MAX_SUSPENSION_ROWS]);

#endif
