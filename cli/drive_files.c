/* Files of the page: which may be seen, of what type they are, how long they keep. */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "drive.h"

/* Nothing that begins with a dot is part of a page: no hidden file, and no way up. */
static int has_dotted_part(const char *url) { return strstr(url, "/.") != NULL; }

static int is_below(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && path[length] == '/';
}

/* The file's path without symbolic links, if it is in the folder then, too. */
static int find_path(const char *folder, const char *url, char path[PATH_MAX])
{
    char wanted[PATH_MAX];
    if (url[0] != '/' || has_dotted_part(url)) return 0;
    int length = snprintf(wanted, sizeof wanted, "%s%s%s", folder, url, url[1] ? "" : "index.html");
    return length < (int)sizeof wanted && realpath(wanted, path) && is_below(path, folder);
}

static const char *type_of(const char *path)
{
    static const struct {
        const char *ending, *type;
    } types[] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json; charset=utf-8"},
        {".map", "application/json; charset=utf-8"},
        {".webmanifest", "application/manifest+json; charset=utf-8"},
        {".txt", "text/plain; charset=utf-8"},
        {".tir", "text/plain; charset=utf-8"},
        {".csv", "text/csv; charset=utf-8"},
        {".svg", "image/svg+xml; charset=utf-8"},
        {".wasm", "application/wasm"},
        {".png", "image/png"},
        {".jpg", "image/jpeg"},
        {".jpeg", "image/jpeg"},
        {".webp", "image/webp"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
    };
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; ++i)
        if (strcasecmp(dot, types[i].ending) == 0) return types[i].type;
    return "application/octet-stream";
}

/* The build puts a hash of the content into the names of files in assets/; others may change. */
static const char *caching_of(const char *path, const char *folder)
{
    const char *name = path + strlen(folder) + 1;
    return strncmp(name, "assets/", 7) == 0 ? "public, max-age=31536000, immutable" : "no-cache";
}

int drive_open(const char *folder, const char *url, drive_file *file)
{
    char path[PATH_MAX];
    struct stat status;
    if (!find_path(folder, url, path)) return 0;
    file->handle =
        open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK); /* no wait for a pipe */
    if (file->handle < 0) return 0;
    if (fstat(file->handle, &status) != 0 || !S_ISREG(status.st_mode)) {
        close(file->handle);
        return 0;
    }
    file->size = (size_t)status.st_size;
    file->type = type_of(path);
    file->caching = caching_of(path, folder);
    snprintf(file->tag, sizeof file->tag, "\"%llx-%llx-%llx.%lx\"",
             (unsigned long long)status.st_ino, (unsigned long long)status.st_size,
             (unsigned long long)status.st_mtim.tv_sec, (unsigned long)status.st_mtim.tv_nsec);
    return 1;
}
