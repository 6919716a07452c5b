/* Results of a sweep: a row for each run, as CSV and for NumPy, and each figure over all runs. */
#include "lab/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "fields/fields.h"

/* -- Rows -- */
static void write_number(FILE *out, double value)
{
    char text[KAMM_NUMBER_TEXT];
    fprintf(out, ",%s", isfinite(value) ? kamm_format_number(text, value) : "");
}

/* In quotes, and without commas, as not all who read CSV know what quotes are for. */
static void write_failure(FILE *out, const char *failure)
{
    fputc(',', out);
    if (!failure) return;
    fputc('"', out);
    for (; *failure; ++failure)
        fputc(*failure == '"' ? '\'' : *failure == ',' ? ';' : *failure, out);
    fputc('"', out);
}

static kamm_result write_csv(const char *folder, const sweep_plan *plan,
                             const sweep_records *records, kamm_error *error)
{
    kamm_safe_file file;
    double values[KAMM_MAX_SWEEP_AXES];
    kamm_result result = kamm_begin_file(&file, folder, "runs.csv", error);
    if (result) return result;
    fputs("run", file.file);
    for (int i = 0; i < plan->axis_count; ++i) fprintf(file.file, ",%s", plan->axes[i].path);
    for (int i = 0; i < plan->figure_count; ++i) fprintf(file.file, ",%s", plan->figures[i]);
    fputs(",failure\n", file.file);
    for (int32_t slot = 0; slot < records->count; ++slot) {
        const sweep_record *record = &records->all[slot];
        int32_t run = kamm_sweep_run_of(plan, slot);
        kamm_sweep_values(plan, run, values);
        fprintf(file.file, "%d", (int)run);
        for (int i = 0; i < plan->axis_count; ++i) write_number(file.file, values[i]);
        for (int i = 0; i < plan->figure_count; ++i) write_number(file.file, record->figures[i]);
        write_failure(file.file, record->failure);
        fputc('\n', file.file);
    }
    return kamm_end_file(&file, error);
}

/* -- NumPy: format 1.0, an array of records with a name for each field -- */
static void write_word(FILE *out, uint64_t word)
{
    for (int i = 0; i < 8; ++i) fputc((int)(word >> 8 * i & 255), out);
}

static void write_double(FILE *out, double value)
{
    uint64_t bits = 0x7ff8000000000000u; /* what is no number has the same bits everywhere */
    if (!isnan(value)) memcpy(&bits, &value, sizeof bits);
    write_word(out, bits);
}

enum { HEADER_BYTES = 8192, HEADER_UNIT = 64, MAGIC_BYTES = 10 };

/* The description, with spaces up to a whole number of units and a final newline. */
static int describe_npy(const sweep_plan *plan, int32_t rows, char text[HEADER_BYTES])
{
    int length = snprintf(text, HEADER_BYTES, "{'descr': [('run', '<i8')");
    for (int i = 0; i < plan->axis_count; ++i)
        length += snprintf(text + length, (size_t)(HEADER_BYTES - length), ", ('%s', '<f8')",
                           plan->axes[i].path);
    for (int i = 0; i < plan->figure_count; ++i)
        length += snprintf(text + length, (size_t)(HEADER_BYTES - length), ", ('%s', '<f8')",
                           plan->figures[i]);
    length += snprintf(text + length, (size_t)(HEADER_BYTES - length),
                       "], 'fortran_order': False, 'shape': (%d,), }", (int)rows);
    while ((MAGIC_BYTES + length + 1) % HEADER_UNIT) text[length++] = ' ';
    text[length++] = '\n';
    return length;
}

static kamm_result write_npy(const char *folder, const sweep_plan *plan,
                             const sweep_records *records, kamm_error *error)
{
    kamm_safe_file file;
    char text[HEADER_BYTES];
    double values[KAMM_MAX_SWEEP_AXES];
    kamm_result result = kamm_begin_file(&file, folder, "runs.npy", error);
    if (result) return result;
    int length = describe_npy(plan, records->count, text);
    fwrite("\x93NUMPY\x01\x00", 1, 8, file.file);
    fputc(length & 255, file.file);
    fputc(length >> 8, file.file);
    fwrite(text, 1, (size_t)length, file.file);
    for (int32_t slot = 0; slot < records->count; ++slot) {
        int32_t run = kamm_sweep_run_of(plan, slot);
        kamm_sweep_values(plan, run, values);
        write_word(file.file, (uint64_t)run);
        for (int i = 0; i < plan->axis_count; ++i) write_double(file.file, values[i]);
        for (int i = 0; i < plan->figure_count; ++i)
            write_double(file.file, records->all[slot].figures[i]);
    }
    return kamm_end_file(&file, error);
}

/* -- Each figure over all runs -- */
static void reduce(const sweep_records *records, int figure, kamm_sweep_figure *result)
{
    double sum = 0, squares = 0;
    result->min = INFINITY, result->max = -INFINITY;
    for (int32_t i = 0; i < records->count; ++i) {
        double value = records->all[i].figures[figure];
        if (!isfinite(value)) continue;
        ++result->measured;
        sum += value;
        result->min = fmin(result->min, value), result->max = fmax(result->max, value);
    }
    if (!result->measured) result->min = result->max = NAN;
    result->mean = result->measured ? sum / result->measured : NAN;
    for (int32_t i = 0; i < records->count; ++i) {
        double away = records->all[i].figures[figure] - result->mean;
        if (isfinite(away)) squares += away * away;
    }
    result->deviation = result->measured > 1 ? sqrt(squares / (result->measured - 1)) : NAN;
}

static kamm_result write_figures(const char *folder, const kamm_sweep_state *state,
                                 kamm_error *error)
{
    kamm_safe_file file;
    kamm_result result = kamm_begin_file(&file, folder, "figures.csv", error);
    if (result) return result;
    fputs("figure,unit,measured,min,mean,max,standard_deviation\n", file.file);
    for (int i = 0; i < state->figure_count; ++i) {
        const kamm_sweep_figure *figure = &state->figures[i];
        fprintf(file.file, "%s,%s,%d", figure->name, figure->unit, (int)figure->measured);
        write_number(file.file, figure->min);
        write_number(file.file, figure->mean);
        write_number(file.file, figure->max);
        write_number(file.file, figure->deviation);
        fputc('\n', file.file);
    }
    return kamm_end_file(&file, error);
}

/* -- What is left -- */
/* Names the runs that are not done, neighbours as one. */
static void list_missing(const sweep_plan *plan, const sweep_records *records, char *text,
                         size_t size)
{
    size_t length = 0;
    for (int32_t i = 0; i < records->count; ++i) {
        int32_t first = i;
        if (records->all[i].is_done) continue;
        while (i + 1 < records->count && !records->all[i + 1].is_done) ++i;
        if (length + 40 > size) {
            snprintf(text + length, size - length, " and others");
            return;
        }
        length += (size_t)snprintf(text + length, size - length, "%s%d", length ? ", " : "",
                                   (int)kamm_sweep_run_of(plan, first));
        if (i > first)
            length += (size_t)snprintf(text + length, size - length, "-%d",
                                       (int)kamm_sweep_run_of(plan, i));
    }
}

kamm_result kamm_sweep_conclude(const char *folder, const sweep_plan *plan,
                                const sweep_records *records, kamm_sweep_state *state,
                                kamm_error *error)
{
    state->runs = records->count;
    state->done = records->done;
    state->failed = records->failed;
    state->damaged = records->damaged;
    state->missing[0] = 0;
    list_missing(plan, records, state->missing, sizeof state->missing);
    if (records->done < records->count) return KAMM_OK;
    state->figure_count = plan->figure_count;
    for (int i = 0; i < plan->figure_count; ++i) {
        kamm_sweep_figure *figure = &state->figures[i];
        *figure = (kamm_sweep_figure){0};
        memcpy(figure->name, plan->figures[i], sizeof figure->name);
        memcpy(figure->unit, plan->units[i], sizeof figure->unit);
        reduce(records, i, figure);
    }
    kamm_result result = kamm_sweep_rewrite_journal(folder, plan, records, error);
    if (!result) result = write_csv(folder, plan, records, error);
    if (!result) result = write_npy(folder, plan, records, error);
    return result ? result : write_figures(folder, state, error);
}
