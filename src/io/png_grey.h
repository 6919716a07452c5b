/* Grey PNG pictures, as height maps and paint are. */
#ifndef KAMM_IO_PNG_GREY_H
#define KAMM_IO_PNG_GREY_H

#include <kamm/error.h>
#include <stdint.h>

/* Largest size of a height map or paint, each way. */
enum { KAMM_MAX_PIXELS = 16384 };

typedef struct kamm_grey {
    int32_t columns, rows;
    int32_t bits;   /* a pixel: 8 or 16 */
    uint8_t *bytes; /* row by row from the picture's top; the high byte first */
} kamm_grey;

/* Reads a grey PNG of 8 or 16 bits, of `min` to KAMM_MAX_PIXELS pixels each way. The caller calls
 * kamm_release(picture->bytes). Errors (FILE, FORMAT, RANGE, MEMORY) start with the path; nothing is
 * to be released then. */
kamm_result kamm_load_grey_png(const char *path, int min, kamm_grey *picture, kamm_error *error);

/* The value of a pixel, row 0 at the BOTTOM of the picture. */
static inline uint32_t kamm_grey_at(const kamm_grey *picture, int32_t column, int32_t row)
{
    size_t at = (size_t)(picture->rows - 1 - row) * (size_t)picture->columns + (size_t)column;
    const uint8_t *bytes = picture->bytes;
    return picture->bits == 8 ? bytes[at] : (uint32_t)bytes[2 * at] << 8 | bytes[2 * at + 1];
}

#endif
