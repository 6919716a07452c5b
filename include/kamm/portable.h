/* Portable snapshots: cars as bytes for save games, and for machines with another build or version. portable_world.h
 * has those of worlds.
 *
 * Snapshots of cars.h and snapshot.h are faster and smaller, but only for the same build on the same kind of machine.
 * Portable ones name each field, so a build with other widths, another byte order or a later version reads them.
 *
 * A portable snapshot is 8 bytes "KAMMPRT" and the number of the form (1), records, and a checksum of 8 bytes. All
 * numbers are little-endian. A record has
 *  - 1 byte: the type of its values. b: bytes, u: uint32, l: uint64, f: float, d: double (IEEE 754); other small
 *    letters: a later version's.
 *  - 1 byte: the length of its name, from 1.
 *  - 4 bytes: the length of its values in bytes.
 *  - the name, such as "wheel.spin_radps" (without a zero at its end), and the values.
 * Values are those of the first car, then of the next. Those of a car are in the order of its wheels, axles or body
 * points. Fields of car., wheel., axle. and point. are those of kamm_car_state_fields and similar, those of input. are
 * kamm_input_fields. */
#ifndef KAMM_PORTABLE_H
#define KAMM_PORTABLE_H

#include <kamm/cars.h>
#include <kamm/combinations.h>
#include <kamm/error.h>
#include <kamm/export.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Differences between a portable snapshot and the cars that it was restored into. All 0: there are none, and the cars
 * continue with the same bits. */
typedef struct kamm_portable_report {
    /* Number of fields of the snapshot that the cars lack, such as those of a later version. They are left out. */
    int32_t unknown;
    /* Number of fields of the cars that the snapshot lacks. They have the values of a car that is placed with its speed
     * and gear (kamm_place). */
    int32_t missing;
    /* Number of cars whose model is compiled from other values, or by a version with other equations. Their states are
     * restored as they are, and settle in the first steps. */
    int32_t other_models;
    /* Name of the first of the unknown fields; empty: none. */
    char first_unknown[64];
    /* Name of the first of the missing fields; empty: none. */
    char first_missing[64];
} kamm_portable_report;

/* Returns the bytes of a portable snapshot of cars `first` to `first + count - 1`. */
KAMM_API size_t kamm_portable_size(const kamm_cars *cars, int first, int count);
/* Writes a portable snapshot of these cars: states, inputs, and the ground below them. */
KAMM_API void kamm_save_portable(const kamm_cars *cars, int first, int count, void *snapshot);
/* Restores a portable snapshot of `count` cars into cars `first` and following, in any batch of the same rung with as
 * many wheels and axles. `report` may be NULL. On error nothing changes. If they are all cars of their batch, its count
 * of substeps is restored too, which times ground queries at intervals, and gusts.
 * Errors: FORMAT, if one of these holds:
 *  - The bytes are no portable snapshot of this form, or have changed since they were saved.
 *  - Another number of cars, another rung, or other wheels or axles.
 *  - A field has another type or size, or occurs twice.
 *  - A state is none that a car can have, as in kamm_restore_snapshot. */
KAMM_API kamm_result kamm_restore_portable(kamm_cars *cars, int first, int count,
                                           const void *snapshot, size_t size,
                                           kamm_portable_report *report, kamm_error *error);

/* Size and bytes of a portable snapshot of all combinations: the cars of each unit, the forces of the hitches, and
 * which are coupled. */
KAMM_API size_t kamm_portable_combinations_size(const kamm_combinations *combinations);
KAMM_API void kamm_save_portable_combinations(const kamm_combinations *combinations,
                                              void *snapshot);
/* Restores such a snapshot into as many combinations of as many units. `report` counts fields of all units; it may be
 * NULL. On error nothing changes. Errors: FORMAT, as of kamm_restore_portable. */
KAMM_API kamm_result kamm_restore_portable_combinations(kamm_combinations *combinations,
                                                        const void *snapshot, size_t size,
                                                        kamm_portable_report *report,
                                                        kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
