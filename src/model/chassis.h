/* From a def to what all rungs share: masses, axles, tyres, rest, engine, limits and what
 * kamm_describe tells. */
#ifndef KAMM_MODEL_CHASSIS_H
#define KAMM_MODEL_CHASSIS_H

#include "model.h"

/* Of a model whose rung is set and whose def has passed kamm_check. Errors: RANGE, MISSING. */
kamm_result kamm_compile_chassis(kamm_model *model, kamm_error *error);

/* The limits of the info: as the def gives them, or derived. MISSING where there is no engine to
 * derive them from. */
kamm_result kamm_compile_limits(kamm_model *model, kamm_error *error);

#endif
