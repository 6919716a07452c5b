/* Where the shapes of two bodies touch. */
#ifndef KAMM_WORLD_CONTACT_NARROW_PHASE_H
#define KAMM_WORLD_CONTACT_NARROW_PHASE_H

#include "../state.h"

/* No point of the body is faster. */
double kamm_speed_of(const kamm_world *world, uint32_t body);
/* Size of the smaller body of those that move, over the usual size. */
double kamm_scale_of_pair(const kamm_world *world, const struct body_pair *pair);
/* Returns the greatest approach of two bodies in a substep, and a little more. */
double kamm_margin_of(const kamm_world *world, const struct body_pair *pair);
int kamm_is_in_plane(const kamm_world *world, uint32_t body);

/* Upright boxes that are further apart have no contact. */
static inline int bounds_meet(const double low_a[3], const double high_a[3], const double low_b[3],
                              const double high_b[3], double margin)
{
    for (int k = 0; k < 3; ++k)
        if (low_a[k] - margin > high_b[k] || low_b[k] - margin > high_a[k]) return 0;
    return 1;
}

/* Contact points of two bodies within the margin. */
void kamm_collide_pair(const kamm_world *world, const struct body_pair *pair,
                       struct pair_contact *out);

#endif
