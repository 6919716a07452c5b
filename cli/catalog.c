/* kamm catalog and kamm schema: the field tables. */

#include "cli.h"

static int run_catalog(const cli_arguments *arguments)
{
    kamm_error error;
    int as_json = cli_option_value(arguments, "--json") != NULL;
    int as_markdown = cli_option_value(arguments, "--markdown") != NULL;
    if (as_json && as_markdown)
        return cli_misused(arguments->command, "either --json or --markdown");
    int format = as_markdown ? 2 : as_json;
    return kamm_write_catalog(stdout, format, &error) ? cli_fail(&error) : CLI_OK;
}

static int run_schema(const cli_arguments *arguments)
{
    kamm_error error;
    kamm_result result = cli_option_value(arguments, "--scenario")
                             ? kamm_write_scenario_schema(stdout, &error)
                             : kamm_write_schema(stdout, &error);
    return result ? cli_fail(&error) : CLI_OK;
}

const cli_command cli_catalog = {
    "catalog",
    "[--json|--markdown]",
    "all parameters, inputs, states, channels and units",
    "Prints every parameter, input, state and channel: name, unit, default, range and meaning.",
    0,
    0,
    {{"--json", NULL, "for programs"}, {"--markdown", NULL, "docs/reference.md"}},
    run_catalog};

const cli_command cli_schema = {
    "schema",
    "[--scenario]",
    "the JSON Schema of vehicle files",
    "Prints the JSON Schema (draft 2020-12) for completion and checks of vehicle files in editors.",
    0,
    0,
    {{"--scenario", NULL, "that of scenario files instead: docs/scenario.schema.json"}},
    run_schema};
