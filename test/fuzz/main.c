/* Runs inputs of fuzz targets from files, without libFuzzer.
 *
 *     kamm_fuzz                          the committed corpus of all targets and their seeds
 *     kamm_fuzz --list                   the targets, and what each takes
 *     kamm_fuzz --dictionary             words for libFuzzer
 *     kamm_fuzz --seeds TARGET FOLDER    writes the target's seeds
 *     kamm_fuzz TARGET FILE…             these alone */
#include "fuzz.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void run_file(const struct fuzz_target *target, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(2);
    }
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(size ? size : 1); /* just as long, so that sanitizers see its end */
    if (!bytes || fread(bytes, 1, size, file) != size) {
        perror(path);
        exit(2);
    }
    fclose(file);
    target->run(bytes, size);
    free(bytes);
}

/* Runs a seed, just as long. */
static void run_seed(const char *name, const void *from, size_t size, void *user)
{
    const struct fuzz_target *target = user;
    uint8_t *bytes = malloc(size ? size : 1);
    if (!bytes) exit(2);
    memcpy(bytes, from, size);
    fprintf(stderr, "%s: %s\r", target->name, name);
    target->run(bytes, size);
    free(bytes);
}

static void write_seed(const char *name, const void *bytes, size_t size, void *folder)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", (const char *)folder, name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file)) {
        perror(path);
        exit(2);
    }
}

static int run_corpus(const struct fuzz_target *target)
{
    char path[512];
    int runs = 0;
    snprintf(path, sizeof path, "%s/%s", KAMM_FUZZ_CORPUS, target->name);
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s/%s", KAMM_FUZZ_CORPUS, target->name, entry->d_name);
        run_file(target, path);
        ++runs;
    }
    if (folder) closedir(folder);
    return runs;
}

static const struct fuzz_target *target_of(const char *name)
{
    const struct fuzz_target *target = fuzz_find(name);
    if (target) return target;
    fprintf(stderr, "kamm_fuzz: there is no target %s; --list names them\n", name);
    exit(2);
}

int main(int count, char **words)
{
    fuzz_begin();
    if (count == 2 && !strcmp(words[1], "--list")) {
        for (int i = 0; i < fuzz_target_count; ++i)
            printf("%-14s %s\n", fuzz_targets[i].name, fuzz_targets[i].what);
        return 0;
    }
    if (count == 2 && !strcmp(words[1], "--dictionary")) return fuzz_write_dictionary(), 0;
    if (count == 4 && !strcmp(words[1], "--seeds"))
        return target_of(words[2])->seeds(write_seed, words[3]), 0;
    if (count > 1) {
        const struct fuzz_target *target = target_of(words[1]);
        if (count == 2) target->seeds(run_seed, (void *)target), run_corpus(target);
        for (int i = 2; i < count; ++i) run_file(target, words[i]);
        return 0;
    }
    int runs = 0;
    for (int i = 0; i < fuzz_target_count; ++i) {
        int own = run_corpus(&fuzz_targets[i]);
        printf("%-14s %d inputs\n", fuzz_targets[i].name, own);
        runs += own;
    }
    printf("%d inputs, %ld calls of misuse\n", runs, fuzz_misuses);
    return runs == 0;
}
