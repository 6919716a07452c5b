/* A test's result as JSON. */
#include <cjson/cJSON.h>
#include <errno.h>
#include <math.h>
#include <string.h>

#include <kamm/lab.h>

#include "base/error.h"
#include "model/fields.h"

/* All digits, so that the same double can be read back; cJSON rounds to fifteen. */
static void add_number(cJSON *object, const char *name, double value)
{
    char text[KAMM_NUMBER_TEXT];
    if (isfinite(value))
        cJSON_AddRawToObject(object, name, kamm_format_number(text, value));
    else
        cJSON_AddNullToObject(object, name);
}

static cJSON *json_of(const kamm_test_result *result, const char *car)
{
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "test", result->test->name);
    cJSON_AddStringToObject(root, "car", car);
    cJSON *figures = cJSON_AddObjectToObject(root, "figures");
    for (int i = 0; i < result->figure_count; ++i) {
        const kamm_figure *figure = &result->figures[i];
        cJSON *entry = cJSON_AddObjectToObject(figures, figure->name);
        add_number(entry, "value", figure->value);
        cJSON_AddStringToObject(entry, "unit", figure->unit);
        add_number(entry, "published", figure->published);
    }
    return root;
}

kamm_result kamm_write_test_result(const kamm_test_result *result, const char *car, FILE *out,
                                   kamm_error *error)
{
    KAMM_REQUIRE(result && car && out, KAMM_ERROR_MISSING);
    cJSON *root = json_of(result, car);
    char *text = cJSON_Print(root);
    cJSON_Delete(root);
    if (!text) return kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
    int written = fprintf(out, "%s\n", text);
    cJSON_free(text);
    if (written < 0 || ferror(out))
        return kamm_fail(error, KAMM_ERROR_FILE, "", "the result can't be written: %s",
                         strerror(errno));
    return KAMM_OK;
}
