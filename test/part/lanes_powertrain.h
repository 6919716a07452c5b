/* The rig of powertrain_rig.h, compiled at every width. */
#ifndef LANES_POWERTRAIN_H
#define LANES_POWERTRAIN_H

struct rig;

/* Moves the first `cars` cars, whole groups of a width, by one substep. `constants`: struct
 * powertrain_constants, where mixed those of 16 cars, [float][16]. */
typedef void rig_step(const float *constants, struct rig *rig, int cars, float substep_s);
rig_step rig_step_1_0, rig_step_4_0, rig_step_8_0, rig_step_16_0;
rig_step rig_step_4_1, rig_step_8_1, rig_step_16_1;

#endif
