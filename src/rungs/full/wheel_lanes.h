/* One car at width 1 has wheels to compute alike: four at a time they are the lanes of a kernel of width 4.
 *
 * wheel_lanes.c compiles the corners of corner.h once more, with a wheel in each lane where the wide
 * kernels have a car. Lane operations are the same in each lane at any width, so the bits are those
 * that a loop over the wheels would give, at half the time. Only floats cross: structs of corner.h
 * as they are at width 1, and the constants of the axles, interleaved by wheel. */
#ifndef KAMM_RUNGS_FULL_WHEEL_LANES_H
#define KAMM_RUNGS_FULL_WHEEL_LANES_H

struct layout;

/* `constants`: those of struct axle_constants, for each four wheels one row of four each, 16-byte aligned; lanes beyond
 * the last wheel repeat it. `step`, `rack`, `body`: struct substep, struct rack, struct body_motion. `grounds`, `wheels`, `corners`: of each
 * wheel struct corner_ground, struct wheel_lanes (the contact patch takes its substep) and struct corner (out). */
void kamm_full_wheel_lanes(const struct layout *layout, const float *constants, const float *step,
                           const float *rack, const float *body, const float *grounds,
                           float *wheels, float *corners);

#endif
