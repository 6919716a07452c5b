/* Imported vehicles: a vehicle file from the vehicle data of another program (library kamm_io).
 *
 *     static kamm_import_report report;
 *     kamm_import_vehicle("cars/coupe/data", KAMM_IMPORT_BY_NAME, NULL, "coupe.json", &report, &error);
 *
 * The file's values are taken with their units. The rules of kamm/io/estimate.h estimate the others. Each value of the
 * written file names its source: a key of the imported file, or a rule.
 */
#ifndef KAMM_IO_IMPORT_H
#define KAMM_IO_IMPORT_H

#include <kamm/export.h>
#include <kamm/io/estimate.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Formats, WORD(enumerator, "word of the command"). by_name: a folder is of Assetto Corsa, .json of CARLA, .xml of
 * TORCS or Speed Dreams, .yaml of CommonRoad. */
#define KAMM_IMPORT_CHOICES(WORD)              \
    WORD(KAMM_IMPORT_BY_NAME, "by_name")       \
    WORD(KAMM_IMPORT_ASSETTO, "assetto_corsa") \
    WORD(KAMM_IMPORT_CARLA, "carla")           \
    WORD(KAMM_IMPORT_TORCS, "torcs")           \
    WORD(KAMM_IMPORT_COMMONROAD, "commonroad")
/* Format of an imported file. */
typedef enum kamm_import_format { KAMM_IMPORT_CHOICES(KAMM_ENUMERATOR) } kamm_import_format;

/* What became of a value. */
typedef enum kamm_import_fate {
    KAMM_IMPORT_TAKEN,     /* in the vehicle file, from the imported file */
    KAMM_IMPORT_ESTIMATED, /* in the vehicle file, by a rule */
    KAMM_IMPORT_UNUSED     /* of the imported file, not in the vehicle file */
} kamm_import_fate;

/* Most lines of a report. */
#define KAMM_MAX_IMPORT_LINES 800
/* A line of a report. */
typedef struct kamm_import_line {
    /* What became of the value. */
    kamm_import_fate fate;
    /* Path in the vehicle; of an unused value its place in the imported file: "engine.ini [DAMAGE] RPM_DAMAGE_K". */
    char path[96];
    /* Value, in SI units; of an unused value as it is in the file. Empty: a curve. */
    char value[32];
    /* Source; of an unused value the reason. */
    char source[176];
} kamm_import_line;

/* What became of each value. */
typedef struct kamm_import_report {
    /* Number of values of the vehicle file that are imported. */
    int32_t taken;
    /* Number of values of the vehicle file that rules estimate. */
    int32_t estimated;
    /* Number of values of the imported file that are not used. */
    int32_t unused;
    /* Number of lines; at most KAMM_MAX_IMPORT_LINES of all. */
    int32_t line_count;
    /* Lines, by fate. */
    kamm_import_line lines[KAMM_MAX_IMPORT_LINES];
} kamm_import_report;

/* Returns the sentence about a format: what it reads, and which values have to be there. */
KAMM_IO_API const char *kamm_import_format_doc(kamm_import_format format);

/* Reads the vehicle data of another program at `path`, and writes `out`, a vehicle file. `facts` (may be NULL) are
 * figures that the imported file lacks, such as the class; what the file has replaces them. `report` may be NULL. On
 * error nothing is written, and the text names file, section, key, value and what is allowed. Errors: FILE, FORMAT,
 * MISSING, RANGE, MEMORY, and those of kamm_estimate_vehicle and of kamm_create_model on full. */
KAMM_IO_API kamm_result kamm_import_vehicle(const char *path, kamm_import_format format,
                                            const kamm_vehicle_facts *facts, const char *out,
                                            kamm_import_report *report, kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
