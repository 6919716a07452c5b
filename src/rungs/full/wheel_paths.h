#ifndef KAMM_RUNGS_FULL_WHEEL_PATHS_H
#define KAMM_RUNGS_FULL_WHEEL_PATHS_H

#include "../../vehicle/model.h"

/* RANGE, with the slope and what would hold, if a wheel's path is steeper than the substeps bear. */
kamm_result kamm_check_wheel_paths(const kamm_model *model, kamm_error *error);

#endif
