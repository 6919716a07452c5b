/* What the files that read recordings share. */
#ifndef KAMM_IO_RECORDING_READ_H
#define KAMM_IO_RECORDING_READ_H

#include "recording_format.h"

/* Where something is in the file. */
struct recorded_part {
    uint32_t at, size;
};

/* A car or body. */
struct recorded_item {
    struct recorded_part text; /* its JSON */
    uint32_t points, size;     /* of a body: the bytes behind its JSON */
    uint32_t entry;            /* its present one; 0: it is not there */
    int32_t model;             /* of a car; -1: a body */
    uint32_t entry_bytes;      /* while it is on */
};

struct recorded_frame {
    double time_s;
    struct recorded_part part;
    int is_key;
};

struct kamm_recorded {
    unsigned char *bytes;
    kamm_recorded_info info;
    double origin_m[3];
    struct recorded_part *models;
    uint8_t *wheel_counts;
    struct recorded_item *items; /* by their ids */
    int32_t *cars, *bodies;      /* their ids */
    struct recorded_frame *frames;
    int item_count, shown;
    int model_room, wheel_room, item_room, car_room, body_room, frame_room;
};

/* Read the JSON of a block. Text is what is wrong, or NULL. `out of memory` is one as well. */
extern const char kamm_recording_no_memory[];
const char *kamm_take_recorded_head(kamm_recorded *recorded, struct recorded_part part);
const char *kamm_take_recorded_model(const kamm_recorded *recorded, struct recorded_part part,
                                     kamm_recorded_model *model);
const char *kamm_take_recorded_car(const kamm_recorded *recorded, struct recorded_part part,
                                   int *id, kamm_recorded_car *car);
/* `offsets`: of the points of each shape from the end of the JSON, and of what follows the last one. */
const char *kamm_take_recorded_body(const kamm_recorded *recorded, struct recorded_part part,
                                    int *id, kamm_recorded_body *body,
                                    uint64_t offsets[KAMM_MAX_SHAPES + 1]);

#endif
