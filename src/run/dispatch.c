/* Which width of the kernels runs: the machine's widest, or what a test asks for. */
#include "../base/error.h"
#include "cars.h"

#ifdef KAMM_SINGLE
#define BUILT_IN "only %d is built in"
#else
#define BUILT_IN "only 1, 4, 8 and 16, up to %d, are built in"
#endif

static int is_built_in(int width)
{
#ifdef KAMM_SINGLE
    return width == KAMM_WIDEST;
#endif
    return width == 1 || ((width == 4 || width == 8 || width == 16) && width <= KAMM_WIDEST);
}

static int machine_has(int width)
{
#if defined(KAMM_ASKS_PROCESSOR) && defined(KAMM_WIDE_INSTRUCTIONS)
    if (width == 8) return KAMM_PROCESSOR_HAS("avx2");
    if (width == 16)
        return KAMM_PROCESSOR_HAS("avx512f") && KAMM_PROCESSOR_HAS("avx512dq") &&
               KAMM_PROCESSOR_HAS("avx512bw") && KAMM_PROCESSOR_HAS("avx512vl");
#endif
    return is_built_in(width);
}

/* The widest that the vectors of this machine hold; kernels in baseline instructions are best at 4. */
static int best_width(void)
{
#if KAMM_WIDEST == 1
    return 1;
#elif defined(KAMM_ASKS_PROCESSOR) && defined(KAMM_WIDE_INSTRUCTIONS)
    if (is_built_in(16) && machine_has(16)) return 16;
    return is_built_in(8) && machine_has(8) ? 8 : 4;
#else
    return 4;
#endif
}

static int forced_width;

int kamm_width(void) { return forced_width ? forced_width : best_width(); }

kamm_result kamm_set_width(int width, kamm_error *error)
{
    if (width && !is_built_in(width))
        return kamm_fail(error, KAMM_ERROR_RANGE, "width", "width %d: " BUILT_IN ", 0 for the best",
                         width, KAMM_WIDEST);
    if (width && !machine_has(width))
        return kamm_fail(error, KAMM_ERROR_RANGE, "width",
                         "width %d: this machine's processor has no vectors that wide", width);
    forced_width = width;
    return KAMM_OK;
}

/* A block with few cars in use runs narrower: the bits are the same, the empty lanes cost nothing. */
static int width_for(int cars)
{
    int width = kamm_width();
    if (forced_width) return width;
    if (cars == 1) return 1;
    while (width > 4 && width / 2 >= cars) width /= 2;
    return width;
}

static int any_wheels;

void kamm_use_kernels_for_any_wheels(int yes) { any_wheels = yes; }

static int index_of(int width, int mixed)
{
    static const int kernels[2][17] = {
        {[1] = KERNEL_1, [4] = KERNEL_4, [8] = KERNEL_8, [16] = KERNEL_16},
        {[1] = KERNEL_1, [4] = KERNEL_4_MIXED, [8] = KERNEL_8_MIXED, [16] = KERNEL_16_MIXED}};
    return kernels[mixed][width];
}

/* For two axles alone where cars have no more and there is one, else for any wheels; NULL where this build has neither. */
static step_kernel *kernel_of_width(const kamm_cars *cars, int width, int mixed)
{
    const struct rung *rung = cars->rung;
    int index = index_of(width, mixed);
    int two_axles = !any_wheels && kamm_layouts_are_alike(cars->layout, &TWO_AXLES);
    step_kernel *kernel = two_axles ? rung->kernels[TWO_AXLES_ONLY][index] : NULL;
    return kernel ? kernel : rung->kernels[ANY_WHEELS][index];
}

/* Not all profiles have all of a width: what is missing runs wider where the machine can, as one wide step costs less than two
 * narrow ones; else narrower, or on the only kernel that there is. */
step_kernel *kamm_kernel(const kamm_cars *cars, int count, int *width)
{
    int narrow = width_for(count), wide = kamm_width();
    for (*width = narrow; *width <= wide; *width *= *width > 1 ? 2 : 4) {
        step_kernel *kernel = kernel_of_width(cars, *width, cars->mixed);
        if (kernel) return kernel;
    }
    for (*width = narrow; *width; *width = *width > 4 ? *width / 2 : *width / 4) {
        step_kernel *kernel = kernel_of_width(cars, *width, cars->mixed);
        if (kernel) return kernel;
    }
    *width = KAMM_WIDEST;
    return cars->rung->kernels[ANY_WHEELS][KAMM_WIDEST == 1 ? KERNEL_1 : KERNEL_4_MIXED];
}

step_kernel *kamm_kernel_of_one_model(const kamm_cars *cars, int *width)
{
    for (*width = kamm_width(); *width > 1; *width /= 2) {
        step_kernel *kernel = *width > 2 ? kernel_of_width(cars, *width, 0) : NULL;
        if (kernel) return kernel;
    }
    return NULL;
}
