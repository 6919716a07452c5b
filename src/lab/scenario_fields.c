/* The tables of scenario files as data, made from the same declarations as their structs. */
#include "lab/scenario_fields.h"

#include <stddef.h>

/* clang-format off */
/* OWNER is the struct whose table is being written. */
#define NUMBER(name_, unit_, default_, min_, max_, doc_)                                              \
    {.kind = KAMM_FIELD_NUMBER, .name = #name_, .unit = unit_, .default_value = default_,             \
     .min = min_, .max = max_, .doc = doc_, .offset = offsetof(OWNER, name_)},
#define LIST(name_, size_, unit_, min_, max_, doc_)                                                   \
    {.kind = KAMM_FIELD_NUMBERS, .name = #name_, .unit = unit_, .default_value = NEEDED,              \
     .min = min_, .max = max_, .doc = doc_, .max_count = size_,                                       \
     .offset = offsetof(OWNER, name_), .count_offset = offsetof(OWNER, name_##_count)},
#define FLAG(name_, default_, doc_)                                                                   \
    {.kind = KAMM_FIELD_FLAG, .name = #name_, .default_value = default_, .doc = doc_,                 \
     .offset = offsetof(OWNER, name_)},
#define TEXT(name_, size_, default_, doc_)                                                            \
    {.kind = KAMM_FIELD_TEXT, .name = #name_, .default_value = default_, .doc = doc_, .max_count = size_, \
     .offset = offsetof(OWNER, name_)},
#define EXPRESSION(name_, unit_, default_, doc_)                                                      \
    {.kind = KAMM_FIELD_GROUP, .name = #name_, .unit = unit_, .default_value = default_, .doc = doc_, \
     .offset = offsetof(OWNER, name_)},
#define OTHER(name_, default_, doc_)                                                                  \
    {.kind = KAMM_FIELD_GROUP, .name = #name_, .default_value = default_, .doc = doc_,                \
     .offset = offsetof(OWNER, name_)},
#define TABLE(name_, FIELDS)                                                                          \
    {#name_, name_##_fields, sizeof name_##_fields / sizeof *name_##_fields,                          \
     sizeof(struct scenario_##name_##_object)},

#define OWNER struct scenario_root_object
static const kamm_field root_fields[] = {KAMM_SCENARIO_ROOT_FIELDS(NUMBER, LIST, FLAG, TEXT, EXPRESSION, OTHER)};
#undef OWNER
#define OWNER struct scenario_run_object
static const kamm_field run_fields[] = {KAMM_SCENARIO_RUN_FIELDS(NUMBER, LIST, FLAG, TEXT, EXPRESSION, OTHER)};
#undef OWNER
#define OWNER struct scenario_start_object
static const kamm_field start_fields[] = {KAMM_SCENARIO_START_FIELDS(NUMBER, LIST, FLAG, TEXT, EXPRESSION, OTHER)};
#undef OWNER
#define OWNER struct scenario_phase_object
static const kamm_field phase_fields[] = {KAMM_SCENARIO_PHASE_FIELDS(NUMBER, LIST, FLAG, TEXT, EXPRESSION, OTHER)};
#undef OWNER
#define OWNER struct scenario_path_object
static const kamm_field path_fields[] = {KAMM_SCENARIO_PATH_FIELDS(NUMBER, LIST, FLAG, TEXT, EXPRESSION, OTHER)};
#undef OWNER
#define OWNER struct scenario_solve_object
static const kamm_field solve_fields[] = {KAMM_SCENARIO_SOLVE_FIELDS(NUMBER, LIST, FLAG, TEXT, EXPRESSION, OTHER)};
#undef OWNER
#define OWNER struct scenario_fail_object
static const kamm_field fail_fields[] = {KAMM_SCENARIO_FAIL_FIELDS(NUMBER, LIST, FLAG, TEXT, EXPRESSION, OTHER)};
#undef OWNER
#define OWNER struct scenario_require_object
static const kamm_field require_fields[] = {KAMM_SCENARIO_REQUIRE_FIELDS(NUMBER, LIST, FLAG, TEXT, EXPRESSION, OTHER)};
#undef OWNER
#define OWNER struct scenario_value_object
static const kamm_field value_fields[] = {KAMM_SCENARIO_VALUE_FIELDS(NUMBER, LIST, FLAG, TEXT, EXPRESSION, OTHER)};
#undef OWNER
#define OWNER struct scenario_figure_object
static const kamm_field figure_fields[] = {KAMM_SCENARIO_FIGURE_FIELDS(NUMBER, LIST, FLAG, TEXT, EXPRESSION, OTHER)};
#undef OWNER

static const kamm_field_table tables[SCENARIO_TABLES] = {KAMM_SCENARIO_TABLES(TABLE)};
/* clang-format on */

const kamm_field_table *kamm_scenario_fields(enum scenario_table table) { return &tables[table]; }

const char *const kamm_scenario_needs[] = {"forces", "engine", "loads",      "roll", "wheel_lock",
                                           "travel", "tumble", "resistance", NULL};
const char *const kamm_scenario_across[] = {"mean", "highest", "lowest", "first", "last", NULL};
