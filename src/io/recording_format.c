#include "recording_format.h"

#include "../base/error.h"
#include "../fields/fields.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

uint32_t kamm_recording_checksum(const unsigned char *bytes, size_t size)
{
    uint32_t sum = 0x811c9dc5u;
    for (size_t i = 0; i < size; ++i) sum = (sum ^ bytes[i]) * 0x01000193u;
    return sum;
}

/* -- Writing -- */

unsigned char *kamm_recording_room(recording_bytes *bytes, size_t size)
{
    if (bytes->has_failed) return NULL;
    if (bytes->room - bytes->count < size) {
        size_t room = kamm_product(2, bytes->room);
        if (room < 4096) room = 4096;
        while (room - bytes->count < size && room < SIZE_MAX / 2) room *= 2;
        unsigned char *more = kamm_enlarge(bytes->at, bytes->count, room);
        if (!more) return bytes->has_failed = 1, NULL;
        bytes->at = more, bytes->room = room;
    }
    unsigned char *at = bytes->at + bytes->count;
    bytes->count += size;
    return at;
}

static void put(recording_bytes *bytes, uint64_t value, size_t size)
{
    unsigned char *at = kamm_recording_room(bytes, size);
    for (size_t i = 0; at && i < size; ++i) at[i] = (unsigned char)(value >> (8 * i));
}

void kamm_recording_u8(recording_bytes *bytes, unsigned value) { put(bytes, value, 1); }
void kamm_recording_u16(recording_bytes *bytes, uint32_t value) { put(bytes, value, 2); }
void kamm_recording_u32(recording_bytes *bytes, uint32_t value) { put(bytes, value, 4); }

void kamm_recording_f32(recording_bytes *bytes, double value)
{
    float narrow = (float)value;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    put(bytes, bits, sizeof bits);
}

void kamm_recording_f64(recording_bytes *bytes, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(bytes, bits, sizeof bits);
}

void kamm_recording_i16(recording_bytes *bytes, double value, double unit)
{
    double units = fmax(fmin(rint(value / unit), 32767), -32767);
    put(bytes, (uint64_t)(int64_t)(isfinite(units) ? units : 0), 2);
}

void kamm_recording_text(recording_bytes *bytes, const char *text)
{
    size_t size = strlen(text);
    unsigned char *at = kamm_recording_room(bytes, size);
    if (at) memcpy(at, text, size);
}

void kamm_recording_quoted(recording_bytes *bytes, const char *text)
{
    kamm_recording_text(bytes, "\"");
    for (; *text; ++text) {
        unsigned char c = (unsigned char)*text;
        char coded[8];
        snprintf(coded, sizeof coded,
                 c == '"' || c == '\\' ? "\\%c"
                 : c < 32              ? "\\u%04x"
                                       : "%c",
                 c);
        kamm_recording_text(bytes, coded);
    }
    kamm_recording_text(bytes, "\"");
}

void kamm_recording_number(recording_bytes *bytes, const char *before, double value)
{
    char text[KAMM_NUMBER_TEXT];
    kamm_recording_text(bytes, before);
    kamm_recording_text(bytes, isfinite(value) ? kamm_format_number(text, value) : "0");
}

void kamm_recording_numbers(recording_bytes *bytes, const char *before, const double *values,
                            int count)
{
    kamm_recording_text(bytes, before);
    kamm_recording_text(bytes, "[");
    for (int i = 0; i < count; ++i) kamm_recording_number(bytes, i ? "," : "", values[i]);
    kamm_recording_text(bytes, "]");
}

/* -- Reading -- */

uint32_t kamm_recorded_u16(const unsigned char *at) { return at[0] | (uint32_t)at[1] << 8; }

uint32_t kamm_recorded_u32(const unsigned char *at)
{
    return kamm_recorded_u16(at) | kamm_recorded_u16(at + 2) << 16;
}

double kamm_recorded_i16(const unsigned char *at, double unit)
{
    return (int16_t)kamm_recorded_u16(at) * unit;
}

double kamm_recorded_i32(const unsigned char *at, double unit)
{
    return (int32_t)kamm_recorded_u32(at) * unit;
}

float kamm_recorded_f32(const unsigned char *at)
{
    uint32_t bits = kamm_recorded_u32(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

double kamm_recorded_f64(const unsigned char *at)
{
    uint64_t bits = kamm_recorded_u32(at) | (uint64_t)kamm_recorded_u32(at + 4) << 32;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
