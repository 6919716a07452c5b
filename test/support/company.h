/* Parts that only some cars have: the same bits at every width, and beside cars without them. */
#ifndef KAMM_TEST_SUPPORT_COMPANY_H
#define KAMM_TEST_SUPPORT_COMPANY_H

#include "rungs.h"

/* All that can be read of a car: its channels, and those of its wheels. */
enum { MOST_SEEN = 1024 };
struct seen_car {
    int count;
    double values[MOST_SEEN];
};
void look_at_car(const kamm_cars *cars, int car, struct seen_car *seen);
/* To the bit, signs of zeros included; the message says what differs. */
void expect_same_look(const struct seen_car *seen, const struct seen_car *expected,
                      const char *what, int width, int car);

/* A car of a batch is seen as a car alone is. */
void expect_seen_as_alone(const kamm_cars *all, int car, const kamm_cars *alone, const char *what);

/* Places a car of a batch and sets its inputs, by its number in the company. */
typedef void start_differently(kamm_cars *cars, int car, int number);

/* `count` cars, of the first def or each of its own, that start differently: each does among all what it does alone. Alone it takes the
 * substeps in calls of `call_substeps`. */
void expect_company_as_alone(const kamm_vehicle_def *defs, int count, int is_mixed, kamm_rung rung,
                             start_differently *start, int substeps, int call_substeps);

/* The first car's snapshot, restored in `other`, goes on with the same bits. */
void expect_snapshot_goes_on(kamm_cars *cars, kamm_cars *other, int substeps);

/* The driver of a car in a frame of 1/60 s; `side` -1: the mirror image. */
typedef void press_pedals(kamm_cars *cars, int car, int frame, double side);

/* Away, from side to side, then hard on the brakes. */
void swerve_and_brake(kamm_cars *cars, int car, int frame, double side);

/* 19 cars of `plain` in seven masses, as many of `with`, and both by turns: each does to the bit what it does among its like, at
 * all widths. Both have the same substep. Returns whether what they do differs from one to the other. */
int expect_same_bits_in_company(const kamm_vehicle_def *plain, const kamm_vehicle_def *with,
                                kamm_rung rung, const kamm_ground *ground, press_pedals *press);

/* A car and its image for 200 frames from that speed: every channel mirrored. */
void expect_mirrored_drive(const kamm_vehicle_def *def, const kamm_vehicle_def *image_def,
                           kamm_rung rung, const kamm_ground *ground, double speed_mps,
                           press_pedals *press);

#endif
