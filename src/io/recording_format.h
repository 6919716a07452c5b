/* The format of recordings (docs/recordings.md), for writing and reading: blocks of bytes, little-endian, packed. */
#ifndef KAMM_IO_RECORDING_FORMAT_H
#define KAMM_IO_RECORDING_FORMAT_H

#include <kamm/io/recording.h>

#define RECORDING_MAGIC "KAMMREC\n"
enum {
    RECORDING_VERSION = 1,
    RECORDING_START_BYTES = 12, /* the magic and the version */
    RECORDING_BLOCK_BYTES = 12, /* kind, length and checksum before the bytes of a block */
    RECORDING_FRAME_BYTES = 16, /* before the entries of a frame: time, flags, number of entries */
    RECORDING_OFF_BYTES = 5,    /* id, and whether it is on */
    RECORDING_BODY_BYTES = 25,  /* these, and a pose */
    RECORDING_CAR_BYTES = 31,   /* these, pedals, gear and steering wheel, and then the wheels: */
    RECORDING_WHEEL_BYTES = 16,
    RECORDING_MAX_JSON = 1 << 16 /* of a block */
};
enum recording_block {
    RECORDING_HEAD = 1,
    RECORDING_MODEL = 2,
    RECORDING_CAR = 3,
    RECORDING_BODY = 4,
    RECORDING_FRAME = 5,
    RECORDING_END = 6
};
/* Units of the whole numbers. */
#define RECORDING_QUATERNION (1.0 / 32767)
#define RECORDING_TURN (6.283185307179586 / 65536)
#define RECORDING_SPIN_RADPS 0.05
#define RECORDING_STEERING_RAD 0.002
/* Farthest from the origin of the recording. */
#define RECORDING_MAX_M 200e3

/* FNV-1a with 32 bits, of bytes. */
uint32_t kamm_recording_checksum(const unsigned char *bytes, size_t size);

/* -- Bytes that are appended to -- */
typedef struct recording_bytes {
    unsigned char *at;
    size_t count, room;
    int has_failed; /* out of memory */
} recording_bytes;
/* Returns room for that many more; NULL: out of memory, now or before. */
unsigned char *kamm_recording_room(recording_bytes *bytes, size_t size);
void kamm_recording_u8(recording_bytes *bytes, unsigned value);
void kamm_recording_u16(recording_bytes *bytes, uint32_t value);
void kamm_recording_u32(recording_bytes *bytes, uint32_t value);
void kamm_recording_f32(recording_bytes *bytes, double value);
void kamm_recording_f64(recording_bytes *bytes, double value);
/* The nearest whole number of that unit, within 16 bits. */
void kamm_recording_i16(recording_bytes *bytes, double value, double unit);
/* JSON: text as it is, a key or a value with its quotes, numbers in a list. */
void kamm_recording_text(recording_bytes *bytes, const char *text);
void kamm_recording_quoted(recording_bytes *bytes, const char *text);
void kamm_recording_number(recording_bytes *bytes, const char *before, double value);
void kamm_recording_numbers(recording_bytes *bytes, const char *before, const double *values,
                            int count);

/* -- The other way -- */
uint32_t kamm_recorded_u16(const unsigned char *at);
uint32_t kamm_recorded_u32(const unsigned char *at);
double kamm_recorded_i16(const unsigned char *at, double unit);
double kamm_recorded_i32(const unsigned char *at, double unit);
float kamm_recorded_f32(const unsigned char *at);
double kamm_recorded_f64(const unsigned char *at);

#endif
