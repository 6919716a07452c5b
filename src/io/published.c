#include "published.h"

#include <math.h>
#include <string.h>

/* Does the name end in that unit? "n_per_m" ends in m too, but "_per" before it tells. */
static int ends_in(const char *name, const kamm_unit *unit)
{
    size_t length = strlen(name), size = strlen(unit->suffix);
    return size && length > size + 1 && name[length - size - 1] == '_' &&
           !strcmp(name + length - size, unit->suffix) &&
           !(length > size + 5 && !memcmp(name + length - size - 5, "_per", 4));
}

/* The unit of that spelling ("km/h" or "kmh") that is of a kind with one in which the name ends, and
 * that one. 1 if there is such a pair. */
static int find_units(const char *name, const char *spelling, const kamm_unit **given,
                      const kamm_unit **wanted)
{
    int count;
    const kamm_unit *units = kamm_units(&count), *end = units + count;
    for (*wanted = units; *wanted < end; ++*wanted) {
        if (!ends_in(name, *wanted)) continue;
        for (*given = units; *given < end; ++*given)
            if (!strcmp((*given)->si, (*wanted)->si) &&
                (!strcmp((*given)->symbol, spelling) || !strcmp((*given)->suffix, spelling)))
                return 1;
    }
    return 0;
}

static int ends_in_a_unit(const char *name)
{
    int count;
    const kamm_unit *units = kamm_units(&count);
    for (int i = 0; i < count; ++i)
        if (ends_in(name, &units[i])) return 1;
    return 0;
}

static kamm_result convert(kamm_json_reader *reader, const char *name, const char *unit,
                           double *value)
{
    const kamm_unit *given, *wanted;
    if (find_units(name, unit, &given, &wanted)) {
        if (given != wanted) *value = kamm_from_si(wanted, kamm_to_si(given, *value));
        return KAMM_OK;
    }
    if (!ends_in_a_unit(name)) return KAMM_OK; /* "1", or a compound that only the name explains */
    return kamm_fail(reader->error, KAMM_ERROR_FORMAT, reader->path.text,
                     "%s: the unit \"%.40s\" is not of the kind that the name ends in",
                     reader->path.text, unit);
}

static int is_key(const char *key)
{
    return !strcmp(key, "value") || !strcmp(key, "unit") || !strcmp(key, "source");
}

static kamm_result check_keys(kamm_json_reader *reader, const cJSON *json)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, json)
    {
        const char *key = item->string;
        if (!is_key(key))
            return kamm_fail(reader->error, KAMM_ERROR_UNKNOWN, reader->path.text,
                             "%s: unknown name \"%.60s\"; there are value, unit, source",
                             reader->path.text, key);
        if (cJSON_GetObjectItemCaseSensitive(json, key) != item)
            return kamm_fail(reader->error, KAMM_ERROR_FORMAT, reader->path.text,
                             "%s: \"%s\" is given twice", reader->path.text, key);
    }
    return KAMM_OK;
}

static kamm_result read_figure(kamm_json_reader *reader, const cJSON *json,
                               kamm_published_figure *figure)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(json, "value");
    const cJSON *unit = cJSON_GetObjectItemCaseSensitive(json, "unit");
    const cJSON *source = cJSON_GetObjectItemCaseSensitive(json, "source");
    kamm_result result = KAMM_OK;
    /* A list's items have no names to check. */
    if (cJSON_IsObject(json)) result = check_keys(reader, json);
    if (result) return result;
    if (!cJSON_IsNumber(value) || !isfinite(value->valuedouble) || !cJSON_IsString(unit) ||
        !cJSON_IsString(source) || !*source->valuestring)
        return kamm_fail_type(reader, "{\"value\": a number, \"unit\": …, \"source\": …}", json);
    if (strlen(json->string) >= sizeof figure->name ||
        strlen(source->valuestring) >= sizeof figure->source)
        return kamm_fail(reader->error, KAMM_ERROR_FORMAT, reader->path.text,
                         "%s: too long; a name has %zu bytes at most, a source %zu",
                         reader->path.text, sizeof figure->name - 1, sizeof figure->source - 1);
    strcpy(figure->name, json->string);
    strcpy(figure->source, source->valuestring);
    figure->value = value->valuedouble;
    return convert(reader, figure->name, unit->valuestring, &figure->value);
}

kamm_result kamm_read_published(kamm_json_reader *reader, const cJSON *json,
                                kamm_vehicle_file *file)
{
    kamm_path_cut(&reader->path, 0);
    kamm_path_name(&reader->path, "published", strlen("published"));
    if (!cJSON_IsObject(json)) return kamm_fail_type(reader, "an object in { }", json);
    const cJSON *item;
    cJSON_ArrayForEach(item, json)
    {
        size_t before = kamm_path_name(&reader->path, item->string, strlen(item->string));
        if (cJSON_GetObjectItemCaseSensitive(json, item->string) != item)
            return kamm_fail(reader->error, KAMM_ERROR_FORMAT, reader->path.text, "%s: given twice",
                             reader->path.text);
        if (file->published_count == KAMM_MAX_PUBLISHED)
            return kamm_fail(reader->error, KAMM_ERROR_RANGE, reader->path.text,
                             "%s: at most %d figures are allowed", reader->path.text,
                             KAMM_MAX_PUBLISHED);
        kamm_result result = read_figure(reader, item, &file->published[file->published_count++]);
        if (result) return result;
        kamm_path_cut(&reader->path, before);
    }
    return KAMM_OK;
}
