/* The grammar that cJSON 1.7 takes: RFC 8259, with control characters inside of texts, numbers
 * as strtod takes them, and lists nested no deeper than its limit. */
#include "json_grammar.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

/* Each of these returns where its piece ends, NULL if it is broken. */
static const char *skip_value(const char *at, int depth);

static const char *skip_blanks(const char *at)
{
    while (*at && (unsigned char)*at <= 32) ++at;
    return at;
}

static const char *skip_digits(const char *at)
{
    while (*at >= '0' && *at <= '9') ++at;
    return at;
}

/* Skips the characters that strtod takes. */
static const char *skip_number(const char *at)
{
    const char *from = *at == '-' ? at + 1 : at, *end = skip_digits(from);
    size_t digits = (size_t)(end - from);
    if (*end == '.' && *at != '.') {
        const char *point = end;
        end = skip_digits(point + 1);
        digits += (size_t)(end - point - 1);
    }
    if (!digits) return NULL;
    if (*end != 'e' && *end != 'E') return end;
    const char *exponent = end[1] == '+' || end[1] == '-' ? end + 2 : end + 1;
    const char *last = skip_digits(exponent);
    return last > exponent ? last : end;
}

/* The four digits of a \u. */
static const char *skip_code(const char *at, unsigned long *code)
{
    char digits[5] = {0};
    for (int i = 0; i < 4; ++i) {
        if (!at[i] || at[i] == '"') return NULL;
        digits[i] = at[i];
    }
    *code = strtoul(digits, NULL, 16);
    return at + 4;
}

/* Skips what follows \u: one code, or the two of a pair. */
static const char *skip_character(const char *at)
{
    unsigned long code, second;
    at = skip_code(at, &code);
    if (!at || code < 0xd800 || code > 0xdfff) return at;
    if (code >= 0xdc00 || at[0] != '\\' || at[1] != 'u') return NULL;
    at = skip_code(at + 2, &second);
    return at && second >= 0xdc00 && second <= 0xdfff ? at : NULL;
}

static const char *skip_text(const char *at)
{
    if (*at++ != '"') return NULL;
    while (at && *at != '"') {
        if (!*at) return NULL;
        if (*at++ != '\\') continue;
        if (!*at || !strchr("bfnrtu\"\\/", *at)) return NULL;
        at = *at == 'u' ? skip_character(at + 1) : at + 1;
    }
    return at ? at + 1 : NULL;
}

/* An item of a list, or a name with its value; and the blanks behind it. */
static const char *skip_item(const char *at, int named, int depth)
{
    at = skip_blanks(at);
    if (named) {
        at = skip_text(at);
        if (!at) return NULL;
        at = skip_blanks(at);
        if (*at++ != ':') return NULL;
        at = skip_blanks(at);
    }
    at = skip_value(at, depth);
    return at ? skip_blanks(at) : NULL;
}

static const char *skip_items(const char *at, char end, int depth)
{
    if (depth >= CJSON_NESTING_LIMIT) return NULL;
    const char *first = skip_blanks(at + 1);
    if (*first == end) return first + 1;
    do {
        at = skip_item(at + 1, end == '}', depth + 1);
    } while (at && *at == ',');
    return at && *at == end ? at + 1 : NULL;
}

static const char *skip_value(const char *at, int depth)
{
    static const char *const words[] = {"null", "true", "false"};
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        if (!strncmp(at, words[i], strlen(words[i]))) return at + strlen(words[i]);
    switch (*at) {
    case '"': return skip_text(at);
    case '[': return skip_items(at, ']', depth);
    case '{': return skip_items(at, '}', depth);
    default: return skip_number(at);
    }
}

int kamm_is_json(const char *text)
{
    if (!strncmp(text, "\xef\xbb\xbf", 3)) text += 3;
    const char *end = skip_value(skip_blanks(text), 0);
    return end && !*skip_blanks(end);
}
