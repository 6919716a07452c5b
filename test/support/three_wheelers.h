/* Leaning three-wheelers: the shipped one, and two-wheelers with a tilting pair in the place of their front wheel. */
#ifndef KAMM_TEST_SUPPORT_THREE_WHEELERS_H
#define KAMM_TEST_SUPPORT_THREE_WHEELERS_H

#include "cars.h"

kamm_vehicle_def tilting_scooter(double substeps_per_s);
kamm_vehicle_def with_tilt_lock(kamm_vehicle_def def, double most_nm);
/* In front or behind; each wheel of the pair has half of what the single one had. */
kamm_vehicle_def with_tilting_pair(kamm_vehicle_def def, double track_m);
kamm_vehicle_def with_tilting_pair_behind(kamm_vehicle_def def, double track_m);

#endif
