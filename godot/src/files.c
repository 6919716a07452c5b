#define KAMM_GODOT_FILES
#include "files.h"

#include "engine.h"

#include <errno.h>

static int is_of_godot(const char *path) { return strstr(path, "://") != NULL; }

/* Calls a static method of a class that takes a path. */
static void ask(const void *method, const char *path, void *answer)
{
    gd_string string = gd_make_string(path);
    const void *arguments[] = {&string};
    gd_call(method, NULL, arguments, answer);
    gd_free_string(&string);
}

static FILE *memory_file(size_t size)
{
#ifdef _WIN32
    (void)size;
    return tmpfile();
#else
    return fmemopen(NULL, size + 1, "w+");
#endif
}

FILE *godot_fopen(const char *path, const char *mode)
{
    if (!is_of_godot(path)) return fopen(path, mode);
    if (godot_access(path, 0)) return NULL;
    gd_packed bytes = gd_make_packed(GD_PACKED_BYTE_ARRAY, NULL);
    ask(gd_methods.FileAccess_get_file_as_bytes, path, &bytes);
    size_t size = (size_t)gd_packed_size(GD_PACKED_BYTE_ARRAY, &bytes);
    FILE *file = memory_file(size);
    if (file && size &&
        fwrite(gd.packed_byte_array_operator_index_const(&bytes, 0), 1, size, file) != size) {
        fclose(file);
        file = NULL;
    }
    if (file) rewind(file);
    gd_free_packed(GD_PACKED_BYTE_ARRAY, &bytes);
    return file;
}

int godot_access(const char *path, int mode)
{
    gd_bool is_there = 0;
    if (!is_of_godot(path)) return access(path, mode);
    ask(gd_methods.FileAccess_file_exists, path, &is_there);
    if (!is_there) errno = ENOENT;
    return is_there ? 0 : -1;
}

char *godot_getenv(const char *name)
{
    (void)name;
    return NULL;
}

/* A folder as Godot lists it; in place of a DIR, which its users only hand on. */
struct folder {
    gd_packed names;
    int64_t next, count;
    _Alignas(struct dirent) char entry[sizeof(struct dirent) + 256];
};

DIR *godot_opendir(const char *path)
{
    gd_bool is_there = 0;
    ask(gd_methods.DirAccess_dir_exists_absolute, path, &is_there);
    struct folder *folder = is_there ? calloc(1, sizeof *folder) : NULL;
    if (!folder) {
        errno = ENOENT;
        return NULL;
    }
    folder->names = gd_make_packed(GD_PACKED_STRING_ARRAY, NULL);
    ask(gd_methods.DirAccess_get_files_at, path, &folder->names);
    folder->count = gd_packed_size(GD_PACKED_STRING_ARRAY, &folder->names);
    return (DIR *)(void *)folder;
}

struct dirent *godot_readdir(DIR *of)
{
    struct folder *folder = (struct folder *)(void *)of;
    struct dirent *entry = (struct dirent *)(void *)folder->entry;
    if (folder->next >= folder->count) return NULL;
    gd_copy_text(gd.packed_string_array_operator_index_const(&folder->names, folder->next++),
                 entry->d_name, 256);
    return entry;
}

int godot_closedir(DIR *of)
{
    struct folder *folder = (struct folder *)(void *)of;
    gd_free_packed(GD_PACKED_STRING_ARRAY, &folder->names);
    free(folder);
    return 0;
}
