/* Values: what a field takes, and what to say when it doesn't. */
#include "fields.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *kamm_allowed_text(char text[KAMM_NAME_TEXT], kamm_quantity quantity,
                              const kamm_unit *unit)
{
    const char *space = *unit->symbol ? " " : "";
    if (isinf(quantity.min))
        snprintf(text, KAMM_NAME_TEXT, "any finite number%s%s", *space ? " of " : "", unit->symbol);
    else
        snprintf(text, KAMM_NAME_TEXT, "%.6g to %.6g%s%s", kamm_from_si(unit, quantity.min),
                 kamm_from_si(unit, quantity.max), space, unit->symbol);
    return text;
}

static int is_allowed(kamm_quantity quantity, double si)
{
    return isfinite(si) && si >= quantity.min && si <= quantity.max;
}

kamm_result kamm_take_number(kamm_quantity quantity, const kamm_unit *unit, double written,
                             double *si, const char *path, kamm_error *error)
{
    double value = kamm_to_si(unit, written);
    char allowed[KAMM_NAME_TEXT];
    if (is_allowed(quantity, value)) {
        *si = value;
        return KAMM_OK;
    }
    kamm_allowed_text(allowed, quantity, unit);
    if (!isfinite(value))
        return kamm_fail(error, KAMM_ERROR_RANGE, path, "%s: the value is not finite; allowed: %s",
                         path, allowed);
    return kamm_fail(error, KAMM_ERROR_RANGE, path, "%s: %.9g%s%s is out of range; allowed: %s",
                     path, written, *unit->symbol ? " " : "", unit->symbol, allowed);
}

const char *kamm_choice_word(const kamm_field *field, int32_t index, char text[KAMM_NAME_TEXT])
{
    const char *word = field->choices;
    for (; index > 0 && word; --index) {
        word = strchr(word, '|');
        if (word) ++word;
    }
    if (!word || index < 0) return NULL;
    snprintf(text, KAMM_NAME_TEXT, "%.*s", (int)strcspn(word, "|"), word);
    return text;
}

int32_t kamm_choice_index(const kamm_field *field, const char *word)
{
    char text[KAMM_NAME_TEXT];
    for (int32_t i = 0; kamm_choice_word(field, i, text); ++i)
        if (!strcmp(text, word)) return i;
    return -1;
}

kamm_result kamm_fail_choice(const kamm_field *field, const char *word, const char *path,
                             kamm_error *error)
{
    kamm_text_line line = {0};
    char text[KAMM_NAME_TEXT];
    for (int32_t i = 0; kamm_choice_word(field, i, text); ++i)
        kamm_append(&line, "%s\"%s\"", i ? ", " : "", text);
    return kamm_fail(error, KAMM_ERROR_RANGE, path, "%s: \"%.60s\" is not one of the words %s",
                     path, word, line.text);
}

kamm_result kamm_take_text(const kamm_field *field, const char *text, char *at, const char *path,
                           kamm_error *error)
{
    size_t length = strlen(text), max = (size_t)field->max_count;
    if (length >= max)
        return kamm_fail(error, KAMM_ERROR_FORMAT, path,
                         "%s: the text has %zu bytes; at most %zu are allowed", path, length,
                         max - 1);
    memset(at, 0, max);
    strcpy(at, text);
    return KAMM_OK;
}

static kamm_result fail_ascent(const kamm_field *field, const kamm_curve *curve, int i,
                               const kamm_unit *unit, const char *path, kamm_error *error)
{
    char name[KAMM_NAME_TEXT];
    return kamm_fail(error, KAMM_ERROR_RANGE, path,
                     "%s.%s[%d]: %.9g %s does not rise from %.9g %s before; x must ascend strictly",
                     path, kamm_name_in_unit(name, kamm_quantity_of_x(field), unit), i,
                     kamm_from_si(unit, curve->x[i]), unit->symbol,
                     kamm_from_si(unit, curve->x[i - 1]), unit->symbol);
}

kamm_result kamm_check_curve(const kamm_field *field, const kamm_curve *curve,
                             const kamm_unit *x_unit, const char *path, kamm_error *error)
{
    if (curve->count < 2 || curve->count > KAMM_CURVE_POINTS)
        return kamm_fail(error, KAMM_ERROR_RANGE, path, "%s: %d points; a curve has 2 to %d", path,
                         (int)curve->count, KAMM_CURVE_POINTS);
    for (int i = 0; i < curve->count; ++i) {
        if (!isfinite(curve->x[i]) || !isfinite(curve->y[i]))
            return kamm_fail(error, KAMM_ERROR_RANGE, path, "%s: point %d is not finite", path, i);
        if (i && !(curve->x[i] > curve->x[i - 1]))
            return fail_ascent(field, curve, i, x_unit, path, error);
    }
    return KAMM_OK;
}
