/* Debug draw: cars, in a world or not. */
#include "draw_cars.h"
#include "../../base/error.h"
#include "../../base/float_mode.h"
#include "../../base/quaternion.h"
#include "../../base/vector_double.h"
#include "../../run/cars.h"
#include "../../run/push.h"
#include "draw_shapes.h"
#include "pen.h"

#include <kamm/contact.h>
#include <math.h>
#include <stdio.h>

#define TEXT_ABOVE_M 0.6  /* an axle's wheels */
#define BODY_POINT_M 0.04 /* half of a body point's cross */

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
    kamm_draw_along(pen, contact->point_m, contact->normal, DRAWN_NORMAL_M, KAMM_DRAW_PLANE);
}

static void draw_forces(const kamm_debug_draw_def *pen, const struct drawn_wheel *wheel)
{
    const kamm_wheel_contact *contact = &wheel->contact;
    const double *at = contact->point_m;
    kamm_draw_arrow(pen, at, contact->normal, wheel->left, kamm_arrow_m(pen, wheel->force_n[2]),
                    KAMM_DRAW_LOAD);
    kamm_draw_arrow(pen, at, contact->forward, wheel->left, kamm_arrow_m(pen, wheel->force_n[0]),
                    KAMM_DRAW_LONGITUDINAL);
    kamm_draw_arrow(pen, at, wheel->left, contact->forward, kamm_arrow_m(pen, wheel->force_n[1]),
                    KAMM_DRAW_LATERAL);
}

static void draw_friction_circle(const kamm_debug_draw_def *pen, const struct drawn_wheel *wheel)
{
    const kamm_wheel_contact *contact = &wheel->contact;
    double a[3], b[3], force[3], grip = kamm_arrow_m(pen, contact->friction * contact->load_n);
    for (int k = 0; k < 3; ++k) {
        a[k] = wheel->peak[0] * grip * contact->forward[k];
        b[k] = wheel->peak[1] * grip * wheel->left[k];
        force[k] =
            contact->point_m[k] + (kamm_arrow_m(pen, wheel->force_n[0]) * contact->forward[k] +
                                   kamm_arrow_m(pen, wheel->force_n[1]) * wheel->left[k]);
    }
    kamm_draw_ellipse(pen, contact->point_m, a, b, KAMM_DRAW_FRICTION_CIRCLE);
    kamm_draw_point(pen, force, KAMM_DRAW_FRICTION_CIRCLE);
}

static void draw_wheel(const kamm_debug_draw_def *pen, const struct drawn_wheel *wheel)
{
    if (kamm_pen_draws(pen, KAMM_DRAW_WHEELS)) draw_rim(pen, wheel);
    if (length3(wheel->contact.normal) == 0) return; /* there is no ground */
    if (kamm_pen_draws(pen, KAMM_DRAW_CONTACT_PLANES)) draw_plane(pen, wheel);
    if (!wheel->contact.on_ground) return;
    if (kamm_pen_draws(pen, KAMM_DRAW_FORCES)) draw_forces(pen, wheel);
    if (kamm_pen_draws(pen, KAMM_DRAW_FRICTION_CIRCLES)) draw_friction_circle(pen, wheel);
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

/* ---- bodies of cars ---- */

/* Where the body can touch the ground, and the load where it does. Rungs below full have no such points. */
static void draw_body_points(const kamm_debug_draw_def *pen, const kamm_cars *cars, int car)
{
    for (int p = 0; p < KAMM_BODY_POINTS && cars->points; ++p) {
        kamm_body_contact contact;
        kamm_read_body_contact(cars, car, p, &contact);
        kamm_draw_cross(pen, contact.point_m, BODY_POINT_M, KAMM_DRAW_BODY_POINT);
        if (contact.touches)
            kamm_draw_along(pen, contact.point_m, contact.normal, kamm_arrow_m(pen, contact.load_n),
                            KAMM_DRAW_LOAD);
    }
}

/* Draws the boxes of a car without a world. */
static void draw_boxes_of(const kamm_debug_draw_def *pen, const kamm_cars *cars, int car)
{
    const kamm_model *model = kamm_model_at(cars, car);
    kamm_box boxes[KAMM_MAX_BOXES];
    struct world_motion motion;
    int count = kamm_car_boxes(model, boxes);
    kamm_find_motion(cars, car, &motion);
    if (!kamm_pen_reaches(pen, motion.position, model->info.length_m)) return;
    for (int i = 0; i < count && kamm_pen_draws(pen, KAMM_DRAW_SHAPES); ++i) {
        struct oriented_box box;
        for (int k = 0; k < 3; ++k) boxes[i].centre_m[k] -= (double)model->origin[k];
        kamm_orient_box(&boxes[i], motion.position, motion.q, &box);
        kamm_draw_box(pen, &box, KAMM_DRAW_CAR);
    }
    if (kamm_pen_draws(pen, KAMM_DRAW_MASS_CENTRES))
        kamm_draw_cross(pen, motion.position, DRAWN_CROSS_M, KAMM_DRAW_MASS_CENTRE);
}

/* ---- all of a car ---- */

void kamm_draw_car_parts(const kamm_debug_draw_def *pen, const kamm_cars *cars, int car)
{
    const kamm_model_info *info = &kamm_model_at(cars, car)->info;
    kamm_wheel_pose poses[KAMM_MAX_WHEELS];
    struct drawn_wheel wheels[KAMM_MAX_WHEELS];
    kamm_pose body;
    kamm_read_pose(cars, car, 1, &body, poses);
    if (!kamm_pen_reaches(pen, body.position_m, info->length_m)) return;
    for (int w = 0; w < info->wheel_count; ++w) {
        read_wheel(cars, car, w, &poses[w], &wheels[w]);
        draw_wheel(pen, &wheels[w]);
    }
    for (int i = 0; i < info->axle_count && pen->text && kamm_pen_draws(pen, KAMM_DRAW_AXLE_LOADS);
         ++i)
        draw_axle_load(pen, info, i, wheels);
    if (kamm_pen_draws(pen, KAMM_DRAW_BODY_POINTS)) draw_body_points(pen, cars, car);
}

void kamm_debug_draw_cars(const kamm_cars *cars, const kamm_debug_draw_def *def)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(cars, );
    KAMM_REQUIRE(def, );
    KAMM_REQUIRE(kamm_is_pen(def), );
    for (int car = 0; car < cars->count; ++car) draw_boxes_of(def, cars, car);
    for (int car = 0; car < cars->count; ++car) kamm_draw_car_parts(def, cars, car);
}
