/* kamm lab: road tests of many cars and combinations. */
#include "lab.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_SUBJECTS = 256, MAX_NAMES = 64, PATH_SIZE = 512 };

/* -- Which tests -- */
typedef const kamm_road_test *test_list(int index);

static test_list *tests_of(const lab_subject *subject, int *count)
{
    if (!subject->car) {
        *count = kamm_combination_test_count();
        return kamm_combination_test_at;
    }
    int has_two = kamm_rides_on_two_wheels(&subject->car->def);
    *count = has_two ? kamm_two_wheeler_test_count() : kamm_road_test_count();
    return has_two ? kamm_two_wheeler_test_at : kamm_road_test_at;
}

static int is_named(const char *names, const char *test)
{
    size_t length = strlen(test);
    for (const char *at = names; at; at = strchr(at, ','), at = at ? at + 1 : NULL)
        if (strncmp(at, test, length) == 0 && (at[length] == ',' || !at[length])) return 1;
    return 0;
}

static int is_wanted(const cli_arguments *arguments, const char *test)
{
    const char *names = cli_option_value(arguments, "--tests");
    if (cli_option_value(arguments, "--quick")) return kamm_is_quick_figure(test, NULL);
    return !names || is_named(names, test);
}

static int fail_unknown_test(const cli_arguments *arguments, const char *name)
{
    const char *names[MAX_NAMES], *nearest;
    int count = 0;
    for (int i = 0; i < kamm_road_test_count() && count < MAX_NAMES; ++i)
        names[count++] = kamm_road_test_at(i)->name;
    for (int i = 0; i < kamm_two_wheeler_test_count() && count < MAX_NAMES; ++i)
        names[count++] = kamm_two_wheeler_test_at(i)->name;
    for (int i = 0; i < kamm_combination_test_count() && count < MAX_NAMES; ++i)
        names[count++] = kamm_combination_test_at(i)->name;
    nearest = cli_nearest(name, names, count);
    return cli_misused(arguments->command, "--tests: there is no road test %s%s%s%s", name,
                       nearest ? "; did you mean " : ": see kamm list tests",
                       nearest ? nearest : "", nearest ? "?" : "");
}

static int add_scenario(lab_plan *plan, const char *name)
{
    kamm_error error;
    if (plan->scenario_count == LAB_MAX_SCENARIOS)
        return cli_fail_text("--tests: at most %d scenarios", LAB_MAX_SCENARIOS);
    kamm_scenario *scenario = kamm_load_scenario(name, &error);
    if (!scenario) return cli_fail(&error);
    plan->scenarios[plan->scenario_count++] = scenario;
    return CLI_OK;
}

/* One word of --tests. */
static int take_test(const cli_arguments *arguments, lab_plan *plan, const char *name)
{
    if (kamm_find_road_test(name) || kamm_find_combination_test(name)) return CLI_OK;
    if (cli_names_scenario(name)) return add_scenario(plan, name);
    return fail_unknown_test(arguments, name);
}

/* --tests A,B: each word is the name of a test of cars or of combinations, or a scenario. */
static int check_tests(const cli_arguments *arguments, lab_plan *plan)
{
    const char *names = cli_option_value(arguments, "--tests");
    if (names && cli_option_value(arguments, "--quick"))
        return cli_misused(arguments->command,
                           "--quick has tests of its own: leave it out, or --tests");
    for (const char *at = names; at; at = strchr(at, ','), at = at ? at + 1 : NULL) {
        char name[PATH_SIZE];
        size_t length = strcspn(at, ",");
        if (length == 0)
            return cli_misused(arguments->command,
                               "--tests: names with commas between them, such as accel,brake");
        if (length >= sizeof name) return cli_misused(arguments->command, "--tests: too long");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        int status = take_test(arguments, plan, name);
        if (status) return status;
    }
    return CLI_OK;
}

/* -- Which cars -- */
/* Its errors are left to the tests, which tell them. */
static kamm_rung highest_rung(const kamm_vehicle_def *def)
{
    kamm_notes refusals = {0};
    kamm_error error;
    kamm_model *model = cli_compile_highest(def, &refusals, &error);
    kamm_rung rung = model ? kamm_describe(model).rung : KAMM_RUNG_DEFAULT;
    kamm_destroy_model(model);
    return rung;
}

static int load_car(const cli_arguments *arguments, const char *name, lab_subject *subject)
{
    const char *rate = cli_option_value(arguments, "--substeps");
    subject->car = malloc(sizeof *subject->car);
    if (!subject->car) return cli_fail_text("out of memory");
    int status = cli_load_car(arguments, name, subject->car);
    if (status) return status;
    if (!cli_option_value(arguments, "--rung")) subject->rung = highest_rung(&subject->car->def);
    if (rate) status = cli_take_substeps(arguments, rate, subject->rung, subject->car);
    subject->id = subject->car->id;
    subject->name = subject->car->def.name;
    if (rate) subject->substeps_per_s = subject->car->def.stepping.substeps_per_s;
    return status;
}

static int load_combination(const cli_arguments *arguments, const char *name, lab_subject *subject)
{
    int status = cli_load_combination(arguments, name, &subject->combination);
    if (status) return status;
    subject->id = subject->combination.id;
    subject->name = subject->combination.name;
    if (cli_option_value(arguments, "--substeps"))
        subject->substeps_per_s = subject->combination.units[0].def.stepping.substeps_per_s;
    return CLI_OK;
}

static int count_tests(const cli_arguments *arguments, const lab_subject *subject)
{
    int count, wanted = 0;
    test_list *at = tests_of(subject, &count);
    for (int i = 0; i < count; ++i) wanted += is_wanted(arguments, at(i)->name);
    return wanted;
}

static int load_subject(const cli_arguments *arguments, const lab_plan *plan, const char *name,
                        lab_subject *subject)
{
    int status = cli_find_rung(arguments, &subject->rung);
    if (status) return status;
    status = kamm_is_combination_file(name) ? load_combination(arguments, name, subject)
                                            : load_car(arguments, name, subject);
    if (status) return status;
    subject->job_count = count_tests(arguments, subject);
    if (subject->car) subject->job_count += plan->scenario_count;
    if (subject->job_count) return CLI_OK;
    return cli_misused(arguments->command, "none of --tests %s is a test of %s, which is a %s",
                       cli_option_value(arguments, "--tests"), name,
                       !subject->car                                  ? "combination"
                       : kamm_rides_on_two_wheels(&subject->car->def) ? "two-wheeler"
                                                                      : "single vehicle");
}

/* -- The plan -- */
static void add_job(lab_plan *plan, lab_subject *subject, const kamm_road_test *test,
                    const kamm_scenario *scenario)
{
    plan->jobs[plan->job_count++] =
        (lab_job){.test = test,
                  .scenario = scenario,
                  .subject = subject,
                  .is_skipped = subject->rung < kamm_lowest_rung_with(test->needs)};
}

static void add_jobs(const cli_arguments *arguments, lab_plan *plan, lab_subject *subject)
{
    int count;
    test_list *at = tests_of(subject, &count);
    subject->first_job = plan->job_count;
    for (int i = 0; i < count; ++i)
        if (is_wanted(arguments, at(i)->name)) add_job(plan, subject, at(i), NULL);
    for (int i = 0; subject->car && i < plan->scenario_count; ++i)
        add_job(plan, subject, kamm_describe_scenario(plan->scenarios[i]), plan->scenarios[i]);
}

static int make_plan(const cli_arguments *arguments, const char *const *names, lab_plan *plan)
{
    int status = CLI_OK;
    size_t jobs = 0;
    plan->subjects = calloc(MAX_SUBJECTS, sizeof *plan->subjects);
    if (!plan->subjects) return cli_fail_text("out of memory");
    for (int i = 0; i < plan->subject_count && !status; ++i) {
        status = load_subject(arguments, plan, names[i], &plan->subjects[i]);
        jobs += (size_t)plan->subjects[i].job_count;
    }
    if (status) return status;
    plan->jobs = calloc(jobs, sizeof *plan->jobs);
    if (!plan->jobs) return cli_fail_text("out of memory");
    for (int i = 0; i < plan->subject_count; ++i) add_jobs(arguments, plan, &plan->subjects[i]);
    return CLI_OK;
}

static void clear_plan(lab_plan *plan)
{
    for (int i = 0; plan->subjects && i < plan->subject_count; ++i) {
        free(plan->subjects[i].car);
        kamm_destroy_combination_file(&plan->subjects[i].combination);
    }
    free(plan->subjects);
    free(plan->jobs);
}

static int make_folders(const lab_plan *plan)
{
    for (int i = 0; plan->folder && i < plan->subject_count; ++i) {
        char path[PATH_SIZE + 80];
        kamm_error error;
        snprintf(path, sizeof path, "%s/%s", plan->folder, plan->subjects[i].id);
        if (!cli_make_folder(path, &error)) return cli_fail(&error);
    }
    return CLI_OK;
}

static int run_plan(const cli_arguments *arguments, const char *const *names, lab_plan *plan,
                    int threads)
{
    int status = make_plan(arguments, names, plan);
    if (!status) status = make_folders(plan);
    if (!status) status = lab_run(plan, threads);
    if (!status && plan->folder) printf("\nChannels: %s/CAR/TEST.csv\n", plan->folder);
    clear_plan(plan);
    return status;
}

/* The cars that are named, or all. */
static int run_named(const cli_arguments *arguments, lab_plan *plan)
{
    static char listed[MAX_SUBJECTS][64];
    const char *names[MAX_SUBJECTS];
    int threads = cli_thread_count(arguments);
    if (!threads) return cli_misused(arguments->command, "--jobs: 1 to %d", CLI_MAX_THREADS);
    if (plan->folder && strlen(plan->folder) >= PATH_SIZE)
        return cli_misused(arguments->command, "--out: too long");
    for (int i = 0; i < arguments->word_count; ++i) names[i] = arguments->words[i];
    if (!plan->subject_count) {
        int count = kamm_list_data("vehicles", listed, MAX_SUBJECTS);
        plan->subject_count = count > MAX_SUBJECTS ? MAX_SUBJECTS : count;
        for (int i = 0; i < plan->subject_count; ++i) names[i] = listed[i];
    }
    if (!plan->subject_count) return cli_fail_text("there are no vehicles: no data folder");
    return run_plan(arguments, names, plan, threads);
}

static int run(const cli_arguments *arguments)
{
    lab_plan plan = {.folder = cli_option_value(arguments, "--out"),
                     .is_quick = cli_option_value(arguments, "--quick") != NULL,
                     .subject_count = arguments->word_count};
    int status = check_tests(arguments, &plan);
    if (!status) status = run_named(arguments, &plan);
    for (int i = 0; i < plan.scenario_count; ++i) kamm_destroy_scenario(plan.scenarios[i]);
    return status;
}

const cli_command cli_lab = {
    "lab",
    "[CAR…] [OPTION]…",
    "all road tests of all cars, with the published figures",
    "Runs every road test on the given cars or combinations, or on all cars of the data folder. It prints a table\n"
    "for each with the published figures, as soon as it is complete. --tests selects some of the tests (kamm list\n"
    "tests) or scenarios (kamm list scenarios, or files), --quick computes ten common figures. A car that the full model does not support is driven on the\n"
    "highest rung that does. Standard error shows the progress.",
    0,
    MAX_SUBJECTS,
    {{"--tests", "NAME,NAME", "only these: kamm list tests; scenarios by name, or as files .json"},
     {"--quick", NULL, "ten common figures, in seconds"},
     CLI_RUNG_OPTION,
     CLI_SUBSTEPS_OPTION,
     {"--out", "FOLDER", "writes the channels of each test there, as CSV"},
     CLI_JOBS_OPTION},
    run};
