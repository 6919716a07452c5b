/* Files in memory, for a module that imports nothing: what the readers need of stdio, in place of libc's own, which
 * would ask WASI. Paths are relative to the data folder, which is called "data"; a file without a folder is looked for
 * among tyres and worlds, too. */
#include "files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct file *first_file;

const struct file *files_in_memory(void) { return first_file; }

const char *path_in_data(const char *path)
{
    if (!strncmp(path, "./", 2)) path += 2;
    return strncmp(path, "data/", 5) ? path : path + 5;
}

static struct file **find_exactly(const char *folder, const char *path)
{
    size_t length = strlen(folder);
    struct file **at = &first_file;
    while (*at && (strncmp((*at)->path, folder, length) || strcmp((*at)->path + length, path)))
        at = &(*at)->next;
    return at;
}

struct file *find_file(const char *path)
{
    static const char *const folders[] = {"", "tyres/", "worlds/"};
    path = path_in_data(path);
    for (int i = 0; i < (strchr(path, '/') ? 1 : 3); ++i) {
        struct file *file = *find_exactly(folders[i], path);
        if (file) return file;
    }
    errno = ENOENT;
    return NULL;
}

EXPORT(face_remove_file) void face_remove_file(const char *path)
{
    struct file **at = find_exactly("", path_in_data(path)), *file = *at;
    if (!file) return;
    *at = file->next;
    free(file->bytes);
    free(file);
}

/* Takes over `bytes`, which malloc gave. 0: out of memory. */
EXPORT(face_add_file)
int face_add_file(const char *path, char *bytes, size_t size, int columns, int rows, int bits)
{
    path = path_in_data(path);
    struct file *file = malloc(sizeof *file + strlen(path) + 1);
    if (!file) return 0;
    face_remove_file(path);
    *file = (struct file){first_file, bytes, size, columns, rows, bits};
    strcpy(file->path, path);
    first_file = file;
    return 1;
}

/* What has been written to a file, and its length. */
EXPORT(face_file_bytes) const char *face_file_bytes(const char *path)
{
    const struct file *file = find_file(path);
    return file ? file->bytes : NULL;
}
EXPORT(face_file_size) size_t face_file_size(const char *path)
{
    const struct file *file = find_file(path);
    return file ? file->size : 0;
}

/* A file that is written gets its bytes when it is closed. */
static FILE *open_new(const char *path)
{
    if (!face_add_file(path, NULL, 0, 0, 0, 0)) return errno = ENOMEM, NULL;
    return open_memstream(&first_file->bytes, &first_file->size);
}

FILE *fopen(const char *restrict path, const char *restrict mode)
{
    if (*mode == 'w') return open_new(path);
    struct file *file = find_file(path);
    return file ? fmemopen(file->bytes, file->size, "r") : NULL;
}

char *getenv(const char *name)
{
    (void)name;
    return NULL;
}

/* What libc's stdout and stderr would import; nothing is written to either. */
int __imported_wasi_snapshot_preview1_fd_close(int file)
{
    (void)file;
    return EBADF;
}

int __imported_wasi_snapshot_preview1_fd_seek(int file, int64_t by, int from, int at)
{
    (void)file, (void)by, (void)from, (void)at;
    return EBADF;
}

int __imported_wasi_snapshot_preview1_fd_write(int file, int parts, int count, int written)
{
    (void)file, (void)parts, (void)count, (void)written;
    return EBADF;
}
