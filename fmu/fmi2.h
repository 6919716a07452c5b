/* Types of FMI 2.0 as far as co-simulation needs them, written from the standard (fmi-standard.org, 2.0.4). A compiler that is
 * given the standard's own headers first takes those: so a test compares both. */
#ifndef KAMM_FMI2_H
#define KAMM_FMI2_H

#include <stddef.h>

#ifndef fmi2Functions_h
typedef void *fmi2Component, *fmi2ComponentEnvironment, *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer, fmi2Boolean;
typedef char fmi2Byte;
typedef const char *fmi2String;

typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum {
    fmi2DoStepStatus,
    fmi2PendingStatus,
    fmi2LastSuccessfulTime,
    fmi2Terminated
} fmi2StatusKind;

typedef struct {
    void (*logger)(fmi2ComponentEnvironment, fmi2String instance, fmi2Status, fmi2String category,
                   fmi2String message, ...);
    void *(*allocateMemory)(size_t count, size_t size);
    void (*freeMemory)(void *);
    void (*stepFinished)(fmi2ComponentEnvironment, fmi2Status);
    fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;
#endif

/* The functions carry FMI2_FUNCTION_PREFIX where FMUs are linked statically. */
#define FMI2_JOIN_(prefix, name) prefix##name
#define FMI2_JOIN(prefix, name) FMI2_JOIN_(prefix, name)
#ifdef FMI2_FUNCTION_PREFIX
#define FMI2(name) FMI2_JOIN(FMI2_FUNCTION_PREFIX, fmi2##name)
#else
#define FMI2(name) fmi2##name
#endif

#endif
