#include "file_path.h"

#include <stdio.h>
#include <string.h>

#ifdef _WIN32
static const char separators[] = "/\\";
#else
static const char separators[] = "/";
#endif

/* Where what follows the drive begins: "C:" before a path is one, on Windows. */
static const char *after_drive(const char *path)
{
#ifdef _WIN32
    if (((*path >= 'A' && *path <= 'Z') || (*path >= 'a' && *path <= 'z')) && path[1] == ':')
        return path + 2;
#endif
    return path;
}

const char *kamm_file_name(const char *path)
{
    const char *name = after_drive(path);
    for (const char *at; (at = strpbrk(name, separators));) name = at + 1;
    return name;
}

int kamm_path_beside(const char *beside, const char *path, char result[KAMM_PATH_TEXT])
{
    int stands_alone = after_drive(path) > path || (*path && strchr(separators, *path));
    int before = stands_alone ? 0 : (int)(kamm_file_name(beside) - beside);
    return snprintf(result, KAMM_PATH_TEXT, "%.*s%s", before, beside, path) < KAMM_PATH_TEXT;
}
