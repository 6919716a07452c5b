/* Estimated vehicles against closed forms: what a rule says, the made vehicle has. The rules' numbers are typed here
 * again, from their sources, so that a change of one does not pass unseen. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <kamm/ground.h>
#include <kamm/io/estimate.h>
#include <kamm/io/vehicle_file.h>
#include <math.h>
#include <string.h>

#include "support/temporary.h"

#define GRAVITY 9.80665
#define PI 3.14159265358979323846

static void set(kamm_vehicle_facts *facts, const char *name, const char *text)
{
    kamm_error error = {0};
    if (kamm_set_fact(facts, name, text, &error)) fail_msg("%s", error.text);
}

static kamm_vehicle_def make(const kamm_vehicle_facts *facts)
{
    kamm_vehicle_def def;
    kamm_error error = {0};
    if (kamm_estimate_vehicle(facts, &def, &error)) fail_msg("%s", error.text);
    return def;
}

/* The four facts that are needed, of a vehicle of each class. */
static const struct {
    const char *body, *mass, *wheelbase, *tyres, *power;
} classes[] = {
    {"hatchback", "1150", "2.5", "185/60R15", "66kW"},
    {"saloon", "1450", "2.65", "225/45R17", "147kW"},
    {"estate", "1550", "2.75", "205/55R16", "110kW"},
    {"suv", "1800", "2.7", "235/60R18", "140kW"},
    {"van", "2200", "3.3", "215/65R16C", "96kW"},
    {"pickup", "2100", "3.2", "265/65R17", "120kW"},
    {"sports", "1400", "2.45", "235/40R18", "240kW"},
    {"supercar", "1500", "2.65", "255/35R19", "450kW"},
    {"kart", "165", "1.045", "10x4.50-5", "20kW"},
    {"formula", "660", "3.2", "285/660-13", "600kW"},
    {"bus", "14000", "5.9", "275/70R22.5", "220kW"},
    {"truck", "9000", "4.5", "315/80R22.5", "290kW"},
    {"tractor", "7000", "2.75", "540/65R28", "110kW"},
};
enum { CLASSES = sizeof classes / sizeof *classes };

static kamm_vehicle_facts facts_of(int i)
{
    kamm_vehicle_facts facts = kamm_default_facts();
    set(&facts, "body", classes[i].body);
    set(&facts, "mass", classes[i].mass);
    set(&facts, "wheelbase", classes[i].wheelbase);
    set(&facts, "tyres", classes[i].tyres);
    set(&facts, "power", classes[i].power);
    return facts;
}

static void test_each_class_has_numbers_and_compiles_on_every_rung(void **state)
{
    (void)state;
    assert_int_equal(CLASSES, KAMM_CLASS_CARAVAN); /* trailers: test_estimate_towed */
    for (int i = 0; i < CLASSES; ++i) {
        kamm_vehicle_facts facts = facts_of(i);
        kamm_vehicle_def def = make(&facts);
        for (int rung = 1; rung <= KAMM_RUNG_COUNT; ++rung) {
            kamm_error error = {0};
            kamm_model *model = kamm_create_model(&def, (kamm_rung)rung, &error);
            if (!model) fail_msg("%s: %s", classes[i].body, error.text);
            kamm_destroy_model(model);
        }
    }
}

static void read_text(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    text[fread(text, 1, size - 1, file)] = 0;
    fclose(file);
}

static void test_a_written_estimate_reads_back_with_a_source_for_each_value(void **state)
{
    (void)state;
    static char wanted[1 << 18], found[1 << 18];
    static kamm_vehicle_file file;
    char path[TEMPORARY_PATH];
    assert_int_equal(make_temporary_file(path, ".json"), 0);
    for (int i = 0; i < CLASSES; ++i) {
        kamm_vehicle_facts facts = facts_of(i);
        kamm_vehicle_def def = make(&facts);
        kamm_error error = {0};
        kamm_notes notes = {0};
        if (kamm_write_estimate(path, &facts, &error) ||
            kamm_load_vehicle(path, &file, &notes, &error))
            fail_msg("%s: %s", classes[i].body, error.text);
        if (notes.count) fail_msg("%s: %s", classes[i].body, notes.text[0]);
        kamm_write_vehicle(path, &def, &error);
        read_text(path, wanted, sizeof wanted);
        kamm_write_vehicle(path, &file.def, &error);
        read_text(path, found, sizeof found);
        assert_string_equal(found, wanted);
    }
    remove(path);
}

/* -- Rules in the made vehicle -- */

static double sprung_kg(const kamm_vehicle_def *def, int axle)
{
    double base = def->axles[1].behind_front_axle_m, x = def->body.cg_behind_front_axle_m;
    double load = def->body.mass_kg * (axle ? x : base - x) / base / 2;
    return load - def->axles[axle].unsprung_mass_kg;
}

static double ride_hz(const kamm_vehicle_def *def, int axle)
{
    return sqrt(def->axles[axle].suspension.spring_n_per_m / sprung_kg(def, axle)) / (2 * PI);
}

/* Roll stiffness of an axle with its tyres in series. */
static double roll_nm(const kamm_vehicle_def *def, int axle)
{
    const kamm_axle_def *a = &def->axles[axle];
    const kamm_suspension_def *s = &a->suspension;
    double base = s->spring_base_m > 0 ? s->spring_base_m : a->track_m;
    double body =
        s->spring_n_per_m * base * base / 2 + s->anti_roll_bar_n_per_m * a->track_m * a->track_m;
    double tyres = a->tyre.vertical_stiffness_n_per_m * a->track_m * a->track_m / 2;
    return 1 / (1 / body + 1 / tyres);
}

static double radius_m(const kamm_vehicle_def *def, int axle)
{
    return def->axles[axle].tyre.unloaded_radius_m;
}

/* Roll angle per g: springs, bars and tyres in series about the roll axis, with the weight's own moment, and the tyres alone
 * under the moment of links and wheels. */
static double roll_rad_per_g(const kamm_vehicle_def *def)
{
    double all = def->body.mass_kg * GRAVITY * def->body.cg_height_m;
    double moment = all, stiffness = 0, tyres = 0;
    for (int a = 0; a < 2; ++a) {
        const kamm_axle_def *axle = &def->axles[a];
        moment -= 2 * GRAVITY * axle->unsprung_mass_kg * radius_m(def, a);
        moment -= 2 * GRAVITY * sprung_kg(def, a) * axle->suspension.roll_centre_height_m;
        stiffness += roll_nm(def, a);
        tyres += axle->tyre.vertical_stiffness_n_per_m * axle->track_m * axle->track_m / 2;
    }
    return moment / (stiffness - moment) + (all - moment) / tyres;
}

/* By class: ride frequencies front and rear, damping in bump and rebound, SSF, indices of yaw and pitch. Then roll radius,
 * roll angle per g, front roll share, front share of the weight. 0: not judged. */
static const double rule_numbers[CLASSES][11] = {
    {1.25, 1.40, 0.26, 0.50, 1.36, 1.091, 1.042, 0.402, 0.094, 0.58, 0.61},
    {1.22, 1.38, 0.27, 0.50, 1.41, 1.091, 1.042, 0.402, 0.082, 0.57, 0.60},
    {1.22, 1.35, 0.27, 0.50, 1.39, 1.091, 1.042, 0.409, 0.086, 0.58, 0.59},
    {1.32, 1.48, 0.27, 0.50, 1.20, 1.002, 0.982, 0.415, 0.105, 0.56, 0.54},
    {1.35, 1.48, 0.26, 0.47, 1.10, 1.002, 0.982, 0.430, 0.125, 0.55, 0.50},
    {1.30, 1.45, 0.25, 0.46, 1.18, 0.930, 0.900, 0.405, 0.125, 0.57, 0.55},
    {1.45, 1.60, 0.30, 0.55, 1.56, 0.970, 0.900, 0.380, 0.058, 0.53, 0.52},
    {1.40, 1.53, 0.30, 0.55, 1.80, 0.910, 0.840, 0.355, 0.036, 0.52, 0.43},
    {4.00, 5.80, 0.08, 0.00, 2.30, 0.750, 0.720, 0.330, 0.000, 0.00, 0.40},
    {4.90, 4.90, 0.40, 0.65, 2.43, 0.900, 0.850, 0.330, 0.000, 0.00, 0.47},
    {1.15, 1.15, 0.20, 0.40, 1.00, 1.300, 1.250, 0.470, 0.110, 0.45, 0.36},
    {1.50, 1.60, 0.22, 0.42, 0.95, 1.150, 1.100, 0.470, 0.140, 0.45, 0.45},
    {1.50, 4.50, 0.20, 0.35, 0.93, 0.950, 0.880, 0.390, 0.000, 0.00, 0.40},
};

static void near(double value, double wanted, double share, const char *body, const char *what)
{
    if (fabs(value - wanted) > share * fabs(wanted))
        fail_msg("%s: %s is %g, not %g", body, what, value, wanted);
}

static void test_springs_dampers_and_inertias_have_the_rules_numbers(void **state)
{
    (void)state;
    for (int i = 0; i < CLASSES; ++i) {
        kamm_vehicle_facts facts = facts_of(i);
        kamm_vehicle_def def = make(&facts);
        const double *r = rule_numbers[i], m = def.body.mass_kg;
        const char *body = classes[i].body;
        const kamm_suspension_def *s = &def.axles[0].suspension;
        double base = def.axles[1].behind_front_axle_m, x = def.body.cg_behind_front_axle_m;
        double track = (def.axles[0].track_m + def.axles[1].track_m) / 2;
        double critical = 2 * sqrt(s->spring_n_per_m * sprung_kg(&def, 0));
        near(ride_hz(&def, 0), r[0], 1e-3, body, "front ride frequency");
        near(ride_hz(&def, 1), r[1], 1e-3, body, "rear ride frequency");
        near(s->bump_damping_ns_per_m / critical, r[2], 1e-3, body, "damping in bump");
        if (r[3] > 0)
            near(s->rebound_damping_ns_per_m / critical, r[3], 1e-3, body, "damping in rebound");
        near(track / 2 / def.body.cg_height_m, r[4], 1e-3, body, "SSF");
        near(def.body.yaw_inertia_kgm2 / m / x / (base - x), r[5], 1e-3, body, "yaw index");
        near(def.body.pitch_inertia_kgm2 / m / x / (base - x), r[6], 1e-3, body, "pitch index");
        near(sqrt(def.body.roll_inertia_kgm2 / m) / track, r[7], 1e-3, body, "roll radius");
        near(1 - x / base, r[10], 1e-3, body, "front share");
    }
}

static void test_bars_give_the_rules_roll_angle_and_share(void **state)
{
    (void)state;
    int judged = 0;
    for (int i = 0; i < CLASSES; ++i) {
        kamm_vehicle_facts facts = facts_of(i);
        kamm_vehicle_def def = make(&facts);
        double front = roll_nm(&def, 0), rear = roll_nm(&def, 1);
        int has_bars = def.axles[0].suspension.anti_roll_bar_n_per_m > 0 &&
                       def.axles[1].suspension.anti_roll_bar_n_per_m > 0;
        if (!has_bars || !(rule_numbers[i][8] > 0)) continue;
        near(roll_rad_per_g(&def), rule_numbers[i][8], 3e-3, classes[i].body, "roll angle per g");
        near(front / (front + rear), rule_numbers[i][9], 3e-3, classes[i].body, "front roll share");
        ++judged;
    }
    assert_true(judged >= 7);
}

/* -- Engine and gears -- */

static double power_w(const kamm_curve *c, int i) { return c->x[i] * c->y[i]; }

static void test_the_engine_has_the_data_sheets_power_and_torque_and_no_more(void **state)
{
    (void)state;
    static const char *const kinds[] = {"petrol", "turbo", "diesel", "heavy_diesel", "racing"};
    for (int k = 0; k < 5; ++k)
        for (int torque = 0; torque < 2; ++torque) {
            kamm_vehicle_facts facts = facts_of(KAMM_CLASS_SALOON);
            set(&facts, "engine", kinds[k]);
            set(&facts, "power-at", "5000rpm");
            if (torque) set(&facts, "torque", "350 N.m");
            kamm_vehicle_def def = make(&facts);
            const kamm_curve *c = &def.engine.torque_curve;
            double most_w = 0, most_nm = 0;
            for (int i = 0; i < c->count; ++i) {
                most_w = fmax(most_w, power_w(c, i));
                most_nm = fmax(most_nm, c->y[i]);
            }
            near(most_w, 147000, 2e-3, kinds[k], "power");
            if (torque) near(most_nm, 350, 1e-3, kinds[k], "torque");
        }
}

/* Power at the wheels equals drag and rolling resistance, in the air of the road that it then drives on. */
static double top_mps(const kamm_vehicle_def *def, double power, double efficiency)
{
    double low = 1, high = 150, area = def->aero.drag_coefficient * def->aero.frontal_area_m2;
    double half_density = (double)kamm_flat_ground.air_density_kgpm3 / 2;
    for (int i = 0; i < 60; ++i) {
        double v = (low + high) / 2;
        double rolling = def->body.mass_kg * GRAVITY * 0.0095 * (1 + 0.006 * v);
        double force = rolling + half_density * area * v * v;
        if (v * force < power * efficiency)
            low = v;
        else
            high = v;
    }
    return low;
}

static void test_gears_run_from_the_rules_first_to_its_top_speed_in_progressive_steps(void **state)
{
    (void)state;
    kamm_vehicle_facts facts = facts_of(KAMM_CLASS_SALOON);
    set(&facts, "power-at", "6000rpm");
    kamm_vehicle_def def = make(&facts);
    const kamm_gearbox_def *g = &def.gearbox;
    const kamm_tyre_def *tyre = &def.axles[0].tyre;
    int last = g->ratios_count - 1;
    double load = GRAVITY * (sprung_kg(&def, 0) + def.axles[0].unsprung_mass_kg);
    double radius = radius_m(&def, 0) - load / tyre->vertical_stiffness_n_per_m / 3;
    double top = top_mps(&def, 147000, 0.925), rpm = PI / 30;
    assert_int_equal(g->ratios_count, 6);
    near(top * g->ratios[last] * g->final_drive / radius, 0.93 * 6000 * rpm, 3e-3, "saloon",
         "top gear");
    near(def.engine.limiter_radps / (g->ratios[0] * g->final_drive) * radius, 1.42 / 6 * top, 3e-3,
         "saloon", "first gear");
    double lowest = g->ratios[0] / g->ratios[1], highest = g->ratios[last - 1] / g->ratios[last];
    near(lowest / highest, 1.45, 3e-3, "saloon", "spread of steps");
    for (int i = 1; i < last; ++i)
        near(g->ratios[i] * g->ratios[i] / g->ratios[i - 1] / g->ratios[i + 1],
             1 / pow(1.45, 1.0 / (last - 1)), 3e-3, "saloon", "step");
}

/* -- Other numbers of a saloon -- */

static void test_other_rules_reach_their_fields(void **state)
{
    (void)state;
    kamm_vehicle_facts facts = facts_of(KAMM_CLASS_SALOON);
    set(&facts, "power-at", "6000rpm");
    set(&facts, "torque", "275");
    kamm_vehicle_def def = make(&facts);
    double track = 0.56 * 2.65, outer = 17 * 0.0254 + 2 * 0.225 * 0.45, length = 1.65 * 2.65;
    double width = 1.01 * (track + 0.225), tyre_kg = 70 * 0.225 * outer;
    const struct {
        const char *path;
        double wanted;
    } values[] = {
        {"body.length_m", length},
        {"body.width_m", width},
        {"body.height_m", 1.45},
        {"body.front_overhang_m", 0.45 * (length - 2.65)},
        {"body.ground_clearance_m", 0.14},
        {"axles[0].track_m", track},
        {"axles[0].unsprung_mass_kg", 0.0265 * 1450},
        {"axles[0].wheel_inertia_kgm2", 1.10 * tyre_kg * outer * outer / 4},
        {"axles[0].suspension.bump_fast_damping_ns_per_m",
         0.53 * def.axles[0].suspension.bump_damping_ns_per_m},
        {"axles[0].suspension.bump_travel_m", 0.075},
        {"axles[0].suspension.rebound_travel_m", 0.085},
        {"axles[0].suspension.bump_stop_n_per_m", 6 * def.axles[0].suspension.spring_n_per_m},
        {"axles[0].suspension.roll_centre_height_m", 0.05},
        {"axles[1].suspension.roll_centre_height_m", 0.10},
        {"axles[0].suspension.caster_rad", 0.087},
        {"axles[0].suspension.kingpin_inclination_rad", 0.21},
        {"axles[0].suspension.camber_gain_rad_per_m", -0.42},
        {"axles[0].suspension.lateral_force_toe_deg_per_kn", -0.02},
        {"axles[0].suspension.lateral_force_camber_deg_per_kn", 0.2},
        {"axles[0].suspension.aligning_torque_steer_deg_per_100nm", 0.6875},
        {"axles[1].suspension.lateral_force_toe_deg_per_kn", 0.02},
        {"axles[1].suspension.lateral_force_camber_deg_per_kn", 0.1},
        {"axles[1].suspension.aligning_torque_steer_deg_per_100nm", 0.149},
        {"steering.ratio", 15.2},
        {"aero.drag_coefficient", 0.29},
        {"aero.frontal_area_m2", 0.84 * width * 1.45},
        {"aero.side_force_slope_per_deg", 0.0375},
        {"aero.side_force_ahead", 0.29},
        {"clutch.torque_nm", 1.6 * 275},
        {"clutch.launch_rpm", 0.52 * 6000},
        {"clutch.efficiency", 0.925},
        {"engine.drag_nm", 0.085 * 275},
        {"engine.inertia_kgm2", 6.8e-4 * 275},
        {"engine.limiter_rpm", 1.07 * 6000},
        {"gearbox.shift_s", 0.5},
        {"gearbox.reverse_ratio", 0.93 * def.gearbox.ratios[0]},
        {"engine.torque_curve.torque_nm[0]", 0.66 * 275},
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; ++i) {
        const char *path = values[i].path;
        double value;
        kamm_error error = {0};
        if (kamm_get_number(kamm_vehicle_table(), &def, path, &value, &error))
            fail_msg("%s", error.text);
        near(value, values[i].wanted, 3e-3, "saloon", path);
    }
}

/* The front brakes lock with a margin of 1.3; those of both ends share like the loads at 0.75 g. */
static void test_brakes_lock_the_front_wheels_with_the_rules_margin(void **state)
{
    (void)state;
    kamm_vehicle_facts facts = facts_of(KAMM_CLASS_SALOON);
    kamm_vehicle_def def = make(&facts);
    double weight = GRAVITY * 1450, h = def.body.cg_height_m, front = 0.6 * weight, base = 2.65;
    double moved = weight * h / base, locked = front + 1.12 * moved;
    near(def.axles[0].brake_torque_nm, 1.3 * 1.12 * radius_m(&def, 0) * locked / 2, 3e-3, "saloon",
         "front brake");
    near(def.axles[1].brake_torque_nm / def.axles[0].brake_torque_nm,
         (0.4 * weight - 0.75 * moved) / (front + 0.75 * moved), 3e-3, "saloon", "brake balance");
}

static void test_electric_ones_have_motors_and_low_centres(void **state)
{
    (void)state;
    kamm_vehicle_facts facts = facts_of(KAMM_CLASS_SALOON);
    set(&facts, "engine", "electric");
    set(&facts, "drive", "all");
    kamm_vehicle_def def = make(&facts);
    near(def.axles[0].motor.power_w, 0.4 * 147000, 1e-9, "electric", "front power");
    near(def.axles[1].motor.power_w, 0.6 * 147000, 1e-9, "electric", "rear power");
    near(def.body.cg_height_m, 0.84 * 0.56 * 2.65 / 2 / 1.41, 1e-3, "electric", "height");
    assert_int_equal(def.gearbox.ratios_count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_class_has_numbers_and_compiles_on_every_rung),
        cmocka_unit_test(test_a_written_estimate_reads_back_with_a_source_for_each_value),
        cmocka_unit_test(test_springs_dampers_and_inertias_have_the_rules_numbers),
        cmocka_unit_test(test_bars_give_the_rules_roll_angle_and_share),
        cmocka_unit_test(test_the_engine_has_the_data_sheets_power_and_torque_and_no_more),
        cmocka_unit_test(test_gears_run_from_the_rules_first_to_its_top_speed_in_progressive_steps),
        cmocka_unit_test(test_other_rules_reach_their_fields),
        cmocka_unit_test(test_brakes_lock_the_front_wheels_with_the_rules_margin),
        cmocka_unit_test(test_electric_ones_have_motors_and_low_centres),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
