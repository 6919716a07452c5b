/* The text of a .tir file: sections, keys, values, units. */
#ifndef KAMM_IO_TIR_TEXT_H
#define KAMM_IO_TIR_TEXT_H

#include <kamm/error.h>

struct tir_entry {
    char section[48]; /* in capitals, without brackets */
    char key[48];     /* in capitals; "" of a stray line */
    char value[160];  /* without quotes and comment; may be "". Of a stray line: how it starts */
    int line;
};

struct tir_text {
    const char *path;
    const char *rest;
    struct tir_entry entry; /* the last one found */
};

/* Kinds of a line that counts: "KEY = value", "[SECTION]", or none that a .tir file has. */
enum tir_line { TIR_END, TIR_ENTRY, TIR_SECTION, TIR_STRAY };
enum tir_line kamm_tir_next(struct tir_text *text);

/* Makes plain characters of what editors and word processors leave: UTF-16, a byte order mark, hard spaces, a printed minus
 * sign. Returns the length that is left; the text ends with a 0, as it did before. */
size_t kamm_tir_plain_text(char *text, size_t length);

/* The keys of [UNITS], and what they number: TIR_LENGTH, … PRESSURE is no unit of TNO's format, but of others. */
#define TIR_KINDS(KIND) KIND(LENGTH) KIND(FORCE) KIND(ANGLE) KIND(MASS) KIND(TIME) KIND(PRESSURE)
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
