#include "hand_over_lean.h"

#include "../base/quaternion.h"
#include "../base/vector_double.h"
#include "../vehicle/chassis.h"
#include "../vehicle/two_wheeler.h"
#include "hand_over.h"

#include <math.h>
#include <string.h>

/* Finds the upward normal of the planes below its axles. A car that was placed has no planes yet;
 * then it is against gravity. */
static void up_of_ground(const kamm_cars *cars, int car, double up[3])
{
    const struct car_block *block = &cars->block[car / KAMM_BLOCK];
    int lane = car % KAMM_BLOCK;
    for (int i = 0; i < 3; ++i) {
        double normal[MAX_WHEELS];
        for (int w = 0; w < cars->layout->wheels; ++w)
            normal[w] = block->contact[w].normal[i][lane];
        up[i] = hub_mean(cars->layout, 0, normal) + hub_mean(cars->layout, 1, normal);
    }
    if (kamm_is_placed(cars, car) || !(length3(up) > 0.1)) {
        kamm_felt_gravity(cars, car, up);
        for (int i = 0; i < 3; ++i) up[i] = -up[i];
    }
    double length = length3(up);
    for (int i = 0; i < 3; ++i) up[i] = length > 1e-6 ? up[i] / length : i == 2;
}

/* How high a place is above the plane below a wheel. */
static double height_above_plane(const kamm_cars *cars, int car, int w, const double up[3],
                                 const double at[3])
{
    const struct car_block *block = &cars->block[car / KAMM_BLOCK];
    double gap[3], normal[3];
    int lane = car % KAMM_BLOCK;
    for (int i = 0; i < 3; ++i) {
        normal[i] = block->contact[w].normal[i][lane];
        gap[i] = at[i] - block->contact_point_m[w][i][lane];
    }
    return dot3(gap, normal) / fmax(dot3(normal, up), 0.1);
}

/* Where front or rear touch: straight below the middle of the tread, on its plane if that is known, or between those of a pair. */
static void touched(const kamm_cars *cars, int car, int end, int known, const double up[3],
                    double at[3])
{
    double crown = kamm_mean_crown_m(kamm_model_of(cars, car)), height[MAX_WHEELS];
    for (int i = 0; i < 3; ++i) at[i] -= crown * up[i];
    for (int w = 0; w < cars->layout->wheels; ++w)
        height[w] = known ? height_above_plane(cars, car, w, up, at) : 0;
    double mean = hub_mean(cars->layout, end, height);
    for (int i = 0; i < 3; ++i) at[i] -= mean * up[i];
}

/* Finds the frame whose x axis points from the rear contact to the front one. If these are not on
 * known ground, it lies along the plane. */
static void stand_on(const double body_q[4], double contact[2][3], int known, struct upright *u)
{
    static const double z[3] = {0, 0, 1};
    for (int i = 0; i < 3; ++i) u->ahead[i] = contact[0][i] - contact[1][i];
    double length = length3(u->ahead);
    for (int i = 0; i < 3; ++i) u->ahead[i] /= length;
    double along = dot3(u->up, u->ahead), *bent = known ? u->up : u->ahead;
    const double *held = known ? u->ahead : u->up;
    for (int i = 0; i < 3; ++i) bent[i] -= along * held[i];
    length = length3(bent);
    for (int i = 0; i < 3; ++i) bent[i] /= length;
    memcpy(u->q, body_q, sizeof u->q);
    kamm_turn_shortest(u->q, z, u->up);
    kamm_turn_along(u->q, u->up, u->ahead);
}

static void find_lean(const struct car *one, const double vehicle_q[4], const double body_q[4],
                      struct upright *u)
{
    double top[3], left[3], turning[3];
    kamm_rotate(vehicle_q, (const double[3]){0, 0, 1}, top);
    kamm_rotate(u->q, (const double[3]){0, 1, 0}, left);
    u->lean_rad = atan2(-dot3(top, left), dot3(top, u->up));
    for (size_t i = 0; i < 3; ++i)
        turning[i] = state_of(one, STATE_NUMBER(car.roll_rate_radps) + i);
    kamm_rotate(body_q, turning, turning);
    u->lean_radps = dot3(turning, u->ahead);
}

/* Where the front (0) or the rear (1) is at rest: a wheel, or the middle of a tilting pair. */
static void middle_of(const kamm_model *model, int end, double at[3])
{
    const double *left = model->info.wheel_position_m[left_hub(&model->layout, end)];
    const double *right = model->info.wheel_position_m[right_hub(&model->layout, end)];
    for (int i = 0; i < 3; ++i) at[i] = 0.5 * (left[i] + right[i]);
}

/* Its centre of gravity stays where it is, but for what lifts the contacts onto the road. */
static void place_upright(const kamm_model *model, const double body[3], double contact[2][3],
                          struct upright *u)
{
    double front[3], rear[3], lean[4], origin[3];
    middle_of(model, 0, front), middle_of(model, 1, rear);
    double middle[3] = {0.5 * (front[0] + rear[0]), front[1], 0};
    kamm_lean_at_rest(model, lean, origin);
    kamm_lean_over(model, u->lean_rad, origin, lean);
    kamm_rotate(u->q, origin, origin);
    kamm_rotate(u->q, middle, middle);
    for (int i = 0; i < 3; ++i) {
        u->position[i] = body[i] - origin[i];
        middle[i] = 0.5 * (contact[0][i] + contact[1][i]) - u->position[i] - middle[i];
    }
    double rise = dot3(middle, u->up);
    for (int i = 0; i < 3; ++i) u->position[i] += rise * u->up[i];
}

struct upright kamm_find_upright(const kamm_cars *cars, int car, int known)
{
    const struct car one = kamm_car_of(cars, car);
    struct upright u;
    double body[3], q[4], lean[4], origin[3], back[4], vehicle_q[4], contact[2][3];
    kamm_frame_of(&one, body, q);
    kamm_lean_at_rest(one.model, lean, origin);
    kamm_conjugate(lean, back);
    kamm_multiply(q, back, vehicle_q);
    up_of_ground(cars, car, u.up);
    for (int w = 0; w < 2; ++w) {
        double wheel[3];
        middle_of(one.model, w, wheel);
        const double arm[3] = {wheel[0] - origin[0], wheel[1] - origin[1],
                               kamm_mean_crown_m(one.model) - origin[2]};
        kamm_rotate(vehicle_q, arm, contact[w]);
        for (int i = 0; i < 3; ++i) contact[w][i] += body[i];
        touched(cars, car, w, known, u.up, contact[w]);
    }
    stand_on(vehicle_q, contact, known, &u);
    find_lean(&one, vehicle_q, q, &u);
    place_upright(one.model, body, contact, &u);
    if (!has_lean(&one)) return u;
    u.lean_rad = STATE_OF(&one, car.lean_rad);
    u.lean_radps = STATE_OF(&one, car.lean_rate_radps);
    return u;
}

void kamm_upright_axis(const kamm_model *model, const struct upright *from, double arm[3])
{
    double front[3];
    middle_of(model, 0, front);
    const double axis[3] = {0, front[1], kamm_mean_crown_m(model)};
    kamm_rotate(from->q, axis, arm);
}

void kamm_lean_over(const kamm_model *model, double lean_rad, double origin[3], double q[4])
{
    double front[3];
    middle_of(model, 0, front);
    const double axis[3] = {0, front[1], kamm_mean_crown_m(model)};
    double turn[4], arm[3];
    if (model->whole_body) return;
    kamm_about_axis(0, lean_rad, turn);
    for (int i = 0; i < 3; ++i) arm[i] = origin[i] - axis[i];
    kamm_rotate(turn, arm, arm);
    for (int i = 0; i < 3; ++i) origin[i] = axis[i] + arm[i];
    kamm_multiply(turn, q, q);
}

/* A wheel that leans rolls on less of its radius, by 1 - cos of the lean of that of the tread. */
static double rolling_share(const kamm_model *model, int w, double lean_rad)
{
    const struct tyre_vertical_constants *tyre =
        &model->chassis->axles[model->layout.axle[w]].tyre_vertical;
    return 1 - (1 - cos(lean_rad)) * (double)tyre->crown_radius / model->info.loaded_radius_m[w];
}

static void turn_wheels(kamm_cars *cars, int car, double lean_rad, int leans)
{
    const kamm_model *model = kamm_model_of(cars, car);
    double before[MAX_WHEELS];
    for (int w = 0; w < model->layout.wheels; ++w) {
        double share = rolling_share(model, w, lean_rad);
        before[w] = CAR_STATE(cars, car, wheels[w].spin_radps);
        PUT_CAR_STATE(cars, car, wheels[w].spin_radps,
                      (float)(leans ? before[w] / share : before[w] * share));
    }
    kamm_turn_driveline_along(cars, car, before);
}

/* The angle about the inclined axis of a machine that leans, of which the wheel's track on the road is turned by
 * less or more: tan(on the road) = tan(about the axis) cos(caster) / cos(lean) (Cossalter, Motorcycle Dynamics,
 * chapter 1). */
static double about_axis(double on_road, double caster_rad, double lean_rad)
{
    return atan(tan(on_road) * cos(lean_rad) / cos(caster_rad));
}
static double on_road(double about, double caster_rad, double lean_rad)
{
    return atan(tan(about) * cos(caster_rad) / cos(lean_rad));
}

void kamm_spread_pair(kamm_cars *cars, int car, const struct upright *as)
{
    const struct layout *l = cars->layout;
    if (!l->tilts || cars->rung->whole_body) return;
    const int a = tilting_axle(l), first = left_hub(l, a), last = right_hub(l, a);
    const struct axle_constants *axle = &kamm_model_of(cars, car)->chassis->axles[a];
    double slope = tan(as->lean_rad), apart = -2 * (double)axle->half_track_m * slope;
    double rate = -2 * (double)axle->half_track_m * (1 + slope * slope) * as->lean_radps;
    for (int w = first; w <= last; ++w) {
        double travel = CAR_STATE(cars, car, wheels[w].travel_m), side = l->side[w];
        PUT_CAR_STATE(cars, car, wheels[w].travel_m, (float)(travel + 0.5 * side * apart));
        PUT_CAR_STATE(cars, car, wheels[w].travel_rate_mps, (float)(0.5 * side * rate));
    }
    PUT_CAR_STATE(cars, car, axles[a].bar_slack_m, (float)apart);
}

void kamm_take_lean(const kamm_cars *from, kamm_cars *to, int car, const struct upright *as)
{
    const struct car one = kamm_car_of(to, car);
    double caster = one.model->def->axles[0].suspension.caster_rad, lean = as->lean_rad;
    double steer = STATE_OF(&one, car.steering_rad), lock = one.model->def->steering.lock_rad;
    int leaned = !from->rung->whole_body, leans = !to->rung->whole_body;
    if (leaned != leans) turn_wheels(to, car, lean, leans);
    if (leaned && !leans) steer = on_road(steer, caster, lean);
    if (leans && !leaned) steer = about_axis(steer, caster, lean);
    steer = fmin(fmax(steer, -lock), lock);
    PUT_STATE(&one, car.steering_rad, (float)steer);
    if (leaned != leans) PUT_STATE(&one, car.steering_rate_radps, 0);
    PUT_STATE(&one, car.lean_rad, (float)lean);
    PUT_STATE(&one, car.lean_rate_radps, (float)as->lean_radps);
    if (leaned) PUT_STATE(&one, car.asked_steer_rad, (float)steer);
}
