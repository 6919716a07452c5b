/* Cars in motion: what kamm_cars points to. */
#ifndef KAMM_RUN_CARS_H
#define KAMM_RUN_CARS_H

#include "../rungs/rung.h"
#include <kamm/cars.h>
#include <kamm/ground.h>

/* Where the cars of a block were as the ground below their wheels was last asked for, and how far the answers hold. */
struct asked_wheels {
    _Alignas(64) double at_m[3][KAMM_BLOCK];
    float orientation[4][KAMM_BLOCK];
    float reach_m[KAMM_BLOCK]; /* the least of kamm_contact.reach_m; 0: to be asked for */
};

/* The same of their body points, and how far above it they were. */
struct asked_points {
    _Alignas(64) double at_m[3][KAMM_BLOCK];
    float orientation[4][KAMM_BLOCK];
    float clearance_m[KAMM_BLOCK]; /* of the lowest point; 0: to be asked for */
    float steepness[KAMM_BLOCK];   /* of the ground around them, at most */
};

/* Where the answers come from. */
struct ground_source {
    kamm_ground_query *query; /* NULL: not known */
    void *user;
};

/* Bodies on which a wheel of a car in a world stood in the last substep, beside the ground: the two
 * that carry most of it, and their shares of its load. */
struct wheel_support {
    uint32_t body[2];
    float share[2];             /* 0: no body; what is missing to 1 is the ground's */
    int32_t kind, group, index; /* as kamm_wheel_contact has it */
    double at_m[2][3];          /* where tyre and body press on each other, world */
};

struct kamm_cars {
    int count, blocks;
    const struct rung *rung;
    int mixed;                 /* each car has its own model, constants interleaved by block */
    const kamm_model **models; /* of each car where mixed, else the only one */
    const float *constants;    /* of the only model, or `blocks` times 16 interleaved */
    float *own_constants;      /* those, if they are to be released */
    uint8_t *interleaved; /* of each block, the width that its constants lie for; 0: none yet */
    const struct layout *layout; /* of the wheels, that of all models */
    kamm_feature features;       /* what any of them has */
    size_t constant_count;       /* of each model */
    struct row_map rows;
    void *memory;                      /* of all blocks, one after the other */
    struct car_block *block;           /* where their rows are */
    struct point_block *points;        /* per block; only of the full model */
    struct asked_points *asked_points; /* … as well */
    struct asked_wheels *asked_wheels; /* per block */
    struct ground_source *source;      /* per block */
    kamm_contact
        *plane; /* per block, the one that its contacts were all spread from; friction below 0: they
                                          were not */
    uint16_t *stale;  /* per block, a bit for each car whose ground is to be asked for now */
    uint16_t *placed; /* per block, a bit for each car that has been placed and not stepped yet */
    uint16_t
        *unsettled; /* … on rails whose velocity was set and that has not met its ground since */
    uint16_t *off;  /* per block, a bit for each car that is off (slots.h); NULL: none ever is */
    uint32_t *generation; /* of each car of all blocks, from 1: counted up when it goes off */
    struct gravity_rows *gravity;   /* per block: what its cars felt in the last substep */
    kamm_input *inputs;             /* of all cars of all blocks, in use or not */
    struct applied_force *applied;  /* of each car (act.h); NULL before the first force */
    uint64_t substeps;              /* taken since creation */
    struct wheel_support *supports; /* of all wheels, car by car: the world's; NULL */
    int is_unit;                    /* of combinations, which step and destroy them */
    void *world;                    /* that they are in; NULL */
    uint64_t identity;              /* that they had in the last world … */
    const void *identity_in;        /* … which was this; NULL */
    void (*leave_world)(void *world, kamm_cars *cars);
};

/* 0: cars of kamm/lite are always on. Their snapshots are those of other builds all the same. */
#ifdef KAMM_LITE
#define KAMM_TAKES_SLOTS 0
#else
#define KAMM_TAKES_SLOTS 1
#endif

/* Neither a world nor combinations step them. */
static inline int kamm_cars_are_their_own(const kamm_cars *cars)
{
    return !cars->world && !cars->is_unit;
}

/* One state or output of a car, by its member of struct state_rows or output_rows: CAR_STATE(cars, car, car.fault); 0 where
 * the rung has none, and then putting it does nothing. */
#define CAR_STATE(cars, i, member)                                                                 \
    row_value((cars)->block[(i) / KAMM_BLOCK].state, (cars)->rows.state_row, STATE_NUMBER(member), \
              (i) % KAMM_BLOCK)
#define PUT_CAR_STATE(cars, i, member, value)                                                    \
    put_row((cars)->block[(i) / KAMM_BLOCK].state, (cars)->rows.state_row, STATE_NUMBER(member), \
            (i) % KAMM_BLOCK, value)
#define CAR_OUTPUT(cars, i, member)                                            \
    row_value((cars)->block[(i) / KAMM_BLOCK].output, (cars)->rows.output_row, \
              OUTPUT_NUMBER(member), (i) % KAMM_BLOCK)
#define PUT_CAR_OUTPUT(cars, i, member, value)                               \
    put_row((cars)->block[(i) / KAMM_BLOCK].output, (cars)->rows.output_row, \
            OUTPUT_NUMBER(member), (i) % KAMM_BLOCK, value)

/* The contacts of a block are no longer those of one plane. */
static inline void kamm_forget_plane(kamm_cars *cars, int block)
{
    cars->plane[block].friction = -1;
}

/* Steps one block; the caller counts cars->substeps on once all blocks have been stepped. Different
 * blocks may be stepped by different threads. */
void kamm_step_block(kamm_cars *cars, int block, const kamm_ground *ground, int substeps);

/* Planes that a world lays over those of the ground, below the wheels of some cars of a block, bit by bit: when the ground
 * has been asked. */
struct ground_overlay {
    /* 1: one of them moves. */
    int (*lay)(void *user, kamm_cars *cars, int block, unsigned lanes);
    void *user;
    struct road_block *road; /* room for the planes below it */
};
/* One substep with these. */
void kamm_step_block_over(kamm_cars *cars, int block, const kamm_ground *ground,
                          const struct ground_overlay *overlay);

/* The same as kamm_step_block, with a look at the block after each substep: its outputs are of that substep then. Body points are
 * on the planes that cars->points has, where the ground does not give them. `outer` instead of what act.h has
 * gathered; NULL: none. */
typedef void step_watcher(void *context, const kamm_cars *cars, int block);
void kamm_step_block_watched(kamm_cars *cars, int block, const kamm_ground *ground, int substeps,
                             step_watcher *watch, void *context,
                             const struct external_forces *outer);

/* All blocks. Forces from outside (act.h) go on. */
void kamm_take_substeps(kamm_cars *cars, const kamm_ground *ground, int substeps);

/* Where a car's wheels look for ground while its body frame is there. */
void kamm_probe_wheels(const kamm_cars *cars, int car, const double position[3], const double q[4],
                       kamm_probe *probes);

/* Spare lanes have the last car's model. */
static inline const kamm_model *kamm_model_at(const kamm_cars *cars, int car)
{
    return cars->models[!cars->mixed ? 0 : car < cars->count ? car : cars->count - 1];
}

/* After a car has got the state of another one, or another model: states of parts that it does not have are 0, as if no other
 * car of its batch had them. */
void kamm_drop_parts(kamm_cars *cars, int car);

/* One of the cars, as its rung sees it. */
static inline struct car kamm_car_of(const kamm_cars *cars, int i)
{
    int block = i / KAMM_BLOCK;
    size_t own = cars->mixed ? (size_t)block * cars->constant_count * KAMM_BLOCK : 0;
    return (struct car){.model = kamm_model_at(cars, i),
                        .block = &cars->block[block],
                        .rows = &cars->rows,
                        .points = cars->points ? &cars->points[block] : NULL,
                        .inputs = &cars->inputs[block * KAMM_BLOCK],
                        .constants = cars->constants + own,
                        .gravity = &cars->gravity[block],
                        .lane = i % KAMM_BLOCK};
}

static inline void kamm_body_frame(const kamm_cars *cars, int i, double position[3],
                                   double orientation[4])
{
    const struct car car = kamm_car_of(cars, i);
    kamm_frame_of(&car, position, orientation);
}

/* A state together with what rounding has left over of it, by their numbers; and the other way round. */
static inline double kamm_kept(const kamm_cars *cars, int i, size_t number, size_t residual)
{
    const struct car car = kamm_car_of(cars, i);
    return kept_state(&car, number, residual);
}
static inline void kamm_put_kept(kamm_cars *cars, int i, size_t number, size_t residual,
                                 double value)
{
    const struct car car = kamm_car_of(cars, i);
    keep_state_of(&car, number, residual, value);
}

/* The kernel for a block with that many cars in use, and its width. */
step_kernel *kamm_kernel(const kamm_cars *cars, int count, int *width);
/* The widest kernel for copies of one car, also of mixed ones, and its width; NULL: they go one at a time. */
step_kernel *kamm_kernel_of_one_model(const kamm_cars *cars, int *width);
/* For tests: cars with two axles also take the kernels for any wheels, which must give the same
 * bits. */
void kamm_use_kernels_for_any_wheels(int yes);

/* Lays a block of mixed cars' constants out as [group of `width` cars][constant][width], so that a kernel of that width
 * reads each constant as one vector (base/num.h). Nothing is done where they lie so. */
void kamm_interleave(kamm_cars *cars, int block, int width);

/* Cars on rails whose velocity was set have met their ground, which may move: their speed is that over it. */
void kamm_settle_courses(kamm_cars *cars, int block, unsigned lanes);

/* How the body lies at rest, against the vehicle frame: its orientation and its frame's origin. */
void kamm_lean_at_rest(const kamm_model *model, double lean[4], double origin[3]);

static inline int kamm_car_is_off(const kamm_cars *cars, int car)
{
    return KAMM_TAKES_SLOTS && cars->off[car / KAMM_BLOCK] >> car % KAMM_BLOCK & 1;
}
static inline int kamm_some_are_off(const kamm_cars *cars, int block)
{
    return KAMM_TAKES_SLOTS && cars->off[block];
}
/* The cars of a block that are on, bit by bit. */
static inline unsigned kamm_lanes_on(const kamm_cars *cars, int block)
{
    int left = cars->count - block * KAMM_BLOCK;
    unsigned lanes = (1u << (left < KAMM_BLOCK ? left : KAMM_BLOCK)) - 1;
    return kamm_some_are_off(cars, block) ? lanes & ~(unsigned)cars->off[block] : lanes;
}
/* No query answers for a lane beyond the last car, or of one that is off: it stands on level ground, with its points far above any. */
void kamm_put_on_level(kamm_cars *cars, int block, int lane);
/* Whatever has been written to a car that is off, it is parked. */
void kamm_hold_off_cars(kamm_cars *cars, int block);

/* Gravity of one car in its last substep; standard before the first. */
static inline void kamm_felt_gravity(const kamm_cars *cars, int car, double mps2[3])
{
    for (int i = 0; i < 3; ++i) mps2[i] = cars->gravity[car / KAMM_BLOCK].mps2[i][car % KAMM_BLOCK];
}
static inline void kamm_put_gravity(kamm_cars *cars, int car, const double mps2[3])
{
    for (int i = 0; i < 3; ++i)
        cars->gravity[car / KAMM_BLOCK].mps2[i][car % KAMM_BLOCK] = (float)mps2[i];
}

static inline int kamm_is_placed(const kamm_cars *cars, int car)
{
    return cars->placed[car / KAMM_BLOCK] >> car % KAMM_BLOCK & 1;
}
static inline void kamm_set_placed(kamm_cars *cars, int car, int placed)
{
    uint16_t *bits = &cars->placed[car / KAMM_BLOCK], bit = (uint16_t)(1u << car % KAMM_BLOCK);
    *bits = (uint16_t)(placed ? *bits | bit : *bits & ~bit);
}

/* A car that has been placed comes to rest in its springs under the gravity that it has now (rest.c). */
void kamm_rest_where_placed(kamm_cars *cars, int car);
/* Those of a block that have not been stepped since, under the ground's. Steps begin with it. */
void kamm_rest_placed_cars(kamm_cars *cars, int block, const kamm_ground *ground);

/* Places a lane like kamm_place; it may belong to no car, and the placement is sensible. */
void kamm_place_lane(kamm_cars *cars, int car, const kamm_placement *placement);

/* Whether a body point is in the ground, or was pressed by it in the last substep: one that lands, or touches for less than that. */
static inline int kamm_point_touches(const kamm_cars *cars, int car, int point)
{
    return CAR_STATE(cars, car, points[point].depth_m) > 0 ||
           CAR_OUTPUT(cars, car, points[point].press_n) > 0;
}

static inline int kamm_body_touches(const kamm_cars *cars, int car)
{
    int touches = 0;
    for (int p = 0; p < BODY_POINTS; ++p) touches |= kamm_point_touches(cars, car, p);
    return touches;
}

/* Whether kamm_restore_snapshot would take it. */
kamm_result kamm_check_snapshot(const kamm_cars *cars, const void *snapshot, size_t size,
                                kamm_error *error);

/* Gear and engine of a car that rolls at that speed and whose wheels turn as they do: the wanted gear or, for
 * KAMM_GEAR_DRIVE, one that fits. */
void kamm_engage(kamm_cars *cars, int car, int wanted_gear, double speed_mps);

/* A continuously variable gearbox has the ratio by which the engine turns that fast, or the nearest one. */
void kamm_set_variator(kamm_cars *cars, int car, double engine_radps);

/* A torque converter's turbine turns with the driven wheels. */
void kamm_turn_turbine(kamm_cars *cars, int car);

/* The input shaft of a gearbox whose gears are synchronised turns with the engine. */
void kamm_turn_input_shaft(kamm_cars *cars, int car);

/* Electric motors, as their wheels do. */
void kamm_turn_motors(kamm_cars *cars, int car);

/* After wheels have got other speeds than `before`: what is geared to them changes its own in proportion, an engine as far as its
 * clutch is closed. */
void kamm_turn_driveline_along(kamm_cars *cars, int car, const double *before_radps);

#endif
