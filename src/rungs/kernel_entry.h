/* The kernel's entry: included once, at the end of a kernel, which has named its KERNEL_RUNG. All kernels may be one unit
 * (cmake/one_unit.cmake), so that nothing of its own is left behind. */
#define KERNEL_NAME_(rung, width, mixed, wheels) kamm_##rung##_kernel_##width##mixed##wheels
#define KERNEL_NAME(rung, width, mixed, wheels) KERNEL_NAME_(rung, width, mixed, wheels)
#if KAMM_MIXED
#define KERNEL_MIXED _mixed
#else
#define KERNEL_MIXED
#endif
#if KAMM_TWO_AXLES
#define KERNEL_WHEELS _two_axles
#else
#define KERNEL_WHEELS
#endif
#define KERNEL KERNEL_NAME(KERNEL_RUNG, KAMM_WIDTH, KERNEL_MIXED, KERNEL_WHEELS)

#ifdef KERNEL_HAS_SPRINGS
#define KERNEL_RANGES RANGES_WITH_SPRINGS
#else
#define KERNEL_RANGES RANGES_WITHOUT_SPRINGS
#endif

step_kernel KERNEL;

void KERNEL(const struct step_job *job)
{
    int end = job->first + job->cars;
    for (int lane = job->first; lane < end; lane += KAMM_WIDTH)
        run_group(job, lane, KERNEL_RANGES, take_substeps);
}

#undef KERNEL
#undef KERNEL_NAME
#undef KERNEL_NAME_
#undef KERNEL_MIXED
#undef KERNEL_WHEELS
#undef KERNEL_RANGES
#undef KERNEL_HAS_SPRINGS
#undef KERNEL_RUNG
