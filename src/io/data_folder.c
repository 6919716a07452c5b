#include "data_folder.h"

#include "../base/error.h"
#include "../fields/fields.h"

#include "system.h"

#include <kamm/io/vehicle_file.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The build says where its source tree's data lie and where they will be installed. */
#ifndef KAMM_SOURCE_DATA
#define KAMM_SOURCE_DATA "data"
#endif
#ifndef KAMM_INSTALL_DATA
#define KAMM_INSTALL_DATA "/usr/local/share/kamm"
#endif

const char *kamm_data_folder(void)
{
    const char *chosen = getenv("KAMM_DATA");
    if (chosen && *chosen) return kamm_is_folder(chosen) ? chosen : NULL;
    if (kamm_is_folder(KAMM_SOURCE_DATA)) return KAMM_SOURCE_DATA;
    return kamm_is_folder(KAMM_INSTALL_DATA) ? KAMM_INSTALL_DATA : NULL;
}

int kamm_has_ending(const char *name, const char *ending)
{
    size_t length = strlen(name), size = strlen(ending), same = 0;
    if (length <= size) return 0;
    const char *end = name + length - size;
    while (same < size && tolower((unsigned char)end[same]) == tolower((unsigned char)ending[same]))
        ++same;
    return same == size;
}

static int is_data_file(const char *folder, const char *name)
{
    return kamm_has_ending(name, ".json") ||
           (!strcmp(folder, "tyres") && kamm_has_ending(name, ".tir"));
}

void kamm_file_id(const char *path, char id[64])
{
    const char *name = kamm_file_name(path);
    const char *dot = strrchr(name, '.');
    size_t length = dot && dot > name ? (size_t)(dot - name) : strlen(name);
    if (length > 63) length = 63;
    memcpy(id, name, length);
    id[length] = 0;
}

static int compare_names(const void *a, const void *b) { return strcmp(a, b); }

struct names {
    const char *folder;
    int count;
    char (*names)[64];
};

static int take_name(void *user, const char *name)
{
    struct names *found = user;
    if (*name == '.' || !is_data_file(found->folder, name)) return 1;
    char(*more)[64] = kamm_enlarge(found->names, (size_t)found->count * sizeof *found->names,
                                   kamm_product((size_t)found->count + 1, sizeof *found->names));
    if (!more) return 0;
    found->names = more;
    kamm_file_id(name, found->names[found->count++]);
    return 1;
}

/* All names of a folder, sorted, each once; the caller frees them. */
static char (*read_names(const char *folder, int *count))[64]
{
    char path[KAMM_PATH_TEXT];
    const char *data = kamm_data_folder();
    struct names found = {.folder = folder};
    *count = 0;
    if (!data || snprintf(path, sizeof path, "%s/%s", data, folder) >= (int)sizeof path)
        return NULL;
    if (!kamm_read_folder(path, take_name, &found) || !found.count) return found.names;
    qsort(found.names, (size_t)found.count, sizeof *found.names, compare_names);
    int kept = 1;
    for (int i = 1; i < found.count; ++i)
        if (strcmp(found.names[i], found.names[kept - 1]) != 0)
            memmove(found.names[kept++], found.names[i], 64);
    *count = kept;
    return found.names;
}

int kamm_list_data(const char *folder, char names[][64], int max_count)
{
    KAMM_REQUIRE(folder && (names || max_count <= 0), 0);
    int count;
    char(*found)[64] = read_names(folder, &count);
    for (int i = 0; i < count && i < max_count; ++i) memcpy(names[i], found[i], 64);
    kamm_release(found);
    return count;
}

/* Where files of a kind are looked for by name: the folder itself, and for vehicles those of two-wheelers and trailers as well. */
enum { FOLDERS = 3 };

static int folders_of(const char *folder, const char *folders[FOLDERS])
{
    folders[0] = folder;
    folders[1] = "two-wheelers";
    folders[2] = "trailers";
    return strcmp(folder, "vehicles") ? 1 : FOLDERS;
}

static kamm_result fail_unknown_name(const char *folder, const char *name, kamm_error *error)
{
    const char *folders[FOLDERS];
    int folder_count = folders_of(folder, folders);
    kamm_nearest nearest = kamm_start_nearest(name, strlen(name));
    for (int f = 0; f < folder_count; ++f) {
        int count;
        char(*names)[64] = read_names(folders[f], &count);
        for (int i = 0; i < count; ++i) kamm_suggest_name(&nearest, names[i]);
        kamm_release(names);
    }
    kamm_text_line line = {0};
    if (*nearest.best)
        kamm_append(&line, "; did you mean \"%s\"?", nearest.best);
    else
        kamm_append(&line, "; `kamm list %s` lists all, and a path ends in .json%s", folder,
                    strcmp(folder, "tyres") ? "" : " or .tir");
    return kamm_fail(error, KAMM_ERROR_UNKNOWN, "", "%.100s: no such name in %.200s/%s%s", name,
                     kamm_data_folder(), folder, line.text);
}

static kamm_result find_by_name(const char *folder, const char *name, char path[KAMM_PATH_TEXT],
                                kamm_error *error)
{
    static const char *const endings[] = {".json", ".tir"};
    const char *data = kamm_data_folder(), *chosen = getenv("KAMM_DATA");
    if (!data)
        return kamm_fail(error, KAMM_ERROR_FILE, "",
                         "%.100s: there is no data folder%s%.200s; $KAMM_DATA can name one", name,
                         chosen ? " " : "", chosen ? chosen : "");
    const char *folders[FOLDERS];
    int folder_count = folders_of(folder, folders);
    for (int i = 0; i < (strcmp(folder, "tyres") ? 1 : 2); ++i)
        for (int f = 0; f < folder_count; ++f) {
            int length =
                snprintf(path, KAMM_PATH_TEXT, "%s/%s/%s%s", data, folders[f], name, endings[i]);
            if (length < KAMM_PATH_TEXT && kamm_file_exists(path)) return KAMM_OK;
        }
    return fail_unknown_name(folder, name, error);
}

kamm_result kamm_find_data(const char *folder, const char *name_or_path, const char *beside,
                           char path[KAMM_PATH_TEXT], kamm_error *error)
{
    if (kamm_file_name(name_or_path) == name_or_path && !is_data_file(folder, name_or_path))
        return find_by_name(folder, name_or_path, path, error);
    if (kamm_path_beside(beside ? beside : "", name_or_path, path)) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FILE, "", "%.100s…: the path is too long", name_or_path);
}
