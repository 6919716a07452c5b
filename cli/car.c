#include <kamm/io/arcade_file.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static int apply_tyre(const char *name, kamm_vehicle_file *car, kamm_notes *notes)
{
    kamm_tyre_def tyre;
    kamm_error error;
    if (kamm_load_tyre(name, &tyre, notes, &error)) return cli_fail(&error);
    for (int axle = 0; axle < car->def.axles_count; ++axle) car->def.axles[axle].tyre = tyre;
    return CLI_OK;
}

static int apply_setting(const cli_arguments *arguments, const char *setting,
                         kamm_vehicle_file *car)
{
    char path[128];
    kamm_error error;
    const char *equals = strchr(setting, '=');
    if (!equals || equals == setting || (size_t)(equals - setting) >= sizeof path)
        return cli_misused(arguments->command, "--set needs PATH=VALUE, not %s", setting);
    snprintf(path, sizeof path, "%.*s", (int)(equals - setting), setting);
    if (kamm_set(kamm_vehicle_table(), &car->def, path, equals + 1, &error))
        return cli_fail(&error);
    return CLI_OK;
}

/* Road tests are under standard gravity, and published figures are those of the real car. */
static int apply_arcade(const cli_arguments *arguments, const char *name, kamm_vehicle_file *car)
{
    kamm_arcade arcade;
    kamm_error error;
    if (kamm_load_arcade(name, &arcade, NULL, &error)) return cli_fail(&error);
    if (arcade.gravity != 1)
        return cli_misused(arguments->command,
                           "--arcade %s: its gravity factor is %g; tests have standard gravity",
                           name, arcade.gravity);
    if (kamm_arcade_vehicle(&arcade, &car->def, &error)) return cli_fail(&error);
    car->published_count = 0;
    return CLI_OK;
}

/* What people should know before they trust a result; `kamm check` has all remarks. */
static void print_warnings(const kamm_notes *notes)
{
    for (int i = 0; i < notes->warnings; ++i)
        fprintf(stderr, "kamm: warning: %s\n", notes->text[i]);
}

int cli_load_car(const cli_arguments *arguments, const char *name, kamm_vehicle_file *car)
{
    kamm_error error;
    kamm_notes notes = {0};
    if (!name)
        *car = (kamm_vehicle_file){.id = "default", .def = kamm_default_vehicle()};
    else if (kamm_load_vehicle(name, car, &notes, &error))
        return cli_fail(&error);
    const char *tyre = cli_option_value(arguments, "--tyre");
    int status = tyre ? apply_tyre(tyre, car, &notes) : CLI_OK;
    print_warnings(&notes);
    const char *arcade = cli_option_value(arguments, "--arcade");
    if (arcade && !status) status = apply_arcade(arguments, arcade, car);
    for (int i = 0; i < arguments->option_count && !status; ++i)
        if (strcmp(arguments->options[i].option->name, "--set") == 0)
            status = apply_setting(arguments, arguments->options[i].value, car);
    return status;
}

static int fail_unknown_surface(const cli_arguments *arguments, const kamm_surface_set *set,
                                const char *name)
{
    const char *names[KAMM_MAX_SURFACES];
    for (int i = 0; i < set->count; ++i) names[i] = set->surfaces[i].name;
    const char *nearest = cli_nearest(name, names, set->count);
    if (nearest)
        return cli_misused(arguments->command, "there is no surface %s; did you mean %s?", name,
                           nearest);
    return cli_misused(arguments->command, "there is no surface %s: see kamm list surfaces", name);
}

static int find_named_surface(const cli_arguments *arguments, const char *name,
                              kamm_surface *surface)
{
    kamm_surface_set set;
    kamm_error error;
    if (kamm_load_surfaces(NULL, &set, NULL, &error)) return cli_fail(&error);
    const kamm_surface *found = kamm_surface_named(&set, name);
    if (!found) return fail_unknown_surface(arguments, &set, name);
    *surface = *found;
    return CLI_OK;
}

int cli_find_surface(const cli_arguments *arguments, kamm_surface *own,
                     const kamm_surface **surface)
{
    const char *name = cli_option_value(arguments, "--surface");
    *surface = name ? own : NULL;
    if (!name) return CLI_OK;
    char *end;
    double friction = strtod(name, &end);
    if (end == name || *end) return find_named_surface(arguments, name, own);
    if (!(friction >= 0 && friction <= 2))
        return cli_misused(arguments->command, "--surface %s: friction may be 0 to 2", name);
    *own = (kamm_surface){.friction = (float)friction};
    snprintf(own->name, sizeof own->name, "%s", name);
    return CLI_OK;
}

int cli_find_rung(const cli_arguments *arguments, kamm_rung *rung)
{
    const char *name = cli_option_value(arguments, "--rung"), *names[KAMM_RUNG_COUNT];
    *rung = KAMM_RUNG_DEFAULT;
    if (!name) return CLI_OK;
    const kamm_rung_info *info = kamm_find_rung(name);
    if (info) {
        *rung = info->rung;
        return CLI_OK;
    }
    for (int i = 0; i < KAMM_RUNG_COUNT; ++i)
        names[i] = kamm_describe_rung((kamm_rung)(1 + i))->name;
    const char *nearest = cli_nearest(name, names, KAMM_RUNG_COUNT);
    if (nearest)
        return cli_misused(arguments->command, "there is no rung %s; did you mean %s?", name,
                           nearest);
    return cli_misused(arguments->command, "there is no rung %s: see kamm list rungs", name);
}

int cli_take_substeps(const cli_arguments *arguments, const char *rate, kamm_rung rung,
                      kamm_vehicle_file *car)
{
    const char *path = "stepping.substeps_per_s";
    kamm_error error;
    if (kamm_set(kamm_vehicle_table(), &car->def, path, rate, &error))
        return cli_misused(arguments->command, "--substeps: %s", error.text);
    kamm_model *model = kamm_create_model(&car->def, rung, &error);
    int is_refused = !model && strcmp(error.path, path) == 0; /* all else is the test's to tell */
    kamm_destroy_model(model);
    return is_refused ? cli_misused(arguments->command, "--substeps: %s", error.text) : CLI_OK;
}

kamm_model *cli_compile_highest(const kamm_vehicle_def *def, kamm_notes *refusals,
                                kamm_error *error)
{
    kamm_model *highest = NULL;
    for (int rung = KAMM_RUNG_COUNT; rung >= 1; --rung) {
        kamm_error own;
        kamm_model *model = kamm_create_model(def, (kamm_rung)rung, &own);
        if (!model && rung == KAMM_RUNG_DEFAULT) *error = own;
        if (!model)
            snprintf(refusals->text[refusals->count++], sizeof refusals->text[0],
                     "not on the rung %s: %.200s", kamm_describe_rung((kamm_rung)rung)->name,
                     own.text);
        if (highest)
            kamm_destroy_model(model);
        else
            highest = model;
    }
    return highest;
}

void cli_print_notes(const kamm_notes *notes, FILE *out)
{
    for (int i = 0; i < notes->count; ++i)
        fprintf(out, "  %s: %s\n", i < notes->warnings ? "warning" : "note", notes->text[i]);
    if (notes->dropped) fprintf(out, "  note: and %d more\n", (int)notes->dropped);
}
