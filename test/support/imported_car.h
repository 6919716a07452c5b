/* A car in the files of other programs: data/car.ini and the others of Assetto Corsa, car.json of CARLA, car.xml of TORCS,
 * vehicle.yaml and parameters_tire.yaml of CommonRoad. */
#ifndef KAMM_TEST_SUPPORT_IMPORTED_CAR_H
#define KAMM_TEST_SUPPORT_IMPORTED_CAR_H

/* The folder with the files, and a vehicle file in it to write. */
extern char imported_path[128], imported_out[128];

/* For cmocka: write all files, and remove them. */
int set_up_imported(void **state);
int clear_up_imported(void **state);

/* Writes a file with one part of it replaced; writes it as it was; removes it. */
void change_imported(const char *name, const char *from, const char *to);
void write_imported(const char *name, const char *text);
void restore_imported(const char *name);
void remove_imported(const char *name);
/* Copies a file as it is now. */
void copy_imported(const char *name, const char *to);

#endif
