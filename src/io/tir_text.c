#include "tir_text.h"

#include "../base/error.h"
#include "../fields/fields.h"
#include "tir_keys.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Copies without blanks at the ends; what doesn't fit is cut off. */
static void copy_trimmed(char *to, size_t size, const char *from, size_t length)
{
    while (length && isspace((unsigned char)*from)) ++from, --length;
    while (length && isspace((unsigned char)from[length - 1])) --length;
    if (length >= size) length = size - 1;
    memmove(to, from, length); /* unquoting copies within one place */
    to[length] = 0;
}

static void capitalise(char *text)
{
    for (; *text; ++text) *text = (char)toupper((unsigned char)*text);
}

/* Up to where a line counts: $ and ! start a comment unless they stand in quotes. */
static size_t length_without_comment(const char *line)
{
    size_t first = strcspn(line, "$!");
    char quote = 0;
    for (size_t i = 0; line[i]; ++i) {
        if (quote)
            quote = line[i] == quote ? 0 : quote;
        else if (line[i] == '\'' || line[i] == '"')
            quote = line[i];
        else if (line[i] == '$' || line[i] == '!')
            return i;
    }
    return quote ? first : strlen(line); /* an unclosed quote is an apostrophe */
}

/* The next line without its comment; what is beyond 500 characters can only be one. */
static int next_line(struct tir_text *text, char line[512])
{
    if (!*text->rest) return 0;
    size_t length = strcspn(text->rest, "\r\n"), kept = length < 500 ? length : 500;
    memcpy(line, text->rest, kept);
    line[kept] = 0;
    line[length_without_comment(line)] = 0;
    text->rest += length;
    if (*text->rest == '\r') ++text->rest;
    if (*text->rest == '\n') ++text->rest;
    ++text->entry.line;
    return 1;
}

/* A section that does not end is one nevertheless. */
static void take_section(struct tir_text *text, const char *line)
{
    size_t length = strcspn(line + 1, "]");
    copy_trimmed(text->entry.section, sizeof text->entry.section, line + 1, length);
    capitalise(text->entry.section);
}

/* Tables, their heads and free text, which hold nothing for a Magic Formula tyre. */
static int is_table(const struct tir_text *text, const char *line)
{
    return strchr("{(})'\"+-.0123456789", *line) || strstr(text->entry.section, "SHAPE") ||
           strstr(text->entry.section, "CURVE");
}

static void unquote(char *value)
{
    size_t length = strlen(value);
    if (length >= 2 && (*value == '\'' || *value == '"') && value[length - 1] == *value) {
        value[length - 1] = ' ';
        copy_trimmed(value, length, value + 1, length - 2);
    }
}

static enum tir_line stray(struct tir_text *text, const char *line)
{
    *text->entry.key = 0;
    copy_trimmed(text->entry.value, sizeof text->entry.value, line, strlen(line));
    for (char *c = text->entry.value; *c; ++c)
        if (!isprint((unsigned char)*c)) *c = '?';
    return TIR_STRAY;
}

static enum tir_line take_entry(struct tir_text *text, const char *line)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    struct tir_entry *entry = &text->entry;
    const char *equals = strchr(line, '=');
    if (!equals) return stray(text, line);
    copy_trimmed(entry->key, sizeof entry->key, line, (size_t)(equals - line));
    capitalise(entry->key);
    if (!*entry->key || strspn(entry->key, letters) != strlen(entry->key)) return stray(text, line);
    copy_trimmed(entry->value, sizeof entry->value, equals + 1, strlen(equals + 1));
    unquote(entry->value);
    return TIR_ENTRY;
}

enum tir_line kamm_tir_next(struct tir_text *text)
{
    char line[512];
    while (next_line(text, line)) {
        const char *start = line + strspn(line, " \t\f\v");
        if (*start == '[') return take_section(text, start), TIR_SECTION;
        if (*start && !is_table(text, start)) return take_entry(text, start);
    }
    return TIR_END;
}

/* Two bytes a character become one; what is beyond ASCII stands in comments and names. */
static size_t from_utf16(char *text, size_t length, int low)
{
    size_t kept = 0;
    for (size_t i = 2; i + 1 < length; i += 2)
        text[kept++] = text[i + (size_t)!low] ? '?' : text[i + (size_t)low];
    return kept;
}

size_t kamm_tir_plain_text(char *text, size_t length)
{
    static const struct {
        const char *bytes, *plain; /* in UTF-8 */
    } odd[] = {{"\xef\xbb\xbf", ""}, {"\xc2\xa0", " "}, {"\xe2\x88\x92", "-"}, {"\x1a", " "}};
    enum { ODD = sizeof odd / sizeof *odd };
    size_t kept = 0;
    if (length >= 2 && !memcmp(text, "\xff\xfe", 2)) length = from_utf16(text, length, 0);
    if (length >= 2 && !memcmp(text, "\xfe\xff", 2)) length = from_utf16(text, length, 1);
    for (size_t i = 0; i < length;) {
        int found = 0;
        while (found < ODD && (length - i < strlen(odd[found].bytes) ||
                               memcmp(text + i, odd[found].bytes, strlen(odd[found].bytes)) != 0))
            ++found;
        if (found == ODD) {
            text[kept++] = text[i++];
            continue;
        }
        i += strlen(odd[found].bytes);
        if (*odd[found].plain) text[kept++] = *odd[found].plain;
    }
    text[kept] = 0;
    return kept;
}

/* 'Kilo-Newton' and kilo_newton are kilonewton. */
static void plain_word(char *to, size_t size, const char *from)
{
    size_t length = 0;
    for (; *from && length + 1 < size; ++from)
        if (isalpha((unsigned char)*from)) to[length++] = (char)tolower((unsigned char)*from);
    to[length] = 0;
}

#define UNIT_NAME(kind, word, si) {TIR_##kind, word, si},
static const struct unit_word {
    int kind;
    const char *word;
    double si;
} unit_words[] = {KAMM_TIR_UNITS(UNIT_NAME)};
enum { UNIT_WORDS = sizeof unit_words / sizeof *unit_words };

/* "newton", "newtons" */
static int is_unit(const char *word, const char *written)
{
    size_t length = strlen(word);
    return !strncmp(word, written, length) && (!written[length] || !strcmp(written + length, "s"));
}

kamm_result kamm_tir_take_unit(const struct tir_text *text, double si[TIR_UNIT_KINDS],
                               kamm_error *error)
{
    static const char *const kinds[] = {TIR_KINDS(TIR_KIND_KEY)};
    char word[40];
    kamm_text_line allowed = {0};
    plain_word(word, sizeof word, text->entry.value);
    if (!*word) return KAMM_OK; /* as if it were not there */
    for (int kind = 0; kind < TIR_UNIT_KINDS; ++kind) {
        if (strcmp(kinds[kind], text->entry.key)) continue;
        for (int i = 0; i < UNIT_WORDS; ++i) {
            if (unit_words[i].kind != kind) continue;
            if (is_unit(unit_words[i].word, word)) return si[kind] = unit_words[i].si, KAMM_OK;
            kamm_append(&allowed, "%s%s", allowed.length ? ", " : "", unit_words[i].word);
        }
        return kamm_fail(error, KAMM_ERROR_FORMAT, text->entry.key,
                         "%.200s:%d: %s = '%.40s' is an unknown unit; allowed: %s", text->path,
                         text->entry.line, text->entry.key, text->entry.value, allowed.text);
    }
    return KAMM_OK;
}

kamm_result kamm_tir_number(const struct tir_text *text, double *value, kamm_error *error)
{
    char number[sizeof text->entry.value];
    strcpy(number, text->entry.value);
    for (char *c = number; *c; ++c)
        if (*c == 'd' || *c == 'D') *c = 'e';
    if (kamm_parse_number(number, value)) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FORMAT, text->entry.key,
                     "%.300s:%d: %s = '%.60s' is not a number", text->path, text->entry.line,
                     text->entry.key, text->entry.value);
}

int kamm_tir_lists(const char *list, const char *word)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, " %.60s ", word);
    return strstr(list, wanted) != NULL;
}
