/* Driving by keys, as tests of the input assist do. */
#ifndef KAMM_TEST_SUPPORT_DRIVE_H
#define KAMM_TEST_SUPPORT_DRIVE_H

#include "rungs.h"

struct drive {
    kamm_cars *cars;
    kamm_input_assist assist;
    kamm_ground ground;
    kamm_model_info info;
    int frames_per_s;
    /* Since start_timing: */
    double max_sideslip_rad,
        max_slip_rad; /* of the car above 3 m/s, of the front wheels in the mean */
    double sum_lateral_mps2, timed_s;
};

/* Rolling at that speed on flat ground, with the assist at that strength. end_cars(drive.cars) ends it. */
struct drive start_drive(const kamm_vehicle_def *def, kamm_rung rung, double speed_mps,
                         float strength);
/* The same with a car of data/vehicles, on the full model. */
struct drive start_named(const char *name, double speed_kmh, float strength);
kamm_vehicle_def car_named(const char *name);

double seen(const struct drive *drive, kamm_channel channel);
void start_timing(struct drive *drive);
double mean_lateral_mps2(const struct drive *drive);

void keep_wish(struct drive *drive, kamm_driver_request request, double seconds);
/* The throttle key is pressed whenever the car is slower than that. */
void keep_speed(struct drive *drive, float steer, double speed_mps, double seconds);

#endif
