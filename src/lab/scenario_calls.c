/* Calls in the expressions of scenario files, and the dimensions of their values. */
#include <string.h>

#include "lab/scenario.h"

/* Rules of dimensions: 'k' that of the argument; 'r' its root; 'p' pure arguments, pure result; '2' two that agree, pure; 'm' all
 * agree; 'i' condition, then two that agree; 't' x, then pairs of x and y; 's' a sweep; 'g' a speed; 'q' any, pure. */
static const struct scenario_function calls[CALLS] = {
    [CALL_ABS] = {"abs", 1, 1, 'k'},
    [CALL_SQRT] = {"sqrt", 1, 1, 'r'},
    [CALL_SIN] = {"sin", 1, 1, 'p'},
    [CALL_COS] = {"cos", 1, 1, 'p'},
    [CALL_TAN] = {"tan", 1, 1, 'p'},
    [CALL_ASIN] = {"asin", 1, 1, 'p'},
    [CALL_ATAN] = {"atan", 1, 1, 'p'},
    [CALL_ATAN2] = {"atan2", 2, 2, '2'},
    [CALL_EXP] = {"exp", 1, 1, 'p'},
    [CALL_LOG] = {"log", 1, 1, 'p'},
    [CALL_SIGN] = {"sign", 1, 1, 'q'},
    [CALL_FLOOR] = {"floor", 1, 1, 'k'},
    [CALL_MIN] = {"min", 2, 16, 'm'},
    [CALL_MAX] = {"max", 2, 16, 'm'},
    [CALL_CLAMP] = {"clamp", 3, 3, 'm'},
    [CALL_IF] = {"if", 3, 3, 'i'},
    [CALL_TABLE] = {"table", 5, 129, 't'},
    [CALL_SWEEP] = {"sweep", 4, 4, 's'},
    [CALL_GEAR_AT] = {"gear_at", 1, 1, 'g'},
    [CALL_PULLING_GEAR_AT] = {"pulling_gear_at", 1, 1, 'g'},
};

static const char *const phase_calls[PHASE_CALLS] = {"begin", "end", "during"};

/* Rules: 'k' that of the series; 'i' times seconds; 'c' pure; 's' seconds; '/' the second series per the first … see reduced_dimension. */
static const struct {
    const char *name;
    int series, values;
    char last; /* 'w' a condition, 'v' a time, 0 nothing, may follow */
    char rule;
} reductions[REDUCTIONS] = {
    [REDUCE_MEAN] = {"mean", 1, 0, 'w', 'k'},
    [REDUCE_RMS] = {"rms", 1, 0, 'w', 'k'},
    [REDUCE_HIGHEST] = {"highest", 1, 0, 'w', 'k'},
    [REDUCE_LOWEST] = {"lowest", 1, 0, 'w', 'k'},
    [REDUCE_SPAN] = {"span", 1, 0, 'w', 'k'},
    [REDUCE_TOTAL] = {"total", 1, 0, 'w', 'i'},
    [REDUCE_FIRST] = {"first", 1, 0, 'w', 'k'},
    [REDUCE_LAST] = {"last", 1, 0, 'w', 'k'},
    [REDUCE_COUNT] = {"count", 1, 0, 0, 'c'},
    [REDUCE_PEAK] = {"peak", 1, 0, 'w', 'k'},
    [REDUCE_PEAK_TIME] = {"peak_time", 1, 0, 'w', 's'},
    [REDUCE_AT] = {"at", 1, 1, 0, 'k'},
    [REDUCE_WHEN_ABOVE] = {"when_above", 1, 1, 'v', 's'},
    [REDUCE_WHEN_BELOW] = {"when_below", 1, 1, 'v', 's'},
    [REDUCE_SLOPE] = {"slope", 2, 0, 'w', '/'},
    [REDUCE_LINE_AT] = {"line_at", 2, 1, 'w', 'k'},
    [REDUCE_QUADRATIC] = {"quadratic", 2, 1, 'w', '^'},
    [REDUCE_GAIN] = {"gain", 2, 1, 'w', '/'},
    [REDUCE_PHASE_ANGLE] = {"phase_angle", 2, 1, 'w', 'c'},
};

enum { MAX_ARGUMENTS = 130 };
struct arguments {
    int32_t nodes[MAX_ARGUMENTS];
    int count;
};

static struct scenario_dimension of_argument(const struct scenario_parser *parser,
                                             const struct arguments *arguments, int i)
{
    return parser->scenario->nodes[arguments->nodes[i]].dimension;
}

/* Whether arguments from..to, in steps, agree; the dimension of those that have one. */
static int agree(struct scenario_parser *parser, const struct arguments *arguments, int from,
                 int step, struct scenario_dimension *dimension)
{
    *dimension = of_argument(parser, arguments, from);
    for (int i = from + step; i < arguments->count; i += step) {
        struct scenario_dimension next = of_argument(parser, arguments, i);
        if (!kamm_scenario_agree(*dimension, next)) return 0;
        if (dimension->is_open) *dimension = next;
    }
    return 1;
}

static int has_unit(struct scenario_parser *parser, const struct arguments *arguments, int i,
                    const char *unit)
{
    return kamm_scenario_agree(of_argument(parser, arguments, i), kamm_scenario_dimension_of(unit));
}

/* 0: the arguments' dimensions do not fit. */
static int find_dimension(struct scenario_parser *parser, const struct scenario_function *function,
                          const struct arguments *arguments, struct scenario_dimension *dimension)
{
    struct scenario_dimension first = of_argument(parser, arguments, 0), other;
    *dimension = kamm_scenario_dimension_of("1");
    switch (function->rule) {
    case 'k': *dimension = first; return 1;
    case 'r': *dimension = kamm_scenario_power(first, 0.5); return 1;
    case 'p': return kamm_scenario_is_pure(first);
    case '2': return agree(parser, arguments, 0, 1, &other);
    case 'm': return agree(parser, arguments, 0, 1, dimension);
    case 'i': return agree(parser, arguments, 1, 1, dimension);
    case 't':
        for (int i = 1; i < arguments->count; i += 2)
            if (!kamm_scenario_agree(first, of_argument(parser, arguments, i))) return 0;
        return arguments->count % 2 == 1 && agree(parser, arguments, 2, 2, dimension);
    case 's':
        return has_unit(parser, arguments, 0, "s") && has_unit(parser, arguments, 1, "Hz") &&
               has_unit(parser, arguments, 2, "Hz") && has_unit(parser, arguments, 3, "s");
    case 'g': return has_unit(parser, arguments, 0, "m/s");
    default: return 1;
    }
}

static int32_t add_call(struct scenario_parser *parser, struct scenario_node *node,
                        const struct arguments *arguments)
{
    kamm_scenario *scenario = parser->scenario;
    if (scenario->link_count + arguments->count > SCENARIO_LINKS)
        return kamm_scenario_fail(parser, "the file has too many expressions");
    node->first = scenario->link_count;
    node->count = arguments->count;
    for (int i = 0; i < arguments->count; ++i)
        scenario->links[scenario->link_count++] = arguments->nodes[i];
    return kamm_scenario_add_node(parser, *node);
}

static int takes(struct scenario_parser *parser, char sign)
{
    kamm_scenario_skip_blanks(parser);
    if (*parser->at != sign) return 0;
    ++parser->at;
    return 1;
}

static void look_at(const struct scenario_parser *parser, int32_t argument,
                    struct scenario_node *node)
{
    const struct scenario_node *of = &parser->scenario->nodes[argument];
    node->changes = node->changes || of->changes;
    node->depth = of->depth >= node->depth ? of->depth + 1 : node->depth;
}

static int32_t parse_call(struct scenario_parser *parser, int index)
{
    const struct scenario_function *function = &calls[index];
    struct scenario_node node = {.operation = NODE_CALL, .index = index};
    struct arguments arguments = {.count = 0};
    do {
        if (arguments.count == function->most)
            return kamm_scenario_fail(parser, "%s has at most %d arguments", function->name,
                                      function->most);
        int32_t argument = parser->parse(parser);
        if (argument < 0) return -1;
        look_at(parser, argument, &node);
        arguments.nodes[arguments.count++] = argument;
    } while (takes(parser, ','));
    if (!takes(parser, ')')) return kamm_scenario_fail(parser, "a ) or a comma is missing");
    if (arguments.count < function->least)
        return kamm_scenario_fail(parser, "%s has at least %d arguments", function->name,
                                  function->least);
    if (!find_dimension(parser, function, &arguments, &node.dimension))
        return kamm_scenario_fail(parser, "the units of the arguments of %s do not fit",
                                  function->name);
    return add_call(parser, &node, &arguments);
}

static int32_t parse_phase_call(struct scenario_parser *parser, int index)
{
    char name[32];
    kamm_scenario_skip_blanks(parser);
    size_t length = strcspn(parser->at, ") ");
    if (length >= sizeof name) return kamm_scenario_fail(parser, "a phase's name is wanted");
    snprintf(name, sizeof name, "%.*s", (int)length, parser->at);
    int phase =
        parser->run < 0 ? -1 : kamm_scenario_find_phase(parser->scenario, parser->run, name);
    if (phase < 0) return kamm_scenario_fail(parser, "the run has no phase \"%s\"", name);
    parser->at += length;
    if (!takes(parser, ')')) return kamm_scenario_fail(parser, "a ) is missing");
    int is_during = index == CALL_DURING;
    if (!is_during && parser->time != SCENARIO_AFTER)
        return kamm_scenario_fail(parser, "%s(%s) is known only after the run", phase_calls[index],
                                  name);
    return kamm_scenario_add_node(
        parser,
        (struct scenario_node){.operation = NODE_PHASE,
                               .index = index,
                               .other = phase,
                               .dimension = kamm_scenario_dimension_of(is_during ? NULL : "s"),
                               .changes = is_during});
}

/* -- Reductions -- */
static int is_same(const kamm_scenario *scenario, int32_t a, int32_t b)
{
    const struct scenario_node *x = &scenario->nodes[a], *y = &scenario->nodes[b];
    if (x->operation != y->operation || x->index != y->index || x->other != y->other ||
        x->count != y->count || x->number != y->number)
        return 0;
    for (int32_t i = 0; i < x->count; ++i)
        if (!is_same(scenario, scenario->links[x->first + i], scenario->links[y->first + i]))
            return 0;
    return 1;
}

/* An argument that is recorded during the run; the index of its series. */
static int32_t parse_series(struct scenario_parser *parser, struct scenario_node *node,
                            struct scenario_dimension *dimension)
{
    struct scenario_run *run = &parser->scenario->runs[parser->run];
    parser->time = SCENARIO_DURING, parser->is_in_reduction = 1;
    int32_t argument = parser->parse(parser);
    parser->time = SCENARIO_AFTER, parser->is_in_reduction = 0;
    if (argument < 0) return -1;
    *dimension = parser->scenario->nodes[argument].dimension;
    look_at(parser, argument, node);
    node->changes = 0;
    for (int32_t i = 0; i < run->series_count; ++i)
        if (is_same(parser->scenario, run->series[i], argument)) return i;
    if (run->series_count == SCENARIO_SERIES)
        return kamm_scenario_fail(parser, "a run has at most %d recorded expressions",
                                  SCENARIO_SERIES);
    run->series[run->series_count] = argument;
    return run->series_count++;
}

/* `x` and `y`: dimensions of the last and of the first series. */
static struct scenario_dimension reduced_dimension(char rule, struct scenario_dimension y,
                                                   struct scenario_dimension x, double order)
{
    switch (rule) {
    case 'k': return y;
    case 'i': return kamm_scenario_product(y, kamm_scenario_dimension_of("s"), 1);
    case 's': return kamm_scenario_dimension_of("s");
    case '/': return kamm_scenario_product(y, x, -1);
    case '^': return kamm_scenario_product(y, kamm_scenario_power(x, order), -1);
    default: return kamm_scenario_dimension_of("1");
    }
}

/* The dimension that a reduction's argument has to have. */
static struct scenario_dimension wanted_dimension(int index, struct scenario_dimension x)
{
    switch (index) {
    case REDUCE_AT: return kamm_scenario_dimension_of("s");
    case REDUCE_GAIN:
    case REDUCE_PHASE_ANGLE: return kamm_scenario_dimension_of("Hz");
    case REDUCE_QUADRATIC: return kamm_scenario_dimension_of("1");
    default: return x;
    }
}

static int32_t parse_value_argument(struct scenario_parser *parser, int index,
                                    struct scenario_dimension wanted, struct scenario_node *node)
{
    int32_t argument = parser->parse(parser);
    if (argument < 0) return -1;
    const struct scenario_node *of = &parser->scenario->nodes[argument];
    look_at(parser, argument, node);
    if (of->changes)
        return kamm_scenario_fail(parser, "this argument of %s is one value, not a channel",
                                  reductions[index].name);
    if (!kamm_scenario_agree(of->dimension, wanted))
        return kamm_scenario_fail(parser, "the units of the arguments of %s do not fit",
                                  reductions[index].name);
    if (index == REDUCE_QUADRATIC &&
        (of->operation != NODE_NUMBER || (of->number != 0 && of->number != 1 && of->number != 2)))
        return kamm_scenario_fail(parser, "the order is 0, 1 or 2");
    return argument;
}

static int32_t take_comma(struct scenario_parser *parser, int index)
{
    if (takes(parser, ',')) return 0;
    return kamm_scenario_fail(parser, "%s has at least %d arguments", reductions[index].name,
                              reductions[index].series + reductions[index].values);
}

/* The condition or time that may follow. */
static int32_t parse_last(struct scenario_parser *parser, int index, struct scenario_node *node)
{
    struct scenario_dimension ignored;
    node->other = 1;
    if (reductions[index].last == 'w') return parse_series(parser, node, &ignored);
    if (reductions[index].last == 'v')
        return parse_value_argument(parser, index, kamm_scenario_dimension_of("s"), node);
    return kamm_scenario_fail(parser, "%s has only %d arguments", reductions[index].name,
                              reductions[index].series + reductions[index].values);
}

static int32_t parse_reduction(struct scenario_parser *parser, int index)
{
    struct scenario_node node = {.operation = NODE_REDUCE, .index = index};
    struct arguments arguments = {.count = 0};
    struct scenario_dimension dimensions[2];
    int all = reductions[index].series + reductions[index].values;
    double order = 0;
    if (parser->time != SCENARIO_AFTER || parser->is_in_reduction)
        return kamm_scenario_fail(parser, "%s is known only after the run", reductions[index].name);
    for (; arguments.count < all; ++arguments.count) {
        int i = arguments.count, is_series = i < reductions[index].series;
        if (i && take_comma(parser, index) < 0) return -1;
        int32_t argument =
            is_series
                ? parse_series(parser, &node, &dimensions[i])
                : parse_value_argument(
                      parser, index,
                      wanted_dimension(index, dimensions[reductions[index].series - 1]), &node);
        if (argument < 0) return -1;
        if (index == REDUCE_QUADRATIC && !is_series)
            order = parser->scenario->nodes[argument].number;
        arguments.nodes[i] = argument;
    }
    if (takes(parser, ',')) {
        int32_t last = parse_last(parser, index, &node);
        if (last < 0) return -1;
        arguments.nodes[arguments.count++] = last;
    }
    if (!takes(parser, ')')) return kamm_scenario_fail(parser, "a ) is missing");
    node.changes = 0;
    node.dimension = reduced_dimension(reductions[index].rule, dimensions[0],
                                       dimensions[reductions[index].series - 1], order);
    return add_call(parser, &node, &arguments);
}

int32_t kamm_scenario_call_node(struct scenario_parser *parser, const char *name)
{
    ++parser->at; /* the bracket */
    for (int i = 0; i < CALLS; ++i)
        if (!strcmp(calls[i].name, name)) return parse_call(parser, i);
    for (int i = 0; i < PHASE_CALLS; ++i)
        if (!strcmp(phase_calls[i], name)) return parse_phase_call(parser, i);
    for (int i = 0; i < REDUCTIONS; ++i)
        if (!strcmp(reductions[i].name, name)) return parse_reduction(parser, i);
    kamm_nearest nearest = kamm_start_nearest(name, strlen(name));
    for (int i = 0; i < CALLS; ++i) kamm_suggest_name(&nearest, calls[i].name);
    for (int i = 0; i < PHASE_CALLS; ++i) kamm_suggest_name(&nearest, phase_calls[i]);
    for (int i = 0; i < REDUCTIONS; ++i) kamm_suggest_name(&nearest, reductions[i].name);
    return kamm_scenario_fail(parser, "there is no function %.40s%s%s%s", name,
                              *nearest.best ? "; did you mean " : "", nearest.best,
                              *nearest.best ? "?" : "");
}
