/* Portable snapshots in tests. */
#ifndef KAMM_TEST_SUPPORT_PORTABLE_H
#define KAMM_TEST_SUPPORT_PORTABLE_H

#include "rungs.h"

struct saved {
    unsigned char *bytes;
    size_t size;
};

/* The caller frees the bytes. */
struct saved saved_range(const kamm_cars *cars, int first, int count);
/* Nothing is unknown, missing or of another model. */
void expect_restored(kamm_cars *cars, int first, int count, const struct saved *saved);
/* All that kamm_save_car keeps, which holds whatever a car goes on with. */
void expect_same_bytes(const kamm_cars *cars, int car, const kamm_cars *others, int other,
                       const char *what);
/* The first cars swerve and brake, each otherwise, by frames of four substeps. */
void swerve_all(kamm_cars *cars, int count, int from_frame, int to_frame,
                const kamm_ground *ground);

#endif
