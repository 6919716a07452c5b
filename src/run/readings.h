/* Channels by their paths, "yaw_rate_radps" or "wheels[2].load_n", and inputs by their names. */
#ifndef KAMM_RUN_READINGS_H
#define KAMM_RUN_READINGS_H

#include <kamm/cars.h>

/* Target of a path. */
struct reading {
    int channel, wheel; /* wheel -1: of the car */
};

/* Errors: UNKNOWN, FORMAT, with the nearest name. */
kamm_result kamm_find_input(const char *name, int *input, kamm_error *error);
kamm_result kamm_find_readings(const kamm_cars *cars, const char *const *paths, int count,
                               struct reading *readings, kamm_error *error);

/* RANGE: it is a command that the rung of these cars does not obey (kamm_model_info.takes_commands). */
kamm_result kamm_check_obeyed(const kamm_cars *cars, int input, kamm_error *error);

/* Reads them of a car. */
void kamm_read_row(const kamm_cars *cars, int car, const struct reading *readings, int count,
                   double *row);

#endif
