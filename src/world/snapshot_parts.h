/* Where the parts of a world's snapshot begin, and whether one would be taken. */
#ifndef KAMM_WORLD_SNAPSHOT_PARTS_H
#define KAMM_WORLD_SNAPSHOT_PARTS_H

#include <kamm/world.h>

/* Bytes from the start of the snapshot. Snapshots of cars are between kinematic bodies and sleep. */
struct snapshot_parts {
    size_t dynamic, filters, touches, loads, kinematic, sleep, hitches, joints, sum;
};
struct snapshot_parts kamm_parts_of_snapshot(const kamm_world *world);

kamm_result kamm_check_world_snapshot(const kamm_world *world, const char *snapshot, size_t size,
                                      kamm_error *error);

#endif
