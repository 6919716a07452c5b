/* Numbers of single_track: constants of the rung's own equations (single_track.equations = capped or linear), for
 * solvers that implement them. docs/models/single_track.md and src/rungs/single_track define them and their use in a
 * substep. They are the constants of the step, so values that the vehicle file leaves open are derived. */
#ifndef KAMM_SINGLE_TRACK_H
#define KAMM_SINGLE_TRACK_H

#include <kamm/export.h>
#include <kamm/vehicle.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Terms of an axle's steering polynomial. */
#define KAMM_STEER_TERMS 6

/* All wheels of an axle, in the middle of the car. */
typedef struct kamm_single_track_axle {
    double x_m;               /* position ahead of the centre of gravity */
    double load_share;        /* share of the weight at rest */
    double load_shift_kg;     /* load that the axle loses per forward acceleration */
    double friction;          /* lateral, on a ground of friction 1 */
    double side_per_along;    /* lateral over longitudinal friction */
    double stiffness_per_rad; /* cornering stiffness per load at rest */
    double rolling;           /* the tyre's rolling resistance per load */
    double wheel_mass_kg;     /* spin inertia over radius squared */
    /* Shares of drive and brake force. */
    double drive_share, brake_share;
    /* Steer angle of the axle: a * sum of steer_terms[i] * min(a², steer_last)^i, with a = steer_share * steering-wheel
     * angle / ratio. The terms represent the tie rods. */
    double steer_share;
    /* Terms of that sum. */
    double steer_terms[KAMM_STEER_TERMS];
    /* Limit of a² in that sum. */
    double steer_last;
} kamm_single_track_axle;

/* Constants of single_track, without the driveline. */
typedef struct kamm_single_track_numbers {
    /* Number of axles. */
    int axle_count;
    /* Axles from the front, the first `axle_count` in use. */
    kamm_single_track_axle axles[KAMM_MAX_AXLES];
    /* Mass and yaw inertia of the whole car. */
    double mass_kg, yaw_inertia_kgm2;
    /* Drag coefficient times frontal area. */
    double drag_area_m2;
    /* Time constant with which axle loads follow the acceleration. */
    double load_lag_s;
    /* Share of the lateral grip that is left while drive or brakes exceed the grip. */
    double sliding_share;
    /* 1: lateral forces have no limit. */
    int is_linear;
    /* Steering-wheel angle per road-wheel angle, and its limit. */
    double steering_ratio, steering_lock_rad;
    /* Highest rate of the steering wheel away from the middle, and towards it. */
    double steering_rate_radps, steering_return_radps;
    /* Up to this speed the rate towards the middle is proportional to the speed; 0: it is constant. */
    double steering_return_mps;
    /* Limits of a commanded acceleration. */
    double max_acceleration_mps2, switch_speed_mps, max_braking_mps2, top_speed_mps,
        reverse_speed_mps;
} kamm_single_track_numbers;

/* Returns the constants of a model of the rung single_track; for other rungs all are 0. */
KAMM_API kamm_single_track_numbers kamm_describe_single_track(const kamm_model *model);

/* -- Driveline and brakes -- */

/* Knots of a curve. */
#define KAMM_TRACK_KNOTS 33

/* Cubic spline over equidistant knots, by value and slope at each knot. Beyond both ends it is constant. This and the
 * following structs are the constants of src/rungs/planar/driveline.h. A name in brackets is the field of the vehicle
 * file that a number comes from. */
typedef struct kamm_track_curve {
    double first;                   /* knot; x */
    double knots_per_unit;          /* of x; 0: the first value at any x */
    double value[KAMM_TRACK_KNOTS]; /* y */
    double slope[KAMM_TRACK_KNOTS]; /* y per knot */
} kamm_track_curve;

/* A gear. */
typedef struct kamm_track_gear {
    /* Engine speed over the speed of the driven wheels, in high range (gearbox.ratios, .final_drive). Below 0 in
     * reverse, 0 in neutral. */
    double ratio;
    /* Road speed straight ahead at idle speed of the engine; below 0 in reverse, 0 in neutral. */
    double idle_mps;
    /* Forward speeds between which an automatic gearbox holds a requested gear; -1e9 and 1e9: any. */
    double kept_from_mps, kept_to_mps;
} kamm_track_gear;

/* Losses of torque on the way to the wheels (clutch.efficiency, motor.efficiency): the share lost under drive, and that
 * added on overrun. They fade in up to a wheel speed of radps_per_nms times torque and substep, at least
 * least_radps. */
typedef struct kamm_track_losses {
    /* Lost share under drive, added share on overrun, and wheel speeds of the fade. */
    double driving, overrun, radps_per_nms, least_radps;
} kamm_track_losses;

/* Electric motor of an axle (axles[].motor): part/motor.h has the law. Speeds and torques are the motor's. */
typedef struct kamm_track_motor {
    /* 0: no motor, and all other members are 0. */
    double peak_nm;
    /* Power up to a speed, and power times speed beyond that speed. */
    double power_w, weak_w_radps;
    /* Torque fades out over the band before the end. */
    double end_radps, speed_band_radps;
    /* Highest braking torque as a share of the torque, and braking at released accelerator as a share of that. */
    double regen_share, lift_share;
    /* Torque that the full brake pedal requests, in place of the friction brakes. */
    double brake_nm;
    /* Braking fades in up to this speed, at the model's substep. */
    double fade_radps;
    /* Losses. */
    double copper_w_per_n2m2, iron_nm, windage_nms2, idle_w;
    /* Heating and cooling of motor_warmth_k; 0: no heating. */
    double warms_k_per_j, cools_per_s;
    /* Torque fades out over the band before the highest temperature. */
    double hottest_k, heat_band_k;
    /* Inertia of the rotor. */
    double inertia_kgm2;
    /* Motor speed over wheel speed. */
    double ratio;
    /* Lag of motor_nm; 0: none. */
    double response_s;
    /* Losses of torque behind the motor. */
    kamm_track_losses losses;
} kamm_track_motor;

/* A driven axle. */
typedef struct kamm_track_driven_axle {
    /* Above 0. */
    double rolling_radius_m;
    /* Weight of its wheels' mean speed in the speed behind the gearbox; 0 to 1, 1 in sum. */
    double cage_share;
    /* Torque of all its brakes at a brake_state of 1 (axles[].brake_torque_nm). */
    double brake_nm;
    /* Electric motor of the axle. */
    kamm_track_motor motor;
} kamm_track_driven_axle;

/* Engine; part/engine.h has the law. Torques are at the crankshaft. */
typedef struct kamm_track_engine {
    /* Full-load torque less drag against rad/s (engine.torque_curve). */
    kamm_track_curve full_load_nm;
    /* Drag at any speed, and drag per speed. */
    double drag_nm, drag_nms_per_rad;
    /* Inertia of the crankshaft. */
    double inertia_kgm2;
    /* Idle control adds torque per speed below idle, up to half of the full-load torque. */
    double idle_radps, hold_nms_per_rad;
    /* Combustion fades in from the first speed over the band of the second. */
    double firing_radps, firing_band_radps;
    /* Torque fades out from limiter_radps, over the band before the end. */
    double limiter_radps, limiter_end_radps, limiter_band_radps;
    /* Limit of the road speed in the same way (engine.speed_limit_mps); an end of 1e9: no limit. */
    double speed_limit_end_mps, speed_limit_band_mps;
    /* Lag of throttle_state behind the pedal; 0: none. */
    double response_s;
    /* 1: `pedal` is the throttle, 0 to 1, against the pedal, 0 to 1 (engine.pedal_curve). */
    int has_pedal_curve;
    /* Throttle with has_pedal_curve. */
    kamm_track_curve pedal;
    /* Without load_rows the share of the torque at throttle u is u (1 + k) / (1 + k u). Here k is part_load (1 - speed
     * / limiter_radps), not below 0. */
    double part_load;
    /* With load_rows the share is bilinear in a map by throttle (0 to 1) and speed, constant beyond its ends
     * (engine.load_map). */
    int load_rows, load_columns;
    /* Throttles and speeds of the map. */
    double load_throttle[KAMM_MAX_LOADS], load_radps[KAMM_MAX_LOAD_SPEEDS];
    /* Shares of the torque: a row for each throttle. */
    double load_share[KAMM_MAX_LOADS][KAMM_MAX_LOAD_SPEEDS];
    /* Share of the torque that needs boost, 0 to 1, 0: no turbocharger. Then its lag at a speed
     * (part/turbocharger.h). */
    double boost_share, boost_s, boost_radps;
} kamm_track_engine;

/* Clutch or torque converter. */
typedef struct kamm_track_clutch {
    /* Highest torque. */
    double torque_nm;
    /* Engine speed above idle at which the clutch slips at full throttle. */
    double launch_rise_radps;
    /* Time constant with which the engine speed follows its target while the clutch slips. */
    double follow_s;
    /* Lowest torque while it slips. It fades in over the band below idle speed on the wheels' side. */
    double creep_nm, creep_band_radps;
    /* 1: it is a torque converter, which multiplies the torque by the curve against the speed ratio, 0 to 1. */
    int has_converter;
    /* Torque ratio of the converter. */
    kamm_track_curve torque_ratio;
    /* Losses behind the gearbox. */
    kamm_track_losses losses;
} kamm_track_clutch;

/* Battery of the motors (battery); part/battery.h has the law. */
typedef struct kamm_track_battery {
    /* 0: energy and power have no limit. */
    int is_limited;
    /* Open-circuit voltage against the charge, 0 to 1. */
    kamm_track_curve open_v;
    /* Nominal voltage, and inner resistance. */
    double nominal_v, resistance_ohm;
    /* Charge at a battery_used of 0. */
    double charge;
    /* Highest power of the motors, and of charging. */
    double discharge_w, charge_w;
    /* battery_used per ampere second. */
    double used_per_as;
    /* Power of auxiliaries. */
    double auxiliary_w;
} kamm_track_battery;

/* Constants of the driveline and brakes of single_track. */
typedef struct kamm_single_track_drive {
    /* 1: the car has a part that these numbers do not describe. Parts are a power split, a continuously variable
     * gearbox, and an exhaust brake or retarder on the brake pedal (brakes.endurance_pedal). One with a lever alone is
     * at rest. */
    int has_power_split, has_cvt, has_endurance_pedal;
    /* 0: no engine; its members except the speed limit, clutch and gears are 0, and the gear (-1 or 1) is the
     * direction. */
    int has_engine;
    /* 0: motors and battery are 0. */
    int has_motors;
    /* Highest forward gear. */
    int top_gear;
    /* [gear + 1]: reverse, neutral, first gear and so on. */
    kamm_track_gear gears[KAMM_MAX_GEARS + 2];
    /* The engine. */
    kamm_track_engine engine;
    /* The clutch or torque converter. */
    kamm_track_clutch clutch;
    /* Lag of brake_state behind the pedal; 0: none. */
    double brake_response_s;
    /* The battery of the motors. */
    kamm_track_battery battery;
    /* Axles from the front. */
    kamm_track_driven_axle axles[KAMM_MAX_AXLES];
} kamm_single_track_drive;

/* Returns the driveline of a model of the rung single_track; for other rungs all members are 0. */
KAMM_API kamm_single_track_drive kamm_describe_single_track_drive(const kamm_model *model);

#ifdef __cplusplus
}
#endif

#endif
