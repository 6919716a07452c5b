/* Combination files: a vehicle with its trailers, in JSON (library kamm_io). docs/trailers.md describes them.
 *
 *     kamm_combination_file file = {0};
 *     kamm_model *models[KAMM_MAX_UNITS];
 *     if (kamm_load_combination("volvo-v40-caravan", &file, NULL, &error) == KAMM_OK &&
 *         kamm_create_unit_models(&file, KAMM_FULL, models, &error) == KAMM_OK)
 *         combinations = kamm_create_combinations((const kamm_model *const *)models, file.unit_count, 1, &error); */
#ifndef KAMM_IO_COMBINATION_FILE_H
#define KAMM_IO_COMBINATION_FILE_H

#include <kamm/combinations.h>
#include <kamm/export.h>
#include <kamm/io/vehicle_file.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A combination that was read from a file. kamm_destroy_combination_file releases all of it. */
typedef struct kamm_combination_file {
    /* Path of the file. */
    char path[512];
    /* File name without ending: "volvo-v40-caravan". */
    char id[64];
    /* Name for display. */
    char name[64];
    /* Number of units, 2 or more. */
    int32_t unit_count;
    /* Units in order, with the changes by the combination. The published figures of the first unit are those of the
     * combination. */
    kamm_vehicle_file *units;
} kamm_combination_file;

/* Reads a combination by path, or by name from data/combinations. `notes` (may be NULL) also has those of its units. On
 * error `file` is not changed, and the text names file, path, value, unit and allowed values. */
KAMM_IO_API kamm_result kamm_load_combination(const char *name_or_path, kamm_combination_file *file,
                                              kamm_notes *notes, kamm_error *error);
/* Returns 1 if the file exists and has units, as only combinations do. It may contain errors. */
KAMM_IO_API int kamm_is_combination_file(const char *name_or_path);
/* Releases the memory of kamm_load_combination. A struct of zeros is ignored. */
KAMM_IO_API void kamm_destroy_combination_file(kamm_combination_file *file);

/* Compiles all units. The caller destroys the models. On error all are NULL, and the text names file and unit. */
KAMM_IO_API kamm_result kamm_create_unit_models(const kamm_combination_file *file, kamm_rung rung,
                                                kamm_model *models[KAMM_MAX_UNITS],
                                                kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
