/* Vehicles that no model can be compiled of, and steady states that are not. */
#ifndef KAMM_TEST_SUPPORT_REFUSED_H
#define KAMM_TEST_SUPPORT_REFUSED_H

#include <kamm/linear.h>
#include <kamm/vehicle.h>

/* The compile on full refuses it with a text that says that part: the field's path, for one. */
void expect_vehicle_refused(const kamm_vehicle_def *def, const char *part);

struct refused_trim {
    kamm_trim_target target;
    const char *part; /* of what the refusal says */
};
/* Each is out of range on level ground. */
void expect_trims_refused(const kamm_model *model, const struct refused_trim *cases, size_t count);

#endif
