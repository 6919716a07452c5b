#include "import_ini.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../base/error.h"
#include "../fields/fields.h"
#include "file_path.h"
#include "json_file.h"

/* -- Reading -- */

static int is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* The text without spaces around it; cut in place. */
static char *trimmed(char *text)
{
    while (is_space(*text)) ++text;
    char *end = text + strlen(text);
    while (end > text && is_space(end[-1])) --end;
    *end = 0;
    return text;
}

static void take_line(struct ini *ini, char *line, int number, const char **section)
{
    line[strcspn(line, ";")] = 0;
    line = trimmed(line);
    if (!*line || !strncmp(line, "//", 2)) return;
    char *end = strchr(line, ']'), *equals = strchr(line, '=');
    if (*line == '[' && end) {
        *end = 0;
        *section = trimmed(line + 1);
        return;
    }
    struct ini_value *value = &ini->values[ini->count++];
    *value = (struct ini_value){
        .section = *section, .key = "", .value = line, .unit = "", .line = number};
    if (!equals || equals == line) return;
    *equals = 0;
    value->key = trimmed(line);
    value->value = trimmed(equals + 1);
}

static size_t line_count(const char *text)
{
    size_t count = 1;
    for (; (text = strchr(text, '\n')); ++text) ++count;
    return count;
}

static void blank_zeros(char *text, size_t length)
{
    for (size_t i = 0; i < length; ++i)
        if (!text[i]) text[i] = ' ';
}

kamm_result kamm_ini_open(const char *path, struct ini *ini, size_t (*values)(const char *text),
                          kamm_error *error)
{
    size_t length;
    memset(ini, 0, sizeof *ini);
    snprintf(ini->path, sizeof ini->path, "%s", path);
    ini->name = kamm_file_name(ini->path);
    ini->text = kamm_load_text(path, &length, error);
    if (!ini->text) return error->code;
    blank_zeros(ini->text, length);
    ini->values = kamm_allocate_array(values(ini->text), sizeof *ini->values);
    if (ini->values) return KAMM_OK;
    kamm_ini_free(ini);
    return kamm_fail(error, KAMM_ERROR_MEMORY, "", "%.300s: out of memory", path);
}

kamm_result kamm_ini_load(const char *path, struct ini *ini, kamm_error *error)
{
    kamm_result result = kamm_ini_open(path, ini, line_count, error);
    if (result) return result;
    const char *section = "";
    int number = 1;
    char *line = ini->text;
    if (!strncmp(line, "\xef\xbb\xbf", 3)) line += 3;
    for (char *next; line; line = next, ++number) {
        next = strchr(line, '\n');
        if (next) *next++ = 0;
        take_line(ini, line, number, &section);
    }
    return KAMM_OK;
}

void kamm_ini_free(struct ini *ini)
{
    kamm_release(ini->text);
    kamm_release(ini->values);
    kamm_release(ini->paths);
    memset(ini, 0, sizeof *ini);
}

/* -- Values -- */

struct ini_value *kamm_ini_find(struct ini *ini, const char *section, const char *key)
{
    for (int i = 0; i < ini->count; ++i) {
        struct ini_value *value = &ini->values[i];
        if (strcmp(value->key, key) != 0 || strcmp(value->section, section) != 0) continue;
        value->is_taken = 1;
        return value;
    }
    return NULL;
}

int kamm_ini_has_section(const struct ini *ini, const char *section)
{
    for (int i = 0; i < ini->count; ++i)
        if (!strcmp(ini->values[i].section, section)) return 1;
    return 0;
}

const char *kamm_ini_place(char text[96], const char *section, const char *key)
{
    snprintf(text, 96, "%s%.40s%s%.40s", *section ? "[" : "", section, *section ? "] " : "", key);
    return text;
}

kamm_result kamm_ini_fail(const struct ini *ini, const struct ini_value *value, kamm_result code,
                          const char *what, kamm_error *error)
{
    char place[96];
    return kamm_fail(error, code, value->key, "%.300s:%d: %s = %.40s: %s", ini->path, value->line,
                     kamm_ini_place(place, value->section, value->key), value->value, what);
}

static kamm_result check_number(const struct ini *ini, const struct ini_value *at, const char *unit,
                                double min, double max, double number, kamm_error *error)
{
    char what[96];
    const char *space = *unit ? " " : "";
    snprintf(what, sizeof what, "allowed: %g to %g%s%s", min, max, space, unit);
    if (number >= min && number <= max) return KAMM_OK;
    return kamm_ini_fail(ini, at, KAMM_ERROR_RANGE, what, error);
}

kamm_result kamm_ini_number(struct ini *ini, const char *section, const char *key, const char *unit,
                            double min, double max, double *value, int *has, kamm_error *error)
{
    struct ini_value *at = kamm_ini_find(ini, section, key);
    double number;
    char what[96];
    *has = at && *at->value;
    if (!*has) return KAMM_OK;
    snprintf(what, sizeof what, "a number is wanted, from %g to %g%s%s", min, max, *unit ? " " : "",
             unit);
    if (!kamm_parse_number(at->value, &number) || !isfinite(number))
        return kamm_ini_fail(ini, at, KAMM_ERROR_FORMAT, what, error);
    kamm_result result = check_number(ini, at, unit, min, max, number, error);
    if (!result) *value = number;
    return result;
}

kamm_result kamm_ini_numbers(struct ini *ini, const char *section, const char *key, int count,
                             double *values, int *has, kamm_error *error)
{
    struct ini_value *at = kamm_ini_find(ini, section, key);
    char what[64];
    *has = at && *at->value;
    if (!*has) return KAMM_OK;
    const char *from = at->value;
    snprintf(what, sizeof what, "%d numbers with commas between them are wanted", count);
    for (int i = 0; i < count; ++i) {
        char item[48];
        size_t length = strcspn(from, ",");
        snprintf(item, sizeof item, "%.*s", (int)(length < 47 ? length : 47), from);
        if ((!from[length]) != (i == count - 1) || !kamm_parse_number(trimmed(item), &values[i]) ||
            !(fabs(values[i]) < 1e6))
            return kamm_ini_fail(ini, at, KAMM_ERROR_FORMAT, what, error);
        from += length + 1;
    }
    return KAMM_OK;
}

/* Names are compared in lower case. */
static int suggest(kamm_nearest *nearest, const char *key)
{
    char lower[KAMM_NAME_TEXT];
    snprintf(lower, sizeof lower, "%s", key);
    for (char *c = lower; *c; ++c) *c = (char)tolower((unsigned char)*c);
    return kamm_suggest_name(nearest, lower);
}

kamm_result kamm_ini_fail_missing(const struct ini *ini, const char *section, const char *key,
                                  const char *what, kamm_error *error)
{
    kamm_nearest nearest = kamm_start_nearest(key, strlen(key));
    const char *best = NULL;
    char place[96];
    if (*section && !kamm_ini_has_section(ini, section))
        return kamm_fail(error, KAMM_ERROR_MISSING, section,
                         "%.300s: section [%s] is missing, which has %s: %s", ini->path, section,
                         key, what);
    for (int i = 0; i < ini->count; ++i)
        if (!strcmp(ini->values[i].section, section) && suggest(&nearest, ini->values[i].key))
            best = ini->values[i].key;
    return kamm_fail(error, KAMM_ERROR_MISSING, key, "%.300s: %s is missing: %s%s%.60s%s",
                     ini->path, kamm_ini_place(place, section, key), what,
                     best ? "; the file has " : "", best ? best : "", best ? ", is it that?" : "");
}

/* -- Tables -- */

/* Takes a row; 0 if it is none, 2 if the line is empty. */
static int take_row(char *line, double *x, double *y)
{
    line[strcspn(line, ";")] = 0;
    line = trimmed(line);
    if (!*line || !strncmp(line, "//", 2)) return 2;
    char *bar = strchr(line, '|');
    if (!bar) return 0;
    *bar = 0;
    return kamm_parse_number(trimmed(line), x) && kamm_parse_number(trimmed(bar + 1), y) &&
           fabs(*x) < 1e6 && fabs(*y) < 1e6;
}

static kamm_result read_rows(const char *path, char *text, struct lut *lut, kamm_error *error)
{
    int number = 1;
    for (char *line = text, *next; line; line = next, ++number) {
        double x, y;
        next = strchr(line, '\n');
        if (next) *next++ = 0;
        int row = take_row(line, &x, &y);
        if (row == 2) continue;
        if (!row)
            return kamm_fail(error, KAMM_ERROR_FORMAT, "",
                             "%.300s:%d: %.40s: a row of two numbers is wanted, as 1000|120", path,
                             number, line);
        if (lut->count && x <= lut->x[lut->count - 1])
            return kamm_fail(error, KAMM_ERROR_RANGE, "",
                             "%.300s:%d: %g follows %g; the first column has to ascend", path,
                             number, x, lut->x[lut->count - 1]);
        if (lut->count == LUT_ROWS)
            return kamm_fail(error, KAMM_ERROR_RANGE, "", "%.300s:%d: more than %d rows", path,
                             number, LUT_ROWS);
        lut->x[lut->count] = x;
        lut->y[lut->count++] = y;
    }
    if (lut->count) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FORMAT, "", "%.300s: has no rows, as 1000|120", path);
}

kamm_result kamm_lut_load(const char *path, struct lut *lut, kamm_error *error)
{
    size_t length;
    char *text = kamm_load_text(path, &length, error);
    lut->count = 0;
    if (!text) return error->code;
    blank_zeros(text, length);
    kamm_result result = read_rows(path, text, lut, error);
    kamm_release(text);
    return result;
}

double kamm_lut_value(const struct lut *lut, double x)
{
    int i = 1;
    if (x <= lut->x[0]) return lut->y[0];
    if (x >= lut->x[lut->count - 1]) return lut->y[lut->count - 1];
    while (lut->x[i] < x) ++i;
    double share = (x - lut->x[i - 1]) / (lut->x[i] - lut->x[i - 1]);
    return lut->y[i - 1] + share * (lut->y[i] - lut->y[i - 1]);
}
