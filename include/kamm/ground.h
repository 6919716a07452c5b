/* Ground is data: a contact plane per wheel, filled in by the world or by the host engine. */
#ifndef KAMM_GROUND_H
#define KAMM_GROUND_H

#include <kamm/error.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The ground below a wheel, as a plane. */
typedef struct kamm_contact {
    double point_m[3];     /* any point of the plane near the wheel, world axes */
    float normal[3];       /* unit vector out of the ground */
    float velocity_mps[3]; /* of the ground itself: 0 but on a moving platform */
    float friction;        /* factor on the tyre's friction: 1 on dry asphalt, 0.1 on ice */
    float
        rolling_resistance; /* added to the tyre's own, as force per load: 0 on asphalt, 0.1 sand */
    int32_t surface;        /* the caller's own number; not used by the step */
} kamm_contact;

/* Which wheel asks, and where it is. */
typedef struct kamm_probe {
    double position_m[3]; /* the wheel's centre at rest in the body, world axes */
    int32_t car;
    int32_t wheel;
} kamm_probe;

/* Fills `contacts` for `count` probes. Called every `interval_substeps`, one block of cars at a
 * time. Must not depend on anything but the probes and `user`, if runs are to repeat. */
typedef void kamm_ground_query(void *user, int count, const kamm_probe *probes,
                               kamm_contact *contacts);

/* What surrounds the cars. */
typedef struct kamm_ground {
    kamm_ground_query *query;  /* NULL: the ground is `plane` everywhere */
    void *user;                /* for the query */
    int32_t interval_substeps; /* between two queries, counted from the cars' creation; 1 if less */
    kamm_contact plane;
    float gravity_mps2[3];   /* {0, 0, -9.80665} */
    float air_density_kgpm3; /* 1.225 */
    float wind_mps[3];       /* velocity of the air, world axes */
} kamm_ground;

/* Level, dry asphalt at z = 0 under standard gravity and air. */
extern const kamm_ground kamm_flat_ground;

/* A plane through the origin that rises along x by `slope` (rise over run; 0.2: a 20 % slope) and
 * along y by `bank`, with the given friction. */
kamm_ground kamm_plane_ground(double slope, double bank, double friction);

/* Heights on a grid: heights_m[row * columns + column] at x = origin + column * cell, y = origin +
 * row * cell. Bilinear between the points; level beyond the border. The caller owns the heights. */
typedef struct kamm_height_field {
    int32_t columns, rows; /* 2 at least */
    double cell_m;         /* above 0 */
    double origin_m[2];
    const float *heights_m;
    float friction;           /* as in kamm_contact */
    float rolling_resistance; /* as in kamm_contact */
} kamm_height_field;

/* A ground of that height field. The field must outlive it.
 * Errors: RANGE (grid, cell, a height that is not finite). */
kamm_result kamm_height_field_ground(const kamm_height_field *field, kamm_ground *ground,
                                     kamm_error *error);

/* Named surfaces with their sources: dry_asphalt, wet_asphalt, ice, … */
typedef struct kamm_surface {
    const char *name;
    float friction;
    float rolling_resistance;
    const char *source;
} kamm_surface;

const kamm_surface *kamm_surfaces(int *count);
/* NULL if no surface has that name. */
const kamm_surface *kamm_find_surface(const char *name);

#ifdef __cplusplus
}
#endif

#endif
