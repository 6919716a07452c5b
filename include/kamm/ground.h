/* Ground is data: a contact plane per wheel, filled in by the world or by the host engine. */
#ifndef KAMM_GROUND_H
#define KAMM_GROUND_H

#include <kamm/error.h>
#include <kamm/export.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Zero is the usual: fields of this and the other headers that are left at 0 are as they usually are, and each line says what that is.
 * Whoever means nothing at all where that is something (no gravity, no air, no friction) gives so little. */
#define KAMM_NONE 1e-15f

/* Soft soil or snow by Bekker, Mohr-Coulomb and Janosi-Hanamoto (docs/surfaces.md). All 0: none. Used by full, which then takes
 * neither friction and sliding loss nor rolling resistance of the same ground. */
typedef struct kamm_soil {
    float cohesion_modulus; /* k_c, N/m^(n+1): 0 to 1e9 */
    float friction_modulus; /* k_phi, N/m^(n+2): 100 to 1e10; 0: no soil */
    float exponent;         /* n: 0.1 to 2 */
    float cohesion_pa;      /* c: 0 to 1e6 */
    float friction_tangent; /* of the angle of internal friction: 0 to 2 */
    float shear_m;          /* K, the shear modulus: 0.001 to 1 */
    float density_kgpm3;    /* for what is ploughed: 0 to 4000 */
    float
        depth_m; /* of the soft layer on firm ground: 0.005 to 10; 0: infinite, of which a metre counts */
} kamm_soil;

/* The ground below a wheel, as a plane. */
typedef struct kamm_contact {
    double point_m[3]; /* any point of the plane near the wheel, world axes */
    float normal[3];   /* unit vector out of the ground */
    float
        velocity_mps[3]; /* of the ground itself: 0 but on a moving platform. Until the next answer
                              the plane moves on along its normal as this says */
    float friction;      /* factor on the tyre's friction: 1 on dry asphalt, 0.1 on ice; 0: 1 */
    float
        rolling_resistance; /* added to the tyre's own, as force per load: 0 on asphalt, 0.1 sand */
    float sliding_loss; /* share of the friction that is lost where the tyre slides, beyond what the
                           tyre itself loses: 0 on dry asphalt, 0.25 on wet, 0 to 0.95. Used by full */
    int32_t surface;    /* the caller's own number; not used by the step */
    /* Of a wheel: its plane holds until the car has come that far, INFINITY: anywhere; a quarter of a second at
     * most, so that a ground that changes is noticed. 0: for one interval. */
    float reach_m;
    /* Of a body point: its ground's height changes by no more than this per metre, up to KAMM_STEEPNESS_REACH_M around
     * it. A body that is far enough above is then not asked for again before it has come nearer. 0: not known,
     * asked for in each interval. */
    float steepness;
    float
        water_m; /* standing on the ground: tyres lose touch with it, by speed. 0: none. Used by full */
    kamm_soil soil;
} kamm_contact;

#define KAMM_STEEPNESS_REACH_M 2.0

/* Who asks for the ground, and where. Probes of wheels come with the wheel's size, so that the ground
 * below the whole contact patch can be told; points have size 0. */
typedef struct kamm_probe {
    double position_m[3]; /* the wheel's centre at rest in the body, or the point; world axes */
    float forward[3];     /* unit vector, world axes: the body's x axis. {1, 0, 0} for things */
    float left[3];        /* … and its y axis */
    float radius_m;       /* of the unloaded wheel; 0: a point */
    float width_m;        /* of the tyre; 0: a point */
    int32_t car;          /* -1: not a car, but a thing of a world (world.h) */
    int32_t wheel;        /* KAMM_MAX_WHEELS and up: that body point, see body_points below */
} kamm_probe;

/* Number of points at which the body of a full car can touch the ground. */
#define KAMM_BODY_POINTS 8

/* Fills `contacts` for `count` probes. Called every `interval_substeps`, for some cars of a block at
 * a time. Must not depend on anything but the probes and `user`, if runs are to repeat. */
typedef void kamm_ground_query(void *user, int count, const kamm_probe *probes,
                               kamm_contact *contacts);

/* Gravity at `count` places, each x, y and z in world axes: round a planet it points to the middle, in a lift it grows as that gathers
 * speed. Called before each substep for some cars of a block at a time, with the origins of their body frames (of the sprung mass's centre of
 * gravity on full, of the car's on the rungs below), and by worlds for their things. Has to be finite, and must not depend on anything but the places and `user`,
 * if runs are to repeat, in any grouping of substeps. */
typedef void kamm_gravity_query(void *user, int count, const double *positions_m,
                                double *gravity_mps2);

/* Gusts and turbulence (wind.h). */
typedef struct kamm_wind kamm_wind;

/* What surrounds the cars. */
typedef struct kamm_ground {
    kamm_ground_query *query; /* NULL: see `contacts` */
    void *user;               /* for the query */
    /* Between two queries, counted from the cars' creation; 1 if less. Whose `reach_m` or `steepness` holds is not asked
     * for. */
    int32_t interval_substeps;
    int32_t body_points; /* 1: the query is asked for each car's body points as well, so that a car
                            lies on what is below its roof; 0: they use the wheels' planes */
    /* Without a query: as many planes for each car as it has wheels, which hold for the whole call, as a host
     * engine has them from its own ray or shape casts. NULL: the ground is `plane` everywhere. */
    const kamm_contact *contacts;
    kamm_contact plane; /* its normal all 0: level */
    float gravity_mps2
        [3]; /* all 0: {0, 0, -9.80665}. Up is against it, wherever that points; {0, 0, -KAMM_NONE}: none */
    float air_density_kgpm3; /* 0: 1.225; KAMM_NONE: no air */
    float wind_mps[3];       /* velocity of the air, world axes */
    const kamm_wind *wind;   /* gusts and turbulence on top of that; NULL: none */
    /* Where gravity is not the same everywhere; NULL: gravity_mps2 is. Where it is given, worlds take their margins from gravity_mps2
     * still: let it be as strong as what this gives at most. */
    kamm_gravity_query *gravity;
    void *gravity_user; /* for that */
} kamm_ground;

/* Level, dry asphalt at z = 0 under standard gravity and air. */
KAMM_API extern const kamm_ground kamm_flat_ground;

/* A plane through the origin that rises along x by `slope` (rise over run; 0.2: a 20 % slope) and
 * along y by `bank`, with the given friction, which may be 0. */
KAMM_API kamm_ground kamm_plane_ground(double slope, double bank, double friction);

/* What the ground is made of. Vehicle, terrain and readers share it; data/surfaces.json has the usual ones
 * with their sources (kamm_load_surfaces in io/world_file.h). */
typedef struct kamm_surface {
    char name[32];      /* "dry_asphalt" */
    float friction;     /* at the peak, as in kamm_contact; 0: 1, else above 0 to 2 */
    float sliding_loss; /* as in kamm_contact; 0 to 0.95 */
    float
        rolling_resistance; /* added to the tyre's own on hard ground, as force per load; 0 to 1 */
    float sinkage_m;        /* how deep a car's wheel sinks in; 0 to 0.5. The body does not */
    float sinkage_drag;     /* what pushing that rut resists, as force per load; 0 to 1 */
    float roughness_m3;     /* displacement spectral density at 0.1 cycles/m, ISO 8608: 16e-6 is the
                                 middle of class A, each class has four times that of the one before; 0
                                 to 1 */
    float water_m;          /* standing on it, as in kamm_contact; 0 to 0.1 */
    kamm_soil soil;         /* where it has one, terrains do not sink by sinkage_m */
} kamm_surface;

/* The plane ground of that surface, level at z = 0, without its roughness. */
KAMM_API kamm_ground kamm_surface_ground(const kamm_surface *surface);

/* A ground, of a query or of one plane, that may be told to be of one surface everywhere. The caller owns it
 * and may change `surface` between steps; where the ground's answers hold on (kamm_contact.reach_m), cars notice within
 * a quarter of a second. */
typedef struct kamm_surface_override {
    kamm_ground ground;          /* what it is otherwise */
    const kamm_surface *surface; /* NULL: as the ground has it */
} kamm_surface_override;
/* The ground to drive on, which asks `override`: friction, rolling resistance, sliding loss, water and soil are the
 * surface's, heights, with roughness and sinkage, those of the ground. */
KAMM_API kamm_ground kamm_surface_override_ground(kamm_surface_override *override);

#ifdef __cplusplus
}
#endif

#endif
