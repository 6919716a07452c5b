/* Estimated trailers: the load on the coupling is that of the data sheet, springs and inertias are those of the rules, and they run behind a
 * shipped car. The caravan that Kamm ships, made again from nine numbers, sways as it does. */
#include "support/temporary.h"
#include "support/tier.h"
#include "support/trailers.h"

#include <kamm/io/diagnosis.h>
#include <kamm/io/estimate.h>
#include <kamm/io/lab.h>
#include <math.h>
#include <string.h>

enum { TRAILERS = 4 };
#define GRAVITY 9.80665

/* A caravan, a box trailer, a light one without brakes, and one of two axles. */
static const struct {
    const char *body, *mass, *drawbar, *nose, *tyres, *axles;
    double nose_kg;
} trailers[TRAILERS] = {
    {"caravan", "1200", "4", "72", "185R14C", NULL, 72},
    {"trailer", "1300", "2.6", "75", "195R14C", NULL, 75},
    {"trailer", "600", "2400mm", NULL, "145/80R13", NULL, 36},
    {"caravan", "1800", "4.6", "100", "185/65R14 93", "0,0.8", 100},
};

static void set(kamm_vehicle_facts *facts, const char *name, const char *text)
{
    kamm_error error = {0};
    if (text && kamm_set_fact(facts, name, text, &error)) fail_msg("%s", error.text);
}

static kamm_vehicle_facts facts_of(int i)
{
    kamm_vehicle_facts facts = kamm_default_facts();
    set(&facts, "body", trailers[i].body);
    set(&facts, "mass", trailers[i].mass);
    set(&facts, "drawbar", trailers[i].drawbar);
    set(&facts, "nose", trailers[i].nose);
    set(&facts, "tyres", trailers[i].tyres);
    set(&facts, "axles", trailers[i].axles);
    return facts;
}

static kamm_vehicle_def made(const kamm_vehicle_facts *facts)
{
    kamm_vehicle_def def;
    kamm_error error = {0};
    if (kamm_estimate_vehicle(facts, &def, &error)) fail_msg("%s", error.text);
    return def;
}

/* -- Values -- */

/* The axles bear equal parts, so the coupling has what the moments about their middle leave. */
static double nose_of(const kamm_vehicle_def *def)
{
    double middle = 0;
    for (int a = 1; a < def->axles_count; ++a)
        middle += def->axles[a].behind_front_axle_m / (def->axles_count - 1);
    return def->body.mass_kg * (middle - def->body.cg_behind_front_axle_m) /
           (middle - def->drawbar.behind_front_axle_m);
}

static void values_are_those_of_sheet_and_rules(void **state)
{
    (void)state;
    for (int i = 0; i < TRAILERS; ++i) {
        kamm_vehicle_facts facts = facts_of(i);
        kamm_vehicle_def def = made(&facts);
        int box = i == 1 || i == 2, own = def.axles_count - 1;
        expect_near(nose_of(&def), trailers[i].nose_kg, 0.6);
        expect_near(def.axles[1].behind_front_axle_m - def.drawbar.behind_front_axle_m,
                    facts.drawbar_m, 1e-9);
        assert_int_equal(own, trailers[i].axles ? 2 : 1);
        double sprung_kg =
            (def.body.mass_kg - trailers[i].nose_kg) / (2 * own) - def.axles[1].unsprung_mass_kg;
        double hz = sqrt(def.axles[1].suspension.spring_n_per_m / sprung_kg) / (2 * PI);
        expect_near(hz, box ? 2.1 : 1.8, 0.005);
        double yaw_m = sqrt(def.body.yaw_inertia_kgm2 / def.body.mass_kg);
        expect_near(yaw_m / def.body.length_m, box ? 0.30 : 0.264, 2e-3);
        assert_int_equal(def.drawbar.towed, 1);
        assert_int_equal(def.drawbar.brakes, def.body.mass_kg > 750 ? KAMM_TRAILER_BRAKE_OVERRUN
                                                                    : KAMM_TRAILER_BRAKE_NONE);
        assert_true((def.axles[1].brake_torque_nm > 0) == (def.body.mass_kg > 750));
    }
}

static void a_written_trailer_reads_back(void **state)
{
    (void)state;
    static kamm_vehicle_file file;
    char path[TEMPORARY_PATH];
    assert_int_equal(make_temporary_file(path, ".json"), 0);
    for (int i = 0; i < TRAILERS; ++i) {
        kamm_vehicle_facts facts = facts_of(i);
        kamm_vehicle_def def = made(&facts);
        kamm_error error = {0};
        kamm_notes notes = {0};
        set(&facts, "payload", "100");
        if (kamm_write_estimate(path, &facts, &error) ||
            kamm_load_vehicle(path, &file, &notes, &error))
            fail_msg("%s", error.text);
        if (notes.count) fail_msg("%s", notes.text[0]);
        expect_near(file.def.body.cg_behind_front_axle_m, def.body.cg_behind_front_axle_m, 0);
        expect_near(file.def.axles[1].tyre.unloaded_radius_m, def.axles[1].tyre.unloaded_radius_m,
                    0);
        expect_near(file.def.payload.mass_kg, 100, 0);
    }
    remove(path);
}

/* -- Behind a car -- */

static void load_pair(kamm_combination_file *pair, const kamm_vehicle_def *trailer)
{
    kamm_error error;
    if (kamm_load_combination("volvo-v40-caravan", pair, NULL, &error)) fail_msg("%s", error.text);
    if (trailer) pair->units[1].def = *trailer;
}

/* At rest the hitch has the load of the data sheet. Then the car pulls away, turns and brakes, and nothing jumps or swings. */
static void check_drive(int i, kamm_rung rung)
{
    kamm_combination_file pair;
    kamm_model *models[KAMM_MAX_UNITS];
    kamm_error error;
    kamm_hitch_state hitch;
    kamm_vehicle_facts facts = facts_of(i);
    kamm_vehicle_def def = made(&facts);
    load_pair(&pair, &def);
    if (kamm_create_unit_models(&pair, rung, models, &error)) fail_msg("%s", error.text);
    kamm_combinations *all =
        kamm_create_combinations((const kamm_model *const *)models, 2, 1, &error);
    if (!all) fail_msg("%s", error.text);
    kamm_cars *car = kamm_combination_cars(all, 0);
    kamm_input *input = kamm_inputs(car);
    int rate = (int)lround(1 / kamm_describe(models[0]).substep_s);
    input->brake = 1;
    kamm_step_combinations(all, &kamm_flat_ground, 4 * rate);
    kamm_read_hitch(all, 0, 1, &hitch);
    if (rung == KAMM_FULL) expect_share(hitch.force_n[2], trailers[i].nose_kg * GRAVITY, 0.06);
    input->brake = 0, input->throttle = 0.6f, input->gear = KAMM_GEAR_DRIVE;
    kamm_step_combinations(all, &kamm_flat_ground, 12 * rate);
    expect_above(kamm_read(car, 0, KAMM_CHANNEL_speed_mps), 10);
    input->steering_wheel_rad = 0.5f;
    double most_rad = 0;
    for (int tick = 0; tick < 40; ++tick) {
        kamm_step_combinations(all, &kamm_flat_ground, rate / 10);
        kamm_read_hitch(all, 0, 1, &hitch);
        most_rad = fmax(most_rad, fabs(hitch.articulation_rad));
        assert_true(fabs(hitch.gap_m[0]) < 2e-3 && fabs(hitch.gap_m[2]) < 2e-3);
    }
    assert_true(most_rad > 0.01 && most_rad < 0.5);
    input->steering_wheel_rad = 0, input->throttle = 0, input->brake = 0.5f;
    kamm_step_combinations(all, &kamm_flat_ground, 10 * rate);
    expect_near(kamm_read(car, 0, KAMM_CHANNEL_speed_mps), 0, 0.05);
    kamm_destroy_combinations(all);
    for (int u = 0; u < 2; ++u) kamm_destroy_model(models[u]);
    kamm_destroy_combination_file(&pair);
}

static void they_run_behind_a_shipped_car(void **state)
{
    (void)state;
    for (int i = 0; i < of_tier(2, TRAILERS); ++i) {
        check_drive(i, KAMM_FULL);
        check_drive(i, KAMM_SINGLE_TRACK);
    }
}

/* The figures are those of the table in docs/new-cars.md. */
static void the_shipped_caravan_sways_like_that_of_nine_numbers(void **state)
{
    (void)state;
    LONG_TIER_ONLY();
    kamm_combination_file shipped, pair;
    kamm_vehicle_facts facts = kamm_default_facts();
    kamm_error error;
    kamm_test_result results[2];
    if (kamm_load_facts("test/reference/data_sheets/caravan-1200.json", &facts, &error))
        fail_msg("%s", error.text);
    kamm_vehicle_def def = made(&facts);
    load_pair(&shipped, NULL);
    load_pair(&pair, &def);
    const kamm_combination_file *files[] = {&shipped, &pair};
    for (int i = 0; i < 2; ++i)
        if (kamm_run_combination_test("sway", files[i], NULL, &results[i], &error))
            fail_msg("%s", error.text);
    for (int f = 0; f < results[0].figure_count; ++f) {
        double wanted = results[0].figures[f].value, found = results[1].figures[f].value;
        print_message("| caravan-1200 | `sway` %s | %.4g | %.4g | %+.1f %% |\n",
                      results[0].figures[f].name, found, wanted, 100 * (found / wanted - 1));
    }
    expect_share(results[1].figures[4].value, results[0].figures[4].value, 0.1);
    expect_share(results[1].figures[2].value, results[0].figures[2].value, 0.1);
    kamm_destroy_combination_file(&shipped);
    kamm_destroy_combination_file(&pair);
}

/* -- Errors -- */

static void refused(const char *fact, const char *text, kamm_result wanted, const char *part)
{
    kamm_vehicle_facts facts = facts_of(0);
    kamm_vehicle_def def;
    kamm_error error;
    set(&facts, fact, text);
    if (!strcmp(fact, "drawbar")) facts.drawbar_m = 0;
    assert_int_equal(kamm_estimate_vehicle(&facts, &def, &error), wanted);
    if (!strstr(error.text, part)) fail_msg("\"%s\" lacks \"%s\"", error.text, part);
}

static void what_makes_no_trailer_is_refused(void **state)
{
    (void)state;
    refused("drawbar", "4", KAMM_ERROR_MISSING, "drawbar is missing");
    refused("power", "100kW", KAMM_ERROR_RANGE, "a trailer has no engine");
    refused("nose", "1150", KAMM_ERROR_RANGE, "the axles carry too little");
    refused("axles", "0.5,1", KAMM_ERROR_RANGE, "the first is 0");
    refused("axles", "0,.1,.2,.3,.4,.5,.6,.7,.8,.9", KAMM_ERROR_RANGE, "at most 9 numbers");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_sheet_and_rules),
        cmocka_unit_test(a_written_trailer_reads_back),
        cmocka_unit_test(they_run_behind_a_shipped_car),
        cmocka_unit_test(the_shipped_caravan_sways_like_that_of_nine_numbers),
        cmocka_unit_test(what_makes_no_trailer_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
