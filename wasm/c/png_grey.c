/* Grey PNG pictures that JavaScript, which has an inflater, has unpacked: in place of src/io/png_grey.c. */
#include "files.h"

#include "base/error.h"
#include "io/png_grey.h"

#include <errno.h>
#include <string.h>

static kamm_result fail_size(const char *path, const struct file *file, int min, kamm_error *error)
{
    return kamm_fail(error, KAMM_ERROR_RANGE, "",
                     "%.300s: %d x %d pixels; allowed: %d to %d each way", path, (int)file->columns,
                     (int)file->rows, min, KAMM_MAX_PIXELS);
}

kamm_result kamm_load_grey_png(const char *path, int min, kamm_grey *picture, kamm_error *error)
{
    const struct file *file = find_file(path);
    if (!file) return kamm_fail(error, KAMM_ERROR_FILE, "", "%.300s: %s", path, strerror(errno));
    if (!file->bits)
        return kamm_fail(error, KAMM_ERROR_FORMAT, "",
                         "%.300s: is no PNG picture: it does not begin as one", path);
    if (file->columns < min || file->rows < min) return fail_size(path, file, min, error);
    uint8_t *bytes = kamm_allocate(file->size);
    if (!bytes) return kamm_fail(error, KAMM_ERROR_MEMORY, "", "%.300s: out of memory", path);
    memcpy(bytes, file->bytes, file->size);
    *picture = (kamm_grey){file->columns, file->rows, file->bits, bytes};
    return KAMM_OK;
}
