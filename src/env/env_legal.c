/* Checks of episodes in a snapshot, whose bytes may be any. */
#include "../run/legal.h"
#include "env_state.h"

#include <math.h>

const kamm_plan *kamm_env_swap_plan(const kamm_env *env, const kamm_plan *plan, int from_number)
{
    const kamm_plan *plans[KAMM_ENV_MAX_OPPONENTS + 1] = {env->course ? env->course->plan : NULL};
    for (int k = 0; k < KAMM_ENV_MAX_OPPONENTS; ++k) plans[k + 1] = env->other_plans[k];
    for (uintptr_t k = 0; k <= KAMM_ENV_MAX_OPPONENTS; ++k) {
        if (from_number && (uintptr_t)plan == k + 1) return plans[k];
        if (!from_number && plan && plan == plans[k]) return (const kamm_plan *)(k + 1);
    }
    return NULL;
}

int kamm_env_are_bounded(const double *numbers, int count)
{
    for (int i = 0; i < count; ++i)
        if (!(fabs(numbers[i]) < MOST_PLACE_M)) return 0;
    return 1;
}

int kamm_env_is_driver(const kamm_env *env, const kamm_driver *driver)
{
    const double numbers[] = {driver->station_m, driver->left_m, driver->aim_left_m,
                              driver->driven_m, driver->throttle_integral};
    return (!driver->plan || kamm_env_swap_plan(env, driver->plan, 1)) &&
           kamm_env_are_bounded(numbers, 5);
}
