/* Nodes of expressions of scenario files, and what a wrong expression is answered. */
#include <stdarg.h>

#include "lab/scenario.h"

int32_t kamm_scenario_fail(struct scenario_parser *parser, const char *format, ...)
{
    if (*parser->message) return -1; /* the first one counts */
    va_list arguments;
    va_start(arguments, format);
    int length =
        snprintf(parser->message, sizeof parser->message, "\"%.80s\", character %d: ", parser->text,
                 (int)(parser->at - parser->text) + 1);
    vsnprintf(parser->message + length, sizeof parser->message - (size_t)length, format, arguments);
    va_end(arguments);
    return -1;
}

int32_t kamm_scenario_add_number(kamm_scenario *scenario, double number)
{
    if (scenario->node_count == SCENARIO_NODES) return -1;
    struct scenario_node *node = &scenario->nodes[scenario->node_count];
    *node = (struct scenario_node){NODE_NUMBER, .number = number, .dimension.is_open = 1};
    return scenario->node_count++;
}

int32_t kamm_scenario_add_node(struct scenario_parser *parser, struct scenario_node node)
{
    kamm_scenario *scenario = parser->scenario;
    if (scenario->node_count == SCENARIO_NODES)
        return kamm_scenario_fail(parser, "the file has too many expressions");
    if (node.depth > SCENARIO_TREE_DEPTH)
        return kamm_scenario_fail(parser, "the expression is too long");
    scenario->nodes[scenario->node_count] = node;
    return scenario->node_count++;
}

void kamm_scenario_skip_blanks(struct scenario_parser *parser)
{
    while (*parser->at == ' ' || *parser->at == '\n' || *parser->at == '\t') ++parser->at;
}
