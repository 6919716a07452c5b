/* Reads a scenario file: its objects by their table (scenario_fields.h), its expressions by scenario_parse.c. */
#include <string.h>

#include "base/hash.h"
#include "io/json_file.h"
#include "lab/scenario_reader.h"

static kamm_result read_constants(struct scenario_reader *reader, const cJSON *json)
{
    kamm_scenario *scenario = reader->scenario;
    kamm_field_path *path = &reader->json.path;
    size_t before = kamm_path_name(path, "constants", strlen("constants"));
    if (json && !cJSON_IsObject(json))
        return kamm_fail_type(&reader->json, "an object of expressions", json);
    const cJSON *item;
    cJSON_ArrayForEach(item, json)
    {
        int32_t i = scenario->constant_count;
        size_t here = kamm_path_name(path, item->string, strlen(item->string));
        if (i == SCENARIO_SLOTS / 4)
            return kamm_scenario_fail_at(reader, NULL, KAMM_ERROR_RANGE,
                                         "is one constant too many");
        kamm_result result =
            kamm_scenario_parse_item(reader, item, "?", SCENARIO_BEFORE, &scenario->constants[i]);
        kamm_path_cut(path, here);
        if (!result)
            result = kamm_scenario_define_at(reader, item->string, item->string, -1, -1,
                                             scenario->constants[i], &scenario->constant_slots[i]);
        if (result) return result;
        ++scenario->constant_count;
    }
    kamm_path_cut(path, before);
    return KAMM_OK;
}

/* -- Figures -- */
static kamm_result find_run(struct scenario_reader *reader, const char *name, int32_t *run)
{
    const kamm_scenario *scenario = reader->scenario;
    *run = scenario->run_count - 1;
    if (!*name) return KAMM_OK;
    for (*run = 0; *run < scenario->run_count; ++*run)
        if (!strcmp(scenario->runs[*run].name, name)) return KAMM_OK;
    return kamm_scenario_fail_at(reader, "run", KAMM_ERROR_UNKNOWN, "there is no such run");
}

static kamm_result check_figure_unit(struct scenario_reader *reader, struct scenario_figure *figure)
{
    char text[120], found[SCENARIO_DIMENSION_TEXT];
    if (!kamm_scenario_read_unit(figure->unit_text, &figure->unit))
        return kamm_scenario_fail_at(
            reader, "unit", KAMM_ERROR_FORMAT,
            "is no unit; such as \"deg/g\", \"km/h\", \"s\", \"%\", \"1\"");
    struct scenario_dimension dimension = reader->scenario->nodes[figure->value].dimension;
    if (kamm_scenario_agree(dimension, figure->unit.dimension)) return KAMM_OK;
    snprintf(text, sizeof text, "is in %s, but the figure in %s",
             kamm_scenario_dimension_text(dimension, found), figure->unit_text);
    return kamm_scenario_fail_at(reader, "value", KAMM_ERROR_FORMAT, text);
}

static kamm_result read_figure(struct scenario_reader *reader, const cJSON *json, int index)
{
    struct scenario_figure_object object;
    kamm_scenario *scenario = reader->scenario;
    struct scenario_figure *figure = &scenario->figures[index];
    kamm_result result = kamm_scenario_read_object(reader, SCENARIO_figure, json, &object);
    if (!result) result = kamm_scenario_check_name(reader, object.name);
    if (!result) result = find_run(reader, object.run, &figure->run);
    if (!result) result = kamm_scenario_read_across(reader, object.across, &figure->across);
    if (!result) result = kamm_scenario_read_needs(reader, object.needs, &figure->needs);
    reader->parser.run = figure->run;
    if (!result)
        result = PARSE(SCENARIO_figure, SCENARIO_AFTER, WANTED(value, object, figure->value));
    if (result) return result;
    for (int i = 0; i < index; ++i)
        if (!strcmp(scenario->figures[i].name, object.name))
            return kamm_scenario_fail_at(reader, "name", KAMM_ERROR_FORMAT, "the name is taken");
    memcpy(figure->name, object.name, sizeof figure->name);
    memcpy(figure->unit_text, object.unit, sizeof figure->unit_text);
    memcpy(figure->doc, object.doc, sizeof figure->doc);
    memcpy(figure->missing, object.missing, sizeof figure->missing);
    scenario->infos[index] = (kamm_figure_info){figure->name, figure->unit_text, figure->doc};
    scenario->test.figure_count = index + 1;
    return check_figure_unit(reader, figure);
}

/* -- All -- */
static kamm_result read_root(struct scenario_reader *reader, const cJSON *json)
{
    struct scenario_root_object root;
    kamm_scenario *scenario = reader->scenario;
    kamm_result result = kamm_scenario_read_object(reader, SCENARIO_root, json, &root);
    if (!result) result = kamm_scenario_read_needs(reader, root.needs, &scenario->test.needs);
    if (!result && *root.surface && !isnan(root.friction))
        result = kamm_scenario_fail_at(reader, "friction", KAMM_ERROR_FORMAT,
                                       "there is a surface already");
    if (!result) result = read_constants(reader, root.constants);
    if (!result)
        result = kamm_scenario_read_list(reader, "runs", root.runs, 1, SCENARIO_RUNS,
                                         kamm_scenario_read_run);
    if (!result)
        result = kamm_scenario_read_list(reader, "figures", root.figures, 1, KAMM_MAX_FIGURES,
                                         read_figure);
    if (result) return result;
    memcpy(scenario->title, root.title, sizeof scenario->title);
    memcpy(scenario->doc, root.doc, sizeof scenario->doc);
    memcpy(scenario->standard, root.standard, sizeof scenario->standard);
    memcpy(scenario->surface, root.surface, sizeof scenario->surface);
    memcpy(scenario->surface_left, root.surface_left, sizeof scenario->surface_left);
    scenario->friction = root.friction;
    return KAMM_OK;
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; text && *text; ++text) hash = hash_long(hash, (unsigned char)*text);
    return hash_long(hash, 0);
}

/* All values with their names, so that spaces and comments of a file do not matter. */
static uint64_t hash_values(uint64_t hash, const cJSON *json)
{
    const cJSON *item;
    hash = hash_text(hash_long(hash, (uint64_t)json->type), json->string);
    hash = hash_doubles(hash_text(hash, json->valuestring), &json->valuedouble, 1);
    cJSON_ArrayForEach(item, json) hash = hash_values(hash, item);
    return hash;
}

kamm_result kamm_scenario_read(const char *path, kamm_scenario *scenario, kamm_error *error)
{
    cJSON *json = kamm_load_json(path, error);
    if (!json) return error->code;
    struct scenario_reader *reader = kamm_allocate(sizeof *reader);
    kamm_result result = KAMM_ERROR_MEMORY;
    if (reader) {
        reader->json = (kamm_json_reader){.file = path, .note_end = "", .error = error};
        reader->parser.scenario = reader->scenario = scenario;
        reader->parser.run = -1;
        result = read_root(reader, json);
        scenario->hash = hash_values(HASH_START, json);
        kamm_release(reader);
    } else {
        kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
    }
    cJSON_Delete(json);
    return result ? kamm_prefix_error(result, path, error) : KAMM_OK;
}
