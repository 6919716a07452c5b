/* The description of an FMU of FMI 3.0: what the wheels have are arrays; and that of its sources. */
#include "pack.h"

static void write_variable(FILE *out, const fmu_variable *variable)
{
    fprintf(out, "    <Float64 name=\"%s%s\" valueReference=\"%u\"",
            variable->of_wheels ? "wheels." : "", variable->name, variable->reference);
    fmu_write_causality(out, variable);
    fmu_write_range(out, variable);
    if (!fmu_is_output(variable) && variable->kind != FMU_TIME) {
        fputs(" start=\"", out);
        for (unsigned k = 0; k < variable->count; ++k)
            fprintf(out, "%s%.17g", k ? " " : "", variable->start);
        fputc('"', out);
    }
    if (variable->of_wheels)
        fprintf(out, "><Dimension start=\"%u\"/></Float64>\n", variable->count);
    else
        fputs("/>\n", out);
}

/* Outputs are those of the state, so that no input is among what they depend on. */
static void write_structure(FILE *out, const fmu_variables *variables)
{
    fputs("  <ModelStructure>\n", out);
    for (int i = 0; i < variables->count; ++i)
        if (fmu_is_output(&variables->list[i]))
            fprintf(out,
                    "    <Output valueReference=\"%u\" dependencies=\"\" dependenciesKind=\"\"/>\n",
                    variables->list[i].reference);
    for (int i = 0; i < variables->count; ++i) {
        if (!fmu_is_output(&variables->list[i])) continue;
        fprintf(out, "    <InitialUnknown valueReference=\"%u\"", variables->list[i].reference);
        fmu_write_dependencies(out, variables, 0);
        fputs("/>\n", out);
    }
    fputs("  </ModelStructure>\n", out);
}

void fmu_describe_3(FILE *out, const fmu_description *description)
{
    fmu_write_head(out, description, "3.0", "instantiationToken");
    fprintf(
        out,
        "  <CoSimulation modelIdentifier=\"%s\" canHandleVariableCommunicationStepSize=\"true\"\n"
        "    fixedInternalStepSize=\"%.17g\" canGetAndSetFMUState=\"true\" "
        "canSerializeFMUState=\"true\"/>\n",
        description->identifier, 1 / description->car->def.stepping.substeps_per_s);
    fmu_write_units(out, description->variables);
    fmu_write_defaults(out);
    fputs("  <ModelVariables>\n", out);
    for (int i = 0; i < description->variables->count; ++i)
        write_variable(out, &description->variables->list[i]);
    fputs("  </ModelVariables>\n", out);
    write_structure(out, description->variables);
    fputs("</fmiModelDescription>\n", out);
}

void fmu_describe_build(FILE *out, const fmu_description *description)
{
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiBuildDescription fmiVersion=\"3.0\">\n"
            "  <BuildConfiguration modelIdentifier=\"%s\">\n    <SourceFileSet language=\"C17\">\n",
            description->identifier);
    for (const char *const *source = fmu_sources(3); *source; ++source)
        fprintf(out, "      <SourceFile name=\"%s\"/>\n", *source);
    fputs("      <IncludeDirectory name=\".\"/>\n    </SourceFileSet>\n"
          "    <Library name=\"m\" external=\"true\"/>\n  </BuildConfiguration>\n"
          "</fmiBuildDescription>\n",
          out);
}
