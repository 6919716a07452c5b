#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "fuzz.h"

#include <kamm/io/vehicle_file.h>

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FUZZ_ROW(name, what) {#name, what, fuzz_##name, seeds_##name},
const struct fuzz_target fuzz_targets[] = {FUZZ_TARGETS(FUZZ_ROW)};
const int fuzz_target_count = sizeof fuzz_targets / sizeof *fuzz_targets;

const struct fuzz_target *fuzz_find(const char *name)
{
    for (int i = 0; i < fuzz_target_count; ++i)
        if (!strcmp(name, fuzz_targets[i].name)) return &fuzz_targets[i];
    return NULL;
}

void fuzz_fail(const char *file, int line, const char *condition)
{
    fprintf(stderr, "%s:%d: this does not hold: %s\n", file, line, condition);
    abort();
}

void hold_refusal(kamm_result result, const kamm_error *error)
{
    if (result == KAMM_OK) return;
    hold(error->code == result);
    hold(memchr(error->text, 0, sizeof error->text) && *error->text);
    hold(memchr(error->path, 0, sizeof error->path));
}

static void hold_number(double value, const kamm_field_info *field, int car)
{
    if (isfinite(value)) return;
    fprintf(stderr, "%s of car %d is %g\n", field->name, car, value);
    hold(isfinite(value));
}

/* Throttle and brake are read as the host wrote them. */
static void hold_channels(const kamm_cars *cars, int car)
{
    const kamm_field_info *channels = kamm_channel_fields(NULL),
                          *of_wheels = kamm_wheel_channel_fields(NULL);
    int wheels = kamm_describe(kamm_model_of(cars, car)).wheel_count;
    for (int i = 0; i < KAMM_CHANNEL_COUNT; ++i)
        if (i != KAMM_CHANNEL_throttle && i != KAMM_CHANNEL_brake)
            hold_number(kamm_read(cars, car, (kamm_channel)i), &channels[i], car);
    for (int w = 0; w < wheels; ++w)
        for (int i = 0; i < KAMM_WHEEL_CHANNEL_COUNT; ++i)
            hold_number(kamm_read_wheel(cars, car, w, (kamm_wheel_channel)i), &of_wheels[i], car);
}

void hold_finite(const kamm_cars *cars)
{
    for (int car = 0; car < kamm_count(cars); ++car) {
        kamm_pose body;
        kamm_wheel_pose wheels[KAMM_MAX_WHEELS];
        hold_channels(cars, car);
        kamm_read_pose(cars, car, 0.5, &body, wheels);
        for (int i = 0; i < 3; ++i) hold(isfinite(body.position_m[i]));
        for (int i = 0; i < 4; ++i) hold(isfinite(body.orientation[i]));
    }
}

long fuzz_misuses;

static void count_misuse(const char *condition, const char *function, void *user)
{
    (void)condition, (void)function, (void)user;
    ++fuzz_misuses;
}

void fuzz_begin(void)
{
    kamm_set_assert_handler(count_misuse, NULL);
    setenv("KAMM_DATA", KAMM_FUZZ_DATA, 1);
}

static char folder[64];

void fuzz_remove(const char *from)
{
    DIR *dir = opendir(from);
    if (!dir) return;
    for (struct dirent *entry; (entry = readdir(dir));) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", from, entry->d_name);
        unlink(path);
    }
    closedir(dir);
    rmdir(from);
}

static void remove_folder(void) { fuzz_remove(folder); }

const char *fuzz_folder(void)
{
    if (*folder) return folder;
    const char *root = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(folder, sizeof folder, "%s/kamm-fuzz-XXXXXX", root);
    if (!mkdtemp(folder)) {
        perror(folder);
        exit(2);
    }
    atexit(remove_folder);
    char link[sizeof folder + 32];
    snprintf(link, sizeof link, "%s/proving-ground.png", folder);
    if (symlink(KAMM_FUZZ_DATA "/worlds/proving-ground.png", link)) perror(link);
    return folder;
}

const char *fuzz_file(const char *name, const void *bytes, size_t size)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", fuzz_folder(), name);
    FILE *file = fopen(path, "wb");
    if (!file || (size && fwrite(bytes, 1, size, file) != size) || fclose(file)) {
        perror(path);
        exit(2);
    }
    return path;
}

static void take_file(const char *path, const char *name, size_t most, fuzz_take *take, void *user)
{
    FILE *file = fopen(path, "rb");
    char *bytes = malloc(most + 1);
    size_t size = file && bytes ? fread(bytes, 1, most + 1, file) : 0;
    if (size && size <= most) take(name, bytes, size, user);
    if (file) fclose(file);
    free(bytes);
}

void fuzz_take_data(const char *inside, const char *ending, size_t most, fuzz_take *take,
                    void *user)
{
    char path[512];
    struct dirent **entries;
    snprintf(path, sizeof path, "%s/%s", KAMM_FUZZ_DATA, inside);
    int count = scandir(path, &entries, NULL, alphasort);
    for (int i = 0; i < count; ++i) {
        const char *name = entries[i]->d_name;
        size_t length = strlen(name), end = strlen(ending);
        snprintf(path, sizeof path, "%s/%s/%s", KAMM_FUZZ_DATA, inside, name);
        if (length > end && !strcmp(name + length - end, ending))
            take_file(path, name, most, take, user);
        free(entries[i]);
    }
    if (count >= 0) free(entries);
}
