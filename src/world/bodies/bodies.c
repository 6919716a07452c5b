/* Bodies by their numbers: which car or body it is, its shape, its boxes and its motion. */
#include "bodies.h"
#include "../../base/error.h"
#include "../../base/quaternion.h"
#include "../../base/vector_double.h"
#include "../state.h"

const struct car_group *kamm_group_of(const kamm_world *world, uint32_t body, int *car)
{
    int low = 0, high = world->group_count;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if ((uint32_t)world->groups[middle].first_body <= body)
            low = middle;
        else
            high = middle;
    }
    *car = (int)body - world->groups[low].first_body;
    return &world->groups[low];
}

const struct car_group *kamm_group_of_block(const kamm_world *world, int block)
{
    int low = 0, high = world->group_count;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (world->groups[middle].first_block <= block)
            low = middle;
        else
            high = middle;
    }
    return &world->groups[low];
}

const struct body_shape *kamm_shape_of(const kamm_world *world, uint32_t body)
{
    if (is_fixed(world, body)) return &world->fixed_shapes[fixed_of(world, body)];
    if (!is_car(world, body)) return &world->dynamic_shapes[dynamic_of(world, body)];
    int car;
    const struct car_group *group = kamm_group_of(world, body, &car);
    return &group->shapes[group->cars->mixed ? car : 0];
}

void kamm_read_motion_of(const kamm_world *world, uint32_t body, struct body_frame *frame)
{
    if (is_car(world, body)) {
        int car;
        const struct car_group *group = kamm_group_of(world, body, &car);
        kamm_find_motion(group->cars, car, &frame->motion);
    } else {
        frame->motion = world->dynamic_states[dynamic_of(world, body)].motion;
    }
    kamm_axes_of(frame->motion.q, frame->axis);
    frame->speed_mps = length3(frame->motion.velocity) +
                       length3(frame->motion.angular_velocity) * kamm_shape_of(world, body)->radius;
}

int kamm_find_group(const kamm_world *world, const kamm_cars *cars)
{
    for (int i = 0; i < world->group_count; ++i)
        if (world->groups[i].cars == cars) return i;
    return -1;
}

kamm_body_id kamm_name_body(const kamm_world *world, uint32_t body)
{
    if (body == GROUND_BODY) return (kamm_body_id){KAMM_BODY_GROUND, 0, 0};
    if (!is_car(world, body)) {
        const struct body_traits *traits = traits_of(world, body);
        return (kamm_body_id){traits->type, 0, traits->index};
    }
    int car;
    const struct car_group *group = kamm_group_of(world, body, &car);
    return (kamm_body_id){KAMM_BODY_CAR, (int32_t)(group - world->groups), car};
}

kamm_result kamm_find_body(const kamm_world *world, kamm_body body, uint32_t *number,
                           kamm_error *error)
{
    if (!has_body(world, body))
        return kamm_fail(error, KAMM_ERROR_UNKNOWN, "body",
                         "body: index %d, generation %u is not in this world (any more)",
                         body.index, (unsigned)body.generation);
    *number = number_of(world, body.index);
    return KAMM_OK;
}

int kamm_first_frame_box(const kamm_world *world, uint32_t body)
{
    if (!is_car(world, body))
        return world->car_box_count + world->dynamic_shapes[dynamic_of(world, body)].first;
    int car;
    const struct car_group *group = kamm_group_of(world, body, &car);
    return group->first_box + car * group->boxes_per_car;
}

int kamm_boxes_of(const kamm_world *world, uint32_t body, const struct oriented_box **boxes)
{
    *boxes = is_fixed(world, body) ? fixed_boxes_of(world, fixed_of(world, body))
                                   : world->frames[body].boxes;
    return kamm_shape_of(world, body)->box_count;
}

int kamm_body_is_off(const kamm_world *world, uint32_t body)
{
    int car;
    if (!is_car(world, body)) return 0;
    const struct car_group *group = kamm_group_of(world, body, &car);
    return kamm_car_is_off(group->cars, car);
}

int kamm_is_rolled_on(const kamm_world *world, uint32_t body)
{
    if (is_car(world, body)) return world->cars_are_driven_on;
    return traits_of(world, body)->is_driven_on;
}
