/* Constants that all rungs use: nums only, so that kernels may read them. The full model reads all
 * of them; the others take what they need. */
#ifndef KAMM_VEHICLE_CHASSIS_H
#define KAMM_VEHICLE_CHASSIS_H

#include "../part/aero.h"
#include "../part/anti_roll_bar.h"
#include "../part/body_contact.h"
#include "../part/compliance.h"
#include "../part/load_sharing.h"
#include "../part/skyhook.h"
#include "../part/steering.h"
#include "../part/steering_wheel.h"
#include "../part/suspension.h"
#include "../part/tyre/tyre.h"
#include "layout.h"
#include "powertrain_compile.h"

#define ROLLS_BACK_MPS 0.5 /* of an ordinary car; not at 0: a parked one must not see a switch */

struct axle_constants {
    num behind_m;                    /* x of the wheels' centres in the body frame */
    num half_track_m, left_offset_m; /* y of the axle's middle in the body frame */
    num hub_z_m;                     /* z of the wheels' centres at rest in the body frame */
    num hub_out_m;                   /* from the axle's middle to the wheels' centres at rest */
    num rest_radius_m;               /* from the wheel's centre to the road at rest */
    num lift_m;                      /* by which it goes up when the lift axles are raised */
    num unsprung_mass_kg, inverse_unsprung_mass;
    num wheel_inertia_kgm2, inverse_wheel_inertia;
    num kingpin_x, kingpin_inward, kingpin_z; /* unit vector up the steering axis, left wheel */
    /* A point of the steering axis, ahead of the wheel's centre and inward of it, at its height. */
    num kingpin_ahead_m, kingpin_offset_m;
    num drive_share;  /* of the engine's torque */
    num driven;       /* 1: by engine or motor */
    num least_load_n; /* below it slopes per load are those of this load */
    num meets_mps;    /* how fast a wheel meets ground that has jumped up: ground_step.h */
    /* Deflection from which on it pays for ground that turns below it (ground_step.h). A two-wheeler never does: over its
     * front wheel it turns itself as fast as ground would. */
    num turn_deep_m;
    /* Cosine between travel and the ground's normal below which a wheel lies, and its rim gives way with the body. Ours.
     * A two-wheeler's never does: its load is found as that of a wheel that stands. */
    num lies_below;
    num rolls_back_mps; /* speed backwards from which on a tyre's sides are the other way round */
    num twin_m;         /* from a hub's middle to each of its twins; 0 without */
    num tyre_side; /* +1 where the left wheel carries the file's tyre as it is, -1 mirrored; the
                        right wheel is its mirror image */
    struct steering_axle_constants steering;
    struct anti_roll_bar_constants anti_roll_bar;
    struct suspension_constants suspension;
    struct load_sharing_constants load_sharing;
    struct skyhook_constants skyhook;
    struct compliance_constants compliance;
    struct tyre_constants tyre;
    struct tyre_vertical_constants tyre_vertical;
    struct patch_twist_constants patch_twist;
    struct tyre_life_constants tyre_life;
    struct aquaplaning_constants aquaplaning;
    struct soft_soil_constants soft_soil;
};

struct chassis_constants {
    num dt, inverse_dt;
    num total_mass_kg, sprung_mass_kg;
    /* xx, yy, zz and the products xy, xz, yz (integrals of x*y, …), about the sprung mass's centre */
    num sprung_inertia[6], whole_inertia[6];
    struct steering_constants steering;
    struct steering_wheel_constants steering_wheel;
    struct powertrain_constants powertrain;
    struct aero_constants aero;
    struct body_contact_constants body_contact;
    struct axle_constants axles[MAX_AXLES]; /* last: of a model those in use are there */
};

#endif
