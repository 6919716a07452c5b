/* Readers of vehicles, combinations and tyres. What they accept is compiled and driven for a moment. */
#include "bytes.h"
#include "fuzz.h"
#include "scenes.h"

#include <kamm/arcade.h>
#include <kamm/combinations.h>
#include <kamm/io/arcade_file.h>
#include <kamm/io/combination_file.h>
#include <kamm/io/estimate.h>
#include <kamm/io/import.h>
#include <kamm/io/tyre_file.h>
#include <kamm/rider.h>

#include <stdlib.h>

/* A tenth of a second at half throttle; before it one with a rider, where there is one. */
static void drive(const kamm_model *model)
{
    kamm_cars *cars = kamm_create_cars(model, 1, NULL);
    hold(cars);
    const kamm_placement place = {.speed_mps = 10, .gear = KAMM_GEAR_DRIVE};
    kamm_place(cars, 0, &place);
    kamm_inputs(cars)->throttle = 0.5f;
    kamm_inputs(cars)->steering_wheel_rad = 1;
    kamm_ride_request turn = kamm_default_ride_request();
    turn.curvature_per_m = 0.1;
    for (int i = 0; i < 6 && kamm_has_rider(model); ++i) {
        kamm_ride(cars, 0, &turn, 1.0 / 60, NULL);
        kamm_step(cars, &kamm_flat_ground, 4);
    }
    kamm_step(cars, &kamm_flat_ground, 24);
    hold_finite(cars);
    kamm_destroy_cars(cars);
}

void drive_def(const kamm_vehicle_def *def, kamm_rung rung)
{
    kamm_error error = {0};
    kamm_model *model = kamm_create_model(def, rung, &error);
    if (!model) {
        hold(error.code != KAMM_OK);
        hold_refusal(error.code, &error);
        return;
    }
    drive(model);
    kamm_destroy_model(model);
}

/* What was read can be written, and then read again. */
static void write_again(const kamm_vehicle_def *def)
{
    static kamm_vehicle_file again;
    kamm_error error = {0};
    char path[256];
    snprintf(path, sizeof path, "%s/written.json", fuzz_folder());
    hold(kamm_write_vehicle(path, def, &error) == KAMM_OK);
    kamm_result result = kamm_load_vehicle(path, &again, NULL, &error);
    if (result) fprintf(stderr, "%s\n", error.text);
    hold(result == KAMM_OK);
}

void fuzz_vehicle(const uint8_t *data, size_t size)
{
    static kamm_vehicle_file file, before;
    kamm_notes notes = {0};
    kamm_error error = {0};
    memset(&file, 0, sizeof file);
    before = file;
    kamm_result result =
        kamm_load_vehicle(fuzz_file("vehicle.json", data, size), &file, &notes, &error);
    hold_refusal(result, &error);
    if (result) {
        hold(memcmp(&file, &before, sizeof file) == 0);
        return;
    }
    write_again(&file.def);
    for (int rung = 1; rung <= KAMM_RUNG_COUNT; ++rung) drive_def(&file.def, (kamm_rung)rung);
}

void seeds_vehicle(fuzz_take *take, void *user)
{
    fuzz_take_data("vehicles", ".json", 1 << 16, take, user);
    fuzz_take_data("two-wheelers", ".json", 1 << 16, take, user);
    fuzz_take_data("trailers", ".json", 1 << 16, take, user);
    fuzz_take_data("../test/reference/two_wheels", ".json", 1 << 16, take, user);
}

/* A vehicle that facts make is legal, and can be written. */
void fuzz_facts(const uint8_t *data, size_t size)
{
    static kamm_vehicle_def def, before;
    kamm_vehicle_facts facts = kamm_default_facts();
    kamm_error error = {0};
    kamm_result result = kamm_load_facts(fuzz_file("facts.json", data, size), &facts, &error);
    hold_refusal(result, &error);
    if (result) return;
    before = def = kamm_default_vehicle();
    result = kamm_estimate_vehicle(&facts, &def, &error);
    hold_refusal(result, &error);
    if (result) {
        hold(memcmp(&def, &before, sizeof def) == 0);
        return;
    }
    hold(kamm_check(kamm_vehicle_table(), &def, &error) == KAMM_OK);
    write_again(&def);
    drive_def(&def, KAMM_SINGLE_TRACK);
}

void seeds_facts(fuzz_take *take, void *user)
{
    fuzz_take_data("../test/reference/data_sheets", ".json", 1 << 12, take, user);
}

/* What is imported is written as a vehicle file that can be read. */
static void import_file(const char *path, kamm_import_format format)
{
    static kamm_import_report report;
    static kamm_vehicle_file file;
    char out[300];
    kamm_error error = {0};
    snprintf(out, sizeof out, "%s/imported.json", fuzz_folder());
    kamm_result result = kamm_import_vehicle(path, format, NULL, out, &report, &error);
    hold_refusal(result, &error);
    if (result) return;
    hold(kamm_load_vehicle(out, &file, NULL, &error) == KAMM_OK);
    hold(report.line_count > 0 && report.line_count <= KAMM_MAX_IMPORT_LINES);
}

void fuzz_import_carla(const uint8_t *data, size_t size)
{
    import_file(fuzz_file("carla.json", data, size), KAMM_IMPORT_CARLA);
}
void seeds_import_carla(fuzz_take *take, void *user)
{
    static const char car[] =
        "{\"mass\": 1500, \"wheels\": [{\"radius\": 32}, {\"radius\": 32}, {\"radius\": 32}, "
        "{\"radius\": 32, \"position\": {\"x\": 1, \"y\": 2}}], \"final_ratio\": 4, "
        "\"torque_curve\": [{\"x\": 0, \"y\": 100}, {\"x\": 6000, \"y\": 200}], "
        "\"forward_gears\": [{\"ratio\": 3}, {\"ratio\": 1}]}";
    take("car.json", car, sizeof car - 1, user);
}

void fuzz_import_assetto(const uint8_t *data, size_t size)
{
    import_file(fuzz_file("car.ini", data, size), KAMM_IMPORT_ASSETTO);
}
void seeds_import_assetto(fuzz_take *take, void *user)
{
    static const char car[] = "[INFO]\nSCREEN_NAME=A\n[BASIC]\nTOTALMASS=1200 ; kg\n[X\n=\n";
    take("car.ini", car, sizeof car - 1, user);
}

void fuzz_import_torcs(const uint8_t *data, size_t size)
{
    import_file(fuzz_file("car.xml", data, size), KAMM_IMPORT_TORCS);
}
void seeds_import_torcs(fuzz_take *take, void *user)
{
    static const char car[] =
        "<?xml version=\"1.0\"?><!-- a --><!DOCTYPE params SYSTEM \"params.dtd\"><params name=\"A &lt; "
        "&#66;\" type=\"t\"><section name=\"Car\"><attnum name=\"mass\" unit=\"kg\" val=\"1200\"/><attnum "
        "name='GC height' unit='mm' val='300'></attnum></section><section name=\"Front Axle\"><attnum "
        "name=\"xpos\" val=\"1.3\"/></section></params>";
    take("car.xml", car, sizeof car - 1, user);
}

void fuzz_import_commonroad(const uint8_t *data, size_t size)
{
    import_file(fuzz_file("car.yaml", data, size), KAMM_IMPORT_COMMONROAD);
}
void seeds_import_commonroad(fuzz_take *take, void *user)
{
    static const char car[] =
        "# car\nm: 1100\na: 1.2 # m\nb: 1.4\nR_w: 0.34\nlongitudinal:\n  a_max: 11.5\n  v_switch: 7\n"
        "m_s: 900\nm_uf: 100\nm_ur: 100\nK_tsf: -6900\nT_f: 1.4\nT_sb: 0.6\n";
    take("car.yaml", car, sizeof car - 1, user);
}

/* A preset that is read makes legal vehicles. */
void fuzz_arcade(const uint8_t *data, size_t size)
{
    static kamm_vehicle_def def, before;
    kamm_arcade arcade = kamm_default_arcade();
    kamm_error error = {0};
    kamm_result result =
        kamm_load_arcade(fuzz_file("arcade.json", data, size), &arcade, NULL, &error);
    hold_refusal(result, &error);
    if (result) return;
    before = def = kamm_default_vehicle();
    result = kamm_arcade_vehicle(&arcade, &def, &error);
    hold_refusal(result, &error);
    if (result) {
        hold(memcmp(&def, &before, sizeof def) == 0);
        return;
    }
    hold(kamm_check(kamm_vehicle_table(), &def, &error) == KAMM_OK);
    for (int rung = 1; rung <= KAMM_RUNG_COUNT; ++rung) drive_def(&def, (kamm_rung)rung);
}

void seeds_arcade(fuzz_take *take, void *user)
{
    fuzz_take_data("arcade", ".json", 1 << 12, take, user);
}

static void drive_units(const kamm_combination_file *file, kamm_rung rung)
{
    kamm_error error = {0};
    kamm_model *models[KAMM_MAX_UNITS] = {0};
    kamm_result result = kamm_create_unit_models(file, rung, models, &error);
    hold_refusal(result, &error);
    if (result) return;
    kamm_combinations *combinations =
        kamm_create_combinations((const kamm_model *const *)models, file->unit_count, 1, &error);
    for (int i = 0; i < file->unit_count; ++i) kamm_destroy_model(models[i]);
    if (!combinations) {
        hold_refusal(error.code, &error);
        return;
    }
    kamm_inputs(kamm_combination_cars(combinations, 0))->throttle = 0.5f;
    kamm_step_combinations(combinations, &kamm_flat_ground, 24);
    for (int i = 0; i < file->unit_count; ++i) hold_finite(kamm_combination_cars(combinations, i));
    kamm_destroy_combinations(combinations);
}

void fuzz_combination(const uint8_t *data, size_t size)
{
    kamm_combination_file file = {0};
    kamm_notes notes = {0};
    kamm_error error = {0};
    const char *path = fuzz_file("combination.json", data, size);
    kamm_is_combination_file(path);
    kamm_result result = kamm_load_combination(path, &file, &notes, &error);
    hold_refusal(result, &error);
    if (result) return;
    drive_units(&file, KAMM_SINGLE_TRACK);
    drive_units(&file, KAMM_FULL);
    kamm_destroy_combination_file(&file);
}

void seeds_combination(fuzz_take *take, void *user)
{
    fuzz_take_data("combinations", ".json", 1 << 16, take, user);
}

/* Forces at loads and slips that a car meets. */
static void evaluate(const kamm_tyre_def *tyre)
{
    enum { SLIPS = 5 };
    static const double slips[SLIPS] = {-1, -0.05, 0, 0.1, 3},
                        angles[SLIPS] = {0.3, 0, -0.05, 0.1, 1.5};
    kamm_tyre_conditions at[SLIPS];
    double fx_n[SLIPS * SLIPS], fy_n[SLIPS * SLIPS];
    kamm_error error = {0};
    for (int i = 0; i < SLIPS; ++i)
        at[i] = (kamm_tyre_conditions){.load_n = tyre->nominal_load_n * i * 0.5,
                                       .camber_rad = 0.05 * i,
                                       .friction = 1,
                                       .speed_mps = 20,
                                       .side = 1};
    kamm_result result = kamm_tyre_forces(tyre, at, SLIPS, slips, angles, fx_n, fy_n, &error);
    hold_refusal(result, &error);
    for (int i = 0; !result && i < SLIPS; ++i) hold(isfinite(fx_n[i]) && isfinite(fy_n[i]));
}

static void report(const kamm_tyre_def *tyre)
{
    static FILE *nowhere;
    kamm_error error = {0};
    if (!nowhere) nowhere = fopen("/dev/null", "w");
    hold_refusal(kamm_tyre_report(tyre, nowhere, &error), &error);
    evaluate(tyre);
}

static void read_tyre(const char *path)
{
    static kamm_tyre_def tyre, before;
    kamm_notes notes = {0};
    kamm_error error = {0};
    memset(&tyre, 0, sizeof tyre);
    before = tyre;
    kamm_result result = kamm_load_tyre(path, &tyre, &notes, &error);
    hold_refusal(result, &error);
    if (result)
        hold(memcmp(&tyre, &before, sizeof tyre) == 0);
    else
        report(&tyre);
}

void fuzz_tir(const uint8_t *data, size_t size) { read_tyre(fuzz_file("tyre.tir", data, size)); }
void seeds_tir(fuzz_take *take, void *user)
{
    fuzz_take_data("tyres", ".tir", 1 << 16, take, user);
}

void fuzz_tyre(const uint8_t *data, size_t size) { read_tyre(fuzz_file("tyre.json", data, size)); }
void seeds_tyre(fuzz_take *take, void *user)
{
    fuzz_take_data("tyres", ".json", 1 << 14, take, user);
}

void fuzz_tyre_table(const uint8_t *data, size_t size)
{
    static kamm_tyre_def tyre;
    kamm_error error = {0};
    if (!tyre.nominal_load_n) tyre = kamm_default_tyre();
    hold_refusal(
        kamm_tyre_evaluate_csv(&tyre, fuzz_file("table.csv", data, size), "/dev/null", &error),
        &error);
}

void seeds_tyre_table(fuzz_take *take, void *user)
{
    static const char table[] =
        "Fz,kappa,alpha,gamma,Vx,p\n4000,0.05,-0.1,0.02,20,0\n# more\n8000,-1,1.2,\"0\",-3,250000\n";
    take("table.csv", table, sizeof table - 1, user);
}
