#include "lab/safe_file.h"

#include "base/error.h"
#include "io/system.h"

#include <errno.h>
#include <string.h>

kamm_result kamm_fail_path(kamm_error *error, const char *path, const char *what)
{
    return kamm_fail(error, KAMM_ERROR_FILE, "", "%.300s: %s: %s", path, what, strerror(errno));
}

kamm_result kamm_path_in(char path[KAMM_SAFE_PATH], const char *folder, const char *name,
                         kamm_error *error)
{
    int length = snprintf(path, KAMM_SAFE_PATH, "%s/%s", folder, name);
    if (length < KAMM_SAFE_PATH - 8) return KAMM_OK; /* room for ".part" */
    return kamm_fail(error, KAMM_ERROR_FILE, "", "%.300s: the path is too long", folder);
}

kamm_result kamm_begin_file(kamm_safe_file *file, const char *folder, const char *name,
                            kamm_error *error)
{
    file->file = NULL;
    kamm_result result = kamm_path_in(file->path, folder, name, error);
    if (result) return result;
    snprintf(file->temporary, sizeof file->temporary, "%.630s.part", file->path);
    file->file = fopen(file->temporary, "wb");
    return file->file ? KAMM_OK : kamm_fail_path(error, file->path, "can't be written");
}

kamm_result kamm_end_file(kamm_safe_file *file, kamm_error *error)
{
    int code = 0;
    errno = 0;
    if (ferror(file->file) || !kamm_sync_file(file->file)) code = errno ? errno : EIO;
    if (fclose(file->file) != 0 && !code) code = errno;
    file->file = NULL;
    if (!code && kamm_replace_file(file->temporary, file->path)) return KAMM_OK;
    if (!code) code = errno;
    remove(file->temporary);
    errno = code;
    return kamm_fail_path(error, file->path, "can't be written");
}

kamm_result kamm_make_folders(const char *path, kamm_error *error)
{
    char part[KAMM_SAFE_PATH];
    if (strlen(path) >= sizeof part || !*path)
        return kamm_fail(error, KAMM_ERROR_FILE, "", "%.300s: that is no folder's name", path);
    strcpy(part, path);
    for (char *end = part; end;) {
        end = strpbrk(end + 1, "/");
        if (end) *end = 0;
        if (!kamm_make_folder(part)) return kamm_fail_path(error, part, "the folder can't be made");
        if (end) *end = '/';
    }
    return KAMM_OK;
}

FILE *kamm_lock_folder(const char *folder, kamm_error *error)
{
    char path[KAMM_SAFE_PATH];
    if (kamm_path_in(path, folder, "lock", error)) return NULL;
    FILE *file = fopen(path, "ab");
    if (!file) return kamm_fail_path(error, path, "can't be written"), NULL;
    if (kamm_lock_file(file)) return file;
    fclose(file);
    kamm_fail(error, KAMM_ERROR_FILE, "", "%.300s: another process works in this folder", folder);
    return NULL;
}
