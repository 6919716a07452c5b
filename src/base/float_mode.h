/* The floating-point mode of the calling thread: rounding to nearest, with denormals, without traps.
 *
 * Games set others (flush to zero, denormals are zero, another rounding), and bits would follow them, each width in
 * its own way. So a public call that computes begins with
 *
 *     KAMM_FLOAT_MODE;
 *
 * which saves the mode, sets the usual one if it is another, and puts the host's back where the call
 * returns. Where it is the usual one, as mostly, that is one register read. Tasks on other threads do the same.
 * WebAssembly has no other mode. 32-bit Arm's vectors (NEON) know neither denormals nor roundings: its lanes are scalar. */
#ifndef KAMM_BASE_FLOAT_MODE_H
#define KAMM_BASE_FLOAT_MODE_H

#include "compiler.h"
#include "float_method.h"

#include <stdint.h>

#if defined(__x86_64__) || defined(__SSE__) || defined(_M_X64) || defined(_M_IX86)
#include <xmmintrin.h>
typedef unsigned int kamm_float_mode;
/* All exceptions masked; the six flags below them tell what has happened and are no mode. */
enum { KAMM_USUAL_MODE = 0x1f80, KAMM_MODE_FLAGS = 0x3f };
static inline kamm_float_mode kamm_read_mode(void) { return _mm_getcsr(); }
static inline void kamm_write_mode(kamm_float_mode mode) { _mm_setcsr(mode); }
#elif defined(__aarch64__) && defined(KAMM_GNU_C)
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
#elif defined(_M_ARM64)
typedef uint64_t kamm_float_mode;
enum { KAMM_USUAL_MODE = 0, KAMM_MODE_FLAGS = 0 };
static inline kamm_float_mode kamm_read_mode(void) { return (uint64_t)_ReadStatusReg(ARM64_FPCR); }
static inline void kamm_write_mode(kamm_float_mode mode)
{
    _WriteStatusReg(ARM64_FPCR, (int64_t)mode);
}
#elif defined(__arm__) && defined(__VFP_FP__) && !defined(__SOFTFP__) && defined(KAMM_GNU_C)
typedef uint32_t kamm_float_mode;
enum { KAMM_USUAL_MODE = 0, KAMM_MODE_FLAGS = (int)0xf800009fu }; /* comparisons' and exceptions' */
static inline kamm_float_mode kamm_read_mode(void)
{
    kamm_float_mode mode;
    __asm__ volatile("vmrs %0, fpscr" : "=r"(mode));
    return mode;
}
static inline void kamm_write_mode(kamm_float_mode mode)
{
    __asm__ volatile("vmsr fpscr, %0" : : "r"(mode) : "memory");
}
#elif defined(__wasm__)
typedef unsigned int kamm_float_mode;
enum { KAMM_USUAL_MODE = 0, KAMM_MODE_FLAGS = 0 };
static inline kamm_float_mode kamm_read_mode(void) { return KAMM_USUAL_MODE; }
static inline void kamm_write_mode(kamm_float_mode mode) { (void)mode; }
#else /* the rounding alone, which is all that C knows of */
#include <fenv.h>
typedef int kamm_float_mode;
enum { KAMM_USUAL_MODE = FE_TONEAREST, KAMM_MODE_FLAGS = 0 };
static inline kamm_float_mode kamm_read_mode(void) { return fegetround(); }
static inline void kamm_write_mode(kamm_float_mode mode) { fesetround(mode); }
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

/* At the start of a function's body: the usual mode until it returns, by whatever way. Plain C can't tell of that: there
 * the usual mode stays, and a host that has another sets it again. */
#ifdef KAMM_GNU_C
#define KAMM_FLOAT_MODE                                                                 \
    const kamm_float_mode host_mode __attribute__((unused, cleanup(kamm_leave_mode))) = \
        kamm_enter_mode()
#else
#define KAMM_FLOAT_MODE                                  \
    const kamm_float_mode host_mode = kamm_enter_mode(); \
    (void)host_mode
#endif

#endif
