/* How fast the machine multiplies and adds floats at each width, as its own yardstick: the cost of a substep is
 * reported in it as well, which depends on the machine less than nanoseconds do.
 *
 * Seven multiplications and seven additions in turn, each on a value of its own, fill 16 registers with
 * their operands. They are more than any usual processor executes at a time. */
#include <math.h>

#include "cli.h"

#if defined(__x86_64__)
#define IN_REGISTER "+x"
#define FOR_AVX2 __attribute__((target("avx2")))
#define FOR_AVX512 __attribute__((target("avx512f")))
#elif defined(__aarch64__)
#define IN_REGISTER "+w"
#endif

#ifdef IN_REGISTER

enum { CHAINS = 7, LOOPS = 20000, ROUNDS = 100 };
typedef float four __attribute__((vector_size(16)));
typedef float eight __attribute__((vector_size(32)));
typedef float sixteen __attribute__((vector_size(64)));

/* Keeps the compiler from working values out before the loop, or several at once. */
#define HOLD(a, b) __asm__ volatile("" : IN_REGISTER(a), IN_REGISTER(b))

/* A function that says how long LOOPS times CHAINS multiplications and additions take. `unit` is 1, which the
 * compiler does not know. */
#define DEFINE_TIMED(name, type, target)                                        \
    target static double name(float unit)                                       \
    {                                                                           \
        type factor = (type){0} + unit, none = factor - unit;                   \
        type p0 = factor, p1 = p0, p2 = p0, p3 = p0, p4 = p0, p5 = p0, p6 = p0; \
        type s0 = none, s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0;   \
        double start_s = cli_now_s();                                           \
        for (int i = 0; i < LOOPS; ++i) {                                       \
            p0 *= factor, p1 *= factor, p2 *= factor, p3 *= factor;             \
            p4 *= factor, p5 *= factor, p6 *= factor;                           \
            s0 += none, s1 += none, s2 += none, s3 += none;                     \
            s4 += none, s5 += none, s6 += none;                                 \
            HOLD(p0, s0);                                                       \
            HOLD(p1, s1);                                                       \
            HOLD(p2, s2);                                                       \
            HOLD(p3, s3);                                                       \
            HOLD(p4, s4);                                                       \
            HOLD(p5, s5);                                                       \
            HOLD(p6, s6);                                                       \
        }                                                                       \
        return cli_now_s() - start_s;                                           \
    }

DEFINE_TIMED(time_one, float, )
DEFINE_TIMED(time_four, four, )
#ifdef FOR_AVX2
DEFINE_TIMED(time_eight, eight, FOR_AVX2)
DEFINE_TIMED(time_sixteen, sixteen, FOR_AVX512)
#endif

typedef double timed(float unit);

static timed *timed_at(int width)
{
    switch (width) {
    case 1: return time_one;
    case 4: return time_four;
#ifdef FOR_AVX2
    case 8: return time_eight;
    case 16: return time_sixteen;
#endif
    default: return NULL;
    }
}

double cli_multiply_add_ns(int width)
{
    volatile float unit = 1;
    double best_s = INFINITY;
    timed *run = timed_at(width);
    if (!run) return NAN;
    for (int round = 0; round < ROUNDS; ++round) best_s = fmin(best_s, run(unit));
    return best_s * 1e9 / ((double)LOOPS * CHAINS * width);
}

#else

double cli_multiply_add_ns(int width)
{
    (void)width;
    return NAN;
}

#endif
