/* Reading a scenario file: what its parts share.
 *
 * All functions return OK, or an error whose text begins with the JSON path. */
#ifndef KAMM_LAB_SCENARIO_READER_H
#define KAMM_LAB_SCENARIO_READER_H

#include "io/json_table.h"
#include "lab/scenario.h"

struct scenario_reader {
    kamm_json_reader json;
    struct scenario_parser parser;
    kamm_scenario *scenario;
};

/* An error at the reader's path with that key; NULL: without. */
kamm_result kamm_scenario_fail_at(struct scenario_reader *reader, const char *key, kamm_result code,
                                  const char *text);
kamm_result kamm_scenario_read_object(struct scenario_reader *reader, enum scenario_table table,
                                      const cJSON *json, void *object);
/* A number, true or false, or a text; at the reader's path. */
kamm_result kamm_scenario_parse_item(struct scenario_reader *reader, const cJSON *json,
                                     const char *unit, enum scenario_time time,
                                     int32_t *expression);

struct scenario_wanted {
    const char *key;
    const cJSON *json;
    int32_t *expression;
};

/* Expressions of an object. Those that are not there are -1. */
kamm_result kamm_scenario_parse_all(struct scenario_reader *reader, enum scenario_table table,
                                    enum scenario_time time, const struct scenario_wanted *wanted,
                                    size_t count);
#define PARSE(table, time, ...)                                                                 \
    kamm_scenario_parse_all(reader, table, time, (const struct scenario_wanted[]){__VA_ARGS__}, \
                            sizeof(const struct scenario_wanted[]){__VA_ARGS__} /               \
                                sizeof(struct scenario_wanted))
#define WANTED(key, from, to)   \
    {                           \
#key, (from).key, &(to) \
    }

/* Calls `read` for each item of a list with so many items. */
typedef kamm_result scenario_read_item(struct scenario_reader *reader, const cJSON *json,
                                       int index);
kamm_result kamm_scenario_read_list(struct scenario_reader *reader, const char *key,
                                    const cJSON *list, int least, int most,
                                    scenario_read_item *read);
kamm_result kamm_scenario_read_needs(struct scenario_reader *reader, const char *word,
                                     kamm_feature *feature);
kamm_result kamm_scenario_read_across(struct scenario_reader *reader, const char *word,
                                      enum scenario_across *across);
/* Gives what stands at that key a name: see scenario_name. */
kamm_result kamm_scenario_define_at(struct scenario_reader *reader, const char *key,
                                    const char *name, int run, int of_run, int32_t expression,
                                    int32_t *slot);
kamm_result kamm_scenario_check_name(struct scenario_reader *reader, const char *name);
/* One run of the list, in scenario_read_run.c. */
kamm_result kamm_scenario_read_run(struct scenario_reader *reader, const cJSON *json, int index);

#endif
