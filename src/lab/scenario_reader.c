#include "lab/scenario_reader.h"

#include <string.h>

kamm_result kamm_scenario_fail_at(struct scenario_reader *reader, const char *key, kamm_result code,
                                  const char *text)
{
    if (key) kamm_path_name(&reader->json.path, key, strlen(key));
    const char *path = reader->json.path.text;
    return kamm_fail(reader->json.error, code, path, "%s%s%s", path, *path ? ": " : "", text);
}

kamm_result kamm_scenario_read_object(struct scenario_reader *reader, enum scenario_table table,
                                      const cJSON *json, void *object)
{
    static const char *const also[] = {"$schema", NULL};
    return kamm_read_complete(&reader->json, kamm_scenario_fields(table), json, object,
                              also + (table != SCENARIO_root));
}

/* -- Expressions -- */
static kamm_result check_unit(struct scenario_reader *reader, int32_t expression, const char *unit)
{
    char found[SCENARIO_DIMENSION_TEXT], text[160];
    struct scenario_dimension dimension = reader->scenario->nodes[expression].dimension;
    if (*unit == '?' || kamm_scenario_agree(dimension, kamm_scenario_dimension_of(unit)))
        return KAMM_OK;
    snprintf(text, sizeof text, "a value in %s is wanted, not in %s", unit,
             kamm_scenario_dimension_text(dimension, found));
    return kamm_scenario_fail_at(reader, NULL, KAMM_ERROR_FORMAT, text);
}

kamm_result kamm_scenario_parse_item(struct scenario_reader *reader, const cJSON *json,
                                     const char *unit, enum scenario_time time, int32_t *expression)
{
    struct scenario_parser *parser = &reader->parser;
    *expression = -1;
    parser->time = time;
    if (cJSON_IsNumber(json))
        *expression = kamm_scenario_add_number(reader->scenario, json->valuedouble);
    else if (cJSON_IsBool(json))
        *expression = kamm_scenario_add_number(reader->scenario, cJSON_IsTrue(json));
    else if (cJSON_IsString(json))
        *expression = kamm_scenario_parse(parser, json->valuestring);
    else
        return kamm_fail_type(&reader->json, "a number, or an expression in quotes", json);
    if (*expression < 0)
        return kamm_scenario_fail_at(reader, NULL, KAMM_ERROR_FORMAT,
                                     cJSON_IsString(json) ? parser->message
                                                          : "the file has too many expressions");
    return check_unit(reader, *expression, unit);
}

/* The unit of a key of a table. */
static const char *unit_of(enum scenario_table table, const char *key)
{
    const kamm_field *field = kamm_find_field(kamm_scenario_fields(table), key, strlen(key), NULL);
    return field && field->unit ? field->unit : "?";
}

kamm_result kamm_scenario_parse_all(struct scenario_reader *reader, enum scenario_table table,
                                    enum scenario_time time, const struct scenario_wanted *wanted,
                                    size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        *wanted[i].expression = -1;
        if (!wanted[i].json) continue;
        size_t before = kamm_path_name(&reader->json.path, wanted[i].key, strlen(wanted[i].key));
        kamm_result result = kamm_scenario_parse_item(
            reader, wanted[i].json, unit_of(table, wanted[i].key), time, wanted[i].expression);
        if (result) return result;
        kamm_path_cut(&reader->json.path, before);
    }
    return KAMM_OK;
}
/* -- Lists -- */
kamm_result kamm_scenario_read_list(struct scenario_reader *reader, const char *key,
                                    const cJSON *list, int least, int most,
                                    scenario_read_item *read)
{
    char text[80];
    kamm_field_path *path = &reader->json.path;
    size_t before = kamm_path_name(path, key, strlen(key));
    int count = list ? cJSON_GetArraySize(list) : 0, index = 0;
    if (list && !cJSON_IsArray(list)) return kamm_fail_type(&reader->json, "a list in [ ]", list);
    if (count < least || count > most) {
        snprintf(text, sizeof text, "the list has %d items; allowed: %d to %d", count, least, most);
        return kamm_scenario_fail_at(reader, NULL, KAMM_ERROR_RANGE, text);
    }
    const cJSON *item;
    cJSON_ArrayForEach(item, list)
    {
        size_t list_length = kamm_path_index(path, index);
        kamm_result result = read(reader, item, index++);
        if (result) return result;
        kamm_path_cut(path, list_length);
    }
    kamm_path_cut(path, before);
    return KAMM_OK;
}

/* -- Words -- */
static kamm_result read_word(struct scenario_reader *reader, const char *key, const char *word,
                             const char *const *words, int *index)
{
    kamm_text_line line = {0};
    kamm_append(&line, "\"%.20s\" is not one of the words ", word);
    for (*index = 0; words[*index]; ++*index) {
        if (!strcmp(word, words[*index])) return KAMM_OK;
        kamm_append(&line, "%s%s", *index ? ", " : "", words[*index]);
    }
    return kamm_scenario_fail_at(reader, key, KAMM_ERROR_UNKNOWN, line.text);
}

kamm_result kamm_scenario_read_needs(struct scenario_reader *reader, const char *word,
                                     kamm_feature *feature)
{
    int index;
    *feature = KAMM_FEATURE_NONE;
    if (!*word) return KAMM_OK;
    kamm_result result = read_word(reader, "needs", word, kamm_scenario_needs, &index);
    if (!result) *feature = UINT64_C(1) << index; /* they have the order of the bits */
    return result;
}

kamm_result kamm_scenario_read_across(struct scenario_reader *reader, const char *word,
                                      enum scenario_across *across)
{
    int index = ACROSS_MEAN;
    kamm_result result =
        *word ? read_word(reader, "across", word, kamm_scenario_across, &index) : KAMM_OK;
    *across = (enum scenario_across)index;
    return result;
}

kamm_result kamm_scenario_define_at(struct scenario_reader *reader, const char *key,
                                    const char *name, int run, int of_run, int32_t expression,
                                    int32_t *slot)
{
    struct scenario_dimension dimension = reader->scenario->nodes[expression].dimension;
    *slot = kamm_scenario_define(&reader->parser, name, run, of_run, dimension);
    return *slot < 0 ? kamm_scenario_fail_at(reader, key, KAMM_ERROR_FORMAT, reader->parser.message)
                     : KAMM_OK;
}

kamm_result kamm_scenario_check_name(struct scenario_reader *reader, const char *name)
{
    if (kamm_scenario_is_name(name)) return KAMM_OK;
    return kamm_scenario_fail_at(
        reader, "name", KAMM_ERROR_FORMAT,
        "a name has small letters, digits and _, and begins with a letter");
}
