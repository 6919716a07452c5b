/* Debug draw: what there is of a world, one after the other, in the order of the bodies' numbers. */
#include "../../base/error.h"
#include "../../base/float_mode.h"
#include "../../base/quaternion.h"
#include "../../base/vector_double.h"
#include "../bodies/bodies.h"
#include "../collide/shape_cast.h"
#include "../contact/touching.h"
#include "../state.h"
#include "draw_cars.h"
#include "draw_joints.h"
#include "draw_shapes.h"
#include "pen.h"

#include <math.h>

#define PATH_PIECE_M 2.0 /* of a path */

/* ---- bodies ---- */

static int is_visited(const kamm_world *world, uint32_t sensor)
{
    for (int i = 0; i < world->visiting.count; ++i)
        if (world->visiting.touches[i].second == sensor) return 1;
    return 0;
}

static void draw_fixed(const kamm_debug_draw_def *pen, const kamm_world *world, int fixed)
{
    const struct body_shape *shape = &world->fixed_shapes[fixed];
    uint32_t rgb = fixed < world->kinematic_count ? KAMM_DRAW_KINEMATIC : KAMM_DRAW_STATIC;
    if (world->fixed_traits[fixed].sensor)
        rgb = is_visited(world, number_of_fixed(world, fixed)) ? KAMM_DRAW_VISITED_SENSOR
                                                               : KAMM_DRAW_SENSOR;
    for (int i = 0; i < shape->box_count; ++i) {
        const struct oriented_box *box = &shape->placed[i];
        double nearest[3];
        kamm_nearest_in_box(box, pen->centre_m, nearest);
        if (kamm_pen_reaches(pen, nearest, 0))
            kamm_draw_shape(pen, box, shape->convexes[i], shape->meshes[i], rgb);
    }
}

static void draw_moving(const kamm_debug_draw_def *pen, const kamm_world *world, uint32_t body)
{
    const struct body_shape *shape = kamm_shape_of(world, body);
    struct body_frame frame;
    uint32_t rgb = is_car(world, body) ? KAMM_DRAW_CAR : KAMM_DRAW_DYNAMIC;
    if (kamm_body_is_off(world, body)) return;
    if (kamm_body_rests(world, body)) rgb = KAMM_DRAW_ASLEEP;
    kamm_read_motion_of(world, body, &frame);
    if (!kamm_pen_reaches(pen, frame.motion.position, shape->radius)) return;
    for (int i = 0; i < shape->box_count && kamm_pen_draws(pen, KAMM_DRAW_SHAPES); ++i) {
        struct oriented_box box;
        kamm_move_box(&shape->boxes[i], frame.motion.position, (const double(*)[3])frame.axis,
                      &box);
        kamm_draw_shape(pen, &box, shape->convexes[i], shape->meshes[i], rgb);
    }
    if (kamm_pen_draws(pen, KAMM_DRAW_MASS_CENTRES))
        kamm_draw_cross(pen, frame.motion.position, DRAWN_CROSS_M, KAMM_DRAW_MASS_CENTRE);
}

static void draw_bodies(const kamm_debug_draw_def *pen, const kamm_world *world)
{
    for (int body = 0; body < moving_count(world); ++body) draw_moving(pen, world, (uint32_t)body);
    for (int slot = 0; slot < world->slot_count && kamm_pen_draws(pen, KAMM_DRAW_SHAPES); ++slot)
        if (has_fixed(world, slot)) draw_fixed(pen, world, world->slots[slot].place);
}

/* ---- all of it ---- */

static void draw_contacts(const kamm_debug_draw_def *pen, const kamm_world *world)
{
    for (int i = 0; i < world->touch_count; ++i) {
        const kamm_contact_event *event = &world->touches[i];
        const double normal[3] = {(double)event->normal[0], (double)event->normal[1],
                                  (double)event->normal[2]};
        if (length3(normal) == 0 || !kamm_pen_reaches(pen, event->point_m, 0)) continue;
        kamm_draw_point(pen, event->point_m, KAMM_DRAW_CONTACT);
        kamm_draw_along(pen, event->point_m, normal, DRAWN_NORMAL_M, KAMM_DRAW_CONTACT);
    }
}

void kamm_debug_draw(const kamm_world *world, const kamm_debug_draw_def *def)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(world, );
    KAMM_REQUIRE(def, );
    KAMM_REQUIRE(kamm_is_pen(def), );
    draw_bodies(def, world);
    for (int g = 0; g < world->group_count; ++g)
        for (int car = 0; car < world->groups[g].cars->count; ++car)
            if (!kamm_car_is_off(world->groups[g].cars, car))
                kamm_draw_car_parts(def, world->groups[g].cars, car);
    if (kamm_pen_draws(def, KAMM_DRAW_JOINTS)) kamm_draw_joints(def, world);
    if (kamm_pen_draws(def, KAMM_DRAW_CONTACTS)) draw_contacts(def, world);
}

static void draw_cast_shape(const kamm_debug_draw_def *pen, const kamm_cast *cast,
                            const double at[3])
{
    static const double world_axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const double none[3] = {0, 0, 0}, upright[4] = {1, 0, 0, 0};
    for (int k = 0; k < 3 && cast->radius_m > 0; ++k)
        kamm_draw_circle(pen, at, cast->radius_m, world_axes[k], world_axes[(k + 1) % 3],
                         KAMM_DRAW_CAST);
    if (!(cast->half_m[0] > 0)) return;
    kamm_box box = {.centre_m = {at[0], at[1], at[2]}};
    struct oriented_box oriented;
    for (int k = 0; k < 3; ++k) box.half_m[k] = cast->half_m[k];
    for (int k = 0; k < 4; ++k) box.orientation[k] = cast->orientation[k];
    kamm_orient_box(&box, none, upright, &oriented);
    kamm_draw_box(pen, &oriented, KAMM_DRAW_CAST);
}

void kamm_debug_draw_cast(const kamm_debug_draw_def *def, const kamm_cast *cast,
                          const kamm_hit *hit)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(def, );
    KAMM_REQUIRE(kamm_is_pen(def), );
    KAMM_REQUIRE(cast, );
    double end[3];
    for (int k = 0; k < 3; ++k)
        end[k] = cast->from_m[k] + (hit ? hit->fraction : 1) * (cast->to_m[k] - cast->from_m[k]);
    kamm_draw_line(def, cast->from_m, end, KAMM_DRAW_CAST);
    draw_cast_shape(def, cast, cast->from_m);
    draw_cast_shape(def, cast, end);
    if (!hit) return;
    kamm_draw_point(def, hit->point_m, KAMM_DRAW_CAST);
    kamm_draw_along(def, hit->point_m, hit->normal, DRAWN_NORMAL_M, KAMM_DRAW_CAST);
}

/* The middle and both edges. */
static void path_points(const kamm_line *path, double station_m, double points[3][3])
{
    const kamm_line_point at = kamm_line_at(path, station_m);
    double across[2] = {-sin(at.heading_rad) * cos(at.bank_rad),
                        cos(at.heading_rad) * cos(at.bank_rad)};
    const double left_m[3] = {0, at.left_m, -at.right_m};
    for (int i = 0; i < 3; ++i) {
        points[i][0] = at.x_m + left_m[i] * across[0];
        points[i][1] = at.y_m + left_m[i] * across[1];
        points[i][2] = at.z_m + left_m[i] * sin(at.bank_rad);
    }
}

void kamm_debug_draw_path(const kamm_debug_draw_def *def, const kamm_line *path)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(def, );
    KAMM_REQUIRE(kamm_is_pen(def), );
    KAMM_REQUIRE_ALIVE(path, );
    double length_m = kamm_line_length_m(path), last[3][3], next[3][3];
    int pieces = 1 + (int)(length_m / PATH_PIECE_M);
    path_points(path, 0, last);
    for (int n = 1; n <= pieces; ++n) {
        path_points(path, n * length_m / pieces, next);
        for (int i = 0; i < 3; ++i) {
            if (kamm_pen_reaches(def, next[i], PATH_PIECE_M))
                kamm_draw_line(def, last[i], next[i], KAMM_DRAW_PATH);
            for (int k = 0; k < 3; ++k) last[i][k] = next[i][k];
        }
    }
}
