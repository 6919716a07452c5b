/* The text of a .tir file: sections, keys, values, units. */
#ifndef KAMM_IO_TIR_TEXT_H
#define KAMM_IO_TIR_TEXT_H

#include <kamm/error.h>

struct tir_entry {
    char section[48]; /* in capitals, without brackets */
    char key[48];     /* in capitals */
    char value[160];  /* without quotes and comment */
    int line;
};

struct tir_text {
    const char *path;
    const char *rest;
    struct tir_entry entry; /* the last one found */
};

/* Goes to the next "KEY = value". 1 if there is one, 0 at the end, -1 on error. */
int kamm_tir_next_entry(struct tir_text *text, kamm_error *error);

/* The keys of [UNITS], and what they number: TIR_LENGTH, … */
#define TIR_KINDS(KIND) KIND(LENGTH) KIND(FORCE) KIND(ANGLE) KIND(MASS) KIND(TIME)
#define TIR_KIND(name) TIR_##name,
#define TIR_KIND_KEY(name) #name,
enum { TIR_KINDS(TIR_KIND) TIR_UNIT_KINDS };

/* Takes an entry of [UNITS]. Errors: FORMAT. */
kamm_result kamm_tir_take_unit(const struct tir_text *text, double si[TIR_UNIT_KINDS],
                               kamm_error *error);

/* An entry's value as a number, which may have a Fortran exponent. Errors: FORMAT. */
kamm_result kamm_tir_number(const struct tir_text *text, double *value, kamm_error *error);

/* Is the word in this list of words with a space before and after each? */
int kamm_tir_lists(const char *list, const char *word);

#endif
