#include "cornering.h"

#include "../../part/tyre/tyre.h"
#include "../full/ride.h"

#include <math.h>

/* The full model's own corners, a little off their rest, say what side force and moment the axle's
 * wheels give per slide, per roll of the body and per travel of the wheels. From that follows in which
 * slip angle each axle stands in a gentle steady turn. */

static const double speed_mps = 20;

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

static view axle_view(const kamm_model *model, int a)
{
    return (view){(const float *)&model->full.axles[a]};
}

/* Vertical stiffness of a wheel's tyre at its static load. */
static double tyre_stiffness(const kamm_model *model, int a)
{
    const struct full_axle_constants *axle = &model->full.axles[a];
    view tyre = {(const float *)&axle->tyre_vertical};
    double load = 0.5 * (model->rest.load_n[2 * a] + model->rest.load_n[2 * a + 1]);
    double step = 1e-3, low = 0, high = 0.5;
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

/* Of springs and bar, per travel against each other. */
static double roll_rate(const kamm_model *model, int a)
{
    const struct full_axle_constants *axle = &model->full.axles[a];
    view suspension = {(const float *)&axle->suspension},
         bar = {(const float *)&axle->anti_roll_bar};
    struct axle_pair still = {0, 0}, force[2];
    double step = 2e-3,
           rest = 0.5 * (model->rest.travel_m[2 * a] + model->rest.travel_m[2 * a + 1]);
    for (int i = 0; i < 2; ++i) {
        float by = (float)(i ? step : -step), at = (float)rest;
        force[i] = suspension_force(suspension, (struct axle_pair){at - by, at + by}, still);
    }
    double springs = (double)(force[1].right - force[0].right) / (2 * step);
    vec3 velocity = {(float)speed_mps, 0, 0};
    double twist = (double)anti_roll_bar_force(bar, (float)(2 * step)) / step;
    return springs + twist * (double)anti_roll_bar_share(bar, velocity);
}

/* A wheel's side force and moment on level ground, rolling freely. */
static struct axle_response wheel_response(const kamm_model *model, int w, struct axle_offset at)
{
    int a = w / 2;
    double side = w % 2 ? -1 : 1;
    view axle = axle_view(model, a), tyre = INSIDE(axle, struct full_axle_constants, tyre);
    view steering = INSIDE(axle, struct full_axle_constants, steering);
    struct steer_angle steer = ackermann_angle(steering, (float)at.steer_rad, (float)side);
    struct wheel_lanes wheel = {.travel_m = (float)(model->rest.travel_m[w] - side * at.travel_m)};
    struct opposite_wheel other = {(float)(model->rest.travel_m[w ^ 1] + side * at.travel_m), 0};
    struct corner_ground ground = {.normal = {0, (float)sin(at.roll_rad), (float)cos(at.roll_rad)},
                                   .friction = 1};
    struct corner k = place_wheel(axle, (float)side, steer, &wheel, other);
    touch_ground(axle, &k, &ground, 0);
    double half_track = 0.5 * model->def.axles[a].track_m;
    double load = model->rest.load_n[w] -
                  side * tyre_stiffness(model, a) * (half_track * at.roll_rad - at.travel_m);
    struct tyre_state at_load = kamm_tyre_prepare(tyre, (float)load, k.camber_rad);
    vec3 v = {(float)speed_mps, (float)(at.slide_mps * cos(at.roll_rad)),
              (float)(-at.slide_mps * sin(at.roll_rad))};
    float forward = vec3_dot(v, k.forward);
    struct tyre_slip slip = {.tan_slip_angle = vec3_dot(v, k.left) / absolute(forward),
                             .speed_mps = forward,
                             .friction_x = 1,
                             .friction_y = 1,
                             .side = (float)side * model->full.axles[a].tyre_side};
    struct tyre_force f = kamm_tyre_force(tyre, &at_load, slip);
    return (struct axle_response){(double)f.fy, (double)f.mz};
}

static struct axle_response axle_response(const kamm_model *model, int a, struct axle_offset at)
{
    struct axle_response left = wheel_response(model, 2 * a, at);
    struct axle_response right = wheel_response(model, 2 * a + 1, at);
    return (struct axle_response){left.side_n + right.side_n, left.moment_nm + right.moment_nm};
}

/* Its slope along one offset. */
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
    double half_track_m, tyre_n_per_m, outward; /* m of the patch per m of travel */
    double shift,
        shift_per_roll; /* of the contact inwards, with its way round the tread: m/m, m/rad */
    double per_roll, by_force;
};

static double disc_radius(const kamm_model *model, int a)
{
    const struct tyre_vertical_constants *c = &model->full.axles[a].tyre_vertical;
    return (double)c->radius_at_rest - (double)c->crown_radius;
}

static struct axle_travel travel_of(const kamm_model *model, int a, double side_n)
{
    view suspension = INSIDE(axle_view(model, a), struct full_axle_constants, suspension);
    double rest = 0.5 * (model->rest.travel_m[2 * a] + model->rest.travel_m[2 * a + 1]);
    double load = 0.5 * (model->rest.load_n[2 * a] + model->rest.load_n[2 * a + 1]);
    double mass = model->def.axles[a].unsprung_mass_kg;
    struct wheel_path path = wheel_path_at(suspension, (float)rest, 0);
    struct axle_travel t = {.half_track_m = 0.5 * model->def.axles[a].track_m,
                            .tyre_n_per_m = tyre_stiffness(model, a),
                            .outward = (double)path.outward_slope};
    double radius = model->statics.rest_radius_m[a], disc = disc_radius(model, a);
    double gain = path.camber_slope, hub = t.outward + radius * gain;
    t.shift_per_roll = radius - disc;
    t.shift = t.outward + gain * t.shift_per_roll;
    double stiffness = roll_rate(model, a) + t.tyre_n_per_m - load * gain * gain * disc;
    double leaning = load * t.shift - hub * mass * KAMM_STANDARD_GRAVITY;
    t.per_roll = (t.tyre_n_per_m * t.half_track_m - leaning) / stiffness;
    t.by_force = (t.outward * 0.5 * side_n - hub * mass) / stiffness;
    return t;
}

/* Roll of the body in a turn of 1 m/s2: the loads' moment on the road against that of the centre of
 * gravity, which moves outwards as the sprung mass leans, and of the spinning wheels, which are turned
 * about with the car. */
static double roll_in_turn(const kamm_model *model, const struct axle_travel t[CAR_AXLES])
{
    const struct statics *s = &model->statics;
    double weight = s->sprung_mass_kg * KAMM_STANDARD_GRAVITY, rise = model->rest.rise_m;
    double stiffness = -weight * (s->sprung_cg[2] + rise);
    double moment = model->info.mass_kg * model->info.cg_height_m + s->sprung_mass_kg * rise;
    for (int a = 0; a < CAR_AXLES; ++a) {
        double arm = 2 * t[a].half_track_m * t[a].tyre_n_per_m;
        double lean = weight * t[a].shift / CAR_AXLES;
        stiffness += arm * (t[a].half_track_m - t[a].per_roll) + lean * t[a].per_roll;
        stiffness += weight * t[a].shift_per_roll / CAR_AXLES;
        moment -= (arm - lean) * t[a].by_force;
        moment += 2 * model->def.axles[a].wheel_inertia_kgm2 / model->info.loaded_radius_m[2 * a];
    }
    return moment / stiffness;
}

void kamm_planar_roll(const kamm_model *model, struct car_roll *car)
{
    const struct statics *s = &model->statics;
    double length = s->axle_x[0] - s->axle_x[1], axis = 0, moment = 0;
    struct axle_travel t[CAR_AXLES];
    for (int a = 0; a < CAR_AXLES; ++a) {
        double share = fabs(s->axle_x[1 - a] - s->sprung_cg[0]) / length;
        double loaded = fabs(s->axle_x[1 - a] - s->total_cg[0]) / length;
        t[a] = travel_of(model, a, s->total_mass_kg * loaded);
        axis += share * t[a].outward * t[a].half_track_m;
    }
    car->per_mps2 = roll_in_turn(model, t);
    for (int a = 0; a < CAR_AXLES; ++a) {
        double travel = t[a].per_roll * car->per_mps2 - t[a].by_force;
        double pressed = t[a].half_track_m * car->per_mps2 - travel;
        car->share[a] = 2 * t[a].half_track_m * t[a].tyre_n_per_m * pressed;
        moment += car->share[a];
    }
    for (int a = 0; a < CAR_AXLES; ++a) car->share[a] /= moment;
    car->lean_kgm = s->sprung_mass_kg * (s->sprung_cg[2] + model->rest.rise_m - axis);
    car->upright_kgm = moment - car->lean_kgm * KAMM_STANDARD_GRAVITY * car->per_mps2;
}

/* Rolling resistance grows with the load, so it holds the outer wheels back: its moment in a turn of
 * 1 m/s2, in which `load_n` moves from the left to the right. */
static double rolling_moment_nm(const kamm_model *model, int a, double load_n)
{
    return -model->def.axles[a].track_m * load_n * kamm_planar_rolling_share(model, a);
}

/* Slip angles of the axles in a turn of 1 m/s2; they slide outwards. */
static void slip_angles(const kamm_model *model, int four_wheels,
                        const struct axle_slopes slopes[CAR_AXLES], double slip_rad[CAR_AXLES])
{
    const kamm_model_info *info = &model->info;
    double front = info->cg_behind_front_m, rear = info->wheelbase_m - front, moment = 0;
    struct axle_travel t[CAR_AXLES];
    for (int round = 0; round < 8; ++round) {
        double side[CAR_AXLES] = {(info->mass_kg * rear - moment) / info->wheelbase_m,
                                  (info->mass_kg * front + moment) / info->wheelbase_m};
        for (int a = 0; a < CAR_AXLES; ++a) t[a] = travel_of(model, a, side[a]);
        double roll = roll_in_turn(model, t);
        moment = 0;
        for (int a = 0; a < CAR_AXLES; ++a) {
            const struct axle_slopes *k = &slopes[a];
            double travel = t[a].per_roll * roll - t[a].by_force;
            double slide =
                (side[a] - k->roll.side_n * roll - k->travel.side_n * travel) / k->slide.side_n;
            slip_rad[a] = -slide / speed_mps;
            moment += k->slide.moment_nm * slide + k->roll.moment_nm * roll +
                      k->travel.moment_nm * travel;
            double load = t[a].tyre_n_per_m * (t[a].half_track_m * roll - travel);
            if (!four_wheels) moment += rolling_moment_nm(model, a, load);
        }
    }
}

static double mean_by_load(const kamm_model_info *info, int a, const double peak[KAMM_MAX_WHEELS])
{
    double left = info->static_load_n[2 * a], right = info->static_load_n[2 * a + 1];
    return (peak[2 * a] * left + peak[2 * a + 1] * right) / (left + right);
}

double kamm_planar_rolling_share(const kamm_model *model, int a)
{
    view axle = axle_view(model, a), tyre = INSIDE(axle, struct full_axle_constants, tyre);
    view vertical = INSIDE(axle, struct full_axle_constants, tyre_vertical);
    double load = 0.5 * (model->rest.load_n[2 * a] + model->rest.load_n[2 * a + 1]);
    struct tyre_summary straight = kamm_tyre_summary(tyre, (float)load, (float)speed_mps);
    return (double)straight.rolling_resistance_nm /
           (load * (double)tyre_effective_radius(vertical, (float)load, 0));
}

void kamm_planar_cornering(const kamm_model *model, int four_wheels,
                           struct axle_cornering cornering[CAR_AXLES])
{
    const kamm_model_info *info = &model->info;
    struct axle_slopes slopes[CAR_AXLES];
    double slip_rad[CAR_AXLES];
    for (int a = 0; a < CAR_AXLES; ++a)
        slopes[a] = (struct axle_slopes){
            slope(model, a, (struct axle_offset){.slide_mps = 0.04}),
            slope(model, a, (struct axle_offset){.roll_rad = 0.002}),
            slope(model, a, (struct axle_offset){.travel_m = 0.002}),
            slope(model, a, (struct axle_offset){.steer_rad = 0.002}),
        };
    slip_angles(model, four_wheels, slopes, slip_rad);
    for (int a = 0; a < CAR_AXLES; ++a) {
        double front = info->cg_behind_front_m;
        double arm = a ? front : info->wheelbase_m - front;
        double tyres = info->cornering_stiffness_n_per_rad[2 * a] +
                       info->cornering_stiffness_n_per_rad[2 * a + 1];
        double stiffness = info->mass_kg * arm / info->wheelbase_m / slip_rad[a];
        int sound = stiffness > 0.25 * tyres && stiffness < 4 * tyres; /* else no such turn is */
        cornering[a].stiffness_n_per_rad = sound ? stiffness : tyres;
        cornering[a].friction = mean_by_load(info, a, info->peak_friction_y);
        cornering[a].along_friction = mean_by_load(info, a, info->peak_friction_x);
        double steered = slopes[a].steer.side_n / (slopes[a].slide.side_n * -speed_mps);
        double share = model->def.axles[a].steer_share;
        cornering[a].steer_gain = fabs(share) > 0 ? steered / share : 1;
        cornering[a].trail_m = -slopes[a].slide.moment_nm / slopes[a].slide.side_n;
    }
}
