/* Reading recordings: the file stays in memory, and what is shown is where its entries are. */
#include "recording_read.h"

#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/quaternion.h"
#include "notes.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static const char broken_frame[] = "a frame is broken";

/* 0: out of memory. */
static int grow(void *list, int count, int *room, size_t size)
{
    if (count < *room) return 1;
    void *old, *more;
    memcpy(&old, list, sizeof old);
    int bigger = *room ? *room + *room / 2 : 64;
    more = kamm_enlarge(old, (size_t)count * size, kamm_product((size_t)bigger, size));
    if (!more) return 0;
    memcpy(list, &more, sizeof more);
    *room = bigger;
    return 1;
}

/* -- Blocks: what is wrong with one, or NULL -- */

static const char *add_model(kamm_recorded *r, struct recorded_part part)
{
    kamm_recorded_model model;
    int count = r->info.model_count;
    const char *what = kamm_take_recorded_model(r, part, &model);
    if (what) return what;
    if (!grow(&r->models, count, &r->model_room, sizeof *r->models) ||
        !grow(&r->wheel_counts, count, &r->wheel_room, sizeof *r->wheel_counts))
        return kamm_recording_no_memory;
    r->models[count] = part;
    r->wheel_counts[count] = (uint8_t)model.wheel_count;
    ++r->info.model_count;
    return NULL;
}

static const char *add_item(kamm_recorded *r, const struct recorded_item *item, int id)
{
    int is_car = item->model >= 0;
    int *count = is_car ? &r->info.car_count : &r->info.body_count;
    if (id != r->item_count) return "the cars and bodies are not numbered in order";
    if (!grow(&r->items, id, &r->item_room, sizeof *r->items) ||
        !grow(is_car ? &r->cars : &r->bodies, *count, is_car ? &r->car_room : &r->body_room,
              sizeof *r->cars))
        return kamm_recording_no_memory;
    r->items[id] = *item;
    (is_car ? r->cars : r->bodies)[(*count)++] = id;
    ++r->item_count;
    return NULL;
}

static const char *add_car(kamm_recorded *r, struct recorded_part part)
{
    int id;
    kamm_recorded_car car;
    const char *what = kamm_take_recorded_car(r, part, &id, &car);
    if (what) return what;
    uint32_t wheels = r->wheel_counts[car.model];
    return add_item(r,
                    &(struct recorded_item){.text = part,
                                            .model = car.model,
                                            .entry_bytes = RECORDING_CAR_BYTES +
                                                           wheels * RECORDING_WHEEL_BYTES},
                    id);
}

static int are_indices(const unsigned char *at, int32_t count, int32_t points)
{
    for (int64_t i = 0; i < 3 * (int64_t)count; ++i)
        if (kamm_recorded_u32(at + 4 * i) >= (uint32_t)points) return 0;
    return 1;
}

static const char *add_body(kamm_recorded *r, struct recorded_part part)
{
    static const char cut[] = "a body lacks points or triangles";
    int id;
    kamm_recorded_body body;
    uint64_t offsets[KAMM_MAX_SHAPES + 1];
    if (part.size < 4) return cut;
    struct recorded_part text = {part.at + 4, kamm_recorded_u32(r->bytes + part.at)};
    if (text.size > part.size - 4) return cut;
    const char *what = kamm_take_recorded_body(r, text, &id, &body, offsets);
    if (what) return what;
    struct recorded_item item = {.text = text,
                                 .points = text.at + text.size,
                                 .size = part.size - 4 - text.size,
                                 .model = -1,
                                 .entry_bytes = RECORDING_BODY_BYTES};
    if (offsets[body.shape_count] != item.size) return cut;
    for (int i = 0; i < body.shape_count; ++i) {
        const unsigned char *at = r->bytes + item.points + offsets[i];
        const kamm_recorded_shape *shape = &body.shapes[i];
        if (!are_indices(at + 12 * (size_t)shape->point_count, shape->triangle_count,
                         shape->point_count))
            return "a triangle of a body has a point that does not exist";
    }
    return add_item(r, &item, id);
}

/* Visits the entries of a frame: takes them as the present ones, or only checks them. 0: they are broken. */
static int take_entries(kamm_recorded *r, struct recorded_part part, int is_shown)
{
    uint32_t at = part.at + RECORDING_FRAME_BYTES, end = part.at + part.size;
    uint32_t count = kamm_recorded_u32(r->bytes + part.at + 12);
    for (uint32_t i = 0; i < count; ++i) {
        if (end - at < RECORDING_OFF_BYTES) return 0;
        uint32_t id = kamm_recorded_u32(r->bytes + at);
        unsigned is_on = r->bytes[at + 4];
        if (id >= (uint32_t)r->item_count || is_on > 1) return 0;
        uint32_t size = is_on ? r->items[id].entry_bytes : RECORDING_OFF_BYTES;
        if (end - at < size) return 0;
        if (is_shown) r->items[id].entry = is_on ? at : 0;
        at += size;
    }
    return at == end;
}

static const char *add_frame(kamm_recorded *r, struct recorded_part part)
{
    int count = r->info.frame_count;
    if (part.size < RECORDING_FRAME_BYTES) return broken_frame;
    struct recorded_frame frame = {kamm_recorded_f64(r->bytes + part.at), part,
                                   kamm_recorded_u32(r->bytes + part.at + 8) & 1};
    if (!isfinite(frame.time_s) || !take_entries(r, part, 0)) return broken_frame;
    if (count ? frame.time_s < r->frames[count - 1].time_s : !frame.is_key) return broken_frame;
    if (!grow(&r->frames, count, &r->frame_room, sizeof *r->frames))
        return kamm_recording_no_memory;
    r->frames[count] = frame;
    ++r->info.frame_count;
    return NULL;
}

static const char *take_block(kamm_recorded *r, uint32_t kind, struct recorded_part part)
{
    switch (kind) {
    case RECORDING_MODEL: return add_model(r, part);
    case RECORDING_CAR: return add_car(r, part);
    case RECORDING_BODY: return add_body(r, part);
    case RECORDING_FRAME: return add_frame(r, part);
    case RECORDING_END: r->info.is_complete = 1; return NULL;
    default: return NULL; /* of a later minor version */
    }
}

/* Takes all whole blocks. Returns why it ended before the end of the recording, or NULL. */
static const char *take_blocks(kamm_recorded *r, size_t size)
{
    size_t at = RECORDING_START_BYTES;
    int has_head = 0;
    while (!r->info.is_complete) {
        if (size - at < RECORDING_BLOCK_BYTES) return "the file breaks off";
        const unsigned char *head = r->bytes + at;
        uint32_t kind = kamm_recorded_u32(head), length = kamm_recorded_u32(head + 4);
        at += RECORDING_BLOCK_BYTES;
        if (size - at < length) return "the file breaks off";
        if ((kamm_recording_checksum(r->bytes + at, length) ^ kind) != kamm_recorded_u32(head + 8))
            return "bytes have changed";
        struct recorded_part part = {(uint32_t)at, length};
        if (has_head != (kind != RECORDING_HEAD)) return "it does not begin with one description";
        const char *what = has_head ? take_block(r, kind, part) : kamm_take_recorded_head(r, part);
        if (what) return what;
        has_head = 1;
        at += length;
    }
    return NULL;
}

/* -- Files -- */

/* NULL on error; kamm_release() them. */
static unsigned char *load_bytes(const char *path, size_t *size, kamm_error *error)
{
    size_t room = 1 << 16;
    errno = 0;
    FILE *in = fopen(path, "rb");
    if (!in) {
        kamm_fail(error, KAMM_ERROR_FILE, path, "%.300s: %s", path, strerror(errno));
        return NULL;
    }
    unsigned char *bytes = kamm_allocate(room);
    *size = 0;
    while (bytes) {
        *size += fread(bytes + *size, 1, room - *size, in);
        if (*size < room) break;
        room = kamm_product(room / 2, 3);
        unsigned char *more = kamm_enlarge(bytes, *size, room);
        if (!more) kamm_release(bytes);
        bytes = more;
    }
    int has_failed = ferror(in), code = errno;
    fclose(in);
    if (bytes && !has_failed && *size < UINT32_MAX) return bytes;
    if (!bytes)
        kamm_fail(error, KAMM_ERROR_MEMORY, path, "%.300s: out of memory", path);
    else
        kamm_fail(error, KAMM_ERROR_FILE, path, "%.300s: %s", path,
                  has_failed ? strerror(code) : "is larger than 4 GB");
    kamm_release(bytes);
    return NULL;
}

static kamm_result check_start(const char *path, const unsigned char *bytes, size_t size,
                               kamm_error *error)
{
    if (size < RECORDING_START_BYTES || memcmp(bytes, RECORDING_MAGIC, 8) != 0)
        return kamm_fail(error, KAMM_ERROR_FORMAT, path, "%.300s: is no recording", path);
    uint32_t version = kamm_recorded_u32(bytes + 8);
    if (version == RECORDING_VERSION) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FORMAT, path,
                     "%.300s: is a recording of version %u; this program reads version %d", path,
                     (unsigned)version, RECORDING_VERSION);
}

static kamm_result take_file(kamm_recorded *r, const char *path, size_t size, kamm_notes *notes,
                             kamm_error *error)
{
    kamm_result result = check_start(path, r->bytes, size, error);
    if (result) return result;
    const char *what = take_blocks(r, size);
    if (what == kamm_recording_no_memory)
        return kamm_fail(error, KAMM_ERROR_MEMORY, path, "%.300s: out of memory", path);
    int count = r->info.frame_count;
    if (!count)
        return kamm_fail(error, KAMM_ERROR_FORMAT, path, "%.300s: has no whole frame: %s", path,
                         what ? what : "the recording has none");
    if (what)
        kamm_add_warning(notes, "%.200s: %s; it is read up to frame %d, at %g s", path, what, count,
                         r->frames[count - 1].time_s);
    return kamm_show_recorded(r, 0, error);
}

kamm_recorded *kamm_load_recording(const char *path, kamm_notes *notes, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, path, NULL);
    kamm_recorded *recorded = kamm_allocate(sizeof *recorded);
    size_t size;
    if (!recorded) return kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory"), NULL;
    recorded->shown = -1;
    recorded->bytes = load_bytes(path, &size, error);
    if (recorded->bytes && !take_file(recorded, path, size, notes, error)) return recorded;
    kamm_destroy_recorded(recorded);
    return NULL;
}

void kamm_destroy_recorded(kamm_recorded *recorded)
{
    if (!recorded) return;
    KAMM_REQUIRE_ALIVE(recorded, );
    kamm_release(recorded->bytes);
    kamm_release(recorded->models);
    kamm_release(recorded->wheel_counts);
    kamm_release(recorded->items);
    kamm_release(recorded->cars);
    kamm_release(recorded->bodies);
    kamm_release(recorded->frames);
    kamm_release(recorded);
}

kamm_recorded_info kamm_describe_recorded(const kamm_recorded *recorded)
{
    KAMM_REQUIRE_ALIVE(recorded, (kamm_recorded_info){.ground = KAMM_RECORDED_NO_GROUND});
    return recorded->info;
}

double kamm_recorded_time_s(const kamm_recorded *recorded, int frame)
{
    KAMM_REQUIRE_ALIVE(recorded, 0);
    return frame >= 0 && frame < recorded->info.frame_count ? recorded->frames[frame].time_s : 0;
}

kamm_result kamm_show_recorded(kamm_recorded *recorded, int frame, kamm_error *error)
{
    KAMM_REQUIRE_ALIVE_WITH(error, recorded, KAMM_ERROR_MISUSE);
    if (frame < 0 || frame >= recorded->info.frame_count)
        return kamm_fail(error, KAMM_ERROR_RANGE, "frame", "frame %d: there are %d", frame,
                         recorded->info.frame_count);
    int from = frame;
    while (from > 0 && !recorded->frames[from].is_key) --from;
    if (recorded->shown >= from && recorded->shown <= frame)
        from = recorded->shown + 1;
    else
        for (int i = 0; i < recorded->item_count; ++i) recorded->items[i].entry = 0;
    for (; from <= frame; ++from) take_entries(recorded, recorded->frames[from].part, 1);
    recorded->shown = frame;
    return KAMM_OK;
}
