/* Description of a sweep as the file manifest.json of its folder. It identifies the shards that
 * belong together. */
#include "lab/sweep.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "fields/fields.h"
#include "io/json_file.h"
#include "io/json_writer.h"

#define MANIFEST "manifest.json"
static const double format_version = 1;
static const size_t max_bytes = 1 << 20;

/* -- The car -- */
static uint64_t hash_table(uint64_t hash, const kamm_field_table *table, const void *object);

static uint64_t hash_values(uint64_t hash, const double *values, int32_t count)
{
    return hash_doubles(hash_words(hash, &count, 1), values, (size_t)count);
}

static uint64_t hash_curve(uint64_t hash, const kamm_curve *curve)
{
    return hash_values(hash_values(hash, curve->x, curve->count), curve->y, curve->count);
}

static uint64_t hash_list(uint64_t hash, const kamm_field *field, const char *items, int32_t count)
{
    hash = hash_words(hash, &count, 1);
    for (int32_t i = 0; i < count; ++i)
        hash = hash_table(hash, field->table, items + (size_t)i * field->item_size);
    return hash;
}

static uint64_t hash_field(uint64_t hash, const kamm_field *field, const void *object)
{
    const void *at = kamm_value_of(field, object);
    switch (field->kind) {
    case KAMM_FIELD_NUMBER: return hash_values(hash, at, 1);
    case KAMM_FIELD_CHOICE:
    case KAMM_FIELD_FLAG: return hash_words(hash, at, 1);
    case KAMM_FIELD_NUMBERS: return hash_values(hash, at, *kamm_count_of(field, object));
    case KAMM_FIELD_CURVE: return hash_curve(hash, at);
    case KAMM_FIELD_GROUP: return hash_table(hash, field->table, at);
    case KAMM_FIELD_LIST: return hash_list(hash, field, at, *kamm_count_of(field, object));
    case KAMM_FIELD_TEXT: break;
    }
    return hash;
}

static uint64_t hash_table(uint64_t hash, const kamm_field_table *table, const void *object)
{
    for (int i = 0; i < table->count; ++i) hash = hash_field(hash, &table->fields[i], object);
    return hash;
}

uint64_t kamm_sweep_def_hash(const kamm_vehicle_def *def)
{
    return hash_table(HASH_START, kamm_vehicle_table(), def);
}

/* -- Writing -- */
static void write_axes(kamm_json_writer *writer, const sweep_plan *plan)
{
    kamm_json_open_rows(writer, "vary", '[');
    for (int i = 0; i < plan->axis_count; ++i) {
        kamm_json_open(writer, NULL, '{');
        kamm_json_text(writer, "path", plan->axes[i].path);
        kamm_json_number(writer, "from", plan->axes[i].from);
        kamm_json_number(writer, "to", plan->axes[i].to);
        kamm_json_number(writer, "count", plan->axes[i].count);
        if (plan->axes[i].is_list)
            kamm_json_numbers(writer, "values", plan->axes[i].list, (int)plan->axes[i].count);
        kamm_json_close(writer, '}');
    }
    kamm_json_close(writer, ']');
}

static void write_figures(kamm_json_writer *writer, const sweep_plan *plan)
{
    kamm_json_open_rows(writer, "figures", '[');
    for (int i = 0; i < plan->figure_count; ++i) {
        kamm_json_open(writer, NULL, '{');
        kamm_json_text(writer, "name", plan->figures[i]);
        kamm_json_text(writer, "unit", plan->units[i]);
        kamm_json_close(writer, '}');
    }
    kamm_json_close(writer, ']');
}

static void write_plan(FILE *out, const sweep_plan *plan)
{
    kamm_json_writer writer = {.out = out};
    kamm_json_open(&writer, NULL, '{');
    kamm_json_number(&writer, "kamm_sweep", format_version);
    kamm_json_text(&writer, "kamm", plan->version);
    kamm_json_text(&writer, "test", plan->test);
    if (*plan->scenario_hash) kamm_json_text(&writer, "scenario_hash", plan->scenario_hash);
    kamm_json_text(&writer, "car", plan->car);
    kamm_json_text(&writer, "car_hash", plan->car_hash);
    kamm_json_text(&writer, "rung", plan->rung);
    kamm_json_text(&writer, "surface", plan->surface);
    kamm_json_text(&writer, "world", plan->world);
    write_axes(&writer, plan);
    write_figures(&writer, plan);
    kamm_json_number(&writer, "samples", plan->sample_count);
    kamm_json_number(&writer, "seed", plan->seed);
    kamm_json_number(&writer, "runs", plan->run_count);
    kamm_json_number(&writer, "shard", plan->shard);
    kamm_json_number(&writer, "shards", plan->shard_count);
    kamm_json_close(&writer, '}');
}

kamm_result kamm_sweep_write_manifest(const char *folder, const sweep_plan *plan, kamm_error *error)
{
    kamm_safe_file file;
    kamm_result result = kamm_begin_file(&file, folder, MANIFEST, error);
    if (result) return result;
    write_plan(file.file, plan);
    return kamm_end_file(&file, error);
}

/* -- Reading -- */
typedef struct manifest_reader {
    char path[KAMM_SAFE_PATH];
    kamm_result result; /* of the first key that is wrong */
    kamm_error *error;
} manifest_reader;

static void fail_key(manifest_reader *reader, const char *key)
{
    if (reader->result) return;
    reader->result = kamm_fail(reader->error, KAMM_ERROR_FORMAT, key,
                               "%.300s: %s is missing or wrong; that is no manifest of a sweep",
                               reader->path, key);
}

static void read_text(manifest_reader *reader, const cJSON *json, const char *key, char *text,
                      size_t size)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, key);
    if (cJSON_IsString(item) && strlen(item->valuestring) < size)
        strcpy(text, item->valuestring);
    else
        fail_key(reader, key);
}

static double read_number(manifest_reader *reader, const cJSON *json, const char *key, double min,
                          double max)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, key);
    if (cJSON_IsNumber(item) && item->valuedouble >= min && item->valuedouble <= max)
        return item->valuedouble;
    fail_key(reader, key);
    return min;
}

static int32_t read_count(manifest_reader *reader, const cJSON *json, const char *key, int32_t min,
                          int32_t max)
{
    double value = read_number(reader, json, key, min, max);
    if (value != floor(value)) fail_key(reader, key);
    return (int32_t)value;
}

static void read_list(manifest_reader *reader, const cJSON *list, kamm_sweep_axis *axis)
{
    const cJSON *item;
    int at = 0;
    axis->is_list = 1;
    if (axis->count > KAMM_MAX_SWEEP_VALUES || cJSON_GetArraySize(list) != axis->count)
        fail_key(reader, "values");
    cJSON_ArrayForEach(item, list)
    {
        if (reader->result) return;
        if (!cJSON_IsNumber(item)) fail_key(reader, "values");
        axis->list[at++] = item->valuedouble;
    }
}

static void read_axes(manifest_reader *reader, const cJSON *json, sweep_plan *plan)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, "vary"), *item;
    int count = cJSON_GetArraySize(list);
    if (count < 1 || count > KAMM_MAX_SWEEP_AXES) {
        fail_key(reader, "vary");
        return;
    }
    cJSON_ArrayForEach(item, list)
    {
        kamm_sweep_axis *axis = &plan->axes[plan->axis_count++];
        read_text(reader, item, "path", axis->path, sizeof axis->path);
        axis->from = read_number(reader, item, "from", -INFINITY, INFINITY);
        axis->to = read_number(reader, item, "to", -INFINITY, INFINITY);
        axis->count =
            read_count(reader, item, "count", plan->sample_count ? 0 : 1, KAMM_MAX_SWEEP_RUNS);
        const cJSON *values = cJSON_GetObjectItemCaseSensitive(item, "values");
        if (values) read_list(reader, values, axis);
    }
}

static void read_figures(manifest_reader *reader, const cJSON *json, sweep_plan *plan)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, "figures"), *item;
    int count = cJSON_GetArraySize(list);
    if (count < 1 || count > KAMM_MAX_FIGURES) {
        fail_key(reader, "figures");
        return;
    }
    cJSON_ArrayForEach(item, list)
    {
        int i = plan->figure_count++;
        read_text(reader, item, "name", plan->figures[i], sizeof plan->figures[i]);
        read_text(reader, item, "unit", plan->units[i], sizeof plan->units[i]);
    }
}

static void check_counts(manifest_reader *reader, const sweep_plan *plan)
{
    double product = 1;
    for (int i = 0; i < plan->axis_count; ++i) product *= plan->axes[i].count;
    if (plan->run_count != (plan->sample_count ? plan->sample_count : product))
        fail_key(reader, "runs");
    if (plan->shard > plan->shard_count) fail_key(reader, "shard");
}

static void read_plan(manifest_reader *reader, const cJSON *json, sweep_plan *plan)
{
    read_number(reader, json, "kamm_sweep", format_version, format_version);
    read_text(reader, json, "kamm", plan->version, sizeof plan->version);
    read_text(reader, json, "test", plan->test, sizeof plan->test);
    if (cJSON_HasObjectItem(json, "scenario_hash"))
        read_text(reader, json, "scenario_hash", plan->scenario_hash, sizeof plan->scenario_hash);
    read_text(reader, json, "car", plan->car, sizeof plan->car);
    read_text(reader, json, "car_hash", plan->car_hash, sizeof plan->car_hash);
    read_text(reader, json, "rung", plan->rung, sizeof plan->rung);
    read_text(reader, json, "surface", plan->surface, sizeof plan->surface);
    read_text(reader, json, "world", plan->world, sizeof plan->world);
    plan->sample_count = read_count(reader, json, "samples", 0, KAMM_MAX_SWEEP_RUNS);
    plan->seed = (uint32_t)read_number(reader, json, "seed", 0, UINT32_MAX);
    plan->run_count = read_count(reader, json, "runs", 1, KAMM_MAX_SWEEP_RUNS);
    plan->shard = read_count(reader, json, "shard", 1, KAMM_MAX_SWEEP_RUNS);
    plan->shard_count = read_count(reader, json, "shards", 1, plan->run_count);
    read_axes(reader, json, plan);
    read_figures(reader, json, plan);
    if (!reader->result) check_counts(reader, plan);
}

kamm_result kamm_sweep_read_manifest(const char *folder, sweep_plan *plan, kamm_error *error)
{
    kamm_error own;
    if (!error) error = &own;
    manifest_reader reader = {.error = error};
    *plan = (sweep_plan){0};
    kamm_result result = kamm_path_in(reader.path, folder, MANIFEST, error);
    if (result) return result;
    FILE *file = fopen(reader.path, "rb");
    if (!file && (errno == ENOENT || errno == ENOTDIR))
        return kamm_fail(error, KAMM_ERROR_MISSING, "", "%.300s: there is no sweep: no %s", folder,
                         MANIFEST);
    if (!file) return kamm_fail_path(error, reader.path, "can't be read");
    fclose(file);
    cJSON *json = kamm_load_large_json(reader.path, max_bytes, error);
    if (!json) return error->code;
    read_plan(&reader, json, plan);
    cJSON_Delete(json);
    return reader.result;
}

/* -- Comparing -- */
typedef struct plan_difference {
    int is_any;
    char text[256]; /* "seed is 1 there, 2 here" */
} plan_difference;

static void differ_text(plan_difference *difference, const char *key, const char *there,
                        const char *here)
{
    if (difference->is_any || strcmp(there, here) == 0) return;
    difference->is_any = 1;
    snprintf(difference->text, sizeof difference->text, "%s is \"%.80s\" there, \"%.80s\" here",
             key, there, here);
}

static void differ_number(plan_difference *difference, const char *key, double there, double here)
{
    if (difference->is_any || there == here) return;
    difference->is_any = 1;
    snprintf(difference->text, sizeof difference->text, "%s is %.17g there, %.17g here", key, there,
             here);
}

static void differ_axes(plan_difference *difference, const sweep_plan *there,
                        const sweep_plan *here)
{
    differ_number(difference, "the number of what varies", there->axis_count, here->axis_count);
    for (int i = 0; i < here->axis_count && !difference->is_any; ++i) {
        const kamm_sweep_axis *a = &there->axes[i], *b = &here->axes[i];
        char key[160];
        differ_text(difference, "what varies", a->path, b->path);
        snprintf(key, sizeof key, "%s from", a->path);
        differ_number(difference, key, a->from, b->from);
        snprintf(key, sizeof key, "%s to", a->path);
        differ_number(difference, key, a->to, b->to);
        snprintf(key, sizeof key, "%s count", a->path);
        differ_number(difference, key, a->count, b->count);
        snprintf(key, sizeof key, "%s", a->path);
        differ_number(difference, key, a->is_list, b->is_list);
        for (int v = 0; v < b->count && b->is_list; ++v)
            differ_number(difference, key, a->list[v], b->list[v]);
    }
}

static void differ(plan_difference *difference, const sweep_plan *there, const sweep_plan *here)
{
    differ_text(difference, "test", there->test, here->test);
    differ_text(difference, "scenario_hash", there->scenario_hash, here->scenario_hash);
    differ_text(difference, "car", there->car, here->car);
    differ_text(difference, "rung", there->rung, here->rung);
    differ_text(difference, "surface", there->surface, here->surface);
    differ_text(difference, "world", there->world, here->world);
    differ_axes(difference, there, here);
    differ_number(difference, "samples", there->sample_count, here->sample_count);
    differ_number(difference, "seed", there->seed, here->seed);
    differ_text(difference, "kamm", there->version, here->version);
    differ_text(difference, "car_hash", there->car_hash, here->car_hash);
    differ_number(difference, "the number of figures", there->figure_count, here->figure_count);
    for (int i = 0; i < here->figure_count && !difference->is_any; ++i)
        differ_text(difference, "a figure", there->figures[i], here->figures[i]);
}

kamm_result kamm_sweep_compare(const char *folder, const sweep_plan *plan, const char *other_folder,
                               const sweep_plan *other, int any_shard, kamm_error *error)
{
    plan_difference difference = {0};
    differ(&difference, plan, other);
    if (!any_shard) differ_number(&difference, "shard", plan->shard, other->shard);
    if (!any_shard) differ_number(&difference, "shards", plan->shard_count, other->shard_count);
    if (!difference.is_any) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FORMAT, "",
                     "%.160s/%s is of another sweep%s%.100s: %s; nothing is changed", folder,
                     MANIFEST, *other_folder ? " than " : "", other_folder, difference.text);
}
