/* YAML files of one or two levels, KEY: VALUE, as CommonRoad's vehicle models have them. Lists, texts over several lines, anchors
 * and flow style aren't read: no such file has them. */
#include <stdio.h>
#include <string.h>

#include "../base/error.h"
#include "import_ini.h"

static size_t line_count(const char *text)
{
    size_t count = 1;
    for (; (text = strchr(text, '\n')); ++text) ++count;
    return count;
}

/* Cuts a comment, which begins with # at the line's start or after a space, and the spaces at the end. */
static void cut(char *line)
{
    char *end = line;
    while ((end = strchr(end, '#')) && end > line && end[-1] != ' ' && end[-1] != '\t') ++end;
    if (end) *end = 0;
    end = line + strlen(line);
    while (end > line && strchr(" \t\r", end[-1])) --end;
    *end = 0;
}

/* Returns what is wrong with the line, or NULL. */
static const char *take_line(struct ini *ini, char *line, int number, const char **section)
{
    cut(line);
    if (!*line || !strcmp(line, "---") || !strcmp(line, "...")) return NULL;
    char *key = line + strspn(line, " "), *colon = strchr(key, ':');
    if (*key == '\t') return "the indentation has to be of spaces";
    if (!colon || colon == key || (colon[1] && colon[1] != ' ') || strchr("-[{\"'&*", *key))
        return "a line is wanted as KEY: VALUE";
    *colon = 0;
    char *value = colon + 1 + strspn(colon + 1, " ");
    if (strchr("[{|>&*!", *value) && *value) return "a number or a word is wanted behind the colon";
    if (key == line) *section = *value ? "" : key;
    if (key > line && !**section) return "the line is indented, but belongs to no section";
    if (key > line && !*value) return "only two levels are read";
    if (*value)
        ini->values[ini->count++] = (struct ini_value){
            .section = *section, .key = key, .value = value, .unit = "", .line = number};
    return NULL;
}

kamm_result kamm_yaml_load(const char *path, struct ini *ini, kamm_error *error)
{
    kamm_result result = kamm_ini_open(path, ini, line_count, error);
    const char *section = "", *wrong = NULL;
    int number = 1;
    if (result) return result;
    char *line = ini->text;
    if (!strncmp(line, "\xef\xbb\xbf", 3)) line += 3;
    for (char *next; line && !wrong; line = next, ++number) {
        next = strchr(line, '\n');
        if (next) *next++ = 0;
        wrong = take_line(ini, line, number, &section);
    }
    if (wrong) {
        kamm_fail(error, KAMM_ERROR_FORMAT, "", "%.300s:%d: %s", path, number - 1, wrong);
        kamm_ini_free(ini);
        return KAMM_ERROR_FORMAT;
    }
    return KAMM_OK;
}
