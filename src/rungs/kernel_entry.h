/* The kernel's entry: included once, at the end of a kernel, which has named its KERNEL_RUNG. */
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

#ifndef KERNEL_SHORTCUT
#define KERNEL_SHORTCUT no_shortcut
#endif

step_kernel KERNEL;

void KERNEL(const struct step_job *job)
{
    int end = job->first + job->cars;
    for (int lane = job->first; lane < end; lane += KAMM_WIDTH)
        run_group(job, lane, step_once, KERNEL_SHORTCUT);
}
