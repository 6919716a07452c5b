/* Finished runs of a sweep, as lines that are only appended. Each ends with a hash of itself. So a
 * line that was cut off, or that a disk has lost, is recognised, and its run is driven again.
 *
 *     12 3.81 nan 40.2 #0f3a…          run 12 and its figures
 *     13 nan nan nan !why #77c1…       there are none, and why */
#include "lab/sweep.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "fields/fields.h"

enum { HASH_DIGITS = 16, LINE_BYTES = 2048 };

kamm_result kamm_sweep_create_records(const sweep_plan *plan, sweep_records *records,
                                      kamm_error *error)
{
    *records = (sweep_records){.count = kamm_sweep_shard_runs(plan)};
    records->all = kamm_allocate_array((size_t)records->count, sizeof *records->all);
    if (records->all) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_MEMORY, "", "sweep: out of memory for %d runs",
                     (int)records->count);
}

void kamm_sweep_clear_records(sweep_records *records)
{
    for (int32_t i = 0; records->all && i < records->count; ++i)
        kamm_release(records->all[i].failure);
    kamm_release(records->all);
    records->all = NULL;
}

/* -- Writing -- */
/* FNV-1a, byte by byte. */
static uint64_t hash_bytes(const char *bytes, size_t count)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < count; ++i) hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    return hash;
}

static int write_line(FILE *journal, const sweep_plan *plan, int32_t run,
                      const sweep_record *record)
{
    char line[LINE_BYTES], number[KAMM_NUMBER_TEXT];
    int length = snprintf(line, sizeof line, "%d", (int)run);
    for (int i = 0; i < plan->figure_count; ++i) {
        double value = record->figures[i];
        length += snprintf(line + length, sizeof line - (size_t)length, " %s",
                           isfinite(value) ? kamm_format_number(number, value) : "nan");
    }
    if (record->failure)
        length += snprintf(line + length, sizeof line - (size_t)length, " !%s", record->failure);
    return fprintf(journal, "%s #%0*llx\n", line, HASH_DIGITS,
                   (unsigned long long)hash_bytes(line, (size_t)length)) > 0;
}

int kamm_sweep_append(FILE *journal, const sweep_plan *plan, int32_t run,
                      const sweep_record *record)
{
    return write_line(journal, plan, run, record) && fflush(journal) == 0;
}

kamm_result kamm_sweep_rewrite_journal(const char *folder, const sweep_plan *plan,
                                       const sweep_records *records, kamm_error *error)
{
    kamm_safe_file file;
    kamm_result result = kamm_begin_file(&file, folder, KAMM_SWEEP_JOURNAL, error);
    if (result) return result;
    for (int32_t i = 0; i < records->count; ++i)
        if (records->all[i].is_done)
            write_line(file.file, plan, kamm_sweep_run_of(plan, i), &records->all[i]);
    return kamm_end_file(&file, error);
}

/* -- Reading -- */
/* Cuts the hash off; 0 if it is not the line's. */
static int is_whole(char *line)
{
    size_t length = strlen(line);
    if (length < HASH_DIGITS + 3 || line[length - 1] != '\n') return 0;
    char *end = line + length - 1 - HASH_DIGITS, *last;
    if (end[-1] != '#' || end[-2] != ' ') return 0;
    unsigned long long told = strtoull(end, &last, 16);
    end[-2] = 0;
    return *last == '\n' && told == hash_bytes(line, (size_t)(end - 2 - line));
}

/* 0: the line has something else than what this sweep writes. */
static int read_record(char *line, const sweep_plan *plan, int32_t *run, sweep_record *record)
{
    char *failure = strstr(line, " !"), *at;
    *record = (sweep_record){.is_done = 1};
    if (failure) *failure = 0, failure += 2;
    long number = strtol(line, &at, 10);
    if (at == line || number < 0 || number >= plan->run_count) return 0;
    *run = (int32_t)number;
    for (int i = 0; i < plan->figure_count; ++i) {
        char *next = *at == ' ' ? strchr(at + 1, ' ') : NULL, *start = at + 1;
        if (*at != ' ') return 0;
        at = next ? next : at + strlen(at);
        char kept = *at;
        *at = 0;
        int is_number = kamm_parse_number(start, &record->figures[i]);
        if (!is_number && strcmp(start, "nan") == 0) record->figures[i] = NAN, is_number = 1;
        *at = kept;
        if (!is_number) return 0;
    }
    record->failure = failure;
    return !*at && *run % plan->shard_count == plan->shard - 1;
}

static int is_same(const sweep_plan *plan, const sweep_record *a, const sweep_record *b)
{
    if (!a->failure != !b->failure) return 0;
    for (int i = 0; i < plan->figure_count; ++i)
        if (!(a->figures[i] == b->figures[i] || (isnan(a->figures[i]) && isnan(b->figures[i]))))
            return 0;
    return 1;
}

int kamm_sweep_take(sweep_records *records, int32_t slot, const sweep_record *found)
{
    char *failure = NULL;
    if (found->failure) {
        failure = kamm_allocate(KAMM_SWEEP_FAILURE);
        if (!failure) return 0;
        snprintf(failure, KAMM_SWEEP_FAILURE, "%s", found->failure);
        for (char *c = failure; *c; ++c)
            if ((unsigned char)*c < 32) *c = ' ';
    }
    records->all[slot] = *found;
    records->all[slot].failure = failure;
    ++records->done;
    records->failed += failure != NULL;
    return 1;
}

static kamm_result keep(const char *folder, const sweep_plan *plan, int32_t run,
                        const sweep_record *found, sweep_records *records, kamm_error *error)
{
    if (run % plan->shard_count != plan->shard - 1) return KAMM_OK;
    const sweep_record *record = &records->all[run / plan->shard_count];
    if (record->is_done && is_same(plan, record, found)) return KAMM_OK;
    if (record->is_done)
        return kamm_fail(
            error, KAMM_ERROR_FORMAT, "",
            "%.300s/%s: run %d has other figures than elsewhere in this sweep; was it driven "
            "with another car, world or library?",
            folder, KAMM_SWEEP_JOURNAL, (int)run);
    if (kamm_sweep_take(records, run / plan->shard_count, found)) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_MEMORY, "", "sweep: out of memory");
}

kamm_result kamm_sweep_read_journal(const char *folder, const sweep_plan *folder_plan,
                                    const sweep_plan *plan, sweep_records *records,
                                    kamm_error *error)
{
    char path[KAMM_SAFE_PATH], line[LINE_BYTES + HASH_DIGITS + 8];
    kamm_result result = kamm_path_in(path, folder, KAMM_SWEEP_JOURNAL, error);
    if (result) return result;
    FILE *file = fopen(path, "rb");
    if (!file && errno == ENOENT) return KAMM_OK;
    if (!file) return kamm_fail_path(error, path, "can't be read");
    while (!result && fgets(line, sizeof line, file)) {
        int32_t run;
        sweep_record record;
        if (is_whole(line) && read_record(line, folder_plan, &run, &record))
            result = keep(folder, plan, run, &record, records, error);
        else
            ++records->damaged;
    }
    if (!result && ferror(file)) result = kamm_fail_path(error, path, "can't be read");
    fclose(file);
    return result;
}
