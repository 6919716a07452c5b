/* Portable snapshots of worlds: all their cars, combinations, bodies and joints in the form of portable.h, for save
 * games, and for machines with another build or version. */
#ifndef KAMM_PORTABLE_WORLD_H
#define KAMM_PORTABLE_WORLD_H

#include <kamm/portable.h>
#include <kamm/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Size and bytes of a portable snapshot of a world: cars, combinations, bodies, joints, touching bodies and sleep. The
 * size depends on the bodies that touch now. Saving allocates; errors: MEMORY. */
KAMM_API size_t kamm_portable_world_size(const kamm_world *world);
KAMM_API kamm_result kamm_save_portable_world(const kamm_world *world, void *snapshot,
                                              kamm_error *error);
/* Restores such a snapshot into a world with the same groups of cars (kamm_set_identity), and the same bodies and
 * joints at the same indices. Their shapes, masses and settings are those of this world. Missing fields of bodies keep
 * their present values. `report` counts fields of the world and all groups; it may be NULL. On error nothing changes.
 * Errors: FORMAT, as of kamm_restore_portable and kamm_restore_world_snapshot; MEMORY. */
KAMM_API kamm_result kamm_restore_portable_world(kamm_world *world, const void *snapshot,
                                                 size_t size, kamm_portable_report *report,
                                                 kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
