/* Vehicle files: reading and writing vehicles and tyres, the data folder, schema and catalog (library kamm_io). */
#ifndef KAMM_IO_VEHICLE_FILE_H
#define KAMM_IO_VEHICLE_FILE_H

#include <kamm/export.h>
#include <kamm/vehicle.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- Notes of readers -- */

/* Most notes that are kept. */
#define KAMM_MAX_NOTES 64
/* Warnings and remarks of a reader about a file that it could read, with those of its tyres. A warning reports a value
 * that was replaced. Remarks report all else: missing or unknown tyre keys, a value without a source. Warnings come
 * first, and displace remarks if there is no space for all. Start with {0}. Readers add notes and skip equal ones. */
typedef struct kamm_notes {
    /* Number of notes kept. */
    int32_t count;
    /* Number of notes without space. */
    int32_t dropped;
    /* The first `warnings` texts are warnings. */
    int32_t warnings;
    /* Texts of the notes. */
    char text[KAMM_MAX_NOTES][200];
} kamm_notes;

/* -- Vehicles and tyres -- */

/* Most published figures of a vehicle. */
#define KAMM_MAX_PUBLISHED 32
/* A published road-test figure of a car: "accel.time_0_100_kmh_s". */
typedef struct kamm_published_figure {
    /* TEST.FIGURE, by the names of `kamm list tests`. */
    char name[64];
    /* Value in the unit of the figure. */
    double value;
    /* Publication of the value. */
    char source[256];
} kamm_published_figure;

/* A vehicle file: definition and published figures. */
typedef struct kamm_vehicle_file {
    /* Path of the file. */
    char path[512];
    /* File name without ending: "nissan-micra". */
    char id[64];
    /* Definition of the vehicle. */
    kamm_vehicle_def def;
    /* Number of published figures. */
    int32_t published_count;
    /* Published figures, the first `published_count` in use. */
    kamm_published_figure published[KAMM_MAX_PUBLISHED];
} kamm_vehicle_file;

/* Reads a vehicle file with its tyres, by path or by name from the data folder ("nissan-micra"). `notes` may be NULL.
 * On error `file` is not changed, and the text names file, path, value, unit and allowed values. */
KAMM_IO_API kamm_result kamm_load_vehicle(const char *name_or_path, kamm_vehicle_file *file,
                                          kamm_notes *notes, kamm_error *error);

/* Writes every value of a def as a vehicle file, with all values of its tyres. */
KAMM_IO_API kamm_result kamm_write_vehicle(const char *path, const kamm_vehicle_def *def,
                                           kamm_error *error);

/* Reads a tyre by path, or by name from data/tyres: a .tir file (kamm_load_tir) or a .json file of a few numbers
 * (kamm_tyre_spec). `notes` may be NULL. */
KAMM_IO_API kamm_result kamm_load_tyre(const char *name_or_path, kamm_tyre_def *def,
                                       kamm_notes *notes, kamm_error *error);

/* Reads and compiles a vehicle. NULL on error. Only kamm_load_vehicle returns the readers' warnings. */
KAMM_IO_API kamm_model *kamm_load_model(const char *name_or_path, kamm_rung rung,
                                        kamm_error *error);

/* -- Data folder, schema and catalog -- */

/* Returns the data folder: $KAMM_DATA, else `data` of the source tree of this build, else the installed one. NULL: none
 * exists. */
KAMM_IO_API const char *kamm_data_folder(void);

/* Lists the names in a folder of the data folder, sorted: "vehicles" or "tyres". Returns their number, and writes at
 * most `max_count`. */
KAMM_IO_API int kamm_list_data(const char *folder, char names[][64], int max_count);

/* Writes the JSON Schema (draft 2020-12) of vehicle files, generated from the field tables. */
KAMM_IO_API kamm_result kamm_write_schema(FILE *out, kamm_error *error);

/* Writes all tables. `format` 0: plain text (`kamm catalog`); 1: JSON; 2: Markdown (docs/reference.md). */
KAMM_IO_API kamm_result kamm_write_catalog(FILE *out, int format, kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
