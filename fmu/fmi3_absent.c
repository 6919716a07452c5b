/* The functions of FMI 3.0 for what this FMU does not have: other types than Float64, events, clocks, derivatives, model exchange.
 * A shared library has to have them all. */
#include "fmi3.h"

#include "fmu.h"

#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

/* Fails a call of what this FMU lacks. The component is that of fmi3.c, whose first member is the
 * instance. */
static fmi3Status fail_missing(fmi3Instance component, const char *what)
{
    return (fmi3Status)fmu_fail(*(fmu_instance **)component, "there are no %s in this FMU", what);
}

/* Without references no value is missing. */
#define OTHER_TYPE(type)                                                                       \
    FMU_EXPORT fmi3Status FMI3(Get##type)(fmi3Instance component,                              \
                                          const fmi3ValueReference references[], size_t count, \
                                          fmi3##type values[], size_t value_count)             \
    {                                                                                          \
        return count ? fail_missing(component, #type " variables") : fmi3OK;                   \
    }                                                                                          \
    FMU_EXPORT fmi3Status FMI3(Set##type)(fmi3Instance component,                              \
                                          const fmi3ValueReference references[], size_t count, \
                                          const fmi3##type values[], size_t value_count)       \
    {                                                                                          \
        return count ? fail_missing(component, #type " variables") : fmi3OK;                   \
    }
OTHER_TYPE(Float32)
OTHER_TYPE(Int8)
OTHER_TYPE(UInt8)
OTHER_TYPE(Int16)
OTHER_TYPE(UInt16)
OTHER_TYPE(Int32)
OTHER_TYPE(UInt32)
OTHER_TYPE(Int64)
OTHER_TYPE(UInt64)
OTHER_TYPE(Boolean)
OTHER_TYPE(String)

/* ABSENT(name, what there is none of, parameters behind the instance) */
#define ABSENT(name, what, ...)                                           \
    FMU_EXPORT fmi3Status FMI3(name)(fmi3Instance component, __VA_ARGS__) \
    {                                                                     \
        return fail_missing(component, what);                             \
    }
#define ABSENT_PLAIN(name, what)                             \
    FMU_EXPORT fmi3Status FMI3(name)(fmi3Instance component) \
    {                                                        \
        return fail_missing(component, what);                \
    }
#define REFERENCES const fmi3ValueReference references[], size_t count

ABSENT(GetBinary, "Binary variables", REFERENCES, size_t sizes[], fmi3Binary values[],
       size_t value_count)
ABSENT(SetBinary, "Binary variables", REFERENCES, const size_t sizes[], const fmi3Binary values[],
       size_t value_count)

/* Clocks and events. */
ABSENT(GetClock, "clocks", REFERENCES, fmi3Clock values[])
ABSENT(SetClock, "clocks", REFERENCES, const fmi3Clock values[])
ABSENT(GetIntervalDecimal, "clocks", REFERENCES, fmi3Float64 intervals[],
       fmi3IntervalQualifier qualifiers[])
ABSENT(GetIntervalFraction, "clocks", REFERENCES, fmi3UInt64 counters[], fmi3UInt64 resolutions[],
       fmi3IntervalQualifier qualifiers[])
ABSENT(GetShiftDecimal, "clocks", REFERENCES, fmi3Float64 shifts[])
ABSENT(GetShiftFraction, "clocks", REFERENCES, fmi3UInt64 counters[], fmi3UInt64 resolutions[])
ABSENT(SetIntervalDecimal, "clocks", REFERENCES, const fmi3Float64 intervals[])
ABSENT(SetIntervalFraction, "clocks", REFERENCES, const fmi3UInt64 counters[],
       const fmi3UInt64 resolutions[])
ABSENT(SetShiftDecimal, "clocks", REFERENCES, const fmi3Float64 shifts[])
ABSENT(SetShiftFraction, "clocks", REFERENCES, const fmi3UInt64 counters[],
       const fmi3UInt64 resolutions[])
ABSENT(ActivateModelPartition, "clocks", fmi3ValueReference clock, fmi3Float64 time)
ABSENT_PLAIN(EnterEventMode, "events")
ABSENT_PLAIN(EvaluateDiscreteStates, "events")
ABSENT(UpdateDiscreteStates, "events", fmi3Boolean *needs_update, fmi3Boolean *terminates,
       fmi3Boolean *nominals_changed, fmi3Boolean *states_changed, fmi3Boolean *has_next,
       fmi3Float64 *next)

/* Structural parameters. */
ABSENT_PLAIN(EnterConfigurationMode, "structural parameters")
ABSENT_PLAIN(ExitConfigurationMode, "structural parameters")

/* Derivatives, and dependencies of single elements. */
ABSENT(GetNumberOfVariableDependencies, "dependencies of elements", fmi3ValueReference reference,
       size_t *count)
ABSENT(GetVariableDependencies, "dependencies of elements", fmi3ValueReference dependent,
       size_t elements[], fmi3ValueReference independents[], size_t elements_of_independents[],
       fmi3DependencyKind kinds[], size_t count)
ABSENT(GetDirectionalDerivative, "derivatives", const fmi3ValueReference unknowns[],
       size_t unknown_count, const fmi3ValueReference knowns[], size_t known_count,
       const fmi3Float64 seed[], size_t seed_count, fmi3Float64 sensitivity[],
       size_t sensitivity_count)
ABSENT(GetAdjointDerivative, "derivatives", const fmi3ValueReference unknowns[],
       size_t unknown_count, const fmi3ValueReference knowns[], size_t known_count,
       const fmi3Float64 seed[], size_t seed_count, fmi3Float64 sensitivity[],
       size_t sensitivity_count)
ABSENT(GetOutputDerivatives, "derivatives", REFERENCES, const fmi3Int32 orders[],
       fmi3Float64 values[], size_t value_count)

/* Model exchange. */
ABSENT_PLAIN(EnterContinuousTimeMode, "continuous states")
ABSENT(CompletedIntegratorStep, "continuous states", fmi3Boolean no_earlier_state,
       fmi3Boolean *enters_events, fmi3Boolean *terminates)
ABSENT(SetTime, "continuous states", fmi3Float64 time)
ABSENT(SetContinuousStates, "continuous states", const fmi3Float64 states[], size_t count)
ABSENT(GetContinuousStateDerivatives, "continuous states", fmi3Float64 derivatives[], size_t count)
ABSENT(GetEventIndicators, "continuous states", fmi3Float64 indicators[], size_t count)
ABSENT(GetContinuousStates, "continuous states", fmi3Float64 states[], size_t count)
ABSENT(GetNominalsOfContinuousStates, "continuous states", fmi3Float64 nominals[], size_t count)
ABSENT(GetNumberOfEventIndicators, "continuous states", size_t *count)
ABSENT(GetNumberOfContinuousStates, "continuous states", size_t *count)

/* Instances of the other kinds. */
static fmi3Instance refuse(fmi3InstanceEnvironment environment, fmi3LogMessageCallback log)
{
    if (log) log(environment, fmi3Error, "logStatusError", "this FMU is one for co-simulation");
    return NULL;
}

FMU_EXPORT fmi3Instance FMI3(InstantiateModelExchange)(fmi3String name, fmi3String token,
                                                       fmi3String resources, fmi3Boolean visible,
                                                       fmi3Boolean logging_on,
                                                       fmi3InstanceEnvironment environment,
                                                       fmi3LogMessageCallback log)
{
    return refuse(environment, log);
}

FMU_EXPORT fmi3Instance FMI3(InstantiateScheduledExecution)(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
    fmi3Boolean logging_on, fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
    fmi3ClockUpdateCallback update, fmi3LockPreemptionCallback lock,
    fmi3UnlockPreemptionCallback unlock)
{
    return refuse(environment, log);
}
