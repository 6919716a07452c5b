/* The functions of FMI 2.0 for co-simulation. */
#include "fmi2.h"

#include "fmu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct component {
    fmu_instance *instance;
    fmi2CallbackFunctions host;
    char name[128];
};

#define INSTANCE (((struct component *)component)->instance)

/* The message is a format; hosts in other languages show it as it stands. */
static void tell_host(void *user, const char *text)
{
    const struct component *component = user;
    char format[1024];
    size_t length = 0;
    for (; *text && length + 2 < sizeof format; ++text) {
        if (*text == '%') format[length++] = '%';
        format[length++] = *text;
    }
    format[length] = 0;
    if (component->host.logger)
        component->host.logger(component->host.componentEnvironment, component->name, fmi2Error,
                               "logStatusError", format);
}

static fmi2Status fail_missing(fmi2Component component, const char *what)
{
    return (fmi2Status)fmu_fail(INSTANCE, "there are no %s in this FMU", what);
}

FMU_EXPORT const char *FMI2(GetTypesPlatform)(void) { return "default"; }
FMU_EXPORT const char *FMI2(GetVersion)(void) { return "2.0"; }

/* Errors are always logged, and nothing else is. */
FMU_EXPORT fmi2Status FMI2(SetDebugLogging)(fmi2Component component, fmi2Boolean on, size_t count,
                                            const fmi2String categories[])
{
    (void)component, (void)on, (void)count, (void)categories;
    return fmi2OK;
}

/* -- Beginning and end ------------------------------------------------------------------------ */

static int hex_value(char digit)
{
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
    return digit >= 'A' && digit <= 'F' ? digit - 'A' + 10 : -1;
}

/* The path of a file URI, such as file:///tmp/a%20b. */
static void path_of_uri(const char *uri, char path[1024])
{
    size_t length = 0;
    if (strncmp(uri, "file:", 5) == 0) uri += 5;
    if (strncmp(uri, "//", 2) == 0) uri += 2 + strcspn(uri + 2, "/");
    if (uri[0] == '/' && uri[1] && uri[2] == ':') ++uri; /* /C:/… of Windows */
    while (*uri && length + 1 < 1024) {
        int coded = *uri == '%' && hex_value(uri[1]) >= 0 && hex_value(uri[2]) >= 0;
        path[length++] = coded ? (char)(16 * hex_value(uri[1]) + hex_value(uri[2])) : *uri;
        uri += coded ? 3 : 1;
    }
    path[length] = 0;
}

FMU_EXPORT fmi2Component FMI2(Instantiate)(fmi2String name, fmi2Type type, fmi2String guid,
                                           fmi2String resources, const fmi2CallbackFunctions *host,
                                           fmi2Boolean visible, fmi2Boolean logging_on)
{
    char folder[1024];
    struct component *component = calloc(1, sizeof *component);
    (void)visible, (void)logging_on;
    if (!component) return NULL;
    if (host) component->host = *host;
    snprintf(component->name, sizeof component->name, "%s", name ? name : "");
    path_of_uri(resources ? resources : "", folder);
    if (type == fmi2CoSimulation)
        component->instance = fmu_create(folder, guid ? guid : "", 2, tell_host, component);
    else
        tell_host(component, "this FMU is one for co-simulation");
    if (component->instance) return component;
    free(component);
    return NULL;
}

FMU_EXPORT void FMI2(FreeInstance)(fmi2Component component)
{
    if (!component) return;
    fmu_free(INSTANCE);
    free(component);
}

FMU_EXPORT fmi2Status FMI2(SetupExperiment)(fmi2Component component, fmi2Boolean has_tolerance,
                                            fmi2Real tolerance, fmi2Real start_s,
                                            fmi2Boolean has_stop, fmi2Real stop_s)
{
    (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop_s;
    INSTANCE->time_s = start_s;
    return fmi2OK;
}

FMU_EXPORT fmi2Status FMI2(EnterInitializationMode)(fmi2Component component)
{
    return (fmi2Status)fmu_begin_initialisation(INSTANCE, INSTANCE->time_s);
}

FMU_EXPORT fmi2Status FMI2(ExitInitializationMode)(fmi2Component component)
{
    return (fmi2Status)fmu_end_initialisation(INSTANCE);
}

FMU_EXPORT fmi2Status FMI2(Terminate)(fmi2Component component)
{
    return (fmi2Status)fmu_end(INSTANCE);
}

FMU_EXPORT fmi2Status FMI2(Reset)(fmi2Component component)
{
    return (fmi2Status)fmu_reset(INSTANCE);
}

/* -- Values ----------------------------------------------------------------------------------- */

FMU_EXPORT fmi2Status FMI2(GetReal)(fmi2Component component, const fmi2ValueReference references[],
                                    size_t count, fmi2Real values[])
{
    for (size_t i = 0; i < count; ++i)
        if (fmu_get(INSTANCE, references[i], &values[i])) return fmi2Error;
    return fmi2OK;
}

FMU_EXPORT fmi2Status FMI2(SetReal)(fmi2Component component, const fmi2ValueReference references[],
                                    size_t count, const fmi2Real values[])
{
    for (size_t i = 0; i < count; ++i)
        if (fmu_set(INSTANCE, references[i], values[i])) return fmi2Error;
    return fmi2OK;
}

/* All variables are reals. */
#define OTHER_TYPE(get_or_set, type, constant)                                                  \
    FMU_EXPORT fmi2Status FMI2(get_or_set)(fmi2Component component,                             \
                                           const fmi2ValueReference references[], size_t count, \
                                           constant type values[])                              \
    {                                                                                           \
        (void)references, (void)values;                                                         \
        return count ? fail_missing(component, #type " variables") : fmi2OK;                    \
    }
OTHER_TYPE(GetInteger, fmi2Integer, )
OTHER_TYPE(GetBoolean, fmi2Boolean, )
OTHER_TYPE(GetString, fmi2String, )
OTHER_TYPE(SetInteger, fmi2Integer, const)
OTHER_TYPE(SetBoolean, fmi2Boolean, const)
OTHER_TYPE(SetString, fmi2String, const)

/* -- State ------------------------------------------------------------------------------------ */

FMU_EXPORT fmi2Status FMI2(GetFMUstate)(fmi2Component component, fmi2FMUstate *state)
{
    return (fmi2Status)fmu_save_state(INSTANCE, (fmu_state **)state);
}

FMU_EXPORT fmi2Status FMI2(SetFMUstate)(fmi2Component component, fmi2FMUstate state)
{
    return (fmi2Status)fmu_restore_state(INSTANCE, state);
}

FMU_EXPORT fmi2Status FMI2(FreeFMUstate)(fmi2Component component, fmi2FMUstate *state)
{
    (void)component;
    free(*state);
    *state = NULL;
    return fmi2OK;
}

FMU_EXPORT fmi2Status FMI2(SerializedFMUstateSize)(fmi2Component component, fmi2FMUstate state,
                                                   size_t *size)
{
    (void)component;
    *size = ((const fmu_state *)state)->size;
    return fmi2OK;
}

FMU_EXPORT fmi2Status FMI2(SerializeFMUstate)(fmi2Component component, fmi2FMUstate state,
                                              fmi2Byte bytes[], size_t size)
{
    return (fmi2Status)fmu_write_state(INSTANCE, state, bytes, size);
}

FMU_EXPORT fmi2Status FMI2(DeSerializeFMUstate)(fmi2Component component, const fmi2Byte bytes[],
                                                size_t size, fmi2FMUstate *state)
{
    return (fmi2Status)fmu_state_of_bytes(INSTANCE, bytes, size, (fmu_state **)state);
}

/* -- Steps ------------------------------------------------------------------------------------ */

FMU_EXPORT fmi2Status FMI2(DoStep)(fmi2Component component, fmi2Real point_s, fmi2Real step_s,
                                   fmi2Boolean no_earlier_state)
{
    (void)no_earlier_state;
    return (fmi2Status)fmu_step(INSTANCE, point_s, step_s);
}

FMU_EXPORT fmi2Status FMI2(CancelStep)(fmi2Component component)
{
    return fail_missing(component, "steps that run on their own");
}

FMU_EXPORT fmi2Status FMI2(GetStatus)(fmi2Component component, const fmi2StatusKind kind,
                                      fmi2Status *value)
{
    (void)kind, (void)value;
    return fail_missing(component, "steps that run on their own");
}

FMU_EXPORT fmi2Status FMI2(GetRealStatus)(fmi2Component component, const fmi2StatusKind kind,
                                          fmi2Real *value)
{
    if (kind != fmi2LastSuccessfulTime) return fail_missing(component, "statuses of that kind");
    *value = INSTANCE->time_s;
    return fmi2OK;
}

FMU_EXPORT fmi2Status FMI2(GetIntegerStatus)(fmi2Component component, const fmi2StatusKind kind,
                                             fmi2Integer *value)
{
    (void)kind, (void)value;
    return fail_missing(component, "statuses of that kind");
}

FMU_EXPORT fmi2Status FMI2(GetBooleanStatus)(fmi2Component component, const fmi2StatusKind kind,
                                             fmi2Boolean *value)
{
    if (kind != fmi2Terminated) return fail_missing(component, "statuses of that kind");
    *value = 0;
    return fmi2OK;
}

FMU_EXPORT fmi2Status FMI2(GetStringStatus)(fmi2Component component, const fmi2StatusKind kind,
                                            fmi2String *value)
{
    (void)kind, (void)value;
    return fail_missing(component, "statuses of that kind");
}

/* -- Derivatives, which there are not --------------------------------------------------------- */

FMU_EXPORT fmi2Status FMI2(GetDirectionalDerivative)(fmi2Component component,
                                                     const fmi2ValueReference unknowns[],
                                                     size_t unknown_count,
                                                     const fmi2ValueReference knowns[],
                                                     size_t known_count, const fmi2Real seed[],
                                                     fmi2Real sensitivity[])
{
    (void)unknowns, (void)unknown_count, (void)knowns, (void)known_count, (void)seed;
    (void)sensitivity;
    return fail_missing(component, "derivatives");
}

FMU_EXPORT fmi2Status FMI2(SetRealInputDerivatives)(fmi2Component component,
                                                    const fmi2ValueReference references[],
                                                    size_t count, const fmi2Integer orders[],
                                                    const fmi2Real values[])
{
    (void)references, (void)count, (void)orders, (void)values;
    return fail_missing(component, "derivatives");
}

FMU_EXPORT fmi2Status FMI2(GetRealOutputDerivatives)(fmi2Component component,
                                                     const fmi2ValueReference references[],
                                                     size_t count, const fmi2Integer orders[],
                                                     fmi2Real values[])
{
    (void)references, (void)count, (void)orders, (void)values;
    return fail_missing(component, "derivatives");
}
