/* Snapshots of single cars, and what changes between two snapshots as few bytes: for networks.
 *
 * Snapshots of all cars are in cars.h, of a world in world.h. */
#ifndef KAMM_SNAPSHOT_H
#define KAMM_SNAPSHOT_H

#include <kamm/cars.h>
#include <kamm/error.h>
#include <kamm/export.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All that moves of one car, its inputs and the ground below it, as plain bytes: for other cars of the same model (what was compiled from the
 * same values is the same), in whatever batch and at whatever place of it. A car that is restored goes on with the same
 * bits; where a query is asked at intervals, if its cars have as many substeps behind them as those it comes from. */
KAMM_API size_t kamm_car_snapshot_size(const kamm_cars *cars, int car);
KAMM_API void kamm_save_car(const kamm_cars *cars, int car, void *snapshot);
/* Errors: FORMAT if the bytes are not a snapshot of a car of that model, hold what no car has, or were changed since; nothing changes then. */
KAMM_API kamm_result kamm_restore_car(kamm_cars *cars, int car, const void *snapshot, size_t size,
                                      kamm_error *error);

/* What makes one snapshot of another, of the same size: bytes that are equal take next to nothing. `base` NULL: of nothing
 * but zeros, so that a first snapshot goes the same way. Returns how many bytes of `delta` it took, which are
 * kamm_delta_bound(size) at the most. */
KAMM_API size_t kamm_delta_bound(size_t size);
KAMM_API size_t kamm_make_delta(const void *base, const void *snapshot, size_t size, void *delta);
/* The way back; `snapshot` may be the base. Errors: FORMAT if the bytes make no snapshot of that size; it is written to nonetheless. */
KAMM_API kamm_result kamm_apply_delta(const void *base, const void *delta, size_t delta_size,
                                      void *snapshot, size_t size, kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
