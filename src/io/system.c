#include "system.h"

#include <errno.h>

#ifdef _WIN32

#include <direct.h>
#include <io.h>
#include <windows.h>

int kamm_is_folder(const char *path)
{
    DWORD found = GetFileAttributesA(path);
    return found != INVALID_FILE_ATTRIBUTES && found & FILE_ATTRIBUTE_DIRECTORY;
}

int kamm_file_exists(const char *path)
{
    return GetFileAttributesA(path) != INVALID_FILE_ATTRIBUTES;
}

int kamm_read_folder(const char *path, kamm_take_name *take, void *user)
{
    char pattern[1024];
    WIN32_FIND_DATAA entry;
    if (snprintf(pattern, sizeof pattern, "%s/*", path) >= (int)sizeof pattern) return 0;
    HANDLE folder = FindFirstFileA(pattern, &entry);
    if (folder == INVALID_HANDLE_VALUE) return 0;
    while (take(user, entry.cFileName) && FindNextFileA(folder, &entry)) {}
    FindClose(folder);
    return 1;
}

int kamm_make_folder(const char *path) { return _mkdir(path) == 0 || errno == EEXIST; }

int kamm_sync_file(FILE *file)
{
    if (fflush(file) != 0) return 0;
    return _commit(_fileno(file)) == 0 || errno == EINVAL;
}

int kamm_replace_file(const char *from, const char *to)
{
    if (MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) return 1;
    errno = GetLastError() == ERROR_ACCESS_DENIED ? EACCES : EIO;
    return 0;
}

int kamm_lock_file(FILE *file) { return file != NULL; }

double kamm_steady_time_s(void)
{
    LARGE_INTEGER now, per_s;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&per_s);
    return (double)now.QuadPart / (double)per_s.QuadPart;
}

#else

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int kamm_is_folder(const char *path)
{
    DIR *folder = opendir(path);
    if (folder) closedir(folder);
    return folder != NULL;
}

int kamm_file_exists(const char *path) { return access(path, F_OK) == 0; }

int kamm_read_folder(const char *path, kamm_take_name *take, void *user)
{
    DIR *folder = opendir(path);
    struct dirent *entry;
    if (!folder) return 0;
    while ((entry = readdir(folder)) && take(user, entry->d_name)) {}
    closedir(folder);
    return 1;
}

int kamm_make_folder(const char *path) { return mkdir(path, 0777) == 0 || errno == EEXIST; }

int kamm_sync_file(FILE *file)
{
    if (fflush(file) != 0) return 0;
    return fsync(fileno(file)) == 0 || errno == EINVAL ||
           errno == ENOSYS; /* no disk to hand it to */
}

int kamm_replace_file(const char *from, const char *to) { return rename(from, to) == 0; }

/* Locks that a network's file system knows too. */
int kamm_lock_file(FILE *file)
{
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(fileno(file), F_SETLK, &all) == 0) return 1;
    return errno != EACCES && errno != EAGAIN;
}

double kamm_steady_time_s(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

#endif
