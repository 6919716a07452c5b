#include "cornering.h"

#include "../../part/tyre/tyre.h"
#include "../../vehicle/scale.h"
#include "ride.h"

#include <math.h>

/* The full model's own corners, a little off their rest, give the side force and moment of the axle's
 * wheels: per slide, per roll of the body and per travel of the wheels. From that follows in which
 * slip angle each axle stands in a gentle steady turn. */

static const double ordinary_mps = 20; /* of a car whose wheels are an ordinary one's */

/* How far an axle is off its rest in a turn to the left. */
struct axle_offset {
    double slide_mps; /* to the left */
    double roll_rad;  /* of the body, to the right */
    double travel_m;  /* of the right wheel up, of the left one down */
    double steer_rad; /* of the rack, in terms of road wheels */
};

struct axle_response {
    double side_n, moment_nm;
};

static double speed_of(const kamm_model *model)
{
    return ordinary_mps * kamm_scale_of(model->def).root;
}

static const struct axle_constants *axle_of(const kamm_model *model, int a)
{
    return &model->chassis->axles[a];
}

/* From the middle of an axle to a hub; 0 for a single wheel. */
static double half_track(const kamm_model *model, int a)
{
    return model->layout.count[a] == 1 ? 0 : 0.5 * model->def->axles[a].track_m;
}

static int tyres_per_hub(const kamm_model *model, int a)
{
    return has_twins(&model->layout, a) ? 2 : 1;
}

/* At rest, of a tyre. */
static double rest_load(const kamm_model *model, int a)
{
    return hub_mean(&model->layout, a, model->rest.load_n);
}

static double rest_travel(const kamm_model *model, int a)
{
    return hub_mean(&model->layout, a, model->rest.travel_m);
}

/* Vertical stiffness of a tyre at its static load. */
static double tyre_stiffness(const kamm_model *model, int a)
{
    const struct axle_constants *axle = &model->chassis->axles[a];
    const struct tyre_vertical_constants *tyre = &axle->tyre_vertical;
    double load = rest_load(model, a);
    double length = kamm_scale_of(model->def).length;
    double step = 1e-3 * length, low = 0, high = 0.5 * length;
    for (int i = 0; i < 40; ++i) {
        double middle = 0.5 * (low + high);
        if ((double)tyre_spring_force(tyre, (float)middle, 0) < load)
            low = middle;
        else
            high = middle;
    }
    return ((double)tyre_spring_force(tyre, (float)(low + step), 0) -
            (double)tyre_spring_force(tyre, (float)(low - step), 0)) /
           (2 * step);
}

/* Returns the roll stiffness of springs and bar, per travel in opposite directions. */
static double roll_rate(const kamm_model *model, int a)
{
    const struct axle_constants *axle = &model->chassis->axles[a];
    const struct suspension_constants *suspension = &axle->suspension;
    const struct anti_roll_bar_constants *bar = &axle->anti_roll_bar;
    struct axle_pair still = {0, 0}, force[2];
    double step = 2e-3 * kamm_scale_of(model->def).length, rest = rest_travel(model, a);
    for (int i = 0; i < 2; ++i) {
        float by = (float)(i ? step : -step), at = (float)rest;
        force[i] = suspension_force(suspension, (struct axle_pair){at - by, at + by}, still);
    }
    double springs = (double)(force[1].right - force[0].right) / (2 * step);
    vec3 velocity = {(float)speed_of(model), 0, 0};
    double twist = (double)anti_roll_bar_force(bar, (float)(2 * step)) / step;
    return springs + twist * (double)anti_roll_bar_share(bar, velocity);
}

/* A wheel's side force and moment on level ground, rolling freely, with steer and lean that compliance has. */
static struct axle_response held_wheel_response(const kamm_model *model, int w, double tyre_n_per_m,
                                                struct axle_offset at,
                                                const struct wheel_lanes *wheel)
{
    const struct layout *l = &model->layout;
    int a = l->axle[w];
    double side = l->side[w], twin = (double)l->twin[w] * (double)model->chassis->axles[a].twin_m;
    struct wheel_place place = {l->side[w], l->twin[w]};
    const struct axle_constants *axle = axle_of(model, a);
    const struct tyre_constants *tyre = &axle->tyre;
    const struct steering_axle_constants *steering = &axle->steering;
    struct steer_angle steer = ackermann_angle(steering, (float)at.steer_rad, (float)side);
    struct opposite_wheel other = {
        (float)(model->rest.travel_m[l->opposite[w]] + side * at.travel_m), 0};
    struct corner_ground ground = {.normal = {0, (float)sin(at.roll_rad), (float)cos(at.roll_rad)},
                                   .friction = 1};
    struct corner k;
    place_wheel(axle, (float)side, steer, 0, 0, wheel, other, &k);
    touch_ground(axle, place, &k, &ground, 0);
    double out = half_track(model, a) + twin;
    double load = model->rest.load_n[w] - side * tyre_n_per_m * (out * at.roll_rad - at.travel_m);
    struct tyre_state at_load = kamm_tyre_prepare(tyre, (float)load, k.camber_rad);
    vec3 v = {(float)speed_of(model), (float)(at.slide_mps * cos(at.roll_rad)),
              (float)(-at.slide_mps * sin(at.roll_rad))};
    float forward = vec3_dot(v, k.forward);
    struct tyre_slip slip = {.tan_slip_angle = vec3_dot(v, k.left) / absolute(forward),
                             .speed_mps = forward,
                             .friction_x = 1,
                             .friction_y = 1,
                             .side =
                                 (side < 0 ? -1.0f : 1.0f) * model->chassis->axles[a].tyre_side};
    struct tyre_force f = kamm_tyre_force(tyre, &at_load, slip);
    return (struct axle_response){(double)f.fy, (double)f.mz};
}

/* Returns the response with the compliance under the force that results from it. */
static struct axle_response wheel_response(const kamm_model *model, int w, double tyre_n_per_m,
                                           struct axle_offset at)
{
    enum { ROUNDS = 24 }; /* at most: each leaves a quarter to a half */
    struct compliance_constants links = axle_of(model, model->layout.axle[w])->compliance;
    double side = model->layout.side[w];
    struct wheel_lanes wheel = {.travel_m = (float)(model->rest.travel_m[w] - side * at.travel_m)};
    struct axle_response now = held_wheel_response(model, w, tyre_n_per_m, at, &wheel);
    links.follow = 0.75f;
    for (int round = 0; round < ROUNDS; ++round) {
        float steer = wheel.compliant_steer_rad, lean = wheel.compliant_lean_rad;
        yield_to(&links, (float)now.side_n, (float)now.moment_nm, &wheel.compliant_steer_rad,
                 &wheel.compliant_lean_rad);
        if (wheel.compliant_steer_rad == steer && wheel.compliant_lean_rad == lean) break;
        now = held_wheel_response(model, w, tyre_n_per_m, at, &wheel);
    }
    return now;
}

static struct axle_response axle_response(const kamm_model *model, int a, struct axle_offset at)
{
    const struct layout *l = &model->layout;
    struct axle_response sum = {0, 0};
    double tyre = tyre_stiffness(model, a);
    for (int w = l->first[a]; w < l->first[a] + l->count[a]; w += 2) {
        struct axle_response left = wheel_response(model, w, tyre, at), right = {0, 0};
        if (l->count[a] > 1) right = wheel_response(model, w + 1, tyre, at);
        sum.side_n += left.side_n + right.side_n;
        sum.moment_nm += left.moment_nm + right.moment_nm;
    }
    return sum;
}

/* Returns its slope along one offset. */
static struct axle_response slope(const kamm_model *model, int a, struct axle_offset by)
{
    struct axle_offset back = {-by.slide_mps, -by.roll_rad, -by.travel_m, -by.steer_rad};
    struct axle_response high = axle_response(model, a, by), low = axle_response(model, a, back);
    double size = 2 * (by.slide_mps + by.roll_rad + by.travel_m + by.steer_rad); /* one of them */
    return (struct axle_response){(high.side_n - low.side_n) / size,
                                  (high.moment_nm - low.moment_nm) / size};
}

struct axle_slopes {
    struct axle_response slide, roll, travel, steer;
};

/* What a turn of 1 m/s2 does to an axle's springs: travel = per_roll * roll - by_force. Side force, and
 * what the load is sideways to a body that rolls, work along the path of the patch; the weight and inertia
 * of the wheel along that of its centre. Travel that leans the wheel moves its contact, a disc's radius below its
 * centre, out from under it, and a rolling body moves it round the tread (touch_ground in corner.h): where
 * camber changes with travel the load works on that. */
struct axle_travel {
    double half_track_m, tyre_n_per_m,
        outward; /* of the tyres of a hub; m of the patch per m of travel */
    double shift,
        shift_per_roll; /* of the contact inwards, with its way round the tread: m/m, m/rad */
    double per_roll, by_force;
};

static double disc_radius(const kamm_model *model, int a)
{
    const struct tyre_vertical_constants *c = &model->chassis->axles[a].tyre_vertical;
    return (double)c->radius_at_rest - (double)c->crown_radius;
}

static struct axle_travel travel_of(const kamm_model *model, int a, double side_n)
{
    const struct suspension_constants *suspension = &axle_of(model, a)->suspension;
    double tyres = tyres_per_hub(model, a), load = tyres * rest_load(model, a);
    double mass = model->def->axles[a].unsprung_mass_kg;
    struct wheel_path path = wheel_path_at(suspension, (float)rest_travel(model, a), 0);
    struct axle_travel t = {.half_track_m = half_track(model, a),
                            .tyre_n_per_m = tyres * tyre_stiffness(model, a),
                            .outward = (double)path.outward_slope};
    double radius = model->statics.rest_radius_m[a], disc = disc_radius(model, a);
    double gain = path.camber_slope, hub = t.outward + radius * gain;
    t.shift_per_roll = radius - disc;
    t.shift = t.outward + gain * t.shift_per_roll;
    if (model->layout.count[a] == 1) return t; /* it does not travel against another one */
    double stiffness = roll_rate(model, a) + t.tyre_n_per_m - load * gain * gain * disc;
    double leaning = load * t.shift - hub * mass * KAMM_STANDARD_GRAVITY;
    t.per_roll = (t.tyre_n_per_m * t.half_track_m - leaning) / stiffness;
    t.by_force = (t.outward * 0.5 * side_n - hub * mass) / stiffness;
    return t;
}

/* Roll of the body in a turn of 1 m/s2: the loads' moment on the road balances that of the centre of
 * gravity and of the spinning wheels. The centre moves outwards as the sprung mass leans; the wheels
 * turn about with the car. */
static double roll_in_turn(const kamm_model *model, const struct axle_travel t[MAX_AXLES])
{
    const struct statics *s = &model->statics;
    const struct layout *l = &model->layout;
    double weight = s->sprung_mass_kg * KAMM_STANDARD_GRAVITY, rise = model->rest.rise_m;
    double stiffness = -weight * (s->sprung_cg[2] + rise);
    double moment = model->info.mass_kg * model->info.cg_height_m + s->sprung_mass_kg * rise;
    for (int a = 0; a < l->axles; ++a) {
        double arm = 2 * t[a].half_track_m * t[a].tyre_n_per_m;
        double lean = weight * t[a].shift / l->axles;
        stiffness += arm * (t[a].half_track_m - t[a].per_roll) + lean * t[a].per_roll;
        stiffness += weight * t[a].shift_per_roll / l->axles;
        moment -= (arm - lean) * t[a].by_force;
        moment += hub_count(l, a) * model->def->axles[a].wheel_inertia_kgm2 /
                  model->info.loaded_radius_m[l->first[a]];
    }
    return moment / stiffness;
}

void kamm_planar_roll(const kamm_model *model, struct car_roll *car)
{
    const struct statics *s = &model->statics;
    const struct layout *l = &model->layout;
    double sprung[MAX_AXLES], loaded[MAX_AXLES], axis = 0, moment = 0;
    struct axle_travel t[MAX_AXLES] = {{0}};
    kamm_share_weight(model->def, l, s->axle_x, s->sprung_cg[0], s->sprung_cg[1], sprung);
    kamm_share_weight(model->def, l, s->axle_x, s->total_cg[0], s->total_cg[1], loaded);
    for (int a = 0; a < l->axles; ++a) {
        t[a] = travel_of(model, a, s->total_mass_kg * loaded[a]);
        axis += sprung[a] * t[a].outward * t[a].half_track_m;
    }
    car->per_mps2 = roll_in_turn(model, t);
    for (int a = 0; a < l->axles; ++a) {
        double travel = t[a].per_roll * car->per_mps2 - t[a].by_force;
        double pressed = t[a].half_track_m * car->per_mps2 - travel;
        car->share[a] = 2 * t[a].half_track_m * t[a].tyre_n_per_m * pressed;
        moment += car->share[a];
    }
    for (int a = 0; a < l->axles; ++a) car->share[a] /= moment;
    car->lean_kgm = s->sprung_mass_kg * (s->sprung_cg[2] + model->rest.rise_m - axis);
    car->upright_kgm = moment - car->lean_kgm * KAMM_STANDARD_GRAVITY * car->per_mps2;
}

/* Rolling resistance grows with the load, so it holds the outer wheels back: its moment in a turn of
 * 1 m/s2, in which `load_n` moves from the left to the right. */
static double rolling_moment_nm(const kamm_model *model, int a, double load_n)
{
    return -2 * half_track(model, a) * load_n * kamm_planar_rolling_share(model, a);
}

/* Side forces of the axles in a turn of 1 m/s2 in which a moment holds the car back from turning. Of more than two axles:
 * by their loads. */
static void side_forces(const kamm_model *model, double moment, double side_n[MAX_AXLES])
{
    const kamm_model_info *info = &model->info;
    const struct statics *s = &model->statics;
    int axles = model->layout.axles;
    double share[MAX_AXLES], second = 0;
    if (axles == 2) {
        double front = info->cg_behind_front_axle_m, rear = info->wheelbase_m - front;
        side_n[0] = (info->mass_kg * rear - moment) / info->wheelbase_m;
        side_n[1] = (info->mass_kg * front + moment) / info->wheelbase_m;
        return;
    }
    kamm_share_weight(model->def, &model->layout, s->axle_x, s->total_cg[0], s->total_cg[1], share);
    for (int a = 0; a < axles; ++a)
        second += share[a] * (s->axle_x[a] - s->total_cg[0]) * (s->axle_x[a] - s->total_cg[0]);
    for (int a = 0; a < axles; ++a)
        side_n[a] = share[a] * (info->mass_kg - moment * (s->axle_x[a] - s->total_cg[0]) / second);
}

/* Slip angles of the axles in a turn of 1 m/s2; they slide outwards. */
static void slip_angles(const kamm_model *model, int four_wheels,
                        const struct axle_slopes slopes[MAX_AXLES], double slip_rad[MAX_AXLES])
{
    int axles = model->layout.axles;
    double moment = 0;
    struct axle_travel t[MAX_AXLES] = {{0}};
    for (int round = 0; round < 8; ++round) {
        double side[MAX_AXLES];
        side_forces(model, moment, side);
        for (int a = 0; a < axles; ++a) t[a] = travel_of(model, a, side[a]);
        double roll = roll_in_turn(model, t);
        moment = 0;
        for (int a = 0; a < axles; ++a) {
            const struct axle_slopes *k = &slopes[a];
            double travel = t[a].per_roll * roll - t[a].by_force;
            double slide =
                (side[a] - k->roll.side_n * roll - k->travel.side_n * travel) / k->slide.side_n;
            slip_rad[a] = -slide / speed_of(model);
            moment += k->slide.moment_nm * slide + k->roll.moment_nm * roll +
                      k->travel.moment_nm * travel;
            double load = t[a].tyre_n_per_m * (t[a].half_track_m * roll - travel);
            if (!four_wheels) moment += rolling_moment_nm(model, a, load);
        }
    }
}

static double mean_by_load(const kamm_model *model, int a, const double *peak)
{
    const double *load = model->info.static_load_n;
    double weighted[MAX_WHEELS];
    for (int w = 0; w < model->layout.wheels; ++w) weighted[w] = peak[w] * load[w];
    return axle_sum(&model->layout, a, weighted) / axle_sum(&model->layout, a, load);
}

double kamm_planar_rolling_share(const kamm_model *model, int a)
{
    const struct axle_constants *axle = axle_of(model, a);
    const struct tyre_constants *tyre = &axle->tyre;
    const struct tyre_vertical_constants *vertical = &axle->tyre_vertical;
    double load = rest_load(model, a);
    struct tyre_summary straight = kamm_tyre_summary(tyre, (float)load, (float)speed_of(model));
    return (double)straight.rolling_resistance_nm /
           (load * (double)tyre_effective_radius(vertical, (float)load, 0));
}

void kamm_planar_cornering(const kamm_model *model, int four_wheels,
                           struct axle_cornering cornering[MAX_AXLES])
{
    const kamm_model_info *info = &model->info;
    const struct layout *l = &model->layout;
    struct axle_slopes slopes[MAX_AXLES];
    double slip_rad[MAX_AXLES], side_n[MAX_AXLES], length = kamm_scale_of(model->def).length;
    for (int a = 0; a < l->axles; ++a)
        slopes[a] = (struct axle_slopes){
            slope(model, a, (struct axle_offset){.slide_mps = 0.002 * speed_of(model)}),
            slope(model, a, (struct axle_offset){.roll_rad = 0.002}),
            slope(model, a, (struct axle_offset){.travel_m = 0.002 * length}),
            slope(model, a, (struct axle_offset){.steer_rad = 0.002}),
        };
    slip_angles(model, four_wheels, slopes, slip_rad);
    side_forces(model, 0, side_n);
    for (int a = 0; a < l->axles; ++a) {
        double tyres = axle_sum(l, a, info->cornering_stiffness_n_per_rad);
        double stiffness = side_n[a] / slip_rad[a];
        int sound = stiffness > 0.25 * tyres && stiffness < 4 * tyres; /* else no such turn is */
        cornering[a].stiffness_n_per_rad = sound ? stiffness : tyres;
        cornering[a].friction = mean_by_load(model, a, info->peak_friction_y);
        cornering[a].along_friction = mean_by_load(model, a, info->peak_friction_x);
        double steered = slopes[a].steer.side_n / (slopes[a].slide.side_n * -speed_of(model));
        double share = model->def->axles[a].steer_share;
        cornering[a].steer_gain = fabs(share) > 0 ? steered / share : 1;
        cornering[a].trail_m = -slopes[a].slide.moment_nm / slopes[a].slide.side_n;
    }
}
