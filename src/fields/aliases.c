/* Channels under the words that people try: KAMM_CHANNEL_ALIASES. */
#include "fields.h"

#include <kamm/cars.h>
#include <kamm/channel_aliases.h>

#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct alias {
    const char *word;
    int channel, of_wheel;
};

#define CAR_ALIAS(word, channel) {#word, KAMM_CHANNEL_##channel, 0},
#define WHEEL_ALIAS(word, channel) {#word, KAMM_WHEEL_##channel, 1},
static const struct alias aliases[] = {KAMM_CHANNEL_ALIASES(CAR_ALIAS, WHEEL_ALIAS)};
enum { ALIASES = sizeof aliases / sizeof *aliases };

static const char *name_of(const struct alias *alias)
{
    return (alias->of_wheel ? kamm_wheel_channel_fields : kamm_channel_fields)(NULL)[alias->channel]
        .name;
}

/* Lower case, with underscores. */
static void spell(const char *name, char word[KAMM_NAME_TEXT])
{
    size_t i = 0;
    for (; name[i] && i + 1 < KAMM_NAME_TEXT; ++i) {
        int c = tolower((unsigned char)name[i]);
        word[i] = (char)(c == '-' || c == ' ' ? '_' : c);
    }
    word[i] = 0;
}

static const char *find_word(const char *word, size_t length, int of_wheel)
{
    for (int i = 0; i < ALIASES; ++i)
        if (aliases[i].of_wheel == of_wheel && strlen(aliases[i].word) == length &&
            !memcmp(aliases[i].word, word, length))
            return name_of(&aliases[i]);
    return NULL;
}

const char *kamm_channel_meant_by(const char *name, int of_wheel)
{
    char word[KAMM_NAME_TEXT];
    int count;
    const kamm_unit *units = kamm_units(&count);
    spell(name, word);
    size_t length = strlen(word);
    const char *found = find_word(word, length, of_wheel);
    for (int i = 0; i < count && !found; ++i) {
        size_t unit = strlen(units[i].suffix);
        if (!unit || length < unit + 2 || word[length - unit - 1] != '_') continue;
        if (!strcmp(word + length - unit, units[i].suffix))
            found = find_word(word, length - unit - 1, of_wheel);
    }
    return found;
}

size_t kamm_write_aliases(const char *name, int of_wheel, char *text, size_t size)
{
    size_t length = 0;
    for (int i = 0; i < ALIASES; ++i) {
        if (aliases[i].of_wheel != of_wheel || strcmp(name_of(&aliases[i]), name) != 0) continue;
        int wanted =
            snprintf(text + length, size - length, "%s%s", length ? ", " : "", aliases[i].word);
        length = length + (size_t)wanted < size ? length + (size_t)wanted : size - 1;
    }
    return length;
}
