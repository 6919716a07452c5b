/* Features of compilers beyond C17. Each has a plain form, so that any C17 compiler can build Kamm.
 * Only this file, the lanes (lane*.h), float_mode.h and float_method.h depend on the compiler or
 * use the GNU dialect. tools/check_floors.sh checks that.
 *
 * KAMM_SCALAR: no vectors, every lane type is one number. KAMM_PLAIN_C is for tests: GCC and clang see what a compiler without
 * their dialect sees, which is scalar. No bit of a result depends on either. */
#ifndef KAMM_BASE_COMPILER_H
#define KAMM_BASE_COMPILER_H

#if defined(__GNUC__) && !defined(KAMM_PLAIN_C)
#define KAMM_GNU_C 1
#endif

/* Vectors are the GNU dialect's; those of 32-bit Arm flush denormals to zero, which is not IEEE 754. */
#if (!defined(KAMM_GNU_C) || defined(__arm__)) && !defined(KAMM_SCALAR)
#define KAMM_SCALAR 1
#endif

/* The width of the lanes in baseline code, which works out four of something side by side whatever the kernels' width is. */
#ifdef KAMM_SCALAR
#define KAMM_BASELINE_WIDTH 1
#else
#define KAMM_BASELINE_WIDTH 4
#endif

/* Functions that a file need not use, one that is to be inlined always, never, and one that hardly ever runs. */
#ifdef KAMM_GNU_C
#define KAMM_UNUSED __attribute__((unused))
#define KAMM_ALWAYS_INLINE inline __attribute__((always_inline, unused))
#define KAMM_NEVER_INLINE __attribute__((noinline, unused))
#define KAMM_COLD __attribute__((noinline, cold, unused))
#define KAMM_RARELY(condition) __builtin_expect(condition, 0)
#define KAMM_USUALLY(condition) __builtin_expect(condition, 1)
#define KAMM_PREFETCH(address) __builtin_prefetch(address)
#define KAMM_ALIGNED_TO(address, bytes) __builtin_assume_aligned(address, bytes)
#else
#define KAMM_UNUSED
#ifdef _MSC_VER
#define KAMM_ALWAYS_INLINE __forceinline
#define KAMM_NEVER_INLINE __declspec(noinline)
#else
#define KAMM_ALWAYS_INLINE inline
#define KAMM_NEVER_INLINE
#endif
#define KAMM_COLD KAMM_NEVER_INLINE
#define KAMM_RARELY(condition) (condition)
#define KAMM_USUALLY(condition) (condition)
#define KAMM_PREFETCH(address) ((void)(address))
#define KAMM_ALIGNED_TO(address, bytes) (address)
#endif

/* Roots that are one instruction: rounded exactly, and without errno. */
#ifdef KAMM_GNU_C
#define KAMM_ROOT_OF_FLOAT(x) __builtin_sqrtf(x)
#define KAMM_ROOT(x) __builtin_sqrt(x)
#else
#include <math.h>
#define KAMM_ROOT_OF_FLOAT(x) sqrtf(x)
#define KAMM_ROOT(x) sqrt(x)
#endif

/* A function's texts are like printf's. MinGW's own printf is C99's, as elsewhere (see CMakeLists.txt);
 * Microsoft's, which plain "printf" means to GCC there, knows no %zu. */
#if !defined(KAMM_GNU_C)
#define KAMM_PRINTF(format_at, first_at)
#elif defined(__MINGW32__) && !defined(__clang__)
#define KAMM_PRINTF(format_at, first_at) __attribute__((format(gnu_printf, format_at, first_at)))
#else
#define KAMM_PRINTF(format_at, first_at) __attribute__((format(printf, format_at, first_at)))
#endif

/* Products and sums are rounded one by one. GCC has the option -ffp-contract=off only. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#endif

/* A processor that waits for another one in a loop. */
#if defined(KAMM_GNU_C) && (defined(__x86_64__) || defined(__i386__))
#define KAMM_PAUSE() __builtin_ia32_pause()
#elif defined(KAMM_GNU_C) && defined(__aarch64__)
#define KAMM_PAUSE() __asm__ volatile("yield")
#elif defined(_MSC_VER)
#include <intrin.h>
#if defined(_M_ARM64)
#define KAMM_PAUSE() __yield()
#else
#define KAMM_PAUSE() _mm_pause()
#endif
#else
#define KAMM_PAUSE() ((void)0)
#endif

/* Whether the processor has an extension, by the name that GCC has for it, where that can be asked. */
#if defined(KAMM_GNU_C) && defined(__x86_64__)
#define KAMM_ASKS_PROCESSOR 1
#define KAMM_PROCESSOR_HAS(extension) (__builtin_cpu_init(), __builtin_cpu_supports(extension))
#endif

#endif
