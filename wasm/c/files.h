/* The table of files in memory. */
#ifndef KAMM_WASM_FILES_H
#define KAMM_WASM_FILES_H

#include <stddef.h>
#include <stdint.h>

/* Makes a function one that TypeScript can call. */
#define EXPORT(name) __attribute__((export_name(#name)))

struct file {
    struct file *next;
    char *bytes;
    size_t size;
    int32_t columns, rows, bits; /* of a picture, whose bytes are its grey pixels; else 0 */
    char path[];
};

/* NULL, and errno, if there is none. */
struct file *find_file(const char *path);
/* All of them, one behind the other. */
const struct file *files_in_memory(void);
/* The path without the data folder before it. */
const char *path_in_data(const char *path);

#endif
