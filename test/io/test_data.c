/* The shipped cars and tyres: every file reads without a remark, has a source for every number, and
 * describes something that could stand on a road. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <kamm/fields.h>
#include <kamm/io/lab.h>
#include <kamm/kamm.h>

static const double gravity_mps2 = 9.80665, two_pi = 6.28318530717958648;

enum { MAX_FILES = 64 };
static char names[MAX_FILES][64];

static int list(const char *folder, int min)
{
    int count = kamm_list_data(folder, names, MAX_FILES);
    assert_in_range(count, min, MAX_FILES);
    return count;
}

static kamm_vehicle_file read_car(const char *name, kamm_notes *notes)
{
    static kamm_vehicle_file file;
    kamm_error error = {0};
    if (kamm_load_vehicle(name, &file, notes, &error) != KAMM_OK) fail_msg("%s", error.text);
    return file;
}

static kamm_model_info describe(const kamm_vehicle_file *file)
{
    kamm_error error = {0};
    kamm_model *model = kamm_create_model(&file->def, KAMM_FULL, &error);
    if (!model) fail_msg("%s: %s", file->id, error.text);
    kamm_model_info info = kamm_describe(model);
    kamm_destroy_model(model);
    return info;
}

static void expect_within(const char *car, const char *what, double value, double low, double high)
{
    if (!(value >= low && value <= high))
        fail_msg("%s: %s is %g, outside of %g to %g", car, what, value, low, high);
}

/* A tractor is made for a semitrailer: looked at with what rests on its fifth wheel. */
static int is_tractor(const kamm_vehicle_file *file)
{
    return file->def.hitch.kind == KAMM_HITCH_FIFTH_WHEEL;
}

static void load_tractor(kamm_vehicle_def *def)
{
    def->payload.mass_kg = 9500;
    def->payload.cg_behind_front_axle_m = def->hitch.behind_front_axle_m;
    def->payload.cg_height_m = def->hitch.height_m;
}

static void for_each_in(const char *folder,
                        void check(const kamm_vehicle_file *file, const kamm_model_info *info))
{
    static char cars[MAX_FILES][64];
    int count = list(folder, strcmp(folder, "vehicles") ? 3 : 7);
    memcpy(cars, names, sizeof cars);
    for (int i = 0; i < count; ++i) {
        kamm_vehicle_file file = read_car(cars[i], NULL);
        if (is_tractor(&file)) load_tractor(&file.def);
        kamm_model_info info = describe(&file);
        check(&file, &info);
    }
}

static void for_each_car(void check(const kamm_vehicle_file *file, const kamm_model_info *info))
{
    for_each_in("vehicles", check);
}

/* The figures of CommonRoad's vehicles are its authors', whatever they are: dampers as stiff both ways, a
 * motor with one gear. */
static int is_commonroad(const kamm_vehicle_file *file)
{
    return !strncmp(file->id, "commonroad-", 11);
}

/* Stiff leaf springs, brakes that stop at 6 m/s2, gears from walking pace: bounds of their own. */
static int is_truck(const kamm_vehicle_file *file) { return file->def.body.mass_kg > 7500; }

/* Pressed down by its own weight somewhere below its top speed: springs and brakes are for that, tyres are slicks. */
static double downforce_area_m2(const kamm_vehicle_file *file)
{
    const kamm_aero_def *aero = &file->def.aero;
    return -(aero->front_lift_coefficient + aero->rear_lift_coefficient) * aero->frontal_area_m2;
}

static int is_racing(const kamm_vehicle_file *file) { return downforce_area_m2(file) > 2; }

/* No springs but frame and tyres, one axle through both rear wheels, which alone are braked: bounds of its own, by its paper. */
static int is_kart(const kamm_vehicle_file *file)
{
    return file->def.axles[0].suspension.kind == KAMM_SUSPENSION_SOLID;
}

static int hubs_on(const kamm_axle_def *axle) { return axle->wheels == KAMM_WHEELS_SINGLE ? 1 : 2; }

static int hubs_of(const kamm_vehicle_def *def)
{
    int hubs = 0;
    for (int a = 0; a < def->axles_count; ++a) hubs += hubs_on(&def->axles[a]);
    return hubs;
}

/* On each hub of an axle, at rest. */
static double hub_load(const kamm_vehicle_file *file, const kamm_model_info *info, int axle)
{
    double load = 0;
    for (int w = 0; w < info->wheel_count; ++w)
        if (info->wheel_axle[w] == axle) load += info->static_load_n[w];
    return load / hubs_on(&file->def.axles[axle]);
}

/* -- files -------------------------------------------------------------------------------------- */

static void expect_sources(const char *folder, int min)
{
    static char cars[MAX_FILES][64];
    int count = list(folder, min);
    memcpy(cars, names, sizeof cars);
    for (int i = 0; i < count; ++i) {
        kamm_notes notes = {0};
        kamm_vehicle_file file = read_car(cars[i], &notes);
        if (notes.count) fail_msg("%s: %s", cars[i], notes.text[0]);
        assert_string_equal(file.id, cars[i]);
    }
}

static void every_number_of_a_car_has_a_source(void **state)
{
    (void)state;
    expect_sources("vehicles", 7);
    expect_sources("two-wheelers", 3);
    expect_sources("trailers", 4);
}

static void every_number_of_a_tyre_has_a_source(void **state)
{
    (void)state;
    static char tyres[MAX_FILES][64];
    int count = list("tyres", 10);
    memcpy(tyres, names, sizeof tyres);
    for (int i = 0; i < count; ++i) {
        kamm_tyre_def tyre;
        kamm_notes notes = {0};
        kamm_error error = {0};
        if (kamm_load_tyre(tyres[i], &tyre, &notes, &error) != KAMM_OK) fail_msg("%s", error.text);
        if (notes.count) fail_msg("%s: %s", tyres[i], notes.text[0]);
    }
}

/* Each belongs to a figure that a road test yields, and says who published it. */
static void check_published(const kamm_vehicle_file *file, const kamm_model_info *info)
{
    (void)info;
    for (int i = 0; i < file->published_count; ++i) {
        const kamm_published_figure *published = &file->published[i];
        char test_name[64];
        const char *dot = strchr(published->name, '.');
        assert_non_null(dot);
        memcpy(test_name, published->name, (size_t)(dot - published->name));
        test_name[dot - published->name] = 0;
        const kamm_road_test *test = kamm_find_road_test(test_name);
        int found = 0;
        for (int f = 0; test && f < test->figure_count; ++f)
            found += !strcmp(test->figures[f].name, dot + 1);
        if (!found) fail_msg("%s: no road test yields %s", file->id, published->name);
        assert_true(strlen(published->source) > 3);
    }
}

static void published_figures_belong_to_a_road_test(void **state)
{
    (void)state;
    for_each_car(check_published);
    for_each_in("two-wheelers", check_published);
}

/* -- what the numbers mean ---------------------------------------------------------------------- */

static void check_loads(const kamm_vehicle_file *file, const kamm_model_info *info)
{
    const kamm_vehicle_def *def = &file->def;
    double sum = 0, mass = def->body.mass_kg + def->payload.mass_kg;
    for (int i = 0; i < info->wheel_count; ++i) sum += info->static_load_n[i];
    for (int a = 0; a < info->axle_count; ++a)
        expect_within(file->id, "a hub's load over its share of the weight",
                      hub_load(file, info, a) / (mass * gravity_mps2 / hubs_of(def)), 0.6, 1.4);
    expect_within(file->id, "the wheel loads' sum over the weight", sum / (mass * gravity_mps2),
                  0.9999, 1.0001);
}

static void wheel_loads_carry_the_weight(void **state)
{
    (void)state;
    for_each_car(check_loads);
}

/* The frame that bends is both; it is damped alike in bump and rebound, and little. */
static void check_frame(const kamm_vehicle_file *file, const kamm_model_info *info, int a)
{
    const kamm_suspension_def *s = &file->def.axles[a].suspension;
    double carried_kg =
        hub_load(file, info, a) / gravity_mps2 - file->def.axles[a].unsprung_mass_kg;
    double critical = 2 * sqrt(s->spring_n_per_m * carried_kg);
    expect_within(file->id, "frequency on the frame in Hz",
                  sqrt(s->spring_n_per_m / carried_kg) / two_pi, 3, 7);
    expect_within(file->id, "damping ratio of the frame", s->bump_damping_ns_per_m / critical, 0.03,
                  0.15);
}

/* Spring and damper of a wheel against the sprung mass on it. */
static void check_ride(const kamm_vehicle_file *file, const kamm_model_info *info)
{
    if (is_commonroad(file)) return;
    int truck = is_truck(file);
    for (int a = 0; a < info->axle_count; ++a) {
        const kamm_axle_def *axle = &file->def.axles[a];
        const kamm_suspension_def *s = &axle->suspension;
        if (s->kind == KAMM_SUSPENSION_SOLID) {
            check_frame(file, info, a);
            continue;
        }
        double sprung_kg = hub_load(file, info, a) / gravity_mps2 - axle->unsprung_mass_kg;
        double critical = 2 * sqrt(s->spring_n_per_m * sprung_kg);
        expect_within(file->id, "ride frequency in Hz",
                      sqrt(s->spring_n_per_m / sprung_kg) / two_pi, 0.8,
                      truck             ? 3.2
                      : is_racing(file) ? 7
                                        : 2.5);
        expect_within(file->id, "damping ratio in bump", s->bump_damping_ns_per_m / critical, 0.15,
                      truck ? 1 : 0.5);
        expect_within(file->id, "damping ratio in rebound", s->rebound_damping_ns_per_m / critical,
                      0.3, truck ? 1.6 : 0.8);
        expect_within(file->id, "mean damping ratio above the knee",
                      (s->bump_fast_damping_ns_per_m + s->rebound_fast_damping_ns_per_m) / 2 /
                          critical,
                      0.1, truck ? 0.45 : 0.4);
    }
}

static void ride_is_that_of_a_road_vehicle(void **state)
{
    (void)state;
    for_each_car(check_ride);
}

static void check_tyres(const kamm_vehicle_file *file, const kamm_model_info *info)
{
    int truck = is_truck(file);
    for (int w = 0; w < info->wheel_count; ++w) {
        const kamm_tyre_def *tyre = &file->def.axles[info->wheel_axle[w]].tyre;
        double load = info->static_load_n[w];
        expect_within(file->id, "longitudinal friction", info->peak_friction_x[w],
                      truck ? 0.7 : 0.8, is_racing(file) ? 1.85 : 1.45);
        expect_within(file->id, "lateral friction over longitudinal",
                      info->peak_friction_y[w] / info->peak_friction_x[w], truck ? 0.8 : 0.85,
                      is_racing(file) ? 1.05
                      : is_kart(file) ? 1.15
                                      : 1.0);
        expect_within(file->id, "cornering stiffness over load in 1/rad",
                      info->cornering_stiffness_n_per_rad[w] / load, truck ? 5 : 8,
                      is_kart(file) ? 45 : 35);
        expect_within(file->id, "slip stiffness over load", info->slip_stiffness_n[w] / load, 10,
                      45);
        expect_within(file->id, "load over that of the tyre's figures", load / tyre->nominal_load_n,
                      is_kart(file) ? 0.55 : 0.6, /* its paper has the same for all wheels */
                      truck ? 2 : 1.5);
        expect_within(file->id, "static deflection in mm",
                      1e3 * (info->wheel_radius_m[w] - info->loaded_radius_m[w]),
                      truck                              ? (is_tractor(file) ? 3 : 4)
                      : is_racing(file) || is_kart(file) ? 4
                                                         : 8,
                      truck ? 60 : 40);
    }
}

static void tyres_suit_the_car(void **state)
{
    (void)state;
    for_each_car(check_tyres);
}

/* Radii of gyration over the lengths that they go with. */
static void check_inertia(const kamm_vehicle_file *file, const kamm_model_info *info)
{
    if (is_commonroad(file)) return;
    const kamm_car_body_def *body = &file->def.body;
    double front = body->cg_behind_front_axle_m, rear = info->wheelbase_m - front;
    expect_within(file->id, "yaw inertia over mass and both arms",
                  body->yaw_inertia_kgm2 / (body->mass_kg * front * rear),
                  is_racing(file)                   ? 0.2
                  : is_truck(file) || is_kart(file) ? 0.5
                                                    : 0.8,
                  1.25);
    expect_within(file->id, "pitch inertia over yaw inertia",
                  body->pitch_inertia_kgm2 / body->yaw_inertia_kgm2,
                  is_kart(file) ? 0.6 : 0.85,     /* flat, with a driver in the middle */
                  is_tractor(file) ? 1.02 : 1.0); /* nothing but a cab and axles, which are low */
    expect_within(file->id, "roll radius of gyration over the width",
                  sqrt(body->roll_inertia_kgm2 / body->mass_kg) / body->width_m,
                  is_racing(file) ? 0.2
                  : is_kart(file) ? 0.25 /* between its wheels, which are wide apart */
                                  : 0.27,
                  0.45);
    expect_within(file->id, "height of the centre of gravity over the car's",
                  body->cg_height_m / body->height_m, 0.28, 0.42);
}

static void mass_is_spread_as_in_measured_cars(void **state)
{
    (void)state;
    for_each_car(check_inertia);
}

/* Over what all tyres take at rest. */
static void check_truck_brakes(const kamm_vehicle_file *file, const kamm_model_info *info)
{
    double taken_nm = 0, brake_nm = 0, hand_nm = 0, hold_nm = 0;
    for (int w = 0; w < info->wheel_count; ++w)
        taken_nm += info->peak_friction_x[w] * info->static_load_n[w] * info->loaded_radius_m[w];
    for (int a = 0; a < info->axle_count; ++a) {
        brake_nm += hubs_on(&file->def.axles[a]) * file->def.axles[a].brake_torque_nm;
        hand_nm += hubs_on(&file->def.axles[a]) * file->def.axles[a].hand_brake_torque_nm;
    }
    hold_nm = info->mass_kg * gravity_mps2 * 0.287 * info->loaded_radius_m[0];
    expect_within(file->id, "brake torque over what the tyres take", brake_nm / taken_nm, 0.6, 1.5);
    expect_within(file->id, "hand brake over the pull of a 30 % slope", hand_nm / hold_nm, 1, 5);
}

/* On the rear axle alone, which a full pedal locks on dry asphalt, and which holds on 30 %. */
static void check_kart_brakes(const kamm_vehicle_file *file, const kamm_model_info *info)
{
    const kamm_axle_def *rear = &file->def.axles[1];
    double friction = info->peak_friction_x[2], weight = info->mass_kg * gravity_mps2;
    double lever = friction * info->cg_height_m / info->wheelbase_m; /* of the load that moves */
    double taken_nm =
        friction * 2 * info->static_load_n[2] / (1 + lever) * info->loaded_radius_m[2];
    expect_within(file->id, "front brake torque", file->def.axles[0].brake_torque_nm, 0, 0);
    expect_within(file->id, "rear brake torque over what the tyres take",
                  2 * rear->brake_torque_nm / taken_nm, 1.1, 2);
    expect_within(file->id, "brake over the pull of a 30 % slope",
                  2 * rear->hand_brake_torque_nm / (weight * 0.287 * info->loaded_radius_m[2]), 1,
                  5);
}

/* With full pedal on dry asphalt every front wheel can be locked, and the hand brake holds on 30 %. */
static void check_brakes(const kamm_vehicle_file *file, const kamm_model_info *info)
{
    const kamm_vehicle_def *def = &file->def;
    if (is_truck(file)) {
        check_truck_brakes(file, info);
        return;
    }
    if (is_kart(file)) {
        check_kart_brakes(file, info);
        return;
    }
    double weight = info->mass_kg * gravity_mps2, radius = info->loaded_radius_m[0];
    double friction = info->peak_friction_x[0];
    double moved = weight * friction * info->cg_height_m / info->wheelbase_m;
    int fronts = hubs_on(&def->axles[0]);
    double pressed =
        0.6 * 60 * 60 * downforce_area_m2(file) / weight; /* at 60 m/s, of the weight */
    double front_load = fronts * info->static_load_n[0] + moved;
    double front_nm = fronts * def->axles[0].brake_torque_nm,
           rear_nm = 2 * def->axles[1].brake_torque_nm;
    expect_within(file->id, "front brake torque over what the tyres take",
                  front_nm / (friction * front_load * radius), 1.1,
                  is_racing(file) ? 2 * (1 + pressed) : 2);
    expect_within(file->id, "front share of the brake torque", front_nm / (front_nm + rear_nm),
                  0.55, 0.85);
    double hand_nm = 2 * def->axles[1].hand_brake_torque_nm;
    expect_within(file->id, "hand brake over the pull of a 30 % slope",
                  hand_nm / (weight * 0.287 * info->loaded_radius_m[2]), 1, 5);
}

static void brakes_can_use_the_grip(void **state)
{
    (void)state;
    for_each_car(check_brakes);
}

/* -- against what is published ------------------------------------------------------------------ */

static const struct {
    const char *car;
    double mass_kg;     /* ready to drive with driver, without payload */
    double front_share; /* of that on the front axle; 0: not known */
    double power_kw;    /* of the engine */
    double torque_nm;
} published[] = {
    {"go-kart-125", 165, 0.383, 21, 20},
    {"bmw-m3-e46", 1570, 0.505, 252, 365},
    {"farm-tractor-250hp", 9300, 0.4, 188, 1077},
    {"ford-fiesta-st-2013", 1272, 0.61, 147, 290},
    {"ford-transit-minibus", 2775, 0.53, 114, 385},
    {"mclaren-mp4-12c", 1509, 0.43, 441, 600},
    {"man-tgs-8x4", 14500, 0, 294, 1800},
    {"nissan-350z-drift", 1538, 0.53, 214, 371},
    {"subaru-impreza-wrx-sti-2004", 1555, 0.58, 224, 407},
    {"nissan-micra", 1030, 0.605, 59, 110},
    {"porsche-boxster-s-2004", 1395, 0.46, 191, 310},
    {"reliant-robin", 511, 0.42, 29, 62},
    {"toyota-hilux-laden", 2208, 0.56, 110, 400},
    {"toyota-prius-plug-in-2012", 1511, 0.58, 73, 142},
    {"volvo-v40", 1355, 0.59, 90, 170},
    {"vw-beetle-1500-1967", 895, 0.425, 32.4, 100},
};

static void peaks(const kamm_curve *curve, double *power_kw, double *torque_nm)
{
    *power_kw = *torque_nm = 0;
    for (int i = 0; i < curve->count; ++i) {
        *power_kw = fmax(*power_kw, curve->x[i] * curve->y[i] / 1e3);
        *torque_nm = fmax(*torque_nm, curve->y[i]);
    }
}

static void weight_and_engine_are_as_published(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof published / sizeof *published; ++i) {
        const char *car = published[i].car;
        kamm_vehicle_file file = read_car(car, NULL);
        const kamm_car_body_def *body = &file.def.body;
        double power_kw, torque_nm;
        peaks(&file.def.engine.torque_curve, &power_kw, &torque_nm);
        double front_share =
            1 - body->cg_behind_front_axle_m / file.def.axles[1].behind_front_axle_m;
        expect_within(car, "mass over the published", body->mass_kg / published[i].mass_kg, 0.999,
                      1.001);
        if (published[i].front_share > 0)
            expect_within(car, "front share less the published",
                          front_share - published[i].front_share, -0.005, 0.005);
        expect_within(car, "power over the published", power_kw / published[i].power_kw, 0.99,
                      1.01);
        expect_within(car, "torque over the published", torque_nm / published[i].torque_nm, 0.999,
                      1.001);
    }
}

/* In some gear the engine reaches the published top speed below its limiter. */
static void check_gearing(const kamm_vehicle_file *file, const kamm_model_info *info)
{
    if (is_commonroad(file) || !info->gear_count) return;

    int wheel = file->def.axles[0].drive_share > 0.01 ? 0 : info->wheel_count - 1;
    double reach_kmh = 3.6 * info->limiter_radps / info->overall_ratio[info->gear_count - 1] *
                       info->loaded_radius_m[wheel];
    for (int i = 0; i < file->published_count; ++i)
        if (!strcmp(file->published[i].name, "top-speed.top_speed_kmh"))
            expect_within(file->id, "speed at the limiter over the top speed",
                          reach_kmh / file->published[i].value, info->gear_count == 1 ? 1.01 : 1.02,
                          2.1);
    if (info->gear_count == 1) return; /* it has that of the top speed */
    expect_within(file->id, "speed in first gear at the limiter in km/h",
                  reach_kmh * info->overall_ratio[info->gear_count - 1] / info->overall_ratio[0],
                  is_truck(file) ? 4 : 25,
                  !is_truck(file)                     ? 95
                  : file->def.converter.k_curve.count ? 40 /* which starts it */
                                                      : 25);
}

static void gearing_reaches_the_top_speed(void **state)
{
    (void)state;
    for_each_car(check_gearing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_of_a_car_has_a_source),
        cmocka_unit_test(every_number_of_a_tyre_has_a_source),
        cmocka_unit_test(published_figures_belong_to_a_road_test),
        cmocka_unit_test(wheel_loads_carry_the_weight),
        cmocka_unit_test(ride_is_that_of_a_road_vehicle),
        cmocka_unit_test(tyres_suit_the_car),
        cmocka_unit_test(mass_is_spread_as_in_measured_cars),
        cmocka_unit_test(brakes_can_use_the_grip),
        cmocka_unit_test(weight_and_engine_are_as_published),
        cmocka_unit_test(gearing_reaches_the_top_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
