/* The kamm command as people and scripts meet it: help, errors, exit statuses, files, pipes. */
#include "support/cli.h"
#include "support/quick.h"

#include <kamm/io/recording.h>
#include <kamm/version.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* -- words ------------------------------------------------------------------------------------ */

static void every_command_has_help(void **state)
{
    NOT_IN_QUICK_TESTS();
    static const char *const names[] = {"drive", "lab",  "run",        "compare", "replay", "list",
                                        "check", "tyre", "suspension", "catalog", "schema", "fmu"};
    (void)state;
    expect_failure("", USAGE, "kamm lab");
    expect_success("--help");
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) expect_in(out, names[i]);
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        char words[64], head[64];
        snprintf(words, sizeof words, "%s --help", names[i]);
        snprintf(head, sizeof head, "kamm %s", names[i]);
        expect_success(words);
        expect_in(out, head);
        assert_string_equal(err, "");
    }
    expect_success("run --help");
    expect_in(out, "--surface NAME");
}

static void version_is_that_of_headers_and_library(void **state)
{
    int major, minor, patch;
    char expected[64];
    (void)state;
    assert_string_equal(kamm_version(), KAMM_VERSION_STRING);
    assert_int_equal(sscanf(kamm_version(), "%d.%d.%d", &major, &minor, &patch), 3);
    assert_int_equal(KAMM_MAKE_VERSION(major, minor, patch), KAMM_VERSION_NUMBER);
    snprintf(expected, sizeof expected, "kamm %s\n", kamm_version());
    expect_success("--version");
    assert_string_equal(out, expected);
}

static void misspelt_words_are_answered_with_the_nearest_word(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    expect_failure("rnu", USAGE, "there is no command rnu; did you mean run?");
    expect_failure("xyzzy", USAGE, "there is no command xyzzy\n");
    expect_failure("run brake --care nissan-micra", USAGE, "did you mean --car?");
    expect_failure("run braek --car nissan-micra", USAGE, "did you mean brake?");
    expect_failure("run brake --car nissan-micra --surface icy", USAGE, "did you mean ice?");
    expect_failure("run brake --car nissan-micra --rung rigd2d", USAGE, "did you mean rigid2d?");
    expect_failure("run brake --car nissan-micra --rung 3", USAGE, "see kamm list rungs");
    expect_failure("compare braek --car nissan-micra", USAGE, "did you mean brake?");
    expect_failure("list vehicels", USAGE, "did you mean vehicles");
    expect_failure("run brake --car nisan-micra", BAD_DATA, "nissan-micra");
    expect_failure("run brake --car nissan-micra --set body.mass=1000", BAD_DATA, "mass_kg");
}

static void missing_and_surplus_arguments_are_refused(void **state)
{
    (void)state;
    expect_failure("run", USAGE, "words are missing: kamm run TEST");
    expect_failure("run brake", USAGE, "--car CAR is missing");
    expect_failure("run brake --car", USAGE, "--car needs CAR behind it");
    expect_failure("run brake moose --car nissan-micra", USAGE, "one word too many: moose");
    expect_failure("run brake --car nissan-micra --json=yes", USAGE, "--json takes no value");
    expect_failure("run brake --car nissan-micra --set body.mass_kg", USAGE, "PATH=VALUE");
    expect_failure("run brake --car nissan-micra --surface 7", USAGE, "friction may be 0 to 2");
    expect_failure("run brake --car nissan-micra --arcade drifft", BAD_DATA,
                   "did you mean \"drift\"");
    expect_failure("catalog --json --markdown", USAGE, "either");
    expect_failure("lab --jobs 0", USAGE, "--jobs");
    expect_failure("tyre 205-55r16-touring --out x", USAGE, "--out needs --eval");
    expect_failure("replay @/log.csv", USAGE, "--car CAR is missing");
}

/* -- what there is ---------------------------------------------------------------------------- */

static void lists_name_all_data(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    expect_success("list vehicles");
    expect_in(out, "nissan-micra");
    expect_success("list tyres");
    expect_in(out, "205-55r16-touring");
    expect_success("list tests");
    expect_in(out, "best_entry_speed_kmh");
    expect_in(out, "km/h");
    expect_in(out, "from the rung single_track upwards: it needs an engine and gears");
    expect_in(out, "on every rung");
    expect_success("list rungs");
    expect_in(out, "kinematic");
    expect_in(out, "full           6-DoF body");
    expect_success("list surfaces");
    expect_in(out, "dry_asphalt          1.00         0.00");
    expect_in(out, "sinkage drag");
    expect_success("list worlds");
    expect_success("list arcade");
    expect_in(out, "street-racer                 Street racer");
    expect_success("list");
    expect_in(out, "== surfaces ==");
}

static void the_tables_come_as_text_markdown_and_json(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    expect_success("catalog");
    expect_in(out, "anti_roll_bar_n_per_m");
    expect_success("catalog --markdown");
    expect_in(out, "| ");
    expect_success("catalog --json");
    cJSON_Delete(parsed_output());
    expect_success("schema");
    cJSON *schema = parsed_output();
    assert_non_null(cJSON_GetObjectItem(schema, "$schema"));
    cJSON_Delete(schema);
}

static void check_tells_good_files_from_bad_ones(void **state)
{
    (void)state;
    expect_success("check nissan-micra data/vehicles/bmw-m3-e46.json");
    expect_in(out, "nissan-micra.json: well");
    expect_in(out, "bmw-m3-e46.json: well");
    expect_in(out, "  limits: ");
    expect_success("check --tyre 205-55r16-touring");
    expect_success("check test/reference/tyres/TNO_car205_60R15.tir");
    write_file("bad.json", "{\"name\": \"bad\", \"body\": {\"mass_kg\": -5}}");
    assert_int_equal(kamm("check @/bad.json nissan-micra"), BAD_DATA);
    expect_in(err, "bad.json");
    expect_in(err, "body.mass_kg");
    expect_in(out, "nissan-micra.json: well"); /* the others are checked all the same */
    expect_failure("check @/none.json", BAD_DATA, "none.json");
    write_file("flat.json", "{\"terrain\": [{\"kind\": \"plane\"}]}");
    expect_success("check @/flat.json");
    expect_in(out, "flat.json: well: flat, bodies: 0");
    write_file("flat.json", "{\"terrain\": [{\"kind\": \"plain\"}]}");
    expect_failure("check @/flat.json", BAD_DATA, "did you mean \"plane\"?");
}

static void suspension_prints_tables_and_draws(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    expect_success("suspension nissan-micra");
    expect_in(out, "axles[0]: independent, by its curves, track 1470 mm");
    expect_in(out, "axles[1]: ");
    expect_in(out, "anti-dive, braking");
    expect_in(out, "over Ackermann's, deg");
    expect_success("suspension nissan-micra --axle 1 --csv @/axle.csv --svg @/axle.svg");
    assert_null(strstr(out, "axles[0]"));
    assert_memory_equal(read_file("axle.csv", out), "axle,travel_mm,camber_deg", 25);
    assert_memory_equal(read_file("axle.svg", out), "<svg ", 5);
    expect_failure("suspension nissan-micra --axle 2", USAGE, "the car has axles 0 to 1");
    expect_failure("suspension", USAGE, "kamm suspension CAR");
    expect_failure("suspension nissan-micra --set axles[0].suspension.hardpoints.kind=macpherson",
                   BAD_DATA, "hardpoints.wheel_centre_m: missing; needed for a macpherson");
}

/* The full model steps 600 times a second at least. */
static void check_names_the_rungs_that_refuse_a_car(void **state)
{
    static char car[TEXT];
    (void)state;
    read_path("data/vehicles/nissan-micra.json", car);
    *strrchr(car, '}') = 0;
    strcat(car, ", \"stepping\": {\"substeps_per_s\": 50}}");
    write_file("slow.json", car);
    expect_success("check @/slow.json");
    expect_in(out, "slow.json: well");
    expect_in(out, "not on the rung full: stepping.substeps_per_s: 50");
    assert_null(strstr(out, "not on the rung kinematic"));
}

static void check_notes_published_figures_that_no_test_has(void **state)
{
    NOT_IN_QUICK_TESTS();
    static char car[TEXT];
    (void)state;
    read_path("data/vehicles/nissan-micra.json", car);
    char *name = strstr(car, "\"accel.time_0_100_kmh_s\"");
    assert_non_null(name);
    memcpy(name, "\"accel.time_0_100_kmx_s\"", strlen("\"accel.time_0_100_kmh_s\""));
    write_file("odd.json", car);
    expect_success("check @/odd.json");
    expect_in(out, "published accel.time_0_100_kmx_s: no road test has that figure");
    expect_success("check nissan-micra");
    assert_null(strstr(out, "no road test has that figure"));
}

/* -- files ------------------------------------------------------------------------------------ */

static int files_in_folder(void)
{
    char line[128];
    snprintf(line, sizeof line, "exit $(ls -A %s | wc -l)", cli_folder);
    return shell(line);
}

static void channels_appear_complete_or_not_at_all(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    expect_success("run brake --car nissan-micra --csv @/brake.csv");
    expect_in(read_file("brake.csv", out), "time_s,x_m");
    expect_in(out, ",wheel3_load_n");
    int count = files_in_folder();
    expect_failure("run brake --car nissan-micra --csv @/none/brake.csv", BAD_DATA,
                   "none/brake.csv: can't be written: No such file");
    expect_failure(
        "run brake --car nissan-micra --csv @/two.csv --set body.cg_behind_front_axle_m=19",
        BAD_DATA, "body");
    assert_int_equal(files_in_folder(), count); /* no torsos */
}

static void a_run_is_recorded_with_its_course(void **state)
{
    (void)state;
    char path[TEMPORARY_PATH + 32];
    kamm_recorded_car car;
    snprintf(path, sizeof path, "%s/run.kammrec", cli_folder);
    expect_success("run crash --car nissan-micra --rung single_track --record @/run.kammrec");
    kamm_recorded *recorded = kamm_load_recording(path, NULL, NULL);
    assert_non_null(recorded);
    kamm_recorded_info info = kamm_describe_recorded(recorded);
    assert_non_null(strstr(info.title, "crash, Nissan Micra"));
    assert_int_equal(info.is_complete, 1);
    assert_int_equal(info.car_count, 1);
    assert_int_equal(info.body_count, 1); /* the wall */
    assert_true(info.frame_count > 100);
    kamm_show_recorded(recorded, info.frame_count - 1, NULL);
    kamm_read_recorded_car(recorded, 0, &car, NULL);
    assert_true(car.body.position_m[0] < -3 && fabs(car.body.position_m[1]) < 0.1);
    kamm_destroy_recorded(recorded);
    expect_failure("run brake --car nissan-micra --record @/none/run.kammrec", BAD_DATA,
                   "none/run.kammrec: can't be written: No such file");
    if (access("/dev/full", W_OK)) return;
    expect_failure("run brake --car nissan-micra --record /dev/full", BAD_DATA,
                   "/dev/full: can't be written: No space left");
}

/* All units are in it, hitched to one another. */
static void a_combination_is_recorded_with_its_trailers(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    char path[TEMPORARY_PATH + 32];
    kamm_recorded_car cars[2];
    snprintf(path, sizeof path, "%s/train.kammrec", cli_folder);
    expect_success("run sway --car volvo-v40-caravan --rung single_track --record @/train.kammrec");
    kamm_recorded *recorded = kamm_load_recording(path, NULL, NULL);
    assert_non_null(recorded);
    kamm_recorded_info info = kamm_describe_recorded(recorded);
    assert_non_null(strstr(info.title, "sway, "));
    assert_int_equal(info.is_complete, 1);
    assert_int_equal(info.car_count, 2);
    assert_int_equal(info.model_count, 2);
    assert_true(info.frame_count > 100);
    double apart_m[2] = {INFINITY, 0};
    for (int frame = 0; frame < info.frame_count; ++frame) {
        kamm_show_recorded(recorded, frame, NULL);
        for (int i = 0; i < 2; ++i) {
            kamm_read_recorded_car(recorded, i, &cars[i], NULL);
            assert_int_equal(cars[i].unit, i);
        }
        double d = hypot(cars[0].body.position_m[0] - cars[1].body.position_m[0],
                         cars[0].body.position_m[1] - cars[1].body.position_m[1]);
        apart_m[0] = fmin(apart_m[0], d), apart_m[1] = fmax(apart_m[1], d);
    }
    assert_true(apart_m[0] > 2 && apart_m[1] < apart_m[0] + 0.5);
    kamm_destroy_recorded(recorded);
    expect_failure("run sway --car volvo-v40-caravan --record @/none/train.kammrec", BAD_DATA,
                   "none/train.kammrec: can't be written: No such file");
}

static void a_full_disk_is_an_error(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    if (access("/dev/full", W_OK)) skip();
    expect_failure("run brake --car nissan-micra --csv /dev/full", BAD_DATA,
                   "can't be written: No space left");
    char line[1024];
    static const char *const words[] = {"catalog",
                                        "schema",
                                        "list",
                                        "run brake --car nissan-micra",
                                        "run brake --car nissan-micra --json",
                                        "check nissan-micra",
                                        "tyre 205-55r16-touring",
                                        "--help"};
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i) {
        snprintf(line, sizeof line, "%s %s >/dev/full 2>%s/err", command, words[i], cli_folder);
        assert_int_equal(shell(line), BAD_DATA);
        expect_in(read_file("err", err), "standard output can't be written: No space left");
    }
}

static void closed_pipe_is_no_error(void **state)
{
    char line[1024];
    (void)state;
    snprintf(line, sizeof line,
             "{ %s catalog; echo $? >%s/status; } 2>%s/err | head -n 1 >/dev/null", command,
             cli_folder, cli_folder);
    assert_int_equal(shell(line), 0);
    assert_string_equal(read_file("status", out), "0\n");
    assert_string_equal(read_file("err", err), "");
}

/* -- replay and tyre -------------------------------------------------------------------------- */

static void a_log_is_replayed(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    write_file("log.csv",
               "# made up\ntime_s,speed_mps,steering_wheel_rad\n0,20,0\n1,20,0\n2,20,0.5\n");
    expect_success("replay @/log.csv --car nissan-micra");
    expect_in(out, "time_s,x_m");
    expect_in(out, "\n2,");
    expect_in(err, "starts at time_s 0");
    static char direct[TEXT];
    strcpy(direct, out);
    expect_success("replay @/log.csv --car nissan-micra --out @/driven.csv");
    assert_string_equal(out, "");
    assert_string_equal(read_file("driven.csv", out), direct);
    expect_success("replay @/log.csv --car nissan-micra --rung rigid2d");
    assert_string_not_equal(out, direct);
    write_file("log.csv", "time_s,throttle\n0,0\n0,1\n");
    expect_failure("replay @/log.csv --car nissan-micra --out @/none.csv", BAD_DATA,
                   "log.csv:3: time_s");
    expect_failure("replay @/log.csv --car nissan-micra --rung fool", USAGE, "did you mean full?");
    char path[128];
    snprintf(path, sizeof path, "%s/none.csv", cli_folder);
    assert_int_not_equal(access(path, F_OK), 0);
    expect_failure("replay @/nothing.csv --car nissan-micra", BAD_DATA,
                   "nothing.csv: can't be read");
}

static void a_tyre_is_described_and_evaluated(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    expect_success("tyre test/reference/tyres/TNO_car205_60R15.tir");
    expect_in(out, "ornering stiffness");
    write_file("slips.csv", "Fz,kappa,alpha,gamma,Vx\n4000,0.05,0,0,16.7\n");
    expect_success("tyre test/reference/tyres/TNO_car205_60R15.tir --eval @/slips.csv");
    expect_in(out, "Fx");
    expect_in(out, "330"); /* Fx 3300.76 N */
    expect_success(
        "tyre test/reference/tyres/TNO_car205_60R15.tir --eval @/slips.csv --out @/o.csv");
    expect_in(read_file("o.csv", out), "Mz");
    expect_failure("tyre test/reference/tyres/TNO_car205_60R15.tir --eval @/none.csv", BAD_DATA,
                   "none.csv");
    expect_failure("tyre @/none.tir", BAD_DATA, "none.tir");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command_has_help),
        cmocka_unit_test(version_is_that_of_headers_and_library),
        cmocka_unit_test(misspelt_words_are_answered_with_the_nearest_word),
        cmocka_unit_test(missing_and_surplus_arguments_are_refused),
        cmocka_unit_test(lists_name_all_data),
        cmocka_unit_test(the_tables_come_as_text_markdown_and_json),
        cmocka_unit_test(suspension_prints_tables_and_draws),
        cmocka_unit_test(check_tells_good_files_from_bad_ones),
        cmocka_unit_test(check_names_the_rungs_that_refuse_a_car),
        cmocka_unit_test(check_notes_published_figures_that_no_test_has),
        cmocka_unit_test(channels_appear_complete_or_not_at_all),
        cmocka_unit_test(a_run_is_recorded_with_its_course),
        cmocka_unit_test(a_combination_is_recorded_with_its_trailers),
        cmocka_unit_test(a_full_disk_is_an_error),
        cmocka_unit_test(closed_pipe_is_no_error),
        cmocka_unit_test(a_log_is_replayed),
        cmocka_unit_test(a_tyre_is_described_and_evaluated),
    };
    return cmocka_run_group_tests(tests, cli_set_up, cli_clear_up);
}
