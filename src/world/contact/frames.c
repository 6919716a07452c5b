/* Frames of bodies: where those that are active are in this substep, as the narrow phase wants to know it. */
#include "frames.h"
#include "../bodies/bodies.h"
#include "../state.h"
#include "../threads/tasks.h"
#include "pairs.h"

#include <string.h>

static void place_boxes(const struct body_shape *shape, struct body_frame *frame)
{
    const double *at = frame->motion.position, (*axis)[3] = (const double(*)[3])frame->axis;
    kamm_move_unturned_box(&shape->around, at, axis, &frame->around);
    kamm_box_bounds(&frame->around, frame->low, frame->high);
    for (int i = 0; i < shape->box_count; ++i) {
        if (shape->turned)
            kamm_move_box(&shape->boxes[i], at, axis, &frame->boxes[i]);
        else
            kamm_move_unturned_box(&shape->boxes[i], at, axis, &frame->boxes[i]);
        kamm_box_bounds(&frame->boxes[i], frame->bounds[i].low, frame->bounds[i].high);
    }
}

enum { CHUNK = 16 }; /* bodies of one task */

static void read_chunk(void *context, int chunk)
{
    kamm_world *world = context;
    for (int i = chunk * CHUNK; i < (chunk + 1) * CHUNK && i < world->active_count; ++i) {
        uint32_t body = world->active[i];
        struct body_frame *frame = &world->frames[body];
        const struct body_shape *shape = kamm_shape_of(world, body);
        kamm_read_motion_of(world, body, frame);
        memset(frame->given, 0, sizeof frame->given);
        int first = kamm_first_frame_box(world, body);
        frame->boxes = world->frame_boxes + first;
        frame->bounds = world->frame_bounds + first;
        place_boxes(shape, frame);
        world->is_covered[body] = (uint8_t)kamm_frame_is_covered(world, body);
    }
}

void kamm_read_frames(kamm_world *world)
{
    kamm_run_world_tasks(world, (world->active_count + CHUNK - 1) / CHUNK, read_chunk, world);
}

void kamm_read_dynamic_motions(kamm_world *world)
{
    for (int i = 0; i < world->dynamic_count; ++i) {
        uint32_t body = (uint32_t)(world->car_count + i);
        const struct dynamic_load *load = &world->dynamic_loads[i];
        if (!world->is_active[body]) continue;
        kamm_read_motion_of(world, body, &world->frames[body]);
        if (is_loaded(load)) memcpy(world->frames[body].given, load->change, sizeof load->change);
    }
}
