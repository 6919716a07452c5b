/* Portable snapshots of cars as parts of others. */
#ifndef KAMM_RUN_PORTABLE_H
#define KAMM_RUN_PORTABLE_H

#include "records.h"
#include <kamm/portable.h>

/* Whether kamm_restore_portable would take it; what differs is added to the report. */
kamm_result kamm_check_portable(const kamm_cars *cars, int first, int count, const void *snapshot,
                                size_t size, kamm_portable_report *report, kamm_error *error);

/* A field of a snapshot that is not one here, and one that is here and not there. */
void kamm_tell_unknown(kamm_portable_report *report, const struct record *record);
void kamm_tell_missing(kamm_portable_report *report, const char *prefix, const char *name);

/* All cars as a record of bytes, which is their own portable snapshot. */
void kamm_put_cars(struct record_writer *writer, const char *name, const kamm_cars *cars);

/* A record that has another type or size than here. */
kamm_result kamm_fail_record(const struct record *record, const char *what, kamm_error *error);

#endif
