/* The functions of FMI 3.0 that co-simulation needs; those of the other kinds are in fmi3_absent.c. */
#include "fmi3.h"

#include "fmu.h"

#include <stdlib.h>

struct component {
    fmu_instance *instance;
    fmi3LogMessageCallback log;
    fmi3InstanceEnvironment environment;
};

#define INSTANCE (((struct component *)component)->instance)

static void tell_host(void *user, const char *text)
{
    const struct component *component = user;
    if (component->log) component->log(component->environment, fmi3Error, "logStatusError", text);
}

FMU_EXPORT const char *FMI3(GetVersion)(void) { return "3.0"; }

/* Errors are always logged, and nothing else is. */
FMU_EXPORT fmi3Status FMI3(SetDebugLogging)(fmi3Instance component, fmi3Boolean on, size_t count,
                                            const fmi3String categories[])
{
    (void)component, (void)on, (void)count, (void)categories;
    return fmi3OK;
}

/* -- Beginning and end ------------------------------------------------------------------------ */

FMU_EXPORT fmi3Instance
FMI3(InstantiateCoSimulation)(fmi3String name, fmi3String token, fmi3String resources,
                              fmi3Boolean visible, fmi3Boolean logging_on, fmi3Boolean event_mode,
                              fmi3Boolean early_return, const fmi3ValueReference intermediate[],
                              size_t intermediate_count, fmi3InstanceEnvironment environment,
                              fmi3LogMessageCallback log, fmi3IntermediateUpdateCallback update)
{
    struct component *component = calloc(1, sizeof *component);
    (void)name, (void)visible, (void)logging_on, (void)early_return, (void)intermediate;
    (void)update;
    if (!component) return NULL;
    component->log = log;
    component->environment = environment;
    if (event_mode || intermediate_count)
        tell_host(component, "this FMU has neither an event mode nor intermediate variables");
    else
        component->instance =
            fmu_create(resources ? resources : "", token ? token : "", 3, tell_host, component);
    if (component->instance) return component;
    free(component);
    return NULL;
}

FMU_EXPORT void FMI3(FreeInstance)(fmi3Instance component)
{
    if (!component) return;
    fmu_free(INSTANCE);
    free(component);
}

FMU_EXPORT fmi3Status FMI3(EnterInitializationMode)(fmi3Instance component,
                                                    fmi3Boolean has_tolerance,
                                                    fmi3Float64 tolerance, fmi3Float64 start_s,
                                                    fmi3Boolean has_stop, fmi3Float64 stop_s)
{
    (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop_s;
    return (fmi3Status)fmu_begin_initialisation(INSTANCE, start_s);
}

FMU_EXPORT fmi3Status FMI3(ExitInitializationMode)(fmi3Instance component)
{
    return (fmi3Status)fmu_end_initialisation(INSTANCE);
}

FMU_EXPORT fmi3Status FMI3(Terminate)(fmi3Instance component)
{
    return (fmi3Status)fmu_end(INSTANCE);
}

FMU_EXPORT fmi3Status FMI3(Reset)(fmi3Instance component)
{
    return (fmi3Status)fmu_reset(INSTANCE);
}

/* -- Values ----------------------------------------------------------------------------------- */

/* How many values follow a reference: all of its variable. 0: there is none, or it is none's first. */
static size_t count_values(fmu_instance *instance, fmi3ValueReference reference)
{
    const fmu_variables *variables = &instance->variables;
    if (reference < variables->values) {
        const fmu_variable *variable = &variables->list[variables->variable_of[reference]];
        if (variable->reference == reference) return variable->count;
    }
    fmu_fail(instance, "there is no variable with the value reference %u", (unsigned)reference);
    return 0;
}

/* Whether the host gives room for as many values as there are. */
static int fits(fmu_instance *instance, const fmi3ValueReference references[], size_t count,
                size_t value_count)
{
    size_t needed = 0;
    for (size_t i = 0; i < count; ++i) {
        size_t values = count_values(instance, references[i]);
        if (!values) return 0;
        needed += values;
    }
    if (needed == value_count) return 1;
    fmu_fail(instance, "these %zu variables have %zu values, not %zu", count, needed, value_count);
    return 0;
}

FMU_EXPORT fmi3Status FMI3(GetFloat64)(fmi3Instance component,
                                       const fmi3ValueReference references[], size_t count,
                                       fmi3Float64 values[], size_t value_count)
{
    if (!fits(INSTANCE, references, count, value_count)) return fmi3Error;
    for (size_t i = 0; i < count; ++i)
        for (size_t k = 0, n = count_values(INSTANCE, references[i]); k < n; ++k)
            if (fmu_get(INSTANCE, references[i] + (unsigned)k, values++)) return fmi3Error;
    return fmi3OK;
}

FMU_EXPORT fmi3Status FMI3(SetFloat64)(fmi3Instance component,
                                       const fmi3ValueReference references[], size_t count,
                                       const fmi3Float64 values[], size_t value_count)
{
    if (!fits(INSTANCE, references, count, value_count)) return fmi3Error;
    for (size_t i = 0; i < count; ++i)
        for (size_t k = 0, n = count_values(INSTANCE, references[i]); k < n; ++k)
            if (fmu_set(INSTANCE, references[i] + (unsigned)k, *values++)) return fmi3Error;
    return fmi3OK;
}

/* -- State ------------------------------------------------------------------------------------ */

FMU_EXPORT fmi3Status FMI3(GetFMUState)(fmi3Instance component, fmi3FMUState *state)
{
    return (fmi3Status)fmu_save_state(INSTANCE, (fmu_state **)state);
}

FMU_EXPORT fmi3Status FMI3(SetFMUState)(fmi3Instance component, fmi3FMUState state)
{
    return (fmi3Status)fmu_restore_state(INSTANCE, state);
}

FMU_EXPORT fmi3Status FMI3(FreeFMUState)(fmi3Instance component, fmi3FMUState *state)
{
    (void)component;
    free(*state);
    *state = NULL;
    return fmi3OK;
}

FMU_EXPORT fmi3Status FMI3(SerializedFMUStateSize)(fmi3Instance component, fmi3FMUState state,
                                                   size_t *size)
{
    (void)component;
    *size = ((const fmu_state *)state)->size;
    return fmi3OK;
}

FMU_EXPORT fmi3Status FMI3(SerializeFMUState)(fmi3Instance component, fmi3FMUState state,
                                              fmi3Byte bytes[], size_t size)
{
    return (fmi3Status)fmu_write_state(INSTANCE, state, bytes, size);
}

FMU_EXPORT fmi3Status FMI3(DeserializeFMUState)(fmi3Instance component, const fmi3Byte bytes[],
                                                size_t size, fmi3FMUState *state)
{
    return (fmi3Status)fmu_state_of_bytes(INSTANCE, bytes, size, (fmu_state **)state);
}

/* -- Steps ------------------------------------------------------------------------------------ */

FMU_EXPORT fmi3Status FMI3(EnterStepMode)(fmi3Instance component)
{
    return (fmi3Status)fmu_fail(INSTANCE, "this FMU has no other mode that it steps in");
}

FMU_EXPORT fmi3Status FMI3(DoStep)(fmi3Instance component, fmi3Float64 point_s, fmi3Float64 step_s,
                                   fmi3Boolean no_earlier_state, fmi3Boolean *needs_events,
                                   fmi3Boolean *terminates, fmi3Boolean *returns_early,
                                   fmi3Float64 *reached_s)
{
    int status = fmu_step(INSTANCE, point_s, step_s);
    (void)no_earlier_state;
    *needs_events = *terminates = *returns_early = false;
    *reached_s = status ? point_s : INSTANCE->time_s;
    return (fmi3Status)status;
}
