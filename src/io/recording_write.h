/* What the files that write recordings share. */
#ifndef KAMM_IO_RECORDING_WRITE_H
#define KAMM_IO_RECORDING_WRITE_H

#include "recording_format.h"

#include <stdio.h>

/* A car or body as it was written last. */
struct recorded_thing {
    unsigned char *last; /* its entry; NULL: none yet, or it is off */
    size_t size;
};

/* A group of cars, as the last frame had it. */
struct recorded_group {
    const kamm_cars *cars;
    uint64_t identity;
    int count, is_here;
    struct recorded_place {
        int32_t id, model;
        const kamm_model *of;
    } * places; /* of each car */
};

/* Cars that are recorded of a group. */
struct recorded_part {
    const kamm_cars *cars;
    uint64_t identity;
    int group, unit, first,
        last; /* number of the group; unit of a combination; cars from first to before last */
};

/* The body of an index, as the last frame had it. */
struct recorded_slot {
    int32_t id; /* -1: none */
    uint32_t generation;
};

/* A vehicle that was written. */
struct recorded_vehicle {
    const kamm_model *model; /* NULL: forgotten, as it may be no more */
    int wheel_count;
    double centre_m[KAMM_MAX_WHEELS][3];
};

struct kamm_recording {
    kamm_recording_def def;
    char path[512];
    FILE *file;
    int code; /* errno of a failed write; below 0: not known */
    int has_begun, is_key;
    double time_s, origin_m[3];
    recording_bytes block, frame;
    uint32_t frame_count, entry_count;
    struct recorded_vehicle *models;
    int model_count, model_room;
    struct recorded_group *groups;
    int group_count, group_room;
    struct recorded_slot *slots;
    int slot_count, slot_room;
    struct recorded_thing *things;
    int thing_count, thing_room;
    int has_no_memory;
};

/* -- Blocks (recording_blocks.c) -- */
/* Makes room for one more item, zeroed, in a list of the recording. 0: out of memory, which the recording notes. */
int kamm_recording_grow(kamm_recording *recording, void *list, int count, int *room, size_t size);
void kamm_set_recorded_u32(unsigned char *at, size_t value);
/* Empties bytes but for room at their beginning. */
void kamm_start_block(recording_bytes *bytes, size_t size);
/* Writes to the file, unless it has failed before. */
void kamm_write_recorded(kamm_recording *recording, const void *bytes, size_t size);
/* Writes bytes, which begin with room for that, as a block of that kind. */
void kamm_write_as_block(kamm_recording *recording, recording_bytes *bytes,
                         enum recording_block kind);
/* Writes `block` so, and empties it. */
void kamm_write_block(kamm_recording *recording, enum recording_block kind);
/* What has failed so far. */
kamm_result kamm_recording_outcome(const kamm_recording *recording, kamm_error *error);

/* -- Descriptions (recording_things.c) -- */
void kamm_record_head(kamm_recording *recording);
/* Returns the number of the model, and writes it if it is new; -1: out of memory. */
int kamm_record_model(kamm_recording *recording, const kamm_model *model);
/* Return the id of a new car or body; -1: out of memory. */
int32_t kamm_record_car(kamm_recording *recording, const struct recorded_part *part, int car,
                        int model);
int32_t kamm_record_body(kamm_recording *recording, int index);

#endif
