/* TORCS: mass, wheels, tyres, suspension, brakes and air. */
#include <math.h>
#include <string.h>

#include "../base/standard_air.h"
#include "import_torcs.h"

#define HALF_PI 1.57079632679489662

/* -- Facts -- */

/* Newer files have the height of the tyre's section instead of its ratio to the width. */
static void take_tyres(struct torcs *t)
{
    double width[ENDS], radius[ENDS], rim[ENDS];
    for (int end = FRONT; end < ENDS; ++end) {
        const char *section = end ? "Rear Right Wheel" : "Front Right Wheel";
        double ratio, height;
        width[end] =
            kamm_torcs_needed(t, section, "tire width", "m", 0.03, 1.1, "width of the tyre");
        rim[end] =
            kamm_torcs_needed(t, section, "rim diameter", "m", 0.1, 1.5, "diameter of the rim") / 2;
        if (!kamm_torcs_number(t, section, "tire height", "m", 0.01, 0.6, &height)) {
            ratio = kamm_torcs_needed(t, section, "tire height-width ratio", "", 0.1, 1.2,
                                      "height of the tyre's section over its width");
            height = ratio * width[end];
        }
        radius[end] = rim[end] + height;
    }
    kamm_take_tyre_facts(t->m, width, radius, rim);
}

static double axle_m(struct torcs *t, const char *section)
{
    return kamm_torcs_needed(t, section, "xpos", "m", -20, 20, "place of the axle");
}

static void take_track(struct torcs *t, int end)
{
    double mean, half = 0;
    char section[64];
    snprintf(section, sizeof section, "%s Right Wheel", kamm_torcs_ends[end]);
    kamm_torcs_needed(t, section, "ypos", "m", -2, 2, "place of the wheel, left above 0");
    if (!kamm_torcs_sides(t, end, "Wheel", "ypos", "m", -2, 2, &mean, &half)) return;
    t->track_m[end] = 2 * fabs(half);
    if (!(t->track_m[end] >= 0.2))
        kamm_torcs_fail(t, section, "ypos", KAMM_ERROR_RANGE,
                        "right and left wheel are not 0.2 m apart");
    t->ride_m[end] = 0.2; /* as the game's simulator has it where there is none */
    kamm_torcs_sides(t, end, "Wheel", "ride height", "m", 0, 2, &t->ride_m[end], NULL);
}

void kamm_torcs_chassis_facts(struct torcs *t)
{
    kamm_vehicle_facts *facts = &t->m->facts;
    facts->mass_kg = kamm_torcs_needed(t, "Car", "mass", "kg", 50, 60000, "mass without fuel");
    facts->front_share = t->front_share =
        kamm_torcs_needed(t, "Car", "front-rear weight repartition", "", 0.05, 0.95,
                          "share of the weight on the front axle");
    t->wheelbase_m = axle_m(t, "Front Axle") - axle_m(t, "Rear Axle");
    if (!(t->wheelbase_m >= 0.5))
        kamm_torcs_fail(t, "Rear Axle", "xpos", KAMM_ERROR_RANGE,
                        "is not 0.5 m behind the front axle");
    facts->wheelbase_m = t->wheelbase_m;
    for (int end = FRONT; end < ENDS; ++end) take_track(t, end);
    facts->front_track_m = t->track_m[FRONT];
    facts->rear_track_m = t->track_m[REAR];
    kamm_torcs_number(t, "Car", "body length", "m", 0.5, 30, &facts->length_m);
    kamm_torcs_number(t, "Car", "body width", "m", 0.4, 4, &facts->width_m);
    kamm_torcs_number(t, "Car", "body height", "m", 0.3, 5, &facts->height_m);
    kamm_torcs_number(t, "Aerodynamics", "front area", "m2", 0.1, 15, &facts->frontal_area_m2);
    if (!t->m->result) take_tyres(t);
}

/* -- Mass -- */

static double ride_m(const struct torcs *t)
{
    return t->front_share * t->ride_m[FRONT] + (1 - t->front_share) * t->ride_m[REAR];
}

/* Ixx = m (w^2 + h^2) / 12, Iyy = m (k^2 l^2 + h^2) / 12, Izz = m (w^2 + k^2 l^2) / 12 with the repartition k. */
static void put_inertia(struct torcs *t)
{
    struct import *m = t->m;
    double k = 1, x, y, z, twelfth = m->facts.mass_kg / 12;
    if (!kamm_torcs_number(t, "Car", "body length", "m", 0.5, 30, &x) ||
        !kamm_torcs_number(t, "Car", "body width", "m", 0.4, 4, &y) ||
        !kamm_torcs_number(t, "Car", "body height", "m", 0.3, 5, &z))
        return;
    kamm_torcs_number(t, "Car", "mass repartition coefficient", "", 0.1, 5, &k);
    x *= k;
    kamm_torcs_from(t, "Car", "body length", ", width, height and mass repartition coefficient");
    kamm_put_imported(m, "body.roll_inertia_kgm2", twelfth * (y * y + z * z), t->from);
    kamm_put_imported(m, "body.pitch_inertia_kgm2", twelfth * (x * x + z * z), t->from);
    kamm_put_imported(m, "body.yaw_inertia_kgm2", twelfth * (x * x + y * y), t->from);
}

/* Heights of the file are above the bottom of the body, whose height is the ride height. */
static void put_mass(struct torcs *t)
{
    struct import *m = t->m;
    double height;
    kamm_torcs_take(t, "Car", "mass", "kg", 50, 60000, "body.mass_kg");
    kamm_put_imported(m, "axles[1].behind_front_axle_m", t->wheelbase_m,
                      kamm_torcs_from(t, "Front Axle", "xpos", " and that of the rear axle"));
    kamm_put_imported(m, "body.cg_behind_front_axle_m", (1 - t->front_share) * t->wheelbase_m,
                      kamm_torcs_from(t, "Car", "front-rear weight repartition", ""));
    if (kamm_torcs_number(t, "Car", "GC height", "m", 0, 3, &height))
        kamm_put_imported(m, "body.cg_height_m", height + ride_m(t),
                          kamm_torcs_from(t, "Car", "GC height", " and ride height"));
    if (fmin(t->ride_m[FRONT], t->ride_m[REAR]) >= 0.004)
        kamm_put_imported(m, "body.ground_clearance_m", fmin(t->ride_m[FRONT], t->ride_m[REAR]),
                          kamm_torcs_from_sides(t, FRONT, "Wheel", "ride height", ""));
    put_inertia(t);
}

static void put_steering(struct torcs *t)
{
    double lock;
    if (kamm_torcs_number(t, "Steer", "steer lock", "rad", 0.02, 1.5, &lock))
        kamm_put_imported(t->m, "steering.lock_rad", t->m->e->def.steering.ratio * lock,
                          kamm_torcs_from(t, "Steer", "steer lock", ", times steering.ratio"));
}

/* Torque = pressure, by its share, times piston area, friction and half the disc's diameter. */
static void put_brakes(struct torcs *t)
{
    struct import *m = t->m;
    double pressure, share;
    if (!kamm_torcs_number(t, "Brake System", "max pressure", "Pa", 0, 1e9, &pressure) ||
        !kamm_torcs_number(t, "Brake System", "front-rear brake repartition", "", 0, 1, &share))
        return;
    for (int end = FRONT; end < ENDS; ++end) {
        double diameter, area, friction;
        if (!kamm_torcs_sides(t, end, "Brake", "disk diameter", "m", 0, 2, &diameter, NULL) ||
            !kamm_torcs_sides(t, end, "Brake", "piston area", "m2", 0, 1, &area, NULL) ||
            !kamm_torcs_sides(t, end, "Brake", "mu", "", 0, 5, &friction, NULL))
            return;
        double part = end == FRONT ? share : 1 - share;
        kamm_put_imported(
            m, kamm_axle_path(m->e, end, "brake_torque_nm"),
            pressure * part * area * friction * diameter / 2,
            kamm_torcs_from_sides(t, end, "Brake", "piston area", ", mu, disk diameter, pressure"));
    }
}

void kamm_torcs_put_chassis(struct torcs *t)
{
    put_mass(t);
    put_steering(t);
    put_brakes(t);
}

/* -- Tyres -- */

struct curve {
    double stiffness, shape, curvature; /* BC, C, E */
};

static double curve_at(const struct curve *c, double slip)
{
    double x = c->stiffness / c->shape * slip;
    return sin(c->shape * atan(x * (1 - c->curvature) + c->curvature * atan(x)));
}

/* The slip of the peak, at most `most`. */
static double peak_slip(const struct curve *c, double most)
{
    double low = 0, high = most;
    for (int i = 0; i < 60; ++i) {
        double slip = (low + high) / 2, x = c->stiffness / c->shape * slip;
        double bent = x * (1 - c->curvature) + c->curvature * atan(x);
        *(c->shape * atan(bent) < HALF_PI ? &low : &high) = slip;
    }
    return high;
}

static const char *tyre_path(char path[MARK_PATH], int end, const char *name)
{
    snprintf(path, MARK_PATH, "tyres[%d].%s", end, name);
    return path;
}

static void put_tyre(struct torcs *t, int end, const char *name, double value, const char *key,
                     const char *more)
{
    char path[MARK_PATH];
    kamm_put_imported(t->m, tyre_path(path, end, name), value,
                      kamm_torcs_from_sides(t, end, "Wheel", key, more));
}

/* Whether such a tyre exists: a curve with that slope, peak and slide. */
static int is_possible(const struct torcs *t, int end)
{
    kamm_tyre_def tyre;
    kamm_error unheard;
    return !kamm_tyre_from_spec(&t->m->e->tyres[end], &tyre, &unheard);
}

/* F = mu Fz sin(C atan(B s (1 - E) + E atan(B s))) of the joint slip s, which is sin(alpha) of a rolling wheel. C = 2 - 2/pi
 * asin(dynamic friction), B C = stiffness, E = elasticity factor. A sliding wheel has s = 1. */
static void put_slip(struct torcs *t, int end, double friction)
{
    double dynamic = 0.8, curvature = 0.7, stiffness = 30; /* the simulator's own */
    const char *more = ", dynamic friction and elasticity factor, or the simulator's own";
    kamm_torcs_sides(t, end, "Wheel", "dynamic friction", "", 0, 2, &dynamic, NULL);
    kamm_torcs_sides(t, end, "Wheel", "elasticity factor", "", -20, 1, &curvature, NULL);
    kamm_torcs_sides(t, end, "Wheel", "stiffness", "", 1, 300, &stiffness, NULL);
    struct curve c = {stiffness, 2 - asin(fmin(fmax(dynamic, 0.1), 1)) / HALF_PI, curvature};
    double peak = peak_slip(&c, 1), slide = fmin(fmax(curve_at(&c, 1), 0.3), 0.98);
    put_tyre(t, end, "peak_slip_ratio", fmin(fmax(peak, 0.01), 0.35), "stiffness", more);
    put_tyre(t, end, "peak_slip_angle_rad", fmin(fmax(asin(peak), 0.015), 0.45), "stiffness", more);
    put_tyre(t, end, "slide_longitudinal", slide, "dynamic friction", " of a locked wheel");
    put_tyre(t, end, "slide_lateral", slide, "dynamic friction", " of a wheel that slides");
    put_tyre(t, end, "slip_stiffness", friction * stiffness, "stiffness", " times mu");
    put_tyre(t, end, "cornering_stiffness_per_rad", friction * stiffness, "stiffness", " times mu");
    if (t->m->result || is_possible(t, end)) return;
    put_tyre(t, end, "slip_stiffness", 0, "stiffness", ": 0, from peak and slide");
    put_tyre(t, end, "cornering_stiffness_per_rad", 0, "stiffness", ": 0, from peak and slide");
}

/* mu (min + (max - min) exp(k Fz / F0)) is mu at the operating load F0. With that the friction changes by
 * min + (1 - min)^2 / (max - min) - 1 when the load doubles. Without an operating load it is 1.2 times that at rest. */
static void put_friction(struct torcs *t, int end)
{
    double friction, least = 0.8, most = 1.6, load = 1.2 * t->m->e->wheel_load_n[end];
    if (!kamm_torcs_sides(t, end, "Wheel", "mu", "", 0.05, 5, &friction, NULL)) return;
    kamm_torcs_sides(t, end, "Wheel", "load factor min", "", 0, 5, &least, NULL);
    kamm_torcs_sides(t, end, "Wheel", "load factor max", "", 0, 20, &most, NULL);
    kamm_torcs_sides(t, end, "Wheel", "operating load", "N", 50, 1e5, &load, NULL);
    least = fmin(least, 0.99);
    most = fmax(most, 1.01);
    put_tyre(t, end, "nominal_load_n", load, "operating load", ", or 1.2 times that at rest");
    put_tyre(t, end, "friction_longitudinal", friction, "mu", "");
    put_tyre(t, end, "friction_lateral", friction, "mu", "");
    put_tyre(t, end, "friction_load_sensitivity",
             fmax(least + (1 - least) * (1 - least) / (most - least) - 1, -1), "load factor min",
             " and max, or the simulator's own");
    put_slip(t, end, friction);
}

static void take_tyre(struct torcs *t, int end, const char *key, const char *unit, double min,
                      double max, const char *name)
{
    double value;
    if (kamm_torcs_sides(t, end, "Wheel", key, unit, min, max, &value, NULL))
        put_tyre(t, end, name, value, key, "");
}

static void put_size(struct torcs *t, int end)
{
    struct import *m = t->m;
    const char *section = end ? "Rear Right Wheel" : "Front Right Wheel";
    double height, width = m->e->tyres[end].width_m;
    take_tyre(t, end, "tire width", "m", 0.03, 1.1, "width_m");
    take_tyre(t, end, "rim diameter", "m", 0.1, 1.5, "rim_diameter_m");
    if (kamm_torcs_number(t, section, "tire height", "m", 0.01, 0.6, &height))
        put_tyre(t, end, "aspect_ratio", height / width, "tire height", " over tire width");
    else
        take_tyre(t, end, "tire height-width ratio", "", 0.1, 1.2, "aspect_ratio");
}

/* -- Wheels and suspension -- */

static void put_axle(struct torcs *t, int end, const char *name, double value, const char *part,
                     const char *key, const char *more)
{
    kamm_put_imported(t->m, kamm_axle_path(t->m->e, end, name), value,
                      kamm_torcs_from_sides(t, end, part, key, more));
}

static void put_wheel(struct torcs *t, int end)
{
    double value, half, disc = 0;
    put_axle(t, end, "track_m", t->track_m[end], "Wheel", "ypos", " and that of the left wheel");
    if (kamm_torcs_sides(t, end, "Wheel", "mass", "kg", 0.5, 2000, &value, NULL))
        put_axle(t, end, "unsprung_mass_kg", value, "Wheel", "mass", "");
    kamm_torcs_sides(t, end, "Brake", "inertia", "kg.m2", 0, 500, &disc, NULL);
    if (kamm_torcs_sides(t, end, "Wheel", "inertia", "kg.m2", 0.001, 500, &value, NULL))
        put_axle(t, end, "wheel_inertia_kgm2", value + disc, "Wheel", "inertia",
                 disc > 0 ? ", and that of the brake" : "");
    if (kamm_torcs_sides(t, end, "Wheel", "camber", "rad", -0.3, 0.3, &value, NULL))
        put_axle(t, end, "suspension.camber_rad", value, "Wheel", "camber", "");
    if (kamm_torcs_sides(t, end, "Wheel", "toe", "rad", -0.1, 0.1, &value, &half))
        put_axle(t, end, "suspension.toe_in_rad", half, "Wheel", "toe", ", less the left wheel's");
}

/* Spring and damper have the bellcrank's share of the wheel's travel, and give its share of their force. */
static void put_dampers(struct torcs *t, int end, double lever)
{
    static const char *const keys[] = {"slow bump", "fast bump", "slow rebound", "fast rebound"};
    static const char *const names[] = {
        "suspension.bump_damping_ns_per_m", "suspension.bump_fast_damping_ns_per_m",
        "suspension.rebound_damping_ns_per_m", "suspension.rebound_fast_damping_ns_per_m"};
    double damping;
    int count = 0;
    for (int i = 0; i < 4; ++i)
        if (kamm_torcs_sides(t, end, "Suspension", keys[i], "N.s/m", 0, 2e6, &damping, NULL)) {
            put_axle(t, end, names[i], damping * lever * lever, "Suspension", keys[i],
                     ", times bellcrank^2");
            ++count;
        }
    if (count)
        put_axle(t, end, "suspension.damper_knee_mps", 0.5 / lever, "Suspension", "bellcrank",
                 ": 0.5 m/s of the simulator, over bellcrank");
}

/* Upward travel ends at the packers, downward travel where the spring has its course. */
static void put_travel(struct torcs *t, int end, double lever)
{
    double packers = 0, course;
    kamm_torcs_sides(t, end, "Suspension", "packers", "m", 0, 1, &packers, NULL);
    put_axle(t, end, "suspension.bump_travel_m", fmax(t->ride_m[end] - packers, 0.005),
             "Suspension", "packers", ", below the ride height");
    if (kamm_torcs_sides(t, end, "Suspension", "suspension course", "m", 0, 3, &course, NULL))
        put_axle(t, end, "suspension.rebound_travel_m",
                 fmax(course / lever - t->ride_m[end], 0.005), "Suspension", "suspension course",
                 " over bellcrank, less the ride height");
}

static void put_suspension(struct torcs *t, int end)
{
    struct import *m = t->m;
    char section[32];
    double lever = 1, rate, arm;
    kamm_torcs_sides(t, end, "Suspension", "bellcrank", "", 0.05, 20, &lever, NULL);
    if (kamm_torcs_sides(t, end, "Suspension", "spring", "N/m", 20, 4e7, &rate, NULL))
        put_axle(t, end, "suspension.spring_n_per_m", rate * lever * lever, "Suspension", "spring",
                 ", times bellcrank^2");
    put_dampers(t, end, lever);
    put_travel(t, end, lever);
    snprintf(section, sizeof section, "%s Anti-Roll Bar", kamm_torcs_ends[end]);
    if (kamm_torcs_number(t, section, "spring", "N/m", 0, 1e7, &rate))
        kamm_put_imported(m, kamm_axle_path(m->e, end, "suspension.anti_roll_bar_n_per_m"),
                          rate * lever, kamm_torcs_from(t, section, "spring", ", times bellcrank"));
    snprintf(section, sizeof section, "%s Axle", kamm_torcs_ends[end]);
    if (kamm_torcs_number(t, section, "roll center height", "m", -2, 2, &arm))
        kamm_put_imported(
            m, kamm_axle_path(m->e, end, "suspension.roll_centre_height_m"),
            m->e->def.body.cg_height_m - arm,
            kamm_torcs_from(t, section, "roll center height", ", below the centre of gravity"));
}

void kamm_torcs_put_wheels(struct torcs *t)
{
    for (int end = FRONT; end < ENDS && !t->m->result; ++end) {
        put_size(t, end);
        take_tyre(t, end, "pressure", "Pa", 1e4, 2e6, "inflation_pressure_pa");
        take_tyre(t, end, "rolling resistance", "", 0, 0.2, "rolling_resistance");
        put_friction(t, end);
        put_wheel(t, end);
        put_suspension(t, end);
    }
}

/* -- Air -- */

/* Over speed squared, N s2/m2. */
struct air {
    double drag, front_press, rear_press, moment;
};

/* A force that presses down at a place ahead of the middle of the body. */
static void add_press(const struct torcs *t, double press, double x_m, double centre_m,
                      struct air *sum)
{
    double front = t->front_share + (x_m - centre_m) / t->wheelbase_m;
    sum->front_press += front * press;
    sum->rear_press += (1 - front) * press;
}

/* Below the body: 2 Clift exp(-3 (1.5 sum of the ride heights)^4). Wing: 1.23 area sin(angle) back, four times that down. Both act
 * at the wing's place. */
static void add_end(struct torcs *t, int end, double drag_height_m, double centre_m,
                    struct air *sum)
{
    char section[32];
    double area = 0, angle = 0, x = 0, z = 0, lift = 0;
    snprintf(section, sizeof section, "%s Wing", kamm_torcs_ends[end]);
    kamm_torcs_number(t, section, "area", "m2", 0, 20, &area);
    kamm_torcs_number(t, section, "angle", "rad", -1.6, 1.6, &angle);
    kamm_torcs_number(t, section, "xpos", "m", -20, 20, &x);
    kamm_torcs_number(t, section, "zpos", "m", -5, 5, &z);
    kamm_torcs_number(t, "Aerodynamics", end ? "rear Clift" : "front Clift", "", -20, 20, &lift);
    double near = pow(1.5 * 2 * (t->ride_m[FRONT] + t->ride_m[REAR]), 4);
    double wing = 1.23 * area * sin(angle);
    sum->drag += wing;
    sum->moment += wing * (z + ride_m(t) - drag_height_m);
    add_press(t, 4 * wing + 2 * lift * exp(-3 * near), x, centre_m, sum);
}

/* The body's drag, 0.645 Cx A v^2, acts at the centre of gravity. */
void kamm_torcs_put_aero(struct torcs *t)
{
    struct import *m = t->m;
    struct air sum = {0};
    double cx, area = m->e->def.aero.frontal_area_m2, height = m->e->def.body.cg_height_m;
    double front_m = axle_m(t, "Front Axle");
    double centre_m = front_m - (1 - t->front_share) * t->wheelbase_m;
    if (!kamm_torcs_number(t, "Aerodynamics", "Cx", "", 0, 5, &cx)) return;
    if (m->facts.frontal_area_m2 > 0)
        kamm_torcs_take(t, "Aerodynamics", "front area", "m2", 0.1, 15, "aero.frontal_area_m2");
    sum.drag = 0.645 * cx * area;
    for (int end = FRONT; end < ENDS; ++end) add_end(t, end, height, centre_m, &sum);
    if (m->result) return;
    double unit = 0.5 * KAMM_STANDARD_AIR_KGPM3 * area;
    kamm_put_imported(m, "aero.drag_coefficient", sum.drag / unit,
                      kamm_torcs_from(t, "Aerodynamics", "Cx", " and wings"));
    kamm_torcs_from(t, "Aerodynamics", "front Clift", ", rear Clift and wings");
    kamm_put_imported(m, "aero.front_lift_coefficient", -sum.front_press / unit, t->from);
    kamm_put_imported(m, "aero.rear_lift_coefficient", -sum.rear_press / unit, t->from);
    if (sum.drag > 0)
        kamm_put_imported(m, "aero.drag_height_m", fmax(height + sum.moment / sum.drag, 0),
                          kamm_torcs_from(t, "Rear Wing", "zpos", ", weighted by drag"));
}
