/* Bodies of several shapes for tests, and cars that meet them. */
#ifndef KAMM_TEST_SUPPORT_COMPOUNDS_H
#define KAMM_TEST_SUPPORT_COMPOUNDS_H

#include "world.h"

kamm_shape box_of(double x, double y, double z, double half_x, double half_y, double half_z);
/* Dynamic ones have 80 kg; friction 0.6, restitution 0.2. */
kamm_body_def body_of(kamm_body_type type, int count, const kamm_shape *shapes);
/* A box about the origin in so many slices along x. */
kamm_body_def sliced(kamm_body_type type, int slices, double half_x, double half_y, double half_z);
kamm_body_def at_place(kamm_body_def def, double x, double y, double z);
void turned_about(kamm_body_def *def, double x, double y, double z, double angle);
/* Gravity that leans along (x, y), as a slope of that angle has it. */
kamm_ground leaning_ground(double x, double y, double angle);

/* Differences of place and orientation, and of speeds. */
struct difference {
    double place, speed;
};
/* The larger of what was and what these have. */
void note_difference(const kamm_body_motion *a, const kamm_body_motion *b, struct difference *most);

/* A car on its way to bodies. */
struct crash {
    kamm_world *world;
    kamm_cars *cars;
    kamm_model *model;
};
void end_crash(struct crash *crash);

#endif
