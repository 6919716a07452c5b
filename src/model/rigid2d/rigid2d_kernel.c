#include "rigid2d_constants.h"

static void step_once(struct group *g, int last)
{
    view c = g->constants;
    struct state_lanes before = g->state;
    struct planar p = planar_of(g);
    struct planar_change change = {splat(0.0f), splat(0.0f), splat(0.0f)};
    turn_steering(g, INSIDE(c, struct planar_constants, steering), PLANAR(dt), PLANAR(inverse_dt));
    planar_advance(g, &before, &p, change, off_the_road(c, p.gap));
    if (last) write_planar_output(g, &p, change);
}

#define KERNEL_RUNG rigid2d
#include "../kernel_entry.h"
