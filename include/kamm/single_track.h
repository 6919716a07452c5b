/* The numbers of the rung single_track's own equations (single_track.equations = capped or linear), for those who write them
 * down anew: for a solver's symbols, say. What they mean, and how a substep uses them: docs/models/single_track.md and
 * src/rungs/single_track. They are those that the rung steps with, so what the vehicle file leaves open is derived already. */
#ifndef KAMM_SINGLE_TRACK_H
#define KAMM_SINGLE_TRACK_H

#include <kamm/export.h>
#include <kamm/vehicle.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KAMM_STEER_TERMS 6

/* Both, or all, wheels of an axle, in the middle of the car. */
typedef struct kamm_single_track_axle {
    double x_m;               /* ahead of the centre of gravity */
    double load_share;        /* of the weight, at rest */
    double load_shift_kg;     /* load that leaves it per forward acceleration */
    double friction;          /* sideways, on a ground of friction 1 */
    double side_per_along;    /* that over the friction along the wheels */
    double stiffness_per_rad; /* cornering stiffness per load at rest */
    double rolling;           /* the tyre's rolling resistance per load */
    double wheel_mass_kg;     /* spin inertia over radius squared */
    double drive_share, brake_share;
    /* With a = steer_share * steering-wheel angle / ratio the wheels point to a * sum of steer_terms[i] * min(a², steer_last)^i:
     * tie rods turn them by somewhat more or less than the ratio says. */
    double steer_share;
    double steer_terms[KAMM_STEER_TERMS];
    double steer_last;
} kamm_single_track_axle;

typedef struct kamm_single_track_numbers {
    int axle_count;
    kamm_single_track_axle axles[KAMM_MAX_AXLES];
    double mass_kg, yaw_inertia_kgm2;
    double drag_area_m2;
    double load_lag_s;    /* with which the axle loads follow the acceleration */
    double sliding_share; /* of the grip, sideways, while drive or brakes ask for too much */
    int is_linear;        /* 1: side forces have no limit */
    double steering_ratio, steering_lock_rad; /* of the steering wheel … */
    double steering_rate_radps;               /* … its highest rate away from the middle … */
    double steering_return_radps;             /* … and towards it … */
    double steering_return_mps; /* … in proportion to the speed up to this one; 0: at any */
    /* Limits of a commanded acceleration. */
    double max_acceleration_mps2, switch_speed_mps, max_braking_mps2, top_speed_mps,
        reverse_speed_mps;
} kamm_single_track_numbers;

/* Of a model of the rung single_track; of another one all are 0. */
KAMM_API kamm_single_track_numbers kamm_describe_single_track(const kamm_model *model);

/* What the pedals do: engine, clutch, gears and brakes, as src/rungs/planar/driveline.h steps with them. A name in brackets is the
 * field of the vehicle file that a number is, or comes from. */

#define KAMM_TRACK_KNOTS 33

/* A curve as it is read: between even knots a cubic by the values and the slopes at both; before the first knot and after the
 * last it stays what it is there. */
typedef struct kamm_track_curve {
    double first;                   /* knot; x */
    double knots_per_unit;          /* of x; 0: the first value at any x */
    double value[KAMM_TRACK_KNOTS]; /* y */
    double slope[KAMM_TRACK_KNOTS]; /* y per knot */
} kamm_track_curve;

typedef struct kamm_track_gear {
    /* The engine's speed over that of the driven wheels, in high range (gearbox.ratios, .final_drive): below 0 in reverse,
     * 0 in neutral. */
    double ratio;
    /* Road speed, straight ahead, at which it turns the engine at idle speed: below 0 in reverse, 0 in neutral. */
    double idle_mps;
    /* Road speeds forwards between which an automatic gearbox keeps it for a driver who asks for it; -1e9 and 1e9: any. */
    double kept_from_mps, kept_to_mps;
} kamm_track_gear;

/* What the torque loses on its way to the wheels (clutch.efficiency, motor.efficiency): the share that is lost driving, and
 * that comes on top when driven. They fade in up to a speed of the wheels of radps_per_nms times torque and substep, at least
 * 0.5 rad/s. */
typedef struct kamm_track_losses {
    double driving, overrun, radps_per_nms;
} kamm_track_losses;

/* Electric motor of an axle (axles[].motor): part/motor.h has the law. Speeds and torques are the motor's. */
typedef struct kamm_track_motor {
    double peak_nm;               /* 0: none, and all else 0 */
    double power_w, weak_w_radps; /* power up to a speed, and that times the speed from there on */
    double end_radps, speed_band_radps; /* torque fades out over the band before the end */
    double regen_share, lift_share; /* of the torque: braking at most; with the pedal released */
    double brake_nm;   /* that the full brake pedal asks for, in the friction brakes' place */
    double fade_radps; /* braking fades in up to this speed; at the model's substep */
    double copper_w_per_n2m2, iron_nm, windage_nms2, idle_w; /* losses */
    double warms_k_per_j, cools_per_s; /* of motor_warmth_k; 0: it stays cool */
    double hottest_k, heat_band_k;     /* torque fades out over the band before the hottest */
    double inertia_kgm2;               /* of the rotor */
    double ratio;                      /* motor's speed over the wheels' */
    double response_s;                 /* lag of motor_nm; 0: none */
    kamm_track_losses losses;
} kamm_track_motor;

typedef struct kamm_track_driven_axle {
    double rolling_radius_m; /* above 0 */
    double cage_share; /* of its wheels' mean speed in that behind the gearbox: 0 to 1, 1 in sum */
    double brake_nm;   /* of all of its brakes at a brake_state of 1 (axles[].brake_torque_nm) */
    kamm_track_motor motor;
} kamm_track_driven_axle;

/* part/engine.h has the law; torques are at the crankshaft. */
typedef struct kamm_track_engine {
    kamm_track_curve full_load_nm; /* against rad/s, drag taken off (engine.torque_curve) */
    double drag_nm, drag_nms_per_rad;
    double inertia_kgm2;
    /* Idle control adds torque per speed below idle, up to half of all gas. */
    double idle_radps, hold_nms_per_rad;
    /* Combustion fades in from the first speed over the second. */
    double firing_radps, firing_band_radps;
    /* Gas fades out over the band before the end; limiter_radps is where that begins. */
    double limiter_radps, limiter_end_radps, limiter_band_radps;
    /* Likewise by road speed (engine.speed_limit_mps); end of 1e9: no limit. */
    double speed_limit_end_mps, speed_limit_band_mps;
    double response_s;      /* lag of throttle_state behind the pedal; 0: none */
    int has_pedal_curve;    /* 1: the throttle that a pedal asks for is … */
    kamm_track_curve pedal; /* … this, 0 to 1 against 0 to 1 (engine.pedal_curve) */
    /* Share phi of the gas at a throttle u: u (1 + k) / (1 + k u), k = part_load (1 - speed / limiter_radps), not below 0 … */
    double part_load;
    /* … or, with rows, bilinear in a map by throttle (0 to 1) and speed, held beyond its ends (engine.load_map). */
    int load_rows, load_columns;
    double load_throttle[KAMM_MAX_LOADS], load_radps[KAMM_MAX_LOAD_SPEEDS];
    double load_share[KAMM_MAX_LOADS][KAMM_MAX_LOAD_SPEEDS];
    /* Share of the gas that needs boost, 0 to 1, 0: no turbocharger; and its lag at a speed (part/turbocharger.h). */
    double boost_share, boost_s, boost_radps;
} kamm_track_engine;

typedef struct kamm_track_clutch {
    double torque_nm;         /* that it carries at most */
    double launch_rise_radps; /* engine speed above idle at which it slips at full throttle */
    double follow_s; /* in which the engine's speed follows what the slipping clutch lets it */
    /* That it carries at the least while it slips: fades in from idle speed at the wheels' side down over the band. */
    double creep_nm, creep_band_radps;
    /* 1: it stands for a torque converter, which multiplies the torque by the curve against the speed ratio, 0 to 1. */
    int has_converter;
    kamm_track_curve torque_ratio;
    kamm_track_losses losses; /* behind the gearbox */
} kamm_track_clutch;

/* Battery of the motors (battery): part/battery.h has the law. */
typedef struct kamm_track_battery {
    int is_limited;          /* 0: it has no end, and gives and takes whatever is asked */
    kamm_track_curve open_v; /* against the charge, 0 to 1 */
    double nominal_v, resistance_ohm;
    double charge; /* at a battery_used of 0 */
    double discharge_w, charge_w;
    double used_per_as; /* battery_used per ampere second */
    double auxiliary_w;
} kamm_track_battery;

typedef struct kamm_single_track_drive {
    /* 1: the car has what these numbers leave out: a power split; a continuously variable gearbox; exhaust brake or retarder
     * that the brake pedal works (brakes.endurance_pedal; one that only its lever works is at rest). */
    int has_power_split, has_cvt, has_endurance_pedal;
    /* 0: engine (but for its limit of speed), clutch and gears are 0, and a gear of -1 or 1 is the direction; motors and battery
     * are 0. */
    int has_engine, has_motors;
    int top_gear;
    kamm_track_gear gears[KAMM_MAX_GEARS + 2]; /* [gear + 1]: reverse, neutral, first, … */
    kamm_track_engine engine;
    kamm_track_clutch clutch;
    double brake_response_s; /* lag of brake_state behind the pedal; 0: none */
    kamm_track_battery battery;
    kamm_track_driven_axle axles[KAMM_MAX_AXLES];
} kamm_single_track_drive;

/* Of a model of the rung single_track; of another one all are 0. */
KAMM_API kamm_single_track_drive kamm_describe_single_track_drive(const kamm_model *model);

#ifdef __cplusplus
}
#endif

#endif
