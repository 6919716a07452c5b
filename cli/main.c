/* The command: finds the sub-command and lets it run. KAMM_WITHIN_PYTHON: as it is within the package, which does not have the page. */
#include <signal.h>
#include <string.h>

#include "cli.h"

static const cli_command *const commands[] = {
#ifndef KAMM_WITHIN_PYTHON
    &cli_drive,
#endif
    &cli_lab,    &cli_run,   &cli_compare,     &cli_replay,     &cli_list,
    &cli_new,    &cli_check, &cli_tyre,        &cli_suspension, &cli_catalog,
    &cli_schema, &cli_bench, &cli_sweep,       &cli_merge,      &cli_fmu,
    &cli_report, &cli_fit,   &cli_sensitivity, &cli_import,
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_commands(FILE *out)
{
    fputs("kamm: drives and road-tests vehicle models\n\n", out);
    for (int i = 0; i < COMMANDS; ++i)
        fprintf(out, "  kamm %-11s %s\n", commands[i]->name, commands[i]->summary);
    fputs(
        "\nkamm COMMAND --help describes a command, kamm --version prints the version. Exit status: 0 success, 1 bad data, 2 wrong usage, 130 stopped by Ctrl-C.\n",
        out);
}

static int is_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
}

static int is_version(const char *word)
{
    return strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0;
}

static const cli_command *find_command(const char *name)
{
    for (int i = 0; i < COMMANDS; ++i)
        if (strcmp(commands[i]->name, name) == 0) return commands[i];
    return NULL;
}

static int fail_unknown(const char *word)
{
    const char *names[COMMANDS];
    for (int i = 0; i < COMMANDS; ++i) names[i] = commands[i]->name;
    const char *nearest = cli_nearest(word, names, COMMANDS);
    if (nearest)
        return cli_misused(NULL, "there is no command %s; did you mean %s?", word, nearest);
    return cli_misused(NULL, "there is no command %s", word);
}

static int wants_help(int count, char *const *words)
{
    for (int i = 0; i < count && strcmp(words[i], "--") != 0; ++i)
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0) return 1;
    return 0;
}

static int run(int count, char *const *words)
{
    static cli_arguments arguments;
    if (count < 1) {
        print_commands(stderr);
        return CLI_USAGE;
    }
    if (is_help(words[0])) {
        print_commands(stdout);
        return CLI_OK;
    }
    if (is_version(words[0])) {
        printf("kamm %s\n", kamm_version());
        return CLI_OK;
    }
    const cli_command *command = find_command(words[0]);
    if (!command) return fail_unknown(words[0]);
    if (wants_help(count - 1, words + 1)) {
        cli_print_help(command, stdout);
        return CLI_OK;
    }
    int status = cli_parse(command, count - 1, words + 1, &arguments);
    return status ? status : command->run(&arguments);
}

int cli_main(int count, char **words)
{
    static char buffer[1 << 20]; /* most output leaves in one go, and if it can't, errno says why */
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    signal(SIGPIPE, SIG_IGN); /* so that files are finished even if our output is a closed pipe */
    return cli_finish_output(run(count - 1, words + 1));
}
