/* The grammar of expressions in scenario files, from the weakest binding to the strongest:
 *
 *     whole      and ("or" and)*
 *     and        not ("and" not)*
 *     not        "not" not | sum (("<" | "<=" | ">" | ">=" | "==" | "!=") sum)?
 *     sum        product (("+" | "-") product)*
 *     product    unary (("*" | "/") unary)*
 *     unary      "-" unary | primary ("^" unary)?
 *     primary    number ("[" unit "]")? | name | name "(" whole ("," whole)* ")" | "(" whole ")"
 *
 * A sum of different dimensions is an error. A number without unit takes the dimension of what it meets. */
#include "lab/scenario.h"

#include <ctype.h>
#include <string.h>

static int take_sign(struct scenario_parser *parser, const char *sign)
{
    kamm_scenario_skip_blanks(parser);
    if (strncmp(parser->at, sign, strlen(sign)) != 0) return 0;
    parser->at += strlen(sign);
    return 1;
}

static int is_of_name(int c) { return isalnum(c) || c == '_'; }

static int take_word(struct scenario_parser *parser, const char *word)
{
    size_t length = strlen(word);
    kamm_scenario_skip_blanks(parser);
    if (strncmp(parser->at, word, length) != 0 || is_of_name((unsigned char)parser->at[length]))
        return 0;
    parser->at += length;
    return 1;
}

/* -- Nodes of two -- */
static const struct scenario_node *node_of(const struct scenario_parser *parser, int32_t node)
{
    return &parser->scenario->nodes[node];
}

static int32_t add_links(struct scenario_parser *parser, int32_t a, int32_t b)
{
    kamm_scenario *scenario = parser->scenario;
    if (scenario->link_count + 2 > SCENARIO_LINKS)
        return kamm_scenario_fail(parser, "the file has too many expressions");
    scenario->links[scenario->link_count++] = a;
    scenario->links[scenario->link_count++] = b;
    return scenario->link_count - 2;
}

static int32_t fail_dimensions(struct scenario_parser *parser, struct scenario_dimension a,
                               struct scenario_dimension b, const char *what)
{
    char left[SCENARIO_DIMENSION_TEXT], right[SCENARIO_DIMENSION_TEXT];
    return kamm_scenario_fail(parser, "%s of %s and %s, which are different quantities", what,
                              kamm_scenario_dimension_text(a, left),
                              kamm_scenario_dimension_text(b, right));
}

/* The dimension of a power, whose exponent is a number. */
static int32_t add_power(struct scenario_parser *parser, struct scenario_node *node,
                         struct scenario_dimension base, int32_t exponent)
{
    const struct scenario_node *right = node_of(parser, exponent);
    if (!kamm_scenario_is_pure(right->dimension))
        return kamm_scenario_fail(parser, "the exponent has a unit");
    if (kamm_scenario_is_pure(base))
        node->dimension = base;
    else if (right->operation == NODE_NUMBER)
        node->dimension = kamm_scenario_power(base, right->number);
    else
        return kamm_scenario_fail(parser, "the exponent of a quantity with a unit is a number");
    return kamm_scenario_add_node(parser, *node);
}

static int32_t join(struct scenario_parser *parser, enum scenario_operation operation, int32_t a,
                    int32_t b)
{
    if (a < 0 || b < 0) return -1;
    struct scenario_dimension left = node_of(parser, a)->dimension,
                              right = node_of(parser, b)->dimension;
    struct scenario_node node = {.operation = operation, .count = 2};
    node.changes = node_of(parser, a)->changes || node_of(parser, b)->changes;
    node.depth =
        1 + (node_of(parser, a)->depth > node_of(parser, b)->depth ? node_of(parser, a)->depth
                                                                   : node_of(parser, b)->depth);
    node.first = add_links(parser, a, b);
    if (node.first < 0) return -1;
    switch (operation) {
    case NODE_ADD:
    case NODE_SUBTRACT:
        if (!kamm_scenario_agree(left, right))
            return fail_dimensions(parser, left, right, "a sum or difference");
        node.dimension = left.is_open ? right : left;
        break;
    case NODE_MULTIPLY: node.dimension = kamm_scenario_product(left, right, 1); break;
    case NODE_DIVIDE: node.dimension = kamm_scenario_product(left, right, -1); break;
    case NODE_POWER: return add_power(parser, &node, left, b);
    case NODE_AND:
    case NODE_OR: node.dimension.is_open = 1; break;
    default:
        if (!kamm_scenario_agree(left, right))
            return fail_dimensions(parser, left, right, "a comparison");
        node.dimension.is_open = 1;
    }
    return kamm_scenario_add_node(parser, node);
}

static int32_t change(struct scenario_parser *parser, enum scenario_operation operation, int32_t a)
{
    if (a < 0) return -1;
    struct scenario_node node = {.operation = operation, .count = 1};
    node.changes = node_of(parser, a)->changes;
    node.depth = 1 + node_of(parser, a)->depth;
    if (operation == NODE_NEGATE)
        node.dimension = node_of(parser, a)->dimension;
    else
        node.dimension.is_open = 1;
    node.first = add_links(parser, a, a);
    return node.first < 0 ? -1 : kamm_scenario_add_node(parser, node);
}

/* -- Grammar -- */
static int32_t parse_whole(struct scenario_parser *parser);

static const char *number_end(const char *at)
{
    while (isdigit((unsigned char)*at) || *at == '.') ++at;
    if (*at != 'e' && *at != 'E') return at;
    const char *digits = at[1] == '-' || at[1] == '+' ? at + 2 : at + 1, *end = digits;
    while (isdigit((unsigned char)*end)) ++end;
    return end > digits ? end : at;
}

/* "[km/h]" behind a number. */
static int32_t take_unit(struct scenario_parser *parser, struct scenario_node *node)
{
    char text[24];
    const char *end = strchr(parser->at, ']');
    struct scenario_unit unit;
    if (!end || end - parser->at >= (long)sizeof text)
        return kamm_scenario_fail(parser, "a unit ends in ]");
    snprintf(text, sizeof text, "%.*s", (int)(end - parser->at), parser->at);
    if (!kamm_scenario_read_unit(text, &unit))
        return kamm_scenario_fail(parser, "there is no unit \"%s\"; such as [km/h], [deg/s2], [g]",
                                  text);
    node->number = node->number * unit.times / unit.over;
    node->dimension = unit.dimension;
    parser->at = end + 1;
    return 0;
}

static int32_t parse_number(struct scenario_parser *parser)
{
    char text[64];
    const char *end = number_end(parser->at);
    struct scenario_node node = {.operation = NODE_NUMBER, .dimension.is_open = 1};
    snprintf(text, sizeof text, "%.*s", (int)(end - parser->at < 63 ? end - parser->at : 63),
             parser->at);
    if (!kamm_parse_number(text, &node.number))
        return kamm_scenario_fail(parser, "\"%s\" is no number", text);
    parser->at = end;
    if (take_sign(parser, "[") && take_unit(parser, &node) < 0) return -1;
    return kamm_scenario_add_node(parser, node);
}

/* A name, with its dots and indices: "wheels[0].load_n". */
static int32_t take_name(struct scenario_parser *parser, char name[SCENARIO_NAME])
{
    size_t length = 0;
    const char *at = parser->at;
    while (is_of_name((unsigned char)*at) || *at == '.' || *at == '[' || (*at == ']' && length)) {
        if (length + 1 >= SCENARIO_NAME) return kamm_scenario_fail(parser, "a name is too long");
        name[length++] = *at++;
    }
    name[length] = 0;
    if (!length || *name == '.' || *name == '[')
        return kamm_scenario_fail(parser,
                                  *at ? "a number, a name or ( is wanted here"
                                      : "the expression ends here, where a value is wanted");
    parser->at = at;
    return 0;
}

static int32_t parse_primary(struct scenario_parser *parser)
{
    char name[SCENARIO_NAME];
    kamm_scenario_skip_blanks(parser);
    if (isdigit((unsigned char)*parser->at) || *parser->at == '.') return parse_number(parser);
    if (take_sign(parser, "(")) {
        int32_t inner = parse_whole(parser);
        if (inner < 0 || take_sign(parser, ")")) return inner;
        return kamm_scenario_fail(parser, "a ) is missing");
    }
    if (take_name(parser, name) < 0) return -1;
    kamm_scenario_skip_blanks(parser);
    return *parser->at == '(' ? kamm_scenario_call_node(parser, name)
                              : kamm_scenario_name_node(parser, name);
}

static int32_t parse_unary(struct scenario_parser *parser)
{
    if (++parser->depth > 4 * SCENARIO_DEPTH)
        return kamm_scenario_fail(parser, "the expression is nested too deeply");
    int32_t node;
    if (take_sign(parser, "-")) {
        node = change(parser, NODE_NEGATE, parse_unary(parser));
    } else {
        node = parse_primary(parser);
        if (node >= 0 && take_sign(parser, "^"))
            node = join(parser, NODE_POWER, node, parse_unary(parser));
    }
    --parser->depth;
    return node;
}

static int32_t parse_product(struct scenario_parser *parser)
{
    int32_t node = parse_unary(parser);
    while (node >= 0) {
        if (take_sign(parser, "*"))
            node = join(parser, NODE_MULTIPLY, node, parse_unary(parser));
        else if (take_sign(parser, "/"))
            node = join(parser, NODE_DIVIDE, node, parse_unary(parser));
        else
            break;
    }
    return node;
}

static int32_t parse_sum(struct scenario_parser *parser)
{
    int32_t node = parse_product(parser);
    while (node >= 0) {
        if (take_sign(parser, "+"))
            node = join(parser, NODE_ADD, node, parse_product(parser));
        else if (take_sign(parser, "-"))
            node = join(parser, NODE_SUBTRACT, node, parse_product(parser));
        else
            break;
    }
    return node;
}

static int32_t parse_comparison(struct scenario_parser *parser)
{
    static const struct {
        const char *sign;
        enum scenario_operation operation;
    } signs[] = {{"<=", NODE_AT_MOST}, {"<", NODE_BELOW},  {">=", NODE_AT_LEAST},
                 {">", NODE_ABOVE},    {"==", NODE_EQUAL}, {"!=", NODE_UNEQUAL}};
    int32_t node = parse_sum(parser);
    for (size_t i = 0; node >= 0 && i < sizeof signs / sizeof *signs; ++i)
        if (take_sign(parser, signs[i].sign))
            return join(parser, signs[i].operation, node, parse_sum(parser));
    return node;
}

static int32_t parse_not(struct scenario_parser *parser)
{
    if (!take_word(parser, "not")) return parse_comparison(parser);
    if (++parser->depth > 4 * SCENARIO_DEPTH)
        return kamm_scenario_fail(parser, "the expression is nested too deeply");
    int32_t node = change(parser, NODE_NOT, parse_not(parser));
    --parser->depth;
    return node;
}

static int32_t parse_and(struct scenario_parser *parser)
{
    int32_t node = parse_not(parser);
    while (node >= 0 && take_word(parser, "and"))
        node = join(parser, NODE_AND, node, parse_not(parser));
    return node;
}

static int32_t parse_whole(struct scenario_parser *parser)
{
    if (++parser->depth > 4 * SCENARIO_DEPTH)
        return kamm_scenario_fail(parser, "the expression is nested too deeply");
    int32_t node = parse_and(parser);
    while (node >= 0 && take_word(parser, "or"))
        node = join(parser, NODE_OR, node, parse_and(parser));
    --parser->depth;
    return node;
}

int32_t kamm_scenario_parse(struct scenario_parser *parser, const char *text)
{
    parser->text = parser->at = text;
    parser->depth = parser->is_in_reduction = 0;
    parser->parse = parse_whole;
    *parser->message = 0;
    int32_t node = parse_whole(parser);
    if (node < 0) return -1;
    kamm_scenario_skip_blanks(parser);
    if (*parser->at) return kamm_scenario_fail(parser, "an operator is wanted here");
    if (parser->time != SCENARIO_DURING && node_of(parser, node)->changes)
        return kamm_scenario_fail(
            parser, parser->time == SCENARIO_AFTER
                        ? "a channel changes during the run: which value? Such as mean(…), "
                          "highest(…), at(…, time), last(…)"
                        : "a channel is not known before the run");
    return node;
}
