/* A drive from a log that has been read. */
#ifndef KAMM_LAB_REPLAY_H
#define KAMM_LAB_REPLAY_H

#include "lab/drive_log.h"
#include <kamm/io/lab.h>

/* Sees the car, number 0, before its first substep and after each. */
typedef struct log_observer {
    void (*at_substep)(const kamm_cars *cars, void *user);
    void *user;
} log_observer;

/* Replays a log as kamm_replay does. `observer` and `notes` may be NULL. The log's present row moves. */
kamm_result kamm_drive_log(drive_log *log, const kamm_vehicle_file *car,
                           const kamm_replay_options *options, const log_observer *observer,
                           kamm_notes *notes, kamm_error *error);

#endif
