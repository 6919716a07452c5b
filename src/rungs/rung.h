/* A rung of the ladder: all that common code knows of it. Each stands in its own folder and says in its header where
 * its equations come from. No other code names a rung. */
#ifndef KAMM_RUNGS_RUNG_H
#define KAMM_RUNGS_RUNG_H

#include "car.h"
#include <kamm/vehicle.h>

/* A car that is handed over and stands on its new rung's wheels. */
struct arrival {
    int from_springs; /* the rung that it comes from carries its body on springs */
    int rests;        /* it is to stand still for good, and not to go on as it did */
    double road_q[4]; /* the frame of a car without springs there, heading as the car does */
    double up[3];     /* the road's normal */
    double position[3], q[4]; /* of the body frame, as the car would be placed there at rest */
    const float (*wind_mps)[KAMM_BLOCK]; /* of the air, as a step's job has it */
    step_kernel *kernel; /* for `width` cars of its model at once; NULL: this build has none */
    int width;
};

/* How a rung's wheel loads shift, for planners. */
struct rung_loads {
    double roll_nm_per_mps2; /* moment of roll on the wheels in a steady turn, lean and all, … */
    double roll_share[MAX_AXLES]; /* … and the axles' shares of it */
    int rides;                    /* lift goes by how far the body is pressed down */
    int grip_is_rated;            /* friction is that at the load at rest, whatever the load is */
};

struct rung {
    kamm_rung_info info;
    /* Sizes of model->own in bytes: the part that kernels read, which ends with the axles'
     * constants, and the addition for the kernel of width 1. That is for each wheel of a multiple
     * of four. */
    size_t constant_size, constant_size_per_axle, lane_size_per_wheel;
    int whole_body; /* the body frame's origin is the whole car's centre of gravity, and its pose follows the road;
                       else it is that of the sprung mass, which moves on its springs */
    int responds_by_travel; /* `respond` goes by place_to_respond of wheels and loads and nothing else that changes */
    int feels_middle; /* forces are those of the pose in the middle of a substep */
    int pulls;        /* feels what its hitches pull (run/combinations.c) */
    int leans;        /* the body leans against its road */
    int balances; /* two wheels in line stay up: they lean with a rider, or their steered front is a body */
    int takes_sidecars; /* wheels on one side alone bear a moment of roll, and pull to that side */
    int has_load_x, has_load_y; /* its loads follow the acceleration of these states */
    /* From the def and what all rungs share (vehicle/model.h) to model->own. */
    kamm_result (*compile)(kamm_model *model, kamm_error *error);
    step_kernel *kernels[WHEEL_KINDS][KERNEL_COUNT];

    double (*energy_j)(const struct car *car);
    /* How it answers a push (run/push.h), body axes: change of velocity (0 to 2) and of angular velocity (3 to 5) per
     * impulse and angular impulse, and of each wheel's travel rate per change of these. Both are 0 before. */
    void (*respond)(const struct car *car, double body[6][6], double travel[MAX_WHEELS][6]);

    /* These may be NULL. */
    /* A push has changed its velocities by so much, body axes. */
    void (*take_push)(const struct car *car, const double change[6], const double (*travel)[6]);
    /* Goes on with that velocity (world axes) of the body frame's origin, in the rung's own states. */
    void (*take_velocity)(const struct car *car, const double q[4], const double velocity[3]);
    /* Stands as the rung has it under the loads and forces that the outputs hold. */
    void (*stand)(const struct car *car, const struct arrival *arrival);
    /* Turns the pose that is drawn. */
    void (*draw)(const struct car *car, double q[4]);
    /* NULL: loads are those at rest. */
    void (*describe_loads)(const kamm_model *model, struct rung_loads *loads);
};

/* A wheel's travel, or the way of a load, to the nearest 1/300 of the first wheel's radius, by which a car on springs responds to a push:
 * so its response, which is costly, mostly stays what it was a substep before. */
static inline double place_to_respond(const struct car *car, double place_m)
{
    const double rounder = 1.5 * (double)(1LL << 52); /* a sum with this is whole */
    double step = car->model->info.wheel_radius_m[0] / 300;
    return ((place_m / step + rounder) - rounder) * step;
}
static inline double travel_to_respond(const struct car *car, int wheel)
{
    return place_to_respond(car, STATE_OF(car, wheels[wheel].travel_m));
}

/* KAMM_LITE: models come from another build (wasm/c/face_model.c). It compiles none, and does not tell energies. */
#ifdef KAMM_LITE
#define UNLESS_LITE(function) (0 ? (function) : NULL)
#else
#define UNLESS_LITE(function) (function)
#endif

#define RUNG_DECLARATION(constant, name) extern const struct rung kamm_##name##_rung;
KAMM_RUNGS(RUNG_DECLARATION)

const struct rung *kamm_rung_of(kamm_rung rung);

static inline int rung_has(const struct rung *rung, kamm_feature feature)
{
    return (rung->info.features & feature) != 0;
}

#endif
