/* Categories and masks that decide which bodies collide. */
#ifndef KAMM_WORLD_BODIES_FILTERS_H
#define KAMM_WORLD_BODIES_FILTERS_H

#include <kamm/world.h>

/* Whether their filters let two bodies meet. */
int kamm_bodies_meet(const kamm_world *world, uint32_t a, uint32_t b);
int kamm_filters_meet(const kamm_filter *a, const kamm_filter *b);
int kamm_is_filter(const kamm_filter *filter);
/* Part of a snapshot: the filters of all bodies. */
size_t kamm_filters_size(const kamm_world *world);
void kamm_save_filters(const kamm_world *world, char *to);
kamm_result kamm_check_filters(const kamm_world *world, const char *from, kamm_error *error);
void kamm_restore_filters(kamm_world *world, const char *from);

#endif
