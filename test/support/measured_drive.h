/* Drives of cars that are measured, for fits: a swept sine, with the noise and the faults of sensors. */
#ifndef KAMM_TEST_SUPPORT_MEASURED_DRIVE_H
#define KAMM_TEST_SUPPORT_MEASURED_DRIVE_H

#include "cars.h"
#include <kamm/io/fit.h>

/* Noise, but for the first row, which is the start of the drive; and what is wrong with the yaw rate's sensor. */
struct sensing {
    double yaw_radps, side_mps2, sideslip_rad, speed_mps; /* standard deviations */
    double offset_radps, delay_s;                         /* delay: whole substeps of 1/600 s */
    double correlation; /* of the yaw rate's noise with that of the row before */
    uint64_t random;
};

/* For cmocka's set-up and tear-down of tests with files of their own. */
int make_drives_folder(void **state);
int remove_drives_folder(void **state);
/* A path there, until the eighth call from there. */
const char *in_drives_folder(const char *name);
/* Writes a file there, and returns its path. */
const char *write_drive_text(const char *name, const char *text);

/* Drives a car and writes what sensors show of it, a row each `interval_s`. */
void measure_drive(const char *name, const kamm_vehicle_file *car, kamm_rung rung,
                   double interval_s, double length_s, double speed_mps,
                   const struct sensing *sensing);

/* The Volvo's drive of 4 s on single_track at 22 m/s, with these shares of its own values. */
enum { CHANGED_VALUES = 4 };
extern const struct changed_value {
    const char *path;
    double share;
} changed_values[CHANGED_VALUES];
void measure_changed(const char *name, struct sensing sensing);
extern const struct sensing noisy_sensing;

void load_file(const char *name, kamm_vehicle_file *car);
void set_in_file(kamm_vehicle_file *car, const char *path, double value);
double get_of_file(const kamm_vehicle_file *car, const char *path);

/* A fit to one log; a free parameter of it; its result, or the test fails. */
kamm_fit_def fit_of(const kamm_vehicle_file *car, kamm_rung rung, const char *log);
void free_in(kamm_fit_def *def, const char *text);
/* The first three of the changed values. */
void free_changed(kamm_fit_def *def);
kamm_fit_result *must_fit(const kamm_fit_def *def);

#endif
