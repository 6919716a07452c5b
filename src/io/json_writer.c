#include "json_writer.h"

#include "../fields/fields.h"

#include <math.h>

static void write_quoted(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; ++text) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < 32)
            fprintf(out, "\\u%04x", c);
        else
            fputc(c, out);
    }
    fputc('"', out);
}

static void write_number(FILE *out, double value)
{
    char text[KAMM_NUMBER_TEXT];
    fputs(isfinite(value) ? kamm_format_number(text, value) : "null", out);
}

static int is_inline(const kamm_json_writer *writer)
{
    return writer->rows && writer->depth > writer->rows;
}

static void start_line(FILE *out, int depth) { fprintf(out, "\n%*s", 2 * depth, ""); }

static void start_item(kamm_json_writer *writer, const char *key)
{
    if (writer->has_items) fputs(is_inline(writer) ? ", " : ",", writer->out);
    if (writer->depth && !is_inline(writer)) start_line(writer->out, writer->depth);
    writer->has_items = 1;
    if (!key) return;
    write_quoted(writer->out, key);
    fputs(": ", writer->out);
}

void kamm_json_open(kamm_json_writer *writer, const char *key, char bracket)
{
    start_item(writer, key);
    fputc(bracket, writer->out);
    ++writer->depth;
    writer->has_items = 0;
}

void kamm_json_open_rows(kamm_json_writer *writer, const char *key, char bracket)
{
    kamm_json_open(writer, key, bracket);
    writer->rows = writer->depth;
}

void kamm_json_close(kamm_json_writer *writer, char bracket)
{
    if (writer->has_items && !is_inline(writer)) start_line(writer->out, writer->depth - 1);
    fputc(bracket, writer->out);
    if (--writer->depth < writer->rows) writer->rows = 0;
    writer->has_items = 1;
    if (!writer->depth) fputc('\n', writer->out);
}

void kamm_json_text(kamm_json_writer *writer, const char *key, const char *text)
{
    start_item(writer, key);
    write_quoted(writer->out, text);
}

void kamm_json_flag(kamm_json_writer *writer, const char *key, int value)
{
    start_item(writer, key);
    fputs(value ? "true" : "false", writer->out);
}

void kamm_json_number(kamm_json_writer *writer, const char *key, double value)
{
    start_item(writer, key);
    write_number(writer->out, value);
}

void kamm_json_numbers(kamm_json_writer *writer, const char *key, const double *values, int count)
{
    start_item(writer, key);
    fputc('[', writer->out);
    for (int i = 0; i < count; ++i) {
        if (i) fputs(", ", writer->out);
        write_number(writer->out, values[i]);
    }
    fputc(']', writer->out);
}
