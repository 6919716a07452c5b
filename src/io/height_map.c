#include "height_map.h"

#include "../base/error.h"
#include "png_grey.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static kamm_result fail_memory(const char *path, kamm_error *error)
{
    return kamm_fail(error, KAMM_ERROR_MEMORY, "", "%.300s: out of memory", path);
}

kamm_result kamm_load_height_picture(const char *path, double min_height_m, double max_height_m,
                                     kamm_heights *map, kamm_error *error)
{
    kamm_grey picture;
    kamm_result result = kamm_load_grey_png(path, 2, &picture, error);
    if (result) return result;
    double span_m = max_height_m - min_height_m, white = picture.bits == 8 ? 255 : 65535;
    float *next = kamm_allocate_array(kamm_product((size_t)picture.columns, (size_t)picture.rows),
                                      sizeof *next);
    *map = (kamm_heights){picture.columns, picture.rows, next, picture.bits};
    for (int32_t row = 0; next && row < picture.rows; ++row)
        for (int32_t column = 0; column < picture.columns; ++column)
            *next++ = (float)(min_height_m + span_m * kamm_grey_at(&picture, column, row) / white);
    kamm_release(picture.bytes);
    return map->heights_m ? KAMM_OK : fail_memory(path, error);
}

static float little_endian(const uint8_t *bytes)
{
    uint32_t bits =
        (uint32_t)bytes[3] << 24 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[1] << 8 | bytes[0];
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static kamm_result check_raw_length(FILE *in, const char *path, const kamm_heights *map,
                                    kamm_error *error)
{
    size_t wanted =
        kamm_product(kamm_product((size_t)map->columns, (size_t)map->rows), sizeof *map->heights_m);
    errno = 0;
    long length = fseek(in, 0, SEEK_END) ? -1 : ftell(in);
    if (length < 0 || length == LONG_MAX || fseek(in, 0, SEEK_SET))
        return kamm_fail(error, KAMM_ERROR_FILE, "", "%.300s: %s", path,
                         errno ? strerror(errno) : "is no file");
    if ((size_t)length == wanted) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FORMAT, "",
                     "%.300s: %ld bytes; %d columns times %d rows of 4-byte floats are %zu", path,
                     length, (int)map->columns, (int)map->rows, wanted);
}

/* Turns the bytes of each float into it, in place. */
static kamm_result take_raw(const char *path, kamm_heights *map, kamm_error *error)
{
    const uint8_t *bytes = (const uint8_t *)map->heights_m;
    size_t count = (size_t)map->columns * (size_t)map->rows;
    for (size_t i = 0; i < count; ++i) {
        map->heights_m[i] = little_endian(bytes + 4 * i);
        if (isfinite(map->heights_m[i])) continue;
        return kamm_fail(error, KAMM_ERROR_RANGE, "",
                         "%.300s: column %d, row %d: the height is not finite", path,
                         (int)(i % (size_t)map->columns), (int)(i / (size_t)map->columns));
    }
    return KAMM_OK;
}

static kamm_result read_raw(FILE *in, const char *path, kamm_heights *map, kamm_error *error)
{
    size_t count = (size_t)map->columns * (size_t)map->rows;
    kamm_result result = check_raw_length(in, path, map, error);
    if (result) return result;
    map->heights_m = kamm_allocate_array(count, sizeof *map->heights_m);
    if (!map->heights_m) return fail_memory(path, error);
    if (fread(map->heights_m, sizeof *map->heights_m, count, in) == count)
        result = take_raw(path, map, error);
    else
        result = kamm_fail(error, KAMM_ERROR_FILE, "", "%.300s: can't be read to its end", path);
    if (result) kamm_release(map->heights_m);
    return result;
}

kamm_result kamm_load_raw_heights(const char *path, kamm_heights *map, kamm_error *error)
{
    FILE *in = fopen(path, "rb");
    if (!in) return kamm_fail(error, KAMM_ERROR_FILE, "", "%.300s: %s", path, strerror(errno));
    map->bits = 32;
    kamm_result result = read_raw(in, path, map, error);
    fclose(in);
    return result;
}
