/* A run of a scenario file: its cases, its start, its phases, and what follows from them. */
#include <string.h>

#include "lab/scenario_reader.h"

static struct scenario_run *run_of(struct scenario_reader *reader)
{
    return &reader->scenario->runs[reader->parser.run];
}

/* One list of `cases`: a value for each case. */
static kamm_result read_variable(struct scenario_reader *reader, const cJSON *list)
{
    struct scenario_run *run = run_of(reader);
    int count = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : 0, index = 0;
    int32_t *variable = run->variables[run->variable_count];
    if (count < 1 || count > SCENARIO_CASES || (run->variable_count && count != run->case_count) ||
        run->variable_count == SCENARIO_VARIABLES)
        return kamm_scenario_fail_at(
            reader, list->string, KAMM_ERROR_RANGE,
            "is no list of 1 to 32 values, as long as the other lists of at most 8");
    run->case_count = count;
    size_t before = kamm_path_name(&reader->json.path, list->string, strlen(list->string));
    const cJSON *item;
    cJSON_ArrayForEach(item, list)
    {
        size_t here = kamm_path_index(&reader->json.path, index);
        kamm_result result =
            kamm_scenario_parse_item(reader, item, "?", SCENARIO_BEFORE, &variable[index]);
        if (result) return result;
        if (index && !kamm_scenario_agree(reader->scenario->nodes[variable[0]].dimension,
                                          reader->scenario->nodes[variable[index]].dimension))
            return kamm_scenario_fail_at(reader, NULL, KAMM_ERROR_FORMAT,
                                         "has another unit than the first");
        ++index;
        kamm_path_cut(&reader->json.path, here);
    }
    kamm_path_cut(&reader->json.path, before);
    return kamm_scenario_define_at(reader, list->string, list->string, reader->parser.run, -1,
                                   variable[0], &run->variable_slots[run->variable_count++]);
}

static kamm_result read_cases(struct scenario_reader *reader, const cJSON *json)
{
    run_of(reader)->case_count = 1;
    if (!json) return KAMM_OK;
    size_t before = kamm_path_name(&reader->json.path, "cases", strlen("cases"));
    if (!cJSON_IsObject(json))
        return kamm_fail_type(&reader->json, "an object of lists of values", json);
    const cJSON *list;
    cJSON_ArrayForEach(list, json)
    {
        kamm_result result = read_variable(reader, list);
        if (result) return result;
    }
    kamm_path_cut(&reader->json.path, before);
    return KAMM_OK;
}

static kamm_result read_start(struct scenario_reader *reader, const cJSON *json)
{
    struct scenario_run *run = run_of(reader);
    struct scenario_start_object start = {0};
    size_t before = kamm_path_name(&reader->json.path, "start", strlen("start"));
    kamm_result result =
        json ? kamm_scenario_read_object(reader, SCENARIO_start, json, &start) : KAMM_OK;
    if (!result)
        result =
            PARSE(SCENARIO_start, SCENARIO_BEFORE, WANTED(speed, start, run->start_speed),
                  WANTED(gear, start, run->start_gear), WANTED(settle, start, run->start_settle),
                  WANTED(circle, start, run->start_circle));
    if (!result) kamm_path_cut(&reader->json.path, before);
    return result;
}

static kamm_result read_path(struct scenario_reader *reader, const cJSON *json,
                             struct scenario_phase *phase)
{
    struct scenario_path_object path;
    struct scenario_path *to = &phase->path;
    if (!json) return KAMM_OK;
    size_t before = kamm_path_name(&reader->json.path, "path", strlen("path"));
    kamm_result result = kamm_scenario_read_object(reader, SCENARIO_path, json, &path);
    if (result) return result;
    if (path.x_m_count < 2 || path.y_m_count != path.x_m_count)
        return kamm_scenario_fail_at(
            reader, NULL, KAMM_ERROR_RANGE,
            "x_m and y_m are lists of at least 2 numbers, as long as each other");
    for (int i = 1; i < path.x_m_count; ++i)
        if (!(path.x_m[i] > path.x_m[i - 1]))
            return kamm_scenario_fail_at(reader, "x_m", KAMM_ERROR_RANGE,
                                         "does not ascend strictly");
    to->count = path.x_m_count;
    memcpy(to->x_m, path.x_m, sizeof to->x_m), memcpy(to->y_m, path.y_m, sizeof to->y_m);
    to->preview_s = path.preview_s, to->least_preview_m = path.least_preview_m;
    to->gain = path.gain, to->rate_radps = path.rate_radps;
    phase->has_path = 1;
    kamm_path_cut(&reader->json.path, before);
    return KAMM_OK;
}

static kamm_result check_phase(struct scenario_reader *reader, const struct scenario_phase *phase)
{
    int steers = (phase->steering >= 0) + (phase->lane >= 0) + (phase->circle >= 0);
    if (phase->until < 0 && phase->duration < 0)
        return kamm_scenario_fail_at(reader, NULL, KAMM_ERROR_MISSING,
                                     "until or duration is missing");
    if (steers + phase->has_path > 1)
        return kamm_scenario_fail_at(reader, NULL, KAMM_ERROR_FORMAT,
                                     "only one of steering, lane, circle and path may be there");
    if (phase->steering_rate >= 0 && phase->steering < 0)
        return kamm_scenario_fail_at(reader, "steering_rate", KAMM_ERROR_FORMAT, "needs steering");
    if ((phase->speed >= 0) + (phase->speed_rate >= 0) + (phase->throttle >= 0) > 1)
        return kamm_scenario_fail_at(reader, NULL, KAMM_ERROR_FORMAT,
                                     "only one of speed, speed_rate and throttle may be there");
    return KAMM_OK;
}

/* The names of all phases are known before, as expressions may have them. */
static kamm_result read_phase(struct scenario_reader *reader, const cJSON *json, int index)
{
    struct scenario_phase_object object;
    struct scenario_phase *phase = &run_of(reader)->phases[index];
    kamm_result result = kamm_scenario_read_object(reader, SCENARIO_phase, json, &object);
    if (!result)
        result = PARSE(
            SCENARIO_phase, SCENARIO_DURING, WANTED(until, object, phase->until),
            WANTED(duration, object, phase->duration), WANTED(steering, object, phase->steering),
            WANTED(steering_rate, object, phase->steering_rate), WANTED(lane, object, phase->lane),
            WANTED(circle, object, phase->circle), WANTED(speed, object, phase->speed),
            WANTED(speed_rate, object, phase->speed_rate),
            WANTED(throttle, object, phase->throttle), WANTED(brake, object, phase->brake),
            WANTED(hand_brake, object, phase->hand_brake), WANTED(clutch, object, phase->clutch),
            WANTED(gear, object, phase->gear));
    phase->brakes = object.brakes;
    if (!result) result = read_path(reader, object.path, phase);
    return result ? result : check_phase(reader, phase);
}

static kamm_result read_phase_name(struct scenario_reader *reader, const cJSON *json, int index)
{
    struct scenario_phase_object object;
    struct scenario_run *run = run_of(reader);
    kamm_result result = kamm_scenario_read_object(reader, SCENARIO_phase, json, &object);
    if (!result) result = kamm_scenario_check_name(reader, object.name);
    if (result) return result;
    if (kamm_scenario_find_phase(reader->scenario, reader->parser.run, object.name) >= 0)
        return kamm_scenario_fail_at(reader, "name", KAMM_ERROR_FORMAT, "the name is taken");
    memcpy(run->phases[index].name, object.name, sizeof object.name);
    run->phase_count = index + 1;
    return KAMM_OK;
}

static kamm_result read_fail(struct scenario_reader *reader, const cJSON *json, int index)
{
    struct scenario_fail_object object;
    struct scenario_rule *rule = &run_of(reader)->fails[index];
    kamm_result result = kamm_scenario_read_object(reader, SCENARIO_fail, json, &object);
    if (result) return result;
    memcpy(rule->note, object.note, sizeof rule->note);
    run_of(reader)->fail_count = index + 1;
    return PARSE(SCENARIO_fail, SCENARIO_DURING, WANTED(when, object, rule->condition));
}

static kamm_result read_require(struct scenario_reader *reader, const cJSON *json, int index)
{
    struct scenario_require_object object;
    struct scenario_rule *rule = &run_of(reader)->requires[index];
    kamm_result result = kamm_scenario_read_object(reader, SCENARIO_require, json, &object);
    if (result) return result;
    memcpy(rule->note, object.note, sizeof rule->note);
    run_of(reader)->require_count = index + 1;
    return PARSE(SCENARIO_require, SCENARIO_AFTER, WANTED(that, object, rule->condition));
}

static kamm_result read_value(struct scenario_reader *reader, const cJSON *json, int index)
{
    struct scenario_value_object object;
    struct scenario_run *run = run_of(reader);
    struct scenario_value *value = &run->values[index];
    char shared[72];
    kamm_result result = kamm_scenario_read_object(reader, SCENARIO_value, json, &object);
    if (!result) result = kamm_scenario_read_across(reader, object.across, &value->across);
    if (!result)
        result = PARSE(SCENARIO_value, SCENARIO_AFTER, WANTED(value, object, value->value));
    if (!result)
        result = kamm_scenario_define_at(reader, "name", object.name, reader->parser.run,
                                         reader->parser.run, value->value, &value->slot);
    snprintf(shared, sizeof shared, "%s.%s", run->name, object.name);
    if (!result)
        result = kamm_scenario_define_at(reader, "name", shared, -1, reader->parser.run,
                                         value->value, &value->shared_slot);
    run->value_count = index + 1;
    return result;
}

/* -- Runs -- */
static kamm_result start_solve(struct scenario_reader *reader, const cJSON *json,
                               struct scenario_solve_object *solve)
{
    struct scenario_run *run = run_of(reader);
    run->solve_slot = -1;
    if (!json) return KAMM_OK;
    size_t before = kamm_path_name(&reader->json.path, "solve", strlen("solve"));
    kamm_result result = kamm_scenario_read_object(reader, SCENARIO_solve, json, solve);
    if (!result)
        result = PARSE(SCENARIO_solve, SCENARIO_BEFORE, WANTED(first, *solve, run->solve_first));
    if (!result)
        result = kamm_scenario_define_at(reader, "name", solve->name, reader->parser.run, -1,
                                         run->solve_first, &run->solve_slot);
    run->solve_attempts = (int32_t)solve->attempts;
    if (!result) kamm_path_cut(&reader->json.path, before);
    return result;
}

static kamm_result end_solve(struct scenario_reader *reader,
                             const struct scenario_solve_object *solve)
{
    struct scenario_run *run = run_of(reader);
    if (run->solve_slot < 0) return KAMM_OK;
    size_t before = kamm_path_name(&reader->json.path, "solve", strlen("solve"));
    kamm_result result = PARSE(
        SCENARIO_solve, SCENARIO_AFTER, WANTED(reached, *solve, run->solve_reached),
        WANTED(target, *solve, run->solve_target), WANTED(tolerance, *solve, run->solve_tolerance));
    const struct scenario_node *nodes = reader->scenario->nodes;
    if (!result && (!kamm_scenario_agree(nodes[run->solve_reached].dimension,
                                         nodes[run->solve_target].dimension) ||
                    !kamm_scenario_agree(nodes[run->solve_reached].dimension,
                                         nodes[run->solve_tolerance].dimension)))
        return kamm_scenario_fail_at(reader, NULL, KAMM_ERROR_FORMAT,
                                     "reached, target and tolerance have different units");
    if (!result) kamm_path_cut(&reader->json.path, before);
    return result;
}

static kamm_result read_run_name(struct scenario_reader *reader, const char *name)
{
    for (int i = 0; i < reader->parser.run; ++i)
        if (!strcmp(reader->scenario->runs[i].name, name))
            return kamm_scenario_fail_at(reader, "name", KAMM_ERROR_FORMAT, "the name is taken");
    if (!strcmp(name, "car") || !strcmp(name, "input") || !strcmp(name, "wheels"))
        return kamm_scenario_fail_at(reader, "name", KAMM_ERROR_FORMAT, "has another meaning");
    return kamm_scenario_check_name(reader, name);
}

kamm_result kamm_scenario_read_run(struct scenario_reader *reader, const cJSON *json, int index)
{
    struct scenario_run_object object;
    struct scenario_solve_object solve;
    struct scenario_run *run = &reader->scenario->runs[index];
    reader->parser.run = index;
    kamm_result result = kamm_scenario_read_object(reader, SCENARIO_run, json, &object);
    if (!result) result = read_run_name(reader, object.name);
    if (result) return result;
    memcpy(run->name, object.name, sizeof run->name);
    run->tick_s = object.tick_s;
    result = read_cases(reader, object.cases);
    run->recorded = object.recorded < run->case_count ? (int32_t)object.recorded : 0;
    if (!result) result = start_solve(reader, object.solve, &solve);
    if (!result) result = read_start(reader, object.start);
    if (!result)
        result = kamm_scenario_read_list(reader, "phases", object.phases, 1, SCENARIO_PHASES,
                                         read_phase_name);
    if (!result)
        result = kamm_scenario_read_list(reader, "phases", object.phases, 1, SCENARIO_PHASES,
                                         read_phase);
    if (!result)
        result = PARSE(SCENARIO_run, SCENARIO_BEFORE, WANTED(time_limit, object, run->time_limit));
    if (!result)
        result = PARSE(SCENARIO_run, SCENARIO_DURING, WANTED(bank, object, run->bank),
                       WANTED(stop, object, run->stop));
    if (!result)
        result =
            kamm_scenario_read_list(reader, "fails", object.fails, 0, SCENARIO_RULES, read_fail);
    if (!result)
        result = kamm_scenario_read_list(reader, "values", object.values, 0, SCENARIO_VALUES,
                                         read_value);
    if (!result) result = end_solve(reader, &solve);
    if (!result)
        result = kamm_scenario_read_list(reader, "requires", object.requires, 0, SCENARIO_RULES,
                                         read_require);
    reader->scenario->run_count = index + 1;
    return result;
}
