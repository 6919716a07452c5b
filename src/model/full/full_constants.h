/* What a compiled full model is made of: floats only, read by the kernel through views. */
#ifndef KAMM_MODEL_FULL_CONSTANTS_H
#define KAMM_MODEL_FULL_CONSTANTS_H

#include "../../part/aero.h"
#include "../../part/anti_roll_bar.h"
#include "../../part/body_contact.h"
#include "../../part/stability_control.h"
#include "../../part/steering.h"
#include "../../part/suspension.h"
#include "../../part/tyre/tyre.h"
#include "../car_state.h"
#include "powertrain.h"

struct full_axle_constants {
    float behind_m;                    /* x of the wheels' centres in the body frame */
    float half_track_m, left_offset_m; /* y of the axle's middle in the body frame */
    float hub_z_m;                     /* z of the wheels' centres at rest in the body frame */
    float hub_out_m;                   /* from the axle's middle to the wheels' centres at rest */
    float rest_radius_m;               /* from the wheel's centre to the road at rest */
    float unsprung_mass_kg, inverse_unsprung_mass;
    float wheel_inertia_kgm2, inverse_wheel_inertia;
    float kingpin_x, kingpin_inward, kingpin_z; /* unit vector up the steering axis, left wheel */
    float drive_share;
    float tyre_side; /* +1 where the left wheel carries the file's tyre as it is, -1 mirrored; the
                        right wheel is its mirror image */
    struct steering_axle_constants steering;
    struct anti_roll_bar_constants anti_roll_bar;
    struct suspension_constants suspension;
    struct tyre_constants tyre;
    struct tyre_vertical_constants tyre_vertical;
};

struct full_constants {
    float dt, inverse_dt;
    float total_mass_kg, sprung_mass_kg;
    /* xx, yy, zz and the products xy, xz, yz (integrals of x*y, …), about the body frame's origin */
    float sprung_inertia[6], whole_inertia[6];
    float mobility[6][6]; /* (acceleration, angular acceleration) per (force, moment); see body.h */
    struct steering_constants steering;
    struct full_axle_constants axles[CAR_AXLES];
    struct powertrain_constants powertrain;
    struct aero_constants aero;
    struct body_contact_constants body_contact;
    struct stability_constants stability;
};

#define FULL_CONSTANT_COUNT (sizeof(struct full_constants) / sizeof(float))
#define FULL_AXLE_CONSTANT_COUNT (sizeof(struct full_axle_constants) / sizeof(float))

#endif
