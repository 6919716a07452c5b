/* The C side of kamm/full: portable snapshots. */
#include "face.h"

#include <kamm/portable_world.h>

EXPORT(face_load_portable)
int face_load_portable(kamm_cars *cars, int first, int count, const void *bytes, size_t size,
                       kamm_portable_report *report)
{
    return kamm_restore_portable(cars, first, count, bytes, size, report, &face_error);
}

EXPORT(face_load_portable_combinations)
int face_load_portable_combinations(kamm_combinations *combinations, const void *bytes, size_t size,
                                    kamm_portable_report *report)
{
    return kamm_restore_portable_combinations(combinations, bytes, size, report, &face_error);
}

EXPORT(face_save_portable_world)
int face_save_portable_world(const kamm_world *world, void *bytes)
{
    return kamm_save_portable_world(world, bytes, &face_error);
}

EXPORT(face_load_portable_world)
int face_load_portable_world(kamm_world *world, const void *bytes, size_t size,
                             kamm_portable_report *report)
{
    return kamm_restore_portable_world(world, bytes, size, report, &face_error);
}
