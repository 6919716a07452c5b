/* Configuration files of sections, keys and values: .ini files and tables of two columns (.lut) of Assetto Corsa, XML files of
 * parameters of TORCS, and YAML files of CommonRoad. */
#ifndef KAMM_IO_IMPORT_INI_H
#define KAMM_IO_IMPORT_INI_H

#include <kamm/error.h>
#include <kamm/fields.h>

/* KEY=VALUE below [SECTION]; what follows a semicolon is a comment. A line that is none of that has the key "". The unit of an
 * XML file is its word, else "". */
struct ini_value {
    const char *section, *key, *value, *unit;
    int line;
    int is_taken;
};

struct ini {
    char path[512];
    const char *name; /* the path's last part */
    char *text;       /* cut in place */
    char *paths;      /* of nested sections; NULL in an .ini file */
    int count;
    struct ini_value *values;
};

/* Reads a file of at most 1 MiB. Errors: FILE, MEMORY. */
kamm_result kamm_ini_load(const char *path, struct ini *ini, kamm_error *error);
/* <attnum name="KEY" val="VALUE" unit="UNIT"/> and <attstr> below <section name="SECTION">, whose inner sections are
 * "SECTION/INNER". The root's name is the value "name" of the section "". Errors: those and FORMAT. */
kamm_result kamm_parameters_load(const char *path, struct ini *ini, kamm_error *error);
/* KEY: VALUE, below SECTION: where it is indented, else in the section "". Errors: those and FORMAT. */
kamm_result kamm_yaml_load(const char *path, struct ini *ini, kamm_error *error);
/* For those: fills in path and text, where zeros become spaces, and room for that many values. */
kamm_result kamm_ini_open(const char *path, struct ini *ini, size_t (*values)(const char *text),
                          kamm_error *error);
void kamm_ini_free(struct ini *ini);

/* The first of that name; NULL if there is none. Marks it as taken. */
struct ini_value *kamm_ini_find(struct ini *ini, const char *section, const char *key);
int kamm_ini_has_section(const struct ini *ini, const char *section);

/* A number within the limits, which are in the file's unit. `has` tells whether it is there. Errors: FORMAT, RANGE. */
kamm_result kamm_ini_number(struct ini *ini, const char *section, const char *key, const char *unit,
                            double min, double max, double *value, int *has, kamm_error *error);
/* `count` numbers with commas between them. */
kamm_result kamm_ini_numbers(struct ini *ini, const char *section, const char *key, int count,
                             double *values, int *has, kamm_error *error);
/* "[SECTION] KEY", or "KEY" of the section "". */
const char *kamm_ini_place(char text[96], const char *section, const char *key);
/* An error at a value: "FILE:LINE: [SECTION] KEY = VALUE: WHAT". */
kamm_result kamm_ini_fail(const struct ini *ini, const struct ini_value *value, kamm_result code,
                          const char *what, kamm_error *error);
/* MISSING: the section, or the key, with the nearest one. */
kamm_result kamm_ini_fail_missing(const struct ini *ini, const char *section, const char *key,
                                  const char *what, kamm_error *error);

enum { LUT_ROWS = 4096 };
struct lut {
    int count;
    double x[LUT_ROWS], y[LUT_ROWS];
};
/* Reads rows of X|Y, X ascending. Errors: FILE, FORMAT, RANGE. */
kamm_result kamm_lut_load(const char *path, struct lut *lut, kamm_error *error);
/* Linear in between, constant beyond the ends. */
double kamm_lut_value(const struct lut *lut, double x);

#endif
