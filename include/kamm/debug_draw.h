/* Debug draw: a world as lines, points and texts, for a host's own drawing.
 *
 *     static void line(void *user, const double from_m[3], const double to_m[3], uint32_t rgb) { ... }
 *     kamm_debug_draw_def draw = {.parts = KAMM_DRAW_WHEELS | KAMM_DRAW_FORCES, .line = line};
 *     kamm_debug_draw(world, &draw);    or kamm_debug_draw_cars(cars, &draw) without a world
 *
 * Functions are called in a fixed order, and only during the call. Nothing changes and nothing is allocated, so it is
 * allowed between any steps. Equal worlds draw the same. */
#ifndef KAMM_DEBUG_DRAW_H
#define KAMM_DEBUG_DRAW_H

#include <kamm/driver.h>
#include <kamm/export.h>
#include <kamm/world.h>
#include <kamm/world_query.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is drawn, as bits of kamm_debug_draw_def.parts. */
typedef enum kamm_draw_part {
    /* Boxes of cars; shapes of bodies and sensors. */
    KAMM_DRAW_SHAPES = 1,
    /* Each wheel as a circle of its unloaded radius, with a spoke that turns. */
    KAMM_DRAW_WHEELS = 2,
    /* Contact plane of each wheel: a square of the wheel's radius, and its normal. */
    KAMM_DRAW_CONTACT_PLANES = 4,
    /* Forces of the ground on each wheel: load, longitudinal and lateral force as arrows. */
    KAMM_DRAW_FORCES = 8,
    /* Friction circle of each wheel: its peak friction along and across, times load and friction of the ground. A point
     * marks the force. */
    KAMM_DRAW_FRICTION_CIRCLES = 16,
    /* A cross at the origin of each car's frame and at the centre of mass of each dynamic body. */
    KAMM_DRAW_MASS_CENTRES = 32,
    /* Points and normals of the contact events of the last step. */
    KAMM_DRAW_CONTACTS = 64,
    /* Load of each axle in kN, as text above it. */
    KAMM_DRAW_AXLE_LOADS = 128,
    /* Joints: from the middle of each end to its point, between the points, axes of hinges and sliders, the force on
     * the second end. */
    KAMM_DRAW_JOINTS = 256,
    /* Points of a full car's body that can touch the ground, as crosses, with the load of those that do. */
    KAMM_DRAW_BODY_POINTS = 512
} kamm_draw_part;

/* Colours as 0xRRGGBB. */
typedef enum kamm_draw_colour {
    KAMM_DRAW_STATIC = 0x909090,
    KAMM_DRAW_KINEMATIC = 0x4080ff,
    KAMM_DRAW_DYNAMIC = 0x40c040,
    /* A dynamic body or a car that sleeps. */
    KAMM_DRAW_ASLEEP = 0x607060,
    KAMM_DRAW_SENSOR = 0xc0a000,
    /* A sensor with a body in it. */
    KAMM_DRAW_VISITED_SENSOR = 0xffff00,
    KAMM_DRAW_CAR = 0xffffff,
    KAMM_DRAW_WHEEL = 0xd0d0d0,
    KAMM_DRAW_PLANE = 0x00c0c0,
    KAMM_DRAW_LOAD = 0x4060ff,
    KAMM_DRAW_LONGITUDINAL = 0xff4040,
    KAMM_DRAW_LATERAL = 0x40ff40,
    KAMM_DRAW_FRICTION_CIRCLE = 0xffa000,
    KAMM_DRAW_MASS_CENTRE = 0xff00ff,
    KAMM_DRAW_CONTACT = 0xff0000,
    KAMM_DRAW_TEXT = 0xf0f0f0,
    KAMM_DRAW_CAST = 0xffff80,
    KAMM_DRAW_PATH = 0x00ff80,
    KAMM_DRAW_JOINT = 0xff80c0,
    /* A rope that does not pull. */
    KAMM_DRAW_SLACK_ROPE = 0xa08090,
    KAMM_DRAW_BROKEN_JOINT = 0x802020,
    KAMM_DRAW_JOINT_AXIS = 0xc080ff,
    KAMM_DRAW_JOINT_FORCE = 0xff60ff,
    KAMM_DRAW_BODY_POINT = 0x80ffff
} kamm_draw_colour;

/* What is drawn, and by what. World axes and metres. All 0 but `line`: everything, as lines. */
typedef struct kamm_debug_draw_def {
    /* Bits of kamm_draw_part; 0: all. */
    uint32_t parts;
    /* Only cars and bodies that come this near to `centre_m` are drawn; 0: all. */
    double within_m;
    /* Place that `within_m` is measured from, such as the camera's. */
    double centre_m[3];
    /* Length of an arrow per newton, above 0; 0: 2e-4, a metre for 5 kN. */
    double metres_per_n;
    /* Passed to the functions. */
    void *user;
    /* Draws a line. */
    void (*line)(void *user, const double from_m[3], const double to_m[3], uint32_t rgb);
    /* Draws a point; NULL: points are not drawn. */
    void (*point)(void *user, const double at_m[3], uint32_t rgb);
    /* Draws a text, which is valid during the call; NULL: texts are not drawn. */
    void (*text)(void *user, const double at_m[3], const char *text, uint32_t rgb);
} kamm_debug_draw_def;

/* Draws a world. Misuse: no `line`, a value that is not finite, `within_m` or `metres_per_n` below 0. */
KAMM_API void kamm_debug_draw(const kamm_world *world, const kamm_debug_draw_def *def);
/* Draws cars that are in no world, with the same lines and texts. Misuse: as above. */
KAMM_API void kamm_debug_draw_cars(const kamm_cars *cars, const kamm_debug_draw_def *def);
/* Draws a cast: its path, with its sphere or box at the start and at the end or the hit. `hit` NULL: it hit nothing. */
KAMM_API void kamm_debug_draw_cast(const kamm_debug_draw_def *def, const kamm_cast *cast,
                                   const kamm_hit *hit);
/* Draws a line for drivers: its middle and both edges of its road, in pieces of 2 m. */
KAMM_API void kamm_debug_draw_path(const kamm_debug_draw_def *def, const kamm_line *path);

#ifdef __cplusplus
}
#endif

#endif
