/* A drive that was logged: its columns in SI units, from CSV or VBO. */
#ifndef KAMM_LAB_DRIVE_LOG_H
#define KAMM_LAB_DRIVE_LOG_H

#include "io/notes.h"
#include <kamm/cars.h>

#define LOG_INPUT(name, ...) LOG_##name,
enum log_column {
    LOG_TIME,
    LOG_ROAD_WHEEL,
    KAMM_INPUT_FIELDS(LOG_INPUT) /* LOG_throttle, …; of LOG_command there is no column */
    LOG_SPEED,
    LOG_X,
    LOG_Y,
    LOG_YAW,
    LOG_YAW_RATE,
    LOG_SIDESLIP,
    LOG_COLUMNS
};
enum { LOG_FIRST_INPUT = LOG_ROAD_WHEEL + 1, LOG_INPUTS = LOG_SPEED - LOG_FIRST_INPUT };

/* A column of a channel that is neither input nor start: what was measured. */
enum { LOG_MAX_MEASURED = 256 };
struct log_measured {
    char name[64]; /* the channel's own, or a wheel's: "wheel0_load_n" */
    double *values;
};

/* The known columns of a log; NULL where it has none. */
typedef struct drive_log {
    int rows;
    double *columns[LOG_COLUMNS];
    int row;            /* the last one at or before the present */
    int is_smooth;      /* inputs follow cubics between rows, not lines */
    int wants_measured; /* set before reading: channels are read too, in any of their units */
    int measured_count;
    struct log_measured measured[LOG_MAX_MEASURED];
} drive_log;

/* `renamed`: "THEIRS=OURS,…" as in kamm_replay_options, or NULL. What was left aside is noted. Errors: FILE, FORMAT, MISSING, RANGE,
 * UNKNOWN, MEMORY, with file, line and column. */
kamm_result kamm_read_drive_log(const char *path, const char *renamed, drive_log *log,
                                kamm_notes *notes, kamm_error *error);
/* The name of a column of the table, "yaw_rate_radps". */
const char *kamm_log_column_name(enum log_column column);
void kamm_free_drive_log(drive_log *log);

#endif
