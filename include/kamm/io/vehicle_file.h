/* Vehicle files, tyre files and where they lie (library kamm_io). */
#ifndef KAMM_IO_VEHICLE_FILE_H
#define KAMM_IO_VEHICLE_FILE_H

#include <kamm/export.h>
#include <kamm/vehicle.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a reader has to say of a file that it did read. A warning: a value could not be used as it stands, and something else
 * took its place. All else is a remark: missing tyre keys, unknown ones, a value without a source. Warnings come
 * first, and where there is no room for all they displace remarks. Of a vehicle file these are its tyres' too.
 * Start with {0}; a reader adds to what is there, and no text comes twice. */
#define KAMM_MAX_NOTES 64
typedef struct kamm_notes {
    int32_t count;    /* of those kept */
    int32_t dropped;  /* more than fitted */
    int32_t warnings; /* the first so many of `text` are warnings */
    char text[KAMM_MAX_NOTES][200];
} kamm_notes;

/* A road-test figure that somebody published about the car: "accel.time_0_100_kmh_s". */
#define KAMM_MAX_PUBLISHED 32
typedef struct kamm_published_figure {
    char name[64]; /* TEST.FIGURE, as `kamm list tests` names them */
    double value;
    char source[256];
} kamm_published_figure;

/* A vehicle file: what is compiled, and what people should know of it. */
typedef struct kamm_vehicle_file {
    char path[512]; /* where it was found */
    char id[64];    /* file name without ending: "nissan-micra" */
    kamm_vehicle_def def;
    int32_t published_count;
    kamm_published_figure published[KAMM_MAX_PUBLISHED];
} kamm_vehicle_file;

/* Reads a vehicle file by path, or by name from the data folder ("nissan-micra"), with its tyres.
 * `notes` may be NULL. On error `file` is left as it was, and the text names file, path, value,
 * unit and what is allowed. */
KAMM_IO_API kamm_result kamm_load_vehicle(const char *name_or_path, kamm_vehicle_file *file,
                                          kamm_notes *notes, kamm_error *error);

/* Writes every value of a def as a vehicle file; tyres are written out in full. */
KAMM_IO_API kamm_result kamm_write_vehicle(const char *path, const kamm_vehicle_def *def,
                                           kamm_error *error);

/* Reads a tyre: a .tir file (see kamm_load_tir) or a .json file of few numbers (kamm_tyre_spec), by path or by name from
 * data/tyres. `notes` may be NULL. */
KAMM_IO_API kamm_result kamm_load_tyre(const char *name_or_path, kamm_tyre_def *def,
                                       kamm_notes *notes, kamm_error *error);

/* Reads, compiles, done. NULL on error. What the readers warn of is for kamm_load_vehicle alone. */
KAMM_IO_API kamm_model *kamm_load_model(const char *name_or_path, kamm_rung rung,
                                        kamm_error *error);

/* The data folder: $KAMM_DATA, else `data` of the source tree that this was built from, else the
 * installed one. NULL if there is none. */
KAMM_IO_API const char *kamm_data_folder(void);

/* Names of the vehicles (or "tyres") in the data folder, sorted. `folder` is "vehicles" or "tyres".
 * Returns how many there are; writes at most `max_count`. */
KAMM_IO_API int kamm_list_data(const char *folder, char names[][64], int max_count);

/* The JSON Schema (draft 2020-12) of vehicle files, generated from the field tables. */
KAMM_IO_API kamm_result kamm_write_schema(FILE *out, kamm_error *error);

/* Everything in the tables. `format` 0: text for people (`kamm catalog`); 1: JSON; 2: Markdown
 * (docs/reference.md). */
KAMM_IO_API kamm_result kamm_write_catalog(FILE *out, int format, kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
