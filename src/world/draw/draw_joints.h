/* Debug draw of joints. */
#ifndef KAMM_WORLD_DRAW_DRAW_JOINTS_H
#define KAMM_WORLD_DRAW_DRAW_JOINTS_H

#include <kamm/debug_draw.h>

void kamm_draw_joints(const kamm_debug_draw_def *pen, const kamm_world *world);

#endif
