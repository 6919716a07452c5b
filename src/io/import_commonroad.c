/* Vehicle parameters of CommonRoad as YAML: those of the multi-body model of Althoff and Wuersching, "CommonRoad: Vehicle
 * Models" (2020), tables 6 and 7, in SI units. The tyre's coefficients are in parameters_tire.yaml beside the file. */
#include <math.h>
#include <string.h>

#include "import.h"

#define HALF_PI 1.57079632679489662

enum { VEHICLE, TYRE, FILES };

struct commonroad {
    struct import *m;
    struct ini file[FILES];
    char from[144];
    double wheelbase_m, radius_m,
        front_m; /* front_m: from the front axle to the centre of gravity */
};

/* -- Values -- */

static int number(struct commonroad *c, const char *section, const char *key, double min,
                  double max, double *value)
{
    struct import *m = c->m;
    int has = 0, file = !strcmp(section, "tire") ? TYRE : VEHICLE;
    if (!m->result)
        m->result =
            kamm_ini_number(&c->file[file], section, key, "", min, max, value, &has, m->error);
    return has && !m->result;
}

static double needed(struct commonroad *c, const char *key, double min, double max,
                     const char *what)
{
    double value = min;
    if (!number(c, "", key, min, max, &value) && !c->m->result)
        c->m->result = kamm_ini_fail_missing(&c->file[VEHICLE], "", key, what, c->m->error);
    return value;
}

static const char *from(struct commonroad *c, const char *key, const char *more)
{
    snprintf(c->from, sizeof c->from, "CommonRoad %s%s", key, more);
    return c->from;
}

static void take(struct commonroad *c, const char *key, double min, double max, const char *path)
{
    double value;
    if (number(c, "", key, min, max, &value))
        kamm_put_imported(c->m, path, value, from(c, key, ""));
}

static void put_axle(struct commonroad *c, int axle, const char *name, double value,
                     const char *key, const char *more)
{
    kamm_put_imported(c->m, kamm_axle_path(c->m->e, axle, name), value, from(c, key, more));
}

static void take_axle(struct commonroad *c, int axle, const char *key, double min, double max,
                      const char *name)
{
    double value;
    if (number(c, "", key, min, max, &value)) put_axle(c, axle, name, value, key, "");
}

/* -- Facts -- */

/* Masses of sprung body and axles; 0: there are none. */
static int masses(struct commonroad *c, double *sprung, double *front, double *rear)
{
    return number(c, "", "m_s", 1, 60000, sprung) && number(c, "", "m_uf", 0.1, 60000, front) &&
           number(c, "", "m_ur", 0.1, 60000, rear);
}

/* The sprung mass is a behind the front axle, the axles' masses are at the axles. */
static void mass_facts(struct commonroad *c)
{
    kamm_vehicle_facts *facts = &c->m->facts;
    double sprung, front, rear;
    double a = needed(c, "a", 0.1, 10, "from the centre of gravity to the front axle, m");
    double b = needed(c, "b", 0.1, 10, "from the centre of gravity to the rear axle, m");
    facts->mass_kg = needed(c, "m", 50, 60000, "mass, kg");
    c->wheelbase_m = facts->wheelbase_m = a + b;
    c->front_m = a;
    if (masses(c, &sprung, &front, &rear))
        c->front_m = (sprung * a + rear * (a + b)) / (sprung + front + rear);
    facts->front_share = 1 - c->front_m / c->wheelbase_m;
    number(c, "", "l", 0.5, 30, &facts->length_m);
    number(c, "", "w", 0.4, 4, &facts->width_m);
    number(c, "", "T_f", 0.2, 4, &facts->front_track_m);
    number(c, "", "T_r", 0.2, 4, &facts->rear_track_m);
    number(c, "", "h_cg", 0.05, 3, &facts->cg_height_m);
}

/* Above v_switch the greatest acceleration is a_max v_switch / v, which is that power. T_se is the front axle's share. */
static void drive_facts(struct commonroad *c)
{
    kamm_vehicle_facts *facts = &c->m->facts;
    double a_max, v_switch, share;
    int has = number(c, "longitudinal", "a_max", 0.1, 100, &a_max) &&
              number(c, "longitudinal", "v_switch", 0.1, 100, &v_switch);
    if (has && !(facts->power_w > 0)) facts->power_w = facts->mass_kg * a_max * v_switch;
    if (!number(c, "", "T_se", 0, 1, &share)) return;
    facts->drive = share <= 0 ? KAMM_DRIVEN_REAR : share >= 1 ? KAMM_DRIVEN_FRONT : KAMM_DRIVEN_ALL;
}

/* The file has no width: 0.7 of the radius and a section of 0.5 of that are usual. */
static void tyre_facts(struct commonroad *c)
{
    if (!number(c, "", "R_w", 0.1, 1.2, &c->radius_m)) return;
    double width = 0.7 * c->radius_m, rim = c->radius_m - 0.5 * width;
    kamm_take_tyre_facts(c->m, (double[]){width, width}, (double[]){c->radius_m, c->radius_m},
                         (double[]){rim, rim});
}

/* -- Body -- */

/* About the whole car's centre of gravity: sprung mass at h_s, axles of the wheels' height at theirs. I_z is the car's. */
static void put_inertia(struct commonroad *c)
{
    struct import *m = c->m;
    double sprung, front, rear, roll, pitch, roll_front, roll_rear, height, centre;
    take(c, "I_z", 1, 1e8, "body.yaw_inertia_kgm2");
    if (!masses(c, &sprung, &front, &rear) || !number(c, "", "I_Phi_s", 0.1, 1e8, &roll) ||
        !number(c, "", "I_y_s", 0.1, 1e8, &pitch) ||
        !number(c, "", "I_uf", 0.1, 1e8, &roll_front) ||
        !number(c, "", "I_ur", 0.1, 1e8, &roll_rear) || !number(c, "", "h_s", 0.05, 5, &height) ||
        !number(c, "", "h_cg", 0.05, 3, &centre) || !(c->radius_m > 0))
        return;
    double up = (height - centre) * (height - centre);
    double down = (c->radius_m - centre) * (c->radius_m - centre);
    double ahead = c->front_m - needed(c, "a", 0.1, 10, ""), back = c->wheelbase_m - c->front_m;
    kamm_put_imported(m, "body.roll_inertia_kgm2",
                      roll + sprung * up + roll_front + roll_rear + (front + rear) * down,
                      from(c, "I_Phi_s, I_uf, I_ur", ", m_s, m_uf, m_ur at their heights"));
    kamm_put_imported(m, "body.pitch_inertia_kgm2",
                      pitch + sprung * (up + ahead * ahead) +
                          front * (down + c->front_m * c->front_m) + rear * (down + back * back),
                      from(c, "I_y_s", ", m_s, m_uf, m_ur at their places"));
}

static void put_body(struct commonroad *c)
{
    struct import *m = c->m;
    double angle;
    take(c, "m", 50, 60000, "body.mass_kg");
    kamm_put_imported(m, "axles[1].behind_front_axle_m", c->wheelbase_m, from(c, "a + b", ""));
    kamm_put_imported(m, "body.cg_behind_front_axle_m", c->front_m,
                      from(c, "a", ", of sprung mass and axles together"));
    take(c, "h_cg", 0.05, 3, "body.cg_height_m");
    put_inertia(c);
    if (number(c, "steering", "max", 0.02, 1.5, &angle))
        kamm_put_imported(m, "steering.lock_rad", m->e->def.steering.ratio * angle,
                          from(c, "steering.max", ", times steering.ratio"));
}

/* T_sb is the front axle's share of the torque; that of all wheels is the rules'. */
static void put_brakes(struct commonroad *c)
{
    const kamm_axle_def *axles = c->m->e->def.axles;
    double share, sum = axles[0].brake_torque_nm + axles[1].brake_torque_nm;
    if (!number(c, "", "T_sb", 0, 1, &share)) return;
    put_axle(c, 0, "brake_torque_nm", share * sum, "T_sb", " of the sum by the rules");
    put_axle(c, 1, "brake_torque_nm", (1 - share) * sum, "T_sb", ": the rest of that sum");
}

static void put_drive(struct commonroad *c)
{
    double share;
    if (!number(c, "", "T_se", 0, 1, &share)) return;
    put_axle(c, 0, "drive_share", share, "T_se", "");
    put_axle(c, 1, "drive_share", 1 - share, "T_se", ": the rest");
}

/* -- Suspension and tyres -- */

/* The auxiliary roll stiffness K_t < 0 gives -K_t / T of the roll angle at each wheel, whose travels differ by T times that. */
static void put_suspension(struct commonroad *c, int axle, const char *const keys[7])
{
    const kamm_axle_def *def = &c->m->e->def.axles[axle];
    double value;
    take_axle(c, axle, keys[0], 0.2, 4, "track_m");
    if (number(c, "", keys[1], 0.1, 60000, &value))
        put_axle(c, axle, "unsprung_mass_kg", value / 2, keys[1], ", half of it");
    take_axle(c, axle, keys[2], 20, 4e7, "suspension.spring_n_per_m");
    if (number(c, "", keys[3], 0, 2e6, &value)) {
        put_axle(c, axle, "suspension.bump_damping_ns_per_m", value, keys[3], "");
        put_axle(c, axle, "suspension.bump_fast_damping_ns_per_m", value, keys[3], "");
        put_axle(c, axle, "suspension.rebound_damping_ns_per_m", value, keys[3], "");
        put_axle(c, axle, "suspension.rebound_fast_damping_ns_per_m", value, keys[3], "");
    }
    if (number(c, "", keys[4], -1e7, 0, &value))
        put_axle(c, axle, "suspension.anti_roll_bar_n_per_m",
                 -value / (def->track_m * def->track_m), keys[4], " over the track squared");
    take_axle(c, axle, keys[5], -1, 2.5, "suspension.roll_centre_height_m");
    take_axle(c, axle, keys[6], -30, 30, "suspension.camber_gain_rad_per_m");
    take_axle(c, axle, "I_y_w", 0.001, 500, "wheel_inertia_kgm2");
}

static void put_tyre(struct commonroad *c, int end, const char *name, double value, const char *key,
                     const char *more)
{
    char path[MARK_PATH];
    snprintf(path, sizeof path, "tyres[%d].%s", end, name);
    kamm_put_imported(c->m, path, value, from(c, key, more));
}

/* A curve D sin(C atan(B s (1 - E) + E atan(B s))), and its names in the tyre. */
struct curve {
    const char *shape, *peak, *curvature, *slope;
    const char *friction, *slip, *slide, *stiffness;
    double most;
};

/* The slip of the peak is where C atan(...) is a right angle. */
static void put_curve(struct commonroad *c, int end, const struct curve *k)
{
    double shape, peak, curvature, slope, low = 0, high = 3;
    if (!number(c, "tire", k->shape, 1, 2, &shape) || !number(c, "tire", k->peak, 0.05, 5, &peak) ||
        !number(c, "tire", k->curvature, -50, 1, &curvature) ||
        !number(c, "tire", k->slope, -500, 500, &slope))
        return;
    double steep = fabs(slope) / (shape * peak);
    for (int i = 0; i < 60; ++i) {
        double slip = (low + high) / 2, x = steep * slip;
        double angle = shape * atan(x * (1 - curvature) + curvature * atan(x));
        *(angle < HALF_PI ? &low : &high) = slip;
    }
    double slide = steep * (1 - curvature) + curvature * atan(steep);
    put_tyre(c, end, k->friction, peak, k->peak, "");
    put_tyre(c, end, k->slip, fmin(fmax(high, 0.015), k->most), k->shape, ", slope and curvature");
    put_tyre(c, end, k->slide, fmin(fmax(sin(shape * atan(slide)), 0.3), 0.98), k->shape,
             " at a slip of 1");
    put_tyre(c, end, k->stiffness, fabs(slope), k->slope, "");
}

/* Stiffness and friction are proportional to load. */
static void put_tyres(struct commonroad *c)
{
    static const struct curve along = {"p_cx1",
                                       "p_dx1",
                                       "p_ex1",
                                       "p_kx1",
                                       "friction_longitudinal",
                                       "peak_slip_ratio",
                                       "slide_longitudinal",
                                       "slip_stiffness",
                                       0.35};
    static const struct curve across = {"p_cy1",
                                        "p_dy1",
                                        "p_ey1",
                                        "p_ky1",
                                        "friction_lateral",
                                        "peak_slip_angle_rad",
                                        "slide_lateral",
                                        "cornering_stiffness_per_rad",
                                        0.45};
    double stiffness;
    for (int end = FRONT; end < ENDS && !c->m->result; ++end) {
        if (c->radius_m > 0) {
            put_tyre(c, end, "rim_diameter_m", c->m->e->tyres[end].rim_diameter_m, "R_w",
                     ", less a section of 0.35 of it");
        }
        if (number(c, "", "K_zt", 1e4, 1e7, &stiffness))
            put_tyre(c, end, "vertical_stiffness_n_per_m", stiffness, "K_zt", "");
        if (!kamm_ini_has_section(&c->file[TYRE], "tire")) continue;
        put_tyre(c, end, "nominal_load_n", c->m->e->wheel_load_n[end], "m", ": the load at rest");
        put_tyre(c, end, "friction_load_sensitivity", 0, "p_dx1", ": the same at all loads");
        put_tyre(c, end, "cornering_peak_load_ratio", 20, "p_ky1", ", proportional to load");
        put_curve(c, end, &along);
        put_curve(c, end, &across);
    }
}

/* -- What is not used -- */

static const char *why(const struct ini_value *value)
{
    static const struct {
        const char *start, *why;
    } reasons[] = {{"v_", "limit of a planner"},
                   {"a_max", "the power was given by --fact"},
                   {"j_", "limit of a planner"},
                   {"min", "the steering is symmetric here"},
                   {"kappa", "limit of a planner"},
                   {"p_", "camber, ply steer and conicity of the tyre are by the kind of tyre"},
                   {"r_", "combined slip is by the kind of tyre"},
                   {"K_ras", "lateral joint of the model between body and axle: none here"},
                   {"K_rad", "lateral joint of the model between body and axle: none here"},
                   {"K_lt", "lateral compliance of tyre and links together; by the rules"},
                   {"E_", "camber over the square of the travel; 0 in the files known"},
                   {"I_xz", "product of inertia; 0 in the files known"},
                   {"l", "trailer: docs/trailers.md has those"},
                   {"w", "trailer: docs/trailers.md has those"}};
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; ++i)
        if (!strncmp(value->key, reasons[i].start, strlen(reasons[i].start))) return reasons[i].why;
    return "unknown key";
}

/* -- The whole -- */

/* parameters_tire.yaml beside the file; it may be missing. */
static void load_tyre(struct commonroad *c)
{
    char path[512];
    size_t folder = strlen(c->m->path) - strlen(c->file[VEHICLE].name);
    snprintf(path, sizeof path, "%.*sparameters_tire.yaml", (int)folder, c->m->path);
    FILE *file = fopen(path, "rb");
    if (!file) return;
    fclose(file);
    c->m->result = kamm_yaml_load(path, &c->file[TYRE], c->m->error);
}

static void import_values(struct commonroad *c)
{
    static const char *const keys[ENDS][7] = {
        {"T_f", "m_uf", "K_sf", "K_sdf", "K_tsf", "h_raf", "D_f"},
        {"T_r", "m_ur", "K_sr", "K_sdr", "K_tsr", "h_rar", "D_r"}};
    mass_facts(c);
    tyre_facts(c);
    drive_facts(c);
    if (!kamm_import_facts(c->m)) return;
    put_tyres(c);
    put_body(c);
    for (int axle = 0; axle < 2; ++axle) put_suspension(c, axle, keys[axle]);
    put_brakes(c);
    put_drive(c);
    for (int i = 0; i < FILES; ++i) kamm_tell_unused_of_ini(c->m, &c->file[i], why);
}

void kamm_import_commonroad(struct import *m)
{
    struct commonroad c = {.m = m};
    if (strlen(m->path) > 480)
        m->result =
            kamm_fail(m->error, KAMM_ERROR_FILE, "", "%.300s: the path is too long", m->path);
    if (!m->result) m->result = kamm_yaml_load(m->path, &c.file[VEHICLE], m->error);
    if (!m->result) load_tyre(&c);
    if (!m->result) import_values(&c);
    for (int i = 0; i < FILES; ++i) kamm_ini_free(&c.file[i]);
}
