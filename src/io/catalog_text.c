/* The catalogue for people: text in columns, and the same as Markdown. */
#include "catalog.h"

#include <string.h>

struct row {
    const char *name, *unit, *doc;
    const char *standard, *allowed;
};

static const char *describe_range(const kamm_field *field, char text[KAMM_NAME_TEXT])
{
    const char *more = field->kind == KAMM_FIELD_NUMBERS ? " each" : "";
    switch (field->kind) {
    case KAMM_FIELD_NUMBER:
    case KAMM_FIELD_NUMBERS:
        if (field->min < field->max)
            snprintf(text, KAMM_NAME_TEXT, "%.6g to %.6g%s", field->min, field->max, more);
        else
            strcpy(text, "any");
        break;
    case KAMM_FIELD_CHOICE: return field->choices; /* as many as there are */
    case KAMM_FIELD_FLAG: strcpy(text, "false|true"); break;
    case KAMM_FIELD_TEXT:
        snprintf(text, KAMM_NAME_TEXT, "%d bytes", (int)field->max_count - 1);
        break;
    case KAMM_FIELD_CURVE:
        snprintf(text, KAMM_NAME_TEXT, "%s: %s", field->x_name, field->y_name);
        break;
    case KAMM_FIELD_GROUP:
    case KAMM_FIELD_LIST: *text = 0;
    }
    return text;
}

static const char *describe_default(const kamm_field *field, char text[KAMM_NAME_TEXT])
{
    strcpy(text, "-");
    if (field->kind == KAMM_FIELD_NUMBER) kamm_format_number(text, field->default_value);
    if (field->kind == KAMM_FIELD_CHOICE)
        kamm_choice_word(field, (int32_t)field->default_value, text);
    if (field->kind == KAMM_FIELD_FLAG) strcpy(text, field->default_value != 0 ? "true" : "false");
    return text;
}

static const char *describe_unit(const kamm_field *field, char text[KAMM_NAME_TEXT])
{
    snprintf(text, KAMM_NAME_TEXT, "%s%s%s", field->x_unit ? field->x_unit : "",
             field->x_unit ? ": " : "", field->unit ? field->unit : "-");
    return text;
}

typedef void write_row(kamm_catalog *c, const struct row *row);

static void describe_field(kamm_catalog *c, const char *path, const kamm_field *field,
                           write_row *write)
{
    char unit[KAMM_NAME_TEXT], standard[KAMM_NAME_TEXT], allowed[KAMM_NAME_TEXT];
    const struct row row = {path, describe_unit(field, unit), field->doc,
                            describe_default(field, standard), describe_range(field, allowed)};
    write(c, &row);
}

static void nothing(kamm_catalog *c) { (void)c; }

/* -- text ------------------------------------------------------------------------------------- */

static void write_text_row(kamm_catalog *c, const struct row *row)
{
    fprintf(c->out, "%-48s  %-10s  %-9s  %-20s  %s\n", row->name, row->unit, row->standard,
            row->allowed, row->doc);
}

static void write_text_section(kamm_catalog *c, const char *key, const char *title)
{
    (void)key;
    fprintf(c->out, "\n%s\n", title);
    for (size_t i = strlen(title); i; --i) fputc('=', c->out);
    fputc('\n', c->out);
}

static void write_text_group(kamm_catalog *c, const char *path, const char *doc)
{
    static const struct row names = {"name", "unit", "meaning", "default", "allowed"};
    fprintf(c->out, "\n%s%s%s\n", path, *path ? ": " : "", doc);
    write_text_row(c, &names);
}

static void write_text_field(kamm_catalog *c, const char *path, const kamm_field *field)
{
    describe_field(c, path, field, write_text_row);
}

/* All numbers of a surface, in this order. */
static const char *const surface_columns[] = {"friction",  "sliding loss", "rolling resistance",
                                              "sinkage m", "sinkage drag", "roughness 1e-6 m3",
                                              "water m"};
enum { SURFACE_COLUMNS = sizeof surface_columns / sizeof *surface_columns };

static void list_numbers(const kamm_surface *s, double numbers[SURFACE_COLUMNS])
{
    const float all[] = {s->friction,  s->sliding_loss, s->rolling_resistance,
                         s->sinkage_m, s->sinkage_drag, 1e6f * s->roughness_m3,
                         s->water_m};
    for (int i = 0; i < SURFACE_COLUMNS; ++i) numbers[i] = (double)all[i];
}

static void write_text_surface(kamm_catalog *c, const kamm_surface *surface)
{
    double numbers[SURFACE_COLUMNS];
    list_numbers(surface, numbers);
    fprintf(c->out, "%-16s", surface->name);
    for (int i = 0; i < SURFACE_COLUMNS; ++i)
        fprintf(c->out, "  %s %-*.4g", surface_columns[i], i < SURFACE_COLUMNS - 1 ? 6 : 1,
                numbers[i]);
    fputc('\n', c->out);
}

static void write_text_unit(kamm_catalog *c, const kamm_unit *unit)
{
    fprintf(c->out, "_%-12s  %-10s  = %.9g %s\n", unit->suffix, unit->symbol, kamm_to_si(unit, 1),
            unit->si);
}

const kamm_catalog_format kamm_catalog_text = {nothing,
                                               write_text_section,
                                               write_text_group,
                                               write_text_field,
                                               write_text_surface,
                                               write_text_unit,
                                               nothing,
                                               nothing};

/* -- Markdown --------------------------------------------------------------------------------- */

static void write_cell(FILE *out, const char *text)
{
    fputc(' ', out);
    for (; *text; ++text) {
        if (strchr("|*<", *text)) fputc('\\', out);
        fputc(*text, out);
    }
    fputs(" |", out);
}

static void write_markdown_row(kamm_catalog *c, const struct row *row)
{
    fprintf(c->out, "| `%s` |", row->name);
    write_cell(c->out, row->unit);
    write_cell(c->out, row->standard);
    write_cell(c->out, row->allowed);
    write_cell(c->out, row->doc);
    fputc('\n', c->out);
}

static void start_markdown(kamm_catalog *c)
{
    fputs("# Reference\n\nAll parameters, inputs, states and channels, made from the field tables; "
          "the same as `kamm catalog`.\n",
          c->out);
}

static void write_markdown_section(kamm_catalog *c, const char *key, const char *title)
{
    fprintf(c->out, "\n## %s\n", title);
    if (!strcmp(key, "surfaces")) {
        fputs(
            "\nOf data/surfaces.json; [surfaces.md](surfaces.md) says what they mean.\n\n| name |",
            c->out);
        for (int i = 0; i < SURFACE_COLUMNS; ++i) fprintf(c->out, " %s |", surface_columns[i]);
        fputs("\n| --- | --- | --- | --- | --- | --- | --- |\n", c->out);
    }
    if (!strcmp(key, "units")) fputs("\n| ending | unit | in SI |\n| --- | --- | --- |\n", c->out);
}

static void write_markdown_group(kamm_catalog *c, const char *path, const char *doc)
{
    if (*path) fprintf(c->out, "\n### `%s`\n", path);
    fprintf(c->out, "\n%s.\n\n", doc);
    fputs("| name | unit | default | allowed | meaning |\n| --- | --- | --- | --- | --- |\n",
          c->out);
}

static void write_markdown_field(kamm_catalog *c, const char *path, const kamm_field *field)
{
    describe_field(c, path, field, write_markdown_row);
}

static void write_markdown_surface(kamm_catalog *c, const kamm_surface *surface)
{
    double numbers[SURFACE_COLUMNS];
    list_numbers(surface, numbers);
    fprintf(c->out, "| `%s` |", surface->name);
    for (int i = 0; i < SURFACE_COLUMNS; ++i) fprintf(c->out, " %.4g |", numbers[i]);
    fputc('\n', c->out);
}

static void write_markdown_unit(kamm_catalog *c, const kamm_unit *unit)
{
    fprintf(c->out, "| `_%s` | %s | %.9g %s |\n", unit->suffix, unit->symbol, kamm_to_si(unit, 1),
            unit->si);
}

const kamm_catalog_format kamm_catalog_markdown = {start_markdown,
                                                   write_markdown_section,
                                                   write_markdown_group,
                                                   write_markdown_field,
                                                   write_markdown_surface,
                                                   write_markdown_unit,
                                                   nothing,
                                                   nothing};
