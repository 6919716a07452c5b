/* A fit's result as JSON. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "io/json_writer.h"
#include <kamm/io/fit.h>

static void write_estimate(kamm_json_writer *json, const kamm_fit_estimate *estimate)
{
    const kamm_fit_parameter *p = &estimate->parameter;
    kamm_json_open(json, NULL, '{');
    kamm_json_text(json, "path", p->path);
    kamm_json_text(json, "verdict", kamm_fit_verdict_word(estimate->verdict));
    kamm_json_number(json, "start", estimate->start);
    kamm_json_number(json, "value", estimate->value);
    kamm_json_number(json, "error", estimate->error);
    kamm_json_number(json, "low95", estimate->low95);
    kamm_json_number(json, "high95", estimate->high95);
    kamm_json_number(json, "low", p->low);
    kamm_json_number(json, "high", p->high);
    if (p->spread > 0) {
        kamm_json_number(json, "prior", p->prior);
        kamm_json_number(json, "spread", p->spread);
    }
    kamm_json_close(json, '}');
}

static void write_series(kamm_json_writer *json, const kamm_fit_def *def,
                         const kamm_fit_series *series)
{
    kamm_json_open(json, NULL, '{');
    kamm_json_text(json, "source", def->sources[series->source].path);
    kamm_json_text(json, "name", series->name);
    kamm_json_text(json, "unit", series->unit);
    kamm_json_flag(json, "held_out", series->is_check);
    kamm_json_number(json, "rows", series->rows);
    if (series->is_figure) {
        kamm_json_number(json, "measured", series->measured);
        kamm_json_number(json, "before", series->before);
        kamm_json_number(json, "after", series->after);
    }
    kamm_json_number(json, "rms_before", series->rms_before);
    kamm_json_number(json, "rms", series->rms);
    kamm_json_number(json, "noise", series->noise);
    kamm_json_number(json, "autocorrelation", series->autocorrelation);
    kamm_json_number(json, "effective_rows", series->effective_rows);
    kamm_json_close(json, '}');
}

static void write_matrix(kamm_json_writer *json, const char *key,
                         const double (*matrix)[KAMM_MAX_FIT_PARAMETERS], int count)
{
    kamm_json_open(json, key, '[');
    for (int i = 0; i < count; ++i) kamm_json_numbers(json, NULL, matrix[i], count);
    kamm_json_close(json, ']');
}

kamm_result kamm_write_fit(FILE *out, const kamm_fit_def *def, const kamm_fit_result *result,
                           kamm_error *error)
{
    KAMM_REQUIRE_WITH(error, out && def && result, KAMM_ERROR_MISUSE);
    kamm_json_writer json = {.out = out};
    kamm_json_open(&json, NULL, '{');
    kamm_json_open_rows(&json, "parameters", '[');
    for (int i = 0; i < result->parameter_count; ++i) write_estimate(&json, &result->parameters[i]);
    kamm_json_close(&json, ']');
    write_matrix(&json, "covariance", result->covariance, result->parameter_count);
    write_matrix(&json, "correlation", result->correlation, result->parameter_count);
    kamm_json_open_rows(&json, "series", '[');
    for (int i = 0; i < result->series_count; ++i) write_series(&json, def, &result->series[i]);
    kamm_json_close(&json, ']');
    kamm_json_number(&json, "cost_before", result->cost_before);
    kamm_json_number(&json, "cost", result->cost);
    kamm_json_number(&json, "evaluations", result->evaluations);
    kamm_json_number(&json, "iterations", result->iterations);
    kamm_json_flag(&json, "has_converged", result->has_converged);
    kamm_json_close(&json, '}');
    fputc('\n', out);
    if (fflush(out) == 0 && !ferror(out)) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FILE, "", "the fit can't be written: %s", strerror(errno));
}
