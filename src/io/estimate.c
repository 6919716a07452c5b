/* The rules of estimated vehicles, and an estimate value by value. */
#include "estimate.h"

#include <stdarg.h>
#include <string.h>

/* Columns of the rules: the words of a choice, without by_class. */
#define CLASS KAMM_CHOICE_WORDS(KAMM_MOTOR_CLASS_CHOICES)
#define TOWED KAMM_CHOICE_WORDS(KAMM_TOWED_CLASS_CHOICES)
#define TYRE (KAMM_CHOICE_WORDS(KAMM_TYRE_KIND_CHOICES) + sizeof "by_class")
#define POWER (KAMM_CHOICE_WORDS(KAMM_POWER_CHOICES) + sizeof "by_class")
#define DRIVEN (KAMM_CHOICE_WORDS(KAMM_DRIVEN_CHOICES) + sizeof "by_class")
#define SHIFTED (KAMM_CHOICE_WORDS(KAMM_SHIFTED_CHOICES) + sizeof "by_class")
#define KAMM_RULE_ROW(name_, columns_, unit_, spread_, doc_, source_, ...) \
    {.name = #name_,                                                       \
     .unit = unit_,                                                        \
     .doc = doc_,                                                          \
     .source = source_,                                                    \
     .spread = spread_,                                                    \
     .columns = columns_,                                                  \
     .values = {__VA_ARGS__}},
static const kamm_rule rules[] = {KAMM_RULES(KAMM_RULE_ROW)};

int kamm_rule_count(void) { return RULE_COUNT; }

const kamm_rule *kamm_rule_at(int index)
{
    KAMM_REQUIRE(index >= 0 && index < RULE_COUNT, NULL);
    return &rules[index];
}

static int column_of(const kamm_vehicle_facts *facts, const char *columns)
{
    switch (*columns) {
    case 'h': return facts->body;                      /* hatchback, … */
    case 'c': return facts->body - KAMM_CLASS_CARAVAN; /* caravan, … */
    case 'e': return facts->tyre_kind - 1;             /* eco, … */
    case 'p': return facts->engine - 1;                /* petrol, … */
    case 'f': return facts->drive - 1;                 /* front, … */
    default: return facts->gearbox - 1;                /* manual, … */
    }
}

double kamm_rule_value(const struct estimate *e, enum rule rule)
{
    return rules[rule].values[column_of(&e->facts, rules[rule].columns)];
}

double kamm_rounded(double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.4g", value);
    double rounded = value;
    kamm_parse_number(text, &rounded);
    return rounded;
}

static void mark(struct estimate *e, const char *path, const char *format, ...) KAMM_PRINTF(3, 4);
static void mark(struct estimate *e, const char *path, const char *format, ...)
{
    va_list arguments;
    struct mark *at = e->marks;
    const struct mark *end = e->marks + e->mark_count;
    while (at < end && strcmp(at->path, path) != 0) ++at;
    if (at == end && ++e->mark_count > MAX_MARKS) {
        e->mark_count = MAX_MARKS;
        e->result = kamm_fail(e->error, KAMM_ERROR_MEMORY, path, "%s: too many estimates", path);
        return;
    }
    snprintf(at->path, sizeof at->path, "%s", path);
    va_start(arguments, format);
    vsnprintf(at->source, sizeof at->source, format, arguments);
    va_end(arguments);
}

void kamm_mark_ruled(struct estimate *e, const char *path, enum rule rule)
{
    const kamm_rule *r = &rules[rule];
    char value[KAMM_NUMBER_TEXT];
    kamm_format_number(value, kamm_rule_value(e, rule));
    mark(e, path, "estimated: rule %s, %s%s%s, 1 sigma %.3g %%", r->name, value,
         strcmp(r->unit, "1") ? " " : "", strcmp(r->unit, "1") ? r->unit : "", 100 * r->spread);
}

void kamm_mark_given(struct estimate *e, const char *path) { mark(e, path, "data sheet"); }

void kamm_mark_source(struct estimate *e, const char *path, const char *source)
{
    mark(e, path, "%s", source);
}

static void put(struct estimate *e, const char *path, double value)
{
    if (!e->result)
        e->result = kamm_set_number(kamm_vehicle_table(), &e->def, path, value, e->error);
}

void kamm_put_ruled(struct estimate *e, const char *path, double value, enum rule rule)
{
    put(e, path, kamm_rounded(value));
    kamm_mark_ruled(e, path, rule);
}

void kamm_put_given(struct estimate *e, const char *path, double value)
{
    put(e, path, value);
    kamm_mark_given(e, path);
}

double kamm_put_known(struct estimate *e, const char *path, double known, double ruled,
                      enum rule rule)
{
    if (known > 0)
        kamm_put_given(e, path, known);
    else
        kamm_put_ruled(e, path, ruled, rule);
    return known > 0 ? known : kamm_rounded(ruled);
}

void kamm_put_word(struct estimate *e, const char *path, const char *word)
{
    if (!e->result) e->result = kamm_set(kamm_vehicle_table(), &e->def, path, word, e->error);
    mark(e, path, "layout of the class, or data sheet");
}

const char *kamm_axle_path(struct estimate *e, int axle, const char *name)
{
    char *path = e->paths[e->turn = (e->turn + 1) % PATHS];
    snprintf(path, MARK_PATH, "axles[%d].%s", axle, name);
    return path;
}

/* -- Layout -- */

int kamm_is_driven(const struct estimate *e, enum end end)
{
    return e->facts.drive == KAMM_DRIVEN_ALL ||
           (e->facts.drive == KAMM_DRIVEN_FRONT) == (end == FRONT);
}

int kamm_is_solid(const struct estimate *e, enum end end)
{
    return e->facts.body == KAMM_CLASS_KART || (e->facts.body == KAMM_CLASS_TRACTOR && end == REAR);
}

int kamm_is_beam(const struct estimate *e, enum end end)
{
    switch (e->facts.body) {
    case KAMM_CLASS_VAN:
    case KAMM_CLASS_PICKUP: return end == REAR;
    case KAMM_CLASS_BUS:
    case KAMM_CLASS_TRUCK: return 1;
    case KAMM_CLASS_TRACTOR: return end == FRONT;
    default: return 0;
    }
}

double kamm_torque_share(const struct estimate *e, enum end end)
{
    double front = kamm_rule_value(e, RULE_front_torque_share);
    return e->facts.drive != KAMM_DRIVEN_ALL ? 1 : end == FRONT ? front : 1 - front;
}
