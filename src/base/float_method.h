/* Arithmetic has to be that of the types: float in float, double in double. x87 is neither. */
#ifndef KAMM_BASE_FLOAT_METHOD_H
#define KAMM_BASE_FLOAT_METHOD_H

#if defined(__FLT_EVAL_METHOD__) && \
    (__FLT_EVAL_METHOD__ < 0 || __FLT_EVAL_METHOD__ == 1 || __FLT_EVAL_METHOD__ == 2)
#error \
    "Kamm needs float arithmetic in float and double in double: on x86 compile with -msse2 -mfpmath=sse"
#endif

#endif
