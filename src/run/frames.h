/* Where the bodies of a block's cars are, as probes of the ground are made from it. */
#ifndef KAMM_RUN_FRAMES_H
#define KAMM_RUN_FRAMES_H

#include "cars.h"

struct body_frames {
    double position_m[3][KAMM_BLOCK];
    double axes[3][3][KAMM_BLOCK];                     /* rows: the world's axes in the body */
    float forward[3][KAMM_BLOCK], left[3][KAMM_BLOCK]; /* as they are now */
};

/* Finds the frames of those cars of a block, bit by bit; others' are not written. The rounding residual of the
 * orientation moves no probe by a micrometre. On a rung that feels the middle of a substep the frames are those that
 * many substeps ahead, to first order. */
void kamm_find_frames(const kamm_cars *cars, int block, unsigned lanes, double ahead_substeps,
                      struct body_frames *frames);
/* Writes the frame of a body at a place into lane 0. The quaternion has about unit length. */
void kamm_frame_at(const double position[3], const double q[4], struct body_frames *frames);

#endif
