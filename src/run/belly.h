/* Ridges between the points of a car's floor.
 *
 * The ground is also asked for along both sides of the floor and its middle. Where it is higher than the line between
 * the points, a ridge may carry the floor. Its top is found by halving. What it presses at the place s of the line it
 * presses at both ends, by the lever: so the end's plane has the depth that is left of the ridge's there, and the
 * kernel needs no further points. A floor that slides over a crest is pressed across its line alone. */
#ifndef KAMM_RUN_BELLY_H
#define KAMM_RUN_BELLY_H

#include "cars.h"

/* Raises the planes below the floor's points to the ridges between them. `even_m`: how far around the ground is known to be one plane;
 * `steepness`: of it, 0: unknown. Returns `clearance_m`, which is that of the points, or less where a ridge may be nearer. */
double kamm_meet_ridges(const kamm_ground *ground, double even_m, float steepness,
                        double clearance_m, const kamm_probe probes[BODY_POINTS],
                        kamm_contact contacts[BODY_POINTS]);

#endif
