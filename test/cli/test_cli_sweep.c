/* kamm sweep and kamm merge: what they print and refuse. tools/test_sweep.sh kills them and fills their disk. */
#include "support/cli.h"
#include "support/quick.h"

#include <stdlib.h>
#include <string.h>

#define BRAKE "sweep brake --car nissan-micra --rung rigid2d "

static void it_prints_each_figure_over_all_runs(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    expect_success(BRAKE "--vary surface.friction=0.5:1:6 --out @/friction --jobs 2");
    assert_string_equal(err, ""); /* no progress: that is no terminal */
    expect_in(out, "6 runs\n");
    expect_in(out, "std. dev.");
    expect_in(out, "\n    distance_100_0_kmh_m");
    expect_in(out, "/friction/runs.csv");
    expect_in(read_file("friction/runs.csv", out), "run,surface.friction,distance_100_0_kmh_m");
}

static void settings_are_part_of_the_sweep(void **state)
{
    static char first[TEXT], second[TEXT];
    (void)state;
    expect_success(BRAKE "--vary axles[0].track_mm=1400:1500:2 --out @/light");
    expect_success(BRAKE "--vary axles[0].track_mm=1400:1500:2 --out @/slow "
                         "--set axles[0].brake_torque_nm=300 --surface wet_asphalt --substeps 300");
    read_file("light/runs.csv", first), read_file("slow/runs.csv", second);
    assert_string_not_equal(first, second);
    expect_in(read_file("slow/manifest.json", out), "\"surface\": \"wet_asphalt 0.");
    expect_failure(BRAKE "--vary axles[0].track_mm=1400:1500:2 --out @/light --surface ice",
                   BAD_DATA, "surface is \"\" there, \"ice");
}

static void shards_are_named_and_merged(void **state)
{
    (void)state;
    expect_success(BRAKE "--vary body.mass_kg=800:1500 --samples 5 --seed 1 --shard 1/2 --out @/a");
    expect_in(out, "shard 1 of 2: 3 runs\n");
    expect_failure("merge @/a --out @/both", BAD_DATA, "2 of 5 runs are missing: 1, 3; kamm sweep");
    expect_success(BRAKE "--vary body.mass_kg=800:1500 --samples 5 --seed 1 --shard 2/2 --out @/b");
    expect_success("merge @/a @/b --out @/both");
    expect_in(out, "5 runs\n");
    expect_success(BRAKE "--vary body.mass_kg=800:1500 --samples 5 --seed 1 --out @/whole");
    char line[256];
    snprintf(line, sizeof line, "diff -r %s/both %s/whole", cli_folder, cli_folder);
    assert_int_equal(shell(line), 0);
}

static void what_makes_no_sense_is_refused(void **state)
{
    (void)state;
    const char *const mass = BRAKE "--out @/none --vary body.mass_kg=";
    char words[256];
    expect_failure(BRAKE, USAGE, "--vary PATH=FROM:TO:N is missing");
    expect_failure("sweep brake --vary body.mass_kg=1:2:3", USAGE, "--car CAR is missing");
    expect_failure("sweep break --car nissan-micra --vary body.mass_kg=1:2:3", USAGE,
                   "did you mean brake?");
    expect_failure("sweep brake --car nissan-micra --rung kinematic --vary body.mass_kg=1:2:3",
                   USAGE, "brake makes no sense on the rung kinematic");
    static const struct {
        const char *rest;
        int status;
        const char *part;
    } cases[] = {
        {"900:1000:0", USAGE, "body.mass_kg: \"900:1000:0\" is not FROM:TO:N"},
        {"1000:900:3", BAD_DATA, "body.mass_kg: from 1000 to 900 does not rise"},
        {"900:1e9:3", BAD_DATA, "body.mass_kg: 1e+09 kg is out of range; allowed: "},
        {"900:1000", BAD_DATA, "body.mass_kg: 0 values; a grid takes FROM:TO:N"},
        {"900:1000:3 --samples 4", BAD_DATA, "samples take FROM:TO alone"},
        {"900:1000 --samples 1", USAGE, "--samples 1: a whole number from 2 to 10000000"},
        {"900:1000 --samples 4 --seed -1", USAGE, "--seed -1: a whole number from 0 to 4294967295"},
        {"900:1000:3 --seed 4", USAGE, "--seed is for --samples"},
        {"900:1000:3 --shard 0/2", USAGE, "--shard 0/2: I/N is needed"},
        {"900:1000:3 --shard 4", USAGE, "--shard 4: I/N is needed"},
        {"900:1000:3 --shard 1/4", BAD_DATA, "4 shards; allowed: 1 to 3"},
        {"900:1000:3 --jobs 0", USAGE, "--jobs: 1 to 256"},
        {"900:1000:3 --vary body.mas_kg=1:2:3", BAD_DATA, "did you mean \"mass_kg\"?"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        snprintf(words, sizeof words, "%s%s", mass, cases[i].rest);
        expect_failure(words, cases[i].status, cases[i].part);
    }
    snprintf(words, sizeof words, "test ! -e %s/none", cli_folder);
    assert_int_equal(shell(words), 0);
    expect_failure("merge", USAGE, "words are missing");
    expect_failure("merge @/none", USAGE, "--out FOLDER is missing");
    expect_failure("merge @/none --out @/merged", BAD_DATA, "there is no sweep: no manifest.json");
}

/* A scenario is a test for all commands that run one: with the figures of kamm run, and another sweep once it has changed. */
static void scenarios_are_swept_and_compared(void **state)
{
    static char text[TEXT];
    static const char vary[] =
        "sweep @/lift.json --car nissan-micra --rung single_track --vary body.mass_kg=950,1000 "
        "--jobs 1 --out @/lift";
    (void)state;
    write_file("lift.json", read_path("data/scenarios/lift-off.json", text));
    expect_success("run @/lift.json --car nissan-micra --rung single_track --set "
                   "body.mass_kg=950 --json");
    cJSON *json = parsed_output();
    const cJSON *figures = cJSON_GetObjectItem(json, "figures");
    const cJSON *figure = cJSON_GetObjectItem(figures, "yaw_ratio_1_s_at_4_mps2");
    double alone = cJSON_GetObjectItem(figure, "value")->valuedouble;
    cJSON_Delete(json);
    expect_success(vary);
    const char *row = strchr(read_file("lift/runs.csv", out), '\n');
    double swept = strtod(strchr(strchr(row, ',') + 1, ',') + 1, NULL); /* behind run and mass */
    assert_true(swept == alone);
    expect_success(vary); /* all of it is there */
    memcpy(strstr(text, "\"title\": \"") + strlen("\"title\": \""), "X", 1);
    write_file("lift.json", text);
    expect_failure(vary, BAD_DATA, "scenario_hash");
    expect_success("compare lift-off --car nissan-micra --rung single_track --substeps 300,600");
    expect_in(out, "yaw_ratio_1_s_at_4_mps2");
    expect_success("sensitivity lift-off --car nissan-micra --rung single_track --free "
                   "body.mass_kg=950:1000 --figure deceleration_mps2 --jobs 1 --samples 2");
    expect_in(out, "body.mass_kg");
    expect_failure("sweep lift-of --car nissan-micra --vary body.mass_kg=950,1000", USAGE,
                   "did you mean lift-off?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_prints_each_figure_over_all_runs),
        cmocka_unit_test(settings_are_part_of_the_sweep),
        cmocka_unit_test(shards_are_named_and_merged),
        cmocka_unit_test(what_makes_no_sense_is_refused),
        cmocka_unit_test(scenarios_are_swept_and_compared),
    };
    return cmocka_run_group_tests(tests, cli_set_up, cli_clear_up);
}
