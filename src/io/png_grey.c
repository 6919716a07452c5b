/* Reading grey PNG pictures by libpng. */
#include "png_grey.h"

#include "../base/error.h"

#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

/* Signature and IHDR chunk up to its last value: PNG 1.2, 3.1 and 4.1.1. */
enum { HEAD_BYTES = 29, WIDTH_AT = 16, HEIGHT_AT = 20, BITS_AT = 24, COLOUR_AT = 25 };

/* No deflated stream becomes longer than that many times its length (zlib's technical details). */
enum { MAX_DEFLATION = 1032 };

/* All that lives across libpng's longjmp, so that no local variable has to. */
struct work {
    FILE *in;
    const char *path;
    kamm_error *error;
    kamm_result result;
    kamm_grey picture;
    png_structp png;
    png_infop info;
};

static kamm_result fail(struct work *work, kamm_result code, const char *text)
{
    return work->result = kamm_fail(work->error, code, "", "%.300s: %.150s", work->path, text);
}

static void on_error(png_structp png, png_const_charp message)
{
    struct work *work = png_get_error_ptr(png);
    if (!work->result) fail(work, KAMM_ERROR_FORMAT, message);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) { (void)png, (void)message; }

/* Reports the reason why there are too few bytes. */
static kamm_result fail_short(struct work *work)
{
    if (ferror(work->in))
        return fail(work, KAMM_ERROR_FILE, errno ? strerror(errno) : "can't be read");
    return fail(work, KAMM_ERROR_FORMAT, "cut short: the file ends in the middle of the picture");
}

static void read_bytes(png_structp png, png_bytep to, size_t size)
{
    struct work *work = png_get_io_ptr(png);
    if (fread(to, 1, size, work->in) == size) return;
    fail_short(work);
    png_error(png, "cut short");
}

static uint32_t big_endian(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static kamm_result check_size(struct work *work, const uint8_t *head, int min)
{
    uint32_t width = big_endian(head + WIDTH_AT), height = big_endian(head + HEIGHT_AT);
    if (width < (uint32_t)min || height < (uint32_t)min || width > KAMM_MAX_PIXELS ||
        height > KAMM_MAX_PIXELS)
        return work->result = kamm_fail(work->error, KAMM_ERROR_RANGE, "",
                                        "%.300s: %u x %u pixels; allowed: %d to %d each way",
                                        work->path, width, height, min, KAMM_MAX_PIXELS);
    work->picture.columns = (int32_t)width;
    work->picture.rows = (int32_t)height;
    return KAMM_OK;
}

static kamm_result check_kind(struct work *work, int bits, int colour)
{
    static const char *const kinds[] = {"grey",
                                        "an unknown kind",
                                        "colour",
                                        "palette",
                                        "grey with alpha",
                                        "an unknown kind",
                                        "colour with alpha"};
    work->picture.bits = bits;
    if (colour == PNG_COLOR_TYPE_GRAY && (bits == 8 || bits == 16)) return KAMM_OK;
    return work->result = kamm_fail(
               work->error, KAMM_ERROR_FORMAT, "",
               "%.300s: its pixels are %s of %d bits; allowed: grey of 16 or 8 bits without alpha",
               work->path, kinds[colour >= 0 && colour <= 6 ? colour : 1], bits);
}

static size_t picture_size(const kamm_grey *picture)
{
    return kamm_product(kamm_product((size_t)picture->columns, (size_t)picture->rows),
                        (size_t)picture->bits / 8);
}

/* A few bytes must not claim a picture of gigabytes. */
static kamm_result check_length(struct work *work)
{
    long length = fseek(work->in, 0, SEEK_END) ? -1 : ftell(work->in);
    if (length < 0 || fseek(work->in, 0, SEEK_SET)) return fail_short(work);
    if ((size_t)length < picture_size(&work->picture) / MAX_DEFLATION) return fail_short(work);
    return KAMM_OK;
}

/* Checks what libpng would complain of less clearly, or after it has allocated memory. */
static kamm_result check_head(struct work *work, int min)
{
    uint8_t head[HEAD_BYTES] = {0};
    errno = 0;
    size_t length = fread(head, 1, sizeof head, work->in);
    if (ferror(work->in)) return fail_short(work);
    if (!length) return fail(work, KAMM_ERROR_FORMAT, "is empty");
    if (png_sig_cmp(head, 0, length < 8 ? length : 8))
        return fail(work, KAMM_ERROR_FORMAT, "is no PNG picture: it does not begin as one");
    if (length < sizeof head) return fail_short(work);
    if (memcmp(head + 12, "IHDR", 4) != 0)
        return fail(work, KAMM_ERROR_FORMAT, "is no PNG picture: it has no IHDR at its start");
    if (check_size(work, head, min)) return work->result;
    if (check_kind(work, head[BITS_AT], head[COLOUR_AT])) return work->result;
    return check_length(work);
}

/* An interlaced picture comes in several passes over all rows. */
static void read_rows(struct work *work)
{
    const kamm_grey *picture = &work->picture;
    size_t row_bytes = picture_size(picture) / (size_t)picture->rows;
    int passes = png_set_interlace_handling(work->png);
    png_read_update_info(work->png, work->info);
    if (png_get_rowbytes(work->png, work->info) != row_bytes)
        png_error(work->png, "rows of another length than the header says");
    for (int pass = 0; pass < passes; ++pass)
        for (int32_t row = 0; row < picture->rows; ++row)
            png_read_row(work->png, picture->bytes + (size_t)row * row_bytes, NULL);
    png_read_end(work->png, NULL);
}

/* Errors inside come back to the setjmp; what they were is in work->result. */
static void decode(struct work *work)
{
    if (setjmp(png_jmpbuf(work->png))) return;
    /* Chunks that the grey values don't need are passed over: libpng would allocate as much as each claims to have. */
    png_set_keep_unknown_chunks(work->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_read_fn(work->png, work, read_bytes);
    png_read_info(work->png, work->info);
    read_rows(work);
}

static void read_picture(struct work *work)
{
    work->picture.bytes = kamm_allocate(picture_size(&work->picture));
    work->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, work, on_error, on_warning);
    work->info = work->png ? png_create_info_struct(work->png) : NULL;
    if (work->picture.bytes && work->info)
        decode(work);
    else
        fail(work, KAMM_ERROR_MEMORY, "out of memory");
    png_destroy_read_struct(&work->png, &work->info, NULL);
    if (work->result) kamm_release(work->picture.bytes);
}

kamm_result kamm_load_grey_png(const char *path, int min, kamm_grey *picture, kamm_error *error)
{
    struct work work = {.path = path, .error = error, .in = fopen(path, "rb")};
    if (!work.in) return fail(&work, KAMM_ERROR_FILE, strerror(errno));
    if (!check_head(&work, min)) read_picture(&work);
    fclose(work.in);
    if (!work.result) *picture = work.picture;
    return work.result;
}
