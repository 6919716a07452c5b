/* Shared code of both versions' descriptions. */
#include <math.h>
#include <string.h>

#include "pack.h"

void fmu_write_text(FILE *out, const char *text)
{
    for (; *text; ++text) {
        switch (*text) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        default: fputc(*text, out);
        }
    }
}

void fmu_write_head(FILE *out, const fmu_description *description, const char *version,
                    const char *token_name)
{
    const kamm_rung_info *rung = kamm_describe_rung((kamm_rung)description->car->rung);
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", out);
    fprintf(out, "<fmiModelDescription fmiVersion=\"%s\" modelName=\"", version);
    fmu_write_text(out, description->name);
    fprintf(out, "\" %s=\"%s\"\n  description=\"", token_name, description->car->token);
    fmu_write_text(out, description->name);
    fprintf(out, ", rung %s of Kamm: %s; %s\"\n", rung->name, rung->title,
            description->car->host_ground ? "the ground below each wheel is an input"
                                          : "on a plane road");
    fprintf(out,
            "  version=\"%s\" license=\"MIT\" generationTool=\"Kamm %s\" "
            "variableNamingConvention=\"structured\">\n",
            kamm_version(), kamm_version());
}

/* -- Units ------------------------------------------------------------------------------------ */

/* Exponents of the base units. */
enum { KG, M, S, A, K, RAD, BASE_UNITS };
static const char *const base_names[BASE_UNITS] = {"kg", "m", "s", "A", "K", "rad"};
static const struct {
    const char *name;
    int exponents[BASE_UNITS];
} symbols[] = {
    {"kg", {[KG] = 1}},
    {"m", {[M] = 1}},
    {"s", {[S] = 1}},
    {"A", {[A] = 1}},
    {"K", {[K] = 1}},
    {"rad", {[RAD] = 1}},
    {"1", {0}},
    {"Hz", {[S] = -1}},
    {"N", {[KG] = 1, [M] = 1, [S] = -2}},
    {"Pa", {[KG] = 1, [M] = -1, [S] = -2}},
    {"J", {[KG] = 1, [M] = 2, [S] = -2}},
    {"W", {[KG] = 1, [M] = 2, [S] = -3}},
    {"V", {[KG] = 1, [M] = 2, [S] = -3, [A] = -1}},
    {"ohm", {[KG] = 1, [M] = 2, [S] = -3, [A] = -2}},
};

/* One factor of a unit, such as m2; returns what follows it. */
static const char *take_factor(const char *at, int sign, int exponents[BASE_UNITS])
{
    size_t length = *at == '1' ? 1 : strcspn(at, ".()/23456789");
    const char *end = at + length;
    int power = *end >= '2' && *end <= '9' ? *end++ - '0' : 1;
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; ++i)
        if (strlen(symbols[i].name) == length && strncmp(symbols[i].name, at, length) == 0)
            for (int k = 0; k < BASE_UNITS; ++k)
                exponents[k] += sign * power * symbols[i].exponents[k];
    return end == at ? at + 1 : end;
}

/* Units are written as "N.m/rad" or "W/(m2.K)": a stroke is for the factor or the bracket that follows. */
static void take_unit(const char *unit, int exponents[BASE_UNITS])
{
    int in_bracket = 0, sign = 1;
    while (*unit) {
        if (*unit == '/')
            sign = -1;
        else if (*unit == '(')
            in_bracket = 1;
        else if (*unit == ')')
            in_bracket = 0;
        if (strchr("/().", *unit)) {
            ++unit;
            continue;
        }
        unit = take_factor(unit, sign, exponents);
        if (!in_bracket) sign = 1;
    }
}

static void write_display_units(FILE *out, const char *unit)
{
    static const struct {
        const char *unit, *name;
        double factor;
    } displays[] = {{"rad", "deg", 57.29577951308232},
                    {"m/s", "km/h", 3.6},
                    {"rad/s", "rpm", 9.549296585513721},
                    {"Pa", "bar", 1e-5}};
    for (size_t i = 0; i < sizeof displays / sizeof *displays; ++i)
        if (strcmp(displays[i].unit, unit) == 0)
            fprintf(out, "<DisplayUnit name=\"%s\" factor=\"%.17g\"/>", displays[i].name,
                    displays[i].factor);
}

static void write_unit(FILE *out, const char *unit)
{
    int exponents[BASE_UNITS] = {0};
    take_unit(unit, exponents);
    fprintf(out, "    <Unit name=\"%s\"><BaseUnit", unit);
    for (int k = 0; k < BASE_UNITS; ++k)
        if (exponents[k]) fprintf(out, " %s=\"%d\"", base_names[k], exponents[k]);
    fputs("/>", out);
    write_display_units(out, unit);
    fputs("</Unit>\n", out);
}

void fmu_write_units(FILE *out, const fmu_variables *variables)
{
    fputs("  <UnitDefinitions>\n", out);
    for (int i = 0; i < variables->count; ++i) {
        int earlier = 0;
        while (strcmp(variables->list[earlier].unit, variables->list[i].unit) != 0) ++earlier;
        if (earlier == i) write_unit(out, variables->list[i].unit);
    }
    fputs("  </UnitDefinitions>\n", out);
}

void fmu_write_defaults(FILE *out)
{
    fputs(
        "  <LogCategories>\n"
        "    <Category name=\"logStatusError\" description=\"What was wrong, and what is allowed\"/>\n"
        "  </LogCategories>\n"
        "  <DefaultExperiment startTime=\"0\" stepSize=\"0.001\"/>\n",
        out);
}

/* -- Variables -------------------------------------------------------------------------------- */

void fmu_write_causality(FILE *out, const fmu_variable *variable)
{
    const char *causality = "input", *variability = "continuous";
    if (variable->kind == FMU_TIME) causality = "independent";
    if (fmu_is_output(variable)) causality = "output";
    if (variable->kind == FMU_FAULT) variability = "discrete";
    if (fmu_is_parameter(variable)) {
        causality = "parameter";
        variability = variable->tunable ? "tunable" : "fixed";
    }
    fprintf(out, " causality=\"%s\" variability=\"%s\" description=\"", causality, variability);
    fmu_write_text(out, variable->doc);
    fputc('"', out);
}

void fmu_write_range(FILE *out, const fmu_variable *variable)
{
    fprintf(out, " unit=\"%s\"", variable->unit);
    if (variable->min < variable->max)
        fprintf(out, " min=\"%.17g\" max=\"%.17g\"", variable->min, variable->max);
}

/* -- Structure -------------------------------------------------------------------------------- */

void fmu_write_dependencies(FILE *out, const fmu_variables *variables, unsigned first)
{
    fputs(" dependencies=\"", out);
    for (int i = 0; i < variables->count; ++i)
        if (fmu_is_parameter(&variables->list[i]))
            fprintf(out, "%u ", variables->list[i].reference + first);
    fputs("\" dependenciesKind=\"", out);
    for (int i = 0; i < variables->count; ++i)
        if (fmu_is_parameter(&variables->list[i])) fputs("dependent ", out);
    fputs("\"", out);
}

const char *const *fmu_sources(int fmi)
{
    static const char *const two[] = {"kamm/kamm.c", "car.c",  "variables.c", "instance.c",
                                      "state.c",     "fmi2.c", NULL};
    static const char *const three[] = {"kamm/kamm.c", "car.c",  "variables.c",   "instance.c",
                                        "state.c",     "fmi3.c", "fmi3_absent.c", NULL};
    return fmi == 2 ? two : three;
}
