/* Car snapshots: snapshots of single cars, and differences between snapshots as few bytes, for networks.
 *
 * cars.h has snapshots of all cars, world.h those of a world. */
#ifndef KAMM_SNAPSHOT_H
#define KAMM_SNAPSHOT_H

#include <kamm/cars.h>
#include <kamm/error.h>
#include <kamm/export.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Size and bytes of a snapshot of one car: its states, its inputs and the ground below it. It can be restored into any
 * car of an equal model (compiled from equal values), in any batch. The restored car continues with the same bits. With
 * a ground query at intervals, both cars must have taken the same number of substeps for that. */
KAMM_API size_t kamm_car_snapshot_size(const kamm_cars *cars, int car);
KAMM_API void kamm_save_car(const kamm_cars *cars, int car, void *snapshot);
/* Restores a snapshot. On error nothing changes. Errors: FORMAT (no snapshot of a car of that model, values that no car
 * can have, or bytes that have changed since). */
KAMM_API kamm_result kamm_restore_car(kamm_cars *cars, int car, const void *snapshot, size_t size,
                                      kamm_error *error);

/* Returns the largest size of a delta between snapshots of `size` bytes. */
KAMM_API size_t kamm_delta_bound(size_t size);
/* Writes the difference of `snapshot` from `base`, of the same size, and returns its bytes. Equal bytes take almost no
 * space. `base` NULL: zeros, so a first snapshot takes the same path. */
KAMM_API size_t kamm_make_delta(const void *base, const void *snapshot, size_t size, void *delta);
/* Makes a snapshot from its base and the difference; `snapshot` may be `base`. Errors: FORMAT (the bytes give no
 * snapshot of that size). On error `snapshot` may have changed. */
KAMM_API kamm_result kamm_apply_delta(const void *base, const void *delta, size_t delta_size,
                                      void *snapshot, size_t size, kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
