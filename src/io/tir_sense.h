/* Replacements of missing or wrong values of a .tir file. */
#ifndef KAMM_IO_TIR_SENSE_H
#define KAMM_IO_TIR_SENSE_H

#include "tir_reader.h"

/* Defaults that follow from what the file does say, and what has to be for the rest to make sense; warns of each value that
 * something else stands in for. */
void kamm_tir_make_sense(struct tir_reader *reader);

#endif
