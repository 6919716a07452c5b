#include "io/csv.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "fields/fields.h"

static kamm_result fail_memory(const kamm_csv *csv, kamm_error *error)
{
    return kamm_fail(error, KAMM_ERROR_MEMORY, csv->path, "%s: out of memory", csv->path);
}

static kamm_result fail_to_read(const kamm_csv *csv, int code, kamm_error *error)
{
    return kamm_fail(error, KAMM_ERROR_FILE, csv->path, "%s: can't be read: %s", csv->path,
                     strerror(code));
}

/* Reads until the end rather than by size, so that pipes work too. */
static kamm_result read_stream(kamm_csv *csv, FILE *file, kamm_error *error)
{
    size_t length = 0, room = 0;
    do {
        if (room - length < 4096) {
            room = 2 * room + 65536;
            char *larger = kamm_enlarge(csv->text, length, room + 1);
            if (!larger) return fail_memory(csv, error);
            csv->text = larger;
        }
        length += fread(csv->text + length, 1, room - length, file);
        if (ferror(file)) return fail_to_read(csv, errno, error);
    } while (!feof(file));
    csv->text[length] = 0;
    if (strlen(csv->text) != length)
        return kamm_fail(error, KAMM_ERROR_FORMAT, csv->path, "%s: is no text file", csv->path);
    return KAMM_OK;
}

static kamm_result read_text(kamm_csv *csv, kamm_error *error)
{
    FILE *file = fopen(csv->path, "rb");
    if (!file) return fail_to_read(csv, errno, error);
    kamm_result result = read_stream(csv, file, error);
    fclose(file);
    return result;
}

static char *trim(char *cell)
{
    cell += strspn(cell, " \t");
    size_t length = strlen(cell);
    while (length && strchr(" \t", cell[length - 1])) --length;
    if (length >= 2 && cell[0] == '"' && cell[length - 1] == '"') {
        ++cell;
        length -= 2;
    }
    cell[length] = 0;
    return cell;
}

static int count_of(const char *text, char what)
{
    int count = 0;
    for (; *text; ++text) count += *text == what;
    return count;
}

/* Cuts off and returns the next line that holds cells; NULL at the end. */
static char *next_line(char **rest, int *line_number)
{
    while (*rest && **rest) {
        char *line = *rest, *end = strchr(line, '\n');
        *rest = end ? end + 1 : NULL;
        if (end) *end = 0;
        line[strcspn(line, "\r")] = 0;
        ++*line_number;
        if (line[0] != '#' && line[strspn(line, " \t")]) return line;
    }
    return NULL;
}

static kamm_result cut_row(kamm_csv *csv, char *line, int row, int number, kamm_error *error)
{
    int cells = count_of(line, ',') + 1;
    if (cells != csv->columns)
        return kamm_fail(error, KAMM_ERROR_FORMAT, csv->path,
                         "%s:%d: %d cells, but the first line names %d columns", csv->path, number,
                         cells, csv->columns);
    csv->lines[row] = number;
    char **cell = csv->cells + (size_t)row * (size_t)csv->columns;
    for (int column = 0; column < csv->columns; ++column) {
        char *comma = strchr(line, ',');
        if (comma) *comma = 0;
        cell[column] = trim(line);
        line = comma ? comma + 1 : NULL;
    }
    return KAMM_OK;
}

static kamm_result check_names(const kamm_csv *csv, kamm_error *error)
{
    for (int column = 0; column < csv->columns; ++column) {
        const char *name = kamm_csv_name(csv, column);
        if (!*name)
            return kamm_fail(error, KAMM_ERROR_FORMAT, csv->path, "%s:%d: column %d has no name",
                             csv->path, csv->lines[0], column + 1);
        if (kamm_csv_find(csv, name) != column)
            return kamm_fail(error, KAMM_ERROR_FORMAT, name, "%s:%d: two columns are named %s",
                             csv->path, csv->lines[0], name);
    }
    return KAMM_OK;
}

static kamm_result cut_rows(kamm_csv *csv, kamm_error *error)
{
    size_t max_rows = (size_t)count_of(csv->text, '\n') + 1;
    char *rest = csv->text + (strncmp(csv->text, "\xEF\xBB\xBF", 3) ? 0 : 3);
    int number = 0;
    char *line = next_line(&rest, &number);
    if (!line)
        return kamm_fail(error, KAMM_ERROR_FORMAT, csv->path,
                         "%s: is empty; its first line has to name the columns", csv->path);
    csv->columns = count_of(line, ',') + 1;
    csv->cells =
        kamm_allocate_array(kamm_product(max_rows, (size_t)csv->columns), sizeof *csv->cells);
    csv->lines = kamm_allocate_array(max_rows, sizeof *csv->lines);
    if (!csv->cells || !csv->lines) return fail_memory(csv, error);
    kamm_result result = KAMM_OK;
    int rows = 0; /* with the names */
    for (; line && !result; line = next_line(&rest, &number))
        result = cut_row(csv, line, rows++, number, error);
    csv->rows = rows - 1;
    return result ? result : check_names(csv, error);
}

kamm_result kamm_csv_open(const char *path, kamm_csv *csv, kamm_error *error)
{
    *csv = (kamm_csv){0};
    snprintf(csv->path, sizeof csv->path, "%s", path);
    return read_text(csv, error);
}

kamm_result kamm_csv_load(const char *path, kamm_csv *csv, kamm_error *error)
{
    kamm_result result = kamm_csv_open(path, csv, error);
    if (!result) result = cut_rows(csv, error);
    if (result) kamm_csv_free(csv);
    return result;
}

void kamm_csv_free(kamm_csv *csv)
{
    kamm_release(csv->text);
    kamm_release(csv->cells);
    kamm_release(csv->lines);
    csv->text = NULL;
    csv->cells = NULL;
    csv->lines = NULL;
    csv->columns = csv->rows = 0;
}

const char *kamm_csv_name(const kamm_csv *csv, int column) { return csv->cells[column]; }

int kamm_csv_find(const kamm_csv *csv, const char *name)
{
    for (int column = 0; column < csv->columns; ++column)
        if (strcmp(csv->cells[column], name) == 0) return column;
    return -1;
}

kamm_result kamm_csv_numbers(const kamm_csv *csv, int column, double *values, kamm_error *error)
{
    const char *name = kamm_csv_name(csv, column);
    for (int row = 0; row < csv->rows; ++row) {
        const char *cell = csv->cells[(size_t)(row + 1) * (size_t)csv->columns + (size_t)column];
        if (!kamm_parse_number(cell, &values[row]))
            return kamm_fail(error, KAMM_ERROR_FORMAT, name, "%s:%d: column %s: '%s' is no number",
                             csv->path, csv->lines[row + 1], name, cell);
        if (!isfinite(values[row]))
            return kamm_fail(error, KAMM_ERROR_RANGE, name, "%s:%d: column %s: %s is not finite",
                             csv->path, csv->lines[row + 1], name, cell);
    }
    return KAMM_OK;
}

kamm_result kamm_csv_required(const kamm_csv *csv, const char *name, double *values,
                              kamm_error *error)
{
    int column = kamm_csv_find(csv, name);
    if (column < 0)
        return kamm_fail(error, KAMM_ERROR_MISSING, name, "%s:%d: there is no column %s", csv->path,
                         csv->lines[0], name);
    return kamm_csv_numbers(csv, column, values, error);
}
