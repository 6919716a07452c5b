/* Racelogic's VBO: text in sections, of which [column names] and [data] are a table with spaces between its cells, and [header] says
 * in which unit the speed is. Source: Racelogic, "VBO File Format" and "VBO file structure" (support centre and developers' portal). */
#ifndef KAMM_IO_VBO_H
#define KAMM_IO_VBO_H

#include "csv.h"

typedef struct kamm_vbo {
    kamm_csv table;      /* the columns' names first */
    double velocity_mps; /* what 1 in the column "velocity" is */
} kamm_vbo;

/* Returns 1 if the name ends in .vbo, in capitals or not. */
int kamm_is_vbo(const char *path);
/* Errors: FILE; FORMAT (a section is missing, a row with too few or too many cells); MEMORY. Freed by kamm_csv_free. */
kamm_result kamm_vbo_load(const char *path, kamm_vbo *vbo, kamm_error *error);

/* Convert standard columns to SI and to Kamm's axes, in place. */
void kamm_vbo_time_s(double *hhmmss, int rows); /* of the day; over midnight it goes on */
void kamm_vbo_yaw_rad(double *heading_deg,
                      int rows); /* from the east, to the left; turns go on beyond pi */
/* Minutes of arc, north and west positive, to metres north and east of the first row's place, on the WGS84 ellipsoid's tangential
 * plane there: within 1e-6 of the distance for some kilometres. */
void kamm_vbo_place_m(double *latitude_min, double *longitude_min, int rows);

#endif
