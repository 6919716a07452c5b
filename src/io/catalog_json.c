/* The catalogue as JSON: a list per section, one object a line. */
#include "catalog.h"

static void start(kamm_catalog *c) { kamm_json_open(&c->json, NULL, '{'); }

static void end(kamm_catalog *c) { kamm_json_close(&c->json, '}'); }

static void write_section(kamm_catalog *c, const char *key, const char *title)
{
    (void)title;
    kamm_json_open_rows(&c->json, key, '[');
}

static void end_section(kamm_catalog *c) { kamm_json_close(&c->json, ']'); }

static void write_group(kamm_catalog *c, const char *path, const char *doc)
{
    (void)c, (void)path, (void)doc;
}

static void write_choices(kamm_json_writer *json, const kamm_field *field)
{
    char word[KAMM_NAME_TEXT];
    kamm_json_text(json, "default", kamm_choice_word(field, (int32_t)field->default_value, word));
    kamm_json_open(json, "choices", '[');
    for (int i = 0; kamm_choice_word(field, i, word); ++i) kamm_json_text(json, NULL, word);
    kamm_json_close(json, ']');
}

static void write_range(kamm_json_writer *json, const kamm_field *field)
{
    if (!(field->min < field->max)) return;
    kamm_json_number(json, "min", field->min);
    kamm_json_number(json, "max", field->max);
}

static void write_kind(kamm_json_writer *json, const kamm_field *field)
{
    switch (field->kind) {
    case KAMM_FIELD_NUMBER:
        kamm_json_number(json, "default", field->default_value);
        write_range(json, field);
        break;
    case KAMM_FIELD_NUMBERS:
        kamm_json_number(json, "max_count", field->max_count);
        write_range(json, field);
        break;
    case KAMM_FIELD_CHOICE: write_choices(json, field); break;
    case KAMM_FIELD_FLAG: kamm_json_flag(json, "default", field->default_value != 0); break;
    case KAMM_FIELD_TEXT: kamm_json_number(json, "max_count", field->max_count - 1); break;
    case KAMM_FIELD_CURVE:
        kamm_json_number(json, "max_count", KAMM_CURVE_POINTS);
        kamm_json_text(json, "x_name", field->x_name);
        kamm_json_text(json, "x_unit", field->x_unit);
        kamm_json_text(json, "y_name", field->y_name);
        break;
    case KAMM_FIELD_GROUP:
    case KAMM_FIELD_LIST: break;
    }
}

static void write_field(kamm_catalog *c, const char *path, const kamm_field *field)
{
    static const char *const kinds[] = {KAMM_FIELD_KINDS(KAMM_WORD)};
    kamm_json_open(&c->json, NULL, '{');
    kamm_json_text(&c->json, "name", path);
    kamm_json_text(&c->json, "kind", kinds[field->kind]);
    if (field->unit) kamm_json_text(&c->json, "unit", field->unit);
    write_kind(&c->json, field);
    kamm_json_text(&c->json, "doc", field->doc);
    kamm_json_close(&c->json, '}');
}

/* The double that reads as the float does: 0.1, not 0.100000001490116. */
static double tidy(float value)
{
    char text[KAMM_NUMBER_TEXT];
    double result = 0;
    snprintf(text, sizeof text, "%.7g", (double)value);
    sscanf(text, "%lf", &result);
    return result;
}

static void write_surface(kamm_catalog *c, const kamm_surface *surface)
{
    kamm_json_open(&c->json, NULL, '{');
    kamm_json_text(&c->json, "name", surface->name);
    kamm_json_number(&c->json, "friction", tidy(surface->friction));
    kamm_json_number(&c->json, "sliding_loss", tidy(surface->sliding_loss));
    kamm_json_number(&c->json, "rolling_resistance", tidy(surface->rolling_resistance));
    kamm_json_number(&c->json, "sinkage_m", tidy(surface->sinkage_m));
    kamm_json_number(&c->json, "sinkage_drag", tidy(surface->sinkage_drag));
    kamm_json_number(&c->json, "roughness_m3", tidy(surface->roughness_m3));
    kamm_json_number(&c->json, "water_m", tidy(surface->water_m));
    kamm_json_close(&c->json, '}');
}

static void write_unit(kamm_catalog *c, const kamm_unit *unit)
{
    kamm_json_open(&c->json, NULL, '{');
    kamm_json_text(&c->json, "suffix", unit->suffix);
    kamm_json_text(&c->json, "unit", unit->symbol);
    kamm_json_text(&c->json, "si", unit->si);
    kamm_json_number(&c->json, "in_si", kamm_to_si(unit, 1));
    kamm_json_close(&c->json, '}');
}

const kamm_catalog_format kamm_catalog_json = {
    start, write_section, write_group, write_field, write_surface, write_unit, end_section, end};
