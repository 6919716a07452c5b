/* Figures of a vehicle by closed forms, and its understeer gradient by steady turns of 0.5 and 1 m/s2 (ISO 4138, at constant
 * speed: 20 m/s, or less where the car is slow).
 *
 * Roll: springs and bars in series with the tyres carry the moment of the sprung mass about the roll axis and tilt with
 * it. The tyres carry that of links and wheels as well. Rollover threshold: Gillespie, Fundamentals of Vehicle Dynamics,
 * chapter 9: the stability factor less the shift of the centre of gravity in roll. Loads are those of the model at rest. */
#include "lab/diagnose.h"

#include <math.h>

#include <kamm/linear.h>

#include "base/standard_air.h"
#include "io/estimate.h"

#define GRAVITY 9.80665
#define PI 3.14159265358979

static int is_in(const struct patient *p, int axle, int end)
{
    return (axle < p->front_axles) == (end == DIAGNOSED_FRONT);
}

/* The first axle of an end, which stands for its others in what they have alike. */
static int first_axle(const struct patient *p, int end)
{
    return end == DIAGNOSED_FRONT ? 0 : p->front_axles;
}

static int first_wheel(const struct patient *p, int axle)
{
    int wheel = 0;
    while (wheel < p->info.wheel_count && p->info.wheel_axle[wheel] != axle) ++wheel;
    return wheel;
}

static double hubs(const kamm_axle_def *axle) { return axle->wheels == KAMM_WHEELS_SINGLE ? 1 : 2; }

static double load_of_axle_n(const struct patient *p, int axle)
{
    double load = 0;
    for (int w = 0; w < p->info.wheel_count; ++w)
        if (p->info.wheel_axle[w] == axle) load += p->info.static_load_n[w];
    return load;
}

static double load_of_end_n(const struct patient *p, int end)
{
    double load = 0;
    for (int a = 0; a < p->info.axle_count; ++a)
        if (is_in(p, a, end)) load += load_of_axle_n(p, a);
    return load;
}

/* Middle of the axles of an end, weighted by their loads. */
static double middle_of_end_m(const struct patient *p, int end)
{
    double moment = 0;
    for (int a = 0; a < p->info.axle_count; ++a)
        if (is_in(p, a, end)) moment += load_of_axle_n(p, a) * p->def->axles[a].behind_front_axle_m;
    return moment / load_of_end_n(p, end);
}

static double base_m(const struct patient *p)
{
    return middle_of_end_m(p, DIAGNOSED_REAR) - middle_of_end_m(p, DIAGNOSED_FRONT);
}

static double weight_n(const struct patient *p) { return GRAVITY * p->info.mass_kg; }

/* -- Ride -- */

/* Slope of a curve at 0. */
static double slope_at_rest(const kamm_curve *curve)
{
    for (int i = 1; i < curve->count; ++i)
        if (curve->x[i] >= 0 && curve->x[i - 1] <= 0 && (curve->x[i] > 0 || i == curve->count - 1))
            return (curve->y[i] - curve->y[i - 1]) / (curve->x[i] - curve->x[i - 1]);
    return 0;
}

static double spring_n_per_m(const struct patient *p, int axle)
{
    const kamm_suspension_def *s = &p->def->axles[axle].suspension;
    return s->spring_n_per_m + slope_at_rest(&s->spring_curve) + s->heave_spring_n_per_m / 2;
}

static double sprung_kg(const struct patient *p, int axle)
{
    const kamm_axle_def *a = &p->def->axles[axle];
    return load_of_axle_n(p, axle) / hubs(a) / GRAVITY - a->unsprung_mass_kg;
}

double kamm_ride_frequency_hz(const struct patient *p, int end)
{
    int axle = first_axle(p, end);
    return sqrt(spring_n_per_m(p, axle) / sprung_kg(p, axle)) / (2 * PI);
}

double kamm_damping_ratio(const struct patient *p, int end, int rebound)
{
    int axle = first_axle(p, end);
    const kamm_suspension_def *s = &p->def->axles[axle].suspension;
    double critical = 2 * sqrt(spring_n_per_m(p, axle) * sprung_kg(p, axle));
    double damping = rebound ? s->rebound_damping_ns_per_m : s->bump_damping_ns_per_m;
    if (s->kind == KAMM_SUSPENSION_SOLID) damping = s->bump_damping_ns_per_m;
    return s->damper_curve.count ? NAN : damping / critical;
}

/* -- Roll -- */

static double tyre_roll_nm(const kamm_axle_def *a)
{
    double wheels = a->wheels == KAMM_WHEELS_TWIN ? 2 : 1;
    if (a->wheels == KAMM_WHEELS_SINGLE) return 0;
    return wheels * a->tyre.vertical_stiffness_n_per_m * a->track_m * a->track_m / 2;
}

/* Roll stiffness of an axle, springs and bar with the tyres in series, N m per radian. */
static double roll_nm(const struct patient *p, int axle)
{
    const kamm_axle_def *a = &p->def->axles[axle];
    const kamm_suspension_def *s = &a->suspension;
    if (a->wheels == KAMM_WHEELS_SINGLE) return 0;
    double base = s->spring_base_m > 0 ? s->spring_base_m : a->track_m;
    double bar = s->anti_roll_bar_mode == KAMM_BAR_OFF ? 0 : s->anti_roll_bar_n_per_m;
    double springs = (spring_n_per_m(p, axle) - s->heave_spring_n_per_m / 2) * base * base / 2;
    double body = springs + bar * a->track_m * a->track_m;
    return body > 0 ? 1 / (1 / body + 1 / tyre_roll_nm(a)) : 0;
}

static double roll_of_end_nm(const struct patient *p, int end)
{
    double sum = 0;
    for (int a = 0; a < p->info.axle_count; ++a)
        if (is_in(p, a, end)) sum += roll_nm(p, a);
    return sum;
}

/* Moment of the sprung weight about the roll axis per unit of lateral acceleration in g. */
static double overturning_nm(const struct patient *p)
{
    double moment = weight_n(p) * p->info.cg_height_m;
    for (int a = 0; a < p->info.axle_count; ++a) {
        const kamm_axle_def *axle = &p->def->axles[a];
        double unsprung = hubs(axle) * GRAVITY * axle->unsprung_mass_kg;
        double radius = p->info.loaded_radius_m[first_wheel(p, a)];
        double centre =
            axle->wheels == KAMM_WHEELS_SINGLE ? 0 : axle->suspension.roll_centre_height_m;
        moment -= unsprung * radius + (load_of_axle_n(p, a) - unsprung) * centre;
    }
    return moment;
}

double kamm_roll_gradient_rad_per_g(const struct patient *p)
{
    double moment = overturning_nm(p), tyres = 0;
    double stiffness = roll_of_end_nm(p, DIAGNOSED_FRONT) + roll_of_end_nm(p, DIAGNOSED_REAR);
    for (int a = 0; a < p->info.axle_count; ++a) tyres += tyre_roll_nm(&p->def->axles[a]);
    double by_links = (weight_n(p) * p->info.cg_height_m - moment) / tyres;
    return stiffness > moment ? moment / (stiffness - moment) + by_links : INFINITY;
}

double kamm_front_roll_share(const struct patient *p)
{
    double front = roll_of_end_nm(p, DIAGNOSED_FRONT);
    if (p->def->axles[0].wheels == KAMM_WHEELS_SINGLE) return NAN;
    return front / (front + roll_of_end_nm(p, DIAGNOSED_REAR));
}

/* Half the track at the centre of gravity; a single wheel carries no overturning moment. */
static double half_track_m(const struct patient *p)
{
    double sum = 0, loads = 0;
    for (int a = 0; a < p->info.axle_count; ++a) {
        const kamm_axle_def *axle = &p->def->axles[a];
        double outer = axle->wheels == KAMM_WHEELS_TWIN ? axle->twin_spacing_m / 2 : 0;
        double half = axle->wheels == KAMM_WHEELS_SINGLE ? 0 : axle->track_m / 2 + outer;
        sum += load_of_axle_n(p, a) * half;
        loads += load_of_axle_n(p, a);
    }
    return sum / loads;
}

double kamm_static_stability(const struct patient *p)
{
    return half_track_m(p) / p->def->body.cg_height_m;
}

double kamm_rollover_threshold(const struct patient *p)
{
    double share = overturning_nm(p) / weight_n(p) / p->info.cg_height_m;
    return half_track_m(p) / p->info.cg_height_m / (1 + kamm_roll_gradient_rad_per_g(p) * share);
}

/* -- Steer -- */

/* Force per slip angle of a hub at a load, by a small difference. */
static double cornering_n_per_rad(const kamm_axle_def *axle, double load_n)
{
    const double slip[2] = {0, 0}, angles[2] = {-0.002, 0.002};
    double fx[2], fy[2], tyres = axle->wheels == KAMM_WHEELS_TWIN ? 2 : 1;
    kamm_tyre_conditions at = {
        .load_n = fmax(load_n, 1) / tyres, .friction = 1, .speed_mps = 20, .side = 1};
    if (kamm_tyre_forces(&axle->tyre, &at, 2, slip, angles, fx, fy, NULL)) return NAN;
    return tyres * fabs(fy[1] - fy[0]) / (angles[1] - angles[0]);
}

/* All hubs of an end, with its load scaled: downforce adds load without weight. */
static double stiffness_of_end(const struct patient *p, int end, double scale)
{
    double sum = 0;
    for (int a = 0; a < p->info.axle_count; ++a) {
        const kamm_axle_def *axle = &p->def->axles[a];
        double load = load_of_axle_n(p, a) / hubs(axle);
        if (is_in(p, a, end)) sum += hubs(axle) * cornering_n_per_rad(axle, scale * load);
    }
    return sum;
}

/* Angle of the road wheels in a steady turn of a driven car; NaN where it holds none. */
static double wheels_rad(const struct patient *p, double speed_mps, double lateral_mps2)
{
    kamm_trim_target target = {.speed_mps = speed_mps, .lateral_mps2 = lateral_mps2};
    kamm_trim_result result;
    kamm_cars *car = kamm_trim(p->model, &kamm_flat_ground, &target, &result, NULL);
    if (!car) return NAN;
    kamm_destroy_cars(car);
    return (double)result.input.steering_wheel_rad / p->def->steering.ratio;
}

double kamm_understeer_rad_per_g(const struct patient *p)
{
    double speed = fmin(20, 0.6 * p->info.top_speed_mps);
    double steer = wheels_rad(p, speed, 1) - wheels_rad(p, speed, 0.5);
    return GRAVITY * (steer / 0.5 - base_m(p) / (speed * speed));
}

double kamm_static_margin(const struct patient *p, double speed_mps)
{
    const kamm_aero_def *aero = &p->def->aero;
    double pressure = 0.5 * KAMM_STANDARD_AIR_KGPM3 * speed_mps * speed_mps * aero->frontal_area_m2;
    double front = load_of_end_n(p, DIAGNOSED_FRONT), rear = load_of_end_n(p, DIAGNOSED_REAR);
    double cf =
        stiffness_of_end(p, DIAGNOSED_FRONT, 1 - pressure * aero->front_lift_coefficient / front);
    double cr =
        stiffness_of_end(p, DIAGNOSED_REAR, 1 - pressure * aero->rear_lift_coefficient / rear);
    double a = p->info.cg_behind_front_axle_m - middle_of_end_m(p, DIAGNOSED_FRONT);
    double b = base_m(p) - a;
    return (cr * b - cf * a) / (cf + cr) / base_m(p);
}

double kamm_lock_deg(const struct patient *p)
{
    return p->def->steering.lock_rad / p->def->steering.ratio * 180 / PI;
}

/* -- Brakes -- */

static double brake_n(const struct patient *p, int end, int hand)
{
    double sum = 0;
    for (int a = 0; a < p->info.axle_count; ++a) {
        const kamm_axle_def *axle = &p->def->axles[a];
        double torque = hand ? axle->hand_brake_torque_nm : axle->brake_torque_nm;
        if (is_in(p, a, end))
            sum += hubs(axle) * torque / p->info.loaded_radius_m[first_wheel(p, a)];
    }
    return sum;
}

double kamm_brake_balance_g(const struct patient *p)
{
    double front = brake_n(p, DIAGNOSED_FRONT, 0), rear = brake_n(p, DIAGNOSED_REAR, 0);
    if (!(front > 0) || !(rear > 0)) return NAN;
    double share = front / (front + rear) - load_of_end_n(p, DIAGNOSED_FRONT) / weight_n(p);
    return share * base_m(p) / p->info.cg_height_m;
}

double kamm_full_braking_g(const struct patient *p)
{
    return (brake_n(p, DIAGNOSED_FRONT, 0) + brake_n(p, DIAGNOSED_REAR, 0)) / weight_n(p);
}

double kamm_parking_slope(const struct patient *p)
{
    double force = (brake_n(p, DIAGNOSED_FRONT, 1) + brake_n(p, DIAGNOSED_REAR, 1)) / weight_n(p);
    return force < 1 ? tan(asin(force)) : 1;
}

/* -- Drive -- */

static double step(const struct patient *p, int largest)
{
    const kamm_gearbox_def *g = &p->def->gearbox;
    double found = NAN;
    if (g->kind == KAMM_GEARBOX_CVT || p->info.gear_count < 2) return NAN;
    for (int i = 1; i < g->ratios_count; ++i) {
        double ratio = g->ratios[i - 1] / g->ratios[i];
        found = isnan(found) ? ratio : largest ? fmax(found, ratio) : fmin(found, ratio);
    }
    return found;
}

double kamm_largest_step(const struct patient *p) { return step(p, 1); }
double kamm_smallest_step(const struct patient *p) { return step(p, 0); }

/* Engine speed of greatest power, and that power. */
static double engine_peak(const struct patient *p, double *power_w)
{
    const kamm_curve *c = &p->def->engine.torque_curve;
    double speed = NAN;
    *power_w = 0;
    for (int i = 0; i < c->count; ++i)
        if (c->x[i] * c->y[i] > *power_w) *power_w = c->x[i] * c->y[i], speed = c->x[i];
    return speed;
}

static double driven_radius_m(const struct patient *p)
{
    for (int a = 0; a < p->info.axle_count; ++a)
        if (p->def->axles[a].drive_share > 0) return p->info.loaded_radius_m[first_wheel(p, a)];
    return NAN;
}

double kamm_top_engine_share(const struct patient *p)
{
    double power, peak = engine_peak(p, &power);
    int gears = p->info.gear_count;
    if (!gears || p->def->gearbox.kind == KAMM_GEARBOX_CVT) return NAN;
    return p->info.top_speed_mps / driven_radius_m(p) * p->info.overall_ratio[gears - 1] / peak;
}

double kamm_start_gradient(const struct patient *p)
{
    return p->info.max_acceleration_mps2 / GRAVITY;
}

double kamm_drag_share(const struct patient *p)
{
    double power = 0, v = p->info.top_speed_mps;
    engine_peak(p, &power);
    for (int a = 0; a < p->info.axle_count; ++a)
        if (p->def->axles[a].motor.peak_nm > 0) power += p->def->axles[a].motor.power_w;
    double drag = p->def->aero.drag_coefficient * p->def->aero.frontal_area_m2;
    return power > 0 ? 0.5 * KAMM_STANDARD_AIR_KGPM3 * drag * v * v * v / power : NAN;
}

double kamm_tyre_use(const struct patient *p, int end)
{
    const kamm_axle_def *axle = &p->def->axles[first_axle(p, end)];
    const kamm_tyre_def *tyre = &axle->tyre;
    double tyres = axle->wheels == KAMM_WHEELS_TWIN ? 2 : 1;
    double load = load_of_axle_n(p, first_axle(p, end)) / hubs(axle) / tyres;
    double section = (2 * tyre->unloaded_radius_m - 2 * tyre->rim_radius_m) / 2;
    return load / kamm_rated_load_of_size_n(tyre->width_m, section, 2 * tyre->rim_radius_m,
                                            tyre->nominal_pressure_pa);
}
