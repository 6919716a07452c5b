#include "temporary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int complain(const char *path)
{
    perror(path);
    return -1;
}

static int name_path(char path[TEMPORARY_PATH], const char *ending)
{
    const char *folder = getenv("TMPDIR");
    int length = snprintf(path, TEMPORARY_PATH, "%s/kamm-XXXXXX%s",
                          folder && *folder ? folder : "/tmp", ending);
    if (length < TEMPORARY_PATH) return 0;
    fprintf(stderr, "$TMPDIR is too long for the tests: %s\n", folder);
    return -1;
}

int make_temporary_file(char path[TEMPORARY_PATH], const char *ending)
{
    if (name_path(path, ending)) return -1;
    int file = mkstemps(path, (int)strlen(ending));
    return file < 0 ? complain(path) : close(file);
}

int make_temporary_folder(char path[TEMPORARY_PATH])
{
    if (name_path(path, "")) return -1;
    return mkdtemp(path) ? 0 : complain(path);
}

char temporary_tir[TEMPORARY_PATH];

int make_temporary_tir(void **state)
{
    (void)state;
    return make_temporary_file(temporary_tir, ".tir");
}

int remove_temporary_tir(void **state)
{
    (void)state;
    return remove(temporary_tir);
}

char temporary_csv[TEMPORARY_PATH];

int make_temporary_csv(void **state)
{
    (void)state;
    return make_temporary_file(temporary_csv, ".csv");
}

int remove_temporary_csv(void **state)
{
    (void)state;
    return remove(temporary_csv);
}

void write_temporary_csv(const char *text)
{
    FILE *file = fopen(temporary_csv, "w");
    if (!file || fputs(text, file) < 0 || fclose(file)) {
        complain(temporary_csv);
        abort();
    }
}
