/* The C side of the TypeScript face: vehicles with trailers. */
#include "face.h"

#include <kamm/combinations.h>
#include <kamm/io/combination_file.h>

#include <stdlib.h>
#include <string.h>

EXPORT(face_free_combination) void face_free_combination(kamm_combination_file *file)
{
    kamm_destroy_combination_file(file);
    free(file);
}

/* Reads a combination by path, or by its name in the data folder. */
EXPORT(face_read_combination) kamm_combination_file *face_read_combination(const char *path)
{
    kamm_combination_file *file = face_new(sizeof *file);
    memset(&face_notes, 0, sizeof face_notes);
    if (!file || !kamm_load_combination(path, file, &face_notes, &face_error)) return file;
    free(file);
    return NULL;
}

EXPORT(face_combination_units) int face_combination_units(const kamm_combination_file *file)
{
    return file->unit_count;
}

EXPORT(face_copy_unit)
kamm_vehicle_def *face_copy_unit(const kamm_combination_file *file, int unit)
{
    kamm_vehicle_def *def = face_new(sizeof *def);
    if (def) *def = file->units[unit].def;
    return def;
}

EXPORT(face_create_combinations)
kamm_combinations *face_create_combinations(const kamm_model *const *units, int unit_count,
                                            int count)
{
    return kamm_create_combinations(units, unit_count, count, &face_error);
}

EXPORT(face_add_combinations)
int face_add_combinations(kamm_world *world, kamm_combinations *combinations)
{
    return kamm_add_combinations(world, combinations, &face_error);
}

EXPORT(face_couple) int face_couple(kamm_combinations *combinations, int index, int unit)
{
    return kamm_couple(combinations, index, unit, &face_error);
}

EXPORT(face_restore_combinations)
int face_restore_combinations(kamm_combinations *combinations, const void *snapshot, size_t size)
{
    return kamm_restore_combinations(combinations, snapshot, size, &face_error);
}
