/* kamm import: a vehicle file from the vehicle data of another program. */
#include <kamm/io/import.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static const char *const formats[] = {KAMM_IMPORT_CHOICES(KAMM_WORD)};

static int find_format(const cli_arguments *arguments, kamm_import_format *format)
{
    const char *name = cli_option_value(arguments, "--format");
    *format = KAMM_IMPORT_BY_NAME;
    for (int i = 0; name && i < (int)(sizeof formats / sizeof *formats); ++i)
        if (!strcmp(name, formats[i])) {
            *format = (kamm_import_format)i;
            return CLI_OK;
        }
    return name ? cli_misused(
                      arguments->command,
                      "there is no format %.60s; allowed: assetto_corsa, carla, torcs, commonroad",
                      name)
                : CLI_OK;
}

/* --fact NAME=VALUE, and --body. */
static int take_facts(const cli_arguments *arguments, kamm_vehicle_facts *facts)
{
    for (int i = 0; i < arguments->option_count; ++i) {
        const char *name = arguments->options[i].option->name, *text = arguments->options[i].value;
        char fact[96];
        kamm_error error;
        kamm_result result = KAMM_OK;
        if (!strcmp(name, "--body")) result = kamm_set_fact(facts, "body", text, &error);
        if (!strcmp(name, "--fact")) {
            const char *equals = strchr(text, '=');
            if (!equals)
                return cli_misused(arguments->command, "--fact %.60s: NAME=VALUE is wanted", text);
            snprintf(fact, sizeof fact, "%.*s", (int)(equals - text), text);
            result = kamm_set_fact(facts, fact, equals + 1, &error);
        }
        if (result) return cli_misused(arguments->command, "%s", error.text);
    }
    return CLI_OK;
}

static int exists(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file) fclose(file);
    return file != NULL;
}

/* For display where the imported file has no name: "coupe" of cars/coupe.json. */
static void name_by_file(const char *path, char *name, size_t size)
{
    const char *slash = strrchr(path, '/');
    const char *file = slash ? slash + 1 : path;
    snprintf(name, size, "%.*s", (int)strcspn(file, "."), file);
}

static void print_lines(const kamm_import_report *report, kamm_import_fate fate)
{
    static const char *const heads[] = {"taken from the file", "estimated by rules", "not used"};
    const int32_t counts[] = {report->taken, report->estimated, report->unused};
    int32_t shown = 0;
    printf("\n%s: %d\n", heads[fate], (int)counts[fate]);
    for (int i = 0; i < report->line_count; ++i) {
        const kamm_import_line *line = &report->lines[i];
        const char *source = line->source;
        if (line->fate != fate) continue;
        if (!strncmp(source, "imported: ", 10)) source += 10;
        if (!strncmp(source, "estimated: ", 11)) source += 11;
        printf("  %-48s %12.20s  %s\n", line->path, line->value, source);
        ++shown;
    }
    if (shown < counts[fate]) printf("  ... and %d more\n", (int)(counts[fate] - shown));
}

static int run(const cli_arguments *arguments)
{
    static kamm_import_report report;
    const char *path = arguments->words[0], *out = cli_option_value(arguments, "-o");
    kamm_vehicle_facts facts = kamm_default_facts();
    kamm_import_format format;
    kamm_error error;
    if (!out)
        return cli_misused(arguments->command, "-o FILE is needed, the vehicle file to write");
    int status = find_format(arguments, &format);
    if (!status) status = take_facts(arguments, &facts);
    if (status) return status;
    if (!*facts.name) name_by_file(out, facts.name, sizeof facts.name);
    if (!cli_option_value(arguments, "--force") && exists(out))
        return cli_fail_text("%s: the file exists already; --force replaces it", out);
    if (kamm_import_vehicle(path, format, &facts, out, &report, &error)) return cli_fail(&error);
    printf("%s: written; %d values taken, %d estimated, %d of the file not used\n", out,
           (int)report.taken, (int)report.estimated, (int)report.unused);
    if (!cli_option_value(arguments, "--quiet"))
        for (int fate = KAMM_IMPORT_TAKEN; fate <= KAMM_IMPORT_UNUSED; ++fate)
            print_lines(&report, (kamm_import_fate)fate);
    printf("kamm check %s judges it, kamm lab %s drives it\n", out, out);
    return CLI_OK;
}

const cli_command cli_import = {
    "import",
    "PATH -o FILE",
    "makes a vehicle file from the vehicle data of another program",
    "Formats: assetto_corsa (a data folder with car.ini, suspensions.ini, tyres.ini, engine.ini and drivetrain.ini,\n"
    "unpacked), carla (the physics control of a CARLA 0.9 vehicle as JSON), torcs (a car's XML file of TORCS or Speed\n"
    "Dreams) and commonroad (parameters_vehicleN.yaml, with parameters_tire.yaml beside it). What the file gives is\n"
    "taken with its units. Rules estimate the rest (kamm list rules). A table and the file's sources say which is which.",
    1,
    1,
    {{"-o", "FILE", "vehicle file to write"},
     {"--format", "FORMAT",
      "assetto_corsa, carla, torcs, commonroad; default: by the ending of the name"},
     {"--body", "CLASS", "class for the rules: kamm new --help lists them; default saloon"},
     {"--fact", "NAME=VALUE",
      "figure that the file lacks, as an option of kamm new: --fact drive=rear; may be repeated"},
     {"--quiet", NULL, "counts alone, without the table"},
     {"--force", NULL, "replace a file that exists"}},
    run};
