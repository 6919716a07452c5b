/* Torture: random drives on bad ground, for the tests that nothing may leave the numbers. */
#ifndef KAMM_TEST_SUPPORT_TORTURE_H
#define KAMM_TEST_SUPPORT_TORTURE_H

#include "cars.h"

/* What a car goes through: its number modulo TORTURE_KINDS. */
enum {
    RANDOM_INPUTS,
    FULL_LOCK,
    FULL_REVERSE,
    DROPPED,
    TIPPED, /* upside down where it can roll over, else askew by up to 70 degrees */
    VERY_FAST,
    ROUGH_GROUND,
    TURNTABLE,
    ICE_AND_HAND_BRAKE,
    SHAKEN,
    TORTURE_KINDS
};

struct torture {
    struct rough_ground rough, wild;
    double time_s; /* of the shaking ground */
};

void make_torture(struct torture *torture);
kamm_ground torture_ground(struct torture *torture, int interval_substeps);
/* Puts a car where its kind has it; a planar one that would land on its roof is askew instead. */
void put_somewhere(kamm_cars *cars, int car, int planar, struct noise *noise);
/* Inputs for the next second, as far as the car's rung obeys them. */
void torment(kamm_cars *cars, int car, int kind, struct noise *noise);
/* What random cars of all rungs have in common. */
kamm_vehicle_def odd_chassis(struct noise *noise);
int channels_finite(const kamm_cars *cars, int car);

#endif
