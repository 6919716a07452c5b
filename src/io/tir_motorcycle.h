/* .tir files of motorcycle tyres (MF-MCTyre: FITTYP 51 and 52, PAC_MC), whose coefficients are the group `motorcycle`. */
#ifndef KAMM_IO_TIR_MOTORCYCLE_H
#define KAMM_IO_TIR_MOTORCYCLE_H

#include "tir_reader.h"

/* Once the version is known: what the file leaves out is 0, and not another tyre's. */
void kamm_tir_start_motorcycle(struct tir_reader *reader);
/* The group's number that such a key sets, and its factor: -1 where the file has the signs of ISO-W axes. NULL if there is none. */
const kamm_field *kamm_tir_motorcycle_field(const struct tir_reader *reader, const char *name,
                                            double *si);
/* Has the law of motorcycle tyres a place for the key? Of such a file it is to be 0 if not. */
int kamm_tir_is_foreign(const char *key);
/* MISSING, with the key. */
kamm_result kamm_tir_check_motorcycle(struct tir_reader *reader);
/* At the end. */
void kamm_tir_settle_motorcycle(struct tir_reader *reader);

#endif
