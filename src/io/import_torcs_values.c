/* TORCS: values of a car's file, or of its category's.
 *
 * Units are read as the game's simulator reads them: a pound is 0.45359 kg, also in lbs/in, so that a spring of 1 lbs/in has
 * 17.86 N/m. */
#include <math.h>
#include <string.h>

#include "import_torcs.h"

const char *const kamm_torcs_ends[ENDS] = {"Front", "Rear"};

/* -- Units -- */

/* SI value of a unit's part; 0: unknown. "-" and "l" are as the game reads them: numbers. */
static double part_of_unit(const char *name, size_t length)
{
    static const struct {
        const char *name;
        double si;
    } parts[] = {{"m", 1},
                 {"kg", 1},
                 {"s", 1},
                 {"rad", 1},
                 {"Pa", 1},
                 {"N", 1},
                 {"l", 1},
                 {"-", 1},
                 {"W", 1},
                 {"ft", 0.3048},
                 {"feet", 0.3048},
                 {"deg", DEGREE_RAD},
                 {"h", 3600},
                 {"km", 1000},
                 {"mm", 0.001},
                 {"cm", 0.01},
                 {"in", 0.0254},
                 {"inch", 0.0254},
                 {"lbs", 0.45359237},
                 {"lb", 0.45359237},
                 {"lbf", 4.4482216},
                 {"slug", 14.59484546},
                 {"kPa", 1000},
                 {"MPa", 1e6},
                 {"PSI", 6894.757},
                 {"psi", 6894.757},
                 {"rpm", RPM_RADPS},
                 {"RPM", RPM_RADPS},
                 {"%", 0.01},
                 {"percent", 0.01},
                 {"kN", 1000},
                 {"mph", 0.44704}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
        if (strlen(parts[i].name) == length && !strncmp(parts[i].name, name, length))
            return parts[i].si;
    return 0;
}

/* "lbs/in/s", "kg.m2": parts after a / divide, a 2 squares. 0: unknown. */
static double si_of_unit(const char *unit)
{
    double si = 1;
    int divides = 0;
    while (*unit) {
        size_t length = strcspn(unit, "/.2");
        double part = part_of_unit(unit, length);
        unit += length;
        if (*unit == '2') part *= part, ++unit;
        if (!(part > 0)) return 0;
        si = divides ? si / part : si * part;
        divides = *unit == '/';
        if (*unit == '/' || *unit == '.') ++unit;
    }
    return si;
}

/* -- Values -- */

/* The file that has a value: the car's, else its category's. */
static struct ini *file_of(struct torcs *t, const char *section, const char *key)
{
    struct ini *files[] = {&t->file, &t->category};
    for (int f = 0; f < 2; ++f)
        for (int i = 0; i < files[f]->count; ++i)
            if (!strcmp(files[f]->values[i].key, key) &&
                !strcmp(files[f]->values[i].section, section))
                return files[f];
    return &t->file;
}

static const struct ini_value *find(struct torcs *t, const char *section, const char *key)
{
    return kamm_ini_find(file_of(t, section, key), section, key);
}

int kamm_torcs_has(const struct torcs *t, const char *first, const char *section)
{
    return kamm_ini_has_section(kamm_ini_has_section(&t->file, first) ? &t->file : &t->category,
                                section);
}

void kamm_torcs_fail(struct torcs *t, const char *section, const char *key, kamm_result code,
                     const char *what)
{
    const struct ini_value *value = find(t, section, key);
    if (!t->m->result && value)
        t->m->result = kamm_ini_fail(file_of(t, section, key), value, code, what, t->m->error);
}

int kamm_torcs_number(struct torcs *t, const char *section, const char *key, const char *unit,
                      double min, double max, double *value)
{
    const struct ini_value *at = t->m->result ? NULL : find(t, section, key);
    char what[120];
    double number;
    if (!at) return 0;
    double si = si_of_unit(at->unit);
    snprintf(what, sizeof what, "a number is wanted, from %g to %g%s%s in SI units", min, max,
             *unit ? " " : "", unit);
    if (!kamm_parse_number(at->value, &number) || !isfinite(number))
        kamm_torcs_fail(t, section, key, KAMM_ERROR_FORMAT, what);
    else if (!(si > 0))
        kamm_torcs_fail(t, section, key, KAMM_ERROR_FORMAT, "its unit is unknown");
    else if (!(number * si >= min && number * si <= max))
        kamm_torcs_fail(t, section, key, KAMM_ERROR_RANGE, what);
    else
        *value = number * si;
    return !t->m->result;
}

double kamm_torcs_needed(struct torcs *t, const char *section, const char *key, const char *unit,
                         double min, double max, const char *what)
{
    double value = min;
    if (!kamm_torcs_number(t, section, key, unit, min, max, &value) && !t->m->result)
        t->m->result = kamm_ini_fail_missing(&t->file, section, key, what, t->m->error);
    return value;
}

static const char *side_section(char section[64], int end, const char *side, const char *part)
{
    snprintf(section, 64, "%s %s %s", kamm_torcs_ends[end], side, part);
    return section;
}

int kamm_torcs_sides(struct torcs *t, int end, const char *part, const char *key, const char *unit,
                     double min, double max, double *mean, double *difference)
{
    char section[64];
    double right = 0, left = 0;
    if (!kamm_torcs_number(t, side_section(section, end, "Right", part), key, unit, min, max,
                           &right))
        return 0;
    if (!kamm_torcs_number(t, side_section(section, end, "Left", part), key, unit, min, max, &left))
        left = right;
    *mean = (right + left) / 2;
    if (difference) *difference = (right - left) / 2;
    return !t->m->result;
}

const char *kamm_torcs_from(struct torcs *t, const char *section, const char *key, const char *more)
{
    snprintf(t->from, sizeof t->from, "%.24s [%.30s] %.32s%s", file_of(t, section, key)->name,
             section, key, more);
    return t->from;
}

const char *kamm_torcs_from_sides(struct torcs *t, int end, const char *part, const char *key,
                                  const char *more)
{
    char section[64];
    return kamm_torcs_from(t, side_section(section, end, "Right", part), key, more);
}

void kamm_torcs_take(struct torcs *t, const char *section, const char *key, const char *unit,
                     double min, double max, const char *path)
{
    double value;
    if (kamm_torcs_number(t, section, key, unit, min, max, &value))
        kamm_put_imported(t->m, path, value, kamm_torcs_from(t, section, key, ""));
}

const char *kamm_torcs_word(struct torcs *t, const char *section, const char *key)
{
    const struct ini_value *value = t->m->result ? NULL : find(t, section, key);
    return value ? value->value : NULL;
}
