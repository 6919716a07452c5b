#include "scales.h"

#include <kamm/fields.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Returns the power of a base unit. For voltage and current only the product has one: both are
 * about those of batteries of all sizes. */
static double power_of_base(const char *name, size_t length)
{
    static const struct {
        const char *name;
        double power;
    } bases[] = {{"m", 1},  {"kg", 3},  {"s", 0.5},   {"rad", 0},    {"N", 3},
                 {"Pa", 1}, {"W", 3.5}, {"J", 4},     {"V", 1.5},    {"A", 2},
                 {"K", 0},  {"1", 0},   {"Hz", -0.5}, {"ohm", -0.5}, {"deg", 0}};
    for (size_t i = 0; i < sizeof bases / sizeof *bases; ++i)
        if (strlen(bases[i].name) == length && !strncmp(bases[i].name, name, length))
            return bases[i].power;
    abort();
}

static double power_of_product(const char **at);

/* A base unit or a product in brackets, with its exponent. */
static double power_of_factor(const char **at)
{
    double power, exponent = 1;
    if (**at == '(') {
        ++*at;
        power = power_of_product(at);
        ++*at;
    } else {
        size_t length = **at == '1' ? 1 : strcspn(*at, "./()^0123456789");
        power = power_of_base(*at, length);
        *at += length;
    }
    if (**at == '^') ++*at;
    if (**at >= '0' && **at <= '9') {
        char *end;
        exponent = strtod(*at, &end);
        if (end[-1] == '.') --end; /* "m2.s" */
        *at = end;
    }
    return power * exponent;
}

static double power_of_product(const char **at)
{
    double power = power_of_factor(at);
    while (**at == '.' || **at == '/') {
        double sign = **at == '.' ? 1 : -1;
        ++*at;
        power += sign * power_of_factor(at);
    }
    return power;
}

double power_of_length(const char *unit) { return power_of_product(&unit); }

double scale_of_unit(const char *unit, double length)
{
    /* Halves of whole numbers: roots and products alone, which are exact where the root is. */
    double root = sqrt(length), scale = 1;
    int halves = (int)lround(2 * power_of_length(unit));
    for (int i = 0; i < abs(halves); ++i) scale *= root;
    return halves < 0 ? 1 / scale : scale;
}

static void scale_object(const kamm_field_table *table, char *object, double length);

static void scale_curve(const kamm_field *field, kamm_curve *curve, double length)
{
    double x = scale_of_unit(field->x_unit, length), y = scale_of_unit(field->unit, length);
    for (int i = 0; i < curve->count; ++i) curve->x[i] *= x, curve->y[i] *= y;
}

/* Rubber stays rubber: heat and wear do not keep to dynamic similarity. */
static int is_of_matter(const kamm_field *field)
{
    return !strcmp(field->name, "heat") || !strcmp(field->name, "wear");
}

static void scale_field(const kamm_field *field, char *object, double length)
{
    char *at = object + field->offset;
    int32_t count = 1;
    if (field->kind == KAMM_FIELD_NUMBERS || field->kind == KAMM_FIELD_LIST)
        count = *(const int32_t *)(object + field->count_offset);
    switch (field->kind) {
    case KAMM_FIELD_NUMBER:
    case KAMM_FIELD_NUMBERS:
        for (int i = 0; i < count; ++i) ((double *)at)[i] *= scale_of_unit(field->unit, length);
        break;
    case KAMM_FIELD_CURVE: scale_curve(field, (kamm_curve *)at, length); break;
    case KAMM_FIELD_GROUP:
        if (!is_of_matter(field)) scale_object(field->table, at, length);
        break;
    case KAMM_FIELD_LIST:
        for (int i = 0; i < count; ++i)
            scale_object(field->table, at + (size_t)i * field->item_size, length);
        break;
    case KAMM_FIELD_CHOICE:
    case KAMM_FIELD_FLAG:
    case KAMM_FIELD_TEXT: break;
    }
}

static void scale_object(const kamm_field_table *table, char *object, double length)
{
    for (int i = 0; i < table->count; ++i) scale_field(&table->fields[i], object, length);
}

kamm_vehicle_def scaled_vehicle(const kamm_vehicle_def *def, double length)
{
    kamm_vehicle_def scaled = *def;
    scale_object(kamm_vehicle_table(), (char *)&scaled, length);
    return scaled;
}
