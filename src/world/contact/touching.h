/* Touching bodies from one substep to the next. */
#ifndef KAMM_WORLD_CONTACT_TOUCHING_H
#define KAMM_WORLD_CONTACT_TOUCHING_H

#include "contact_state.h"

/* Two bodies by their numbers, in a snapshot. A list there is two words, the first of which is its length, and room for as many as can
 * be kept. */
struct saved_touch {
    uint32_t first, second;
};
/* How many can be kept, by the number of bodies. */
int kamm_touch_room_of(const kamm_world *world);
/* Keeps that the two touch now; 1: they did not before. */
int kamm_keep_touch(const kamm_world *world, struct touch_list *list, uint32_t first,
                    uint32_t second);
/* The touch of the two; NULL: there is none. */
struct touch *kamm_find_touch(const struct touch_list *list, uint32_t first, uint32_t second);
void kamm_drop_touch(struct touch_list *list, struct touch *touch);
/* Bodies have got other numbers, or are gone. */
void kamm_renumber_touches(kamm_world *world);
/* These cars take the place of those. */
void kamm_rename_touches(kamm_world *world, const kamm_cars *from, const kamm_cars *to);
/* Whether it neither moves nor answers contacts: asleep, a fixed body that stands, or gone. */
int kamm_body_rests(const kamm_world *world, uint32_t body);
/* Two bodies that do not move by themselves are no pair: their touch stays. So does one with the ground, which is looked at apart. */
int kamm_touch_rests(const kamm_world *world, const struct touch *touch);
/* Part of a snapshot. */
size_t kamm_touches_size(const kamm_world *world);
void kamm_save_touches(const kamm_world *world, char *to);
kamm_result kamm_check_touches(const kamm_world *world, const char *from, kamm_error *error);
void kamm_restore_touches(kamm_world *world, const char *from);

#endif
