/* The kernel's entry: included once, at the end of a kernel, which has named its KERNEL_RUNG. */
#define KERNEL_NAME_(rung, width, suffix) kamm_##rung##_kernel_##width##suffix
#define KERNEL_NAME(rung, width, suffix) KERNEL_NAME_(rung, width, suffix)
#if KAMM_MIXED
#define KERNEL KERNEL_NAME(KERNEL_RUNG, KAMM_WIDTH, _mixed)
#else
#define KERNEL KERNEL_NAME(KERNEL_RUNG, KAMM_WIDTH, )
#endif

step_kernel KERNEL;

void KERNEL(const struct step_job *job)
{
    int end = job->first + job->cars;
    for (int lane = job->first; lane < end; lane += KAMM_WIDTH) run_group(job, lane, step_once);
}
