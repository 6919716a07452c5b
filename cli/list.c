/* kamm list: what there is. */
#include <string.h>

#include "cli.h"

enum { MOST_NAMES = 1000 };

static int list_vehicles(void)
{
    static char names[MOST_NAMES][64];
    static kamm_vehicle_file car;
    int count = kamm_list_data("vehicles", names, MOST_NAMES), status = CLI_OK;
    for (int i = 0; i < count && i < MOST_NAMES; ++i) {
        kamm_error error;
        if (kamm_read_vehicle(names[i], &car, NULL, &error))
            status = cli_fail(&error);
        else
            printf("%-28s %s\n", names[i], car.def.name);
    }
    return status;
}

static int list_tyres(void)
{
    static char names[MOST_NAMES][64];
    static kamm_tyre_def tyre;
    int count = kamm_list_data("tyres", names, MOST_NAMES), status = CLI_OK;
    for (int i = 0; i < count && i < MOST_NAMES; ++i) {
        kamm_error error;
        if (kamm_read_tyre(names[i], &tyre, NULL, &error))
            status = cli_fail(&error);
        else
            printf("%-28s %s\n", names[i], tyre.name);
    }
    return status;
}

static int list_tests(void)
{
    for (int i = 0; i < kamm_road_test_count(); ++i) {
        const kamm_road_test *test = kamm_road_test_at(i);
        printf("%s%s: %s (%s)\n    %s\n", i ? "\n" : "", test->name, test->title, test->standard,
               test->doc);
        for (int j = 0; j < test->figure_count; ++j)
            printf("    %-34s %-10s %s\n", test->figures[j].name, test->figures[j].unit,
                   test->figures[j].doc);
    }
    return CLI_OK;
}

static int list_surfaces(void)
{
    int count;
    const kamm_surface *surfaces = kamm_surfaces(&count);
    printf("%-16s %8s %18s  %s\n", "", "friction", "rolling resistance", "source");
    for (int i = 0; i < count; ++i)
        printf("%-16s %8.2f %18.3f  %s\n", surfaces[i].name, (double)surfaces[i].friction,
               (double)surfaces[i].rolling_resistance, surfaces[i].source);
    return CLI_OK;
}

static const struct {
    const char *name;
    int (*list)(void);
} kinds[] = {{"vehicles", list_vehicles},
             {"tyres", list_tyres},
             {"tests", list_tests},
             {"surfaces", list_surfaces}};
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
    return cli_misused(arguments->command, "%s can't be listed; %s %s", arguments->words[0],
                       nearest ? "did you mean" : "there are vehicles, tyres, tests and surfaces",
                       nearest ? nearest : "");
}

const cli_command cli_list = {
    "list",
    "[vehicles|tyres|tests|surfaces]",
    "what there is to drive, and what with",
    "Lists vehicles and tyres of the data folder, road tests with their figures and units, and\n"
    "surfaces; without a word, all of them.",
    0,
    1,
    {{0}},
    run};
