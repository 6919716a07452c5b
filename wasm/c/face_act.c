/* The C side of the TypeScript face: what acts on cars from outside. */
#include "face.h"

#include <kamm/act.h>
#include <kamm/contact.h>
#include <kamm/damage.h>

/* In the order of `kinds` in act.ts. */
enum push { IMPULSE, ANGULAR_IMPULSE, FORCE, TORQUE };

EXPORT(face_push)
int face_push(kamm_cars *cars, int car, enum push kind, const double *vector, const double *point_m)
{
    switch (kind) {
    case IMPULSE: return kamm_apply_impulse(cars, car, vector, point_m, &face_error);
    case ANGULAR_IMPULSE: return kamm_apply_angular_impulse(cars, car, vector, &face_error);
    case FORCE: return kamm_apply_force(cars, car, vector, point_m, &face_error);
    default: return kamm_apply_torque(cars, car, vector, &face_error);
    }
}

EXPORT(face_set_wheel_grip)
int face_set_wheel_grip(kamm_cars *cars, int car, int wheel, double factor)
{
    return kamm_set_wheel_grip(cars, car, wheel, factor, &face_error);
}

EXPORT(face_damage_wheel)
int face_damage_wheel(kamm_cars *cars, int car, int wheel, const kamm_wheel_damage *damage)
{
    return kamm_damage_wheel(cars, car, wheel, damage, &face_error);
}

EXPORT(face_set_motion)
int face_set_motion(kamm_cars *cars, int car, const kamm_motion *motion)
{
    return kamm_set_motion(cars, car, motion, &face_error);
}
