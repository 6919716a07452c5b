/* Mirror symmetry: a mirrored car on a mirrored drive does the mirrored thing, to the bit. */
#ifndef KAMM_TEST_SUPPORT_MIRROR_H
#define KAMM_TEST_SUPPORT_MIRROR_H

#include "cars.h"

/* A lopsided car on one-sided tyres, so that nothing is symmetric by accident; side -1: its image. */
kamm_vehicle_def lopsided_car(double side);

/* Car 0 of both: every channel equal, or opposite where mirroring turns its sign. */
void expect_mirror_images(const kamm_cars *cars, const kamm_cars *mirrored, int frame);

#endif
