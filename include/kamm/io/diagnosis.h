/* Diagnosis of a vehicle: figures of ride, roll, steer, brakes, gears and tyres beside the usual range of its class
 * (library kamm_io). `kamm check` prints it. */
#ifndef KAMM_IO_DIAGNOSIS_H
#define KAMM_IO_DIAGNOSIS_H

#include <kamm/export.h>
#include <kamm/io/estimate.h>
#include <kamm/vehicle.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Most figures of a diagnosis. */
#define KAMM_MAX_DIAGNOSED 32
/* Most failures of a diagnosis. */
#define KAMM_MAX_FAILURES 6

/* A figure beside the usual range. */
typedef struct kamm_diagnosed {
    /* Name with its unit at the end: "front_ride_frequency_hz". */
    const char *name;
    /* Unit: "Hz", "1". */
    const char *unit;
    /* Meaning. */
    const char *doc;
    /* Value. NaN: the vehicle has none. */
    double value;
    /* Usual range of the class: two standard deviations of its rule, or what is usual for all. */
    double low, high;
    /* Consequence of a value outside of the range; empty: the value is inside. */
    const char *remark;
} kamm_diagnosed;

/* Diagnosis of a vehicle. */
typedef struct kamm_diagnosis {
    /* Class that chooses the ranges. */
    kamm_vehicle_class body;
    /* Number of figures. */
    int32_t count;
    /* Figures, the first `count` in use. */
    kamm_diagnosed figures[KAMM_MAX_DIAGNOSED];
    /* Number of failures. */
    int32_t failure_count;
    /* Reasons why the vehicle can't steer, drive or brake. */
    char failures[KAMM_MAX_FAILURES][160];
} kamm_diagnosis;

/* Returns the class of a vehicle, guessed from its size, mass, power and suspension. */
KAMM_IO_API kamm_vehicle_class kamm_guess_class(const kamm_vehicle_def *def);

/* Diagnoses a vehicle by closed forms, and by two steady turns for its understeer gradient. `body`: a
 * kamm_vehicle_class, or -1 to guess it. Errors: those of kamm_create_model on full; RANGE for a trailer or a
 * two-wheeler. */
KAMM_IO_API kamm_result kamm_diagnose(const kamm_vehicle_def *def, int32_t body,
                                      kamm_diagnosis *diagnosis, kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
