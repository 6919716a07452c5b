#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

int cli_misused(const cli_command *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "kamm%s%s: ", command ? " " : "", command ? command->name : "");
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\nSee: kamm%s%s --help\n", command ? " " : "", command ? command->name : "");
    va_end(arguments);
    return CLI_USAGE;
}

static size_t min_size(size_t a, size_t b) { return a < b ? a : b; }

/* Levenshtein's distance; words longer than the table are far from all. */
static size_t distance(const char *a, const char *b)
{
    enum { MAX_LENGTH = 64 };
    size_t row[MAX_LENGTH + 1], rows = strlen(a), columns = strlen(b);
    if (rows > MAX_LENGTH || columns > MAX_LENGTH) return MAX_LENGTH;
    for (size_t j = 0; j <= columns; ++j) row[j] = j;
    for (size_t i = 1; i <= rows; ++i) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= columns; ++j) {
            size_t changed = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = min_size(changed, min_size(row[j], row[j - 1]) + 1);
        }
    }
    return row[columns];
}

const char *cli_nearest(const char *wanted, const char *const *words, int count)
{
    const char *nearest = NULL;
    size_t nearest_distance = strlen(wanted) / 3 + 2;
    for (int i = 0; i < count; ++i) {
        size_t away = distance(wanted, words[i]);
        if (away >= nearest_distance) continue;
        nearest = words[i];
        nearest_distance = away;
    }
    return nearest;
}

static int count_options(const cli_command *command)
{
    int count = 0;
    while (count < CLI_MAX_OPTIONS && command->options[count].name) ++count;
    return count;
}

/* The option that a word names, as --name or --name=value. */
static const cli_option *find_option(const cli_command *command, const char *word, size_t length)
{
    for (int i = 0; i < count_options(command); ++i) {
        const char *name = command->options[i].name;
        if (strlen(name) == length && strncmp(name, word, length) == 0) return &command->options[i];
    }
    return NULL;
}

static int fail_unknown_option(const cli_command *command, const char *word)
{
    const char *names[CLI_MAX_OPTIONS];
    int count = count_options(command);
    for (int i = 0; i < count; ++i) names[i] = command->options[i].name;
    const char *nearest = cli_nearest(word, names, count);
    if (nearest)
        return cli_misused(command, "there is no option %s; did you mean %s?", word, nearest);
    return cli_misused(command, "there is no option %s", word);
}

/* Takes the option at words[*at], with its value. */
static int take_option(const cli_command *command, int count, char *const *words, int *at,
                       cli_arguments *arguments)
{
    const char *word = words[*at], *equals = strchr(word, '=');
    const cli_option *option =
        find_option(command, word, equals ? (size_t)(equals - word) : strlen(word));
    if (!option) return fail_unknown_option(command, word);
    if (equals && !option->value) return cli_misused(command, "%s takes no value", option->name);
    const char *value = "";
    if (equals)
        value = equals + 1;
    else if (option->value && ++*at == count)
        return cli_misused(command, "%s needs %s behind it", option->name, option->value);
    else if (option->value)
        value = words[*at];
    arguments->options[arguments->option_count].option = option;
    arguments->options[arguments->option_count++].value = value;
    return CLI_OK;
}

static int check_word_count(const cli_command *command, const cli_arguments *arguments)
{
    if (arguments->word_count < command->min_words)
        return cli_misused(command, "words are missing: kamm %s %s", command->name, command->words);
    if (arguments->word_count > command->max_words)
        return cli_misused(command, "one word too many: %s", arguments->words[command->max_words]);
    return CLI_OK;
}

int cli_parse(const cli_command *command, int count, char *const *words, cli_arguments *arguments)
{
    int only_words = 0;
    *arguments = (cli_arguments){.command = command};
    if (count > CLI_MAX_WORDS) return cli_misused(command, "more than %d words", CLI_MAX_WORDS);
    for (int i = 0; i < count; ++i) {
        const char *word = words[i];
        if (!only_words && strcmp(word, "--") == 0) {
            only_words = 1;
        } else if (!only_words && word[0] == '-' && word[1]) {
            int status = take_option(command, count, words, &i, arguments);
            if (status) return status;
        } else {
            arguments->words[arguments->word_count++] = word;
        }
    }
    return check_word_count(command, arguments);
}

void cli_print_help(const cli_command *command, FILE *out)
{
    fprintf(out, "kamm %s %s\n\n%s\n", command->name, command->words, command->help);
    for (int i = 0; i < count_options(command); ++i) {
        const cli_option *option = &command->options[i];
        char head[40];
        snprintf(head, sizeof head, "%s %s", option->name, option->value ? option->value : "");
        fprintf(out, "%s  %-18s %s\n", i ? "" : "\n", head, option->doc);
    }
}

const char *cli_option_value(const cli_arguments *arguments, const char *name)
{
    for (int i = arguments->option_count - 1; i >= 0; --i)
        if (strcmp(arguments->options[i].option->name, name) == 0)
            return arguments->options[i].value;
    return NULL;
}

int cli_thread_count(const cli_arguments *arguments)
{
    const char *given = cli_option_value(arguments, "--jobs");
    if (!given) {
        long cores = sysconf(_SC_NPROCESSORS_ONLN);
        return cores < 1 ? 1 : cores > CLI_MAX_THREADS ? CLI_MAX_THREADS : (int)cores;
    }
    char *end;
    long count = strtol(given, &end, 10);
    return end != given && !*end && count >= 1 && count <= CLI_MAX_THREADS ? (int)count : 0;
}

int cli_read_whole(const cli_arguments *arguments, const char *name, double min, double max,
                   double *value)
{
    const char *given = cli_option_value(arguments, name);
    char *end;
    if (!given) return CLI_OK;
    *value = strtod(given, &end);
    if (end != given && !*end && *value >= min && *value <= max && *value == floor(*value))
        return CLI_OK;
    return cli_misused(arguments->command, "%s %s: a whole number from %.0f to %.0f", name, given,
                       min, max);
}
