/* From a def to the constants of the full model. */
#ifndef KAMM_MODEL_FULL_COMPILE_H
#define KAMM_MODEL_FULL_COMPILE_H

#include "../model.h"

/* Fills statics, constants and info of a model whose def has passed kamm_check. */
kamm_result full_compile(kamm_model *model, kamm_error *error);

#endif
