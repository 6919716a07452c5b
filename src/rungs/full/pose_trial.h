/* Copies of a car in which poses are tried: what a pose makes of the car in one substep of its own kernel. */
#ifndef KAMM_RUNGS_FULL_POSE_TRIAL_H
#define KAMM_RUNGS_FULL_POSE_TRIAL_H

#include "full.h"

#include <kamm/cars.h>

enum { UNKNOWNS = 3 + 2 * MAX_AXLES };

/* A pose, and its accelerations: those that a mirrored car has alike come first (a mean travel for each axle), then
 * those that it has with the other sign; so its balance is the mirror image, to the bit. Roll and what is behind it are
 * at roll_at and apart_at. */
enum { RISE, PITCH, MEAN_TRAVEL };

/* The tyre's force along the road, and the load under which it is. */
struct held_force {
    double along_n, left_n, load_n;
};

/* Copies of the car to try poses on, in the lanes of a block. */
struct trial {
    const struct full_constants *constants;
    const struct layout *layout;
    int unknowns, roll_at, apart_at;
    double length; /* scale of the car */
    step_kernel *kernel;
    struct step_job job;
    int lane;
    step_kernel *wide; /* tries `width` poses at once, in lanes 0, 1, …; NULL: none does */
    int width;
    struct car_block block;
    struct kamm_input inputs[KAMM_BLOCK]; /* its own in each lane, as gravity and wind */
    struct gravity_rows gravity;
    _Alignas(64) float wind_mps[3][KAMM_BLOCK];
    float *start;                                         /* its states, of which there are … */
    size_t states;                                        /* … so many */
    double position[3], q[4], up[3], angular_velocity[3]; /* what a pose counts from; world axes */
    int rests;                                            /* it is to stand still for good */
    struct held_force force[MAX_WHEELS];
    float deflection_m[MAX_WHEELS], depth_m[BODY_POINTS]; /* of the last try */
};

/* Cars of this rung have all states but those of parts. */
static float *tried(const struct trial *t, size_t number)
{
    return &t->block.state[t->job.rows->state_row[number]][t->lane];
}
static float *started(const struct trial *t, size_t number)
{
    return &t->start[t->job.rows->state_row[number]];
}
#define TRIED(t, member) (*tried(t, STATE_NUMBER(member)))
#define STARTED(t, member) (*started(t, STATE_NUMBER(member)))
#define TRIED_OUTPUT(t, member) \
    (t)->block.output[(t)->job.rows->output_row[OUTPUT_NUMBER(member)]][(t)->lane]

/* Bytes of a block of cars that have everything. */
enum {
    LARGEST_BLOCK =
        KAMM_BLOCK * ((3 + 3 * MAX_WHEELS) * sizeof(double) +
                      (CONTACT_COUNT * MAX_WHEELS + STATE_COUNT + OUTPUT_COUNT) * sizeof(float))
};

/* `room`: for LARGEST_BLOCK bytes, on an address of 64. */
void kamm_begin_trial(struct trial *t, const struct car *car, const struct arrival *arrival,
                      void *room);
/* The car of the present lane in the pose x. */
void kamm_put_pose(struct trial *t, const double x[UNKNOWNS]);
/* The accelerations that have to vanish, at one pose, whose depths and deflections the trial keeps, and at several. */
void kamm_accelerations_at(struct trial *t, const double x[UNKNOWNS], double out[UNKNOWNS]);
void kamm_accelerations_of_all(struct trial *t, int count, double x[][UNKNOWNS],
                               double out[][UNKNOWNS]);

#endif
