/* A lack of memory inside of cJSON is reported as such, and not as a mistake in the file; what is JSON, both
 * understand alike. */
#include "support/cars.h"
#include "support/vehicle_files.h"

#include "io/json_grammar.h"

#include <cjson/cJSON.h>

static long allocations_left;

static void *allocate_some(size_t size) { return allocations_left-- > 0 ? malloc(size) : NULL; }

static void lack_of_memory_is_reported_as_such(void **state)
{
    (void)state;
    cJSON_Hooks failing = {allocate_some, free};
    long allowed = 0;
    kamm_result result = KAMM_ERROR_MEMORY;
    cJSON_InitHooks(&failing);
    for (; result && allowed < 1000; allowed += 1 + allowed / 8) {
        allocations_left = allowed;
        result = read_text(example);
        if (result && result != KAMM_ERROR_MEMORY) break;
        if (result) assert_memory_equal(&car_file, &untouched, sizeof car_file);
    }
    cJSON_InitHooks(NULL);
    if (result) fail_msg("after %ld allocations: %s", allowed, read_error.text);
    assert_true(allowed > 100);
}

static void broken_text_is_not_reported_as_lack_of_memory(void **state)
{
    (void)state;
    static const char *const good[] = {"0",
                                       "-1.5e+3",
                                       " [1, 2 ,[ ],{ }] ",
                                       "{\"a\": null, \"b\\u0041\\ud834\\udd1e\": [true, false]}",
                                       "\xef\xbb\xbf{}",
                                       "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
                                       "01",
                                       "1.",
                                       "-.5"};
    static const char *const bad[] = {"",         "[",     "]",          "[1,]",      "{\"a\"}",
                                      "{a: 1}",   "{,}",   "1 2",        "\"\\x\"",   "\"\\ud834\"",
                                      "nul",      "\"abc", "-",          "1e",        "\"\\udd1e\"",
                                      "{\"a\":}", "[1 2]", "{\"a\":1,}", "\"\\u12\"", "+1",
                                      ".5",       "1e+",   "-."};
    for (size_t i = 0; i < sizeof good / sizeof *good; ++i)
        if (!kamm_is_json(good[i])) fail_msg("refused: %s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
        if (kamm_is_json(bad[i])) fail_msg("accepted: %s", bad[i]);
}

static void mutated_files_are_accepted_as_by_the_parser(void **state)
{
    (void)state;
    static const char bytes[] = "{}[]\":,.-+eEu0123456789 \n\\/_ax\t\xc3";
    static char text[MAX_TEXT];
    struct noise random = {7};
    int accepted = 0;
    size_t length = strlen(example);
    for (int round = 0; round < 3000; ++round) {
        memcpy(text, example, length + 1);
        for (uint64_t i = noise_bits(&random) % 3 + 1; i; --i)
            text[noise_bits(&random) % length] = bytes[noise_bits(&random) % (sizeof bytes - 1)];
        cJSON *json = cJSON_ParseWithLengthOpts(text, length + 1, NULL, 1);
        if (!json != !kamm_is_json(text))
            fail_msg("round %d: cJSON takes it: %d", round, json != NULL);
        accepted += json != NULL;
        cJSON_Delete(json);
    }
    assert_in_range(accepted, 100, 2900);
}

static void nesting_limit_is_that_of_the_parser(void **state)
{
    (void)state;
    static char text[2 * CJSON_NESTING_LIMIT + 4];
    for (int depth = CJSON_NESTING_LIMIT - 1; depth <= CJSON_NESTING_LIMIT + 1; ++depth) {
        memset(text, '[', (size_t)depth);
        memset(text + depth, ']', (size_t)depth);
        text[2 * depth] = 0;
        cJSON *json = cJSON_Parse(text);
        assert_int_equal(json != NULL, kamm_is_json(text));
        cJSON_Delete(json);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lack_of_memory_is_reported_as_such),
        cmocka_unit_test(broken_text_is_not_reported_as_lack_of_memory),
        cmocka_unit_test(mutated_files_are_accepted_as_by_the_parser),
        cmocka_unit_test(nesting_limit_is_that_of_the_parser),
    };
    return cmocka_run_group_tests(tests, set_up_folder, remove_folder);
}
