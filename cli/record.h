/* kamm run: the recording of a run. */
#ifndef KAMM_CLI_RECORD_H
#define KAMM_CLI_RECORD_H

#include "cli.h"

#include <kamm/io/recording.h>

/* All zeros: none. */
typedef struct cli_recorder {
    const char *path; /* NULL: none is written */
    char title[256], world_file[64];
    kamm_world *scenery; /* with what stands beside the road; NULL: unknown */
    kamm_recording *recording;
    kamm_recording_def def;
    double last_s;
    int has_failed;
    kamm_error error;
} cli_recorder;

/* `course` NULL: it is not known. 0: out of memory. */
int cli_start_recorder(cli_recorder *recorder, const char *path, const char *title,
                       const kamm_test_course *course, kamm_error *error);
/* A test's at_row calls this. cli_end_recorder reports what fails. */
void cli_record_row(cli_recorder *recorder, const kamm_cars *cars, int car, double time_s);
/* Returns the exit status, with a message. */
int cli_end_recorder(cli_recorder *recorder);

#endif
