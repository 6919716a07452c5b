/* The vehicle of an FMU as bytes: all its values in the order of the field tables, lowest byte
 * first. */
#include "fmu.h"

#include <string.h>

/* Writes or reads, the same walk for both. */
struct stream {
    unsigned char *at; /* NULL: only counts */
    size_t done, size; /* size: of what is read */
    int is_reading, failed;
};

static const char magic[8] = "KammFMU";

static void pass_bytes(struct stream *stream, void *data, size_t size)
{
    if (stream->is_reading && stream->size - stream->done < size) stream->failed = 1;
    if (stream->at && !stream->failed) {
        if (stream->is_reading)
            memcpy(data, stream->at + stream->done, size);
        else
            memcpy(stream->at + stream->done, data, size);
    }
    stream->done += size;
}

static void pass_word(struct stream *stream, uint64_t *word, int bytes)
{
    unsigned char text[8];
    for (int i = 0; i < bytes; ++i) text[i] = (unsigned char)(*word >> (8 * i));
    pass_bytes(stream, text, (size_t)bytes);
    if (!stream->is_reading || stream->failed) return;
    *word = 0;
    for (int i = 0; i < bytes; ++i) *word |= (uint64_t)text[i] << (8 * i);
}

static void pass_integer(struct stream *stream, int32_t *value)
{
    uint64_t word = (uint32_t)*value;
    pass_word(stream, &word, 4);
    *value = (int32_t)(uint32_t)word;
}

static void pass_numbers(struct stream *stream, double *values, int32_t count)
{
    for (int32_t i = 0; i < count; ++i) {
        uint64_t word;
        memcpy(&word, &values[i], sizeof word);
        pass_word(stream, &word, 8);
        memcpy(&values[i], &word, sizeof word);
    }
}

/* How many items are in use, which is never more than there is room for. */
static int32_t pass_count(struct stream *stream, int32_t *count, int32_t most)
{
    pass_integer(stream, count);
    if (*count < 0 || *count > most) {
        stream->failed = 1;
        *count = 0;
    }
    return *count;
}

static void pass_table(struct stream *stream, const kamm_field_table *table, char *object);

static void pass_field(struct stream *stream, const kamm_field *field, char *object)
{
    void *value = object + field->offset;
    int32_t *count = (int32_t *)(object + field->count_offset);
    kamm_curve *curve = value;
    switch (field->kind) {
    case KAMM_FIELD_NUMBER: pass_numbers(stream, value, 1); break;
    case KAMM_FIELD_CHOICE:
    case KAMM_FIELD_FLAG: pass_integer(stream, value); break;
    case KAMM_FIELD_TEXT: pass_bytes(stream, value, (size_t)field->max_count); break;
    case KAMM_FIELD_NUMBERS:
        pass_numbers(stream, value, pass_count(stream, count, field->max_count));
        break;
    case KAMM_FIELD_CURVE:
        pass_numbers(stream, curve->x, pass_count(stream, &curve->count, KAMM_CURVE_POINTS));
        pass_numbers(stream, curve->y, curve->count);
        break;
    case KAMM_FIELD_GROUP: pass_table(stream, field->table, value); break;
    case KAMM_FIELD_LIST:
        for (int32_t i = 0, n = pass_count(stream, count, field->max_count); i < n; ++i)
            pass_table(stream, field->table, (char *)value + (size_t)i * field->item_size);
    }
}

static void pass_table(struct stream *stream, const kamm_field_table *table, char *object)
{
    for (int32_t i = 0; i < table->count && !stream->failed; ++i)
        pass_field(stream, &table->fields[i], object);
}

static void pass_car(struct stream *stream, fmu_car *car)
{
    pass_integer(stream, &car->fmi);
    pass_integer(stream, &car->rung);
    pass_integer(stream, &car->host_ground);
    pass_table(stream, kamm_vehicle_table(), (char *)&car->def);
}

uint64_t fmu_hash(const unsigned char *bytes, size_t size, uint64_t hash)
{
    for (size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* The version of Kamm is part of it, as another one may compute otherwise. */
static void make_token(const unsigned char *bytes, size_t size, char token[FMU_TOKEN_TEXT])
{
    static const char hex[] = "0123456789abcdef";
    const uint64_t words[] = {
        fmu_hash(bytes, size, FMU_HASH_START ^ KAMM_VERSION_NUMBER),
        fmu_hash(bytes, size, UINT64_C(0x9e3779b97f4a7c15) ^ KAMM_VERSION_NUMBER)};
    char *at = token;
    *at++ = '{';
    for (int i = 0; i < 32; ++i) {
        if (i == 8 || i == 12 || i == 16 || i == 20) *at++ = '-';
        *at++ = hex[words[i / 16] >> (60 - 4 * (i % 16)) & 15];
    }
    *at++ = '}';
    *at = 0;
}

size_t fmu_write_car(fmu_car *car, unsigned char *bytes)
{
    struct stream stream = {.at = bytes ? bytes + sizeof magic : NULL};
    pass_car(&stream, car);
    if (bytes) {
        memcpy(bytes, magic, sizeof magic);
        make_token(bytes, sizeof magic + stream.done, car->token);
        memcpy(bytes + sizeof magic + stream.done, car->token, sizeof car->token);
    }
    return sizeof magic + stream.done + sizeof car->token;
}

static kamm_result fail(kamm_error *error, const char *text)
{
    *error = (kamm_error){.code = KAMM_ERROR_FORMAT};
    strncpy(error->text, text, sizeof error->text - 1);
    return error->code;
}

kamm_result fmu_read_car(fmu_car *car, const unsigned char *bytes, size_t size, kamm_error *error)
{
    char token[FMU_TOKEN_TEXT] = "";
    if (size < sizeof magic + sizeof token || memcmp(bytes, magic, sizeof magic) != 0)
        return fail(error, FMU_CAR_FILE ": this is no car of an FMU");
    size_t head = size - sizeof token;
    make_token(bytes, head, token);
    memcpy(car->token, bytes + head, sizeof car->token);
    if (memcmp(car->token, token, strlen(token) + 1) != 0)
        return fail(error, FMU_CAR_FILE ": the car is of another version of Kamm, or damaged");
    struct stream stream = {
        .at = (unsigned char *)bytes + sizeof magic, .size = head - sizeof magic, .is_reading = 1};
    car->def = kamm_default_vehicle();
    pass_car(&stream, car);
    if (stream.failed || stream.done != stream.size || !kamm_describe_rung((kamm_rung)car->rung))
        return fail(error, FMU_CAR_FILE ": the car is of another build of Kamm");
    return kamm_check(kamm_vehicle_table(), &car->def, error);
}
