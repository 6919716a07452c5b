/* Aerodynamics: what the air does to a body that moves through it, from whatever side it comes.
 *
 * Coefficients are those of W.-H. Hucho (Aerodynamics of Road Vehicles, ch. 1 and 4) and SAE J1594: of the frontal area A,
 * with the wheelbase as the length of moments, about the point on the road in the middle between the first and the last axle.
 * b is the flow's angle in the plane of the body, u its components, V its speed:
 *
 *     drag         1/2 rho A V u_x (Cd + drag_growth sin^2 b cos^2 b), and as much per Cd along the body's z axis
 *     side force   1/2 rho A V u_y Y,   Y = side_force_slope + (side_force_abeam - side_force_slope) sin^2 b
 *     yaw moment   the side force, ahead of the middle by a share of the wheelbase:
 *                  p = side_force_ahead cos b + side_force_ahead_abeam sin^2 b, within half a wheelbase
 *     roll moment  the side force at its height
 *     lift         at an axle, 1/2 rho A ((Cl + Cl_h(h)) u_x^2 + lift_growth u_y^2), h how much higher than at rest the body
 *                  is there: ground effect (J. Katz, Race Car Aerodynamics, ch. 6, has such curves)
 *
 * Near b = 0 these are the slopes that wind tunnels give; sine and cosine go on to a car that flies backwards, whose
 * side force then acts ahead of the middle as it flies. Nothing of it needs an angle.
 *
 * The side force acts in two parts, at the first and the last axle, each against the flow where it acts: so turning is damped.
 * Lift is square to the flow at its axle. Each part then takes energy from the body or none, whatever coefficients and motion
 * are: in still air the power of force and moment together is never above 0, although the yaw moment alone turns the
 * car on.
 *
 * Departures: height changes lift alone, each axle's by its own height. The air answers at once, and is alike all along
 * the car. Drag backwards is that forwards. The flow's angle from below changes nothing but the lift's direction. */
#ifndef KAMM_PART_AERO_H
#define KAMM_PART_AERO_H

#include "../base/curve.h"
#include "../base/vector.h"

/* Where side force and lift act. */
struct aero_axle_constants {
    num x_m;
    num lift_area_m2, lift_growth_m2; /* coefficients times A */
    num follows_height;               /* 1 or 0: the table is empty */
    struct curve_table height_lift;   /* m2, what the height adds to lift_area_m2 */
};

struct aero_constants {
    num drag_area_m2, drag_growth_m2; /* coefficients times A */
    num drag_height_m;                /* above the body frame's origin, as all heights here */
    num side_area_m2, side_growth_m2; /* Y A and what is added to it abeam */
    num side_height_m, road_height_m;
    num ahead, ahead_abeam; /* shares of the wheelbase */
    struct aero_axle_constants front, rear;
};

/* The car's motion through the air, body axes, as the air feels it. */
struct air_flow {
    vec3 velocity, turning; /* of the body frame's origin; rad/s */
    real half_density;
};

/* How much higher than at rest the body is above the road at the first and the last axle. */
struct aero_heights {
    real front_m, rear_m;
};

static inline mask lift_follows_height(const struct aero_constants *c)
{
    return (lanes(c->front.follows_height) > 0.0f) | (lanes(c->rear.follows_height) > 0.0f);
}

static inline real lift_area_at(const struct aero_axle_constants *axle, real height_m)
{
    real area = lanes(axle->lift_area_m2), slope = splat(0.0f);
    mask follows = lanes(axle->follows_height) > 0.0f;
    if (!any(follows)) return area;
    return pick(follows, area + curve_at(&axle->height_lift, height_m, &slope), area);
}

/* An axle's part of side force and lift; `side` times the velocity to the left is its force. */
static inline void add_air_at_axle(const struct aero_constants *c,
                                   const struct aero_axle_constants *axle,
                                   const struct air_flow *flow, real height_m, real side,
                                   vec3 *force, vec3 *moment)
{
    real x = lanes(axle->x_m);
    real left = flow->velocity.y + (flow->turning.z * x - flow->turning.x * c->side_height_m);
    real up = flow->velocity.z - flow->turning.y * x;
    real along = flow->half_density * lift_area_at(axle, height_m) * flow->velocity.x;
    real across = flow->half_density * axle->lift_growth_m2 * left;
    real lift = along * flow->velocity.x + across * left;
    real aside = across * up + side * left;
    force->x -= along * up;
    force->y -= aside;
    force->z += lift;
    moment->x += c->side_height_m * aside;
    moment->y -= x * lift;
    moment->z -= x * aside;
}

/* Adds the air's force and moment about the body frame's origin. `air`: the car's velocity through it, `turning`: its
 * angular velocity, body axes. */
static inline void add_aero(const struct aero_constants *c, real air_density, vec3 air,
                            vec3 turning, struct aero_heights heights, vec3 *force, vec3 *moment)
{
    const struct air_flow flow = {air, turning, 0.5f * air_density};
    real speed = square_root(vec3_dot(air, air));
    real inverse = 1.0f / max_real(speed, splat(1e-3f));
    real cosine = air.x * inverse, sine2 = square(air.y * inverse);

    real height = lanes(c->drag_height_m), pressure = flow.half_density * speed;
    real drag = pressure * (c->drag_area_m2 + c->drag_growth_m2 * (sine2 * square(cosine)));
    real against = drag * (air.x + turning.y * height);
    force->x -= against;
    force->z -= drag * air.z;
    moment->y -= height * against;

    real side = pressure * (c->side_area_m2 + c->side_growth_m2 * sine2);
    real half = splat(0.5f), ahead = c->ahead * cosine + c->ahead_abeam * sine2;
    ahead = clamp(ahead, -half, half);
    add_air_at_axle(c, &c->front, &flow, heights.front_m, side * (half + ahead), force, moment);
    add_air_at_axle(c, &c->rear, &flow, heights.rear_m, side * (half - ahead), force, moment);
}

#endif
