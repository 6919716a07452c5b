/* A zip archive, as far as an FMU needs it: PKWARE's APPNOTE 6.3.2, compressed by zlib. All files have the same date, so that the same
 * car gives the same bytes. */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "pack.h"

enum { VERSION = 20, BY_UNIX = 3 << 8, DEFLATED = 8, MIDNIGHT = 0, JANUARY_1_1980 = 1 << 5 | 1 };
enum { LOCAL_SIZE = 30, CENTRAL_SIZE = 46, END_SIZE = 22 };

static unsigned char *put(unsigned char *at, unsigned long value, int bytes)
{
    for (int i = 0; i < bytes; ++i) *at++ = (unsigned char)(value >> (8 * i));
    return at;
}

static void write_bytes(fmu_zip *zip, const void *bytes, size_t size)
{
    if (fwrite(bytes, 1, size, zip->out) != size) zip->failed = 1;
    zip->offset += size;
}

/* What a file's two heads share, from the version that is needed on. */
static unsigned char *put_file(unsigned char *at, const char *name, unsigned long crc,
                               unsigned long packed, unsigned long size)
{
    at = put(at, VERSION, 2);
    at = put(at, 0, 2);
    at = put(at, DEFLATED, 2);
    at = put(at, MIDNIGHT, 2);
    at = put(at, JANUARY_1_1980, 2);
    at = put(at, crc, 4);
    at = put(at, packed, 4);
    at = put(at, size, 4);
    at = put(at, strlen(name), 2);
    return put(at, 0, 2); /* no extra field */
}

/* Room for one more entry of the directory; NULL without memory. */
static unsigned char *grow(fmu_zip *zip, size_t size)
{
    if (zip->size + size > zip->capacity) {
        size_t capacity = 2 * (zip->capacity + size);
        unsigned char *directory = realloc(zip->directory, capacity);
        if (!directory) return NULL;
        zip->directory = directory;
        zip->capacity = capacity;
    }
    zip->size += size;
    return zip->directory + zip->size - size;
}

static void add_entry(fmu_zip *zip, const char *name, unsigned long crc, unsigned long packed,
                      unsigned long size, int is_program)
{
    unsigned char *at = grow(zip, CENTRAL_SIZE + strlen(name));
    if (!at) {
        zip->failed = 1;
        return;
    }
    at = put(at, 0x02014b50, 4);
    at = put(at, BY_UNIX | VERSION, 2);
    at = put_file(at, name, crc, packed, size);
    at = put(at, 0, 2); /* no comment */
    at = put(at, 0, 2); /* disk */
    at = put(at, 0, 2); /* not known to be text */
    at = put(at, (is_program ? 0100755ul : 0100644ul) << 16, 4);
    at = put(at, zip->offset, 4);
    memcpy(at, name, strlen(name));
    ++zip->count;
}

/* A third of the time of the best one, for 1 % more bytes. */
#define LEVEL 5

/* Returns the bytes to be freed; NULL without memory. */
static unsigned char *pack_bytes(const void *bytes, size_t size, unsigned long *packed)
{
    z_stream stream = {0};
    if (deflateInit2(&stream, LEVEL, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY)) return NULL;
    size_t room = deflateBound(&stream, (uLong)size);
    unsigned char *out = malloc(room);
    stream.next_in = (Bytef *)bytes;
    stream.avail_in = (uInt)size;
    stream.next_out = out;
    stream.avail_out = (uInt)room;
    int status = out ? deflate(&stream, Z_FINISH) : Z_MEM_ERROR;
    *packed = stream.total_out;
    deflateEnd(&stream);
    if (status == Z_STREAM_END) return out;
    free(out);
    return NULL;
}

void fmu_zip_add(fmu_zip *zip, const char *name, const void *bytes, size_t size, int is_program)
{
    unsigned char head[LOCAL_SIZE];
    unsigned long packed, crc = crc32(0, bytes, (uInt)size);
    unsigned char *out = pack_bytes(bytes, size, &packed);
    if (!out) {
        zip->failed = 1;
        return;
    }
    add_entry(zip, name, crc, packed, size, is_program);
    put_file(put(head, 0x04034b50, 4), name, crc, packed, size);
    write_bytes(zip, head, sizeof head);
    write_bytes(zip, name, strlen(name));
    write_bytes(zip, out, packed);
    free(out);
}

int fmu_zip_end(fmu_zip *zip)
{
    unsigned char end[END_SIZE], *at = put(end, 0x06054b50, 4);
    at = put(at, 0, 4); /* one disk */
    at = put(at, zip->count, 2);
    at = put(at, zip->count, 2);
    at = put(at, zip->size, 4);
    at = put(at, zip->offset, 4);
    put(at, 0, 2); /* no comment */
    write_bytes(zip, zip->directory, zip->size);
    write_bytes(zip, end, sizeof end);
    free(zip->directory);
    return !zip->failed;
}
