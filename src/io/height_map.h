/* Height maps from files: grey PNG pictures and raw floats. */
#ifndef KAMM_IO_HEIGHT_MAP_H
#define KAMM_IO_HEIGHT_MAP_H

#include <kamm/error.h>
#include <stdint.h>

/* All errors start with the path. */
typedef struct kamm_heights {
    int32_t columns, rows;
    float *heights_m; /* row by row from the lowest y; kamm_release it */
    int32_t bits;     /* of a height in the file */
} kamm_heights;

/* The picture's top row is the largest y; black is `min_height_m`, white `max_height_m`. */
kamm_result kamm_load_height_picture(const char *path, double min_height_m, double max_height_m,
                                     kamm_heights *map, kamm_error *error);

/* Little-endian IEEE floats, as many as map->columns times map->rows, row by row from the lowest y. */
kamm_result kamm_load_raw_heights(const char *path, kamm_heights *map, kamm_error *error);

#endif
