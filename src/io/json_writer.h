/* Writing JSON as it goes, indented by two spaces. Errors: ask ferror at the end. */
#ifndef KAMM_IO_JSON_WRITER_H
#define KAMM_IO_JSON_WRITER_H

#include <stdio.h>

typedef struct kamm_json_writer {
    FILE *out;
    int depth;
    int has_items; /* the innermost object or list has some */
    int rows;      /* 0, or the depth of an object or list whose items take one line each */
} kamm_json_writer;

/* `key` is NULL in a list and at the root. `bracket`: '{' or '['. */
void kamm_json_open(kamm_json_writer *writer, const char *key, char bracket);
/* The same, each of its items on one line with all that is in it. */
void kamm_json_open_rows(kamm_json_writer *writer, const char *key, char bracket);
void kamm_json_close(kamm_json_writer *writer, char bracket);
void kamm_json_text(kamm_json_writer *writer, const char *key, const char *text);
void kamm_json_flag(kamm_json_writer *writer, const char *key, int value);
/* Every double reads back as it was; null if it is not finite. */
void kamm_json_number(kamm_json_writer *writer, const char *key, double value);
/* Writes the numbers on one line. */
void kamm_json_numbers(kamm_json_writer *writer, const char *key, const double *values, int count);

#endif
