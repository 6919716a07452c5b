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
    const char *index = url[strlen(url) - 1] == '/' ? "index.html" : "";
    int length = snprintf(wanted, sizeof wanted, "%s%s%s", folder, url, index);
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

/* A regular file: its handle, else -1. */
static int open_file(const char *path, struct stat *status)
{
    int handle =
        open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK); /* no wait for a pipe */
    if (handle < 0) return -1;
    if (fstat(handle, status) == 0 && S_ISREG(status->st_mode)) return handle;
    close(handle);
    return -1;
}

/* Whether the header names a coding and does not rule it out: "gzip, deflate;q=0.5, br;q=0". */
static int is_accepted(const char *codings, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = codings; at && *at; at = strchr(at, ',')) {
        at += strspn(at, ", \t");
        size_t named = strcspn(at, ",; \t");
        if (named != length || strncasecmp(at, name, length) != 0) continue;
        const char *quality = at + named + strspn(at + named, "; \t");
        return strncasecmp(quality, "q=", 2) != 0 || strtod(quality + 2, NULL) > 0;
    }
    return 0;
}

/* The smallest form that is there and accepted; -1: none. */
static int open_compressed(const char *path, const char *codings, struct stat *status,
                           const char **coding)
{
    static const struct {
        const char *coding, *ending;
    } forms[] = {{"br", ".br"}, {"gzip", ".gz"}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; ++i) {
        char name[PATH_MAX];
        int length = snprintf(name, sizeof name, "%s%s", path, forms[i].ending);
        if (length >= (int)sizeof name || !is_accepted(codings, forms[i].coding)) continue;
        int handle = open_file(name, status);
        *coding = forms[i].coding;
        if (handle >= 0) return handle;
    }
    *coding = NULL;
    return -1;
}

int drive_open(const char *folder, const char *url, const char *codings, drive_file *file)
{
    char path[PATH_MAX];
    struct stat status;
    if (!find_path(folder, url, path)) return 0;
    file->handle = open_compressed(path, codings, &status, &file->coding);
    if (file->handle < 0) file->handle = open_file(path, &status);
    if (file->handle < 0) return 0;
    file->size = (size_t)status.st_size;
    file->type = type_of(path);
    file->caching = caching_of(path, folder);
    snprintf(file->tag, sizeof file->tag, "\"%llx-%llx-%llx.%lx\"",
             (unsigned long long)status.st_ino, (unsigned long long)status.st_size,
             (unsigned long long)status.st_mtim.tv_sec, (unsigned long)status.st_mtim.tv_nsec);
    return 1;
}
