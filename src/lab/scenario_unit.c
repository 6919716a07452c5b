/* Units of scenario files: symbols with '.' or '*' and '/' between them, read from left to right. A symbol or a
 * bracket may have an exponent: "m/s2", "N.m/rad", "N/(km/h)2". */
#include "lab/scenario_unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/bench.h"

#define POUND_KG 0.45359237

static const struct {
    const char *symbol;
    double times, over;
    float m, kg, s, k, a;
} symbols[] = {
    {"km/h", KAMM_KMH, 1, 1, 0, -1, 0, 0}, /* to the bit as the lab has it */
    {"mph", KAMM_MPH, 1, 1, 0, -1, 0, 0},
    {"m", 1, 1, 1, 0, 0, 0, 0},
    {"km", 1000, 1, 1, 0, 0, 0, 0},
    {"cm", 1, 100, 1, 0, 0, 0, 0},
    {"mm", 1, 1000, 1, 0, 0, 0, 0},
    {"in", 254, 10000, 1, 0, 0, 0, 0},
    {"ft", 3048, 10000, 1, 0, 0, 0, 0},
    {"s", 1, 1, 0, 0, 1, 0, 0},
    {"ms", 1, 1000, 0, 0, 1, 0, 0},
    {"min", 60, 1, 0, 0, 1, 0, 0},
    {"h", 3600, 1, 0, 0, 1, 0, 0},
    {"g", KAMM_GRAVITY_MPS2, 1, 1, 0, -2, 0, 0},
    {"kg", 1, 1, 0, 1, 0, 0, 0},
    {"t", 1000, 1, 0, 1, 0, 0, 0},
    {"lb", POUND_KG, 1, 0, 1, 0, 0, 0},
    {"rad", 1, 1, 0, 0, 0, 0, 0},
    {"deg", KAMM_DEG, 1, 0, 0, 0, 0, 0},
    {"rpm", KAMM_PI, 30, 0, 0, -1, 0, 0},
    {"Hz", 1, 1, 0, 0, -1, 0, 0},
    {"%", 1, 100, 0, 0, 0, 0, 0},
    {"N", 1, 1, 1, 1, -2, 0, 0},
    {"kN", 1000, 1, 1, 1, -2, 0, 0},
    {"Pa", 1, 1, -1, 1, -2, 0, 0},
    {"kPa", 1000, 1, -1, 1, -2, 0, 0},
    {"bar", 100000, 1, -1, 1, -2, 0, 0},
    {"J", 1, 1, 2, 1, -2, 0, 0},
    {"kJ", 1000, 1, 2, 1, -2, 0, 0},
    {"MJ", 1e6, 1, 2, 1, -2, 0, 0},
    {"W", 1, 1, 2, 1, -3, 0, 0},
    {"kW", 1000, 1, 2, 1, -3, 0, 0},
    {"K", 1, 1, 0, 0, 0, 1, 0},
    {"A", 1, 1, 0, 0, 0, 0, 1},
    {"V", 1, 1, 2, 1, -3, 0, -1},
    {"ohm", 1, 1, 2, 1, -3, 0, -2},
    {"mohm", 1, 1000, 2, 1, -3, 0, -2},
};
enum { SYMBOLS = sizeof symbols / sizeof *symbols, MAX_DEPTH = 4 };

static const struct scenario_unit one = {1, 1, {0, 0, 0, 0, 0, 0}};

struct scenario_dimension kamm_scenario_product(struct scenario_dimension a,
                                                struct scenario_dimension b, float sign)
{
    return (struct scenario_dimension){a.m + sign * b.m, a.kg + sign * b.kg,
                                       a.s + sign * b.s, a.k + sign * b.k,
                                       a.a + sign * b.a, a.is_open && b.is_open};
}

struct scenario_dimension kamm_scenario_power(struct scenario_dimension a, double exponent)
{
    float e = (float)exponent;
    return (struct scenario_dimension){a.m * e, a.kg * e, a.s * e, a.k * e, a.a * e, a.is_open};
}

int kamm_scenario_is_pure(struct scenario_dimension a)
{
    return a.m == 0 && a.kg == 0 && a.s == 0 && a.k == 0 && a.a == 0;
}

int kamm_scenario_agree(struct scenario_dimension a, struct scenario_dimension b)
{
    return a.is_open || b.is_open ||
           (a.m == b.m && a.kg == b.kg && a.s == b.s && a.k == b.k && a.a == b.a);
}

const char *kamm_scenario_dimension_text(struct scenario_dimension a,
                                         char text[SCENARIO_DIMENSION_TEXT])
{
    const struct {
        const char *symbol;
        float exponent;
    } parts[] = {{"kg", a.kg}, {"m", a.m}, {"s", a.s}, {"K", a.k}, {"A", a.a}};
    size_t length = 0;
    *text = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        if (parts[i].exponent == 0 || length + 16 > SCENARIO_DIMENSION_TEXT) continue;
        length += (size_t)snprintf(text + length, SCENARIO_DIMENSION_TEXT - length, "%s%s",
                                   length ? "." : "", parts[i].symbol);
        if (parts[i].exponent != 1)
            length += (size_t)snprintf(text + length, SCENARIO_DIMENSION_TEXT - length, "^%.3g",
                                       (double)parts[i].exponent);
    }
    return *text ? text : strcpy(text, "1");
}

double kamm_scenario_scale(struct scenario_dimension a, double length)
{
    double exponent = (double)a.m + (double)a.s / 2;
    return length == 1 || exponent == 0 ? 1 : pow(length, exponent);
}

/* -- Reading -- */
static const char *read_product(const char *at, struct scenario_unit *unit, int depth);

static struct scenario_unit times(struct scenario_unit a, struct scenario_unit b, int is_divided)
{
    return (struct scenario_unit){
        a.times * (is_divided ? b.over : b.times), a.over * (is_divided ? b.times : b.over),
        kamm_scenario_product(a.dimension, b.dimension, is_divided ? -1 : 1)};
}

/* The longest symbol that begins here; what follows it is no letter. */
static const char *read_symbol(const char *at, struct scenario_unit *unit)
{
    size_t longest = 0;
    for (int i = 0; i < SYMBOLS; ++i) {
        size_t length = strlen(symbols[i].symbol);
        if (length <= longest || strncmp(at, symbols[i].symbol, length) != 0) continue;
        longest = length;
        *unit = (struct scenario_unit){
            symbols[i].times,
            symbols[i].over,
            {symbols[i].m, symbols[i].kg, symbols[i].s, symbols[i].k, symbols[i].a, 0}};
    }
    int follows = at[longest];
    int is_letter = (follows >= 'a' && follows <= 'z') || (follows >= 'A' && follows <= 'Z');
    return longest && !is_letter ? at + longest : NULL;
}

/* "2", "^-1", "^0.5"; without one the unit stays as it is. */
static const char *read_exponent(const char *at, struct scenario_unit *unit)
{
    const char *from = *at == '^' ? at + 1 : at;
    int is_negative = from > at && *from == '-';
    if (is_negative) ++from;
    if (*from < '0' || *from > '9') return from == at ? at : NULL;
    double value = *from++ - '0';
    if (*from == '.' && from[1] == '5') value += 0.5, from += 2;
    if (is_negative) value = -value;
    unit->times = value == 1 ? unit->times : pow(unit->times, value);
    unit->over = value == 1 ? unit->over : pow(unit->over, value);
    unit->dimension = kamm_scenario_power(unit->dimension, value);
    return from;
}

static const char *read_factor(const char *at, struct scenario_unit *unit, int depth)
{
    if (*at == '1' && (at[1] < '0' || at[1] > '9')) return *unit = one, at + 1;
    if (*at == '(') {
        at = read_product(at + 1, unit, depth + 1);
        if (!at || *at != ')') return NULL;
        ++at;
    } else {
        at = read_symbol(at, unit);
    }
    return at ? read_exponent(at, unit) : NULL;
}

static const char *read_product(const char *at, struct scenario_unit *unit, int depth)
{
    if (depth > MAX_DEPTH) return NULL;
    at = read_factor(at, unit, depth);
    while (at && (*at == '.' || *at == '*' || *at == '/')) {
        struct scenario_unit next;
        int is_divided = *at == '/';
        at = read_factor(at + 1, &next, depth);
        if (at) *unit = times(*unit, next, is_divided);
    }
    return at;
}

int kamm_scenario_read_unit(const char *text, struct scenario_unit *unit)
{
    const char *end = read_product(text, unit, 0);
    return end && !*end && isfinite(unit->times) && isfinite(unit->over) && unit->times > 0 &&
           unit->over > 0;
}
