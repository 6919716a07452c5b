/* Comma-separated values: a line of column names, then rows of numbers. Empty lines and lines that
 * start with # are skipped; cells may be quoted. */
#ifndef KAMM_IO_CSV_H
#define KAMM_IO_CSV_H

#include <kamm/error.h>

typedef struct kamm_csv {
    char path[512];
    char *text; /* the file, cut into cells in place */
    int columns, rows;
    char **cells; /* row by row; the names come first */
    int *lines;   /* line number of each row, the names' line first */
} kamm_csv;

/* Reads a file. Errors: FILE; FORMAT (no names, a name twice or empty, a row with too few or too
 * many cells); MEMORY. */
kamm_result kamm_csv_load(const char *path, kamm_csv *csv, kamm_error *error);
/* Reads the text without cutting it into cells; call kamm_csv_free after an error too. Errors:
 * FILE, FORMAT (no text), MEMORY. */
kamm_result kamm_csv_open(const char *path, kamm_csv *csv, kamm_error *error);
void kamm_csv_free(kamm_csv *csv);

/* The column of that name; -1 if there is none. */
int kamm_csv_find(const kamm_csv *csv, const char *name);
const char *kamm_csv_name(const kamm_csv *csv, int column);

/* Reads a column's cells as numbers into `values[rows]`. Errors: FORMAT (no number), RANGE (not
 * finite), each with file, line, column and value. */
kamm_result kamm_csv_numbers(const kamm_csv *csv, int column, double *values, kamm_error *error);

/* The same for a column that must be there. Errors also: MISSING. */
kamm_result kamm_csv_required(const kamm_csv *csv, const char *name, double *values,
                              kamm_error *error);

#endif
