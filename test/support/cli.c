#include "cli.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

char cli_folder[TEMPORARY_PATH], command[512], out[TEXT], err[TEXT];

int cli_set_up(void **state)
{
    (void)state;
    ssize_t length = readlink("/proc/self/exe", command, sizeof command - 16);
    if (length < 0) return 1;
    command[length] = 0;
    for (int up = 0; up < 2; ++up) *strrchr(command, '/') = 0;
    strcat(command, "/bin/kamm");
    return make_temporary_folder(cli_folder) || access(command, X_OK);
}

int shell(const char *line)
{
    int status = system(line);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int cli_clear_up(void **state)
{
    char line[128];
    (void)state;
    snprintf(line, sizeof line, "rm -r %s", cli_folder);
    return shell(line);
}

char *read_path(const char *path, char *text)
{
    FILE *file = fopen(path, "r");
    if (!file) fail_msg("%s is not there", path);
    text[fread(text, 1, TEXT - 1, file)] = 0;
    fclose(file);
    return text;
}

char *read_file(const char *name, char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", cli_folder, name);
    return read_path(path, text);
}

void write_file(const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", cli_folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

int kamm(const char *words)
{
    char line[4096], *at = line + snprintf(line, sizeof line, "%s ", command);
    for (; *words && at < line + sizeof line - 256; ++words)
        if (*words == '@')
            at += sprintf(at, "%s", cli_folder);
        else
            *at++ = *words;
    sprintf(at, " >%s/out 2>%s/err", cli_folder, cli_folder);
    int status = shell(line);
    read_file("out", out);
    read_file("err", err);
    return status;
}

void expect_in(const char *text, const char *part)
{
    if (!strstr(text, part)) fail_msg("'%s' is not in:\n%.2000s", part, text);
}

void expect_failure(const char *words, int status, const char *part)
{
    int actual = kamm(words);
    if (actual != status) fail_msg("kamm %s: status %d, not %d:\n%s", words, actual, status, err);
    expect_in(err, part);
    assert_string_equal(out, "");
}

void expect_success(const char *words)
{
    int status = kamm(words);
    if (status) fail_msg("kamm %s: status %d:\n%s", words, status, err);
}

cJSON *parsed_output(void)
{
    cJSON *json = cJSON_Parse(out);
    if (!json) fail_msg("no JSON:\n%.2000s", out);
    return json;
}
