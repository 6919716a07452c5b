/* The description of an FMU of FMI 2.0. */
#include "pack.h"

static void write_co_simulation(FILE *out, const fmu_description *description)
{
    fprintf(
        out,
        "  <CoSimulation modelIdentifier=\"%s\" canHandleVariableCommunicationStepSize=\"true\"\n"
        "    canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\" "
        "canNotUseMemoryManagementFunctions=\"true\">\n    <SourceFiles>\n",
        description->identifier);
    for (const char *const *source = fmu_sources(2); *source; ++source)
        fprintf(out, "      <File name=\"%s\"/>\n", *source);
    fputs("    </SourceFiles>\n  </CoSimulation>\n", out);
}

static void write_variables(FILE *out, const fmu_variables *variables)
{
    fputs("  <ModelVariables>\n", out);
    for (int i = 0; i < variables->count; ++i) {
        const fmu_variable *variable = &variables->list[i];
        for (unsigned k = 0; k < variable->count; ++k) {
            char name[FMU_NAME_TEXT];
            fmu_value_name(variable, k, name);
            fprintf(out, "    <ScalarVariable name=\"%s\" valueReference=\"%u\"", name,
                    variable->reference + k);
            fmu_write_causality(out, variable);
            fputs("><Real", out);
            fmu_write_range(out, variable);
            if (!fmu_is_output(variable) && variable->kind != FMU_TIME)
                fprintf(out, " start=\"%.17g\"", variable->start);
            fputs("/></ScalarVariable>\n", out);
        }
    }
    fputs("  </ModelVariables>\n", out);
}

/* Outputs are those of the state, so that no input is among what they depend on. Indices count from 1, in the order of the variables,
 * which is that of the value references. */
static void write_unknowns(FILE *out, const fmu_variables *variables, int is_initial)
{
    for (int i = 0; i < variables->count; ++i) {
        const fmu_variable *variable = &variables->list[i];
        for (unsigned k = 0; k < variable->count && fmu_is_output(variable); ++k) {
            fprintf(out, "      <Unknown index=\"%u\"", variable->reference + k + 1);
            if (is_initial)
                fmu_write_dependencies(out, variables, 1);
            else
                fputs(" dependencies=\"\" dependenciesKind=\"\"", out);
            fputs("/>\n", out);
        }
    }
}

void fmu_describe_2(FILE *out, const fmu_description *description)
{
    fmu_write_head(out, description, "2.0", "guid");
    write_co_simulation(out, description);
    fmu_write_units(out, description->variables);
    fmu_write_defaults(out);
    write_variables(out, description->variables);
    fputs("  <ModelStructure>\n    <Outputs>\n", out);
    write_unknowns(out, description->variables, 0);
    fputs("    </Outputs>\n    <InitialUnknowns>\n", out);
    write_unknowns(out, description->variables, 1);
    fputs("    </InitialUnknowns>\n  </ModelStructure>\n</fmiModelDescription>\n", out);
}
