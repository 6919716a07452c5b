/* Assetto Corsa: mass, suspension, tyres, steering, brakes and air. */
#include <math.h>
#include <string.h>

#include "import_assetto.h"

#define GRAVITY 9.80665
#define PSI_PA 6894.757

static const char *tyre_path(char path[MARK_PATH], int end, const char *name)
{
    snprintf(path, MARK_PATH, "tyres[%d].%s", end, name);
    return path;
}

/* -- Facts -- */

/* Width, radius and rim of the first compound. Old files have no rim; a section height of half the width is usual. */
static void take_tyres(struct assetto *ac)
{
    double width[ENDS], radius[ENDS], rim[ENDS];
    for (int end = FRONT; end < ENDS; ++end) {
        const char *section = kamm_ac_ends[end];
        width[end] =
            kamm_ac_needed(ac, TYRES, section, "WIDTH", "m", 0.03, 1.1, "width of the tyre");
        radius[end] =
            kamm_ac_needed(ac, TYRES, section, "RADIUS", "m", 0.1, 1.2, "radius of the tyre");
        rim[end] = radius[end] - 0.5 * width[end];
        kamm_ac_number(ac, TYRES, section, "RIM_RADIUS", "m", 0.05, 0.98 * radius[end], &rim[end]);
        ac->radius_m[end] = radius[end];
        ac->rim_m[end] = rim[end];
    }
    kamm_take_tyre_facts(ac->m, width, radius, rim);
}

void kamm_ac_chassis_facts(struct assetto *ac)
{
    kamm_vehicle_facts *facts = &ac->m->facts;
    facts->mass_kg = kamm_ac_needed(ac, CAR, "BASIC", "TOTALMASS", "kg", 50, 60000,
                                    "mass with driver, without fuel");
    facts->wheelbase_m = ac->wheelbase_m = kamm_ac_needed(ac, SUSPENSIONS, "BASIC", "WHEELBASE",
                                                          "m", 0.5, 20, "distance of the axles");
    facts->front_share = ac->front_share =
        kamm_ac_needed(ac, SUSPENSIONS, "BASIC", "CG_LOCATION", "", 0.05, 0.95,
                       "share of the weight on the front axle");
    facts->front_track_m =
        kamm_ac_needed(ac, SUSPENSIONS, "FRONT", "TRACK", "m", 0.2, 4, "track of the axle");
    facts->rear_track_m =
        kamm_ac_needed(ac, SUSPENSIONS, "REAR", "TRACK", "m", 0.2, 4, "track of the axle");
    take_tyres(ac);
}

/* -- Tyres -- */

/* Friction at FZ0 and its change when the load doubles: D = DY_REF (Fz / FZ0)^(LS_EXPY - 1). */
static void put_friction(struct assetto *ac, int end)
{
    const char *section = kamm_ac_ends[end];
    char path[MARK_PATH];
    double exponent;
    kamm_ac_take(ac, TYRES, section, "FZ0", "N", 50, 1e5, 1,
                 tyre_path(path, end, "nominal_load_n"));
    kamm_ac_take(ac, TYRES, section, "DX0", "", 0.05, 5, 1,
                 tyre_path(path, end, "friction_longitudinal"));
    kamm_ac_take(ac, TYRES, section, "DX_REF", "", 0.05, 5, 1,
                 tyre_path(path, end, "friction_longitudinal"));
    kamm_ac_take(ac, TYRES, section, "DY0", "", 0.05, 5, 1,
                 tyre_path(path, end, "friction_lateral"));
    kamm_ac_take(ac, TYRES, section, "DY_REF", "", 0.05, 5, 1,
                 tyre_path(path, end, "friction_lateral"));
    if (kamm_ac_number(ac, TYRES, section, "LS_EXPY", "", 0.3, 1.3, &exponent))
        kamm_put_imported(ac->m, tyre_path(path, end, "friction_load_sensitivity"),
                          pow(2, exponent - 1) - 1,
                          kamm_ac_from(ac, TYRES, section, "LS_EXPY", ", as 2^(LS_EXPY - 1) - 1"));
}

/* With the slip angle of the peak given, the cornering stiffness follows from peak and slide. */
static void put_slip(struct assetto *ac, int end)
{
    const char *section = kamm_ac_ends[end];
    char path[MARK_PATH];
    double angle;
    kamm_ac_take(ac, TYRES, section, "FALLOFF_LEVEL", "", 0.3, 0.98, 1,
                 tyre_path(path, end, "slide_lateral"));
    kamm_ac_take(ac, TYRES, section, "FALLOFF_LEVEL", "", 0.3, 0.98, 1,
                 tyre_path(path, end, "slide_longitudinal"));
    if (!kamm_ac_number(ac, TYRES, section, "FRICTION_LIMIT_ANGLE", "deg", 0.9, 25, &angle)) return;
    kamm_put_imported(ac->m, tyre_path(path, end, "peak_slip_angle_rad"), angle * DEGREE_RAD,
                      kamm_ac_from(ac, TYRES, section, "FRICTION_LIMIT_ANGLE", ""));
    kamm_put_imported(
        ac->m, tyre_path(path, end, "cornering_stiffness_per_rad"), 0,
        kamm_ac_from(ac, TYRES, section, "FRICTION_LIMIT_ANGLE", ": 0, from peak and slide"));
}

static void put_tyre(struct assetto *ac, int end)
{
    const char *section = kamm_ac_ends[end];
    double width_m = ac->m->e->tyres[end].width_m, rim_m = ac->rim_m[end];
    char path[MARK_PATH];
    kamm_ac_take(ac, TYRES, section, "WIDTH", "m", 0.03, 1.1, 1, tyre_path(path, end, "width_m"));
    kamm_put_imported(
        ac->m, tyre_path(path, end, "rim_diameter_m"), 2 * rim_m,
        kamm_ac_from(ac, TYRES, section, "RIM_RADIUS", "; without it a section of 0.5"));
    kamm_put_imported(ac->m, tyre_path(path, end, "aspect_ratio"),
                      (ac->radius_m[end] - rim_m) / width_m,
                      kamm_ac_from(ac, TYRES, section, "RADIUS", " less the rim's, over WIDTH"));
    kamm_ac_take(ac, TYRES, section, "RATE", "N/m", 1e4, 1e7, 1,
                 tyre_path(path, end, "vertical_stiffness_n_per_m"));
    kamm_ac_take(ac, TYRES, section, "PRESSURE_STATIC", "psi", 1, 200, PSI_PA,
                 tyre_path(path, end, "inflation_pressure_pa"));
    kamm_ac_take(ac, TYRES, section, "ROLLING_RESISTANCE_0", "", 0, 100, 0.001,
                 tyre_path(path, end, "rolling_resistance"));
    put_friction(ac, end);
    put_slip(ac, end);
}

void kamm_ac_put_tyres(struct assetto *ac)
{
    kamm_ini_find(&ac->ini[TYRES], "COMPOUND_DEFAULT", "INDEX");
    for (int end = FRONT; end < ENDS; ++end) put_tyre(ac, end);
}

/* -- Suspension -- */

/* Wheel rate at rest. The spring's force is (SPRING_RATE + PROGRESSIVE_SPRING_RATE x) x at the compression x. */
static void put_spring(struct assetto *ac, int end, double sprung_n)
{
    const char *section = kamm_ac_ends[end];
    double rate = kamm_ac_needed(ac, SUSPENSIONS, section, "SPRING_RATE", "N/m", 20, 4e7,
                                 "spring at the wheel");
    double growth = 0, rest = rate;
    if (kamm_ac_number(ac, SUSPENSIONS, section, "PROGRESSIVE_SPRING_RATE", "N/m/m", 0, 1e8,
                       &growth))
        rest = sqrt(rate * rate + 4 * growth * sprung_n);
    kamm_put_imported(
        ac->m, kamm_axle_path(ac->m->e, end, "suspension.spring_n_per_m"), rest,
        kamm_ac_from(ac, SUSPENSIONS, section, "SPRING_RATE",
                     growth > 0 ? " and PROGRESSIVE_SPRING_RATE, slope at rest" : ""));
}

static void take_axle(struct assetto *ac, int end, const char *key, const char *unit, double max,
                      double scale, const char *name)
{
    kamm_ac_take(ac, SUSPENSIONS, kamm_ac_ends[end], key, unit, 0, max, scale,
                 kamm_axle_path(ac->m->e, end, name));
}

static void put_dampers(struct assetto *ac, int end)
{
    take_axle(ac, end, "DAMP_BUMP", "N.s/m", 2e6, 1, "suspension.bump_damping_ns_per_m");
    take_axle(ac, end, "DAMP_FAST_BUMP", "N.s/m", 2e6, 1, "suspension.bump_fast_damping_ns_per_m");
    take_axle(ac, end, "DAMP_REBOUND", "N.s/m", 2e6, 1, "suspension.rebound_damping_ns_per_m");
    take_axle(ac, end, "DAMP_FAST_REBOUND", "N.s/m", 2e6, 1,
              "suspension.rebound_fast_damping_ns_per_m");
    take_axle(ac, end, "DAMP_FAST_BUMPTHRESHOLD", "m/s", 8, 1, "suspension.damper_knee_mps");
    take_axle(ac, end, "BUMP_STOP_RATE", "N/m", 4e7, 1, "suspension.bump_stop_n_per_m");
    take_axle(ac, end, "BUMP_STOP_RATE", "N/m", 4e7, 1, "suspension.rebound_stop_n_per_m");
    take_axle(ac, end, "BUMPSTOP_UP", "m", 3, 1, "suspension.bump_travel_m");
    take_axle(ac, end, "BUMPSTOP_DN", "m", 3, 1, "suspension.rebound_travel_m");
}

/* Whether it is a live axle, whose hub's mass is that of the axle. */
static int put_kind(struct assetto *ac, int end)
{
    struct import *m = ac->m;
    const struct ini_value *type = kamm_ini_find(&ac->ini[SUSPENSIONS], kamm_ac_ends[end], "TYPE");
    int is_beam = type && !strcmp(type->value, "AXLE");
    if (!type) return 0;
    kamm_put_imported_word(m, kamm_axle_path(m->e, end, "suspension.kind"),
                           is_beam ? "dependent" : "independent",
                           kamm_ac_from(ac, SUSPENSIONS, kamm_ac_ends[end], "TYPE", ""));
    return is_beam;
}

static void put_axle(struct assetto *ac, int end)
{
    struct import *m = ac->m;
    const char *section = kamm_ac_ends[end];
    double hub_kg = m->e->def.axles[end].unsprung_mass_kg, camber;
    take_axle(ac, end, "TRACK", "m", 4, 1, "track_m");
    int has_hub = kamm_ac_number(ac, SUSPENSIONS, section, "HUB_MASS", "kg", 0.5, 5000, &hub_kg);
    if (put_kind(ac, end) && has_hub) hub_kg /= 2;
    if (has_hub)
        kamm_put_imported(m, kamm_axle_path(m->e, end, "unsprung_mass_kg"), hub_kg,
                          kamm_ac_from(ac, SUSPENSIONS, section, "HUB_MASS", ""));
    put_spring(ac, end, m->e->wheel_load_n[end] - GRAVITY * hub_kg);
    put_dampers(ac, end);
    kamm_ac_take(ac, SUSPENSIONS, "ARB", section, "N/m", 0, 1e7, 1,
                 kamm_axle_path(m->e, end, "suspension.anti_roll_bar_n_per_m"));
    if (kamm_ac_number(ac, SUSPENSIONS, section, "STATIC_CAMBER", "deg", -15, 15, &camber))
        kamm_put_imported(m, kamm_axle_path(m->e, end, "suspension.camber_rad"),
                          camber * DEGREE_RAD,
                          kamm_ac_from(ac, SUSPENSIONS, section, "STATIC_CAMBER", ""));
    kamm_ac_take(ac, TYRES, section, "ANGULAR_INERTIA", "kg.m2", 0.01, 500, 1,
                 kamm_axle_path(m->e, end, "wheel_inertia_kgm2"));
}

void kamm_ac_put_suspension(struct assetto *ac)
{
    for (int end = FRONT; end < ENDS && !ac->m->result; ++end) put_axle(ac, end);
}

/* -- Mass, steering, brakes -- */

/* BASEY is the height of the wheel's centre above the centre of gravity, which is on the line between both ends. */
static void put_height(struct assetto *ac)
{
    double height = 0;
    for (int end = FRONT; end < ENDS; ++end) {
        const kamm_tyre_spec *tyre = &ac->m->e->tyres[end];
        double share = end == FRONT ? ac->front_share : 1 - ac->front_share, base = 0;
        double loaded =
            ac->radius_m[end] - ac->m->e->wheel_load_n[end] / tyre->vertical_stiffness_n_per_m;
        if (!kamm_ac_number(ac, SUSPENSIONS, kamm_ac_ends[end], "BASEY", "m", -3, 3, &base)) return;
        height += share * (loaded - base);
    }
    kamm_put_imported(ac->m, "body.cg_height_m", height,
                      "suspensions.ini [FRONT] and [REAR] BASEY, below the loaded wheels' radius");
}

/* INERTIA: width, height and length of a box of the car's mass; or the moments about these axes. */
static void put_inertia(struct assetto *ac)
{
    struct import *m = ac->m;
    double box[3], third = m->facts.mass_kg / 12;
    int has = 0, is_box = !kamm_ini_has_section(&ac->ini[CAR], "EXPLICIT_INERTIA");
    const char *section = is_box ? "BASIC" : "EXPLICIT_INERTIA";
    if (!m->result)
        m->result = kamm_ini_numbers(&ac->ini[CAR], section, "INERTIA", 3, box, &has, m->error);
    if (!has || m->result) return;
    double x = box[0] * box[0], y = box[1] * box[1], z = box[2] * box[2];
    kamm_ac_from(ac, CAR, section, "INERTIA", is_box ? ": a box of width, height, length" : "");
    kamm_put_imported(m, "body.pitch_inertia_kgm2", is_box ? third * (y + z) : box[0], ac->from);
    kamm_put_imported(m, "body.yaw_inertia_kgm2", is_box ? third * (x + z) : box[1], ac->from);
    kamm_put_imported(m, "body.roll_inertia_kgm2", is_box ? third * (x + y) : box[2], ac->from);
}

/* A negative ratio turns the game's wheel the other way round. */
static void put_steering(struct assetto *ac)
{
    double ratio, lock;
    if (kamm_ac_number(ac, CAR, "CONTROLS", "STEER_RATIO", "", -100, 100, &ratio))
        kamm_put_imported(ac->m, "steering.ratio", fabs(ratio),
                          kamm_ac_from(ac, CAR, "CONTROLS", "STEER_RATIO", ""));
    if (kamm_ac_number(ac, CAR, "CONTROLS", "STEER_LOCK", "deg", 6, 3000, &lock))
        kamm_put_imported(ac->m, "steering.lock_rad", lock * DEGREE_RAD,
                          kamm_ac_from(ac, CAR, "CONTROLS", "STEER_LOCK", ""));
}

/* MAX_TORQUE is that of both ends' wheels together: FRONT_SHARE of it at each front wheel, the rest at each rear one. */
static void put_brakes(struct assetto *ac)
{
    struct import *m = ac->m;
    double torque, share;
    kamm_ac_take(ac, BRAKES, "DATA", "HANDBRAKE_TORQUE", "N.m", 0, 1e6, 1,
                 "axles[1].hand_brake_torque_nm");
    if (!kamm_ac_number(ac, BRAKES, "DATA", "MAX_TORQUE", "N.m", 1, 1e6, &torque) ||
        !kamm_ac_number(ac, BRAKES, "DATA", "FRONT_SHARE", "", 0, 1, &share))
        return;
    kamm_ac_from(ac, BRAKES, "DATA", "MAX_TORQUE", " and FRONT_SHARE");
    kamm_put_imported(m, "axles[0].brake_torque_nm", torque * share, ac->from);
    kamm_put_imported(m, "axles[1].brake_torque_nm", torque * (1 - share), ac->from);
}

void kamm_ac_put_chassis(struct assetto *ac)
{
    struct import *m = ac->m;
    kamm_put_imported(m, "body.mass_kg", m->facts.mass_kg, "car.ini [BASIC] TOTALMASS");
    kamm_put_imported(m, "axles[1].behind_front_axle_m", ac->wheelbase_m,
                      "suspensions.ini [BASIC] WHEELBASE");
    kamm_put_imported(m, "body.cg_behind_front_axle_m", (1 - ac->front_share) * ac->wheelbase_m,
                      "suspensions.ini [BASIC] CG_LOCATION");
    put_height(ac);
    put_inertia(ac);
    put_steering(ac);
    put_brakes(ac);
}

/* -- Air -- */

struct wing {
    double drag_m2, front_lift_m2, rear_lift_m2, drag_moment_m3;
};

static double coefficient(struct assetto *ac, const char *section, const char *key,
                          const char *gain, double angle)
{
    double factor = 1;
    kamm_ac_number(ac, AERO, section, gain, "", -100, 100, &factor);
    return kamm_ac_lut(ac, AERO, section, key) ? factor * kamm_lut_value(&ac->lut, angle) : 0;
}

/* A positive CL presses the car down. Lift acts at POSITION: across, up and ahead of the centre of gravity. */
static void add_wing(struct assetto *ac, const char *section, struct wing *sum)
{
    double chord, span, angle = 0, at[3] = {0};
    int has;
    if (!kamm_ac_number(ac, AERO, section, "CHORD", "m", 0, 20, &chord) ||
        !kamm_ac_number(ac, AERO, section, "SPAN", "m", 0, 20, &span))
        return;
    kamm_ac_number(ac, AERO, section, "ANGLE", "deg", -90, 90, &angle);
    if (!ac->m->result)
        ac->m->result =
            kamm_ini_numbers(&ac->ini[AERO], section, "POSITION", 3, at, &has, ac->m->error);
    double drag = chord * span * coefficient(ac, section, "LUT_AOA_CD", "CD_GAIN", angle);
    double lift = -chord * span * coefficient(ac, section, "LUT_AOA_CL", "CL_GAIN", angle);
    double front = ac->front_share + at[2] / ac->wheelbase_m;
    sum->drag_m2 += drag;
    sum->drag_moment_m3 += drag * at[1];
    sum->front_lift_m2 += front * lift;
    sum->rear_lift_m2 += (1 - front) * lift;
}

void kamm_ac_put_aero(struct assetto *ac)
{
    struct import *m = ac->m;
    struct wing sum = {0};
    char section[16];
    int count = 0;
    for (; count < 32 && !m->result; ++count) {
        snprintf(section, sizeof section, "WING_%d", count);
        if (!kamm_ini_has_section(&ac->ini[AERO], section)) break;
        add_wing(ac, section, &sum);
    }
    if (!count || m->result) return;
    double area = m->e->def.aero.frontal_area_m2;
    const char *from = "aero.ini [WING_0] and on: CHORD, SPAN, CD at ANGLE, over the frontal area";
    kamm_put_imported(m, "aero.drag_coefficient", sum.drag_m2 / area, from);
    from = "aero.ini [WING_0] and on: CHORD, SPAN, CL at ANGLE, POSITION, over the frontal area";
    kamm_put_imported(m, "aero.front_lift_coefficient", sum.front_lift_m2 / area, from);
    kamm_put_imported(m, "aero.rear_lift_coefficient", sum.rear_lift_m2 / area, from);
    if (sum.drag_m2 > 0)
        kamm_put_imported(m, "aero.drag_height_m",
                          fmax(m->e->def.body.cg_height_m + sum.drag_moment_m3 / sum.drag_m2, 0),
                          "aero.ini [WING_0] and on: POSITION, weighted by drag");
}
