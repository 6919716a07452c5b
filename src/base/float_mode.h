/* The floating-point mode of the calling thread: rounding to nearest, with denormals, without traps.
 *
 * Games set others (flush to zero, denormals are zero, another rounding), and bits would follow them, each width in
 * its own way. So a public call that computes begins with
 *
 *     KAMM_FLOAT_MODE;
 *
 * which saves the mode, sets the usual one if it is another, and puts the host's back where the call
 * returns. Where it is the usual one, as mostly, that is one register read. Tasks on other threads do the same.
 * WebAssembly has no other mode. */
#ifndef KAMM_BASE_FLOAT_MODE_H
#define KAMM_BASE_FLOAT_MODE_H

#include "float_method.h"

#if defined(__x86_64__) || defined(__SSE__)
typedef unsigned int kamm_float_mode;
/* All exceptions masked; the six flags below them tell what has happened and are no mode. */
enum { KAMM_USUAL_MODE = 0x1f80, KAMM_MODE_FLAGS = 0x3f };
static inline kamm_float_mode kamm_read_mode(void) { return __builtin_ia32_stmxcsr(); }
static inline void kamm_write_mode(kamm_float_mode mode) { __builtin_ia32_ldmxcsr(mode); }
#elif defined(__aarch64__)
#include <stdint.h>
typedef uint64_t kamm_float_mode;
enum { KAMM_USUAL_MODE = 0, KAMM_MODE_FLAGS = 0 };
static inline kamm_float_mode kamm_read_mode(void)
{
    kamm_float_mode mode;
    __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
    return mode;
}
static inline void kamm_write_mode(kamm_float_mode mode)
{
    __asm__ volatile("msr fpcr, %0" : : "r"(mode) : "memory");
}
#else
typedef unsigned int kamm_float_mode;
enum { KAMM_USUAL_MODE = 0, KAMM_MODE_FLAGS = 0 };
static inline kamm_float_mode kamm_read_mode(void) { return KAMM_USUAL_MODE; }
static inline void kamm_write_mode(kamm_float_mode mode) { (void)mode; }
#endif

static inline int kamm_is_usual_mode(kamm_float_mode mode)
{
    return (mode & ~(kamm_float_mode)KAMM_MODE_FLAGS) == KAMM_USUAL_MODE;
}

/* Returns the host's mode, for kamm_leave_mode. */
static inline kamm_float_mode kamm_enter_mode(void)
{
    kamm_float_mode before = kamm_read_mode();
    if (!kamm_is_usual_mode(before)) kamm_write_mode(KAMM_USUAL_MODE);
    return before;
}

static inline void kamm_leave_mode(const kamm_float_mode *before)
{
    if (!kamm_is_usual_mode(*before)) kamm_write_mode(*before);
}

/* At the start of a function's body: the usual mode until it returns, by whatever way. */
#define KAMM_FLOAT_MODE                                                                 \
    const kamm_float_mode host_mode __attribute__((unused, cleanup(kamm_leave_mode))) = \
        kamm_enter_mode()

#endif
