/* kamm new: a complete vehicle file from the figures of a data sheet. */
#include <string.h>
#include <unistd.h>

#include "new.h"

/* Sets all facts that are options; the others are this command's own. */
static int take_facts(const cli_arguments *arguments, kamm_vehicle_facts *facts)
{
    for (int i = 0; i < arguments->option_count; ++i) {
        const char *name = arguments->options[i].option->name;
        kamm_error error;
        if (!strcmp(name, "--from") || !strcmp(name, "--force") || !strcmp(name, "--ask")) continue;
        if (kamm_set_fact(facts, name + 2, arguments->options[i].value, &error))
            return cli_misused(arguments->command, "%s", error.text);
    }
    return CLI_OK;
}

static int exists(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file) fclose(file);
    return file != NULL;
}

/* Asks with --ask, and on a terminal without any words. */
static int has_to_ask(const cli_arguments *arguments)
{
    if (cli_option_value(arguments, "--ask")) return 1;
    return !arguments->word_count && !arguments->option_count && isatty(STDIN_FILENO) &&
           isatty(STDOUT_FILENO);
}

static int find_facts(const cli_arguments *arguments, char *name, size_t size,
                      kamm_vehicle_facts *facts)
{
    const char *from = cli_option_value(arguments, "--from");
    kamm_error error;
    if (from && kamm_load_facts(from, facts, &error)) return cli_fail(&error);
    int status = take_facts(arguments, facts);
    if (arguments->word_count) snprintf(name, size, "%s", arguments->words[0]);
    if (!status && has_to_ask(arguments)) return cli_ask_facts(name, size, facts);
    if (!status && !*name)
        return cli_misused(arguments->command,
                           "NAME is missing, the file to write; --mass, --wheelbase, --tyres and "
                           "--power are needed too. On a terminal kamm new asks for all of them");
    return status;
}

static int run(const cli_arguments *arguments)
{
    static kamm_vehicle_file car;
    char name[400] = "", path[512];
    kamm_error error;
    kamm_vehicle_facts facts = kamm_default_facts();
    int status = find_facts(arguments, name, sizeof name, &facts);
    if (status) return status;
    size_t length = strlen(name);
    int has_ending = length > 5 && !strcmp(name + length - 5, ".json");
    snprintf(path, sizeof path, "%s%s", name, has_ending ? "" : ".json");
    if (!*facts.name) {
        const char *slash = strrchr(name, '/');
        snprintf(facts.name, sizeof facts.name, "%.*s", (int)strcspn(slash ? slash + 1 : name, "."),
                 slash ? slash + 1 : name);
    }
    if (!cli_option_value(arguments, "--force") && exists(path))
        return cli_fail_text("%s: the file exists already; --force replaces it", path);
    if (kamm_write_estimate(path, &facts, &error)) return cli_fail(&error);
    if (kamm_load_vehicle(path, &car, NULL, &error)) return cli_fail(&error);
    printf("%s: written. kamm check %s judges it, kamm lab %s drives it\n", path, path, path);
    return CLI_OK;
}

const cli_command cli_new = {
    "new",
    "[NAME]",
    "makes a vehicle file from the figures of a data sheet",
    "Writes NAME.json. Facts are options, or the keys of a JSON file; numbers may have a unit (147kW, 2650mm, 60%).\n"
    "Mass, wheelbase, tyres and power are needed, of a caravan or trailer mass, drawbar and tyres. Rules estimate all\n"
    "else (kamm list rules), and the file says so of each value. Without any words it asks on a terminal.",
    0,
    1,
    {{"--ask", NULL, "ask for the main facts, one by one"},
     {"--from", "FILE", "facts from a JSON file, which options replace"},
     {"--force", NULL, "replace a file that exists"},
     {"--name", "TEXT", "name for display"},
     {"--body", "CLASS",
      "hatchback, saloon, estate, suv, van, pickup, sports, supercar, kart, formula, bus, truck, tractor, "
      "caravan, trailer"},
     {"--mass", "KG", "ready to drive, with driver"},
     {"--payload", "KG", "load in addition"},
     {"--front-share", "SHARE", "of the weight on the front axle, 0.6 or 60%"},
     {"--wheelbase", "M", "from the first to the last axle"},
     {"--axles", "M,M,M",
      "distances behind the front axle, of more than two axles; the first is 0"},
     {"--steered-axles", "N", "number of steered axles from the front"},
     {"--front-track", "M", "front track"},
     {"--rear-track", "M", "rear track"},
     {"--front-wheels", "KIND", "pair, or single on a three-wheeler"},
     {"--rear-wheels", "KIND", "pair or twin"},
     {"--length", "M", "overall length"},
     {"--width", "M", "overall width without mirrors"},
     {"--height", "M", "overall height"},
     {"--cg-height", "M", "height of the centre of gravity"},
     {"--tyres", "SIZE", "225/45R17, or \"225/45R17 94\" with load index"},
     {"--rear-tyres", "SIZE", "if they differ"},
     {"--tyre-kind", "KIND",
      "eco, touring, sport, track, slick, all_terrain, van, truck, tractor, kart, cross_ply"},
     {"--engine", "KIND", "petrol, turbo, diesel, heavy_diesel, racing, electric"},
     {"--engine-place", "PLACE", "front, middle, rear"},
     {"--power", "W", "greatest power, 147kW or 200PS"},
     {"--power-at", "SPEED", "of the engine, 6000rpm"},
     {"--torque", "NM", "greatest torque"},
     {"--torque-at", "SPEED", "of the engine, 4000rpm"},
     {"--limiter", "SPEED", "of the engine, 6500rpm"},
     {"--drive", "AXLES", "front, rear, all"},
     {"--gearbox", "KIND", "manual, automatic, dual_clutch, sequential"},
     {"--gears", "N", "number of forward gears"},
     {"--ratios", "R,R,R", "of the forward gears"},
     {"--final-drive", "R", "ratio behind the gearbox"},
     {"--speed-limit", "SPEED", "at which the engine is governed, 250km/h"},
     {"--drag-coefficient", "CD", "Cd"},
     {"--frontal-area", "M2", "frontal area"},
     {"--steering-ratio", "R", "steering-wheel angle per road-wheel angle"},
     {"--turning-circle", "M", "diameter, kerb to kerb"},
     {"--aids", "KIND", "none, abs, tcs (with abs)"},
     {"--drawbar", "M", "of a trailer: from the coupling to its first axle"},
     {"--nose", "KG", "of a trailer: load on the coupling"}},
    run};
