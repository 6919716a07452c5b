/* Reading a JSON file whole. */
#ifndef KAMM_IO_JSON_FILE_H
#define KAMM_IO_JSON_FILE_H

#include <cjson/cJSON.h>
#include <kamm/error.h>

/* A file's bytes and a final 0, 1 MiB at most; kamm_release() them. NULL on error, whose text starts with
 * "FILE: ". */
char *kamm_load_text(const char *path, size_t *length, kamm_error *error);

/* NULL on error, whose text starts with "FILE:LINE:COLUMN: " or "FILE: ". The caller calls
 * cJSON_Delete. */
cJSON *kamm_load_json(const char *path, kamm_error *error);
/* The same for files of up to that many bytes, a whole number of MiB. */
cJSON *kamm_load_large_json(const char *path, size_t max_bytes, kamm_error *error);

/* Puts "prefix: " before the error's text. Returns the error's code, for a last line. */
kamm_result kamm_prefix_error(kamm_result code, const char *prefix, kamm_error *error);

#endif
