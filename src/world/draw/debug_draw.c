/* Debug draw: what there is of a world, one after the other, in the order of the bodies' numbers. */
#include "../../base/error.h"
#include "../../base/float_mode.h"
#include "../../base/quaternion.h"
#include "../../base/vector_double.h"
#include "../bodies/bodies.h"
#include "../collide/shape_cast.h"
#include "../contact/touching.h"
#include "../state.h"
#include "draw_shapes.h"
#include "pen.h"

#include <math.h>
#include <stdio.h>

#define METRES_PER_N 2e-4
#define NORMAL_M 0.3     /* length of a normal that is drawn */
#define CROSS_M 0.15     /* half of a cross */
#define PATH_PIECE_M 2.0 /* of a path */
#define TEXT_ABOVE_M 0.6 /* an axle's wheels */

static int draws(const kamm_debug_draw_def *pen, kamm_draw_part part)
{
    return !pen->parts || (pen->parts & (uint32_t)part);
}

static double arrow_m(const kamm_debug_draw_def *pen, double force_n)
{
    return force_n * (pen->metres_per_n > 0 ? pen->metres_per_n : METRES_PER_N);
}

static int is_within(const kamm_debug_draw_def *pen, const double at[3], double radius)
{
    double apart[3];
    for (int k = 0; k < 3; ++k) apart[k] = at[k] - pen->centre_m[k];
    return !(pen->within_m > 0) || length3(apart) <= pen->within_m + radius;
}

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
        if (is_within(pen, nearest, 0))
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
    if (!is_within(pen, frame.motion.position, shape->radius)) return;
    for (int i = 0; i < shape->box_count && draws(pen, KAMM_DRAW_SHAPES); ++i) {
        struct oriented_box box;
        kamm_move_box(&shape->boxes[i], frame.motion.position, (const double(*)[3])frame.axis,
                      &box);
        kamm_draw_shape(pen, &box, shape->convexes[i], shape->meshes[i], rgb);
    }
    if (draws(pen, KAMM_DRAW_MASS_CENTRES))
        kamm_draw_cross(pen, frame.motion.position, CROSS_M, KAMM_DRAW_MASS_CENTRE);
}

static void draw_bodies(const kamm_debug_draw_def *pen, const kamm_world *world)
{
    for (int body = 0; body < moving_count(world); ++body) draw_moving(pen, world, (uint32_t)body);
    for (int slot = 0; slot < world->slot_count && draws(pen, KAMM_DRAW_SHAPES); ++slot)
        if (has_fixed(world, slot)) draw_fixed(pen, world, world->slots[slot].place);
}

/* ---- wheels ---- */

/* A wheel, its contact, and the directions of its forces. */
struct drawn_wheel {
    kamm_wheel_pose pose;
    double axis[3][3], radius_m;
    kamm_wheel_contact contact;
    double left[3], force_n[3]; /* along, across, load */
    double peak[2];             /* of friction */
};

static void read_wheel(const kamm_cars *cars, int car, int w, const kamm_wheel_pose *pose,
                       struct drawn_wheel *out)
{
    const kamm_model_info *info = &kamm_model_at(cars, car)->info;
    out->pose = *pose;
    kamm_axes_of(pose->pose.orientation, out->axis);
    out->radius_m = info->wheel_radius_m[w];
    kamm_read_wheel_contact(cars, car, w, &out->contact);
    cross3(out->contact.normal, out->contact.forward, out->left);
    out->force_n[0] = kamm_read_wheel(cars, car, w, KAMM_WHEEL_longitudinal_force_n);
    out->force_n[1] = kamm_read_wheel(cars, car, w, KAMM_WHEEL_lateral_force_n);
    out->force_n[2] = out->contact.load_n;
    out->peak[0] = info->peak_friction_x[w], out->peak[1] = info->peak_friction_y[w];
}

static void draw_rim(const kamm_debug_draw_def *pen, const struct drawn_wheel *wheel)
{
    const double *at = wheel->pose.pose.position_m;
    double c = cos(wheel->pose.spin_angle_rad), s = sin(wheel->pose.spin_angle_rad), spoke[3];
    kamm_draw_circle(pen, at, wheel->radius_m, wheel->axis[0], wheel->axis[2], KAMM_DRAW_WHEEL);
    for (int k = 0; k < 3; ++k) spoke[k] = s * wheel->axis[0][k] + c * wheel->axis[2][k];
    kamm_draw_along(pen, at, spoke, wheel->radius_m, KAMM_DRAW_WHEEL);
}

static void draw_plane(const kamm_debug_draw_def *pen, const struct drawn_wheel *wheel)
{
    const kamm_wheel_contact *contact = &wheel->contact;
    double corners[4][3], half = wheel->radius_m;
    for (int i = 0; i < 4; ++i)
        for (int k = 0; k < 3; ++k)
            corners[i][k] = contact->point_m[k] + (i < 2 ? half : -half) * contact->forward[k] +
                            (i == 1 || i == 2 ? half : -half) * wheel->left[k];
    for (int i = 0; i < 4; ++i)
        kamm_draw_line(pen, corners[i], corners[(i + 1) % 4], KAMM_DRAW_PLANE);
    kamm_draw_along(pen, contact->point_m, contact->normal, NORMAL_M, KAMM_DRAW_PLANE);
}

static void draw_forces(const kamm_debug_draw_def *pen, const struct drawn_wheel *wheel)
{
    const kamm_wheel_contact *contact = &wheel->contact;
    const double *at = contact->point_m;
    kamm_draw_arrow(pen, at, contact->normal, wheel->left, arrow_m(pen, wheel->force_n[2]),
                    KAMM_DRAW_LOAD);
    kamm_draw_arrow(pen, at, contact->forward, wheel->left, arrow_m(pen, wheel->force_n[0]),
                    KAMM_DRAW_LONGITUDINAL);
    kamm_draw_arrow(pen, at, wheel->left, contact->forward, arrow_m(pen, wheel->force_n[1]),
                    KAMM_DRAW_LATERAL);
}

static void draw_friction_circle(const kamm_debug_draw_def *pen, const struct drawn_wheel *wheel)
{
    const kamm_wheel_contact *contact = &wheel->contact;
    double a[3], b[3], force[3], grip = arrow_m(pen, contact->friction * contact->load_n);
    for (int k = 0; k < 3; ++k) {
        a[k] = wheel->peak[0] * grip * contact->forward[k];
        b[k] = wheel->peak[1] * grip * wheel->left[k];
        force[k] = contact->point_m[k] + (arrow_m(pen, wheel->force_n[0]) * contact->forward[k] +
                                          arrow_m(pen, wheel->force_n[1]) * wheel->left[k]);
    }
    kamm_draw_ellipse(pen, contact->point_m, a, b, KAMM_DRAW_FRICTION_CIRCLE);
    kamm_draw_point(pen, force, KAMM_DRAW_FRICTION_CIRCLE);
}

static void draw_wheel(const kamm_debug_draw_def *pen, const struct drawn_wheel *wheel)
{
    if (draws(pen, KAMM_DRAW_WHEELS)) draw_rim(pen, wheel);
    if (length3(wheel->contact.normal) == 0) return; /* there is no ground */
    if (draws(pen, KAMM_DRAW_CONTACT_PLANES)) draw_plane(pen, wheel);
    if (!wheel->contact.on_ground) return;
    if (draws(pen, KAMM_DRAW_FORCES)) draw_forces(pen, wheel);
    if (draws(pen, KAMM_DRAW_FRICTION_CIRCLES)) draw_friction_circle(pen, wheel);
}

static void draw_axle_load(const kamm_debug_draw_def *pen, const kamm_model_info *info, int axle,
                           const struct drawn_wheel wheels[KAMM_MAX_WHEELS])
{
    double at[3] = {0, 0, 0}, load_n = 0;
    char text[40];
    int count = 0;
    for (int w = 0; w < info->wheel_count; ++w) {
        if (info->wheel_axle[w] != axle) continue;
        for (int k = 0; k < 3; ++k) at[k] += wheels[w].pose.pose.position_m[k];
        load_n += wheels[w].contact.load_n;
        ++count;
    }
    for (int k = 0; k < 3; ++k) at[k] /= count;
    at[2] += TEXT_ABOVE_M;
    snprintf(text, sizeof text, "%.2f kN", 1e-3 * load_n);
    pen->text(pen->user, at, text, KAMM_DRAW_TEXT);
}

static void draw_wheels_of(const kamm_debug_draw_def *pen, const kamm_cars *cars, int car)
{
    const kamm_model_info *info = &kamm_model_at(cars, car)->info;
    kamm_wheel_pose poses[KAMM_MAX_WHEELS];
    struct drawn_wheel wheels[KAMM_MAX_WHEELS];
    kamm_pose body;
    kamm_read_pose(cars, car, 1, &body, poses);
    if (!is_within(pen, body.position_m, info->length_m)) return;
    for (int w = 0; w < info->wheel_count; ++w) {
        read_wheel(cars, car, w, &poses[w], &wheels[w]);
        draw_wheel(pen, &wheels[w]);
    }
    for (int i = 0; i < info->axle_count && pen->text && draws(pen, KAMM_DRAW_AXLE_LOADS); ++i)
        draw_axle_load(pen, info, i, wheels);
}

/* ---- all of it ---- */

static void draw_contacts(const kamm_debug_draw_def *pen, const kamm_world *world)
{
    for (int i = 0; i < world->touch_count; ++i) {
        const kamm_contact_event *event = &world->touches[i];
        const double normal[3] = {(double)event->normal[0], (double)event->normal[1],
                                  (double)event->normal[2]};
        if (length3(normal) == 0 || !is_within(pen, event->point_m, 0)) continue;
        kamm_draw_point(pen, event->point_m, KAMM_DRAW_CONTACT);
        kamm_draw_along(pen, event->point_m, normal, NORMAL_M, KAMM_DRAW_CONTACT);
    }
}

static int is_def(const kamm_debug_draw_def *def)
{
    const double *c = def->centre_m;
    return def->line && fabs(c[0]) + fabs(c[1]) + fabs(c[2]) < INFINITY && def->within_m >= 0 &&
           def->metres_per_n >= 0 && def->within_m + def->metres_per_n < INFINITY;
}

void kamm_debug_draw(const kamm_world *world, const kamm_debug_draw_def *def)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(world, );
    KAMM_REQUIRE(def, );
    KAMM_REQUIRE(is_def(def), );
    draw_bodies(def, world);
    for (int g = 0; g < world->group_count; ++g)
        for (int car = 0; car < world->groups[g].cars->count; ++car)
            if (!kamm_car_is_off(world->groups[g].cars, car))
                draw_wheels_of(def, world->groups[g].cars, car);
    if (draws(def, KAMM_DRAW_CONTACTS)) draw_contacts(def, world);
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
    KAMM_REQUIRE(is_def(def), );
    KAMM_REQUIRE(cast, );
    double end[3];
    for (int k = 0; k < 3; ++k)
        end[k] = cast->from_m[k] + (hit ? hit->fraction : 1) * (cast->to_m[k] - cast->from_m[k]);
    kamm_draw_line(def, cast->from_m, end, KAMM_DRAW_CAST);
    draw_cast_shape(def, cast, cast->from_m);
    draw_cast_shape(def, cast, end);
    if (!hit) return;
    kamm_draw_point(def, hit->point_m, KAMM_DRAW_CAST);
    kamm_draw_along(def, hit->point_m, hit->normal, NORMAL_M, KAMM_DRAW_CAST);
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
    KAMM_REQUIRE(is_def(def), );
    KAMM_REQUIRE_ALIVE(path, );
    double length_m = kamm_line_length_m(path), last[3][3], next[3][3];
    int pieces = 1 + (int)(length_m / PATH_PIECE_M);
    path_points(path, 0, last);
    for (int n = 1; n <= pieces; ++n) {
        path_points(path, n * length_m / pieces, next);
        for (int i = 0; i < 3; ++i) {
            if (is_within(def, next[i], PATH_PIECE_M))
                kamm_draw_line(def, last[i], next[i], KAMM_DRAW_PATH);
            for (int k = 0; k < 3; ++k) last[i][k] = next[i][k];
        }
    }
}
