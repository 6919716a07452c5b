/* The kamm command as people and scripts meet it: help, errors, exit statuses, files, pipes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include <cjson/cJSON.h>

enum { WELL = 0, BAD_DATA = 1, USAGE = 2, TEXT = 1 << 20 };

static char folder[64];
static char command[512]; /* bin/kamm beside this test's folder */
static char out[TEXT], err[TEXT];

static int set_up(void **state)
{
    (void)state;
    ssize_t length = readlink("/proc/self/exe", command, sizeof command - 16);
    if (length < 0) return 1;
    command[length] = 0;
    for (int up = 0; up < 2; ++up) *strrchr(command, '/') = 0;
    strcat(command, "/bin/kamm");
    strcpy(folder, "/tmp/kamm-cli-XXXXXX");
    return !mkdtemp(folder) || access(command, X_OK);
}

static int shell(const char *line)
{
    int status = system(line);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int clear_up(void **state)
{
    char line[128];
    (void)state;
    snprintf(line, sizeof line, "rm -r %s", folder);
    return shell(line);
}

static char *read_path(const char *path, char *text)
{
    FILE *file = fopen(path, "r");
    if (!file) fail_msg("%s is not there", path);
    text[fread(text, 1, TEXT - 1, file)] = 0;
    fclose(file);
    return text;
}

static char *read_file(const char *name, char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return read_path(path, text);
}

static void write_file(const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* Runs kamm with the words; @ stands for the test's folder. Returns the exit status. */
static int kamm(const char *words)
{
    char line[4096], *at = line + snprintf(line, sizeof line, "%s ", command);
    for (; *words && at < line + sizeof line - 256; ++words)
        if (*words == '@')
            at += sprintf(at, "%s", folder);
        else
            *at++ = *words;
    sprintf(at, " >%s/out 2>%s/err", folder, folder);
    int status = shell(line);
    read_file("out", out);
    read_file("err", err);
    return status;
}

static void expect_in(const char *text, const char *part)
{
    if (!strstr(text, part)) fail_msg("'%s' is not in:\n%.2000s", part, text);
}

/* Fails with the status, a message that has the part, and nothing on standard output. */
static void expect_failure(const char *words, int status, const char *part)
{
    int actual = kamm(words);
    if (actual != status) fail_msg("kamm %s: status %d, not %d:\n%s", words, actual, status, err);
    expect_in(err, part);
    assert_string_equal(out, "");
}

static void expect_success(const char *words)
{
    int status = kamm(words);
    if (status) fail_msg("kamm %s: status %d:\n%s", words, status, err);
}

static cJSON *parsed_output(void)
{
    cJSON *json = cJSON_Parse(out);
    if (!json) fail_msg("no JSON:\n%.2000s", out);
    return json;
}

/* -- words ------------------------------------------------------------------------------------ */

static void help_is_everywhere(void **state)
{
    static const char *const names[] = {"lab",   "run",  "compare", "replay", "list",
                                        "check", "tyre", "catalog", "schema"};
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

static void slips_of_the_pen_are_answered_with_the_nearest_word(void **state)
{
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

static void missing_and_surplus_words_are_told(void **state)
{
    (void)state;
    expect_failure("run", USAGE, "words are missing: kamm run TEST");
    expect_failure("run brake", USAGE, "--car CAR is missing");
    expect_failure("run brake --car", USAGE, "--car needs CAR behind it");
    expect_failure("run brake moose --car nissan-micra", USAGE, "one word too many: moose");
    expect_failure("run brake --car nissan-micra --json=yes", USAGE, "--json takes no value");
    expect_failure("run brake --car nissan-micra --set body.mass_kg", USAGE, "PATH=VALUE");
    expect_failure("run brake --car nissan-micra --surface 7", USAGE, "friction may be 0 to 2");
    expect_failure("catalog --json --markdown", USAGE, "either");
    expect_failure("lab --jobs 0", USAGE, "--jobs");
    expect_failure("tyre 205-55r16-touring --out x", USAGE, "--out needs --eval");
    expect_failure("replay @/log.csv", USAGE, "--car CAR is missing");
}

/* -- what there is ---------------------------------------------------------------------------- */

static void lists_name_what_there_is(void **state)
{
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
    expect_in(out, "dry_asphalt");
    expect_success("list");
    expect_in(out, "== surfaces ==");
}

static void the_tables_come_as_text_markdown_and_json(void **state)
{
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
}

/* The full model steps 600 times a second at least. */
static void check_names_the_rungs_that_refuse_a_car(void **state)
{
    static char car[TEXT];
    (void)state;
    read_path("data/vehicles/nissan-micra.json", car);
    *strrchr(car, '}') = 0;
    strcat(car, ", \"stepping\": {\"substeps_per_s\": 240}}");
    write_file("slow.json", car);
    expect_success("check @/slow.json");
    expect_in(out, "slow.json: well");
    expect_in(out, "not on the rung full: stepping.substeps_per_s: 240");
    assert_null(strstr(out, "not on the rung kinematic"));
}

static void check_notes_published_figures_that_no_test_has(void **state)
{
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

/* -- road tests ------------------------------------------------------------------------------- */

static double figure(const char *words, const char *name)
{
    expect_success(words);
    cJSON *json = parsed_output();
    const cJSON *entry = cJSON_GetObjectItem(cJSON_GetObjectItem(json, "figures"), name);
    if (!entry) fail_msg("there is no figure %s in:\n%s", name, out);
    double value = cJSON_GetObjectItem(entry, "value")->valuedouble;
    cJSON_Delete(json);
    return value;
}

static void a_result_in_json_has_just_what_is_promised(void **state)
{
    (void)state;
    expect_success("run accel --car nissan-micra --json");
    assert_string_equal(err, "");
    cJSON *json = parsed_output(), *entry;
    assert_int_equal(cJSON_GetArraySize(json), 3);
    assert_string_equal(cJSON_GetObjectItem(json, "test")->valuestring, "accel");
    assert_string_equal(cJSON_GetObjectItem(json, "car")->valuestring, "nissan-micra");
    cJSON_ArrayForEach(entry, cJSON_GetObjectItem(json, "figures"))
    {
        assert_int_equal(cJSON_GetArraySize(entry), 3);
        assert_true(cJSON_IsString(cJSON_GetObjectItem(entry, "unit")));
        assert_non_null(cJSON_GetObjectItem(entry, "published"));
    }
    entry = cJSON_GetObjectItem(cJSON_GetObjectItem(json, "figures"), "time_0_200_kmh_s");
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(entry, "value"))); /* a Micra does not */
    entry = cJSON_GetObjectItem(cJSON_GetObjectItem(json, "figures"), "time_0_100_kmh_s");
    assert_true(cJSON_IsNumber(cJSON_GetObjectItem(entry, "published")));
    cJSON_Delete(json);
}

static void surface_tyre_and_settings_change_the_figures(void **state)
{
    (void)state;
    const char *name = "distance_100_0_kmh_m";
    double dry_m = figure("run brake --car nissan-micra --json", name);
    assert_true(figure("run brake --json --car=nissan-micra --surface wet_asphalt", name) > dry_m);
    assert_true(figure("run brake --json --car nissan-micra --surface 0.72", name) > dry_m);
    assert_true(figure("run brake --json --car nissan-micra --tyre 305-30r20-corsa", name) < dry_m);
    assert_true(figure("run brake --json --car nissan-micra --set axles[0].brake_torque_nm=300 "
                       "--set axles[1].brake_torque_nm=200",
                       name) > 1.5 * dry_m);
}

static void a_rung_is_chosen_or_refused(void **state)
{
    (void)state;
    const char *name = "kerb_to_kerb_m";
    double full_m = figure("run turning-circle --car nissan-micra --json", name);
    double flat_m = figure("run turning-circle --car nissan-micra --json --rung rigid2d", name);
    assert_true(flat_m != full_m && flat_m > 0.97 * full_m && flat_m < 1.03 * full_m);
    assert_true(figure("run turning-circle --car nissan-micra --json --rung full", name) == full_m);
    expect_success("run turning-circle --car nissan-micra --rung rigid2d");
    expect_in(out, "(nissan-micra), rung rigid2d");
    expect_failure("run accel --car nissan-micra --rung rigid2d", USAGE,
                   "accel makes no sense on the rung rigid2d: it needs an engine and gears; the "
                   "lowest rung that can is single_track");
}

static void rungs_stand_side_by_side(void **state)
{
    (void)state;
    expect_success("compare brake --car nissan-micra");
    assert_string_equal(err, ""); /* no progress: that is no terminal */
    expect_in(out, "kinematic        rigid2d   single_track   double_track           full");
    expect_in(out, "cost, ns per car and step");
    expect_in(out, "kinematic: brake needs forces at the wheels: from rigid2d upwards");
    expect_success("compare brake --car nissan-micra --surface ice --json");
    cJSON *json = parsed_output();
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(json, "rungs")), 5);
    cJSON_Delete(json);
}

static void a_table_says_what_could_not_be_measured(void **state)
{
    (void)state;
    expect_success("run accel --car nissan-micra");
    expect_in(out, "time_0_100_kmh_s");
    expect_in(out, "13.7 s");
    expect_in(out, "not reached");
}

/* -- files ------------------------------------------------------------------------------------ */

static int files_in_folder(void)
{
    char line[128];
    snprintf(line, sizeof line, "exit $(ls -A %s | wc -l)", folder);
    return shell(line);
}

static void channels_appear_complete_or_not_at_all(void **state)
{
    (void)state;
    expect_success("run brake --car nissan-micra --csv @/brake.csv");
    expect_in(read_file("brake.csv", out), "time_s,x_m");
    expect_in(out, ",wheel3_load_n");
    int count = files_in_folder();
    expect_failure("run brake --car nissan-micra --csv @/none/brake.csv", BAD_DATA,
                   "none/brake.csv: can't be written: No such file");
    expect_failure("run brake --car nissan-micra --csv @/two.csv --set body.cg_to_front_axle_m=19",
                   BAD_DATA, "body");
    assert_int_equal(files_in_folder(), count); /* no torsos */
}

static void a_full_disk_is_an_error(void **state)
{
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
        snprintf(line, sizeof line, "%s %s >/dev/full 2>%s/err", command, words[i], folder);
        assert_int_equal(shell(line), BAD_DATA);
        expect_in(read_file("err", err), "standard output can't be written: No space left");
    }
}

static void a_reader_that_goes_away_is_no_error(void **state)
{
    char line[1024];
    (void)state;
    snprintf(line, sizeof line,
             "{ %s catalog; echo $? >%s/status; } 2>%s/err | head -n 1 >/dev/null", command, folder,
             folder);
    assert_int_equal(shell(line), 0);
    assert_string_equal(read_file("status", out), "0\n");
    assert_string_equal(read_file("err", err), "");
}

static void the_lab_prints_a_table_and_writes_all_channels(void **state)
{
    static char first[TEXT];
    (void)state;
    expect_success("lab nissan-micra --out @/lab --jobs 2");
    assert_string_equal(err, ""); /* no progress bar: that is no terminal */
    expect_in(out, "(nissan-micra)");
    expect_in(out, "best_entry_speed_kmh");
    strcpy(first, out);
    static const char *const tests[] = {"accel",    "brake",         "top-speed", "coast-down",
                                        "skidpad",  "step-steer",    "moose",     "slope-hold",
                                        "fishhook", "turning-circle"};
    for (size_t i = 0; i < sizeof tests / sizeof *tests; ++i) {
        char name[64];
        snprintf(name, sizeof name, "lab/nissan-micra/%s.csv", tests[i]);
        expect_in(first, tests[i]);
        expect_in(read_file(name, out), "time_s,");
        assert_true(strlen(out) > 20000);
    }
    expect_success("lab nissan-micra --out @/lab --jobs 1");
    assert_string_equal(out, first);
    expect_success("lab nissan-micra --out @/low --rung kinematic");
    expect_in(out, "(nissan-micra), rung kinematic");
    expect_in(out, "accel: needs an engine and gears");
    expect_in(out, "kerb_to_kerb_m");
    write_file("file", "");
    expect_failure("lab nissan-micra --out @/file/lab", BAD_DATA, "the folder can't be made");
    expect_failure("lab nissan-micro", BAD_DATA, "nissan-micra");
}

/* -- replay and tyre -------------------------------------------------------------------------- */

static void a_log_is_replayed(void **state)
{
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
    snprintf(path, sizeof path, "%s/none.csv", folder);
    assert_int_not_equal(access(path, F_OK), 0);
    expect_failure("replay @/nothing.csv --car nissan-micra", BAD_DATA,
                   "nothing.csv: can't be read");
}

static void a_tyre_is_described_and_evaluated(void **state)
{
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
        cmocka_unit_test(help_is_everywhere),
        cmocka_unit_test(slips_of_the_pen_are_answered_with_the_nearest_word),
        cmocka_unit_test(missing_and_surplus_words_are_told),
        cmocka_unit_test(lists_name_what_there_is),
        cmocka_unit_test(the_tables_come_as_text_markdown_and_json),
        cmocka_unit_test(check_tells_good_files_from_bad_ones),
        cmocka_unit_test(check_names_the_rungs_that_refuse_a_car),
        cmocka_unit_test(check_notes_published_figures_that_no_test_has),
        cmocka_unit_test(a_result_in_json_has_just_what_is_promised),
        cmocka_unit_test(surface_tyre_and_settings_change_the_figures),
        cmocka_unit_test(a_rung_is_chosen_or_refused),
        cmocka_unit_test(rungs_stand_side_by_side),
        cmocka_unit_test(a_table_says_what_could_not_be_measured),
        cmocka_unit_test(channels_appear_complete_or_not_at_all),
        cmocka_unit_test(a_full_disk_is_an_error),
        cmocka_unit_test(a_reader_that_goes_away_is_no_error),
        cmocka_unit_test(the_lab_prints_a_table_and_writes_all_channels),
        cmocka_unit_test(a_log_is_replayed),
        cmocka_unit_test(a_tyre_is_described_and_evaluated),
    };
    return cmocka_run_group_tests(tests, set_up, clear_up);
}
