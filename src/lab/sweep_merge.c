/* Puts shards of a sweep together. */
#include "lab/sweep.h"

#include <string.h>

#include "base/error.h"
#include "base/float_mode.h"

/* Adds what a folder has done. */
static kamm_result add_folder(const char *folder, const char *first, const sweep_plan *plan,
                              sweep_records *records, kamm_error *error)
{
    sweep_plan there;
    kamm_result result = kamm_sweep_read_manifest(folder, &there, error);
    if (!result) result = kamm_sweep_compare(folder, &there, first, plan, 1, error);
    return result ? result : kamm_sweep_read_journal(folder, &there, plan, records, error);
}

/* `out` may have a part of the whole already. */
static kamm_result check_out(const char *out, const char *first, const sweep_plan *plan,
                             kamm_error *error)
{
    sweep_plan there;
    kamm_result result = kamm_sweep_read_manifest(out, &there, error);
    if (result == KAMM_ERROR_MISSING) return KAMM_OK;
    return result ? result : kamm_sweep_compare(out, &there, first, plan, 0, error);
}

static kamm_result write_out(const char *out, const sweep_plan *plan, sweep_records *records,
                             kamm_sweep_state *state, kamm_error *error)
{
    kamm_result result = kamm_make_folders(out, error);
    if (result) return result;
    FILE *lock_file = kamm_lock_folder(out, error);
    if (!lock_file) return KAMM_ERROR_FILE;
    result = kamm_sweep_read_journal(out, plan, plan, records, error);
    if (!result) result = kamm_sweep_write_manifest(out, plan, error);
    if (!result) result = kamm_sweep_rewrite_journal(out, plan, records, error);
    if (!result) result = kamm_sweep_conclude(out, plan, records, state, error);
    fclose(lock_file);
    return result;
}

kamm_result kamm_merge_sweeps(const char *const *folders, int count, const char *out,
                              kamm_sweep_state *state, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, folders && count > 0 && out && state, KAMM_ERROR_MISUSE);
    sweep_plan plan;
    sweep_records records = {0};
    *state = (kamm_sweep_state){0};
    kamm_result result = kamm_sweep_read_manifest(folders[0], &plan, error);
    if (result) return result;
    plan.shard = plan.shard_count = 1;
    result = kamm_sweep_plan_draw(&plan, error);
    if (!result) result = kamm_sweep_create_records(&plan, &records, error);
    for (int i = 0; i < count && !result; ++i)
        result = add_folder(folders[i], folders[0], &plan, &records, error);
    if (!result) result = check_out(out, folders[0], &plan, error);
    if (!result) result = write_out(out, &plan, &records, state, error);
    kamm_sweep_clear_records(&records);
    kamm_sweep_plan_clear(&plan);
    return result;
}
