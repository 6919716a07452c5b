/* The path setter: from "axles[1].suspension.spring_n_per_mm" to the value. */
#include "../base/float_mode.h"
#include "fields.h"

#include <math.h>
#include <string.h>

/* One part of a path: "axles[1]". */
struct segment {
    const char *name;
    size_t length;
    int index;        /* -1: none */
    const char *rest; /* the next segment; NULL after the last */
};

/* Target of a path. */
struct place {
    const kamm_field *field;
    const kamm_unit *unit; /* that the path names; NULL for what has none */
    kamm_quantity quantity;
    void *at;
    kamm_curve *curve; /* of a point of a curve, else NULL */
    int index;
    kamm_field_path path; /* so far, for messages */
};

static kamm_result fail_syntax(const char *path, kamm_error *error)
{
    return kamm_fail(error, KAMM_ERROR_FORMAT, path,
                     "\"%.100s\" is not a path; one looks like axles[1].suspension.camber_deg",
                     path);
}

/* Returns 0 if the text is no segment. */
static int read_segment(const char *text, struct segment *segment)
{
    size_t length = strcspn(text, ".[]");
    const char *at = text + length;
    *segment = (struct segment){.name = text, .length = length, .index = -1};
    if (!length) return 0;
    if (*at == '[') {
        int index = 0, digits = 0;
        for (++at; *at >= '0' && *at <= '9' && digits < 6; ++at, ++digits)
            index = 10 * index + (*at - '0');
        if (!digits || *at++ != ']') return 0;
        segment->index = index;
    }
    if (*at && (*at != '.' || !at[1])) return 0;
    segment->rest = *at ? at + 1 : NULL;
    return 1;
}

static kamm_result check_index(const kamm_field *field, int index, int count, struct place *place,
                               kamm_error *error)
{
    if (index < 0)
        return kamm_fail(error, KAMM_ERROR_FORMAT, place->path.text,
                         "%s: %s is a list; name one of its items, such as %s[0]", place->path.text,
                         field->name, field->name);
    kamm_path_index(&place->path, index);
    if (index < count) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_UNKNOWN, place->path.text,
                     "%s: there is no item %d; the list has %d, counted from 0", place->path.text,
                     index, count);
}

/* A segment that has to be the last and without an index, or the other way round. */
static kamm_result check_end(const struct segment *segment, int wants_index, struct place *place,
                             kamm_error *error)
{
    if (!segment->rest && (segment->index >= 0) == wants_index) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FORMAT, place->path.text,
                     "%s: the path has to end here with %s", place->path.text,
                     wants_index ? "an index in brackets" : "no index and no further name");
}

static kamm_result find_curve_point(const struct segment *curve, struct place *place,
                                    kamm_error *error)
{
    struct segment axis;
    kamm_quantity x = kamm_quantity_of_x(place->field), y = kamm_quantity_of(place->field);
    if (!curve->rest || curve->index >= 0 || !read_segment(curve->rest, &axis))
        return kamm_fail(error, KAMM_ERROR_FORMAT, place->path.text,
                         "%s: a curve's values are reached by %s.%s[0] and %s.%s[0]",
                         place->path.text, place->path.text, x.name, place->path.text, y.name);
    const kamm_unit *x_unit = kamm_match_quantity(x, axis.name, axis.length);
    const kamm_unit *y_unit = kamm_match_quantity(y, axis.name, axis.length);
    if (!x_unit && !y_unit)
        return kamm_fail_unknown_axis(place->field, axis.name, axis.length, place->path.text,
                                      error);
    kamm_path_name(&place->path, axis.name, axis.length);
    place->curve = place->at;
    kamm_result result = check_index(place->field, axis.index, place->curve->count, place, error);
    if (!result) result = check_end(&axis, 1, place, error);
    if (result) return result;
    place->quantity = x_unit ? x : y;
    place->unit = x_unit ? x_unit : y_unit;
    place->index = axis.index;
    place->at = (x_unit ? place->curve->x : place->curve->y) + axis.index;
    return KAMM_OK;
}

static kamm_result find_number(const struct segment *segment, const void *object,
                               struct place *place, kamm_error *error)
{
    int listed = place->field->kind == KAMM_FIELD_NUMBERS;
    place->quantity = kamm_quantity_of(place->field);
    if (listed) {
        int count = *kamm_count_of(place->field, object);
        kamm_result result = check_index(place->field, segment->index, count, place, error);
        if (result) return result;
        place->at = (double *)place->at + segment->index;
    }
    return check_end(segment, listed, place, error);
}

static kamm_result find_place(const kamm_field_table *table, const void *object, const char *path,
                              struct place *place, kamm_error *error)
{
    struct segment segment;
    *place = (struct place){0};
    for (const char *rest = path; rest; rest = segment.rest) {
        if (!read_segment(rest, &segment)) return fail_syntax(path, error);
        place->field = kamm_find_field(table, segment.name, segment.length, &place->unit);
        kamm_path_name(&place->path, segment.name, segment.length);
        if (!place->field)
            return kamm_fail_unknown(table, segment.name, segment.length, place->path.text, error);
        place->at = kamm_value_of(place->field, object);
        switch (place->field->kind) {
        case KAMM_FIELD_CURVE: return find_curve_point(&segment, place, error);
        case KAMM_FIELD_NUMBER:
        case KAMM_FIELD_NUMBERS: return find_number(&segment, object, place, error);
        case KAMM_FIELD_CHOICE:
        case KAMM_FIELD_FLAG:
        case KAMM_FIELD_TEXT: return check_end(&segment, 0, place, error);
        case KAMM_FIELD_GROUP:
            if (segment.index >= 0) return fail_syntax(path, error);
            break;
        case KAMM_FIELD_LIST: {
            int count = *kamm_count_of(place->field, object);
            kamm_result result = check_index(place->field, segment.index, count, place, error);
            if (result) return result;
            place->at = (char *)place->at + (size_t)segment.index * place->field->item_size;
        }
        }
        table = place->field->table;
        object = place->at;
    }
    return kamm_fail(error, KAMM_ERROR_FORMAT, path,
                     "%s: that is a whole %s; name one of its values", path, table->name);
}

static kamm_result store_number(const struct place *place, double written, kamm_error *error)
{
    double si, before = *(double *)place->at;
    kamm_result result =
        kamm_take_number(place->quantity, place->unit, written, &si, place->path.text, error);
    if (result) return result;
    *(double *)place->at = si;
    if (!place->curve ||
        !kamm_check_curve(place->field, place->curve, place->unit, place->path.text, NULL))
        return KAMM_OK;
    *(double *)place->at = before;
    return kamm_fail(error, KAMM_ERROR_RANGE, place->path.text,
                     "%s: %.9g %s does not lie between the points before and after; x must ascend "
                     "strictly",
                     place->path.text, written, place->unit->symbol);
}

static kamm_result store_flag(const struct place *place, const char *text, kamm_error *error)
{
    if (strcmp(text, "true") != 0 && strcmp(text, "false") != 0)
        return kamm_fail(error, KAMM_ERROR_FORMAT, place->path.text,
                         "%s: \"%.60s\" is not allowed; allowed: true or false", place->path.text,
                         text);
    *(int32_t *)place->at = *text == 't';
    return KAMM_OK;
}

static kamm_result store_choice(const struct place *place, const char *text, kamm_error *error)
{
    int32_t index = kamm_choice_index(place->field, text);
    if (index < 0) return kamm_fail_choice(place->field, text, place->path.text, error);
    *(int32_t *)place->at = index;
    return KAMM_OK;
}

static kamm_result store_number_text(const struct place *place, const char *text, kamm_error *error)
{
    double written;
    char allowed[KAMM_NAME_TEXT];
    if (!kamm_parse_number(text, &written))
        return kamm_fail(error, KAMM_ERROR_FORMAT, place->path.text,
                         "%s: \"%.60s\" is not a number; allowed: %s", place->path.text, text,
                         kamm_allowed_text(allowed, place->quantity, place->unit));
    return store_number(place, written, error);
}

kamm_result kamm_set(const kamm_field_table *table, void *object, const char *path,
                     const char *text, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, table && object && path && text, KAMM_ERROR_MISUSE);
    struct place place;
    kamm_result result = find_place(table, object, path, &place, error);
    if (result) return result;
    switch (place.field->kind) {
    case KAMM_FIELD_TEXT:
        return kamm_take_text(place.field, text, place.at, place.path.text, error);
    case KAMM_FIELD_FLAG: return store_flag(&place, text, error);
    case KAMM_FIELD_CHOICE: return store_choice(&place, text, error);
    default: return store_number_text(&place, text, error);
    }
}

static kamm_result fail_text_number(const struct place *place, kamm_error *error)
{
    return kamm_fail(error, KAMM_ERROR_FORMAT, place->path.text, "%s: that is a text, not a number",
                     place->path.text);
}

static int is_integer(const kamm_field *field)
{
    return field->kind == KAMM_FIELD_CHOICE || field->kind == KAMM_FIELD_FLAG;
}

static kamm_result store_integer(const struct place *place, double value, kamm_error *error)
{
    char ignored[KAMM_NAME_TEXT];
    int flag = place->field->kind == KAMM_FIELD_FLAG;
    int fits = value == floor(value) && value >= 0 && value < 1000 &&
               (flag ? value <= 1 : !!kamm_choice_word(place->field, (int32_t)value, ignored));
    if (!fits)
        return kamm_fail(error, KAMM_ERROR_RANGE, place->path.text,
                         "%s: %.9g is out of range; allowed: %s", place->path.text, value,
                         flag ? "0 or 1" : place->field->choices);
    *(int32_t *)place->at = (int32_t)value;
    return KAMM_OK;
}

kamm_result kamm_set_number(const kamm_field_table *table, void *object, const char *path,
                            double value, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, table && object && path, KAMM_ERROR_MISUSE);
    struct place place;
    kamm_result result = find_place(table, object, path, &place, error);
    if (result) return result;
    if (place.field->kind == KAMM_FIELD_TEXT) return fail_text_number(&place, error);
    return is_integer(place.field) ? store_integer(&place, value, error)
                                   : store_number(&place, value, error);
}

kamm_result kamm_get_number(const kamm_field_table *table, const void *object, const char *path,
                            double *value, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, table && object && path && value, KAMM_ERROR_MISUSE);
    struct place place;
    kamm_result result = find_place(table, object, path, &place, error);
    if (result) return result;
    if (place.field->kind == KAMM_FIELD_TEXT) return fail_text_number(&place, error);
    *value = is_integer(place.field) ? *(int32_t *)place.at
                                     : kamm_from_si(place.unit, *(double *)place.at);
    return KAMM_OK;
}
