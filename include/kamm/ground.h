/* Ground: contact planes of wheels, gravity, air and surfaces. A world or the host fills in the planes. */
#ifndef KAMM_GROUND_H
#define KAMM_GROUND_H

#include <kamm/error.h>
#include <kamm/export.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Explicit zero. In this and the other headers a field of 0 takes its usual value, which its comment gives. Where that
 * is not zero, KAMM_NONE stands for none: no gravity, no air, no friction. */
#define KAMM_NONE 1e-15f

/* -- Contact planes -- */

/* Soft soil or snow by Bekker, Mohr-Coulomb and Janosi-Hanamoto (docs/surfaces.md). All 0: none. The rung full uses it
 * in place of the friction, sliding loss and rolling resistance of that ground. */
typedef struct kamm_soil {
    float cohesion_modulus; /* k_c, N/m^(n+1): 0 to 1e9 */
    float friction_modulus; /* k_phi, N/m^(n+2): 100 to 1e10; 0: no soil */
    float exponent;         /* n: 0.1 to 2 */
    float cohesion_pa;      /* c: 0 to 1e6 */
    float friction_tangent; /* of the angle of internal friction: 0 to 2 */
    float shear_m;          /* K, the shear modulus: 0.001 to 1 */
    float density_kgpm3;    /* of the soil that the wheel bulldozes: 0 to 4000 */
    /* Thickness of the soft layer on firm ground, 0.005 to 10; 0: infinite. The topmost metre has an effect. */
    float depth_m;
} kamm_soil;

/* Contact plane of the ground below a wheel. */
typedef struct kamm_contact {
    /* Any point of the plane near the wheel, world axes. */
    double point_m[3];
    /* Unit vector out of the ground. */
    float normal[3];
    /* Velocity of the ground, such as of a moving platform. Until the next query the plane moves on along its
     * normal. */
    float velocity_mps[3];
    /* Factor on the tyre's friction: 1 on dry asphalt, 0.1 on ice; 0: 1. */
    float friction;
    /* Added to the tyre's rolling resistance, as force per load: 0 on asphalt, 0.1 on sand. */
    float rolling_resistance;
    /* Share of the friction that a sliding tyre loses in addition to the tyre's own loss. 0 on dry asphalt, 0.25 on
     * wet; 0 to 0.95. Used by full. */
    float sliding_loss;
    /* The caller's number; the step does not use it. */
    int32_t surface;
    /* Wheels: distance that the car may travel before the next query of its plane; INFINITY: any. A plane holds a
     * quarter of a second at most, so that changes of the ground take effect. 0: one interval. */
    float reach_m;
    /* Body points: largest slope of the ground within KAMM_STEEPNESS_REACH_M. A body well above the ground is then
     * not queried before it is closer. 0: unknown, queried at each interval. */
    float steepness;
    /* Depth of standing water, on which tyres aquaplane at speed. 0: none. Used by full. */
    float water_m;
    /* Soft soil; all 0: hard ground. */
    kamm_soil soil;
} kamm_contact;

/* Radius around a body point in which kamm_contact.steepness holds, m. */
#define KAMM_STEEPNESS_REACH_M 2.0

/* A query of the ground at one place. A wheel's probe has the wheel's size, so that the query can consider the whole
 * contact patch. A point has size 0. */
typedef struct kamm_probe {
    /* Centre of the wheel at rest in the body, or the point; world axes. */
    double position_m[3];
    /* Unit vector along the body's x axis, world axes; {1, 0, 0} of bodies. */
    float forward[3];
    /* Unit vector along the body's y axis. */
    float left[3];
    /* Unloaded radius of the wheel; 0: a point. */
    float radius_m;
    /* Width of the tyre; 0: a point. */
    float width_m;
    /* Index of the car; -1: a body of a world (world.h). */
    int32_t car;
    /* Index of the wheel. From KAMM_MAX_WHEELS on it is a body point, see kamm_ground.body_points. */
    int32_t wheel;
} kamm_probe;

/* Number of points at which the body of a full car can touch the ground. */
#define KAMM_BODY_POINTS 8

/* Fills `contacts` for `count` probes. The step calls it every `interval_substeps`, for some cars of a block at a time.
 * Runs repeat only if it depends on the probes and `user` alone. */
typedef void kamm_ground_query(void *user, int count, const kamm_probe *probes,
                               kamm_contact *contacts);

/* Writes the gravity at `count` positions, x, y and z each in world axes, such as around a planet or in a lift. Cars
 * call it before each substep for some cars of a block at a time, worlds for their bodies. Positions are the origins of
 * body frames: the centre of gravity of the sprung mass on full, of the car on the rungs below. The result must be
 * finite. Runs repeat, in any grouping of substeps, only if it depends on the positions and `user` alone. */
typedef void kamm_gravity_query(void *user, int count, const double *positions_m,
                                double *gravity_mps2);

/* -- Ground -- */

/* Gusts and turbulence (wind.h). */
typedef struct kamm_wind kamm_wind;

/* Environment of cars: ground, gravity and air. */
typedef struct kamm_ground {
    /* NULL: see `contacts`. */
    kamm_ground_query *query;
    /* Argument of the query. */
    void *user;
    /* Substeps between two queries, counted from the creation of the cars; below 1: 1. Probes whose `reach_m` or
     * `steepness` holds are not queried. */
    int32_t interval_substeps;
    /* 1: the query also gets the body points of each car, so that a car can lie on its roof on any ground. 2: also
     * places between those of the floor where the ground is not plane, so that ridges carry it; their `wheel` is that
     * of the nearest point. Terrains have 2. 0: body points use the planes of the wheels. */
    int32_t body_points;
    /* Without a query: one plane for each wheel of each car, constant during a call. A host fills them in by its ray or
     * shape casts. NULL: the ground is `plane` everywhere. */
    const kamm_contact *contacts;
    /* A normal of all 0: level. */
    kamm_contact plane;
    /* All 0: {0, 0, -9.80665}; {0, 0, -KAMM_NONE}: none. Up is the direction against it. */
    float gravity_mps2[3];
    /* 0: 1.225; KAMM_NONE: no air. */
    float air_density_kgpm3;
    /* Velocity of the air, world axes. */
    float wind_mps[3];
    /* Gusts and turbulence added to the wind; NULL: none. */
    const kamm_wind *wind;
    /* Gravity that depends on the position; NULL: gravity_mps2. Worlds still take their margins from gravity_mps2: set
     * it to the largest value of this function. */
    kamm_gravity_query *gravity;
    /* Argument of `gravity`. */
    void *gravity_user;
} kamm_ground;

/* Level, dry asphalt at z = 0 under standard gravity and air. */
KAMM_API extern const kamm_ground kamm_flat_ground;

/* Returns a plane through the origin with the given friction, which may be 0. It rises by `slope` along x (rise over
 * run; 0.2: a 20 % slope) and by `bank` along y. */
KAMM_API kamm_ground kamm_plane_ground(double slope, double bank, double friction);

/* -- Surfaces -- */

/* Material of the ground, for vehicles, terrains and readers. data/surfaces.json has common ones with their sources
 * (kamm_load_surfaces in io/world_file.h). */
typedef struct kamm_surface {
    /* Such as "dry_asphalt". */
    char name[32];
    /* Peak friction as in kamm_contact, above 0 to 2; 0: 1. */
    float friction;
    /* Loss of friction while sliding, as in kamm_contact; 0 to 0.95. */
    float sliding_loss;
    /* Added to the tyre's rolling resistance on hard ground, as force per load; 0 to 1. */
    float rolling_resistance;
    /* Depth to which a car's wheel sinks in; 0 to 0.5. The body does not sink. */
    float sinkage_m;
    /* Resistance of making that rut, as force per load; 0 to 1. */
    float sinkage_drag;
    /* Displacement spectral density at 0.1 cycles/m by ISO 8608; 0 to 1. The middle of class A is 16e-6; each further
     * class has four times that of the one before. */
    float roughness_m3;
    /* Depth of standing water as in kamm_contact; 0 to 0.1. */
    float water_m;
    /* With a soil, terrains do not sink by sinkage_m. */
    kamm_soil soil;
} kamm_surface;

/* Returns a level plane ground of that surface at z = 0, without roughness. */
KAMM_API kamm_ground kamm_surface_ground(const kamm_surface *surface);

/* A ground whose surface can be replaced everywhere. The ground is a query or one plane. The caller owns the struct and
 * may change `surface` between steps. Where contact planes hold for longer (kamm_contact.reach_m), the change takes
 * effect within a quarter of a second. */
typedef struct kamm_surface_override {
    /* The original ground. */
    kamm_ground ground;
    /* NULL: the surfaces of the ground. */
    const kamm_surface *surface;
} kamm_surface_override;
/* Returns the ground for stepping, which reads `override`. Friction, rolling resistance, sliding loss, water and soil
 * are those of the surface. Heights, with roughness and sinkage, are those of the ground. */
KAMM_API kamm_ground kamm_surface_override_ground(kamm_surface_override *override);

#ifdef __cplusplus
}
#endif

#endif
