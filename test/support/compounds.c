#include "compounds.h"

#include <math.h>
#include <string.h>

kamm_shape box_of(double x, double y, double z, double half_x, double half_y, double half_z)
{
    return (kamm_shape){.box = {.centre_m = {x, y, z}, .half_m = {half_x, half_y, half_z}}};
}

kamm_body_def body_of(kamm_body_type type, int count, const kamm_shape *shapes)
{
    kamm_body_def def = {.type = type, .shape_count = count, .friction = 0.6f, .restitution = 0.2f};
    if (type == KAMM_BODY_DYNAMIC) def.mass_kg = 80;
    memcpy(def.shapes, shapes, (size_t)count * sizeof *shapes);
    return def;
}

kamm_body_def sliced(kamm_body_type type, int slices, double half_x, double half_y, double half_z)
{
    kamm_shape shapes[KAMM_MAX_SHAPES];
    double half = half_x / slices;
    for (int i = 0; i < slices; ++i)
        shapes[i] = box_of(-half_x + (2 * i + 1) * half, 0, 0, half, half_y, half_z);
    return body_of(type, slices, shapes);
}

kamm_body_def at_place(kamm_body_def def, double x, double y, double z)
{
    def.position_m[0] = x, def.position_m[1] = y, def.position_m[2] = z;
    return def;
}

void turned_about(kamm_body_def *def, double x, double y, double z, double angle)
{
    const double axis[3] = {x, y, z};
    quaternion_about(axis, angle, def->orientation);
}

kamm_ground leaning_ground(double x, double y, double angle)
{
    kamm_ground ground = kamm_flat_ground;
    double g = -(double)ground.gravity_mps2[2];
    ground.gravity_mps2[0] = (float)(g * sin(angle) * x);
    ground.gravity_mps2[1] = (float)(g * sin(angle) * y);
    ground.gravity_mps2[2] = (float)(-g * cos(angle));
    return ground;
}

void note_difference(const kamm_body_motion *a, const kamm_body_motion *b, struct difference *most)
{
    for (int k = 0; k < 3; ++k) {
        double turning = fabs(a->angular_velocity_radps[k] - b->angular_velocity_radps[k]);
        most->place = fmax(most->place, fabs(a->position_m[k] - b->position_m[k]));
        most->speed = fmax(most->speed, fabs(a->velocity_mps[k] - b->velocity_mps[k]));
        most->speed = fmax(most->speed, turning);
    }
    for (int k = 0; k < 4; ++k)
        most->place = fmax(most->place, fabs(a->orientation[k] - b->orientation[k]));
}

void end_crash(struct crash *crash)
{
    kamm_destroy_world(crash->world);
    kamm_destroy_cars(crash->cars);
    kamm_destroy_model(crash->model);
}
