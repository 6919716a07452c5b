/* The road of a block in a substep in which wheels roll on bodies: the ground's own planes, which bodies' planes
 * replace in the wheels' contacts. The body of a car meets these alone. */
#ifndef KAMM_RUN_ROAD_H
#define KAMM_RUN_ROAD_H

#include "cars.h"

/* Notes the planes of all wheels, before others are laid. */
void kamm_note_road(const kamm_cars *cars, int block, struct road_block *road);
/* Keeps the planes below body points for readers, of cars with a wheel whose contact has another plane than the road. */
void kamm_keep_road(kamm_cars *cars, int block, const struct road_block *road);

#endif
