/* Figures of road tests to fit to, from a JSON file. */
#include <math.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/error.h"
#include "fields/fields.h"
#include "io/json_file.h"
#include "lab/car_fit.h"

static const double usual_spread = 0.02; /* of the value, where the file gives none */

struct fit_series *kamm_fit_add_series(struct car_fit *fit)
{
    if (fit->series_count == fit->series_room) {
        int room = fit->series_room ? 2 * fit->series_room : 32;
        struct fit_series *series = kamm_enlarge(
            fit->series, (size_t)fit->series_count * sizeof *series, (size_t)room * sizeof *series);
        if (!series) return NULL;
        fit->series = series;
        fit->series_room = room;
    }
    struct fit_series *series = &fit->series[fit->series_count++];
    *series = (struct fit_series){.wheel = -1, .offset = -1, .scale = -1, .delay = -1};
    return series;
}

struct figure_file {
    struct car_fit *fit;
    int source;
    const char *path;
};

static kamm_result fail_at(const struct figure_file *file, const char *name, const char *what)
{
    return kamm_fail(file->fit->error, KAMM_ERROR_FORMAT, name, "%s: %s: %s", file->path, name,
                     what);
}

static void suggest_figures(kamm_nearest *nearest, const kamm_road_test *test)
{
    char name[KAMM_NAME_TEXT];
    for (int i = 0; i < test->figure_count; ++i) {
        snprintf(name, sizeof name, "%s.%s", test->name, test->figures[i].name);
        kamm_suggest_name(nearest, name);
    }
}

static kamm_result fail_unknown(const struct figure_file *file, const char *name)
{
    kamm_nearest nearest = kamm_start_nearest(name, strlen(name));
    for (int i = 0; i < kamm_road_test_count(); ++i)
        suggest_figures(&nearest, kamm_road_test_at(i));
    for (int i = 0; i < kamm_two_wheeler_test_count(); ++i)
        suggest_figures(&nearest, kamm_two_wheeler_test_at(i));
    return kamm_fail(file->fit->error, KAMM_ERROR_UNKNOWN, name,
                     "%s: %s: there is no such figure of a road test%s%s", file->path, name,
                     *nearest.best ? "; did you mean " : "", nearest.best);
}

/* "TEST.FIGURE" */
static kamm_result find_figure(const struct figure_file *file, const char *name,
                               const kamm_road_test **test, int *figure)
{
    char head[64];
    const char *dot = strchr(name, '.');
    if (!dot || (size_t)(dot - name) >= sizeof head) return fail_unknown(file, name);
    snprintf(head, sizeof head, "%.*s", (int)(dot - name), name);
    *test = kamm_find_road_test(head);
    for (*figure = 0; *test && *figure < (*test)->figure_count; ++*figure)
        if (strcmp((*test)->figures[*figure].name, dot + 1) == 0) return KAMM_OK;
    return fail_unknown(file, name);
}

static kamm_result check_keys(const struct figure_file *file, const cJSON *json)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, json)
    {
        static const char *const keys[] = {"value", "unit", "spread", "source"};
        int is_known = 0;
        for (int i = 0; i < 4; ++i) is_known |= strcmp(item->string, keys[i]) == 0;
        if (!is_known)
            return kamm_fail(
                file->fit->error, KAMM_ERROR_UNKNOWN, json->string,
                "%s: %s: unknown name \"%.60s\"; there are value, unit, spread, source", file->path,
                json->string, item->string);
    }
    return KAMM_OK;
}

static kamm_result read_numbers(const struct figure_file *file, const cJSON *json, const char *unit,
                                double *value, double *spread)
{
    const cJSON *number = json, *own_spread = NULL, *own_unit = NULL;
    if (cJSON_IsObject(json)) {
        kamm_result result = check_keys(file, json);
        if (result) return result;
        number = cJSON_GetObjectItemCaseSensitive(json, "value");
        own_spread = cJSON_GetObjectItemCaseSensitive(json, "spread");
        own_unit = cJSON_GetObjectItemCaseSensitive(json, "unit");
    }
    if (!cJSON_IsNumber(number) || !isfinite(number->valuedouble))
        return fail_at(file, json->string,
                       "a number is wanted, or {\"value\": a number, \"spread\": a number}");
    *value = number->valuedouble;
    *spread = usual_spread * fabs(*value);
    if (own_spread && !(cJSON_IsNumber(own_spread) && own_spread->valuedouble > 0))
        return fail_at(file, json->string, "spread: a number above 0 is wanted");
    if (own_spread) *spread = own_spread->valuedouble;
    if (!(*spread > 0)) return fail_at(file, json->string, "a value of 0 needs a spread");
    if (own_unit && (!cJSON_IsString(own_unit) || strcmp(own_unit->valuestring, unit) != 0))
        return kamm_fail(file->fit->error, KAMM_ERROR_FORMAT, json->string,
                         "%s: %s: unit: \"%s\" is wanted", file->path, json->string, unit);
    return KAMM_OK;
}

static kamm_result add_figure(const struct figure_file *file, const cJSON *json, int figure,
                              const kamm_road_test *test)
{
    struct car_fit *fit = file->fit;
    const kamm_fit_source *source = &fit->def->sources[file->source];
    struct fit_series *series = kamm_fit_add_series(fit);
    double *measured = kamm_allocate(sizeof *measured);
    if (!series || !measured) {
        kamm_release(measured);
        return kamm_fail(fit->error, KAMM_ERROR_MEMORY, "", "fit: out of memory");
    }
    series->measured = measured; /* released with the fit, as told.is_figure says */
    series->told.is_figure = 1;
    snprintf(series->told.name, sizeof series->told.name, "%s", json->string);
    snprintf(series->told.unit, sizeof series->told.unit, "%s", test->figures[figure].unit);
    series->told.source = file->source;
    series->told.is_check = source->is_check;
    series->told.rows = 1;
    series->figure = figure;
    series->noise_is_given = 1;
    series->weight = source->weight > 0 ? source->weight : 1;
    kamm_result result = read_numbers(file, json, series->told.unit, measured, &series->noise);
    series->told.measured = *measured;
    series->size = fmax(fabs(*measured), series->noise);
    return result;
}

/* The figures of one test, which are one run. */
static kamm_result add_test(const struct figure_file *file, const cJSON *root,
                            const kamm_road_test *test)
{
    struct car_fit *fit = file->fit;
    const cJSON *item;
    kamm_result result = KAMM_OK;
    if (fit->run_count == FIT_RUNS)
        return kamm_fail(fit->error, KAMM_ERROR_RANGE, file->path,
                         "%s: logs and road tests are more than %d", file->path, FIT_RUNS);
    struct fit_run *run = &fit->runs[fit->run_count++];
    *run = (struct fit_run){.test = test,
                            .source = file->source,
                            .is_check = fit->def->sources[file->source].is_check,
                            .first_series = fit->series_count};
    cJSON_ArrayForEach(item, root)
    {
        const kamm_road_test *own;
        int figure;
        result = find_figure(file, item->string, &own, &figure);
        if (!result && own == test) result = add_figure(file, item, figure, test);
        if (result) return result;
    }
    run->series_count = fit->series_count - run->first_series;
    return KAMM_OK;
}

static int has_run(const struct car_fit *fit, int source, const kamm_road_test *test)
{
    for (int i = 0; i < fit->run_count; ++i)
        if (fit->runs[i].source == source && fit->runs[i].test == test) return 1;
    return 0;
}

static kamm_result read_all(const struct figure_file *file, const cJSON *root)
{
    const cJSON *item;
    if (!cJSON_IsObject(root) || !root->child)
        return kamm_fail(file->fit->error, KAMM_ERROR_FORMAT, file->path,
                         "%s: {\"TEST.FIGURE\": a number, …} is wanted", file->path);
    cJSON_ArrayForEach(item, root)
    {
        const kamm_road_test *test;
        int figure;
        kamm_result result = find_figure(file, item->string, &test, &figure);
        if (!result && cJSON_GetObjectItemCaseSensitive(root, item->string) != item)
            result = fail_at(file, item->string, "given twice");
        if (!result && !has_run(file->fit, file->source, test)) result = add_test(file, root, test);
        if (result) return result;
    }
    return KAMM_OK;
}

kamm_result kamm_fit_read_figures(struct car_fit *fit, int source)
{
    const struct figure_file file = {fit, source, fit->def->sources[source].path};
    cJSON *root = kamm_load_json(file.path, fit->error);
    if (!root) return fit->error ? fit->error->code : KAMM_ERROR_FILE;
    kamm_result result = read_all(&file, root);
    cJSON_Delete(root);
    return result;
}
