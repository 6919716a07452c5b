/* MinGW's sqrt is that of the x87, which rounds twice: to its own 64 bits, then to a double. Optimised code
 * has the processor's instruction in its place; this gives it to code that is not optimised, so that its
 * bits are the same. CMakeLists.txt puts it before every file. */
#ifndef KAMM_BASE_MINGW_ROOT_H
#define KAMM_BASE_MINGW_ROOT_H

#include <math.h>

#if defined(__MINGW32__) && defined(__x86_64__) && !defined(__OPTIMIZE__)
static inline double kamm_exact_root(double x)
{
    double root;
    __asm__("sqrtsd %1, %0" : "=x"(root) : "xm"(x));
    return root;
}
#define sqrt(x) kamm_exact_root(x)
#define __builtin_sqrt(x) kamm_exact_root(x)
#endif

#endif
