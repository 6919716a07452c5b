/* Aerodynamics: drag and lift of a body in air.
 *
 * F = 1/2 rho A C |v| v (Hucho, Aerodynamics of Road Vehicles, ch. 1). Departures: the drag area is
 * the same from all sides, so side wind drags but makes no yaw moment; lift follows the speed along
 * the body's x axis, forward and backward alike. */
#ifndef KAMM_PART_AERO_H
#define KAMM_PART_AERO_H

#include "../base/num.h"
#include "../base/vector.h"

struct aero_constants {
    num drag_area_m2;                  /* Cd * A */
    num drag_height_m;                 /* above the body frame's origin */
    num front_lift_area_m2, front_x_m; /* Cl * A, and where it acts */
    num rear_lift_area_m2, rear_x_m;
};

/* Adds the air's force and moment; `air` is the car's velocity through it, body axes. */
static inline void add_aero(const struct aero_constants *c, real air_density, vec3 air, vec3 *force,
                            vec3 *moment)
{
    real half_density = 0.5f * air_density;
    real speed = square_root(vec3_dot(air, air));
    real drag = half_density * c->drag_area_m2 * speed;
    real pressure = half_density * air.x * air.x;
    real front = pressure * c->front_lift_area_m2;
    real rear = pressure * c->rear_lift_area_m2;
    num height = c->drag_height_m;

    force->x -= drag * air.x;
    force->y -= drag * air.y;
    force->z += front + rear - drag * air.z;
    moment->x += height * drag * air.y;
    moment->y -= height * drag * air.x + front * c->front_x_m + rear * c->rear_x_m;
}

#endif
