/* The C side of the TypeScript face: vehicles, tyres and surfaces from files. */
#include "face.h"

#include <stdlib.h>
#include <string.h>

kamm_notes face_notes;

EXPORT(face_notes_at) kamm_notes *face_notes_at(void) { return &face_notes; }

EXPORT(face_default_vehicle) kamm_vehicle_def *face_default_vehicle(void)
{
    kamm_vehicle_def *def = face_new(sizeof *def);
    if (def) *def = kamm_default_vehicle();
    return def;
}

/* NULL on error, as in all that follows. */
EXPORT(face_read_vehicle) kamm_vehicle_def *face_read_vehicle(const char *path)
{
    kamm_vehicle_def *def = NULL;
    kamm_vehicle_file *file = face_new(sizeof *file);
    memset(&face_notes, 0, sizeof face_notes);
    if (file && !kamm_load_vehicle(path, file, &face_notes, &face_error) &&
        (def = face_new(sizeof *def)))
        *def = file->def;
    free(file);
    return def;
}

EXPORT(face_copy_vehicle) kamm_vehicle_def *face_copy_vehicle(const kamm_vehicle_def *from)
{
    kamm_vehicle_def *def = face_new(sizeof *def);
    if (def) *def = *from;
    return def;
}

EXPORT(face_vehicle_name) const char *face_vehicle_name(const kamm_vehicle_def *def)
{
    return def->name;
}

EXPORT(face_set_text) int face_set_text(kamm_vehicle_def *def, const char *path, const char *text)
{
    return kamm_set(kamm_vehicle_table(), def, path, text, &face_error);
}

EXPORT(face_set_number) int face_set_number(kamm_vehicle_def *def, const char *path, double value)
{
    return kamm_set_number(kamm_vehicle_table(), def, path, value, &face_error);
}

EXPORT(face_get_number)
int face_get_number(const kamm_vehicle_def *def, const char *path, double *value)
{
    return kamm_get_number(kamm_vehicle_table(), def, path, value, &face_error);
}

EXPORT(face_write_vehicle) int face_write_vehicle(const char *path, const kamm_vehicle_def *def)
{
    return kamm_write_vehicle(path, def, &face_error);
}

EXPORT(face_read_tyre) kamm_tyre_def *face_read_tyre(const char *path)
{
    kamm_tyre_def *tyre = face_new(sizeof *tyre);
    memset(&face_notes, 0, sizeof face_notes);
    if (tyre && !kamm_load_tyre(path, tyre, &face_notes, &face_error)) return tyre;
    free(tyre);
    return NULL;
}

EXPORT(face_tyre_name) const char *face_tyre_name(const kamm_tyre_def *tyre) { return tyre->name; }

EXPORT(face_axle_count) int face_axle_count(const kamm_vehicle_def *def)
{
    return def->axles_count;
}

EXPORT(face_set_tyre)
void face_set_tyre(kamm_vehicle_def *def, int axle, const kamm_tyre_def *tyre)
{
    def->axles[axle].tyre = *tyre;
}

EXPORT(face_compile) kamm_model *face_compile(const kamm_vehicle_def *def, int rung)
{
    return kamm_create_model(def, (kamm_rung)rung, &face_error);
}

EXPORT(face_read_surfaces) kamm_surface_set *face_read_surfaces(void)
{
    kamm_surface_set *set = face_new(sizeof *set);
    if (!set || !kamm_load_surfaces(NULL, set, NULL, &face_error)) return set;
    free(set);
    return NULL;
}
