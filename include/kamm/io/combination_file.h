/* Combination files: a vehicle with its trailers, in JSON (library kamm_io). docs/trailers.md describes them.
 *
 *     kamm_combination_file file = {0};
 *     kamm_model *models[KAMM_MAX_UNITS];
 *     if (kamm_load_combination("volvo-v40-caravan", &file, NULL, &error) == KAMM_OK &&
 *         kamm_compile_units(&file, KAMM_FULL, models, &error) == KAMM_OK)
 *         rigs = kamm_create_combinations((const kamm_model *const *)models, file.unit_count, 1, &error); */
#ifndef KAMM_IO_COMBINATION_FILE_H
#define KAMM_IO_COMBINATION_FILE_H

#include <kamm/combinations.h>
#include <kamm/export.h>
#include <kamm/io/vehicle_file.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A combination as read from a file. All of it belongs to the file; kamm_free_combination_file releases it. */
typedef struct kamm_combination_file {
    char path[512]; /* where it was found */
    char id[64];    /* file name without ending: "volvo-v40-caravan" */
    char name[64];  /* for people */
    int32_t unit_count;
    kamm_vehicle_file *
        units; /* in their order, with what the combination changes of them; the first one's published figures are the combination's */
} kamm_combination_file;

/* Reads a combination by path, or by name from data/combinations. `notes` (may be NULL) are those of its units too.
 * On error `file` is left as it was, and the text names file, path, value, unit and what is allowed. */
KAMM_IO_API kamm_result kamm_load_combination(const char *name_or_path, kamm_combination_file *file,
                                              kamm_notes *notes, kamm_error *error);
/* Is there such a file, and does it have units, as only combinations do? It may have mistakes. */
KAMM_IO_API int kamm_is_combination_file(const char *name_or_path);
/* Releases what kamm_load_combination has allocated; a file of zeros has nothing. */
KAMM_IO_API void kamm_free_combination_file(kamm_combination_file *file);

/* Compiles all units, whose models the caller destroys. On error there are none, and the text names file and unit. */
KAMM_IO_API kamm_result kamm_compile_units(const kamm_combination_file *file, kamm_rung rung,
                                           kamm_model *models[KAMM_MAX_UNITS], kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
