#include "json_file.h"

#include "../base/error.h"
#include "json_grammar.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* A hundred times the longest vehicle file that makes sense. */
static const size_t default_max_bytes = 1 << 20;

kamm_result kamm_prefix_error(kamm_result code, const char *prefix, kamm_error *error)
{
    if (!error) return code;
    char text[sizeof error->text];
    snprintf(text, sizeof text, "%s: ", prefix);
    size_t length = strlen(text), rest = strlen(error->text);
    if (rest > sizeof text - 1 - length) rest = sizeof text - 1 - length;
    memcpy(text + length, error->text, rest);
    text[length + rest] = 0;
    memcpy(error->text, text, sizeof text);
    return code;
}

static kamm_result fail_file(const char *path, const char *what, kamm_error *error)
{
    return kamm_fail(error, KAMM_ERROR_FILE, "", "%.300s: %s", path, what);
}

static kamm_result fail_too_large(const char *path, size_t max, kamm_error *error)
{
    return kamm_fail(error, KAMM_ERROR_FILE, "",
                     "%.300s: is larger than %zu MiB, which no such file is", path, max >> 20);
}

/* The file's bytes, with room for a final 0; up to one more than `max`. NULL: out of memory. */
static char *read_bytes(FILE *in, size_t max, size_t *length)
{
    size_t room = 1 << 16;
    char *text = kamm_allocate(room + 1);
    *length = 0;
    errno = 0;
    while (text) {
        *length += fread(text + *length, 1, room - *length, in);
        if (*length < room || room > max) return text;
        room = room < max / 2 ? 2 * room : max + 1;
        char *more = kamm_enlarge(text, *length, room + 1);
        if (!more) kamm_release(text);
        text = more;
    }
    return NULL;
}

static void fail_memory(const char *path, kamm_error *error)
{
    kamm_fail(error, KAMM_ERROR_MEMORY, "", "%.300s: out of memory", path);
}

static char *read_text(const char *path, size_t max, size_t *length, kamm_error *error)
{
    FILE *in = fopen(path, "rb");
    if (!in) return fail_file(path, strerror(errno), error), NULL;
    char *text = read_bytes(in, max, length);
    int is_well = 0;
    if (!text)
        fail_memory(path, error);
    else if (ferror(in))
        fail_file(path, errno ? strerror(errno) : "cannot be read", error);
    else if (*length > max)
        fail_too_large(path, max, error);
    else if (!*length)
        fail_file(path, "is empty", error);
    else
        is_well = 1;
    fclose(in);
    if (!is_well) return kamm_release(text), NULL;
    text[*length] = 0;
    return text;
}

char *kamm_load_text(const char *path, size_t *length, kamm_error *error)
{
    return read_text(path, default_max_bytes, length, error);
}

/* Returns a hint about text that people write and JSON does not have. */
static const char *syntax_hint(const char *at)
{
    static const struct {
        const char *start, *hint;
    } hints[] = {
        {"NaN", "JSON has no NaN"},
        {"nan", "JSON has no NaN"},
        {"Inf", "JSON has no infinity"},
        {"inf", "JSON has no infinity"},
        {"-I", "JSON has no infinity"},
        {"-i", "JSON has no infinity"},
        {"//", "JSON has no comments"},
        {"/*", "JSON has no comments"},
        {"#", "JSON has no comments"},
        {"'", "texts and keys stand in double quotes"},
        {"}", "a comma too many, or a value missing, before it"},
        {"]", "a comma too many, or a value missing, before it"},
        {"{", "unexpected, or nested too deeply"},
        {"[", "unexpected, or nested too deeply"},
        {"\"", "a comma or colon missing before it, or a text that does not end"},
    };
    for (size_t i = 0; i < sizeof hints / sizeof *hints; ++i)
        if (!strncmp(at, hints[i].start, strlen(hints[i].start))) return hints[i].hint;
    return "unexpected";
}

static void fail_syntax(const char *path, const char *text, const char *at, size_t length,
                        kamm_error *error)
{
    char position[32], shown[13];
    int line = 1, column = 1, count = 0;
    for (const char *c = text; c < at; ++c) {
        column = *c == '\n' ? 1 : column + 1;
        line += *c == '\n';
    }
    snprintf(position, sizeof position, "%d:%d", line, column);
    for (; count < 12 && (unsigned char)at[count] > 31; ++count) shown[count] = at[count];
    shown[count] = 0;
    if (at >= text + length)
        kamm_fail(error, KAMM_ERROR_FORMAT, position,
                  "%.300s:%s: the file ends here, in the middle of the JSON", path, position);
    else if (!*at)
        kamm_fail(error, KAMM_ERROR_FORMAT, position,
                  "%.300s:%s: a byte 0 is no text; is this a JSON file in UTF-8?", path, position);
    else
        kamm_fail(error, KAMM_ERROR_FORMAT, position, "%.300s:%s: not JSON here: \"%s\": %s", path,
                  position, shown, syntax_hint(at));
}

/* Returns the place of the error. cJSON points one character too far if a key should start there. */
static const char *find_break(const char *text, const char *at, size_t length)
{
    static const char blanks[] = " \t\r\n";
    const char *last = text + length, *before = at - 2;
    while (last > text && strchr(blanks, last[-1])) --last;
    if (at >= last) return text + length;
    if (before <= text || strchr(" \t\r\n\"[{", at[-1])) return at;
    while (before > text && strchr(blanks, *before)) --before;
    return *before == ',' || *before == '{' ? at - 1 : at;
}

cJSON *kamm_load_large_json(const char *path, size_t max_bytes, kamm_error *error)
{
    size_t length;
    char *text = read_text(path, max_bytes, &length, error);
    if (!text) return NULL;
    const char *zero = memchr(text, 0, length), *end = text;
    cJSON *json = zero ? NULL : cJSON_ParseWithLengthOpts(text, length + 1, &end, 1);
    if (!json && !zero && kamm_is_json(text))
        fail_memory(path, error);
    else if (!json)
        fail_syntax(path, text, zero ? zero : find_break(text, end, length), length, error);
    kamm_release(text);
    return json;
}

cJSON *kamm_load_json(const char *path, kamm_error *error)
{
    return kamm_load_large_json(path, default_max_bytes, error);
}
