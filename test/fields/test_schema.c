/* The JSON Schema and the reference page: the committed files are what the tables give today, every
 * shipped vehicle fits the schema, and the schema refuses what the reader refuses. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <cjson/cJSON.h>
#include <kamm/io/vehicle_file.h>

#include "support/temporary.h"

static cJSON *schema;
static char trouble[256]; /* the first that the check found */

/* -- files ------------------------------------------------------------------------------------ */

/* The caller frees it. */
static char *read_stream(FILE *in)
{
    size_t size = 1 << 21;
    char *text = malloc(size);
    if (!in || !text) fail_msg("cannot be opened");
    text[fread(text, 1, size - 1, in)] = 0;
    fclose(in);
    return text;
}

static char *read_file(const char *path) { return read_stream(fopen(path, "rb")); }

static char *generate(kamm_result write(FILE *out, kamm_error *error))
{
    FILE *out = tmpfile();
    assert_non_null(out);
    assert_int_equal(write(out, NULL), KAMM_OK);
    rewind(out);
    return read_stream(out);
}

static kamm_result write_reference(FILE *out, kamm_error *error)
{
    return kamm_write_catalog(out, 2, error);
}

static kamm_result write_json_catalog(FILE *out, kamm_error *error)
{
    return kamm_write_catalog(out, 1, error);
}

static kamm_result write_text_catalog(FILE *out, kamm_error *error)
{
    return kamm_write_catalog(out, 0, error);
}

/* With KAMM_UPDATE set, writes the file again instead of comparing. */
static void assert_same(const char *path, kamm_result write(FILE *out, kamm_error *error))
{
    char *wanted = generate(write);
    if (getenv("KAMM_UPDATE")) {
        FILE *out = fopen(path, "wb");
        assert_non_null(out);
        fputs(wanted, out);
        assert_int_equal(fclose(out), 0);
    }
    char *found = read_file(path);
    if (strcmp(found, wanted) != 0)
        fail_msg(
            "%s differs from the tables; KAMM_UPDATE=1 ./dev test -R test_schema writes it again",
            path);
    free(found);
    free(wanted);
}

/* -- a small check of JSON against a JSON Schema: the keywords that ours uses, no others ------- */

static int fits(const cJSON *json, const cJSON *rule, const char *name);

static int complain(const char *name, const char *what)
{
    if (!*trouble) snprintf(trouble, sizeof trouble, "%s: %s", name, what);
    return 0;
}

static int has_type(const cJSON *json, const char *type)
{
    return (!strcmp(type, "object") && cJSON_IsObject(json)) ||
           (!strcmp(type, "array") && cJSON_IsArray(json)) ||
           (!strcmp(type, "number") && cJSON_IsNumber(json)) ||
           (!strcmp(type, "string") && cJSON_IsString(json)) ||
           (!strcmp(type, "boolean") && cJSON_IsBool(json));
}

static int fits_reference(const cJSON *json, const char *reference, const char *name)
{
    assert_memory_equal(reference, "#/$defs/", 8);
    const cJSON *defs = cJSON_GetObjectItem(schema, "$defs");
    const cJSON *rule = cJSON_GetObjectItemCaseSensitive(defs, reference + 8);
    if (!rule) fail_msg("the schema lacks %s", reference);
    return fits(json, rule, name);
}

static int fits_one(const cJSON *json, const cJSON *rules, const char *name)
{
    int count = 0;
    const cJSON *rule;
    char before[sizeof trouble];
    memcpy(before, trouble, sizeof before);
    cJSON_ArrayForEach(rule, rules) count += fits(json, rule, name);
    if (count == 1) memcpy(trouble, before, sizeof before);
    return count == 1 ? 1 : complain(name, "fits not just one of the schemas");
}

static int fits_properties(const cJSON *json, const cJSON *rule, const char *name)
{
    const cJSON *properties = cJSON_GetObjectItem(rule, "properties");
    const cJSON *others = cJSON_GetObjectItem(rule, "additionalProperties"), *item;
    if (!cJSON_IsObject(json)) return 1;
    cJSON_ArrayForEach(item, json)
    {
        const cJSON *own = cJSON_GetObjectItemCaseSensitive(properties, item->string);
        if (!own && cJSON_IsFalse(others)) return complain(item->string, "unknown");
        const cJSON *its = own ? own : others;
        if (its && !fits(item, its, item->string)) return 0;
    }
    (void)name;
    return 1;
}

static int fits_items(const cJSON *json, const cJSON *rule, const char *name)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, json) if (!fits(item, rule, name)) return 0;
    return 1;
}

static int has_item(const cJSON *json, const cJSON *rule, const char *name)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, json) if (fits(item, rule, name)) return 1;
    return 0;
}

static int fits_any(const cJSON *json, const cJSON *rules, const char *name)
{
    const cJSON *rule;
    cJSON_ArrayForEach(rule, rules) if (fits(json, rule, name)) return 1;
    return 0;
}

static int is_listed(const cJSON *json, const cJSON *list)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, list) if (cJSON_Compare(item, json, 1)) return 1;
    return 0;
}

static int has_all(const cJSON *json, const cJSON *names)
{
    const cJSON *name;
    cJSON_ArrayForEach(name, names) if (!cJSON_GetObjectItem(json, name->valuestring)) return 0;
    return 1;
}

static double size_of(const cJSON *json)
{
    return cJSON_IsNumber(json)   ? json->valuedouble
           : cJSON_IsString(json) ? (double)strlen(json->valuestring)
                                  : cJSON_GetArraySize(json);
}

static int fits_keyword(const cJSON *json, const cJSON *rule, const cJSON *keyword,
                        const char *name)
{
    static const char *const remarks[] = {"default", "description", "title", "$schema", "$defs"};
    const char *word = keyword->string;
    for (size_t i = 0; i < sizeof remarks / sizeof *remarks; ++i)
        if (!strcmp(word, remarks[i])) return 1;
    if (!strcmp(word, "type"))
        return has_type(json, keyword->valuestring) || complain(name, "of another type");
    if (!strcmp(word, "$ref")) return fits_reference(json, keyword->valuestring, name);
    if (!strcmp(word, "oneOf")) return fits_one(json, keyword, name);
    if (!strcmp(word, "anyOf"))
        return fits_any(json, keyword, name) || complain(name, "none of what it may be");
    if (!strcmp(word, "contains"))
        return has_item(json, keyword, name) || complain(name, "no such item");
    if (!strcmp(word, "enum")) return is_listed(json, keyword) || complain(name, "another word");
    if (!strcmp(word, "required")) return has_all(json, keyword) || complain(name, "lacks a key");
    if (!strcmp(word, "items")) return fits_items(json, keyword, name);
    if (!strcmp(word, "properties") || !strcmp(word, "additionalProperties"))
        return fits_properties(json, rule, name);
    if (!strncmp(word, "min", 3))
        return size_of(json) >= keyword->valuedouble || complain(name, "too small");
    if (!strncmp(word, "max", 3))
        return size_of(json) <= keyword->valuedouble || complain(name, "too large");
    fail_msg("the check does not know the keyword %s", word);
    return 0;
}

static int fits(const cJSON *json, const cJSON *rule, const char *name)
{
    const cJSON *keyword;
    cJSON_ArrayForEach(keyword, rule) if (!fits_keyword(json, rule, keyword, name)) return 0;
    return 1;
}

static int text_fits(const char *text)
{
    cJSON *json = cJSON_Parse(text);
    assert_non_null(json);
    *trouble = 0;
    int result = fits(json, schema, "the root");
    cJSON_Delete(json);
    return result;
}

static void assert_file_fits(const char *path)
{
    char *text = read_file(path);
    if (!text_fits(text)) fail_msg("%s: %s", path, trouble);
    free(text);
}

/* -- tests ------------------------------------------------------------------------------------ */

static int set_up(void **state)
{
    (void)state;
    char *text = generate(kamm_write_schema);
    schema = cJSON_Parse(text);
    free(text);
    return !schema;
}

static int tear_down(void **state)
{
    (void)state;
    cJSON_Delete(schema);
    return 0;
}

static void the_schema_is_up_to_date(void **state)
{
    (void)state;
    assert_same("docs/vehicle.schema.json", kamm_write_schema);
}

static void the_reference_is_up_to_date(void **state)
{
    (void)state;
    assert_same("docs/reference.md", write_reference);
}

static void assert_no_key_twice(const cJSON *json)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, json)
    {
        if (item->string)
            assert_ptr_equal(cJSON_GetObjectItemCaseSensitive(json, item->string), item);
        assert_no_key_twice(item);
    }
}

static void no_property_stands_twice(void **state)
{
    (void)state;
    assert_no_key_twice(schema);
}

static void every_shipped_vehicle_fits(void **state)
{
    (void)state;
    static const char *const folders[] = {"vehicles", "two-wheelers"};
    static char names[64][64];
    char path[600];
    for (size_t f = 0; f < sizeof folders / sizeof *folders; ++f) {
        int count = kamm_list_data(folders[f], names, 64);
        assert_in_range(count, f ? 3 : 6, 64);
        for (int i = 0; i < count; ++i) {
            snprintf(path, sizeof path, "%s/%s/%s.json", kamm_data_folder(), folders[f], names[i]);
            assert_file_fits(path);
        }
    }
}

static void what_is_written_fits(void **state)
{
    (void)state;
    char path[TEMPORARY_PATH];
    kamm_vehicle_def def = kamm_default_vehicle();
    assert_int_equal(make_temporary_file(path, ""), 0);
    assert_int_equal(kamm_write_vehicle(path, &def, NULL), KAMM_OK);
    assert_file_fits(path);
    remove(path);
}

#define CAR(BODY, GEARBOX, MORE)                                                                 \
    "{\"body\": {" BODY "}, \"axles\": [{\"tyre\": \"x\"}, {}], \"engine\": {\"torque_curve\": " \
    "{\"speed_rpm\": [1, 2], \"torque_nm\": [3, 4]}}, \"gearbox\": {" GEARBOX "}" MORE "}"
#define MASS "\"mass_kg\": 1000"
#define RATIOS "\"ratios\": [3, 2]"

static void mistakes_do_not_fit(void **state)
{
    (void)state;
    static const char *const good[] = {
        CAR(MASS, RATIOS, ""),
        CAR("\"mass_lb\": 2000", RATIOS, ""),
        CAR(MASS ", \"sources\": {\"*\": \"x\"}", RATIOS, ""),
        CAR(MASS, RATIOS ", \"kind\": \"automatic\"", ""),
        CAR(MASS, RATIOS,
            ", \"published\": {\"a\": {\"value\": 1, \"unit\": \"s\", \"source\": \"x\"}}"),
    };
    static const char *const bad[] = {
        "[]",
        "{}",
        CAR("\"width_m\": 1.7", RATIOS, ""),
        CAR("\"mass_kg\": 0.1", RATIOS, ""),
        CAR("\"mass_kg\": \"1000\"", RATIOS, ""),
        CAR("\"mass_lbs\": 2000", RATIOS, ""),
        CAR("\"mass_lb\": 0.2", RATIOS, ""),
        CAR(MASS ", \"sources\": {\"*\": 1}", RATIOS, ""),
        CAR(MASS, "\"ratios\": [3, 200]", ""),
        CAR(MASS, "\"ratios\": [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]", ""),
        CAR(MASS, "\"final_drive\": 4", ""),
        CAR(MASS, RATIOS ", \"kind\": \"manuel\"", ""),
        CAR(MASS, RATIOS, ", \"aids\": {\"abs\": 1}"),
        CAR(MASS, RATIOS, ", \"published\": {\"a\": {\"value\": 1}}"),
        CAR(MASS, RATIOS, ", \"what\": 1"),
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; ++i)
        if (!text_fits(good[i])) fail_msg("%s does not fit: %s", good[i], trouble);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
        if (text_fits(bad[i])) fail_msg("%s fits", bad[i]);
}

static void the_catalogue_lists_everything(void **state)
{
    (void)state;
    static const char *const names[] = {"body.mass_kg",       "axles[].suspension.camber_curve",
                                        "axles[].tyre.pky1",  "friction_lateral",
                                        "steering_wheel_rad", "yaw_rate_radps",
                                        "slip_ratio",         "lock_twist_rad",
                                        "dry_asphalt"};
    char *text = generate(write_text_catalog), *json_text = generate(write_json_catalog);
    cJSON *json = cJSON_Parse(json_text);
    assert_non_null(json);
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        char line[100], item[100];
        snprintf(line, sizeof line, "\n%s ", names[i]);
        snprintf(item, sizeof item, "{\"name\": \"%s\"", names[i]);
        if (!strstr(text, line) || !strstr(json_text, item)) fail_msg("%s is not listed", names[i]);
    }
    const cJSON *mass = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "parameters"), 1);
    assert_string_equal(cJSON_GetObjectItem(mass, "unit")->valuestring, "kg");
    assert_float_equal(cJSON_GetObjectItem(mass, "default")->valuedouble, 1200, 0);
    assert_float_equal(cJSON_GetObjectItem(mass, "max")->valuedouble, 1e6, 0);
    cJSON_Delete(json);
    free(json_text);
    free(text);
}

static void a_full_disk_is_reported(void **state)
{
    (void)state;
    kamm_error error;
    FILE *full = fopen("/dev/full", "w");
    if (!full) skip();
    assert_int_equal(kamm_write_schema(full, &error), KAMM_ERROR_FILE);
    fclose(full);
    full = fopen("/dev/full", "w");
    assert_int_equal(kamm_write_catalog(full, 0, &error), KAMM_ERROR_FILE);
    fclose(full);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_schema_is_up_to_date),
        cmocka_unit_test(the_reference_is_up_to_date),
        cmocka_unit_test(no_property_stands_twice),
        cmocka_unit_test(every_shipped_vehicle_fits),
        cmocka_unit_test(what_is_written_fits),
        cmocka_unit_test(mistakes_do_not_fit),
        cmocka_unit_test(the_catalogue_lists_everything),
        cmocka_unit_test(a_full_disk_is_reported),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
