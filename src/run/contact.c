/* Contacts with the ground as hosts read them (include/kamm/contact.h).
 *
 * The tread slides with the velocity of the patch as part of the body, less what the wheel turns away below it: v_x - R w
 * along the wheel, with the effective radius R that the step has, and v_y across it. Compliance and the bending of the
 * carcass are left out, as effects are not to flicker with them. */
#include <kamm/contact.h>

#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/quaternion.h"
#include "../base/vector_double.h"
#include "../part/body_contact.h"
#include "../part/ground_step.h"
#include "../part/tyre/tyre.h"
#include "../vehicle/chassis.h"
#include "contact_planes.h"
#include "patch.h"
#include "push.h"

#include <math.h>
#include <string.h>

#define MAX_GRIP 10.0

struct wheel_patch kamm_patch_of(const kamm_cars *cars, int car, int w,
                                 const kamm_wheel_pose *wheel)
{
    const struct car_block *block = &cars->block[car / KAMM_BLOCK];
    int lane = car % KAMM_BLOCK;
    struct wheel_patch p;
    double axle[3], to_plane[3];
    kamm_rotate(wheel->pose.orientation, (const double[3]){0, 1, 0}, axle);
    for (int i = 0; i < 3; ++i) {
        p.normal[i] = block->contact[w].normal[i][lane];
        to_plane[i] = wheel->pose.position_m[i] - block->contact_point_m[w][i][lane];
    }
    cross3(axle, p.normal, p.forward);
    double lean = dot3(axle, p.normal), level = 1 - lean * lean;
    double radius = dot3(to_plane, p.normal) / (level > 0.04 ? level : 0.04);
    for (int i = 0; i < 3; ++i)
        p.point_m[i] = wheel->pose.position_m[i] - radius * (p.normal[i] - lean * axle[i]);
    return p;
}

double kamm_tyre_pressed_m(const kamm_cars *cars, int car, int wheel)
{
    double load_n = CAR_OUTPUT(cars, car, wheels[wheel].load_n);
    double pressed = CAR_STATE(cars, car, wheels[wheel].deflection_m);
    if (!cars->rung->whole_body && pressed < ANY_DEPTH_M) return pressed;
    return kamm_tyre_static_deflection(
        &kamm_model_of(cars, car)->def->axles[cars->layout->axle[wheel]].tyre, load_n);
}

/* The rungs below full have the radius of the wheel at rest. */
static double radius_of(const kamm_cars *cars, int car, int w, double load_n, double spin_radps)
{
    const kamm_model *model = kamm_model_at(cars, car);
    const struct tyre_vertical_constants *tyre =
        &model->chassis->axles[cars->layout->axle[w]].tyre_vertical;
    int at_rest = cars->rung->whole_body;
    double load = at_rest ? model->rest.load_n[w] : load_n;
    return tyre_effective_radius(tyre, (float)load, at_rest ? 0 : (float)spin_radps);
}

/* Velocity of the ground, and of the body's point there over it. */
static void find_velocity(const kamm_cars *cars, int car, int w, const struct wheel_patch *patch,
                          double ground[3], double over[3])
{
    const struct contact_rows *rows = &cars->block[car / KAMM_BLOCK].contact[w];
    struct world_motion body;
    double arm[3], turning[3];
    kamm_find_motion(cars, car, &body);
    for (int i = 0; i < 3; ++i) arm[i] = patch->point_m[i] - body.position[i];
    cross3(body.angular_velocity, arm, turning);
    for (int i = 0; i < 3; ++i) {
        ground[i] = rows->velocity_mps[i][car % KAMM_BLOCK];
        over[i] = body.velocity[i] + turning[i] - ground[i];
    }
}

static void find_sliding(const kamm_cars *cars, int car, int w, const double over[3],
                         kamm_wheel_contact *out)
{
    double spin = CAR_STATE(cars, car, wheels[w].spin_radps), left[3];
    double fx = CAR_OUTPUT(cars, car, wheels[w].longitudinal_force_n);
    double fy = CAR_OUTPUT(cars, car, wheels[w].lateral_force_n);
    cross3(out->normal, out->forward, left);
    out->sliding_mps[0] =
        dot3(over, out->forward) - radius_of(cars, car, w, out->load_n, spin) * spin;
    out->sliding_mps[1] = dot3(over, left);
    out->skid_w = fmax(-(fx * out->sliding_mps[0] + fy * out->sliding_mps[1]), 0);
}

static void name_body(const kamm_cars *cars, int wheel, kamm_wheel_contact *out)
{
    const struct wheel_support *support = cars->supports ? &cars->supports[wheel] : NULL;
    out->body_type = KAMM_BODY_GROUND;
    if (!support || !(support->share[0] > 1 - (support->share[0] + support->share[1]))) return;
    out->body_type = (kamm_body_type)support->kind;
    out->body_group = support->group;
    out->body_index = support->index;
}

void kamm_read_wheel_contact(const kamm_cars *cars, int car, int wheel, kamm_wheel_contact *contact)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(cars, );
    KAMM_REQUIRE(car >= 0 && car < cars->count, );
    KAMM_REQUIRE(wheel >= 0 && wheel < cars->layout->wheels, );
    KAMM_REQUIRE(contact, );
    const struct contact_rows *rows = &cars->block[car / KAMM_BLOCK].contact[wheel];
    kamm_wheel_pose wheels[MAX_WHEELS];
    double over[3];
    memset(contact, 0, sizeof *contact);
    kamm_read_pose(cars, car, 1, NULL, wheels);
    const struct wheel_patch patch = kamm_patch_of(cars, car, wheel, &wheels[wheel]);
    double length = length3(patch.forward), scale = length > 1e-9 ? 1 / length : 0;
    for (int i = 0; i < 3; ++i) {
        contact->point_m[i] = patch.point_m[i];
        contact->normal[i] = patch.normal[i];
        contact->forward[i] = scale * patch.forward[i];
    }
    contact->surface = kamm_surface_below(cars, car, wheel);
    contact->friction = rows->friction[car % KAMM_BLOCK];
    name_body(cars, car * cars->layout->wheels + wheel, contact);
    contact->load_n = CAR_OUTPUT(cars, car, wheels[wheel].load_n);
    contact->on_ground = contact->load_n > 0;
    find_velocity(cars, car, wheel, &patch, contact->ground_mps, over);
    if (!contact->on_ground) return;
    contact->deflection_m = kamm_tyre_pressed_m(cars, car, wheel);
    find_sliding(cars, car, wheel, over, contact);
}

/* ---- the wheel's own grip ---- */

/* It is in the friction of the plane that is written next, which is to be at once. */
kamm_result kamm_set_wheel_grip(kamm_cars *cars, int car, int wheel, double factor,
                                kamm_error *error)
{
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, car >= 0 && car < cars->count, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, wheel >= 0 && wheel < cars->layout->wheels, KAMM_ERROR_MISUSE);
    if (!(factor >= 0 && factor <= MAX_GRIP))
        return kamm_fail(error, KAMM_ERROR_RANGE, "factor",
                         "factor: %g of wheel %d; it has to be within 0 to %g", factor, wheel,
                         MAX_GRIP);
    int block = car / KAMM_BLOCK, lane = car % KAMM_BLOCK;
    cars->block[block].contact[wheel].wheel.grip_change[lane] = (float)(factor - 1);
    cars->stale[block] |= (uint16_t)(1u << lane);
    kamm_forget_plane(cars, block);
    return KAMM_OK;
}

double kamm_wheel_grip(const kamm_cars *cars, int car, int wheel)
{
    KAMM_REQUIRE_ALIVE(cars, 1);
    KAMM_REQUIRE(car >= 0 && car < cars->count, 1);
    KAMM_REQUIRE(wheel >= 0 && wheel < cars->layout->wheels, 1);
    return 1 +
           (double)cars->block[car / KAMM_BLOCK].contact[wheel].wheel.grip_change[car % KAMM_BLOCK];
}

/* ---- points of the body (part/body_contact.h) ---- */

static void normal_below(const kamm_cars *cars, int car, int point, double normal[3])
{
    int block = car / KAMM_BLOCK, lane = car % KAMM_BLOCK;
    float(*own)[KAMM_BLOCK] = cars->points[block].normal[point];
    float(*wheel)[KAMM_BLOCK] = cars->block[block].contact[cars->layout->near_point[point]].normal;
    int has_own = own[0][lane] != 0 || own[1][lane] != 0 || own[2][lane] != 0;
    for (int i = 0; i < 3; ++i) normal[i] = (has_own ? own : wheel)[i][lane];
}

/* Finds the place of a body point, and its velocity relative to the ground. */
static void find_point(const kamm_cars *cars, int car, int point, double at[3], double over[3])
{
    const struct body_contact_constants *c = &kamm_model_at(cars, car)->chassis->body_contact;
    const struct contact_rows *rows =
        &cars->block[car / KAMM_BLOCK].contact[cars->layout->near_point[point]];
    const double own[3] = {c->points[point][0], c->points[point][1], c->points[point][2]};
    struct world_motion body;
    double arm[3], turning[3];
    kamm_find_motion(cars, car, &body);
    kamm_rotate(body.q, own, arm);
    cross3(body.angular_velocity, arm, turning);
    for (int i = 0; i < 3; ++i) {
        at[i] = body.position[i] + arm[i];
        over[i] = body.velocity[i] + turning[i] - (double)rows->velocity_mps[i][car % KAMM_BLOCK];
    }
}

/* Friction acts by the point's deflection. One that is only bent takes no power in the mean. */
static double scrape_power(const kamm_cars *cars, int car, int point, const double sliding_mps[3])
{
    const double own[3] = {CAR_STATE(cars, car, points[point].scrape_x_m),
                           CAR_STATE(cars, car, points[point].scrape_y_m),
                           CAR_STATE(cars, car, points[point].scrape_z_m)};
    double position[3], q[4], bent[3];
    kamm_body_frame(cars, car, position, q);
    kamm_rotate(q, own, bent);
    return (double)kamm_model_at(cars, car)->chassis->body_contact.stiffness_n_per_m *
           dot3(bent, sliding_mps);
}

void kamm_read_body_contact(const kamm_cars *cars, int car, int point, kamm_body_contact *contact)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(cars, );
    KAMM_REQUIRE(car >= 0 && car < cars->count, );
    KAMM_REQUIRE(point >= 0 && point < KAMM_BODY_POINTS, );
    KAMM_REQUIRE(contact, );
    memset(contact, 0, sizeof *contact);
    if (!cars->points) return;
    double over[3];
    find_point(cars, car, point, contact->point_m, over);
    contact->touches = kamm_point_touches(cars, car, point);
    if (!contact->touches) return;
    contact->load_n = CAR_OUTPUT(cars, car, points[point].press_n);
    contact->surface = kamm_surface_below(cars, car, cars->layout->near_point[point]);
    normal_below(cars, car, point, contact->normal);
    contact->approach_mps = -dot3(over, contact->normal);
    for (int i = 0; i < 3; ++i)
        contact->sliding_mps[i] = over[i] + contact->approach_mps * contact->normal[i];
    contact->skid_w = fmax(scrape_power(cars, car, point, contact->sliding_mps), 0);
}
