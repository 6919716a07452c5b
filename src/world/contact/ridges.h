/* Ridges of the ground between the corners of a long box, such as a plank or a plate, which its corners do not meet.
 *
 * The ground is asked for along the long edges, and of a plate along the middle of its faces too. What is deeper there
 * than the line between the corners is a ridge. Its top is found by halving the way to its neighbours. An edge that
 * lies on a crest is pressed across both, so the normal has no part along the box. */
#ifndef KAMM_WORLD_CONTACT_RIDGES_H
#define KAMM_WORLD_CONTACT_RIDGES_H

#include "../collide/collide.h"

#include <kamm/world.h>

enum { LINE_POINTS = 7, BOX_LINES = 6, MOST_RIDGE_POINTS = LINE_POINTS * BOX_LINES };

/* A place of the box and the plane below it. */
struct ridge_point {
    double at_m[3], gap_m;
    kamm_contact plane;
};

/* Finds the points of a box on ridges, from the gaps below its corners (kamm_box_corners). A rise of less than `least_m` is none.
 * Returns how many. */
int kamm_find_ridges(const kamm_ground *ground, const struct oriented_box *box,
                     const double corner_gaps_m[8], double least_m,
                     struct ridge_point points[MOST_RIDGE_POINTS]);

#endif
