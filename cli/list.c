/* kamm list: what there is. */
#include <kamm/io/arcade_file.h>
#include <kamm/io/combination_file.h>
#include <kamm/io/estimate.h>
#include <kamm/io/scenario.h>
#include <kamm/io/world_file.h>
#include <string.h>

#include "cli.h"

enum { MAX_NAMES = 1000 };

static int list_vehicles_of(const char *folder)
{
    static char names[MAX_NAMES][64];
    static kamm_vehicle_file car;
    int count = kamm_list_data(folder, names, MAX_NAMES), status = CLI_OK;
    for (int i = 0; i < count && i < MAX_NAMES; ++i) {
        kamm_error error;
        if (kamm_load_vehicle(names[i], &car, NULL, &error))
            status = cli_fail(&error);
        else
            printf("%-28s %s\n", names[i], car.def.name);
    }
    return status;
}

static int list_vehicles(void) { return list_vehicles_of("vehicles"); }

static int list_two_wheelers(void) { return list_vehicles_of("two-wheelers"); }

static int list_trailers(void) { return list_vehicles_of("trailers"); }

static int list_combinations(void)
{
    static char names[MAX_NAMES][64];
    int count = kamm_list_data("combinations", names, MAX_NAMES), status = CLI_OK;
    for (int i = 0; i < count && i < MAX_NAMES; ++i) {
        kamm_error error;
        kamm_combination_file file;
        if (kamm_load_combination(names[i], &file, NULL, &error)) {
            status = cli_fail(&error);
            continue;
        }
        printf("%-28s %s\n", names[i], file.name);
        kamm_destroy_combination_file(&file);
    }
    return status;
}

static int list_tyres(void)
{
    static char names[MAX_NAMES][64];
    static kamm_tyre_def tyre;
    int count = kamm_list_data("tyres", names, MAX_NAMES), status = CLI_OK;
    for (int i = 0; i < count && i < MAX_NAMES; ++i) {
        kamm_error error;
        if (kamm_load_tyre(names[i], &tyre, NULL, &error))
            status = cli_fail(&error);
        else
            printf("%-28s %s\n", names[i], tyre.name);
    }
    return status;
}

static int list_arcade(void)
{
    static char names[MAX_NAMES][64];
    int count = kamm_list_data("arcade", names, MAX_NAMES), status = CLI_OK;
    for (int i = 0; i < count && i < MAX_NAMES; ++i) {
        kamm_error error;
        kamm_arcade arcade;
        if (kamm_load_arcade(names[i], &arcade, NULL, &error))
            status = cli_fail(&error);
        else
            printf("%-28s %s\n", names[i], arcade.name);
    }
    return status;
}

static int list_worlds(void)
{
    static char names[MAX_NAMES][64];
    int count = kamm_list_data("worlds", names, MAX_NAMES), status = CLI_OK;
    for (int i = 0; i < count && i < MAX_NAMES; ++i) {
        kamm_error error;
        kamm_world_file world;
        if (kamm_load_world(names[i], &world, NULL, &error)) {
            status = cli_fail(&error);
            continue;
        }
        printf("%-28s %s\n", names[i], world.name);
        kamm_destroy_world_file(&world);
    }
    return status;
}

static void list_test_of(const kamm_road_test *test, const char *kind)
{
    printf("\n%s: %s (%s)\n    %s\n    of %s\n", test->name, test->title, test->standard, test->doc,
           kind);
    for (int j = 0; j < test->figure_count; ++j)
        printf("    %-34s %-10s %s\n", test->figures[j].name, test->figures[j].unit,
               test->figures[j].doc);
}

static int list_scenarios(void)
{
    static char names[MAX_NAMES][64];
    int count = kamm_list_data("scenarios", names, MAX_NAMES), status = CLI_OK;
    for (int i = 0; i < count && i < MAX_NAMES; ++i) {
        kamm_error error;
        kamm_scenario *scenario = kamm_load_scenario(names[i], &error);
        if (scenario)
            list_test_of(kamm_describe_scenario(scenario), "cars");
        else
            status = cli_fail(&error);
        kamm_destroy_scenario(scenario);
    }
    return status;
}

static int is_test_of_cars(const kamm_road_test *test)
{
    for (int i = 0; i < kamm_road_test_count(); ++i)
        if (kamm_road_test_at(i) == test) return 1;
    return 0;
}

static void list_other_tests(void)
{
    for (int i = 0; i < kamm_two_wheeler_test_count(); ++i)
        if (!is_test_of_cars(kamm_two_wheeler_test_at(i)))
            list_test_of(kamm_two_wheeler_test_at(i), "vehicles with two wheels in line");
    for (int i = 0; i < kamm_combination_test_count(); ++i)
        list_test_of(kamm_combination_test_at(i), "combinations");
}

static int list_tests(void)
{
    for (int i = 0; i < kamm_road_test_count(); ++i) {
        const kamm_road_test *test = kamm_road_test_at(i);
        printf("%s%s: %s (%s)\n    %s\n", i ? "\n" : "", test->name, test->title, test->standard,
               test->doc);
        if (test->needs)
            printf("    from the rung %s upwards: it needs %s\n",
                   kamm_describe_rung(kamm_lowest_rung_with(test->needs))->name,
                   kamm_feature_name(test->needs));
        else
            printf("    on every rung\n");
        for (int j = 0; j < test->figure_count; ++j)
            printf("    %-34s %-10s %s\n", test->figures[j].name, test->figures[j].unit,
                   test->figures[j].doc);
    }
    list_other_tests();
    return CLI_OK;
}

static int list_rungs(void)
{
    for (int i = 0; i < KAMM_RUNG_COUNT; ++i) {
        const kamm_rung_info *info = kamm_describe_rung((kamm_rung)(1 + i));
        printf("%-14s %s\n", info->name, info->title);
    }
    return CLI_OK;
}

static int list_surfaces(void)
{
    kamm_surface_set set;
    kamm_error error;
    if (kamm_load_surfaces(NULL, &set, NULL, &error)) return cli_fail(&error);
    printf("%-16s %8s %12s %18s %10s %12s %12s %8s\n", "", "friction", "sliding loss",
           "rolling resistance", "sinkage", "sinkage drag", "roughness", "water");
    printf("%-16s %8s %12s %18s %10s %12s %12s %8s\n", "", "", "", "", "m", "", "1e-6 m3", "mm");
    for (int i = 0; i < set.count; ++i) {
        const kamm_surface *s = &set.surfaces[i];
        printf("%-16s %8.2f %12.2f %18.3f %10.3f %12.3f %12g %8g\n", s->name, (double)s->friction,
               (double)s->sliding_loss, (double)s->rolling_resistance, (double)s->sinkage_m,
               (double)s->sinkage_drag, 1e6 * (double)s->roughness_m3, 1e3 * (double)s->water_m);
    }
    return CLI_OK;
}

static void print_columns(const kamm_rule *rule)
{
    const char *word = rule->columns;
    for (int i = 0; *word; ++i) {
        int length = (int)strcspn(word, "|");
        printf("%s%.*s %g", i ? ", " : "    ", length, word, rule->values[i]);
        word += length + (word[length] == '|');
    }
    putchar('\n');
}

static int list_rules(void)
{
    for (int i = 0; i < kamm_rule_count(); ++i) {
        const kamm_rule *rule = kamm_rule_at(i);
        printf("%s%s: %s%s%s, 1 sigma %g %%\n", i ? "\n" : "", rule->name, rule->doc,
               strcmp(rule->unit, "1") ? ", " : "", strcmp(rule->unit, "1") ? rule->unit : "",
               100 * rule->spread);
        print_columns(rule);
        printf("    %s\n", rule->source);
    }
    return CLI_OK;
}

static const struct {
    const char *name;
    int (*list)(void);
} kinds[] = {{"vehicles", list_vehicles}, {"two-wheelers", list_two_wheelers},
             {"trailers", list_trailers}, {"combinations", list_combinations},
             {"tyres", list_tyres},       {"tests", list_tests},
             {"rungs", list_rungs},       {"surfaces", list_surfaces},
             {"worlds", list_worlds},     {"arcade", list_arcade},
             {"rules", list_rules},       {"scenarios", list_scenarios}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static int list_all(void)
{
    int status = CLI_OK;
    for (int i = 0; i < KINDS; ++i) {
        printf("%s== %s ==\n", i ? "\n" : "", kinds[i].name);
        if (kinds[i].list()) status = CLI_BAD_DATA;
    }
    return status;
}

static int run(const cli_arguments *arguments)
{
    const char *names[KINDS];
    if (!arguments->word_count) return list_all();
    for (int i = 0; i < KINDS; ++i) {
        names[i] = kinds[i].name;
        if (strcmp(arguments->words[0], names[i]) == 0) return kinds[i].list();
    }
    const char *nearest = cli_nearest(arguments->words[0], names, KINDS);
    return cli_misused(
        arguments->command, "%s can't be listed; %s %s", arguments->words[0],
        nearest ? "did you mean"
                : "there are vehicles, two-wheelers, trailers, combinations, tyres, tests, rungs, "
                  "surfaces, worlds, arcade presets, rules and scenarios",
        nearest ? nearest : "");
}

const cli_command cli_list = {
    "list",
    "[vehicles|two-wheelers|trailers|combinations|tyres|tests|rungs|surfaces|worlds|arcade|rules|scenarios]",
    "lists vehicles, tyres, tests, rungs, surfaces, worlds, rules and scenarios",
    "Lists vehicles, two-wheelers, trailers, combinations and tyres of the data folder, road tests\n"
    "with their figures and units, the rungs of the ladder of models, surfaces, worlds, presets of\n"
    "arcade handling, the rules of kamm new, and scenarios; without an argument, all of them.",
    0,
    1,
    {{0}},
    run};
