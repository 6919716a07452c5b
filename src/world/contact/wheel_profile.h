/* The profile of ground and bodies along a wheel, in an upright plane: the higher of them everywhere. */
#ifndef KAMM_WORLD_CONTACT_WHEEL_PROFILE_H
#define KAMM_WORLD_CONTACT_WHEEL_PROFILE_H

#include "../collide/section.h"
#include "../terrain/envelope.h"

enum { MAX_PIECES_ALONG = PROFILE_POINTS / 2 };

/* From -reach to +reach without gaps: it starts with the ground. */
struct wheel_profile {
    int count;
    struct section_piece at[MAX_PIECES_ALONG];
};

/* Puts a body's section on it, from behind to ahead, or several such layers one after the other; where there is no room for all corners, the body is left out. */
void kamm_raise_profile(struct wheel_profile *profile, const struct section_piece *pieces,
                        int count);

/* Writes the profile for the springs of the tyre. */
void kamm_write_profile(const struct wheel_profile *from, struct profile *to);

#endif
